/** What a start must know from the records themselves, collected while the chain is followed. There are few of each kind. */

import type { HeadBody, JournalRecord, RecordHead, RecordOf } from '../../wire/record.ts'
import type { Chain } from './chain.ts'
import type { FoundCheckpoint } from './checkpoint.ts'

export interface Noted {
  /** The newest one; null: the journal does not say whose it is. */
  readonly head: RecordOf<'head'> | null
  /** The newest one, with the key named by the head before it. */
  readonly seal: { readonly record: RecordOf<'seal'>; readonly publicKey: string | null } | null
  readonly config: RecordOf<'config'> | null
  /** Contradictions that a person has accepted. */
  readonly accepted: readonly { readonly seq: number; readonly hash: string }[]
  /** The last record that was to be removed, 0: none. */
  readonly releasedTo: number
  /** Digests of the checkpoints that a record names. */
  readonly named: ReadonlySet<string>
  /** The `base` records, at which segments begin that the journal could be read from: their times by number, Unix ms. */
  readonly bases: ReadonlyMap<number, number>
}

export interface Noting {
  /** `chain` has just passed the record. A string says what is wrong with the records before it. */
  note(record: JournalRecord, chain: Chain): string | null
  /** `n`: the journal's last record. A string says what is wrong with its end. */
  end(n: number): string | null
  found(): Noted
}

export const noting = (checkpoints: readonly Pick<FoundCheckpoint, 'checkpoint' | 'sha256'>[]): Noting => {
  const named = new Set<string>()
  const bases = new Map<number, number>()
  let head: Noted['head'] = null
  let seal: Noted['seal'] = null
  let config: Noted['config'] = null
  let accepted: Noted['accepted'] = []
  let releasedTo = 0
  /** The seal of a stop, until the next record is noted. */
  let endedN: number | null = null
  const followed = (n: number, kind: JournalRecord['kind'] | null): string | null => {
    const ended = endedN
    endedN = null
    if (ended === null || n === ended || (n === ended + 1 && kind !== null && OPENING.has(kind))) return null
    return `the daemon had stopped at record ${ended}, but the records that follow do not begin with a start`
  }
  return {
    note(record, chain) {
      const fault = followed(record.n, record.kind)
      if (fault !== null) return fault
      switch (record.kind) {
        case 'head':
          head = record
          return null
        case 'base':
          bases.set(record.n, record.t)
          head = { ...headOf(record), ...timesOf(record) }
          return record.hash === chain.hashBefore ? null : `record ${record.n} gives a wrong hash for the records before it`
        case 'seal':
          seal = { record, publicKey: head?.publicKey ?? null }
          if (record.end) endedN = record.n
          return sealFault(record, chain)
        case 'config':
          config = record
          return null
        case 'accepted':
          accepted = [...accepted, ...record.heads]
          return null
        case 'released':
          releasedTo = Math.max(releasedTo, record.to)
          return null
        case 'checkpoint':
          if (checkpoints.some((each) => each.sha256 === record.sha256 && each.checkpoint.n === record.covers)) named.add(record.sha256)
          return null
        default:
          return null
      }
    },
    end: (n) => followed(n, null),
    found: () => ({ head, seal, config, accepted, releasedTo, named, bases }),
  }
}

/** What a daemon writes before anything else. */
const OPENING: ReadonlySet<JournalRecord['kind']> = new Set(['head', 'accepted', 'config', 'start'])

/** Only a start may follow the seal of a stop. */
export const followFault = (record: JournalRecord, endedN: number): string | null =>
  record.n === endedN + 1 && !OPENING.has(record.kind)
    ? `the daemon had stopped at record ${endedN}, but a ${record.kind} record follows`
    : null

/** A seal directly follows the records it covers. */
export const sealFault = ({ n, covers, hash }: RecordOf<'seal'>, { hashBefore }: Pick<Chain, 'hashBefore'>): string | null => {
  if (covers !== n - 1) return `record ${n} seals the records up to ${covers}, not those before it`
  return hash === hashBefore ? null : `the records up to ${covers} are not those that record ${n} sealed`
}

/** The head with which a segment begins. */
export const headOf = ({ stream, property, pit, table, house, rulesSha256, publicKey }: Omit<HeadBody, 'kind'>): HeadBody => ({
  ...{ kind: 'head', stream, property, pit, table, house, rulesSha256 },
  ...(publicKey === undefined ? {} : { publicKey }),
})

const timesOf = ({ n, t, m }: RecordHead): RecordHead => (m === undefined ? { n, t } : { n, t, m })
