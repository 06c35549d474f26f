/** The contents of a lattice before it grows: nothing yet, or a copy of its own of what it has come to. */
import { type Body, copied, Edges, type GrowthTerms, type Lattice, noEffects, pastOf, Sums, waitingOf } from './graph.ts'

/** The lattice of a deal of which no hand has been played. */
export const emptyLattice = (terms: GrowthTerms): Lattice => {
  const noPast = pastOf(0, [], '')
  const played = [...terms.boxes, ...terms.erring.flat()]
  return {
    terms,
    body: {
      nodes: [],
      turns: [],
      edges: new Edges(),
      sums: terms.followsChips ? null : new Sums(),
      edgeCount: 0,
      left: 0,
      rootCount: 0,
      untouched: new Map(played.map((each, id) => [each, noEffects(id)])),
      effects: { count: played.length },
      pasts: new Map([['', noPast]]),
      noPast,
      noWaiting: waitingOf([], null),
      kinds: new Map(),
      assumed: new Map(),
    },
    nodeCount: 0,
    size: 0,
    edgeCount: 0,
    runs: [],
    cards: 0,
    unread: new Set(terms.boxes.flatMap(({ dealt }) => (dealt.length > 1 ? (dealt[0]?.positions ?? []) : []))),
    overflow: false,
  }
}

/** The part of the body that belongs to this lattice; a copy if another lattice has grown beyond it. */
export const ownBody = ({ body, nodeCount, edgeCount }: Lattice): Body => {
  if (body.nodes.length === nodeCount && body.edgeCount === edgeCount) return body
  const assumed = new Map([...body.assumed].filter(([edge]) => edge < edgeCount))
  const turns = body.turns.filter(({ id }) => id < nodeCount)
  const sums = body.sums && copied(body.sums, nodeCount, new Sums())
  return {
    ...body,
    nodes: body.nodes.slice(0, nodeCount),
    turns,
    edges: copied(body.edges, edgeCount, new Edges()),
    sums,
    edgeCount,
    assumed,
  }
}
