/** The hash chain of a journal, record by record: which of the records held the table's seals prove, and which they contradict. Pure. */
import { digestAfterText } from '../../journal/digest.ts'
import { isSignedBy } from '../../journal/seal.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import type { BookIncident } from '../incident-codes.ts'
import type { StreamRow } from '../rows.ts'
import { storable } from './write.ts'

/** The hash of a chain that lacks records for good, until the table states it again. */
export const HASH_UNKNOWN = ''

/** A record as it was received, and its JSON text. */
export interface HeardRecord {
  readonly record: AnyRecord
  readonly body: string
}

/** Something about the records that a person should know. */
export interface Notice {
  readonly code: BookIncident
  readonly n: number
  readonly text: string
}

export interface Stepped {
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
}

/** Returns the stream after this record. The caller ensures that it is the next one. */
export const stepChain = (before: StreamRow, { record, body }: HeardRecord): Stepped => {
  const { n, kind } = record
  const told = hashTold(record)
  const isFalse = kind === 'seal' && !isTheTables(record, before)
  const isKnown = before.hash !== HASH_UNKNOWN
  const isContradicted = told !== null && isKnown && !isFalse && told !== before.hash
  const isSealed = told !== null && kind === 'seal' && !isFalse && before.public_key !== null
  // While records are doubted, the book's chain is not the table's. It proves nothing until they are put right.
  const isDoubted = before.doubted_by !== null
  // After a gap that stays, only the hash that the table states is available to continue from.
  const hash = isKnown ? before.hash : told
  return {
    stream: {
      ...before,
      complete_to: n,
      hash: hash === null ? HASH_UNKNOWN : digestAfterText(hash, body),
      boot: kind === 'start' ? countOf(record.boot) : before.boot,
      public_key: isHead(record) && typeof record.publicKey === 'string' ? storable(record.publicKey) : before.public_key,
      last_at: storable(record.t),
      ...(isSealed && !isDoubted && (isContradicted ? { doubted_by: n } : { proven_to: n - 1, proven_hash: told })),
    },
    notices: [...(isFalse ? [falseSeal(n)] : []), ...(isContradicted && !isDoubted ? [altered(n, before, isSealed)] : [])],
  }
}

/**
 * The hash that a record states for the chain before it, if it is a seal that covers the record before, or the first record of a journal
 * whose beginning was released.
 */
export const hashTold = ({ n, kind, covers, hash }: AnyRecord): string | null => {
  const isOfBefore = (kind === 'seal' && covers === n - 1) || kind === 'base'
  return isOfBefore && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** The first record of a journal, or of what remains of one. */
const isHead = ({ kind }: AnyRecord): boolean => kind === 'head' || kind === 'base'

/**
 * True if the seal is signed for this journal with the key that the journal began with. If the head was not received, a seal cannot be
 * checked and counts as valid.
 */
const isTheTables = ({ covers, hash, at, signature }: AnyRecord, { stream, public_key }: StreamRow): boolean =>
  public_key === null ||
  (typeof covers === 'number' &&
    typeof hash === 'string' &&
    typeof at === 'string' &&
    typeof signature === 'string' &&
    isSignedBy(public_key, { stream, seq: covers, hash, at, signature }))

export const countOf = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0)

const falseSeal = (n: number): Notice => ({
  code: 'FALSE-SEAL',
  n,
  text: `record ${n} is a seal that the key at the journal's beginning did not sign: it was altered on the way, or another key signs this journal. Compare with the table's journal: npm run verify there`,
})

const altered = (n: number, { proven_to }: StreamRow, isSealed: boolean): Notice => ({
  code: 'ALTERED',
  n,
  text: isSealed
    ? `record ${n} is the table's seal over all records before it, and they are not those the book holds: one of records ${proven_to + 1} to ${n - 1} was altered on the way. The table is asked to send them again; until they are put right nothing further is acknowledged`
    : `record ${n} tells the hash of all records before it, and they are not those the book holds: one of them was altered on the way. No signature proves it. Compare with the table's journal: npm run verify there`,
})

/** A notice about the records that the seal in record `n` contradicts. */
export const notPutRight = (n: number, why: string): Notice => ({
  code: 'NOT-PUT-RIGHT',
  n,
  text: `the records that the seal in record ${n} contradicts stay as they were heard, and one of them is altered: ${why}. What the book says of that time is doubtful; compare with the table's journal: npm run verify there`,
})
