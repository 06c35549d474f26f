/** P5: what may pile up in a daemon is counted while the storm lasts, and each count has its bound. */
import { OUTBOX_LIMITS } from '../../src/broker/outbox.ts'
import type { RunningTable } from '../../src/pipeline/table.ts'
import type { FakeBroker } from './fake-broker.ts'
import type { VirtualTime } from './virtual-time.ts'

const BOUNDS = {
  'events that wait for the broker': OUTBOX_LIMITS.events,
  /** Its window, and subscriptions. */
  'messages that the broker has not acknowledged': 64,
  /** Some thirty tick all the while, one a device's wait, one a message of a flush: whoever forgets to cancel one passes this in a minute. */
  'timers of the process': 100,
  /** The journal writes one batch at a time; a state is kept beside it. */
  'writes under way': 3,
} as const

export type Peaks = { readonly [what in keyof typeof BOUNDS]: number }

export interface PeakMeter {
  /** Looks at all of them. */
  look(): void
  peaks(): Peaks
}

interface Counted {
  readonly table: () => RunningTable | null
  readonly broker: Pick<FakeBroker, 'unanswered'>
  readonly time: Pick<VirtualTime, 'waiting'>
  readonly writesMost: () => number
}

export const peakMeter = ({ table, broker, time, writesMost }: Counted): PeakMeter => {
  let queued = 0
  let unanswered = 0
  let timers = 0
  return {
    look: () => {
      table()
        ?.broker$.subscribe((state) => {
          queued = Math.max(queued, state.queued)
        })
        .unsubscribe()
      unanswered = Math.max(unanswered, broker.unanswered())
      timers = Math.max(timers, time.waiting())
    },
    peaks: () => ({
      'events that wait for the broker': queued,
      'messages that the broker has not acknowledged': unanswered,
      'timers of the process': timers,
      'writes under way': writesMost(),
    }),
  }
}

export const overfull = (peaks: Peaks): readonly string[] =>
  Object.entries(BOUNDS).flatMap(([what, bound]) => {
    const most = peaks[what as keyof Peaks]
    return most > bound ? [`${most} ${what}, and at most ${bound} are allowed`] : []
  })
