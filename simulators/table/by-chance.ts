/** People who decide by chance, like people at a live table. */

import type { HouseRules } from '../../src/rules/house/rules.ts'
import type { Limits } from '../../src/rules/table.ts'
import type { BetAsk, DealerCustoms, DoubleAsk, InsuranceAsk, PlayerChoices } from './choices.ts'
import { between, oneOf, shuffled } from './random.ts'
import type { Strategy } from './types.ts'

interface People {
  readonly rules: HouseRules
  readonly limits: Limits
  readonly random: () => number
  /** Chance that a box plays, 0-1. */
  readonly occupied: number
  readonly strategy: Strategy
}

function mainBet({ limits, random }: People, most: number): number {
  const { min, unit } = limits
  const wanted = min * oneOf(random, [1, 1, 1, 2, 2, 3, 5, 10]) + unit * Math.floor(between(random, 0, 3))
  return Math.min(wanted, most - (most % unit))
}

function bet(people: People, { area, lying, most, bettors }: BetAsk): number {
  const { limits, random } = people
  if (area === 'main') {
    if (lying === 0) return mainBet(people, most)
    return random() < 0.15 && lying + limits.unit <= most ? limits.unit : 0
  }
  // The third player comes only after the second.
  const isNext = area === 'main2' || bettors === 2
  return isNext && random() < 0.3 && most >= limits.min ? mainBet(people, most) : 0
}

function sideBet({ limits, random }: People): number {
  const { sideMin, sideMax, sideUnit, unit, max } = limits
  if (random() > 0.35) return 0
  const step = sideUnit ?? unit
  const least = Math.ceil((sideMin ?? step) / step) * step
  return Math.min(least + step * Math.floor(between(random, 0, 3)), sideMax ?? max)
}

/** Some insure at the offer, few later, and a player who has insured may raise it when his stake grows. */
function isInsuring({ random, rules }: People, { when, insured }: InsuranceAsk): boolean {
  switch (when) {
    case 'offer':
      return random() < 0.4
    case 'between':
    case 'late':
      return rules.insurance !== 'none' && rules.insurance.deadline === 'before-dealer-draws' && insured === 0 && random() < 0.08
    case 'double':
    case 'split':
      return rules.insurance !== 'none' && rules.insurance.raiseOn?.includes(when) === true && insured > 0 && random() <= 0.4
    default:
      return false
  }
}

/** To what the chips can make: down or up. */
const rounded = (amount: number, step: number, random: () => number): number =>
  amount % step === 0 ? amount : (random() < 0.5 ? Math.floor(amount / step) : Math.ceil(amount / step)) * step

function insurance(people: People, ask: InsuranceAsk): number {
  const { random, rules } = people
  if (rules.insurance === 'none' || !isInsuring(people, ask) || ask.own <= 0) return 0
  const room = rules.insurance.othersMayCover && random() < 0.15 ? ask.all : ask.own
  if (rules.insurance.exact) return ask.insured === 0 ? rounded(room, ask.step, random) : 0
  return Math.floor((random() < 0.8 ? room : room / 2) / ask.step) * ask.step
}

/** If the house allows it, people double for half, for a single chip, or for what is left in their hand. */
function doubleStake({ random, rules }: People, { bet, step }: DoubleAsk): number {
  if (rules.doubleAmount === 'equal' || random() < 0.5) return bet
  const wanted = oneOf(random, [step, bet / 2, bet * random()])
  return Math.max(step, wanted - (wanted % step))
}

export function playersByChance(people: People): PlayerChoices {
  const { random, rules, occupied, strategy } = people
  return {
    returns: () => random() < 0.5,
    joins: () => random() < occupied,
    opens: (boxes) => oneOf(random, boxes),
    order: (boxes) => shuffled(random, boxes),
    bets: (ask) => bet(people, ask),
    tips: ({ step }) => (random() < 0.3 ? step * oneOf(random, [1, 1, 2, 3, 5, 5, 10, 15]) : 0),
    betsAside: () => sideBet(people),
    leaves: () => (random() > 0.025 ? 'never' : random() < 0.5 ? 'before' : 'at-turn'),
    insures: (ask) => insurance(people, ask),
    takesEvenMoney: (_box, _area, isInsured) => !isInsured && random() <= 0.4,
    decides: strategy,
    surrendersEarly: () => random() < 0.04,
    splitsAgain: (_box, move) => (random() < 0.8 ? move : null),
    drawsOn21: () => false,
    doublesFor: (ask) => doubleStake(people, ask),
    // 004 l.63: bound players' bets ride on the first hand unless they add.
    follows: () => random() < (rules.coBettorsBound ? 0.3 : 0.5),
    standsIn: () => false,
    collectsEarly: () => random() < 0.5,
    laysNext: (_box, most) => (random() < 0.04 ? mainBet(people, most) : 0),
    leavesLying: ({ lying, isBet, firstBet }) => {
      if (isBet && random() < 0.3) return lying
      return lying >= firstBet && random() < 0.4 ? firstBet : 0
    },
  }
}

/** Does everything he must, and the rest one way or another. */
export function dealerByChance(random: () => number): DealerCustoms {
  return {
    draws: (_cards, must) => must,
    stopsWhenDecided: () => random() < 0.6,
    sweepsInsuranceFirst: () => random() < 0.4,
    takesTuckedBust: () => random() < 0.5,
    paysTogether: () => random() < 0.5,
    pays: (_spot, due) => due,
    takes: (_spot, due) => due,
  }
}
