/** A hard round's devices, heard by the fold: what it closes, in the words of the round, and whether the truth is among its readings. */
import type { PlayedRound } from '../../../simulators/table/types.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import type { BoxResult, RoundResult, TableEvent } from '../../../src/engine/event.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { CHIP_EVIDENCE, type ChipEvidence } from '../../../src/rules/table.ts'
import { objector } from '../../procedure/objections.ts'
import { alarms } from '../alarms.ts'
import { closedRounds, contextFor, foldActions } from '../table-play.ts'
import { compareRounds, truthfulReadings, wrongWords } from '../true-round.ts'
import { BETTORS, type HardBox, type HardRound } from './hard-round.ts'
import { handLine, type Outcome, totalOf, wordsOf } from './outcome.ts'
import { ALL_SPOTS, BOXES, limitsOf, rulesOf } from './simulate-round.ts'

const contextOf = (
  house: HouseId,
  round: HardRound,
  chipEvidence: ChipEvidence,
  collectAfter: TableContext['collectAfter'] = 'box-settled',
): TableContext =>
  contextFor(house, rulesOf(house, round), {
    limits: limitsOf(round),
    rounding: round.rounding ?? 'down',
    boxes: BOXES,
    spots: ALL_SPOTS,
    chipEvidence,
    collectAfter,
  })

const amountsOf = ({ spots }: BoxResult, which: 'due' | 'moved'): HardBox['due'] => {
  const staked = Object.entries(spots).filter(([, spot]) => spot.best.staked > 0)
  return Object.fromEntries(staked.map(([area, spot]) => [area, { after: spot.best[which] ?? Number.NaN }]))
}

const outcomeOf = ({ boxes, dealer, net }: RoundResult, which: 'due' | 'moved'): Outcome => ({
  dealer: `${dealer.cards.join(' ')} = ${dealer.total}`,
  boxes: Object.fromEntries(
    boxes.map((box) => [
      box.box,
      { hands: box.hands.map(({ cards, actions, outcome }) => handLine(cards, actions, outcome)), due: amountsOf(box, which) },
    ]),
  ),
  net: net.best ?? Number.NaN,
})

const raised = (events: readonly TableEvent[], house: HouseId, round: HardRound): readonly string[] =>
  alarms(events, HOUSES[house].document, rulesOf(house, round), limitsOf(round))

export interface Folded {
  readonly closed: readonly RoundResult[]
  /** Of the first round that closed, by what was due and by what moved; all amounts are put to `after`. */
  readonly due: Outcome
  readonly moved: Outcome
  /** Findings above `info`: by the events alone, and by a judge who followed line by line. */
  readonly alarms: readonly string[]
}

/** What the fold says of a round of which it was told everything. */
export const fold = (house: HouseId, round: HardRound, { actions }: PlayedRound, collectAfter: TableContext['collectAfter']): Folded => {
  const context = contextOf(house, round, 'payouts', collectAfter)
  const { hear, objections } = objector(context)
  const events = foldActions(actions, context, hear)
  const closed = closedRounds(events)
  const [first] = closed
  if (first === undefined) throw new Error('no round closed')
  return {
    closed,
    due: outcomeOf(first, 'due'),
    moved: outcomeOf(first, 'moved'),
    alarms: [...raised(events, house, round), ...objections],
  }
}

const hasPaidFreeBet = (house: HouseId, round: HardRound, line: string): boolean => {
  const { freeDouble, freeSplit } = rulesOf(house, round)
  const [cards = '', decided = ''] = line.split(':')
  const [first = '', second = ''] = wordsOf(cards)
  const actions = wordsOf(decided.slice(0, decided.indexOf('->')))
  const isFreeTotal = !`${first}${second}`.includes('A') && [9, 10, 11].includes(totalOf([first, second]))
  return (freeSplit && actions.includes('split') && totalOf([first]) !== 10) || (freeDouble && actions.includes('double') && isFreeTotal)
}

/** Insurance on which more hangs than itself: nothing else makes the dealer draw, or it loses an insured natural (003 l.46). */
const decidesMore = (house: HouseId, round: HardRound): boolean => {
  const { insurance } = rulesOf(house, round)
  const losesNatural = insurance !== 'none' && insurance.insuredBlackjackAgainstBlackjack === 'lost'
  const boxes = Object.values(round.boxes)
  const waits = boxes.some(({ due }) => BETTORS.some((bettor) => due[bettor]?.after !== undefined))
  return boxes.some((box) => box.insurance !== undefined) && (losesNatural || !waits)
}

/**
 * How far chips must be followed for every choice in the round to leave a card or a sensed chip: a choice that leaves neither is no part
 * of a reading. Even money shows in its payment; surrender, insurance, and chips laid where a lammer was offered show as stakes.
 */
const leastEvidence = (house: HouseId, round: HardRound): ChipEvidence => {
  const boxes = Object.values(round.boxes)
  if (boxes.some(({ evenMoney }) => evenMoney !== undefined)) return 'payouts'
  const isUnseen = ({ decisions, hands }: HardBox): boolean =>
    decisions.includes('surrender') || hands.some((line) => hasPaidFreeBet(house, round, line))
  return decidesMore(house, round) || boxes.some(isUnseen) ? 'stakes' : 'bets'
}

export const leavesTraces = (house: HouseId, round: HardRound, chipEvidence: ChipEvidence): boolean =>
  CHIP_EVIDENCE.indexOf(chipEvidence) >= CHIP_EVIDENCE.indexOf(leastEvidence(house, round))

/** Hands or words of a closed round that readings may doubt or that never came to an end; empty: everything is certain. */
export const doubts = ({ readings, complete, boxes, dealer }: RoundResult): readonly string[] => [
  ...(readings === 1 ? [] : [`${readings} readings`]),
  ...(complete ? [] : ['incomplete']),
  ...(dealer.certain ? [] : ['the dealer']),
  ...boxes.flatMap(({ box, hands }) => hands.flatMap(({ hand, certain }) => (certain ? [] : [`box ${box} hand ${hand}`]))),
]

/** What is wrong with the readings of a round told without a pointer; empty: the truth is among them, and nothing certain is false. */
export const untruths = (house: HouseId, round: HardRound, played: PlayedRound, chipEvidence: ChipEvidence): readonly string[] => {
  const context = contextOf(house, round, chipEvidence)
  const { compared, strays, events } = compareRounds([played], context)
  const [told] = compared
  if (told === undefined) return ['no round']
  const { truth, evidence } = told
  const isRead = evidence !== null && truthfulReadings(evidence, truth, context) > 0
  return [
    ...wrongWords(told),
    ...strays.map(({ openedAt }) => `another round at ${openedAt}`),
    ...(evidence === null ? ['other cards'] : isRead ? [] : ['the truth is not among the readings']),
    ...raised(events, house, round).map((code) => `alarm ${code}`),
  ]
}

/** Findings above `info` on a round told so far. */
export const alarmsOf = (house: HouseId, round: HardRound, { actions }: PlayedRound, chipEvidence: ChipEvidence): readonly string[] =>
  raised(foldActions(actions, contextOf(house, round, chipEvidence)), house, round)
