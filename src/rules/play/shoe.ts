/** A full shoe to draw from at random: each card is picked when it is drawn, so a round costs only its own cards. */

/** Uniform in [0, 1). */
export type Random = () => number

/** Cards as codes (`src/engine/cards.ts`), -1 if no card is left. */
export type Draw = () => number

export class FreshShoe {
  readonly #cards: Uint8Array
  readonly #random: Random
  #drawn = 0

  /** `decks` packs of 52. */
  constructor(decks: number, random: Random) {
    this.#cards = Uint8Array.from({ length: decks * 52 }, (_, at) => at % 52)
    this.#random = random
  }

  /** Puts every card back: whatever their order, the next draws are like those after a new shuffle. */
  refill(): void {
    this.#drawn = 0
  }

  draw(): number {
    const cards = this.#cards
    const at = this.#drawn++
    const picked = at + Math.floor(this.#random() * (cards.length - at))
    const card = cards[picked] as number
    cards[picked] = cards[at] as number
    cards[at] = card
    return card
  }
}
