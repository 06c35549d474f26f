/** Time for simulated devices: real, or moved by hand in a deterministic run. */

export interface Timing {
  /** Milliseconds, monotonic, from an arbitrary origin. */
  nowMs(): number
  /** Calls `run` once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

export const realTiming: Timing = {
  nowMs: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.max(0, ms))
    return () => clearTimeout(timer)
  },
}

export interface VirtualTiming extends Timing {
  /** Moves the time on by `ms` and runs what falls due, in order of time and then of request. */
  advance(ms: number): void
}

export function virtualTiming(startMs = 0): VirtualTiming {
  let nowMs = startMs
  let asked = 0
  const due = new Map<number, { readonly atMs: number; readonly run: () => void }>()

  function next(untilMs: number): number | undefined {
    let first: number | undefined
    for (const [id, entry] of due) {
      if (entry.atMs <= untilMs && (first === undefined || entry.atMs < (due.get(first)?.atMs ?? 0))) first = id
    }
    return first
  }

  return {
    nowMs: () => nowMs,
    after(ms, run) {
      const id = asked++
      due.set(id, { atMs: nowMs + Math.max(0, ms), run })
      return () => due.delete(id)
    },
    advance(ms) {
      const untilMs = nowMs + ms
      for (let id = next(untilMs); id !== undefined; id = next(untilMs)) {
        const entry = due.get(id)
        due.delete(id)
        if (entry === undefined) continue
        nowMs = Math.max(nowMs, entry.atMs)
        entry.run()
      }
      nowMs = untilMs
    },
  }
}
