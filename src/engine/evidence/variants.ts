/**
 * Lattices are looked up by the cards they took, and cards by those they followed. Where a round is read in several ways that differ in what
 * was not seen of it, each way has the cards for itself, and grows as the round does.
 */
import type { RoundCard } from './round.ts'

type Cards = readonly RoundCard[]

const oneLess = new WeakMap<Cards, Cards>()
const variants = new WeakMap<Cards, Map<string, Cards>>()
const begun = new WeakMap<Cards, Cards>()

/** These are those and one more. What was known one card earlier still is let go: nobody asks for it but as part of what grew from it. */
export const follow = (cards: Cards, before: Cards): void => {
  oneLess.set(cards, before)
  oneLess.delete(before)
}

/** The same cards but for the last. */
export const beforeLast = (cards: Cards): Cards | undefined => oneLess.get(cards)

/** Nothing that was seen so far tells these from those: what is known of those holds for these. */
export const beginsAs = (cards: Cards, as: Cards): void => void begun.set(cards, as)

export const begunAs = (cards: Cards): Cards | undefined => begun.get(cards)

/** The cards as they are read in this way, where they have been. */
export const variantWhere = (cards: Cards, way: string): Cards | undefined => variants.get(cards)?.get(way)

/** The cards as they are read in this way. */
export const variantOf = (cards: Cards, way: string, make: () => Cards): Cards => {
  const ways = variants.get(cards) ?? new Map<string, Cards>()
  variants.set(cards, ways)
  const known = ways.get(way)
  if (known) return known
  const made = make()
  ways.set(way, made)
  const before = beforeLast(cards)
  const followed = before && variantWhere(before, way)
  if (followed) follow(made, followed)
  const same = begunAs(cards)
  const begins = same && variantWhere(same, way)
  if (begins) beginsAs(made, begins)
  return made
}
