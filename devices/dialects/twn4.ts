/**
 * Elatec TWN4 with the firmware of its simple protocol, asked again and again for a tag. It names one tag at a time, so it tells a single plaque or chip
 * from none. Two tags that it names in turn are told as trouble, and are no level.
 *
 *   question  05 00 28                         SearchTag, at most 40 bytes
 *   answer    00 00                            no tag
 *             00 01 TYPE BITS BYTES ID..       the first byte is an error code
 *
 * Three forms of both: binary with CRC, `LEN LEN payload CRC CRC`; ASCII, the payload as hexadecimal digits and CR, as many are delivered; binary without
 * CRC, `LEN LEN payload`. LEN is what follows, low byte first; CRC 8408 covers the payload alone, low byte first. The form that is answered is used.
 *
 * Public sources: Elatec's manual of the simple protocol, DocRev17 (1.3.1 to 1.3.4 forms, `04 00 00 05 15 A7`; 1.5.4.1 SearchTag with an answer);
 * github.com/c3rebro/Elatec.NET.
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { ASK_TICK_MS, asked, SILENT_MS } from '../asked.ts'
import { bytes, crc8408, hexOf, lowFirst } from '../crc16.ts'
import type { Given } from '../driver.ts'
import { LOST, type ToldLevels, tagBoard } from '../tag-board.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const SEARCH = bytes(0x05, 0x00, 0x28)
/** A payload: an error code and a sign of success; the longest id. */
const [PAYLOAD_MIN, PAYLOAD_MAX] = [1, 46]
const [CRC, CR] = [2, '\r']
const FRAME_MAX = 2 * PAYLOAD_MAX + CRC
const [EVERY_MS, ANSWER_MS] = [100, 500]
/** A tag named again within this, with another one in between: both lie there, ms. */
const TOGETHER_MS = 1000

interface Form {
  readonly question: string
  readonly cut: Cut
  readonly payloadOf: (frame: string) => string
}

const binary =
  (crc: number): Cut =>
  (held, at) => {
    if (held.length < at + 2) return null
    const length = (held.charCodeAt(at) | (held.charCodeAt(at + 1) << 8)) - crc
    if (length < PAYLOAD_MIN || length > PAYLOAD_MAX) return { end: at + 1, what: 'no-frame' }
    const [from, to] = [at + 2, at + 2 + length]
    if (held.length < to + crc) return null
    return { end: to + crc, what: 'frame', fits: () => crc === 0 || lowFirst(crc8408(held.slice(from, to))) === held.slice(to, to + crc) }
  }

const ascii: Cut = (held, at) => {
  const end = held.indexOf(CR, at) + 1
  if (end === 0) return null
  if (end === at + 1) return { end, what: 'gap' }
  return { end, what: /^(?:[0-9A-F]{2}){1,46}$/i.test(held.slice(at, end - 1)) ? 'frame' : 'torn' }
}

/** Each is tried twice: what is left of the form before may spoil the first question. */
const FORMS: readonly Form[] = [
  {
    question: `${lowFirst(SEARCH.length + CRC)}${SEARCH}${lowFirst(crc8408(SEARCH))}`,
    cut: binary(CRC),
    payloadOf: (frame) => frame.slice(2, -CRC),
  },
  { question: `${hexOf(SEARCH)}${CR}`, cut: ascii, payloadOf: (frame) => Buffer.from(frame.slice(0, -1), 'hex').toString('latin1') },
  { question: `${lowFirst(SEARCH.length)}${SEARCH}`, cut: binary(0), payloadOf: (frame) => frame.slice(2) },
]
const TRIES = 2

/** The tag that is named; null: none; undefined: it is no such answer. */
function tagOf(payload: string): string | null | undefined {
  if (payload.charCodeAt(0) !== 0) return undefined
  if (payload.length === 2 && payload.charCodeAt(1) === 0) return null
  const [bits, length] = [payload.charCodeAt(3), payload.charCodeAt(4)]
  const isWhole = length > 0 && payload.length === 5 + length && Math.ceil(bits / 8) === length
  return payload.charCodeAt(1) === 1 && isWhole ? hexOf(payload.slice(5)) : undefined
}

function reader({ chips, antennas }: Given, told: ToldLevels) {
  const board = tagBoard({ chips, antennas }, told)
  /** Questions so far that were not answered. */
  let tried = 0
  let hasAnswered = false
  const form = (): Form => FORMS[Math.floor(tried / TRIES) % FORMS.length] as Form
  /** The last three that were named. */
  let named: readonly { readonly tag: string; readonly atMs: number }[] = []
  let severalAtMs: number | null = null
  const line = asked({
    antennas: [...antennas.keys()],
    question: () => form().question,
    everyMs: EVERY_MS,
    answerMs: ANSWER_MS,
    board,
    givenUp: () => begin(),
  })

  const mean = (frame: string, nowMs: number): readonly Heard[] => {
    const { antenna } = line
    if (antenna === null) return [{ kind: 'repeat' }]
    const tag = tagOf(form().payloadOf(frame))
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
  let read = frames(form().cut, FRAME_MAX, mean)
  const begin = (): void => {
    if (!hasAnswered) tried++
    read = frames(form().cut, FRAME_MAX, mean)
  }
  return (given: Uint8Array, nowMs: number): readonly Heard[] => {
    if (given.length > 0) line.bytes(nowMs)
    return [...read(given, nowMs), ...line.due(nowMs)]
  }
}

export const TWN4: Talker = {
  name: 'twn4',
  role: 'spots',
  baudRate: 9600,
  origin: {
    delivered: '9600 8N1, ASCII without a checksum',
    answer: 'read as it is; binary with CRC and without are tried as well, and one that answers is kept',
    rests: "maker's manual of the simple protocol, DocRev17 (an answer in 1.5.4.1); somebody's client: github.com/c3rebro/Elatec.NET",
    differs: null,
  },
  traits: {
    ...TALKS_ONLY,
    what: 'reader of a single plaque or chip (Elatec TWN4), asked',
    checksum: 'CRC-16, if it is set',
    losses: 'level',
    lateMs: 1000,
    chipFile: 'required',
    antennas: { most: 1, eachMs: 0 },
    setUp: [
      'Load the firmware of the simple protocol. Leave it at 9600, as it is delivered; set the binary form with CRC: in ASCII, as it is delivered, a damaged tag may be read as another one.',
      'It names one tag at a time: a stack on it is told as trouble, and the round gets no verdict.',
    ],
  },
  dialect: (given) => {
    const told: ToldLevels = new Map()
    return { damageLoses: false, tickMs: ASK_TICK_MS, silentMs: SILENT_MS, reader: () => reader(given, told) }
  },
}
