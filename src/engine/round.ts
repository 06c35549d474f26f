/** The evidence of one round as it grows: cards in order, levels of the spots in time, the pointer; and the question it puts to the lattice. */
import type { Area, PointerPlace, SpotId } from '../../devices/scan.ts'
import { ACE, cardText, rankOf, UNKNOWN } from './cards.ts'
import { type ChipContext, EMPTY_TIMELINE, type Move, type Timeline } from './chips.ts'
import type { TableContext } from './context.ts'
import { type DealOwner, dealerPlaces, dealLength, dealOwners } from './deal.ts'
import { type Hand, isNatural, openHand, withCard } from './hand.ts'
import { solve } from './lattice.ts'
import type { LatticeInput, Solution } from './reading.ts'
import { surrenderTaken } from './settle.ts'
import { evenMoney, extendStories, firstStories, type Play, type Story, type StorySet } from './story.ts'
import { checksUnder, mayHaveNatural, naturalPaidBeforePlay } from './up-card.ts'

/** A card of the round: its code, event time, and the device line it rests on. */
export interface RoundCard {
  readonly code: number
  readonly at: number
  readonly cause: string
}

export interface SpotLevel {
  readonly amount: number
  readonly lammers: number
  /** The spot's own count of its changes. */
  readonly rev: number
}

export interface PointerMove {
  readonly at: number
  readonly place: PointerPlace
}

export interface Round {
  readonly id: string
  readonly shoe: number
  /** Event time of the first card, Unix ms. */
  readonly openedAt: number
  readonly cards: readonly RoundCard[]
  /** Levels when the first card came, by spot. */
  readonly levels: ReadonlyMap<SpotId, SpotLevel>
  /** Levels shown since, by spot, in the journal's order. */
  readonly moves: ReadonlyMap<SpotId, readonly Move[]>
  readonly pointer: readonly PointerMove[]
  /** Boxes whose player was away at the first card. */
  readonly absent: ReadonlySet<number>
  /** Occupied boxes, ascending. */
  readonly boxes: readonly number[]
  /** By box index, story sets by start position. */
  readonly sets: readonly ReadonlyMap<number, StorySet>[]
  /** Why no complete verdict is possible; null while one is. */
  readonly incomplete: string | null
}

export const MAINS: readonly Area[] = ['main', 'main2', 'main3']
const SIDES: readonly Area[] = ['p22', 'pog']
const NO_LEVEL: SpotLevel = { amount: 0, lammers: 0, rev: 0 }

export const spotOf = (box: number, area: Area): SpotId => `${box}.${area}`

/** What lay on a spot at the first card, and what it showed after: a level shown within the lag is from before the card. */
export const timelineOf = (round: Round, spot: SpotId, spotLagMs: number): Timeline => {
  let base = round.levels.get(spot) ?? NO_LEVEL
  const moves = round.moves.get(spot) ?? []
  let from = 0
  for (; from < moves.length; from++) {
    const move = moves[from] as Move
    if (move.at - spotLagMs > round.openedAt) break
    base = { amount: move.amount, lammers: move.lammers, rev: base.rev }
  }
  return { base, moves: from === 0 ? moves : moves.slice(from) }
}

/**
 * Chips on the insurance line that are insurance: under an ace, and in a house that insures before its check (001) laid down before
 * play; a busted wager parked there later counts on `main` (001 Push 22 side bet).
 */
export const insuranceTimeline = (round: Round, box: number, context: TableContext): Timeline => {
  const { rules, spotLagMs } = context
  const timeline = timelineOf(round, spotOf(box, 'ins'), spotLagMs)
  const up = rankAt(round, dealerPositions(round, context).up)
  const [first] = timeline.moves
  if (rules.insurance === 'none' || !first || up !== ACE) return EMPTY_TIMELINE
  const play = round.cards[dealLength(rules, round.boxes.length)]
  const late = rules.insurance.deadline === 'before-check' && play !== undefined && first.at - spotLagMs > play.at
  return late ? EMPTY_TIMELINE : timeline
}

const occupiedBoxes = (round: Omit<Round, 'boxes' | 'sets'>, context: TableContext): readonly number[] => {
  const boxes: number[] = []
  for (let box = 1; box <= context.boxes; box++) {
    const bet = MAINS.some((area) => timelineOf({ ...round, boxes: [], sets: [] }, spotOf(box, area), context.spotLagMs).base.amount > 0)
    if (bet) boxes.push(box)
  }
  return boxes
}

export const rankAt = (round: Pick<Round, 'cards'>, position: number): number | null => {
  const code = round.cards[position]?.code
  return code === undefined || code === UNKNOWN ? null : rankOf(code)
}

/** Suit of the card at a position, null where unread. */
export const suitAt =
  (round: Pick<Round, 'cards'>) =>
  (position: number): number | null => {
    const code = round.cards[position]?.code
    return code === undefined || code === UNKNOWN ? null : code & 3
  }

export const dealerPositions = (round: Pick<Round, 'boxes'>, { rules }: TableContext) => dealerPlaces(rules, round.boxes.length)

const ownedBy = (owners: readonly DealOwner[], box: number): number[] =>
  owners.flatMap((owner, position) => (owner.box === box ? [position] : []))

/** What a box was dealt so far, before any decision. An unread card counts as an ace here: whoever shows a total asks first whether it was read. */
export const dealtHand = (round: Round, index: number, context: TableContext): Hand => {
  const positions = ownedBy(dealOwners(context.rules, round.boxes.length), index).filter((position) => position < round.cards.length)
  const hand = positions.reduce((held, position) => withCard(held, position, rankAt(round, position) ?? ACE), openHand(1, 0, false))
  return isNatural(hand) ? { ...hand, ended: 'natural' } : hand
}

/** 000 §1 l.47: for an absent holder the second bettor of his box may decide to draw or to stand. */
const hasStandIn = (round: Round, box: number, { rules, spotLagMs }: TableContext): boolean =>
  rules.holderAbsent === 'second-bettor-decides' && coBettors(round, box, spotLagMs).length > 0

/** What the box's other bettors had on the layout at the first card, and showed since. */
const coBettors = (round: Round, box: number, spotLagMs: number): readonly Timeline[] =>
  MAINS.slice(1).flatMap((area) => {
    const timeline = timelineOf(round, spotOf(box, area), spotLagMs)
    return timeline.base.amount > 0 ? [timeline] : []
  })

const playOf = (round: Round, index: number, upRank: number, context: TableContext): Play => {
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

/** Story sets after one more card: every set takes it, and every box may also begin after it. */
const grow = (round: Round, context: TableContext): Round => {
  const deal = dealLength(context.rules, round.boxes.length)
  const position = round.cards.length - 1
  const up = rankAt(round, dealerPositions(round, context).up)
  if (round.cards.length < deal || up === null) return round
  const sets = round.boxes.map((_, index) => {
    const play = playOf(round, index, up, context)
    const grown = new Map<number, StorySet>()
    if (position >= deal) {
      for (const [start, set] of round.sets[index] ?? []) grown.set(start, extendStories(set, position, rankAt(round, position), play))
    }
    grown.set(round.cards.length, baseSet(round, index, round.cards.length, play, context))
    return grown
  })
  return { ...round, sets }
}

/** Story sets from nothing: after the occupied boxes, an absence or an unread card changed. */
const regrow = (round: Round, context: TableContext): Round => {
  const empty: Round = { ...round, cards: [], sets: [], boxes: occupiedBoxes(round, context) }
  let grown = empty
  round.cards.forEach((_, at) => {
    grown = grow({ ...grown, cards: round.cards.slice(0, at + 1) }, context)
  })
  return grown
}

export const openRound = (
  start: Omit<Round, 'boxes' | 'sets' | 'moves' | 'cards' | 'incomplete'>,
  card: RoundCard,
  context: TableContext,
): Round => regrow({ ...start, cards: [card], moves: new Map(), boxes: [], sets: [], incomplete: null }, context)

export const addCard = (round: Round, card: RoundCard, context: TableContext): Round =>
  grow({ ...round, cards: [...round.cards, card] }, context)

/** Movements of one spot kept for a round: a box of four hands has about twenty. What flickers beyond says nothing more. */
export const MOVES_MAX = 64

export const addMove = (round: Round, spot: SpotId, move: Move, context: TableContext): Round => {
  const moves = new Map(round.moves).set(spot, [...(round.moves.get(spot) ?? []), move])
  const next = { ...round, moves }
  return move.at - context.spotLagMs <= round.openedAt ? regrow(next, context) : next
}

/** The pointer has named a hand or the dealer since the round opened: it is in use. */
const isPointed = ({ pointer, openedAt }: Round): boolean => pointer.some((move) => move.at >= openedAt && move.place !== 'none')

/** The pointer names a hand or the dealer. */
export const isPointing = ({ pointer, openedAt }: Round): boolean => {
  const last = pointer.at(-1)
  return last !== undefined && last.at >= openedAt && last.place !== 'none'
}

/** The pointer came to the dealer and has long left for the settlement: a card at `at` is none of this round. */
export const isPointedPast = (round: Round, at: number, pointerLagMs: number): boolean => {
  const since = round.pointer.filter((move) => move.at >= round.openedAt && move.at <= at - pointerLagMs)
  return since.at(-1)?.place === 'none' && since.some((move) => move.place === 'dealer')
}

/**
 * Does the pointer let the card at this position have gone there? A card in play belongs to the hand pointed at. `judgedAt`: event time
 * of the newest observation; a younger card's pointer line may still be on its way. `late`: the pointer may also have come after its card.
 */
const pointerAllows = (
  round: Round,
  position: number,
  judgedAt: number,
  late: boolean,
  pointerLagMs: number,
  fits: (place: PointerPlace) => boolean,
): boolean => {
  const at = round.cards[position]?.at ?? 0
  if (judgedAt < at + pointerLagMs) return true
  let place: PointerPlace = 'none'
  for (const move of round.pointer) {
    if (move.at <= at) place = move.place
    else if (late && move.at <= at + pointerLagMs && fits(move.place)) return true
  }
  return fits(place)
}

/** Event time before which nothing is settled: the last card, and where the pointer is in use the moment it left for the settlement. */
export const settleFrom = (round: Round, late: boolean): number => {
  const last = round.cards.at(-1)?.at ?? 0
  if (late || !isPointed(round)) return last
  return round.pointer.find((move) => move.at >= last && move.place === 'none')?.at ?? last
}

/** How the evidence is read. */
export interface Reader {
  readonly context: TableContext
  /** Event time of the newest observation. */
  readonly now: number
  /** Does this set know the hole card? */
  readonly knowsHole: boolean
  readonly asked: LatticeInput['asked']
  /** Take the pointer as it stands: no line of it is waited for. */
  readonly strict?: boolean
  /** The pointer may have come late: tried only where nothing fits with it in time. */
  readonly lateReading?: boolean
  /** Leave out what the chips did after play. */
  readonly ignoreSettlement?: boolean
  /** Leave out every chip after the first card: cards alone. */
  readonly ignoreChips?: boolean
}

/** All cards of the initial deal are out and the up card was read: the lattice has something to say. */
export const isDealt = (round: Round, context: TableContext): boolean =>
  round.boxes.length > 0 &&
  round.cards.length >= dealLength(context.rules, round.boxes.length) &&
  rankAt(round, dealerPositions(round, context).up) !== null

/** The hole card's rank as it was read, null where unread, undefined where the house deals none. */
const holeRank = (round: Round, context: TableContext): number | null | undefined => {
  const { hole } = dealerPositions(round, context)
  return hole < 0 ? undefined : rankAt(round, hole)
}

/** The dealer's natural was found at the check: nobody plays. */
const isCheckedNatural = (upRank: number, hole: number | null | undefined, context: TableContext): boolean =>
  hole !== null && hole !== undefined && checksUnder(upRank, context.rules) && (upRank === 0 ? hole >= 9 : hole === 0)

/** The initial hands, without a decision but even money: what lies there when the check found a natural. */
const undecided = (round: Round, index: number, deal: number, upRank: number, context: TableContext): ReadonlyMap<number, StorySet> => {
  const hand = dealtHand(round, index, context)
  const story: Story = {
    start: deal,
    end: deal,
    hands: [{ ...hand, ended: hand.ended ?? 'stand' }],
    active: 1,
    pending: [],
    effects: [],
    stopped: true,
    score: 0,
  }
  const done = [story, ...(hand.ended === 'natural' ? evenMoney(story, playOf(round, index, upRank, context)) : [])]
  return new Map([[deal, { start: deal, open: [], done, overflow: false }]])
}

/** What the chips of a box are matched against. */
export const chipContext = (
  round: Round,
  box: number,
  { context, now, ignoreChips }: Pick<Reader, 'context' | 'now' | 'ignoreChips'>,
): ChipContext => {
  const { rules, chipEvidence, spotLagMs, money } = context
  const push22 = timelineOf(round, spotOf(box, 'p22'), spotLagMs).base.amount > 0
  return {
    evidence: ignoreChips ? 'bets' : chipEvidence,
    spotLagMs,
    cardTimes: round.cards.map((card) => card.at),
    now,
    // 001 steps 8 and 9: the wager of a busted hand waits for Push 22, or for a free hand of the same box.
    takesWait:
      rules.bustTaken === 'at-settlement' ||
      (rules.bustTaken === 'at-once-unless-push22' && (push22 || (rules.freeSplit && rules.bustedRealWager !== 'taken'))),
    surrenderTaken: (bet) => surrenderTaken(bet, rules, money),
  }
}

/** Index of the hand a split hand's first card was dealt to: the one whose next second card came with the split. */
const parentOf = (story: Story, position: number): number => {
  const seconds = story.hands.map((hand) => (hand.fromSplit ? (hand.positions[1] ?? -1) : -1))
  const split = Math.min(...seconds.filter((second) => second > position))
  return seconds.indexOf(split)
}

/** When the last side bet lost to the check's natural was taken: it is over with all of them before anybody bets anew. */
const sidesTakenAt = (round: Round, spotLagMs: number): number => {
  const taken = round.boxes.flatMap((box) =>
    SIDES.flatMap((area) => {
      const { base, moves } = timelineOf(round, spotOf(box, area), spotLagMs)
      const [first] = moves
      return first !== undefined && first.amount < base.amount ? [first.at] : []
    }),
  )
  return Math.max(Number.NEGATIVE_INFINITY, ...taken)
}

/** Naturals of this round are paid before play, or its check has ended it. */
export const naturalsPaidBeforePlay = (round: Round, context: TableContext): boolean => {
  const upRank = rankAt(round, dealerPositions(round, context).up) ?? 0
  return naturalPaidBeforePlay(upRank, context.rules) && !isCheckedNatural(upRank, holeRank(round, context), context)
}

const latticeInput = (round: Round, reader: Reader): LatticeInput => {
  const { context, now, knowsHole, asked } = reader
  const { rules, chipEvidence, spotLagMs, money } = context
  const deal = dealLength(rules, round.boxes.length)
  const { up, hole: holeAt } = dealerPositions(round, context)
  const upRank = rankAt(round, up) ?? 0
  const read = holeRank(round, context)
  const hole = read === undefined ? undefined : knowsHole ? read : null
  const ended = isCheckedNatural(upRank, hole, context)
  const sideBets = (area: Area) => round.boxes.some((box) => timelineOf(round, spotOf(box, area), spotLagMs).base.amount > 0)
  const insured = (box: number): boolean => insuranceTimeline(round, box, context).moves.some((move) => move.amount > 0)
  const late = reader.lateReading ?? false
  const pointed = isPointed(round)
  // Once the round is over nothing more is waited for.
  const waitedUntil = asked === 'any' ? now : Number.POSITIVE_INFINITY
  const judgedAt = reader.strict ? Number.POSITIVE_INFINITY : waitedUntil
  const heard = (timeline: Timeline): Timeline => (reader.ignoreChips ? { ...timeline, moves: [] } : timeline)
  return {
    rules,
    money,
    boxes: round.boxes.map((box, index) => ({
      box,
      timeline: heard(timelineOf(round, spotOf(box, 'main'), spotLagMs)),
      sets: ended ? undecided(round, index, deal, upRank, context) : (round.sets[index] ?? new Map()),
      insured: insured(box),
      // 000 §3 l.111: each bettor decides on even money for himself; paid at once, his bet has doubled.
      othersWait: coBettors(round, box, spotLagMs).some(({ base, moves }) => moves[0]?.amount !== 2 * base.amount),
      chips: chipContext(round, box, { ...reader, now: waitedUntil }),
    })),
    dealLength: deal,
    ranks: round.cards.map((_, position) => (position === holeAt && !knowsHole ? null : rankAt(round, position))),
    suitAt: suitAt(round),
    upRank,
    hole,
    checked: checksUnder(upRank, rules) && !ended,
    paidBeforePlay: naturalPaidBeforePlay(upRank, rules) && !ended,
    sideBetsOpen: sideBets('p22'),
    insuranceOpen: mayHaveNatural(upRank) && round.boxes.some(insured),
    pointed: (index, story) =>
      !pointed ||
      story.hands.every((hand, handIndex) =>
        hand.positions.every(
          (position, nth) =>
            position < deal ||
            pointerAllows(round, position, judgedAt, late, context.pointerLagMs, (place) => {
              if (typeof place !== 'object' || place.box !== round.boxes[index]) return false
              // Second cards dealt together come while the first of the hands is pointed at.
              const elsewhere = hand.fromSplit && rules.splitDealing === 'together' && nth <= 1
              if (hand.fromSplit && nth === 0) return elsewhere || place.hand === parentOf(story, position) + 1
              return elsewhere || place.hand === handIndex + 1
            }),
        ),
      ),
    pointedDealer: (from, to) => {
      if (!pointed) return true
      for (let position = from; position < to; position++) {
        if (!pointerAllows(round, position, judgedAt, late, context.pointerLagMs, (place) => place === 'dealer')) return false
      }
      return true
    },
    evidence: chipEvidence,
    collectAtOnce: context.collectAfter === 'box-settled',
    settleFrom: settleFrom(round, late),
    now: waitedUntil,
    spotLagMs,
    busyUntil: ended && context.collectAfter === 'table-settled' ? sidesTakenAt(round, spotLagMs) : Number.NEGATIVE_INFINITY,
    asked,
    ignoreSettlement: (reader.ignoreSettlement || reader.ignoreChips) ?? false,
  }
}

/** Readings already worked out: the same question about the same evidence comes several times in one observation. */
const known = new WeakMap<Round, Map<string, Solution>>()

export const readRound = (round: Round, reader: Reader): Solution => {
  const { now, knowsHole, asked, strict, lateReading, ignoreSettlement, ignoreChips } = reader
  const pointer = round.pointer.length > 0 ? `${strict ?? false}/${lateReading ?? false}` : ''
  const key = `${now}/${knowsHole}/${asked}/${pointer}/${ignoreSettlement ?? false}/${ignoreChips ?? false}`
  const answers = known.get(round) ?? new Map<string, Solution>()
  known.set(round, answers)
  const answer = answers.get(key) ?? solve(latticeInput(round, reader))
  answers.set(key, answer)
  return answer
}

export const textAt = (round: Round, position: number) => cardText(round.cards[position]?.code ?? UNKNOWN)
