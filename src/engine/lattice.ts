/**
 * The set of all readings of one round, as a lattice: node = (boxes finished, position of the next card, what is left to decide),
 * edge = one story of the next box. A path to the dealer is a reading; counting, "true in every reading" and the best reading are
 * sums and maxima over edges, never a list of readings.
 *
 *   box 1         box 2         box 3          dealer
 *   o----story----o----story----o----story----o----forced draw----.
 *    `---story-----o---story----'
 *
 * Two kinds of readings: the round is still in play (the last card lies with some box or with a dealer who may draw on), or it is
 * over (the dealer stopped at the last card) and what the chips did since is the settlement.
 */

import { matchPlay } from './chips.ts'
import { type DealerRun, dealerNeeds, dealerRuns, NO_NEED, needOf, together } from './dealer.ts'
import { boxDue, isExplained, isUntouched, judge, settledEarly, standing } from './fit.ts'
import type { Edge, Graph, Node } from './graph.ts'
import type { LatticeInput, Solution } from './reading.ts'
import type { BoxDue, Cut } from './settlement.ts'
import { LAST_IN_PLAY, NO_EDGE, type PathEnd, SETTLING, sweep, UNRESOLVED } from './sweep.ts'
import { Tally } from './tally.ts'

/** Every reachable node and every edge whose chips in play fit. */
const build = (input: LatticeInput): Graph => {
  const layers: Node[][] = [[{ id: 0, position: input.dealLength, needs: NO_NEED }]]
  const edges: Edge[] = []
  let nodes = 1
  let overflow = false
  input.boxes.forEach((box, index) => {
    const next = new Map<number, Node>()
    for (const from of layers[index] ?? []) {
      const set = box.sets.get(from.position)
      overflow ||= set?.overflow ?? false
      for (const story of set?.done ?? []) {
        const play = matchPlay(story, box.timeline, box.chips)
        if (!play.fits || !input.pointed(index, story)) continue
        const needs = together(from.needs, needOf(story.hands, input.paidBeforePlay, box.othersWait, input.unseen))
        const key = story.end * 8 + needs
        let to = next.get(key)
        if (!to) {
          to = { id: nodes++, position: story.end, needs }
          next.set(key, to)
        }
        edges.push({ id: edges.length, box: index, story, play, from, to, explained: isExplained(input, index, story, play) })
      }
    }
    layers.push([...next.values()])
  })
  return { layers, edges, nodes, overflow }
}

/** Ways the dealer's hand can stand at the round's last card, if the boxes were finished at this node. */
const runsAtLast = (input: LatticeInput, node: Node): readonly DealerRun[] => {
  const { rules, upRank, hole, ranks, checked } = input
  const runs = new Map<string, DealerRun>()
  for (const need of dealerNeeds(input, node.needs)) {
    for (const run of dealerRuns({ rules, upRank, hole, ranks, start: node.position, need, checkedNoNatural: checked })) {
      if (run.end === ranks.length && input.pointedDealer(node.position, run.end))
        runs.set(`${run.total}/${run.blackjack}/${run.done}`, run)
    }
  }
  return [...runs.values()]
}

/** Readings in which the round is in play: the last card lies with a box, or with a dealer who may draw on. */
const sweepPlay = (input: LatticeInput, graph: Graph, tally: Tally) => {
  const boxes = input.boxes.length
  const untouched = input.boxes.map((_, index) => isUntouched(input, index))
  const laterUntouched = (index: number): boolean => untouched.slice(index).every(Boolean)
  const swept = sweep({
    graph,
    marks: Int8Array.from(graph.edges, (edge) => (edge.explained ? 0 : NO_EDGE)),
    accepts: () => true,
    ends: (layer, node): readonly PathEnd[] => {
      if (layer === boxes) return drawnRuns(runsAtLast(input, node)).map((run) => ({ story: null, run }))
      if (!laterUntouched(layer + 1)) return []
      return standing(input, layer, node.position).map((story) => ({ story, run: null }))
    },
  })
  tally.add(swept)
  for (const { end, count } of swept.ends) {
    tally.over += end.run?.done ? count : 0
    tally.exposed += end.run && end.run.drawn > 0 ? count : 0
  }
  if (swept.best) tally.offer(swept.best, null)
  if (input.ranks.length > input.dealLength || !laterUntouched(0)) return
  // Nothing but the initial deal: one reading, every box as it was dealt.
  tally.count += 1
  for (let index = 0; index < boxes; index++) tally.untouched[index] = (tally.untouched[index] ?? 0) + 1
  tally.best ??= { stories: [], dues: null, settlements: [], dealer: null, active: 0, score: 0 }
}

/** Runs in which he drew; where the hole card is not known several totals are one reading, for the cards lie alike. */
const drawnRuns = (runs: readonly DealerRun[]): readonly DealerRun[] => {
  const drawn = runs.filter((run) => run.drawn > 0)
  const finished = drawn.find((run) => run.done) ?? drawn[0]
  return finished ? [finished] : []
}

/** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
const sweepOver = (input: LatticeInput, graph: Graph, tally: Tally) => {
  // While the round may be in play, only a chip that play does not explain tells that it is over.
  if (input.asked === 'any' && !input.ignoreSettlement && graph.edges.every((edge) => edge.explained)) return
  const finals = new Map<string, Map<Node, DealerRun>>()
  for (const node of graph.layers[input.boxes.length] ?? []) {
    for (const run of runsAtLast(input, node)) {
      if (!run.done) continue
      const key = `${run.total}/${run.blackjack}`
      finals.set(key, (finals.get(key) ?? new Map()).set(node, run))
    }
  }
  // Where no payout is sensed the final hand changes nothing but the outcomes.
  const shared = input.ignoreSettlement || input.evidence !== 'payouts' ? new Map<string, Int8Array>() : null
  for (const runs of finals.values()) {
    const [final] = runs.values()
    if (final) sweepFinal(input, graph, tally, final, runs, shared)
  }
}

const NEVER = Number.NEGATIVE_INFINITY

const NO_DUE: BoxDue = { win: 0, lose: 0, losses: [], total: 0, outcomes: [] }

const sweepFinal = (
  input: LatticeInput,
  graph: Graph,
  tally: Tally,
  final: DealerRun,
  runs: ReadonlyMap<Node, DealerRun>,
  shared: Map<string, Int8Array> | null,
) => {
  const boxes = input.boxes.length
  const ends = (layer: number, node: Node): readonly PathEnd[] => {
    const run = layer === boxes ? runs.get(node) : undefined
    return run ? [{ story: null, run }] : []
  }
  const dues: BoxDue[] = []
  const dueOf = (edge: Edge): BoxDue => {
    const due = dues[edge.id] ?? boxDue(input, edge.box, edge.story, edge.play, final)
    dues[edge.id] = due
    return due
  }
  const outcomesOf = (edge: Edge) => dueOf(edge).outcomes
  /** Marks of the edges of `left`, and those a hasty payment makes less likely. */
  const judged = (cut: Cut, played: number | null, left: Int8Array | null) => {
    const marks = new Int8Array(graph.edges.length)
    const hasty = new Uint8Array(graph.edges.length)
    for (const edge of graph.edges) {
      marks[edge.id] = NO_EDGE
      if (left && left[edge.id] === NO_EDGE) continue
      if (input.ignoreSettlement) {
        marks[edge.id] = SETTLING
        continue
      }
      const settlement = judge(input, edge.box, edge.story, edge.play, shared ? NO_DUE : dueOf(edge), cut)
      if (settlement.verdict === 'misfit') continue
      const inOrder = played === null ? 0 : orderMark(input, edge.box, edge, played)
      if (inOrder === null) continue
      if (settlement.hasty) hasty[edge.id] = 1
      marks[edge.id] = (settlement.verdict === 'unresolved' ? UNRESOLVED : 0) | (edge.explained ? 0 : SETTLING) | inOrder
    }
    return { marks, score: (edge: Edge) => edge.story.score + (hasty[edge.id] ? HASTY_SCORE : 0) }
  }
  const known = input.asked !== 'any'
  const marked = (cut: Cut, played: number | null, left: Int8Array | null) => {
    const key = `${cut.kind}/${played}`
    const same = shared?.get(key)
    if (same) return { marks: same }
    const fresh = judged(cut, played, left)
    shared?.set(key, fresh.marks)
    return fresh
  }
  // What can fit at all, wherever the settlement ended: most edges fall here, once for all cuts.
  const possible = marked({ kind: 'any' }, null, null)
  const first = sweep({ graph, ...possible, accepts: () => true, ends })
  if (first.count === 0) return
  const left = shared ? possible.marks : fitting(possible.marks, first.through())
  for (const { cut, played } of endsOfPlay(input, graph.edges, left)) {
    const open = cut.kind === 'open'
    const swept = sweep({
      graph,
      ...marked(cut, played, left),
      // A settlement still open has a stake unresolved; what is resolved is counted where its settlement ended.
      accepts: (mark) =>
        (open ? (mark & UNRESOLVED) !== 0 : true) &&
        (played === null || played === NEVER || (mark & LAST_IN_PLAY) !== 0) &&
        (known || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0),
      ends,
    })
    if (swept.count === 0) continue
    tally.add(swept, outcomesOf)
    tally.exposed += swept.count
    tally.over += swept.count
    if (swept.best) tally.offer(swept.best, { final, cut })
  }
}

/** The marks of the edges some path uses. */
const fitting = (marks: Int8Array, through: Float64Array): Int8Array =>
  marks.map((mark, id) => ((through[id] as number) > 0 ? mark : NO_EDGE))

/** A payment told that soon after the last card is rather a stake told late: ten times likelier. Ranks, never removes. */
const HASTY_SCORE = Math.log(0.1)

/**
 * Where the settlement may have ended, for each time at which play may have: the movements in play after the last card (a bust stake
 * taken, a surrender) come before the first of the settlement, whichever boxes they are of. null: no such movement, nothing to choose.
 */
const endsOfPlay = (
  input: LatticeInput,
  edges: readonly Edge[],
  left: Int8Array,
): readonly { readonly cut: Cut; readonly played: number | null }[] => {
  const times = new Set<number>()
  for (const { id, play } of edges) if (left[id] !== NO_EDGE && play.lastAt > input.settleFrom) times.add(play.lastAt)
  const cuts = cutsOf(input)
  if (times.size === 0 || input.ignoreSettlement) return cuts.map((cut) => ({ cut, played: null }))
  return [NEVER, ...times].flatMap((played) => cuts.map((cut) => ({ cut, played })))
}

/** null: this edge's box moved in play after `played`, or was settled before it; else the mark of one that moved just then. */
const orderMark = (input: LatticeInput, index: number, { story, play }: Edge, played: number): number | null => {
  const lastAt = play.lastAt > input.settleFrom ? play.lastAt : NEVER
  if (lastAt > played) return null
  const settled = settledEarly(input, story) ? undefined : input.boxes[index]?.timeline.moves[play.from]?.at
  if (settled !== undefined && settled + input.spotLagMs < played) return null
  return lastAt === played && played !== NEVER ? LAST_IN_PLAY : 0
}

/** Where the settlement may have ended: see `Cut`. */
const cutsOf = (input: LatticeInput): readonly Cut[] => {
  if (input.ignoreSettlement || input.evidence !== 'payouts' || input.collectAtOnce) return [{ kind: 'any' }]
  const after = input.boxes.flatMap(({ box, timeline }) =>
    timeline.moves.filter((move) => move.at >= input.settleFrom).map((move): Cut => ({ kind: 'after', at: move.at, box })),
  )
  return [{ kind: 'open' }, { kind: 'nothing-due' }, ...after]
}

/** All readings of the evidence. */
export const solve = (input: LatticeInput): Solution => {
  const graph = build(input)
  const tally = new Tally(input, graph)
  if (input.asked === 'any') sweepPlay(input, graph, tally)
  const moved = input.boxes.some(({ timeline }) => timeline.moves.length > 0)
  if (moved || input.asked !== 'any') sweepOver(input, graph, tally)
  return tally
}
