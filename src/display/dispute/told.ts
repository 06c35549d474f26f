/**
 * What the records say about the round: every message is decoded like one from the broker, so that a page can be made of any records. Pure.
 */
import type { RoundResult } from '../../engine/event.ts'
import type { FindingData } from '../../procedure/finding.ts'
import { type AnyEnvelope, readMessage } from '../terminal/receive.ts'
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

export interface Told {
  readonly round: string
  readonly name: { readonly property: string; readonly pit: string; readonly table: string; readonly stream: string }
  readonly openedAt: string
  /** Messages of the round, and of the table while it was open, in order. */
  readonly said: readonly SaidOnce[]
  /** The last result; null: the round was void before it closed. */
  readonly result: RoundResult | null
  /** Why there is no complete verdict; null: there is one. */
  readonly incomplete: string | null
  /** Each in its last version, without those withdrawn. */
  readonly findings: readonly FindingData[]
  readonly withdrawn: readonly string[]
  readonly seal: Seal
}

type Json = { readonly [key: string]: unknown }
export const recordOf = (json: string): Json => JSON.parse(json) as Json

/** A string says what the records lack. */
export const toldOf = ({ round, entries }: Excerpt): Told | string => {
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
  const void_ = own.find(({ envelope }) => envelope.type === 'round.void' || envelope.type === 'round.incomplete')?.envelope
  return {
    round,
    name: { property, pit, table, stream },
    openedAt: opening.envelope.data.openedAt,
    said: envelopes.filter((each) => each.envelope.round === round || isBeside(each)),
    result: resultIn(own),
    incomplete: void_?.type === 'round.void' || void_?.type === 'round.incomplete' ? void_.data.reason : null,
    ...findingsIn(own),
    seal,
  }
}

const resultIn = (said: readonly SaidOnce[]): RoundResult | null => {
  const last = said.findLast(({ envelope: { type } }) => type === 'round.closed' || type === 'round.revised')?.envelope
  return last?.type === 'round.closed' || last?.type === 'round.revised' ? last.data : null
}

const findingsIn = (said: readonly SaidOnce[]): Pick<Told, 'findings' | 'withdrawn'> => {
  const standing = new Map<string, FindingData>()
  const withdrawn = new Set<string>()
  for (const { envelope } of said) {
    if (envelope.type === 'finding.raised' || envelope.type === 'finding.changed') standing.set(envelope.data.finding, envelope.data)
    else if (envelope.type === 'finding.withdrawn') {
      standing.delete(envelope.data.finding)
      withdrawn.add(envelope.data.finding)
    }
  }
  return { findings: [...standing.values()], withdrawn: [...withdrawn] }
}

const sealOf = (json: string): Seal | null => {
  const { n, kind, covers, hash, at, signature } = recordOf(json)
  if (kind !== 'seal' || typeof n !== 'number' || typeof covers !== 'number') return null
  return typeof hash === 'string' && typeof at === 'string' && typeof signature === 'string' ? { n, covers, hash, at, signature } : null
}
