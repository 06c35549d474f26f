/**
 * The set of all readings of one round: paths of its lattice from the deal to where the evidence ends. Counting, "true in every reading"
 * and the best reading are sums and maxima over edges, never a list of readings.
 *
 * Two kinds of readings: the round is still in play (the last card lies with some box or with a dealer who may draw on), or it is
 * over (the dealer stopped at the last card) and what the chips did since is the settlement.
 */
import { type InPlay, matchPlay } from './chips.ts'
import { type DealerRun, dealerNeeds, dealerRuns } from './dealer.ts'
import { boxDue, isExplained, isStanding, isUntouched, judge, settledEarly } from './fit.ts'
import { BOX_FINISHED, type Effects, type Node } from './graph.ts'
import type { LatticeInput, Solution } from './reading.ts'
import type { BoxDue, Cut } from './settlement.ts'
import { type Flow, flowOver, LAST_IN_PLAY, type Layer, type Marks, NO_EDGE, type PathEnd, SETTLING, Swept, UNRESOLVED } from './sweep.ts'
import { Tally, tracedBy } from './tally.ts'
import { endsHand, fromOf, handOf, type Traced } from './trace.ts'

/** A finished box before the next one: what its chips say. All alike in chips and dues are one kind, judged once. */
interface Finished {
  readonly edge: number
  readonly node: Node
  readonly kind: number
  readonly play: InPlay
  /** Play explains every movement so far. */
  readonly explained: boolean
}

const NEVER = Number.NEGATIVE_INFINITY
const NO_DUE: BoxDue = { win: 0, lose: 0, losses: [], total: 0, outcomes: [] }

/** A payment told that soon after the last card is rather a stake told late: ten times likelier. Ranks, never removes. */
const HASTY_SCORE = Math.log(0.1)

/** The dealer draws fewer cards than this: eleven aces and a ten are the most of one pack; nobody keeps a lattice for more. */
const DEALER_CARDS_MAX = 24

/** All readings of the evidence. */
export const solve = (input: LatticeInput): Solution => new Question(input).answer()

class Question {
  readonly #input: LatticeInput
  readonly #plays: Map<Effects, InPlay>[]
  /** Edges the chips in play and the pointer allow, and that begin where another ends. */
  readonly #edges: Int32Array
  readonly #finished: readonly Finished[]
  readonly #reached: Uint8Array
  readonly #tally: Tally
  #traced: Traced | null = null

  constructor(input: LatticeInput) {
    this.#input = input
    this.#plays = input.boxes.map(() => new Map())
    this.#reached = new Uint8Array(input.lattice.nodeCount)
    const finished: Finished[] = []
    this.#edges = this.#live(finished)
    this.#finished = finished
    this.#tally = new Tally(input)
  }

  answer(): Solution {
    const { boxes, asked } = this.#input
    if (asked === 'any') this.#inPlay()
    const moved = boxes.some(({ timeline }) => timeline.moves.length > 0)
    if (moved || asked !== 'any') this.#over()
    return this.#tally
  }

  #playOf(box: number, effects: Effects): InPlay {
    const plays = this.#plays[box] as Map<Effects, InPlay>
    const known = plays.get(effects)
    if (known) return known
    const { timeline, chips } = this.#input.boxes[box] as LatticeInput['boxes'][number]
    const play = matchPlay(effects.list, timeline, chips)
    plays.set(effects, play)
    return play
  }

  #live(finished: Finished[]): Int32Array {
    const { lattice, pointed } = this.#input
    const { body, edgeCount } = lattice
    const { from, to, way } = body.edges
    const reached = this.#reached.fill(1, 0, body.rootCount)
    const live = new Int32Array(edgeCount)
    const kinds = new Kinds()
    let count = 0
    for (let edge = 0; edge < edgeCount; edge++) {
      if (reached[from[edge] as number] === 0) continue
      if (way[edge] === BOX_FINISHED) {
        const node = fromOf(lattice, edge)
        const play = this.#playOf(node.box, node.effects)
        if (!play.fits) continue
        finished.push({ edge, node, play, kind: kinds.of(node), explained: isExplained(this.#input, node.box, node.over, play) })
      } else if (!this.#isMeant(edge)) continue
      else if (pointed !== null && !this.#isPointed(fromOf(lattice, edge), (body.nodes[to[edge] as number] as Node).position)) continue
      reached[to[edge] as number] = 1
      live[count++] = edge
    }
    return live.subarray(0, count)
  }

  /** Is the hand that ends here among those asked for? */
  #isMeant(edge: number): boolean {
    const { only, lattice } = this.#input
    if (only === null || !endsHand(lattice, edge)) return true
    const { box, over } = fromOf(lattice, edge)
    this.#traced ??= tracedBy(this.#input)
    return only(box, over.length, handOf(this.#traced, edge), true)
  }

  /** Does the pointer let the cards from this node on, up to `end`, have gone to its hand? */
  #isPointed({ box, position, hand, over }: Node, end: number): boolean {
    const { pointed, rules } = this.#input
    // Second cards dealt together come while the first of the hands is pointed at.
    const aside = rules.splitDealing === 'together' && hand?.positions.length === 1 ? position + 2 : position
    for (let at = position; at < end; at++) if (pointed?.(at, box, at < aside ? null : over.length) === false) return false
    return true
  }

  /** Ways the dealer's hand can stand at the round's last card, if the boxes were finished at this node. */
  #runsAtLast(node: Node): readonly DealerRun[] {
    const { rules, upRank, hole, ranks, checked } = this.#input
    if (ranks.length - node.position > DEALER_CARDS_MAX) return []
    const runs = new Map<string, DealerRun>()
    for (const need of dealerNeeds(this.#input, node.needs)) {
      for (const run of dealerRuns({ rules, upRank, hole, ranks, start: node.position, need, checkedNoNatural: checked })) {
        if (run.end === ranks.length && this.#input.pointedDealer(node.position, run.end))
          runs.set(`${run.total}/${run.blackjack}/${run.done}`, run)
      }
    }
    return [...runs.values()]
  }

  /** Where the boxes are finished and the dealer's turn has come. */
  #dealers(): readonly Node[] {
    const { nodes } = this.#input.lattice.body
    const found = new Set<Node>()
    for (const { edge, node } of this.#finished) {
      const to = nodes[this.#input.lattice.body.edges.to[edge] as number] as Node
      if (node.box === this.#input.boxes.length - 1) found.add(to)
    }
    return [...found]
  }

  /** Readings in which the round is in play: the last card lies with a box, or with a dealer who may draw on. */
  #inPlay(): void {
    const input = this.#input
    const { lattice, boxes } = input
    const tally = this.#tally
    const untouched = boxes.map((_, index) => isUntouched(input, index))
    const laterUntouched = (index: number): boolean => untouched.slice(index).every(Boolean)
    const ends: PathEnd[] = []
    for (const run of lattice.runs) {
      const { node } = run
      if (this.#reached[node.id] === 0 || !laterUntouched(node.box + 1) || !this.#isPointed(node, lattice.cards)) continue
      if (input.only?.(node.box, node.over.length, run.hand, false) === false) continue
      if (isStanding(input, run, this.#playOf(node.box, node.effects))) ends.push({ node, run, dealer: null })
    }
    for (const { node, explained } of this.#finished) {
      const isLast = node.position === input.ranks.length && node.shown
      if (isLast && explained && laterUntouched(node.box + 1)) ends.push({ node, run: null, dealer: null })
    }
    for (const node of this.#dealers()) {
      for (const dealer of drawnRuns(this.#runsAtLast(node))) ends.push({ node, run: null, dealer })
    }
    const explained = this.#edges.filter((edge) => lattice.body.edges.way[edge] !== BOX_FINISHED || this.#isExplainedAt(edge))
    const swept = new Swept(flowOver({ lattice, edges: explained, marks: null, handicap: null }), ends, () => true)
    tally.add(swept, null)
    for (const { dealer, count } of swept.ends) {
      tally.over += dealer?.done ? count : 0
      tally.exposed += dealer && dealer.drawn > 0 ? count : 0
    }
    tally.offer(swept, null)
    if (input.ranks.length > input.dealLength || !laterUntouched(0)) return
    // Nothing but the initial deal: one reading, every box as it was dealt.
    tally.addUntouched()
  }

  #explainedEdges: Uint8Array | null = null
  #isExplainedAt(edge: number): boolean {
    if (this.#explainedEdges === null) {
      this.#explainedEdges = new Uint8Array(this.#input.lattice.edgeCount)
      for (const each of this.#finished) this.#explainedEdges[each.edge] = each.explained ? 1 : 0
    }
    return this.#explainedEdges[edge] === 1
  }

  /** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
  #over(): void {
    const { asked, ignoreSettlement, evidence } = this.#input
    // While the round may be in play, only a chip that play does not explain tells that it is over.
    if (asked === 'any' && !ignoreSettlement && this.#finished.every(({ explained }) => explained)) return
    const finals = new Map<string, PathEnd[]>()
    for (const node of this.#dealers()) {
      for (const dealer of this.#runsAtLast(node)) {
        if (!dealer.done) continue
        const key = `${dealer.total}/${dealer.blackjack}`
        const ends = finals.get(key) ?? []
        finals.set(key, ends)
        ends.push({ node, run: null, dealer })
      }
    }
    // Where no payout is sensed the final hand changes nothing but the outcomes.
    const shared = ignoreSettlement || evidence !== 'payouts' ? new Map<string, Flow>() : null
    for (const ends of finals.values()) this.#withFinal((ends[0] as PathEnd).dealer as DealerRun, ends, shared)
  }

  #withFinal(final: DealerRun, ends: readonly PathEnd[], shared: Map<string, Flow> | null): void {
    const input = this.#input
    const tally = this.#tally
    const dues = new Map<number, BoxDue>()
    const dueOf = ({ kind, node, play }: Finished): BoxDue => {
      const due = dues.get(kind) ?? (shared ? NO_DUE : boxDue(input, node.box, node.over, play, final))
      dues.set(kind, due)
      return due
    }
    const flow = (cut: Cut, played: number | null, edges: Int32Array): Flow => {
      const key = `${cut.kind}/${played}`
      const known = shared?.get(key)
      if (known) return known
      const fresh = flowOver(this.#marked(cut, played, edges, dueOf))
      shared?.set(key, fresh)
      return fresh
    }
    // What can fit at all, wherever the settlement ended: most edges fall here, once for all cuts.
    const first = flow({ kind: 'any' }, null, this.#edges)
    const possible = new Swept(first, ends, () => true)
    if (possible.count === 0) return
    const left = shared ? this.#edges : first.edges.filter((edge) => (possible.through[edge] as number) > 0)
    const known = input.asked !== 'any'
    for (const { cut, played } of this.#endsOfPlay(first, left)) {
      const open = cut.kind === 'open'
      const accepts = (mark: Marks): boolean =>
        // A settlement still open has a stake unresolved; what is resolved is counted where its settlement ended.
        (open ? (mark & UNRESOLVED) !== 0 : true) &&
        (played === null || played === NEVER || (mark & LAST_IN_PLAY) !== 0) &&
        (known || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0)
      const swept = new Swept(flow(cut, played, left), ends, accepts)
      if (swept.count === 0) continue
      tally.add(swept, final)
      tally.exposed += swept.count
      tally.over += swept.count
      tally.offer(swept, { final, cut })
    }
  }

  /** Marks of the edges, and what a hasty payment costs the reading. */
  #marked(cut: Cut, played: number | null, edges: Int32Array, dueOf: (finished: Finished) => BoxDue): Layer {
    const input = this.#input
    const { lattice } = input
    const marks = new Int8Array(lattice.edgeCount)
    let handicap: Float64Array | null = null
    const kinds = new Map<number, { readonly mark: number; readonly hasty: boolean }>()
    const judged = (finished: Finished): { readonly mark: number; readonly hasty: boolean } => {
      const { node, play, explained } = finished
      if (input.ignoreSettlement) return { mark: SETTLING, hasty: false }
      const settlement = judge(input, node.box, node.over, play, dueOf(finished), cut)
      const inOrder = played === null ? 0 : orderMark(input, node, play, played)
      if (settlement.verdict === 'misfit' || inOrder === null) return { mark: NO_EDGE, hasty: false }
      return {
        mark: (settlement.verdict === 'unresolved' ? UNRESOLVED : 0) | (explained ? 0 : SETTLING) | inOrder,
        hasty: settlement.hasty,
      }
    }
    for (const finished of this.#finished) {
      const { kind, edge } = finished
      const verdict = kinds.get(kind) ?? judged(finished)
      kinds.set(kind, verdict)
      marks[edge] = verdict.mark
      if (!verdict.hasty) continue
      handicap ??= new Float64Array(lattice.edgeCount)
      handicap[edge] = HASTY_SCORE
    }
    return { lattice, edges, marks, handicap }
  }

  /**
   * Where the settlement may have ended, for each time at which play may have: the movements in play after the last card (a bust stake
   * taken, a surrender) come before the first of the settlement, whichever boxes they are of. null: no such movement, nothing to choose.
   */
  #endsOfPlay({ marks }: Flow, left: Int32Array): readonly { readonly cut: Cut; readonly played: number | null }[] {
    const input = this.#input
    const isLeft = new Uint8Array(input.lattice.edgeCount)
    for (const edge of left) isLeft[edge] = 1
    const times = new Set<number>()
    for (const { edge, play } of this.#finished) {
      if (isLeft[edge] === 1 && marks?.[edge] !== NO_EDGE && play.lastAt > input.settleFrom) times.add(play.lastAt)
    }
    const cuts = cutsOf(input)
    if (times.size === 0 || input.ignoreSettlement) return cuts.map((cut) => ({ cut, played: null }))
    return [NEVER, ...times].flatMap((played) => cuts.map((cut) => ({ cut, played })))
  }
}

/** Finished boxes alike in what their chips did and what they are due, as one number. */
class Kinds {
  readonly #effects = new Map<Effects, Map<string, number>>()
  #count = 0

  of({ effects, alike, box }: Node): number {
    const ofEffects = this.#effects.get(effects) ?? new Map<string, number>()
    this.#effects.set(effects, ofEffects)
    const key = `${box} ${alike}`
    const kind = ofEffects.get(key) ?? this.#count++
    ofEffects.set(key, kind)
    return kind
  }
}

/** Runs in which he drew; where the hole card is not known several totals are one reading, for the cards lie alike. */
const drawnRuns = (runs: readonly DealerRun[]): readonly DealerRun[] => {
  const drawn = runs.filter((run) => run.drawn > 0)
  const finished = drawn.find((run) => run.done) ?? drawn[0]
  return finished ? [finished] : []
}

/** null: this box moved in play after `played`, or was settled before it; else the mark of one that moved just then. */
const orderMark = (input: LatticeInput, { box, over }: Node, play: InPlay, played: number): number | null => {
  const lastAt = play.lastAt > input.settleFrom ? play.lastAt : NEVER
  if (lastAt > played) return null
  const settled = settledEarly(input, over) ? undefined : input.boxes[box]?.timeline.moves[play.from]?.at
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
