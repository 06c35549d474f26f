/**
 * A reader that has to be asked: one question at a time, to one antenna after the other, and the next only when the answer has come or can no longer
 * come. An answer that comes too late must not be taken for another antenna's: if there are several, answers say whose they are. An antenna of which
 * no whole inventory comes is blind, whatever it says instead, and that is told.
 */
import type { Heard } from '../firmware-bridge/dialect.ts'
import { blindness } from './blindness.ts'
import type { TagBoard } from './tag-board.ts'

export interface AskedTerms {
  readonly antennas: readonly number[]
  readonly question: (antenna: number) => string
  /** Shortest time between two questions, ms. */
  readonly everyMs: number
  /** An answer takes so long at most, ms. */
  readonly answerMs: number
  /** An answer is given up: what has come of it belongs to nothing that follows. */
  readonly givenUp: () => void
  readonly board: Pick<TagBoard, 'blind'>
}

export interface Asked {
  /** The antenna whose answer is awaited; null: none is, and what comes now came too late. */
  readonly antenna: number | null
  /** The time has come to ask, to give up an answer, or to tell that an antenna is blind. */
  due(nowMs: number): readonly Heard[]
  /** Bytes have come. */
  bytes(nowMs: number): void
  /** Asks the same antenna for something else. */
  again(question: string, nowMs: number): readonly Heard[]
  /** A whole inventory has come. */
  answered(nowMs: number): void
  /** Its answer was no inventory. `why` completes `antenna 1 is blind: `. */
  failed(why: string, nowMs: number): void
}

/** How often the time is needed. */
export const ASK_TICK_MS = 25
/** No answer for so long: the reader is not there. */
export const SILENT_MS = 3000
/** So long after its last byte an answer that cannot be read has ended. A serial server hands its pieces on closer together. */
const ENDED_MS = 300
/** An antenna that gives no answer at all, so often in a row, holds up the others on its line for the longest answer: it is asked less often. */
const [MUTE_TIMES, MUTE_MS] = [3, 10_000]

const MUTE = 'it does not answer'

interface Open {
  readonly antenna: number
  readonly atMs: number
  /** When bytes last came since then; null: none have. */
  bytesAtMs: number | null
}

export function asked({ antennas, question, everyMs, answerMs, givenUp, board }: AskedTerms): Asked {
  let open: Open | null = null
  let nextMs = Number.NEGATIVE_INFINITY
  const blind = blindness(antennas, board, MUTE)
  const turns = inTurn(antennas)

  const ask = (antenna: number, text: string, nowMs: number): readonly Heard[] => {
    open = { antenna, atMs: nowMs, bytesAtMs: null }
    return [{ kind: 'ask', bytes: text }]
  }
  const giveUp = ({ antenna, bytesAtMs }: Open, nowMs: number): void => {
    open = null
    nextMs = nowMs
    blind.failed(antenna, bytesAtMs === null ? MUTE : 'its answer cannot be read')
    turns.answered(antenna, bytesAtMs !== null, nowMs)
    givenUp()
  }
  const hasEnded = ({ atMs, bytesAtMs }: Open, nowMs: number): boolean =>
    nowMs >= atMs + answerMs || (bytesAtMs !== null && nowMs >= bytesAtMs + ENDED_MS)
  const ended = (nowMs: number): void => {
    if (open === null) return
    nextMs = Math.max(nowMs, open.atMs + everyMs)
    turns.answered(open.antenna, true, nowMs)
    open = null
  }
  /** With one antenna, whose answer it is is no question, however late it comes. */
  const awaited = (): number | null => open?.antenna ?? (antennas.length === 1 ? (antennas[0] ?? null) : null)
  return {
    get antenna() {
      return awaited()
    },
    due(nowMs) {
      const told = blind.due(nowMs)
      if (open !== null && !hasEnded(open, nowMs)) return told
      if (open !== null) giveUp(open, nowMs)
      if (nowMs < nextMs) return told
      const next = turns.next(nowMs)
      return next === undefined ? told : [...told, ...ask(next, question(next), nowMs)]
    },
    bytes(nowMs) {
      if (open !== null) open.bytesAtMs = nowMs
    },
    again: (text, nowMs) => (open === null ? [] : ask(open.antenna, text, nowMs)),
    answered(nowMs) {
      const whose = awaited()
      if (whose !== null) blind.whole(whose, nowMs)
      ended(nowMs)
    },
    failed(why, nowMs) {
      const whose = awaited()
      if (whose !== null) blind.failed(whose, why)
      ended(nowMs)
    },
  }
}

/** Whose turn it is. An antenna that gives no answer at all is asked less often, as long as there is another one. */
function inTurn(antennas: readonly number[]) {
  let at = -1
  /** Of antennas that gave none: how often in a row, and when they are asked again. */
  const mutes = new Map<number, { readonly times: number; readonly untilMs: number }>()
  return {
    next(nowMs: number): number | undefined {
      const turns = antennas.map((_, nth) => at + 1 + nth)
      at = turns.find((turn) => (mutes.get(antennas[turn % antennas.length] ?? 0)?.untilMs ?? 0) <= nowMs) ?? at + 1
      return antennas[at % antennas.length]
    },
    answered(antenna: number, isSo: boolean, nowMs: number): void {
      const times = isSo ? 0 : (mutes.get(antenna)?.times ?? 0) + 1
      mutes.set(antenna, { times, untilMs: times < MUTE_TIMES ? nowMs : nowMs + MUTE_MS })
    },
  }
}
