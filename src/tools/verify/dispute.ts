/**
 * Is this dispute file what the table wrote? Its records are followed from hash to hash up to the seal, the seal's signature is checked
 * against the key, and the page is made again from the records and compared. It stops at the first error. Pure.
 */

import { digestAfterText } from '../../base/records/digest.ts'
import { isSignedBy, publicKeyIn } from '../../base/records/seal.ts'
import type { Excerpt } from '../../display/dispute/excerpt.ts'
import { disputePage } from '../../display/dispute/page.ts'
import { readExcerpt } from '../../display/dispute/read-page.ts'
import { type RoundRecords, roundRecords } from '../../display/dispute/round-records.ts'

export interface DisputeReport {
  /** What is wrong; null: nothing. */
  readonly fault: string | null
  /** What the file claims to be; null: it could not be read that far. */
  readonly excerpt: Excerpt | null
  readonly told: RoundRecords | null
}

/** `keys`: trusted public keys, base64 of their DER form; none: the key named in the file, which the report shows. */
export const verifyDispute = (page: string, keys: readonly string[]): DisputeReport => {
  const excerpt = readExcerpt(page)
  if (typeof excerpt === 'string') return { fault: excerpt, excerpt: null, told: null }
  const told = roundRecords(excerpt)
  const chained = chainFault(excerpt)
  if (chained !== null || typeof told === 'string')
    return { fault: chained ?? String(told), excerpt, told: typeof told === 'string' ? null : told }
  return { fault: sealFault(told, excerpt) ?? signatureFault(told, excerpt, keys) ?? pageFault(page, excerpt), excerpt, told }
}

const chainFault = ({ before, entries }: Excerpt): string | null => {
  let hash = before
  let last: number | null = null
  for (const { n, hash: said, json } of entries) {
    if (last !== null && n !== last + 1) return `record ${n} follows record ${last}: records were removed, added or moved`
    hash = digestAfterText(hash, json)
    if (hash !== said)
      return last === null
        ? `record ${n}, its hash or the hash before the records was altered: they do not fit together`
        : `record ${n} or its hash was altered: the hash does not follow from the record and the hash before it`
    last = n
  }
  return null
}

const sealFault = ({ seal }: RoundRecords, { entries }: Excerpt): string | null => {
  const covered = entries.at(-2)
  if (covered === undefined || seal.covers !== covered.n)
    return `record ${seal.n} seals the records up to ${seal.covers}, not those before it`
  return seal.hash === covered.hash ? null : `the records up to ${seal.covers} are not those that record ${seal.n} sealed`
}

const signatureFault = ({ seal, name }: RoundRecords, { publicKey }: Excerpt, keys: readonly string[]): string | null => {
  const { covers: seq, hash, at, signature } = seal
  const signed = { stream: name.stream, seq, hash, at, signature }
  if (publicKeyIn(publicKey) === null) return `the public key in the file is not an Ed25519 public key: ${publicKey}`
  if (keys.length > 0 && !keys.includes(publicKey)) {
    const isTheirs = keys.some((key) => isSignedBy(key, signed))
    return isTheirs
      ? 'the public key in the file was altered: the signature is that of a key that was given'
      : `the file names a key other than those given: ${publicKey}`
  }
  if (isSignedBy(publicKey, signed)) return null
  return `the signature of the seal over the records up to ${seq} is not valid: it or the public key was altered`
}

/** Showing more text would not help. */
const SHOWN_CHARS = 160

const pageFault = (page: string, excerpt: Excerpt): string | null => {
  const made = disputePage(excerpt)
  if (typeof made === 'string') return made
  if (made.html === page) return null
  const [expected, found] = [made.html.split('\n'), page.split('\n')]
  const at = expected.findIndex((line, index) => line !== found[index])
  const line = at < 0 ? expected.length : at
  return `line ${line + 1} of the page differs from what the records give (or other software made the page): ${difference(expected[line] ?? '', found[line] ?? '')}`
}

const difference = (expected: string, found: string): string => {
  let at = 0
  while (at < expected.length && expected[at] === found[at]) at++
  const from = Math.max(0, at - SHOWN_CHARS / 4)
  return `it says "${found.slice(from, from + SHOWN_CHARS)}", they say "${expected.slice(from, from + SHOWN_CHARS)}"`
}

export const disputeLines = (path: string, { fault, excerpt, told }: DisputeReport, isKeyGiven: boolean): readonly string[] => {
  const facts: readonly (readonly [string, string])[] = [
    ...(told === null ? [] : [['table', `${told.name.property}/${told.name.pit}/${told.name.table}, stream ${told.name.stream}`] as const]),
    ...(excerpt === null ? [] : [['round', excerpt.round] as const]),
    ...(excerpt === null ? [] : [['records', `${excerpt.entries[0]?.n} to ${excerpt.entries.at(-1)?.n}`] as const]),
    ...(told === null ? [] : [['signed', told.seal.at] as const]),
    ...(excerpt === null ? [] : [['key', `${excerpt.publicKey}${isKeyGiven ? '' : ' (compare it with the one you were given)'}`] as const]),
    ...(excerpt === null
      ? []
      : [['amounts', `${excerpt.currency} with ${excerpt.exponent} decimals, as the file says: no record does`] as const]),
  ]
  return [...facts.map(([what, text]) => `  ${what.padEnd(9)} ${text}`), fault === null ? `OK ${path}` : `NOT OK ${path}: ${fault}`]
}
