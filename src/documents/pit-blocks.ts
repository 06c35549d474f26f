/** What of docs/pit.md is made from the source: priorities, states of alarms, and every finding and fault in the words people read. */

import { SEARCHED } from '../engine/deviation.ts'
import type { TableEvent } from '../engine/event.ts'
import { exponentOf } from '../house/currency.ts'
import { STRINGS } from '../pit-display/strings.ts'
import { type AlarmState, NO_ALARMS, SHELVED_MINUTES_MAX, STEADY_MS } from '../procedure/alarms.ts'
import { CATALOGUE, SECTIONS } from '../procedure/catalogue/index.ts'
import type { CatalogueRow } from '../procedure/catalogue/row.ts'
import { findingWords, type Place, peopleText } from '../procedure/catalogue/words.ts'
import { stepAlarms } from '../procedure/faults.ts'
import type { SEVERITIES } from '../procedure/finding.ts'
import type { JudgeContext } from '../procedure/watch.ts'
import { backlogWords, certificateWords, clockWords, diskWords, type HostAlarm, type HostWords, roomWords } from '../wire/host-alarms.ts'
import { table } from './markdown.ts'
import { EXAMPLES } from './pit-examples.ts'

type Severity = (typeof SEVERITIES)[number]

const PRIORITIES: { readonly [S in Severity]: readonly [means: string, act: string] } = {
  stop: [
    'The game itself is in doubt: the shoe, a bet changed in play, the rack.',
    'Stop the game and go there now. It sounds until somebody acknowledges it.',
  ],
  money: ['A payment is wrong, or about to be.', 'Put it right before the next deal; after it, everything is harder.'],
  procedure: [
    'No money moved wrongly; a rule of procedure was not kept, or a device needs somebody.',
    'Go when you can; speak to the dealer between rounds.',
  ],
  info: ['For the record.', 'Nothing; it never becomes an alarm.'],
}

const STATES: { readonly [S in AlarmState]: readonly [means: string, next: string] } = {
  unacknowledged: ['It is so now, and nobody has said that he has seen it.', 'Acknowledge it, then deal with it.'],
  acknowledged: ['It is so now, and somebody has taken it on: the name stands beside it.', 'That person closes it when it is put right.'],
  returned: [
    'It is over by itself (a finding was taken back, the round made void, a device came back) and nobody had seen it.',
    'Acknowledge it; then it is gone.',
  ],
  shelved: [`Put aside by a person, ${SHELVED_MINUTES_MAX} minutes at the most. It comes back by itself.`, 'Nothing until then.'],
  suppressed: [
    'It stands behind another alarm, which its note names: the loss of a device that explains it, or a graver finding of the same round.',
    'See to the other one.',
  ],
  closed: ['It is done with and leaves the list.', ''],
}

/** Where people look first, by the sections of the catalogue. */
const INTRODUCTIONS: { readonly [title: string]: string } = {
  'Shoe, packs, cut, burn':
    'Counted from the moment a shoe is loaded. One card too many of a kind means a foreign card, a misread one, or packs that were not what they should be: do not deal on before somebody has looked.',
  Bets: 'What lies on the spots when the first card leaves the shoe is the bet. From then on chips change only by a decision of play.',
  'Initial deal':
    'The shoe knows the cards, not where they went. These come when no legal deal explains what followed: look at the cards on the table before touching chips.',
  'Check for blackjack, insurance, even money':
    "Insurance is short-lived: put it right before the dealer's hand is played, or both sides will dispute it.",
  'Options of the players':
    'What the dealer should have refused, or should have completed. An exposed card is never put back into the shoe.',
  'Free bets and Pot of Gold':
    'Lammers are worth nothing and decide everything: a missing one is a bet nobody will pay, one left behind counts twice.',
  "Dealer's hand": 'A card the dealer should not have drawn does not count. A card he still owes is drawn as long as nothing is settled.',
  Naturals: "Blackjack is two cards, unsplit. What it pays and when is the house's: `npm run houses` prints it.",
  Settlement:
    'Amounts in *due* are what the player gains over the round on that spot. Bring a wrong payment back whole and pay anew, so that everybody sees the right one.',
  'The shoe over its life, where it is tested':
    'Statistics, never proof: an honest shoe is accused as often as `watches.shoeAlarmRate` in the configuration allows. Look at the shuffle, not at the dealer.',
  Rack: 'Only where the rack is sensed. Cash is not: chips sold for cash leave the rack just as a theft would.',
}

const placeOf = (place: Partial<Place>): Place => ({ box: 3, hand: null, spot: '3.main', ...place })

/** The examples are in euros. */
const EXPONENT = exponentOf('EUR')

/** As an alarm has it, the remedy set off. */
const wordsOf = (code: string, row: CatalogueRow): string => {
  const example = EXAMPLES[code]
  if (example === undefined) throw new Error(`src/documents/pit-examples.ts has no example of ${code}: add the figures it may come with`)
  const { expected = {}, seen = {}, ...place } = example
  const words = findingWords(row, { expected, seen, exponent: EXPONENT }, false)
  return `${peopleText({ ...words, remedy: '' }, placeOf(place), 'proven').trim()} **${words.remedy}**`
}

const isUnsearched = ({ raised }: CatalogueRow, code: string): boolean => raised === 'readings' && !SEARCHED.has(code)

/** Behind a code; the legend says what it means. */
const markOf = (row: CatalogueRow, code: string): string => (isUnsearched(row, code) ? ' †' : row.sure === 'X' ? ' ~' : '')

const legend = (): string => {
  const isAnyLeft = Object.entries(CATALOGUE).some(([code, row]) => isUnsearched(row, code))
  return [
    '**~** behind a code: proven only where no legal story explains the round; where some does, it is told as likely, or not at all.',
    ...(isAnyLeft ? ['**†** behind a code: this version does not look for it yet.'] : []),
  ].join('<br>\n')
}

const section = (title: string, rows: { readonly [code: string]: CatalogueRow }): string => {
  const raised = Object.entries(rows).filter(([, row]) => typeof row.raised === 'string')
  const cells = raised.map(([code, row]) => [
    `\`${code}\`${markOf(row, code)}<br>${STRINGS[`severity.${row.severity}`].en}`,
    row.means,
    wordsOf(code, row),
  ])
  const introduction = INTRODUCTIONS[title]
  if (introduction === undefined) throw new Error(`src/documents/pit-blocks.ts has no introduction to "${title}"`)
  return `### ${title}\n\n${introduction}\n\n${table(['code', 'what happened', 'what you read, and **what to do**'], cells)}`
}

/** Device faults, raised by the judge itself. */
const DEVICE_EVENTS: readonly (readonly [TableEvent, why: string])[] = [
  [
    { type: 'device.link', at: 0, round: null, cause: '', data: { device: 'spots', up: false, reason: 'no valid line for 3 s' } },
    `The device is silent. What it would have said is not lost: it keeps it and sends it when it is back. An alarm of a device that is back for ${STEADY_MS / 1000} s ends by itself.`,
  ],
  [
    { type: 'cards.missing', at: 0, round: '1-7', cause: '', data: { device: 'shoe', from: 1906, to: 1907 } },
    'Lines were spoiled on their way and could not be had again. The round is incomplete: it gets no verdict that they could change.',
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
        text: 'SH-00999 (shoe) answers where SH-00412 (shoe) is configured; its events are not played',
      },
    },
    'Something a technician must know; the round goes on without that device.',
  ],
]
const DEVICES: JudgeContext['devices'] = [
  { name: 'shoe', role: 'shoe' },
  { name: 'spots', role: 'spots' },
]

/** Of the machine the daemon runs on. */
const HOST_SIGHTS: readonly (readonly [HostAlarm, HostWords, why: string])[] = [
  [
    'journal',
    diskWords('/var/lib/blackjack-table/journal/000001.jsonl: no space left on device'),
    'The disk is full or fails, or the journal has all the room it is allowed. Nothing is judged meanwhile, and no order is carried out: an acknowledgement waits behind the records of the devices, in order, until the disk takes them. Then the alarm is over, and stays until somebody has acknowledged it.',
  ],
  [
    'journal-room',
    roomWords(80),
    'Little room is left for the journal. Play is not affected yet. Told at 80, 90, 95 and 99 %, to be acknowledged anew each time.',
  ],
  [
    'certificate',
    certificateWords('The certificate of the broker broker.example:8883', 7, '2026-12-01 08:00 UTC'),
    'Told 30, 7 and 1 days before a certificate ends, and when it has ended, to be acknowledged anew each time. Play is not affected; the displays will be.',
  ],
  [
    'clock',
    clockWords(-60_000, Date.UTC(2026, 10, 21, 1, 43, 19)),
    'Rounds are reckoned by a clock of their own that nobody sets, so nothing is judged otherwise. It ends by itself a minute later, and stays until somebody has acknowledged it.',
  ],
  [
    'backlog',
    backlogWords(48_211),
    'The broker has been away, or slow, for hours. Nothing is lost while the daemon runs; the displays catch up in order.',
  ],
]

const faults = (): string => {
  const context = { devices: DEVICES } as JudgeContext
  const jam = { kind: 'shoe', what: 'jam', at: 0, cause: '' } as const
  const sights = [
    ...DEVICE_EVENTS.map(([event, why]) => ({ events: [event], observation: null, why })),
    { events: [], observation: jam, why: 'The shoe says that a card is stuck. It ends when the shoe is clear or loaded anew.' },
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
  legend: legend(),
  findings: SECTIONS.map(({ title, rows }) => section(title, rows)).join('\n\n'),
  counted: `${Object.values(CATALOGUE).filter(({ raised }) => typeof raised === 'string').length} of ${Object.keys(CATALOGUE).length} findings of the catalogue; the others no card and no chip can show ([why](findings.md#codes-that-are-never-raised)).`,
  faults: faults(),
})
