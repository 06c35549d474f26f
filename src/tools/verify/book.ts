/**
 * Compares a journal with what a book signed about it. The book received every record as it was written. So it is better evidence than the
 * folder, and better than the table's own key, which anybody with access to the machine can use. Pure.
 */
import type { BookHeadFile } from '../../base/records/book-head.ts'
import { NO_RECORDS } from '../../base/records/digest.ts'
import type { HeadBody } from '../../wire/record.ts'

export interface KeptByBook {
  /** Where it was found; the start of a sentence. */
  readonly source: string
  readonly head: BookHeadFile
}

/** The state of the journal. */
export interface JournalStands {
  /** Whose it is; null: it does not say, because it is empty. */
  readonly head: HeadBody | null
  /** Its first record, 1 unless its beginning was released, its last record, and the hash there. */
  readonly firstN: number
  readonly n: number
  readonly hash: string
  /** The last record that a seal of it covers, 0: none. */
  readonly sealedTo: number
  /** The hash after a record that it holds. */
  readonly hashBehind: (n: number) => string | null
}

/** What was done to the journal, by name; null: nothing, or it begins after everything the book had signed. */
export const bookFault = ({ source, head: kept }: KeptByBook, journal: JournalStands): string | null => {
  const { head, n, hash } = journal
  const held = `${source}: the book holds journal ${kept.stream} of ${kept.table} up to record ${kept.seq}, hash ${kept.hash}`
  const here = n === 0 ? `this journal is empty, hash ${NO_RECORDS}` : `this journal ends at record ${n}, hash ${hash}`
  if (head !== null && nameOf(head) !== kept.table)
    return `EXCHANGED: ${held}; this is a journal of ${nameOf(head)}, which ends at record ${n}, hash ${hash}`
  if (head !== null && head.stream !== kept.stream)
    return `BEGUN-ANEW: ${held}; this one is named ${head.stream}: the table wrote or was given another journal, which ends at record ${n}, hash ${hash}`
  if (kept.seq > n && n > 0 && kept.seal !== null && kept.seal.seq < n && journal.hashBehind(kept.seal.seq) === kept.seal.hash)
    return `CUT-BEHIND-SEAL: ${held}; ${here}: its newest seal is there, but the records after it were cut off`
  if (kept.seq > n) return `ROLLED-BACK: ${held}; ${here}: it was cut, or an older copy was put in its place`
  if (kept.seq < journal.firstN) return null
  const own = journal.hashBehind(kept.seq)
  if (own === kept.hash) return null
  const { sealed } = kept
  if (
    sealed !== undefined &&
    sealed.seq >= journal.firstN &&
    journal.hashBehind(sealed.seq) === sealed.hash &&
    journal.sealedTo >= kept.seq
  )
    return `RECEIVED-OTHERWISE: ${held}, of which seals had proven those up to ${sealed.seq}; these are the same here, and a later seal of this journal covers others behind them, hash ${own ?? 'unknown'} up to that record. Somebody who could publish as the table, or who holds its key, wrote two versions. The newest signature of the book says which one it holds: npm run -s book -- export --head`
  return `ALTERED: ${held}; up to that record the hash of this journal is ${own ?? 'unknown'}`
}

const nameOf = ({ property, pit, table }: HeadBody): string => `${property}/${pit}/${table}`
