/** Journals whose records are stored and do not count, because nobody vouches for them yet or no seal proves them. */
import type { Kysely } from 'kysely'
import type { BookTables, StreamRow } from '../rows.ts'
import { type Trust, trustOf } from './keys.ts'
import { isVouchedFor } from './standing.ts'
import { isKnown } from './words.ts'

export interface WaitingJournal {
  readonly tableId: number
  readonly stream: string
  /** Records held of which nothing was derived. */
  readonly records: number
  /** Times of its first and last record by the table's clock, Unix ms. */
  readonly from: number
  readonly to: number
  /** For a person: what waits, why, and the command that settles it. */
  readonly text: string
}

/** By table and journal. Journals that a person has rejected do not wait. */
export async function waitingJournals(db: Kysely<BookTables>): Promise<readonly WaitingJournal[]> {
  const streams = await db
    .selectFrom('streams')
    .selectAll()
    .where('standing', '!=', 'rejected')
    .whereRef('derived_to', '<', 'complete_to')
    .orderBy('table_id')
    .orderBy('id')
    .execute()
  const found: WaitingJournal[] = []
  for (const stream of streams) {
    const trust = await trustOf(db, stream.table_id)
    // What may be derived is derived within seconds.
    if (isVouchedFor(stream, trust)) continue
    const { table_id, first_at, last_at, complete_to, derived_to } = stream
    const records = complete_to - derived_to
    const text = `${trust.table}: ${records} records of journal ${stream.stream} wait and do not count: ${reasonOf(stream, trust)}`
    found.push({ tableId: table_id, stream: stream.stream, records, from: first_at, to: last_at, text })
  }
  return found
}

const COMMAND = 'npm run book -- trust-key'

const reasonOf = (stream: StreamRow, { table, fingerprint, isConfirmed }: Trust): string => {
  if (fingerprint === null) return 'the table has named no key yet'
  if (!isConfirmed) return `nobody has confirmed the key of the table; compare it, then ${COMMAND} ${table} ${fingerprint}`
  if (stream.strange_key !== null) return 'it names a key that nobody has confirmed (KEY-CHANGED)'
  if (stream.first_seal === null) return 'no seal by the key of the table proves it yet'
  if (!isKnown(stream)) return `nobody has vouched for this journal; if it is the table's, ${COMMAND} ${table} --journal ${stream.stream}`
  return 'it is signed with a former key of the table (KEY-CHANGED)'
}
