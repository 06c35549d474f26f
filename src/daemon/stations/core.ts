/**
 * Stations 5 to 7 as pure steps, `(state, in) -> [state, out]`: fold a record, judge what it concludes, encode what is reported. The daemon
 * runs each as a station of its pipe; replay and recovery run them in one. Same journal, same output.
 */
import { findDriver } from '../../../devices/registry.ts'
import { roleRow } from '../../../devices/roles.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { digestAfter, NO_RECORDS } from '../../base/records/digest.ts'
import { type TableContext, tableContext } from '../../engine/context.ts'
import type { RoundDeviations } from '../../engine/deviation.ts'
import type { TableEvent } from '../../engine/event.ts'
import { endTable } from '../../engine/fold/table.ts'
import type { Observation } from '../../engine/observation.ts'
import { errorsOf, initialTable, type TableState } from '../../engine/state/table-state.ts'
import type { FindingEvent } from '../../procedure/finding.ts'
import { initialJudge, type JudgeState, judge, judgedBefore } from '../../procedure/judge.ts'
import type { JudgeContext } from '../../procedure/watch.ts'
import { type Encoded, encodeEvent } from '../../wire/envelope.ts'
import { type JournalRecord, tableTimeOf } from '../../wire/record.ts'
import { CAPTURE_STREAM, streamName } from '../../wire/stream.ts'
import type { TableName } from '../../wire/topics.ts'
import { type WallStep, withStep } from '../../wire/wall.ts'
import { contained, stepContained } from './containment.ts'
import { entered, type InForce, NOTHING_IN_FORCE, type Ruled, termsNow } from './in-force.ts'
import { assertInvariants } from './invariants.ts'
import type { JudgedTerms } from './judged-terms.ts'
import { type DeviceBook, observationOf } from './observe.ts'

export interface CoreContext {
  readonly name: TableName
  readonly table: TableContext
  readonly judge: JudgeContext
  readonly devices: DeviceBook
  /** Digest of this software, whose words about records of other software do not count; left out: it judges them all, as a replay does. */
  readonly code?: string
}

export const coreContext = (config: TableConfig, code?: string): CoreContext => {
  const { property, pit, table } = config
  return contextOf({ property, pit, table }, config, code)
}

const contextOf = (name: TableName, terms: JudgedTerms, code: string | undefined): CoreContext => {
  const { overridden, devices, watches, rackTolerance, alarmHoldMs, cardApartMs } = terms
  const table = tableContext(terms)
  return {
    name,
    table,
    judge: { ...table, overridden, devices, watches, rackTolerance, alarmHoldMs, ...apart(devices, cardApartMs) },
    devices: bookOf(devices),
    ...(code === undefined ? {} : { code }),
  }
}

/** The context of each terms that a journal states: few, for a start adds one at most. */
const contexts = new WeakMap<JudgedTerms, CoreContext>()

/** `terms` null: those at hand. */
const contextUnder = (terms: JudgedTerms | null, atHand: CoreContext): CoreContext => {
  if (terms === null) return atHand
  const known = contexts.get(terms) ?? contextOf(atHand.name, terms, atHand.code)
  contexts.set(terms, known)
  return known
}

/** Cards that are dated by their arrival may have been dealt at a person's pace and have come in one piece: how close they are says nothing. */
const apart = (devices: JudgedTerms['devices'], cardApartMs: number | undefined): Pick<JudgeContext, 'cardApartMs'> => {
  const shoe = devices.find(({ role }) => role === 'shoe')
  return shoe !== undefined && findDriver(shoe.driver, shoe.role).traits.dated === 'host' ? {} : { cardApartMs }
}

const bookOf = (devices: JudgedTerms['devices']): DeviceBook => {
  const drivers = new Map(devices.map((device) => [device.name, findDriver(device.driver, device.role)]))
  return {
    decode: (device, line) =>
      drivers.get(device)?.decodeLine(line) ?? { kind: 'rejected', reason: `this table has no device ${device.slice(0, 32)}` },
    tells: (device) => roleRow(drivers.get(device)?.role ?? 'shoe').tells,
  }
}

/** What a station passes on: the record and the table after it, with what was concluded, published, or written out. */
export interface Folded {
  readonly record: JournalRecord
  /** null: the record means nothing to the fold, or the input ended. */
  readonly observation: Observation | null
  readonly before: TableState
  readonly table: TableState
  readonly events: readonly TableEvent[]
  /** Where this software failed on the record; left out: it did not. */
  readonly fault?: string | undefined
  /** Left out: the record is judged by the terms at hand. */
  readonly inForce?: InForce
  /** The terms of its round; left out: those at hand. */
  readonly context?: CoreContext
  /** This software speaks again, after another: the open round is compared with what the other told of it. */
  readonly isResumed?: boolean
}
export interface Judged {
  readonly record: JournalRecord
  readonly table: TableState
  readonly judge: JudgeState
  readonly said: readonly (TableEvent | FindingEvent)[]
  readonly inForce: InForce
  readonly fault?: string | undefined
}
/** With the state of all three stations. */
export interface Written extends CoreState {
  readonly record: JournalRecord
  /** A message with its envelope, or the refusal of one that is too large. */
  readonly encoded: readonly Encoded[]
  readonly fault?: string | undefined
}

/** Station 5. */
export const foldRecord = (table: TableState, record: JournalRecord, context: CoreContext): readonly [TableState, Folded] => {
  const observation = observationOf(record, context.devices)
  if (observation === null) return [table, { record, observation, before: table, table, events: [] }]
  const { result, fault } = stepContained(table, observation, context.table)
  const [next, events] = result
  return [next, { record, observation, before: table, table: next, events, fault }]
}

/** Station 5 over a journal: each record under the terms of its time. `atHand`: those of before the journal states any. */
export const foldRuled = (ruled: Ruled, record: JournalRecord, atHand: CoreContext): readonly [Ruled, Folded] => {
  const { code = null } = atHand
  const before = contextUnder(termsNow(ruled.inForce), atHand)
  const { table, inForce, events, isResumed } = entered(ruled, record, code, before.table)
  const terms = contextUnder(termsNow(inForce), atHand)
  // Devices are those of the newest configuration, whatever the open round is judged by.
  const context = inForce.before === null ? terms : { ...terms, devices: contextUnder(inForce.terms, atHand).devices }
  const [next, folded] = foldRecord(table, record, context)
  const said = events.length === 0 ? folded.events : [...events, ...folded.events]
  return [
    { table: next, inForce },
    { ...folded, before: ruled.table, events: said, inForce, context, isResumed },
  ]
}

/** Rounds whose errors have changed; a round that has left the table keeps those it had. */
const changedDeviations = ({ deviations: before }: TableState, { deviations: after }: TableState): readonly RoundDeviations[] =>
  before === after ? [] : [...after].flatMap(([round, deviations]) => (before.get(round) === deviations ? [] : [{ round, deviations }]))

/** The errors of the open round. */
const openDeviations = (table: TableState): readonly RoundDeviations[] => {
  const round = table.current?.round.id
  return round === undefined ? [] : [{ round, deviations: errorsOf(table, round) }]
}

/** Station 6. `atHand`: the terms, unless the folded record brings those of its time. */
export const judgeFolded = (state: JudgeState, folded: Folded, atHand: CoreContext): readonly [JudgeState, Judged] => {
  const { record, observation, before, table, events, inForce = NOTHING_IN_FORCE, context = atHand, isResumed = false } = folded
  const isJudged = inForce.told !== null
  const unsaid = { record, table, inForce, said: [], fault: folded.fault }
  if (isJudged && record.kind === 'event') {
    const heard = judgedBefore(state, record.envelope, table.now)
    return [heard, { ...unsaid, judge: heard }]
  }
  if (observation === null && events.length === 0) return [state, { ...unsaid, judge: state }]
  const deviations = isResumed ? openDeviations(table) : changedDeviations(before, table)
  const { result, fault } = contained(
    () => {
      const step = judge(state, { observation, events, before, after: table, deviations, isJudged }, context.judge)
      if (context.judge.watches?.invariants) assertInvariants({ table, judge: step[0] }, context.table)
      return step
    },
    () => [state, events] as const,
  )
  const [next, said] = result
  return [next, { ...unsaid, judge: next, said: isJudged ? [] : said, fault: folded.fault ?? fault }]
}

/** Station 7. */
export const encodeJudged = (
  before: Numbering,
  { record, table, judge, inForce, said, fault }: Judged,
  context: CoreContext,
): readonly [Numbering, Written] => {
  const numbering = numberedAfter(before, record)
  const { stream, steps, isIssuedByBoot } = numbering
  let { sequence } = numbering
  const encoded = said.map((each) =>
    encodeEvent(context.name, { stream, steps, sequence: ++sequence, ...(isIssuedByBoot ? { issuedIn: table.boot } : {}) }, each),
  )
  return [
    { ...numbering, sequence },
    { record, table, judge, inForce, numbering: { ...numbering, sequence }, encoded, fault },
  ]
}

/** Takes from a record what the journal says about the ids and times of its events. */
const numberedAfter = (numbering: Numbering, record: JournalRecord): Numbering => {
  switch (record.kind) {
    case 'head':
      return { ...numbering, stream: record.stream, isIssuedByBoot: false }
    case 'start':
      return record.n === 1 ? { ...numbering, stream: derivedStream(record), isIssuedByBoot: true } : numbering
    case 'clock':
      return { ...numbering, steps: withStep(numbering.steps, tableTimeOf(record), record.stepMs) }
    case 'event':
      // Other software may have concluded more from the same records; an id once given is never given again.
      return { ...numbering, sequence: Math.max(numbering.sequence, Number(record.envelope.sequence)) }
    default:
      return numbering
  }
}

/** The stream name of a journal older than heads, derived from its first record. */
export const derivedStream = (first: JournalRecord): string => streamName(Buffer.from(digestAfter(NO_RECORDS, first), 'hex'))

/** How events are numbered and dated. */
export interface Numbering {
  /** The journal's name (`wire/stream.ts`). */
  readonly stream: string
  /** Events of the stream so far, for life. */
  readonly sequence: number
  /** The journal has no head yet: its ids use the daemon's boot, as they were issued. */
  readonly isIssuedByBoot: boolean
  /** The steps by which the wall clock was set. */
  readonly steps: readonly WallStep[]
}

export interface CoreState extends Ruled {
  readonly judge: JudgeState
  readonly numbering: Numbering
}

export const initialCore = (): CoreState => ({
  table: initialTable(),
  inForce: NOTHING_IN_FORCE,
  judge: initialJudge(),
  numbering: { stream: CAPTURE_STREAM, sequence: 0, isIssuedByBoot: false, steps: [] },
})

export type CoreStep = readonly [CoreState, Written]

/** All three stations for one record. */
export const stepCore = (state: CoreState, record: JournalRecord, context: CoreContext): CoreStep => {
  const [{ table, inForce }, folded] = foldRuled(state, record, context)
  return finish(state, { table, inForce }, folded, context)
}

/** The input ended: closes what is open. */
export const endCore = (state: CoreState, atHand: CoreContext): CoreStep => {
  const { inForce } = state
  const context = contextUnder(termsNow(inForce), atHand)
  const [table, events] = endTable(state.table, context.table)
  const record = { n: 0, t: table.now, kind: 'tick' } as const
  return finish(state, { table, inForce }, { record, observation: null, before: state.table, table, events, inForce, context }, atHand)
}

const finish = (state: CoreState, ruled: Ruled, folded: Folded, context: CoreContext): CoreStep => {
  const [judgement, judged] = judgeFolded(state.judge, folded, context)
  const [numbering, written] = encodeJudged(state.numbering, judged, context)
  return [{ ...ruled, judge: judgement, numbering }, written]
}
