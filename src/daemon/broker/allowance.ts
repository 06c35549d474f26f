/** A rate limit: a number at once, then a number per second. `nowMs`: monotonic. */
export function allowance(burst: number, perSecond: number, nowMs: () => number): () => boolean {
  let left = burst
  let atMs = nowMs()
  return () => {
    const now = nowMs()
    left = Math.min(burst, left + ((now - atMs) / 1000) * perSecond)
    atMs = now
    if (left < 1) return false
    left -= 1
    return true
  }
}
