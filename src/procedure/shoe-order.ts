/**
 * Was this shoe shuffled? Before each card, capital is bet on what an unshuffled shoe would bring next, at the odds of a shuffled one: what
 * is left of each card over everything that is left. In a shuffled shoe no way of betting can expect to gain, so the capital is a test
 * martingale: it exceeds 1/a at most once in 1/a shoes, however often one looks (Ville 1939; Shafer, Shen, Vereshchagin and Vovk, Test
 * martingales, Bayes factors and p-values, Statistical Science 26, 2011). Cards nobody saw change nothing: they count with those that are
 * left.
 */
import { type Card, RANKS, SUITS } from '../../devices/scan.ts'

const RANK_COUNT = RANKS.length
const SUIT_COUNT = SUITS.length
/** Different cards of a pack. */
export const KINDS = RANK_COUNT * SUIT_COUNT

/** 0 to 51, with the ranks of one suit next to each other as in a new pack. */
export const kindOf = (card: Card): number => SUITS.indexOf(card[1] as never) * RANK_COUNT + RANKS.indexOf(card[0] as never)

export interface ShoeOrder {
  /** Cards seen of this shoe, in order; null where cards were lost in between. */
  readonly cards: readonly (number | null)[]
  /** The shoe before it, as far as its cards were seen. */
  readonly before: readonly (number | null)[]
  /** One amount for each way of betting; each begins with 1. */
  readonly capital: readonly number[]
  /** The most that all of them had together, divided by what they began with. */
  readonly most: number
}

/** The share of the capital that is bet: for a shoe that was hardly shuffled, and for one that was shuffled badly. */
const STAKES = [0.05, 0.3] as const
/** After one or two riffles neighbours lie a few cards apart (Bayer and Diaconis, Trailing the dovetail shuffle to its lair, 1992). */
const RIFFLED = 3

/** By card: the cards that an order would bring after it. */
type Next = readonly (readonly number[])[]

const ofEach = (next: (kind: number) => readonly number[]): Next => Array.from({ length: KINDS }, (_, kind) => next(kind))
const UP = ofEach((kind) => ((kind + 1) % RANK_COUNT === 0 ? [] : [kind + 1]))
const DOWN = ofEach((kind) => (kind % RANK_COUNT === 0 ? [] : [kind - 1]))
const SAME_RANK = ofEach((kind) => Array.from({ length: SUIT_COUNT }, (_, suit) => suit * RANK_COUNT + (kind % RANK_COUNT)))

/** A way of guessing, from the newest cards. `within`: how many of them. */
interface Guess {
  readonly next: Next
  readonly within: number
}
/** Orders: a new pack up or down, or packs laid out by rank. The shoe before, forwards and backwards, adds two more. */
const OF_PACKS: readonly Guess[] = [
  { next: UP, within: 1 },
  { next: DOWN, within: 1 },
  { next: UP, within: RIFFLED },
  { next: DOWN, within: RIFFLED },
  { next: SAME_RANK, within: 1 },
]
const GUESSES = OF_PACKS.length + 2
const WAYS = GUESSES * STAKES.length

export const newShoeOrder = (before: ShoeOrder['before']): ShoeOrder => ({
  cards: [],
  before,
  capital: new Array<number>(WAYS).fill(1),
  most: 1,
})

/** What came after each card in the shoe before, and what before it. */
const ofShoe = (cards: ShoeOrder['cards']): readonly Guess[] => {
  const after: number[][] = Array.from({ length: KINDS }, () => [])
  const ahead: number[][] = Array.from({ length: KINDS }, () => [])
  const add = (list: number[] | undefined, kind: number) => list?.includes(kind) || list?.push(kind)
  for (let at = 1; at < cards.length; at++) {
    const [one, other] = [cards[at - 1], cards[at]]
    if (one == null || other == null) continue
    add(after[one], other)
    add(ahead[other], one)
  }
  return [
    { next: after, within: 1 },
    { next: ahead, within: 1 },
  ]
}

/** The cards of one more round. */
export const withCards = (order: ShoeOrder, cards: ShoeOrder['cards'], decks: number): ShoeOrder => {
  const left = new Array<number>(KINDS).fill(decks)
  let leftInAll = decks * KINDS
  const out = (kind: number) => {
    left[kind] = Math.max(0, (left[kind] ?? 0) - 1)
    leftInAll--
  }
  for (const kind of order.cards) if (kind !== null) out(kind)
  const guesses = [...OF_PACKS, ...ofShoe(order.before)]
  const capital = [...order.capital]
  let most = order.most
  const all = [...order.cards]
  for (const kind of cards) {
    if (kind !== null) {
      bet(capital, guesses, all, { kind, left, leftInAll })
      most = Math.max(most, capital.reduce((sum, each) => sum + each, 0) / WAYS)
      out(kind)
    }
    all.push(kind)
  }
  return { ...order, cards: all, capital, most }
}

interface Drawn {
  readonly kind: number
  readonly left: readonly number[]
  readonly leftInAll: number
}

const bet = (capital: number[], guesses: readonly Guess[], cards: ShoeOrder['cards'], { kind, left, leftInAll }: Drawn): void => {
  for (let which = 0; which < guesses.length; which++) {
    const { next, within } = guesses[which] as Guess
    let chances = 0
    let hit = false
    for (let back = 1; back <= within; back++) {
      const recent = cards[cards.length - back]
      // Before cards that were lost it is unknown what lay there.
      if (recent == null) break
      if (isRepeated(cards, back)) continue
      for (const guess of next[recent] as readonly number[]) {
        chances += left[guess] as number
        hit ||= guess === kind
      }
    }
    if (chances === 0 || chances >= leftInAll) continue
    const odds = hit ? leftInAll / chances : 0
    for (let at = 0; at < STAKES.length; at++) {
      const stake = STAKES[at] as number
      capital[which * STAKES.length + at] = (capital[which * STAKES.length + at] as number) * (1 - stake + stake * odds)
    }
  }
}

/** A newer card is the same one, so this one adds nothing. */
const isRepeated = (cards: ShoeOrder['cards'], back: number): boolean => {
  for (let newer = 1; newer < back; newer++) if (cards[cards.length - newer] === cards[cards.length - back]) return true
  return false
}
