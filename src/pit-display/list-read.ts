/** A list of rounds as the book has it, and whether it may lack a round that the broker has told of: the book stores it a moment later. */
import type { RoundPage, RoundQuery, Told } from './book-messages.ts'

export interface ListRead {
  readonly page: RoundPage
  /** The book has not stored the end of the newest round yet. */
  readonly isBehind: boolean
}

/** @param newest key of the newest round that is known to have closed; null: none is */
export async function listUpTo(
  newest: string | null,
  read: (query: RoundQuery) => Promise<Told<RoundPage>>,
  query: RoundQuery,
): Promise<Told<ListRead>> {
  // A search may rightly leave the round out, so it is looked for by itself, and first: what is stored by then, the search finds.
  const own = newest === null || isEverything(query) ? null : await read({ text: newest })
  const list = await read(query)
  if (list.kind !== 'told') return list
  const seen = own?.kind === 'told' ? own.data : list.data
  return { kind: 'told', data: { page: list.data, isBehind: newest !== null && !hasClosed(seen, newest) } }
}

const isEverything = (query: RoundQuery): boolean => Object.values(query).every((value) => value === undefined || value === '')

const hasClosed = ({ rounds }: RoundPage, key: string): boolean => rounds.some((round) => round.key === key && round.state !== 'open')
