/** The hash chain of a journal, record by record: which of the records held the table's seals prove, and which they contradict. Pure. */
import { digestAfterText } from '../../base/records/digest.ts'
import { fingerprintOf, isSignedBy, publicKeyIn } from '../../base/records/seal.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import type { BookIncident } from '../incident-codes.ts'
import type { StreamRow } from '../rows.ts'
import { isOfTable, type Trust } from './keys.ts'
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
  /** As before, or with the first key that the table names. */
  readonly trust: Trust
}

/** Returns the stream after this record. The caller ensures that it is the next one. */
export const stepChain = (before: StreamRow, { record, body }: HeardRecord, trusted: Trust): Stepped => {
  const { n, kind } = record
  const signer = kind === 'seal' ? signerOf(record, before, trusted) : null
  const told = kind === 'seal' && signer !== 'table' ? null : hashTold(record)
  const isKnown = before.hash !== HASH_UNKNOWN
  const isContradicted = told !== null && isKnown && told !== before.hash
  const isProof = told !== null && signer === 'table' && before.public_key !== null && isOfTable({ ...before, strange_key: null }, trusted)
  // While records are doubted, the book's chain is not the table's. It proves nothing until they are put right.
  const isOpen = before.doubted_by === null && before.unsigned_from === null
  // After a gap that stays, only the hash that the table states is available to continue from.
  const hash = isKnown ? before.hash : told
  const named = isHead(record) ? keyNamed(record, before, trusted) : null
  return {
    stream: {
      ...before,
      complete_to: n,
      hash: hash === null ? HASH_UNKNOWN : digestAfterText(hash, body),
      boot: kind === 'start' ? countOf(record.boot) : before.boot,
      last_at: storable(record.t),
      ...named?.keys,
      ...(isProof &&
        isOpen &&
        (isContradicted ? { doubted_by: n } : { first_seal: before.first_seal ?? n, proven_to: n - 1, proven_hash: told })),
    },
    notices: [
      ...(signer === 'nobody' ? [falseSeal(n)] : []),
      ...(signer === 'table' && told !== null && before.public_key !== null && !isProof ? [formerKey(n, before.public_key, trusted)] : []),
      ...(isContradicted && isOpen ? [altered(n, before, isProof)] : []),
      ...(named?.notices ?? []),
    ],
    trust: named?.trust ?? trusted,
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

interface KeyNamed {
  readonly keys: Pick<StreamRow, 'public_key' | 'strange_key'>
  readonly notices: readonly Notice[]
  readonly trust: Trust
}

/** What the first record of a journal names as its key. One that is not the table's changes nothing until a person confirms it. */
export const keyNamed = (record: AnyRecord, { public_key, strange_key }: StreamRow, trust: Trust): KeyNamed => {
  const { n, publicKey } = record
  const key = typeof publicKey === 'string' ? publicKeyIn(publicKey) : null
  const fingerprint = key === null ? null : fingerprintOf(key)
  if (trust.fingerprint === null)
    return key === null
      ? { keys: { public_key, strange_key }, notices: [], trust }
      : { keys: { public_key: key, strange_key: null }, notices: [], trust: { ...trust, fingerprint, isConfirmed: false } }
  if (fingerprint === trust.fingerprint) return { keys: { public_key: key, strange_key: null }, notices: [], trust }
  const strange = key ?? ''
  return { keys: { public_key, strange_key: strange }, notices: strange === strange_key ? [] : [keyChanged(n, fingerprint, trust)], trust }
}

type Signer = 'table' | 'stranger' | 'nobody'

/**
 * Whose seal it is: signed for this journal and this record with the key that the journal names. If neither the journal nor the table has
 * named a key, a seal cannot be checked and counts as the table's.
 */
const signerOf = ({ covers, hash, at, signature }: AnyRecord, { stream, public_key, strange_key }: StreamRow, trust: Trust): Signer => {
  if (public_key === null && strange_key === null && trust.fingerprint === null) return 'table'
  if (typeof covers !== 'number' || typeof hash !== 'string' || typeof at !== 'string' || typeof signature !== 'string') return 'nobody'
  const seal = { stream, seq: covers, hash, at, signature }
  if (public_key !== null && isSignedBy(public_key, seal)) return 'table'
  return strange_key !== null && isSignedBy(strange_key, seal) ? 'stranger' : 'nobody'
}

/** Whether the record is a seal over all records before it, signed with a key that the journal names. */
export const isSeal = (record: AnyRecord, stream: StreamRow, trust: Trust): boolean =>
  record.kind === 'seal' && hashTold(record) !== null && signerOf(record, stream, trust) !== 'nobody'

export const countOf = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0)

const falseSeal = (n: number): Notice => ({
  code: 'FALSE-SEAL',
  n,
  text: `record ${n} is a seal that the key of this journal did not sign: another key signs for this table, or the seal was made up. Compare with the table's journal: npm run verify there`,
})

const keyChanged = (n: number, fingerprint: string | null, { table, fingerprint: known }: Trust): Notice => ({
  code: 'KEY-CHANGED',
  n,
  text: `record ${n} names ${fingerprint === null ? 'no key' : `the key ${fingerprint}`} for this journal, but the key of this table is ${known}. Nothing from there on is proven or countersigned. ${fingerprint === null ? '' : `If the table was given another key on purpose, confirm it here: npm run book -- trust-key ${table} ${fingerprint}. `}Otherwise somebody writes in the name of this table: look at the table first`,
})

const formerKey = (n: number, publicKey: string, { table, fingerprint: known }: Trust): Notice => ({
  code: 'KEY-CHANGED',
  n,
  text: `the table signs this journal with the key ${fingerprintOf(publicKey)}, which has not been its key since a person named ${known} here. Nothing that it signs so is proven or countersigned. Give the table the key ${known}, or confirm the other: npm run book -- trust-key ${table} ${fingerprintOf(publicKey)}`,
})

/** Who can have brought about two versions of a record, for a person. */
export const SUSPECTS =
  "Two can have done that: whoever can publish as the table, with its login at the broker, and whoever holds the table's key. Look at both."

const altered = (n: number, { proven_to }: StreamRow, isProof: boolean): Notice => ({
  code: 'ALTERED',
  n,
  text: isProof
    ? `record ${n} is the table's seal over all records before it, and they are not those the book received: one of records ${proven_to + 1} to ${n - 1} is another. ${SUSPECTS} The table is asked to send them again; until that is settled nothing further is acknowledged or countersigned`
    : `record ${n} tells the hash of all records before it, and they are not those the book holds: one of them is another. No signature proves it. Compare with the table's journal: npm run verify there`,
})

/** A notice about the records that the seal in record `n` contradicts. */
export const notPutRight = (n: number, why: string): Notice => ({
  code: 'NOT-PUT-RIGHT',
  n,
  text: `the records that the seal in record ${n} contradicts stay as the book received them: ${why}. Compare with the table's journal: npm run verify there`,
})
