/**
 * What `log` carries of a record: the record itself or, if no message could hold it, the fact that it exists and its hash, so that the hash
 * of the chain still covers it.
 */
import { hash } from 'node:crypto'
import type { JournalRecord, LoggedRecord, OmittedRecord } from './record.ts'

/** A message of 64 KiB without its head and topic. Nothing that this software journals comes near it but an event that itself fills a message. */
const LOGGED_BYTES_MAX = 63 * 1024

export const asLogged = (record: JournalRecord): LoggedRecord => omittedOf(JSON.stringify(record)) ?? record

/** The same of a record's JSON, as JSON. */
export const loggedText = (json: string): string => {
  const omitted = omittedOf(json)
  return omitted === null ? json : JSON.stringify(omitted)
}

/** null where the record fits. */
const omittedOf = (json: string): OmittedRecord | null => {
  // No UTF-16 unit has more than three bytes.
  if (json.length * 3 <= LOGGED_BYTES_MAX) return null
  const bytes = Buffer.byteLength(json)
  if (bytes <= LOGGED_BYTES_MAX) return null
  const { n, t, m, kind } = JSON.parse(json) as JournalRecord
  return { n, t, ...(m === undefined ? {} : { m }), kind: 'omitted', of: kind, bytes, sha256: hash('sha256', json, 'hex') }
}
