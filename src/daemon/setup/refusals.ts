/** Why set-up refuses what a person asked for: a row for each reason, in every language. */

import { catalog } from '../../words/catalog.ts'
import { type Said, saying } from '../../words/text.ts'

export const REFUSALS = {
  'no-field': { en: '{key} is no field of this page', de: '{key} ist kein Feld dieser Seite' },
  'field-number': { en: '"{text}" is not a whole number', de: '„{text}“ ist keine ganze Zahl' },
  'field-money': {
    en: '"{text}" is not an amount in {currency}; write it as {example}',
    de: '„{text}“ ist kein Betrag in {currency}; schreiben Sie ihn so: {example}',
  },
  'field-out': { en: '"{text}" is out of range; allowed: {range}', de: '„{text}“ geht nicht; erlaubt: {range}' },
  'field-choice': { en: '"{text}" is no choice; allowed: {choices}', de: '„{text}“ steht nicht zur Wahl; erlaubt: {choices}' },
  'field-range': { en: '"{text}" is out of range; allowed: {low} to {high}', de: '„{text}“ geht nicht; erlaubt: {low} bis {high}' },
  written: { en: 'the configuration has been written', de: 'die Konfiguration ist schon geschrieben' },
  'no-address': { en: 'enter the address of the broker first', de: 'Geben Sie zuerst die Adresse des Brokers an' },
  unheard: { en: '{path}: listen to it first', de: '{path}: hören Sie diesen Anschluss zuerst ab' },
  'many-devices': { en: 'a table has at most {most} devices', de: 'ein Tisch hat höchstens {most} Geräte' },
  'second-device': {
    en: '{serial} is a second {role}: the table has {first} already; remove that one to use this',
    de: '{serial} ist das zweite Gerät dieser Art ({role}): der Tisch hat schon {first}; entfernen Sie es, um dieses zu nehmen',
  },
  twins: {
    en: "two devices say that they are {serial}, at {one} and at {other}, and none has been chosen: unplug the one that is not this table's, then listen again at both ports",
    de: 'zwei Geräte geben sich als {serial} aus, an {one} und an {other}, und keines ist gewählt: ziehen Sie das ab, das nicht zu diesem Tisch gehört, und hören Sie dann beide Anschlüsse noch einmal ab',
  },
  'no-chips': {
    en: 'which chips are in use? Without their values payouts are expected to {unit} {currency}, and a payout in whole chips may be called too small',
    de: 'welche Jetons sind im Spiel? Ohne ihre Werte werden Auszahlungen auf {unit} {currency} genau erwartet, und eine Auszahlung in ganzen Jetons kann als zu klein gelten',
  },
  'common-password': {
    en: 'this password is one that many people use, or is made of the name; choose words that nobody guesses',
    de: 'dieses Passwort benutzen viele, oder es besteht aus dem Namen; wählen Sie Wörter, die niemand rät',
  },
  'user-exists': {
    en: '{name} is a user already; remove that name first, or replace the password',
    de: '{name} gibt es schon; entfernen Sie zuerst den Namen, oder ersetzen Sie das Passwort',
  },
  once: { en: 'each serial number once', de: 'jede Seriennummer einmal' },
  'many-users': { en: 'there are {most} users already', de: 'es gibt schon {most} Benutzer' },
  'no-driver': { en: 'no driver {name}', de: 'es gibt keinen Treiber {name}' },
  'no-spots': { en: 'no device {name} with spots', de: 'kein Gerät {name} mit Feldern' },
  'spots-untouched': { en: 'a {driver} has no spots to touch', de: 'ein {driver} hat keine Felder, die man berühren kann' },
  step: { en: '{name}: {step}: {detail}. {todo}', de: '{name}: {step}: {detail}. {todo}' },
  'nothing-examined': { en: 'nothing was examined', de: 'nichts wurde geprüft' },
  incomplete: { en: '{key} {problem}; allowed: {allowed}', de: '{key} {problem}; erlaubt: {allowed}' },
  configuration: { en: 'the configuration', de: 'die Konfiguration' },
  unwritable: { en: '{problem}: {todo}', de: '{problem}: {todo}' },
  'no-table': { en: 'there is no table', de: 'es gibt keinen Tisch' },
  unchecked: {
    en: 'this has not been checked to its end, so nothing has been written',
    de: 'das ist nicht zu Ende geprüft, also ist nichts geschrieben',
  },
  red: {
    en: 'the check failed, so nothing has been written: {steps}',
    de: 'die Prüfung ist misslungen, also ist nichts geschrieben: {steps}',
  },
  'red-step': { en: '{name}: {step}', de: '{name}: {step}' },
  changed: {
    en: '{path} has been changed by somebody else since set-up read it: stop set-up and start it again',
    de: '{path} hat jemand anders geändert, seit die Einrichtung sie gelesen hat: beenden Sie die Einrichtung und starten Sie sie neu',
  },
  running: {
    en: "process {pid} runs this table: it writes the journal {journal} and has the table's ports. Stop it first (the installed service with `sudo systemctl stop blackjack-table`), then try again",
    de: 'Prozess {pid} betreibt diesen Tisch: er schreibt das Journal {journal} und hat dessen Anschlüsse. Beenden Sie ihn zuerst (den installierten Dienst mit `sudo systemctl stop blackjack-table`), und versuchen Sie es dann noch einmal',
  },
} as const

export const refusal = saying(REFUSALS)
catalog('setup', REFUSALS)

/** Stops an act, and is told on the page. */
export class Refused extends Error {
  readonly said: Said

  constructor(said: Said) {
    super(said.en)
    this.said = said
  }
}
