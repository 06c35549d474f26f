/** Collects what the sweeps over the lattice find: counts, the best reading, and, when asked for, the supports of each story. */
import type { DealerRun } from './dealer.ts'
import type { Outcome } from './event.ts'
import { boxDue, judge } from './fit.ts'
import type { Edge, Graph } from './graph.ts'
import type { LatticeInput, Reading, Solution, Support } from './reading.ts'
import type { BoxDue, Cut } from './settlement.ts'
import type { Story } from './story.ts'
import type { BestPath, Swept } from './sweep.ts'

/** One sweep's part of the supports. */
interface Part {
  readonly swept: Swept
  readonly outcomesOf: (edge: Edge) => readonly Outcome[] | null
}

export class Tally implements Solution {
  count = 0
  over = 0
  exposed = 0
  best: Reading | null = null
  readonly untouched: number[]
  readonly overflow: boolean
  readonly #dealers = new Map<string, { run: DealerRun; count: number }>()
  readonly #parts: Part[] = []
  readonly #graph: Graph
  readonly #input: LatticeInput
  #supports: readonly (readonly Support[])[] | null = null

  constructor(input: LatticeInput, graph: Graph) {
    this.#input = input
    this.#graph = graph
    this.overflow = graph.overflow
    this.untouched = input.boxes.map(() => 0)
  }

  get dealers(): Solution['dealers'] {
    return [...this.#dealers.values()]
  }

  /** Most questions are answered by the counts alone: the way back through the lattice is gone when somebody asks for the stories. */
  get supports(): readonly (readonly Support[])[] {
    this.#supports ??= this.#collect()
    return this.#supports
  }

  add(swept: Swept, outcomesOf: Part['outcomesOf'] = () => null): void {
    this.count += swept.count
    this.#parts.push({ swept, outcomesOf })
    for (const { layer, node, end, count } of swept.ends) {
      for (let index = layer + (end.story ? 1 : 0); index < this.untouched.length; index++) {
        this.untouched[index] = (this.untouched[index] ?? 0) + count
      }
      if (!end.run) continue
      const key = `${node.position}/${end.run.end}/${end.run.total}/${end.run.blackjack}/${end.run.done}`
      this.#dealers.set(key, { run: end.run, count: (this.#dealers.get(key)?.count ?? 0) + count })
    }
  }

  /** Keeps the likelier of two readings; of equals the one in which the round is over. */
  offer(path: BestPath, over: { readonly final: DealerRun; readonly cut: Cut } | null): void {
    if (this.best && (this.best.score > path.score || (this.best.score === path.score && !over))) return
    const { edges, end } = path
    const input = this.#input
    const dues = over ? edges.map((edge, index) => boxDue(input, index, edge.story, edge.play, over.final)) : []
    this.best = {
      stories: [...edges.map((edge) => edge.story), ...(end.story ? [end.story] : [])],
      dues: dues.length > 0 ? dues : null,
      settlements: over ? edges.map((edge, index) => judge(input, index, edge.story, edge.play, dues[index] as BoxDue, over.cut)) : [],
      dealer: end.run,
      active: over ? null : end.story ? path.layer : input.boxes.length,
      score: path.score,
    }
  }

  #collect(): readonly (readonly Support[])[] {
    const supports = this.untouched.map(() => new Map<Story, Map<string, Support>>())
    const credit = (index: number, story: Story, outcomes: readonly Outcome[] | null, count: number): void => {
      const box = supports[index] as Map<Story, Map<string, Support>>
      const ofStory = box.get(story) ?? new Map<string, Support>()
      box.set(story, ofStory)
      const key = outcomes?.join() ?? ''
      ofStory.set(key, { story, outcomes, count: (ofStory.get(key)?.count ?? 0) + count })
    }
    for (const { swept, outcomesOf } of this.#parts) {
      const through = swept.through()
      for (const edge of this.#graph.edges) {
        const count = through[edge.id] as number
        if (count > 0) credit(edge.box, edge.story, outcomesOf(edge), count)
      }
      for (const { layer, end, count } of swept.ends) if (end.story) credit(layer, end.story, null, count)
    }
    return supports.map((box) => [...box.values()].flatMap((ofStory) => [...ofStory.values()]))
  }
}
