/**
 * What a book signs about a journal that it holds: that it has every record up to a number, and the hash they give. Anybody with the book's
 * public key can compare the table's journal with it, even if the table's own key was misused. The hash also covers the table's seals, so
 * the book vouches for each seal up to that record. The Ed25519 signature covers exactly this text, every line with its LF:
 *
 *   blackjack-table book head 1
 *   table demo/p1/bj07
 *   stream q3kf9abc
 *   start 3
 *   record 4720
 *   hash <64 hexadecimal digits>
 *   at 2026-11-21T01:43:19.123Z
 *
 * That is what it has received. A second signature adds what of it the table's seals had proven by then, which nothing replaces any more:
 * its text begins with `blackjack-table book head 2` and has two more lines before the time.
 *
 *   sealed 4711
 *   sealed-hash <64 hexadecimal digits>
 */
import { isSignedBy, isTextSignedBy, type SealedHead, type SigningKey } from './seal.ts'
import { isObject, parseJson } from './shape.ts'

/** How far the table's seals prove what the book holds, and the hash over all records up to there. */
export interface Sealed {
  /** 1 and up. */
  readonly seq: number
  /** 64 hexadecimal digits. */
  readonly hash: string
}

/** What the book holds of a journal. */
export interface Held {
  /** `property/pit/table`. */
  readonly table: string
  /** The journal's name. */
  readonly stream: string
  /** The start of the daemon that wrote the record. */
  readonly boot: number
  /** The book holds every record from the first up to this one, 1 and up. */
  readonly seq: number
  /** Over all of those records, 64 hexadecimal digits. */
  readonly hash: string
  /** When the book signed, ISO 8601 in UTC. */
  readonly at: string
}

export interface BookHead extends Held {
  /** The book's Ed25519 public key, base64 of its DER form (SPKI). */
  readonly key: string
  /** Base64. */
  readonly sig: string
  /** Left out by older books. */
  readonly sealed?: (Sealed & { readonly sig: string }) | undefined
}

/** As stored in a file, with the table's newest seal among the records; null: there is none yet. */
export interface BookHeadFile extends BookHead {
  readonly seal: SealedHead | null
}

const FORM = 'blackjack-table book head'

const signedText = ({ table, stream, boot, seq, hash, at }: Held, sealed: Sealed | null): string => {
  const also = sealed === null ? '' : `sealed ${sealed.seq}\nsealed-hash ${sealed.hash}\n`
  return `${FORM} ${sealed === null ? 1 : 2}\ntable ${table}\nstream ${stream}\nstart ${boot}\nrecord ${seq}\nhash ${hash}\n${also}at ${at}\n`
}

export const signHead = (key: SigningKey, held: Held, sealed: Sealed | null = null): BookHead => ({
  ...held,
  key: key.publicKey,
  sig: key.signText(signedText(held, null)),
  ...(sealed === null ? {} : { sealed: { ...sealed, sig: key.signText(signedText(held, sealed)) } }),
})

/** Whether that key signed it, both figures where there are two. */
export const isHeadSignedBy = (publicKey: string, head: Held & Pick<BookHead, 'sig' | 'sealed'>): boolean =>
  isTextSignedBy(publicKey, signedText(head, null), head.sig) &&
  (head.sealed === undefined || isTextSignedBy(publicKey, signedText(head, head.sealed), head.sealed.sig))

/** A real file has some 900 bytes. */
const BYTES_MAX = 16 * 1024
const TABLE = /^[a-z0-9-]{1,32}(\/[a-z0-9-]{1,32}){2}$/
const STREAM = /^[a-z0-9]{1,32}$/
const DIGEST = /^[0-9a-f]{64}$/
const BASE64 = /^[A-Za-z0-9+/]{1,400}={0,2}$/
const TIME_CHARS_MAX = 32

/** Parses the file of a book's head and checks its signatures. A string says what is wrong. */
export const parseBookHead = (text: string): BookHeadFile | string => {
  if (text.length > BYTES_MAX) return `it has more than ${BYTES_MAX} characters`
  const value = parseJson(text)
  if (!isObject(value)) return 'it is not a JSON object'
  const { table, stream, boot, at, key, sig, seal } = value
  if (!isText(table, TABLE)) return 'table is not property/pit/table'
  if (!isText(stream, STREAM)) return 'stream is not the name of a journal'
  if (!isCount(boot)) return 'boot is not the number of a start'
  const ends = endOf(value)
  if (typeof ends === 'string') return ends
  if (!isTime(at)) return 'at is not a time'
  if (!isText(key, BASE64)) return 'key is not base64'
  if (!isText(sig, BASE64)) return 'sig is not base64'
  const sealed = value.sealed === undefined ? undefined : provenIn(value.sealed, ends.seq)
  if (typeof sealed === 'string') return `sealed: ${sealed}`
  const head = { table, stream, boot, ...ends, at, key, sig, ...(sealed === undefined ? {} : { sealed }) }
  if (!isHeadSignedBy(key, head)) return "the book's signature is not valid"
  const read = seal === null || seal === undefined ? null : sealIn(seal)
  return typeof read === 'string' ? `seal: ${read}` : { ...head, seal: read }
}

const provenIn = (value: unknown, to: number): NonNullable<BookHead['sealed']> | string => {
  if (!isObject(value)) return 'it is not a JSON object'
  const ends = endOf(value)
  if (typeof ends === 'string') return ends
  if (ends.seq > to) return 'seq is behind the last record that was received'
  return isText(value.sig, BASE64) ? { ...ends, sig: value.sig } : 'sig is not base64'
}

const sealIn = (value: unknown): SealedHead | string => {
  if (!isObject(value)) return 'it is not a JSON object'
  const { stream, at, signature, publicKey } = value
  if (!isText(stream, STREAM)) return 'stream is not the name of a journal'
  const ends = endOf(value)
  if (typeof ends === 'string') return ends
  if (!isTime(at)) return 'at is not a time'
  if (!isText(signature, BASE64) || !isText(publicKey, BASE64)) return 'signature or publicKey is not base64'
  const sealed = { stream, ...ends, at, signature, publicKey }
  return isSignedBy(publicKey, sealed) ? sealed : 'its signature is not valid'
}

const endOf = ({ seq, hash }: { readonly seq?: unknown; readonly hash?: unknown }): Pick<Held, 'seq' | 'hash'> | string => {
  if (!isCount(seq) || seq < 1) return 'seq is not a record number'
  return isText(hash, DIGEST) ? { seq, hash } : 'hash is not 64 hexadecimal digits'
}

const isText = (value: unknown, form: RegExp): value is string => typeof value === 'string' && form.test(value)
const isTime = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= TIME_CHARS_MAX && !Number.isNaN(Date.parse(value))
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
