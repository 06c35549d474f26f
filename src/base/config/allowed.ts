/** What a value may be: the second half of every fault, and the forms and ranges of the settings. */

import { catalog } from '../../words/catalog.ts'
import { saying } from '../../words/text.ts'

/** Kinds of values. */
export const FORMS = {
  text: { en: 'text', de: 'Text' },
  word: { en: 'word', de: 'Wort' },
  path: { en: 'path', de: 'Pfad' },
  URL: { en: 'URL', de: 'Adresse' },
  number: { en: 'number', de: 'Zahl' },
  group: { en: 'group', de: 'Gruppe' },
  'whole number': { en: 'whole number', de: 'ganze Zahl' },
  'true or false': { en: 'true or false', de: 'true oder false' },
  'path or address': { en: 'path or address', de: 'Pfad oder Adresse' },
  'spots by antennas': { en: 'spots by antennas', de: 'Felder nach Antennen' },
  'list of paths': { en: 'list of paths', de: 'Liste von Pfaden' },
  'list of words': { en: 'list of words', de: 'Liste von Wörtern' },
  'list of URLs': { en: 'list of URLs', de: 'Liste von Adressen' },
  'list of groups': { en: 'list of groups', de: 'Liste von Gruppen' },
  'list of whole numbers': { en: 'list of whole numbers', de: 'Liste ganzer Zahlen' },
  'list of host names': { en: 'list of host names', de: 'Liste von Rechnernamen' },
  'list of origins': { en: 'list of origins', de: 'Liste von Ursprüngen' },
  'Ed25519 public key in base64 (DER)': { en: 'Ed25519 public key in base64 (DER)', de: 'öffentlicher Schlüssel Ed25519 in Base64 (DER)' },
} as const

export const UNITS = {
  'minor units': { en: 'minor units', de: 'kleinste Einheiten' },
  ms: { en: 'ms', de: 'ms' },
  days: { en: 'days', de: 'Tage' },
  'MB (a million bytes)': { en: 'MB (a million bytes)', de: 'MB (eine Million Bytes)' },
  'false alarms per shoe': { en: 'false alarms per shoe', de: 'falsche Alarme je Schlitten' },
} as const

export const RANGES = {
  numbers: { en: '{low} to {high}', de: '{low} bis {high}' },
  id: { en: 'a-z, 0-9 and -, 1 to 32 characters', de: 'a-z, 0-9 und -, 1 bis 32 Zeichen' },
  path: {
    en: 'relative to the configuration file, 1 to 4096 characters',
    de: 'relativ zur Konfiguration, 1 bis 4096 Zeichen',
  },
  text: { en: '1 to {most} characters', de: '1 bis {most} Zeichen' },
  url: {
    en: 'mqtt://, mqtts://, ws:// or wss://, without user or password',
    de: 'mqtt://, mqtts://, ws:// oder wss://, ohne Benutzer und Passwort',
  },
  port: { en: 'a path as elsewhere, or tcp://host:port', de: 'ein Pfad wie sonst, oder tcp://RECHNER:PORT' },
  serial: { en: 'letters, digits, . _ -, 1 to 32 characters', de: 'Buchstaben, Ziffern, . _ -, 1 bis 32 Zeichen' },
  antennas: { en: '1 to 99: a spot such as 3.main', de: '1 bis 99: ein Feld wie 3.main' },
  protocol: { en: '4 (MQTT 3.1.1) or 5', de: '4 (MQTT 3.1.1) oder 5' },
  hosts: { en: 'up to 16, a-z, 0-9, . and -', de: 'bis zu 16, a-z, 0-9, . und -' },
  web: { en: 'http:// or https://, without user or password', de: 'http:// oder https://, ohne Benutzer und Passwort' },
  currency: { en: 'the three capital letters of a currency in ISO 4217', de: 'die drei Großbuchstaben einer Währung nach ISO 4217' },
  distinct: { en: 'up to {most}, no value twice', de: 'bis zu {most}, kein Wert zweimal' },
  spots: { en: '{spots}; main is required, none twice', de: '{spots}; main muss dabei sein, nichts zweimal' },
  most: { en: 'up to {most}', de: 'bis zu {most}' },
  'pit-table': { en: 'pit and table, as p1/bj07', de: 'Pit und Tisch, wie p1/bj07' },
  fingerprint: { en: '16 hexadecimal digits, as 12ab-34cd-56ef-7890', de: '16 Hexadezimalziffern, wie 12ab-34cd-56ef-7890' },
  'time-of-day': { en: '00:00 to 23:59', de: '00:00 bis 23:59' },
  zone: { en: 'a time zone of the IANA database, as Europe/Berlin', de: 'eine Zeitzone der IANA-Datenbank, wie Europe/Berlin' },
  origins: { en: 'up to 16, as http://pit:8080', de: 'bis zu 16, wie http://pit:8080' },
} as const

export const range = saying(RANGES)

/** A URL of a book or a broker, and where its login belongs. */
const TO_BROKER = {
  en: 'mqtt://host, mqtts://host, ws://host or wss://host',
  de: 'mqtt://RECHNER, mqtts://RECHNER, ws://RECHNER oder wss://RECHNER',
}
const TO_BOOK = { en: 'http://host:port or https://host:port', de: 'http://RECHNER:PORT oder https://RECHNER:PORT' }

export const ALLOWED = {
  // The file as a whole.
  'as-example': { en: 'YAML as in {example}', de: 'YAML wie in {example}' },
  'file-as-example': { en: 'a configuration as in {example}', de: 'eine Konfiguration wie in {example}' },
  'or-the-book': {
    en: 'a configuration as in {example}; the book is started with npm run book -- --config FILE',
    de: 'eine Konfiguration wie in {example}; das Buch startet man mit npm run book -- --config FILE',
  },
  'some-file': {
    en: 'a configuration file. Name yours with --config FILE, or begin with the example: cp {example} {file}',
    de: 'eine Konfiguration. Nennen Sie Ihre mit --config FILE, oder beginnen Sie mit dem Beispiel: cp {example} {file}',
  },
  'readable-file': { en: 'a configuration file that this user may read', de: 'eine Konfiguration, die dieser Benutzer lesen darf' },
  utf8: { en: 'a text file in UTF-8', de: 'eine Textdatei in UTF-8' },
  size: { en: 'at most {kb} kB', de: 'höchstens {kb} kB' },
  'written-out': { en: 'every value written out in full where it belongs', de: 'jeder Wert ausgeschrieben, wo er hingehört' },
  'only-tables': {
    en: "only tables at the top level; move this key into each table's entry",
    de: 'ganz außen nur Tische; dieser Schlüssel gehört in den Eintrag jedes Tisches',
  },
  tables: { en: 'a list of 1 to {most} tables', de: 'eine Liste von 1 bis {most} Tischen' },
  'as-in-example': { en: 'keys with values, as in the example', de: 'Schlüssel mit Werten wie im Beispiel' },
  'group-of': { en: 'a group with the keys {keys}', de: 'eine Gruppe mit den Schlüsseln {keys}' },
  'password-file': {
    en: 'mqtt.passwordFile: the path of a file that only this process may read',
    de: 'mqtt.passwordFile: der Pfad einer Datei, die nur dieser Prozess lesen darf',
  },

  // Limits and spots.
  'at-most': { en: 'at most {most}', de: 'höchstens {most}' },
  multiple: { en: 'a multiple of {unit}', de: 'ein Vielfaches von {unit}' },
  'chips-once': { en: 'each chip value once', de: 'jeder Jetonwert einmal' },
  'areas-once': { en: 'each area once', de: 'jeder Bereich einmal' },
  'with-main': { en: 'a list that includes main', de: 'eine Liste, die main enthält' },

  // Devices.
  'own-key': { en: 'a different key for each device', de: 'ein eigener Schlüssel für jedes Gerät' },
  'own-name': { en: 'a different name for each device', de: 'ein eigener Name für jedes Gerät' },
  'own-port': { en: 'a different port for each device', de: 'ein eigener Anschluss für jedes Gerät' },
  'own-serial': { en: 'a different serial number for each device', de: 'eine eigene Seriennummer für jedes Gerät' },
  'own-spot': { en: 'a different spot for each antenna', de: 'ein eigenes Feld für jede Antenne' },
  'one-shoe': { en: 'exactly one shoe', de: 'genau ein Schlitten' },
  'one-pointer': { en: 'at most one pointer', de: 'höchstens ein Zeiger' },
  'one-badge': { en: 'at most one reader of badges', de: 'höchstens ein Ausweisleser' },
  'one-key': { en: 'at most one device with keys', de: 'höchstens ein Gerät mit Tasten' },
  'one-peek': { en: 'at most one reader of the hole card', de: 'höchstens ein Leser der verdeckten Karte' },
  'one-discards': { en: 'at most one reader of the discards', de: 'höchstens ein Leser der Ablage' },
  'one-shuffler': { en: 'at most one shuffler', de: 'höchstens eine Mischmaschine' },
  'shoe-and-spots': {
    en: 'one device with the role shoe and at least one with the role spots',
    de: 'ein Schlitten und mindestens ein Feldgerät',
  },
  serial: { en: 'the serial number of the device', de: 'die Seriennummer des Geräts' },
  'left-out': { en: 'a device with this key left out', de: 'ein Gerät ohne diesen Schlüssel' },
  antennas: { en: 'a spot for each antenna, 1 to {most}: { 1: 1.main }', de: 'ein Feld für jede Antenne, 1 bis {most}: { 1: 1.main }' },
  boxes: { en: 'boxes 1 to {most}', de: 'Boxen 1 bis {most}' },
  port: {
    en: 'the path of a serial port, or tcp://host:port of a serial server with a raw TCP socket',
    de: 'der Pfad eines seriellen Anschlusses, oder tcp://RECHNER:PORT eines seriellen Servers mit einfachem TCP',
  },

  // The broker and the display.
  'to-broker': TO_BROKER,
  'to-broker-login': {
    en: `${TO_BROKER.en}; put the login in username and passwordFile`,
    de: `${TO_BROKER.de}; die Anmeldung gehört in username und passwordFile`,
  },
  'to-book': TO_BOOK,
  'to-book-login': {
    en: `${TO_BOOK.en}; readers of the book log in on the display`,
    de: `${TO_BOOK.de}; Leser des Buchs melden sich an der Anzeige an`,
  },
  'url-or-urls': { en: 'either url or urls', de: 'entweder url oder urls' },
  'some-url': {
    en: 'url or urls; leave out the mqtt group to use the embedded broker',
    de: 'url oder urls; ohne die Gruppe mqtt gilt der Broker im Programm',
  },
  together: { en: '{one} together with {other}', de: '{one} zusammen mit {other}' },
  'with-tls': { en: 'together with an mqtts:// or wss:// url', de: 'zusammen mit einer Adresse mqtts:// oder wss://' },
  'tls-or-allowed': {
    en: 'an mqtts:// or wss:// url; or mqtt.allowPlainPassword: true if the network is protected in another way',
    de: 'eine Adresse mqtts:// oder wss://; oder „Passwort unverschlüsselt“, falls das Netz anders geschützt ist',
  },
  'all-or-none': { en: 'mqtts:// or wss:// for every address, or for none', de: 'mqtts:// oder wss:// für jede Adresse oder für keine' },
  'broker-alone': { en: 'broker only without an mqtt group', de: 'broker nur ohne eine Gruppe mqtt' },
  'with-users': { en: 'only together with broker.users or an mqtt group', de: 'nur zusammen mit broker.users oder einer Gruppe mqtt' },
  'with-mqtt': { en: 'only together with an mqtt group', de: 'nur zusammen mit einer Gruppe mqtt' },
  'tls-or-insecure': { en: 'either cert and key, or insecure', de: 'entweder cert und key oder insecure' },
  'other-port': { en: 'another port, or no health group', de: 'ein anderer Port, oder keine Gruppe health' },
  'journal-folder': {
    en: 'a folder in which nobody else can read the signing key; both are created if they do not exist',
    de: 'ein Ordner, in dem niemand sonst den Signaturschlüssel lesen kann; beide entstehen, falls es sie nicht gibt',
  },

  // Files, by what they must be.
  'file-password': { en: 'a file that contains the password', de: 'eine Datei, die das Passwort enthält' },
  'file-authority': {
    en: "a file with the authority's certificate, in PEM format",
    de: 'eine Datei mit dem Zertifikat der Ausgabestelle im Format PEM',
  },
  'file-certificate': {
    en: "a file with the table's certificate, in PEM format",
    de: 'eine Datei mit dem Zertifikat des Tisches im Format PEM',
  },
  'file-key': {
    en: "a file with the certificate's private key, in PEM format, not protected by a password",
    de: 'eine Datei mit dem privaten Schlüssel des Zertifikats im Format PEM, ohne Passwort',
  },
  'file-users': { en: 'a file written by npm run users', de: 'eine Datei, die npm run users geschrieben hat' },
  'file-language': {
    en: 'a language file, JSON as npm run words prints it',
    de: 'eine Sprachdatei, JSON wie npm run words sie ausgibt',
  },
  'language-once': { en: 'each file once', de: 'jede Datei einmal' },
  'file-cards': {
    en: 'a file with a line for each card, `KS: [04a1b2c3d4, 04a1b2c3d5]`, and each tag or code once',
    de: 'eine Datei mit einer Zeile für jede Karte, `KS: [04a1b2c3d4, 04a1b2c3d5]`, und jede Marke und jeder Code einmal',
  },
  'file-chips': {
    en: 'a file with a line for each value of chips in minor units, `500: [E004010012345678, E004010012345679]`, and each tag once',
    de: 'eine Datei mit einer Zeile für jeden Jetonwert in kleinsten Einheiten, `500: [E004010012345678, E004010012345679]`, und jede Marke einmal',
  },
  'file-badges': {
    en: 'a file with a line for each dealer, `d-17: [0A0012D687]`: his id (1 to 64 letters, digits, _ . -) and the numbers of his badges, each once',
    de: 'eine Datei mit einer Zeile für jeden Croupier, `d-17: [0A0012D687]`: seine Kennung (1 bis 64 Buchstaben, Ziffern, _ . -) und die Nummern seiner Ausweise, jede einmal',
  },
  'file-device-key': {
    en: 'a file with 64 hexadecimal digits that only its owner may read (openssl rand -hex 32; chmod 600)',
    de: 'eine Datei mit 64 hexadezimalen Ziffern, die nur ihr Besitzer lesen darf (openssl rand -hex 32; chmod 600)',
  },
  'file-kept': {
    en: 'a file that only its owner may change, and only he and his group may read (mode 600 or 640)',
    de: 'eine Datei, die nur ihr Besitzer ändern und nur er und seine Gruppe lesen dürfen (Rechte 600 oder 640)',
  },

  // Several tables.
  'own-topics': {
    en: 'a combination of property, pit and table that no other table has',
    de: 'property, pit und table zusammen wie an keinem anderen Tisch',
  },
  'own-journal': { en: 'a different directory for each table', de: 'ein eigener Ordner für jeden Tisch' },
  'own-file': { en: 'a different file for each table', de: 'eine eigene Datei für jeden Tisch' },
  'same-port': { en: 'the same port for all tables without an mqtt group', de: 'derselbe Port für alle Tische ohne eine Gruppe mqtt' },
  'same-users': { en: 'the same file for all tables without an mqtt group', de: 'dieselbe Datei für alle Tische ohne eine Gruppe mqtt' },
} as const

export const allowed = saying(ALLOWED)

/** What somebody probably meant, and what a mistake in the text of the file is. */
export const HINTS = {
  mean: { en: 'did you mean {what}?', de: 'meinten Sie {what}?' },
  'wrong-group': { en: 'did you mean {places}? It is in the wrong group', de: 'meinten Sie {places}? Es steht in der falschen Gruppe' },
  'at-margin': { en: '{name} at the left margin', de: '{name} am linken Rand' },
  or: { en: '{one} or {other}', de: '{one} oder {other}' },
  colon: { en: 'a space belongs behind the colon: {text}', de: 'hinter den Doppelpunkt gehört ein Leerzeichen: {text}' },
  comma: {
    en: 'a comma separates entries, so write a number without one: 1000',
    de: 'ein Komma trennt Einträge, also eine Zahl ohne: 1000',
  },
  'of-driver': { en: 'leave it out, the driver knows it', de: 'lassen Sie es weg, der Treiber weiß es' },
  dashes: { en: 'begin each of its entries with "- "', de: 'beginnen Sie jeden Eintrag mit „- “' },
  digits: {
    en: 'write digits only, without a unit, a separator or quotes',
    de: 'nur Ziffern, ohne Einheit, Trennzeichen und Anführungszeichen',
  },
  'digits-minor': {
    en: 'write digits only, without a unit, a separator or quotes: for 10.00 EUR write 1000',
    de: 'nur Ziffern, ohne Einheit, Trennzeichen und Anführungszeichen: für 10,00 EUR also 1000',
  },
  urls: { en: 'several addresses belong under urls', de: 'mehrere Adressen gehören unter urls' },
  quotes: { en: 'put it in quotes if it is meant as text', de: 'in Anführungszeichen, falls es Text sein soll' },
  typographic: {
    en: 'it has typographic quotes: write plain ones, or none',
    de: 'es hat typografische Anführungszeichen: schreiben Sie einfache oder keine',
  },

  'yaml-key-twice': {
    en: 'this key stands in its group twice, and keys must be unique',
    de: 'dieser Schlüssel steht in seiner Gruppe zweimal, und das darf keiner',
  },
  'yaml-tab': { en: 'this line begins with a tab', de: 'diese Zeile beginnt mit einem Tabulator' },
  'yaml-sign': { en: 'the sign between a key and its value is a colon', de: 'zwischen Schlüssel und Wert steht ein Doppelpunkt' },
  'yaml-space': { en: 'a space is missing behind the colon', de: 'hinter dem Doppelpunkt fehlt ein Leerzeichen' },
  'yaml-indent': {
    en: 'this line is indented deeper than the one before it, which already has a value',
    de: 'diese Zeile ist tiefer eingerückt als die vorige, und die hat schon einen Wert',
  },
  'yaml-comma': { en: 'a comma is missing between the entries in { }', de: 'zwischen den Einträgen in { } fehlt ein Komma' },
  'yaml-quote': { en: 'a quote is opened here and not closed', de: 'hier beginnt ein Anführungszeichen, das nirgends endet' },
  'each-key-once': { en: 'each key only once', de: 'jeder Schlüssel nur einmal' },
  'one-document': {
    en: 'one YAML document; list several tables under `tables:`',
    de: 'ein einziges Dokument in YAML; mehrere Tische stehen unter `tables:`',
  },
  'no-tabs': {
    en: 'spaces for indentation: replace each tab by two of them',
    de: 'Leerzeichen zum Einrücken: zwei statt jedes Tabulators',
  },
  'same-column': {
    en: 'keys of one group, which begin in the same column',
    de: 'Schlüssel einer Gruppe, die in derselben Spalte beginnen',
  },
  commas: {
    en: 'commas between the entries: {key}: { min: 1000, max: 50000, unit: 500 }',
    de: 'Kommas zwischen den Einträgen: {key}: { min: 1000, max: 50000, unit: 500 }',
  },
  'both-quotes': { en: 'the same quote at both ends, or none', de: 'dasselbe Anführungszeichen an beiden Enden, oder keines' },
} as const

export const hint = saying(HINTS)
catalog('config-may', { form: FORMS, unit: UNITS, range: RANGES, key: ALLOWED, hint: HINTS })
