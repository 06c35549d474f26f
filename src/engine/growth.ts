/**
 * A round as its evidence grows: the stories of its boxes take every card, and those that can never fit what the chips showed are left.
 * Nothing is lost by it: a story is left only when no reading with the chips can contain it, and readings without the chips grow all.
 */
import type { SpotId } from '../../devices/scan.ts'
import { type Move, matchPlay } from './chips.ts'
import type { TableContext } from './context.ts'
import { dealLength, dealOwners } from './deal.ts'
import { settledEarly } from './fit.ts'
import { chipContext, coBettors, dealerPositions, MAINS, ownedBy, type Round, type RoundCard, rankAt, spotOf, timelineOf } from './round.ts'
import { extendStories, firstStories, type Play, type Story, type StorySet } from './story.ts'
import { naturalPaidBeforePlay } from './up-card.ts'

const occupiedBoxes = (round: Omit<Round, 'boxes' | 'sets'>, context: TableContext): readonly number[] => {
  const boxes: number[] = []
  for (let box = 1; box <= context.boxes; box++) {
    const bet = MAINS.some((area) => timelineOf({ ...round, boxes: [], sets: [] }, spotOf(box, area), context.spotLagMs).base.amount > 0)
    if (bet) boxes.push(box)
  }
  return boxes
}

/** 000 §1 l.47: for an absent holder the second bettor of his box may decide to draw or to stand. */
const hasStandIn = (round: Round, box: number, { rules, spotLagMs }: TableContext): boolean =>
  rules.holderAbsent === 'second-bettor-decides' && coBettors(round, box, spotLagMs).length > 0

export const playOf = (round: Round, index: number, upRank: number, context: TableContext): Play => {
  const box = round.boxes[index] ?? 0
  const away = round.absent.has(box)
  const standIn = away && hasStandIn(round, box, context)
  return {
    rules: context.rules,
    upRank,
    absent: away && !standIn,
    standIn,
    stakesSensed: context.chipEvidence !== 'bets',
    payoutsSensed: context.chipEvidence === 'payouts',
  }
}

const baseSet = (round: Round, index: number, start: number, play: Play, context: TableContext): StorySet => {
  const positions = ownedBy(dealOwners(context.rules, round.boxes.length), index)
  return firstStories(
    positions,
    positions.map((position) => rankAt(round, position)),
    start,
    play,
  )
}

type Sets = Round['sets']

/**
 * Story sets after one more card. The first box begins after the deal, another where a story of the box before it ends: no other start
 * is part of a reading. `pruned`: without the stories that can never fit what the chips showed.
 */
const growSets = (round: Round, before: Sets, context: TableContext, pruned: boolean): Sets => {
  const deal = dealLength(context.rules, round.boxes.length)
  const position = round.cards.length - 1
  const now = round.cards[position]?.at ?? 0
  const up = rankAt(round, dealerPositions(round, context).up)
  if (round.cards.length < deal || up === null) return before
  const sets: ReadonlyMap<number, StorySet>[] = []
  let starts: ReadonlySet<number> = new Set([deal])
  round.boxes.forEach((box, index) => {
    const play = playOf(round, index, up, context)
    const judged = pruned ? prunerOf(round, box, play, now, context) : null
    const grown = new Map<number, StorySet>()
    for (const start of starts) {
      const known = before[index]?.get(start)
      const taken = known ? extendStories(known, position, rankAt(round, position), play) : baseSet(round, index, start, play, context)
      // A box may begin late: then it takes the cards that have come since its start.
      const set = known ? taken : takeSince(taken, round, start, play)
      grown.set(start, judged ? judged(set) : set)
    }
    sets.push(grown)
    starts = new Set([...grown.values()].flatMap(({ done }) => done.map(({ end }) => end)))
  })
  return sets
}

const takeSince = (base: StorySet, round: Round, start: number, play: Play): StorySet => {
  let set = base
  for (let position = start; position < round.cards.length; position++) set = extendStories(set, position, rankAt(round, position), play)
  return set
}

/**
 * Leaves the stories that no later level of the spot can make fit: every level they might wait for is past by more than the lag, and a
 * level that play does not explain lies before a later card, so that it is no settlement either.
 */
const prunerOf = (round: Round, box: number, play: Play, now: number, context: TableContext): ((set: StorySet) => StorySet) | null => {
  const { spotLagMs, chipEvidence } = context
  if (chipEvidence === 'bets') return null
  const timeline = timelineOf(round, spotOf(box, 'main'), spotLagMs)
  const { moves } = timeline
  const lastMove = moves.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const chips = chipContext(round, box, { context, now })
  const paidBeforePlay = naturalPaidBeforePlay(play.upRank, play.rules)
  const fits = (story: Story): boolean => {
    const lastEffect = story.effects.at(-1)
    const awaited = lastEffect ? (chips.cardTimes[lastEffect.position] ?? now) : Number.NEGATIVE_INFINITY
    if (now <= Math.max(lastMove, awaited) + spotLagMs) return true
    const match = matchPlay(story, timeline, chips)
    const unexplained = moves[match.from]
    if (!match.fits || !unexplained) return match.fits
    const isOpen = story.active < story.hands.length
    return isOpen
      ? unexplained.at >= (chips.cardTimes[story.end - 1] ?? 0)
      : unexplained.at >= now || settledEarly({ paidBeforePlay }, story)
  }
  return (set) => ({ ...set, open: set.open.filter(fits), done: set.done.filter(fits) })
}

const grow = (round: Round, context: TableContext): Round => ({ ...round, sets: growSets(round, round.sets, context, true) })

/** Story sets from nothing. */
const setsOf = (round: Round, context: TableContext, pruned: boolean): Sets => {
  let sets: Sets = []
  round.cards.forEach((_, at) => {
    sets = growSets({ ...round, cards: round.cards.slice(0, at + 1) }, sets, context, pruned)
  })
  return sets
}

/** After the occupied boxes, an absence or an unread card changed. */
const regrow = (round: Round, context: TableContext): Round => {
  const seated: Round = { ...round, sets: [], boxes: occupiedBoxes(round, context) }
  return { ...seated, sets: setsOf(seated, context, true) }
}

/** Sets with every story, whatever the chips showed: asked for only where no story fits them. Kept for the rounds that grow from it. */
const wide = new WeakMap<Round, Sets>()

export const wideSets = (round: Round, context: TableContext): Sets => {
  const known = wide.get(round) ?? setsOf(round, context, false)
  wide.set(round, known)
  return known
}

/** The player was found to be away at his turn: the house's rule plays his hand, if the cards that came allow it. */
export const withAbsent = (round: Round, absent: ReadonlySet<number>, context: TableContext): Round => {
  const next = { ...round, absent }
  return { ...next, sets: setsOf(next, context, true) }
}

export const openRound = (
  start: Omit<Round, 'boxes' | 'sets' | 'moves' | 'cards' | 'incomplete'>,
  card: RoundCard,
  context: TableContext,
): Round => regrow({ ...start, cards: [card], moves: new Map(), boxes: [], sets: [], incomplete: null }, context)

export const addCard = (round: Round, card: RoundCard, context: TableContext): Round => {
  const next = grow({ ...round, cards: [...round.cards, card] }, context)
  const known = wide.get(round)
  if (known) wide.set(next, growSets(next, known, context, false))
  return next
}

/** Movements of one spot kept for a round: a box of four hands has about twenty. What flickers beyond says nothing more. */
export const MOVES_MAX = 64

export const addMove = (round: Round, spot: SpotId, move: Move, context: TableContext): Round => {
  const moves = new Map(round.moves).set(spot, [...(round.moves.get(spot) ?? []), move])
  const next = { ...round, moves }
  // What was left because nothing more could come is looked at again when something does.
  const isLate = move.at < (round.cards.at(-1)?.at ?? 0)
  if (move.at - context.spotLagMs <= round.openedAt || isLate) return regrow(next, context)
  const known = wide.get(round)
  if (known) wide.set(next, known)
  return next
}

/** A card nobody could read was named by a person: the stories take it from its place on. */
export const withNamed = (round: Round, position: number, code: number, context: TableContext): Round =>
  regrow({ ...round, cards: round.cards.map((card, at) => (at === position ? { ...card, code } : card)) }, context)
