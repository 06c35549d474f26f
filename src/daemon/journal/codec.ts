/**
 * One record, one line:
 *
 *   {"n":7,"t":1763689399123,"m":1763689399123,"kind":"tick","synced":4,"crc":"0A1B2C3D"}\n
 *    `----------------------- text the crc covers ----------------------'
 *
 * `crc` is the CRC-32 of the text before `,"crc"`, seeded with the crc of the previous record (0 for the first), so altering, removing or
 * moving a record breaks the chain. `synced` is the last record known to be durable when this line was made. It distinguishes a lost write
 * at the tail (nothing of it was ever acknowledged) from damage to acknowledged records.
 */
import { crc32 } from 'node:zlib'
import { asRecord, isObject, parseJson, recordFault } from '../../base/records/shape.ts'
import type { JournalRecord, RecordBody, RecordHead } from '../../wire/record.ts'

/** The largest record is an event of 64 KiB inside JSON; a longer line is noise. */
export const LINE_BYTES_MAX = 256 * 1024
export const SYNCED_MARK = ',"synced":'
export const CRC_MARK = ',"crc":"'
/** `,"crc":"0A1B2C3D"}` */
export const CRC_TAIL_BYTES = CRC_MARK.length + 8 + 2

export interface EncodedLine {
  readonly bytes: Buffer
  readonly crc: number
  /** The record as `log` carries it. */
  readonly json: string
}

/** @throws TypeError if `body` contains something JSON cannot carry (a cycle, a bigint). */
export function encodeLine({ n, t, m }: RecordHead, body: RecordBody, synced: number, seed: number): EncodedLine {
  const json = JSON.stringify({ n, t, m, ...body })
  const text = `${json.slice(0, -1)}${SYNCED_MARK}${synced}`
  const crc = crc32(text, seed)
  return { bytes: Buffer.from(`${text}${CRC_MARK}${formatCrc(crc)}"}\n`), crc, json }
}

/** Eight hexadecimal digits. */
export function formatCrc(crc: number): string {
  return crc.toString(16).toUpperCase().padStart(8, '0')
}

/** A line with the form of a record; `crc` is the crc it claims, not one that was checked. */
export interface ReadLine {
  readonly record: JournalRecord
  readonly synced: number
  readonly crc: number
  /** The crc its text really has after a record with crc `seed`. */
  readonly crcBehind: (seed: number) => number
}

/** `fault`: why the line (without its LF) is not a record. `parsed`: it was a JSON object all the same, so not a torn write. */
export type LineResult =
  | { readonly ok: true; readonly line: ReadLine }
  | { readonly ok: false; readonly fault: string; readonly parsed: boolean }

export function decodeLine(bytes: Buffer): LineResult {
  const value = parseJson(bytes.toString('utf8'))
  if (value === undefined) return { ok: false, fault: 'it is not JSON', parsed: false }
  // Garbage between two line ends may happen to be a number.
  if (!isObject(value)) return { ok: false, fault: 'it is not a JSON object', parsed: false }
  const fault = recordFault(value)
  if (fault !== null) return { ok: false, fault, parsed: true }
  if (typeof value.crc !== 'string' || !/^[0-9A-F]{8}$/.test(value.crc)) {
    return { ok: false, fault: 'it has no crc of eight hexadecimal digits', parsed: true }
  }
  if (!Number.isSafeInteger(value.synced))
    return { ok: false, fault: 'it does not say which records were on disk before it (synced)', parsed: true }
  const text = bytes.subarray(0, Math.max(0, bytes.length - CRC_TAIL_BYTES))
  return {
    ok: true,
    line: {
      record: asRecord(value),
      synced: value.synced as number,
      crc: Number.parseInt(value.crc, 16),
      crcBehind: (seed) => crc32(text, seed),
    },
  }
}
