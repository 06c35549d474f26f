/** The evidence of one round: cards in order, levels of the spots in time, the pointer, and the stories it allows. */
import type { Area, PointerPlace, SpotId } from '../../../devices/scan.ts'
import { ACE, cardText, rankOf, UNKNOWN } from '../../rules/game/cards.ts'
import { type DealPlan, dealPlan, planOtherwise } from '../../rules/game/deal.ts'
import { type Hand, isNatural, openHand, withCard } from '../../rules/game/hand.ts'
import { surrenderTaken } from '../../rules/game/settle.ts'
import { checksUnder } from '../../rules/game/up-card.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { cacheOf, kept, mapIn } from '../workspace.ts'
import { type ChipContext, EMPTY_TIMELINE, type Move, type Timeline } from './chips.ts'
import type { PlateLimits } from './limits.ts'
import { isFollowed, notedOn, type Rulings } from './rulings.ts'
import { firstWhole, isSameLevel, LEVELS, type Rests, tracksOf, withShown } from './spot-track.ts'

/** A card of the round: its code, event time, and the device line it rests on. */
export interface RoundCard {
  readonly code: number
  readonly at: number
  readonly cause: string
  /** The card lies face down: its code as the shoe read it, which nobody may know yet. `code` is then UNKNOWN. */
  readonly under?: number
}

export interface SpotLevel {
  readonly amount: number
  readonly lammers: number
  /** The spot's own count of its changes. */
  readonly rev: number
  /** Of all its chips; left out: the device does not tell them, or not all. */
  readonly ids?: readonly string[]
}

export interface PointerMove {
  readonly at: number
  readonly place: PointerPlace
}

export interface Round {
  readonly id: string
  readonly shoe: number
  /** Who deals the round, as a person reported; null: nobody reported it. */
  readonly dealerId: string | null
  /** Event time of the first card, Unix ms. */
  readonly openedAt: number
  readonly cards: readonly RoundCard[]
  /** Levels when the first card came, by spot. */
  readonly levels: ReadonlyMap<SpotId, SpotLevel>
  /** Levels shown since, by spot, in the journal's order. */
  readonly moves: ReadonlyMap<SpotId, readonly Move[]>
  /** What came to the rack from no spot, minor units: chips that a player hands the dealer, as change for a payment. @default none */
  readonly handed?: readonly number[]
  readonly pointer: readonly PointerMove[]
  /** The pointer was away when it began: nothing that the pointer tells is of this round. */
  readonly unpointed?: true
  /** Cards of this shoe read before the round, by rank; null: nobody saw it loaded. */
  readonly seen: readonly number[] | null
  /** The dealer was seen earlier to move his pointer after the card, so he may have done so in this round. */
  readonly pointerLate: boolean
  /** Boxes whose player was away at the first card. */
  readonly absent: ReadonlySet<number>
  /** Occupied boxes, ascending. */
  readonly boxes: readonly number[]
  /** Boxes whose bet, reported within the lag of the first card, came too late for it in this account, so that they got no cards. */
  readonly notDealt?: readonly number[]
  /** Why no complete verdict is possible; null while one is. */
  readonly incomplete: Reason | null
  /** The round's hole card counts as turned. */
  readonly turned?: true
  /**
   * In this account somebody erred: by the rules the round had ended before its last cards. The event time of the card after which it had, Unix
   * ms; null: it is no account any more.
   */
  readonly erringSince?: number | null
  /** In this account players may have laid the chips of a double or a split before their turn. */
  readonly ahead?: true
  /** In this account everything was over at this event time, Unix ms. A player found to be away by then had already played. */
  readonly wasOver?: number
  /** The up card was not read, and this round is one of so many that each suppose a different one. */
  readonly supposed?: number
  /** What went wrong in the deal, as far as it has been found. Cards and boxes are then as they were dealt. */
  readonly misdeal?: Misdeal
  /** The card before the round's first, which was taken to be burned. */
  readonly burned?: RoundCard | undefined
  /** The round is the first after this event, so its own first card may have been burned. */
  readonly fresh: Fresh | null
  /** What the floor ruled about the round; if left out, nothing. */
  readonly rulings?: Rulings
  /** Limits of its bets if the floor changed the plate; if left out, the configured ones. */
  readonly plate?: PlateLimits
}

/** The events after which a house may burn cards. */
export type Fresh = 'load' | 'relief'

/** `box`: the box that got cards, got none or too few, or played too early. */
export interface Misdeal {
  readonly code: MisdealCode
  readonly box: number | null
  /** Whether the box has a hand, whatever its bet. */
  readonly plays?: boolean
  /** The box has one card from the deal, and gets its second in its turn. */
  readonly short?: true
  /** The dealer's second card is out when the boxes play: it lies where the deal ends. */
  readonly early?: true
  /** Event time of the dealer's card that came too early. */
  readonly drewAt?: number
  /** The order in which the boxes played, if it was not the usual one. */
  readonly order?: readonly number[]
}
export type MisdealCode =
  | 'DEAL-EMPTY-BOX'
  | 'DEAL-BOX-SKIPPED'
  | 'DEAL-ONE-CARD-HAND'
  | 'DEAL-EXTRA-CARD'
  | 'DEAL-DEALER-CARD-MISSED'
  | 'DEAL-SECOND-DEALER-CARD-EARLY'
  | 'DEALER-DREW-EARLY'
  | 'PLAY-ORDER'
  | 'BURN-MISSING'
  | 'BURN-EXTRA'
  | 'BURN-AT-DEALER-CHANGE'
  | 'BET-LATE'

export const MAINS: readonly Area[] = ['main', 'main2', 'main3']
const NO_LEVEL: SpotLevel = { amount: 0, lammers: 0, rev: 0 }

export const spotOf = (box: number, area: Area): SpotId => `${box}.${area}`

/** The main spots of these boxes, or those of other areas. */
export const spotsAt = (boxes: readonly number[], areas = MAINS): readonly SpotId[] =>
  boxes.flatMap((box) => areas.map((area) => spotOf(box, area)))

export const boxesUpTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

/**
 * What lay on a spot at the first card, and what it showed afterwards. A level shown within the lag of the first card is from before the
 * card, unless it was gone again within the lag.
 */
export const timelineOf = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  const told = toldOf(round, spot, spotLagMs)
  if (round.rulings === undefined) return told
  const [box, area] = spot.split('.')
  if (area !== 'main' || isFollowed(round, Number(box))) return told
  const { amount, lammers } = told.base
  return { base: { amount: amount + notedOn(round, Number(box)), lammers }, moves: [] }
}

/**
 * What lay on a spot between two reports decides something if a card came meanwhile, even if the first change was reported as late as it can be
 * and the last one at once.
 */
export const restsOn =
  ({ cards }: Pick<Round, 'cards'>, spotLagMs: number): Rests =>
  (from, to, marked = false) =>
    cards.some(({ at }) => at > from && at < (marked ? to : to - spotLagMs))

/** The same of changes in play alone: what comes after the last card may be the settlement. */
export const restsInPlay = (round: Pick<Round, 'cards'>, spotLagMs: number): Rests => {
  const rests = restsOn(round, spotLagMs)
  const last = round.cards.at(-1)?.at ?? 0
  return (from, to, marked) => from > last || rests(from, to, marked)
}

/** What stood on a spot, starting from before the round. */
export const stoodOn = (round: Round, spot: SpotId, spotLagMs: number): readonly Move[] => {
  const { amount, lammers } = round.levels.get(spot) ?? NO_LEVEL
  const first: Move = { at: Number.NEGATIVE_INFINITY, amount, lammers, cause: '' }
  return (round.moves.get(spot) ?? []).reduce<readonly Move[]>((levels, move) => withShown(levels, move, LEVELS, spotLagMs), [first])
}

/** The same from the sensors alone, without the floor's rulings. */
const toldOf = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  const first = round.levels.get(spot) ?? NO_LEVEL
  const moves = round.moves.get(spot) ?? []
  const isBefore = ({ at }: Move): boolean => at - spotLagMs <= round.openedAt
  const after = moves.findIndex((move) => !isBefore(move))
  if (after === 0 || moves.length === 0) return { base: first, moves }
  const base = stoodOn(round, spot, spotLagMs).findLast(isBefore) ?? first
  const later = after < 0 ? [] : moves.slice(after)
  const changed = later.findIndex((move) => !isSameLevel(move, base))
  return { base, moves: changed < 0 ? [] : later.slice(changed) }
}

/**
 * Chips on the insurance line that count as insurance: laid under an ace and, in a house that insures before its check (001), before play.
 * A busted wager parked there later counts on `main` (001 Push 22 side bet).
 */
export const insuranceTimeline = (round: Round, box: number, context: TableContext): Timeline => {
  const { rules, spotLagMs } = context
  const timeline = timelineOf(round, spotOf(box, 'ins'), spotLagMs)
  const { up } = dealerPositions(round, context)
  const [first] = timeline.moves
  // An up card that was not read may be an ace.
  if (rules.insurance === 'none' || !first || round.cards[up] === undefined || (rankAt(round, up) ?? ACE) !== ACE) return EMPTY_TIMELINE
  const play = round.cards[dealOf(round, context).owners.length]
  const late = rules.insurance.deadline === 'before-check' && play !== undefined && first.at - spotLagMs > play.at
  return late ? EMPTY_TIMELINE : timeline
}

export const rankAt = (round: Pick<Round, 'cards'>, position: number): number | null => {
  const code = round.cards[position]?.code
  return code === undefined || code === UNKNOWN ? null : rankOf(code)
}

export const ALL_RANKS: readonly number[] = Array.from({ length: 13 }, (_, rank) => rank)

/** The ranks an unread card may have: those of which a card is left in the shoe. */
export const unreadRanks = (round: Round, context: TableContext): readonly number[] => {
  if (round.seen === null) return ALL_RANKS
  const read = [...round.seen]
  const { hole, up } = dealerPositions(round, context)
  round.cards.forEach(({ code }, position) => {
    // A card that has not been turned yet proves nothing, and neither does one that is only supposed.
    if (code !== UNKNOWN && position !== hole && !(round.supposed && position === up)) read[rankOf(code)] = (read[rankOf(code)] ?? 0) + 1
  })
  const left = ALL_RANKS.filter((rank) => (read[rank] ?? 0) < 4 * context.rules.decks)
  // Every rank is used up, so the shoe holds other cards than it should.
  return left.length > 0 ? left : ALL_RANKS
}

/** Suit of the card at a position; null if it was not read. */
export const suitAt =
  (round: Pick<Round, 'cards'>) =>
  (position: number): number | null => {
    const code = round.cards[position]?.code
    return code === undefined || code === UNKNOWN ? null : code & 3
  }

/** Who got the cards of the deal: as the house deals them, or as this deal went wrong. */
export const dealOf = ({ boxes, misdeal }: Pick<Round, 'boxes' | 'misdeal'>, context: DealContext): DealPlan => {
  if (!misdeal?.short && !misdeal?.early) return plannedDeal(boxes.length, context)
  const short = misdeal.short && misdeal.box !== null ? boxes.indexOf(misdeal.box) : null
  const early = misdeal.early ?? false
  const makePlan = (): DealPlan => planOtherwise(context.rules, boxes.length, { short, early })
  return kept(mapIn(plansIn(context), context.rules), `${boxes.length}/${short}/${early}`, makePlan)
}

type DealContext = Pick<TableContext, 'rules' | 'workspace'>

const plansIn = cacheOf<HouseRules, Map<number | string, DealPlan>>('deal plans')

/** Worked out once, because every card asks for it. */
export const plannedDeal = (boxes: number, context: DealContext): DealPlan =>
  kept(mapIn(plansIn(context), context.rules), boxes, () => dealPlan(context.rules, boxes))

/** Event time of the last card of the initial deal; undefined: it has not come. */
export const dealtAt = (round: Round, context: DealContext): number | undefined => round.cards[dealOf(round, context).owners.length - 1]?.at

/** Positions of the dealer's cards in the initial deal, of his up card, and of his hole card (-1 if there is none). */
export const dealerPositions = (round: Pick<Round, 'boxes' | 'misdeal'>, context: DealContext) => {
  const { dealer, up, hole } = dealOf(round, context)
  return { all: dealer, up, hole }
}

/** Positions of a box's cards in the deal. */
export const ownedBy = (round: Pick<Round, 'boxes' | 'misdeal'>, index: number, context: DealContext): readonly number[] =>
  dealOf(round, context).owned[index] ?? []

/**
 * What a box was dealt so far, before any decision. An unread card counts as an ace here but makes no natural, so a caller that shows a
 * total must first check that the card was read.
 */
export const dealtHand = (round: Round, index: number, context: TableContext): Hand => {
  const positions = ownedBy(round, index, context).filter((position) => position < round.cards.length)
  const hand = positions.reduce((held, position) => withCard(held, position, rankAt(round, position) ?? ACE), openHand(1, 0, false))
  const isRead = positions.every((position) => rankAt(round, position) !== null)
  return isRead && isNatural(hand) ? { ...hand, ended: 'natural' } : hand
}

/** Cards came to this box although no bet was seen there: an error of the deal, or money that no sensor sees (docs/pit.md, `bet-note`). */
export const isUnbet = ({ misdeal }: Pick<Round, 'misdeal'>, box: number): boolean =>
  misdeal?.code === 'DEAL-EMPTY-BOX' && misdeal.box === box

/**
 * Whether another bettor of the box waits for the dealer. Each decides on even money for himself, and a bet that was paid so has doubled
 * (000 §3 l.111).
 */
export const othersWait = (round: Round, box: number, spotLagMs: number): boolean =>
  spotsAt([box], MAINS.slice(1)).some((spot) => {
    const told = timelineOf(round, spot, spotLagMs)
    if (told.base.amount === 0) return false
    // A hand that was over his bet is no decision.
    const [timeline = told] = tracksOf(told, { lagMs: spotLagMs, rests: restsOn(round, spotLagMs) })
    return firstWhole(timeline, spotLagMs)?.amount !== 2 * told.base.amount
  })

/** What the chips of a box are matched against. */
export const chipContext = (round: Round, box: number, context: TableContext, now: number): ChipContext => {
  const { rules, chipEvidence, spotLagMs, money } = context
  const push22 = timelineOf(round, spotOf(box, 'p22'), spotLagMs).base.amount > 0
  return {
    evidence: isFollowed(round, box) ? chipEvidence : 'bets',
    spotLagMs,
    cardTimes: round.cards.map(({ at }) => at),
    drewAt: round.misdeal?.drewAt ?? null,
    now,
    // 001 step 8: the wager of a busted hand waits for Push 22, and is otherwise locked up immediately.
    takesWait: rules.bustTaken === 'at-settlement' || (rules.bustTaken === 'at-once-unless-push22' && push22) ? 'all' : 'none',
    surrenderFrom: rules.surrenderTurn === 'any' ? surrenderFrom(round, box, context) : null,
    stakesFrom: round.ahead ? (dealtAt(round, context) ?? null) : null,
    surrendersLate: false,
    surrenderTaken: (bet) => surrenderTaken(bet, rules, money),
  }
}

/**
 * Event time from which the box may surrender, whoever plays: its player has seen his hand and the up card (003 l.48), and the dealer has
 * checked if he checks, which he does with the last card of the deal. Infinity: not yet; null: only in its turn, when it gets its second
 * card.
 */
const surrenderFrom = (round: Round, box: number, context: TableContext): number | null => {
  const { up } = dealerPositions(round, context)
  const upRank = rankAt(round, up)
  const isChecked = upRank !== null && checksUnder(upRank, context.rules)
  const second = ownedBy(round, round.boxes.indexOf(box), context)[1]
  if (second === undefined) return null
  const seen = isChecked ? dealOf(round, context).owners.length - 1 : Math.max(second, up)
  return round.cards[seen]?.at ?? Number.POSITIVE_INFINITY
}

/**
 * Movements of a spot up to a surrender, which the house may allow while cards are still being dealt: they tell nothing of how far the deal
 * has come, and what is left belongs to the player.
 */
export const movedBesidesSurrender = (round: Round, spot: SpotId, moves: readonly Move[], context: TableContext): readonly Move[] => {
  const [box, area] = spot.split('.')
  if (context.rules.surrenderTurn !== 'any' || area !== 'main' || !round.boxes.includes(Number(box))) return moves
  const from = surrenderFrom(round, Number(box), context) ?? Number.POSITIVE_INFINITY
  const bet = timelineOf(round, spot, context.spotLagMs).base.amount
  const left = bet - surrenderTaken(bet, context.rules, context.money)
  const given = moves.findIndex(({ at, amount }) => at >= from && amount === left)
  return given < 0 ? moves : moves.slice(0, given)
}

/** All cards of the initial deal are out, so there is a lattice to ask. */
export const isDealt = (round: Round, context: TableContext): boolean =>
  round.boxes.length > 0 && round.cards.length >= dealOf(round, context).owners.length

/** Event time of the newest card or movement of chips. */
export const lastMoved = ({ moves, cards }: Round): number => {
  let last = cards.at(-1)?.at ?? 0
  // A late line stands behind younger ones in the list.
  for (const levels of moves.values()) for (const { at } of levels) last = Math.max(last, at)
  return last
}

/** The pointer has named a hand or the dealer since the round opened, so it is in use. */
export const isPointed = ({ pointer, openedAt }: Round): boolean => pointer.some((move) => move.at >= openedAt && move.place !== 'none')

/**
 * Does the place at which the pointer stood when a card came fit, or one to which it came up to so much later? A card in play belongs to
 * the hand that is pointed at.
 */
export const mayPointAt = ({ pointer }: Round, at: number, lateMs: number, fits: (place: PointerPlace) => boolean): boolean => {
  let place: PointerPlace = 'none'
  for (const move of pointer) {
    if (move.at <= at) place = move.place
    else if (move.at <= at + lateMs && fits(move.place)) return true
  }
  return fits(place)
}

/** The pointer now names a hand or the dealer. */
export const isPointing = ({ pointer, openedAt }: Round): boolean => {
  const last = pointer.at(-1)
  return last !== undefined && last.at >= openedAt && last.place !== 'none'
}

/** The round went on after it was over, which no account allows. The pointer may report up to its lag late. */
export const isContradicted = ({ wasOver, cards, pointer }: Round, pointerLagMs: number): boolean =>
  wasOver !== undefined &&
  ((cards.at(-1)?.at ?? 0) > wasOver || pointer.some(({ at, place }) => place !== 'none' && at - pointerLagMs > wasOver))

/** The pointer came to the dealer and has long left for the settlement, so a card at `at` is not of this round. */
export const isPointedPast = (round: Round, at: number, pointerLagMs: number): boolean => {
  const since = round.pointer.filter((move) => move.at >= round.openedAt && move.at <= at - pointerLagMs)
  return since.at(-1)?.place === 'none' && since.some((move) => move.place === 'dealer')
}

/** The card's code as the shoe read it, face down or not. */
export const codeRead = ({ code, under }: RoundCard): number => under ?? code

/** The card lies face down, so nobody at the table may know it. */
export const isDown = ({ under }: RoundCard): boolean => under !== undefined

/** A card of the round lies face down. */
export const isHoleMasked = ({ cards }: Pick<Round, 'cards'>): boolean => cards.some(isDown)

export const textAt = (round: Round, position: number) => cardText(round.cards[position]?.code ?? UNKNOWN)
