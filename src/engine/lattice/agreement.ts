/**
 * What all readings of an answer have in common, and what else one of their hands may be. The question goes to the edges they use and to
 * the hands still in play at their ends, never to readings one by one.
 */

import { totalOf } from '../../rules/game/cards.ts'
import type { Hand } from '../../rules/game/hand.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { judgeHands } from '../../rules/game/settle.ts'
import type { Part } from './box-stories.ts'
import { BOX_FINISHED, endsHand, type Node, type Run, WAYS, type Way } from './graph.ts'
import type { Happened, LatticeInput } from './reading.ts'
import type { PathEnd, Swept } from './sweep.ts'
import { decisionsBefore, fromOf, handOf, positionsOf } from './trace.ts'

/** Edges of one box that some reading uses, in order. */
interface Used {
  /** Edges on which a hand ended, by the hand's number in the box. */
  readonly ended: number[][]
  /** Edges on which the box was left as finished, by the number of its hands. */
  readonly finished: number[][]
}

export class Agreement {
  readonly #input: LatticeInput
  readonly #grounds: readonly Part[]
  /** By ground, then by box index. */
  #used: readonly (readonly Used[])[] | null = null
  /** By box index, over all grounds. */
  readonly #usedByAny: Used[] = []
  #ends: readonly (readonly PathEnd[])[] | null = null

  constructor(input: LatticeInput, grounds: readonly Part[]) {
    this.#input = input
    this.#grounds = grounds
  }

  /** It is this hand, with this outcome, in all of them. `outcome` null: any outcome. */
  agreesOn(box: number, handIndex: number, cards: readonly number[], outcome: Outcome | null): boolean {
    const isSame = this.#areAll(
      box,
      handIndex,
      ({ positions }) => this.#sameCards(positions, cards),
      (edge) => this.#sameCards(positionsOf(this.#input, edge), cards),
    )
    return isSame && (outcome === null || this.#grounds.every((_, at) => this.#isOutcome(at, box, handIndex, outcome)))
  }

  /** Did this happen to the hand in all readings? */
  contains(box: number, handIndex: number, happened: Happened): boolean {
    return this.#areAll(
      box,
      handIndex,
      (hand) => handHas(hand, happened),
      (edge) => this.#edgeHas(edge, happened),
    )
  }

  /** What else the hand is in some readings, the likeliest first, at most `most`: the positions of its cards. */
  alternatives(box: number, handIndex: number, cards: readonly number[], most: number): readonly (readonly number[])[] {
    const { score } = this.#input.lattice.body.edges
    const found = (this.#usedIn(box).ended[handIndex] ?? []).map((edge) => ({
      cards: positionsOf(this.#input, edge),
      score: score[edge] as number,
    }))
    for (const { node, run } of this.#endsIn(box)) {
      const hand = run && handAt(node, run, handIndex)
      if (hand) found.push({ cards: hand.positions, score: run.score })
    }
    const chosen: (readonly number[])[] = [cards]
    for (const { cards: other } of found.sort((one, two) => two.score - one.score)) {
      if (chosen.length > most) break
      if (!chosen.some((known) => this.#sameCards(known, other))) chosen.push(other)
    }
    return chosen.slice(1)
  }

  /** Does every reading have this hand, and does it pass, whether it is in play or over? */
  #areAll(box: number, handIndex: number, inPlay: (hand: Hand) => boolean, over: (edge: number) => boolean): boolean {
    // Hands in play are asked first: they nearly always decide, and the edges need a sweep back.
    for (const { node, run } of this.#endsIn(box)) {
      if (handIndex < node.past.hands.length) continue
      const hand = run && handAt(node, run, handIndex)
      if (!hand || !inPlay(hand)) return false
    }
    const { ended, finished } = this.#usedIn(box)
    // A reading leaves the box as finished with fewer hands.
    for (let hands = 0; hands <= handIndex; hands++) if (finished[hands] !== undefined) return false
    return (ended[handIndex] ?? []).every(over)
  }

  #endsIn(box: number): readonly PathEnd[] {
    if (this.#ends === null) {
      const byBox: PathEnd[][] = this.#input.boxes.map(() => [])
      for (const { swept } of this.#grounds) for (const end of swept.ends) byBox[end.node.box]?.push(end)
      this.#ends = byBox
    }
    return this.#ends[box] ?? []
  }

  get #byGround(): readonly (readonly Used[])[] {
    this.#used ??= this.#grounds.map(({ swept }) => this.#usedBy(swept))
    return this.#used
  }

  #usedIn(box: number): Used {
    this.#usedByAny[box] ??= together(this.#byGround.map((byBox) => byBox[box] as Used))
    return this.#usedByAny[box]
  }

  #usedBy({ back: { through }, flow }: Swept): readonly Used[] {
    const { body } = this.#input.lattice
    const { way: ways, from } = body.edges
    const { edges } = flow.section
    const byBox = this.#input.boxes.map((): Used => ({ ended: [], finished: [] }))
    for (let index = 0; index < edges.length; index++) {
      if (through[index] === 0) continue
      const edge = edges[index] as number
      const way = ways[edge] as number
      if (way !== BOX_FINISHED && !endsHand(way)) continue
      const { box, past } = body.nodes[from[edge] as number] as Node
      const { ended, finished } = byBox[box] as Used
      const lists = way === BOX_FINISHED ? finished : ended
      const list = lists[past.hands.length]
      if (list === undefined) lists[past.hands.length] = [edge]
      else list.push(edge)
    }
    return byBox
  }

  #sameCards(one: readonly number[], other: readonly number[]): boolean {
    if (one.length !== other.length) return false
    return one.every((position, index) => position === other[index] || this.#input.isSameCard(position, other[index] as number))
  }

  #isOutcome(at: number, box: number, handIndex: number, outcome: Outcome): boolean {
    const { over } = this.#grounds[at] as Part
    const { lattice, rules, boxes } = this.#input
    if (over === null) return true
    const { final } = over
    const insured = boxes[box]?.insured ?? false
    const { ended, finished } = this.#byGround[at]?.[box] ?? NONE_USED
    if (rules.freeHandsSettle === 'each-on-its-own')
      return (ended[handIndex] ?? []).every((edge) => judgeHands([handOf(this.#input, edge)], final, rules, insured)[0] === outcome)
    return finished.every((edges) =>
      edges.every((edge) => judgeHands(fromOf(lattice, edge).past.hands, final, rules, insured)[handIndex] === outcome),
    )
  }

  #edgeHas(edge: number, happened: Happened): boolean {
    const { lattice } = this.#input
    if (lattice.body.assumed.has(edge)) return handHas(handOf(this.#input, edge), happened)
    const { action, step, total } = happened
    const node = fromOf(lattice, edge)
    const { way, total: totals } = lattice.body.edges
    const { action: last, ended } = WAYS[way[edge] as number] as Way
    if (action === null) return ended === 'bust' && (total === null || totals[edge] === total)
    const before = node.hand?.actions ?? []
    if (step < before.length) return before[step] === action
    const decided = decisionsBefore(this.#input, edge)
    // The edge has only its last decision: all before it were cards that the hand asked for.
    if (action === 'hit') return step < decided && total === null
    return last === action && (total === null || totals[edge] === total) && decided === step
  }
}

const NONE_USED: Used = { ended: [], finished: [] }

/** All that any of these uses, each edge once. */
const together = (all: readonly Used[]): Used => {
  const [only = NONE_USED, ...others] = all
  if (others.length === 0) return only
  const joined = (of: (used: Used) => number[][]): number[][] => {
    const most = Math.max(...all.map((used) => of(used).length))
    const lists: number[][] = []
    for (let hands = 0; hands < most; hands++) {
      const edges = new Set(all.flatMap((used) => of(used)[hands] ?? []))
      if (edges.size > 0) lists[hands] = [...edges]
    }
    return lists
  }
  return { ended: joined(({ ended }) => ended), finished: joined(({ finished }) => finished) }
}

/** A hand of a box in play; null if that hand was over before, or there is no such hand. */
const handAt = ({ past }: Node, { hand, waiting }: Run, handIndex: number): Hand | null => {
  const at = handIndex - past.hands.length
  return at === 0 ? hand : (waiting.hands[at - 1] ?? null)
}

const handHas = ({ actions, ended, points }: Hand, { action, step, total }: Happened): boolean => {
  if (action === null) return ended === 'bust' && (total === null || totalOf(points) === total)
  return actions[step] === action && (total === null || totalOf(points) === total)
}
