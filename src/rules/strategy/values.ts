/**
 * The value of each decision of a hand against one up card, in bets of the box.
 *
 * Approximations, besides the infinite shoe:
 * - A hand is played for itself, without regard to the box's other hands. That is exact for money, as gains add up. But if a house settles
 *   a free hand with the real one (`freeHandsSettle`), it is played and valued as if it stood alone; and the hands of split sevens (002)
 *   are played, though not valued, as if there were no prize.
 * - A split is valued without the box's other hands that may need the same place: in the five houses it makes no difference.
 */

import { type Points, totalOf } from '../game/cards.ts'
import {
  type Ended,
  type Hand,
  isFrozenAce,
  isNatural,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  maySurrender,
  withAction,
  withCard,
} from '../game/hand.ts'
import type { Action } from '../game/outcome.ts'
import { type DealerFinal, outcomeOf } from '../game/settle.ts'
import { mayTakeEvenMoney } from '../game/up-card.ts'
import type { HouseRules } from '../house/rules.ts'
import { type DealerOdds, DRAWS, type Draws, dealerOdds, FINALS, NATURAL } from './dealer-odds.ts'
import { bestFirst, bestOf, type Coming, type Line, newLine, type Option, type Staked } from './lines.ts'
import { NO_PRIZE, type Prize, prizeOf } from './prizes.ts'
import { netAgainst, netOver } from './settled.ts'
import { type Alone, type SplitValue, splitValues } from './split.ts'

export interface Values {
  /**
   * Every legal decision of a hand of two or more cards in a box of `hands` hands, best first. 21, a natural that cannot take even money,
   * and a split ace that cannot be split again have one entry, null. A paid double or split is left out if it is also free: it wins
   * as much and may lose more. `suited`: the first two cards have one suit; it matters only for a pair of sevens.
   */
  options(hand: Hand, hands: number, suited: boolean): readonly Option[]
  /** The same for a hand of three or more cards, by its points, their number, stake and prize. */
  drawn(points: Points, cards: number, staked: Staked): readonly Option[]
  /** The value of a box's first two cards before the dealer has checked. */
  before(hand: Hand, suited: boolean): number
}

/** The cards players may draw, and how the dealer may end. */
export interface ShoeLeft {
  readonly draws: Draws
  readonly odds: DealerOdds
}

const infinite = (upRank: number, rules: HouseRules): ShoeLeft => ({ draws: DRAWS, odds: dealerOdds(upRank, rules) })

/** What a hand is valued against. */
interface Against {
  readonly upRank: number
  readonly rules: HouseRules
  readonly coming: Coming
  /** The chance of a dealer's natural that is excluded once the dealer has checked. */
  readonly excluded: number
  readonly lineOf: (staked: Staked) => Line
}

/** `upRank`: rank index 0-12; `shoe`: what is left of it after the up card, if it is not infinite. */
export const valuesAgainst = (upRank: number, rules: HouseRules, shoe: ShoeLeft = infinite(upRank, rules)): Values => {
  const { finals, natural, checked } = shoe.odds
  const coming = { draws: shoe.draws, finals }
  const lines = new Map<string, Line>()
  const lineOf = (staked: Staked): Line => {
    const { real, lammers, prize } = staked
    const key = `${real}/${lammers}/${prize.winning}/${prize.otherwise}`
    const line = lines.get(key) ?? newLine(staked, coming, rules)
    lines.set(key, line)
    return line
  }
  const excluded = checked ? natural : 0
  const against: Against = { upRank, rules, coming, excluded, lineOf }
  const known = new Map<string, Alone>()
  const alone = (hand: Hand): Alone => {
    const key = `${hand.ranks.join(',')}/${hand.real}/${hand.lammers}`
    const worked = known.get(key) ?? aloneAgainst(against, hand)
    known.set(key, worked)
    return worked
  }
  const splitValue = splitValues(coming, rules, alone)
  const options = (hand: Hand, hands: number, suited: boolean): readonly Option[] =>
    optionsAgainst(against, splitValue, hand, hands, suited)
  return {
    options,
    drawn: (points, cards, staked) => lineOf(staked).drawn(points, cards),
    before: (hand, suited) => excluded * againstNatural(against, hand, suited) + (1 - excluded) * bestOf(options(hand, 1, suited)),
  }
}

const prizeFor = ({ rules }: Against, hand: Hand, suited: boolean): Prize => (hand.fromSplit ? NO_PRIZE : prizeOf([hand], suited, rules))

const stakedOn = (against: Against, hand: Hand, suited: boolean): Staked => ({
  real: hand.real,
  lammers: hand.lammers,
  prize: prizeFor(against, hand, suited),
})

const net = (against: Against, hand: Hand, ended: Ended, suited: boolean): number =>
  netOver({ ...hand, ended }, against.coming.finals, prizeFor(against, hand, suited), against.rules)

/** The average over the third card of a hand with its stakes; a third seven may change the prize. */
const third = (against: Against, hand: Hand, suited: boolean, of: (line: Line, points: Points) => number): number => {
  let sum = 0
  for (const { rank, share } of against.coming.draws) {
    const next = withCard(hand, 2, rank)
    sum += share * of(against.lineOf(stakedOn(against, next, suited)), next.points)
  }
  return sum
}

const doubledOn = (points: Points): Ended => (totalOf(points) > 21 ? 'bust' : 'double')

const doubled = (against: Against, hand: Hand, suited: boolean): number =>
  third(against, hand, suited, (line, points) => line.ended(points, doubledOn(points)))

/** Two cards that are played on. */
const played = (against: Against, hand: Hand, suited: boolean): Option[] => {
  const { rules } = against
  const { real, lammers } = hand
  const found: Option[] = []
  if (mayStand(hand, rules)) found.push({ action: 'stand', value: net(against, hand, 'stand', suited) })
  if (!mayDraw(hand, rules)) return found
  found.push({ action: 'hit', value: third(against, hand, suited, (line, points) => bestOf(line.drawn(points, 3))) })
  if (mayDoubleFree(hand, rules)) found.push({ action: 'free-double', value: doubled(against, { ...hand, lammers: lammers + 1 }, suited) })
  else if (mayDouble(hand, rules)) found.push({ action: 'double', value: doubled(against, { ...hand, real: real + 1 }, suited) })
  return found
}

const againstNatural = (against: Against, hand: Hand, suited: boolean): number => {
  const final = FINALS[NATURAL]
  const ended = isNatural(hand) ? 'natural' : null
  return final === undefined ? 0 : netAgainst({ ...hand, ended }, final, prizeFor(against, hand, suited), against.rules)
}

/** The value of a decision made before the check, comparable with decisions made after it. */
const madeBefore = (against: Against, value: number, hand: Hand, suited: boolean): number =>
  (value - against.excluded * againstNatural(against, hand, suited)) / (1 - against.excluded)

/** All options except splits and surrender. */
const unsplit = (against: Against, hand: Hand, suited: boolean): Option[] => {
  const { rules, upRank } = against
  if (isNatural(hand)) {
    const waits: Option = { action: null, value: net(against, hand, 'natural', suited) }
    if (!mayTakeEvenMoney(upRank, rules)) return [waits]
    const even = net(against, withAction(hand, 'even-money'), 'natural', suited)
    return [waits, { action: 'even-money', value: madeBefore(against, even, hand, suited) }]
  }
  if (isFrozenAce(hand, rules)) return [{ action: null, value: net(against, hand, 'split-ace', suited) }]
  if (totalOf(hand.points) === 21) return [{ action: null, value: net(against, hand, 'twenty-one', suited) }]
  return played(against, hand, suited)
}

/** A split hand that is not split again. */
const aloneAgainst = (against: Against, hand: Hand): Alone => {
  const [best] = bestFirst(unsplit(against, hand, false))
  const action = best?.action ?? null
  const unwon = against.rules.sevens === 'none' ? [] : FINALS.map((final) => unwonBy(against, hand, action, final))
  return { worth: best?.value ?? 0, unwon }
}

const unwonBy = (against: Against, hand: Hand, action: Action | null, final: DealerFinal): number => {
  const stays = (points: Points, ended: Ended): number =>
    outcomeOf({ ...hand, points, ended }, final, against.rules, false) === 'win' ? 0 : 1
  if (action === null || action === 'stand') return stays(hand.points, 'stand')
  const draws = action === 'hit'
  return third(against, hand, false, (line, points) => (draws ? line.unwon(points, 3, final) : stays(points, doubledOn(points))))
}

const optionsAgainst = (
  against: Against,
  splitValue: SplitValue,
  ...[hand, hands, suited]: Parameters<Values['options']>
): readonly Option[] => {
  const { rules, upRank, lineOf } = against
  if (hand.ranks.length > 2) return lineOf(stakedOn(against, hand, suited)).drawn(hand.points, hand.ranks.length)
  const found = unsplit(against, hand, suited)
  if (maySplit(hand, hands, rules)) {
    const action = maySplitFree(hand, hands, rules) ? 'free-split' : 'split'
    found.push({ action, value: splitValue(hand, hands, suited) })
  }
  if (!hand.fromSplit && !isNatural(hand) && maySurrender(hand, hands, upRank, rules)) {
    const value = net(against, hand, 'surrender', suited)
    // 002 Surrender l.42: nothing has been excluded before it; 003 Surrender l.48: only after the check.
    found.push({ action: 'surrender', value: rules.surrender === 'early' ? madeBefore(against, value, hand, suited) : value })
  }
  return bestFirst(found)
}
