/**
 * A lattice without the hands from which no later card can go on, once they are most of it. This loses nothing, because a reading is a way
 * to where the evidence ends. Nodes and edges keep their order.
 */
import { type Body, Edges, type Lattice, type Node, type Run, Sums } from './graph.ts'
import { DEALER_CARDS_MAX } from './turns.ts'

/** Thinning looks at all edges, so it is tried only once in so many cards. */
const LOOK_EVERY = 8
const SMALL = 512

/** The same lattice, or a smaller one with the same readings, to grow from. */
export const thinned = (lattice: Lattice): Lattice => {
  const { nodeCount, cards } = lattice
  if (nodeCount < SMALL || cards % LOOK_EVERY !== 0) return lattice
  const alive = aliveIn(lattice)
  const left = alive.reduce((sum, each) => sum + each, 0)
  return left * 2 < nodeCount ? without(lattice, alive) : lattice
}

/** By node: does it lead to a hand in play, or to a dealer's turn in which he may still draw? The first nodes always count. */
const aliveIn = ({ body, nodeCount, edgeCount, runs, cards }: Lattice): Uint8Array => {
  const { from, to } = body.edges
  const alive = new Uint8Array(nodeCount).fill(1, 0, body.rootCount)
  for (const { node } of runs) alive[node.id] = 1
  for (const { id, position } of body.turns) if (id < nodeCount && position >= cards - DEALER_CARDS_MAX) alive[id] = 1
  for (let edge = edgeCount - 1; edge >= 0; edge--) if (alive[to[edge] as number] === 1) alive[from[edge] as number] = 1
  return alive
}

const without = (lattice: Lattice, alive: Uint8Array): Lattice => {
  const { body, nodeCount, edgeCount } = lattice
  const { edges: before, sums: summed } = body
  const nodes: Node[] = []
  /** The new node, by its old number. */
  const now: Node[] = []
  for (let id = 0; id < nodeCount; id++) {
    if (alive[id] === 0) continue
    const node: Node = { ...(body.nodes[id] as Node), id: nodes.length }
    nodes.push(node)
    now[id] = node
  }
  const edges = new Edges()
  const sums = summed && new Sums()
  for (let root = 0; root < body.rootCount; root++) sums?.begin(root)
  const assumed: Body['assumed'] = new Map()
  let count = 0
  for (let edge = 0; edge < edgeCount; edge++) {
    const from = now[before.from[edge] as number]
    const to = now[before.to[edge] as number]
    if (!from || !to) continue
    const hand = body.assumed.get(edge)
    if (hand) assumed.set(count, hand)
    edges.set(count, from, to, before.way[edge] as number)
    edges.total[count] = before.total[edge] as number
    edges.score[count] = before.score[edge] as number
    sums?.add(count, edges)
    count++
  }
  return {
    ...lattice,
    body: {
      ...body,
      ...{ nodes, edges, sums, assumed, edgeCount: count },
      turns: body.turns.flatMap(({ id }) => now[id] ?? []),
      left: body.left + nodeCount - nodes.length,
    },
    nodeCount: nodes.length,
    edgeCount: count,
    runs: lattice.runs.map((run): Run => ({ ...run, node: now[run.node.id] as Node })),
  }
}
