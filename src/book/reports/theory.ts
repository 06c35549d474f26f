/**
 * What bets are worth under the rules in force: the house's expectation, and how far chance may take a result from it.
 *
 * Averages are those of a full shoe (`whole-shoe.ts`), for players who make the best decisions. It is unknown how well the people at a
 * table play; worse players lose more than is stated here. The spread comes from simulated rounds of two boxes: boxes win and lose
 * together, because they meet the same dealer's hand, and any two boxes share what these two share. Insurance is placed when the ace is
 * known, so it has its own average under this condition, and its own correlation with the other bets of such a round. Rounds are assumed to
 * be independent of each other.
 */

import { decisionsOf } from '../../rules/figures/block.ts'
import { ACE } from '../../rules/game/cards.ts'
import type { Money } from '../../rules/game/settle.ts'
import { insuranceDue } from '../../rules/game/side-bets.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { BoxBets } from '../../rules/play/box-in-play.ts'
import { seededStream } from '../../rules/play/random.ts'
import { RoundPlayer } from '../../rules/play/round-player.ts'
import { FreshShoe } from '../../rules/play/shoe.ts'
import { potOfGoldValue } from '../../rules/strategy/pot-of-gold.ts'
import { type Strategy, strategyOf } from '../../rules/strategy/strategy.ts'
import { dealer22, expectationOf, naturalUnderAce } from '../../rules/strategy/whole-shoe.ts'

/** Bets with an average of their own. A prize is part of the main bet it is paid on, and so is a co-bettor's bet. */
export const BETS = ['main', 'p22', 'pog', 'ins'] as const
export type Bet = (typeof BETS)[number]
const MAIN = 0
const P22 = 1
const POG = 2
const INS = 3

/** One number per bet, in the order of BETS. */
export type PerBet = readonly number[]

/** Gains are the player's, per unit bet; 0 if the house has no such bet. */
export interface Theory {
  readonly means: PerBet
  /** Covariance of two bets on one box, and of two bets on different boxes. */
  readonly alone: readonly PerBet[]
  readonly together: readonly PerBet[]
}

/** Raised when the same rules give other numbers, so that no theory of an older version is used. */
export const THEORY_VERSION = 1
const ROUNDS = 400_000
const SEED = 1
/** The main bet is made of this many units, so that every ratio of a house pays whole units. */
const UNITS = 1000
const MONEY: Money = { smallestChip: 1, rounding: 'nearest' }

/** Takes a second or two. `rounds` rounds of two boxes are simulated for the spread. */
export const theoryOf = (rules: HouseRules, rounds: number = ROUNDS): Theory => {
  const strategy = strategyOf(rules)
  const pays = rules.insurance === 'none' ? null : insuranceDue(UNITS, { total: 21, blackjack: true }, { rules, money: MONEY }) / UNITS
  const means = [
    expectationOf(rules),
    rules.push22 === 'none' ? 0 : dealer22(rules) * (rules.push22.pays + 1) - 1,
    potOfGoldValue(strategy) ?? 0,
    pays === null ? 0 : naturalUnderAce(rules) * (pays + 1) - 1,
  ]
  return { means, ...spreadOf(strategy, rounds) }
}

/** Sums over rounds: of the gains, and of their products on one box and across two. */
class Moments {
  readonly #sums = BETS.map(() => 0)
  readonly #alone = BETS.map(() => BETS.map(() => 0))
  readonly #together = BETS.map(() => BETS.map(() => 0))
  #rounds = 0

  add(first: PerBet, second: PerBet): void {
    this.#rounds++
    for (let one = 0; one < BETS.length; one++) {
      const [a = 0, b = 0] = [first[one], second[one]]
      this.#sums[one] = (this.#sums[one] ?? 0) + a + b
      for (let other = 0; other < BETS.length; other++) {
        const [c = 0, d = 0] = [first[other], second[other]]
        addTo(this.#alone, one, other, a * c + b * d)
        addTo(this.#together, one, other, a * d + b * c)
      }
    }
  }

  covariances(of: 'alone' | 'together'): readonly PerBet[] {
    const values = 2 * Math.max(1, this.#rounds)
    const products = of === 'alone' ? this.#alone : this.#together
    return products.map((row, one) =>
      row.map((sum, other) => sum / values - ((this.#sums[one] ?? 0) / values) * ((this.#sums[other] ?? 0) / values)),
    )
  }
}

const addTo = (table: number[][], one: number, other: number, value: number): void => {
  const row = table[one]
  if (row !== undefined) row[other] = (row[other] ?? 0) + value
}

const spreadOf = (strategy: Strategy, rounds: number): Pick<Theory, 'alone' | 'together'> => {
  const { rules } = strategy
  const player = new RoundPlayer(rules, MONEY)
  const decide = decisionsOf(strategy, player)
  const box: BoxBets = {
    main: UNITS,
    p22: rules.push22 === 'none' ? 0 : UNITS,
    pog: rules.potOfGold === 'none' ? 0 : UNITS,
    player: { decide },
  }
  const shoe = new FreshShoe(rules.decks, seededStream(SEED, 0))
  const draw = () => shoe.draw()
  const gains = [0, 1].map(() => BETS.map(() => 0))
  const [every, underAce] = [new Moments(), new Moments()]
  const say: Parameters<RoundPlayer['settle']>[0] = (at, area, _hand, amount) => {
    const own = gains[at]
    const bet = area === 'p22' ? P22 : area === 'pog' ? POG : MAIN
    if (own !== undefined) own[bet] = (own[bet] ?? 0) + amount / UNITS
  }
  for (let round = 0; round < rounds; round++) {
    shoe.refill()
    player.play([box, box], draw)
    const insured = insuranceDue(UNITS, player.final, { rules, money: MONEY }) / UNITS
    for (const own of gains) own.splice(0, BETS.length, 0, 0, 0, insured)
    player.settle(say)
    const [first = [], second = []] = gains
    every.add(first, second)
    if (player.upRank === ACE && rules.insurance !== 'none') underAce.add(first, second)
  }
  const joined = (of: 'alone' | 'together') => {
    const [all, offered] = [every.covariances(of), underAce.covariances(of)]
    return all.map((row, one) => row.map((value, other) => (one === INS || other === INS ? (offered[one]?.[other] ?? 0) : value)))
  }
  return { alone: joined('alone'), together: joined('together') }
}

/** What was bet on the boxes of one round, minor units; each box in the order of BETS. */
export type RoundBets = readonly PerBet[]

const weighed = (table: readonly PerBet[], one: PerBet, other: PerBet): number =>
  table.reduce((sum, row, at) => sum + row.reduce((inner, value, beside) => inner + value * (one[at] ?? 0) * (other[beside] ?? 0), 0), 0)

/** The house's expectation for a round with these bets, and its variance, in minor units and their squares. `only`: these bets alone. */
export const expectedOf = (
  theory: Theory,
  bets: RoundBets,
  only: readonly Bet[] = BETS,
): { readonly win: number; readonly variance: number } => {
  const counted = bets.map((box) => box.map((bet, at) => (only.includes(BETS[at] as Bet) ? bet : 0)))
  const all = BETS.map((_, at) => counted.reduce((sum, box) => sum + (box[at] ?? 0), 0))
  const win = 0 - all.reduce((sum, bet, at) => sum + bet * (theory.means[at] ?? 0), 0)
  const own = counted.reduce((sum, box) => sum + weighed(theory.alone, box, box) - weighed(theory.together, box, box), 0)
  return { win, variance: own + weighed(theory.together, all, all) }
}
