/**
 * The table's clock: it takes the wall clock at the start and follows the monotonic one from there. It never goes back during the life of a
 * journal and never jumps during the life of a process. If somebody sets the machine's clock, that is noticed and reported; people still
 * read the wall clock.
 */
import { aheadOf, type WallStep } from '../../wire/wall.ts'

export interface ClockSource {
  /** Monotonic, ms. */
  readonly nowMs: () => number
  /** The machine's wall clock, Unix ms, whatever it is set to. */
  readonly wallMs: () => number
}

export interface TableClock {
  readonly nowMs: () => number
  /** Table time, Unix ms: every span at the table is measured in it. */
  readonly tableMs: () => number
  /** What people read: table time, corrected by every step reported. */
  readonly wallMs: () => number
  /** The machine's clock at this moment. */
  readonly machineMs: () => number
  /** How far the machine's clock was set since the last look, ms; negative: back; null: it was not. */
  readonly look: () => number | null
}

/**
 * Less is not a step: time services set a clock by more than 128 ms, and below that only slow it or speed it up, and the monotonic clock
 * with it.
 */
const STEP_MS_MIN = 100
/** Unless both clocks are read within this time, nothing is concluded from them. */
const READING_MS_MAX = 20

/** `lastMs`: the table time of the journal's last record; `steps`: those in the journal. */
export const tableClock = (
  source: ClockSource,
  { lastMs, steps }: { readonly lastMs: number; readonly steps: readonly WallStep[] },
): TableClock => {
  let aheadMs = aheadOf(steps)
  const startMs = Math.max(Math.floor(source.wallMs()) - aheadMs, lastMs)
  const originMs = source.nowMs()
  const tableMs = () => startMs + Math.floor(source.nowMs() - originMs)
  return {
    nowMs: source.nowMs,
    tableMs,
    wallMs: () => tableMs() + aheadMs,
    machineMs: source.wallMs,
    look: () => {
      const beforeMs = source.nowMs()
      const stepMs = Math.round(source.wallMs() - (tableMs() + aheadMs))
      if (Math.abs(stepMs) < STEP_MS_MIN || source.nowMs() - beforeMs > READING_MS_MAX) return null
      aheadMs += stepMs
      return stepMs
    },
  }
}
