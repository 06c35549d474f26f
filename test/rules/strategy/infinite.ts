/**
 * Blackjack from an infinite shoe, worked out a second time and without a line of the product: what `src/rules/strategy` is compared with.
 * Cards are values 1-10, a hand is its hard sum and whether it holds an ace. Prizes for sevens are left out; numbers are lines of the
 * houses' documents.
 */
import type { HouseRules } from '../../../src/rules/house/rules.ts'

export const CARDS: readonly (readonly [value: number, share: number])[] = Array.from(
  { length: 10 },
  (_, i) => [i + 1, i === 9 ? 4 / 13 : 1 / 13] as const,
)

/** Best total of a hard sum. */
export const best = (sum: number, ace: boolean): number => (ace && sum <= 11 ? sum + 10 : sum)

/** `17` to `21`, `natural`, `22` or `bust`. */
export type Ends = ReadonlyMap<string, number>

/** Every run of cards the dealer can draw, one by one. */
export function dealerEnds(up: number, hitsSoft17: boolean): Ends {
  const ends = new Map<string, number>()
  const add = (end: string, chance: number) => ends.set(end, (ends.get(end) ?? 0) + chance)
  const draw = (sum: number, ace: boolean, cards: number, chance: number): void => {
    const total = best(sum, ace)
    if (total === 21 && cards === 2) add('natural', chance)
    else if (total > 22) add('bust', chance)
    else if (total > 17 || (total === 17 && !(hitsSoft17 && ace && sum === 7))) add(`${total}`, chance)
    else for (const [value, share] of CARDS) draw(sum + value, ace || value === 1, cards + 1, chance * share)
  }
  draw(up, up === 1, 1, 1)
  return ends
}

/** Does the dealer look for a natural under this card? */
export const looks = (up: number, rules: HouseRules): boolean =>
  rules.dealOrder.includes('dealer:down') && rules.peek.includes(up === 1 ? 'A' : 'T') && (up === 1 || up === 10)

/** What a hand gains by winning and what it loses. */
interface Stake {
  readonly gain: number
  readonly loss: number
}
const CHIPS: Stake = { gain: 1, loss: 1 }
const LAMMER: Stake = { gain: 1, loss: 0 }

/** The net gain of a box in bets against one up card, before the dealer looks. */
export function against(up: number, rules: HouseRules): number {
  const ends = dealerEnds(up, rules.dealerSoft17 === 'hit')
  const natural = ends.get('natural') ?? 0
  const out = looks(up, rules) ? natural : 0
  const chance = (end: string): number => (end === 'natural' ? natural - out : (ends.get(end) ?? 0)) / (1 - out)

  function standing(total: number, { gain, loss }: Stake): number {
    let sum = -loss * chance('natural') + gain * chance('bust')
    if (rules.dealer22 === 'bust') sum += gain * chance('22')
    for (let dealer = 17; dealer <= 21; dealer++) sum += chance(`${dealer}`) * (total > dealer ? gain : total < dealer ? -loss : 0)
    return sum
  }

  const seen = new Map<string, number>()
  /** Drawing as long as it is better. */
  function playing(sum: number, ace: boolean, stake: Stake, cards = 2): number {
    if (sum > 21) return -stake.loss
    if (cards === rules.charlie) return stake.gain
    const total = best(sum, ace)
    if (total === 21) return standing(21, stake)
    const key = `${sum} ${ace} ${stake.loss} ${rules.charlie === 'none' ? '' : cards}`
    const before = seen.get(key)
    if (before !== undefined) return before
    const must = rules.mustDrawTo !== 'none' && total <= rules.mustDrawTo // 000 l.90
    const value = Math.max(must ? -9 : standing(total, stake), hitting(sum, ace, stake, cards))
    seen.set(key, value)
    return value
  }
  const hitting = (sum: number, ace: boolean, stake: Stake, cards: number): number =>
    CARDS.reduce((all, [value, share]) => all + share * playing(sum + value, ace || value === 1, stake, cards + 1), 0)
  const doubling = (sum: number, ace: boolean, { gain, loss }: Stake): number =>
    CARDS.reduce((all, [value, share]) => {
      const now = sum + value
      return all + share * (now > 21 ? -loss : standing(best(now, ace || value === 1), { gain, loss }))
    }, 0)

  function twoCards(one: number, other: number, stake: Stake, split: boolean): number {
    const [sum, ace] = [one + other, one === 1 || other === 1]
    if (split && one === 1 && rules.splitAcesOneCard) return standing(best(sum, ace), stake)
    let value = playing(sum, ace, stake)
    const banned = split && (rules.doubleAfterSplit === 'no' || (one === 1 && rules.doubleAfterSplit === 'not-aces'))
    if (best(sum, ace) === 21 || banned) return value
    const { gain, loss } = stake
    const listed = rules.doubleTotals === 'any' || (!ace && rules.doubleTotals.includes(sum)) // 004 l.35
    const free = rules.freeDouble && !ace && sum >= 9 && sum <= 11 // 000 l.205
    if (listed) value = Math.max(value, doubling(sum, ace, { gain: gain + 1, loss: free ? loss : loss + 1 }))
    return value
  }

  /** Each hand of the box gets its second card in turn; a further split is taken where it is the better of the two for the whole box. */
  function splitting(card: number, waiting: readonly Stake[], hands: number): number {
    const [next, ...others] = waiting
    if (next === undefined) return 0
    const alike = card === 10 && rules.splitEquality === 'rank' ? 1 / 13 : card === 10 ? 4 / 13 : 1 / 13
    const most = card === 1 ? Math.min(rules.maxHands, rules.splitAcesMaxHands) : rules.maxHands
    const rest = splitting(card, others, hands)
    let value = 0
    for (const [second, share] of CARDS) value += share * (twoCards(card, second, next, true) + rest)
    if (hands >= most) return value
    const kept = twoCards(card, card, next, true) + rest
    const parted = splitting(card, [next, newStake(card), ...others], hands + 1)
    return value + alike * Math.max(0, parted - kept)
  }
  /** 000 l.154: all but ten-values are split on a lammer. */
  const newStake = (card: number): Stake => (rules.freeSplit && card !== 10 ? LAMMER : CHIPS)

  /** The first two cards; `pair` where they may be split. */
  function dealt(one: number, other: number, pair: boolean): number {
    if (best(one + other, one === 1 || other === 1) === 21) {
      const [pays, per] = rules.blackjackPay
      const waits = (pays / per) * (1 - natural)
      return rules.evenMoneyAgainst.includes(up === 1 ? 'A' : 'T') && (up === 1 || up === 10) ? Math.max(waits, 1) : waits
    }
    let value = twoCards(one, other, CHIPS, false)
    const most = one === 1 ? Math.min(rules.maxHands, rules.splitAcesMaxHands) : rules.maxHands
    if (pair && most > 1) value = Math.max(value, splitting(one, [CHIPS, newStake(one)], 2))
    const barred = (up === 1 && rules.surrenderNotAgainst.includes('A')) || (up === 10 && rules.surrenderNotAgainst.includes('T'))
    const excluded = natural === out
    if (rules.surrender === 'late' && excluded && !barred) value = Math.max(value, -1 / 2)
    const whole = -out + (1 - out) * value
    return rules.surrender === 'early' && !barred ? Math.max(whole, -1 / 2) : whole
  }

  let sum = 0
  for (const [one, share] of CARDS) {
    for (const [other, otherShare] of CARDS) {
      const pairs = one !== other ? 0 : one === 10 && rules.splitEquality === 'rank' ? 1 / 4 : 1
      sum += share * otherShare * (pairs * dealt(one, other, true) + (1 - pairs) * dealt(one, other, false))
    }
  }
  return sum
}
