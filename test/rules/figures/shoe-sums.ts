/**
 * Chances in a full shoe, summed over the cards it may give. A second way to the exact figures: nothing here uses the engine or the
 * simulation. Ranks are points 1 to 10, the ten-values as one.
 */

const TEN = 10
const ACE = 1

/** Cards by rank, 1 to 10; place 0 is empty. */
export type Shoe = readonly number[]

export const fullShoe = (packs: number): Shoe => [0, ...Array.from({ length: 9 }, () => 4 * packs), 16 * packs]
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)
export const without = (shoe: Shoe, ...ranks: readonly number[]): Shoe =>
  shoe.map((cards, rank) => cards - ranks.filter((each) => each === rank).length)

/** Every rank the next card may have, with its chance and the shoe that is left. */
function* next(shoe: Shoe): Generator<readonly [rank: number, chance: number, left: Shoe]> {
  const cards = sum(shoe)
  for (const [rank, count] of shoe.entries()) if (count > 0) yield [rank, count / cards, without(shoe, rank)]
}

const best = (hard: number, ace: boolean): number => (ace && hard <= 11 ? hard + 10 : hard)

/** 17 to 21, natural, 22 to 26; `drawsSoft17`: the dealer's rule. `shoe`: with the up card still in it. */
export function dealerFinals(shoe: Shoe, up: number, drawsSoft17: boolean): readonly number[] {
  const finals = Array.from({ length: 11 }, () => 0)
  const draw = (left: Shoe, hard: number, ace: boolean, cards: number, chance: number): void => {
    const total = best(hard, ace)
    const stands = total > 17 || (total === 17 && !(drawsSoft17 && hard < 17))
    if (stands) {
      const place = cards === 2 && total === 21 ? 5 : total > 21 ? total - 16 : total - 17
      finals[place] = (finals[place] ?? 0) + chance
      return
    }
    for (const [rank, share, rest] of next(left)) draw(rest, hard + rank, ace || rank === ACE, cards + 1, chance * share)
  }
  draw(without(shoe, up), up, up === ACE, 1, 1)
  return finals
}

/** The same over all up cards. */
export function dealerFinalsAll(shoe: Shoe, drawsSoft17: boolean): readonly number[] {
  const finals = Array.from({ length: 11 }, () => 0)
  for (const [up, share] of next(shoe)) {
    for (const [place, chance] of dealerFinals(shoe, up, drawsSoft17).entries()) finals[place] = (finals[place] ?? 0) + share * chance
  }
  return finals
}

/** The chance of a natural from two cards. */
export const naturalOf = (shoe: Shoe): number => {
  const cards = sum(shoe)
  return (2 * (shoe[ACE] ?? 0) * (shoe[TEN] ?? 0)) / (cards * (cards - 1))
}

/** The second card's chance to be of this rank. */
export const chanceOf = (shoe: Shoe, rank: number): number => (shoe[rank] ?? 0) / sum(shoe)

const isFreeTotal = (one: number, other: number): boolean => one !== ACE && other !== ACE && one + other >= 9 && one + other <= 11

const PAIRS = 0
const DOUBLES = 1
const kindsBeside = (rank: number, shoe: Shoe): Shoe => {
  const pairs = shoe[rank] ?? 0
  const doubles = sum(shoe.filter((_, other) => isFreeTotal(rank, other)))
  return [pairs, doubles, sum(shoe) - pairs - doubles]
}

/** Every way to collect lammers, 0 to 7: pairs but fives and ten-values split, up to four hands; hard 9, 10, 11 doubled. */
export function lammers(shoe: Shoe): readonly number[] {
  const found = Array.from({ length: 8 }, () => 0)
  /** `waiting`: hands of one card; `left`: cards that pair with it, cards that make a total to double, all others. */
  const split = (left: Shoe, hands: number, waiting: number, collected: number, chance: number): void => {
    if (waiting === 0) {
      found[collected] = (found[collected] ?? 0) + chance
      return
    }
    for (const [kind, share, rest] of next(left)) {
      if (kind === PAIRS && hands < 4) split(rest, hands + 1, waiting + 1, collected + 1, chance * share)
      else split(rest, hands, waiting - 1, collected + (kind === DOUBLES ? 1 : 0), chance * share)
    }
  }
  for (const [first, share, left] of next(shoe)) {
    for (const [second, then, rest] of next(left)) {
      const chance = share * then
      const pair = first === second && first !== TEN
      if (pair && first !== 5) split(kindsBeside(first, rest), 2, 2, 1, chance)
      else if (isFreeTotal(first, second)) found[1] = (found[1] ?? 0) + chance
      else found[0] = (found[0] ?? 0) + chance
    }
  }
  return found
}

/** The same, and the dealer has no natural. */
export function lammersWithoutNatural(shoe: Shoe): readonly number[] {
  const natural = naturalOf(shoe)
  const beside = lammers(without(shoe, ACE, TEN))
  return lammers(shoe).map((chance, collected) => chance - natural * (beside[collected] ?? 0))
}
