/**
 * The set of all readings of one round: paths of its lattice from the deal to where the evidence ends. Counting, "true in every reading"
 * and the best reading are sums and maxima over edges, never a list of readings.
 *
 * Two kinds of readings: the round is still in play (the last card lies with some box or with a dealer who may draw on), or it is
 * over (the dealer stopped at the last card) and what the chips did since is the settlement.
 */
import { explainedBy, type InPlay, matchPlay } from './chips.ts'
import { beganAt, type DealerRun, finalKey } from './dealer.ts'
import {
  believedDue,
  isEvenMoney,
  isEvenTooLate,
  isExplained,
  isLostInPlay,
  isPaidInPlay,
  isStanding,
  isUntouched,
  judgeBox,
  settledEarly,
} from './fit.ts'
import { BOX_FINISHED, type Effects, type Node } from './graph.ts'
import { duesOf, type Kind } from './kept.ts'
import type { LatticeInput } from './reading.ts'
import type { BoxDue, Cut } from './settlement.ts'
import {
  type Flow,
  flowOver,
  LAST_IN_PLAY,
  type Layer,
  type Marks,
  NO_EDGE,
  type PathEnd,
  partOf,
  SETTLING,
  type Section,
  Swept,
  sectionOf,
  UNRESOLVED,
} from './sweep.ts'
import { Tally, tracedBy } from './tally.ts'
import { endsHand, fromOf, handOf, type Traced, toOf } from './trace.ts'
import { dealersTurns, type Turn } from './turns.ts'
import { isHasty, isUnresolved, MISFIT, verdictOf, verdictsOf } from './verdicts.ts'

const NEVER = Number.NEGATIVE_INFINITY
const NO_DUE: BoxDue = { win: 0, lose: 0, losses: [], total: 0, outcomes: [] }

/** A payment told that soon after the last card is rather a stake told late: ten times likelier. Ranks, never removes. */
const HASTY_SCORE = Math.log(0.1)

interface Verdict {
  readonly mark: Marks
  readonly hasty: boolean
}

const NO_EDGES = new Int32Array(0)
const NONE: Verdict = { mark: NO_EDGE, hasty: false }

/** All readings of the evidence. */
export const solve = (input: LatticeInput): Tally => new Question(input).answer()

class Question {
  readonly #input: LatticeInput
  readonly #plays: readonly Map<Effects, InPlay>[]
  /** By number of the kind; null: its chips do not fit. */
  readonly #kinds: (Kind | null)[]
  /** Dealer's turns from which he may come to the last card, and how. */
  readonly #dealers: readonly Turn[]
  /** What the chips in play and the pointer allow, as far as it leads to where the evidence may end. */
  readonly #section: Section
  /** By place in the section: the kind of box this edge leaves as finished; -1: it is a hand. */
  readonly #kindAt: Int32Array
  readonly #tally: Tally
  #traced: Traced | null = null
  #even: boolean | null = null
  /** The box by which the last end of the settlement fell. */
  #fallen = 0
  #numbers: readonly [Int32Array, readonly (readonly number[])[]] = [NO_EDGES, []]

  constructor(input: LatticeInput) {
    this.#input = input
    this.#plays = input.kept.plays
    this.#kinds = input.kept.kinds
    this.#dealers = dealersTurns(input)
    const mayEnd = input.asked === 'any' || this.#dealers.length > 0
    this.#section = sectionOf(input.lattice, mayEnd ? this.#allowed(this.#leading()) : new Int32Array(0))
    this.#kindAt = this.#kindsOf(this.#section)
    this.#tally = new Tally(input)
  }

  answer(): Tally {
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
    const play = this.#input.error?.free === box ? explainedBy(timeline) : matchPlay(effects.list, timeline, chips)
    plays.set(effects, play)
    return play
  }

  #kindOf(node: Node): Kind | null {
    const known = this.#kinds[node.kind]
    if (known !== undefined) return known
    const play = this.#playOf(node.box, node.effects)
    const isLost = this.#input.ignoreSettlement && isLostInPlay(this.#input, node.box, node.past.hands, play)
    const explained = (): boolean => isExplained(this.#input, node.box, node.past.hands, play)
    const kind = play.fits && !isLost ? { node, play, explained: this.#input.error?.free === node.box || explained() } : null
    this.#kinds[node.kind] = kind
    return kind
  }

  #kindsOf({ lattice, edges }: Section): Int32Array {
    const { nodes, edges: all } = lattice.body
    const kinds = new Int32Array(edges.length).fill(-1)
    for (let index = 0; index < edges.length; index++) {
      const edge = edges[index] as number
      if (all.way[edge] === BOX_FINISHED) kinds[index] = (nodes[all.from[edge] as number] as Node).kind
    }
    return kinds
  }

  /** By node: does it lead to a hand in play, to a box its last card finished, or to a dealer's turn that may have ended? */
  #leading(): Uint8Array {
    const { lattice, ranks, asked } = this.#input
    const { body, nodeCount, edgeCount, runs } = lattice
    const { from, to } = body.edges
    const leads = new Uint8Array(nodeCount)
    for (const { node } of this.#dealers) leads[node.id] = 1
    if (asked === 'any') {
      for (const { node } of runs) leads[node.id] = 1
      for (const { id, kind, shown } of this.#nodesFrom(ranks.length)) if (kind >= 0 && shown) leads[id] = 1
    }
    for (let edge = edgeCount - 1; edge >= 0; edge--) if (leads[to[edge] as number] === 1) leads[from[edge] as number] = 1
    return leads
  }

  /** Edges the chips in play and the pointer allow. */
  #allowed(leads: Uint8Array): Int32Array {
    const { lattice, pointed, only } = this.#input
    const { body, edgeCount } = lattice
    const { from, to, way } = body.edges
    const reached = new Uint8Array(lattice.nodeCount).fill(1, 0, body.rootCount)
    const allowed = new Int32Array(edgeCount)
    let count = 0
    for (let edge = 0; edge < edgeCount; edge++) {
      if (reached[from[edge] as number] === 0 || leads[to[edge] as number] === 0) continue
      if (way[edge] === BOX_FINISHED) {
        if (this.#kindOf(fromOf(lattice, edge)) === null) continue
      } else {
        if (pointed !== null && !this.#isPointed(fromOf(lattice, edge), toOf(lattice, edge).position)) continue
        if (only !== null && !this.#isMeant(edge)) continue
      }
      reached[to[edge] as number] = 1
      allowed[count++] = edge
    }
    return allowed.subarray(0, count)
  }

  /** Is the hand that ends here among those asked for? */
  #isMeant(edge: number): boolean {
    const { only, lattice } = this.#input
    if (only === null || !endsHand(lattice, edge)) return true
    const { box, past } = fromOf(lattice, edge)
    this.#traced ??= tracedBy(this.#input)
    return only(box, past.hands.length, handOf(this.#traced, edge), true)
  }

  /** Does the pointer let the cards from this node on, up to `end`, have gone to its hand? */
  #isPointed({ box, position, past, together }: Node, end: number): boolean {
    const { pointed } = this.#input
    // Second cards dealt together come while the first of the hands is pointed at.
    const aside = together ? position + 2 : position
    for (let at = position; at < end; at++) if (pointed?.(at, box, at < aside ? null : past.hands.length) === false) return false
    return true
  }

  /** Newest nodes first, as far as those whose next card is at `position`: nodes grow with the cards. */
  *#nodesFrom(position: number): Generator<Node> {
    const { body, nodeCount } = this.#input.lattice
    for (let id = nodeCount - 1; id >= 0; id--) {
      const node = body.nodes[id] as Node
      // A split hand's node comes with the card after it.
      if (node.position < position - 1) return
      if (node.position >= position) yield node
    }
  }

  /** Readings in which the round is in play: the last card lies with a box, or with a dealer who may draw on. */
  #inPlay(): void {
    const input = this.#input
    const { lattice, boxes } = input
    const tally = this.#tally
    const untouched = boxes.map(
      (box, index) =>
        input.error?.free === index || isUntouched(input, index) || (box.dealt.ended !== null && input.error?.wrongly.has(index) === true),
    )
    const laterUntouched = (index: number): boolean => untouched.slice(index).every(Boolean)
    const ends: PathEnd[] = []
    for (const run of lattice.runs) {
      const { node } = run
      if ((this.#section.slots[node.id] as number) < 0 || !laterUntouched(node.box + 1)) continue
      if (!this.#isPointed(node, lattice.cards) || input.only?.(node.box, node.past.hands.length, run.hand, false) === false) continue
      if (isStanding(input, run, this.#playOf(node.box, node.effects))) ends.push({ node, run, dealer: null })
    }
    for (const node of this.#nodesFrom(input.ranks.length)) {
      const isEnd = node.kind >= 0 && node.shown && (this.#section.slots[node.id] as number) >= 0
      if (isEnd && laterUntouched(node.box + 1) && this.#kindOf(node)?.explained) ends.push({ node, run: null, dealer: null })
    }
    for (const { node, runs } of this.#dealers) {
      for (const dealer of drawnRuns(runs)) ends.push({ node, run: null, dealer })
    }
    for (const alike of this.#byHisSecondCard(ends)) this.#sweepInPlay(alike)
    if (input.ranks.length > input.dealLength || !laterUntouched(0)) return
    // Nothing but the initial deal: one reading, every box as it was dealt.
    tally.addUntouched()
  }

  /** `ends`: where the dealer began at the same card, or not yet. */
  #sweepInPlay(ends: readonly PathEnd[]): void {
    const tally = this.#tally
    const [first] = ends
    const dealer = first?.dealer ?? null
    const marks = this.#isAllExplained(dealer, true) ? null : this.#explainedMarks(dealer)
    const swept = new Swept(flowOver({ section: this.#section, marks, handicap: null }), ends, () => true)
    tally.add(swept, null)
    for (const { dealer: run, count } of swept.ends) {
      tally.over += run?.done ? count : 0
      tally.exposed += run && run.drawn > 0 ? count : 0
    }
    tally.offer(swept, null)
  }

  /** Even money hangs on when he began. */
  #byHisSecondCard(ends: readonly PathEnd[]): readonly (readonly PathEnd[])[] {
    if (!this.#isAnyEven) return [ends]
    const groups = new Map<number, PathEnd[]>()
    for (const end of ends) {
      const began = end.dealer ? beganAt(end.dealer) : -1
      groups.set(began, [...(groups.get(began) ?? []), end])
    }
    return [...groups.values()]
  }

  /** Somebody may have been paid even money. */
  get #isAnyEven(): boolean {
    this.#even ??= this.#kinds.some((kind) => kind && isEvenMoney(kind.node.past.hands))
    return this.#even
  }

  /** Is it a hand, or a finished box of which play explains every movement? */
  #isExplained(number: number, dealer: DealerRun | null, inPlay: boolean): boolean {
    const kind = number < 0 ? null : this.#kinds[number]
    if (!kind) return number < 0
    const { box, past } = kind.node
    if (inPlay && isPaidInPlay(this.#input, box, kind.play)) return true
    return kind.explained && (dealer === null || !isEvenTooLate(this.#input, box, past.hands, dealer))
  }

  #isAllExplained(dealer: DealerRun | null = null, inPlay = false): boolean {
    return this.#kindAt.every((kind) => this.#isExplained(kind, dealer, inPlay))
  }

  #explainedMarks(dealer: DealerRun | null): Int8Array {
    return Int8Array.from(this.#kindAt, (kind) => (this.#isExplained(kind, dealer, true) ? 0 : NO_EDGE))
  }

  /** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
  #over(): void {
    const { asked, ignoreSettlement, evidence } = this.#input
    // While the round may be in play, only a chip that play does not explain tells that it is over.
    if (asked === 'any' && !ignoreSettlement && this.#isAllExplained()) return
    const finals = new Map<string, PathEnd[]>()
    const isAnyEven = this.#isAnyEven
    for (const { node, runs } of this.#dealers) {
      for (const dealer of runs) {
        if (!dealer.done) continue
        const key = isAnyEven ? `${finalKey(dealer)}/${beganAt(dealer)}` : finalKey(dealer)
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
    const dues = duesOf(input.kept, final)
    const dueOf = (node: Node, play: InPlay): BoxDue => {
      if (shared) return NO_DUE
      const due = dues[node.kind] ?? believedDue(input, node.box, node.past.hands, play, final)
      dues[node.kind] = due
      return due
    }
    const flow = (cut: Cut, played: number | null, section: Section, kindAt: Int32Array): Flow | null => {
      const key = `${cut.kind}/${played}`
      const known = shared?.get(key)
      if (known) return known
      const layer = this.#marked(cut, played, section, kindAt, dueOf, final)
      const fresh = layer && flowOver(layer)
      if (fresh) shared?.set(key, fresh)
      return fresh
    }
    // What can fit at all, wherever the settlement ended: most edges fall here, once for all cuts.
    // Which box was settled wrongly depends on where the settlement ended.
    const isAny = shared !== null || input.error !== null
    const first = input.error === null ? flow({ kind: 'any' }, null, this.#section, this.#kindAt) : null
    const possible = first && new Swept(first, ends, () => true)
    if (input.error === null && (!possible || possible.count === 0)) return
    const left = isAny || !possible ? this.#section : partOf(this.#section, possible.through)
    const kindsLeft = isAny ? this.#kindAt : this.#kindsOf(left)
    const free = input.error?.free !== undefined
    const known = input.asked !== 'any'
    for (const { cut, played } of this.#endsOfPlay(kindsLeft)) {
      const open = cut.kind === 'open'
      const accepts = (mark: Marks): boolean =>
        // A settlement still open has a stake unresolved; what is resolved is counted where its settlement ended.
        (open && !free ? (mark & UNRESOLVED) !== 0 : true) &&
        (played === null || played === NEVER || (mark & LAST_IN_PLAY) !== 0) &&
        (known || free || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0)
      const ending = flow(cut, played, left, kindsLeft)
      const swept = ending && new Swept(ending, ends, accepts)
      if (!swept || swept.count === 0) continue
      tally.add(swept, { final, cut })
      tally.exposed += swept.count
      tally.over += swept.count
      tally.offer(swept, { final, cut })
    }
  }

  /** Marks of the edges, and what a hasty payment costs the reading; null where some box fits in no way. */
  #marked(
    cut: Cut,
    played: number | null,
    section: Section,
    kindAt: Int32Array,
    dueOf: (node: Node, play: InPlay) => BoxDue,
    final: DealerRun,
  ): Layer | null {
    const input = this.#input
    const found: Verdict[] = []
    const verdictsAs = input.ignoreSettlement ? null : verdictsOf(input, final, this.#isAnyEven, cut)
    const judged = (number: number): Verdict => {
      const { node, play, explained } = this.#kinds[number] as Kind
      if (verdictsAs === null) return { mark: SETTLING, hasty: false }
      const verdicts = verdictsAs(node.box)
      const verdict = verdicts[number] ?? verdictOf(judgeBox(input, node.box, node.past.hands, play, dueOf(node, play), cut, final))
      verdicts[number] = verdict
      const inOrder = verdict === MISFIT ? null : played === null ? 0 : orderMark(input, node, play, played)
      if (inOrder === null) return NONE
      return { mark: (isUnresolved(verdict) ? UNRESOLVED : 0) | (explained ? 0 : SETTLING) | inOrder, hasty: isHasty(verdict) }
    }
    const fits = (number: number): boolean => {
      const verdict = judged(number)
      found[number] = verdict
      return verdict !== NONE
    }
    // Most ends of the settlement fall by one box: the one by which the last fell is asked first.
    const numbers = this.#numbersOf(kindAt)
    if (!(numbers[this.#fallen] ?? []).some(fits)) return null
    for (const [box, own] of numbers.entries()) {
      if (own.some(fits)) continue
      this.#fallen = box
      return null
    }
    const marks = new Int8Array(section.edges.length)
    let handicap: Float64Array | null = null
    for (let index = 0; index < kindAt.length; index++) {
      const number = kindAt[index] as number
      if (number < 0) continue
      const verdict = found[number] ?? judged(number)
      found[number] = verdict
      marks[index] = verdict.mark
      if (!verdict.hasty) continue
      handicap ??= new Float64Array(section.edges.length)
      handicap[index] = HASTY_SCORE
    }
    return { section, marks, handicap }
  }

  /** Numbers of the kinds of finished boxes on these edges, by box. */
  #numbersOf(kindAt: Int32Array): readonly (readonly number[])[] {
    const [of, known] = this.#numbers
    if (of === kindAt) return known
    const byBox: number[][] = this.#input.boxes.map(() => [])
    for (const number of new Set(kindAt)) if (number >= 0) byBox[(this.#kinds[number] as Kind).node.box]?.push(number)
    this.#numbers = [kindAt, byBox]
    return byBox
  }

  /**
   * Where the settlement may have ended, for each time at which play may have: the movements in play after the last card (a bust stake
   * taken, a surrender) come before the first of the settlement, whichever boxes they are of. null: no such movement, nothing to choose.
   */
  #endsOfPlay(kindAt: Int32Array): readonly { readonly cut: Cut; readonly played: number | null }[] {
    const input = this.#input
    const times = new Set<number>()
    for (const number of kindAt) {
      const kind = number < 0 ? null : this.#kinds[number]
      if (kind && kind.play.lastAt > input.settleFrom) times.add(kind.play.lastAt)
    }
    const cuts = cutsOf(input)
    if (times.size === 0 || input.ignoreSettlement) return cuts.map((cut) => ({ cut, played: null }))
    return [NEVER, ...times].flatMap((played) => cuts.map((cut) => ({ cut, played })))
  }
}

/** Runs in which he drew; where the hole card is not known several totals are one reading, for the cards lie alike. */
const drawnRuns = (runs: readonly DealerRun[]): readonly DealerRun[] => {
  const drawn = runs.filter((run) => run.drawn > 0)
  const finished = drawn.find((run) => run.done) ?? drawn[0]
  return finished ? [finished] : []
}

/** null: this box moved in play after `played`, or was settled before it; else the mark of one that moved just then. */
const orderMark = (input: LatticeInput, { box, past }: Node, play: InPlay, played: number): number | null => {
  const lastAt = play.lastAt > input.settleFrom ? play.lastAt : NEVER
  if (lastAt > played) return null
  const settled = settledEarly(input, past.hands) ? undefined : input.boxes[box]?.timeline.moves[play.from]?.at
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
