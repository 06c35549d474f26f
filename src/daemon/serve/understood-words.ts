/** What was understood of a table: a row for each code, in every language. Money stands as on the set-up page's fields: `10.00`. */

import { catalog } from '../../words/catalog.ts'
import { saying } from '../../words/text.ts'

export const UNDERSTOOD_WORDS = {
  main: { en: 'main bets{range}', de: 'Haupteinsätze{range}' },
  box: { en: 'all main bets on a box together{range}', de: 'alle Haupteinsätze einer Box zusammen{range}' },
  side: { en: 'side bets{range}', de: 'Nebenwetten{range}' },
  insured: { en: 'insurance{range}: {share}', de: 'Versicherung{range}: {share}' },
  'insured-all': { en: 'insurance {share}', de: 'Versicherung: {share}' },
  'not-insured': { en: 'no insurance', de: 'keine Versicherung' },

  // How much a bet may be.
  'from-to': { en: ' {min} to {max} {currency}', de: ' von {min} bis {max} {currency}' },
  from: { en: ' from {min} {currency}', de: ' ab {min} {currency}' },
  'up-to': { en: ' up to {max} {currency}', de: ' bis {max} {currency}' },
  any: { en: ' of any amount', de: ' in beliebiger Höhe' },
  'no-limit': { en: ': no limit', de: ': keine Grenze' },
  steps: { en: '{bounds} in steps of {unit}', de: '{bounds} in Schritten von {unit}' },

  // What insurance is measured by.
  exactly: { en: 'exactly {part} of {base}', de: 'genau {part} {base}' },
  'at-most': { en: 'up to {part} of {base}', de: 'höchstens {part} {base}' },
  half: { en: 'half', de: 'die Hälfte' },
  'of-bet': { en: 'the bet', de: 'des Einsatzes' },
  'of-all': { en: "all the player's bets", de: 'aller Einsätze des Spielers' },

  'rounded-down': { en: 'payouts rounded down to a multiple of {chip}', de: 'Auszahlungen auf ein Vielfaches von {chip} abgerundet' },
  'rounded-up': { en: 'payouts rounded up to a multiple of {chip}', de: 'Auszahlungen auf ein Vielfaches von {chip} aufgerundet' },
  'rounded-nearest': {
    en: 'payouts rounded to the nearest multiple of {chip}',
    de: 'Auszahlungen auf das nächstgelegene Vielfache von {chip} gerundet',
  },

  device: { en: 'device {name} ({driver}): {sentence}', de: 'Gerät {name} ({driver}): {sentence}' },
  tolerances: {
    en: 'tolerances in use: chips {spot} ms, pointer {pointer} ms',
    de: 'geltende Toleranzen: Jetons {spot} ms, Zeiger {pointer} ms',
  },

  // Amounts that are asked about.
  'asked-one': {
    en: '{keys} {amounts} is {money} {currency}: did you mean {meant}? {units}',
    de: '{keys} {amounts} ist {money} {currency}: meinten Sie {meant}? {units}',
  },
  'asked-two': {
    en: '{keys} {amounts} are {money} {currency}: did you mean {meant}? {units}',
    de: '{keys} {amounts} sind {money} {currency}: meinten Sie {meant}? {units}',
  },
  'asked-page': {
    en: '{labels}: {money} {currency}. Did you mean {meant} {currency}?',
    de: '{labels}: {money} {currency}. Meinten Sie {meant} {currency}?',
  },
  'loose-port': {
    en: '{name} has no serial number and is known by its port, and {path} may be another device after the machine starts again: use its name under /dev/serial/by-id or by-path (npm run doctor -- --list)',
    de: '{name} hat keine Seriennummer und ist nur am Anschluss zu erkennen, und {path} kann nach einem Neustart des Rechners ein anderes Gerät sein: nehmen Sie seinen Namen unter /dev/serial/by-id oder by-path (npm run doctor -- --list)',
  },
  'label-min': { en: 'minimum bet', de: 'Mindesteinsatz' },
  'label-max': { en: 'maximum bet', de: 'Höchsteinsatz' },
  'label-unit': { en: 'steps of bets', de: 'Schritte der Einsätze' },
  'label-boxMax': { en: 'maximum of a box', de: 'Höchsteinsatz einer Box' },
  'label-sideMin': { en: 'minimum side bet', de: 'Mindest-Nebenwette' },
  'label-sideMax': { en: 'maximum side bet', de: 'Höchst-Nebenwette' },
  'label-sideUnit': { en: 'steps of side bets', de: 'Schritte der Nebenwetten' },
  'label-chips': { en: 'smallest chip', de: 'kleinster Jeton' },
  units: {
    en: 'Amounts are in the smallest unit of the currency, so {money} {currency} is written {amount}',
    de: 'Beträge stehen in der kleinsten Einheit der Währung: für {money} {currency} schreibt man {amount}',
  },
  and: { en: '{one} and {other}', de: '{one} und {other}' },
} as const

export const understoodWord = saying(UNDERSTOOD_WORDS)
catalog('understood', UNDERSTOOD_WORDS)
