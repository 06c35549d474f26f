/** P5: counts everything that may pile up in a daemon during the storm, and gives each count its bound. */
import { OUTBOX_LIMITS } from '../../../src/daemon/broker/outbox.ts'
import type { RunningTable } from '../../../src/daemon/pipeline/table.ts'
import type { FakeBroker } from './fake-broker.ts'
import type { VirtualTime } from './virtual-time.ts'

const BOUNDS = {
  /** Events, records and answers to commands; what does not fit waits in the journal. */
  'messages for the broker in memory': 3 * OUTBOX_LIMITS.events,
  /** The broker's window, and subscriptions. */
  'messages that the broker has not acknowledged': 64,
  /**
   * About twenty timers run at once: one per device's wait, one per message of a flush. Code that forgets to cancel one exceeds this
   * within a minute.
   */
  'timers of the process': 80,
  /** The journal writes one batch at a time, and a state may be saved meanwhile. */
  'writes under way': 3,
} as const

export type Peaks = { readonly [what in keyof typeof BOUNDS]: number }

export interface PeakMeter {
  /** Updates every count. */
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
  let held = 0
  let unanswered = 0
  let timers = 0
  return {
    look: () => {
      table()
        ?.broker$.subscribe((state) => {
          held = Math.max(held, state.held)
        })
        .unsubscribe()
      unanswered = Math.max(unanswered, broker.unanswered())
      timers = Math.max(timers, time.waiting())
    },
    peaks: () => ({
      'messages for the broker in memory': held,
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
