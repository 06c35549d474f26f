/**
 * What cards, cut card and shoe prove by themselves (docs/findings.md, "Shoe, packs, cut, burn"). Every card counts as it comes, except a
 * hole card that nobody has turned: no finding may reveal it. If nobody saw the beginning of a shoe, or lines are missing from it, its
 * count proves nothing.
 */

import { SUITS, UNREAD } from '../../devices/scan.ts'
import { verdict } from '../engine/deviation.ts'
import { isUnderWay, mayBeOver, mayGoOn } from '../engine/facts/open-round.ts'
import { candidatesOf } from '../engine/state/open-round.ts'
import { isContinuous, type TableState } from '../engine/state/table-state.ts'
import { cardText } from '../rules/game/cards.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { HouseRules } from '../rules/house/rules.ts'
import type { Objection } from './lifecycle.ts'
import { isLoss, type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

const PACK = 52

export interface ShoeWatch {
  /** Copies of each card since the shoe was loaded; null in a shoe whose beginning nobody saw. */
  readonly copies: { readonly [card: string]: number } | null
  /** All cards, including unread ones. */
  readonly out: number
  /** Every card since then is known to have been seen. */
  readonly whole: boolean
  /** Event time of the cut card, Unix ms; null: it has not come. */
  readonly cutAt: number | null
  /** The round the cut card came in: the last of the shoe. null: it has not come, or came between rounds and the next one is the last. */
  readonly lastRound: string | null
  /** What has been objected to in this shoe. */
  readonly said: readonly string[]
}

export const SHOE_WATCH: Watch<ShoeWatch> = {
  initial: { copies: null, out: 0, whole: false, cutAt: null, lastRound: null, said: [] },
  step(before, sight, context) {
    // Cards that go back into the machine are not counted.
    if (isContinuous(sight.after, context)) return [SHOE_WATCH.initial, unread(sight, context)]
    const counted = withLast(count(before, sight, context), sight)
    const objections = [
      ...unread(sight, context),
      ...excess(counted, sight, context),
      ...cutCard(before, counted, sight, context),
      ...ofTheShoe(before, sight, context),
      ...opened(counted, sight),
    ]
    const fresh = objections.filter(({ code, seen }) => !counted.said.includes(saidKey(code, seen.cards)))
    const once = fresh.filter(({ code }) => ONCE_A_SHOE.has(code)).map(({ code, seen }) => saidKey(code, seen.cards))
    return [once.length > 0 ? { ...counted, said: [...counted.said, ...once] } : counted, fresh]
  },
}

const ONCE_A_SHOE: ReadonlySet<FindingCode> = new Set(['DECK-CARD-EXCESS', 'DECK-RANK-EXCESS', 'CUT-CARD-NEVER-SEEN', 'SHOE-EXHAUSTED'])
const saidKey = (code: FindingCode, cards: readonly string[] | undefined): string => `${code}/${cards?.join(' ') ?? ''}`

const roundOf = ({ current }: TableState): string | null => current?.round.id ?? null

const count = (state: ShoeWatch, { observation, before, after }: Sight, context: JudgeContext): ShoeWatch => {
  switch (observation?.kind) {
    case 'card': {
      const { card } = observation
      const known = state.copies
      const copies = known === null || card === UNREAD ? known : { ...known, [card]: (known[card] ?? 0) + 1 }
      return { ...state, copies, out: state.out + 1, lastRound: state.lastRound ?? (state.cutAt === null ? null : goingOn(after)) }
    }
    case 'cut-card': {
      // The cut card may have come instead of the next round's first card.
      const isBetween = before.current === null || mayBeOver(before.current, before, context)
      return { ...state, cutAt: observation.at, lastRound: isBetween ? null : goingOn(before) }
    }
    case 'shoe':
      // Of a shoe whose loading was heard late, cards may have been counted to the shoe before.
      if (observation.what === 'load') return observation.late ? SHOE_WATCH.initial : loaded(after)
      return observation.what === 'reverse' ? { ...state, copies: null, whole: false } : state
    default:
      return isLoss(observation) ? { ...state, whole: false } : state
  }
}

/** A new shoe. If the discards were loaded within a round, it lacks the cards on the table, and nobody knows how many it has. */
const loaded = ({ current }: TableState): ShoeWatch => {
  const onTable = current?.round.cards.map(({ code, under }) => cardText(under ?? code)) ?? []
  const read = onTable.filter((card) => card !== UNREAD)
  const copies = Object.fromEntries(read.map((card) => [card, read.filter((other) => other === card).length]))
  return { ...SHOE_WATCH.initial, copies, out: onTable.length, whole: current === null }
}

/** Rounds that began after the cut card. A round that began before it may be reported later. */
const begunSince = (cutAt: number | null, events: Sight['events']): readonly string[] =>
  events.flatMap((event) =>
    event.type === 'round.opened' && cutAt !== null && Date.parse(event.data.openedAt) > cutAt ? [event.data.round] : [],
  )

/** The cut card came between rounds, so the round that begins then is the last. */
const withLast = (state: ShoeWatch, { events }: Sight): ShoeWatch => {
  const [next] = begunSince(state.cutAt, events)
  return state.lastRound === null && next !== undefined ? { ...state, lastRound: next } : state
}

/** The round that a card belongs to beyond doubt. */
const goingOn = ({ current }: TableState): string | null =>
  current?.said.has('opened') && current.rivals.length === 0 ? current.round.id : null

/** A card that was not read, or whose line is lost: the round has no complete verdict. */
const unread = ({ observation, after }: Sight, { devices }: JudgeContext): readonly Objection[] => {
  if (observation?.kind === 'card' && observation.card === UNREAD) {
    // If another round may have begun meanwhile, it is unknown which card of the round this is.
    const position = goingOn(after) === null ? undefined : after.current?.round.cards.length
    return [proven('CARD-UNREADABLE', roundOf(after), { seen: { count: 1, ...(position ? { position } : {}) } })]
  }
  if (observation?.kind !== 'missing' || devices.find(({ name }) => name === observation.device)?.role !== 'shoe') return []
  return [proven('CARD-UNREADABLE', roundOf(after), { seen: { count: observation.to - observation.from + 1 } })]
}

/** Cards that lie face down, for as long as nobody at the table can know them. */
const hiddenCards = ({ current }: TableState): readonly string[] => {
  const cards = current ? candidatesOf(current).flatMap(({ round }) => round.cards) : []
  const down = cards.flatMap(({ cause, under }) => (under === undefined ? [] : [[cause, cardText(under)] as const]))
  return [...new Map(down).values()]
}

/** Cards of which there may now be one more to report: the one that came, and a hole card that is hidden no longer. */
const toldNow = ({ observation, before, after }: Sight): readonly string[] => {
  const came = observation?.kind === 'card' && observation.card !== UNREAD ? [observation.card] : []
  const hidden = hiddenCards(after)
  return [...came, ...hiddenCards(before).filter((card) => card !== UNREAD && !hidden.includes(card))]
}

/** 000 §1 l.21, 002 l.5: this many packs of 52 cards. A card too many proves a foreign or a misread one. */
const excess = ({ copies, out, whole }: ShoeWatch, sight: Sight, context: JudgeContext): readonly Objection[] => {
  if (copies === null) return []
  const { decks } = context.rules
  const hidden = hiddenCards(sight.after)
  const round = roundOf(sight.after)
  const copiesOf = (card: string): number => (copies[card] ?? 0) - hidden.filter((each) => each === card).length
  const found = toldNow(sight).flatMap((card) => {
    const rank = card[0] ?? ''
    const [ofCard, ofRank] = [copiesOf(card), SUITS.reduce((sum, suit) => sum + copiesOf(`${rank}${suit}`), 0)]
    return [
      ...(ofCard > decks
        ? [proven('DECK-CARD-EXCESS', round, { expected: { count: decks }, seen: { count: ofCard, cards: [card] } })]
        : []),
      ...(ofRank > 4 * decks
        ? [proven('DECK-RANK-EXCESS', round, { expected: { count: 4 * decks }, seen: { count: ofRank, cards: [rank] } })]
        : []),
    ]
  })
  const isTooMany = whole && out > PACK * decks
  const all = { expected: { count: PACK * decks }, seen: { count: out, cards: [] } }
  return isTooMany ? [...found, proven('DECK-RANK-EXCESS', round, all)] : found
}

/** How many cards come before the cut card, [fewest, most] (000 §1 l.32; N.J.A.C. 13:69F-2.5(d)). */
const cutPlace = ({ decks, cutCardFromBackDecks: [least, most], cutCardMeasuredFrom }: HouseRules): readonly [number, number] =>
  cutCardMeasuredFrom === 'back' ? [(decks - most) * PACK, (decks - least) * PACK] : [least * PACK, most * PACK]

const cutCard = (
  before: ShoeWatch,
  after: ShoeWatch,
  { observation, after: table }: Sight,
  context: JudgeContext,
): readonly Objection[] => {
  const [least, most] = cutPlace(context.rules)
  if (!after.whole) return []
  if (observation?.kind === 'cut-card' && before.cutAt === null && (after.out < least || after.out > most)) {
    return [proven('CUT-CARD-POSITION', roundOf(table), { expected: { total: least, count: most }, seen: { count: after.out } })]
  }
  if (after.cutAt !== null || after.out <= most) return []
  return [proven('CUT-CARD-NEVER-SEEN', roundOf(table), { expected: { count: most }, seen: { count: after.out } })]
}

/**
 * Cards of one full round, three for each box and the dealer. A shoe that gave no more than that was not shuffled by choice: a recording
 * was cut there, or the shoe was only tried.
 */
const oneRound = ({ boxes }: JudgeContext): number => 3 * (boxes + 1)

const ofTheShoe = (state: ShoeWatch, { observation, before, after }: Sight, context: JudgeContext): readonly Objection[] => {
  if (observation?.kind !== 'shoe') return []
  if (observation.what === 'load') {
    // The shoe had run out within the round, which goes on: its bets are not settled.
    const isTold = state.said.includes(saidKey('SHOE-EXHAUSTED', undefined))
    if (after.current !== null && !observation.late)
      return isTold || !mayGoOn(after.current, context)
        ? []
        : [verdict(proven('SHOE-EXHAUSTED', roundOf(after), {}), { code: 'no-more-cards' })]
    const early = state.whole && state.cutAt === null && state.out > oneRound(context) && before.shoe.discards === null
    return early ? [proven('EARLY-SHUFFLE', null, { seen: { count: state.out } })] : []
  }
  if (observation.what !== 'empty') return []
  const all = PACK * context.rules.decks
  return [
    ...(state.whole && state.out < all
      ? [proven('DECK-SHORT', roundOf(after), { expected: { count: all }, seen: { count: state.out } })]
      : []),
    ...(isUnderWay(before, context) ? [proven('SHOE-EXHAUSTED', roundOf(after), {})] : []),
  ]
}

/** No further round after the cut card (58 Pa. Code 633a.7, NZ Gazette 1999/9 r.7.1): the round is finished, then shuffled. */
const opened = ({ cutAt, lastRound }: ShoeWatch, { events, after }: Sight): readonly Objection[] =>
  // If a round is reported only when it is over, it is not known for sure where it began.
  begunSince(cutAt, events).flatMap((round) =>
    lastRound !== null && round !== lastRound && round === goingOn(after) ? [proven('ROUND-AFTER-CUT-CARD', round, {})] : [],
  )
