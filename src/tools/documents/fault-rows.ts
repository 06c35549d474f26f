/** Alarms of the devices and of the machine, as rows of docs/findings.md: an example of each, and what a person should know beside its text. */
import { clockFaultText, RIGHT_MS } from '../../../firmware-bridge/link-clock.ts'
import { LOOKED_FOR_MS } from '../../daemon/pipeline/link-failures.ts'
import { STRINGS } from '../../display/page/strings.ts'
import type { TableEvent } from '../../engine/event.ts'
import { NO_ALARMS, STEADY_MS } from '../../procedure/alarms.ts'
import { deviceWords } from '../../procedure/device-alarms.ts'
import type { DeviceSign } from '../../procedure/device-sign.ts'
import { stepAlarms } from '../../procedure/faults.ts'
import type { JudgeContext } from '../../procedure/watch.ts'
import { ALARM_TITLES } from '../../wire/alarm-rows.ts'
import {
  acceptedWords,
  backlogWords,
  brokerFullWords,
  brokerWords,
  certificateWords,
  clockWords,
  clonedWords,
  cutWords,
  diskWords,
  forgedWords,
  type HostAlarm,
  type HostWords,
  headWords,
  laggingWords,
  leftOutWords,
  receiptWords,
  refusedWords,
  roomWords,
  secondDaemonWords,
  takeoverWords,
  tooLargeWords,
  unprovenWords,
} from '../../wire/host-alarms.ts'
import type { Row } from './markdown.ts'

/** Device faults, which the judge raises itself. */
const DEVICE_EVENTS: readonly (readonly [TableEvent, why: string])[] = [
  [
    { type: 'device.link', at: 0, round: null, cause: '', data: { device: 'spots', up: false, reason: 'no valid line for 3 s' } },
    `The device is silent. It keeps its events until it is back, so nothing is lost. When the program starts, a device has ${LOOKED_FOR_MS / 1000} s to be found before the alarm is raised. The alarm ends when it has been back for ${STEADY_MS / 1000} s.`,
  ],
  [
    { type: 'cards.missing', at: 0, round: '1-7', cause: '', data: { device: 'shoe', from: 1906, to: 1907 } },
    'Lines were damaged on the way, and the device could not send them again. The round is incomplete.',
  ],
  [
    {
      type: 'device.incident',
      at: 0,
      round: null,
      cause: '',
      data: {
        device: 'shoe',
        code: 'unknown-serial',
        text: 'SH-00999 (shoe) answers where SH-00412 (shoe) is configured; its events are ignored',
      },
    },
    'A technician must see to a device; the round goes on without it. An example of what the alarm says is on the right.',
  ],
  [
    {
      type: 'device.incident',
      at: 0,
      round: null,
      cause: '',
      data: { device: 'spots', code: 'clock-fault', text: clockFaultText('SP-00007', 'rate') },
    },
    `Nobody can tell when the device saw what it reports. The alarm ends when the clock has been right for ${RIGHT_MS / 1000} s, or after a restart of the device.`,
  ],
]

/** What a device does wrong while its line works. */
const DEVICE_SIGNS: readonly (readonly [DeviceSign, why: string])[] = [
  [
    { device: 'shoe', incident: 'SHOE-SILENT', alarm: 'shoe-silent', words: deviceWords('SHOE-SILENT') },
    'The line of the shoe works, but its reader does not: two bets were laid and settled, twice, without a card. It takes two rounds to be seen, and ends when a card comes.',
  ],
  [
    { device: 'spots', incident: 'SENSOR-DROPOUT', alarm: 'dropout-3-main', words: deviceWords('SENSOR-DROPOUT', { spot: '3.main' }) },
    'The sensor hangs: three times a bet was won or lost, and nothing moved. A finding about that bet stands beside it. The alarm ends when the spot changes.',
  ],
]
const DEVICES: JudgeContext['devices'] = [
  { name: 'shoe', role: 'shoe' },
  { name: 'spots', role: 'spots' },
]

/** Faults of the machine that the daemon runs on. */
const HOST_SIGHTS: readonly (readonly [HostAlarm, HostWords, why: string])[] = [
  [
    'journal',
    diskWords('/var/lib/blackjack-table/journal/000001.jsonl: no space left on device'),
    'The disk is full or failing, or the journal has reached its limit. The table judges nothing and refuses every command until the disk accepts records again.',
  ],
  ['journal-room', roomWords(80), 'Little space is left. The alarm comes at 80, 90, 95 and 99 %.'],
  [
    'journal-head',
    headWords('ENOSPC: no space left on device'),
    'The table tries again every two seconds. The alarm ends when the signature is kept.',
  ],
  [
    'journal-cut',
    cutWords('/var/lib/blackjack-table/journal/000001.jsonl', 48_211, 117),
    'The program was interrupted while writing. No card is lost: the devices send again what was not acknowledged.',
  ],
  [
    'journal-accepted',
    acceptedWords('restored from the backup of 5 pm, M. Braun', [
      'the checkpoint that the broker has retained covers record 48211, but the journal ends at record 47003',
    ]),
    'The journal was cut, altered or replaced, and somebody started the program with `--accept-journal`.',
  ],
  [
    'certificate',
    certificateWords({ whose: 'broker', name: 'broker.example:8883' }, 7, '2026-12-01 08:00 UTC'),
    'The alarm comes 30, 7 and 1 days before a certificate expires, and when it has expired.',
  ],
  [
    'clock',
    clockWords(-60_000, Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Rounds run on a clock of their own that nobody can set, so no verdict changes.',
  ],
  [
    'broker',
    brokerWords('mqtts://broker.example:8883', Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Displays learn of this only when the broker is back. The journal records how long it lasted.',
  ],
  [
    'second-daemon',
    secondDaemonWords('3f9c2a1b', Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Two programs publish as one table; each has a journal of its own. The alarm ends 10 s after the other one has stopped.',
  ],
  [
    'takeover',
    takeoverWords('mqtts://broker.example:8883', 'said'),
    "Another client connected with the table's client id. The alarm says whether the broker said so (MQTT 5), the table concluded it, or its own broker refused the attempt.",
  ],
  ['broker-full', brokerFullWords(), 'Without `broker: users:` nobody has a login. The alarm ends when a place has been free for 10 s.'],
  [
    'refused',
    refusedWords({ topic: 'log', from: 48_211, reason: 'Quota exceeded' }),
    'Only a broker that speaks MQTT 5 can say so. The alarm ends 10 s after it has accepted everything. If it refuses the alarm as well, only the journal has it.',
  ],
  [
    'left-out',
    leftOutWords([{ topic: 'log', from: 48_211, to: 48_211, reason: 'Payload format invalid' }]),
    'The book can still get the records by a replay when the broker accepts them.',
  ],
  ['backlog', backlogWords(48_211), 'The broker has been away, or slow, for hours.'],
  ['message', tooLargeWords('demo/p1/bj07/3kf9/184213', 70_112), 'One message is missing on the displays; the journal has everything.'],
  [
    'receipt',
    receiptWords('book', 'the records up to 48211 that it holds are not those of the journal'),
    'What was recorded may have been altered. The alarm ends when sink and journal agree.',
  ],
  ['lagging', laggingWords(), 'Findings may come late, or as likely instead of proven. The alarm ends when the table has kept up for 5 s.'],
  [
    'cloned-serial',
    clonedWords(['shoe (SH-00412)']),
    'The open round is incomplete, and there is no verdict until the device is confirmed, even after a restart.',
  ],
  [
    'unproven-device',
    unprovenWords(['shoe (SH-00412)']),
    'The open round is incomplete, and there is no verdict until the device has proven itself. The table keeps asking, and then reads the events that the device has kept.',
  ],
  [
    'forged-words',
    forgedWords('alarm/bj-short-9', Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Journal and book are not affected. The alarm ends a minute after the last such message.',
  ],
]

/** Name with code and severity, what happened, what to do. */
export const faultRows = (): readonly Row[] => {
  const context = { devices: DEVICES } as JudgeContext
  const jam = { kind: 'shoe', what: 'jam', at: 0, cause: '' } as const
  const sights = [
    ...DEVICE_EVENTS.map(([event, why]) => ({ events: [event], observation: null, signs: [], why })),
    { events: [], observation: jam, signs: [], why: 'A card is stuck in the shoe.' },
    ...DEVICE_SIGNS.map(([sign, why]) => ({ events: [], observation: null, signs: [sign], why })),
    ...HOST_SIGHTS.map(([alarm, words, why]) => {
      const event: TableEvent = { type: 'host.condition', at: 0, round: null, cause: '', data: { alarm, ...words } }
      return { events: [event], observation: null, signs: [], why }
    }),
  ]
  return sights.flatMap(({ events, observation, signs, why }) =>
    stepAlarms(NO_ALARMS, { events, observation } as never, { findings: [], signs }, context).open.map(({ code, severity, remedy }) => [
      `**${ALARM_TITLES[code]?.en ?? code}**<br>\`${code}\`, ${STRINGS[`severity.${severity}`].en}`,
      why,
      remedy ?? '',
    ]),
  )
}
