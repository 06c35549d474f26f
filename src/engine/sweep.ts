/**
 * Sums and maxima over the paths of a layered graph: how many readings there are, how many go through each story, and the best ones.
 * Every edge carries marks (a small bit set); the marks of a path are the union of its edges', and a path counts if `accepts` says so.
 * Forward sums to every node, then, only when asked for, backward sums from every end, both by marks: exact, whatever the number of
 * paths. Counts are doubles: exact up to 2^53 readings.
 */
import type { DealerRun } from './dealer.ts'
import type { Edge, Graph, Node } from './graph.ts'
import type { Story } from './story.ts'

/** Union of what the edges of a path say: UNRESOLVED = a stake is not settled yet, SETTLING = a chip moved that play does not explain. */
export type Marks = number
export const UNRESOLVED = 1
export const SETTLING = 2
/** The box's last movement in play was the last of all boxes'. */
export const LAST_IN_PLAY = 4
const MARKS = 8
/** In place of marks: the edge is no part of these paths. */
export const NO_EDGE = -1

export interface PathEnd {
  /** The box's story still in play, or null. */
  readonly story: Story | null
  readonly run: DealerRun | null
}

export interface Sweep {
  readonly graph: Graph
  /** Marks of each edge by its id, or NO_EDGE. */
  readonly marks: Int8Array
  /** What may stand at this node as a path's end. */
  readonly ends: (layer: number, node: Node) => readonly PathEnd[]
  readonly accepts: (marks: Marks) => boolean
  /** Log-likelihood of an edge. @default its story's */
  readonly score?: (edge: Edge) => number
}

export interface BestPath {
  readonly score: number
  readonly edges: readonly Edge[]
  readonly end: PathEnd
  readonly layer: number
}

export interface FoundEnd {
  readonly layer: number
  readonly node: Node
  readonly end: PathEnd
  readonly count: number
}

export interface Swept {
  readonly count: number
  readonly best: BestPath | null
  readonly ends: readonly FoundEnd[]
  /** Readings through each edge by its id; worked out when asked for. */
  readonly through: () => Float64Array
}

const ownScore = (edge: Edge): number => edge.story.score

export const sweep = (input: Sweep): Swept => {
  const { graph, marks, ends, accepts, score = ownScore } = input
  const size = graph.nodes * MARKS
  const paths = new Float64Array(size)
  const scores = new Float64Array(size).fill(Number.NEGATIVE_INFINITY)
  const via = new Int32Array(size).fill(-1)
  for (const { id } of graph.layers[0] ?? []) {
    paths[id * MARKS] = 1
    scores[id * MARKS] = 0
  }
  for (const edge of graph.edges) {
    const mark = marks[edge.id] as number
    if (mark !== NO_EDGE) forward(edge, mark, score(edge), paths, scores, via)
  }
  const accepted = Array.from({ length: MARKS }, (_, mark) => accepts(mark))
  const found: FoundEnd[] = []
  let best: { readonly score: number; readonly cell: number; readonly end: PathEnd; readonly layer: number } | null = null
  let count = 0
  graph.layers.forEach((layer, index) => {
    for (const node of layer) {
      const own = node.id * MARKS
      let through = 0
      for (let mark = 0; mark < MARKS; mark++) if (accepted[mark]) through += paths[own + mark] as number
      if (through === 0) continue
      for (const end of ends(index, node)) {
        count += through
        found.push({ layer: index, node, end, count: through })
        for (let mark = 0; mark < MARKS; mark++) {
          if (!accepted[mark] || paths[own + mark] === 0) continue
          const total = (scores[own + mark] as number) + (end.story?.score ?? 0)
          if (!best || total > best.score) best = { score: total, cell: own + mark, end, layer: index }
        }
      }
    }
  })
  let known: Float64Array | null = null
  return {
    count,
    best: best && trace(best, graph, via),
    ends: found,
    through: () => {
      known ??= backward(graph, marks, paths, found, accepted)
      return known
    },
  }
}

const forward = (edge: Edge, mark: Marks, own: number, paths: Float64Array, scores: Float64Array, via: Int32Array): void => {
  const from = edge.from.id * MARKS
  const to = edge.to.id * MARKS
  for (let before = 0; before < MARKS; before++) {
    const count = paths[from + before] as number
    if (count === 0) continue
    const union = to + (before | mark)
    paths[union] = (paths[union] as number) + count
    const score = (scores[from + before] as number) + own
    if (score > (scores[union] as number)) {
      scores[union] = score
      via[union] = edge.id * MARKS + before
    }
  }
}

/** From the ends back: onward sums of every node, and with them how many accepted paths use each edge. */
const backward = (
  graph: Graph,
  marks: Int8Array,
  paths: Float64Array,
  ends: readonly FoundEnd[],
  accepted: readonly boolean[],
): Float64Array => {
  const onward = new Float64Array(graph.nodes * MARKS)
  const through = new Float64Array(graph.edges.length)
  for (const { node } of ends) onward[node.id * MARKS] = (onward[node.id * MARKS] as number) + 1
  for (let id = graph.edges.length - 1; id >= 0; id--) {
    const mark = marks[id] as number
    if (mark === NO_EDGE) continue
    const edge = graph.edges[id] as Edge
    const from = edge.from.id * MARKS
    const to = edge.to.id * MARKS
    let sum = 0
    for (let after = 0; after < MARKS; after++) {
      const count = onward[to + after] as number
      if (count === 0) continue
      onward[from + (after | mark)] = (onward[from + (after | mark)] as number) + count
      for (let before = 0; before < MARKS; before++) {
        if (accepted[before | mark | after]) sum += (paths[from + before] as number) * count
      }
    }
    through[id] = sum
  }
  return through
}

const trace = (
  best: { readonly score: number; readonly cell: number; readonly end: PathEnd; readonly layer: number },
  graph: Graph,
  via: Int32Array,
): BestPath => {
  const edges: Edge[] = []
  let step = via[best.cell] as number
  while (step >= 0) {
    const edge = graph.edges[Math.floor(step / MARKS)] as Edge
    edges.unshift(edge)
    step = via[edge.from.id * MARKS + (step % MARKS)] as number
  }
  return { score: best.score, edges, end: best.end, layer: best.layer }
}
