/**
 * A past round, step by step, as on an analysis board. Every card lies where the round's last result has it, and is drawn as open until the
 * table called its place certain. Pure.
 *
 *   message, message, ... --> the round behind the first, the round behind the second, ...
 */
import type { Area } from '../../../devices/scan.ts'
import type { BoxView, HandView, RoundPhase, RoundView, SeenCard } from '../../engine/view.ts'
import { known, type Message, type RoundMessage, type ToldData, type ToldResult } from './message.ts'
import { type CardSpot, countOf, type Dealt, spotsOfCards } from './placed.ts'

/** The round behind an event. `readings` is 0 until the round closes, because only then the table tells them among its events. */
export type Replayed = Omit<RoundView, 'round' | 'shoe' | 'dealerId' | 'rev' | 'asOf'>

/** What the steps so far have shown, besides the cards themselves. */
interface Shown {
  readonly phase: RoundPhase
  /** Numbers of the cards published so far. */
  readonly told: ReadonlySet<number>
  /** Boxes whose split was published; the cards may show it earlier. */
  readonly split: ReadonlySet<number>
  /** `3.1`: hands that had certainly ended. */
  readonly over: ReadonlySet<string>
  readonly surrendered: ReadonlySet<string>
  readonly chips: ReadonlyMap<number, Chips>
  readonly active: RoundView['active']
  readonly result: ToldResult | null
}

interface Chips {
  /** The main bet before anything was added to it; a double or a split adds the same amount. */
  readonly bet: number
  readonly spots: BoxView['spots']
}

const NOBODY: RoundView['active'] = { at: null, certain: false }
const NO_CHIPS: Chips = { bet: 0, spots: {} }
const NOTHING: Shown = {
  phase: 'betting',
  told: new Set(),
  split: new Set(),
  over: new Set(),
  surrendered: new Set(),
  chips: new Map(),
  active: NOBODY,
  result: null,
}
const handKey = ({ box, hand }: { readonly box: number; readonly hand: number }): string => `${box}.${hand}`

/** The round behind each of its events, in order. */
export function replayed(messages: readonly Message[]): readonly Replayed[] {
  const events = messages.map(known)
  const cards = spotsOfCards(events)
  const dealt = new Map(cards.map((card) => [card.n, card]))
  let shown = NOTHING
  return events.map((said) => {
    shown = after(shown, said, dealt)
    return viewOf(shown, cards)
  })
}

function after(shown: Shown, said: RoundMessage, dealt: ReadonlyMap<number, Dealt>): Shown {
  switch (said.type) {
    case 'round.opened':
      return { ...shown, chips: new Map(said.data.boxes.map((box) => [box, NO_CHIPS])) }
    case 'bet.placed':
      return withBet(shown, said.data)
    case 'insurance.placed':
      return withChips(shown, { ...said.data, area: 'ins' }, said.data.amount)
    case 'card.dealt':
      return withCard(shown, said.data.n, dealt.get(said.data.n))
    case 'hand.stood':
    case 'hand.busted':
    case 'hand.surrendered':
      return over(shown, said)
    case 'hand.doubled':
      return at(added(shown, said.data), said.data)
    case 'hand.split':
      return at(added({ ...shown, split: new Set(shown.split).add(said.data.box) }, said.data), said.data)
    case 'chips.paid':
      return withChips(settling(shown), said.data, said.data.amount)
    case 'chips.taken':
      return withChips(settling(shown), said.data, -said.data.amount)
    case 'round.closed':
    case 'round.revised':
      return { ...shown, phase: 'closed', active: NOBODY, result: said.data }
    default:
      return shown
  }
}

interface At {
  readonly box: number
  readonly hand: number
  readonly certain: boolean
}
const at = (shown: Shown, { box, hand, certain }: At): Shown => ({ ...shown, active: { at: { box, hand }, certain } })

/** Once the dealer has played, moving chips mean settlement. Before that they are bets settled during play. */
const settling = (shown: Shown): Shown => (shown.phase === 'dealer' ? { ...shown, phase: 'settling' } : shown)

interface ChipPlace {
  readonly box: number
  readonly area: Area
}

function withChips(shown: Shown, { box, area }: ChipPlace, more: number): Shown {
  const chips = shown.chips.get(box) ?? NO_CHIPS
  const { [area]: lying = { amount: 0, lammers: 0 }, ...others } = chips.spots
  const next = { ...lying, amount: Math.max(0, lying.amount + more) }
  const spots = next.amount === 0 && next.lammers === 0 ? others : { ...others, [area]: next }
  return { ...shown, active: NOBODY, chips: new Map(shown.chips).set(box, { ...chips, spots }) }
}

function withBet(shown: Shown, { box, area, amount }: ToldData['bet.placed']): Shown {
  const placed = withChips(shown, { box, area }, amount)
  const { spots } = placed.chips.get(box) ?? NO_CHIPS
  return area === 'main' ? { ...placed, chips: new Map(placed.chips).set(box, { bet: amount, spots }) } : placed
}

/**
 * What a double or a split puts next to the bet: the same amount, or a lammer. If the event comes during settlement, the chips no longer
 * lie there.
 */
function added(shown: Shown, { box, free }: { readonly box: number; readonly free: boolean }): Shown {
  if (shown.phase === 'settling') return shown
  const { bet, spots } = shown.chips.get(box) ?? NO_CHIPS
  if (!free) return withChips(shown, { box, area: 'main' }, bet)
  const main = spots.main ?? { amount: 0, lammers: 0 }
  const laid = { bet, spots: { ...spots, main: { ...main, lammers: main.lammers + 1 } } }
  return { ...shown, chips: new Map(shown.chips).set(box, laid) }
}

function withCard(shown: Shown, n: number, card: Dealt | undefined): Shown {
  const told = { ...shown, told: new Set(shown.told).add(n) }
  if (card === undefined || card.spot === null) return { ...told, active: NOBODY }
  if (card.spot === 'dealer') {
    // The hole card is published when it is turned, with its number in the deal.
    const isPlaying = card.isDrawn || n < Math.max(...shown.told)
    return { ...told, phase: isPlaying ? 'dealer' : 'dealing', active: { at: 'dealer', certain: card.certain } }
  }
  return at({ ...told, phase: card.isDrawn ? 'playing' : 'dealing' }, { ...card.spot, certain: card.certain })
}

function over(
  shown: Shown,
  { type, data }: Extract<RoundMessage, { readonly type: 'hand.stood' | 'hand.busted' | 'hand.surrendered' }>,
): Shown {
  const key = handKey(data)
  const ended = {
    ...shown,
    over: data.certain ? new Set(shown.over).add(key) : shown.over,
    surrendered: type === 'hand.surrendered' ? new Set(shown.surrendered).add(key) : shown.surrendered,
  }
  return at(ended, data)
}

function viewOf(shown: Shown, cards: readonly Dealt[]): Replayed {
  const { phase, active, result, told, chips } = shown
  const lying = cards.filter(({ n }) => told.has(n))
  const numbers = new Set([...chips.keys(), ...(result?.boxes.map(({ box }) => box) ?? [])])
  return {
    phase,
    active,
    complete: result?.complete ?? true,
    readings: result?.readings ?? 0,
    cards: Array.from({ length: Math.max(0, ...told) }, (_, at) => lying.find(({ n }) => n === at + 1)?.card ?? 'hidden'),
    dealer: result?.dealer ?? dealerOf(lying, told),
    boxes: [...numbers]
      .sort((a, b) => a - b)
      .map((box) => ({ box, spots: chips.get(box)?.spots ?? {}, hands: handsOf(shown, lying, box) })),
  }
}

/** Cards dealt before the newest one and not published yet lie face down in front of the dealer. */
function dealerOf(lying: readonly Dealt[], told: ReadonlySet<number>): RoundView['dealer'] {
  const newest = Math.max(0, ...told)
  const down = Array.from({ length: newest }, (_, index) => index + 1).filter((n) => !told.has(n))
  const own = lying.filter(({ spot }) => spot === 'dealer')
  const seen = [...own, ...down.map((n) => ({ n, card: 'hidden' as const }))].sort((a, b) => a.n - b.n).map(({ card }) => card)
  return { cards: seen, total: countOf(seen).total, certain: own.every(({ certain }) => certain) }
}

function handsOf(shown: Shown, lying: readonly Dealt[], box: number): readonly HandView[] {
  const own = lying.flatMap((card) => (isAt(card.spot, box) ? [{ ...card, hand: card.spot.hand }] : []))
  // Two cards that will be split are one hand until a third card comes or the split is published.
  const isWhole = own.length <= 2 && !shown.split.has(box)
  const inHand = (hand: number) => (isWhole ? own : own.filter((card) => card.hand === hand))
  const ended = shown.result?.boxes.find((each) => each.box === box)?.hands
  if (ended !== undefined) {
    return ended.map((hand) => ({ ...hand, alternatives: hand.certain ? [] : openFrom(hand.cards, sureOf(inHand(hand.hand), shown)) }))
  }
  const count = isWhole ? Math.min(1, own.length) : Math.max(0, ...own.map(({ hand }) => hand))
  return Array.from({ length: count }, (_, index): HandView => {
    const hand = index + 1
    const held = inHand(hand)
    const cards = held.map(({ card }) => card)
    const sure = sureOf(held, shown)
    const certain = sure.every((each) => each)
    const outcome = shown.surrendered.has(handKey({ box, hand })) ? 'surrender' : null
    return { hand, cards, ...countOf(cards), actions: [], outcome, certain, alternatives: certain ? [] : openFrom(cards, sure) }
  })
}

const isAt = (spot: CardSpot, box: number): spot is Exclude<CardSpot, 'dealer' | null> =>
  spot !== null && spot !== 'dealer' && spot.box === box

/** Which of a hand's cards were certain by then, either when they were dealt or because the hand had ended. */
const sureOf = (held: readonly Dealt[], { over }: Shown): readonly boolean[] =>
  held.map(({ certain, spot }) => certain || (spot !== null && spot !== 'dealer' && over.has(handKey(spot))))

/** What the felt draws as open: everything from the first uncertain card on. */
function openFrom(cards: readonly SeenCard[], sure: readonly boolean[]): readonly (readonly SeenCard[])[] {
  const first = cards.findIndex((_, index) => sure[index] !== true)
  return first < 0 ? [] : [cards.slice(0, first)]
}
