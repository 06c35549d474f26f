/**
 * Which records the book has asked a table for: only of these it takes what is sent as historical. Of a table that it knows no journal of, it
 * asks for whatever there is, and the first journal that answers is the one it asked for. Pure except for its own state.
 */

export interface AskedSpans {
  /** `stream` null: the book knows no journal of the table yet. */
  add(stream: string | null, from: number, to: number): void
  covers(stream: string, n: number): boolean
}

/** A late answer to a request before these is not taken; its records are asked for again. */
const SPANS_MAX = 64

export const createAskedSpans = (): AskedSpans => {
  let spans: { stream: string | null; readonly from: number; readonly to: number }[] = []
  return {
    add: (stream, from, to) => {
      spans = [...spans, { stream, from, to }].slice(-SPANS_MAX)
    },
    covers: (stream, n) => {
      const span = spans.findLast((each) => (each.stream ?? stream) === stream && n >= each.from && n <= each.to)
      if (span === undefined) return false
      for (const each of spans) each.stream ??= stream
      return true
    },
  }
}
