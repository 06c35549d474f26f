/** Does one story of one box fit what its chips showed, in play and after it? What is it due? */
import { type InPlay, matchPlay } from './chips.ts'
import type { DealerRun } from './dealer.ts'
import { type Hand, withAction } from './hand.ts'
import type { LatticeBox, LatticeInput } from './reading.ts'
import { dueOf, judgeHands } from './settle.ts'
import { type BoxDue, type Cut, matchSettlement, type Settlement } from './settlement.ts'
import { sevensDue } from './side-bets.ts'
import { stakeOptions } from './stake-options.ts'
import type { Story } from './story.ts'
import { mayTakeEvenMoney } from './up-card.ts'

const isNaturalStory = (story: Story): boolean => story.hands[0]?.ended === 'natural'
const isEvenMoney = (story: Story): boolean => story.hands[0]?.actions.includes('even-money') === true
const isSurrender = (story: Story): boolean => story.hands[0]?.ended === 'surrender'

/** Settled while others play on: what its spot shows from then on belongs to no settlement. */
export const settledEarly = ({ paidBeforePlay }: Pick<LatticeInput, 'paidBeforePlay'>, story: Story): boolean =>
  isSurrender(story) || (isNaturalStory(story) && (paidBeforePlay || isEvenMoney(story)))

const boxAt = (input: LatticeInput, index: number): LatticeBox => input.boxes[index] as LatticeBox

/** What a main spot is judged by beside its story: the house's prices, and what lay there. */
export type Terms = Pick<LatticeInput, 'rules' | 'money' | 'suitAt'>

/** What a box's main spot is due in this story against this final hand. */
export const boxDue = (input: LatticeInput, index: number, story: Story, play: InPlay, final: DealerRun): BoxDue => {
  const { timeline, insured } = boxAt(input, index)
  return spotDue(input, timeline.base.amount, insured, story, play, final)
}

/** The same for any bettor's spot. */
export const spotDue = (terms: Terms, bet: number, insured: boolean, story: Story, play: InPlay, final: DealerRun): BoxDue => {
  const { rules, money, suitAt } = terms
  let win = 0
  let lose = 0
  let live = 0
  let total = 0
  const losses: number[] = []
  const outcomes = judgeHands(story.hands, final, rules, insured)
  story.hands.forEach((hand, at) => {
    const due = dueOf(hand, outcomes[at] ?? 'push', bet, rules, money)
    total += due
    if (hand.ended !== 'bust' && hand.ended !== 'surrender') {
      live += hand.real * bet
      if (due > 0) win += due
      else if (due < 0) {
        lose -= due
        losses.push(-due)
      }
    }
  })
  const prize = sevensDue(bet, story.hands, outcomes, suitAt, rules, money)
  win += prize
  // Bust stakes that play did not see taken are still to be taken.
  const untaken = isSurrender(story) ? 0 : Math.max(0, play.amount - live)
  const bustLosses = story.hands.flatMap((hand) => (hand.ended === 'bust' ? [hand.real * bet] : []))
  return { win, lose: lose + untaken, losses: untaken > 0 ? [...losses, ...bustLosses] : losses, total: total + prize, outcomes }
}

export const judge = (input: LatticeInput, index: number, story: Story, play: InPlay, due: BoxDue, cut: Cut): Settlement => {
  const { box, timeline } = boxAt(input, index)
  const settlement = matchSettlement({
    box,
    story,
    due,
    play,
    timeline,
    evidence: input.evidence,
    settleFrom: input.settleFrom,
    now: input.now,
    spotLagMs: input.spotLagMs,
    settledEarly: settledEarly(input, story),
    cut,
    busyUntil: input.busyUntil,
  })
  // Even money is a reading only where its payment was seen.
  return isEvenMoney(story) && settlement.kinds[0] !== 'pay' ? { ...settlement, verdict: 'misfit' } : settlement
}

/** What naturals paid before play are judged by: no natural of the dealer. */
const NO_NATURAL: DealerRun = { end: 0, drawn: 0, done: true, total: 0, soft: false, blackjack: false }

/** Play explains every movement, or the box was settled early. */
export const isExplained = (input: LatticeInput, index: number, story: Story, play: InPlay): boolean => {
  if (isEvenMoney(story) || (play.from < boxAt(input, index).timeline.moves.length && settledEarly(input, story))) {
    const due = boxDue(input, index, story, play, NO_NATURAL)
    return judge(input, index, story, play, due, { kind: 'any' }).verdict !== 'misfit'
  }
  return play.from >= boxAt(input, index).timeline.moves.length
}

const naturalStory = (hand: Hand, end: number): Story | null =>
  hand.ended === 'natural' ? { start: end, end, hands: [hand], active: 1, pending: [], effects: [], stopped: false, score: 0 } : null

const paidEvenMoney = (story: Story): Story => ({ ...story, hands: story.hands.map((hand) => withAction(hand, 'even-money')) })

/** Do the chips of this box say nothing beyond the initial deal? */
export const isUntouched = (input: LatticeInput, index: number): boolean => {
  const box = boxAt(input, index)
  if (box.timeline.moves.length === 0) return true
  const dealt = naturalStory(box.dealt, input.dealLength)
  const evenMoney = dealt && input.evidence === 'payouts' && mayTakeEvenMoney(input.upRank, input.rules) ? paidEvenMoney(dealt) : null
  for (const story of [dealt, evenMoney]) {
    if (story && isExplained(input, index, story, matchPlay(story, box.timeline, box.chips))) return true
  }
  return matchPlay({ effects: [], end: input.dealLength }, box.timeline, box.chips).from >= box.timeline.moves.length
}

/** Stories of this box that may have taken the round's last card, or chips since: where play stands. */
export const standing = (input: LatticeInput, index: number, position: number): readonly Story[] => {
  const box = boxAt(input, index)
  const set = box.sets.get(position)
  const last = input.ranks.length
  if (!set) return []
  const moves = box.timeline.moves.length
  const explains = (story: Pick<Story, 'effects' | 'end'>): boolean => {
    const play = matchPlay(story, box.timeline, box.chips)
    return play.fits && play.from >= moves
  }
  /** A stake laid down before its card: one of the decisions open to this hand explains it. */
  const laid = (story: Story): boolean =>
    moves > 0 && stakeOptions(story, input.rules).some((effect) => explains({ effects: [...story.effects, effect], end: story.end }))
  const open = set.open.filter((story) => {
    if (story.end !== last || !input.pointed(index, story)) return false
    return explains(story) ? story.end > story.start : laid(story)
  })
  const done = set.done.filter((story) => {
    if (story.end !== last || isNaturalStory(story) || !input.pointed(index, story)) return false
    const play = matchPlay(story, box.timeline, box.chips)
    return (isSurrender(story) || (!story.stopped && story.end > story.start)) && play.fits && isExplained(input, index, story, play)
  })
  return [...open, ...done]
}
