/**
 * A reader that has to be asked: one question at a time, to one antenna after the other. An answer that comes too late must not be taken for another
 * antenna's: if there are several, answers say whose they are.
 */
import type { Heard } from '../firmware-bridge/dialect.ts'

export interface AskedTerms {
  readonly antennas: readonly number[]
  readonly question: (antenna: number) => string
  /** Shortest time between two questions, ms. */
  readonly everyMs: number
  /** An answer takes so long at most, ms. */
  readonly answerMs: number
  /** An answer is given up: what has come of it belongs to nothing that follows. */
  readonly givenUp: () => void
}

export interface Asked {
  /** The antenna whose answer is awaited; null: none is, and what comes now came too late. */
  readonly antenna: number | null
  /** The time has come to ask, or to give up an answer. */
  due(nowMs: number): readonly Heard[]
  /** Asks the same antenna for something else. */
  again(question: string, nowMs: number): readonly Heard[]
  answered(nowMs: number): void
}

/** How often the time is needed. */
export const ASK_TICK_MS = 25
/** No answer for so long: the reader is not there. */
export const SILENT_MS = 3000

export function asked({ antennas, question, everyMs, answerMs, givenUp }: AskedTerms): Asked {
  let at = -1
  let open: { readonly antenna: number; readonly atMs: number } | null = null
  let nextMs = Number.NEGATIVE_INFINITY
  /** Since when an antenna has not answered, or when that was told. */
  const mute = new Map<number, number>()

  const ask = (antenna: number, text: string, nowMs: number): readonly Heard[] => {
    open = { antenna, atMs: nowMs }
    return [{ kind: 'ask', bytes: text }]
  }
  /** What one of several antennas does not say is not known, however well the others answer. */
  const unanswered = (antenna: number, nowMs: number): readonly Heard[] => {
    const sinceMs = mute.get(antenna) ?? nowMs
    const isLong = nowMs - sinceMs >= SILENT_MS
    mute.set(antenna, isLong ? nowMs : sinceMs)
    return isLong
      ? [
          { kind: 'trouble', text: `antenna ${antenna} does not answer` },
          { kind: 'lost', count: 1 },
        ]
      : []
  }
  /** With one antenna, whose answer it is is no question, however late it comes. */
  const [only, isOne] = [antennas[0] ?? null, antennas.length === 1]
  return {
    get antenna() {
      return open?.antenna ?? (isOne ? only : null)
    },
    due(nowMs) {
      if (open !== null && nowMs < open.atMs + answerMs) return []
      if (open !== null) {
        const { antenna } = open
        open = null
        givenUp()
        nextMs = nowMs
        return unanswered(antenna, nowMs)
      }
      const next = antennas[(at + 1) % antennas.length]
      if (nowMs < nextMs || next === undefined) return []
      at++
      return ask(next, question(next), nowMs)
    },
    again: (text, nowMs) => (open === null ? [] : ask(open.antenna, text, nowMs)),
    answered(nowMs) {
      if (open === null) return
      mute.delete(open.antenna)
      nextMs = Math.max(nowMs, open.atMs + everyMs)
      open = null
    },
  }
}
