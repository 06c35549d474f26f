/**
 * F11: is this the journal that was here when the daemon stopped? The chain alone cannot tell: an older copy is complete, and so is one
 * that was cut after a record or rewritten by somebody who knows how. What is kept outside the segment files can tell.
 */

import { isSignedBy } from '../../base/records/seal.ts'
import { headDoubt, type KeptHead } from './kept-head.ts'
import type { Recovered } from './recover.ts'

/** What is known about a journal from outside its segment files. */
export interface Evidence {
  /** The public half of the table's signing key. */
  readonly publicKey: string
  /** Where the sealed head is kept. */
  readonly headFile: string
  /** What others reported about it. */
  readonly heard: readonly KeptHead[]
}

export interface Doubts {
  /** Each a sentence without its full stop; if there are none, nothing contradicts the journal. */
  readonly texts: readonly string[]
  /** The heads that contradict it. */
  readonly heads: readonly { readonly seq: number; readonly hash: string }[]
  /** What was heard under a key that is neither the table's nor that of a journal that has begun: anybody can have made it up, so it stops nothing. */
  readonly strangers: readonly string[]
}

export interface Compared {
  readonly evidence: Evidence
  readonly found: Recovered
  /** What was read from `headFile`: a string says why it cannot be used, null: there is none. */
  readonly kept: KeptHead | string | null
  /** The newest checkpoint beside the journal covers this record, 0: there is none; null: one is damaged, so nobody knows. */
  readonly stateN: number | null
}

export const doubtsOf = ({ evidence, found, kept, stateN }: Compared): Doubts => {
  const witness = {
    stream: found.head?.stream ?? null,
    publicKey: found.head?.publicKey ?? null,
    firstN: found.firsts[0] ?? 1,
    n: found.n,
    hashBehind: (n: number) => (n === 0 ? '' : (found.marks.get(n)?.hash ?? null)),
  }
  const isAccepted = ({ seq, hash }: KeptHead): boolean => found.accepted.some((each) => each.seq === seq && each.hash === hash)
  // A journal that is only beginning has no word of its own: what is retained there may be of the one that was deleted with its key.
  const isStrange = ({ sealed }: KeptHead): boolean =>
    found.head !== null && sealed !== null && ![evidence.publicKey, witness.publicKey].includes(sealed.publicKey)
  const believed = evidence.heard.filter((head) => !isStrange(head))
  const heads = [...(kept === null || typeof kept === 'string' ? [] : [kept]), ...believed].filter(
    (head) => head.seq > 0 && !isAccepted(head),
  )
  const doubted = heads.flatMap((head) => {
    const text = headDoubt(head, witness)
    return text === null ? [] : [{ head, text }]
  })
  return {
    texts: [
      ...doubted.map(({ text }) => text),
      ...beginningDoubts(found),
      ...keyDoubts(evidence, found),
      ...missing(evidence, found, kept, stateN),
    ],
    heads: doubted.map(({ head: { seq, hash } }) => ({ seq, hash })),
    strangers: evidence.heard.filter(isStrange).map(strangerText),
  }
}

const strangerText = ({ source, seq, sealed }: KeptHead): string =>
  `${source} tells of record ${seq} of the journal ${sealed?.stream} and is signed with ${sealed?.publicKey}, ` +
  'which is the key neither of this table nor of its journal'

const beginningDoubts = ({ base, releasedTo }: Recovered): readonly string[] =>
  base === null || releasedTo >= base.n - 1
    ? []
    : [`the journal begins with record ${base.n}, but only those up to ${releasedTo} were released`]

const keyDoubts = ({ publicKey }: Evidence, { head, seal }: Recovered): readonly string[] => [
  ...(head?.publicKey !== undefined && head.publicKey !== publicKey
    ? ['the journal was signed with a key other than the one the daemon has now']
    : []),
  ...(head !== null && seal !== null && seal.publicKey !== null && !isSealed(head.stream, seal.publicKey, seal.record)
    ? [`the signature of record ${seal.record.n}, the newest seal, is not valid`]
    : []),
]

/** Checks a seal's signature against the key in the head before it. */
export const isSealed = (
  stream: string,
  publicKey: string,
  { covers, hash, at, signature }: { readonly covers: number; readonly hash: string; readonly at: string; readonly signature: string },
): boolean => isSignedBy(publicKey, { stream, seq: covers, hash, at, signature })

/** A seal says what had been kept by then; only a person could have removed it. */
const missing = ({ headFile }: Evidence, { seal }: Recovered, kept: Compared['kept'], stateN: number | null): readonly string[] => {
  const said = seal?.record.kept ?? { head: 0, state: 0 }
  return [
    ...(typeof kept === 'string' ? [kept] : []),
    ...(kept === null && said.head > 0 ? [`${headFile} is missing: it covered record ${said.head}`] : []),
    ...(kept !== null && typeof kept !== 'string' && kept.seq < said.head
      ? [`${headFile} covers record ${kept.seq}, but was last written for record ${said.head}`]
      : []),
    ...(stateN !== null && stateN < said.state ? [`the checkpoint file that covers the records up to ${said.state} is missing`] : []),
  ]
}

export const refusalOf = (folder: string, texts: readonly string[]): string =>
  `${folder}: the journal was truncated, altered or replaced, or something kept beside it was: ${texts.join('; ')}. The daemon does not start. ` +
  'Keep a copy of the folder as evidence; then restore the journal from the audit sink or a backup. If a person has looked at it and the table is to go on ' +
  'with the journal as it is, start the daemon once with --accept-journal "REASON": the reason is journaled, and an alarm is raised'
