/**
 * Sums and maxima over the paths of a lattice: how many readings there are, how many go through each edge, and the best ones. An edge
 * carries marks (a small bit set); the marks of a path are the union of its edges', and a path counts if `accepts` says so. One pass goes
 * forward to every node; on request a second one goes back from every end. The result is exact, whatever the number of paths. Counts are
 * doubles: exact up to 2^53 readings.
 */

import type { DealerRun } from '../../rules/game/dealer.ts'
import { type AtWork, cacheOf, kept } from '../workspace.ts'
import type { Body, Lattice, Node, Run } from './graph.ts'

/**
 * What the edges of a path say together. A path has the union of three flags: UNRESOLVED = a stake is not settled yet, SETTLING = a chip
 * moved that play does not explain, LAST_IN_PLAY. Above them it has the sum of the cost: the errors in the settlement of its boxes.
 */
export type Marks = number
export const UNRESOLVED = 1
export const SETTLING = 2
/** The box's last movement in play was the last of any box. */
export const LAST_IN_PLAY = 4
export const FLAGS = 7
/** One error in the settlement of a box. */
export const ERROR = 8
/** Most errors in the settlement of one round that are told apart. */
const ERRORS_MAX = 4
/** Marks are below this number. */
export const MARKS_END = ERROR * (ERRORS_MAX + 1)
export const errorsIn = (marks: Marks): number => marks >> 3
/** The marks of two parts of one path; `MARKS_END` or more if together they have too many errors. */
export const marksTogether = (one: Marks, other: Marks): Marks => ((one | other) & FLAGS) + (one & ~FLAGS) + (other & ~FLAGS)
/** In place of marks: the edge is not part of these paths. */
export const NO_EDGE = -1

/** What an edge that finishes a box says about it: marks, and what it adds to the reading's score. */
export interface EdgeVerdict {
  readonly mark: Marks
  readonly score: number
}

/** What stands at the end of a path: a hand in play, the dealer's hand, or, with neither, a box that its last card finished. */
export interface PathEnd {
  readonly node: Node
  readonly run: Run | null
  readonly dealer: DealerRun | null
  /** Errors at boxes to which play has not come. @default 0 */
  readonly errors?: number
  /** Log-likelihood of the tracks by which these boxes and the one in play are read. @default 0 */
  readonly score?: number
}

/** The edges of a lattice that some question is about, and the nodes they join, with new numbers. */
export interface Section {
  readonly lattice: Lattice
  /** Numbers of the edges in the lattice, ascending. */
  readonly edges: Int32Array
  /** By index in `edges`: where the edge begins and where it ends, as numbers of this section. */
  readonly from: Int32Array
  readonly to: Int32Array
  /** Nodes of the section; its roots come first. */
  readonly nodes: number
  readonly roots: number
  /** By number of a node in the lattice: its number here; -1 if it is not in the section. */
  readonly slots: Int32Array
  /** The section is the whole lattice, so numbers are the same here and there. */
  readonly isWhole: boolean
}

const numbersIn = cacheOf<Body, Int32Array>('numbers')

/** The numbers 0, 1, 2 and so on, as one list for a lattice and all that grows from it. */
const numbersTo = (count: number, body: Body, context: AtWork): Int32Array => {
  const numbers = numbersIn(context)
  const known = numbers.get(body)
  const long = known && known.length >= count ? known : Int32Array.from({ length: count * 2 }, (_, index) => index)
  if (long !== known) numbers.set(body, long)
  return long.subarray(0, count)
}

const wholesIn = cacheOf<Lattice, Section>('whole sections')

/** Kept with the lattice, because it is asked for several times. */
export const wholeOf = (lattice: Lattice, context: AtWork): Section => kept(wholesIn(context), lattice, () => madeWhole(lattice, context))

const madeWhole = (lattice: Lattice, context: AtWork): Section => {
  const { body, nodeCount, edgeCount } = lattice
  return {
    lattice,
    edges: numbersTo(edgeCount, body, context),
    from: body.edges.from.subarray(0, edgeCount),
    to: body.edges.to.subarray(0, edgeCount),
    nodes: nodeCount,
    roots: body.rootCount,
    slots: numbersTo(nodeCount, body, context),
    isWhole: true,
  }
}

export const sectionOf = (lattice: Lattice, edges: Int32Array): Section => {
  const { body, nodeCount } = lattice
  const slots = new Int32Array(nodeCount).fill(-1)
  const from = new Int32Array(edges.length)
  const to = new Int32Array(edges.length)
  let nodes = 0
  for (; nodes < body.rootCount; nodes++) slots[nodes] = nodes
  const slotOf = (node: number): number => {
    const known = slots[node] as number
    if (known >= 0) return known
    slots[node] = nodes
    return nodes++
  }
  for (let index = 0; index < edges.length; index++) {
    const edge = edges[index] as number
    from[index] = slotOf(body.edges.from[edge] as number)
    to[index] = slotOf(body.edges.to[edge] as number)
  }
  return { lattice, edges, from, to, nodes, roots: body.rootCount, slots, isWhole: false }
}

/** The section with only those edges that some path uses. `through`: how many paths go through each. */
export const partOf = ({ lattice, edges }: Section, through: Float64Array): Section => {
  const left = new Int32Array(edges.length)
  let count = 0
  for (let index = 0; index < edges.length; index++) if ((through[index] as number) > 0) left[count++] = edges[index] as number
  return sectionOf(lattice, left.subarray(0, count))
}

/** What is known about the edges of a section, by their index in it. */
export interface Layer {
  readonly section: Section
  /** null: no edge is marked. */
  readonly marks: Int8Array | null
  /** Added to the edge's own score; null: nothing is. */
  readonly handicap: Float64Array | null
  /** Paths with more errors than this are left out. @default 0 */
  readonly errors?: number
}

/** How many paths lead to each node, by their marks, and the best of them. */
export interface Flow extends Layer {
  readonly width: number
  readonly paths: Float64Array
  readonly scores: Float64Array
  /** Index of the last edge of the best path, times the width, plus the marks before it; -1 at the roots. */
  readonly via: Int32Array
}

/** A path by its edges' numbers in the lattice, first to last. */
export interface Path {
  readonly score: number
  readonly edges: readonly number[]
  readonly end: PathEnd
}

export const flowOver = (layer: Layer): Flow => {
  const { section, marks, handicap } = layer
  const { edges, from, to, nodes, roots, lattice } = section
  const { sums } = lattice.body
  if (section.isWhole && sums !== null && marks === null && handicap === null) {
    return { ...layer, width: 1, paths: sums.paths, scores: sums.scores, via: sums.via }
  }
  const { score } = lattice.body.edges
  const width = marks === null ? 1 : ERROR * (1 + (layer.errors ?? 0))
  // One buffer for all three, because small objects made often cost most by their number.
  const size = nodes * width
  const buffer = new ArrayBuffer(size * 20)
  const paths = new Float64Array(buffer, 0, size)
  const scores = new Float64Array(buffer, size * 8, size)
  const via = new Int32Array(buffer, size * 16, size)
  for (let root = 0; root < roots; root++) {
    paths[root * width] = 1
    via[root * width] = -1
  }
  for (let index = 0; index < edges.length; index++) {
    const mark = marks === null ? 0 : (marks[index] as number)
    if (mark === NO_EDGE) continue
    const own = (score[edges[index] as number] as number) + (handicap === null ? 0 : (handicap[index] as number))
    const begin = (from[index] as number) * width
    const end = (to[index] as number) * width
    for (let before = 0; before < width; before++) {
      const count = paths[begin + before] as number
      if (count === 0) continue
      const after = marksTogether(before, mark)
      if (after >= width) continue
      const cell = end + after
      const known = paths[cell] as number
      const total = (scores[begin + before] as number) + own
      paths[cell] = known + count
      if (known === 0 || total > (scores[cell] as number)) {
        scores[cell] = total
        via[cell] = index * width + before
      }
    }
  }
  return { ...layer, width, paths, scores, via }
}

const tailScore = ({ run, score = 0 }: PathEnd): number => (run?.score ?? 0) + score

/** The paths of a flow that end at one of these ends with accepted marks. */
export class Swept {
  readonly flow: Flow
  count = 0
  readonly ends: readonly PathEnd[]
  /** How many paths lead to each of the ends. */
  readonly counts: readonly number[]
  readonly #accepted: readonly boolean[]
  #bestCell = -1
  #bestEnd: PathEnd | null = null
  bestScore = Number.NEGATIVE_INFINITY
  #back: Backward | null = null

  constructor(flow: Flow, ends: readonly PathEnd[], accepts: (marks: Marks) => boolean) {
    const { width, paths, scores, section } = flow
    this.flow = flow
    const accepted: boolean[] = []
    for (let mark = 0; mark < width; mark++) accepted.push(accepts(mark))
    this.#accepted = accepted
    const found: PathEnd[] = []
    const counts: number[] = []
    for (let at = 0; at < ends.length; at++) {
      const end = ends[at] as PathEnd
      const slot = section.slots[end.node.id] as number
      if (slot < 0) continue
      const first = slot * width
      const own = tailScore(end)
      const more = ERROR * (end.errors ?? 0)
      let here = 0
      for (let mark = 0; mark < width; mark++) {
        const cell = first + mark
        if (!accepted[mark + more] || paths[cell] === 0) continue
        here += paths[cell] as number
        const score = (scores[cell] as number) + own
        if (score > this.bestScore) {
          this.bestScore = score
          this.#bestCell = cell
          this.#bestEnd = end
        }
      }
      if (here === 0) continue
      this.count += here
      found.push(end)
      counts.push(here)
    }
    this.ends = found
    this.counts = counts
  }

  accepts(marks: Marks): boolean {
    return this.#accepted[marks] === true
  }

  best(): Path | null {
    if (this.#bestEnd === null) return null
    return { score: this.bestScore, edges: this.#wayTo(this.#bestCell), end: this.#bestEnd }
  }

  /** Paths by falling score, one at a time. Each step back goes towards the best beginning that is left. */
  *inOrder(): Generator<Path> {
    const { flow } = this
    const { width, scores, paths, marks, handicap, section } = flow
    const { edges: numbers, from, roots, lattice, slots } = section
    const { score } = lattice.body.edges
    const into = edgesInto(flow)
    const waiting: Waiting[] = []
    for (const end of this.ends) {
      for (let mark = 0; mark < width; mark++) {
        const cell = (slots[end.node.id] as number) * width + mark
        if (!this.#accepted[mark + ERROR * (end.errors ?? 0)] || paths[cell] === 0) continue
        const tail = tailScore(end)
        wait(waiting, { score: (scores[cell] as number) + tail, cell, edges: [], end, tail })
      }
    }
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { score: best, cell, edges, end, tail } = next
      const slot = Math.floor(cell / width)
      if (slot < roots) {
        yield { score: best, edges, end }
        continue
      }
      for (const index of into.get(slot) ?? []) {
        const mark = marks === null ? 0 : (marks[index] as number)
        const edge = numbers[index] as number
        const own = tail + (score[edge] as number) + (handicap === null ? 0 : (handicap[index] as number))
        for (let before = 0; before < width; before++) {
          const start = (from[index] as number) * width + before
          if (marksTogether(before, mark) !== cell % width || paths[start] === 0) continue
          wait(waiting, { score: (scores[start] as number) + own, cell: start, edges: [edge, ...edges], end, tail: own })
        }
      }
    }
  }

  /** Errors in the settlement of the box that this edge finishes, by its index in the section. */
  errorsAt(index: number): number {
    const mark = this.flow.marks?.[index] ?? 0
    return mark > 0 ? errorsIn(mark) : 0
  }

  get back(): Backward {
    this.#back ??= this.#goBack()
    return this.#back
  }

  #goBack(): Backward {
    const { marks, width, paths, section } = this.flow
    const { edges, from, to, slots } = section
    const onward = new Float64Array(section.nodes * width)
    const through = new Float64Array(edges.length)
    for (const { node, errors = 0 } of this.ends) {
      const cell = (slots[node.id] as number) * width + ERROR * errors
      onward[cell] = (onward[cell] as number) + 1
    }
    for (let index = edges.length - 1; index >= 0; index--) {
      const mark = marks === null ? 0 : (marks[index] as number)
      if (mark === NO_EDGE) continue
      const begin = (from[index] as number) * width
      const end = (to[index] as number) * width
      let sum = 0
      for (let after = 0; after < width; after++) {
        const count = onward[end + after] as number
        if (count === 0) continue
        const onto = marksTogether(after, mark)
        if (onto >= width) continue
        onward[begin + onto] = (onward[begin + onto] as number) + count
        for (let before = 0; before < width; before++) {
          if (this.#accepted[marksTogether(before, onto)]) sum += (paths[begin + before] as number) * count
        }
      }
      through[index] = sum
    }
    return { onward, through }
  }

  #wayTo(cell: number): readonly number[] {
    const { via, width, section } = this.flow
    const edges: number[] = []
    for (let step = via[cell] as number; step >= 0; ) {
      const index = Math.floor(step / width)
      edges.push(section.edges[index] as number)
      step = via[(section.from[index] as number) * width + (step % width)] as number
    }
    return edges.reverse()
  }
}

interface Backward {
  /** How many readings go on from each node of the section, by marks. */
  readonly onward: Float64Array
  /** How many readings go through each edge, by its index in the section. */
  readonly through: Float64Array
}

/** Indexes of the edges that end at each node. */
const edgesInto = ({ section, marks }: Layer): ReadonlyMap<number, readonly number[]> => {
  const into = new Map<number, number[]>()
  section.to.forEach((slot, index) => {
    if (marks === null || marks[index] !== NO_EDGE) kept(into, slot, () => []).push(index)
  })
  return into
}

/** The end of a path, back to this cell. `score`: of the best path that ends so; `tail`: of its end alone. */
interface Waiting extends Path {
  readonly cell: number
  readonly tail: number
}

/** Keeps them in rising order; of equals, what came first stands last. */
const wait = (waiting: Waiting[], item: Waiting): void => {
  let [from, to] = [0, waiting.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((waiting[middle] as Waiting).score < item.score) from = middle + 1
    else to = middle
  }
  waiting.splice(from, 0, item)
}

/** Do several of the dealer's hands end at one node? */
export const hasTwice = ({ ends }: Pick<Swept, 'ends'>): boolean => new Set(ends.map(({ node }) => node)).size < ends.length
