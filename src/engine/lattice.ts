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
import { type DealerRun, dealerNeeds, dealerRuns, needOf, strongest } from './dealer.ts'
import { boxDue, isExplained, isUntouched, judge, settledEarly, standing } from './fit.ts'
import type { Edge, Layers, Node } from './graph.ts'
import type { LatticeInput, Solution } from './reading.ts'
import type { BoxDue, Cut, Settlement } from './settlement.ts'
import { LAST_IN_PLAY, type PathEnd, SETTLING, sweep, UNRESOLVED } from './sweep.ts'
import { gather, offer, type Tally } from './tally.ts'

/** Every reachable node and every edge whose chips in play fit. */
const build = (input: LatticeInput): { layers: Layers; overflow: boolean } => {
  const start: Node = { position: input.dealLength, need: 'nothing', out: [] }
  const layers: Map<string, Node>[] = [new Map([['', start]])]
  let overflow = false
  input.boxes.forEach((box, index) => {
    const next = new Map<string, Node>()
    for (const node of (layers[index] as Map<string, Node>).values()) {
      const set = box.sets.get(node.position)
      overflow ||= set?.overflow ?? false
      for (const story of set?.done ?? []) {
        const play = matchPlay(story, box.timeline, box.chips)
        if (!play.fits || !input.pointed(index, story)) continue
        const need = strongest(node.need, needOf(story.hands, input.paidBeforePlay, box.othersWait))
        const key = `${story.end}/${need}`
        let to = next.get(key)
        if (!to) {
          to = { position: story.end, need, out: [] }
          next.set(key, to)
        }
        node.out.push({ story, play, from: node, to, explained: isExplained(input, index, story, play) })
      }
    }
    layers.push(next)
  })
  return { layers, overflow }
}

/** Ways the dealer's hand can stand at the round's last card, if the boxes were finished at this node. */
const runsAtLast = (input: LatticeInput, node: Node): readonly DealerRun[] => {
  const { rules, upRank, hole, ranks, checked } = input
  const runs = new Map<string, DealerRun>()
  for (const need of dealerNeeds(input, node.need)) {
    for (const run of dealerRuns({ rules, upRank, hole, ranks, start: node.position, need, checkedNoNatural: checked })) {
      if (run.end === ranks.length && input.pointedDealer(node.position, run.end))
        runs.set(`${run.total}/${run.blackjack}/${run.done}`, run)
    }
  }
  return [...runs.values()]
}

/** Readings in which the round is in play: the last card lies with a box, or with a dealer who may draw on. */
const sweepPlay = (input: LatticeInput, layers: Layers, tally: Tally) => {
  const boxes = input.boxes.length
  const untouched = input.boxes.map((_, index) => isUntouched(input, index))
  const laterUntouched = (index: number): boolean => untouched.slice(index).every(Boolean)
  const swept = sweep({
    layers,
    marks: (_, edge) => (edge.explained ? 0 : null),
    accepts: () => true,
    ends: (layer, node): readonly PathEnd[] => {
      if (layer === boxes) return drawnRuns(runsAtLast(input, node)).map((run) => ({ story: null, run }))
      if (!laterUntouched(layer + 1)) return []
      return standing(input, layer, node.position).map((story) => ({ story, run: null }))
    },
  })
  gather(input, layers, tally, swept, () => null)
  for (const { end, count } of swept.ends) tally.over += end.run?.done ? count : 0
  if (swept.best) offer(input, tally, swept.best, null)
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

/** A payment told that soon after the last card is rather a stake told late: ten times likelier. Ranks, never removes. */
const HASTY_SCORE = Math.log(0.1)

/** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
const sweepOver = (input: LatticeInput, layers: Layers, tally: Tally) => {
  const boxes = input.boxes.length
  const groups = new Map<string, Map<Node, DealerRun>>()
  for (const node of layers[boxes]?.values() ?? []) {
    for (const run of runsAtLast(input, node)) {
      if (!run.done) continue
      const key = `${run.total}/${run.blackjack}`
      groups.set(key, (groups.get(key) ?? new Map()).set(node, run))
    }
  }
  for (const runs of groups.values()) {
    const [final] = runs.values()
    if (final) sweepFinal(input, layers, tally, final, runs)
  }
}

const sweepFinal = (input: LatticeInput, layers: Layers, tally: Tally, final: DealerRun, runs: ReadonlyMap<Node, DealerRun>) => {
  const boxes = input.boxes.length
  const ends = (layer: number, node: Node): readonly PathEnd[] => {
    const run = layer === boxes ? runs.get(node) : undefined
    return run ? [{ story: null, run }] : []
  }
  const dues = new Map<Edge, BoxDue>()
  const dueOf = (index: number, edge: Edge): BoxDue => {
    const due = dues.get(edge) ?? boxDue(input, index, edge.story, edge.play, final)
    dues.set(edge, due)
    return due
  }
  const outcomesOf = (index: number, edge: Edge) => dueOf(index, edge).outcomes
  const judged = (cut: Cut, played: number | null) => {
    const settlements = new Map<Edge, Settlement>()
    const marks = (index: number, edge: Edge) => {
      if (input.ignoreSettlement) return SETTLING
      const settlement = judge(input, index, edge.story, edge.play, dueOf(index, edge), cut)
      if (settlement.verdict === 'misfit') return null
      const inOrder = played === null ? 0 : orderMark(input, index, edge, played)
      if (inOrder === null) return null
      settlements.set(edge, settlement)
      return (settlement.verdict === 'unresolved' ? UNRESOLVED : 0) | (edge.explained ? 0 : SETTLING) | inOrder
    }
    return { marks, score: (edge: Edge) => edge.story.score + (settlements.get(edge)?.hasty ? HASTY_SCORE : 0) }
  }
  // What can fit at all, wherever the settlement ended: most edges fall here, once for all cuts.
  const possible = sweep({ layers, ...judged({ kind: 'any' }, null), accepts: () => true, ends })
  if (possible.count === 0) return
  const left = new Map<Node, Edge[]>()
  for (const edge of possible.edges.keys()) left.set(edge.from, [...(left.get(edge.from) ?? []), edge])
  const known = input.asked !== 'any'
  for (const { cut, played } of endsOfPlay(input, possible.edges.keys())) {
    const open = cut.kind === 'open'
    const { marks, score } = judged(cut, played)
    const swept = sweep({
      layers,
      marks,
      out: (node) => left.get(node) ?? [],
      score,
      // A settlement still open has a stake unresolved; what is resolved is counted where its settlement ended. While the round may
      // be in play, only a chip that play does not explain tells that it is over.
      accepts: (mark) =>
        (open ? (mark & UNRESOLVED) !== 0 : true) &&
        (played === null || played === NEVER || (mark & LAST_IN_PLAY) !== 0) &&
        (known || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0),
      ends,
    })
    if (swept.count === 0) continue
    const exposedBefore = tally.exposed
    gather(input, layers, tally, swept, outcomesOf)
    tally.exposed = exposedBefore + swept.count
    tally.over += swept.count
    if (swept.best) offer(input, tally, swept.best, { final, cut })
  }
}

const NEVER = Number.NEGATIVE_INFINITY

/**
 * Where the settlement may have ended, for each time at which play may have: the movements in play after the last card (a bust stake
 * taken, a surrender) come before the first of the settlement, whichever boxes they are of. null: no such movement, nothing to choose.
 */
const endsOfPlay = (input: LatticeInput, edges: Iterable<Edge>): readonly { readonly cut: Cut; readonly played: number | null }[] => {
  const times = new Set<number>()
  for (const { play } of edges) if (play.lastAt > input.settleFrom) times.add(play.lastAt)
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
  const { layers, overflow } = build(input)
  const tally: Tally = {
    count: 0,
    over: 0,
    exposed: 0,
    best: null,
    supports: input.boxes.map(() => new Map()),
    untouched: input.boxes.map(() => 0),
    dealers: new Map(),
  }
  if (input.asked === 'any') sweepPlay(input, layers, tally)
  const moved = input.boxes.some(({ timeline }) => timeline.moves.length > 0)
  if (moved || input.asked !== 'any') sweepOver(input, layers, tally)
  return {
    ...tally,
    supports: tally.supports.map((supports) => [...supports.values()]),
    dealers: [...tally.dealers.values()],
    overflow,
  }
}
