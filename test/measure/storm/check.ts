/** What must hold after any storm: the eight promises, one function each. */
import type { RoundTruth } from '../../../simulators/table/types.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { asLogged } from '../../../src/base/records/logged.ts'
import { stateText } from '../../../src/daemon/pipeline/state-text.ts'
import { type CoreState, coreContext, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { RoundResult, TableEvent } from '../../../src/engine/event.ts'
import { verifyJournal } from '../../../src/tools/verify/journal.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import type { FakeDisk } from '../../daemon/journal/fake-disk.ts'
import { lastWords } from '../../engine/table-play.ts'
import { digestOf, type FakeBroker } from './fake-broker.ts'

import { overfull, type Peaks } from './peaks.ts'
import { type Shown, uncaused, unseen } from './visible.ts'

export interface Broken {
  readonly promise: string
  readonly what: string
}

/** A table after everything that was away has returned and everything that waited has been sent. */
export interface After {
  readonly config: TableConfig
  readonly disk: FakeDisk
  readonly broker: Pick<FakeBroker, 'book' | 'doubled' | 'gaps'>
  /** `SERIAL BODY` of every event that a device was told to forget, and of every event that was sent at all. */
  readonly acknowledged: ReadonlySet<string>
  readonly said: ReadonlySet<string>
  /** What was played, in order. */
  readonly truths: readonly RoundTruth[]
  /** The live table after record `n`. */
  readonly live: { readonly n: number; readonly core: CoreState } | null
  readonly peaks: Peaks
  readonly shown: Shown
}

/** The journal's contents, read once. */
interface Held extends After {
  readonly records: readonly JournalRecord[]
}

type Check = (held: Held) => readonly string[]

const named = (what: string, all: readonly string[]): readonly string[] =>
  all.length === 0 ? [] : [`${all.length} ${what}; the first is ${all[0]}`]

const linesOf = (records: readonly JournalRecord[]): ReadonlySet<string> =>
  new Set(records.flatMap((record) => (record.kind === 'line' ? [`${record.serial} ${record.line}`] : [])))

/** `SERIAL SEQ` of every line that the journal reports missing, because it never reached the host whole. */
const missingOf = (records: readonly JournalRecord[]): ReadonlySet<string> =>
  new Set(
    records.flatMap((record) => {
      if (record.kind !== 'missing') return []
      return Array.from({ length: record.to - record.from + 1 }, (_, index) => `${record.serial} ${record.from + index}`)
    }),
  )

/** `SERIAL VERB SEQ ...` */
const numberOf = (line: string): string => {
  const [serial, , seq] = line.split(' ')
  return `${serial} ${seq}`
}

const lost: Check = ({ records, acknowledged }) => {
  const held = linesOf(records)
  const missing = missingOf(records)
  return named(
    'acknowledged lines are not in the journal',
    [...acknowledged].filter((line) => !held.has(line) && !missing.has(numberOf(line))),
  )
}

const eventsOf = (records: readonly JournalRecord[]) => records.flatMap((record) => (record.kind === 'event' ? [record.envelope] : []))

const replayDiffers: Check = ({ config, records, live }) => {
  const context = coreContext(config)
  let state = initialCore()
  const wrong: string[] = []
  const again = records.flatMap((record) => {
    const [next, { encoded }] = stepCore(state, record, context)
    state = next
    if (record.n === live?.n && stateText(state) !== stateText(live.core)) wrong.push(`the live table is another behind record ${record.n}`)
    return encoded.flatMap((each) => (each.ok ? [each.message.payload] : []))
  })
  const texts = eventsOf(records).map((envelope) => JSON.stringify(envelope))
  const differs = texts.findIndex((text, index) => text !== again[index])
  if (differs >= 0 || texts.length !== again.length)
    wrong.push(`event ${differs + 1} of ${texts.length} is another in the replay of ${again.length}`)
  return wrong
}

const bookDiffers: Check = ({ records, broker }) => [
  ...named(
    'records are not in the book as in the journal',
    records.filter((record) => broker.book.get(record.n) !== digestOf(JSON.stringify(asLogged(record)))).map(({ n }) => `record ${n}`),
  ),
  ...(broker.book.size > records.length ? [`the book has ${broker.book.size} records, the journal ${records.length}`] : []),
  ...(broker.doubled() > 0 ? [`${broker.doubled()} records came twice with different content`] : []),
  ...(broker.gaps() > 0 ? [`${broker.gaps()} records came out of order`] : []),
]

/**
 * People make no errors here. So a round that is called complete and has a single reading must be one that was played, with the same money.
 */
const wrongVerdicts: Check = ({ records, truths }) => {
  const events = eventsOf(records) as unknown as readonly TableEvent[]
  const accused = (
    events as readonly { readonly type: string; readonly data: { readonly grade?: string; readonly severity?: string } }[]
  ).filter(({ type, data }) => type === 'finding.raised' && data.grade === 'proven' && data.severity === 'money')
  const played = truths.map(moneyOf)
  let from = 0
  const strange = lastWords(events).flatMap((round) => {
    if (!round.complete || round.readings !== 1) return []
    const at = played.indexOf(moneyOf(round), from)
    if (at < 0) return [`round ${round.round}`]
    from = at + 1
    return []
  })
  return [
    ...named(
      'errors were proven against people who made none',
      accused.map(({ data }) => JSON.stringify(data).slice(0, 120)),
    ),
    ...named('rounds are told for certain that nobody played', strange),
  ]
}

/** The dealer's cards and the money of every main bet, which a verdict rests on. */
const moneyOf = ({ dealer, boxes }: Pick<RoundTruth | RoundResult, 'dealer' | 'boxes'>): string =>
  JSON.stringify([
    dealer.cards,
    boxes.map(({ box, spots }) => {
      const spot = spots.main
      const { staked, due, moved } = spot === undefined ? { staked: 0, due: 0, moved: 0 } : 'best' in spot ? spot.best : spot
      return [box, staked, due, moved]
    }),
  ])

const madeUp: Check = ({ records, said }) =>
  named(
    'lines in the journal were said by no device',
    [...linesOf(records)].filter((line) => !said.has(line)),
  )

const CHECKS: { readonly [promise: string]: Check } = {
  P1: lost,
  P2: replayDiffers,
  P3: bookDiffers,
  P4: wrongVerdicts,
  P5: ({ peaks }) => overfull(peaks),
  P6: ({ shown }) => [...unseen(shown), ...uncaused(shown)],
  P7: madeUp,
}

export const checkPromises = async (after: After): Promise<{ readonly records: number; readonly broken: readonly Broken[] }> => {
  const records: JournalRecord[] = []
  const report = await verifyJournal(after.config.journal, {
    ...{ keys: [], heads: [], files: after.disk },
    onRecord: (record) => void records.push(record),
  })
  const broken: Broken[] = []
  if (report.fault) broken.push({ promise: 'P8', what: `record ${report.fault.n}: ${report.fault.reason}` })
  if (records.length === 0) broken.push({ promise: 'P8', what: 'the journal is empty' })
  for (const [promise, check] of Object.entries(CHECKS)) broken.push(...check({ ...after, records }).map((what) => ({ promise, what })))
  return { records: records.length, broken }
}
