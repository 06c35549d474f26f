/** The input of the patterns, from the store's rows: settled boxes, and the cards and bets of finished shoes. */
import { z } from 'zod'
import type { Store } from '../store/open.ts'
import { type BoxBets, betsAgainstCount, type CountedRound } from './bets-and-count.ts'
import { byRound, firstBets, roundKey } from './facts.ts'
import { inForce } from './in-force.ts'
import { type Settled, type SettlementPatterns, settlementPatterns } from './patterns.ts'
import { shiftRows } from './queries.ts'
import type { Asked, AskedRound, AskedSpot, ShiftRows } from './rows-asked.ts'
import { tableRules } from './table-rules.ts'

export interface Patterns {
  readonly settlement: SettlementPatterns
  readonly bets: readonly BoxBets[]
}

export const patternsIn = async (store: Store, asked: Asked): Promise<Patterns> => {
  const rows = await shiftRows(store, asked)
  return { settlement: settlementPatterns(settledIn(rows)), bets: betsAgainstCount(await countedIn(store, rows)) }
}

/** Stream -> name of its table. Two tables of the same name in two pits are kept apart. */
const namesOf = ({ tables, streams }: ShiftRows): ReadonlyMap<number, string> => {
  const names = new Map(tables.map(({ id, pit, name }) => [id, `${pit}/${name}`]))
  return new Map(streams.map(({ id, table_id }) => [id, names.get(table_id) ?? '']))
}

/** Boxes whose every amount is certain and whose dealer is known. */
const settledIn = (rows: ShiftRows): readonly Settled[] => {
  const [names, spots] = [namesOf(rows), byRound(rows.spots)]
  return rows.rounds.flatMap((round) => {
    const { dealer_id: dealer, stream_id, state } = round
    if (dealer === null || state !== 'closed') return []
    return [...byBox(spots.get(roundKey(round)) ?? [])].flatMap(([box, own]) => {
      const sure = own.flatMap(({ due, moved }) => (due === null || moved === null ? [] : [moved - due]))
      const over = sure.reduce((sum, each) => sum + each, 0)
      return sure.length < own.length ? [] : [{ dealer, box: `${names.get(stream_id)}/${box}`, over }]
    })
  })
}

const byBox = (spots: readonly AskedSpot[]): ReadonlyMap<number, readonly AskedSpot[]> => {
  const found = new Map<number, AskedSpot[]>()
  for (const spot of spots) found.set(spot.box, [...(found.get(spot.box) ?? []), spot])
  return found
}

const dealerCards = z.object({ dealer: z.object({ cards: z.array(z.string().max(8)).max(32) }) })
const cardsOfDealer = (result: string | null): readonly string[] => {
  if (result === null) return []
  const read = dealerCards.safeParse(JSON.parse(result))
  return read.success ? read.data.dealer.cards : []
}

/**
 * Rounds of finished shoes, in the order dealt. Cards that nobody saw in a round, such as burned ones, are left out, because no player can
 * count them either.
 */
const countedIn = async (store: Store, rows: ShiftRows): Promise<readonly CountedRound[]> => {
  const ids = rows.streams.map(({ id }) => id)
  const [from, to] = [rows.rounds[0]?.opened_at, rows.rounds.at(-1)?.opened_at]
  if (ids.length === 0 || from === undefined || to === undefined) return []
  const over = await store
    .selectFrom('shoes')
    .select(['stream_id', 'shoe'])
    .where('stream_id', 'in', ids)
    .where('ended_at', 'is not', null)
    .execute()
  const inTime = store.selectFrom('rounds').where('rounds.stream_id', 'in', ids).where('opened_at', '>=', from).where('opened_at', '<=', to)
  const results = await inTime.select(['stream_id', 'round', 'result']).execute()
  const hands = await inTime
    .innerJoin('hands', (join) => join.onRef('hands.stream_id', '=', 'rounds.stream_id').onRef('hands.round', '=', 'rounds.round'))
    .select(['hands.stream_id', 'hands.round', 'hands.cards'])
    .execute()
  const ended = new Set(over.map(({ stream_id, shoe }) => `${stream_id}/${shoe}`))
  const ofDealer = new Map(results.map((each) => [roundKey(each), cardsOfDealer(each.result)]))
  const ofHands = byRound(hands)
  const cardsOf = (key: string): readonly string[] => [
    ...(ofHands.get(key) ?? []).flatMap(({ cards }) => cards.split(' ')),
    ...(ofDealer.get(key) ?? []),
  ]
  return rows.rounds.filter(({ stream_id, shoe }) => ended.has(`${stream_id}/${shoe}`)).flatMap(countedWith(rows, cardsOf))
}

const countedWith = (rows: ShiftRows, cardsOf: (key: string) => readonly string[]) => {
  const [names, spots, raised] = [namesOf(rows), byRound(rows.spots), byRound(rows.raised)]
  const told = new Map(rows.descriptions.map((each) => [each, tableRules(each.described)]))
  const tableOf = new Map(rows.streams.map(({ id, table_id }) => [id, table_id]))
  return (round: AskedRound): readonly CountedRound[] => {
    const own = rows.descriptions.filter(({ table_id }) => table_id === tableOf.get(round.stream_id))
    const row = inForce(own, round.opened_at, round.rules_sha256)
    const table = row === null ? undefined : told.get(row)
    if (typeof table !== 'object') return []
    const [key, name] = [roundKey(round), names.get(round.stream_id)]
    const bets = [...byBox(spots.get(key) ?? [])].flatMap(([box, own]) => {
      const [[bet = 0] = []] = firstBets(
        own.filter(({ area }) => area === 'main'),
        raised.get(key) ?? [],
        table.limits,
      )
      return bet > 0 ? [{ box: `${name}/${box}`, bet }] : []
    })
    return [{ shoe: `${round.stream_id}/${round.shoe}`, decks: table.rules.decks, cards: cardsOf(key), bets }]
  }
}
