/**
 * A list of rounds as the book has it, and whether it may lack a round that the broker has already published: the book stores a round a
 * moment later.
 */
import type { RoundPage, RoundQuery, Told } from './book-messages.ts'

export interface ListRead {
  readonly page: RoundPage
  /** The book has not stored the end of the newest round yet. */
  readonly isBehind: boolean
}

/** @param newest key of the newest round known to have closed; null: none */
export async function listUpTo(
  newest: string | null,
  read: (query: RoundQuery) => Promise<Told<RoundPage>>,
  query: RoundQuery,
): Promise<Told<ListRead>> {
  // A search may rightly leave the newest round out, so query that round separately. Query it first: the search then finds whatever was
  // stored by then.
  const own = newest === null || isEverything(query) ? null : await read({ text: newest })
  const list = await read(query)
  if (list.kind !== 'told') return list
  const seen = own?.kind === 'told' ? own.data : list.data
  return { kind: 'told', data: { page: list.data, isBehind: newest !== null && !hasClosed(seen, newest) } }
}

const isEverything = (query: RoundQuery): boolean => Object.values(query).every((value) => value === undefined || value === '')

const hasClosed = ({ rounds }: RoundPage, key: string): boolean => rounds.some((round) => round.key === key && round.state !== 'open')
