/**
 * RDM6300 and its like, readers of 125 kHz badges (EM4100) with a serial line: 9600 8N1, a message repeated about every 220 ms while a badge lies there.
 * There is no message for a badge that is taken away.
 *
 *   02 {10 hex digits: the badge's number} {2 hex digits: XOR of its five bytes} 03          RDM6300
 *   02 {10 hex digits} {that XOR as one byte} 03                                             some of them
 *   02 {10 hex digits} {2 hex digits} 0D 0A 03                                               ID-12, ID-20
 *
 * A badge is told once, when it comes. One that takes the place of another at once is told when it is read twice in a row, so two badges that the
 * reader names in turn do not relieve each other five times a second.
 *
 * Public sources: Seeed's page of the module (message, checksum, repetition); github.com/esphome/issues#3610 (one raw byte) and esphome#13753 (ID-20LA).
 */
import { type Cut, frames, type Heard, type Reader } from '../../firmware-bridge/dialect.ts'
import { type BadgeFile, tagOf } from '../driver.ts'
import type { Talker } from '../talker.ts'
import { TALKS_ONLY } from '../traits.ts'

const FRAME_MAX = 16
const [START, END] = ['\x02', '\x03']
/** Where the checksum stands, and the end if it is one raw byte. */
const [AT_SUM, AT_RAW_END] = [11, 12]
const DIGITS = /^[0-9A-Fa-f]{10}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it ends a message.
const SUM_AND_END = /^([0-9A-Fa-f]{2})(?:\x03|\r\n\x03)/
/** A checksum whose end is on its way. */
const UNENDED = /^[0-9A-Fa-f]{1,2}$|^[0-9A-Fa-f]{2}\r\n?$/
/** Four messages in a row that did not come: the badge has been taken away. */
const GONE_MS = 1000

const cut: Cut = (held, at) => {
  if (held[at] !== START) {
    const next = held.indexOf(START, at)
    return { end: next < 0 ? held.length : next, what: 'no-frame' }
  }
  const digits = held.slice(at + 1, at + AT_SUM)
  // It has begun anew: what came before is the rest of a message.
  const next = digits.indexOf(START)
  if (next >= 0) return { end: at + 1 + next, what: 'torn' }
  if (held.length <= at + AT_RAW_END) return null
  if (!DIGITS.test(digits)) return { end: at + 1, what: 'torn' }
  const [sumAt, rawEnd] = [at + AT_SUM, at + AT_RAW_END]
  if (held[rawEnd] === END) return { end: rawEnd + 1, what: 'frame', fits: () => xorOf(digits) === held.charCodeAt(sumAt) }
  const tail = held.slice(sumAt, at + FRAME_MAX)
  const [all, sum] = SUM_AND_END.exec(tail) ?? []
  if (all !== undefined) return { end: sumAt + all.length, what: 'frame', fits: () => xorOf(`${digits}${sum}`) === 0 }
  return UNENDED.test(tail) ? null : { end: at + 1, what: 'torn' }
}

/** 0 if the last byte is the XOR of those before it. */
const xorOf = (digits: string): number => Buffer.from(digits, 'hex').reduce((xor, byte) => xor ^ byte, 0)

/** What lies there, over all openings of the port: a badge that was told is no news when the cable is back. */
interface Lying {
  tag: string | null
  /** When it was last read; null: not since the port was opened. */
  atMs: number | null
}

function reader(badges: BadgeFile, lying: Lying): Reader {
  lying.atMs = null
  /** The badge that was read last, if it is not the one that lies there. */
  let other: string | null = null

  return frames(cut, FRAME_MAX, (frame, nowMs) => {
    const tag = tagOf(frame.slice(1, 11))
    const isThere = lying.tag !== null && (lying.atMs === null || nowMs - lying.atMs < GONE_MS)
    if (isThere && tag === lying.tag) {
      const isSecond = other !== null
      other = null
      lying.atMs = nowMs
      return [isSecond ? { kind: 'trouble', text: 'it reads two badges: only one may lie there' } : { kind: 'repeat' }]
    }
    const isReplaced = isThere && lying.atMs !== null && tag !== other
    if (isReplaced) {
      other = tag
      return [{ kind: 'idle' }]
    }
    other = null
    lying.tag = tag
    lying.atMs = nowMs
    return [toldOf(badges.get(tag), tag, frame)]
  })
}

const toldOf = (dealer: string | undefined, tag: string, frame: string): Heard =>
  dealer === undefined ? { kind: 'unknown', tag } : { kind: 'event', event: { kind: 'badge', dealer }, raw: frame.slice(1, -1) }

/** The message for a badge's number, ten hex digits. Pure. */
export const encodeRdm6300 = (tag: string): string => `${START}${tag}${xorOf(tag).toString(16).toUpperCase().padStart(2, '0')}${END}`

export const RDM6300: Talker = {
  name: 'rdm6300',
  role: 'badge',
  baudRate: 9600,
  origin: {
    delivered: '9600 8N1; the checksum as two digits, as one raw byte, or with CR LF before the end',
    answer: 'all three are read',
    rests:
      'captured frames: wiki.seeedstudio.com (125Khz_RFID_module-UART), github.com/esphome/issues#3610, github.com/esphome/esphome#13753',
    differs: null,
  },
  traits: {
    ...TALKS_ONLY,
    what: 'reader of 125 kHz badges (RDM6300, ID-12, ID-20)',
    checksum: 'XOR of the five bytes, which two errors can cancel',
    losses: 'level',
    repeats: 'the badge that lies there, every 220 ms',
    lateMs: 500,
    badgeFile: 'required',
    setUp: [
      'Its serial line has the logic level of its board: use an adapter with 5 V levels, not RS-232.',
      'Let the doctor write the badge file (`--learn`): what is printed on a badge is another form of its number than the ten hexadecimal digits there.',
      'One badge at a time may lie there: it goes on a holder beside the shoe, and the next dealer puts his in its place.',
    ],
  },
  dialect: ({ badges }) => {
    const lying: Lying = { tag: null, atMs: null }
    return { damageLoses: false, reader: () => reader(badges, lying) }
  },
}
