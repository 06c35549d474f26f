/** The rounds of a table, found by time, dealer, box, finding, amount, state or word. */
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { BookTables, FindingRow } from '../rows.ts'
import { roundSummary, SUMMARY_COLUMNS, type SummaryRow } from './answer-rows.ts'
import type { RoundSummary } from './answers.ts'
import { type Db, newestFirst, type PageAsk, type Slice, type Start, type StreamName } from './page.ts'
import { partsWith, type SoughtIn } from './search-days.ts'

/** A round must match every filter given. A filter left out matches anything. */
export interface RoundFilter {
  readonly dealer?: string | undefined
  readonly box?: number | undefined
  /** One of them. If `box` is given as well, the finding must be about that box. */
  readonly code?: string | readonly string[] | undefined
  /** `code` matches only findings that were not withdrawn. */
  readonly isStanding?: boolean
  /** Minor units: at stake in a finding, or staked, due or moved on a spot, in either direction. */
  readonly amount?: number | undefined
  readonly state?: string | undefined
  /** What the round or a hand in it came to; each must hold. If `box` is given as well, of a hand on that box. */
  readonly result?: readonly RoundResultName[] | undefined
  /** Cards, or ranks in any suit, each of which was dealt. If `box` is given as well, to that box; otherwise perhaps to the dealer. */
  readonly card?: readonly string[] | undefined
  /** Words. Each must begin the round's id or key, the dealer's id or a finding's code. */
  readonly text?: string | undefined
}

/**
 * No index finds a round by these. A search for them looks through at most a month of rounds; for a box or an amount it looks only at the
 * days that have it.
 */
export const LOOKED_THROUGH = ['box', 'amount', 'result', 'card', 'text'] as const satisfies readonly (keyof RoundFilter)[]
export const LOOKED_THROUGH_DAYS_MAX = 31

export interface RoundPage {
  readonly rounds: RoundSummary[]
  /** The stream of each round, by its id in the store, because two tables may have journals of the same name. */
  readonly streamIds: readonly number[]
  readonly next: string | null
}

export async function roundsOf(db: Db, streams: readonly StreamName[], filter: RoundFilter, page: PageAsk): Promise<RoundPage> {
  const { rows, next } = await newestFirst<SummaryRow & { readonly stream: StreamName }>(streams, page, async (stream, slice) => {
    const found = await roundsFrom(db, stream, filter, slice)
    return found.map((row) => ({ ...row, stream, at: row.opened_at, tie: String(row.number) }))
  })
  const findings = await findingsOf(db, rows)
  return {
    rounds: rows.map((row) => roundSummary(row.stream.stream, row, findings.get(`${row.stream.id}/${row.round}`) ?? [])),
    streamIds: rows.map(({ stream }) => stream.id),
    next,
  }
}

/** Looks only at days that have what is sought, so a search that no round matches ends at once. */
async function roundsFrom(db: Db, stream: StreamName, filter: RoundFilter, { limit, ...start }: Slice): Promise<readonly SummaryRow[]> {
  const found: SummaryRow[] = []
  for (const part of await partsWith(db, stream.id, soughtBy(filter), start)) {
    if (found.length >= limit) break
    found.push(...(await roundRows(db, stream, filter, { ...part, limit: limit - found.length })))
  }
  return found
}

/** With a code, the box is that of the finding, and an index leads to it. */
const soughtBy = ({ box, amount, code }: RoundFilter): SoughtIn => ({ box: code === undefined ? box : undefined, amount })

/** How many rounds fit. */
export async function countRounds(db: Db, streams: readonly StreamName[], filter: RoundFilter, { from, to }: Start): Promise<number> {
  let count = 0
  for (const stream of streams) {
    for (const part of await partsWith(db, stream.id, soughtBy(filter), { from, to, tie: null })) {
      const { rounds } = await fitting(db, stream, filter, part)
        .select(({ fn }) => fn.countAll().as('rounds'))
        .executeTakeFirstOrThrow()
      count += Number(rounds)
    }
  }
  return count
}

function roundRows(db: Db, stream: StreamName, filter: RoundFilter, { limit, ...start }: Slice) {
  const openedAt = openedAtFor(filter)
  return fitting(db, stream, filter, start)
    .select(SUMMARY_COLUMNS)
    .orderBy(openedAt, 'desc')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
}

/** The sign hides the column from the index by time, which the store would otherwise read to its end for a rare code. */
const openedAtFor = ({ code }: RoundFilter) => (code === undefined ? sql<number>`opened_at` : sql<number>`+opened_at`)

function fitting(db: Db, { id, stream }: StreamName, filter: RoundFilter, { from, to, tie }: Start) {
  const { dealer, code, box, amount, state, result = [], card = [], text } = filter
  const openedAt = openedAtFor(filter)
  return db
    .selectFrom('rounds')
    .where('stream_id', '=', id)
    .where(openedAt, '>=', from)
    .where(openedAt, '<=', to)
    .$if(tie !== null, (rows) => rows.where((eb) => eb.or([eb('opened_at', '<', to), eb('number', '<', Number(tie))])))
    .$if(dealer !== undefined, (rows) => rows.where('dealer_id', 'in', dealerIds(dealer ?? '')))
    .$if(state !== undefined, (rows) => rows.where('state', '=', state ?? ''))
    .$if(code !== undefined, (rows) => rows.where('round', 'in', roundsWith(db, id, filter, from)))
    .$if(box !== undefined && code === undefined, (rows) => rows.where((eb) => hasBox(eb, box ?? 0)))
    .$if(amount !== undefined, (rows) => rows.where((eb) => hasAmount(eb, amount ?? 0)))
    .$if(result.length > 0, (rows) => rows.where((eb) => eb.and(result.map((each) => cameTo(eb, each, box)))))
    .$if(card.length > 0, (rows) => rows.where((eb) => eb.and(card.map((each) => hasCard(eb, each, box)))))
    .$if(text !== undefined, (rows) => rows.where((eb) => eb.and(wordsOf(text ?? '').map((word) => isMeant(eb, stream, word)))))
}

type Rounds = ExpressionBuilder<BookTables, 'rounds'>

/**
 * Few rounds in a hundred have the code. An index leads to them, and they are sorted afterwards. `from`: no finding is raised before its
 * round opens.
 */
const roundsWith = (db: Db, stream: number, { code = [], box, isStanding = false }: RoundFilter, from: number) =>
  db
    .selectFrom('findings')
    .select('round')
    .where('stream_id', '=', stream)
    .where('code', 'in', [code].flat())
    .where('raised_at', '>=', from)
    .$if(box !== undefined, (rows) => rows.where('box', '=', box ?? 0))
    .$if(isStanding, (rows) => rows.where('withdrawn_at', 'is', null))
    .where('round', 'is not', null)
    .$narrowType<{ round: string }>()

/** The round had a hand or a bet on the box, or a finding about it. A void round has no hands. */
const hasBox = (eb: Rounds, box: number) => {
  const hands = eb.selectFrom('hands').select('hands.hand').where(isOfRound('hands')).where('hands.box', '=', box)
  const spots = eb.selectFrom('spots').select('spots.area').where(isOfRound('spots')).where('spots.box', '=', box)
  return eb.or([eb.exists(hands), eb.exists(spots), eb.exists(findingsIn(eb).where('findings.box', '=', box))])
}

const hasAmount = (eb: Rounds, amount: number) => {
  const either = [amount, -amount]
  const spots = eb
    .selectFrom('spots')
    .select('spots.area')
    .where(isOfRound('spots'))
    .where((spot) =>
      spot.or([spot('spots.best_staked', '=', amount), spot('spots.best_due', 'in', either), spot('spots.best_moved', 'in', either)]),
    )
  return eb.or([eb.exists(findingsIn(eb).where('findings.amount', 'in', either)), eb.exists(spots)])
}

type Hands = ExpressionBuilder<BookTables, 'rounds' | 'hands'>

const handsIn = (eb: Rounds, box: number | undefined) =>
  eb
    .selectFrom('hands')
    .select('hands.hand')
    .where(isOfRound('hands'))
    .$if(box !== undefined, (hands) => hands.where('hands.box', '=', box ?? 0))

const handThat = (has: (hand: Hands) => Expression<SqlBool>) => (eb: Rounds, box: number | undefined) =>
  eb.exists(handsIn(eb, box).where((hand) => has(hand)))

/** By the likeliest reading, as everything in the lists. */
const RESULTS = {
  win: handThat((hand) => hand('hands.outcome', 'in', ['win', 'blackjack'])),
  lose: handThat((hand) => hand('hands.outcome', '=', 'lose')),
  push: handThat((hand) => hand('hands.outcome', '=', 'push')),
  blackjack: handThat((hand) => hand('hands.outcome', '=', 'blackjack')),
  bust: handThat((hand) => hand('hands.total', '>', 21)),
  surrender: handThat((hand) => hand('hands.outcome', '=', 'surrender')),
  double: handThat((hand) => hand('hands.actions', 'like', '%double%')),
  split: handThat((hand) => hand('hands.actions', 'like', '%split%')),
  insurance: (eb: Rounds, box: number | undefined) =>
    eb.exists(
      eb
        .selectFrom('spots')
        .select('spots.area')
        .where(isOfRound('spots'))
        .where('spots.area', '=', 'ins')
        .where('spots.best_staked', '>', 0)
        .$if(box !== undefined, (spots) => spots.where('spots.box', '=', box ?? 0)),
    ),
  'house-won': (eb: Rounds) => eb('net_best', '>', 0),
  'house-lost': (eb: Rounds) => eb('net_best', '<', 0),
} satisfies { readonly [result: string]: (eb: Rounds, box: number | undefined) => Expression<SqlBool> }
export type RoundResultName = keyof typeof RESULTS
export const ROUND_RESULTS = Object.keys(RESULTS) as readonly RoundResultName[]

const cameTo = (eb: Rounds, result: RoundResultName, box: number | undefined) => RESULTS[result](eb, box)

/** `KS`, or `K` for any suit. */
export const SEARCHED_CARD = /^[2-9TJQKA][SHDC]?$/

/** An open round has neither hands nor a result, so that no card is found before it is turned. The dealer's are in the result alone. */
const hasCard = (eb: Rounds, card: string, box: number | undefined) => {
  const cards = card.length === 2 ? [card] : ['S', 'H', 'D', 'C'].map((suit) => `${card}${suit}`)
  const inHand = eb.exists(handsIn(eb, box).where((hand) => hand.or(cards.map((each) => hand('hands.cards', 'like', `%${each}%`)))))
  return box === undefined ? eb.or([inHand, ...cards.map((each) => eb('result', 'like', `%"${each}"%`))]) : inHand
}

const findingsIn = (eb: Rounds) => eb.selectFrom('findings').select('findings.finding').where(isOfRound('findings'))

/** The row of that table belongs to the round in question. */
const isOfRound = (table: 'hands' | 'spots' | 'findings') =>
  sql<SqlBool>`${sql.ref(`${table}.stream_id`)} = rounds.stream_id and ${sql.ref(`${table}.round`)} = rounds.round`

/** A dealer's id as given, and in lower case, in which the pit display makes ids. */
export const dealerIds = (id: string): readonly string[] => [id, id.toLowerCase()]

/** The characters a word may have; none has a meaning in an SQL pattern. */
export const SEARCHED_TEXT = /^[A-Za-z0-9 ./-]{1,64}$/
const wordsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

/** Rounds and dealers have ids in lower case, findings have codes in upper case. */
const isMeant = (eb: Rounds, stream: string, word: string) => {
  const own = word.startsWith(`${stream}/`) ? word.slice(stream.length + 1) : word
  return eb.or([
    eb('round', 'like', `${own.toLowerCase()}%`),
    eb('dealer_id', 'like', `${word.toLowerCase()}%`),
    eb.exists(findingsIn(eb).where('findings.code', 'like', `${word.toUpperCase()}%`)),
  ])
}

/** The findings of a page's rounds, by `stream id/round`. */
export async function findingsOf(
  db: Db,
  rounds: readonly { readonly stream: StreamName; readonly round: string }[],
): Promise<ReadonlyMap<string, readonly FindingRow[]>> {
  const found = new Map<string, FindingRow[]>()
  for (const id of new Set(rounds.map(({ stream }) => stream.id))) {
    const own = rounds.filter(({ stream }) => stream.id === id).map(({ round }) => round)
    const rows = await db
      .selectFrom('findings')
      .selectAll()
      .where('stream_id', '=', id)
      .where('round', 'in', own)
      .orderBy('raised_at')
      .orderBy('finding')
      .execute()
    for (const row of rows) {
      const place = `${id}/${row.round}`
      found.set(place, [...(found.get(place) ?? []), row])
    }
  }
  return found
}
