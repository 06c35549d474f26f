/**
 * Lattices are looked up by the cards they took, and cards by those they followed. If a round is read in several ways that differ in
 * something unseen, each way has its own copy of the cards, and grows as the round does.
 */
import { type AtWork, cacheOf, kept, mapIn } from '../workspace.ts'
import type { RoundCard } from './round.ts'

type Cards = readonly RoundCard[]

const shorterIn = cacheOf<Cards, Cards>('shorter cards')
const variantsIn = cacheOf<Cards, Map<string, Cards>>('variants')

/**
 * Records that `cards` is `before` and one more card. What was kept from one card earlier is dropped: it is needed only as part of what
 * grew from it.
 */
export const follow = (cards: Cards, before: Cards, context: AtWork): void => {
  const shorter = shorterIn(context)
  shorter.set(cards, before)
  shorter.delete(before)
}

/** The same cards without the last. */
export const beforeLast = (cards: Cards, context: AtWork): Cards | undefined => shorterIn(context).get(cards)

/** The cards as they are read in this way. */
export const variantOf = (cards: Cards, way: string, make: () => Cards, context: AtWork): Cards =>
  kept(mapIn(variantsIn(context), cards), way, () => {
    const made = make()
    const before = beforeLast(cards, context)
    const followed = before && variantsIn(context).get(before)?.get(way)
    if (followed) follow(made, followed, context)
    return made
  })
