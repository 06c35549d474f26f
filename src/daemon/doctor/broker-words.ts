/** The doctor's words about brokers, and about people at them: a row for each code, in every language. */

import { catalog } from '../../words/catalog.ts'
import { saying } from '../../words/text.ts'

export const BROKER_WORDS = {
  // What a person waits for.
  connecting: { en: 'connecting', de: 'verbindet sich' },
  'tls-begins': { en: 'TLS handshake', de: 'handelt TLS aus' },
  'logging-in': { en: 'logging in', de: 'meldet sich an' },
  'checking-rights': { en: 'checking access rights', de: 'prüft die Rechte' },
  'checking-sink': { en: 'checking the audit sink', de: 'prüft die Audit-Senke' },
  'logging-in-as': { en: 'logging in as {user}', de: 'meldet sich als {user} an' },
  'waiting-answer': { en: 'waiting for an answer to {user}', de: 'wartet auf eine Antwort an {user}' },

  // Names of steps.
  'address-answers': { en: 'address answers', de: 'Adresse antwortet' },
  tls: { en: 'TLS', de: 'TLS' },
  login: { en: 'login', de: 'Anmeldung' },
  'hears-commands': { en: 'hears commands', de: 'hört Anweisungen' },
  'may-publish': { en: 'may publish', de: 'darf melden' },
  'sink-answers': { en: 'sink answers', de: 'Senke antwortet' },
  'may-command': { en: 'may command', de: 'darf anweisen' },
  'gets-answer': { en: 'gets an answer', de: 'bekommt eine Antwort' },

  'not-checked': { en: 'not checked', de: 'nicht geprüft' },
  'only-the-table': {
    en: 'not tested: the daemon is running, and its own broker accepts no other client as its table',
    de: 'nicht geprüft: der Daemon läuft, und sein eigener Broker nimmt keinen anderen Client als seinen Tisch an',
  },

  // The address.
  address: { en: '{address}, {ms} ms', de: '{address}, {ms} ms' },
  'address-todo': {
    en: "Check the address in mqtt.url and this machine's network.",
    de: 'Prüfen Sie die Adresse in mqtt.url und das Netz dieses Rechners.',
  },
  'name-todo': {
    en: "The host name cannot be resolved: check its spelling in mqtt.url and this machine's DNS settings (`getent hosts NAME`).",
    de: 'Der Name des Rechners ist nicht aufzulösen: prüfen Sie seine Schreibweise in mqtt.url und die DNS-Einstellungen dieses Rechners (`getent hosts NAME`).',
  },
  'refused-todo': {
    en: 'The host answers, but nothing listens on that port: start the broker, or correct the port in mqtt.url.',
    de: 'Der Rechner antwortet, aber an diesem Port hört niemand zu: starten Sie den Broker, oder berichtigen Sie den Port in mqtt.url.',
  },
  'silent-todo': {
    en: "Nothing answers: check the address, that the broker's machine is switched on, and any firewall in between.",
    de: 'Nichts antwortet: prüfen Sie die Adresse, ob der Rechner des Brokers eingeschaltet ist, und jede Firewall dazwischen.',
  },
  'network-todo': {
    en: "That network cannot be reached: check this machine's network cable, address and gateway.",
    de: 'Dieses Netz ist nicht erreichbar: prüfen Sie Netzkabel, Adresse und Gateway dieses Rechners.',
  },
  'taken-todo': {
    en: 'Stop the other broker on this machine, or use it: set mqtt.url in the configuration.',
    de: 'Beenden Sie den anderen Broker auf diesem Rechner, oder benutzen Sie ihn: setzen Sie mqtt.url in der Konfiguration.',
  },

  // TLS.
  plain: { en: 'not used', de: 'nicht benutzt' },
  'plain-todo': {
    en: 'Everything, including the password, crosses the network unencrypted: use mqtts://.',
    de: 'Alles, auch das Passwort, geht unverschlüsselt durchs Netz: nehmen Sie mqtts://.',
  },
  encrypted: {
    en: '{version}, certificate issued by {issuer}{days}{own}',
    de: '{version}, Zertifikat ausgestellt von {issuer}{days}{own}',
  },
  'days-left': { en: ', {days} days left', de: ', noch {days} Tage' },
  'own-days-left': {
    en: "; table's own certificate {days} days left",
    de: '; das eigene Zertifikat des Tisches noch {days} Tage',
  },
  'ends-soon': {
    en: "The broker's certificate expires in {days}: have it renewed.",
    de: 'Das Zertifikat des Brokers läuft in {days} ab: lassen Sie es erneuern.',
  },
  'own-ends-soon': {
    en: "The table's own certificate (mqtt.cert) expires in {days}: have it renewed.",
    de: 'Das eigene Zertifikat des Tisches (mqtt.cert) läuft in {days} ab: lassen Sie es erneuern.',
  },
  days: { en: '{days} days', de: '{days} Tagen' },
  day: { en: '1 day', de: 'einem Tag' },
  both: { en: '{one} {other}', de: '{one} {other}' },
  'tls-todo': {
    en: 'Check mqtt.ca, mqtt.cert and mqtt.key; `openssl s_client -connect HOST:PORT` shows what the broker sends.',
    de: 'Prüfen Sie mqtt.ca, mqtt.cert und mqtt.key; `openssl s_client -connect HOST:PORT` zeigt, was der Broker sendet.',
  },
  'expired-todo': {
    en: "The broker's certificate has expired: ask whoever runs the broker to renew it. Check this machine's date as well (`timedatectl`).",
    de: 'Das Zertifikat des Brokers ist abgelaufen: bitten Sie den Betreiber des Brokers, es zu erneuern. Prüfen Sie auch das Datum dieses Rechners (`timedatectl`).',
  },
  'early-todo': {
    en: "The broker's certificate is not valid yet: check this machine's date (`timedatectl`).",
    de: 'Das Zertifikat des Brokers gilt noch nicht: prüfen Sie das Datum dieses Rechners (`timedatectl`).',
  },
  'authority-todo': {
    en: "The broker's certificate is signed by an unknown authority: set mqtt.ca to the certificate file of that authority.",
    de: 'Das Zertifikat des Brokers hat eine unbekannte Stelle ausgestellt: setzen Sie mqtt.ca auf die Datei mit dem Zertifikat dieser Stelle.',
  },
  'altname-todo': {
    en: 'The certificate was issued for another host name: use the name in the certificate in mqtt.url.',
    de: 'Das Zertifikat gilt für einen anderen Rechnernamen: nehmen Sie in mqtt.url den Namen aus dem Zertifikat.',
  },
  'old-tls-todo': {
    en: 'The broker offers only versions of TLS before 1.3, which the table does not speak: set its minimum to TLS 1.3 (mosquitto: `tls_version tlsv1.3`).',
    de: 'Der Broker bietet nur Versionen von TLS vor 1.3 an, die der Tisch nicht spricht: setzen Sie sein Mindestes auf TLS 1.3 (mosquitto: `tls_version tlsv1.3`).',
  },
  'no-tls-todo': {
    en: 'That port does not speak TLS: check the port in mqtt.url (usually 8883 for mqtts, 1883 for mqtt). The table never falls back to plain text.',
    de: 'Dieser Port spricht kein TLS: prüfen Sie den Port in mqtt.url (meist 8883 für mqtts, 1883 für mqtt). Der Tisch weicht nie auf Klartext aus.',
  },

  // The login.
  'logged-in': { en: '{as}, MQTT {version}, {ms} ms', de: '{as}, MQTT {version}, {ms} ms' },
  'as-user': { en: 'as {user}', de: 'als {user}' },
  'as-nobody': { en: 'without a username', de: 'ohne Anmeldenamen' },
  'login-todo': {
    en: "Look at the broker's log: it says why it refused the login.",
    de: 'Sehen Sie ins Protokoll des Brokers: dort steht, warum er die Anmeldung abgelehnt hat.',
  },
  'password-todo': {
    en: 'Check mqtt.username and the file mqtt.passwordFile (one line, no trailing space).',
    de: 'Prüfen Sie mqtt.username und die Datei mqtt.passwordFile (eine Zeile, kein Leerzeichen am Ende).',
  },
  'unknown-login-todo': {
    en: "The broker does not know this login, or requires one: check mqtt.username, mqtt.passwordFile and the broker's list of users.",
    de: 'Der Broker kennt diese Anmeldung nicht, oder er verlangt eine: prüfen Sie mqtt.username, mqtt.passwordFile und die Benutzerliste des Brokers.',
  },
  'protocol-todo': {
    en: 'The broker does not support MQTT 5: set mqtt.protocol to 4.',
    de: 'Der Broker kann kein MQTT 5: setzen Sie mqtt.protocol auf 4.',
  },
  'client-todo': {
    en: "The broker rejects unknown client ids: allow every client id that begins with the table's id.",
    de: 'Der Broker weist unbekannte Client-Kennungen ab: erlauben Sie jede, die mit der Kennung des Tisches beginnt.',
  },
  'unavailable-todo': {
    en: 'The broker is running but unavailable: look at its log.',
    de: 'Der Broker läuft, ist aber nicht bereit: sehen Sie in sein Protokoll.',
  },
  'certificate-todo': {
    en: 'The broker requires a client certificate: set mqtt.cert and mqtt.key.',
    de: 'Der Broker verlangt ein Zertifikat des Clients: setzen Sie mqtt.cert und mqtt.key.',
  },
  'file-todo': {
    en: 'Give this user permission to read that file.',
    de: 'Geben Sie diesem Benutzer das Recht, diese Datei zu lesen.',
  },

  // Rights.
  'hears-todo': {
    en: "Allow this login to read that topic in the broker's access rules.",
    de: 'Erlauben Sie dieser Anmeldung in den Zugriffsregeln des Brokers, dieses Topic zu lesen.',
  },
  'publish-todo': {
    en: "Allow this login to write to the table's topics in the broker's access rules.",
    de: 'Erlauben Sie dieser Anmeldung in den Zugriffsregeln des Brokers, in die Topics des Tisches zu schreiben.',
  },
  'no-retain': {
    en: 'the broker takes messages, but ends the connection at one that it is to keep (retained)',
    de: 'der Broker nimmt Meldungen an, beendet aber die Verbindung bei einer, die er behalten soll (retained)',
  },
  'no-retain-todo': {
    en: 'Allow retained messages at the broker (mosquitto: `retain_available true`): displays and the book learn from them how a table stands.',
    de: 'Lassen Sie am Broker behaltene Meldungen zu (mosquitto: `retain_available true`): aus ihnen erfahren Anzeigen und Buch, wie ein Tisch steht.',
  },
  'came-back': { en: '{topic}, received back after {ms} ms', de: '{topic}, zurückgekommen nach {ms} ms' },
  acknowledged: { en: '{topic}, acknowledged after {ms} ms', de: '{topic}, bestätigt nach {ms} ms' },
  'acknowledged-todo': {
    en: 'The message did not come back to this login, so only the acknowledgement is known; some brokers acknowledge messages that their access rules then drop.',
    de: 'Die Meldung kam nicht zu dieser Anmeldung zurück, also ist nur die Bestätigung bekannt; manche Broker bestätigen Meldungen, die ihre Zugriffsregeln dann verwerfen.',
  },

  // The audit sink.
  'sink-todo': { en: 'Check the audit sink.', de: 'Prüfen Sie die Audit-Senke.' },
  'no-sink': {
    en: 'no audit sink has announced itself: {topic} is empty',
    de: 'keine Audit-Senke hat sich gemeldet: {topic} ist leer',
  },
  'sink-unknown': { en: 'unknown whether there is a sink', de: 'ob es eine Senke gibt, ist unbekannt' },
  'sink-unread-todo': {
    en: "This login may not read {topic} ({why}): allow it in the broker's access rules.",
    de: 'Diese Anmeldung darf {topic} nicht lesen ({why}): erlauben Sie es in den Zugriffsregeln des Brokers.',
  },
  'sink-malformed': { en: '{topic}: {fault}', de: '{topic}: {fault}' },
  'sink-malformed-todo': {
    en: 'The retained message is not an acknowledgement: find out who writes to that topic, and allow only the sink to.',
    de: 'Die aufbewahrte Meldung ist keine Bestätigung: stellen Sie fest, wer in dieses Topic schreibt, und erlauben Sie es nur der Senke.',
  },
  'sink-says': {
    en: '{sink} has everything up to record {seq}, boot {boot}',
    de: '{sink} hat alles bis zum Eintrag {seq}, Start {boot}',
  },
  'sink-uncompared-todo': {
    en: "Not compared with the journal, which cannot be read: {why}. Run the doctor as the daemon's user.",
    de: 'Nicht mit dem Journal verglichen, das nicht lesbar ist: {why}. Starten Sie den Doktor als Benutzer des Daemons.',
  },
  'journal-damaged': {
    en: '{says}; the journal is damaged before that: {fault}',
    de: '{says}; davor ist das Journal beschädigt: {fault}',
  },
  'journal-damaged-todo': {
    en: 'Keep the folder as evidence, and restore the journal from the sink.',
    de: 'Bewahren Sie den Ordner als Beweis auf, und stellen Sie das Journal aus der Senke wieder her.',
  },
  'journal-short': { en: '{says}; the journal ends at record {n}', de: '{says}; das Journal endet mit Eintrag {n}' },
  'journal-short-todo': {
    en: 'The sink has records that this journal does not: the journal was truncated, replaced by an older copy, or started again. Do not start the daemon; keep the folder, and restore the journal from the sink.',
    de: 'Die Senke hat Einträge, die diesem Journal fehlen: es wurde gekürzt, durch eine ältere Kopie ersetzt oder neu begonnen. Starten Sie den Daemon nicht; bewahren Sie den Ordner auf, und stellen Sie das Journal aus der Senke wieder her.',
  },
  'journal-differs': {
    en: "{says}; the journal's records up to there differ{boot}",
    de: '{says}; die Einträge des Journals bis dahin sind andere{boot}',
  },
  'differs-boot': { en: ': boot {boot}', de: ': Start {boot}' },
  'journal-differs-todo': {
    en: 'One of the two was altered or replaced, or the sink receives another table under this name. Keep both as they are, and compare them record by record.',
    de: 'Eines von beiden wurde verändert oder ersetzt, oder die Senke bekommt unter diesem Namen einen anderen Tisch. Lassen Sie beide, wie sie sind, und vergleichen Sie sie Eintrag für Eintrag.',
  },
  'sink-whole': { en: '{says}: the whole journal', de: '{says}: das ganze Journal' },
  'sink-behind': { en: '{says}: {behind} behind the journal', de: '{says}: {behind} hinter dem Journal' },
  'sink-behind-todo': {
    en: 'If the gap does not shrink while the daemon runs, check the sink.',
    de: 'Wird der Abstand nicht kleiner, während der Daemon läuft, prüfen Sie die Senke.',
  },

  // A person.
  'person-in': { en: 'as {user}, {ms} ms', de: 'als {user}, {ms} ms' },
  'person-todo': {
    en: "Check the name given with --user, the password in the file given with --password-file, and the broker's list of users.",
    de: 'Prüfen Sie den Namen bei --user, das Passwort in der Datei bei --password-file, und die Benutzerliste des Brokers.',
  },
  'command-todo': {
    en: "Allow {user} to publish to {rule} in the broker's access rules (mosquitto: `topic write {rule}`).",
    de: 'Erlauben Sie {user} in den Zugriffsregeln des Brokers, in {rule} zu schreiben (mosquitto: `topic write {rule}`).',
  },
  'commands-todo': {
    en: "Allow this login to publish its own commands in the broker's access rules.",
    de: 'Erlauben Sie dieser Anmeldung in den Zugriffsregeln des Brokers, eigene Anweisungen zu senden.',
  },
  'command-lost': { en: '{topic} was sent but did not reach the table', de: '{topic} wurde gesendet, kam aber nicht am Tisch an' },
  'command-sent': {
    en: '{topic} was sent; it is unknown whether it arrived',
    de: '{topic} wurde gesendet; ob es ankam, ist unbekannt',
  },
  'command-came': { en: '{topic} reached the table', de: '{topic} kam am Tisch an' },
  'answer-todo': {
    en: "Allow {user} to read {rule} in the broker's access rules (mosquitto: `topic read {rule}`).",
    de: 'Erlauben Sie {user} in den Zugriffsregeln des Brokers, {rule} zu lesen (mosquitto: `topic read {rule}`).',
  },
  'answers-todo': {
    en: "Allow this login to read its own replies in the broker's access rules.",
    de: 'Erlauben Sie dieser Anmeldung in den Zugriffsregeln des Brokers, ihre eigenen Antworten zu lesen.',
  },
  'table-mute': { en: 'the table may not answer: {why}', de: 'der Tisch darf nicht antworten: {why}' },
  'table-mute-todo': {
    en: "In the broker's access rules, allow the table's login to publish to {rule} (`topic write {rule}`).",
    de: 'Erlauben Sie in den Zugriffsregeln des Brokers der Anmeldung des Tisches, in {rule} zu schreiben (`topic write {rule}`).',
  },
  'no-answer': { en: 'no answer came on {topic}', de: 'keine Antwort kam auf {topic}' },
  'no-answer-todo': {
    en: "Allow {user} to read {rule} in the broker's access rules (mosquitto: `topic read {rule}`); if that rule is there, allow the table's login to publish to {table} (`topic write {table}`).",
    de: 'Erlauben Sie {user} in den Zugriffsregeln des Brokers, {rule} zu lesen (mosquitto: `topic read {rule}`); gibt es diese Regel, erlauben Sie der Anmeldung des Tisches, in {table} zu schreiben (`topic write {table}`).',
  },
  came: { en: '{topic}, after {ms} ms', de: '{topic}, nach {ms} ms' },
  'came-from': { en: '{topic}, after {ms} ms, from the {by}', de: '{topic}, nach {ms} ms, von: {by}' },
  daemon: { en: 'daemon', de: 'Daemon' },
  doctor: { en: 'doctor', de: 'Doktor' },
  refused: { en: 'the table refused: {why}', de: 'der Tisch lehnte ab: {why}' },
  'refusal-todo': {
    en: 'The answer came, so the access rules are right: find out why the table refused the command.',
    de: 'Die Antwort kam, also stimmen die Zugriffsregeln: stellen Sie fest, warum der Tisch die Anweisung abgelehnt hat.',
  },
  'doctor-answered': {
    en: "No daemon is running for this table, so the doctor answered with the table's login: the access rules are right.",
    de: 'Für diesen Tisch läuft kein Daemon, also hat der Doktor mit der Anmeldung des Tisches geantwortet: die Zugriffsregeln stimmen.',
  },
  'daemon-elsewhere': {
    en: 'The access rules are right, but the daemon did not answer through this broker; it may be using another one.',
    de: 'Die Zugriffsregeln stimmen, aber der Daemon hat über diesen Broker nicht geantwortet; vielleicht benutzt er einen anderen.',
  },
  'daemon-silent': {
    en: 'The access rules are right, but the daemon did not answer through this broker: check whether it has lost its connection.',
    de: 'Die Zugriffsregeln stimmen, aber der Daemon hat über diesen Broker nicht geantwortet: prüfen Sie, ob er seine Verbindung verloren hat.',
  },
} as const

export const brokerWord = saying(BROKER_WORDS)
catalog('broker', BROKER_WORDS)
