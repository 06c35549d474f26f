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
import { bestFirst, bestOf, type Line, newLine, type Option } from './lines.ts'
import { NO_PRIZE, type Prize, prizeOf } from './prizes.ts'
import { netAgainst, netOver } from './settled.ts'
import { type Alone, splitValues } from './split.ts'

export interface Values {
  /**
   * Every legal decision of a hand of two or more cards in a box of `hands` hands, best first. 21, a natural that cannot take even money,
   * and a split ace that cannot be split again have one entry, null. A paid double or split is left out if it is also free: it wins
   * as much and may lose more. `suited`: the first two cards have one suit; it matters only for a pair of sevens.
   */
  options(hand: Hand, hands: number, suited: boolean): readonly Option[]
  /** The same for a hand of three or more cards, by its points, stake and prize. */
  drawn(points: Points, real: number, lammers: number, prize: Prize): readonly Option[]
  /** The value of a box's first two cards before the dealer has checked. */
  before(hand: Hand, suited: boolean): number
}

/** The cards players may draw, and how the dealer may end. */
export interface ShoeLeft {
  readonly draws: Draws
  readonly odds: DealerOdds
}

const infinite = (upRank: number, rules: HouseRules): ShoeLeft => ({ draws: DRAWS, odds: dealerOdds(upRank, rules) })

/** `upRank`: rank index 0-12; `shoe`: what is left of it after the up card, if it is not infinite. */
export const valuesAgainst = (upRank: number, rules: HouseRules, shoe: ShoeLeft = infinite(upRank, rules)): Values => {
  const {
    draws,
    odds: { finals, natural, checked },
  } = shoe
  const coming = { draws, finals }
  const excluded = checked ? natural : 0

  const lines = new Map<string, Line>()
  const lineOf = (real: number, lammers: number, prize: Prize): Line => {
    const key = `${real}/${lammers}/${prize.winning}/${prize.otherwise}`
    const line = lines.get(key) ?? newLine(real, lammers, prize, coming, rules)
    lines.set(key, line)
    return line
  }

  const prizeFor = (hand: Hand, suited: boolean): Prize => (hand.fromSplit ? NO_PRIZE : prizeOf([hand], suited, rules))
  const net = (hand: Hand, ended: Ended, suited: boolean): number => netOver({ ...hand, ended }, finals, prizeFor(hand, suited), rules)

  /** The average over the third card; a third seven may change the prize. */
  const third = (hand: Hand, suited: boolean, real: number, lammers: number, of: (line: Line, points: Points) => number): number => {
    let sum = 0
    for (const { rank, share } of draws) {
      const next = withCard(hand, 2, rank)
      sum += share * of(lineOf(real, lammers, prizeFor(next, suited)), next.points)
    }
    return sum
  }
  const doubledOn = (points: Points): Ended => (totalOf(points) > 21 ? 'bust' : 'double')
  const doubled = (hand: Hand, suited: boolean, real: number, lammers: number): number =>
    third(hand, suited, real, lammers, (line, points) => line.ended(points, doubledOn(points)))

  /** Two cards that are played on. */
  const played = (hand: Hand, suited: boolean): Option[] => {
    const { real, lammers } = hand
    const found: Option[] = []
    if (mayStand(hand, rules)) found.push({ action: 'stand', value: net(hand, 'stand', suited) })
    if (!mayDraw(hand, rules)) return found
    found.push({ action: 'hit', value: third(hand, suited, real, lammers, (line, points) => bestOf(line.drawn(points))) })
    if (mayDoubleFree(hand, rules)) found.push({ action: 'free-double', value: doubled(hand, suited, real, lammers + 1) })
    else if (mayDouble(hand, rules)) found.push({ action: 'double', value: doubled(hand, suited, real + 1, lammers) })
    return found
  }

  const againstNatural = (hand: Hand, suited: boolean): number => {
    const final = FINALS[NATURAL]
    const ended = isNatural(hand) ? 'natural' : null
    return final === undefined ? 0 : netAgainst({ ...hand, ended }, final, prizeFor(hand, suited), rules)
  }

  /** The value of a decision made before the check, comparable with decisions made after it. */
  const madeBefore = (value: number, hand: Hand, suited: boolean): number =>
    (value - excluded * againstNatural(hand, suited)) / (1 - excluded)

  /** All options except splits and surrender. */
  const unsplit = (hand: Hand, suited: boolean): Option[] => {
    if (isNatural(hand)) {
      const waits: Option = { action: null, value: net(hand, 'natural', suited) }
      if (!mayTakeEvenMoney(upRank, rules)) return [waits]
      const even = net(withAction(hand, 'even-money'), 'natural', suited)
      return [waits, { action: 'even-money', value: madeBefore(even, hand, suited) }]
    }
    if (isFrozenAce(hand, rules)) return [{ action: null, value: net(hand, 'split-ace', suited) }]
    if (totalOf(hand.points) === 21) return [{ action: null, value: net(hand, 'twenty-one', suited) }]
    return played(hand, suited)
  }

  const known = new Map<string, Alone>()
  /** A split hand that is not split again. */
  const alone = (hand: Hand): Alone => {
    const key = `${hand.ranks.join(',')}/${hand.real}/${hand.lammers}`
    const before = known.get(key)
    if (before !== undefined) return before
    const [best] = bestFirst(unsplit(hand, false))
    const action = best?.action ?? null
    const unwon = rules.sevens === 'none' ? [] : FINALS.map((final) => unwonBy(hand, action, final))
    const worked = { worth: best?.value ?? 0, unwon }
    known.set(key, worked)
    return worked
  }

  const unwonBy = (hand: Hand, action: Action | null, final: DealerFinal): number => {
    const stays = (points: Points, ended: Ended): number => (outcomeOf({ ...hand, points, ended }, final, rules, false) === 'win' ? 0 : 1)
    if (action === null || action === 'stand') return stays(hand.points, 'stand')
    const draws = action === 'hit'
    return third(hand, false, hand.real, hand.lammers, (line, points) =>
      draws ? line.unwon(points, final) : stays(points, doubledOn(points)),
    )
  }
  const splitValue = splitValues(coming, rules, alone)

  const options = (hand: Hand, hands: number, suited: boolean): readonly Option[] => {
    if (hand.ranks.length > 2) return lineOf(hand.real, hand.lammers, prizeFor(hand, suited)).drawn(hand.points)
    const found = unsplit(hand, suited)
    if (maySplit(hand, hands, rules)) {
      const action = maySplitFree(hand, hands, rules) ? 'free-split' : 'split'
      found.push({ action, value: splitValue(hand, hands, suited) })
    }
    if (!hand.fromSplit && !isNatural(hand) && maySurrender(hand, hands, upRank, rules)) {
      const value = net(hand, 'surrender', suited)
      // 002 Surrender l.42: nothing has been excluded before it; 003 Surrender l.48: only after the check.
      found.push({ action: 'surrender', value: rules.surrender === 'early' ? madeBefore(value, hand, suited) : value })
    }
    return bestFirst(found)
  }

  return {
    options,
    drawn: (points, real, lammers, prize) => lineOf(real, lammers, prize).drawn(points),
    before: (hand, suited) => excluded * againstNatural(hand, suited) + (1 - excluded) * bestOf(options(hand, 1, suited)),
  }
}
