/** Every word of a night sheet, a row each. `{name}` is filled in. */
import { catalog } from '../../words/catalog.ts'
import { type Figures, type Language, type Text, tell } from '../../words/text.ts'

const WORDS = {
  title: { en: 'Night sheet', de: 'Nachtbericht' },
  'of-day': { en: 'gaming day {day}', de: 'Spieltag {day}' },
  'of-span': { en: '{from} to {to}, {zone}', de: '{from} bis {to}, {zone}' },
  before: { en: 'the day before', de: 'der Tag davor' },
  after: { en: 'the day after', de: 'der Tag danach' },
  'no-table': { en: 'The book has heard no table yet.', de: 'Das Buch hat noch von keinem Tisch gehört.' },
  'not-counted': { en: 'Not counted', de: 'Nicht gezählt' },

  tables: { en: 'Tables', de: 'Tische' },
  table: { en: 'Table', de: 'Tisch' },
  hours: { en: 'Open, h', de: 'Offen, h' },
  rounds: { en: 'Rounds', de: 'Runden' },
  'rounds-per-hour': { en: 'Rounds/h', de: 'Runden/h' },
  'hands-per-hour': { en: 'Hands/h', de: 'Hände/h' },
  handle: { en: 'Handle', de: 'Umsatz' },
  won: { en: 'House won', de: 'Haus gewann' },
  expected: { en: 'Expected ± 2 SD', de: 'Erwartet ± 2 SD' },
  'not-seen': { en: 'Not seen', de: 'Nicht gesehen' },
  findings: { en: 'Findings (open)', de: 'Feststellungen (offen)' },
  left: { en: 'Wrong, left', de: 'Falsch, offen' },
  all: { en: 'All, {currency}', de: 'Alle, {currency}' },
  'rounds-not-seen': { en: '{rounds} ({stakes})', de: '{rounds} ({stakes})' },

  unusual: { en: 'Unusual', de: 'Auffällig' },
  'nothing-unusual': { en: 'Nothing unusual.', de: 'Nichts Auffälliges.' },
  'unusual.win': {
    en: '{of}: the result is {z} standard deviations from what was expected of {rounds} rounds; chance alone goes beyond 3 once in 370 times',
    de: '{of}: Das Ergebnis liegt {z} Standardabweichungen neben dem, was von {rounds} Runden zu erwarten war; über 3 hinaus führt der Zufall einmal in 370 Fällen',
  },
  'unusual.silenced': {
    en: '{of}: after {silencing} of his commands something of a round was not judged any more, {silenced} of them where a finding stood',
    de: '{of}: Nach {silencing} seiner Befehle wurde etwas an einer Runde nicht mehr beurteilt, {silenced} davon, wo eine Feststellung bestand',
  },
  'unusual.links': {
    en: '{of}: devices were connected {up} of the time; links broke {faults} times',
    de: '{of}: Geräte waren {up} der Zeit verbunden; Verbindungen brachen {faults}-mal ab',
  },
  'unusual.records': {
    en: '{of}: the book has records up to {to} of {heard}; the table sends the rest as soon as it is connected',
    de: '{of}: Das Buch hat Aufzeichnungen bis {to} von {heard}; den Rest schickt der Tisch, sobald er verbunden ist',
  },
  'unusual.untouched': {
    en: '{of}: nobody acknowledged, shelved or closed {alarms} alarms',
    de: '{of}: {alarms} Alarme hat niemand quittiert, zurückgestellt oder geschlossen',
  },
  'unusual.rules-changed': {
    en: '{of}: played under {sets} sets of rules or limits, one after the other',
    de: '{of}: gespielt nach {sets} verschiedenen Regeln oder Limits nacheinander',
  },

  open: { en: 'Open money', de: 'Offenes Geld' },
  'nothing-open': { en: 'No money is open.', de: 'Kein Geld ist offen.' },
  'open-sum': {
    en: '{amount} {currency} in {count} findings[, {unknown} more of an unknown amount]',
    de: '{amount} {currency} in {count} Feststellungen[, dazu {unknown} von unbekanntem Betrag]',
  },
  time: { en: 'Time', de: 'Zeit' },
  round: { en: 'Round', de: 'Runde' },
  box: { en: 'Box', de: 'Box' },
  what: { en: 'What, and what to do', de: 'Was, und was zu tun ist' },
  amount: { en: 'Amount', de: 'Betrag' },
  dealer: { en: 'Dealer', de: 'Croupier' },
  'one-of': { en: 'perhaps: {what}', de: 'vielleicht: {what}' },
  more: { en: 'and {count} more; the CSV has 500', de: 'und {count} weitere; die CSV-Datei hat 500' },

  dealers: { en: 'Dealers', de: 'Croupiers' },
  'no-dealers': { en: 'No dealer was named.', de: 'Kein Croupier war genannt.' },
  'dealt-hours': { en: 'Dealt, h', de: 'Gegeben, h' },
  pace: { en: 'Pace', de: 'Tempo' },
  rate: { en: 'Findings for 1,000 decisions (95 %)', de: 'Feststellungen auf 1000 Entscheidungen (95 %)' },
  'too-few': { en: 'too few rounds', de: 'zu wenige Runden' },

  strip: { en: 'Hour by hour', de: 'Stunde für Stunde' },
  'strip-of': { en: 'Table {table}, hour by hour', de: 'Tisch {table}, Stunde für Stunde' },
  'strip.rounds': { en: 'Rounds an hour', de: 'Runden in der Stunde' },
  'strip.occupancy': { en: 'Boxes in play', de: 'Boxen im Spiel' },
  'strip.bet': { en: 'Mean first bet, dashed: minimum', de: 'Mittlerer erster Einsatz, gestrichelt: Minimum' },
  'strip.won': { en: 'House won; band: expected ± 2 SD', de: 'Haus gewann; Band: erwartet ± 2 SD' },
  'strip.dealers': { en: 'Dealers', de: 'Croupiers' },
  'strip.hour': {
    en: '{hour}: {rounds} rounds, boxes in play {occupancy}, mean first bet {bet}, minimum {minimum}, house won {won}, expected {theory}.',
    de: '{hour}: {rounds} Runden, Boxen im Spiel {occupancy}, mittlerer erster Einsatz {bet}, Minimum {minimum}, Haus gewann {won}, erwartet {theory}.',
  },
  'too-long': { en: 'The span is too long for a strip by the hour.', de: 'Die Zeitspanne ist für eine Darstellung nach Stunden zu lang.' },

  persons: { en: 'Commands by person', de: 'Befehle nach Person' },
  person: { en: 'Person', de: 'Person' },
  done: { en: 'Carried out', de: 'Ausgeführt' },
  refused: { en: 'Refused', de: 'Abgelehnt' },
  which: { en: 'Which', de: 'Welche' },
  'on-findings': { en: 'On findings', de: 'Zu Feststellungen' },
  silencing: { en: 'Not judged any more', de: 'Nicht mehr beurteilt' },
  'nobody-ordered': { en: 'Nobody gave a command.', de: 'Niemand hat einen Befehl gegeben.' },

  devices: { en: 'Devices and records', de: 'Geräte und Aufzeichnungen' },
  up: { en: 'Devices connected', de: 'Geräte verbunden' },
  faults: { en: 'Links broken', de: 'Verbindungsabbrüche' },
  complete: { en: 'Records', de: 'Aufzeichnungen' },
  'complete-to': { en: '{to} of {heard}', de: '{to} von {heard}' },

  'not-known': { en: 'What is not known', de: 'Was nicht bekannt ist' },
  'not-known.text': {
    en: 'Drop, fills, credits and hold: no sensor tells them. House won is what was paid and taken, as the chips moved, at all bets that were seen, by the likeliest reading; what was not seen is counted beside it. Expected: the rules in force, the bets as first made, best play; who plays worse loses more. A dealer’s pace is compared with the same tables; findings are given by name from 300 rounds on.',
    de: 'Drop, Fills, Credits und Hold: Kein Sensor meldet sie. „Haus gewann“ ist, was nach der Bewegung der Jetons an allen gesehenen Einsätzen gezahlt und eingezogen wurde, nach der wahrscheinlichsten Lesart; nicht Gesehenes steht daneben. „Erwartet“: die geltenden Regeln, die ersten Einsätze, bestes Spiel; wer schlechter spielt, verliert mehr. Das Tempo eines Croupiers ist mit dem derselben Tische verglichen; Feststellungen stehen ab 300 Runden beim Namen.',
  },
} as const satisfies { readonly [key: string]: Text }

catalog('night', WORDS)

export type NightWord = keyof typeof WORDS

/** `figures`: those that the word names; one that is missing leaves its part in `[ ]` out. */
export const nightWord = (word: NightWord, language: Language, figures: Figures = {}): string => tell(WORDS[word], language, figures)
