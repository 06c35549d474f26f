/**
 * Is the shoe complete? A shoe is never dealt to its end, so one shoe says little about a card that did not come, but many shoes do. For
 * every set of up to MISSING_MAX missing cards the test works out, shoe by shoe, how much likelier the cards that came are than from a
 * complete shoe. All sets of one size weigh the same, and half as much for each card more. As cards may go missing at any time, the test
 * begins again with every fourth shoe and is summed: an e-detector, which a complete shoe brings above 1/a once in 1/a shoes on average
 * (Shin, Ramdas and Rinaldo, E-detectors, New England Journal of Statistics in Data Science 2, 2023, doi 10.51387/23-NEJSDS51).
 */
import { KINDS } from './shoe-order.ts'

/**
 * How often each card came in the newest shoes, oldest first: one digit for each card, because even eight packs hold only eight of each.
 */
export type Shoes = readonly string[]

const SHOES_MAX = 64
const STARTS_EVERY = 4
const MISSING_MAX = 8

export interface ShoeShortage {
  /** Shoes seen in all. */
  readonly count: number
  readonly shoes: Shoes
}

export const NO_SHOES: ShoeShortage = { count: 0, shoes: [] }

export interface Shortage {
  /** How much likelier the shoes are with cards missing. A complete shoe brings it above 1/a once in 1/a shoes. */
  readonly evidence: number
  /** How many cards are missing by the best account. */
  readonly missing: number
  /** How many shoes this rests on. */
  readonly shoes: number
}

/**
 * A shoe came to its end. If a card came more often than the shoe may hold it, that is reported as such, and the shoe says nothing here.
 */
export const withShoe = (known: ShoeShortage, cards: readonly (number | null)[], decks: number): ShoeShortage => {
  const came = new Array<number>(KINDS).fill(0)
  for (const kind of cards) if (kind !== null) came[kind] = (came[kind] ?? 0) + 1
  if (came.some((each) => each > decks) || cards.every((kind) => kind === null)) return known
  return { count: known.count + 1, shoes: [...known.shoes, came.join('')].slice(-SHOES_MAX) }
}

export const shortageIn = ({ count, shoes }: ShoeShortage, decks: number): Shortage => {
  /** By card, how much likelier its counts are with 0, 1, 2 ... of it missing. Each factor covers all shoes since the start. */
  const likelier = Array.from({ length: KINDS }, () => new Array<number>(decks + 1).fill(1))
  /** By number of missing cards, what the counts of all cards together add to that. */
  const inAll = new Array<number>(MISSING_MAX + 1).fill(1)
  let evidence = 0
  let best: Shortage = { evidence: 0, missing: 0, shoes: 0 }
  for (let back = 1; back <= shoes.length; back++) {
    addShoe(shoes[shoes.length - back] ?? '', decks, likelier, inAll)
    if ((count - back) % STARTS_EVERY !== 0) continue
    const byMissing = evidenceOf(likelier, inAll, decks)
    const all = byMissing.reduce((sum, each) => sum + each, 0)
    evidence += all
    if (all > best.evidence) best = { evidence: all, missing: byMissing.indexOf(Math.max(...byMissing)) + 1, shoes: back }
  }
  return { ...best, evidence }
}

/**
 * Hypergeometric: of D copies with j missing, k come in m of N cards. The factors of single cards are scaled by what a card has on average,
 * so that they stay near 1.
 */
const addShoe = (shoe: string, decks: number, likelier: readonly number[][], inAll: number[]): void => {
  const cards = decks * KINDS
  let seen = 0
  for (const digit of shoe) seen += Number(digit)
  const scale = cards / Math.max(1, cards - seen)
  likelier.forEach((factors, kind) => {
    const came = Number(shoe[kind])
    let factor = 1
    for (let missing = 1; missing <= decks; missing++) {
      factor *= (Math.max(0, decks - missing + 1 - came) / (decks - missing + 1)) * scale
      factors[missing] = (factors[missing] ?? 0) * factor
    }
  })
  let factor = 1
  for (let missing = 1; missing <= MISSING_MAX; missing++) {
    const left = cards - missing + 1
    // With this many missing, the shoe could not have had the cards that came.
    factor = left > seen ? (factor * left) / ((left - seen) * scale) : 0
    inAll[missing] = (inAll[missing] ?? 0) * factor
  }
}

/** For 1, 2 ... missing cards: the mean over all sets of that size, each with its weight. */
const evidenceOf = (likelier: readonly number[][], inAll: readonly number[], decks: number): readonly number[] => {
  // Coefficients of the product over all cards of sum C(D, j) likelier(j) z^j: every set of cards once.
  let sums = [1, ...new Array<number>(MISSING_MAX).fill(0)]
  for (const factors of likelier) {
    const next = [...sums]
    for (let missing = 1; missing <= decks; missing++) {
      const weight = choose(decks, missing) * (factors[missing] ?? 0)
      if (weight === 0) break
      for (let total = missing; total <= MISSING_MAX; total++) next[total] = (next[total] ?? 0) + weight * (sums[total - missing] ?? 0)
    }
    sums = next
  }
  const share = 1 / (1 - 2 ** -MISSING_MAX)
  return Array.from({ length: MISSING_MAX }, (_, at) => {
    const missing = at + 1
    return (share * 2 ** -missing * (sums[missing] ?? 0) * (inAll[missing] ?? 0)) / choose(decks * KINDS, missing)
  })
}

const choose = (of: number, some: number): number => {
  let ways = 1
  for (let at = 0; at < some; at++) ways = (ways * (of - at)) / (at + 1)
  return ways
}
