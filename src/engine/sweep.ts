/**
 * Sums and maxima over the paths of a layered graph: how many readings there are, how many go through each story, and the best one.
 * Every edge carries marks (a small bit set); the marks of a path are the union of its edges', and a path counts if `accepts` says so.
 * Forward sums to every node, then backward sums from every end, both by marks: exact, whatever the number of paths. Counts are
 * doubles: exact up to 2^53 readings.
 */
import type { DealerRun } from './dealer.ts'
import type { Edge, Layers, Node } from './graph.ts'
import type { Story } from './story.ts'

/** Union of what the edges of a path say: UNRESOLVED = a stake is not settled yet, SETTLING = a chip moved that play does not explain. */
export type Marks = number
export const UNRESOLVED = 1
export const SETTLING = 2
/** The box's last movement in play was the last of all boxes'. */
export const LAST_IN_PLAY = 4
const MARKS = 8

export interface PathEnd {
  /** The box's story still in play, or null. */
  readonly story: Story | null
  readonly run: DealerRun | null
}

export interface Sweep {
  readonly layers: Layers
  /** Marks of an edge, or null if it is no part of these paths. */
  readonly marks: (layer: number, edge: Edge) => Marks | null
  /** What may stand at this node as a path's end. */
  readonly ends: (layer: number, node: Node) => readonly PathEnd[]
  readonly accepts: (marks: Marks) => boolean
  /** Edges that leave a node. @default all of them */
  readonly out?: (node: Node) => readonly Edge[]
  /** Log-likelihood of an edge. @default its story's */
  readonly score?: (edge: Edge) => number
}

export interface BestPath {
  readonly score: number
  readonly edges: readonly Edge[]
  readonly end: PathEnd
  readonly layer: number
}

export interface Swept {
  readonly count: number
  readonly best: BestPath | null
  /** Readings through each edge. */
  readonly edges: ReadonlyMap<Edge, number>
  readonly ends: readonly { readonly layer: number; readonly node: Node; readonly end: PathEnd; readonly count: number }[]
}

interface Cell {
  readonly paths: number[]
  readonly onward: number[]
  readonly score: number[]
  readonly via: ({ readonly edge: Edge; readonly marks: Marks } | null)[]
}

const newCell = (): Cell => ({
  paths: new Array<number>(MARKS).fill(0),
  onward: new Array<number>(MARKS).fill(0),
  score: new Array<number>(MARKS).fill(Number.NEGATIVE_INFINITY),
  via: new Array<null>(MARKS).fill(null),
})

const at = (list: readonly number[], index: number): number => list[index] as number

const allOut = (node: Node): readonly Edge[] => node.out
const ownScore = (edge: Edge): number => edge.story.score

export const sweep = ({ layers, marks, ends, accepts, out = allOut, score: scoreOf = ownScore }: Sweep): Swept => {
  const cells = new Map<Node, Cell>()
  const cellOf = (node: Node): Cell => {
    let cell = cells.get(node)
    if (!cell) {
      cell = newCell()
      cells.set(node, cell)
    }
    return cell
  }
  const passed: { edge: Edge; marks: Marks }[] = []
  const found: { layer: number; node: Node; end: PathEnd; count: number }[] = []
  for (const first of layers[0]?.values() ?? []) {
    const cell = cellOf(first)
    cell.paths[0] = 1
    cell.score[0] = 0
  }
  let best: { score: number; marks: Marks; node: Node; end: PathEnd; layer: number } | null = null
  let count = 0
  layers.forEach((layer, index) => {
    for (const node of layer.values()) {
      const cell = cells.get(node)
      if (!cell) continue
      for (const end of ends(index, node)) {
        let through = 0
        for (let mark = 0; mark < MARKS; mark++) {
          if (at(cell.paths, mark) === 0 || !accepts(mark)) continue
          through += at(cell.paths, mark)
          const score = at(cell.score, mark) + (end.story?.score ?? 0)
          if (!best || score > best.score) best = { score, marks: mark, node, end, layer: index }
        }
        if (through === 0) continue
        count += through
        cell.onward[0] = at(cell.onward, 0) + 1
        found.push({ layer: index, node, end, count: through })
      }
      for (const edge of out(node)) {
        const mark = marks(index, edge)
        if (mark !== null && forward(cell, cellOf(edge.to), edge, mark, scoreOf(edge))) passed.push({ edge, marks: mark })
      }
    }
  })
  const edges = new Map<Edge, number>()
  for (const { edge, marks: mark } of passed.reverse()) {
    const through = backward(cellOf(edge.from), cellOf(edge.to), mark, accepts)
    if (through > 0) edges.set(edge, through)
  }
  return { count, best: best ? trace(best, cells) : null, edges, ends: found }
}

const forward = (from: Cell, to: Cell, edge: Edge, mark: Marks, own: number): boolean => {
  let any = false
  for (let before = 0; before < MARKS; before++) {
    const paths = at(from.paths, before)
    if (paths === 0) continue
    any = true
    const union = before | mark
    to.paths[union] = at(to.paths, union) + paths
    const score = at(from.score, before) + own
    if (score > at(to.score, union)) {
      to.score[union] = score
      to.via[union] = { edge, marks: before }
    }
  }
  return any
}

/** Adds the edge's onward sums to its beginning and tells how many accepted paths use it. */
const backward = (from: Cell, to: Cell, mark: Marks, accepts: (marks: Marks) => boolean): number => {
  let through = 0
  for (let after = 0; after < MARKS; after++) {
    const onward = at(to.onward, after)
    if (onward === 0) continue
    from.onward[after | mark] = at(from.onward, after | mark) + onward
    for (let before = 0; before < MARKS; before++) {
      if (at(from.paths, before) > 0 && accepts(before | mark | after)) through += at(from.paths, before) * onward
    }
  }
  return through
}

const trace = (
  best: { score: number; marks: Marks; node: Node; end: PathEnd; layer: number },
  cells: ReadonlyMap<Node, Cell>,
): BestPath => {
  const edges: Edge[] = []
  let step = cells.get(best.node)?.via[best.marks] ?? null
  while (step) {
    edges.unshift(step.edge)
    step = cells.get(step.edge.from)?.via[step.marks] ?? null
  }
  return { score: best.score, edges, end: best.end, layer: best.layer }
}
