/**
 * What may become of a hand in play: every way in which it takes a card, stops, splits or is given up. The clauses that allow each are in
 * hand.ts.
 */

import {
  absentDraws,
  doubledBy,
  type Ended,
  type Hand,
  isBust,
  isDoubled,
  isFreeHand,
  isFrozenAce,
  isNatural,
  isSwept,
  isUnserved,
  mayDouble,
  mayDoubleFree,
  mayDoubleOn21,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  maySurrender,
  openHand,
  type Play,
  type PlayRules,
  restsAs,
  withAction,
  withCard,
  withEnd,
  withHit,
} from '../../rules/game/hand.ts'
import { doubleScore, hitScore, SPLIT_SCORE, SURRENDER_SCORE, standScore } from '../../rules/game/plausible.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { ChipEffect } from '../evidence/chips.ts'
import type { Node, Run } from './graph.ts'

/** One way: the hand as it then is, and what it does to the chips. */
export interface Taken {
  readonly hand: Hand
  readonly effects: readonly ChipEffect[]
  readonly score: number
}

export const NO_EFFECTS: readonly ChipEffect[] = []
const NO_WAYS: readonly never[] = []

/** The hand, with nothing that moves its chips. */
export const asItIs = (hand: Hand, score = 0): Taken => ({ hand, effects: NO_EFFECTS, score })

/** Score of paying for a bet that could be had free: about one player in twenty does that. */
const PAID_THOUGH_FREE_SCORE = -3

/** How many hands the box has: those that are over, this one, and those that wait. */
export const handsOf = ({ node, waiting }: Run): number => node.past.hands.length + 1 + waiting.hands.length

/** The hand after its card: over by itself, or still open. `hands`: how many the box has. */
export const afterCard = (hand: Hand, hands: number, rules: PlayRules): Hand => {
  const ended = endedByCard(hand, hands, rules)
  return ended === null || ended === hand.ended ? hand : withEnd(hand, ended)
}

const endedByCard = (hand: Hand, hands: number, rules: PlayRules): Ended | null => {
  if (isBust(hand)) return 'bust'
  if (hand.ended !== null) return hand.ended
  // A second card that comes late, by an error of the deal, is still one of the first two.
  if (isNatural(hand)) return 'natural'
  const rests = restsAs(hand, rules)
  if (rests === 'split-ace') return maySplit(hand, hands, rules) || rules.playError === 'SPLIT-ACE-DOUBLE' ? null : rests
  return rests !== 'stand' && !mayDraw(hand, rules) && !mayDoubleOn21(hand, rules) ? rests : null
}

/** The other hands of a box. */
type Beside = Pick<Node, 'past' | 'waiting'>

/** The dealer takes a lost hand's chips. `position`: of the next card. */
export const bustEffect = (hand: Hand, position: number, beside: Beside, rules: HouseRules): ChipEffect => {
  const taken: ChipEffect = { kind: 'take', position, units: hand.real, lammers: hand.lammers }
  return mayBeParked(hand, beside, rules) ? { ...taken, parked: true } : taken
}

/** 001 step 9: the wager may wait if a lammer carries a hand of the box. */
const mayBeParked = (hand: Hand, { past, waiting }: Beside, { bustTaken, bustedRealWager }: HouseRules): boolean => {
  if (bustTaken !== 'at-once-unless-push22' || bustedRealWager === 'taken') return false
  return isFreeHand(hand) || past.hands.some(isFreeHand) || waiting.hands.some(isFreeHand)
}

/**
 * The bet of one split hand that is over is taken as if the hand had gone bust; null if the question is not about that. `position`: of the
 * next card.
 */
export const sweptWay = ({ node, waiting }: Run, { hand, effects, score }: Taken, position: number, { rules }: Play): Taken | null => {
  if (rules.playError !== 'LIVE-TAKEN-AS-BUST' || !hand.fromSplit || hand.ended === 'bust' || hand.real === 0) return null
  if (node.past.hands.some(isSwept)) return null
  const gone = bustEffect(hand, position, { past: node.past, waiting }, rules)
  return { hand: { ...hand, real: 0, lammers: 0 }, effects: [...effects, gone], score }
}

/** The house's rule alone plays the hand. */
const isByRule = ({ absent, rules }: Play): boolean => absent && rules.playError !== 'ABSENT-RULE'

/** Every way in which a hand that owes nothing takes this card without being split. */
export const drawWays = (run: Run, position: number, rank: number, play: Play): readonly Taken[] => {
  const { rules, upRank, absent, standIn, stakesSensed, doubles } = play
  const { hand } = run
  const hands = handsOf(run)
  const frozen = isFrozenAce(hand, rules)
  const ways: Taken[] = []
  const taken = (drawn: Hand, effects: readonly ChipEffect[], score: number): void => {
    const after = afterCard(drawn, hands, rules)
    const lost = (): ChipEffect => bustEffect(after, position + 1, { past: run.node.past, waiting: run.waiting }, rules)
    ways.push({ hand: after, effects: after.ended === 'bust' ? [...effects, lost()] : effects, score })
  }
  const take = (before: Hand, effects: readonly ChipEffect[], score: number): void =>
    taken(withCard(before, position, rank), effects, score)
  if (!frozen && (isByRule(play) ? absentDraws(hand, rules) : mayDraw(hand, rules))) {
    const drawn = absent || standIn ? withCard(hand, position, rank) : withHit(hand, position, rank)
    taken(drawn, NO_EFFECTS, absent ? 0 : hitScore(hand.points, upRank))
  }
  const { playError } = rules
  // A second card comes to a double: exactly one, and without a decision.
  if (playError === 'DOUBLE-TWO-CARDS' && isRaised(hand)) {
    ways.length = 0
    const isFree = hand.actions.includes('free-double')
    const units = isFree ? 0 : doubledBy(hand)
    take({ ...hand, ended: 'double' }, [{ kind: 'stake', position: position - 1, units, lammers: isFree ? 1 : 0 }], 0)
    return ways
  }
  if (playError === 'DOUBLE-ON-BJ' && hand.ranks.length === 2) ways.length = 0
  const isOpen =
    playError === 'SPLIT-ACE-DOUBLE' || playError === 'DOUBLE-ON-BJ' || (!frozen && (mayDraw(hand, rules) || mayDoubleOn21(hand, rules)))
  const free = mayDoubleFree(hand, rules)
  const paid = mayDouble(hand, rules)
  if (absent || standIn || !isOpen || !(paid || (free && playError === 'FB-TOKEN-INELIGIBLE-DOUBLE'))) return ways
  const score = doubleScore(hand.points)
  /** If a second card on a double is the error, the hand waits for it unless it is bust. */
  const awaitSecond = (doubled: Hand, effects: readonly ChipEffect[], by: number): void => {
    const open = withCard({ ...doubled, ended: null }, position, rank)
    if (playError === 'DOUBLE-TWO-CARDS' && !isBust(open)) ways.push({ hand: open, effects, score: by })
  }
  // 000 §5.1, 001 Free Double: the house's lammer next to the bet, one card.
  if (free) {
    const doubled = { ...withAction(hand, 'free-double', 'double'), lammers: hand.lammers + 1 }
    for (const laid of lammerWays(run, position, rules)) {
      take(doubled, laid, score)
      awaitSecond(doubled, laid, score)
    }
  }
  for (const raise of !paid || (free && !stakesSensed) ? [] : doublesUnder(rules, doubles)) {
    const doubled = { ...withAction(hand, 'double', 'double'), real: hand.real + raise }
    const staked: readonly ChipEffect[] = [{ kind: 'stake', position, units: raise, lammers: 0 }]
    take(doubled, staked, free ? score + PAID_THOUGH_FREE_SCORE : score)
    awaitSecond(doubled, staked, score)
  }
  return ways
}

/** A lammer is laid. If a missing lammer is the error and none is missing at the box yet, it may also not be laid. */
const lammerWays = ({ node, hand, waiting }: Run, position: number, { playError }: PlayRules): readonly (readonly ChipEffect[])[] => {
  const laid: readonly ChipEffect[] = [{ kind: 'stake', position, units: 0, lammers: 1 }]
  if (playError !== 'FB-TOKEN-MISSING') return [laid]
  const due = [...node.past.hands, hand, ...waiting.hands].reduce((sum, { lammers }) => sum + lammers, 0)
  const lying = node.effects.list.reduce((sum, { kind, lammers }) => sum + (kind === 'stake' ? lammers : 0), 0)
  return due === lying ? [laid, NO_EFFECTS] : [laid]
}

/** What a paid double may add, in bets. If that is the error, one of the box's doubles added another amount. */
export const doublesUnder = ({ playError, units = 1 }: PlayRules, doubles: readonly number[]): readonly number[] =>
  playError === 'DOUBLE-AMOUNT' ? [units, ...doubles] : doubles

/** The hand was doubled and is not over. */
const isRaised = (hand: Hand): boolean => hand.ended === null && isDoubled(hand)

/** One way to split: the hand that stays, and the one that comes after it. */
export interface Split extends Taken {
  readonly parted: Hand
}

/** Every way in which a hand that owes nothing is split before the card at `position`. */
export const splitWays = (run: Run, position: number, play: Play): readonly Split[] => {
  const { rules, absent, standIn, stakesSensed } = play
  const { hand } = run
  const hands = handsOf(run)
  if (absent || standIn || !maySplit(hand, hands, rules)) return NO_WAYS
  const free = maySplitFree(hand, hands, rules)
  const split = (paid: boolean, effects: readonly ChipEffect[], raise = 1): Split => {
    const [secondPosition = -1] = hand.positions.slice(1)
    const [secondRank = 0] = hand.ranks.slice(1)
    // Cards that came before a late split stay with the first hand.
    const kept = hand.positions.reduce((held, at, nth) => (nth === 1 ? held : withCard(held, at, hand.ranks[nth] ?? 0)), {
      ...openHand(hand.real, hand.lammers, true),
      actions: hand.actions,
    })
    const left = withAction(kept, paid ? 'split' : 'free-split')
    return {
      hand: left.ranks.length > 1 ? afterCard(left, hands + 1, rules) : left,
      parted: withCard(openHand(paid ? raise : 0, paid ? 0 : 1, true), secondPosition, secondRank),
      effects,
      score: SPLIT_SCORE + (paid && free ? PAID_THOUGH_FREE_SCORE : 0),
    }
  }
  // If the lammer is the error, no chips are laid.
  const isPaid = (!free || stakesSensed) && rules.playError !== 'FB-TOKEN-INELIGIBLE-SPLIT'
  const raises = !isPaid ? [] : rules.playError === 'SPLIT-AMOUNT' ? [rules.units ?? 1, 1] : [1]
  const ofHouse = free ? lammerWays(run, position, rules).map((laid) => split(false, laid)) : []
  return [...ofHouse, ...raises.map((raise) => split(true, [{ kind: 'stake', position, units: raise, lammers: 0 }], raise))]
}

/** The hand stops without another card; null if the rules do not allow it. 21 and a split ace's card are no decisions. */
export const stopWay = ({ hand }: Run, play: Play): Taken | null => {
  const { rules, absent, standIn, upRank } = play
  // Such hands are followed with the card that came, or with the chips.
  if (isRaised(hand) || (rules.playError === 'DOUBLE-ON-BJ' && hand.ranks.length === 2)) return null
  const rests = restsAs(hand, rules)
  if (isByRule(play) ? absentDraws(hand, rules) : !absent && !mayStand(hand, rules) && rests !== 'split-ace') return null
  if (absent) return asItIs(withEnd(hand, 'stand'))
  const score = rests === 'stand' ? standScore(hand.points, upRank) : 0
  if (standIn) return asItIs(withEnd(hand, 'stand'), score)
  return asItIs(rests === 'stand' ? withAction(hand, rests, rests) : withEnd(hand, rests), score)
}

/**
 * A split hand is passed over and keeps its one card; null if the question is not about that. Only one hand of the box is, and those that
 * wait still get theirs.
 */
export const unservedWay = ({ hand, node }: Run, { rules }: Play): Taken | null =>
  rules.playError !== 'SPLIT-NO-CARD' || !isUnserved(hand) || node.past.hands.some(isUnserved) ? null : asItIs(withEnd(hand, 'stand'))

/** A double was laid, paid or free, and no card came to it; empty if the question is not about that. `position`: of the next card. */
export const cardlessDoubles = ({ hand }: Run, position: number, play: Play): readonly (Taken & { readonly free: boolean })[] => {
  const { rules, doubles } = play
  if (rules.playError !== 'DOUBLE-NO-CARD' || !mayDouble(hand, rules)) return NO_WAYS
  const paid = doubles.map((units) => ({ units, lammers: 0 }))
  return (mayDoubleFree(hand, rules) ? [{ units: 0, lammers: 1 }, ...paid] : paid).map(({ units, lammers }) => {
    const free = lammers > 0
    const doubled = withAction(hand, free ? 'free-double' : 'double', 'double')
    const raised = { ...doubled, real: hand.real + units, lammers: hand.lammers + lammers }
    return { hand: raised, effects: [{ kind: 'stake', position, units, lammers }], score: 0, free }
  })
}

/** The unsplit hand is given up before its third card; null if that is not allowed, or leaves no trace. `position`: of the next card. */
export const givenUp = (hand: Hand, hands: number, position: number, play: Play): Taken | null => {
  const { rules, absent, standIn, stakesSensed, upRank } = play
  if (absent || standIn || !stakesSensed || !maySurrender(hand, hands, upRank, rules)) return null
  return {
    hand: withAction(hand, 'surrender', 'surrender'),
    effects: [{ kind: 'surrender', position, units: 0, lammers: 0 }],
    score: SURRENDER_SCORE,
  }
}
