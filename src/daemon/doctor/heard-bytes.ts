/** What bytes look like of which no message could be made: a sample, and what is most likely wrong. Pure. */
import { parseLine } from '../../../firmware-bridge/line.ts'
import type { Text } from '../../words/text.ts'
import { deviceWord as say } from './device-words.ts'

/** Enough for the longest line, and for a guess. */
export const BYTES_KEPT = 256
const BYTES_SHOWN = 16
/** Fewer may look like anything. */
const BYTES_LEAST = 16
/** Most bytes must fit, for some are damaged. */
const SHARE = 0.9

const shareOf = (bytes: Uint8Array, isSo: (byte: number) => boolean): number => bytes.filter(isSo).length / bytes.length

const isText = (byte: number): boolean => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d
const isOdd = (byte: number): boolean => [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (1 << bit)).length % 2 === 1

/** Telnet's command sign, WILL to DONT, and the option for a serial port (RFC 2217). */
const [IAC, WILL, DONT, COM_PORT] = [0xff, 0xfb, 0xfe, 0x2c]
const isTelnet = (bytes: Uint8Array): boolean =>
  bytes.some(
    (byte, at) => byte === IAC && (bytes[at + 1] ?? 0) >= WILL && (bytes[at + 1] ?? 0) <= DONT && (bytes[at + 2] ?? 0xff) <= COM_PORT,
  )

/** Sent at half the speed, each bit is read as two: the start bit's second half is the first, and pairs follow. */
const isOfHalfSpeed = (byte: number): boolean =>
  (byte & 1) === 0 && [1, 3, 5].every((bit) => ((byte >> bit) & 1) === ((byte >> (bit + 1)) & 1))

const isTlp = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes)
    .toString('latin1')
    .split('\n')
    .some((line) => line !== '' && parseLine(line).kind === 'line')

/** null: like nothing in particular. `speaksTlp`: a line of that protocol is what was waited for. */
export function looksLike(bytes: Uint8Array, speaksTlp: boolean): Text | null {
  if (bytes.length < BYTES_LEAST) return null
  if (bytes.every((byte) => byte === 0)) return say('looks-zeros')
  if (isTelnet(bytes)) return say('looks-telnet')
  if (!speaksTlp && isTlp(bytes)) return say('looks-tlp')
  const high = shareOf(bytes, (byte) => byte >= 0x80)
  if (high > 0 && shareOf(bytes, (byte) => isText(byte & 0x7f)) >= SHARE) {
    if (shareOf(bytes, (byte) => !isOdd(byte)) >= SHARE) return say('looks-7e1')
    if (shareOf(bytes, isOdd) >= SHARE) return say('looks-7o1')
  }
  return shareOf(bytes, isOfHalfSpeed) >= SHARE ? say('looks-half') : null
}

/** The first bytes in hexadecimal and as text, with what they look like. */
export const sampleOf = (bytes: Uint8Array, speaksTlp: boolean): Text | '' => {
  if (bytes.length === 0) return ''
  const shown = [...bytes.subarray(0, BYTES_SHOWN)]
  const hex = shown.map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  const text = JSON.stringify(shown.map((byte) => (isText(byte) ? String.fromCharCode(byte) : '.')).join(''))
  return say('bytes-sample', { hex, text, looks: looksLike(bytes, speaksTlp) ?? '' })
}
