/** The section of a lattice that a question covers: the edges that the chips in play and the pointer allow and that lead to an end. */
import { isAskedFor } from './error-effects.ts'
import { type Finished, type Scope, scopeOf } from './finished-boxes.ts'
import { endsHand, type Node } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { Turn } from './shared-answers.ts'
import { sectionOf, wholeOf } from './sweep.ts'
import { fromOf, handOf, toOf } from './trace.ts'

const NO_EDGES = new Int32Array(0)

/** No sensor rules out an edge: only the cards count, and everything the rules allow is a reading. */
const isUnruled = ({ evidence, pointed, only, error, ignoreSettlement }: LatticeInput): boolean =>
  evidence === 'bets' && pointed === null && only === null && error === null && !ignoreSettlement

export class Allowed {
  readonly #input: LatticeInput
  readonly #finished: Finished
  /** Dealer's turns from which he may have come to the last card. */
  readonly #dealers: readonly Turn[]

  constructor(input: LatticeInput, finished: Finished, dealers: readonly Turn[]) {
    this.#input = input
    this.#finished = finished
    this.#dealers = dealers
  }

  scope(): Scope {
    const { asked, lattice, boxes } = this.#input
    if (asked !== 'any' && this.#dealers.length === 0) return scopeOf(sectionOf(lattice, NO_EDGES), boxes.length)
    if (isUnruled(this.#input)) return { section: wholeOf(lattice, this.#input), kindAt: NO_EDGES, kinds: [], byBox: [] }
    return scopeOf(sectionOf(lattice, this.#edges(this.#leading())), boxes.length)
  }

  /** By node: does it lead to a hand in play, to a box its last card finished, or to a dealer's turn that may have ended? */
  #leading(): Uint8Array {
    const { lattice, ranks, asked } = this.#input
    const { body, nodeCount, edgeCount, runs } = lattice
    const { from, to } = body.edges
    const leads = new Uint8Array(nodeCount)
    for (const { node } of this.#dealers) leads[node.id] = 1
    if (asked === 'any') {
      for (const { node } of runs) leads[node.id] = 1
      for (const { id } of this.finishedSince(ranks.length)) leads[id] = 1
    }
    for (let edge = edgeCount - 1; edge >= 0; edge--) if (leads[to[edge] as number] === 1) leads[from[edge] as number] = 1
    return leads
  }

  #edges(leads: Uint8Array): Int32Array {
    const { lattice, pointed, only, error } = this.#input
    const { body, edgeCount } = lattice
    const { from, to, kind } = body.edges
    const reached = new Uint8Array(lattice.nodeCount).fill(1, 0, body.rootCount)
    const allowed = new Int32Array(edgeCount)
    let count = 0
    for (let edge = 0; edge < edgeCount; edge++) {
      if (reached[from[edge] as number] === 0 || leads[to[edge] as number] === 0) continue
      if ((kind[edge] as number) >= 0) {
        const node = fromOf(lattice, edge)
        if (!isAskedFor(error, node.terms?.playError) || this.#finished.kindOf(node) === null) continue
      } else {
        if (pointed !== null && !this.isPointed(fromOf(lattice, edge), toOf(lattice, edge).position)) continue
        if (only !== null && !this.#isMeant(edge)) continue
      }
      reached[to[edge] as number] = 1
      allowed[count++] = edge
    }
    return allowed.subarray(0, count)
  }

  /** Is the hand that ends here among those asked for? */
  #isMeant(edge: number): boolean {
    const { only, lattice } = this.#input
    if (only === null || !endsHand(lattice.body.edges.way[edge] as number)) return true
    const { box, past, position } = fromOf(lattice, edge)
    const hand = handOf(this.#input, edge)
    return only({ box, handIndex: past.hands.length, hand, over: true, start: position, end: toOf(lattice, edge).position })
  }

  /** Does the pointer allow the cards from this node up to `end` to have gone to its hand? */
  isPointed({ box, position, past, aside }: Node, end: number): boolean {
    const { pointed } = this.#input
    if (pointed === null) return true
    // Second cards dealt together come while the pointer is on the first of the hands.
    for (let at = position; at < end; at++) if (!pointed(at, box, at < position + aside ? null : past.hands.length)) return false
    return true
  }

  /** Boxes that a card or a chip has shown to be finished and whose next card is at `position` or later, newest first. */
  *finishedSince(position: number): Generator<Node> {
    const { body, nodeCount } = this.#input.lattice
    for (let id = nodeCount - 1; id >= 0; id--) {
      const node = body.nodes[id] as Node
      // A split hand's node comes with the card after it; all other nodes grow with the cards.
      if (node.position < position - 1) return
      if (node.position >= position && node.kind >= 0 && node.shown) yield node
    }
  }
}
