/** What follows from the evidence of a round, whatever the question: each result is computed once, and only if a question needs it. */

import type { TableContext } from '../context.ts'
import type { ChipContext, Timeline } from '../evidence/chips.ts'
import {
  chipContext,
  insuranceTimeline,
  isPointed,
  type Round,
  rankAt,
  spotOf,
  suitAt,
  timelineOf,
  unreadRanks,
} from '../evidence/round.ts'
import { alikeRanks, upRankOf } from '../evidence/unknown-dealer-cards.ts'
import { cacheOf, kept } from '../workspace.ts'
import { mainTracks } from './error-effects.ts'

class Evidence {
  readonly #context: TableContext
  readonly #round: Round
  #ranks: readonly (number | null)[] | null = null
  #upRanks: readonly number[] | null = null
  #unreadRanks: readonly number[] | null = null
  #mains: readonly (readonly Timeline[])[] | null = null
  #insured: readonly boolean[] | null = null
  #chips: readonly ChipContext[] | null = null
  #sideBetsOpen: boolean | null = null
  #restsAt: readonly number[] | null = null
  #unfollowed: string | null = null

  constructor(round: Round, context: TableContext) {
    this.#round = round
    this.#context = context
  }

  /** The rank of each card; null if it was not read, or lies face down. */
  get ranks(): readonly (number | null)[] {
    this.#ranks ??= this.#round.cards.map((_, position) => rankAt(this.#round, position))
    return this.#ranks
  }

  get suitAt(): (position: number) => number | null {
    return suitAt(this.#round)
  }

  get upRank(): number {
    return upRankOf(this.#round, this.#context)
  }

  get upRanks(): readonly number[] {
    this.#upRanks ??= alikeRanks(this.#round, this.#context)
    return this.#upRanks
  }

  get unreadRanks(): readonly number[] {
    this.#unreadRanks ??= unreadRanks(this.#round, this.#context)
    return this.#unreadRanks
  }

  /** What may have lain on the main spots, by box index. */
  get mains(): readonly (readonly Timeline[])[] {
    this.#mains ??= this.#round.boxes.map((_, index) => mainTracks(this.#round, index, null, this.#context))
    return this.#mains
  }

  /** By box index. */
  get insured(): readonly boolean[] {
    this.#insured ??= this.#round.boxes.map((box) =>
      insuranceTimeline(this.#round, box, this.#context).moves.some(({ amount }) => amount > 0),
    )
    return this.#insured
  }

  /** What the chips of a box are matched against once no more evidence is awaited, by box index. */
  get chips(): readonly ChipContext[] {
    this.#chips ??= this.#round.boxes.map((box) => chipContext(this.#round, box, { context: this.#context, now: Number.POSITIVE_INFINITY }))
    return this.#chips
  }

  get sideBetsOpen(): boolean {
    this.#sideBetsOpen ??= this.#round.boxes.some(
      (box) => timelineOf(this.#round, spotOf(box, 'p22'), this.#context.spotLagMs).base.amount > 0,
    )
    return this.#sideBetsOpen
  }

  get pointed(): boolean {
    return isPointed(this.#round)
  }

  /** Event times, in order, after which something of the evidence is there, or can no longer be corrected or pointed at. */
  get restsAt(): readonly number[] {
    this.#restsAt ??= restsOf(this.#round, this.#context)
    return this.#restsAt
  }

  /** All that the spots say if nothing after the first card is followed: whether something moved, and who is insured. */
  get unfollowed(): string {
    this.#unfollowed ??= `${this.mains.flat().some(({ moves }) => moves.length > 0)}/${this.insured.join()}`
    return this.#unfollowed
  }
}

const restsOf = ({ cards, moves, pointer }: Round, { spotLagMs, pointerLagMs }: TableContext): readonly number[] => {
  const levels = [...moves.values()].flat()
  const told = [...cards, ...levels].flatMap(({ at }) => [at - 1, at + spotLagMs])
  const pointed = pointer.length > 0 ? cards.map(({ at }) => at + pointerLagMs - 1) : []
  return [...told, ...pointed].sort((one, other) => one - other)
}

const evidenceIn = cacheOf<Round, Evidence>('evidence')

export const evidenceOf = (round: Round, context: TableContext): Evidence =>
  kept(evidenceIn(context), round, () => new Evidence(round, context))
