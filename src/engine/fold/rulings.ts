/**
 * The floor's rulings on the open round (docs/pit.md, "When you rule, tell the table"). Each ruling changes the evidence of the round in
 * every account of the cards. The readings then follow from that evidence as they do from a sensor's report.
 *
 *   card-burn   the card is out of the round
 *   card-move   the card lies with this hand, wherever it came in the order of the cards
 *   bet-note    money that no sensor sees plays on this box
 *   hand-dead   the chips of this box are no evidence any more
 */
import { readAs } from '../accounts/hole-card-turn.ts'
import type { TableContext } from '../context.ts'
import { dealOf, isDealt, isUnbet, ownedBy, type Round } from '../evidence/round.ts'
import { type BetNote, rulingsOf } from '../evidence/rulings.ts'
import { reopened } from '../lattice/growth.ts'
import { isReadable } from '../lattice/question.ts'
import { type OpenRound, roundsIn } from '../state/open-round.ts'

/** Position of the card whose device line has this sequence number; -1 if the round has none. */
export const positionOf = (round: Round, seq: number): number => round.cards.findIndex(({ cause }) => cause.endsWith(`/${seq}`))

/** The rounds that have this card, in any account of the cards. */
export const roundsWith = (current: OpenRound | null, seq: number): readonly Round[] =>
  current ? roundsIn(current).filter((round) => positionOf(round, seq) >= 0) : []

interface Moment {
  readonly now: number
  readonly context: TableContext
}

const inEach = (current: OpenRound, ruled: (round: Round) => Round, { now, context }: Moment): OpenRound =>
  readAs(current, ruled, now, context)

/** The round without the card; null if it has no other card. */
export const withBurned = (current: OpenRound, seq: number, moment: Moment): OpenRound | null => {
  const ruled = (round: Round): Round => {
    const position = positionOf(round, seq)
    if (position < 0) return round
    const cards = round.cards.toSpliced(position, 1)
    const [first] = cards
    return first === undefined ? round : reopened({ ...round, cards, openedAt: first.at, burned: undefined, fresh: null }, moment.context)
  }
  return current.round.cards.length === 1 && positionOf(current.round, seq) === 0 ? null : inEach(current, ruled, moment)
}

export interface CardMove {
  readonly seq: number
  readonly box: number
  readonly hand: number
}

/** The round with the card where the floor says it lies; null if no reading has it there. */
export const withPlaced = (current: OpenRound, move: CardMove, moment: Moment): OpenRound | null => {
  const known = new Map(roundsWith(current, move.seq).map((round) => [round, placedIn(round, move, moment)]))
  if ([...known.values()].every((round) => round === null)) return null
  return inEach(current, (round) => known.get(round) ?? round, moment)
}

const placedIn = (round: Round, { seq, box, hand }: CardMove, { now, context }: Moment): Round | null => {
  const position = positionOf(round, seq)
  const card = round.cards[position]
  const index = round.boxes.indexOf(box)
  if (card === undefined || index < 0) return null
  const rulings = rulingsOf(round)
  const placed = [...rulings.placed.filter(({ cause }) => cause !== card.cause), { cause: card.cause, box, hand }]
  const ruled: Round = { ...round, rulings: { ...rulings, placed } }
  const isFit = (way: Round): boolean => !isDealt(way, context) || isReadable(way, { context, now, knowsHole: false, asked: 'any' })
  for (const to of placesFor(round, index, position, context)) {
    const way = to === position ? reopened(ruled, context) : reopened({ ...ruled, cards: broughtTo(ruled, position, to) }, context)
    if (isFit(way)) return way
  }
  return null
}

/** The places that the card may take in the order of the cards: its own first, then the nearest. */
const placesFor = (round: Round, index: number, position: number, context: TableContext): readonly number[] => {
  const dealt = dealOf(round, context).owners.length
  if (position < dealt)
    return ownedBy(round, index, context)
      .filter((place) => place < round.cards.length)
      .toSorted(nearest(position))
  return round.cards.flatMap((_, place) => (place < dealt ? [] : [place])).toSorted(nearest(position))
}

const nearest =
  (position: number) =>
  (one: number, other: number): number =>
    Math.abs(one - position) - Math.abs(other - position)

/** The cards in between move up or down by one. The times stay with the places, because the shoe dealt in that order. */
const broughtTo = ({ cards }: Round, from: number, to: number): Round['cards'] => {
  const card = cards[from]
  if (card === undefined) return cards
  const moved = cards.toSpliced(from, 1).toSpliced(to, 0, card)
  return moved.map((each, place) => ({ ...each, at: cards[place]?.at ?? each.at }))
}

/** Notes money on the box. Cards dealt there are then no longer cards to a box without a bet. */
export const withNote = (current: OpenRound, box: number, note: BetNote, moment: Moment): OpenRound => {
  const misdealt = isUnbet(current.round, box) ? null : current.misdealt
  return inEach({ ...current, misdealt }, (round) => noted(round, box, note, moment.context), moment)
}

/** The round with money on a box, which no sensor sees. */
export const noted = (round: Round, box: number, note: BetNote, context: TableContext): Round => {
  const rulings = rulingsOf(round)
  const { misdeal: _, ...dealt } = round
  const before: Round = isUnbet(round, box) ? dealt : round
  return reopened({ ...before, rulings: { ...rulings, notes: new Map(rulings.notes).set(box, note) } }, context)
}

export const withDead = (current: OpenRound, box: number, hand: number, moment: Moment): OpenRound =>
  inEach(
    current,
    (round) => {
      const rulings = rulingsOf(round)
      const hands = [...(rulings.dead.get(box) ?? []).filter((other) => other !== hand), hand]
      return reopened({ ...round, rulings: { ...rulings, dead: new Map(rulings.dead).set(box, hands) } }, moment.context)
    },
    moment,
  )
