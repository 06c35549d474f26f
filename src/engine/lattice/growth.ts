/**
 * A round as its evidence grows. Its lattice takes every card, and a hand in play that can never fit the chips goes no further. This loses
 * nothing: a hand is dropped only if no reading with the chips can contain it, and the lattice without the chips grows all hands.
 */
import type { Area, SpotId } from '../../../devices/scan.ts'
import { UNKNOWN } from '../../rules/game/cards.ts'
import { ANY_NEED, needOf } from '../../rules/game/dealer.ts'
import { type Hand, isNatural, maySplit, openHand, type Play, withCard } from '../../rules/game/hand.ts'
import { loosened, type PlayError } from '../../rules/game/play-errors.ts'
import { naturalPaidBeforePlay } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import { type ChipContext, EMPTY_TIMELINE, type InPlay, isLaidAhead, type Move, matchPlay, type Timeline } from '../evidence/chips.ts'
import {
  chipContext,
  dealOf,
  isDealt,
  isDown,
  isUnbet,
  MAINS,
  othersWait,
  ownedBy,
  type Round,
  type RoundCard,
  rankAt,
  spotOf,
  timelineOf,
  unreadRanks,
} from '../evidence/round.ts'
import { upRankOf } from '../evidence/unknown-dealer-cards.ts'
import { beforeLast, follow } from '../evidence/variants.ts'
import { cacheOf, kept, mapIn } from '../workspace.ts'
import { isBeforeWon, isGoneInPlay, settledEarly } from './box-in-play.ts'
import { doubleAmounts } from './double-amounts.ts'
import { chipsWithError, mainTimeline, mainTracks, playKey } from './error-effects.ts'
import type { Alike, BoxTerms, Effects, GrowthTerms, Lattice, Node } from './graph.ts'
import { beginLattice, growLattice, type MayFit } from './grower.ts'
import type { DealersError } from './reading.ts'
import { unseenChoices } from './unseen-choices.ts'

const occupiedBoxes = (round: Omit<Round, 'boxes'>, context: TableContext): readonly number[] => {
  const boxes: number[] = []
  for (let box = 1; box <= context.boxes; box++) {
    const bet = MAINS.some((area) => timelineOf({ ...round, boxes: [] }, spotOf(box, area), context.spotLagMs).base.amount > 0)
    if (round.notDealt?.includes(box)) continue
    const { box: erred, plays } = round.misdeal ?? { box: null, plays: undefined }
    if (erred === box ? (plays ?? bet) : bet) boxes.push(box)
  }
  const order = round.misdeal?.order
  return order === undefined ? boxes : boxes.sort((one, other) => order.indexOf(one) - order.indexOf(other))
}

/** 000 §1 l.47-51: for an absent holder the player on the second betting field of his box may decide to draw or to stand. */
export const hasStandIn = (round: Round, box: number, { rules, spotLagMs }: TableContext): boolean =>
  rules.holderAbsent === 'second-bettor-decides' && timelineOf(round, spotOf(box, 'main2'), spotLagMs).base.amount > 0

const playOf = (round: Round, box: number, doubles: readonly number[], context: TableContext): Play => {
  const away = round.absent.has(box)
  const standIn = away && hasStandIn(round, box, context)
  return {
    rules: context.rules,
    upRank: upRankOf(round, context),
    absent: away && !standIn,
    standIn,
    stakesSensed: context.chipEvidence !== 'bets',
    payoutsSensed: context.chipEvidence === 'payouts',
    doubles,
  }
}

/** By cards alone no amount other than the bet is known. */
const amountsAt = (round: Round, index: number, { chips, error }: Reach, context: TableContext): readonly number[] =>
  doubleAmounts(chips ? mainTimeline(round, index, error, context.spotLagMs) : EMPTY_TIMELINE, context)

const SEVEN = 6

const ranksAt = (round: Round, position: number, context: TableContext): readonly number[] => {
  const rank = rankAt(round, position)
  return rank === null ? unreadRanks(round, context) : [rank]
}

/** What a box was dealt: one hand, or one for each rank its unread cards may have. */
const dealtHands = (round: Round, index: number, context: TableContext): readonly Hand[] => {
  const positions = ownedBy(round, index, context)
  const hands = positions.reduce<readonly Hand[]>(
    (known, position) => known.flatMap((hand) => ranksAt(round, position, context).map((rank) => withCard(hand, position, rank))),
    [openHand(1, 0, false)],
  )
  return hands.map((hand) => (isNatural(hand) ? { ...hand, ended: 'natural' } : hand))
}

/** Prizes depend on the cards themselves. If a free hand loses with the real one, it also matters which hand is which. */
const alikeIn = (dealt: readonly Hand[], followsPayouts: boolean, error: DealersError | null, { rules }: TableContext): Alike => {
  if (rules.freeHandsSettle !== 'each-on-its-own') return 'all'
  if (!followsPayouts) return 'need'
  if (rules.sevens !== 'none' && dealt.some(({ ranks }) => ranks[0] === SEVEN)) return 'all'
  return error?.fault === 'stood' ? 'total' : 'due'
}

/** A side wager depends on more than what the hands are due: on which came first, or on what a bust hand counts. */
const sidesAskForAll = (round: Round, box: number, mayBeSplit: boolean, { rules, spotLagMs }: TableContext): boolean => {
  const isLaid = (area: Area): boolean => timelineOf(round, spotOf(box, area), spotLagMs).base.amount > 0
  const isBounded = rules.push22 !== 'none' && rules.push22.maxPlayerTotal !== 'none'
  return (isBounded && isLaid('p22')) || (mayBeSplit && MAINS.some((area) => area !== 'main' && isLaid(area)))
}

/** `undecided`: every hand stands as it was dealt, because the dealer has a natural. */
const growthTerms = (round: Round, context: TableContext, reach: Reach, undecided = false): GrowthTerms => {
  const { chips, error } = reach
  const { rules, chipEvidence } = context
  const upRank = upRankOf(round, context)
  const unseen = unseenChoices(upRank, context)
  const paidBeforePlay = !undecided && naturalPaidBeforePlay(upRank, rules)
  const termsAt = (index: number, playError?: PlayError): BoxTerms => {
    const box = round.boxes[index] ?? 0
    const hands = dealtHands(round, index, context)
    // A natural on which chips are laid plays on.
    const isPlayedOn = playError?.name === 'DOUBLE-ON-BJ'
    const dealt = hands.map((hand): Hand => ({ ...hand, ended: isPlayedOn ? null : (hand.ended ?? (undecided ? 'stand' : null)) }))
    const waits = othersWait(round, box, context.spotLagMs)
    const isPhantom = isUnbet(round, box)
    const play = playOf(round, box, amountsAt(round, index, reach, context), context)
    const followsPayouts = chips && chipEvidence === 'payouts'
    const mayBeSplit = playError?.name === 'SPLIT-NOT-PAIR' || dealt.some((hand) => maySplit(hand, 1, rules))
    // One hand alone lacks its card, so it matters which hands have theirs.
    const asksForAll = playError?.name === 'SPLIT-NO-CARD' || (followsPayouts && sidesAskForAll(round, box, mayBeSplit, context))
    return {
      play: playError ? { ...play, rules: loosened(rules, playError) } : play,
      dealt,
      alike: asksForAll ? 'all' : alikeIn(dealt, followsPayouts, error, context),
      // For a hand without a bet the dealer may draw or not.
      needsOf: (own) => (isPhantom || (playError && isOverWrongly(playError, own)) ? ANY_NEED : needOf(own, paidBeforePlay, waits, unseen)),
      ...(playError ? { playError } : {}),
    }
  }
  const playErrors = error?.playErrors ?? []
  return {
    boxes: round.boxes.map((_, index) => termsAt(index)),
    erring: round.boxes.map((_, index) => playErrors.flatMap((each) => (each.box === index ? [termsAt(index, each)] : []))),
    deal: dealOf(round, context).owners.length,
    followsChips: followsChips(chips, context),
    isDated: error !== null && playErrors.length === 0,
    unseen,
    nodesMax: Math.floor(context.nodesMax / (round.supposed ?? 1)),
  }
}

/**
 * A hand was given up that may not be, or is over and was overlooked. If only the amount of a surrender was wrong, the hand is dead all the
 * same.
 */
const isOverWrongly = ({ name }: PlayError, hands: readonly Hand[]): boolean =>
  hands.some(({ ended }) => (ended === 'surrender' && name !== 'SURRENDER-AMOUNT') || (ended === 'bust' && name === 'PAID-LOSER'))

const followsChips = (chips: boolean, { chipEvidence }: TableContext): boolean => chips && chipEvidence !== 'bets'

/** The initial hands without any decision except even money: what lies there if the check found a natural. */
export const undecidedLattice = (round: Round, context: TableContext): Lattice => {
  const made = (): Lattice => beginLattice(growthTerms(round, context, PRUNED, true), null)
  return latticesIn(context).get(round.cards)?.get(UNDECIDED) ?? keep(round.cards, { key: UNDECIDED }, made(), context)
}

/**
 * Whether what play did to a box's chips may still fit what they showed. It may not if every level that it could wait for is overdue by
 * more than the lag, or if a level that play does not explain lies before a later card, so that it is no settlement either. Who
 * errs may settle early; beside one error in play or one changed bet, the rest is settled as due.
 */
const mayFitIn = (round: Round, context: TableContext, { chips, error }: Reach): MayFit => {
  if (!followsChips(chips, context)) return null
  const { spotLagMs, rules } = context
  // A dealer's card that came too early says nothing about when a player decided.
  const now = round.cards.findLast(({ at }) => at !== round.misdeal?.drewAt)?.at ?? 0
  const upRank = upRankOf(round, context)
  const paidBeforePlay = naturalPaidBeforePlay(upRank, rules)
  interface Spot {
    readonly tracks: readonly Timeline[]
    readonly chips: ChipContext
    readonly lastMove: number
    readonly plays: Map<Effects, readonly InPlay[] | null>
  }
  const spots = new Map<number, Spot>()
  const spotAt = (index: number): Spot =>
    kept(spots, index, () => {
      const chips = chipContext(round, round.boxes[index] ?? 0, context, now)
      // What came later says nothing about what lay here by then.
      const tracks = mainTracks(round, index, error, context).map(
        (track): Timeline => ({ ...track, moves: track.moves.filter(({ at }) => at <= now) }),
      )
      const lastMove = Math.max(...tracks.map(({ moves }) => moves.at(-1)?.at ?? Number.NEGATIVE_INFINITY))
      return { tracks, chips, lastMove, plays: new Map() }
    })
  /** null: it is too early to tell. */
  const playsAt = ({ tracks, lastMove, plays, ...spot }: Spot, { effects, terms }: Node): readonly InPlay[] | null => {
    return kept(plays, effects, () => {
      const chips = chipsWithError(spot.chips, terms?.playError)
      const lastEffect = effects.list.at(-1)
      // A hand given up too late may still be given up.
      const until = lastEffect?.kind === 'surrender' && chips.surrendersLate ? now : undefined
      const awaited = lastEffect ? (until ?? chips.cardTimes[lastEffect.position] ?? now) : Number.NEGATIVE_INFINITY
      const isEarly = now <= Math.max(lastMove, awaited) + spotLagMs
      return isEarly ? null : tracks.map((track) => matchPlay(effects.list, track, chips))
    })
  }
  const mayErr = (terms: BoxTerms | null): boolean =>
    terms?.playError !== undefined || (error !== null && error.playErrors.length === 0 && error.tampering === null)
  return (node: Node, open: boolean): boolean => {
    const { box, past, terms } = node
    const mayBe = (play: InPlay): boolean => {
      const unexplained = play.timeline.moves[play.from]
      if (!play.fits || !unexplained || mayErr(terms)) return play.fits
      if (open && isLaidAhead(play, spotAt(box).chips)) return true
      if (unexplained.at >= now || open || isBeforeWon(past.hands, play, spotAt(box).chips.cardTimes)) return unexplained.at >= now
      return settledEarly({ paidBeforePlay }, past.hands) || isGoneInPlay(past.hands, play)
    }
    return playsAt(spotAt(box), node)?.some(mayBe) ?? true
  }
}

/** How far a lattice goes: only as the chips allow, with every way to play whatever they showed, or with this error. */
type Breadth = 'pruned' | 'wide' | DealersError

interface Reach {
  readonly key: string
  /** Chips are followed; if not, readings are by cards alone. */
  readonly chips: boolean
  readonly error: DealersError | null
}

const UNDECIDED = 'undecided'
const PRUNED: Reach = { key: 'pruned', chips: true, error: null }
const WIDE: Reach = { key: 'wide', chips: false, error: null }

const spanOf = (round: Round, breadth: Breadth, context: TableContext): Reach => {
  if (breadth === 'wide') return WIDE
  const span = typeof breadth === 'object' ? { key: playKey(round, breadth), chips: true, error: breadth } : PRUNED
  if (context.rules.doubleAmount === 'equal') return span
  // Chips reported after a card may have been laid on a double before it. The lattice then grows again with that amount.
  const doubles = round.boxes.map((_, index) => amountsAt(round, index, span, context))
  return { ...span, key: `${span.key}/${doubles.join('/')}` }
}

/**
 * Lattices by the cards they took, kept for as long as somebody holds those cards. A round is plain evidence, and what follows from it is
 * worked out again if it is not at hand.
 */
const latticesIn = cacheOf<readonly RoundCard[], Map<string, Lattice>>('lattices')

const keep = (cards: readonly RoundCard[], { key }: Pick<Reach, 'key'>, lattice: Lattice, context: TableContext): Lattice => {
  mapIn(latticesIn(context), cards).set(key, lattice)
  return lattice
}

/** Gives `cards` the lattices of `as`. The two lists differ in no card that a player's hand takes. */
export const sameLattices = (cards: readonly RoundCard[], as: readonly RoundCard[], context: TableContext): void => {
  const lattices = latticesIn(context).get(as)
  if (lattices) latticesIn(context).set(cards, new Map(lattices))
}

/** Grows from the lattice of one card less, or from nothing; null while the deal is not complete. */
const latticeIn = (round: Round, context: TableContext, span: Reach): Lattice | null => {
  const known = latticesIn(context)
  const lattice = known.get(round.cards)?.get(span.key)
  if (lattice) return lattice
  if (!isDealt(round, context)) return null
  const deal = dealOf(round, context).owners.length
  const fewer = beforeLast(round.cards, context)
  if (fewer && fewer.length >= deal) {
    const before = latticeIn({ ...round, cards: fewer }, context, span)
    if (before) return keep(round.cards, span, grown(before, round, context, span), context)
  }
  const upTo = (cards: number): Round => ({ ...round, cards: round.cards.slice(0, cards) })
  let grows = beginLattice(growthTerms(round, context, span), mayFitIn(upTo(deal), context, span))
  for (let cards = deal + 1; cards <= round.cards.length; cards++) grows = grown(grows, upTo(cards), context, span)
  return keep(round.cards, span, grows, context)
}

/** The lattice after the last card of the round. */
const grown = (before: Lattice, round: Round, context: TableContext, span: Reach): Lattice => {
  const position = round.cards.length - 1
  return growLattice(before, position, ranksAt(round, position, context), mayFitIn(round, context, span))
}

/** Every way in which the round's cards can have been played, its up card read or supposed; null until the deal is complete. */
export const latticeFor = (round: Round, context: TableContext, breadth: Breadth = 'pruned'): Lattice | null =>
  latticeIn(round, context, spanOf(round, breadth, context))

/** For when something other than a further card changed what the cards can mean. */
const regrown = (round: Round): Round => ({ ...round, cards: [...round.cards] })

/** The round after its occupied boxes changed. */
export const reopened = (round: Round, context: TableContext): Round => regrown({ ...round, boxes: occupiedBoxes(round, context) })

/** The player was found to be away at his turn, so the house's rule plays his hand if the cards that came allow it. */
export const withAbsent = (round: Round, absent: ReadonlySet<number>): Round => regrown({ ...round, absent })

export const openRound = (start: Omit<Round, 'boxes' | 'moves' | 'cards' | 'incomplete'>, card: RoundCard, context: TableContext): Round =>
  reopened({ ...start, cards: [card], moves: new Map(), boxes: [], incomplete: null }, context)

export const addCard = (round: Round, card: RoundCard, context: TableContext): Round => {
  const next: Round = { ...round, cards: [...round.cards, card] }
  // The last card of a rank shows what an earlier unread card was not.
  const isUnread = round.cards.some(({ code }) => code === UNKNOWN)
  if (isUnread && unreadRanks(next, context).length < unreadRanks(round, context).length) return next
  follow(next.cards, round.cards, context)
  const lattices = latticesIn(context).get(round.cards)
  for (const span of [PRUNED, WIDE]) if (lattices?.has(span.key)) latticeIn(next, context, span)
  // The undecided lattice takes no cards.
  const undecided = lattices?.get(UNDECIDED)
  if (undecided) keep(next.cards, { key: UNDECIDED }, undecided, context)
  return next
}

/**
 * Most movements of one spot that are kept for a round. A box of four hands has about twenty, and flickering beyond that says nothing more.
 */
export const MOVES_MAX = 64

export const addMove = (round: Round, spot: SpotId, move: Move, context: TableContext): Round => {
  const moves = new Map(round.moves).set(spot, [...(round.moves.get(spot) ?? []), move])
  const next = { ...round, moves }
  // Hands that were dropped because nothing more could come are looked at again if something does.
  const isLate = move.at < (round.cards.at(-1)?.at ?? 0)
  // A bet that was hidden when the round opened may be back.
  const [before, after] = [round, next].map((each) => timelineOf(each, spot, context.spotLagMs).base)
  const isBet = before?.amount !== after?.amount || before?.lammers !== after?.lammers
  if (move.at - context.spotLagMs <= round.openedAt || isLate || isBet) return reopened(next, context)
  const box = Number(spot.split('.')[0])
  // A co-bettor's even money changes what the dealer draws for.
  const isSame =
    othersWait(round, box, context.spotLagMs) === othersWait(next, box, context.spotLagMs) && !undoesSeen(round, next, box, context)
  return isSame ? next : regrown(next)
}

/** May a level that showed before the last card not have stood, now that this movement came? Hands were dropped because of it. */
const undoesSeen = (round: Round, next: Round, box: number, context: TableContext): boolean => {
  const last = round.cards.at(-1)?.at ?? 0
  const seenIn = (each: Round): readonly string[] =>
    mainTracks(each, each.boxes.indexOf(box), null, context).map(({ moves }) => moves.flatMap(({ at }) => (at <= last ? [at] : [])).join())
  const before = seenIn(round)
  return seenIn(next).some((seen) => !before.includes(seen))
}

/** A person named a card that was not read. The stories take it from its place on or, if it lies face down, once it is turned. */
export const withNamed = (round: Round, position: number, code: number): Round => {
  const named = (card: RoundCard): RoundCard => (isDown(card) ? { ...card, under: code } : { ...card, code })
  return position < 0 ? round : { ...round, cards: round.cards.map((card, at) => (at === position ? named(card) : card)) }
}
