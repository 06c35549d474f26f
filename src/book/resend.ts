/**
 * Records that a seal contradicts are requested again and collected until all have arrived. Pure except for its own state; time is a
 * parameter.
 *
 *   idle -> asked, span by span -> whole, with the store -> proven: idle
 *                                      `- not proven -> waits, twice as long each time -> asked
 */
import { type Asked, createGap, type GapReply, pauseMs, type Verdict } from './gaps.ts'
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

export const createResend = (): Resend => {
  const gap = createGap()
  const gathered = new Map<number, RecordHeard>()
  let bytes = 0
  let doubted: Doubted | null = null
  let isWithStore = false
  let failures = 0
  let notBeforeMs = 0

  const forget = () => {
    gathered.clear()
    bytes = 0
  }
  const begin = ({ stream, proven_to, doubted_by }: StreamRow) => {
    if (doubted?.stream === stream && doubted.seal === doubted_by && doubted.from === proven_to + 1) return
    forget()
    gap.reset()
    isWithStore = false
    failures = 0
    notBeforeMs = 0
    doubted = doubted_by === null ? null : { stream, from: proven_to + 1, seal: doubted_by }
  }
  const isTooMuch = () => doubted !== null && (doubted.seal - doubted.from > RECORDS_MAX || bytes > BYTES_MAX)

  return {
    ask: (stream, nowMs, correlation) => {
      begin(stream)
      if (doubted === null || isWithStore || isTooMuch() || nowMs < notBeforeMs) return null
      let missing = doubted.from
      while (gathered.has(missing)) missing++
      return gap.ask(missing, doubted.seal - 1, nowMs, correlation)
    },
    doubted: () => doubted,
    isAsking: () => gap.isAsking(),
    take: (record, nowMs) => {
      const { n } = record.record
      if (doubted === null || isWithStore || record.stream !== doubted.stream || n < doubted.from || n >= doubted.seal) return false
      bytes += record.bytes - (gathered.get(n)?.bytes ?? 0)
      gathered.set(n, record)
      gap.progress(record.isLast, nowMs)
      return true
    },
    whole: () => {
      if (doubted === null || isWithStore || gathered.size < doubted.seal - doubted.from) return null
      isWithStore = true
      const records = [...gathered.values()].sort((a, b) => a.record.n - b.record.n)
      forget()
      return { stream: doubted.stream, seal: doubted.seal, records }
    },
    tried: (nowMs) => {
      isWithStore = false
      failures++
      notBeforeMs = nowMs + pauseMs(failures)
    },
    reply: (answer, nowMs) => judged(gap.reply(answer, nowMs), nowMs),
    passTime: (nowMs) => {
      if (isWithStore || !isTooMuch()) return judged(gap.passTime(nowMs), nowMs)
      forget()
      isWithStore = true
      return {
        kind: 'hopeless',
        why: `they are more than ${RECORDS_MAX} records or ${BYTES_MAX} bytes, too many to be held against one seal`,
      }
    },
    reset: () => {
      forget()
      gap.reset()
    },
  }

  function judged(verdict: Verdict, nowMs: number): ResendVerdict {
    if (verdict.kind === 'stays') return { kind: 'hopeless', why: 'the table no longer keeps them' }
    if (verdict.kind !== 'up-to-date') return verdict
    // The table says at once that it has no such record, so wait before the next request.
    failures++
    notBeforeMs = nowMs + pauseMs(failures)
    return { kind: 'nothing' }
  }
}
