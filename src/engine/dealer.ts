/** The dealer's draw: forced by the house's rule, so it follows from where it starts and which cards come. */
import type { HouseRules } from '../house/rules.ts'
import { addRank, isSoft, NO_POINTS, type Points, totalOf } from './cards.ts'
import type { Hand } from './hand.ts'

/** What is left to decide when the boxes are finished: nothing, a natural or insurance, or a hand that plays on. */
export type Need = 'nothing' | 'natural' | 'all'

export interface DealerRun {
  /** Position after the dealer's last card. */
  readonly end: number
  /** Cards he drew after the initial deal. */
  readonly drawn: number
  /** He may stop here. */
  readonly done: boolean
  readonly total: number
  readonly soft: boolean
  readonly blackjack: boolean
}

/** `hole`: his second card's rank, null = dealt and unknown, undefined = not dealt. `ranks[p]`: null = unread. */
export interface DealerInput {
  readonly rules: HouseRules
  readonly upRank: number
  readonly hole: number | null | undefined
  readonly ranks: readonly (number | null)[]
  readonly start: number
  readonly need: Need
  /** The check found no natural (001 Dealing procedure 2-4; 003 by its surrender rule). */
  readonly checkedNoNatural: boolean
}

/** Draw to 16, stand on 17 (000 §3 l.95, 002 l.23, 003 l.50, 004 l.25); soft 17 by the house. */
export const dealerDraws = (points: Points, rules: HouseRules): boolean => {
  const total = totalOf(points)
  return total < 17 || (total === 17 && isSoft(points) && rules.dealerSoft17 === 'hit')
}

export const strongest = (one: Need, other: Need): Need => (one === 'nothing' || other === 'all' ? other : one)

/** What a finished box still needs of the dealer. `othersWait`: another bettor of the box did not take even money. */
export const needOf = (hands: readonly Hand[], paidBeforePlay: boolean, othersWait: boolean): Need => {
  let need: Need = 'nothing'
  for (const hand of hands) {
    if (hand.ended === 'natural') {
      if (!paidBeforePlay && (othersWait || !hand.actions.includes('even-money'))) need = strongest(need, 'natural')
    } else if (hand.ended !== 'bust' && hand.ended !== 'surrender') need = 'all'
  }
  return need
}

/** What is open when the boxes are finished. `hole`: undefined where the house deals none. */
export interface DealerTask {
  readonly rules: HouseRules
  readonly sideBetsOpen: boolean
  readonly insuranceOpen: boolean
  readonly hole: number | null | undefined
}

const STAY: readonly Need[] = ['nothing']
const PLAY_ON: readonly Need[] = ['all']
const STAY_OR_PLAY_ON: readonly Need[] = ['nothing', 'all']
const ONE_OR_PLAY_ON: readonly Need[] = ['natural', 'all']

/** How far he may play, the least first: 001 l.17 and 000 §6: Push 22 is played to the end. An open natural or insurance may be decided by one card, or played out. */
export const dealerNeeds = ({ rules, sideBetsOpen, insuranceOpen, hole }: DealerTask, need: Need): readonly Need[] => {
  if (need === 'all' || rules.dealerDrawsWhenAllDone === 'always') return PLAY_ON
  if (rules.dealerDrawsWhenAllDone === 'never') return STAY
  if (sideBetsOpen) return PLAY_ON
  const noHole = hole === undefined
  if (need === 'natural') {
    if (!noHole) return STAY_OR_PLAY_ON
    // 000 §3 l.118: an unpaid natural makes him finish his hand.
    return rules.dealerDrawForBlackjack === 'finish' ? PLAY_ON : ONE_OR_PLAY_ON
  }
  return insuranceOpen && noHole ? ONE_OR_PLAY_ON : STAY
}

const ALL_RANKS: readonly number[] = Array.from({ length: 13 }, (_, rank) => rank)

/** Every run the rules allow from `start`: one where all is known and something is left to decide. */
export const dealerRuns = (input: DealerInput): readonly DealerRun[] => {
  const { rules, upRank, hole } = input
  const up = addRank(NO_POINTS, upRank)
  const holes = hole === undefined ? [undefined] : hole === null ? ALL_RANKS : [hole]
  const runs = new Map<string, DealerRun>()
  for (const rank of holes) {
    const points = rank === undefined ? up : addRank(up, rank)
    const blackjack = rank !== undefined && totalOf(points) === 21
    if (blackjack && input.checkedNoNatural) continue
    const held = rank === undefined ? 1 : 2
    for (const run of draw(input, points, held, 0, rules)) runs.set(`${run.end}/${run.done}/${run.total}/${run.blackjack}`, run)
  }
  return [...runs.values()]
}

const draw = (input: DealerInput, points: Points, held: number, drawn: number, rules: HouseRules): DealerRun[] => {
  const { start, need, ranks } = input
  const end = start + drawn
  const total = totalOf(points)
  const must = dealerDraws(points, rules)
  const run = (done: boolean): DealerRun => ({ end, drawn, done, total, soft: isSoft(points), blackjack: held === 2 && total === 21 })
  const stops = need === 'nothing' || !must || (need === 'natural' && held === 2)
  const runs: DealerRun[] = stops ? [run(true)] : []
  if (need === 'nothing' || !must) return runs
  if (end >= ranks.length) return stops ? runs : [run(false)]
  const next = ranks[end]
  for (const rank of next === null || next === undefined ? ALL_RANKS : [next]) {
    runs.push(...draw(input, addRank(points, rank), held + 1, drawn + 1, rules))
  }
  return runs
}
