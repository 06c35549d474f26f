/**
 * What `log` carries of a record: the record itself or, if no message could hold it, the fact that it exists and its hash, so that the hash
 * of the chain still covers it.
 */
import { hash } from 'node:crypto'
import type { JournalRecord, LoggedRecord, OmittedRecord } from '../../wire/record.ts'

/** A message of 64 KiB without its head and topic. Of everything journaled, only an event that itself fills a message comes near this. */
const LOGGED_BYTES_MAX = 63 * 1024

export const asLogged = (record: JournalRecord): LoggedRecord => omittedOf(JSON.stringify(record)) ?? record

/** The same for a record's JSON, as JSON. */
export const loggedText = (json: string): string => {
  const omitted = omittedOf(json)
  return omitted === null ? json : JSON.stringify(omitted)
}

/** null if the record fits. */
const omittedOf = (json: string): OmittedRecord | null => {
  // A UTF-16 unit has at most three bytes.
  if (json.length * 3 <= LOGGED_BYTES_MAX) return null
  const bytes = Buffer.byteLength(json)
  if (bytes <= LOGGED_BYTES_MAX) return null
  const { n, t, m, kind } = JSON.parse(json) as JournalRecord
  return { n, t, ...(m === undefined ? {} : { m }), kind: 'omitted', of: kind, bytes, sha256: hash('sha256', json, 'hex') }
}
