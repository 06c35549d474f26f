/**
 * What searches for errors cost, counted: lattices grown by a card, questions put to them, sweeps that answer. No clock: the same evidence counts
 * the same in every replay. The searches of one step of the table share one budget. What it does not reach is not asked, and a search
 * with questions left open has found nothing: nobody is accused by it, and what it would have had to rule out is in doubt.
 */

/** A search with questions left open. */
export const CUT_OFF = 'cut off'
export type CutOff = typeof CUT_OFF

/** What each thing costs beside the others: as many microseconds, or three times that where the code runs cold. */
export const COST = {
  /** A question is put to a lattice. */
  question: 300,
  /** Its paths are counted. */
  sweep: 50,
  /** One of its finished boxes is held against a final hand and an end of the settlement. */
  verdict: 8,
  /** It grows by a card, which so many hands in play may take. */
  card: 50,
  hand: 20,
} as const

/** The account of one table. */
export class Work {
  #done = 0
  /** Who searches outside a step of the table, as tests do, has no bound. */
  #left = Number.POSITIVE_INFINITY

  count(cost: number): void {
    this.#done += cost
  }

  /** What `step` searches shares this budget. */
  within<T>(budget: number, step: () => T): T {
    const before = this.#left
    this.#left = budget
    try {
      return step()
    } finally {
      this.#left = before
    }
  }

  /** The answer to a question of a search, as long as the budget lasts; what is known already costs nothing. */
  put<T>(question: () => T): T | CutOff {
    if (this.#left <= 0) return CUT_OFF
    const before = this.#done
    const answer = question()
    this.#left -= this.#done - before
    return answer
  }
}
