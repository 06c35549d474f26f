/**
 * Whether a table that sends records also seals them. A table seals at least once a minute in which it writes. Pure except for its own
 * state; time is a parameter.
 */

const UNSEALED_MS = 120_000
/**
 * Silence counts for at most this long, because a table that was away goes on where it stopped: with the minute between two seals it stays
 * below the limit.
 */
const SILENCE_MS_MAX = 45_000

export interface SealWatch {
  /** New records have been stored. Returns true once when the table has sent records for too long without a seal. */
  heard(nowMs: number, isSealed: boolean): boolean
}

export const createSealWatch = (): SealWatch => {
  let lastMs: number | null = null
  let unsealedMs = 0
  let isTold = false
  return {
    heard: (nowMs, isSealed) => {
      if (isSealed) {
        unsealedMs = 0
        isTold = false
      } else unsealedMs += Math.min(nowMs - (lastMs ?? nowMs), SILENCE_MS_MAX)
      lastMs = nowMs
      if (isTold || unsealedMs < UNSEALED_MS) return false
      isTold = true
      return true
    },
  }
}
