/** One evening of faults in virtual time, with the broker away for a third of it: how fast the table catches up afterwards. */
import { type Job, type Outcome, type Storm, simulate } from '../storm/simulate.ts'

export interface Evening {
  readonly outcome: Outcome
  /**
   * Length of the outage divided by the time until the book had every record. Computed with the virtual clock and with the machine's; the
   * smaller result counts.
   */
  readonly catchUp: number
}

const HOUR_MS = 3_600_000
/** Fractions of the evening at which the broker goes and returns. */
const AWAY_FROM = 1 / 3
const AWAY_TO = 2 / 3
/** The broker returns at the storm's next look. */
const LOOK_MS = 500

/** Takes the broker away for its part of the evening, and measures how long the backlog takes. */
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
    // The newest records are still on their way.
    if (back === null || catchUp > 0 || broker.book.size < (live?.n ?? 0) - 50) return
    catchUp = lengthMs / Math.max(1, time.nowMs() - back.virtualMs, performance.now() - back.realMs)
  }
  return { look, catchUp: () => catchUp }
}

const playEvening = async (job: Job): Promise<Evening> => {
  const { look, catchUp } = outage(job.hours)
  const outcome = await simulate(job, { during: look })
  return { outcome, catchUp: catchUp() }
}

export const work = (job: unknown): Promise<Evening> => playEvening(job as Job)
