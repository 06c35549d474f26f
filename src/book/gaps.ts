/**
 * Requests for missing records, one span at a time. If a request is not answered, or its records do not arrive, it is repeated after ever
 * longer pauses. Pure except for its own state; time is a parameter.
 *
 *   idle -> asked (reply within ANSWER_MS_MAX) -> sending (a record within PROGRESS_MS_MAX) -> idle
 *             `- refused: nothing there -> idle;  no longer kept -> the gap stays;  else -> waits, twice as long each time
 *
 * "Nothing there" contradicts a book that holds a later record: that is told at once, and waits as any other failure.
 */

/** A table sends at most this many records per command. */
const SPAN_MAX = 5000
const ANSWER_MS_MAX = 10_000
/**
 * A table sends requested records whenever it has nothing else to send. After this much silence, the broker has more likely dropped the
 * last record.
 */
const PROGRESS_MS_MAX = 5000
const WAIT_MS_MIN = 1000
const WAIT_MS_MAX = 60_000
/** After this many failures in a row, report it to a person. */
const TOLD_AFTER = 5

export interface Asked {
  readonly correlation: string
  readonly fromSeq: number
  readonly toSeq: number
}

export type Verdict =
  | { readonly kind: 'nothing' }
  /** The table has no record after those already received. */
  | { readonly kind: 'up-to-date' }
  /** Every record before `keptFrom` is gone for good. */
  | { readonly kind: 'stays'; readonly keptFrom: number }
  /** A person should know why the records do not come. */
  | { readonly kind: 'told'; readonly reason: string }
  /** The table says that it has no such record, although the book holds a later one. */
  | { readonly kind: 'denied'; readonly reason: string }

export interface GapReply {
  readonly correlation: string
  readonly ok: boolean
  readonly error: string | null
}

export interface Gap {
  /**
   * Returns the span to request now; null: nothing to request, or not yet. `from`: the first missing record. `to`: the last missing record,
   * or null to request whatever the table has.
   */
  ask(from: number, to: number | null, nowMs: number, correlation: () => string): Asked | null
  reply(answer: GapReply, nowMs: number): Verdict
  /** The book is waiting for an answer or for requested records. */
  isAsking(): boolean
  /** A record of the span arrived. */
  progress(isLast: boolean, nowMs: number): void
  /** The connection or the table is gone, so the pending request will not be answered. */
  reset(): void
  /** Fails a request whose answer or records are overdue; it is repeated later. */
  passTime(nowMs: number): Verdict
}

const NOTHING: Verdict = { kind: 'nothing' }
/** The table's refusal when it no longer has the records. It names those it has. */
const KEPT = /no longer kept.*holds records (\d{1,16}) to/
const NOT_YET = /there is no record \d+ yet/

const contradiction = (n: number): string =>
  `the table says that there is no record ${n} yet, but the book holds later ones of the same journal. Either the table was put back to an older copy of its journal, or somebody who can publish as the table, or who holds its key, sent those records or that answer. Nothing from record ${n} on is derived or countersigned until it is there; if it comes, it was written after that answer: compare it with the table's journal and the cameras`

/** The pause after this many failures in a row, 1 and up. */
export const pauseMs = (failures: number): number => Math.min(WAIT_MS_MIN * 2 ** Math.min(failures - 1, 16), WAIT_MS_MAX)

export const createGap = (): Gap => {
  let asked: (Asked & { readonly isBelowHeld: boolean; readonly deadlineMs: number }) | null = null
  let failures = 0
  let notBeforeMs = 0
  const fail = (nowMs: number, reason: string): Verdict => {
    asked = null
    failures++
    notBeforeMs = nowMs + pauseMs(failures)
    return failures === TOLD_AFTER ? { kind: 'told', reason } : NOTHING
  }
  return {
    ask: (from, to, nowMs, correlation) => {
      if (asked !== null || nowMs < notBeforeMs) return null
      const toSeq = Math.min(to ?? Number.MAX_SAFE_INTEGER, from + SPAN_MAX - 1)
      const span = { correlation: correlation(), fromSeq: from, toSeq }
      asked = { ...span, isBelowHeld: to !== null, deadlineMs: nowMs + ANSWER_MS_MAX }
      return span
    },
    reply: ({ correlation, ok, error }, nowMs) => {
      if (asked === null || asked.correlation !== correlation) return NOTHING
      if (ok) {
        asked = { ...asked, deadlineMs: nowMs + PROGRESS_MS_MAX }
        return NOTHING
      }
      const kept = KEPT.exec(error ?? '')
      if (kept !== null && Number(kept[1]) > asked.fromSeq) {
        asked = null
        return { kind: 'stays', keptFrom: Number(kept[1]) }
      }
      if (NOT_YET.test(error ?? '')) {
        if (asked.isBelowHeld) {
          const reason = contradiction(asked.fromSeq)
          fail(nowMs, reason)
          return { kind: 'denied', reason }
        }
        asked = null
        failures = 0
        return { kind: 'up-to-date' }
      }
      return fail(nowMs, `the table refuses to send it again: ${error ?? 'it does not say why'}`)
    },
    isAsking: () => asked !== null,
    progress: (isLast, nowMs) => {
      if (asked === null) return
      failures = 0
      asked = isLast ? null : { ...asked, deadlineMs: nowMs + PROGRESS_MS_MAX }
    },
    reset: () => {
      asked = null
      failures = 0
      notBeforeMs = 0
    },
    passTime: (nowMs) =>
      asked !== null && nowMs > asked.deadlineMs ? fail(nowMs, 'the table does not answer when it is asked to send it again') : NOTHING,
  }
}

/** A gap that nothing fills for this long is told to a person. */
const STANDS_MS = 60_000

/** Whether a journal stands still at a gap. Pure except for its own state; time is a parameter. */
export interface GapWatch {
  /** The first missing record, once it has been missing for too long and nothing before it has come meanwhile; null: all is well. */
  look(journal: { readonly stream: string; readonly complete_to: number; readonly heard_to: number } | null, nowMs: number): number | null
}

export const createGapWatch = (): GapWatch => {
  let at = ''
  let sinceMs = 0
  return {
    look: (journal, nowMs) => {
      if (journal === null || journal.heard_to <= journal.complete_to) {
        at = ''
        return null
      }
      const here = `${journal.stream} ${journal.complete_to}`
      if (at !== here) sinceMs = nowMs
      at = here
      return nowMs - sinceMs < STANDS_MS ? null : journal.complete_to + 1
    },
  }
}
