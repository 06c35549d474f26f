/**
 * One timer for a deadline that moves all the time, usually on: a timer that is set too early goes off, sees that it is not time yet, and is
 * set again. So a deadline that is put off with every line costs nothing a line.
 */

export interface AlarmClock {
  /** From now on it goes off then, monotonic, ms, and once; null: not at all. */
  set(atMs: number | null): void
}

/** Node takes no longer one. */
const WAIT_MS_MAX = 2 ** 31 - 1

/** `nowMs`: monotonic. */
export function alarmClock(nowMs: () => number, ring: () => void): AlarmClock {
  let dueMs: number | null = null
  let timer: NodeJS.Timeout | undefined
  let setForMs = Number.POSITIVE_INFINITY
  const arm = (atMs: number): void => {
    clearTimeout(timer)
    setForMs = atMs
    timer = setTimeout(look, Math.min(Math.max(1, Math.ceil(atMs - nowMs())), WAIT_MS_MAX))
  }
  const look = (): void => {
    setForMs = Number.POSITIVE_INFINITY
    if (dueMs === null) return
    if (nowMs() < dueMs) arm(dueMs)
    else {
      dueMs = null
      ring()
    }
  }
  return {
    set(atMs) {
      dueMs = atMs
      if (atMs === null) {
        clearTimeout(timer)
        setForMs = Number.POSITIVE_INFINITY
      } else if (atMs < setForMs) arm(atMs)
    },
  }
}
