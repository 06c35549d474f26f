import { HOUSES } from '../../rules/house/index.ts'
import { asIs, type Text } from '../../words/text.ts'

/** The fields of the page in German, beside the English of the table of settings. A field without a row does not compile. */
export interface FieldWords {
  readonly means: string
  /** Its default, where that is said in words. */
  readonly usual?: string
}

const NONE = 'keine'

export const FIELDS_IN_GERMAN = {
  boxes: { means: 'Boxen auf dem Tisch.' },
  spots: {
    means:
      'Bereiche jeder Box mit Sensoren: main (der Einsatz), main2 und main3 (Einsätze anderer dahinter), ins (Versicherung), p22 (Push 22), pog (Pot-of-Gold); rack, falls das Float einen hat.',
  },
  chipEvidence: { means: 'Welche Bewegungen von Jetons die Sensoren sehen; jedes Wort schließt die vorigen ein.' },
  property: { means: 'Kurzer Name des Casinos.' },
  pit: { means: 'Kurzer Name des Pits.' },
  table: { means: 'Name des Tisches. Keine zwei Tische haben Casino, Pit und Tisch gemeinsam.' },
  house: { means: 'Das Haus, dessen Regeln gelten. Fragen Sie den Floor-Manager: mit dem falschen ist jeder Befund falsch.' },
  currency: { means: 'Die Währung des Tisches.' },
  'limits.min': { means: 'Kleinster Haupteinsatz.' },
  'limits.max': { means: 'Größter Haupteinsatz.' },
  'limits.unit': { means: 'Haupteinsätze sind Vielfache davon; ebenso Mindest- und Höchsteinsatz.' },
  'limits.boxMax': {
    means: 'Höchstbetrag aller Haupteinsätze einer Box zusammen.',
    usual: 'der Höchsteinsatz (free-bet-european: keiner)',
  },
  'limits.sideMin': { means: 'Kleinste Nebenwette.', usual: NONE },
  'limits.sideMax': { means: 'Größte Nebenwette.', usual: NONE },
  'limits.sideUnit': { means: 'Nebenwetten sind Vielfache davon.', usual: NONE },
  chips: {
    means:
      'Alle Jetonwerte am Tisch: 1, 5, 25, 100. Auszahlungen werden auf den kleinsten gerundet; fehlt er, gilt eine richtige Auszahlung als zu klein.',
    usual: NONE,
  },
  shuffler: {
    means:
      'Woraus gegeben wird. Bei continuous gehen die Karten nach jeder Runde zurück: keine Karte wird gezählt, und es gibt weder Schnittkarte noch frühes Mischen.',
  },
  'display.port': { means: 'TCP-Port der Anzeige.' },
  'broker.port': { means: 'TCP-Port des Brokers im Programm, nur auf diesem Rechner.' },
  'mqtt.url': { means: 'Der Broker; entweder diese Adresse oder urls.', usual: NONE },
  'mqtt.protocol': { means: 'Version des Protokolls.' },
  'mqtt.username': { means: 'Anmeldename am Broker.', usual: NONE },
  'mqtt.ca': { means: 'Zertifikat der Stelle, die das Zertifikat des Brokers ausgestellt hat.', usual: NONE },
  'mqtt.cert': { means: 'Das Zertifikat des Tisches; braucht auch key.', usual: NONE },
  'mqtt.key': { means: 'Der private Schlüssel zu cert.', usual: NONE },
  'mqtt.allowPlainPassword': {
    means:
      'Erlaubt, dass das Passwort unverschlüsselt durchs Netz geht, mit mqtt:// oder ws:// zu einem anderen Rechner. Nur in einem anders geschützten Netz, etwa einem VPN.',
  },
} as const satisfies { readonly [key: string]: FieldWords }

/** Where the page says more than the table of settings, or says it without the words of the file. */
export const MEANINGS: { readonly [key: string]: string } = {
  spots:
    "Areas of each box that have sensors: main (the bet), main2 and main3 (other people's bets behind it), ins (insurance), p22 (Push 22), pog (Pot of Gold); rack, if the float has one.",
  property: 'A short name of the casino.',
  pit: 'A short name of the pit.',
  table: 'The name of the table. No two tables share casino, pit and table.',
  house: 'The house whose rules apply. Ask the floor manager: with the wrong one every finding is wrong.',
  currency: 'The currency of the table.',
  chips:
    'All chip values at the table: 1, 5, 25, 100. Payouts are rounded to the smallest; without it a right payout is taken for a short one.',
}

const EVIDENCE: { readonly [value: string]: Text } = {
  bets: { en: 'bets before the first card', de: 'Einsätze vor der ersten Karte' },
  stakes: { en: 'also what is laid to a bet during play', de: 'auch was im Spiel dazugelegt wird' },
  busts: { en: 'also bets taken from a bust hand', de: 'auch das Einziehen bei Überkauf' },
  payouts: { en: 'also payouts: everything', de: 'auch Auszahlungen: alles' },
}

/** What a value of a choice means. */
export const CHOICES: { readonly [key: string]: { readonly [value: string]: Text } } = {
  house: Object.fromEntries(Object.values(HOUSES).map(({ id, title }) => [id, asIs(title)])),
  chipEvidence: EVIDENCE,
}
