/**
 * Elatec TWN4 with the firmware of its simple protocol in binary form, asked again and again for a tag. It names one tag at a time, so it tells a single
 * plaque or chip from none. Two tags that it names in turn are told as trouble, and are no level.
 *
 *   question  LEN LEN 05 00 28 CRC CRC                      SearchTag, at most 40 bytes; LEN = what follows, low byte first
 *   answer    LEN LEN 00 00 CRC CRC                         no tag
 *             LEN LEN 00 01 TYPE BITS BYTES ID.. CRC CRC    the first byte is an error code
 *
 * CRC 8408, low byte first. Sources do not say whether it covers the length: both are understood, and the question that is answered is used.
 *
 * Public source: github.com/c3rebro/Elatec.NET (simple protocol, SearchTag and its answer).
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { ASK_TICK_MS, asked, SILENT_MS } from '../asked.ts'
import { bytes, crc8408, hexOf, lowFirst } from '../crc16.ts'
import type { Given } from '../driver.ts'
import { LOST, type ToldLevels, tagBoard } from '../tag-board.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const SEARCH = bytes(0x05, 0x00, 0x28)
/** An error code and a sign of success, with the checksum; the longest id. */
const [LENGTH_MIN, LENGTH_MAX] = [3, 48]
const [EVERY_MS, ANSWER_MS] = [100, 500]
/** A tag named again within this, with another one in between: both lie there, ms. */
const TOGETHER_MS = 1000

const cut: Cut = (held, at) => {
  if (held.length < at + 2) return null
  const length = held.charCodeAt(at) | (held.charCodeAt(at + 1) << 8)
  if (length < LENGTH_MIN || length > LENGTH_MAX) return { end: at + 1, what: 'no-frame' }
  if (held.length < at + 2 + length) return null
  const end = at + 2 + length
  const crc = held.slice(end - 2, end)
  const fits = (): boolean => [held.slice(at, end - 2), held.slice(at + 2, end - 2)].some((covered) => lowFirst(crc8408(covered)) === crc)
  return { end, what: 'frame', fits }
}

/** `hasLength`: the checksum covers the length. Pure. */
function encodeTwn4(payload: string, hasLength: boolean): string {
  const head = lowFirst(payload.length + 2)
  return `${head}${payload}${lowFirst(crc8408(hasLength ? head + payload : payload))}`
}

/** The tag that is named; null: none; undefined: it is no such answer. */
function tagOf(payload: string): string | null | undefined {
  if (payload.charCodeAt(0) !== 0) return undefined
  if (payload.length === 2 && payload.charCodeAt(1) === 0) return null
  const length = payload.charCodeAt(4)
  return payload.charCodeAt(1) === 1 && length > 0 && payload.length === 5 + length ? hexOf(payload.slice(5)) : undefined
}

function reader({ chips, antennas }: Given, told: ToldLevels) {
  const board = tagBoard({ chips, antennas }, told)
  let hasLength = false
  let hasAnswered = false
  /** The last three that were named. */
  let named: readonly { readonly tag: string; readonly atMs: number }[] = []
  let severalAtMs: number | null = null
  const question = (): string => {
    // Nobody answers: perhaps the other checksum is meant.
    if (!hasAnswered) hasLength = !hasLength
    return encodeTwn4(SEARCH, hasLength)
  }
  const line = asked({ antennas: [...antennas.keys()], question, everyMs: EVERY_MS, answerMs: ANSWER_MS, board, givenUp: () => begin() })

  const mean = (frame: string, nowMs: number): readonly Heard[] => {
    const { antenna } = line
    if (antenna === null) return [{ kind: 'repeat' }]
    const tag = tagOf(frame.slice(2, -2))
    if (tag === undefined) {
      line.failed('it refuses the question', nowMs)
      return [{ kind: 'idle' }]
    }
    line.answered(nowMs)
    hasAnswered = true
    if (tag !== null) named = [...named, { tag, atMs: nowMs }].slice(-3)
    const [first, second] = named
    if (tag !== null && first?.tag === tag && second !== undefined && second.tag !== tag && nowMs - first.atMs < TOGETHER_MS) {
      const isNews = severalAtMs === null || nowMs - severalAtMs >= TOGETHER_MS
      severalAtMs = nowMs
      board.blind(antenna)
      return isNews ? [{ kind: 'trouble', text: 'more than one tag lies there, and it names one at a time' }, LOST] : []
    }
    if (severalAtMs !== null && nowMs - severalAtMs < TOGETHER_MS) return [{ kind: 'idle' }]
    return board.inventory(antenna, tag === null ? [] : [{ tag, rssi: null }], nowMs)
  }
  let read = frames(cut, LENGTH_MAX + 2, mean)
  const begin = (): void => {
    read = frames(cut, LENGTH_MAX + 2, mean)
  }
  return (given: Uint8Array, nowMs: number): readonly Heard[] => {
    if (given.length > 0) line.bytes(nowMs)
    return [...read(given, nowMs), ...line.due(nowMs)]
  }
}

export const TWN4: Talker = {
  name: 'twn4',
  role: 'spots',
  baudRate: 115_200,
  traits: {
    ...TALKS_ONLY,
    what: 'reader of a single plaque or chip (Elatec TWN4), asked',
    checksum: 'CRC-16',
    losses: 'level',
    lateMs: 1000,
    chipFile: 'required',
    antennas: { most: 1, eachMs: 0 },
    setUp: [
      'Load the firmware of the simple protocol, in binary form with CRC.',
      'It names one tag at a time: a stack on it is told as trouble, and the round gets no verdict.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, tickMs: ASK_TICK_MS, silentMs: SILENT_MS, reader: () => reader(given, told) }
  },
}
