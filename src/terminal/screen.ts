/**
 * What a table publishes, as lines for a terminal: `(screen, envelope) -> [screen, lines]`. Pure.
 *
 *   ev/round ---> waiting ---.
 *                            +--> lines       an event tells what happened, the state behind it how the hand stands now
 *   state/round -> view -----'
 */
import type { SeenCard } from '../engine/view.ts'
import type { MessageType } from '../wire/payloads.ts'
import { closedLines } from './closed.ts'
import { clean, type Line, padded, piece, wrapped, wrappedText } from './line.ts'
import { findingLines, NOTES, rulesLines, SYSTEM_LINES } from './notices.ts'
import type { AnyEnvelope } from './receive.ts'
import { amountText, areaName, cardPiece, cardsLine, countCards, placeText, totalText } from './words.ts'

type EnvelopeOf<T extends MessageType> = Extract<AnyEnvelope, { readonly type: T }>
type Dealt = EnvelopeOf<'card.dealt'>['data']
type View = EnvelopeOf<'state.round'>['data']

export interface Screen {
  /** Round events not shown yet; they wait for the state behind them. */
  readonly waiting: readonly AnyEnvelope[]
  /** Decisions and movements of chips, shown together before the next card. */
  readonly notes: readonly Line[]
  /** Cards of the initial deal by box, 0 = the dealer. */
  readonly deal: ReadonlyMap<number, readonly SeenCard[]>
  /** The highest number of a card of this round: the hole card comes later with a lower one. */
  readonly newest: number
  readonly view: View | null
  /** Rules shown last, by their SHA-256. */
  readonly rules: string | null
}

export const blankScreen: Screen = { waiting: [], notes: [], deal: new Map(), newest: 0, view: null, rules: null }

type Shown = readonly [Screen, readonly Line[]]

/** A state follows its events at once. Where none came, the events are shown without it: no more than a round's worth is held. */
const WAITING_MAX = 256
const PLACE_COLUMNS = 18

/** One message; types that say nothing to a person give no lines. */
export const show = (screen: Screen, envelope: AnyEnvelope): Shown => {
  switch (envelope.type) {
    case 'state.round':
      return flush({ ...screen, view: envelope.data })
    case 'describe': {
      if (screen.rules === envelope.data.rulesSha256) return [screen, []]
      return [{ ...screen, rules: envelope.data.rulesSha256 }, rulesLines(envelope.data)]
    }
    case 'round.closed':
    case 'round.revised': {
      const [rest, lines] = flushAll(screen)
      return [{ ...rest, deal: new Map(), newest: 0 }, [...lines, ...closedLines(envelope.data, envelope.type.slice(6))]]
    }
    case 'round.opened':
    case 'bet.placed':
    case 'card.dealt':
    case 'hand.stood':
    case 'hand.doubled':
    case 'hand.split':
    case 'hand.busted':
    case 'hand.surrendered':
    case 'insurance.placed':
    case 'chips.paid':
    case 'chips.taken': {
      const next = { ...screen, waiting: [...screen.waiting, envelope] }
      return next.waiting.length > WAITING_MAX ? flush(next) : [next, []]
    }
    case 'finding.raised':
    case 'finding.changed':
    case 'finding.withdrawn': {
      const [rest, lines] = flushAll(screen)
      return [rest, [...lines, ...findingLines(envelope.type, envelope.data)]]
    }
    default:
      return aside(screen, envelope)
  }
}

/** What is said beside the play. */
const aside = (screen: Screen, envelope: AnyEnvelope): Shown => {
  const lines = SYSTEM_LINES[envelope.type]?.(envelope.data as never) ?? []
  if (lines.length === 0) return [screen, []]
  const [rest, before] = flushAll(screen)
  return [rest, [...before, ...lines]]
}

const flushAll = (screen: Screen): Shown => {
  const [rest, lines] = flush(screen)
  return [{ ...rest, notes: [] }, [...lines, ...notesLines(rest.notes)]]
}

/** What waits, in the order a person saw it: the decision, its card, what came of it. */
const flush = (screen: Screen): Shown => {
  const { waiting } = screen
  let now: Screen = { ...screen, waiting: [] }
  const lines: Line[] = []
  const say = ([next, said]: Shown): void => {
    now = next
    lines.push(...said)
  }
  if (waiting.some(({ type }) => type === 'round.opened')) say(opening(now, waiting))
  for (const envelope of waiting) if (DECISIONS.has(envelope.type)) say(note(now, envelope))
  for (const cards of sameplace(waiting)) say(dealt(now, cards))
  for (const envelope of waiting) if (!DECISIONS.has(envelope.type)) say(note(now, envelope))
  return [now, lines]
}

const DECISIONS: ReadonlySet<MessageType> = new Set<MessageType>([
  'hand.stood',
  'hand.doubled',
  'hand.split',
  'hand.surrendered',
  'insurance.placed',
])

const opening = (screen: Screen, waiting: readonly AnyEnvelope[]): Shown => {
  const [before, lines] = flushAll(screen)
  const head = waiting.flatMap((each) => (each.type === 'round.opened' ? [each.data] : [])).at(-1)
  const bets = waiting.flatMap((each) => (each.type === 'bet.placed' ? [each.data] : []))
  const title: Line = [piece(clean(head?.round ?? ''), 'strong'), piece(` opens  shoe ${head?.shoe}  `)]
  const items = bets.map(({ box, area, amount }): Line => {
    return [piece(`box ${box}${area === 'main' ? '' : ` ${areaName(area)}`} ${amountText(amount)}`)]
  })
  return [{ ...before, deal: new Map(), newest: 0 }, [...lines, [], ...wrapped(title, items)]]
}

const note = (screen: Screen, envelope: AnyEnvelope): Shown => {
  const said = NOTES[envelope.type]?.(envelope.data as never)
  return [said === undefined ? screen : { ...screen, notes: [...screen.notes, said] }, []]
}

const notesLines = (notes: readonly Line[]): Line[] => (notes.length === 0 ? [] : wrapped([piece('    ')], notes, '   '))

/** Cards that came for one place without a state between them. */
const sameplace = (waiting: readonly AnyEnvelope[]): readonly (readonly Dealt[])[] => {
  const groups: Dealt[][] = []
  for (const { data, type } of waiting as readonly EnvelopeOf<'card.dealt'>[]) {
    if (type !== 'card.dealt') continue
    const last = groups.at(-1)
    if (last?.[0] !== undefined && JSON.stringify(last[0].to) === JSON.stringify(data.to)) last.push(data)
    else groups.push([data])
  }
  return groups
}

const dealt = (screen: Screen, cards: readonly Dealt[]): Shown => {
  const [first] = cards
  if (first === undefined) return [screen, []]
  const next = { ...screen, newest: Math.max(screen.newest, ...cards.map(({ n }) => n)) }
  const { to } = first
  if (to === null || to === 'burn') {
    return withNotes(next, [
      placed(
        to === null ? 'box ?' : 'burn card',
        cards.flatMap(({ card }) => [piece('+ '), cardPiece(card), piece(' ')]),
      ),
    ])
  }
  if (to === 'dealer') return toDealer(next, cards, first.n < screen.newest)
  const initial = screen.deal.get(to.box) ?? []
  if (to.hand === 1 && first.certain && initial.length < 2) return toDeal(next, to.box, cards)
  const hands = screen.view?.boxes.find(({ box }) => box === to.box)?.hands ?? []
  const hand = hands[to.hand - 1]
  const place = placeText(to.box, hands.length > 1 ? to.hand : null, first.certain)
  return withNotes(next, [placed(place, grown(hand?.cards ?? [], cards))])
}

/** A box's two first cards make one line. */
const toDeal = (screen: Screen, box: number, cards: readonly Dealt[]): Shown => {
  const hand = [...(screen.deal.get(box) ?? []), ...cards.map(({ card }) => card)]
  const next = { ...screen, deal: new Map(screen.deal).set(box, hand) }
  return hand.length < 2 ? [next, []] : withNotes(next, [placed(placeText(box, null), [...cardsLine(hand), ...totalOf(hand)])])
}

const toDealer = (screen: Screen, cards: readonly Dealt[], isHoleCard: boolean): Shown => {
  const before = screen.deal.get(0) ?? []
  const now = screen.view?.dealer.cards ?? []
  const next = { ...screen, deal: new Map(screen.deal).set(0, [...before, ...cards.map(({ card }) => card)]) }
  if (before.length === 0) return withNotes(next, [placed('dealer', cardsLine(cards.map(({ card }) => card)))])
  const shown = isHoleCard ? [...cardsLine(now), ...totalOf(now), piece('  hole card turned', 'faint')] : grown(now, cards)
  return withNotes(next, [placed(cards.every(({ certain }) => certain) ? 'dealer' : 'dealer?', shown)])
}

const withNotes = (screen: Screen, lines: readonly Line[]): Shown => [{ ...screen, notes: [] }, [...notesLines(screen.notes), ...lines]]

const placed = (place: string, rest: Line): Line => [...padded([piece(`  ${place}`)], PLACE_COLUMNS), ...rest]

/** `T♠ 6♥ + 5♦ = 21`; where the state does not know the card there, the card alone. */
const grown = (hand: readonly SeenCard[], cards: readonly Dealt[]): Line => {
  const added = cards.map(({ card }) => card)
  const before = hand.slice(0, -added.length)
  if (hand.slice(-added.length).join() !== added.join()) return [piece('+ '), ...cardsLine(added)]
  return [...cardsLine(before), piece(before.length === 0 ? '+ ' : ' + '), ...cardsLine(added), ...totalOf(hand)]
}

const totalOf = (hand: readonly SeenCard[]): Line => {
  const counted = countCards(hand)
  if (counted.total !== null && counted.total > 21) return [piece(` ${totalText(counted)}`), piece(' bust', 'loss')]
  return [piece(counted.total === 21 && hand.length === 2 ? ' = 21 in two cards' : ` ${totalText(counted)}`)]
}

/** The top of the page: where to listen. */
export const headLines = (title: string, brokerUrl: string, base: string): Line[] => {
  const { hostname, port } = new URL(brokerUrl)
  return [
    [],
    [piece(clean(title), 'strong')],
    ...wrappedText([piece('  broker  ')], clean(brokerUrl)),
    ...wrappedText(
      [piece('  topics  ')],
      `${clean(base)}/ status, describe, state/table, state/round, ev/round, ev/procedure, ev/system, log`,
    ),
    ...wrappedText([piece('  listen  ')], `mosquitto_sub -h ${hostname} -p ${port} -v -t '${clean(base)}/#'`),
  ]
}
