/**
 * Turns what a table publishes into entries for a terminal of any width: `(screen, envelope) -> [screen, entries]`. Pure.
 *
 *   ev/round ---> waiting ---.
 *                            +--> lines       an event says what happened, the state after it how the hand stands now
 *   state/round -> view -----'
 */

import { clean, type Entry, type Line, padded, paragraph, piece, sentence } from '../../base/terminal/line.ts'
import type { SeenCard } from '../../engine/view.ts'
import type { FindingData } from '../../procedure/finding.ts'
import { moneyText } from '../../procedure/money.ts'
import { accountOf, dealtToDealer } from '../../wire/account/account.ts'
import { countOf } from '../../wire/account/placed.ts'
import { areaText, placeText } from '../../wire/account/text.ts'
import type { MessageType } from '../../wire/payloads.ts'
import type { AnyEnvelope } from '../../wire/receive.ts'
import { closedLines } from './closed.ts'
import { asideEntry, findingEntry, noteLine, rulesLines } from './notices.ts'
import { cardsLine, heldLine } from './pieces.ts'

type EnvelopeOf<T extends MessageType> = Extract<AnyEnvelope, { readonly type: T }>
type Dealt = EnvelopeOf<'card.dealt'>['data']
type View = EnvelopeOf<'state.round'>['data']

export interface Screen {
  /** Round events not shown yet; they wait for the state that follows them. */
  readonly waiting: readonly AnyEnvelope[]
  /** Decisions and movements of chips, shown together before the next card. */
  readonly notes: readonly Line[]
  /** Cards of the initial deal by box, 0 = the dealer. */
  readonly deal: ReadonlyMap<number, readonly SeenCard[]>
  /** The highest card number of this round so far; the hole card comes later with a lower one. */
  readonly newest: number
  readonly view: View | null
  /** SHA-256 of the rules shown last. */
  readonly rules: string | null
  /** Decimals of the currency, as last published by the table. */
  readonly exponent: number
  /** Cards its house deals the dealer before play. */
  readonly dealerDealt: number
  /** Standing findings, and the last text shown of each. */
  readonly findings: ReadonlyMap<string, string>
}

/** Used until a table publishes its currency. */
const USUAL_EXPONENT = 2

export const blankScreen: Screen = {
  waiting: [],
  notes: [],
  deal: new Map(),
  newest: 0,
  view: null,
  rules: null,
  exponent: USUAL_EXPONENT,
  dealerDealt: 1,
  findings: new Map(),
}

type Shown = readonly [Screen, readonly Entry[]]

/** A state follows its events at once. If none comes, the events are shown without it once more than a round's worth is waiting. */
const WAITING_MAX = 256
const PLACE_COLUMNS = 18

/** Shows one message; types that tell a person nothing produce no lines. */
export const show = (screen: Screen, envelope: AnyEnvelope): Shown => {
  switch (envelope.type) {
    case 'state.round':
      return flush({ ...screen, view: envelope.data })
    case 'describe': {
      const { exponent, rulesSha256, rules } = envelope.data
      const order = rules.dealOrder?.value
      const next = { ...screen, exponent, rules: rulesSha256, dealerDealt: Array.isArray(order) ? dealtToDealer(order.map(String)) : 1 }
      return [next, screen.rules === rulesSha256 ? [] : rulesLines(envelope.data)]
    }
    case 'round.closed':
    case 'round.revised': {
      const [rest, lines] = flushAll(screen)
      const what = envelope.type === 'round.closed' ? 'closed' : 'revised'
      return [
        { ...rest, deal: new Map(), newest: 0 },
        [...lines, ...closedLines(accountOf({ messages: [envelope] }, 'pit'), what, rest.exponent)],
      ]
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
      return finding(screen, envelope)
    }
    default:
      return aside(screen, envelope)
  }
}

/** A table has only a few open findings. If one is forgotten beyond this number, its next change is shown again. */
const FINDINGS_MAX = 64

/** What makes a change worth showing. The other possible explanations change with every card, so they are not part of it. */
const newsOf = ({ grade, severity, box, hand, spot, seen, expected, corrected }: FindingData): string =>
  JSON.stringify([grade, severity, box, hand, spot, seen, expected, corrected])

const finding = (screen: Screen, { type, data }: EnvelopeOf<'finding.raised' | 'finding.changed' | 'finding.withdrawn'>): Shown => {
  const news = newsOf(data)
  if (type === 'finding.changed' && screen.findings.get(data.finding) === news) return [screen, []]
  const others = [...screen.findings].filter(([id]) => id !== data.finding)
  const standing = type === 'finding.withdrawn' ? others : [...others, [data.finding, news] as const].slice(-FINDINGS_MAX)
  const [rest, lines] = flushAll({ ...screen, findings: new Map(standing) })
  return [rest, [...lines, findingEntry(type, data)]]
}

/** Messages that are not part of the play. */
const aside = (screen: Screen, envelope: AnyEnvelope): Shown => {
  const said = asideEntry(envelope, screen.exponent)
  if (said === null) return [screen, []]
  const [rest, before] = flushAll(screen)
  return [rest, [...before, said]]
}

const flushAll = (screen: Screen): Shown => {
  const [rest, lines] = flush(screen)
  return [{ ...rest, notes: [] }, [...lines, ...notesLines(rest.notes)]]
}

/** Shows what is waiting in the order a person saw it: the decision, its card, its result. */
const flush = (screen: Screen): Shown => {
  const { waiting } = screen
  let now: Screen = { ...screen, waiting: [] }
  const lines: Entry[] = []
  const say = ([next, said]: Shown): void => {
    now = next
    lines.push(...said)
  }
  if (waiting.some(({ type }) => type === 'round.opened')) say(opening(now, waiting))
  for (const envelope of waiting) if (DECISIONS.has(envelope.type)) say(note(now, envelope))
  for (const cards of samePlace(now, waiting)) say(dealt(now, cards))
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
    return [piece(`${placeText({ box, hand: null })}${area === 'main' ? '' : ` ${areaText(area)}`} ${moneyText(amount, screen.exponent)}`)]
  })
  return [{ ...before, deal: new Map(), newest: 0 }, [...lines, [], paragraph(title, items)]]
}

const note = (screen: Screen, envelope: AnyEnvelope): Shown =>
  IN_DEAL.has(envelope.type) ? [screen, []] : [{ ...screen, notes: [...screen.notes, noteLine(envelope, screen.exponent)] }, []]

/** They have lines of their own. */
const IN_DEAL: ReadonlySet<MessageType> = new Set<MessageType>(['round.opened', 'bet.placed', 'card.dealt'])

const notesLines = (notes: readonly Line[]): Entry[] => (notes.length === 0 ? [] : [paragraph([piece('    ')], notes, piece('   '))])

/**
 * Groups cards that came for one place without a state between them. The hole card is published late, but goes before the cards the dealer
 * drew to it.
 */
const samePlace = (screen: Screen, waiting: readonly AnyEnvelope[]): readonly (readonly Dealt[])[] => {
  const groups: Dealt[][] = []
  let { newest } = screen
  for (const card of waiting.flatMap((each) => (each.type === 'card.dealt' ? [each.data] : []))) {
    const last = groups.at(-1)
    const drawn = groups.findIndex(([first]) => first?.to === 'dealer' && first.n > card.n)
    if (card.n < newest) groups.splice(drawn < 0 ? groups.length : drawn, 0, [card])
    else if (last?.[0] !== undefined && JSON.stringify(last[0].to) === JSON.stringify(card.to)) last.push(card)
    else groups.push([card])
    newest = Math.max(newest, card.n)
  }
  return groups
}

const dealt = (screen: Screen, cards: readonly Dealt[]): Shown => {
  const [first, ...more] = cards
  if (first === undefined) return [screen, []]
  const { to } = first
  // Nobody at the table sees a burned card.
  if (to === 'burn') return withNotes(counted(screen, cards), [placed('burn card', cardsLine(cards.map(() => 'hidden')))])
  if (to === null) return withNotes(counted(screen, cards), [placed('box ?', cardsLine(cards.map(({ card }) => card)))])
  if (to !== 'dealer' && !isOfDeal(screen, first)) return toHand(counted(screen, cards), to, cards)
  if (to === 'dealer' && screen.deal.has(0) && first.n > screen.newest) return toDealer(counted(screen, cards), cards)
  const [next, lines] = to === 'dealer' ? toDealerFirst(screen, first) : toDeal(counted(screen, [first]), to.box, first)
  const [last, rest] = dealt(next, more)
  return [last, [...lines, ...rest]]
}

const counted = (screen: Screen, cards: readonly Dealt[]): Screen => ({
  ...screen,
  newest: Math.max(screen.newest, ...cards.map(({ n }) => n)),
})

/** The cards of the deal are certain, and a box gets two of them. */
const isOfDeal = ({ deal }: Screen, { to, certain }: Dealt): boolean =>
  typeof to === 'object' && to !== null && to.hand === 1 && certain && (deal.get(to.box)?.length ?? 0) < 2

/** A box's first two cards make one line. */
const toDeal = (screen: Screen, box: number, { card }: Dealt): Shown => {
  const hand = [...(screen.deal.get(box) ?? []), card]
  const next = { ...screen, deal: new Map(screen.deal).set(box, hand) }
  return hand.length < 2
    ? [next, []]
    : withNotes(next, [placed(placeText({ box, hand: null }), [...cardsLine(hand), ...totalOf(hand, true)])])
}

const toHand = (screen: Screen, { box, hand }: { readonly box: number; readonly hand: number }, cards: readonly Dealt[]): Shown => {
  const hands = screen.view?.boxes.find((each) => each.box === box)?.hands ?? []
  const place = `${placeText({ box, hand: hands.length > 1 ? hand : null })}${cards[0]?.certain === false ? '?' : ''}`
  const { cards: held = [], certain = true } = hands[hand - 1] ?? {}
  return withNotes(screen, [placed(place, grown(held, cards, { isDealer: false, certain }))])
}

/** The dealer's up card; or the hole card, which has a lower number than the last card and is published when it is turned. */
const toDealerFirst = (screen: Screen, dealer: Dealt): Shown => {
  const up = screen.deal.get(0)?.[0]
  const cards = up === undefined ? [dealer.card] : [up, dealer.card]
  const next = { ...counted(screen, [dealer]), deal: new Map(screen.deal).set(0, cards) }
  const rest = up === undefined ? [] : [...totalOf(cards, true), piece('  hole card', 'faint')]
  return withNotes(next, [placed('dealer', [...cardsLine(cards), ...rest])])
}

const toDealer = (screen: Screen, cards: readonly Dealt[]): Shown => {
  const isCertain = cards.every(({ certain }) => certain)
  return withNotes(screen, [
    placed(isCertain ? 'dealer' : 'dealer?', grown(screen.view?.dealer.cards ?? [], cards, { isDealer: true, certain: isCertain })),
  ])
}

const withNotes = (screen: Screen, lines: readonly Entry[]): Shown => [{ ...screen, notes: [] }, [...notesLines(screen.notes), ...lines]]

const placed = (place: string, rest: Line): Line => [...padded([piece(`  ${place}`)], PLACE_COLUMNS), ...rest]

interface Whose {
  readonly isDealer: boolean
  /** The hand is the same in every reading. */
  readonly certain: boolean
}

/**
 * `T♠ 6♥ + 5♦ = 21`, or `= 21?` if another reading has a different total. If the state does not have these cards in the hand, only the
 * cards.
 */
const grown = (hand: readonly SeenCard[], cards: readonly Dealt[], { isDealer, certain }: Whose): Line => {
  const added = cards.map(({ card }) => card)
  let at = hand.length - added.length
  while (at >= 0 && hand.slice(at, at + added.length).join() !== added.join()) at--
  if (at < 0) return [piece('+ '), ...cardsLine(added)]
  const plus = piece(at === 0 ? '+ ' : ' + ')
  const isOpen = !certain || cards.some((card) => !card.certain)
  return [...cardsLine(hand.slice(0, at)), plus, ...cardsLine(added), ...totalOf(hand.slice(0, at + added.length), isDealer, isOpen)]
}

/** `canBeNatural`: the hand was not split, so two cards may be a natural. `isOpen`: another reading has other cards there. */
const totalOf = (hand: readonly SeenCard[], canBeNatural: boolean, isOpen = false): Line => {
  const count = countOf(hand)
  const blackjack = canBeNatural && count.total === 21 && hand.length === 2
  return [piece(' = '), ...heldLine(hand, { ...count, blackjack, bust: (count.total ?? 0) > 21 }, !isOpen)]
}

/** The top of the output: where to listen. */
export const headLines = (title: string, brokerUrl: string, base: string): Entry[] => {
  const { hostname, port } = new URL(brokerUrl)
  return [
    [],
    [piece(clean(title), 'strong')],
    sentence([piece('  broker  ')], clean(brokerUrl)),
    sentence([piece('  topics  ')], `${clean(base)}/ status, describe, state/table, state/round, ev/round, ev/procedure, ev/system, log`),
    sentence([piece('  listen  ')], `mosquitto_sub -h ${hostname} -p ${port} -v -t '${clean(base)}/#'`),
  ]
}
