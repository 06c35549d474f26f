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
import { type BetNote, type Made, type Rulings, rulingsOf } from '../evidence/rulings.ts'
import { reopened } from '../lattice/growth.ts'
import { isReadable } from '../lattice/rungs.ts'
import { type OpenRound, roundsIn } from '../state/open-round.ts'
import type { OpenTable } from '../state/table-state.ts'

/** Position of the card whose device line has this sequence number; -1 if the round has none. */
export const positionOf = (round: Round, seq: number): number => round.cards.findIndex(({ cause }) => cause.endsWith(`/${seq}`))

/** The rounds that have this card, in any account of the cards. */
export const roundsWith = (current: OpenRound | null, seq: number): readonly Round[] =>
  current ? roundsIn(current).filter((round) => positionOf(round, seq) >= 0) : []

/** A ruling is taken back by its id. */
type Id = Made['id']

const withMade = (round: Round, made: Made): Rulings => {
  const rulings = rulingsOf(round)
  return { ...rulings, made: [...rulings.made, made] }
}

/** The round without the card; null if it has no other card. */
export const withBurned = (state: OpenTable, seq: number, id: Id, context: TableContext): OpenRound | null => {
  const ruled = (round: Round): Round => {
    const position = positionOf(round, seq)
    if (position < 0) return round
    const [card] = round.cards.slice(position)
    const cards = round.cards.toSpliced(position, 1)
    const [first] = cards
    if (card === undefined || first === undefined) return round
    const rulings = withMade(round, { id, what: 'card-burn', box: null, hand: null, card, from: position })
    return reopened({ ...round, rulings, cards, openedAt: first.at, burned: undefined, fresh: null }, context)
  }
  const { round: open } = state.current
  return open.cards.length === 1 && positionOf(open, seq) === 0 ? null : readAs(state, ruled, context)
}

export interface CardMove {
  /** Left out: it is only asked whether the card can be there. */
  readonly id?: Id
  readonly seq: number
  readonly box: number
  readonly hand: number
}

/** The round with the card where the floor says it lies; null if no reading has it there. */
export const withPlaced = (state: OpenTable, move: CardMove, context: TableContext): OpenRound | null => {
  const known = new Map(roundsWith(state.current, move.seq).map((round) => [round, placedIn(round, move, state.now, context)]))
  if ([...known.values()].every((round) => round === null)) return null
  return readAs(state, (round) => known.get(round) ?? round, context)
}

const placedIn = (round: Round, { id = '', seq, box, hand }: CardMove, now: number, context: TableContext): Round | null => {
  const position = positionOf(round, seq)
  const card = round.cards[position]
  const index = round.boxes.indexOf(box)
  if (card === undefined || index < 0) return null
  const before = rulingsOf(round).placed.find(({ cause }) => cause === card.cause)
  const rulings = withMade(round, { id, what: 'card-move', box, hand, cause: card.cause, from: position, before })
  const placed = [...rulings.placed.filter((each) => each !== before), { cause: card.cause, box, hand }]
  const ruled: Round = { ...round, rulings: { ...rulings, placed } }
  const isFit = (way: Round): boolean => !isDealt(way, context) || isReadable(way, { context, now, asked: 'any' })
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
export const withNote = (state: OpenTable, note: NoteMade, context: TableContext): OpenRound => {
  const { current, now } = state
  const misdealt = isUnbet(current.round, note.box) ? null : current.misdealt
  return readAs({ current: { ...current, misdealt }, now }, (round) => noted(round, note, context), context)
}

export interface NoteMade extends BetNote {
  readonly id: Id
  readonly box: number
}

/** The round with money on a box, which no sensor sees. */
export const noted = (round: Round, { id, box, ...note }: NoteMade, context: TableContext): Round => {
  const rulings = withMade(round, { id, what: 'bet-note', box, hand: null, before: rulingsOf(round).notes.get(box) })
  const { misdeal: _, ...dealt } = round
  const before: Round = isUnbet(round, box) ? dealt : round
  return reopened({ ...before, rulings: { ...rulings, notes: new Map(rulings.notes).set(box, note) } }, context)
}

export const withDead = (state: OpenTable, { id, box, hand }: { id: Id; box: number; hand: number }, context: TableContext): OpenRound =>
  readAs(
    state,
    (round) => {
      const rulings = withMade(round, { id, what: 'hand-dead', box, hand })
      const hands = [...(rulings.dead.get(box) ?? []).filter((other) => other !== hand), hand]
      return reopened({ ...round, rulings: { ...rulings, dead: new Map(rulings.dead).set(box, hands) } }, context)
    },
    context,
  )

/** The newest ruling of this id in the open round. */
export const madeIn = (round: Round, id: Id): Made | undefined => rulingsOf(round).made.findLast((each) => each.id === id)

/** The round as if the ruling had not been made. */
export const withUndone = (state: OpenTable, id: Id, context: TableContext): OpenRound =>
  readAs(
    state,
    (round) => {
      const made = madeIn(round, id)
      return made === undefined ? round : reopened(undone(round, made), context)
    },
    context,
  )

const undone = (round: Round, made: Made): Round => {
  const ruled = rulingsOf(round)
  const rulings = { ...ruled, made: ruled.made.filter((each) => each !== made) }
  switch (made.what) {
    case 'hand-dead': {
      const hands = (rulings.dead.get(made.box) ?? []).filter((hand) => hand !== made.hand)
      return { ...round, rulings: { ...rulings, dead: withEntry(rulings.dead, made.box, hands.length === 0 ? undefined : hands) } }
    }
    case 'bet-note':
      return { ...round, rulings: { ...rulings, notes: withEntry(rulings.notes, made.box, made.before) } }
    case 'card-move': {
      const others = rulings.placed.filter(({ cause }) => cause !== made.cause)
      const placed = made.before === undefined ? others : [...others, made.before]
      const position = round.cards.findIndex(({ cause }) => cause === made.cause)
      return { ...round, rulings: { ...rulings, placed }, cards: position < 0 ? round.cards : broughtTo(round, position, made.from) }
    }
    case 'card-burn':
      return { ...round, rulings, cards: round.cards.toSpliced(made.from, 0, made.card), openedAt: Math.min(round.openedAt, made.card.at) }
  }
}

/** `value` undefined: without the entry. */
const withEntry = <T>(map: ReadonlyMap<number, T>, key: number, value: T | undefined): ReadonlyMap<number, T> => {
  const others = [...map].filter(([known]) => known !== key)
  return new Map(value === undefined ? others : [...others, [key, value] as const])
}
