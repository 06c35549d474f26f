/**
 * Follows the chains of CRCs and hashes as fast as the disk delivers the bytes: each start examines every line of the journal and decodes
 * few. It stops at a line that is not exactly as `encodeLine` writes it; the decoder then says what is wrong with that line.
 */
import { hash as digestOf } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { CRC_MARK, CRC_TAIL_BYTES, LINE_BYTES_MAX, SYNCED_MARK } from './codec.ts'
import type { JournalFile } from './files.ts'
import type { LineStart } from './lines.ts'

/** The last record, with the crc and the hash after it; advanced from line to line. */
export interface Chain {
  n: number
  crc: number
  hash: string
  /** The hash after the record before. */
  hashBefore: string
}

const READ_BYTES = 256 * 1024
const NUMBER_MARK = Buffer.from('{"n":')
const TIME_MARK = Buffer.from(',"t":')
const TABLE_TIME_MARK = Buffer.from(',"m":')
const CRC_MARK_BYTES = Buffer.from(CRC_MARK)
const SYNCED_MARK_BYTES = Buffer.from(SYNCED_MARK)
const END_MARK = Buffer.from('"}')
/** What is examined besides the chain: few records, recognised by their first bytes. */
const NOTED_MARKS = ['checkpoint', 'head', 'start', 'seal', 'base', 'config', 'accepted', 'released'].map((kind) =>
  Buffer.from(`,"kind":"${kind}",`),
)
/** The longest possible number. */
const TIME_BYTES_MAX = 24
const COMMA = 0x2c
const BRACKET = 0x7d

export interface Passed {
  /** The chain has just passed this record: line `number` of its file, which begins at byte `offset`. */
  record(number: number, offset: number): void
  /** A line whose kind a start has to know about. */
  noted(bytes: Buffer): void
}

/** Resolves to the first line that could not be followed, or to the end of the file. */
export async function followChain(file: JournalFile, chain: Chain, passed: Passed): Promise<LineStart> {
  const buffer = Buffer.allocUnsafe(READ_BYTES + LINE_BYTES_MAX)
  let number = 1
  let offset = 0
  let held = 0
  for (;;) {
    const count = await file.read(buffer.subarray(held), offset + held)
    const end = held + count
    let from = 0
    for (;;) {
      const at = buffer.indexOf(0x0a, from)
      if (at === -1 || at >= end) break
      if (!follow(buffer, from, at, chain)) return { number, offset: offset + from }
      passed.record(number, offset + from)
      if (isNoted(buffer, from)) passed.noted(buffer.subarray(from, at))
      number += 1
      from = at + 1
    }
    offset += from
    held = end - from
    if (count === 0 || held > LINE_BYTES_MAX) return { number, offset }
    buffer.copyWithin(0, from, end)
  }
}

/** Advances the chain over a line if it is the next one. Works on bytes: making a text of each line would take three times as long. */
function follow(buffer: Buffer, from: number, end: number, chain: Chain): boolean {
  const n = chain.n + 1
  const textEnd = end - CRC_TAIL_BYTES
  if (end - from > LINE_BYTES_MAX || textEnd <= from) return false
  if (!holds(buffer, from, NUMBER_MARK) || !holds(buffer, textEnd, CRC_MARK_BYTES) || !holds(buffer, end - 2, END_MARK)) return false
  const digitsAt = from + NUMBER_MARK.length
  const digitsEnd = digitsAt + digitsOf(n)
  if (decimalAt(buffer, digitsAt, digitsEnd) !== n || !holds(buffer, digitsEnd, TIME_MARK)) return false
  const crc = crc32(buffer.subarray(from, textEnd), chain.crc)
  const recordEnd = beforeSynced(buffer, textEnd)
  if (hexAt(buffer, end - 10, end - 2) !== crc || recordEnd <= from) return false
  chain.n = n
  chain.crc = crc
  chain.hashBefore = chain.hash
  chain.hash = hashAfter(chain.hash, buffer, from, recordEnd)
  return true
}

const DIGEST_LENGTH = 64
const hashed = Buffer.allocUnsafe(DIGEST_LENGTH + LINE_BYTES_MAX + 1)

/** `digestAfter` for the record whose line begins at `from`; `end` is where it ends, without its closing bracket. */
function hashAfter(before: string, buffer: Buffer, from: number, end: number): string {
  hashed.write(before, 0, DIGEST_LENGTH, 'latin1')
  const length = DIGEST_LENGTH + buffer.copy(hashed, DIGEST_LENGTH, from, end)
  hashed[length] = BRACKET
  return digestOf('sha256', hashed.subarray(0, length + 1), 'hex')
}

/** Where the part begins that belongs to the line and not to the record; -1: the line does not say what was synced. */
function beforeSynced(buffer: Buffer, textEnd: number): number {
  let at = textEnd
  while (at > 0 && isDigit(buffer[at - 1] ?? 0)) at -= 1
  at -= SYNCED_MARK_BYTES.length
  return at > 0 && holds(buffer, at, SYNCED_MARK_BYTES) ? at : -1
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39

function isNoted(buffer: Buffer, from: number): boolean {
  const timeEnd = afterNumber(buffer, buffer.indexOf(COMMA, from + NUMBER_MARK.length) + TIME_MARK.length)
  const at = holds(buffer, timeEnd, TABLE_TIME_MARK) ? afterNumber(buffer, timeEnd + TABLE_TIME_MARK.length) : timeEnd
  return NOTED_MARKS.some((mark) => holds(buffer, at, mark))
}

function afterNumber(buffer: Buffer, from: number): number {
  let at = from
  while (at < from + TIME_BYTES_MAX && buffer[at] !== COMMA) at += 1
  return at
}

function holds(buffer: Buffer, at: number, mark: Buffer): boolean {
  for (let index = 0; index < mark.length; index++) if (buffer[at + index] !== mark[index]) return false
  return true
}

function digitsOf(n: number): number {
  let digits = 1
  for (let rest = n; rest >= 10; rest /= 10) digits += 1
  return digits
}

/** NaN if other bytes are in between. */
function decimalAt(buffer: Buffer, from: number, end: number): number {
  let value = 0
  for (let at = from; at < end; at++) {
    const digit = (buffer[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return Number.NaN
    value = value * 10 + digit
  }
  return value
}

/** Capitals only, as `formatCrc` writes them; NaN if other bytes are in between. */
function hexAt(buffer: Buffer, from: number, end: number): number {
  let value = 0
  for (let at = from; at < end; at++) {
    const byte = buffer[at] ?? 0
    const digit = byte >= 0x30 && byte <= 0x39 ? byte - 0x30 : byte >= 0x41 && byte <= 0x46 ? byte - 0x37 : Number.NaN
    value = value * 16 + digit
  }
  return value
}
