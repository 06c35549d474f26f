/** The generated parts of docs/pit.md: priorities, states of alarms, and every finding and fault in the words people read. */

import { clockFaultText, RIGHT_MS } from '../../../firmware-bridge/link-clock.ts'
import { STRINGS } from '../../display/page/strings.ts'
import { SEARCHED } from '../../engine/deviation.ts'
import type { TableEvent } from '../../engine/event.ts'
import { type AlarmState, NO_ALARMS, SHELVED_MINUTES_MAX, STEADY_MS } from '../../procedure/alarms.ts'
import { CATALOGUE, SECTIONS } from '../../procedure/catalogue/index.ts'
import { questionAlone } from '../../procedure/catalogue/questions.ts'
import { type CatalogueRow, NEXT_IS_OUT } from '../../procedure/catalogue/row.ts'
import { findingWords, type Place, peopleText } from '../../procedure/catalogue/words.ts'
import { stepAlarms } from '../../procedure/faults.ts'
import type { SEVERITIES } from '../../procedure/finding.ts'
import type { JudgeContext } from '../../procedure/watch.ts'
import { exponentOf } from '../../rules/house/currency.ts'
import { FINDING_CODES, type FindingCode } from '../../rules/house/finding-code.ts'
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
import { ALARM_TITLES } from '../../wire/told.ts'
import { table } from './markdown.ts'
import { EXAMPLES, type Example } from './pit-examples.ts'
import { rulingsTable } from './pit-rulings.ts'

type Severity = (typeof SEVERITIES)[number]

const PRIORITIES: { readonly [S in Severity]: readonly [means: string, act: string] } = {
  stop: [
    'The game itself is in doubt: the shoe, a bet changed during play, the rack.',
    'Stop the game and go there now. The alarm sounds until somebody acknowledges it.',
  ],
  money: ['A payment is wrong, or about to be.', 'Put it right before the next deal; afterwards it is harder.'],
  procedure: [
    'No money went wrong, but a rule of procedure was broken or a device needs attention.',
    'Go when you can; speak to the dealer between rounds.',
  ],
  info: ['For the record.', 'Nothing; it raises no alarm.'],
}

const STATES: { readonly [S in AlarmState]: readonly [means: string, next: string] } = {
  unacknowledged: ['The problem exists, and nobody has confirmed seeing it.', 'Acknowledge it, then deal with it.'],
  acknowledged: [
    'The problem exists, and somebody is dealing with it; their name is next to it.',
    'That person closes it when it is put right.',
  ],
  returned: [
    'The problem ended by itself (the dealer put his error right, a finding was withdrawn, the round was voided, a device came back) before anybody acknowledged it.',
    'Acknowledge it; then it disappears.',
  ],
  shelved: [`Somebody put it aside, for ${SHELVED_MINUTES_MAX} minutes at most. It comes back by itself.`, 'Nothing until then.'],
  suppressed: [
    'It waits behind another alarm, which its note names: the loss of a device that explains it, or a more serious finding in the same round.',
    'Deal with the other one.',
  ],
  closed: ['It is dealt with and leaves the list.', ''],
}

/** The first thing to look at, for each section of the catalogue. */
const INTRODUCTIONS: { readonly [title: string]: string } = {
  'Shoe, packs, cut, burn':
    'Counted from the moment a shoe is loaded. One card too many of a kind means a foreign card, a misread one, or incorrect packs: do not continue the deal until somebody has checked.',
  Bets: 'The bet is what lies on the spot when the first card leaves the shoe. After that, only a decision in play changes it.',
  'Initial deal':
    'The shoe knows the cards, but not where they went. These findings come when no legal deal explains what followed: look at the cards on the table before you touch a chip.',
  'Check for blackjack, insurance, even money':
    "Put insurance right before the dealer's hand is played; afterwards both sides will dispute it.",
  'Options of the players': 'Plays that the dealer should have refused or completed. Never put an exposed card back into the shoe.',
  'Free bets and Pot of Gold':
    'A lammer has no value of its own, but it stands for a bet: if it is missing, the bet is not paid; if it is left behind, the bet counts twice.',
  "Dealer's hand":
    'A card that the dealer should not have drawn does not count. A card that is still missing is drawn as long as nothing is settled.',
  Blackjacks: 'Blackjack is two cards, not after a split. The house decides what it pays and when: `npm run houses` prints it.',
  Settlement:
    'An amount *due* is what the player wins on that spot in the round. Take a wrong payment back completely and pay again, so that everybody sees the right payment.',
  'The shoe over its life, where it is tested':
    'Statistics, never proof: `watches.shoeAlarmRate` in the configuration sets how often a good shoe raises a false alarm. Check the shuffle, not the dealer.',
  Rack: 'Only where the rack has a sensor. No sensor sees cash: chips sold for cash leave the rack just as stolen ones would.',
}

const placeOf = (place: Partial<Place>): Place => ({ box: 3, hand: null, spot: '3.main', ...place })

/** The examples are in euros. */
const EXPONENT = exponentOf('EUR')
/** When their round began. */
const AT = Date.UTC(2026, 10, 21, 21, 14, 3)
const NEXT_IS_OUT_THERE = NEXT_IS_OUT.en.replace('{time}', '21:14:03 UTC')

/** How sure a finding is, and what to look at if it is not. */
const SURE: { readonly [by in 'events' | 'readings']: { readonly [S in NonNullable<CatalogueRow['sure']>]: string } } = {
  events: {
    S: 'Proven as soon as it is seen.',
    X: 'Proven if no legal story fits; otherwise likely, or not raised.',
    'S/X': 'Proven on the first two cards; later only if no legal story fits.',
    T: 'Never proof.',
  },
  readings: {
    S: 'Proven, unless something else fits as well.',
    X: 'Proven only if no legal story fits; otherwise one of several, or likely.',
    'S/X': 'Proven on the first two cards; later only if no legal story fits.',
    T: 'Never proof.',
  },
}

const sureOf = (code: FindingCode, { raised, sure }: CatalogueRow, at: Place): string => {
  if (raised !== 'events' && raised !== 'readings') return ''
  const question = raised === 'readings' ? questionAlone({ code, box: at.box }) : null
  const isUnsearched = raised === 'readings' && !SEARCHED.has(code)
  return [
    sure === null ? '' : SURE[raised][sure],
    question === null ? '' : `If in doubt: *${question}*`,
    isUnsearched ? 'This version does not look for it yet.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ')
}

/** Drops the words that the page says once for all findings. */
const afterDealOf = (remedy: string): string => {
  if (!remedy.startsWith(NEXT_IS_OUT_THERE)) return remedy
  const step = remedy.slice(NEXT_IS_OUT_THERE.length).replace(/^, (then|and) /, '')
  return `Back it up, then ${step}`
}

/**
 * One paragraph: the name, what happened, the alarm's words, how sure it is, what to look at, the first step, and the step after the next
 * deal.
 */
const paragraph = (code: FindingCode, row: CatalogueRow): string => {
  const { expected = {}, seen = {}, ...place }: Example = EXAMPLES[code] ?? {}
  const [words, later] = [false, true].map((isPast) => findingWords(row, { expected, seen, exponent: EXPONENT, at: AT }, isPast))
  if (words === undefined || later === undefined) return ''
  const at = placeOf(place)
  const seenThere = peopleText({ ...words, remedy: '' }, at, 'proven').trim()
  const name = ALARM_TITLES[code]?.en ?? code
  const afterDeal = later.remedy === words.remedy ? '' : ` After the next deal: **${afterDealOf(later.remedy)}**`
  const head = `**${name}** (\`${code}\`, ${STRINGS[`severity.${row.severity}`].en}).`
  return `${head} ${row.means.en} You read: “${seenThere}” ${sureOf(code, row, at)} **${words.remedy}**${afterDeal}`
}

const section = (title: string, codes: readonly FindingCode[]): string => {
  const raised = codes.map((code) => [code, CATALOGUE[code]] as const).filter(([, row]) => typeof row.raised === 'string')
  const introduction = INTRODUCTIONS[title]
  if (introduction === undefined) throw new Error(`src/tools/documents/pit-blocks.ts has no introduction to "${title}"`)
  return [`### ${title}`, introduction, ...raised.map(([code, row]) => paragraph(code, row))].join('\n\n')
}

/** Device faults, which the judge raises itself. */
const DEVICE_EVENTS: readonly (readonly [TableEvent, why: string])[] = [
  [
    { type: 'device.link', at: 0, round: null, cause: '', data: { device: 'spots', up: false, reason: 'no valid line for 3 s' } },
    `The device is silent. It keeps its events and sends them when it is back, so nothing is lost. The alarm ends by itself once the device has been back for ${STEADY_MS / 1000} s.`,
  ],
  [
    { type: 'cards.missing', at: 0, round: '1-7', cause: '', data: { device: 'shoe', from: 1906, to: 1907 } },
    'Lines were damaged on the way, and the device could not send them again. The round is incomplete: there is no verdict that these lines could change.',
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
    'A technician must see to a device; the round goes on without it.',
  ],
  [
    {
      type: 'device.incident',
      at: 0,
      round: null,
      cause: '',
      data: { device: 'spots', code: 'clock-fault', text: clockFaultText('SP-00007', 'rate') },
    },
    `Nobody can tell when the device saw what it reports, so no round that needs it gets a verdict. The alarm ends by itself when the clock has been right for ${RIGHT_MS / 1000} s, or after a restart of the device.`,
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
    'The disk is full or failing, or the journal has reached its size limit. Meanwhile the table judges nothing and refuses every command, even an acknowledgement: repeat it later. When the disk accepts records again, the alarm ends, but stays until somebody has acknowledged it.',
  ],
  [
    'journal-room',
    roomWords(80),
    'Little space is left for the journal. Play is not affected yet. The alarm comes at 80, 90, 95 and 99 % and must be acknowledged each time.',
  ],
  [
    'journal-head',
    headWords('ENOSPC: no space left on device'),
    'The table tries again every two seconds. The alarm ends when the signature is kept.',
  ],
  [
    'journal-cut',
    cutWords('/var/lib/blackjack-table/journal/000001.jsonl', 48_211, 117),
    'The program did not end properly: it was interrupted while writing. No card is lost, because the devices send again whatever had not been acknowledged. The alarm ends by itself a minute later, but stays until somebody has acknowledged it.',
  ],
  [
    'journal-accepted',
    acceptedWords('restored from the backup of 5 pm, M. Braun', [
      'the checkpoint that the broker has retained covers record 48211, but the journal ends at record 47003',
    ]),
    'The journal was cut, altered or replaced, and somebody started the program with `--accept-journal`. Play is not affected, but what was recorded before cannot be relied on.',
  ],
  [
    'certificate',
    certificateWords('The certificate of the broker broker.example:8883', 7, '2026-12-01 08:00 UTC'),
    'The alarm comes 30, 7 and 1 days before a certificate expires and when it has expired, and must be acknowledged each time. Play is not affected, but the displays will be.',
  ],
  [
    'clock',
    clockWords(-60_000, Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Rounds run on a clock of their own that nobody can set, so no verdict changes. The alarm ends by itself a minute later, but stays until somebody has acknowledged it.',
  ],
  [
    'broker',
    brokerWords('mqtts://broker.example:8883', Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Displays learn of this only when the broker is back, because the table cannot report it before. The journal and the book record how long it lasted.',
  ],
  [
    'second-daemon',
    secondDaemonWords('3f9c2a1b', Date.UTC(2026, 10, 21, 1, 43, 19)),
    'The table publishes its own status again. The alarm ends 10 s after the other daemon has stopped, or no longer answers. The journal is not affected: each daemon has its own.',
  ],
  [
    'takeover',
    takeoverWords('mqtts://broker.example:8883', 'said'),
    "Only brokers that speak MQTT 5 tell a table why they disconnect it. Otherwise the table concludes it, and the alarm says so: the broker ended a connection, accepted the next one at once, and had published the former one's will. The table's own broker refuses such a client, and the alarm says that it tried. The alarm ends by itself a minute later, but stays until somebody has acknowledged it.",
  ],
  [
    'broker-full',
    brokerFullWords(),
    'Without `broker: users:` nobody has a login. The alarm ends by itself when a place has been free for 10 s.',
  ],
  [
    'refused',
    refusedWords({ topic: 'log', from: 48_211, reason: 'Quota exceeded' }),
    'Only brokers that speak MQTT 5 tell a table that they do not accept a message. The alarm ends 10 s after the broker has accepted everything. If the broker refuses the alarm as well, the displays do not show it, but the journal has it.',
  ],
  [
    'left-out',
    leftOutWords([{ topic: 'log', from: 48_211, to: 48_211, reason: 'Payload format invalid' }]),
    'The journal has everything; the book can still get the records by a replay when the broker accepts them. The alarm ends by itself a minute later, but stays until somebody has acknowledged it.',
  ],
  ['backlog', backlogWords(48_211), 'The broker has been away, or slow, for hours. Nothing is lost; the displays catch up in order.'],
  [
    'message',
    tooLargeWords('demo/p1/bj07/3kf9/184213', 70_112),
    'One message is missing on the displays; the journal has everything. The alarm ends by itself, but stays until somebody has acknowledged it.',
  ],
  [
    'receipt',
    receiptWords('book', 'the records up to 48211 that it holds are not those of the journal'),
    'The alarm ends when the sink and the journal agree. Play is not affected; what was recorded may have been altered, so it must be looked into.',
  ],
  [
    'lagging',
    laggingWords(),
    'The alarm ends when the table has kept up for 5 s. Meanwhile a finding may come late, or as likely when it would otherwise be proven.',
  ],
  [
    'cloned-serial',
    clonedWords(['shoe (SH-00412)']),
    'The open round is incomplete, and there is no verdict until the device is confirmed. The alarm outlasts a restart. Acknowledge or shelve it; it ends with the confirmation.',
  ],
  [
    'unproven-device',
    unprovenWords(['shoe (SH-00412)']),
    'The table keeps asking. The open round is incomplete, and there is no verdict until the device has proven itself. Then the alarm ends, and the table reads the events that the device has kept.',
  ],
  [
    'forged-words',
    forgedWords('alarm/bj-short-9', Date.UTC(2026, 10, 21, 1, 43, 19)),
    'An alarm that the table did not raise disappears from the displays by itself. The journal and the book are not affected. The alarm ends a minute after the last such message, but stays until somebody has acknowledged it.',
  ],
]

const faults = (): string => {
  const context = { devices: DEVICES } as JudgeContext
  const jam = { kind: 'shoe', what: 'jam', at: 0, cause: '' } as const
  const sights = [
    ...DEVICE_EVENTS.map(([event, why]) => ({ events: [event], observation: null, why })),
    {
      events: [],
      observation: jam,
      why: 'The shoe reports that a card is stuck. The alarm ends when the shoe is clear or is loaded again.',
    },
    ...HOST_SIGHTS.map(([alarm, words, why]) => {
      const event: TableEvent = { type: 'host.condition', at: 0, round: null, cause: '', data: { alarm, ...words } }
      return { events: [event], observation: null, why }
    }),
  ]
  const rows = sights.flatMap(({ events, observation, why }) =>
    stepAlarms(NO_ALARMS, { events, observation } as never, [], context).open.map(({ code, severity, text, remedy }) => [
      `\`${code}\`<br>${STRINGS[`severity.${severity}`].en}`,
      why,
      `${text} **${remedy ?? ''}**`,
    ]),
  )
  return table(['code', 'what happened', 'what you read, and **what to do**'], rows)
}

export const pitBlocks = (): { readonly [block: string]: string } => ({
  priorities: table(
    ['on the display', 'it means', 'what to do'],
    Object.entries(PRIORITIES).map(([severity, words]) => [`**${STRINGS[`severity.${severity as Severity}`].en}**`, ...words]),
  ),
  states: table(
    ['on the display', 'it means', 'next'],
    Object.entries(STATES).map(([state, words]) => [`**${STRINGS[`alarmState.${state as AlarmState}`].en}**`, ...words]),
  ),
  rulings: rulingsTable(),
  findings: SECTIONS.map(({ title, codes }) => section(title, codes)).join('\n\n'),
  counted: `${Object.values(CATALOGUE).filter(({ raised }) => typeof raised === 'string').length} of ${FINDING_CODES.length} findings in the catalogue can be raised; cards and chips cannot show the others ([why](findings.md#codes-that-are-never-raised)).`,
  faults: faults(),
})
