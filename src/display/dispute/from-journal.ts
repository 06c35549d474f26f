/** Takes the records of a round from a journal's folder. It reads the folder twice, so that it never holds any other records. */
import { NO_RECORDS } from '../../base/records/digest.ts'
import type { JournalRecord } from '../../wire/record.ts'
import { collecting, type Excerpt } from './excerpt.ts'
import { type Found, spanSearch, type Wanted } from './span.ts'

/** @param read opens the journal again each time */
export const excerptOfJournal = async (
  read: () => Promise<AsyncIterable<JournalRecord>>,
  wanted: Wanted,
  money: Pick<Excerpt, 'currency' | 'exponent'>,
): Promise<Found<Excerpt>> => {
  const search = spanSearch(wanted)
  for await (const record of await read()) search.take(record)
  const span = search.found()
  if (!span.ok) return span
  let publicKey: string | null = null
  let collected: ReturnType<typeof collecting> | null = null
  for await (const record of await read()) {
    // A journal whose beginning was released gives the hash of what came before.
    collected ??= collecting(span.value, record.kind === 'base' ? record.hash : NO_RECORDS)
    if (record.kind === 'head' || record.kind === 'base') publicKey = record.publicKey ?? null
    if (collected.take(record.n, JSON.stringify(record))) break
  }
  return (collected ?? collecting(span.value, NO_RECORDS)).found({ ...money, publicKey })
}
