/**
 * What the records say about the round: every message is decoded like one from the broker, so that a page can be made of any records. Pure.
 */
import { type Account, accountOf } from '../../wire/account/account.ts'
import { type AnyEnvelope, readMessage } from '../../wire/receive.ts'
import type { Excerpt } from './excerpt.ts'

export interface SaidOnce {
  /** Number of its record. */
  readonly n: number
  readonly envelope: AnyEnvelope
}

export interface Seal {
  readonly n: number
  readonly covers: number
  readonly hash: string
  /** ISO 8601. */
  readonly at: string
  readonly signature: string
}

export interface RoundRecords {
  readonly round: string
  readonly name: { readonly property: string; readonly pit: string; readonly table: string; readonly stream: string }
  readonly openedAt: string
  /** Messages of the round, and of the table while it was open, in order. */
  readonly said: readonly SaidOnce[]
  /** The round as whoever may read the journal has it. */
  readonly account: Account
  readonly seal: Seal
}

type Json = { readonly [key: string]: unknown }
export const recordOf = (json: string): Json => JSON.parse(json) as Json

/** A string says what the records lack. */
export const roundRecords = ({ round, entries }: Excerpt): RoundRecords | string => {
  const envelopes = entries.flatMap(({ n, json }): SaidOnce[] => {
    const record = recordOf(json)
    const read = record.kind === 'event' ? readMessage(JSON.stringify(record.envelope)) : null
    return read?.ok && read.envelope !== null ? [{ n, envelope: read.envelope }] : []
  })
  const own = envelopes.filter(({ envelope }) => envelope.round === round)
  const opening = own.find(({ envelope }) => envelope.type === 'round.opened')
  const end = own.findLast(({ envelope: { type } }) => type === 'round.closed' || type === 'round.revised' || type === 'round.void')
  if (opening?.envelope.type !== 'round.opened') return `no record says that round ${round} opened`
  if (end === undefined) return `no record says that round ${round} closed`
  const seal = sealOf(entries.at(-1)?.json ?? '{}')
  if (seal === null) return 'the last record is not a seal'
  const [property = '', pit = '', table = '', stream = ''] = opening.envelope.id.split('/')
  const isBeside = ({ n, envelope }: SaidOnce) => envelope.round === undefined && n > opening.n && n <= end.n
  return {
    round,
    name: { property, pit, table, stream },
    openedAt: opening.envelope.data.openedAt,
    said: envelopes.filter((each) => each.envelope.round === round || isBeside(each)),
    account: accountOf({ messages: own.map(({ envelope }) => envelope) }, 'all'),
    seal,
  }
}

const sealOf = (json: string): Seal | null => {
  const { n, kind, covers, hash, at, signature } = recordOf(json)
  if (kind !== 'seal' || typeof n !== 'number' || typeof covers !== 'number') return null
  return typeof hash === 'string' && typeof at === 'string' && typeof signature === 'string' ? { n, covers, hash, at, signature } : null
}
