/** Alarms about the machine on which the daemon runs: one row each. */
import type { AlarmRows } from '../procedure/alarm-row.ts'
import type { Text } from '../words/text.ts'

const NO_ACCIDENT: Text = {
  en: 'Client ids are drawn at random, so this is no accident: tell surveillance',
  de: 'Client-IDs werden ausgelost, das ist also kein Zufall: die Überwachung verständigen',
}

/** `F10`: the fault in `docs/reliability.md`. */
export const HOST_ROWS = {
  // F10.
  'JOURNAL-FAILED': {
    title: { en: 'Journal cannot be written', de: 'Das Protokoll kann nicht mehr gespeichert werden' },
    text: { en: 'The journal cannot be written to disk: {reason}.', de: 'Das Protokoll lässt sich nicht speichern: {reason}.' },
    remedy: {
      en: 'Watch the table by eye and call the technician to free space on the disk or replace it. Until then the devices keep their events.',
      de: 'Am Tisch selbst hinsehen und den Techniker rufen: Er schafft Platz auf der Platte oder tauscht sie aus. Bis dahin behalten die Geräte ihre Meldungen.',
    },
  },
  // F16.
  'JOURNAL-FILLS': {
    title: { en: 'Journal running out of space', de: 'Der Speicherplatz für das Protokoll wird knapp' },
    text: {
      en: 'The journal has used at least {percent} % of the space it may use.',
      de: 'Das Protokoll belegt mindestens {percent} % des Platzes, den es belegen darf.',
    },
    remedy: {
      en: 'Call the technician to free space on the disk or raise the limit of the journal. When the space is used up, no more cards are recorded.',
      de: 'Den Techniker rufen: Er schafft Platz auf der Platte oder erhöht die Grenze des Protokolls. Ist der Platz verbraucht, werden keine Karten mehr aufgezeichnet.',
    },
  },
  // F10.
  'HEAD-NOT-KEPT': {
    title: { en: 'Signature of the journal cannot be kept', de: 'Die Signatur des Protokolls kann nicht abgelegt werden' },
    text: {
      en: 'The newest signature over the journal cannot be kept next to the signing key: {reason}.',
      de: 'Die neueste Signatur des Protokolls lässt sich nicht neben dem Schlüssel ablegen: {reason}.',
    },
    remedy: {
      en: 'Nothing is lost, and play is not affected, but until it can be kept nobody would notice if the end of the journal were cut off. Call the technician: the folder must accept new files, so free space and file entries (inodes) on its disk, or give the folder back to the daemon.',
      de: 'Nichts ist verloren, und das Spiel geht weiter; bis dahin fiele aber nicht auf, wenn das Ende des Protokolls fehlte. Den Techniker rufen: Der Ordner muss neue Dateien annehmen. Er schafft Platz und Dateieinträge (Inodes) auf der Platte oder gibt den Ordner dem Daemon zurück.',
    },
  },
  // F8, F9.
  'JOURNAL-CUT': {
    title: { en: 'Journal was cut off at the end', de: 'Das Ende des Protokolls war abgeschnitten' },
    text: {
      en: 'The journal ended in an incomplete record, which was removed: {bytes} bytes from line {line} of {file}.',
      de: 'Das Protokoll endete mit einem unvollständigen Eintrag, der entfernt wurde: {bytes} Bytes ab Zeile {line} von {file}.',
    },
    remedy: {
      en: 'A power cut leaves such a record, and no part of it had been acknowledged. If there was no power cut, call the technician: the disk may be failing, or somebody cut the file.',
      de: 'Ein Stromausfall hinterlässt so einen Eintrag; nichts davon war bestätigt. Gab es keinen, den Techniker rufen: Die Platte kann defekt sein, oder jemand hat die Datei gekürzt.',
    },
  },
  // F11.
  'JOURNAL-ACCEPTED': {
    title: { en: 'A doubted journal was accepted', de: 'Ein angezweifeltes Protokoll wurde angenommen' },
    text: {
      en: 'The table is using a journal that is not the one it wrote, because somebody ordered it to: {reason}. What contradicts the journal: {doubts}.',
      de: 'Der Tisch verwendet ein Protokoll, das er nicht selbst geschrieben hat, weil jemand es angeordnet hat: {reason}. Was gegen das Protokoll spricht: {doubts}.',
    },
    remedy: {
      en: 'Tell surveillance. Only the audit sink or a backup proves the rounds before this moment; this journal does not.',
      de: 'Die Überwachung verständigen. Die Runden bis jetzt beweist nur die Prüfstelle oder eine Sicherung, dieses Protokoll nicht.',
    },
  },
  // F23.
  'CERTIFICATE-ENDS': {
    title: { en: 'Certificate about to expire', de: 'Ein Zertifikat läuft ab' },
    text: { en: '{whose} expires on {until}, in less than {days} days.', de: '{whose} läuft am {until} ab, in weniger als {days} Tagen.' },
    cases: {
      'last-day': {
        text: { en: '{whose} expires on {until}, in less than a day.', de: '{whose} läuft am {until} ab, in weniger als einem Tag.' },
      },
      over: { text: { en: '{whose} expired on {until}.', de: '{whose} ist am {until} abgelaufen.' } },
    },
    remedy: {
      en: 'Call the technician to renew it. Without a valid certificate the table cannot connect to the broker, and the displays show nothing new.',
      de: 'Den Techniker rufen: Er erneuert es. Ohne gültiges Zertifikat hat der Tisch keine Verbindung zum Broker, und die Anzeigen zeigen nichts Neues.',
    },
  },
  // F18.
  'CLOCK-SET': {
    title: { en: "Computer's clock changed", de: 'Die Uhr des Rechners wurde verstellt' },
    text: {
      en: "The computer's clock was set back by {length}, to {time}.",
      de: 'Die Uhr des Rechners wurde um {length} zurückgestellt, auf {time}.',
    },
    cases: {
      forward: {
        text: {
          en: "The computer's clock was set forward by {length}, to {time}.",
          de: 'Die Uhr des Rechners wurde um {length} vorgestellt, auf {time}.',
        },
      },
    },
    remedy: {
      en: "Nothing is lost and no round is affected, but times before and after the change cannot be compared. Call the technician if it happens again: the computer's time service is not working properly.",
      de: 'Nichts ist verloren, und keine Runde ist betroffen; nur lassen sich Zeiten davor und danach nicht vergleichen. Geschieht es wieder, den Techniker rufen: Der Zeitdienst des Rechners arbeitet nicht richtig.',
    },
  },
  // F12, F13.
  'BROKER-LOST': {
    title: { en: 'No connection to the broker', de: 'Keine Verbindung zum Broker' },
    text: {
      en: 'There has been no connection to the broker {url} since {time}.',
      de: 'Seit {time} besteht keine Verbindung zum Broker {url}.',
    },
    remedy: {
      en: 'The table keeps recording, and sends everything when the broker is back. Until then displays show nothing new and commands do not arrive. Call the technician if it lasts: the doctor says what is wrong.',
      de: 'Der Tisch zeichnet weiter auf und sendet alles, sobald der Broker wieder da ist. Bis dahin zeigen Anzeigen nichts Neues, und Befehle kommen nicht an. Dauert es an, den Techniker rufen: der Doctor sagt, was fehlt.',
    },
  },
  // F21.
  'SECOND-DAEMON': {
    title: { en: 'Another program says it is this table', de: 'Ein anderes Programm gibt sich als dieser Tisch aus' },
    text: {
      en: 'Another daemon claims to be this table: instance {instance}, first heard at {time}.',
      de: 'Ein anderer Daemon gibt sich als dieser Tisch aus: Instanz {instance}, zuerst gehört um {time}.',
    },
    remedy: {
      en: 'Displays show what both publish, mixed together, so watch the table by eye. Call the technician to stop the daemon that does not belong here, or to give its table another name. If nobody has started a second daemon, somebody is imitating this table: tell surveillance.',
      de: 'Anzeigen zeigen durcheinander, was beide senden; am Tisch selbst hinsehen. Den Techniker rufen: Er beendet den Daemon, der nicht hierher gehört, oder gibt dessen Tisch einen anderen Namen. Hat niemand einen zweiten gestartet, ahmt jemand diesen Tisch nach: die Überwachung verständigen.',
    },
  },
  // F21. It is published once, so it contains no figure that changes.
  'BROKER-TAKEOVER': {
    title: {
      en: "Another client took the table's place at the broker",
      de: 'Ein anderer Client hat den Platz des Tisches am Broker eingenommen',
    },
    text: {
      en: "Another client took this table's place at the broker {url} by connecting with its client id.",
      de: 'Ein anderer Client hat den Platz dieses Tisches am Broker {url} eingenommen: Er hat sich mit dessen Client-ID verbunden.',
    },
    remedy: {
      en: `The table has connected again, and nothing is lost. ${NO_ACCIDENT.en}, and check the broker's logins.`,
      de: `Der Tisch ist wieder verbunden, und nichts ist verloren. ${NO_ACCIDENT.de} und die Anmeldungen des Brokers prüfen.`,
    },
    cases: {
      concluded: {
        text: {
          en: "The broker {url} ended this table's connection although both were working, as it does when another client connects with the same client id.",
          de: 'Der Broker {url} hat die Verbindung dieses Tisches beendet, obwohl beide arbeiteten. Das tut er, wenn sich ein anderer Client mit derselben Client-ID verbindet.',
        },
        remedy: {
          en: `The table has connected again, and nothing is lost. Ask the technician whether somebody ended the connection at the broker, or restarted part of it. If nobody did, another client used the table's client id. ${NO_ACCIDENT.en}, and check the broker's logins.`,
          de: `Der Tisch ist wieder verbunden, und nichts ist verloren. Den Techniker fragen, ob jemand die Verbindung am Broker beendet oder einen Teil davon neu gestartet hat. Sonst hat ein anderer Client die Client-ID des Tisches benutzt. ${NO_ACCIDENT.de} und die Anmeldungen des Brokers prüfen.`,
        },
      },
      prevented: {
        text: {
          en: "Another client tried to take this table's place at its own broker {url} by connecting with its client id, and was refused.",
          de: 'Ein anderer Client wollte mit der Client-ID dieses Tisches dessen Platz am eigenen Broker {url} einnehmen und wurde abgewiesen.',
        },
        remedy: {
          en: `Nothing is lost. ${NO_ACCIDENT.en}, and check which programs on this computer connect to the broker.`,
          de: `Nichts ist verloren. ${NO_ACCIDENT.de} und prüfen, welche Programme auf diesem Rechner sich mit dem Broker verbinden.`,
        },
      },
    },
  },
  'BROKER-FULL': {
    title: { en: 'No free place at the broker without a login', de: 'Am Broker ist ohne Anmeldung kein Platz mehr frei' },
    text: {
      en: "All places for clients without a login at the table's own broker are taken: each further one takes the place of the oldest.",
      de: 'Am Broker des Tisches sind alle Plätze ohne Anmeldung besetzt: Jeder weitere Client verdrängt den ältesten.',
    },
    remedy: {
      en: 'The table is not affected, and whoever logs in finds a place, but displays without a login may be disconnected. Close displays that nobody uses. If there are only a few, something else is taking the places: call the technician to find out which programs on this computer connect to the broker.',
      de: 'Der Tisch ist nicht betroffen, und wer sich anmeldet, findet Platz; Anzeigen ohne Anmeldung können aber getrennt werden. Anzeigen schließen, die niemand braucht. Sind es nur wenige, belegt etwas anderes die Plätze: den Techniker prüfen lassen, welche Programme auf diesem Rechner sich mit dem Broker verbinden.',
    },
  },
  'BROKER-REFUSES': {
    title: { en: "Broker does not accept the table's messages", de: 'Der Broker nimmt Nachrichten des Tisches nicht an' },
    text: {
      en: 'The broker does not accept messages of this table, the first of them {messages}: {reason}.',
      de: 'Der Broker nimmt Nachrichten dieses Tisches nicht an, als erste {messages}: {reason}.',
    },
    remedy: {
      en: "Nothing is lost: the table keeps the messages and sends them again, in order, until the broker accepts them. Until then displays and the book may lack them. Call the technician to check the broker's memory, its limits and its access rules.",
      de: 'Nichts ist verloren: Der Tisch behält die Nachrichten und sendet sie der Reihe nach wieder, bis der Broker sie annimmt. Bis dahin können sie Anzeigen und Buch fehlen. Den Techniker Speicher, Grenzen und Zugriffsregeln des Brokers prüfen lassen.',
    },
  },
  // F17.
  'MESSAGE-REFUSED': {
    title: { en: 'Messages were not published', de: 'Nachrichten konnten nicht gesendet werden' },
    text: {
      en: 'Messages of this table were not published: {messages}.',
      de: 'Nachrichten dieses Tisches wurden nicht gesendet: {messages}.',
    },
    remedy: {
      en: "They are in the journal, and everything else works as usual. Call the technician to check the broker's limits: the table will not send these messages again by itself.",
      de: 'Sie stehen im Protokoll, und alles andere arbeitet wie gewohnt. Den Techniker die Grenzen des Brokers prüfen lassen: Von selbst sendet der Tisch diese Nachrichten nicht noch einmal.',
    },
  },
  // F12.
  'BROKER-BEHIND': {
    title: { en: 'Broker behind; events waiting in the journal', de: 'Der Broker ist im Rückstand; Ereignisse warten im Protokoll' },
    text: {
      en: 'More events are waiting for the broker than fit in memory: those from {from} on are kept only in the journal.',
      de: 'Auf den Broker warten mehr Ereignisse, als in den Speicher passen: ab {from} stehen sie nur im Protokoll.',
    },
    cases: {
      // The alarm is over; the record still says which events it concerned.
      over: {
        text: {
          en: 'Events {from} to {to} were kept only in the journal while the broker did not accept them; they have now been sent.',
          de: 'Die Ereignisse {from} bis {to} standen nur im Protokoll, solange der Broker sie nicht annahm; jetzt sind sie gesendet.',
        },
      },
    },
    remedy: {
      en: 'Nothing is lost: the events are in the journal, and the table sends them in order as soon as the broker accepts them. Call the technician if the broker does not come back.',
      de: 'Nichts ist verloren: Die Ereignisse stehen im Protokoll, und der Tisch sendet sie der Reihe nach, sobald der Broker sie annimmt. Kommt der Broker nicht wieder, den Techniker rufen.',
    },
  },
  // F17.
  'MESSAGE-TOO-LARGE': {
    title: { en: 'Message too large to publish', de: 'Eine Nachricht ist zu groß, um gesendet zu werden' },
    text: {
      en: 'The message {id} was not published because it is too large: {bytes} bytes.',
      de: 'Die Nachricht {id} wurde nicht gesendet, weil sie zu groß ist: {bytes} Bytes.',
    },
    remedy: {
      en: 'Everything else works as usual. Call the technician, who should keep the journal and report the fault.',
      de: 'Alles andere arbeitet wie gewohnt. Den Techniker rufen: Er hebt das Protokoll auf und meldet den Fehler.',
    },
  },
  'SINK-DIFFERS': {
    title: { en: "Audit sink's records differ", de: 'Die Prüfstelle hat andere Aufzeichnungen' },
    text: { en: 'The audit sink[ {sink}] is not believed: {fault}.', de: 'Der Prüfstelle[ {sink}] wird nicht geglaubt: {fault}.' },
    remedy: {
      en: "Play is not affected, and the table removes nothing from its journal. Call the technician: the sink or the journal was altered or exchanged, or another table has this one's name.",
      de: 'Das Spiel ist nicht betroffen, und der Tisch entfernt nichts aus seinem Protokoll. Den Techniker rufen: Prüfstelle oder Protokoll wurde verändert oder ausgetauscht, oder ein anderer Tisch hat denselben Namen.',
    },
  },
  // It is published once, so it contains no figure that changes.
  LAGGING: {
    title: { en: 'Table running behind its devices', de: 'Der Tisch hängt seinen Geräten hinterher' },
    text: {
      en: 'The table is more than 2 s behind its devices: displays and alarms are late.',
      de: 'Der Tisch hängt seinen Geräten mehr als 2 s hinterher: Anzeigen und Alarme kommen zu spät.',
    },
    remedy: {
      en: 'No card is lost. Searches for errors are cut short until the table has caught up. Call the technician if it does not catch up: something else is using the computer.',
      de: 'Keine Karte geht verloren. Bis der Tisch aufgeholt hat, sucht er kürzer nach Fehlern. Holt er nicht auf, den Techniker rufen: Etwas anderes belastet den Rechner.',
    },
  },
  // F5.
  'CLONED-SERIAL': {
    title: { en: 'Two devices with one serial number', de: 'Zwei Geräte haben dieselbe Seriennummer' },
    text: {
      en: 'Two devices at once claim to be {devices}: neither is believed.',
      de: 'Zwei Geräte zugleich geben sich als {devices} aus: keinem wird geglaubt.',
    },
    remedy: {
      en: 'Watch the table by eye and tell surveillance: serial numbers do not repeat by accident. Unplug the device that does not belong here, then confirm the other one with the command `device-confirm`, or enter another serial number in the configuration. The table then reads the events that the genuine device has kept.',
      de: 'Am Tisch selbst hinsehen und die Überwachung verständigen: Seriennummern wiederholen sich nicht zufällig. Das Gerät abziehen, das nicht hierher gehört, dann das andere mit dem Befehl `device-confirm` bestätigen oder eine andere Seriennummer in die Konfiguration eintragen. Dann liest der Tisch die Meldungen, die das echte Gerät behalten hat.',
    },
  },
  // F5.
  'DEVICE-UNPROVEN': {
    title: { en: 'Device cannot prove its identity', de: 'Ein Gerät weist sich nicht als das richtige aus' },
    text: {
      en: '{devices} has not proven that it is the device of this table, so it is not believed.',
      de: '{devices} hat nicht bewiesen, dass es das Gerät dieses Tisches ist; darum wird ihm nicht geglaubt.',
    },
    remedy: {
      en: 'Watch the table by eye and tell surveillance: the device may have been exchanged. Call the technician to check that it is the right one, that its firmware answers challenges, and that it holds the same key as the file in the configuration.',
      de: 'Am Tisch selbst hinsehen und die Überwachung verständigen: Das Gerät kann ausgetauscht sein. Den Techniker prüfen lassen, ob es das richtige ist, ob seine Firmware Prüffragen beantwortet und ob es denselben Schlüssel hat wie die Datei in der Konfiguration.',
    },
  },
  // F20.
  'FORGED-WORDS': {
    title: { en: 'Somebody else is publishing as this table', de: 'Jemand anderes gibt sich beim Senden als dieser Tisch aus' },
    text: {
      en: 'Somebody else is publishing as this table: a message on {topic} at {time} was not written by the table.',
      de: 'Jemand anderes sendet als dieser Tisch: Eine Nachricht auf {topic} um {time} stammt nicht vom Tisch.',
    },
    remedy: {
      en: "Do not trust an alarm or event of this table unless the journal confirms it, and tell surveillance. The table has removed alarms that it did not raise. Call the technician to tighten the broker's access rules: only the table may write to its topics.",
      de: 'Einem Alarm oder Ereignis dieses Tisches nur trauen, wenn das Protokoll es bestätigt, und die Überwachung verständigen. Alarme, die nicht vom Tisch sind, hat er entfernt. Den Techniker die Zugriffsregeln des Brokers verschärfen lassen: Nur der Tisch darf auf seine Topics schreiben.',
    },
  },
} as const satisfies AlarmRows
