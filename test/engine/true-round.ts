/** Looks for the truth among the readings of a round, as the fold had it when it closed: those with the hands that were really played. */

import type { BoxTruth, PlayedRound, RoundTruth, TableAction } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import type { RoundResult, TableEvent } from '../../src/engine/event.ts'
import { isDealt, type Round } from '../../src/engine/evidence/round.ts'
import { addMove } from '../../src/engine/lattice/growth.ts'
import type { Reader } from '../../src/engine/lattice/question.ts'
import { AT_ALL, readOn } from '../../src/engine/lattice/rungs.ts'
import { unmasked } from '../../src/engine/state/hole-mask.ts'
import { candidatesOf, roundsIn } from '../../src/engine/state/open-round.ts'
import type { TableState } from '../../src/engine/state/table-state.ts'
import type { Action } from '../../src/rules/game/outcome.ts'
import type { ChipEvidence } from '../../src/rules/table.ts'
import { BASE_MS, boxLine, foldActions, mainLine } from './table-play.ts'

/** A round as it was played and as it was reported. */
export interface Compared {
  readonly truth: RoundTruth
  /** The closed round that was reported to begin with the same card; null: there is none. */
  readonly closed: RoundResult | null
  /** The round's evidence when it was reported, from the account of the cards that had it as it was; null: no account had. */
  readonly evidence: Round | null
}

export interface Play {
  readonly compared: readonly Compared[]
  /** Rounds reported to begin with a card that opened none. */
  readonly strays: readonly RoundResult[]
  readonly events: readonly TableEvent[]
}

const dealtCards = (truth: RoundTruth) => truth.cards.filter(({ to }) => to !== 'burn')

/** What the fold had of this round when a round was reported: the open round, or one that may have begun or ended unseen. */
const evidenceOf = (before: TableState, action: TableAction, truth: RoundTruth, context: TableContext): Round | null => {
  const { current } = before
  if (!current) return null
  const open = candidatesOf(current).map(({ round }) => round)
  const held = roundsIn(current).filter((round) => holds(round, truth))
  const rounds = held.map((round) => (open.includes(round) ? withLast(round, before, action, context) : round))
  return rounds.find((round) => truthfulReadings(round, truth, context) > 0) ?? rounds[0] ?? null
}

const holds = (round: Round, truth: RoundTruth): boolean =>
  round.cards.length === dealtCards(truth).length && round.openedAt === BASE_MS + truth.openedAtMs

/** The observation that closed a round is evidence of it as well. */
const withLast = (round: Round, { levels }: TableState, { scan, atMs }: TableAction, context: TableContext): Round => {
  if (scan.kind !== 'spot' || scan.spot === 'rack') return round
  const lammers = scan.chips.reduce((sum, { value, count }) => sum + (value === 'FB' ? count : 0), 0)
  const known = levels.get(scan.spot)
  if (known?.amount === scan.amount && known.lammers === lammers) return round
  return addMove(round, scan.spot, { at: BASE_MS + atMs, amount: scan.amount, lammers, cause: '' }, context)
}

/** Folds what the devices reported of a play. */
export type Fold = (seen: (state: TableState, said: readonly TableEvent[], action: TableAction) => void) => readonly TableEvent[]

/** Pairs closed rounds with played ones by their first cards. `fold`: folds what was reported; left out: everything, as it was played. */
export const compareRounds = (
  rounds: readonly PlayedRound[],
  context: TableContext,
  fold: Fold = (seen) =>
    foldActions(
      rounds.flatMap(({ actions }) => actions),
      context,
      seen,
    ),
): Play => {
  const played = new Map(rounds.map(({ truth }) => [truth.openedAtMs, truth]))
  const told = new Map<RoundTruth, RoundResult>()
  const held = new Map<RoundTruth, Round>()
  const strays: RoundResult[] = []
  let before: TableState | null = null
  const events = fold((state, said, action) => {
    for (const event of said) {
      if (event.type !== 'round.closed') continue
      const truth = played.get(Date.parse(event.data.openedAt) - BASE_MS)
      if (truth === undefined || told.has(truth)) strays.push(event.data)
      else told.set(truth, event.data)
    }
    if (before?.current && said.some(({ type }) => type === 'round.closed')) {
      for (const openedAtMs of new Set(roundsIn(before.current).map(({ openedAt }) => openedAt - BASE_MS))) {
        const truth = played.get(openedAtMs)
        const evidence = truth && evidenceOf(before, action, truth, context)
        if (truth && evidence) held.set(truth, evidence)
      }
    }
    before = state
  })
  const compared = rounds.map(({ truth }) => ({ truth, closed: told.get(truth) ?? null, evidence: held.get(truth) ?? null }))
  return { compared, strays, events }
}

/** The positions of a hand's cards among the round's. */
const positionsOf = (truth: RoundTruth, box: number, hand: number): readonly number[] =>
  dealtCards(truth).flatMap(({ to }, position) => (typeof to === 'object' && to.box === box && to.hand === hand ? [position] : []))

/** Decisions as far as the sensors follow the chips. One that leaves neither a card nor a sensed chip is no decision of its own. */
const sensed = (actions: readonly Action[], evidence: ChipEvidence): readonly string[] => {
  if (evidence === 'payouts') return actions
  const visible = actions.filter((action) => action !== 'even-money')
  return evidence === 'bets' ? visible.map((action) => (action === 'surrender' ? 'stand' : action.replace('free-', ''))) : visible
}

interface PlacedHand {
  /** The positions of its cards among the round's. */
  readonly positions: readonly number[]
  readonly actions: readonly Action[]
}

/** A box's hands, named by their cards' places and their decisions. */
export const storyKey = (hands: readonly PlacedHand[], evidence: ChipEvidence): string =>
  hands.map(({ positions, actions }) => `${positions.join('.')}:${sensed(actions, evidence).join('.')}`).join('|')

/** The box as it was played. */
export const trueStory = (truth: RoundTruth, { box, hands }: BoxTruth, evidence: ChipEvidence = 'payouts'): string =>
  storyKey(
    hands.map(({ hand, actions }) => ({ positions: positionsOf(truth, box, hand), actions })),
    evidence,
  )

/** Only the hands that were played: their readings are the truth, and differ at most in the course of the settlement. */
const onlyTruth = (truth: RoundTruth, evidence: ChipEvidence): NonNullable<Reader['only']> => {
  const keys = truth.boxes.map((box) => trueStory(truth, box, evidence).split('|'))
  return ({ box, handIndex, hand }) => keys[box]?.[handIndex] === storyKey([hand], evidence)
}

/** The number of readings with the story as it was, leaving out as little evidence as the table did; 0: the truth is not among them. */
export const truthfulReadings = (held: Round, truth: RoundTruth, context: TableContext): number => {
  const round = unmasked(held, context)
  // In an account with more boxes, the cards may not be a whole deal yet.
  if (!isDealt(round, context)) return 0
  const reader = { context, now: Number.POSITIVE_INFINITY, asked: 'over' } as const
  const rung = readOn(round, reader, AT_ALL)?.rung
  if (rung === undefined) return 0
  // Without the chips every story counts again, as at a table that senses none.
  const evidence = rung === 'without chips' ? 'bets' : context.chipEvidence
  return readOn(round, { ...reader, only: onlyTruth(truth, evidence) }, [rung])?.solution.count ?? 0
}

/**
 * If no chip shows that a round ended, another deal of its cards may be just as legal, and one account has to be reported. It need not be
 * what was played, if that was among the accounts and nothing in the report is called certain.
 */
export const isToldOtherwise = ({ truth, closed, evidence }: Compared): boolean =>
  evidence !== null && (closed === null || cardsTold(closed) !== dealtCards(truth).length)

const cardsTold = ({ boxes, dealer }: RoundResult): number =>
  dealer.cards.length + boxes.reduce((sum, { hands }) => sum + hands.reduce((cards, hand) => cards + hand.cards.length, 0), 0)

/** What a closed round reports wrongly, as `certain` or about its boxes; empty: nothing is wrong. */
export const wrongWords = (each: Compared): readonly string[] => {
  const { truth, closed } = each
  if (closed === null) return ['never closed']
  const wrong: string[] = []
  if (!closed.complete) wrong.push('incomplete')
  // A bet was reported within the lag of the first card. Both deals are legal, and while both are left, no card of either is certain.
  const isOpen = closed.readings > 1 && ![closed.dealer, ...closed.boxes.flatMap(({ hands }) => hands)].some(({ certain }) => certain)
  if (!isOpen && closed.boxes.map(({ box }) => box).join() !== truth.boxes.map(({ box }) => box).join()) wrong.push('other boxes')
  return [...wrong, ...certainWords(each)]
}

/** What it reports wrongly as `certain`. */
export const certainWords = ({ truth, closed }: Compared): readonly string[] => {
  const wrong: string[] = []
  for (const box of closed?.boxes ?? []) {
    const true_ = truth.boxes.find((other) => other.box === box.box)
    for (const hand of box.hands) {
      if (!hand.certain) continue
      const played = true_?.hands[hand.hand - 1]
      const same = played !== undefined && played.cards.join() === hand.cards.join() && played.outcome === hand.outcome
      if (!same) wrong.push(`certain but wrong: ${boxLine(box)} instead of ${true_ ? boxLine(true_) : 'nothing'}`)
    }
  }
  if (closed?.dealer.certain && !isDealerTold(truth, closed)) {
    wrong.push(`dealer certain but wrong: ${closed.dealer.cards.join(' ')} instead of ${truth.dealer.cards.join(' ')}`)
  }
  return wrong
}

/** The dealer's cards are reported as they were, as far as they could be read. */
const isDealerTold = (truth: RoundTruth, { dealer }: RoundResult): boolean =>
  dealer.cards.length === truth.dealer.cards.length && dealer.cards.every((card, at) => card === '??' || card === truth.dealer.cards[at])

/** The best reading is the truth in every detail. */
export const isTold = ({ truth, closed }: Compared): boolean =>
  closed !== null &&
  closed.dealer.cards.join() === truth.dealer.cards.join() &&
  closed.boxes.length === truth.boxes.length &&
  closed.boxes.every((box, index) => {
    const played = truth.boxes[index]
    return played !== undefined && boxLine(box) === boxLine(played)
  })

/** `due` and `moved` of the main spots are reported as they were. */
export const isCounted = ({ truth, closed }: Compared): boolean =>
  closed !== null && closed.boxes.map(mainLine).join() === truth.boxes.map(mainLine).join()

/** Every hand's cards and outcome are the same in all readings. */
export const isCertain = (closed: RoundResult): boolean => closed.boxes.every(({ hands }) => hands.every(({ certain }) => certain))
