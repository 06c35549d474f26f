/**
 * What the journal's writer does next, as one pure machine; `segment-writer.ts` carries it out.
 *
 *   idle ─> write the queue, a batch at a time ─> durable ─> idle
 *      `──> begin the next segment, once all records before it are durable ─> idle
 *   an attempt fails ─> a pause ─> the same attempt; while closing at once, and once
 */

/** Where the records are. */
interface Segments {
  /** The number of the first segment, and the number of each segment's first record. */
  readonly firstSegment: number
  readonly firsts: readonly number[]
  /** Bytes of the segments before the present one, and in the present one. */
  readonly closedBytes: number
  readonly position: number
  /** When each record was written that a segment may begin with, by its number. */
  readonly bases: ReadonlyMap<number, number>
}

interface Task {
  readonly kind: 'write' | 'rotate'
  readonly isPaused: boolean
  /** If it fails, nothing more is tried. */
  readonly isLast: boolean
}

export interface WriterState extends Segments {
  /** Of the last record appended, durable or not. */
  readonly last: { readonly n: number; readonly crc: number; readonly hash: string }
  readonly durableN: number
  /** Not yet durable. */
  readonly queued: { readonly records: number; readonly bytes: number }
  readonly bytesMax: number | null
  /** A segment begins after this record. */
  readonly rotateAfter: number | null
  readonly task: Task | null
  /** Why the disk accepts nothing. */
  readonly failure: string | null
  readonly phase: 'open' | 'closing' | 'stopped'
}

export type WriterInput =
  | { readonly kind: 'appended'; readonly last: WriterState['last']; readonly bytes: number; readonly baseAt: number | null }
  | { readonly kind: 'written'; readonly n: number; readonly records: number; readonly bytes: number }
  | { readonly kind: 'begun' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'waited' }
  | { readonly kind: 'rotate' }
  /** The first segment is gone. */
  | { readonly kind: 'released'; readonly bytes: number }
  | { readonly kind: 'close' }

export type WriterEffect =
  /** Does the state's task, again if it failed before. */
  | { readonly kind: 'attempt'; readonly task: Task['kind'] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'durable'; readonly n: number }
  | { readonly kind: 'rotated' }
  | { readonly kind: 'failure'; readonly reason: string | null }
  /** The journal is closing, and nothing more will be written. */
  | { readonly kind: 'stopped' }

type Step = readonly [WriterState, readonly WriterEffect[]]

/**
 * Records that may wait for the disk: about a minute of a table whose sensor floods (F19), 30 MB at 300 bytes each. The devices keep
 * whatever is not acknowledged, so refusing more loses nothing.
 */
const QUEUE_MAX = { records: 100_000, bytes: 32 * 1024 * 1024 } as const

export const isAccepting = ({ phase, queued }: WriterState): boolean =>
  phase === 'open' && queued.records < QUEUE_MAX.records && queued.bytes < QUEUE_MAX.bytes

export const segmentBytes = ({ position, queued }: WriterState): number => position + queued.bytes

export const presentSegment = ({ firstSegment, firsts }: WriterState): number => firstSegment + firsts.length - 1

/** The last record of the segments that may go: see `Journal.releasable`. */
export function releasableTo({ firsts, bases }: WriterState, upTo: number, olderThanMs: number): number | null {
  const isOver = (first: number) => first - 1 <= upTo && (bases.get(first) ?? Number.POSITIVE_INFINITY) <= olderThanMs
  const last = firsts.findLast((first, index) => index > 0 && isOver(first))
  return last === undefined ? null : last - 1
}

export function stepWriter(before: WriterState, input: WriterInput): Step {
  const [state, effects] = react(before, input)
  if (state.task !== null) return [state, effects]
  const [next, begun] = nextTask(state)
  return [next, [...effects, ...begun]]
}

function nextTask(state: WriterState): Step {
  const { rotateAfter, durableN, queued, phase } = state
  if (phase === 'stopped') return [state, []]
  const kind = rotateAfter !== null && durableN >= rotateAfter ? 'rotate' : queued.records > 0 ? 'write' : null
  if (kind !== null) return [{ ...state, task: { kind, isPaused: false, isLast: phase === 'closing' } }, [{ kind: 'attempt', task: kind }]]
  return phase === 'closing' ? [{ ...state, phase: 'stopped' }, [{ kind: 'stopped' }]] : [state, []]
}

function react(state: WriterState, input: WriterInput): Step {
  switch (input.kind) {
    case 'appended':
      return [appended(state, input), []]
    case 'written':
      return written(state, input)
    case 'begun':
      return begun(state)
    case 'failed':
      return failed(state, input.reason)
    case 'waited':
      return attemptAgain(state)
    case 'rotate':
      if (state.phase !== 'open' || segmentBytes(state) === 0) return [state, [{ kind: 'rotated' }]]
      return [{ ...state, rotateAfter: state.rotateAfter ?? state.last.n }, []]
    case 'released':
      return [released(state, input.bytes), []]
    case 'close':
      return state.phase === 'open' ? attemptAgain({ ...state, phase: 'closing' }) : [state, []]
  }
}

function appended(state: WriterState, { last, bytes, baseAt }: WriterInput & { kind: 'appended' }): WriterState {
  const queued = { records: state.queued.records + 1, bytes: state.queued.bytes + bytes }
  const bases = baseAt === null ? state.bases : new Map([...state.bases, [last.n, baseAt]])
  return { ...state, last, queued, bases }
}

function written(state: WriterState, { n, records, bytes }: WriterInput & { kind: 'written' }): Step {
  const queued = { records: state.queued.records - records, bytes: state.queued.bytes - bytes }
  const [next, effects] = succeeded({ ...state, queued, position: state.position + bytes, durableN: n })
  return [next, [...effects, { kind: 'durable', n }]]
}

function begun(state: WriterState): Step {
  const { durableN, firsts, closedBytes, position } = state
  const fresh = { rotateAfter: null, firsts: [...firsts, durableN + 1], closedBytes: closedBytes + position, position: 0 }
  const [next, effects] = succeeded({ ...state, ...fresh })
  return [next, [...effects, { kind: 'rotated' }]]
}

const succeeded = (state: WriterState): Step => [
  { ...state, task: null, failure: null },
  state.failure === null ? [] : [{ kind: 'failure', reason: null }],
]

function failed(state: WriterState, reason: string): Step {
  const told: readonly WriterEffect[] = reason === state.failure ? [] : [{ kind: 'failure', reason }]
  const next: WriterState = { ...state, failure: reason }
  const { task, phase } = state
  if (task === null) return [next, told]
  if (task.isLast) return [{ ...next, task: null, phase: 'stopped' }, [...told, { kind: 'rotated' }, { kind: 'stopped' }]]
  const paused = { ...next, task: { ...task, isPaused: true } }
  if (phase === 'open') return [paused, [...told, { kind: 'pause' }]]
  const [again, effects] = attemptAgain(paused)
  return [again, [...told, ...effects]]
}

/** The attempt that waits, if one does. */
function attemptAgain(state: WriterState): Step {
  const { task, phase } = state
  if (task === null || !task.isPaused) return [state, []]
  return [{ ...state, task: { ...task, isPaused: false, isLast: phase === 'closing' } }, [{ kind: 'attempt', task: task.kind }]]
}

const released = (state: WriterState, bytes: number): WriterState => ({
  ...state,
  closedBytes: state.closedBytes - bytes,
  firsts: state.firsts.slice(1),
  firstSegment: state.firstSegment + 1,
})
