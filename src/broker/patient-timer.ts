/**
 * The timer of MQTT.js's keep-alive. It takes a broker for dead that has not answered a ping within 1.5 s. While the event loop was held up,
 * the answer may have come and lie unread, and timers come before what is read: then the next step waits a little.
 */

/** What lay unread has been read by then. */
const READ_MS = 300

interface Timer {
  set(callback: () => void, everyMs: number): number
  clear(id: number): void
}

/** `isLate`: the loop has just been held up. MQTT.js clears and sets its timer anew with every packet it sends or receives. */
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
