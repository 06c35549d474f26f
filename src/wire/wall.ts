/**
 * Table time and wall time. A table's own clock starts as the wall clock and then only goes forward, so no duration is ever wrong because
 * somebody set a clock. People read the wall clock, as it was set at the time.
 */

/** From `fromMs` of table time the wall clock is `aheadMs` ahead of the table's; negative: behind it. */
export interface WallStep {
  readonly fromMs: number
  readonly aheadMs: number
}

/**
 * Steps kept to date what came before the newest: a round and its alarms. If a clock is set more often in that time, it is not worth
 * reading.
 */
const STEPS_MAX = 16

export const withStep = (steps: readonly WallStep[], fromMs: number, stepMs: number): readonly WallStep[] =>
  [...steps, { fromMs, aheadMs: aheadOf(steps) + stepMs }].slice(-STEPS_MAX)

/** How far the wall clock is ahead now. */
export const aheadOf = (steps: readonly WallStep[]): number => steps.at(-1)?.aheadMs ?? 0

/** What the wall clock showed at that table time. Times before the oldest kept step are dated as if the clock had never been set. */
export const wallOf = (at: number, steps: readonly WallStep[]): number => at + (steps.findLast(({ fromMs }) => at >= fromMs)?.aheadMs ?? 0)

/** Data fields that hold a table time, ISO 8601. */
const TIMES: ReadonlySet<string> = new Set(['openedAt', 'closedAt', 'asOf', 'since', 'until', 'lastHeartbeat'])

/** The same data with the times people read. */
export const inWallTime = <D extends object>(data: D, steps: readonly WallStep[]): D => {
  if (steps.length === 0) return data
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    TIMES.has(name) && typeof value === 'string' ? new Date(wallOf(Date.parse(value), steps)).toISOString() : value,
  ])
  return Object.fromEntries(entries) as D
}
