/** The pace of a serial line: a pseudo-terminal carries anything at once, 115200 8N1 carries 11.5 kB a second. */
import type { Timing } from './timing.ts'

export interface Pace {
  /** Writes the text when its last byte would have passed, after everything that was sent before it and a silence of `pauseMs`. */
  send(text: string, pauseMs: number): void
  /** Forgets what waits, and returns the part of the current line that has passed by now. */
  tear(): string
  /** Bytes that found no room in the queue. */
  readonly bytesOverrun: number
}

/**
 * Bytes that may wait, six seconds of a line. A device's own buffer is far smaller, and lines six seconds late are requested again anyway.
 */
const QUEUE_BYTES_MAX = 65_536

/** Timers count whole milliseconds, so text that passes within the next one may be written together with its neighbour. */
const TIMER_GRAIN_MS = 1

export function paced(timing: Timing, bytesPerSecond: number, write: (text: string) => void): Pace {
  const bytesPerMs = bytesPerSecond / 1_000
  let queue: { readonly text: string; readonly throughAtMs: number }[] = []
  let bytesWaiting = 0
  let bytesOverrun = 0
  let freeAtMs = Number.NEGATIVE_INFINITY
  let cancel: (() => void) | undefined

  function arm(): void {
    const head = queue[0]
    if (head !== undefined && cancel === undefined) cancel = timing.after(head.throughAtMs - timing.nowMs(), flush)
  }

  // One timer for the head of the queue, because several would not keep the lines in order. What is through by now goes in one write.
  function flush(): void {
    cancel = undefined
    const nowMs = timing.nowMs() + TIMER_GRAIN_MS
    const still = queue.findIndex(({ throughAtMs }) => throughAtMs > nowMs)
    const through = queue.splice(0, still < 0 ? queue.length : still)
    const text = through.map((entry) => entry.text).join('')
    bytesWaiting -= text.length
    if (text !== '') write(text)
    arm()
  }

  return {
    send(text, pauseMs) {
      if (bytesWaiting + text.length > QUEUE_BYTES_MAX) {
        bytesOverrun += text.length
        return
      }
      freeAtMs = Math.max(freeAtMs, timing.nowMs()) + pauseMs + text.length / bytesPerMs
      bytesWaiting += text.length
      queue.push({ text, throughAtMs: freeAtMs })
      arm()
    },
    tear() {
      const head = queue[0]
      const missing = head === undefined ? 0 : Math.ceil((head.throughAtMs - timing.nowMs()) * bytesPerMs)
      const torn = head === undefined ? '' : head.text.slice(0, Math.max(0, head.text.length - missing))
      cancel?.()
      cancel = undefined
      queue = []
      bytesWaiting = 0
      freeAtMs = Number.NEGATIVE_INFINITY
      return torn
    },
    get bytesOverrun() {
      return bytesOverrun
    },
  }
}
