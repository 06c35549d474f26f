/**
 * The promises of the program and the faults they must survive, each with the tests that prove it. `test/measure/faults` checks that every test
 * exists.
 */

export interface Proof {
  readonly file: string
  /** The test's name, or the part of it that appears literally in the file. */
  readonly test: string
}

export interface Promised {
  readonly id: string
  /** For the README. */
  readonly short: string
  readonly promise: string
  readonly proofs: readonly Proof[]
}

export interface Fault {
  readonly id: string
  readonly fault: string
  readonly mustHold: string
  readonly proofs: readonly Proof[]
  /** What no test shows. */
  readonly open?: string
}

const proof = (file: string, test: string): Proof => ({ file: `test/${file}`, test })

const WIRE = proof('firmware-bridge/simulation.test.ts', ': every event exactly once, in order, or said to be missing')
const SHOE = proof('simulators/device-host.test.ts', ': every card of the shoe is at the host or said to be missing, in order, none twice')
const CALLS = proof('faults/kill-points.test.ts', ' system calls while a table is played, and the rounds are told as if it had not')
const POWER = proof(
  'journal/faults.test.ts',
  'power lost at any operation of a failing disk: the longest valid prefix, nothing acknowledged missing',
)
const LOG = proof('e2e/delivery.test.ts', 'every record reaches the log over ')
const BOOK = proof('book/killed.test.ts', 'killed at any write, nothing is doubled and nothing missing')
const REFUSED = proof(
  'broker/refused.test.ts',
  'what the broker refuses for a while is not delivered, is said, and comes in order when it accepts it',
)
const BACKLOG = proof(
  'broker/backlog.test.ts',
  'what memory has no room for waits in the journal, is told at once, and comes in order when the broker is back',
)
const ALTERED = proof('verify/alterations.test.ts', 'an altered journal is found')
const SLOW = proof(
  'broker/slow-subscriber.test.ts',
  'one who subscribes to everything and never reads does not hold up the others, and is let go',
)
const RUBBISH = proof(
  'e2e/devices.test.ts',
  'of 100,000 corrupted lines none is believed, each is counted, and no card between them is lost',
)
const LINES = proof('e2e/devices.test.ts', 'known by their serial numbers, and what happens to a line in a round costs nothing')
const RESTARTED = proof(
  'e2e/restart.test.ts',
  'a table whose daemon is killed after the deal, in play and in settlement, and stopped in play',
)
const AWAY = proof(
  'pipeline/broker-news.test.ts',
  'a broker that is away is told within five seconds, with since when, and told to be back',
)
const HOSTILE = proof('broker/hostile.test.ts', 'hostile commands have no effect, and the table goes on answering')
const ATTACKED = proof(
  'e2e/hostile.test.ts',
  'the same two rounds, undisturbed and under attack, stand in the journal with the same cards, chips and conclusions',
)
/** Random faults, several at once, on the whole daemon in virtual time. */
const STORM = proof('storm/storm.test.ts', 'P1 to P8 under any faults at once (F25): ')

/** Measured on the process itself. */
const PORT = proof(
  'e2e/port-memory.test.ts',
  'whatever comes over a line, its port holds less than 1 MB, the event loop turns within 50 ms, and every card comes through',
)
const HELD = proof('faults/memory.test.ts', 'what a daemon holds over ')
const MOSQUITTO = proof('e2e/mosquitto-killed.test.ts', ' times: every record of the journal is in the book, once and as it was written')

export const PROMISES: readonly Promised[] = [
  {
    id: 'P1',
    short: 'No acknowledged card is lost',
    promise: 'No card whose line reached the host is lost once it was acknowledged to the shoe.',
    proofs: [CALLS, WIRE, POWER, STORM],
  },
  {
    id: 'P2',
    short: 'A restart resumes round and verdict',
    promise: 'A restart at any instant resumes the same round with the same verdict.',
    proofs: [CALLS, RESTARTED, STORM],
  },
  {
    id: 'P3',
    short: 'The sink gets every record once',
    promise: 'Every record of the journal reaches the audit sink once by its id and in order, or the daemon says which are missing.',
    proofs: [LOG, BOOK, STORM, REFUSED],
  },
  {
    id: 'P4',
    short: 'No verdict rests on missing input',
    promise: 'There is no verdict on a round whose input is missing or unknown.',
    proofs: [
      proof('engine/what-must-hold.test.ts', 'with cards that could not be read: it says so, and is certain of nothing'),
      proof('pipeline/containment.test.ts', 'in a row in the fold cost the rounds they fall in'),
      proof('engine/pointer-gone.test.ts', 'is incomplete once the pointer has been away for more than 5 s in it, and says so then'),
      proof('e2e/pointer-gone.test.ts', 'a round in which the pointer is unplugged is incomplete'),
      proof('pipeline/catch-up.test.ts', 'as far as every device has said so; those that have not said enough are asked'),
      proof('engine/late-shoe.test.ts', 'once the play is over: the next round may lack its bet'),
    ],
  },
  {
    id: 'P5',
    short: 'Memory is bounded',
    promise: 'Memory is bounded, whatever the broker or the devices do.',
    proofs: [BACKLOG, SLOW, RUBBISH, PORT, HELD, STORM],
  },
  {
    id: 'P6',
    short: 'Faults show within 5 s',
    promise: 'Every fault is visible on `status` or as an alarm within 5 s.',
    proofs: [AWAY, LINES, STORM],
  },
  {
    id: 'P7',
    short: 'No MQTT message changes a record',
    promise: 'Nothing that is received over MQTT changes a recorded fact.',
    proofs: [HOSTILE, ATTACKED],
  },
  {
    id: 'P8',
    short: 'Altered journals are found out',
    promise: 'Anybody who has the public key can find out that a journal was altered.',
    proofs: [ALTERED],
  },
  {
    id: 'P9',
    short: 'Countersigned records stay',
    promise:
      'Nothing that the book has countersigned is ever replaced, whoever has the key of the table. A key that changes without a person at the book proves nothing.',
    proofs: [
      proof('book/countersigned.test.ts', 'another history that the table signs later replaces nothing that the book has countersigned: '),
      proof('book/countersigned.test.ts', 'nor does a gap that stays, behind which another history goes on: '),
      proof('book/table-keys.test.ts', ', are countersigned only after a person'),
      proof(
        'book/unsealed.test.ts',
        'a table that withholds its seals is an incident after two minutes, and what came stays countersigned',
      ),
    ],
  },
]

export const FAULTS: readonly Fault[] = [
  { id: 'F1', fault: 'bytes corrupted', mustHold: 'P1; every bad line is counted, none is used', proofs: [RUBBISH, WIRE, SHOE] },
  {
    id: 'F2',
    fault: 'lines cut, glued, endless, not ASCII, with NUL',
    mustHold: 'P1; a port holds less than 1 MB, and holds the event loop up for less than 50 ms',
    proofs: [SHOE, RUBBISH, PORT],
  },
  { id: 'F3', fault: 'lines doubled, reordered, stale', mustHold: 'P1; no card twice', proofs: [WIRE, SHOE] },
  {
    id: 'F4',
    fault: 'unplugged during a line, a card, a flood',
    mustHold: 'the port is reopened within 2 s, and the events of the gap are fetched',
    proofs: [LINES, proof('firmware-bridge/port.test.ts', 'unplugged in a line and under traffic, time after time')],
  },
  {
    id: 'F5',
    fault: 'ports renumbered; two devices exchanged, or with the same serial number; a device without the right key',
    mustHold:
      'devices are known by serial number; of two devices with the same serial number neither is believed until a person confirms one; a device that cannot prove its configured key is not believed',
    proofs: [
      LINES,
      proof('firmware-bridge/port.test.ts', 'a device whose port was renumbered is found on another path'),
      proof('firmware-bridge/link-trust.test.ts', 'a device that has moved to the other port answers no more on this one, and is no clone'),
      proof(
        'e2e/device-key.test.ts',
        'a shoe without the key of the configuration is not believed, and the true one is, with what it kept',
      ),
      proof('firmware-bridge/link-proof.test.ts', 'a wrong answer, one to another question and none at all are not believed'),
      proof(
        'e2e/cloned-serial.test.ts',
        'two devices with one serial number are both silenced, over a restart too, until a person confirms one',
      ),
    ],
  },
  {
    id: 'F6',
    fault: 'a device reboots with or without its ring; other firmware',
    mustHold: 'an incident; P4',
    proofs: [
      proof('simulators/device-host.test.ts', 'a shoe that forgets its ring is an incident, and the cards dealt afterwards are played'),
      proof('firmware-bridge/link-identity.test.ts', 'a boot that keeps its ring goes on: noted, and the card dealt meanwhile is fetched'),
      proof('firmware-bridge/link-identity.test.ts', 'other firmware is an incident'),
      proof('firmware-bridge/link-identity.test.ts', 'a boot whose hellos are lost again and again is asked for until one comes through'),
      STORM,
    ],
  },
  {
    id: 'F7',
    fault: 'a mute device; one that does not read',
    mustHold: 'the device is reported as down within 3 s; what waits to be written to it is bounded',
    proofs: [
      LINES,
      proof('firmware-bridge/port.test.ts', 'a device that takes nothing: writes are refused beyond a limit, and the port still closes'),
      proof('firmware-bridge/port.test.ts', 'an opening that hangs is given up, its port is closed if it ever opens'),
    ],
  },
  {
    id: 'F8',
    fault: 'SIGKILL at every write, sync, rename, publish, acknowledgement',
    mustHold: 'P1, P2, P3; a torn tail is cut, never the middle',
    proofs: [
      CALLS,
      RESTARTED,
      LOG,
      proof('journal/journal.test.ts', 'a torn tail of every length is cut, said, and overwritten by what comes next'),
    ],
  },
  {
    id: 'F9',
    fault: 'power loss: unsynced data gone, last block garbage',
    mustHold: 'the longest valid beginning of the journal is kept; nothing acknowledged is missing',
    proofs: [POWER, proof('pipeline/recovery.test.ts', ': goes on from a checkpoint as from the whole journal')],
  },
  {
    id: 'F10',
    fault: 'disk full, I/O error, no descriptors left',
    mustHold: 'the daemon stops acknowledging, raises an alarm, and goes on when it can write again',
    proofs: [
      proof(
        'e2e/full-disk.test.ts',
        'a small disk is filled while the table plays: told, nothing acknowledged, nothing lost; with room it goes on',
      ),
      proof('pipeline/disk.test.ts', 'a disk that fails for ever leaves what it has, and the next start shows no alarm that it does not'),
      proof(
        'e2e/no-descriptors.test.ts',
        'without a descriptor a device that comes back is not opened and keeps its cards; with some again all of the round is told',
      ),
      proof(
        'e2e/no-inodes.test.ts',
        'a disk that can hold no more files raises an alarm because the head of the journal is not kept; it ends when it is kept again',
      ),
    ],
    open: 'without descriptors the daemon keeps writing the journal it has open; a new segment that cannot be opened fails like a full disk, but no test goes that far',
  },
  {
    id: 'F11',
    fault: 'journal altered, cut, exchanged, rolled back',
    mustHold: 'found at the start; the daemon does not go on unless a person orders it; a stranger cannot prevent a start',
    proofs: [
      ALTERED,
      proof('verify/alterations.test.ts', " stops the start where the table's key signed it, and is told where a stranger's did"),
      proof('e2e/strange-checkpoint.test.ts', 'a checkpoint that a stranger signed starts no doubt and is told'),
      proof('verify/heads-given.test.ts', 'every head that is given counts, and the one beside the records without being given'),
      proof('verify/alterations.test.ts', 'a person may order to go on: the journal tells why, and is not asked again'),
    ],
  },
  {
    id: 'F12',
    fault: 'broker away for hours of play',
    mustHold: 'memory is bounded; afterwards the current state is sent first, and everything in the end',
    proofs: [
      BACKLOG,
      AWAY,
      proof('broker/outbox.test.ts', 'alarms that come and go while the broker is away leave nothing behind; one that stays is shown'),
    ],
  },
  {
    id: 'F13',
    fault: 'broker killed every 3 s',
    mustHold: 'P3',
    proofs: [
      proof('pipeline/broker-news.test.ts', 'a broker that is killed every three seconds and comes back at once is no news'),
      proof('broker/link.test.ts', 'what was sent and not acknowledged is sent again in order over the next connection'),
      MOSQUITTO,
    ],
  },
  {
    id: 'F14',
    fault: 'broker restarts with nothing',
    mustHold: 'within 2 s the broker has the status of the table and all its state again',
    proofs: [proof('e2e/broker.test.ts', 'a broker that comes late, and one that comes back with nothing, get a full birth within 2 s')],
  },
  {
    id: 'F15',
    fault: 'connected but never acknowledged, or acknowledged with a refusal; half open',
    mustHold:
      'timers of the daemon end such a connection; the table never hangs; it connects at most once a second, but for one attempt in ten seconds',
    proofs: [
      proof('broker/link.test.ts', 'a broker that never acknowledges is left after 4 s, again and again, and nothing is given up'),
      proof('broker/link.test.ts', 'a broker that does not even answer the connect is left after 4 s'),
      proof('broker/link.test.ts', 'a broker that refuses connections is asked once a second, not more'),
      proof('book/mute-broker.test.ts', 'a broker that never answers the subscription is left, with the reason, and tried again'),
      proof('book/mute-broker.test.ts', 'a broker that never acknowledges what the book publishes is left and tried again'),
      REFUSED,
      proof(
        'broker/refused.test.ts',
        'a record that the broker never accepts is left out and named, whatever reason it gives; the rest comes in order',
      ),
    ],
  },
  {
    id: 'F16',
    fault: 'slow or dead subscriber, sink away for days',
    mustHold: 'the table is unaffected; an alarm when 80 % of the space is used',
    proofs: [
      SLOW,
      proof('pipeline/room.test.ts', 'a disk that fills is told at 80 %, again when it is worse, and no more when there is room'),
    ],
  },
  {
    id: 'F17',
    fault: 'a message too large to publish',
    mustHold: 'refused before it reaches the client, or found out at the broker; named, and everything else is delivered',
    proofs: [
      proof('broker/mqtt5.test.ts', 'a message too large for the broker is told once and left out; the rest goes through one connection'),
      proof('broker/link.test.ts', 'a message above 64 KiB is refused before the client and the rest flows'),
      proof('broker/packet-limit.test.ts', 'what is larger is left out and named, the rest comes in order and stays'),
      proof('broker/packet-limit.test.ts', 'a broker that ends connections at random, often with messages on their way, loses none'),
      proof('e2e/packet-limit.test.ts', 'the table plays on, and an alarm names what was left out'),
    ],
  },
  {
    id: 'F18',
    fault: 'the clock jumps, or shows nothing at boot; the clock of a device stands still or runs wild',
    mustHold:
      'events are ordered by sequence; timers run on a clock that nobody can set; the step is reported; a broken clock is reported and accuses nobody',
    proofs: [
      proof('e2e/clock-set.test.ts', 'a clock that is set back a minute twice is told, and accuses no faultless dealer'),
      proof('pipeline/clock.test.ts', 'a start goes on behind the last record, though the clock was set back while no daemon ran'),
      proof(
        'firmware-bridge/link-clock.test.ts',
        'is told once within 5 s, dates nothing wrongly after the first second, and is over when it is right',
      ),
      proof('firmware-bridge/link-clock.test.ts', 'is never called wrong, though each hello after a restart is lost for 3 s'),
      proof('pipeline/catch-up.test.ts', 'never for a device that answers but whose clock stands still: after 6.5 s its link is told'),
    ],
  },
  {
    id: 'F19',
    fault: 'flood from a faulty sensor',
    mustHold: 'cards keep priority, 100 ms from line to event; one alarm; nothing lost',
    proofs: [
      proof(
        'e2e/sensor-flood.test.ts',
        'beside a spot that flickers 10,000 times a second nine of ten cards are said within 100 ms, the flood and its end are told, nothing is lost',
      ),
      proof('firmware-bridge/link-flood.test.ts', 'a device that floods is read at the pace, and none of its events is lost'),
      RUBBISH,
      proof('pipeline/lag.test.ts', 'it is told once, shown while it lasts, and a daemon that keeps up ends what one before it told'),
    ],
    open: 'cards of the first second, before the flood is reported, may take longer than 100 ms',
  },
  {
    id: 'F20',
    fault: 'hostile publisher: forged, replayed, retained, large, deeply nested, flooding',
    mustHold: 'P7; the table keeps answering; the event loop is held up for less than 50 ms',
    proofs: [
      ATTACKED,
      HOSTILE,
      proof('broker/hostile.test.ts', 'a 10 MB packet ends its sender and nobody else'),
      proof('broker/hostile.test.ts', 'a flood of commands is cut to 50 a second for a user and counted'),
      proof('e2e/forged-words.test.ts', 'forged, replayed and cleared words are told by name, and what displays keep of them is put right'),
      proof('broker/walls.test.ts', 'nobody but the table writes its topics, whatever it is, and nothing of it is retained'),
      proof('broker/walls.test.ts', 'with users, whoever logs in finds a place, however many without a login sit there'),
      proof('broker/full-house.test.ts', 'a house full of idle clients without a login is an alarm of the table within five seconds'),
      proof('book/hostile.test.ts', 'hostile records and messages hold up neither their table nor another'),
    ],
  },
  {
    id: 'F21',
    fault: 'a second daemon for the same table, or a second book with the same name',
    mustHold: 'refuses to start; a takeover at the broker is an alarm; the later one of two books gives way and says why',
    proofs: [
      proof('e2e/command-line.test.ts', 'a second daemon on a journal, and one on an altered journal, refuse with 73 and say why'),
      proof('e2e/second-daemon.test.ts', 'two daemons of one table from two folders: both say so, the alarm is on the topic, and it ends'),
      proof('journal/lock.test.ts', 'another container that runs keeps its lock, whatever process has its number here'),
      proof('broker/takeover.test.ts', 'a takeover at the broker is told, and the table comes back'),
      proof('e2e/takeover.test.ts', 'who takes the client id of a table at mosquitto raises an alarm within five seconds'),
      proof('e2e/takeover.test.ts', 'a mosquitto that is killed, stopped in order and keeps what it knows'),
      proof('broker/walls.test.ts', 'a client id of who has logged in is for him alone'),
      proof('book/second-book.test.ts', 'two books of one name: one gives way and says why'),
      proof('book/takeover.test.ts', 'whoever was there first stays, whether or not the broker says why'),
    ],
  },
  {
    id: 'F22',
    fault: 'bad configuration of every kind',
    mustHold: 'refuses to start: file, path, reason, what is allowed; all problems at once',
    proofs: [
      proof(
        'e2e/command-line.test.ts',
        'ten mistakes in a configuration are told all at once, each with its place, and the daemon does not start',
      ),
      proof('config/parse.test.ts', 'no text and no YAML of any shape makes it throw'),
    ],
  },
  {
    id: 'F23',
    fault: 'certificate expired, wrong authority, downgrade',
    mustHold: 'never connects without TLS; an alarm 30, 7 and 1 days before the certificate expires',
    proofs: [
      proof(
        'broker/certificates.test.ts',
        'no way but TLS: an authority nobody named, a certificate that has ended and a port without TLS hear nothing',
      ),
      proof('broker/tls.test.ts', 'who comes without a certificate, with one of another authority or one that has ended is not let in'),
      proof(
        'broker/tls.test.ts',
        'a certificate that is exchanged on the disk is used from the next connection on, for worse and for better',
      ),
      proof('broker/certificates.test.ts', 'a broker that was talked down to an older TLS is not spoken to, by mqtts or by wss'),
      proof('broker/certificates.test.ts', '30, 7 and 1 days before, and when it has ended; of several the first to end'),
    ],
  },
  {
    id: 'F24',
    fault: 'event loop stalled, uncaught exception, out of memory',
    mustHold: "ends by itself after 5 s; a shorter stall is nobody else's silence; P2",
    proofs: [
      proof(
        'e2e/watchdog.test.ts',
        'a daemon that stalls in the middle of a round ends by itself, and the round is told whole by the next',
      ),
      proof('e2e/out-of-memory.test.ts', 'ended in the middle of a round by '),
      proof('e2e/own-stall.test.ts', 'a daemon that stands still for a while calls nobody silent but itself'),
    ],
  },
  {
    id: 'F25',
    fault: 'any two at once',
    mustHold: 'all promises',
    proofs: [STORM],
  },
]
