/**
 * What the devices report is folded in slices: however much has come at once, and however long a line takes, the event loop turns in
 * between, so that ports and sockets are read, timers fire and the watchdog sees it. The order stays.
 */
import { Observable, type Subscriber } from 'rxjs'

/** Yields what it finds to do when it is its turn; each must be used before the next one is drawn. */
export type Work<T> = () => Iterable<T>

export interface Slices<T> {
  /** Begins at once if nothing waits. */
  add(work: Work<T>): void
  /** No more is added: completes when everything has been drawn. */
  end(): void
  /** Since when the oldest has waited, monotonic, ms; null: none waits. */
  sinceMs(): number | null
  /** What is drawn. Subscribe to it once. */
  readonly drawn$: Observable<T>
}

/** Below what a port or a person would notice; most slices end because nothing is left. */
const SLICE_MS = 50
/** Three full rings and what the links say of themselves. Beyond this nothing else gets a turn: the devices have to wait. */
const WAITING_MAX = 4096

/** `nowMs`: monotonic. It decides only when the loop turns, never what is drawn. */
export const inSlices = <T>(nowMs: () => number): Slices<T> => {
  let waiting: { readonly work: Work<T>; readonly sinceMs: number }[] = []
  let drawing: { readonly from: Iterator<T>; readonly sinceMs: number } | null = null
  let isBusy = false
  let hasEnded = false
  let subscriber: Subscriber<T> | null = null

  /** One thing that was found to do; false: nothing is left. */
  const step = (): boolean => {
    if (drawing === null) {
      const next = waiting.shift()
      if (next === undefined) return false
      drawing = { from: next.work()[Symbol.iterator](), sinceMs: next.sinceMs }
    }
    const { done, value } = drawing.from.next()
    if (done === true) drawing = null
    else subscriber?.next(value)
    return true
  }
  const slice = (): void => {
    if (subscriber?.closed !== false) return
    isBusy = true
    const untilMs = nowMs() + SLICE_MS
    try {
      while (step()) {
        if (nowMs() < untilMs || waiting.length > WAITING_MAX) continue
        setImmediate(slice)
        return
      }
    } catch (error) {
      subscriber?.error(error)
    }
    isBusy = false
    if (hasEnded) subscriber?.complete()
  }

  return {
    add(work) {
      waiting.push({ work, sinceMs: nowMs() })
      if (!isBusy) slice()
    },
    end() {
      hasEnded = true
      if (!isBusy) slice()
    },
    sinceMs: () => drawing?.sinceMs ?? waiting[0]?.sinceMs ?? null,
    drawn$: new Observable<T>((own) => {
      subscriber = own
      slice()
      return () => {
        waiting = []
        drawing = null
      }
    }),
  }
}
