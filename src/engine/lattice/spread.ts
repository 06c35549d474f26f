/**
 * The money of a closed round over its readings: a number is reported as a fact only if every reading has it, and the house's win lies
 * between two extremes.
 *
 *   states: places between two boxes, with the marks so far ── arcs: one story of one box, with its numbers ──> sums over all paths
 *
 * Readings in which a side wager was not settled as due contain an error: they count only if no reading is without one.
 */
import type { Area } from '../../../devices/scan.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import type { SpotNumbers } from '../event.ts'
import { type Round, textAt } from '../evidence/round.ts'
import { kept } from '../workspace.ts'
import { boxStories } from './box-stories.ts'
import type { Reading, SettledPart, Solution } from './reading.ts'
import type { BoxAlternatives } from './spots.ts'
import { MARKS_END, marksTogether } from './sweep.ts'

/**
 * Most stories written out of one round: some 40 ms. A round of seven boxes has a dozen with all chips sensed and two thousand with bets
 * alone. Beyond the limit no number of the round counts as certain.
 */
const STORIES_MAX = 2500

/** Readings of one account of a round. */
export interface Ground {
  readonly round: Round
  readonly solution: Solution
}

interface Range {
  readonly from: number
  readonly to: number
}

/** One story of one box, between two states. */
interface Arc {
  readonly box: number
  readonly from: number
  readonly to: number
  readonly mark: number
  readonly weight: number
  readonly numbers: BoxAlternatives
  /** The least and the most the house wins by the story, minor units; NaN: unknown. */
  readonly house: Range
  /** All its side wagers were settled as due. */
  readonly isRight: boolean
  readonly hands: readonly string[]
}

interface Part {
  readonly arcs: readonly Arc[]
  /** States in which the first box begins. */
  readonly roots: readonly number[]
  /** States in which its readings end, one for each end. */
  readonly ends: readonly number[]
  readonly weight: number
}

/** The same number in every reading, or `differ`. */
export type Shared<T> = T | 'differ'

export interface Spread {
  /** By box number and spot. */
  readonly spotOf: (box: number, area: Area) => { readonly [field in keyof SpotNumbers]: Shared<SpotNumbers[field]> } | null
  /** The least and the most the house won, minor units; null: unknown. */
  readonly house: Range | null
  /** The weight of all readings that count, each with the exponential of its score. */
  readonly weight: number
  /** The share of the readings' weight, 0 to 1, in which the hand has these cards and this outcome. */
  readonly shareOf: (box: number, hand: number, cards: readonly string[], outcome: Outcome | null) => number
}

export type NumbersOf = (round: Round, box: number, reading: Reading) => BoxAlternatives

/** null if there are too many stories to look at, or if some reading is not over. */
export const spreadOf = (grounds: readonly Ground[], numbersOf: NumbersOf): Spread | null => {
  let left = STORIES_MAX
  const parts: Part[][] = []
  for (const { round, solution } of grounds) {
    const settled = solution.isPartial || solution.overflow || solution.count === 0 ? null : solution.settledParts
    if (settled === null) return null
    const own: Part[] = []
    for (const part of settled) {
      const arcs = arcsOf(part, round, numbersOf, left)
      if (arcs === null) return null
      left -= arcs.length
      own.push(partOf(part, arcs))
    }
    parts.push(own)
  }
  const right = parts.map((own) => own.map((part) => ({ ...part, arcs: part.arcs.filter(({ isRight }) => isRight) })))
  const isAnyRight = right.some((own) => own.some((part) => reached(part) !== null))
  return new Sums(isAnyRight ? right : parts).spread
}

const sidesAreRight = (numbers: BoxAlternatives): boolean =>
  Object.entries(numbers).every(([area, ways]) => area === 'main' || ways.some(({ due, moved }) => moved === null || moved === due))

const houseWins = (numbers: BoxAlternatives): Range => {
  let [from, to] = [0, 0]
  for (const ways of Object.values(numbers)) {
    const dues = ways.flatMap(({ due }) => due ?? [])
    if (dues.length === 0 || dues.length < ways.length) return { from: Number.NaN, to: Number.NaN }
    from -= Math.max(...dues)
    to -= Math.min(...dues)
  }
  return { from, to }
}

/** In the form in which the display of a hand asks for it. */
const handKey = (box: number, hand: number, cards: readonly string[], outcome: Outcome | null): string =>
  `${box}/${hand}/${cards.join('.')}/${outcome}`

const arcsOf = ({ traced, swept, readingOf }: SettledPart, round: Round, numbersOf: NumbersOf, most: number): readonly Arc[] | null => {
  const arcs: Arc[] = []
  for (const [index, box] of round.boxes.entries()) {
    for (const { story, from, to, mark, score } of boxStories(traced, swept, index)) {
      if (to === null || arcs.length >= most) return null
      const reading = readingOf(index, story)
      const numbers = numbersOf(round, index, reading)
      const outcomes = reading.dues?.[index]?.outcomes
      const hands = story.hands.map(({ positions }, at) => {
        const cards = positions.map((position) => textAt(round, position))
        return handKey(box, at + 1, cards, outcomes?.[at] ?? null)
      })
      const house = houseWins(numbers)
      arcs.push({ box, from, to, mark, weight: Math.exp(score), numbers, house, isRight: sidesAreRight(numbers), hands })
    }
  }
  return arcs
}

const stateOf = (slot: number, mark: number): number => slot * MARKS_END + mark
const MARKS = Array.from({ length: MARKS_END }, (_, mark) => mark)

const partOf = ({ swept, score }: SettledPart, arcs: readonly Arc[]): Part => {
  const { section } = swept.flow
  const ends = swept.ends.flatMap(({ node }) =>
    MARKS.flatMap((mark) => (swept.accepts(mark) ? [stateOf(section.slots[node.id] as number, mark)] : [])),
  )
  const roots = Array.from({ length: section.roots }, (_, slot) => stateOf(slot, 0))
  return { arcs, roots, ends, weight: Math.exp(score) }
}

/** What leads to a state: the weight of all ways there, and the extremes of what the house won on them. */
interface Reached extends Range {
  readonly weight: number
}

const joined = (one: Reached | undefined, other: Reached): Reached =>
  one === undefined ? other : { weight: one.weight + other.weight, from: Math.min(one.from, other.from), to: Math.max(one.to, other.to) }

/**
 * What leads to each state; null if no reading is left. Arcs are in the order of their boxes, so every state is complete before it is left.
 */
const reached = ({ arcs, roots, ends }: Part): ReadonlyMap<number, Reached> | null => {
  const states = new Map<number, Reached>(roots.map((state) => [state, { weight: 1, from: 0, to: 0 }]))
  for (const { from, to, mark, weight, house } of arcs) {
    for (const before of MARKS) {
      const way = states.get(stateOf(from, before))
      if (way === undefined) continue
      const marks = marksTogether(before, mark)
      if (marks >= MARKS_END) continue
      const next = stateOf(to, marks)
      const more = { weight: way.weight * weight, from: way.from + house.from, to: way.to + house.to }
      states.set(next, joined(states.get(next), more))
    }
  }
  return ends.some((state) => states.has(state)) ? states : null
}

/** The weight of all ways on from each state. */
const onwardOf = ({ arcs, ends }: Part): ReadonlyMap<number, number> => {
  const onward = new Map<number, number>()
  const add = (state: number, weight: number): void => void onward.set(state, (onward.get(state) ?? 0) + weight)
  for (const state of ends) add(state, 1)
  for (const { from, to, mark, weight } of arcs.toReversed()) {
    for (const before of MARKS) {
      const way = onwardWith(onward, to, before, mark)
      if (way !== undefined) add(stateOf(from, before), way * weight)
    }
  }
  return onward
}

const onwardWith = (onward: ReadonlyMap<number, number>, slot: number, before: number, mark: number): number | undefined => {
  const marks = marksTogether(before, mark)
  return marks < MARKS_END ? onward.get(stateOf(slot, marks)) : undefined
}

type SharedNumbers = { -readonly [field in keyof SpotNumbers]: Shared<SpotNumbers[field]> }

const UNKNOWN: SharedNumbers = { staked: 'differ', due: 'differ', moved: 'differ' }

class Sums {
  readonly #accounts: number
  /** By box and spot, with the accounts that have it. */
  readonly #spots = new Map<string, { readonly numbers: SharedNumbers; readonly accounts: Set<number> }>()
  readonly #hands = new Map<string, number>()
  #weight = 0
  #house: Reached | undefined

  constructor(parts: readonly (readonly Part[])[]) {
    this.#accounts = parts.filter((own, account) => own.map((part) => this.#add(part, account)).includes(true)).length
  }

  #add(part: Part, account: number): boolean {
    const states = reached(part)
    if (states === null) return false
    const onward = onwardOf(part)
    for (const arc of part.arcs) {
      let weight = 0
      for (const before of MARKS) {
        const way = states.get(stateOf(arc.from, before))
        const rest = onwardWith(onward, arc.to, before, arc.mark)
        if (way !== undefined && rest !== undefined) weight += way.weight * arc.weight * rest
      }
      if (weight > 0) this.#take(arc, weight * part.weight, account)
    }
    for (const state of part.ends) {
      const end = states.get(state)
      if (end === undefined) continue
      this.#weight += end.weight * part.weight
      this.#house = joined(this.#house, end)
    }
    return true
  }

  #take({ box, numbers, hands }: Arc, weight: number, account: number): void {
    for (const hand of hands) this.#hands.set(hand, (this.#hands.get(hand) ?? 0) + weight)
    for (const [area, ways] of Object.entries(numbers))
      for (const own of ways.length > 0 ? ways : [UNKNOWN]) this.#takeSpot(`${box}.${area}`, own, account)
  }

  #takeSpot(key: string, own: SharedNumbers, account: number): void {
    const { numbers, accounts } = kept(this.#spots, key, () => ({ numbers: { ...own }, accounts: new Set<number>() }))
    accounts.add(account)
    if (numbers.staked !== own.staked) numbers.staked = 'differ'
    if (numbers.due !== own.due) numbers.due = 'differ'
    if (numbers.moved !== own.moved) numbers.moved = 'differ'
  }

  get spread(): Spread | null {
    if (this.#house === undefined) return null
    const { from, to } = this.#house
    return {
      spotOf: (box, area) => {
        const spot = this.#spots.get(`${box}.${area}`)
        return spot !== undefined && spot.accounts.size === this.#accounts ? spot.numbers : null
      },
      house: Number.isNaN(from) ? null : { from, to },
      weight: this.#weight,
      shareOf: (box, hand, cards, outcome) => (this.#hands.get(handKey(box, hand, cards, outcome)) ?? 0) / this.#weight,
    }
  }
}
