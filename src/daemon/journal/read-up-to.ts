/** The contents of a journal up to a given record, with the hash after it. */
import { digestAfter, NO_RECORDS } from '../../base/records/digest.ts'
import { readRecords } from './replay-input.ts'

/** How a journal relates to a record of that number. */
export interface RecordsRead {
  /** Number of the last record, 0 in an empty journal. */
  readonly n: number
  /** The daemon's start that wrote the record, and the hash after it; null: the journal has no such record. */
  readonly at: { readonly boot: number; readonly hash: string } | null
  /** The first line before it that is not a record or is out of order; null: none. */
  readonly fault: string | null
}

/** Reads the journal as it is, even while a daemon writes it. @throws Node's error if it cannot be read */
export async function readUpTo(folder: string, seq: number): Promise<RecordsRead> {
  let n = 0
  let boot = 0
  let hash = NO_RECORDS
  let fault: string | null = null
  let at: RecordsRead['at'] = seq === 0 ? { boot, hash } : null
  const read = await readRecords(folder, (bad) => {
    // A daemon may be writing after that record.
    if (at === null) fault ??= `${bad.file}:${bad.line}: ${bad.reason}`
  })
  if (read.form === 'capture') throw new Error(`${folder} does not contain a journal`)
  if (read.form === 'empty') return { n, at, fault }
  for await (const record of read.records) {
    // A journal whose beginning was released gives the hash of what came before.
    if (n === 0 && record.kind === 'base') hash = record.hash
    n = record.n
    if (record.kind === 'start') boot = record.boot
    if (n > seq) continue
    hash = digestAfter(hash, record)
    if (n === seq) at = { boot, hash }
  }
  return { n, at, fault }
}
