/** Alarms of devices: one row each. */
import { type AlarmRows, wordsIn } from './alarm-row.ts'

export const DEVICE_ALARMS = {
  'SHOE-JAM': {
    title: { en: 'Shoe jammed', de: 'Der Schlitten klemmt' },
    text: { en: 'The shoe is jammed.', de: 'Der Schlitten klemmt.' },
    remedy: {
      en: 'Clear the shoe; the card in it has not been read.',
      de: 'Den Schlitten frei machen; die Karte darin wurde nicht gelesen.',
    },
  },
  'SHOE-SILENT': {
    title: { en: 'Shoe does not read cards', de: 'Der Schlitten liest keine Karten' },
    text: {
      en: 'The shoe has reported no card while two rounds of bets were settled.',
      de: 'Der Schlitten hat keine Karte gemeldet, während Einsätze aus zwei Runden abgerechnet wurden.',
    },
    remedy: {
      en: 'Check the shoe before the next deal: lens, slot, cable. Nothing is known of the rounds dealt meanwhile; watch them by eye.',
      de: 'Den Schlitten vor dem nächsten Geben prüfen: Linse, Schlitz, Kabel. Von den Runden seither ist nichts bekannt; selbst hinsehen.',
    },
  },
  'SENSOR-DROPOUT': {
    title: { en: 'Sensor of a spot does not react', de: 'Der Sensor eines Feldes reagiert nicht' },
    text: {
      en: 'Spot {spot} has not changed over three rounds in which its bet was due a payment or a taking.',
      de: 'Feld {spot} hat sich über drei Runden nicht verändert, in denen der Einsatz auszuzahlen oder einzuziehen war.',
    },
    remedy: {
      en: 'Lay a chip on the spot: if the display does not show it, replace the sensor. Check the bet of these rounds by eye.',
      de: 'Einen Jeton auf das Feld legen: Zeigt die Anzeige ihn nicht, den Sensor tauschen. Den Einsatz dieser Runden selbst prüfen.',
    },
  },
  'LINK-DOWN': {
    title: { en: 'No connection to a device', de: 'Keine Verbindung zu einem Gerät' },
    text: { en: 'No connection to {device}: {reason}.', de: 'Keine Verbindung zu {device}: {reason}.' },
    remedy: {
      en: 'Check its cable and its power. The program keeps trying to reconnect.',
      de: 'Kabel und Strom prüfen. Das Programm versucht weiter, die Verbindung herzustellen.',
    },
  },
  'CLOCK-FAULT': {
    title: { en: 'Clock of a device is wrong', de: 'Die Uhr eines Geräts geht falsch' },
    text: { en: 'The clock of {device} is wrong.', de: 'Die Uhr von {device} geht falsch.' },
    // In the words of the link, which knows what is wrong with it.
    remedy: { en: '{told}', de: '{told}' },
  },
  'DEVICE-INCIDENT': {
    title: { en: 'Device needs a technician', de: 'Ein Gerät arbeitet nicht richtig' },
    text: { en: '{device}: {incident}.', de: '{device}: {incident}.' },
    remedy: { en: '{told}', de: '{told}' },
    cases: {
      'card-read-twice': {
        text: {
          en: '{device} reported one card twice, faster than anybody deals.',
          de: '{device} hat eine Karte zweimal gemeldet, schneller als jemand gibt.',
        },
        remedy: {
          en: 'Count the cards on the table before you rely on a finding of this round: none is more than likely.',
          de: 'Die Karten auf dem Tisch zählen, bevor eine Feststellung dieser Runde gilt: keine ist mehr als wahrscheinlich.',
        },
      },
      'discard-not-dealt': {
        text: {
          en: 'Collected, but not reported by the shoe, or not so often: {cards}.',
          de: 'Eingesammelt, aber vom Schlitten nicht oder nicht so oft gemeldet: {cards}.',
        },
        remedy: {
          en: 'Back the round up from the discards: the shoe did not read a card, or one came from elsewhere. Nothing found in this round is more than likely.',
          de: 'Die Runde aus der Ablage zurücklegen: Der Schlitten hat eine Karte nicht gelesen, oder eine kam von anderswo. Keine Feststellung dieser Runde ist mehr als wahrscheinlich.',
        },
      },
      'discard-missing': {
        text: {
          en: 'Left the shoe, and is not with the discards of the round: {cards}.',
          de: 'Aus dem Schlitten gekommen, aber nicht in der Ablage der Runde: {cards}.',
        },
        remedy: {
          en: 'Look among the discards and on the table: the reader may have missed it.',
          de: 'In der Ablage und auf dem Tisch nachsehen: Der Leser kann sie übersehen haben.',
        },
      },
    },
  },
  'CARDS-MISSING': {
    title: { en: 'Events from a device are missing', de: 'Meldungen eines Geräts fehlen' },
    text: { en: 'Lines {from} to {to} of {device} are missing.', de: 'Die Zeilen {from} bis {to} von {device} fehlen.' },
    remedy: {
      en: 'The round has no complete verdict: watch it by eye.',
      de: 'Die Runde wird nicht vollständig beurteilt: selbst hinsehen.',
    },
  },
} as const satisfies AlarmRows

export const deviceWords = wordsIn<keyof typeof DEVICE_ALARMS>(DEVICE_ALARMS)
