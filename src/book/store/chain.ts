/** The hash chain of a journal, record by record: what the table's seals prove of the records held, and what they contradict. Pure. */
import { digestAfterText } from '../../journal/digest.ts'
import { isSignedBy } from '../../journal/seal.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import type { StreamRow } from '../rows.ts'
import { storable } from './write.ts'

/** Of a chain of which records are missing for good, until the table tells where it stands. */
export const HASH_UNKNOWN = ''

/** A record as it was heard, and its JSON text. */
export interface HeardRecord {
  readonly record: AnyRecord
  readonly body: string
}

/** Something of the records that a person should know. */
export interface Notice {
  readonly code: 'ALTERED' | 'PUT-RIGHT' | 'NOT-PUT-RIGHT' | 'FALSE-SEAL' | 'NOT-UNDERSTOOD' | 'TABLE-NEWER'
  readonly n: number
  readonly text: string
}

export interface Stepped {
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
}

/** The stream behind a record; the caller has seen to it that it is the next one. */
export const stepChain = (before: StreamRow, { record, body }: HeardRecord): Stepped => {
  const { n, kind } = record
  const told = hashTold(record)
  const isFalse = kind === 'seal' && !isTheTables(record, before)
  const isKnown = before.hash !== HASH_UNKNOWN
  const isContradicted = told !== null && isKnown && !isFalse && told !== before.hash
  const isSealed = told !== null && kind === 'seal' && !isFalse && before.public_key !== null
  // While records are doubted the chain is not the table's: it says nothing more until they are put right.
  const isDoubted = before.doubted_by !== null
  // Behind a gap that stays, what the table says of its chain is all there is to go on with.
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

/** What a record says of the chain up to the one before it: a seal that covers it, or the first record of a journal whose beginning was released. */
export const hashTold = ({ n, kind, covers, hash }: AnyRecord): string | null => {
  const isOfBefore = (kind === 'seal' && covers === n - 1) || kind === 'base'
  return isOfBefore && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** The first record of a journal, or of what is left of one. */
const isHead = ({ kind }: AnyRecord): boolean => kind === 'head' || kind === 'base'

/** Signed with the key that the journal began with, for this journal. A journal of which the head was not heard cannot be checked. */
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

/** Of the records that the seal in record `n` contradicts. */
export const notPutRight = (n: number, why: string): Notice => ({
  code: 'NOT-PUT-RIGHT',
  n,
  text: `the records that the seal in record ${n} contradicts stay as they were heard, and one of them is altered: ${why}. What the book says of that time is doubtful; compare with the table's journal: npm run verify there`,
})
