/**
 * One box played from an infinite shoe as a strategy says, settled here: rules and money without a line of the engine. What is legal is
 * checked at every decision. Numbers are lines of the houses' documents.
 */
import assert from 'node:assert/strict'
import { addRank, NO_POINTS, type Points } from '../../../src/rules/game/cards.ts'
import type { Action } from '../../../src/rules/game/outcome.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { Strategy } from '../../../src/rules/strategy/strategy.ts'
import { best, looks } from './infinite.ts'

export interface PlayedHand {
  readonly ranks: number[]
  points: Points
  real: number
  lammers: number
  fromSplit: boolean
  over: boolean
}

const worth = (rank: number): number => Math.min(rank + 1, 10)
const sumOf = (ranks: readonly number[]): number => ranks.reduce((sum, rank) => sum + worth(rank), 0)
const totalOf = (ranks: readonly number[]): number => best(sumOf(ranks), ranks.includes(0))
const isAce = (rank: number | undefined): boolean => rank === 0

export function handOf(ranks: readonly number[], real: number, lammers: number, fromSplit: boolean): PlayedHand {
  return { ranks: [...ranks], points: ranks.reduce(addRank, NO_POINTS), real, lammers, fromSplit, over: false }
}

/** Everything a player may say to this hand; empty where he is not asked. */
export function legal(hand: PlayedHand, hands: number, up: number, rules: HouseRules): readonly Action[] {
  const { ranks, fromSplit } = hand
  const [one = 0, other = 0] = ranks
  const two = ranks.length === 2
  const total = totalOf(ranks)
  const hard = !ranks.includes(0)
  const isListed = (ups: readonly string[]) => (isAce(up) && ups.includes('A')) || (worth(up) === 10 && ups.includes('T'))
  if (two && !fromSplit && total === 21) return isListed(rules.evenMoneyAgainst) ? ['even-money'] : []
  const actions: Action[] = []
  const alike = rules.splitEquality === 'rank' ? one === other : worth(one) === worth(other)
  if (two && alike && hands < Math.min(rules.maxHands, isAce(one) ? rules.splitAcesMaxHands : 4)) {
    actions.push(rules.freeSplit && worth(one) < 10 ? 'free-split' : 'split') // 000 l.154, 001 l.8
  }
  if (total >= 21 || ranks.length === rules.charlie || (fromSplit && isAce(one) && rules.splitAcesOneCard)) return actions
  actions.push('hit')
  if (rules.mustDrawTo === 'none' || total > rules.mustDrawTo) actions.push('stand') // 000 l.90
  const afterSplit = !fromSplit || rules.doubleAfterSplit === 'yes' || (rules.doubleAfterSplit === 'not-aces' && !isAce(one))
  if (two && afterSplit && (rules.doubleTotals === 'any' || (hard && rules.doubleTotals.includes(total)))) {
    actions.push(rules.freeDouble && hard && total >= 9 && total <= 11 ? 'free-double' : 'double') // 000 l.205, 001 l.7
  }
  const open = worth(up) === 10 || isAce(up)
  const late = !open || looks(worth(up), rules)
  if (two && !fromSplit && !isListed(rules.surrenderNotAgainst) && (rules.surrender === 'early' || (rules.surrender === 'late' && late))) {
    actions.push('surrender')
  }
  return actions
}

export interface Deal {
  readonly ranks: readonly [number, number]
  readonly up: number
  /** The first two cards are of one suit. */
  readonly suited: boolean
}

export const dealt = (random: () => number): Deal => {
  const rank = (): number => Math.floor(random() * 13)
  return { ranks: [rank(), rank()], up: rank(), suited: random() < 1 / 4 }
}

/** The net gain of the box in bets. */
export function playedOut({ ranks, up, suited }: Deal, strategy: Strategy, random: () => number): number {
  const { rules } = strategy
  const draw = (): number => Math.floor(random() * 13)
  const hands: PlayedHand[] = [handOf(ranks, 1, 0, false)]
  const decide = (hand: PlayedHand): Action | null => {
    const action = strategy.decide(hand, hands.length, up, suited)
    const allowed = legal(hand, hands.length, up, rules)
    const mayStay = allowed.every((each) => each.endsWith('split') || each === 'even-money')
    if (action === null ? !mayStay : !allowed.includes(action))
      assert.fail(`${action} on ${hand.ranks} against ${up}, hands ${hands.length}`)
    return action
  }

  const dealer = [up, draw()]
  const dealerNatural = totalOf(dealer) === 21
  const natural = totalOf(ranks) === 21
  let action = natural || (rules.surrender === 'early' && looks(worth(up), rules)) ? decide(hands[0] as PlayedHand) : null
  if (action === 'even-money') return 1
  if (action === 'surrender') return -1 / 2
  if (natural) return dealerNatural ? 0 : rules.blackjackPay[0] / rules.blackjackPay[1]
  if (dealerNatural && looks(worth(up), rules)) return -1

  const third: number[] = []
  const give = (hand: PlayedHand): void => {
    const rank = draw()
    third.push(rank)
    hand.ranks.push(rank)
    hand.points = addRank(hand.points, rank)
  }
  for (let at = 0; at < hands.length; at++) {
    const hand = hands[at] as PlayedHand
    if (hand.ranks.length === 1) give(hand)
    while (!hand.over) {
      action = decide(hand)
      if (action === 'surrender') return -1 / 2
      if (action === 'split' || action === 'free-split') {
        const parted = hand.ranks.pop() ?? 0
        hand.points = hand.ranks.reduce(addRank, NO_POINTS)
        hand.fromSplit = true
        hands.splice(at + 1, 0, handOf([parted], action === 'split' ? 1 : 0, action === 'split' ? 0 : 1, true))
        give(hand)
        continue
      }
      if (action === 'double') hand.real++
      if (action === 'free-double') hand.lammers++
      if (action !== 'stand' && action !== null) give(hand)
      hand.over = action !== 'hit' || totalOf(hand.ranks) > 21
    }
  }

  const sum = (): number => totalOf(dealer)
  const isSoft17 = (): boolean => sum() === 17 && sumOf(dealer) === 7
  while (sum() < 17 || (isSoft17() && rules.dealerSoft17 === 'hit')) dealer.push(draw())
  let net = 0
  let won = false
  for (const hand of hands) {
    const total = totalOf(hand.ranks)
    const wins = total <= 21 && hand.ranks.length === rules.charlie
    const pushes = sum() === 22 && rules.dealer22 === 'push'
    const loses = total > 21 || (!wins && (dealerNatural || (sum() <= 21 && total < sum())))
    if (loses) net -= hand.real
    else if (wins || (!pushes && (sum() > 21 || total > sum()))) {
      net += hand.real + hand.lammers
      won = true
    }
  }
  return net + (won ? prize([...ranks, ...third], suited, random, rules) : 0)
}

const SEVEN = 6

/** 002 l.48-59: a box that wins. */
function prize(cards: readonly number[], suited: boolean, random: () => number, rules: HouseRules): number {
  const { sevens } = rules
  if (sevens === 'none' || cards[0] !== SEVEN) return 0
  const paid = ([pays, per]: readonly [number, number]): number => pays / per
  if (cards[1] !== SEVEN) return paid(sevens.firstSeven)
  if (cards[2] !== SEVEN) return paid(suited ? sevens.twoSuited : sevens.twoSevens)
  return paid(suited && random() < 1 / 4 ? sevens.threeSuited : sevens.threeSevens)
}
