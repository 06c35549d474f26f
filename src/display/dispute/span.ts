/**
 * Which records a dispute file contains: from the end of the round before (bets come before the first card of a round) to the first seal
 * after the last event of the round. No round may be open there, because nobody at the table has seen the contents of its records yet.
 * Pure.
 */

/** By id, or by number in the order in which rounds opened, 1 = the first. */
export type Wanted = { readonly id: string } | { readonly number: number }

export interface Span {
  readonly round: string
  /** Record numbers, both inclusive; `to` is the seal. */
  readonly from: number
  readonly to: number
}

export type Found<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault }

/** `none`: there is no such round. `open`: it can be had later. `lost`: it can never be had. `text` is a sentence without its full stop. */
export interface Fault {
  readonly why: 'none' | 'open' | 'lost'
  readonly text: string
}

export const refused = (why: Fault['why'], text: string): { readonly ok: false; readonly fault: Fault } => ({
  ok: false,
  fault: { why, text },
})

/** Records before the first card: a table that stands idle for an hour writes a thousand. */
export const LEAD_MAX = 2000
/** The longest round has a few hundred records; one that is revised late, a few thousand. */
export const SPAN_MAX = 20_000

interface Numbered {
  readonly n: number
  readonly kind: string
}

export interface SpanSearch {
  /** Takes every record, in order. */
  take(record: Numbered): void
  found(): Found<Span>
}

export const spanSearch = (wanted: Wanted): SpanSearch => {
  const open = new Set<string>()
  let opened = 0
  let behindEnd = 1
  let round: string | null = null
  let [from, last, seal] = [0, 0, 0]
  const isWanted = (id: string): boolean => ('id' in wanted ? wanted.id === id : wanted.number === opened)

  const hear = (n: number, id: string, type: string): void => {
    if (type === 'round.opened' && !open.has(id)) {
      opened += 1
      open.add(id)
      if (round === null && isWanted(id)) {
        round = id
        from = Math.max(behindEnd, n - LEAD_MAX)
      }
    } else if (type === 'round.closed' || type === 'round.void') {
      open.delete(id)
      behindEnd = n + 1
    }
    if (id === round) [last, seal] = [n, 0]
  }
  return {
    take(record) {
      const said = eventOf(record)
      if (said?.round !== undefined) hear(record.n, said.round, said.type)
      if (record.kind === 'seal' && round !== null && seal === 0 && open.size === 0) seal = record.n
    },
    found() {
      if (round === null) return refused('none', `there is no round ${'id' in wanted ? wanted.id : `with the number ${wanted.number}`}`)
      if (open.has(round)) return refused('open', `round ${round} is still open; ask again when it has closed`)
      if (seal === 0 && open.size > 0)
        return refused('open', `round ${[...open].join(', ')} is open and not yet sealed apart from ${round}; ask again when it has closed`)
      if (seal === 0) return refused('open', `no seal covers round ${round} yet; the table writes one within a minute, or when it stops`)
      if (seal - from >= SPAN_MAX)
        return refused('lost', `round ${round} has more than ${SPAN_MAX} records up to its seal (last word: ${last})`)
      return { ok: true, value: { round, from, to: seal } }
    },
  }
}

/** The event in an `event` record, whoever wrote it; null: it is not such a record. */
const eventOf = (record: object): { readonly type: string; readonly round?: string } | null => {
  const envelope = 'envelope' in record ? record.envelope : null
  if (typeof envelope !== 'object' || envelope === null || !('type' in envelope) || typeof envelope.type !== 'string') return null
  const round = 'round' in envelope && typeof envelope.round === 'string' ? { round: envelope.round } : {}
  return { type: envelope.type, ...round }
}
