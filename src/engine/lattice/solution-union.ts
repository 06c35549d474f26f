/**
 * The readings of several solutions as one set. A round whose dealer holds a card unknown to this set is read once for each possible card.
 * Readings that differ only in that card are one.
 */

import type { Hand } from '../../rules/game/hand.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { storyKey } from '../evidence/story.ts'
import { differSomewhere, distinctReadings, type Spelling } from './distinct-readings.ts'
import type { Happened, Reading, SettledPart, Solution, Support } from './reading.ts'
import type { Tally } from './tally.ts'

/** `score`: log-likelihood of what was supposed about the dealer's cards. Ranks, never removes. */
export interface Supposition {
  readonly solution: Tally
  readonly score: number
}

/** A single solution stands for itself. */
export const united = (suppositions: readonly Supposition[]): Solution => {
  const [only, ...others] = suppositions
  return only && others.length === 0 ? only.solution : new United(suppositions)
}

class United implements Solution {
  readonly count: number
  readonly over: number
  readonly exposed: number
  readonly overflow: boolean
  readonly dealerBegan: boolean
  readonly isPartial: boolean
  readonly #all: readonly Supposition[]
  /** The solutions that have a reading. */
  readonly #left: readonly Tally[]
  #readings: number | null = null
  #best: Reading | null | undefined

  constructor(all: readonly Supposition[], best?: Reading) {
    this.#all = all
    this.#best = best
    this.#left = all.flatMap(({ solution }) => (solution.count > 0 ? [solution] : []))
    this.count = this.#sum(({ count }) => count)
    this.over = this.#sum(({ over }) => over)
    this.exposed = this.#sum(({ exposed }) => exposed)
    this.overflow = all.some(({ solution }) => solution.overflow)
    this.dealerBegan = this.#left.every(({ dealerBegan }) => dealerBegan)
    this.isPartial = this.#left.some(({ isPartial }) => isPartial)
  }

  #sum(of: (solution: Tally) => number): number {
    return this.#left.reduce((sum, solution) => sum + of(solution), 0)
  }

  get untouched(): readonly number[] {
    return (this.#all[0]?.solution.untouched ?? []).map((_, box) => this.#sum(({ untouched }) => untouched[box] ?? 0))
  }
  get dealers(): Solution['dealers'] {
    return this.#left.flatMap(({ dealers }) => dealers)
  }
  get playErrors(): Solution['playErrors'] {
    return this.#left.flatMap(({ playErrors }) => playErrors)
  }

  get settledWrongly(): Solution['settledWrongly'] {
    return this.#left.flatMap(({ settledWrongly }) => settledWrongly)
  }

  get sidesWrong(): Solution['sidesWrong'] {
    return this.#left.flatMap(({ sidesWrong }) => sidesWrong)
  }

  get settledParts(): readonly SettledPart[] | null {
    const parts: SettledPart[] = []
    for (const { solution, score } of this.#all) {
      if (solution.count === 0) continue
      const own = solution.settledParts
      if (own === null) return null
      parts.push(...own.map((part) => ({ ...part, score: part.score + score })))
    }
    return parts
  }

  get readings(): number {
    this.#readings ??= this.#distinct()
    return this.#readings
  }

  get isSingle(): boolean {
    return (this.#readings !== null || !differSomewhere(this.#spellings)) && this.readings === 1
  }

  get #spellings(): readonly Spelling[] {
    return this.#left.flatMap(({ spellings }): readonly Spelling[] => spellings)
  }

  #distinct(): number {
    const words = distinctReadings(this.#spellings)
    return words === null ? this.count : words + (this.#left.some(({ isAsDealt }) => isAsDealt) ? 1 : 0)
  }

  get best(): Reading | null {
    if (this.#best === undefined) this.#best = this.kBest(1)[0] ?? null
    return this.#best
  }

  get bestScore(): number | null {
    if (this.#best !== undefined) return this.#best?.score ?? null
    const scores = this.#all.flatMap(({ solution: { bestScore }, score }) => (bestScore === null ? [] : [bestScore + score]))
    return scores.length > 0 ? Math.max(...scores) : null
  }

  prefer(best: Reading): Solution {
    return new United(this.#all, best)
  }

  kBest(most: number): readonly Reading[] {
    const all = this.#all.flatMap(({ solution, score }) =>
      (most === 1 ? [solution.best] : solution.kBest(most)).flatMap((reading) =>
        reading ? [{ ...reading, score: reading.score + score }] : [],
      ),
    )
    return all.sort((one, other) => other.score - one.score).slice(0, most)
  }

  agreesOn(box: number, handIndex: number, cards: readonly number[], outcome: Outcome | null): boolean {
    return this.#left.length > 0 && this.#left.every((solution) => solution.agreesOn(box, handIndex, cards, outcome))
  }

  contains(box: number, handIndex: number, happened: Happened): boolean {
    return this.#left.length > 0 && this.#left.every((solution) => solution.contains(box, handIndex, happened))
  }

  givenUp(box: number): Hand | null {
    const given = this.#left.map((solution) => solution.givenUp(box))
    return given.includes(null) ? null : (given[0] ?? null)
  }

  alternatives(box: number, handIndex: number, cards: readonly number[], most: number): readonly (readonly number[])[] {
    const found = new Map<string, readonly number[]>()
    for (const solution of this.#left)
      for (const other of solution.alternatives(box, handIndex, cards, most)) found.set(other.join(), found.get(other.join()) ?? other)
    return [...found.values()].slice(0, most)
  }

  get supports(): readonly (readonly Support[])[] {
    return this.untouched.map((_, box) => {
      const found = new Map<string, Support>()
      for (const support of this.#left.flatMap(({ supports }) => supports[box] ?? [])) {
        const key = `${storyKey(support.story)} ${support.outcomes?.join() ?? ''}`
        found.set(key, { ...support, count: support.count + (found.get(key)?.count ?? 0) })
      }
      return [...found.values()]
    })
  }
}
