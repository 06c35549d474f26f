/** One round as a report counts it: its bets, their results, and what the house could expect of them. Pure. */
import type { Limits } from '../../rules/table.ts'
import type { AskedRound, AskedSpot, RaisedHand, ShiftRows } from './rows-asked.ts'
import type { TableRules } from './table-rules.ts'
import { BETS, type Bet, expectedOf, type RoundBets, type Theory } from './theory.ts'

/** What is known of a table when its rounds are counted. `told` or `theory` null: unknown, so its rounds have no expectation. */
export interface Basis {
  readonly told: TableRules | null
  readonly theory: Theory | null
}

export interface Expected {
  readonly win: number
  readonly variance: number
}

/** The house's money on one kind of bet, by the likeliest reading, minor units. A sum has no part in what is not known. */
export interface BetFacts {
  /** How many bets there were. */
  readonly bets: number
  /** Everything staked, including doubles and splits. */
  readonly staked: number
  /** What the house won as the chips moved. */
  readonly houseWon: number
  /** Bets whose chips were not seen to move, and their stakes. */
  readonly notSeen: number
  readonly stakedNotSeen: number
  /** What it should have won by the rules. */
  readonly byRules: number
  /** Bets whose result is not known. */
  readonly notKnown: number
}

export interface RoundFacts {
  readonly round: AskedRound
  readonly table_id: number
  /** The table as it was then; null: unknown. */
  readonly told: TableRules | null
  readonly bets: { readonly [B in Bet]: BetFacts }
  /** The chips of all its bets were seen to move. */
  readonly isSeen: boolean
  /** Per bet, and for all together; null if the rules or the result of a bet are unknown. */
  readonly expected: { readonly [B in Bet | 'all']: Expected } | null
}

const BET_OF: { readonly [area: string]: number } = { main: 0, main2: 0, main3: 0, p22: 1, pog: 2, ins: 3 }
const MAIN = 0

export const roundKey = ({ stream_id, round }: { readonly stream_id: number; readonly round: string }): string => `${stream_id}/${round}`

/** Groups rows by round. */
export const byRound = <R extends { readonly stream_id: number; readonly round: string }>(rows: readonly R[]): ReadonlyMap<string, R[]> => {
  const found = new Map<string, R[]>()
  for (const row of rows) {
    const key = roundKey(row)
    const known = found.get(key)
    if (known) known.push(row)
    else found.set(key, [row])
  }
  return found
}

const RAISES: readonly string[] = ['double', 'split']
/** How many bets finally lie on a box: the first one, and one more for each paid double and split. */
const betsOn = (raised: readonly RaisedHand[], box: number): number =>
  1 +
  raised.reduce((sum, hand) => sum + (hand.box === box ? hand.actions.split(' ').filter((action) => RAISES.includes(action)).length : 0), 0)

/**
 * The bet that a stake began with. Each double and split adds the same bet once more. If a hand was doubled for less, or a co-bettor did
 * not follow, the stake does not divide into a bet that the limits allow, and the next one above counts.
 */
const firstBet = (staked: number, bets: number, { unit }: Pick<Limits, 'unit'>): number =>
  Math.min(staked, Math.ceil(staked / bets / unit) * unit)

/** A box's bets before play, in the order of BETS. */
export const firstBets = (spots: readonly AskedSpot[], raised: readonly RaisedHand[], limits: Limits): RoundBets => {
  const boxes = new Map<number, number[]>()
  for (const { box, area, best_staked } of spots) {
    const bet = BET_OF[area]
    if (bet === undefined || best_staked === 0) continue
    const own = boxes.get(box) ?? BETS.map(() => 0)
    own[bet] = (own[bet] ?? 0) + (bet === MAIN ? firstBet(best_staked, betsOn(raised, box), limits) : best_staked)
    boxes.set(box, own)
  }
  return [...boxes.values()]
}

const stakesOf = (spots: readonly AskedSpot[]): number => spots.reduce((sum, { best_staked }) => sum + best_staked, 0)

const moneyOf = (spots: readonly AskedSpot[], bet: Bet): BetFacts => {
  const own = spots.filter(({ area }) => BETS[BET_OF[area] ?? -1] === bet)
  const unseen = own.filter(({ best_moved }) => best_moved === null)
  const moved = own.flatMap(({ best_moved }) => best_moved ?? [])
  const due = own.flatMap(({ best_due }) => best_due ?? [])
  return {
    bets: own.length,
    staked: stakesOf(own),
    houseWon: moved.reduce((sum, each) => sum - each, 0),
    notSeen: unseen.length,
    stakedNotSeen: stakesOf(unseen),
    byRules: due.reduce((sum, each) => sum - each, 0),
    notKnown: own.length - due.length,
  }
}

const expectedBets = (spots: readonly AskedSpot[], raised: readonly RaisedHand[], { told, theory }: Basis): RoundFacts['expected'] => {
  if (told === null || theory === null || spots.some(({ best_due }) => best_due === null)) return null
  const bets = firstBets(spots, raised, told.limits)
  const one = (only?: readonly Bet[]): Expected => expectedOf(theory, bets, only)
  return { all: one(), main: one(['main']), p22: one(['p22']), pog: one(['pog']), ins: one(['ins']) }
}

/** The rounds that ended and were not declared void, in the order of `rows.rounds`. */
export const factsOf = (rows: ShiftRows, basisOf: (round: AskedRound, table: number) => Basis): readonly RoundFacts[] => {
  const tableOf = new Map(rows.streams.map(({ id, table_id }) => [id, table_id]))
  const [spots, raised] = [byRound(rows.spots), byRound(rows.raised)]
  return rows.rounds.flatMap((round) => {
    const table_id = tableOf.get(round.stream_id)
    if (table_id === undefined || round.closed_at === null || round.state === 'void') return []
    const key = roundKey(round)
    const own = spots.get(key) ?? []
    const bets = { main: moneyOf(own, 'main'), p22: moneyOf(own, 'p22'), pog: moneyOf(own, 'pog'), ins: moneyOf(own, 'ins') }
    const basis = basisOf(round, table_id)
    const expected = expectedBets(own, raised.get(key) ?? [], basis)
    return [
      { round, table_id, told: basis.told, bets, isSeen: own.length > 0 && own.every(({ best_moved }) => best_moved !== null), expected },
    ]
  })
}
