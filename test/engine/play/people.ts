/** Players who do all that the rules let them, sensible or not, and a record of what they were asked and what they answered. */
import { playersByChance } from '../../../simulators/table/by-chance.ts'
import type { BetAsk, InsuranceAsk, PlayerChoices } from '../../../simulators/table/choices.ts'
import { oneOf } from '../../../simulators/table/random.ts'
import { looseStrategy } from '../../../simulators/table/strategy.ts'
import type { Decision, MainArea, PlayedAction } from '../../../simulators/table/types.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { Limits } from '../../../src/rules/table.ts'

export interface Crowd {
  readonly rules: HouseRules
  readonly limits: Limits
  readonly random: () => number
  /** Share of the decisions that are any legal one, 0-1. */
  readonly odd: number
}

/** Any amount the limits allow, small ones often. */
const anyBet = ({ limits, random }: Crowd, most: number): number => {
  const { min, unit } = limits
  const steps = Math.floor((most - min) / unit)
  if (steps < 0) return 0
  return min + unit * Math.min(steps, oneOf(random, [0, 1, 2, 3, 5, Math.floor(random() * 20), Math.floor(random() * (steps + 1))]))
}

const bet = (crowd: Crowd, { area, lying, most, bettors }: BetAsk): number => {
  const { limits, random } = crowd
  if (area === 'main') {
    if (lying === 0) return anyBet(crowd, most)
    return random() < 0.2 && lying + limits.unit <= most ? limits.unit : 0
  }
  const isNext = area === 'main2' || bettors === 2
  return isNext && random() < 0.35 ? anyBet(crowd, most) : 0
}

/** `stakes`: first bets of the box. */
const insurance = ({ random, rules, limits }: Crowd, ask: InsuranceAsk, stakes: readonly number[]): number => {
  const { when, insured, own, all, step } = ask
  if (rules.insurance === 'none' || step === 0 || random() < (when === 'offer' ? 0.5 : 0.8)) return 0
  const { exact, min, base, othersMayCover, ratio } = rules.insurance
  // A stake that grows raises what lies there; it is no new offer.
  if (insured === 0 && when !== 'offer' && when !== 'between' && when !== 'late') return 0
  // Where it is to be exactly a share, each bettor's own share has to be one that chips can make.
  if (exact && (insured > 0 || stakes.some((stake) => (stake * ratio[0]) % (ratio[1] * step) !== 0))) return 0
  const most = !exact && base === 'all-boxes' && othersMayCover && random() < 0.3 ? all : own
  if (most <= 0 || (exact && most % step !== 0)) return 0
  const amount = exact || random() < 0.5 ? most - (most % step) : step * Math.ceil(random() * Math.floor(most / step))
  return amount > most || (min === 'half-table-min' && 2 * (insured + amount) < limits.min) ? 0 : amount
}

const decision = ({ random, odd }: Crowd, asked: Decision): PlayedAction => {
  const move = looseStrategy(odd)(asked)
  if (!move.startsWith('free-') || random() < 0.75) return move
  return move === 'free-double' ? 'double' : 'split'
}

export const oddPlayers = (crowd: Crowd): PlayerChoices => {
  const { random, rules, limits, odd } = crowd
  const usual = playersByChance({ rules, limits, random, occupied: 0.7, strategy: looseStrategy(odd) })
  const away = new Set<number>()
  const stakes = new Map<number, readonly number[]>()
  return {
    ...usual,
    bets: (ask) => {
      const added = bet(crowd, ask)
      stakes.set(ask.box, [...(ask.area === 'main' ? [] : (stakes.get(ask.box) ?? [])), ask.lying + added])
      return added
    },
    leaves: (box) => {
      const leaving = random() > 0.08 ? 'never' : random() < 0.5 ? 'before' : 'at-turn'
      if (leaving === 'never') away.delete(box)
      else away.add(box)
      return leaving
    },
    insures: (ask) => insurance(crowd, ask, stakes.get(ask.box) ?? []),
    takesEvenMoney: () => random() < 0.5,
    decides: (asked) => decision(crowd, asked),
    drawsOn21: (box) => !away.has(box) && random() < 0.4,
    follows: () => random() < 0.6,
    standsIn: () => true,
  }
}

/** What was asked of the people and what they said. Whom the table asked in what order goes unrecorded where it makes no difference. */
export type Asked =
  | { readonly what: 'order'; readonly answer: readonly number[] }
  | { readonly what: 'returns' | 'joins' | 'standsIn' | 'collectsEarly' | 'drawsOn21'; readonly box: number; readonly answer: boolean }
  | { readonly what: 'opens' | 'leavesLying' | 'laysNext'; readonly box: number; readonly answer: number }
  | (Bet & { readonly what: 'bets' | 'betsAside' })
  | { readonly what: 'leaves'; readonly box: number; readonly answer: 'before' | 'at-turn' | 'never' }
  | { readonly what: 'insures'; readonly box: number; readonly when: InsuranceAsk['when']; readonly answer: number }
  | { readonly what: 'takesEvenMoney' | 'follows'; readonly box: number; readonly area: MainArea; readonly answer: boolean }
  | { readonly what: 'doublesFor'; readonly box: number; readonly area: MainArea; readonly bet: number; readonly answer: number }
  | { readonly what: 'splitsAgain'; readonly box: number; readonly answer: PlayedAction | null }
  | Decided

interface Bet {
  readonly box: number
  readonly area: MainArea | 'p22' | 'pog'
  readonly lying: number
  readonly answer: number
}

interface Decided {
  readonly what: 'decides'
  readonly box: number
  readonly cards: string
  /** As they were offered. */
  readonly moves: readonly PlayedAction[]
  readonly answer: PlayedAction
}

/** Questions of one kind. */
export type Of<W extends Asked['what']> = Asked extends infer A ? (A extends { what: infer V } ? (W extends V ? A : never) : never) : never

/** Has the last word: `asked.answer` is what the people would say. */
export type Through = (asked: Asked) => Asked['answer']

/** People all of whose answers go through one function: to write them down, or to say again what was written. */
export const speaking = (people: PlayerChoices, through: Through): PlayerChoices => {
  const say = <A extends Asked>(asked: A): A['answer'] => through(asked) as A['answer']
  return {
    returns: (box) => say({ what: 'returns', box, answer: people.returns(box) }),
    joins: (box) => say({ what: 'joins', box, answer: people.joins(box) }),
    opens: (boxes) => say({ what: 'opens', box: 0, answer: people.opens(boxes) }),
    order: <T>(boxes: readonly T[]): T[] => {
      const numbered = people.order(boxes.map((_, at) => at))
      return say({ what: 'order', answer: numbered }).map((at) => boxes[at] as T)
    },
    bets: (ask) => say({ what: 'bets', box: ask.box, area: ask.area, lying: ask.lying, answer: people.bets(ask) }),
    tips: (ask) => say({ what: 'bets', box: ask.box, area: 'main2', lying: 0, answer: people.tips(ask) }),
    betsAside: (box, area) => say({ what: 'betsAside', box, area, lying: 0, answer: people.betsAside(box, area) }),
    leaves: (box) => say({ what: 'leaves', box, answer: people.leaves(box) }),
    insures: (ask) => say({ what: 'insures', box: ask.box, when: ask.when, answer: people.insures(ask) }),
    takesEvenMoney: (box, area, insured) => say({ what: 'takesEvenMoney', box, area, answer: people.takesEvenMoney(box, area, insured) }),
    surrendersEarly: (box) => people.surrendersEarly(box),
    decides: (asked) => {
      const { box, cards, moves } = asked
      return say({ what: 'decides', box, cards: cards.join(' '), moves: [...moves], answer: people.decides(asked) })
    },
    splitsAgain: (box, move) => say({ what: 'splitsAgain', box, answer: people.splitsAgain(box, move) }) as 'split' | 'free-split' | null,
    drawsOn21: (box, isLast) => say({ what: 'drawsOn21', box, answer: people.drawsOn21(box, isLast) }),
    doublesFor: (ask) => say({ what: 'doublesFor', box: ask.box, area: ask.area, bet: ask.bet, answer: people.doublesFor(ask) }),
    follows: (box, area) => say({ what: 'follows', box, area, answer: people.follows(box, area) }),
    standsIn: (box) => say({ what: 'standsIn', box, answer: people.standsIn(box) }),
    laysNext: (box, most) => say({ what: 'laysNext', box, answer: people.laysNext(box, most) }),
    collectsEarly: (box) => say({ what: 'collectsEarly', box, answer: people.collectsEarly(box) }),
    leavesLying: (ask) => say({ what: 'leavesLying', box: ask.box, answer: people.leavesLying(ask) }),
  }
}
