/**
 * Do the bets of a box follow the count of the shoe? This is for the audit only, and only for finished shoes: nobody may learn any of it
 * while the shoe is being dealt. Cards count as in Hi-Lo (2 to 6 up, tens and aces down), divided by the packs left; a round's bets are
 * compared with the count of the cards before it. Pure.
 *
 * Counts and bets of one shoe depend on each other, so a shoe is one observation: the correlation of its bets, less the box's mean, with
 * its counts, from -1 to 1. Anybody who bets regardless of the count has zero there on average, whatever their habits, because a count is
 * as likely to rise as to fall; Student's t over the shoes tests it. Anybody who raises after losses follows the count a little without
 * counting, so the correlation over all rounds must be present as well.
 */
import { FLAGS_BY_CHANCE } from './patterns.ts'
import { studentTail } from './statistics.ts'

const SHOES_LEAST = 8
export const CORRELATION_LEAST = 0.2
const CARDS_IN_PACK = 52

/** A round of a finished shoe, in the order dealt. */
export interface CountedRound {
  /** Table and shoe, as `bj07/12`. */
  readonly shoe: string
  readonly decks: number
  /** All cards of the round that were read, as `TS`. */
  readonly cards: readonly string[]
  /** First main bets, by table and box, as `bj07/3`. */
  readonly bets: readonly { readonly box: string; readonly bet: number }[]
}

export interface BoxBets {
  readonly box: string
  readonly rounds: number
  readonly shoes: number
  readonly least: number
  readonly most: number
  /** Correlation of bet and true count, -1 to 1; null: all the bets were the same. */
  readonly correlation: number | null
  /**
   * Probability that bets follow the count this closely by chance alone, times the comparisons; null: too few shoes, or every bet was the
   * same.
   */
  readonly p: number | null
  readonly flagged: boolean
}

const LOW = '23456'
const HIGH = 'TJQKA'
const worthOf = (card: string): number => {
  const rank = card[0] ?? ''
  return LOW.includes(rank) ? 1 : HIGH.includes(rank) ? -1 : 0
}

interface Point {
  readonly shoe: string
  readonly bet: number
  readonly count: number
}

/** For each box, its bets and the true count at each. */
const pointsOf = (rounds: readonly CountedRound[]): ReadonlyMap<string, readonly Point[]> => {
  const shoes = new Map<string, { running: number; out: number }>()
  const found = new Map<string, Point[]>()
  for (const { shoe, decks, cards, bets } of rounds) {
    const state = shoes.get(shoe) ?? { running: 0, out: 0 }
    shoes.set(shoe, state)
    const packsLeft = Math.max(0.5, decks - state.out / CARDS_IN_PACK)
    for (const { box, bet } of bets) {
      const points = found.get(box) ?? []
      found.set(box, points)
      points.push({ shoe, bet, count: state.running / packsLeft })
    }
    state.out += cards.length
    state.running += cards.reduce((sum, card) => sum + worthOf(card), 0)
  }
  return found
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length

const correlationOf = (points: readonly Point[]): number | null => {
  const [bet, count] = [meanOf(points.map((each) => each.bet)), meanOf(points.map((each) => each.count))]
  let [joint, bets, counts] = [0, 0, 0]
  for (const point of points) {
    joint += (point.bet - bet) * (point.count - count)
    bets += (point.bet - bet) ** 2
    counts += (point.count - count) ** 2
  }
  return bets > 0 && counts > 0 ? joint / Math.sqrt(bets * counts) : null
}

/** The probability that bets follow the count this closely by chance; null: too few shoes for a test. */
const followsBy = (points: readonly Point[]): number | null => {
  const mean = meanOf(points.map(({ bet }) => bet))
  const shoes = new Map<string, { joint: number; bets: number; counts: number }>()
  for (const { shoe, bet, count } of points) {
    const sums = shoes.get(shoe) ?? { joint: 0, bets: 0, counts: 0 }
    shoes.set(shoe, sums)
    sums.joint += (bet - mean) * count
    sums.bets += (bet - mean) ** 2
    sums.counts += count ** 2
  }
  const values = [...shoes.values()].map(({ joint, bets, counts }) => (bets > 0 && counts > 0 ? joint / Math.sqrt(bets * counts) : 0))
  const centre = meanOf(values)
  const variance = values.reduce((sum, each) => sum + (each - centre) ** 2, 0) / (values.length - 1)
  if (values.length < SHOES_LEAST || !(variance > 0)) return null
  return studentTail(centre / Math.sqrt(variance / values.length), values.length - 1)
}

/** Boxes, sorted by how closely they follow the count, closest first. */
export const betsAgainstCount = (rounds: readonly CountedRound[]): readonly BoxBets[] => {
  const boxes = [...pointsOf(rounds)].map(([box, points]) => ({ box, points, correlation: correlationOf(points), tail: followsBy(points) }))
  const comparisons = boxes.filter(({ tail }) => tail !== null).length
  return boxes
    .map(({ box, points, correlation, tail }) => {
      const bets = points.map(({ bet }) => bet)
      const p = tail === null ? null : Math.min(1, tail * comparisons)
      return {
        ...{ box, rounds: points.length, shoes: new Set(points.map(({ shoe }) => shoe)).size },
        ...{ least: Math.min(...bets), most: Math.max(...bets), correlation, p },
        flagged: p !== null && p <= FLAGS_BY_CHANCE && (correlation ?? 0) >= CORRELATION_LEAST,
      }
    })
    .sort((one, other) => (one.p ?? 2) - (other.p ?? 2))
}
