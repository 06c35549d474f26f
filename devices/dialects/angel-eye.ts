/**
 * Angel Eye II-EX style shoe, listened to: binary frames at 4800 8N1, `05 SEQ DATA.. 03 BCC BCC`. BCC is the XOR of SEQ up to and including 03, as two
 * upper-case hexadecimal digits. Bit 7 of payload bytes is set on the wire. The shoe runs the rules of baccarat; locked, it sends every
 * card as `d`. It asks for an answer that it does not get here, and so it sends each frame up to three times.
 *
 *   D d  target card   a card, in a game or outside one        C  the cut card         E  a fault    e  a fault that is over
 *   R    target card   a card sent again                       S  it has started       P G L M       standby, result, lock, setting
 *
 * SEQ rises by one from frame to frame. Where it begins again is not documented: after 39, or, counting in hexadecimal signs, after 46. From 39 on any of
 * these counts as the next one until the number has begun again, and 31 as well as 30 until a 30 was seen.
 * The driver sends nothing: commands can lock the shoe, and sources disagree about their checksum.
 *
 * Public source: github.com/keepcodings/AngelEye, AngelEyeBmsBridge (frames, BCC, events, card and error codes, three sendings), and its
 * operation over a MOXA serial server.
 */
import { type Cut, frames, type Heard } from '../../firmware-bridge/dialect.ts'
import { type Card, RANKS, type Scan, type ScannedCard } from '../scan.ts'
import { cardEvent, type Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const [STX, ETX, ENQ, ACK, NAK] = [0x02, 0x03, 0x05, 0x06, 0x15]
const NAK_CODES = [0x01, 0x02, 0x03, 0x11, 0x12, 0x13, 0x14, 0x21, 0x22, 0xff]
/** Longest that is waited for an ETX. */
const FRAME_MAX = 128
/** SEQ, at least one byte of data. */
const ETX_AT_LEAST = 3
/** In the order of their codes, from 1. */
const SUIT_CODES = ['D', 'C', 'S', 'H'] as const
/** From here on the number may begin again, with one of these, or go on with a letter. */
const [SEQ_NINE, SEQ_A] = [0x39, 0x41]
const [SEQ_ZERO, SEQ_ONE] = [0x30, 0x31]

const startsFrame = (code: number): boolean => code === STX || code === ENQ || code === ACK || code === NAK

function nextStart(held: string, from: number): number {
  for (let at = from; at < held.length; at++) if (startsFrame(held.charCodeAt(at))) return at
  return held.length
}

/** `text`: SEQ up to and including ETX. */
function bccOf(text: string): string {
  let xor = 0
  for (let at = 0; at < text.length; at++) xor ^= text.charCodeAt(at)
  return xor.toString(16).toUpperCase().padStart(2, '0')
}

/** Anything else behind the sign is not its code: it may begin a frame. */
const afterNak = (code: number, at: number) =>
  NAK_CODES.includes(code) ? ({ end: at + 2, what: 'gap' } as const) : ({ end: at + 1, what: 'no-frame' } as const)

const cut: Cut = (held, at) => {
  const start = held.charCodeAt(at)
  if (!startsFrame(start)) return { end: nextStart(held, at + 1), what: 'no-frame' }
  if (start === ACK) return { end: at + 1, what: 'gap' }
  if (start === NAK) return held.length < at + 2 ? null : afterNak(held.charCodeAt(at + 1), at)
  const etx = held.indexOf(String.fromCharCode(ETX), at + ETX_AT_LEAST)
  // No frame holds the beginning of another one: if it did, the XOR of both could come out right.
  const next = nextStart(held, at + 1)
  if (next < (etx < 0 ? held.length : etx)) return { end: next, what: 'torn' }
  if (etx < 0 || held.length < etx + 3) {
    const isLong = (etx < 0 ? held.length : etx) - at > FRAME_MAX
    return isLong ? { end: next, what: 'endless' } : null
  }
  if (etx - at > FRAME_MAX) return { end: next, what: 'too-long' }
  const fits = (): boolean => bccOf(held.slice(at + 1, etx + 1)) === held.slice(etx + 1, etx + 3)
  return { end: etx + 3, what: start === ENQ ? 'frame' : 'gap', fits }
}

/** The code of a card: suit in bits 6 to 4, rank in bits 3 to 0. */
function cardOf(code: number): ScannedCard {
  const [suit, rank] = [SUIT_CODES[((code >> 4) & 7) - 1], RANKS[(code & 0x0f) - 1]]
  return suit === undefined || rank === undefined ? '??' : `${rank}${suit}`
}

const codeOf = (card: Card): number => {
  const [rank, suit] = [RANKS.findIndex((one) => card.startsWith(one)), SUIT_CODES.findIndex((one) => card.endsWith(one))]
  return 0x80 | ((suit + 1) << 4) | (rank + 1)
}

/** Faults by their codes. `lost`: a card may be among it. */
const FAULTS: readonly { readonly text: string; readonly means?: 'lost' | 'reverse' }[] = [
  { text: 'a fault without a number' },
  { text: 'it could not read a card', means: 'lost' },
  { text: 'one card too many was drawn' },
  { text: 'a button was misused' },
  { text: 'a card was pushed back at the exit', means: 'reverse' },
  { text: 'a card was pushed back on its way', means: 'reverse' },
  { text: 'a card has a code that it does not know', means: 'lost' },
  { text: 'no card was drawn in time' },
]

const LOST: Heard = { kind: 'lost', count: 1 }

function fault(code: number, raw: string): readonly Heard[] {
  const { text, means } = FAULTS[code & 0x3f] ?? { text: `fault ${code & 0x3f}, which no source describes` }
  const trouble: Heard = { kind: 'trouble', text }
  if (means === 'reverse') return [trouble, { kind: 'event', event: { kind: 'shoe', what: 'reverse' }, raw }]
  return means === 'lost' ? [trouble, LOST] : [trouble]
}

const hex = (text: string): string => Buffer.from(text, 'latin1').toString('hex')

/** What a frame says that is no repetition. `before`: the payload of the last card. Pure. */
function mean(data: string, frame: string, before: string | null): readonly Heard[] {
  const payload = data.slice(1)
  const isWhole = payload.length === 2 && [...payload].every((sign) => sign.charCodeAt(0) >= 0x80)
  switch (data[0]) {
    case 'D':
    case 'd':
      return isWhole ? [{ kind: 'event', event: cardEvent(cardOf(payload.charCodeAt(1))), raw: hex(frame) }] : [LOST]
    case 'R':
      // If it is not the last card over again, a card was said that never came.
      return [payload === before ? { kind: 'repeat' } : LOST]
    case 'C':
      return [{ kind: 'event', event: { kind: 'cut' }, raw: hex(frame) }]
    case 'E':
      return payload.length === 1 ? fault(payload.charCodeAt(0), hex(frame)) : [LOST]
    case 'S':
      return [{ kind: 'trouble', text: 'it has started again' }, LOST]
    case 'P':
    case 'G':
    case 'L':
    case 'M':
    case 'e':
      return [{ kind: 'idle' }]
    default:
      return [LOST]
  }
}

/** Whether a number is the next one. It learns where the numbers begin again. */
function numbering() {
  let [last, hasZero]: [number | null, boolean] = [null, false]
  /** The highest number; null: not known yet. */
  let highest: number | null = null
  return {
    isLast: (seq: number): boolean => seq === last,
    follows(seq: number): boolean {
      const before = last
      last = seq
      const isFirst = seq === SEQ_ZERO || (seq === SEQ_ONE && !hasZero)
      hasZero ||= seq === SEQ_ZERO
      if (before === null) return true
      if (seq === before + 1 || (before === SEQ_NINE && seq === SEQ_A)) {
        if (before === highest) highest = null
        return true
      }
      if (!isFirst || before < (highest ?? SEQ_NINE)) return false
      highest = before
      return true
    },
  }
}

function reader() {
  const numbers = numbering()
  let said = ''
  let card: string | null = null
  return frames(cut, FRAME_MAX + 3, (frame) => {
    const [number, data] = [frame.charCodeAt(1), frame.slice(2, -3)]
    if (numbers.isLast(number) && data === said) return [{ kind: 'repeat' }]
    const isNext = numbers.follows(number) || data[0] === 'S'
    said = data
    const heard = mean(data, frame, card)
    card = /^[Dd]/.test(data) ? data.slice(1) : card
    return isNext ? heard : [LOST, ...heard]
  })
}

/** The frame for a scan under a number; null: it has no word for it. Pure. */
export function encodeAngelEye(seq: number, scan: Scan): string | null {
  const data = dataOf(scan)
  if (data === null) return null
  const body = `${String.fromCharCode(seq)}${data}${String.fromCharCode(ETX)}`
  return `${String.fromCharCode(ENQ)}${body}${bccOf(body)}`
}

function dataOf(scan: Scan): string | null {
  if (scan.kind === 'cut-card') return 'C'
  if (scan.kind === 'shoe' && scan.what === 'reverse') return 'E\xc4'
  return scan.kind === 'card' ? `d\x80${String.fromCharCode(scan.card === '??' ? 0x80 : codeOf(scan.card))}` : null
}

export const ANGEL_EYE: Talker = {
  name: 'angel-eye',
  role: 'shoe',
  baudRate: 4800,
  origin: {
    delivered: '4800 8N1, unlocked, each frame up to three times without an answer',
    answer: 'repetitions are told by their number; where the numbers begin again is learned',
    rests: "somebody's client: github.com/keepcodings/AngelEye",
    differs: 'where the numbers begin again',
  },
  traits: {
    ...TALKS_ONLY,
    what: 'card shoe that reads the cards (Angel Eye II-EX style), listened to',
    lateMs: 500,
    checksum: 'XOR of the frame, which two errors can cancel',
    losses: 'numbered',
    repeats: 'each frame up to three times, under one number',
    setUp: [
      'Lock it with its key: then it sends every card and leaves the rules of baccarat alone.',
      'The driver sends it nothing: no lock, no query, no end of a fault. Do that at the shoe.',
    ],
  },
  dialect: () => ({ damageLoses: false, reader }),
}
