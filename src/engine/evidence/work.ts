/**
 * How much the searches for errors of one observation may ask. Every question has a price, which depends on its kind and on the size of the
 * round's lattice by cards: never on a clock, and never on what is cached. So the same observations give the same output, whether the table
 * has run all evening or was restarted a moment ago. A search that cannot pay for a question has found nothing: it accuses nobody, and what
 * it would have had to rule out is in doubt.
 */

/** A search with questions left open. */
export const CUT_OFF = 'cut off'
export type CutOff = typeof CUT_OFF

/** A question costs so much, and so much more for each node of the lattice: about as many microseconds as it takes where nothing is cached. */
const PRICE = { question: 100, node: 2 } as const

export const priceOf = (nodes: number): number => PRICE.question + PRICE.node * nodes

/** What one observation has paid for is asked again in it for nothing. */
export class Paid {
  readonly of = new Set<string | number>()
  step = 0
}

/** The account of one table. */
export class Work {
  /** Who searches outside an observation, as tests do, has no bound. */
  #left = Number.POSITIVE_INFINITY
  #step = 0

  /** What `observation` searches shares this budget. */
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

  /** Is this question paid for? `paid`: of the search it belongs to. */
  pays(price: number, question: string | number, paid: Paid): boolean {
    if (paid.step !== this.#step) {
      paid.step = this.#step
      paid.of.clear()
    }
    if (paid.of.has(question)) return true
    if (this.#left <= 0) return false
    this.#left -= price
    paid.of.add(question)
    return true
  }
}
