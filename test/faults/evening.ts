/** One evening in virtual time: how memory grows while faults strike, and how fast the table catches up once its broker was away for a third of it. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Job, type Outcome, type Storm, simulate } from '../storm/simulate.ts'

export interface Evening {
  readonly outcome: Outcome
  /** Growth of V8's heap after a collection, MB an hour of play; what the storm itself keeps of its truth is in it. */
  readonly slopeMb: number
  /** Length of the outage divided by the time until the book had every record, of the virtual clock and of the machine's: the lesser. */
  readonly catchUp: number
}

const HOUR_MS = 3_600_000
const MB = 1_000_000
const SAMPLE_MS = 300_000
/** Caches fill at first, so the slope is that of what follows. */
const WARM = 1 / 3
/** Parts of the evening at which the broker goes and comes. */
const AWAY_FROM = 1 / 3
const AWAY_TO = 2 / 3
/** It comes back when the storm is looked at next. */
const LOOK_MS = 500

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Least squares: MB an hour. */
const slopeOf = (samples: readonly { readonly hour: number; readonly mb: number }[]): number => {
  const mean = (of: (sample: { readonly hour: number; readonly mb: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [hour, mb] = [mean((each) => each.hour), mean((each) => each.mb)]
  return mean((each) => (each.hour - hour) * (each.mb - mb)) / mean((each) => (each.hour - hour) ** 2)
}

/** Takes the broker away for its part of the evening, and measures how long what waited takes. */
const outage = (hours: number) => {
  const lengthMs = (AWAY_TO - AWAY_FROM) * hours * HOUR_MS
  let back: { readonly virtualMs: number; readonly realMs: number } | null = null
  let isAway = false
  let catchUp = 0
  const look = ({ time, broker, live, struck }: Storm): void => {
    const part = time.nowMs() / (hours * HOUR_MS)
    const isOut = part >= AWAY_FROM && part < AWAY_TO
    if (isOut !== isAway) broker.setAway(isOut)
    if (isOut && !isAway) {
      const atMs = time.nowMs()
      struck.push({ name: 'F12 broker-away', atMs, fromMs: atMs, toMs: AWAY_TO * hours * HOUR_MS + LOOK_MS })
    }
    if (isAway && !isOut) back = { virtualMs: time.nowMs(), realMs: performance.now() }
    isAway = isOut
    // What came in the last moments is still on its way.
    if (back === null || catchUp > 0 || broker.book.size < (live?.n ?? 0) - 50) return
    catchUp = lengthMs / Math.max(1, time.nowMs() - back.virtualMs, performance.now() - back.realMs)
  }
  return { look, catchUp: () => catchUp }
}

export const playEvening = async (job: Job): Promise<Evening> => {
  const { hours } = job
  const samples: { readonly hour: number; readonly mb: number }[] = []
  const { look, catchUp } = outage(hours)
  let sampledMs = 0
  const outcome = await simulate(job, {
    during: (storm) => {
      look(storm)
      const nowMs = storm.time.nowMs()
      if (nowMs - sampledMs < SAMPLE_MS) return
      sampledMs = nowMs
      collect()
      if (nowMs >= WARM * hours * HOUR_MS) samples.push({ hour: nowMs / HOUR_MS, mb: process.memoryUsage().heapUsed / MB })
    },
  })
  return { outcome, slopeMb: slopeOf(samples), catchUp: catchUp() }
}

export const work = (job: unknown): Promise<Evening> => playEvening(job as Job)
