/**
 * Station 2, the line: `$BODY*CRC` + LF. BODY is printable ASCII without `$` and `*`; CRC is CRC-32/IEEE of its bytes as eight upper-case
 * hex digits. Everything else is a value of its own kind, counted and never used.
 */
import { crc32 } from 'node:zlib'

/** Bytes of a whole line, `$` and LF included. Source: docs/protocol.md, "Limits and times". */
export const LINE_BYTES_MAX = 240
/** An endless line is cut here: room for a torn line with a whole one glued to it. Source: docs/protocol.md, "Limits and times". */
export const ENDLESS_BYTES = 512
/** Characters of a BODY: what is left of a whole line after `$`, `*`, eight digits and LF. */
export const BODY_CHARS_MAX = LINE_BYTES_MAX - 11
/** Characters of a bad line kept for diagnosis. */
export const SAMPLE_CHARS_MAX = 256

export interface Line {
  readonly kind: 'line'
  readonly body: string
  /** Something preceded the last `$`: a torn line, to which this one was glued. */
  readonly glued: boolean
}

/** `no-frame`: no `$` at all. `torn`: a `$` that no whole `BODY*CRC` follows. */
export type DiscardReason = 'crc' | 'too-long' | 'endless' | 'foreign-bytes' | 'no-frame' | 'torn'

export interface Discarded {
  readonly kind: 'discarded'
  readonly why: DiscardReason
  /** The start of the bytes received, one character per byte (latin1). */
  readonly sample: string
}

const PRINTABLE = /^[\x20-\x7e]*$/
const FRAME = /^([^*]+)\*([0-9A-F]{8})$/

/** True if `body` may stand on a line. */
export function isBody(body: string): boolean {
  return body.length > 0 && body.length <= BODY_CHARS_MAX && PRINTABLE.test(body) && !body.includes('$') && !body.includes('*')
}

/** CRC-32/IEEE as eight upper-case hex digits. `body` is ASCII. */
function crcOf(body: string): string {
  return crc32(body).toString(16).toUpperCase().padStart(8, '0')
}

/** `ACK 1904` -> `$ACK 1904*CC7724C8\n`. @throws RangeError for a body no line can carry: the caller's mistake, never a device's. */
export function formatLine(body: string): string {
  if (!isBody(body)) throw new RangeError(`not a TLP body (printable ASCII without $ and *, 1-${BODY_CHARS_MAX} characters): ${body}`)
  return `$${body}*${crcOf(body)}\n`
}

/** Parses one line without its LF, one character per byte (latin1). Ignores a CR at the end and everything before the last `$`. */
export function parseLine(text: string): Line | Discarded {
  const bare = text.endsWith('\r') ? text.slice(0, -1) : text
  if (bare.length >= ENDLESS_BYTES) return discard('endless', text)
  const start = bare.lastIndexOf('$')
  if (start < 0) return discard(PRINTABLE.test(bare) ? 'no-frame' : 'foreign-bytes', text)
  const piece = bare.slice(start + 1)
  if (piece.length + 2 > LINE_BYTES_MAX) return discard('too-long', text)
  if (!PRINTABLE.test(piece)) return discard('foreign-bytes', text)
  const [, body, crc] = FRAME.exec(piece) ?? []
  if (body === undefined) return discard('torn', text)
  if (crc !== crcOf(body)) return discard('crc', text)
  return { kind: 'line', body, glued: start > 0 }
}

function discard(why: DiscardReason, text: string): Discarded {
  return { kind: 'discarded', why, sample: text.slice(0, SAMPLE_CHARS_MAX) }
}
