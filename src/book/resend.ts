/**
 * Records that a seal contradicts are requested again and collected until all have arrived. Pure except for its own state; time is a
 * parameter.
 *
 *   idle -> asked, span by span -> whole, with the store -> proven: idle
 *                                      `- not proven -> waits, twice as long each time -> asked
 */
import { type Asked, createGap, type Gap, type GapReply, pauseMs, type Verdict } from './gaps.ts'
import type { RecordHeard } from './hearing.ts'
import type { StreamRow } from './rows.ts'

/** A table seals every minute in which it writes, so this many records span many seals that were altered as well. */
const RECORDS_MAX = 50_000
const BYTES_MAX = 32 * 1024 * 1024

/** Every record after the last proven one and before the seal, in order. */
export interface Whole {
  readonly stream: string
  readonly seal: number
  readonly records: readonly RecordHeard[]
}

export type ResendVerdict =
  | { readonly kind: 'nothing' }
  /** These records will never be put right. */
  | { readonly kind: 'hopeless'; readonly why: string }
  /** A person should know why the records do not come. */
  | { readonly kind: 'told'; readonly reason: string }

interface Doubted {
  readonly stream: string
  readonly from: number
  readonly seal: number
}

export interface Resend {
  /** Returns the span to request now if a seal of the journal contradicts what is held; null: nothing, or not yet. */
  ask(stream: StreamRow, nowMs: number, correlation: () => string): Asked | null
  /** The records to request again, and the seal that contradicts them; null: none. */
  doubted(): Doubted | null
  isAsking(): boolean
  /** Returns whether the record is one of them. */
  take(record: RecordHeard, nowMs: number): boolean
  /** Returns all of the records, once, when the last has arrived. */
  whole(): Whole | null
  /** The store has checked the whole set against the seal. */
  tried(nowMs: number): void
  reply(answer: GapReply, nowMs: number): ResendVerdict
  passTime(nowMs: number): ResendVerdict
  /** The connection or the table is gone. */
  reset(): void
}

interface Gathering {
  readonly gap: Gap
  readonly gathered: Map<number, RecordHeard>
  bytes: number
  doubted: Doubted | null
  isWithStore: boolean
  failures: number
  notBeforeMs: number
}

export const createResend = (): Resend => {
  const state: Gathering = {
    ...{ gap: createGap(), gathered: new Map(), bytes: 0, doubted: null },
    ...{ isWithStore: false, failures: 0, notBeforeMs: 0 },
  }
  const { gap } = state
  return {
    ask: (stream, nowMs, correlation) => {
      begin(state, stream)
      const { doubted, isWithStore, gathered } = state
      if (doubted === null || isWithStore || isTooMuch(state) || nowMs < state.notBeforeMs) return null
      let missing = doubted.from
      while (gathered.has(missing)) missing++
      return gap.ask(missing, doubted.seal - 1, nowMs, correlation)
    },
    doubted: () => state.doubted,
    isAsking: () => gap.isAsking(),
    take: (record, nowMs) => takeRecord(state, record, nowMs),
    whole: () => whole(state),
    tried: (nowMs) => {
      state.isWithStore = false
      fail(state, nowMs)
    },
    reply: (answer, nowMs) => judged(state, gap.reply(answer, nowMs), nowMs),
    passTime: (nowMs) => {
      if (state.isWithStore || !isTooMuch(state)) return judged(state, gap.passTime(nowMs), nowMs)
      forget(state)
      state.isWithStore = true
      return {
        kind: 'hopeless',
        why: `they are more than ${RECORDS_MAX} records or ${BYTES_MAX} bytes, too many to be held against one seal`,
      }
    },
    reset: () => {
      forget(state)
      gap.reset()
    },
  }
}

function begin(state: Gathering, { stream, proven_to, doubted_by }: StreamRow): void {
  const { doubted } = state
  if (doubted?.stream === stream && doubted.seal === doubted_by && doubted.from === proven_to + 1) return
  forget(state)
  state.gap.reset()
  const next = doubted_by === null ? null : { stream, from: proven_to + 1, seal: doubted_by }
  Object.assign(state, { isWithStore: false, failures: 0, notBeforeMs: 0, doubted: next })
}

function forget(state: Gathering): void {
  state.gathered.clear()
  state.bytes = 0
}

const isTooMuch = ({ doubted, bytes }: Gathering): boolean =>
  doubted !== null && (doubted.seal - doubted.from > RECORDS_MAX || bytes > BYTES_MAX)

function takeRecord(state: Gathering, record: RecordHeard, nowMs: number): boolean {
  const { doubted, gathered, isWithStore } = state
  const { n } = record.record
  if (doubted === null || isWithStore || record.stream !== doubted.stream || n < doubted.from || n >= doubted.seal) return false
  state.bytes += record.bytes - (gathered.get(n)?.bytes ?? 0)
  gathered.set(n, record)
  state.gap.progress(record.isLast, nowMs)
  return true
}

function whole(state: Gathering): Whole | null {
  const { doubted, gathered } = state
  if (doubted === null || state.isWithStore || gathered.size < doubted.seal - doubted.from) return null
  state.isWithStore = true
  const records = [...gathered.values()].sort((a, b) => a.record.n - b.record.n)
  forget(state)
  return { stream: doubted.stream, seal: doubted.seal, records }
}

/** The next request waits, longer each time. */
function fail(state: Gathering, nowMs: number): void {
  state.failures++
  state.notBeforeMs = nowMs + pauseMs(state.failures)
}

function judged(state: Gathering, verdict: Verdict, nowMs: number): ResendVerdict {
  if (verdict.kind === 'stays') return { kind: 'hopeless', why: 'the table no longer keeps them' }
  if (verdict.kind === 'denied') return { kind: 'told', reason: verdict.reason }
  if (verdict.kind !== 'up-to-date') return verdict
  // The table says at once that it has no such record, so wait before the next request.
  fail(state, nowMs)
  return { kind: 'nothing' }
}
