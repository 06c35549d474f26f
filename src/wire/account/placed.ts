/**
 * Which hand each card of a past round belongs to. When a card is dealt, the table publishes its likeliest place. The round's last result
 * gives the final places, but not the cards' numbers. This matches the two. Pure.
 */

import type { SeenCard } from '../../engine/view.ts'
import { addRank, cardCode, isSoft, NO_POINTS, rankOf, totalOf, UNKNOWN } from '../../rules/game/cards.ts'
import { type RoundMessage, resultIn, type ToldData, type ToldResult } from './message.ts'

/** null: nobody's, as with a burned card. */
export type CardSpot = { readonly box: number; readonly hand: number } | 'dealer' | null

export interface Dealt {
  /** 1 = first card of the round. */
  readonly n: number
  readonly card: SeenCard
  readonly spot: CardSpot
  /** The table called its place certain when it was dealt, and the last result agrees. */
  readonly certain: boolean
  /** It was drawn after the initial deal. */
  readonly isDrawn: boolean
}

type Told = ToldData['card.dealt']

/** Every card of the round by its number, where the last result has it or, without a result, where it was reported. */
export function spotsOfCards(events: readonly RoundMessage[]): readonly Dealt[] {
  const byNumber = new Map(events.flatMap((said) => (said.type === 'card.dealt' ? [[said.data.n, said.data] as const] : [])))
  const told = [...byNumber.values()].sort((a, b) => a.n - b.n)
  const result = resultIn(events)
  const spots = result === null ? new Map<number, CardSpot>() : matched(told, result)
  const lastDealt = dealLength(told, events)
  return told.map((card) => {
    const spot = spots.get(card.n) ?? toldSpot(card)
    return { n: card.n, card: card.card, spot, certain: card.certain && isSame(toldSpot(card), spot), isDrawn: card.n > lastDealt }
  })
}

const toldSpot = ({ to }: Told): CardSpot => (to === 'burn' ? null : to)

/** A split renumbers hands, but a card stays at its box. */
const isSame = (a: CardSpot, b: CardSpot): boolean =>
  a === b || (a !== null && b !== null && a !== 'dealer' && b !== 'dealer' && a.box === b.box)

/**
 * The length of the deal: two cards per box and the dealer's, one between them and perhaps one after the last box's second card. A card that
 * is missing between them is the dealer's, face down.
 */
function dealLength(told: readonly Told[], events: readonly RoundMessage[]): number {
  const boxes = events.find((said) => said.type === 'round.opened')?.data.boxes.length ?? 0
  const isDealers = (n: number): boolean => told.some((card) => card.to === 'dealer' && card.n === n)
  const isMissing = !told.some(({ n }) => n === boxes + 1)
  const last = 2 * boxes + (isMissing || told.some(({ to, n }) => to === 'dealer' && n <= boxes + 1) ? 1 : 0)
  return isDealers(last + 1) ? last + 1 : last
}

interface Slot {
  readonly card: SeenCard
  readonly spot: Exclude<CardSpot, null>
}

/**
 * Each card of the result takes the first remaining card with the same face, in the order of dealing: first cards, second cards, then hand
 * after hand, then the dealer. Cards with the same face may therefore change places, which makes no visible difference.
 */
function matched(told: readonly Told[], { boxes, dealer }: ToldResult): ReadonlyMap<number, CardSpot> {
  const deal: Slot[][] = [[], []]
  const drawn: Slot[] = []
  for (const { box, hands } of boxes) {
    for (const { hand, cards } of hands) {
      for (const [index, card] of cards.entries()) {
        // The second hand of a split box begins with the box's second card of the deal.
        const pass = hand === 1 && index === 0 ? 0 : hands.length === 1 ? index : hand === 2 && index === 0 ? 1 : 2
        ;(deal[pass] ?? drawn).push({ card, spot: { box, hand } })
      }
    }
  }
  const left = [...told]
  const found = new Map<number, CardSpot>()
  const dealers = dealer.cards.map((card): Slot => ({ card, spot: 'dealer' }))
  for (const slot of [...deal.flat(), ...drawn, ...dealers]) {
    const at = bestFit(left, slot)
    const [card] = at < 0 ? [] : left.splice(at, 1)
    if (card !== undefined) found.set(card.n, slot.spot)
  }
  return found
}

/** A card that was reported at this very place, otherwise the first with the same face. */
function bestFit(left: readonly Told[], { card, spot }: Slot): number {
  const told = left.findIndex((each) => each.card === card && isSame(toldSpot(each), spot))
  return told >= 0 ? told : left.findIndex((each) => each.card === card)
}

/** Best total; null if a card is face down or unread. */
export function countOf(cards: readonly SeenCard[]): { readonly total: number | null; readonly soft: boolean } {
  const codes = cards.map((card) => (card === 'hidden' ? UNKNOWN : cardCode(card)))
  if (codes.includes(UNKNOWN)) return { total: null, soft: false }
  const points = codes.map(rankOf).reduce(addRank, NO_POINTS)
  return { total: totalOf(points), soft: isSoft(points) }
}
