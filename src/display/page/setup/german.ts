/**
 * What the checks of the configuration say, in German: a row for each sentence and for each part between semicolons. `{a}` stands for what differs, within a part.
 * A sentence without a row is shown as it comes.
 */
const ROWS: readonly (readonly [english: string, german: string])[] = [
  // What the fields mean.
  ['Boxes on the layout.', 'Boxen auf dem Tisch.'],
  [
    'Areas of each box that have sensors, and the rack if it has one.',
    'Bereiche jeder Box mit Sensoren, und das Float, falls es einen hat.',
  ],
  [
    'Which movements of chips the sensors see; each word includes those before it.',
    'Welche Bewegungen von Jetons die Sensoren sehen; jedes Wort schließt die vorigen ein.',
  ],
  ['Casino; first part of every topic.', 'Casino; erster Teil jedes Topics.'],
  ['Pit; second part of every topic.', 'Pit; zweiter Teil jedes Topics.'],
  ['Table; third part of every topic.', 'Tisch; dritter Teil jedes Topics.'],
  ['The house whose rules apply.', 'Das Haus, dessen Regeln gelten.'],
  [
    'The currency. Its decimals (2 for EUR, none for JPY) define the minor unit.',
    'Die Währung. Ihre Nachkommastellen (2 bei EUR, keine bei JPY) bestimmen die kleinste Einheit.',
  ],
  ['Minimum main bet.', 'Kleinster Haupteinsatz.'],
  ['Maximum main bet.', 'Größter Haupteinsatz.'],
  ['Main bets are multiples of it; so are min and max.', 'Haupteinsätze sind Vielfache davon; ebenso Mindest- und Höchsteinsatz.'],
  ['Maximum for all main bets on one box together.', 'Höchstbetrag aller Haupteinsätze einer Box zusammen.'],
  ['Minimum side bet.', 'Kleinste Nebenwette.'],
  ['Maximum side bet.', 'Größte Nebenwette.'],
  ['Side bets are multiples of it.', 'Nebenwetten sind Vielfache davon.'],
  [
    'Chip values in use; payouts are rounded to the smallest (to 1 when the list is empty).',
    'Jetonwerte am Tisch; Auszahlungen werden auf den kleinsten gerundet (bei leerer Liste auf 1).',
  ],
  [
    'What deals the cards. With continuous, cards go back after each round: no card is counted, and there is no cut card and no early shuffle.',
    'Woraus gegeben wird. Bei continuous gehen die Karten nach jeder Runde zurück: keine Karte wird gezählt, und es gibt weder Schnittkarte noch frühes Mischen.',
  ],
  ['TCP port of the display.', 'TCP-Port der Anzeige.'],
  ['The broker; give either this or urls.', 'Der Broker; entweder diese Adresse oder urls.'],
  ['Protocol version.', 'Version des Protokolls.'],
  ['Login name at the broker.', 'Anmeldename am Broker.'],
  [
    "Certificate of the authority that signed the broker's certificate.",
    'Zertifikat der Stelle, die das Zertifikat des Brokers ausgestellt hat.',
  ],
  ["The table's certificate; needs key.", 'Das Zertifikat des Tisches; braucht auch key.'],
  ['The private key of cert.', 'Der private Schlüssel zu cert.'],
  [
    'Allows the password to cross the network unencrypted, by mqtt:// or ws:// to another machine. Only for a network with other protection, such as a VPN.',
    'Erlaubt, dass das Passwort unverschlüsselt durchs Netz geht, mit mqtt:// oder ws:// zu einem anderen Rechner. Nur in einem anders geschützten Netz, etwa einem VPN.',
  ],

  // What a value must be.
  ['whole number', 'ganze Zahl'],
  ['number', 'Zahl'],
  ['text', 'Text'],
  ['word', 'Wort'],
  ['path', 'Pfad'],
  ['URL', 'Adresse'],
  ['true or false', 'true oder false'],
  ['none', 'keine'],
  ['minor units', 'kleinste Einheiten'],
  ['list of words', 'Liste von Wörtern'],
  ['list of whole numbers', 'Liste ganzer Zahlen'],
  ['list of groups', 'Liste von Gruppen'],
  ['a group with the keys {a}', 'eine Gruppe mit den Schlüsseln {a}'],
  ['keys with values, as in the example', 'Schlüssel mit Werten wie im Beispiel'],
  ['up to {a}, no value twice', 'bis zu {a}, kein Wert zweimal'],
  ['a-z, 0-9 and -, {a} to {b} characters', 'a-z, 0-9 und -, {a} bis {b} Zeichen'],
  ['relative to the configuration file, {a} to {b} characters', 'relativ zur Konfiguration, {a} bis {b} Zeichen'],
  ['{a} to {b} characters', '{a} bis {b} Zeichen'],
  ['the three capital letters of a currency in ISO 4217', 'die drei Großbuchstaben einer Währung nach ISO 4217'],
  ['main is required, none twice', 'main muss dabei sein, nichts zweimal'],
  ['mqtt://, mqtts://, ws:// or wss://, without user or password', 'mqtt://, mqtts://, ws:// oder wss://, ohne Benutzer und Passwort'],
  ['mqtt://host, mqtts://host, ws://host or wss://host', 'mqtt://RECHNER, mqtts://RECHNER, ws://RECHNER oder wss://RECHNER'],
  ['4 (MQTT 3.1.1) or 5', '4 (MQTT 3.1.1) oder 5'],
  ['max (free-bet-european: none)', 'der Höchsteinsatz (free-bet-european: keiner)'],
  ['at most {a}', 'höchstens {a}'],
  ['a multiple of {a}', 'ein Vielfaches von {a}'],
  ['a list that includes main', 'eine Liste, die main enthält'],
  ['each area once', 'jeder Bereich einmal'],
  ['each chip value once', 'jeder Jetonwert einmal'],
  ['{a} together with {b}', '{a} zusammen mit {b}'],
  ['together with an mqtts:// or wss:// url', 'zusammen mit einer Adresse mqtts:// oder wss://'],
  ['put the login in username and passwordFile', 'der Anmeldename gehört ins Feld dafür'],
  ['url or urls', 'url oder urls'],
  ['leave out the mqtt group to use the embedded broker', 'ohne die Gruppe mqtt gilt der Broker im Programm'],
  ['an mqtts:// or wss:// url', 'eine Adresse mqtts:// oder wss://'],
  [
    'or mqtt.allowPlainPassword: true if the network is protected in another way',
    'oder „Passwort unverschlüsselt“, falls das Netz anders geschützt ist',
  ],
  ['one device with the role shoe and at least one with the role spots', 'ein Schlitten und mindestens ein Feldgerät'],
  ["a file with the authority's certificate, in PEM format", 'eine Datei mit dem Zertifikat der Ausgabestelle im Format PEM'],
  ["a file with the table's certificate, in PEM format", 'eine Datei mit dem Zertifikat des Tisches im Format PEM'],
  [
    "a file with the certificate's private key, in PEM format, not protected by a password",
    'eine Datei mit dem privaten Schlüssel des Zertifikats im Format PEM, ohne Passwort',
  ],
  ['another port, or no health group', 'ein anderer Port, oder keine Gruppe health'],

  // What is wrong.
  ['is missing', 'fehlt'],
  ['has no value', 'hat keinen Wert'],
  ['is out of range', 'liegt außerhalb des Bereichs'],
  ['is too short or too long', 'ist zu kurz oder zu lang'],
  ['has too few or too many entries', 'hat zu wenige oder zu viele Einträge'],
  ['is not a whole number', 'ist keine ganze Zahl'],
  ['is not a known value', 'ist kein bekannter Wert'],
  ['is not a known key', 'ist kein bekannter Schlüssel'],
  ['is not in the right format', 'hat nicht die richtige Form'],
  ['is not allowed', 'ist nicht erlaubt'],
  ['did you mean {a}?', 'meinten Sie {a}?'],
  ['is greater than {a}', 'ist größer als {a}'],
  ['is not a multiple of {a}, so no bet can reach it exactly', 'ist kein Vielfaches von {a}, also erreicht kein Einsatz es genau'],
  ['does not include main, without which no bet is seen', 'enthält main nicht, und ohne main ist kein Einsatz zu sehen'],
  ['is already in the list', 'steht schon in der Liste'],
  ['is the port of the display', 'ist der Port der Anzeige'],
  ['does not name a broker', 'nennt keinen Broker'],
  ['has no effect without {a}', 'wirkt nicht ohne {a}'],
  ['has no effect: the connection is not encrypted', 'wirkt nicht: die Verbindung ist nicht verschlüsselt'],
  [
    'would send the password to {a} unencrypted, where everybody on the network can read it',
    'würde das Passwort unverschlüsselt an {a} senden, wo jeder im Netz es lesen kann',
  ],
  ['is not a valid URL', 'ist keine gültige Adresse'],
  [
    'contains a login: secrets do not belong in this file, because it is copied and logged',
    'enthält eine Anmeldung: Geheimes gehört nicht in diese Datei, weil sie kopiert und protokolliert wird',
  ],
  ['is not a supported scheme', 'beginnt nicht wie eine solche Adresse'],
  ['does not name a host', 'nennt keinen Rechner'],
  ['has no device with the role shoe', 'ohne einen Schlitten'],
  ['has no device with the role spots', 'ohne ein Feldgerät'],
  ['does not exist (looked for {a})', 'gibt es nicht (gesucht: {a})'],
  ['cannot be read ({a})', 'ist nicht lesbar ({a})'],
  ['is not a file ({a})', 'ist keine Datei ({a})'],
  ['is empty ({a})', 'ist leer ({a})'],
  ['contains no certificate in PEM format ({a})', 'enthält kein Zertifikat im Format PEM ({a})'],
  ['contains only certificates that cannot sign others ({a})', 'enthält nur Zertifikate, die keine anderen ausstellen dürfen ({a})'],
  ['contains no private key in PEM format without a password ({a})', 'enthält keinen privaten Schlüssel im Format PEM ohne Passwort ({a})'],
  ['does not belong to the certificate ({a})', 'gehört nicht zum Zertifikat ({a})'],
  ['can be read or changed by users other than its owner ({a}): {b}', 'können andere als der Besitzer lesen oder ändern ({a}): {b}'],

  // Why something was refused.
  ['{a}: "{b}" is not a whole number', '{a}: „{b}“ ist keine ganze Zahl'],
  ['{a}: "{b}" is not an amount in {c}', '{a}: „{b}“ ist kein Betrag in {c}'],
  ['write it as {a}', 'schreiben Sie ihn so: {a}'],
  ['mqtt.url: enter the address of the broker first', 'Geben Sie zuerst die Adresse des Brokers an'],
  ['{a}: listen to it first', '{a}: hören Sie diesen Anschluss zuerst ab'],
  ['{a} is a second {b}: the table has {c} already', '{a} ist das zweite Gerät dieser Art ({b}): der Tisch hat schon {c}'],
  ['remove that one to use this', 'entfernen Sie es, um dieses zu nehmen'],
  ['a table has at most {a} devices', 'ein Tisch hat höchstens {a} Geräte'],
  ['there are {a} users already', 'es gibt schon {a} Benutzer'],
  ['the configuration has been written', 'die Konfiguration ist schon geschrieben'],
  [
    '{a} has been changed by somebody else since set-up read it: stop set-up and start it again',
    '{a} hat jemand anders geändert, seit die Einrichtung sie gelesen hat: beenden Sie die Einrichtung und starten Sie sie neu',
  ],
  [
    "process {a} runs this table: it writes the journal {b} and has the table's ports. Stop it first (the installed service with `{c}`), then try again",
    'Prozess {a} betreibt diesen Tisch: er schreibt das Journal {b} und hat dessen Anschlüsse. Beenden Sie ihn zuerst (den installierten Dienst mit `{c}`), und versuchen Sie es dann noch einmal',
  ],
  ['{a} to {b}', '{a} bis {b}'],
]

/** Words of the configuration are the same in every language. */
const SAME = /^[\w.[\]-]+(, [\w.-]+)*$/
const HOLE = /\\\{(\w)\\\}/g

const PATTERNS = ROWS.map(([english, german]) => {
  const literal = english.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return { pattern: new RegExp(`^${literal.replaceAll(HOLE, '(?<$1>(?:(?!; ).)+)')}$`), german }
})

function rowOf(text: string): string | null {
  for (const { pattern, german } of PATTERNS) {
    const found = pattern.exec(text)
    if (found !== null) return german.replaceAll(/\{(\w)\}/g, (_, name: string) => found.groups?.[name] ?? '')
  }
  return SAME.test(text) ? text : null
}

/** null: a part of it has no row. */
export function inGerman(text: string): string | null {
  const whole = rowOf(text)
  if (whole !== null) return whole
  const parts = text.split('; ').map(rowOf)
  return parts.includes(null) ? null : parts.join('; ')
}
