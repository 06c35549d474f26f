/** The doctor's words about devices: a row for each code, in every language. Names of steps stand before what was found: `opens: 115200 8N1`. */

import { catalog } from '../../words/catalog.ts'
import { saying } from '../../words/text.ts'

export const DEVICE_WORDS = {
  // What a person waits for.
  'waits-open': { en: 'opens', de: 'öffnet sich' },
  'waits-bytes': { en: 'waiting for data', de: 'wartet auf Daten' },
  'waits-line': { en: 'waiting for a valid line', de: 'wartet auf eine gültige Zeile' },
  'waits-name': { en: '{lines} lines, asking it to identify itself', de: '{lines} Zeilen, fragt, wer es ist' },
  'waits-lines': { en: '{lines} lines', de: '{lines} Zeilen' },
  'waits-events': { en: '{lines} lines, {events} events', de: '{lines} Zeilen, {events} Ereignisse' },
  'waits-cards': { en: '{messages} messages, {cards} cards', de: '{messages} Meldungen, {cards} Karten' },
  unlisted: { en: 'the ports cannot be listed: {why}{todo}', de: 'die Anschlüsse sind nicht aufzuzählen: {why}{todo}' },
  'unlisted-todo': { en: '; install udev, which lists them', de: '; installieren Sie udev, das sie aufzählt' },

  // Names of steps.
  'port-there': { en: 'port is there', de: 'Anschluss ist da' },
  opens: { en: 'opens', de: 'öffnet sich' },
  'bytes-arrive': { en: 'bytes arrive', de: 'Bytes kommen an' },
  'lines-valid': { en: 'lines are valid', de: 'Zeilen sind gültig' },
  'right-device': { en: 'right device', de: 'richtiges Gerät' },
  'events-read': { en: 'events can be read', de: 'Ereignisse sind lesbar' },
  'clock-true': { en: 'clock runs true', de: 'Uhr geht richtig' },
  'is-heard': { en: 'something is heard', de: 'etwas ist zu hören' },
  'messages-valid': { en: 'messages are valid', de: 'Meldungen sind gültig' },
  'are-read': { en: 'cards, chips or badges are read', de: 'Karten, Jetons oder Ausweise werden gelesen' },
  cannot: { en: 'what it cannot do', de: 'was es nicht kann' },

  // The port.
  'no-path': { en: 'no such path', de: 'diesen Pfad gibt es nicht' },
  'path-hidden': { en: 'this user may not read its folder', de: 'dieser Benutzer darf seinen Ordner nicht lesen' },
  'dead-link': { en: 'it is a link to {path}, which does not exist', de: 'er ist ein Verweis auf {path}, und das gibt es nicht' },
  'no-port': { en: 'the path is not a serial port', de: 'der Pfad ist kein serieller Anschluss' },
  server: { en: 'a serial server: {host}, port {port}', de: 'ein serieller Server: {host}, Port {port}' },
  'port-yes': { en: 'yes', de: 'ja' },
  'port-leads': { en: 'leads to {path}', de: 'führt zu {path}' },
  'port-todo': {
    en: 'Plug the device in, and enter its path from the list above in the configuration, preferably the one under /dev/serial/by-id.',
    de: 'Stecken Sie das Gerät ein, und tragen Sie seinen Pfad aus der Liste oben in die Konfiguration ein, am besten den unter /dev/serial/by-id.',
  },
  'server-open': {
    en: 'connected; the serial server must be set to {line} itself',
    de: 'verbunden; der serielle Server muss selbst auf {line} eingestellt sein',
  },
  'server-slow': { en: 'connecting to it took too long', de: 'das Verbinden dauerte zu lange' },
  'server-todo': {
    en: 'Check that the serial server has power and answers here (`ping {host}`), that it is set to a raw TCP server on port {port} (not RFC 2217, not telnet), and that no other program is connected to it: most accept one.',
    de: 'Prüfen Sie, ob der serielle Server Strom hat und hier antwortet (`ping {host}`), ob er als einfacher TCP-Server auf Port {port} eingestellt ist (nicht RFC 2217, nicht Telnet), und ob kein anderes Programm mit ihm verbunden ist: die meisten nehmen nur eines an.',
  },
  'port-open': { en: '{line}', de: '{line}' },
  'port-slow': { en: 'opening it took too long', de: 'das Öffnen dauerte zu lange' },
  'refused-busy': { en: 'another program is using it: {why}', de: 'ein anderes Programm benutzt ihn: {why}' },
  'refused-permission': { en: 'this user may not open it: {why}', de: 'dieser Benutzer darf ihn nicht öffnen: {why}' },
  'refused-other': { en: 'it cannot be opened: {why}', de: 'er ist nicht zu öffnen: {why}' },
  'busy-todo': {
    en: 'Another program is using the port: close it (a terminal program, another daemon, or ModemManager, which opens every new port).',
    de: 'Ein anderes Programm benutzt den Anschluss: beenden Sie es (ein Terminalprogramm, ein anderer Daemon, oder ModemManager, der jeden neuen Anschluss öffnet).',
  },
  'held-todo': {
    en: 'Process {holders} is using the port: stop it.',
    de: 'Der Prozess {holders} benutzt den Anschluss: beenden Sie ihn.',
  },
  'shared-todo': {
    en: 'Process {holders} has the port open, too, and may take what the device sends: stop it, and examine the port again',
    de: 'Auch der Prozess {holders} hat den Anschluss offen und nimmt vielleicht weg, was das Gerät sendet: beenden Sie ihn, und prüfen Sie den Anschluss noch einmal',
  },
  'permission-todo': {
    en: 'Allow this user to open serial ports: `sudo usermod -aG dialout USER`, then log in again; for a service, set the group in its unit file.',
    de: 'Erlauben Sie diesem Benutzer, serielle Anschlüsse zu öffnen: `sudo usermod -aG dialout USER`, dann neu anmelden; bei einem Dienst steht die Gruppe in seiner Unit-Datei.',
  },
  'open-todo': {
    en: 'Unplug the device and plug it in again; if that does not help, try another cable and port, and look at `dmesg`.',
    de: 'Ziehen Sie das Gerät ab und stecken Sie es wieder ein; hilft das nicht, versuchen Sie ein anderes Kabel und einen anderen Anschluss, und sehen Sie in `dmesg` nach.',
  },

  // Bytes and lines.
  bytes: { en: '{count} bytes', de: '{count} Bytes' },
  'bytes-in': { en: '{count} bytes in {seconds} s', de: '{count} Bytes in {seconds} s' },
  'no-bytes': { en: 'no data in {seconds} s{behind}', de: 'keine Daten in {seconds} s{behind}' },
  behind: { en: ': {why}', de: ': {why}' },
  'bytes-todo': {
    en: "Check that the device has power and that its TX is connected to the port's RX. A device sends a heartbeat every second and answers when asked to identify itself.",
    de: 'Prüfen Sie, ob das Gerät Strom hat und sein TX mit dem RX des Anschlusses verbunden ist. Ein Gerät meldet sich jede Sekunde und antwortet, wenn es gefragt wird, wer es ist.',
  },
  'own-echo': { en: 'only our own lines come back', de: 'nur unsere eigenen Zeilen kommen zurück' },
  'loop-todo': {
    en: 'TX and RX are connected to each other: look for a loopback plug, a short circuit, or a converter that echoes.',
    de: 'TX und RX sind miteinander verbunden: suchen Sie nach einem Prüfstecker, einem Kurzschluss oder einem Wandler, der alles zurückgibt.',
  },
  'no-line': { en: 'no valid line, {bad} invalid{newest}{sample}', de: 'keine gültige Zeile, {bad} ungültige{newest}{sample}' },
  'bytes-sample': { en: '; the first bytes: {hex}, as text {text}{looks}', de: '; die ersten Bytes: {hex}, als Text {text}{looks}' },
  'looks-zeros': {
    en: '. Only zeros: the wire is held low, so RX may be on ground or on a device without power',
    de: '. Nur Nullen: der Draht liegt auf Masse, also hängt RX vielleicht an Masse oder an einem Gerät ohne Strom',
  },
  'looks-telnet': {
    en: '. This looks like telnet or RFC 2217: set the serial server to raw TCP',
    de: '. Das sieht nach Telnet oder RFC 2217 aus: stellen Sie den seriellen Server auf einfaches TCP',
  },
  'looks-tlp': {
    en: '. This is TLP/1: in the configuration, the driver of this device is tlp',
    de: '. Das ist TLP/1: in der Konfiguration heißt der Treiber dieses Geräts tlp',
  },
  'looks-7e1': {
    en: '. This looks like 7E1, seven bits with even parity: set the device to the line above',
    de: '. Das sieht nach 7E1 aus, sieben Bits mit gerader Parität: stellen Sie das Gerät auf die obige Leitung',
  },
  'looks-7o1': {
    en: '. This looks like 7O1, seven bits with odd parity: set the device to the line above',
    de: '. Das sieht nach 7O1 aus, sieben Bits mit ungerader Parität: stellen Sie das Gerät auf die obige Leitung',
  },
  'looks-half': {
    en: '. This looks like half the speed: set the device to the line above',
    de: '. Das sieht nach der halben Geschwindigkeit aus: stellen Sie das Gerät auf die obige Leitung',
  },
  lines: {
    en: '{good} valid, {bad} invalid{before}{newest}{unheard}',
    de: '{good} gültige, {bad} ungültige{before}{newest}{unheard}',
  },
  'lines-before': { en: ', {count} invalid before the first valid one', de: ', {count} ungültige vor der ersten gültigen' },
  'lines-newest': { en: ', most recently: {why}, {sample}', de: ', zuletzt: {why}, {sample}' },
  'lines-unheard': {
    en: '; the device could not read {count} of the {sent} sent to it',
    de: '; das Gerät konnte {count} von {sent} nicht lesen, die ihm gesendet wurden',
  },
  'lines-sent': { en: '{count} lines', de: '{count} Zeilen' },
  'line-sent': { en: '1 line', de: '1 Zeile' },
  'lines-todo': {
    en: 'No line can be read: check the speed (115200 8N1 at both ends), ground and shield, and that this is the right kind of device.',
    de: 'Keine Zeile ist lesbar: prüfen Sie die Geschwindigkeit (115200 8N1 an beiden Enden), Masse und Schirm, und ob es ein Gerät dieser Art ist.',
  },
  'damaged-todo': {
    en: 'Lines arrive damaged: use a shorter cable, check ground and shield, and keep the cable away from motors.',
    de: 'Zeilen kommen beschädigt an: nehmen Sie ein kürzeres Kabel, prüfen Sie Masse und Schirm, und halten Sie das Kabel von Motoren fern.',
  },
  'unheard-todo': {
    en: "Lines sent to the device arrive damaged: check the wire from the port's TX to the device's RX, ground and shield.",
    de: 'Zeilen an das Gerät kommen beschädigt an: prüfen Sie den Draht vom TX des Anschlusses zum RX des Geräts, Masse und Schirm.',
  },
  'firmware-todo': {
    en: 'The cable is fine, but the firmware sends messages that the protocol does not allow: report this line to the manufacturer.',
    de: 'Das Kabel ist gut, aber die Firmware sendet Meldungen, die das Protokoll nicht erlaubt: melden Sie diese Zeile dem Hersteller.',
  },

  // Who it is.
  unidentified: { en: 'the device did not identify itself{behind}', de: 'das Gerät hat nicht gesagt, wer es ist{behind}' },
  'other-device': {
    en: '{serial} ({role}) is connected instead of {wanted}',
    de: '{serial} ({role}) ist statt {wanted} angeschlossen',
  },
  'other-role': { en: '{serial} is a {role}, not a {wanted}', de: '{serial} hat die Rolle {role} statt {wanted}' },
  'is-device': {
    en: '{serial}, {role}, firmware {firmware}, boot {boot}{ids}',
    de: '{serial}, {role}, Firmware {firmware}, Start {boot}{ids}',
  },
  'tells-ids': { en: ', tells the ids of chips', de: ', nennt die Kennungen der Jetons' },
  'no-ids': { en: '; it tells no ids of chips', de: '; es nennt keine Kennungen der Jetons' },
  'ids-todo': {
    en: 'Its chipFile has no effect, and no foreign chip is told: install firmware that tells ids, or leave chipFile out.',
    de: 'Seine chipFile wirkt nicht, und kein fremder Jeton fällt auf: spielen Sie Firmware auf, die Kennungen nennt, oder lassen Sie chipFile weg.',
  },
  'device-todo': {
    en: "The device sends data but does not identify itself when asked: check that the port's TX is connected to the device's RX, and check its firmware version.",
    de: 'Das Gerät sendet Daten, sagt auf die Frage aber nicht, wer es ist: prüfen Sie, ob der TX des Anschlusses mit dem RX des Geräts verbunden ist, und die Version seiner Firmware.',
  },
  'role-todo': {
    en: 'In the configuration, set the role of device {name} to {role}.',
    de: 'Setzen Sie in der Konfiguration die Rolle des Geräts {name} auf {role}.',
  },
  'serial-todo': {
    en: 'Plug in device {wanted}; or, if {serial} replaces it, enter {serial} as the serial of {name} in the configuration.',
    de: 'Stecken Sie das Gerät {wanted} ein; oder tragen Sie, falls {serial} es ersetzt, {serial} als serial von {name} in die Konfiguration ein.',
  },
  'swapped-todo': {
    en: "This is the table's device {other}: cables or paths are swapped. The daemon still finds both by their serial numbers, but correct it.",
    de: 'Das ist das Gerät {other} dieses Tisches: Kabel oder Pfade sind vertauscht. Der Daemon findet beide trotzdem an ihren Seriennummern; stellen Sie es aber richtig.',
  },

  // Its ring.
  'no-events': { en: 'no events waiting, {ring}', de: 'keine Ereignisse warten, {ring}' },
  'events-came': { en: '{events} arrived{rest}, {ring}', de: '{events} angekommen{rest}, {ring}' },
  'events-rest': { en: ' (the rest was not requested)', de: ' (der Rest wurde nicht verlangt)' },
  'events-short': { en: '{read} of {events} arrived{behind}; {ring}', de: '{read} von {events} angekommen{behind}; {ring}' },
  'events-missing': { en: '{events} in its ring did not arrive; {ring}', de: '{events} aus seinem Ring nicht angekommen; {ring}' },
  event: { en: '1 event', de: '1 Ereignis' },
  events: { en: '{count} events', de: '{count} Ereignisse' },
  ring: { en: 'ring {filled} of {size}', de: 'Ring {filled} von {size}' },
  'events-todo': {
    en: 'Play can go on, but the daemon will report these events as missing and the round as incomplete. Lines are being lost: check the cable and the firmware.',
    de: 'Das Spiel kann weitergehen, aber der Daemon wird diese Ereignisse als fehlend melden und die Runde als unvollständig. Zeilen gehen verloren: prüfen Sie Kabel und Firmware.',
  },
  'wrong-events-todo': {
    en: 'The firmware sends messages that do not belong to this role: install the firmware for this role.',
    de: 'Die Firmware sendet Meldungen, die nicht zu dieser Rolle gehören: spielen Sie die Firmware für diese Rolle auf.',
  },
  'ring-full-todo': {
    en: 'The ring is full, so the device holds back new events: start the daemon, which reads and acknowledges them.',
    de: 'Der Ring ist voll, also hält das Gerät neue Ereignisse zurück: starten Sie den Daemon, der sie liest und bestätigt.',
  },

  // Its clock.
  ended: { en: 'the connection ended: {why}', de: 'die Verbindung endete: {why}' },
  'ended-todo': {
    en: 'The device disconnected: check its plug, cable and power.',
    de: 'Das Gerät hat sich getrennt: prüfen Sie Stecker, Kabel und Strom.',
  },
  'no-time': { en: 'no time request was answered', de: 'keine Frage nach der Zeit wurde beantwortet' },
  'time-todo': {
    en: "The device does not answer time requests: check that the port's TX is connected to its RX, and that its firmware answers TS.",
    de: 'Das Gerät beantwortet keine Frage nach der Zeit: prüfen Sie, ob der TX des Anschlusses mit seinem RX verbunden ist, und ob seine Firmware auf TS antwortet.',
  },
  clock: { en: '{shows}; round trip {ms} ms, {drift}', de: '{shows}; hin und zurück {ms} ms, {drift}' },
  'drift-unknown': { en: 'drift not measured', de: 'Gang nicht gemessen' },
  'drift-under': { en: 'drift under {ppm} ppm', de: 'Gangfehler unter {ppm} ppm' },
  drift: { en: 'drift {ppm} ppm', de: 'Gangfehler {ppm} ppm' },
  'drift-todo': {
    en: 'A drift of more than {most} ppm puts the events of two devices in the wrong order: the oscillator is faulty, replace the device.',
    de: 'Ein Gangfehler von mehr als {most} ppm bringt die Ereignisse zweier Geräte in die falsche Reihenfolge: der Taktgeber ist schadhaft, tauschen Sie das Gerät.',
  },
  'own-start': { en: 'counts from its last start, {span} ago', de: 'zählt seit seinem letzten Start ({span})' },
  'clock-ahead': { en: 'shows {what}, {span} ahead of this machine', de: 'zeigt {what}, {span} vor diesem Rechner' },
  'clock-behind': { en: 'shows {what}, {span} behind this machine', de: 'zeigt {what}, {span} hinter diesem Rechner' },
  'time-of-day': { en: 'the time of day', de: 'die Tageszeit' },
  'impossible-date': { en: 'an impossible date', de: 'ein unmögliches Datum' },
  'wrong-here': {
    en: "cannot be compared: this machine's own clock shows {date}",
    de: 'ist nicht zu vergleichen: die Uhr dieses Rechners selbst zeigt {date}',
  },
  'date-todo': {
    en: "Events are stamped with this machine's time, so nothing is lost, but one of the two dates is wrong. Compare this machine's date with a watch (`timedatectl`), then set the device's.",
    de: 'Ereignisse bekommen die Zeit dieses Rechners, also geht nichts verloren, aber eines der beiden Daten ist falsch. Vergleichen Sie das Datum dieses Rechners mit einer Uhr (`timedatectl`), und stellen Sie dann das Gerät.',
  },
  'here-todo': {
    en: "Every time in the journal comes from this machine: set its clock (`timedatectl set-ntp true`; replace the clock's battery if the date is lost again), then start the daemon.",
    de: 'Jede Zeit im Journal kommt von diesem Rechner: stellen Sie seine Uhr (`timedatectl set-ntp true`; geht das Datum wieder verloren, tauschen Sie die Batterie der Uhr), und starten Sie dann den Daemon.',
  },
  years: { en: '{count} years', de: '{count} Jahre' },
  year: { en: '{count} year', de: '{count} Jahr' },
  days: { en: '{count} days', de: '{count} Tage' },
  day: { en: '{count} day', de: '{count} Tag' },
  hours: { en: '{count} hours', de: '{count} Stunden' },
  hour: { en: '{count} hour', de: '{count} Stunde' },
  minutes: { en: '{count} minutes', de: '{count} Minuten' },
  minute: { en: '{count} minute', de: '{count} Minute' },
  s: { en: '{count} s', de: '{count} s' },
  ms: { en: '{count} ms', de: '{count} ms' },

  // A device that only talks.
  'silent-todo': {
    en: 'It says nothing by itself. Pass a card over it, or lay a chip on it, or a badge, while the doctor listens (--seconds 20). If nothing comes then: check its power, the wire from its TX to the RX of the port, and that it is set up as docs/devices.md says.',
    de: 'Es sagt von selbst nichts. Ziehen Sie eine Karte darüber, oder legen Sie einen Jeton oder einen Ausweis darauf, während der Doktor zuhört (--seconds 20). Kommt auch dann nichts: prüfen Sie seinen Strom, den Draht von seinem TX zum RX des Anschlusses, und ob es so eingestellt ist, wie docs/devices.md es sagt.',
  },
  'nothing-heard': { en: 'nothing; it has no heartbeat', de: 'nichts; es meldet sich nicht von selbst' },
  'plug-todo': { en: 'Check its plug, cable and power.', de: 'Prüfen Sie Stecker, Kabel und Strom.' },
  'none-came': { en: 'none came', de: 'keine kamen' },
  messages: { en: '{good} valid, {bad} invalid{sample}', de: '{good} gültige, {bad} ungültige{sample}' },
  'messages-todo': {
    en: 'Check that this is the right driver, that the speed at both ends is the one above (8N1), ground and shield.',
    de: 'Prüfen Sie, ob es der richtige Treiber ist, ob die Geschwindigkeit an beiden Enden die obige ist (8N1), und Masse und Schirm.',
  },
  'few-bad-todo': {
    en: 'A few are normal when a cable is plugged in. If there are more, use a shorter cable and check ground and shield.',
    de: 'Einige sind normal, wenn ein Kabel eingesteckt wird. Sind es mehr, nehmen Sie ein kürzeres Kabel und prüfen Sie Masse und Schirm.',
  },
  stranger: { en: '{serial} is connected instead of {wanted}', de: '{serial} ist statt {wanted} angeschlossen' },
  nameless: {
    en: 'it has no serial number: whatever is on this port is taken for it',
    de: 'es hat keine Seriennummer: was an diesem Anschluss hängt, gilt als dieses Gerät',
  },
  unsaid: { en: 'it has not said who it is', de: 'es hat noch nicht gesagt, wer es ist' },
  'stranger-todo': {
    en: 'Plug in the right device, or enter its serial number in the configuration.',
    de: 'Stecken Sie das richtige Gerät ein, oder tragen Sie seine Seriennummer in die Konfiguration ein.',
  },
  'read-lost': { en: '{read} read, {missing} lost', de: '{read} gelesen, {missing} verloren' },
  trouble: { en: 'It reports: {trouble}.', de: 'Es meldet: {trouble}.' },
  native: { en: 'native', de: 'eigenes Protokoll' },
  'field-unverified': { en: 'field-unverified', de: 'nur an seinem Nachbau erprobt' },
  shortcomings: { en: '{sentences}', de: '{sentences}' },

  // Steps that were not taken, and folders.
  'not-reached': { en: 'after "{step}" failed', de: 'nachdem „{step}“ misslungen ist' },
  'daemon-runs': { en: 'a daemon is running (process {pid})', de: 'ein Daemon läuft (Prozess {pid})' },
  'lock-unread': {
    en: 'it is unknown whether a daemon is running, because {path} cannot be read: {why}',
    de: 'ob ein Daemon läuft, ist unbekannt, denn {path} ist nicht lesbar: {why}',
  },
  writable: { en: 'can be written', de: 'ist beschreibbar' },
  'folder-todo': {
    en: '{todo}. If the program runs as another user than {user}, run the doctor as that one: sudo -u USER',
    de: '{todo}. Läuft das Programm als anderer Benutzer als {user}, starten Sie den Doktor als dieser: sudo -u USER',
  },
} as const

export const deviceWord = saying(DEVICE_WORDS)
catalog('device', DEVICE_WORDS)
