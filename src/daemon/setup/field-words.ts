/** The fields of the page in German, beside the English of the table of settings. A field without a row does not compile. */
export interface FieldWords {
  readonly means: string
  /** Its default, where that is said in words. */
  readonly usual?: string
}

const NONE = 'keine'

export const FIELDS_IN_GERMAN = {
  boxes: { means: 'Boxen auf dem Tisch.' },
  spots: { means: 'Bereiche jeder Box mit Sensoren, und das Float, falls es einen hat.' },
  chipEvidence: { means: 'Welche Bewegungen von Jetons die Sensoren sehen; jedes Wort schließt die vorigen ein.' },
  property: { means: 'Casino; erster Teil jedes Topics.' },
  pit: { means: 'Pit; zweiter Teil jedes Topics.' },
  table: { means: 'Tisch; dritter Teil jedes Topics.' },
  house: { means: 'Das Haus, dessen Regeln gelten.' },
  currency: { means: 'Die Währung. Ihre Nachkommastellen (2 bei EUR, keine bei JPY) bestimmen die kleinste Einheit.' },
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
  chips: { means: 'Jetonwerte am Tisch; Auszahlungen werden auf den kleinsten gerundet (bei leerer Liste auf 1).' },
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
