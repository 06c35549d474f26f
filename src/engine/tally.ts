/** Collects what the sweeps over the lattice find: counts, supports of each story, the best reading. */
import type { DealerRun } from './dealer.ts'
import type { Outcome } from './event.ts'
import { boxDue, judge } from './fit.ts'
import type { Edge, Layers, Node } from './graph.ts'
import type { LatticeInput, Reading, Support } from './reading.ts'
import type { BoxDue, Cut } from './settlement.ts'
import type { Story } from './story.ts'
import type { BestPath, Swept } from './sweep.ts'

export interface Tally {
  count: number
  over: number
  exposed: number
  best: Reading | null
  readonly supports: Map<string, Support>[]
  readonly untouched: number[]
  readonly dealers: Map<string, { run: DealerRun; count: number }>
}

const credit = (tally: Tally, index: number, story: Story, outcomes: readonly Outcome[] | null, count: number) => {
  const supports = tally.supports[index] as Map<string, Support>
  const key = `${storyKey(story)}=${outcomes?.join(',') ?? ''}`
  const known = supports.get(key)
  supports.set(key, { story, outcomes, count: (known?.count ?? 0) + count })
}

/** Names a story by its cards' places and its actions: what makes two readings the same. */
const storyKey = (story: Story): string => story.hands.map((hand) => `${hand.positions.join('.')}:${hand.actions.join('.')}`).join('|')

export const gather = (
  input: LatticeInput,
  layers: Layers,
  tally: Tally,
  swept: Swept,
  outcomesOf: (index: number, edge: Edge) => readonly Outcome[] | null,
) => {
  tally.count += swept.count
  const layerOf = new Map<Node, number>()
  layers.forEach((layer, index) => {
    for (const node of layer.values()) layerOf.set(node, index)
  })
  for (const [edge, count] of swept.edges) {
    const index = layerOf.get(edge.from) ?? 0
    credit(tally, index, edge.story, outcomesOf(index, edge), count)
  }
  for (const { layer, node, end, count } of swept.ends) {
    if (end.story) credit(tally, layer, end.story, null, count)
    for (let index = layer + (end.story ? 1 : 0); index < input.boxes.length; index++) {
      tally.untouched[index] = (tally.untouched[index] ?? 0) + count
    }
    if (!end.run) continue
    const key = `${node.position}/${end.run.end}/${end.run.total}/${end.run.blackjack}/${end.run.done}`
    tally.dealers.set(key, { run: end.run, count: (tally.dealers.get(key)?.count ?? 0) + count })
    tally.exposed += end.run.drawn > 0 ? count : 0
  }
}

/** Keeps the likelier of two readings; of equals the one in which the round is over. */
export const offer = (input: LatticeInput, tally: Tally, path: BestPath, over: { final: DealerRun; cut: Cut } | null) => {
  if (tally.best && (tally.best.score > path.score || (tally.best.score === path.score && !over))) return
  const { edges, end } = path
  const dues = over ? edges.map((edge, index) => boxDue(input, index, edge.story, edge.play, over.final)) : []
  tally.best = {
    stories: [...edges.map((edge) => edge.story), ...(end.story ? [end.story] : [])],
    dues: dues.length > 0 ? dues : null,
    settlements: over ? edges.map((edge, index) => judge(input, index, edge.story, edge.play, dues[index] as BoxDue, over.cut)) : [],
    dealer: end.run,
    active: over ? null : end.story ? path.layer : input.boxes.length,
    score: path.score,
  }
}
