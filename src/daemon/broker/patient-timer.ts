/**
 * Timers that judge a silent broker. While the event loop was held up, its answer may have come and lie unread, and timers come before what
 * is read: so they wait until it would have been read.
 */
import type { Schedule } from './goodbye.ts'

/** Calls back when everything that came until `untilMs` has been read; returns a function that cancels. */
export const onceListened = (
  untilMs: number,
  { listenedMs, schedule }: { readonly listenedMs: () => number; readonly schedule: Schedule },
  callback: () => void,
): (() => void) => {
  let cancel = (): void => undefined
  const look = (): void => {
    const leftMs = untilMs - listenedMs()
    if (leftMs <= 0) callback()
    else cancel = schedule(look, Math.max(1, leftMs))
  }
  look()
  return () => cancel()
}

/** What lay unread has been read by then. */
const READ_MS = 300

interface Timer {
  set(callback: () => void, everyMs: number): number
  clear(id: number): void
}

/**
 * For the keep-alive of MQTT.js, which takes a broker for dead that has not answered a ping within 1.5 s. `isLate`: the loop has just been
 * held up. MQTT.js clears and sets its timer anew with every packet it sends or receives.
 */
export const patientTimer = (isLate: () => boolean): Timer => {
  const running = new Map<number, () => void>()
  let last = 0
  return {
    set(callback, everyMs) {
      let waiting: NodeJS.Timeout | undefined
      const every = setInterval(() => {
        clearTimeout(waiting)
        if (isLate()) waiting = setTimeout(callback, READ_MS)
        else callback()
      }, everyMs)
      last += 1
      running.set(last, () => {
        clearInterval(every)
        clearTimeout(waiting)
      })
      return last
    },
    clear(id) {
      running.get(id)?.()
      running.delete(id)
    },
  }
}
