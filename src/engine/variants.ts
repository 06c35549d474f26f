/**
 * Lattices are looked up by the cards they took, and cards by those they followed. Where a round is read in several ways that differ in what
 * was not seen of it, each way has the cards for itself, and grows as the round does.
 */
import type { RoundCard } from './round.ts'

type Cards = readonly RoundCard[]

const oneLess = new WeakMap<Cards, Cards>()
const variants = new WeakMap<Cards, Map<string, Cards>>()

/** These are those and one more. What was known one card earlier still is let go: nobody asks for it but as part of what grew from it. */
export const follow = (cards: Cards, before: Cards): void => {
  oneLess.set(cards, before)
  oneLess.delete(before)
}

/** The same cards but for the last. */
export const beforeLast = (cards: Cards): Cards | undefined => oneLess.get(cards)

/** The cards as they are read in this way. */
export const variantOf = (cards: Cards, way: string, make: () => Cards): Cards => {
  const ways = variants.get(cards) ?? new Map<string, Cards>()
  variants.set(cards, ways)
  const known = ways.get(way)
  if (known) return known
  const made = make()
  ways.set(way, made)
  const before = beforeLast(cards)
  const followed = before && variants.get(before)?.get(way)
  if (followed) follow(made, followed)
  return made
}
