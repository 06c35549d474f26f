/**
 * Evenings of a floor as the patterns see them: settled boxes, some of them settled wrongly. All errors are honest, except those that the
 * options plant.
 */
import type { CountedRound } from '../../../src/book/reports/bets-and-count.ts'
import type { Settled } from '../../../src/book/reports/patterns.ts'
import { seededStream } from '../../../src/rules/play/random.ts'
import { FreshShoe, type Random } from '../../../src/rules/play/shoe.ts'

export interface Floor {
  readonly tables: number
  readonly boxes: number
  readonly rounds: number
  /** Dealers at each table; each deals the same number of rounds in turn. */
  readonly dealers: number
  /** One box in this many is settled wrongly. */
  readonly oneIn: number
  /** Share of errors whose money is certain in every reading. */
  readonly seen: number
  /** Share of payments too small that are corrected because the player complains. */
  readonly protested: number
  /** How much dealers differ in care and boxes in difficulty: factors from the inverse of this up to this. 1: all alike. */
  readonly unlike: number
  /** The first dealer of the first table overpays its first box once in this many rounds dealt. null: nobody does. */
  readonly collusion: number | null
}

const OCCUPIED = 0.8
const CHIP = 500

const factor = (most: number, random: Random): number => most ** (2 * random() - 1)

export const settledOn = (floor: Floor, seed: number, evening: number): readonly Settled[] => {
  const { tables, boxes, rounds, dealers, oneIn, seen, protested, unlike, collusion } = floor
  const random = seededStream(seed, evening)
  const settled: Settled[] = []
  for (let table = 0; table < tables; table++) {
    const careless = Array.from({ length: dealers }, () => factor(unlike, random))
    const hard = Array.from({ length: boxes }, () => factor(unlike, random))
    for (let round = 0; round < rounds; round++) {
      const at = Math.floor((round * dealers) / rounds)
      const dealer = `d${table}-${at}`
      for (let box = 0; box < boxes; box++) {
        if (random() >= OCCUPIED && box > 0) continue
        const means = collusion !== null && table === 0 && at === 0 && box === 0 && random() < 1 / collusion
        const errs = random() < ((careless[at] ?? 1) * (hard[box] ?? 1)) / oneIn
        const over = means || random() < 0.5 ? CHIP : -CHIP
        const stays = (means || errs) && random() < seen && (over > 0 || random() >= protested)
        settled.push({ dealer, box: `t${table}/${box + 1}`, over: stays ? over : 0 })
      }
    }
  }
  return settled
}

/**
 * How a player bets. `chases`: doubles the bet after a lost round. Low cards favour the dealer, so such a player loses somewhat more of
 * those rounds.
 */
export type Bettor = 'steady' | 'moods' | 'chases' | 'counts'
const BETTORS: readonly Bettor[] = ['steady', 'moods', 'chases', 'moods', 'moods']

const SHOES = 24
const ROUNDS_OF_SHOE = 14
const CARDS_OF_ROUND = 15
const DECKS = 6
const LOW = '23456'
/** The additional chance of losing, for each low card by which a round's low cards exceed its high ones. */
const LOST_A_CARD = 0.015
const NAMES = 'A23456789TJQK'

/** Shoes of one table with five boxes. `counter`: the first box bets according to the count. */
export const countedOn = (counter: boolean, seed: number, evening: number): readonly CountedRound[] => {
  const random = seededStream(seed, evening)
  const shoe = new FreshShoe(DECKS, random)
  const mood = BETTORS.map(() => 1)
  return Array.from({ length: SHOES }, (_, number) => {
    shoe.refill()
    let [running, out, lost] = [0, 0, false]
    return Array.from({ length: ROUNDS_OF_SHOE }, (): CountedRound => {
      const count = running / (DECKS - out / 52)
      const bets = BETTORS.map((usual, at) => {
        if (random() < 0.1) mood[at] = 1 + Math.floor(random() * 4)
        const how = counter && at === 0 ? 'counts' : usual
        const units = { steady: 2, moods: mood[at] ?? 1, chases: lost ? 4 : 2, counts: Math.min(8, Math.max(1, Math.floor(count))) }[how]
        return { box: `t/${at + 1}`, bet: units * CHIP }
      })
      const cards = Array.from({ length: CARDS_OF_ROUND }, () => NAMES[shoe.draw() >> 2] ?? 'A')
      const worth = cards.reduce((sum, card) => sum + (LOW.includes(card) ? 1 : '789'.includes(card) ? 0 : -1), 0)
      lost = random() < 0.5 + LOST_A_CARD * worth
      running += worth
      out += cards.length
      return { shoe: `t/${number}`, decks: DECKS, cards: cards.map((card) => `${card}S`), bets }
    })
  }).flat()
}
