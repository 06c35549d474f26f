/**
 * Errors of the initial deal and of the order of play. Each reads the same round with its cards or boxes as they were dealt, and as a legal
 * round from then on. They are searched for only if no other single error explains the evidence.
 */

import type { PointerPlace } from '../../../devices/scan.ts'
import { cardText, UNKNOWN } from '../../rules/game/cards.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import { isLookedFor } from '../../rules/game/looked-for.ts'
import type { TableContext } from '../context.ts'
import { type Changed, changesIn } from '../evidence/chips.ts'
import {
  dealOf,
  isDealt,
  isHoleMasked,
  isPointed,
  MAINS,
  type Misdeal,
  mayPointAt,
  ownedBy,
  plannedDeal,
  type Round,
  type RoundCard,
  spotOf,
} from '../evidence/round.ts'
import { steadyTimeline } from '../evidence/steady-levels.ts'
import { laidBetween } from '../evidence/table-signs.ts'
import { beforeLast, follow } from '../evidence/variants.ts'
import { reopened } from '../lattice/growth.ts'
import { cacheOf, mapIn } from '../workspace.ts'

/** A round as it may have been dealt. */
export interface Misdealt {
  readonly round: Round
  readonly misdeal: Misdeal
  readonly expected: Figures
  readonly seen: Figures
  /** Its player laid chips after the newest card on a bet that has no cards, so play was over then. */
  readonly isOver?: boolean
}

/** Every way in which the deal of this round may have gone wrong, if it leaves a round that can be read. */
export const misdealsOf = (round: Round, context: TableContext): readonly Misdealt[] => {
  const short = [...passed(round, context), ...oneCardHands(round, context), ...unburned(round, context)]
  if (!isDealt(round, context)) return readable(round, short, context)
  const late = lateBets(round, context)
  const all = [
    // Where a bet was laid late, the cards that are too many are its own.
    ...(late.length > 0 ? [] : phantoms(round, context)),
    ...late,
    ...short,
    ...strayCards(round, context).slice(-1),
    ...burnedFirst(round, context),
    ...dealersLast(round, context),
    ...dealersEarly(round, context),
    ...(isPointed(round) ? playedOutOfTurn(round, context) : []),
  ]
  return readable(round, all, context)
}

/** The same cards in another order, which only the settlement shows: looked for if nothing else explains the round. */
export const reordersOf = (round: Round, context: TableContext): readonly Misdealt[] =>
  isDealt(round, context) ? readable(round, [...lateSeconds(round, context), ...strayCards(round, context).slice(0, -1)], context) : []

/** Boxes in another order, if no pointer shows it. */
export const turnsOf = (round: Round, context: TableContext): readonly Misdealt[] =>
  isDealt(round, context) && !isPointed(round) ? readable(round, playedOutOfTurn(round, context), context) : []

/** Only one error in the deal is looked for, and a card that lies face down is not looked at in any other place. */
const readable = (round: Round, all: readonly Misdealt[], context: TableContext): readonly Misdealt[] =>
  round.misdeal
    ? []
    : all.filter(
        (each) => isLookedFor(each.misdeal.code, context) && isDealt(each.round, context) && isDealtBeforePlay(each.round, context),
      )

/** The pointer rests during the deal, and the bets lie still. `more`: how many more cards came with the deal. */
const isDealtBeforePlay = (round: Round, context: TableContext, more = 0): boolean => {
  const last = round.cards[dealOf(round, context).owners.length - 1 + more]
  if (last === undefined) return true
  const isPlayed = round.pointer.some(({ at, place }) => at >= round.openedAt && at <= last.at && place !== 'none')
  // A dealer's second card that comes early comes before any player's, whatever chips have moved.
  return !isPlayed && (round.misdeal?.early === true || !isTouchedBefore(round, last.at, context))
}

/** Chips moved on the bet of one of its boxes, and not only for a moment. */
const isTouchedBefore = (round: Round, at: number, { spotLagMs }: TableContext): boolean =>
  round.boxes.some((box) => MAINS.some((area) => steadyTimeline(round, spotOf(box, area), spotLagMs).moves.some((move) => move.at <= at)))

/** The same cards with one moved within the deal, in which no chips move: the places keep their times. */
const reordered = (cards: readonly RoundCard[], from: number, to: number): readonly RoundCard[] => {
  const moved = cards[from]
  if (moved === undefined) return cards
  return cards
    .toSpliced(from, 1)
    .toSpliced(to, 0, moved)
    .map((card, place) => ({ ...card, at: cards[place]?.at ?? card.at }))
}

interface Otherwise {
  /** The cards as they were dealt; if left out, as they came. */
  readonly cards?: readonly RoundCard[]
  /** Event time of the first card then. */
  readonly openedAt?: number
  /** Distinguishes it from others with the same misdeal. */
  readonly which?: number
  readonly expected?: Figures
  readonly seen?: Figures
}

/** Cards as they were dealt, by the cards that came. They are kept because their lattices are looked up by them. */
const misdealtIn = cacheOf<readonly RoundCard[], Map<string, readonly RoundCard[]>>('misdealt cards')

const as = (round: Round, misdeal: Misdeal, context: TableContext, otherwise: Otherwise = {}): Misdealt => {
  const { cards = round.cards, openedAt = round.openedAt, which, expected = {}, seen = {} } = otherwise
  const dealt = reopened({ ...round, cards, openedAt, misdeal }, context)
  const known = mapIn(misdealtIn(context), round.cards)
  const key = JSON.stringify([misdeal, which, dealt.boxes])
  const fewer = misdealtIn(context)
    .get(beforeLast(round.cards, context) ?? round.cards)
    ?.get(key)
  if (!known.has(key) && fewer && isOneMore(dealt.cards, fewer)) follow(dealt.cards, fewer, context)
  known.set(key, known.get(key) ?? dealt.cards)
  return { round: { ...dealt, cards: known.get(key) ?? dealt.cards }, misdeal, expected, seen }
}

const isOneMore = (cards: readonly RoundCard[], fewer: readonly RoundCard[]): boolean =>
  cards.length === fewer.length + 1 &&
  fewer.every((card, at) => card === cards[at] || (card.code === cards[at]?.code && card.at === cards[at]?.at))

const planOf = ({ boxes }: Round, context: TableContext) => plannedDeal(boxes.length, context)

/** The card at `from` as if it had come at `to`, right after the one before it; the others keep their times. */
const withMoved = (cards: readonly RoundCard[], from: number, to: number): readonly RoundCard[] => {
  const moved = cards[from] as RoundCard
  const others = cards.toSpliced(from, 1)
  return others.toSpliced(to, 0, { ...moved, at: others[Math.max(0, to - 1)]?.at ?? moved.at })
}

/** Cards were dealt to a box without a bet. */
const phantoms = (round: Round, context: TableContext): readonly Misdealt[] =>
  Array.from({ length: context.boxes }, (_, index) => index + 1)
    .filter((box) => !round.boxes.includes(box))
    .map((box) => as(round, { code: 'DEAL-EMPTY-BOX', box, plays: true }, context))

const NO_CHIPS = { amount: 0, lammers: 0 }

/** Since the round opened the bet that lay there has changed so. */
const hasChanged = ({ moves, levels, openedAt }: Round, box: number, so: (changed: Changed) => boolean): boolean => {
  const spot = spotOf(box, 'main')
  const changes = changesIn({ base: levels.get(spot) ?? NO_CHIPS, moves: moves.get(spot) ?? [] })
  return changes.some((changed) => changed.before > 0 && changed.at > openedAt && so(changed))
}

/** Chips or a lammer came to its bet as they do in play, or to a winner: then it had cards, and the dealer counted them. */
const isPlayed = (round: Round, box: number): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  return hasChanged(round, box, ({ at, before, change, lammersMore }) => lammersMore > 0 || (at < last ? change > 0 : change === before))
}

/** Other chips came to it. */
const isRaised = (round: Round, box: number): boolean => hasChanged(round, box, ({ change }) => change > 0)

/** A box with a bet got no cards. */
const passed = (round: Round, context: TableContext): readonly Misdealt[] =>
  round.boxes.length < 2
    ? []
    : round.boxes
        .filter((box) => !isPlayed(round, box))
        .map((box) => ({ ...as(round, { code: 'DEAL-BOX-SKIPPED', box, plays: false }, context), isOver: isRaised(round, box) }))

/** 000 §1 l.8, 001 l.5, 003 l.34, 004 l.19: chips laid on an empty box after the first card are the next round's, but the box got cards. */
const lateBets = (round: Round, context: TableContext): readonly Misdealt[] =>
  laidBetween(round, context.boxes, round.openedAt + context.spotLagMs, Number.POSITIVE_INFINITY).flatMap((box) => {
    const spot = spotOf(box, 'main')
    const [laid, ...since] = round.moves.get(spot) ?? []
    if (laid === undefined || laid.amount === 0) return []
    const levels = new Map(round.levels).set(spot, { amount: laid.amount, lammers: laid.lammers, rev: 0 })
    const inTime = { ...round, levels, moves: new Map(round.moves).set(spot, since) }
    const found = as(inTime, { code: 'BET-LATE', box, plays: true }, context, { seen: { amount: laid.amount } })
    const [first] = ownedBy(found.round, found.round.boxes.indexOf(box), context)
    const dealtAt = found.round.cards[first ?? 0]?.at ?? Number.POSITIVE_INFINITY
    return laid.at - context.spotLagMs <= dealtAt ? [found] : []
  })

/** A box got one card, and its second in its turn. */
const oneCardHands = (round: Round, context: TableContext): readonly Misdealt[] =>
  round.boxes.map((box) => as(round, { code: 'DEAL-ONE-CARD-HAND', box, short: true }, context))

/** A box got its second card after all others had theirs, or never, and its hand is dead. */
const lateSeconds = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { owners } = planOf(round, context)
  const { cards, boxes } = round
  const last = owners.length - 1
  return boxes.flatMap((box, index) => {
    const code = 'DEAL-ONE-CARD-HAND'
    const [first = 0, second = 0] = owners.flatMap((owner, position) => (owner.box === index ? [position] : []))
    const late = second < last && cards.length > last ? [as(round, { code, box }, context, { cards: reordered(cards, last, second) })] : []
    const dead =
      boxes.length > 1 && !isPlayed(round, box)
        ? [{ ...as(round, { code, box, plays: false }, context, { cards: cards.toSpliced(first, 1) }), isOver: isRaised(round, box) }]
        : []
    return [...late, ...dead]
  })
}

/** The deal had one card too many, which went to nobody. The last of these ways takes it to be the card after the deal. */
const strayCards = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { owners, hole } = planOf(round, context)
  const deal = owners.length
  if (round.cards.length <= deal || !isDealtBeforePlay(round, context, 1)) return []
  // A card that lies face down is known by its place, so no other card is turned for this.
  const from = hole >= 0 && isHoleMasked(round) ? deal : 0
  return round.cards.slice(from, deal + 1).map((_, nth) => astray(round, from + nth, { count: deal }, context))
}

/** The card at this position went to nobody. */
const astray = (round: Round, which: number, expected: Figures, context: TableContext): Misdealt => {
  const code = round.cards[which]?.code ?? UNKNOWN
  const seen = code === UNKNOWN ? {} : { cards: [cardText(code)] }
  return as(round, { code: 'DEAL-EXTRA-CARD', box: null }, context, { cards: round.cards.toSpliced(which, 1), which, expected, seen })
}

/** A card of play went to nobody, as when two come out together: looked for where a bust hand would have been overlooked instead. */
export const straysInPlay = (round: Round, context: TableContext): readonly Misdealt[] => {
  const deal = planOf(round, context).owners.length
  const all = round.cards.flatMap((_, at) => (at > deal ? [astray(round, at, {}, context)] : []))
  return isDealt(round, context) ? readable(round, all, context) : []
}

/** The card taken for the burn card was the first of the deal. */
const unburned = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { burned } = round
  if (!burned) return []
  const expected = { count: context.rules.burn }
  return [as(round, { code: 'BURN-MISSING', box: null }, context, { cards: [burned, ...round.cards], expected })]
}

/** After a new shoe or a relief the card that began the round was burned, as one too many or although none is burned. */
export const burnedFirst = (round: Round, context: TableContext): readonly Misdealt[] => {
  const [first, next] = round.cards
  if (round.fresh === null || first === undefined || next === undefined) return []
  const { burn, burnAtDealerChange } = context.rules
  const [code, count] = round.fresh === 'load' ? (['BURN-EXTRA', burn] as const) : (['BURN-AT-DEALER-CHANGE', burnAtDealerChange] as const)
  if (!isLookedFor(code, context)) return []
  const cards = round.cards.slice(1)
  const burned = first.code === UNKNOWN ? {} : { cards: [cardText(first.code)] }
  const figures = { expected: { count }, seen: { ...burned, count: count + 1 } }
  return [as(round, { code, box: null }, context, { cards, openedAt: next.at, ...figures })]
}

/** The dealer passed himself over, and took his first card after all others had theirs. */
const dealersLast = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { owners, dealer, hole } = planOf(round, context)
  const [first = 0] = dealer
  const last = owners.length - 1
  // A card that nobody may know would then be a player's. If it comes last of all it is the dealer's either way.
  if (first === last || (isHoleMasked(round) && hole !== last)) return []
  const cards = reordered(round.cards, last, first)
  return [as(round, { code: 'DEAL-DEALER-CARD-MISSED', box: null }, context, { cards, expected: { count: owners.length } })]
}

/** The dealer took his second card in the deal, or between the players' cards. */
const dealersEarly = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { owners, hole } = planOf(round, context)
  if (hole >= 0) return []
  const { cards } = round
  const deal = owners.length
  return cards.slice(deal).flatMap((card, after) => {
    // If the pointer is in use, it rests during the deal and names the dealer when he draws.
    const isAt = (where: PointerPlace): boolean =>
      !isPointed(round) || mayPointAt(round, card.at, context.pointerLagMs, (place) => place === where)
    const inDeal = after === 0 && isAt('none')
    if (!inDeal && !(isAt('dealer') && isPlayedAfter(round, deal + after, context))) return []
    const code = inDeal ? 'DEAL-SECOND-DEALER-CARD-EARLY' : 'DEALER-DREW-EARLY'
    const dealt = inDeal ? cards : withMoved(cards, deal + after, deal)
    return [as(round, { code, box: null, early: true, drewAt: card.at }, context, { cards: dealt, which: after })]
  })
}

/** A hand was still being played after this card: it got a card, or a stake was laid on it. */
const isPlayedAfter = (round: Round, position: number, context: TableContext): boolean => {
  const { at } = round.cards[position] as RoundCard
  if (isPointed(round)) return round.pointer.some((move) => move.at > at && typeof move.place === 'object')
  return position < round.cards.length - 1 || round.boxes.some((box) => isStakedAfter(round, box, at, context))
}

const isStakedAfter = (round: Round, box: number, after: number, { spotLagMs }: TableContext): boolean => {
  const changes = changesIn(steadyTimeline(round, spotOf(box, 'main'), spotLagMs))
  return changes.some(({ at, before, change, lammersMore }) => at - spotLagMs > after && before > 0 && (change > 0 || lammersMore > 0))
}

/** A box played before an earlier one: as the pointer shows or, if it is not in use, right before it. */
const playedOutOfTurn = (round: Round, context: TableContext): readonly Misdealt[] => {
  const { boxes } = round
  const swapped = boxes.slice(1).map((box, at) => boxes.with(at, box).with(at + 1, boxes[at] ?? 0))
  const orders = isPointed(round) ? [pointedOrder(round)] : swapped
  return orders.flatMap((order) => {
    const at = order.findIndex((box, index) => order.slice(index + 1).some((later) => later < box))
    const box = order[at]
    if (box === undefined) return []
    const before = Math.min(...order.slice(at + 1))
    const misdeal: Misdeal = { code: 'PLAY-ORDER', box, order }
    return [as(round, misdeal, context, { cards: dealtInOrder(round, order, context), seen: { count: before } })]
  })
}

/**
 * The order in which the pointer came to the boxes. A box it has not named comes after all earlier ones: they may be played first, with the
 * pointer still on its way.
 */
const pointedOrder = ({ pointer, boxes, openedAt }: Round): readonly number[] => {
  const named = pointer.flatMap(({ at, place }) => (at >= openedAt && typeof place === 'object' ? [place.box] : []))
  const order = [...new Set(named)].filter((box) => boxes.includes(box))
  return boxes.reduce<readonly number[]>(
    (known, box) => (known.includes(box) ? known : known.toSpliced(known.findLastIndex((other) => other < box) + 1, 0, box)),
    order,
  )
}

/** The deal's cards as they lie when the boxes are counted in this order. */
const dealtInOrder = (round: Round, order: readonly number[], context: TableContext): readonly RoundCard[] => {
  const { owners } = planOf(round, context)
  return round.cards.map((card, position) => {
    const owner = owners[position]
    if (owner === undefined || owner.box === 'dealer') return card
    const index = round.boxes.indexOf(order[owner.box] ?? 0)
    const from = round.cards[owners.findIndex(({ box, pass }) => box === index && pass === owner.pass)] ?? card
    return { ...from, at: card.at }
  })
}
