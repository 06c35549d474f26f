/** What a page's script costs per frame, according to the browser's own trace. */
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'

export interface FrameCosts {
  readonly frames: number
  /** Script per frame, ms of processor time, which leaves out other work on the machine. */
  readonly p50: number
  readonly p99: number
  readonly most: number
  /**
   * Frames that came late, and the longest time of script within a late one. While the machine delivers no frame, a page is idle; a page
   * that hangs is not.
   */
  readonly late: number
  readonly busiest: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

/** Only outermost events are counted; those they call are included in them. */
const SCRIPT = new Set([
  'FunctionCall',
  'EvaluateScript',
  'TimerFire',
  'FireAnimationFrame',
  'RunMicrotasks',
  'v8.run',
  'MinorGC',
  'MajorGC',
  'EventDispatch',
])
const FRAME = 'FireAnimationFrame'
/** Three frames at 60 a second. What arrives while the machine draws none does not belong to a frame. */
const LATE_MS = 50

export async function traceFrames(page: Page, seconds: number): Promise<FrameCosts> {
  const session = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => void events.push(...(value as unknown as TraceEvent[])))
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', () => resolve(null)))
  await session.send('Tracing.start', { traceConfig: { includedCategories: ['devtools.timeline', 'v8'] } })
  await setTimeout(seconds * 1000)
  await session.send('Tracing.end')
  await ended
  await session.detach()
  return costsOf(events)
}

function costsOf(events: readonly TraceEvent[]): FrameCosts {
  const frames = events.filter(({ name }) => name === FRAME)
  const [first] = frames
  if (first === undefined) throw new Error('the page drew no frame')
  const isMain = ({ pid, tid }: TraceEvent): boolean => pid === first.pid && tid === first.tid
  const script = events
    .filter((event) => event.ph === 'X' && SCRIPT.has(event.name) && isMain(event))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const starts = frames.map(({ ts }) => ts).sort((a, b) => a - b)
  const costs = starts.map(() => 0)
  let outerEnd = Number.NEGATIVE_INFINITY
  let frame = 0
  for (const { ts, dur = 0, tdur } of script) {
    if (ts < outerEnd) continue
    outerEnd = ts + dur
    while (frame + 1 < starts.length && ts >= (starts[frame + 1] ?? 0)) frame += 1
    if (ts >= (starts[0] ?? 0)) costs[frame] = (costs[frame] ?? 0) + (tdur ?? dur) / 1000
  }
  const spans = starts.map((from, index) => ((starts[index + 1] ?? from) - from) / 1000)
  const late = spans.flatMap((span, index) => (span > LATE_MS ? [(costs[index] ?? 0) / span] : []))
  const sorted = costs.filter((_, index) => (spans[index] ?? 0) <= LATE_MS).sort((a, b) => a - b)
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { frames: starts.length, p50: at(0.5), p99: at(0.99), most: at(1), late: late.length, busiest: Math.max(0, ...late) }
}
