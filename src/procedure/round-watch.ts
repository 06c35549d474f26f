/** What the ends of a round prove by themselves: cards without a bet, a settlement left open, an absent player's bet left lying. */
import type { BoxResult, HandResult, RoundResult } from '../engine/event.ts'
import { MAINS, type Round, spotOf, textAt, timelineOf } from '../engine/round.ts'
import { hasItsBoxes, isSteady } from '../engine/steady.ts'
import type { Objection } from './lifecycle.ts'
import { isBegunInPlay, type JudgeContext, proven, type Sight } from './watch.ts'

export interface RoundWatch {
  /** The round opened last, and whose players were away at its first card: who leaves later has left his bet himself. */
  readonly away: { readonly round: string; readonly boxes: readonly number[] } | null
  /** What a card may be burned after, as long as no round has been opened since. */
  readonly since: 'load' | 'relief' | null
  /** Event time of the stray card objected to last. */
  readonly stray: number | null
  /** Won and tied bets of absent players that have lain since their round closed, by box. */
  readonly left: { readonly [box: string]: { readonly round: string; readonly amount: number } }
}

export const initialRounds = (): RoundWatch => ({ away: null, since: null, stray: null, left: {} })

type Step = readonly [RoundWatch, readonly Objection[]]

export const watchRounds = (state: RoundWatch, sight: Sight, context: JudgeContext): Step => {
  const stray = strayCard(state, sight, context)
  const closed = sight.events.flatMap((event) => (event.type === 'round.closed' && event.data.complete ? [event.data] : []))
  const left = leftLying(state, closed, sight, context)
  const isDealt = sight.events.some(({ type }) => type === 'round.opened')
  const objections = [
    ...stray,
    ...closed.flatMap((result) => notClosed(result, sight, context)),
    ...(isDealt ? absentWins(left, sight) : []),
  ]
  const opened = isDealt ? sight.after.current?.round : undefined
  const away = opened ? { round: opened.id, boxes: [...opened.absent] } : state.away
  const since = isDealt || stray.length > 0 ? null : sinceOf(state, sight)
  return [
    {
      away,
      since,
      stray: stray.length > 0 ? (sight.after.current?.round.openedAt ?? state.stray) : state.stray,
      left: isDealt ? {} : left,
    },
    objections,
  ]
}

const sinceOf = ({ since }: RoundWatch, { events }: Sight): RoundWatch['since'] => {
  if (events.some(({ type }) => type === 'shoe.loaded')) return 'load'
  const isRelief = events.some((event) => event.type === 'dealer.changed' || (event.type === 'key.pressed' && event.data.key === 'relief'))
  return isRelief ? 'relief' : since
}

/** A card came, the lag is past, and no bet was told: where the spots have been heard at all. */
const strayCard = ({ stray, since }: RoundWatch, { after }: Sight, { spotLagMs, rules, boxes }: JudgeContext): readonly Objection[] => {
  const round = after.current?.round
  if (!round || round.boxes.length > 0 || round.openedAt === stray || round.levels.size === 0) return []
  // A bet may have been told in a line that is lost, or not told yet.
  if (round.incomplete !== null || after.away.size > 0) return []
  // The dealer drew, or somebody played, when nothing was open any more: that is told as such.
  if (after.now - spotLagMs <= round.openedAt || isBegunInPlay(round)) return []
  if (!isSteady(round, after.now, spotLagMs) || !hasItsBoxes(round, boxes, spotLagMs)) return []
  const burns = { load: rules.burn, relief: rules.burnAtDealerChange }
  const fact = { cause: round.cards[0]?.cause ?? '', seen: { cards: [textAt(round, 0)] } }
  // Behind a shuffle or a relief it was burned, one too many; elsewhere, and where the house burns none, it is a card without bets.
  if (since === null || (since === 'load' && burns.load === 0)) return [proven('SCAN-NO-BETS', null, fact)]
  const counted = { ...fact, expected: { count: burns[since] }, seen: { ...fact.seen, count: burns[since] + 1 } }
  return [proven(since === 'load' ? 'BURN-EXTRA' : 'BURN-AT-DEALER-CHANGE', null, counted)]
}

/** Settled when the dealer's hand is complete, not in play as a bust or a natural may be. */
const isSettledLast = ({ outcome, bust }: HandResult): boolean => outcome === 'win' || outcome === 'push' || (outcome === 'lose' && !bust)

const isOpen = ({ hands, spots: { main } }: BoxResult): boolean => hands.some(isSettledLast) && main?.due !== 0 && main?.moved === 0
const isSettled = ({ hands, spots: { main } }: BoxResult): boolean => hands.some(isSettledLast) && main?.moved !== 0

/** A main spot of one of these boxes changed after the last card. */
const hasMoved = (round: Round, boxes: readonly BoxResult[], { spotLagMs }: JudgeContext): boolean => {
  const dealtAt = round.cards.at(-1)?.at ?? 0
  return boxes.some(({ box }) => MAINS.some((area) => timelineOf(round, spotOf(box, area), spotLagMs).moves.some(({ at }) => at > dealtAt)))
}

/** The next card came before anything was settled. One bet alone that was left is told as what it is, LOSER-NOT-TAKEN or WINNER-UNPAID. */
const notClosed = (result: RoundResult, { observation, before, after }: Sight, context: JudgeContext): readonly Objection[] => {
  const { boxes, round } = result
  const open = boxes.filter(isOpen)
  if (observation?.kind !== 'card' || after.current === null || after.current.round.id === round) return []
  if (open.length < 2 || boxes.some(isSettled) || isBegunInPlay(after.current.round)) return []
  // Where an error left no reading of the chips, what is told as moved is not what the spots show.
  const evidence = [after.last?.round, before.current?.round].find((each) => each?.id === round)
  if (evidence && (hasMoved(evidence, open, context) || !hasItsBoxes(evidence, context.boxes, context.spotLagMs))) return []
  const certain = open.every(({ hands }) => hands.every((hand) => hand.certain))
  const due = open.reduce((sum, { spots }) => sum + Math.max(0, spots.main?.due ?? 0), 0)
  const fact = { expected: { ...(due > 0 ? { amount: due } : {}) } }
  if (certain) return [proven('ROUND-NOT-CLOSED', round, fact)]
  return [proven('ROUND-NOT-CLOSED', round, { ...fact, grade: 'likely', counterReading: 'another reading of the round has other results' })]
}

/** 000 §1 l.57: an absent player's won or tied bet is taken off the box. */
const leftLying = (
  { left: before, away }: RoundWatch,
  closed: readonly RoundResult[],
  { observation, before: { current }, after }: Sight,
  { rules }: JudgeContext,
): RoundWatch['left'] => {
  if (rules.absentWinOrTie !== 'bet-removed') return before
  const lying = { ...before }
  for (const { round, boxes } of closed) {
    for (const { box, hands, spots } of boxes) {
      const evidence = [after.last?.round, current?.round].find((each) => each?.id === round)
      const amount = evidence && isTakenUp(evidence, box) ? 0 : (after.levels.get(spotOf(box, 'main'))?.amount ?? 0)
      const keeps = hands.every(({ outcome, certain }) => certain && (outcome === 'win' || outcome === 'push' || outcome === 'blackjack'))
      if (away?.round === round && away.boxes.includes(box) && keeps && amount > 0 && (spots.main?.staked ?? 0) > 0)
        lying[box] = { round, amount }
    }
  }
  const kept = Object.entries(lying).filter(([box]) => {
    const isEmpty = observation?.kind === 'spot' && observation.spot === spotOf(Number(box), 'main') && observation.amount === 0
    return !isEmpty && after.absent.has(Number(box))
  })
  return Object.fromEntries(kept)
}

/** What lay there at the last card is gone; what lies there now was laid anew. */
const isTakenUp = ({ cards, moves }: Round, box: number): boolean =>
  moves.get(spotOf(box, 'main'))?.some(({ at, amount }) => amount === 0 && at >= (cards.at(-1)?.at ?? 0)) === true

const absentWins = (left: RoundWatch['left'], { events }: Sight): readonly Objection[] =>
  Object.entries(left).flatMap(([boxText, { round, amount }]) => {
    const box = Number(boxText)
    const isDealtTo = events.some((event) => event.type === 'round.opened' && event.data.boxes.includes(box))
    return isDealtTo ? [proven('ABSENT-WIN-LEFT', round, { box, spot: spotOf(box, 'main'), seen: { amount } })] : []
  })
