/** What can be wrong with a configuration: every fault's code, with its words. They complete the name of a key: `limits.min is missing`. */

import { catalog } from '../../words/catalog.ts'
import { saying } from '../../words/text.ts'

const SECRETS = {
  en: 'secrets do not belong in this file, because it is copied and logged',
  de: 'Geheimes gehört nicht in diese Datei, weil sie kopiert und protokolliert wird',
}

export const WRONG = {
  // The file as a whole.
  unreadable: { en: 'cannot be read ({code})', de: 'ist nicht lesbar ({code})' },
  'unreadable-because': { en: 'cannot be read ({code}): {why}', de: 'ist nicht lesbar ({code}): {why}' },
  'not-utf8': { en: 'is not UTF-8 text', de: 'ist kein Text in UTF-8' },
  'too-large': { en: 'is too large for a configuration file', de: 'ist zu groß für eine Konfiguration' },
  empty: { en: 'is empty', de: 'ist leer' },
  alias: { en: 'is a YAML alias, which is not supported', de: 'ist ein Alias in YAML, und die gibt es hier nicht' },
  yaml: { en: 'is not valid YAML: {what}', de: 'ist kein gültiges YAML: {what}' },
  'of-the-book': {
    en: 'is the configuration of the book, not of a table',
    de: 'ist die Konfiguration des Buchs, nicht die eines Tisches',
  },
  'outside-tables': { en: 'is outside the list `tables`', de: 'steht außerhalb der Liste `tables`' },
  'no-tables': { en: 'is not a list of tables', de: 'ist keine Liste von Tischen' },

  // One key.
  missing: { en: 'is missing', de: 'fehlt' },
  'no-value': { en: 'has no value', de: 'hat keinen Wert' },
  'no-group': { en: 'is not a group of keys', de: 'ist keine Gruppe von Schlüsseln' },
  'no-list': { en: 'is not a list', de: 'ist keine Liste' },
  'no-number': { en: 'is not a number', de: 'ist keine Zahl' },
  'no-integer': { en: 'is not a whole number', de: 'ist keine ganze Zahl' },
  'no-text': { en: 'is not text', de: 'ist kein Text' },
  'no-boolean': { en: 'is not true or false', de: 'ist weder true noch false' },
  'no-kind': { en: 'is not a {kind}', de: 'ist nicht von dieser Art: {kind}' },
  'entry-count': { en: 'has too few or too many entries', de: 'hat zu wenige oder zu viele Einträge' },
  'text-length': { en: 'is too short or too long', de: 'ist zu kurz oder zu lang' },
  range: { en: 'is out of range', de: 'liegt außerhalb des Bereichs' },
  'unknown-value': { en: 'is not a known value', de: 'ist kein bekannter Wert' },
  format: { en: 'is not in the right format', de: 'hat nicht die richtige Form' },
  refused: { en: 'is not allowed', de: 'ist nicht erlaubt' },
  'unknown-key': { en: 'is not a known key', de: 'ist kein bekannter Schlüssel' },
  secret: {
    en: 'is a secret, which does not belong in this file, because the file is copied and logged',
    de: 'ist geheim und gehört nicht in diese Datei, weil sie kopiert und protokolliert wird',
  },
  twice: { en: 'is already in the list', de: 'steht schon in der Liste' },
  'no-effect-alone': { en: 'has no effect without {other}', de: 'wirkt nicht ohne {other}' },

  // Limits and spots.
  greater: { en: 'is greater than {other}', de: 'ist größer als {other}' },
  'no-multiple': {
    en: 'is not a multiple of {unit}, so no bet can reach it exactly',
    de: 'ist kein Vielfaches {unit}, also erreicht kein Einsatz es genau',
  },
  'no-main': {
    en: 'does not include main, without which no bet is seen',
    de: 'enthält main nicht, und ohne main ist kein Einsatz zu sehen',
  },

  // Devices.
  'same-key': { en: 'is already the key of another device', de: 'ist schon der Schlüssel eines anderen Geräts' },
  'same-name': { en: 'is already the name of another device', de: 'ist schon der Name eines anderen Geräts' },
  'same-port': { en: 'is already the port of another device', de: 'ist schon der Anschluss eines anderen Geräts' },
  'same-serial': { en: 'is already the serial number of another device', de: 'ist schon die Seriennummer eines anderen Geräts' },
  'same-spot': { en: 'is already the spot of another antenna', de: 'ist schon das Feld einer anderen Antenne' },
  'second-shoe': { en: 'is a second shoe', de: 'ist ein zweiter Schlitten' },
  'second-pointer': { en: 'is a second pointer', de: 'ist ein zweiter Zeiger' },
  'second-badge': { en: 'is a second reader of badges', de: 'ist ein zweiter Ausweisleser' },
  'second-key': { en: 'is a second device with keys', de: 'ist ein zweites Gerät mit Tasten' },
  'second-peek': { en: 'is a second reader of the hole card', de: 'ist ein zweiter Leser der verdeckten Karte' },
  'second-discards': { en: 'is a second reader of the discards', de: 'ist ein zweiter Leser der Ablage' },
  'second-shuffler': { en: 'is a second shuffler', de: 'ist eine zweite Mischmaschine' },
  'no-shoe': { en: 'has no device with the role shoe', de: 'ohne einen Schlitten' },
  'no-spots': { en: 'has no device with the role spots', de: 'ohne ein Feldgerät' },
  'serial-unsaid': {
    en: 'is never reported: a {driver} has no serial number and is known by its port',
    de: 'wird nie gemeldet: ein {driver} hat keine Seriennummer und wird am Anschluss erkannt',
  },
  'serial-missing': {
    en: 'is missing: this device has one, and is recognised by it',
    de: 'fehlt: dieses Gerät hat eine und wird an ihr erkannt',
  },
  'key-unproven': {
    en: 'has no effect: a {driver} cannot prove that it has a key',
    de: 'wirkt nicht: ein {driver} kann nicht beweisen, dass er einen Schlüssel hat',
  },
  'card-file-unused': {
    en: 'has no effect: a {driver} says the cards themselves',
    de: 'wirkt nicht: ein {driver} nennt die Karten selbst',
  },
  'chip-file-unused': {
    en: 'has no effect: a {driver} reads no tags of chips',
    de: 'wirkt nicht: ein {driver} liest keine Marken von Jetons',
  },
  'badge-file-unused': { en: 'has no effect: a {driver} reads no badges', de: 'wirkt nicht: ein {driver} liest keine Ausweise' },
  'card-file-missing': {
    en: 'is missing: a {driver} reads tags, and only a file says which card has which',
    de: 'fehlt: ein {driver} liest Marken, und nur eine Datei sagt, welche Karte welche hat',
  },
  'chip-file-missing': {
    en: 'is missing: a {driver} reads tags, and only a file says which chip has which',
    de: 'fehlt: ein {driver} liest Marken, und nur eine Datei sagt, welcher Jeton welche hat',
  },
  'badge-file-missing': {
    en: 'is missing: a {driver} reads tags, and only a file says which dealer has which',
    de: 'fehlt: ein {driver} liest Marken, und nur eine Datei sagt, welcher Croupier welche hat',
  },
  'antennas-unused': { en: 'has no effect: a {driver} says the spots itself', de: 'wirkt nicht: ein {driver} nennt die Felder selbst' },
  'antennas-missing': {
    en: 'is missing: only the configuration says which spot an antenna of a {driver} senses',
    de: 'fehlt: nur die Konfiguration sagt, welches Feld eine Antenne eines {driver} erfasst',
  },
  'no-antenna': { en: 'is an antenna that a {driver} does not have', de: 'ist eine Antenne, die ein {driver} nicht hat' },
  'no-box': { en: 'is in a box that the table does not have', de: 'liegt in einer Box, die der Tisch nicht hat' },
  'no-driver': { en: 'is not a known driver', de: 'ist kein bekannter Treiber' },
  'driver-role': { en: 'does not support the role {role}', de: 'kann die Rolle {role} nicht' },
  'address-part': {
    en: 'is not a whole address: it needs a host and a port, and nothing else',
    de: 'ist keine ganze Adresse: sie braucht einen Rechner und einen Port und sonst nichts',
  },
  'address-url': {
    en: 'looks like a URL, but the only one a device can have is tcp://host:port',
    de: 'sieht aus wie eine URL; ein Gerät kann aber nur tcp://RECHNER:PORT haben',
  },
  'address-bare': { en: 'is not a path; did you mean tcp://{place}?', de: 'ist kein Pfad; meinten Sie tcp://{place}?' },

  // The broker and the display.
  'url-and-urls': { en: 'cannot be used together with url', de: 'geht nicht zusammen mit url' },
  'no-broker': { en: 'does not name a broker', de: 'nennt keinen Broker' },
  unencrypted: { en: 'has no effect: the connection is not encrypted', de: 'wirkt nicht: die Verbindung ist nicht verschlüsselt' },
  'password-open': {
    en: 'would send the password to {hosts} unencrypted, where everybody on the network can read it',
    de: 'würde das Passwort unverschlüsselt an {hosts} senden, wo jeder im Netz es lesen kann',
  },
  'mixed-encryption': {
    en: 'is not encrypted, but another address is: whenever that one fails, cards and passwords would go out here unencrypted',
    de: 'ist nicht verschlüsselt, eine andere Adresse schon: sooft jene ausfällt, gingen Karten und Passwörter hier unverschlüsselt hinaus',
  },
  'broker-has-users': {
    en: 'has no effect together with mqtt: that broker has its own users',
    de: 'wirkt nicht zusammen mit mqtt: jener Broker hat eigene Benutzer',
  },
  'second-nobody': {
    en: 'has no effect: at the embedded broker without users, a name is only claimed',
    de: 'wirkt nicht: am Broker im Programm ohne Benutzer ist ein Name nur angegeben',
  },
  'kiosk-open': {
    en: 'has no effect: at the embedded broker everybody may watch',
    de: 'wirkt nicht: am Broker im Programm darf jeder zusehen',
  },
  'insecure-unused': { en: 'has no effect: the display is encrypted', de: 'wirkt nicht: die Anzeige ist verschlüsselt' },
  'display-port': { en: 'is the port of the display', de: 'ist der Port der Anzeige' },
  'no-url': { en: 'is not a valid URL', de: 'ist keine gültige Adresse' },
  'url-login': { en: `contains a login: ${SECRETS.en}`, de: `enthält eine Anmeldung: ${SECRETS.de}` },
  scheme: { en: 'is not a supported scheme', de: 'beginnt nicht wie eine solche Adresse' },
  'no-host': { en: 'does not name a host', de: 'nennt keinen Rechner' },

  // Several tables.
  'same-topics': { en: 'gives the same topics as another table', de: 'ergibt dieselben Topics wie ein anderer Tisch' },
  'same-journal': { en: 'is already the journal of another table', de: 'ist schon das Journal eines anderen Tisches' },
  'same-signing-key': { en: 'is already the signing key of another table', de: 'ist schon der Signaturschlüssel eines anderen Tisches' },
  'other-users': {
    en: 'differs from the first table that uses the embedded broker',
    de: 'ist anders als beim ersten Tisch am Broker im Programm',
  },
  'same-port-elsewhere': {
    en: 'is already the port of a device of another table',
    de: 'ist schon der Anschluss eines Geräts an einem anderen Tisch',
  },
} as const

export const wrong = saying(WRONG)

/** What can be wrong with a file that a configuration names. */
export const WRONG_FILE = {
  'mode-open': {
    en: 'can be read or changed by users other than its owner ({path} has mode {mode}): chmod 600 {named}',
    de: 'können andere als der Besitzer lesen oder ändern ({path} hat die Rechte {mode}): chmod 600 {named}',
  },
  'no-folder': { en: 'is not a folder ({path})', de: 'ist kein Ordner ({path})' },
  'key-in-folder': { en: 'has a signing key that {fault}', de: 'hat einen Signaturschlüssel: den {fault}' },
  'no-file': { en: 'is not a file ({path})', de: 'ist keine Datei ({path})' },
  'empty-file': { en: 'is empty ({path})', de: 'ist leer ({path})' },
  'large-file': { en: 'is larger than {bytes} bytes ({path})', de: 'ist größer als {bytes} Bytes ({path})' },
  absent: { en: 'does not exist (looked for {path})', de: 'gibt es nicht (gesucht: {path})' },
  'unreadable-file': { en: 'cannot be read ({code}: {path})', de: 'ist nicht lesbar ({code}: {path})' },
  'no-password': { en: 'contains no password ({path})', de: 'enthält kein Passwort ({path})' },
  'no-certificate': { en: 'contains no certificate in PEM format ({path})', de: 'enthält kein Zertifikat im Format PEM ({path})' },
  'no-authority': {
    en: 'contains only certificates that cannot sign others ({path})',
    de: 'enthält nur Zertifikate, die keine anderen ausstellen dürfen ({path})',
  },
  'no-key': {
    en: 'contains no private key in PEM format without a password ({path})',
    de: 'enthält keinen privaten Schlüssel im Format PEM ohne Passwort ({path})',
  },
  'other-key': { en: 'does not belong to the certificate ({path})', de: 'gehört nicht zum Zertifikat ({path})' },
  'no-device-key': {
    en: 'does not contain exactly {count} hexadecimal digits ({path})',
    de: 'enthält nicht genau {count} hexadezimale Ziffern ({path})',
  },
  tags: { en: '{fault} ({path})', de: '{fault} ({path})' },
  language: { en: '{fault} ({path})', de: '{fault} ({path})' },
  users: { en: 'is not a list of users ({path}): {fault}', de: 'ist keine Liste von Benutzern ({path}): {fault}' },

  // Of a list of names with their hashes.
  'hashes-long': { en: 'it is longer than {most} characters', de: 'sie ist länger als {most} Zeichen' },
  'hashes-yaml': { en: 'it is not valid YAML', de: 'sie ist kein gültiges YAML' },
  'hashes-list': { en: 'it is not a list of names with their hashes', de: 'sie ist keine Liste von Namen mit Prüfwerten' },
  'hashes-many': { en: 'it has more than {most} users', de: 'sie hat mehr als {most} Benutzer' },
  'user-name': {
    en: '{name} is not a valid user name (a-z, 0-9 and -, 1 to 32 characters)',
    de: '{name} ist kein gültiger Benutzername (a-z, 0-9 und -, 1 bis 32 Zeichen)',
  },
  'no-hash': {
    en: '{name} has no password hash; npm run users -- add {name} creates one',
    de: '{name} hat keinen Prüfwert eines Passworts; npm run users -- add {name} erzeugt einen',
  },
  'no-token-hash': {
    en: '{name} has no hash of a token; npm run users -- token {name} creates one',
    de: '{name} hat keinen Prüfwert eines Tokens; npm run users -- token {name} erzeugt einen',
  },

  // Of a file of tags.
  'tags-yaml': { en: 'is no {noun} file: {why}', de: 'ist keine Datei dieser Art ({noun}): {why}' },
  'at-line': { en: 'line {line} {problem}', de: 'Zeile {line} {problem}' },
  'tags-none': { en: 'has no {noun}s', de: 'hat keinen Eintrag ({noun})' },
  'tags-name': { en: 'names a {noun} {name} in line {line}: {hint}', de: 'nennt in Zeile {line} {name} ({noun}): {hint}' },
  'tags-list': {
    en: 'has no list of tags for {name} in line {line}: write {example}',
    de: 'hat in Zeile {line} keine Liste von Marken für {name}: schreiben Sie {example}',
  },
  'tags-tag': {
    en: 'has something that is no tag for {name} in line {line}: 3 to 64 letters and digits',
    de: 'hat in Zeile {line} bei {name} etwas, was keine Marke ist: 3 bis 64 Buchstaben und Ziffern',
  },
  'tags-twice': {
    en: 'has the tag {tag} twice, for {other} and for {name}, in line {line}',
    de: 'hat in Zeile {line} die Marke {tag} zum zweiten Mal, für {other} und für {name}',
  },
  'tags-many': { en: 'has more than {most} tags', de: 'hat mehr als {most} Marken' },
  'hint-card': { en: 'write rank and suit, such as KS or TH', de: 'schreiben Sie Wert und Farbe, etwa KS oder TH' },
  'hint-chip': {
    en: 'write its value in minor units, such as 500 for 5.00, or FB for the lammer',
    de: 'schreiben Sie den Wert in kleinsten Einheiten, etwa 500 für 5,00, oder FB für den Lammer',
  },
  'hint-dealer': {
    en: 'write the id of a dealer, 1 to 64 letters, digits, _ . -',
    de: 'schreiben Sie die Kennung eines Croupiers, 1 bis 64 Buchstaben, Ziffern, _ . -',
  },
} as const

export const wrongFile = saying(WRONG_FILE)
catalog('config', { key: WRONG, file: WRONG_FILE })
