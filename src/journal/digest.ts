/**
 * One hash for all records up to one, that anybody who heard them all on `log` comes to as well: SHA-256 over the hash before, in hexadecimal,
 * and the record as `log` carries it. Unlike the crc of the chain it says nothing of how the lines were written.
 */
import { createHash } from 'node:crypto'
import type { JournalRecord } from './record.ts'
import { readRecords } from './replay-input.ts'

/** Of no record. */
export const NO_RECORDS = '0'.repeat(64)

export const digestAfter = (before: string, record: JournalRecord): string =>
  createHash('sha256').update(before).update(JSON.stringify(record)).digest('hex')

/** How a journal stands to a record of that number. */
export interface RecordsRead {
  /** Of the last record, 0 in an empty journal. */
  readonly n: number
  /** The daemon's start the record is of, and the hash behind it; null: the journal has no such record. */
  readonly at: { readonly boot: number; readonly hash: string } | null
  /** What stands before it and is no record, or is out of order; null: nothing. */
  readonly fault: string | null
}

/** Reads it as it stands, also while a daemon writes it. @throws Node's error when it cannot be read */
export async function readUpTo(folder: string, seq: number): Promise<RecordsRead> {
  let n = 0
  let boot = 0
  let hash = NO_RECORDS
  let fault: string | null = null
  let at: RecordsRead['at'] = seq === 0 ? { boot, hash } : null
  const read = await readRecords(folder, (bad) => {
    // Behind it a daemon may be writing.
    if (at === null) fault ??= `${bad.file}:${bad.line}: ${bad.reason}`
  })
  if (read.form === 'capture') throw new Error(`${folder} does not contain a journal`)
  if (read.form === 'empty') return { n, at, fault }
  for await (const record of read.records) {
    n = record.n
    if (record.kind === 'start') boot = record.boot
    if (n > seq) continue
    hash = digestAfter(hash, record)
    if (n === seq) at = { boot, hash }
  }
  return { n, at, fault }
}
