/** Every word of the set-up page: one row per key, one column per language. What the checks say comes in every language. */
import type { DeviceRole } from '../../../../devices/roles.ts'
import type { Text } from '../../../procedure/language.ts'
import { language } from '../settings.ts'

const WORDS = {
  title: { en: 'Set up a table', de: 'Tisch einrichten' },
  'word.ask': { en: 'The word from the terminal', de: 'Das Wort aus dem Terminal' },
  'word.hint': {
    en: 'Two groups of four letters and digits, printed where the program was started, or in the log of its service (journalctl).',
    de: 'Zwei Gruppen aus vier Buchstaben und Ziffern; sie stehen dort, wo das Programm gestartet wurde, oder im Protokoll seines Dienstes (journalctl).',
  },
  'word.enter': { en: 'Enter', de: 'Weiter' },
  'word.wrong': { en: 'That is not the word. Tries left: {n}.', de: 'Das ist nicht das Wort. Verbleibende Versuche: {n}.' },
  'word.renewed': {
    en: 'That was not the word. A new one has been printed in the terminal; it is taken in ten seconds.',
    de: 'Das war nicht das Wort. Im Terminal steht ein neues; es gilt in zehn Sekunden.',
  },
  'word.wait': { en: 'Too many tries. Wait ten seconds.', de: 'Zu viele Versuche. Warten Sie zehn Sekunden.' },
  'word.taken': {
    en: 'Another browser has taken over. To go on here, enter the newest word from the terminal.',
    de: 'Ein anderer Browser hat übernommen. Um hier weiterzumachen, geben Sie das neueste Wort aus dem Terminal ein.',
  },
  away: {
    en: 'The program does not answer. If it was stopped, start it again.',
    de: 'Das Programm antwortet nicht. Falls es beendet wurde, starten Sie es wieder.',
  },
  steps: { en: 'Steps', de: 'Schritte' },
  'step.devices': { en: 'Devices', de: 'Geräte' },
  'step.spots': { en: 'Spots', de: 'Felder' },
  'step.house': { en: 'House and limits', de: 'Haus und Limits' },
  'step.broker': { en: 'Broker', de: 'Broker' },
  'step.users': { en: 'Users', de: 'Benutzer' },
  'step.check': { en: 'Check and start', de: 'Prüfen und starten' },
  'step.open': { en: 'open', de: 'offen' },
  'step.done': { en: 'done', de: 'fertig' },
  resumed: {
    en: 'This is what was typed before and not yet written.',
    de: 'Das hier wurde schon eingegeben und noch nicht geschrieben.',
  },
  afresh: { en: 'Begin again from the file', de: 'Neu beginnen mit der Datei' },
  next: { en: 'Save and go on', de: 'Speichern und weiter' },
  save: { en: 'Save', de: 'Speichern' },

  'devices.intro': {
    en: 'Plug the devices in and listen at their ports. A device that says who it is gets its place by itself.',
    de: 'Stecken Sie die Geräte ein und hören Sie ihre Anschlüsse ab. Ein Gerät, das sagt, wer es ist, bekommt seinen Platz von selbst.',
  },
  'devices.bound': { en: 'Devices of the table', de: 'Geräte des Tisches' },
  'devices.none': {
    en: 'None yet. A table needs a shoe and at least one board of spots.',
    de: 'Noch keine. Ein Tisch braucht einen Schlitten und mindestens ein Feldgerät.',
  },
  'devices.remove': { en: 'Remove', de: 'Entfernen' },
  'devices.ports': { en: 'Ports', de: 'Anschlüsse' },
  'devices.again': { en: 'Look for ports again', de: 'Anschlüsse neu suchen' },
  'devices.no-ports': {
    en: 'This computer shows no serial port with a device.',
    de: 'Dieser Rechner zeigt keinen seriellen Anschluss mit Gerät.',
  },
  'devices.listen': { en: 'Listen', de: 'Abhören' },
  'devices.listen-all': { en: 'Listen at all ports ({n})', de: 'Alle Anschlüsse abhören ({n})' },
  'devices.listening': { en: 'Listening: {what}', de: 'Hört: {what}' },
  'devices.add': { en: 'Another port or serial server', de: 'Weiterer Anschluss oder serieller Server' },
  'devices.add.hint': {
    en: '/dev/ttyUSB0, or tcp://10.0.0.7:4001 for a serial server',
    de: '/dev/ttyUSB0, oder tcp://10.0.0.7:4001 für einen seriellen Server',
  },
  'devices.driver': { en: 'Driver', de: 'Treiber' },
  'devices.is': { en: '{serial}: {role}', de: '{serial}: {role}' },
  'devices.silent': {
    en: 'It does not say who it is. If you know, take it as the shoe:',
    de: 'Es sagt nicht, wer es ist. Wenn Sie es wissen, nehmen Sie es als Schlitten:',
  },
  'devices.serial': { en: 'Serial number (empty: it has none)', de: 'Seriennummer (leer: es hat keine)' },
  'devices.cards': { en: 'Card file, if its cards have tags', de: 'Kartendatei, falls die Karten Tags haben' },
  'devices.take': { en: 'Take it as the shoe', de: 'Als Schlitten nehmen' },
  'role.shoe': { en: 'shoe', de: 'Schlitten' },
  'role.spots': { en: 'spots', de: 'Felder' },
  'role.pointer': { en: 'pointer', de: 'Zeiger' },
  'role.badge': { en: 'badge reader', de: 'Ausweisleser' },
  'role.key': { en: 'keys', de: 'Tasten' },
  'role.peek': { en: 'hole card reader', de: 'Leser der verdeckten Karte' },
  'role.discards': { en: 'discard reader', de: 'Leser der Ablage' },
  'role.shuffler': { en: 'shuffler', de: 'Mischmaschine' },

  'spots.intro': {
    en: 'How many boxes are there, and which areas of each have a sensor? Try it with a chip: that fills in both fields, and finds swapped sensors. Or fill them in yourself.',
    de: 'Wie viele Boxen gibt es, und welche Bereiche jeder Box haben einen Sensor? Probieren Sie es mit einem Jeton: das füllt beide Felder aus und findet vertauschte Sensoren. Oder füllen Sie sie selbst aus.',
  },
  'spots.start': { en: 'Try {name} with a chip', de: '{name} mit einem Jeton prüfen' },
  'spots.put': { en: 'Put a chip on box {n}', de: 'Legen Sie einen Jeton auf Box {n}' },
  'spots.told': {
    en: 'The board names {n} spots: {boxes} boxes with {areas}.',
    de: 'Das Gerät nennt {n} Felder: {boxes} Boxen mit {areas}.',
  },
  'spots.put.hint': {
    en: 'On its main spot; afterwards on its other areas, if it has any.',
    de: 'Auf das Hauptfeld; danach auf die anderen Bereiche, falls es welche gibt.',
  },
  'spots.skip': { en: 'Nothing comes: next box', de: 'Nichts kommt: nächste Box' },
  'spots.all': {
    en: 'Every box has been asked. Touch other areas now, such as insurance, or end here.',
    de: 'Alle Boxen sind gefragt. Berühren Sie jetzt andere Bereiche, etwa Versicherung, oder beenden Sie hier.',
  },
  'spots.end': { en: 'End, and use what answered', de: 'Beenden und übernehmen, was geantwortet hat' },
  'spots.right': { en: '{spot} answered', de: '{spot} hat geantwortet' },
  'spots.wrong': {
    en: 'Box {n} was asked and {spot} answered: if you touched box {n}, its sensor has the wrong number or cable',
    de: 'Gefragt war Box {n}, geantwortet hat {spot}: falls Sie Box {n} berührt haben, ist der Sensor falsch nummeriert oder verkabelt',
  },
  'spots.none': {
    en: 'Bind a device with spots first, or say below what the table has.',
    de: 'Geben Sie zuerst einem Feldgerät seinen Platz, oder sagen Sie unten, was der Tisch hat.',
  },

  'house.intro': {
    en: 'Amounts are in {currency}, as on the sign of the table: 10.00.',
    de: 'Beträge in {currency}, wie auf dem Schild am Tisch: 10.00.',
  },
  'house.understood': { en: 'Understood so far', de: 'So verstanden' },
  'house.chips': { en: 'Take the chips that lay on the spots: {chips}', de: 'Die Jetons nehmen, die auf den Feldern lagen: {chips}' },
  'house.more': { en: 'More settings', de: 'Weitere Einstellungen' },
  'house.units': {
    en: 'Is that what the sign of the table says? The file counts in the smallest unit; on this page write whole {currency} with decimals, 10.00.',
    de: 'Steht es so auf dem Schild am Tisch? Die Datei zählt in der kleinsten Einheit; schreiben Sie hier {currency} mit Nachkommastellen, 10.00.',
  },
  'house.confirm': { en: 'Yes, leave it so', de: 'Ja, so lassen' },

  'broker.intro': {
    en: 'The table reports over MQTT. Without a broker of your own, the program runs one for this computer.',
    de: 'Der Tisch meldet über MQTT. Ohne eigenen Broker betreibt das Programm einen für diesen Rechner.',
  },
  'broker.embedded': { en: 'The one in the program, for this computer only', de: 'Der im Programm, nur für diesen Rechner' },
  'broker.own': { en: 'A broker of ours', de: 'Ein eigener Broker' },
  'broker.try': { en: 'Save and try it', de: 'Speichern und ausprobieren' },
  'broker.trying': { en: 'Trying the broker', de: 'Der Broker wird ausprobiert' },
  'broker.password': { en: 'Password', de: 'Passwort' },
  'broker.password.hint': {
    en: 'Kept in a file of its own that only the program may read.',
    de: 'Liegt in einer eigenen Datei, die nur das Programm lesen darf.',
  },
  'broker.password.kept': { en: 'A password has been given.', de: 'Ein Passwort ist angegeben.' },

  'users.intro': {
    en: 'Who may give commands, such as a ruling. Everybody may watch. Without users, names are only claimed and shown as unverified.',
    de: 'Wer Anweisungen geben darf, etwa eine Entscheidung. Zusehen darf jeder. Ohne Benutzer werden Namen nur behauptet und als ungeprüft gezeigt.',
  },
  'users.broker': {
    en: 'Your broker has its own users. The access rules for them are written to mosquitto.acl beside the configuration.',
    de: 'Ihr Broker hat eigene Benutzer. Die Zugriffsregeln dafür stehen in mosquitto.acl neben der Konfiguration.',
  },
  'users.name': { en: 'Name', de: 'Name' },
  'users.name.hint': { en: 'a-z, 0-9 and -', de: 'a-z, 0-9 und -' },
  'users.password': { en: 'Password, at least 8 characters', de: 'Passwort, mindestens 8 Zeichen' },
  'users.again': { en: 'The password once more', de: 'Das Passwort noch einmal' },
  'users.replace': { en: 'Replace the password of {name}', de: 'Das Passwort von {name} ersetzen' },
  'users.wrong-again': { en: 'The two passwords differ.', de: 'Die beiden Passwörter sind verschieden.' },
  'users.add': { en: 'Add another', de: 'Weiteren hinzufügen' },
  'users.wrong-name': {
    en: 'A name has 1 to 32 characters: a-z, 0-9 and -.',
    de: 'Ein Name hat 1 bis 32 Zeichen: a-z, 0-9 und -.',
  },
  'users.wrong-password': { en: 'The password is too short.', de: 'Das Passwort ist zu kurz.' },
  'users.none': { en: 'No users', de: 'Keine Benutzer' },

  'check.intro': {
    en: 'Folders, devices and broker are tried once more. If every line has its tick, write the configuration: the table then starts.',
    de: 'Ordner, Geräte und Broker werden noch einmal geprüft. Wenn jede Zeile ihren Haken hat, schreiben Sie die Konfiguration; dann startet der Tisch.',
  },
  'check.problems': { en: 'Still to do', de: 'Noch zu tun' },
  'check.walk': { en: 'Check again', de: 'Noch einmal prüfen' },
  'check.walking': { en: 'Checking, some seconds', de: 'Prüfung läuft, einige Sekunden' },
  'check.write': { en: 'Write it and start the table', de: 'Schreiben und Tisch starten' },
  'check.folders': { en: 'Folders', de: 'Ordner' },
  'rung.ok': { en: 'in order', de: 'in Ordnung' },
  'rung.warning': { en: 'warning', de: 'Warnung' },
  'rung.failed': { en: 'failed', de: 'misslungen' },
  'rung.not reached': { en: 'not reached', de: 'nicht erreicht' },
  'check.file': { en: 'The file as it will be written', de: 'Die Datei, wie sie geschrieben wird' },
  'check.starting': { en: 'Written. The table starts.', de: 'Geschrieben. Der Tisch startet.' },
  'check.running': { en: 'The table runs.', de: 'Der Tisch läuft.' },
  'check.display': { en: 'Open the pit display', de: 'Pit-Anzeige öffnen' },
  'check.failed': {
    en: 'The configuration is written, but the table did not start: {why}',
    de: 'Die Konfiguration ist geschrieben, aber der Tisch ist nicht gestartet: {why}',
  },
  'check.former': { en: 'The former file is {file}.', de: 'Die vorige Datei ist {file}.' },
  'check.despite.file': {
    en: 'The table works with the file that is there; with this one it may not. The former one is kept beside it.',
    de: 'Mit der vorhandenen Datei läuft der Tisch; mit dieser läuft er vielleicht nicht. Die vorige bleibt daneben liegen.',
  },
  'check.despite.new': { en: 'The table may not work with this.', de: 'Damit läuft der Tisch vielleicht nicht.' },
  'check.despite': { en: 'Write it all the same', de: 'Trotzdem schreiben' },
  'problem.allowed': { en: 'allowed: {what}', de: 'erlaubt: {what}' },
  'field.usual': { en: 'default: {what}', de: 'Standard: {what}' },
  'field.open': { en: 'Still to be filled in.', de: 'Noch auszufüllen.' },
  'field.choose': { en: 'choose', de: 'bitte wählen' },

  boxes: { en: 'Boxes', de: 'Boxen' },
  spots: { en: 'Areas with sensors', de: 'Bereiche mit Sensoren' },
  chipEvidence: { en: 'What the sensors follow', de: 'Was die Sensoren verfolgen' },
  property: { en: 'Casino', de: 'Casino' },
  pit: { en: 'Pit', de: 'Pit' },
  table: { en: 'Table', de: 'Tisch' },
  house: { en: 'House rules', de: 'Hausregeln' },
  currency: { en: 'Currency', de: 'Währung' },
  'limits.min': { en: 'Minimum bet', de: 'Mindesteinsatz' },
  'limits.max': { en: 'Maximum bet', de: 'Höchsteinsatz' },
  'limits.unit': { en: 'In steps of', de: 'In Schritten von' },
  'limits.boxMax': { en: 'Maximum of a box', de: 'Höchsteinsatz einer Box' },
  'limits.sideMin': { en: 'Minimum side bet', de: 'Mindest-Nebenwette' },
  'limits.sideMax': { en: 'Maximum side bet', de: 'Höchst-Nebenwette' },
  'limits.sideUnit': { en: 'Side bets in steps of', de: 'Nebenwetten in Schritten von' },
  chips: { en: 'Chip values', de: 'Jetonwerte' },
  shuffler: { en: 'Dealt from', de: 'Gegeben aus' },
  'broker.port': { en: 'Port of the broker', de: 'Port des Brokers' },
  'display.port': { en: 'Port of the display', de: 'Port der Anzeige' },
  'mqtt.url': { en: 'Address', de: 'Adresse' },
  'mqtt.protocol': { en: 'Protocol', de: 'Protokoll' },
  'mqtt.username': { en: 'Login name', de: 'Anmeldename' },
  'mqtt.ca': { en: 'Certificate of the authority', de: 'Zertifikat der Ausgabestelle' },
  'mqtt.cert': { en: "The table's certificate", de: 'Zertifikat des Tisches' },
  'mqtt.key': { en: 'Its key', de: 'Sein Schlüssel' },
  'mqtt.allowPlainPassword': { en: 'Password without encryption', de: 'Passwort unverschlüsselt' },
} as const satisfies { readonly [key: string]: Text } & { readonly [role in DeviceRole as `role.${role}`]: Text }

export type Word = keyof typeof WORDS

export function say(key: Word, filled: { readonly [name: string]: string | number } = {}): string {
  return WORDS[key][language.value].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(filled[name] ?? ''))
}

/** The name of a key of the configuration; one without a row here is told as the file has it. */
export const nameOf = (key: string): string => (key in WORDS ? say(key as Word) : key)
export const roleOf = (role: string): string => (`role.${role}` in WORDS ? say(`role.${role}` as Word) : role)
/** What the checks of the configuration say. */
export const tell = (text: Text): string => text[language.value]
