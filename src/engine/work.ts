/**
 * How much the searches for errors of one observation may ask. Every question has a price, which depends on its kind and on the size of the
 * round's lattice by cards: never on a clock, and never on what is cached. So the same observations give the same output, whether the table
 * has run all evening or was restarted a moment ago. A search that cannot pay for a question has found nothing: it accuses nobody, and what
 * it would have had to rule out is in doubt.
 */

/** The result of a search that left questions open. */
export const CUT_OFF = 'cut off'
export type CutOff = typeof CUT_OFF

/** A question costs a fixed price plus a price a node: about as many microseconds as it takes if nothing is cached. */
const PRICE = { question: 100, node: 2 } as const

export const priceOf = (nodes: number): number => PRICE.question + PRICE.node * nodes

/** What one observation has already paid for: asking it again in the same observation is free. */
export class Paid {
  readonly of = new Set<string | number>()
  step = 0
}

/** The budget of one table. */
export class Work {
  /** A search outside an observation, as in tests, has no bound. */
  #left = Number.POSITIVE_INFINITY
  #step = 0
  /** How many questions were paid for so far. */
  asked = 0

  /** Gives all searches of `observation` this budget to share. */
  within<T>(budget: number, observation: () => T): T {
    const before = this.#left
    this.#left = budget
    this.#step++
    try {
      return observation()
    } finally {
      this.#left = before
    }
  }

  /** Can this question be paid for, or was it? `paid`: what the search it belongs to has paid for. */
  pays(price: number, question: string | number, paid: Paid): boolean {
    if (paid.step !== this.#step) {
      paid.step = this.#step
      paid.of.clear()
    }
    if (paid.of.has(question)) return true
    if (this.#left <= 0) return false
    this.#left -= price
    this.asked++
    paid.of.add(question)
    return true
  }
}
