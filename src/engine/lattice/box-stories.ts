/** The stories of one box, one by one: each leads from where the box's turn begins to where the next box's turn does. */

import { judgeHands } from '../../rules/game/settle.ts'
import { type Story, storyKey } from '../evidence/story.ts'
import type { SettlementEnd } from './box-fit.ts'
import { BOX_FINISHED, type Node } from './graph.ts'
import type { LatticeInput, Support } from './reading.ts'
import { ERROR, type Marks, marksTogether, type PathEnd, type Swept } from './sweep.ts'
import { fromOf, storyOf, type Traced, toOf } from './trace.ts'

/** One story of a box between two places of a sweep's section. */
interface BoxStory {
  readonly story: Story
  /** Slot of the node at which the box's turn begins. */
  readonly from: number
  /** Slot of the node at which the next box's turn begins; null: the box is in play, and its readings end with the story. */
  readonly to: number | null
  /** What the edge that finishes the box says about the chips. */
  readonly mark: Marks
  /** Log-likelihood of the story, including what that edge adds. */
  readonly score: number
}

/** Every story of the box that some reading of this sweep may contain. */
export function* boxStories(traced: Traced, swept: Swept, box: number): Generator<BoxStory> {
  const { lattice } = traced
  const { section, marks, handicap } = swept.flow
  const leaving = new Map<Node, number[]>()
  const starts = new Set<Node>()
  section.edges.forEach((edge, index) => {
    if ((swept.back.through[index] as number) === 0) return
    const node = fromOf(lattice, edge)
    if (node.box === box) leaving.set(node, [...(leaving.get(node) ?? []), index])
    else if (node.box === box - 1 && lattice.body.edges.way[edge] === BOX_FINISHED) starts.add(toOf(lattice, edge))
  })
  if (box === 0) for (let root = 0; root < lattice.body.rootCount; root++) starts.add(lattice.body.nodes[root] as Node)
  const ends = new Map<Node, PathEnd[]>()
  for (const end of swept.ends) if (end.node.box === box) ends.set(end.node, [...(ends.get(end.node) ?? []), end])
  const slotOf = (node: Node): number => section.slots[node.id] as number

  function* onwardFrom(start: Node, node: Node, edges: readonly number[]): Generator<BoxStory> {
    const from = slotOf(start)
    for (const { run, errors = 0 } of ends.get(node) ?? []) {
      const story = storyOf(traced, edges, node, run)
      yield { story, from, to: null, mark: ERROR * errors, score: story.score }
    }
    for (const index of leaving.get(node) ?? []) {
      const edge = section.edges[index] as number
      const next = toOf(lattice, edge)
      if (lattice.body.edges.way[edge] === BOX_FINISHED) {
        const story = storyOf(traced, edges, node, null)
        const score = story.score + (lattice.body.edges.score[edge] as number) + (handicap?.[index] ?? 0)
        yield { story, from, to: slotOf(next), mark: marks?.[index] ?? 0, score }
      } else yield* onwardFrom(start, next, [...edges, edge])
    }
  }
  for (const start of starts) yield* onwardFrom(start, start, [])
}

/** How many readings of the sweep contain this story: the ways that lead to its beginning times the ways that lead on from its end. */
const readingsThrough = (swept: Swept, { from, to, mark }: Pick<BoxStory, 'from' | 'to' | 'mark'>): number => {
  const { width, paths } = swept.flow
  let sum = 0
  for (let before = 0; before < width; before++) {
    const count = paths[from * width + before] as number
    if (count === 0) continue
    for (let after = 0; after < width; after++) {
      if (!swept.accepts(marksTogether(marksTogether(before, mark), after))) continue
      sum += count * (to === null ? (after === 0 ? 1 : 0) : (swept.back.onward[to * width + after] as number))
    }
  }
  return sum
}

/** Most stories of a box that are written out. A box of four hands may have tens of thousands. */
const STORIES_MAX = 5000

/** How a path ends: in play, or over with this final hand and this end of the settlement. */
export type PathOver = SettlementEnd | null

/** One sweep, and how its readings end. */
export interface Part {
  readonly swept: Swept
  readonly over: PathOver
}

/** Every story of a box in these sweeps, with the number of its readings. */
export const supportsOf = (input: LatticeInput, parts: readonly Part[], box: number): readonly Support[] => {
  const supports = new Map<string, Support>()
  for (const { swept, over } of parts) {
    for (const { story, ...arc } of boxStories(input, swept, box)) {
      const count = readingsThrough(swept, arc)
      if (count === 0) continue
      const outcomes = over ? judgeHands(story.hands, over.final, input.rules, input.boxes[box]?.insured ?? false) : null
      const key = `${storyKey(story)} ${outcomes?.join() ?? ''}`
      supports.set(key, { story, outcomes, count: (supports.get(key)?.count ?? 0) + count })
      if (supports.size >= STORIES_MAX) return [...supports.values()]
    }
  }
  return [...supports.values()]
}
