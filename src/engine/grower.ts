/** Lets the lattice grow by a card: every hand in play takes it in every way, and what follows without a further card follows at once. */
import { totalOf } from './cards.ts'
import type { ChipEffect } from './chips.ts'
import { ANY_NEED, hangsOnUnseen, type Needs, NO_NEED, together, type Unseen } from './dealer.ts'
import {
  type Alike,
  AS_IT_LAY,
  BOX_FINISHED,
  type Body,
  type BoxTerms,
  Edges,
  type Effects,
  EVEN_MONEY,
  type GrowthTerms,
  Lattice,
  NO_PAST,
  type Node,
  noEffects,
  type Past,
  type Run,
  wayOf,
  withEffect,
} from './graph.ts'
import { type Hand, openHand, type PlayRules, withAction, withCard } from './hand.ts'
import { EVEN_MONEY_SCORE } from './plausible.ts'
import { mayTakeEvenMoney } from './up-card.ts'
import { afterCard, cardlessDoubles, drawWays, handsOf, splitWays, stopWay, surrenderWay, type Taken } from './ways.ts'

const emptyLattice = (terms: GrowthTerms): Lattice =>
  new Lattice({
    terms,
    body: {
      nodes: [],
      turns: [],
      edges: new Edges(),
      edgeCount: 0,
      rootCount: 0,
      untouched: terms.boxes.map((_, box) => noEffects(box)),
      effects: { count: terms.boxes.length },
      pasts: new Map([['', NO_PAST]]),
      longer: new Map(),
      kinds: new Map(),
      assumed: new Map(),
    },
    nodeCount: 0,
    edgeCount: 0,
    runs: [],
    cards: 0,
    unread: new Set(terms.boxes.flatMap(({ dealt }) => (dealt.length > 1 ? (dealt[0]?.positions ?? []) : []))),
    overflow: false,
  })

/** The part of the body that belongs to this lattice; a copy where another has grown beyond it. */
const ownBody = ({ body, nodeCount, edgeCount }: Lattice): Body => {
  if (body.nodes.length === nodeCount && body.edgeCount === edgeCount) return body
  const assumed = new Map([...body.assumed].filter(([edge]) => edge < edgeCount))
  const turns = body.turns.filter(({ id }) => id < nodeCount)
  return { ...body, nodes: body.nodes.slice(0, nodeCount), turns, edges: body.edges.copy(), edgeCount, assumed }
}

/** May what play did to the chips of this node still fit what they showed? `open`: a hand of it is in play. null: chips are not followed. */
export type MayFit = ((node: Node, open: boolean) => boolean) | null

/** The lattice when the initial deal is complete. */
export const beginLattice = (terms: GrowthTerms, mayFit: MayFit): Lattice => {
  const growth = new Growth(emptyLattice(terms), mayFit, terms.deal, false)
  growth.begin()
  for (let box = 0; box < terms.boxes.length; box++) growth.settle(box)
  return growth.done()
}

/** The lattice after the card at `position`; `ranks`: what it may be. */
export const growLattice = (lattice: Lattice, position: number, ranks: readonly number[], mayFit: MayFit): Lattice => {
  const { terms } = lattice
  const growth = new Growth(lattice, mayFit, position + 1, ranks.length > 1)
  const byBox: Run[][] = terms.boxes.map(() => [])
  for (const run of lattice.runs) byBox[run.node.box]?.push(run)
  terms.boxes.forEach((_, box) => {
    for (const run of growth.withSplits(byBox[box] ?? [], position)) for (const rank of ranks) growth.take(run, rank)
    growth.settle(box)
  })
  return growth.done()
}

/** Do both hands of a split get their second cards at once? In either way where that is the error. */
const togetherIn = ({ splitDealing, slip }: PlayRules): readonly boolean[] =>
  slip === 'SPLIT-DEAL-ORDER' ? [true, false] : [splitDealing === 'together']

/** One card's growth. `position`: of the card after it. */
class Growth {
  readonly #body: Body
  readonly #terms: GrowthTerms
  readonly #mayFit: MayFit
  readonly #position: number
  /** Positions of cards nobody could read. */
  readonly #unread: ReadonlySet<number>
  readonly #known = new Map<string | number, Node>()
  /** Hands with unread cards of which one like them is there already. */
  readonly #once = new Set<string>()
  /** New nodes of the box at hand, by the number of its hands that are over. */
  #levels: Node[][] = []
  /** Beginnings of the box after it. */
  #starts: Node[] = []
  readonly #runs: Run[] = []
  #overflow: boolean

  constructor(lattice: Lattice, mayFit: MayFit, position: number, unread: boolean) {
    this.#body = ownBody(lattice)
    this.#terms = lattice.terms
    this.#mayFit = mayFit
    this.#position = position
    this.#unread = unread ? new Set([...lattice.unread, position - 1]) : lattice.unread
    this.#overflow = lattice.overflow
  }

  done(): Lattice {
    const { nodes, edgeCount } = this.#body
    return new Lattice({
      terms: this.#terms,
      body: this.#body,
      nodeCount: nodes.length,
      edgeCount,
      runs: this.#alive(),
      cards: this.#position,
      unread: this.#unread,
      overflow: this.#overflow,
    })
  }

  /** Hands in play that chips have not ruled out, and to which a way leads that they have not. */
  #alive(): readonly Run[] {
    const mayFit = this.#mayFit
    if (mayFit === null) return this.#runs
    const { nodes, edges, edgeCount, rootCount } = this.#body
    const reached = new Uint8Array(nodes.length).fill(1, 0, rootCount)
    for (let edge = 0; edge < edgeCount; edge++) {
      const from = edges.from[edge] as number
      if (reached[from] === 0) continue
      if (edges.way[edge] === BOX_FINISHED && !mayFit(nodes[from] as Node, false)) continue
      reached[edges.to[edge] as number] = 1
    }
    return this.#runs.filter(({ node }) => reached[node.id] === 1 && mayFit(node, true))
  }

  /** These hands, and those they become where they are split before the card at `position`. */
  withSplits(runs: readonly Run[], position: number): readonly Run[] {
    const split: Run[] = []
    for (const run of runs) {
      const { play } = this.#terms.boxes[run.node.box] as BoxTerms
      if (run.owed !== null || this.#isFree(run)) continue
      for (const way of splitWays(run, position, play)) {
        const waiting = [way.parted, ...run.waiting]
        for (const together of togetherIn(play.rules)) {
          const { node, isNew } = this.#nodeAt(run.node, way, waiting, run.node.past, position, true, together)
          if (!node) continue
          this.#edge(run.node, node, wayOf(null, way.hand.actions.at(-1) ?? null), 0, run.score + way.score)
          if (isNew) split.push({ node, hand: way.hand, waiting, owed: together ? 'both' : 'own', score: 0 })
        }
      }
    }
    return [...runs, ...split]
  }

  /** A hand takes the card before `position`. */
  take(run: Run, rank: number): void {
    if (this.#isFree(run)) {
      this.#goFree(run)
      return
    }
    const { play } = this.#terms.boxes[run.node.box] as BoxTerms
    const { rules } = play
    const position = this.#position - 1
    const hands = handsOf(run)
    const dealtTo = (hand: Hand): Hand => afterCard(withCard(hand, position, rank), hands, rules)
    // 000 §4 l.133, 002 Split: the first hand is played to its end first. 003 Split: both get their cards at once.
    if (run.owed === 'both') {
      this.#goOn({ ...run, hand: dealtTo(run.hand), owed: 'next' })
    } else if (run.owed === 'next') {
      const [next, ...rest] = run.waiting
      if (next) this.#after({ ...run, waiting: [dealtTo(next), ...rest], owed: null }, run.hand, [], run.score)
    } else if (run.owed === 'own') {
      this.#after({ ...run, owed: null }, dealtTo(run.hand), [], run.score)
    } else {
      for (const way of drawWays(run, position, rank, play)) this.#after(run, way.hand, way.effects, run.score + way.score)
    }
  }

  /** What follows without a card: hands that were over before their turn, hands that stop, boxes that are finished. */
  settle(box: number): void {
    for (let level = 0; level < this.#levels.length; level++) {
      for (const node of this.#levels[level] ?? []) if (node.hand !== null) this.#open(node, node.hand)
    }
    const finished = this.#levels.flat().filter(({ hand }) => hand === null)
    this.#levels = []
    this.#starts = []
    for (const node of finished) this.#finish(node, box)
    this.#levels = this.#starts.length > 0 ? [this.#starts] : []
  }

  /** The first box begins. */
  begin(): void {
    this.#addStart(0, NO_NEED, null)
    this.#body.rootCount = this.#body.nodes.length
    this.#levels = [this.#starts]
  }

  /** A box begins, or the dealer's turn. `from`: the finished box before it. */
  #addStart(box: number, needs: Needs, from: Node | null): void {
    const terms = this.#terms.boxes[box]
    if (!terms) {
      const node = this.#node(`d/${needs}`, {
        box,
        needs,
        hand: null,
        waiting: [],
        past: NO_PAST,
        effects: this.#body.untouched[0] as Effects,
        kind: -1,
        shown: false,
        together: false,
      })
      if (node && from) this.#edge(from, node, BOX_FINISHED, 0, 0)
      return
    }
    terms.dealt.forEach((hand, index) => {
      const key = `s/${box}/${needs}/${index}`
      const isNew = !this.#known.has(key)
      const effects = this.#body.untouched[box] as Effects
      const node = this.#node(key, { box, needs, hand, waiting: [], past: NO_PAST, effects, kind: -1, shown: false, together: false })
      if (!node) return
      if (from) this.#edge(from, node, BOX_FINISHED, 0, 0)
      if (isNew) this.#starts.push(node)
    })
  }

  #open(node: Node, hand: Hand): void {
    const { play } = this.#terms.boxes[node.box] as BoxTerms
    const run: Run = { node, hand, waiting: node.waiting, owed: null, score: 0 }
    if (this.#isFree(run)) this.#goFree(run)
    else if (hand.ended !== null) {
      this.#over(run, { hand, effects: [], score: 0 }, AS_IT_LAY, node.shown)
      // The same natural, paid even money. Counted only where its payment is sensed.
      if (hand.ended === 'natural' && play.payoutsSensed && mayTakeEvenMoney(play.upRank, play.rules)) {
        this.#over(run, { hand: withAction(hand, 'even-money'), effects: [], score: EVEN_MONEY_SCORE }, EVEN_MONEY, false)
      }
    } else if (hand.positions.length < 2) {
      this.#goOn({ ...run, owed: 'own' })
    } else {
      this.#stop(run)
      this.#goOn(run)
    }
  }

  #isFree({ node }: Run): boolean {
    return this.#terms.boxes[node.box]?.free === true
  }

  /** The box is finished here, or it is not. */
  #goFree(run: Run): void {
    this.#over(run, { hand: ANY_HAND, effects: [], score: 0 }, AS_IT_LAY, true)
    this.#goOn(run)
  }

  /** A hand after its card: over, or open to stop and to go on. */
  #after(run: Run, hand: Hand, effects: readonly ChipEffect[], score: number): void {
    const taken = { hand, effects, score }
    if (hand.ended !== null) {
      const last = hand.actions.at(-1)
      const doubled = last === 'double' || last === 'free-double' ? last : null
      this.#over(run, taken, wayOf(hand.ended, doubled), true)
      return
    }
    const open = { ...run, hand, score }
    this.#stop(open)
    this.#goOn(open)
  }

  /** A hand in play. Of those that differ in what was assumed for unread cards one goes on, as far as nothing else comes of them. */
  #goOn(run: Run): void {
    const { node, hand, waiting, owed } = run
    if (this.#isAssumed(hand) && hand.ranks.length > 2) {
      const key = `${node.id}/${hand.points}/${hand.actions.join('.')}/${waiting.map(handKey).join(' ')}/${owed}`
      if (this.#once.has(key)) return
      this.#once.add(key)
    }
    this.#runs.push(run)
  }

  #isAssumed({ positions }: Hand): boolean {
    return this.#unread.size > 0 && positions.some((position) => this.#unread.has(position))
  }

  #stop(run: Run): void {
    const { play } = this.#terms.boxes[run.node.box] as BoxTerms
    const stopped = stopWay(run, play)
    if (stopped) {
      const way = wayOf(stopped.hand.ended, stopped.hand.actions.length > run.hand.actions.length ? 'stand' : null)
      this.#over(run, { ...stopped, score: run.score + stopped.score }, way, false)
    }
    for (const { free, ...doubled } of cardlessDoubles(run, this.#position, play))
      this.#over(run, { ...doubled, score: run.score }, wayOf('double', free ? 'free-double' : 'double'), true)
    const given = surrenderWay(run, this.#position, play)
    if (given) this.#over(run, { ...given, score: run.score + given.score }, wayOf('surrender', 'surrender'), true)
  }

  /** The hand is over: the next one's turn, or the box is finished. */
  #over(run: Run, taken: Taken, way: number, shown: boolean): void {
    const { node, waiting } = run
    const { hand } = taken
    const terms = this.#terms.boxes[node.box] as BoxTerms
    const past = this.#pastWith(node.past, hand, terms.alike)
    const [next = null, ...rest] = waiting
    const to = this.#nodeAt(node, { ...taken, hand: next }, rest, past, this.#position, shown)
    if (!to.node) return
    const total = totalOf(hand.points)
    if (this.#isAssumed(hand)) {
      const key = `${node.id} ${to.node.id} ${way} ${total} ${hand.actions.length}`
      if (this.#once.has(key)) return
      this.#once.add(key)
      this.#body.assumed.set(this.#body.edgeCount, hand)
    }
    this.#edge(node, to.node, way, total, taken.score)
    if (!to.isNew) return
    const level = this.#levels[past.hands.length] ?? []
    this.#levels[past.hands.length] = level
    level.push(to.node)
  }

  #finish(node: Node, box: number): void {
    const { needsOf } = this.#terms.boxes[box] as BoxTerms
    this.#addStart(box + 1, together(node.needs, needsOf(node.past.hands)), node)
  }

  #nodeAt(
    from: Node,
    { hand, effects: added }: Pick<Taken, 'effects'> & { readonly hand: Hand | null },
    waiting: readonly Hand[],
    past: Past,
    position: number,
    shown: boolean,
    together = false,
  ): { readonly node: Node | null; readonly isNew: boolean } {
    let { effects } = from
    if (this.#terms.followsChips) for (const effect of added) effects = withEffect(this.#body, effects, effect)
    const { box, needs } = from
    const flags = (shown ? 2 : 0) + (together ? 1 : 0)
    const place = (((this.#position - position) * MOST_BOXES + box) * (ANY_NEED + 1) + needs) * 4 + flags
    const number = (place * MOST_ALIKE + past.id) * MOST_ALIKE + effects.id
    const key = hand === null ? number : `${number} ${keptKey(hand)} ${waiting.map(keptKey).join(' ')}`
    const known = this.#known.get(key)
    if (known) return { node: known, isNew: false }
    const kind = hand === null ? this.#kind(`${box}/${past.alike}/${effects.id}`) : -1
    return { node: this.#node(key, { box, needs, hand, waiting, past, effects, kind, shown, together }, position), isNew: true }
  }

  #pastWith(before: Past, hand: Hand, mode: Alike): Past {
    const { pasts, longer } = this.#body
    const own = alikeBy(hand, mode, this.#terms.unseen)
    // Of a hand that was split off another thing may be open than of one that was not.
    const way = `${before.id} ${mode} ${hand.fromSplit} ${own}`
    const known = longer.get(way)
    if (known) return known
    const alike = alikeWith(before.alike, own, mode)
    const key = `${before.hands.length + 1} ${hand.fromSplit} ${alike}`
    const past = pasts.get(key) ?? { id: pasts.size, hands: [...before.hands, hand], alike }
    pasts.set(key, past)
    longer.set(way, past)
    return past
  }

  #kind(key: string): number {
    const { kinds } = this.#body
    const known = kinds.get(key)
    if (known !== undefined) return known
    kinds.set(key, kinds.size)
    return kinds.size - 1
  }

  #node(key: string | number, made: Omit<Node, 'id' | 'position'>, position = this.#position): Node | null {
    const known = this.#known.get(key)
    if (known) return known
    const { nodes } = this.#body
    if (nodes.length >= this.#terms.nodesMax) {
      this.#overflow = true
      return null
    }
    const { box, needs, hand, waiting, past, effects, kind, shown, together } = made
    const node: Node = { id: nodes.length, position, box, needs, hand, waiting, past, effects, kind, shown, together }
    nodes.push(node)
    if (box === this.#terms.boxes.length) this.#body.turns.push(node)
    this.#known.set(key, node)
    return node
  }

  #edge(from: Node, to: Node, way: number, total: number, score: number): number {
    const edge = this.#body.edgeCount++
    this.#body.edges.set(edge, from.id, to.id, way, total, score)
    return edge
  }
}

/** Of a box of which nothing is asked. */
const ANY_HAND: Hand = { ...openHand(1, 0, false), ended: 'stand' }

/** More boxes than a table has, and more lists of one kind than a lattice has nodes: together they stay below 2^53. */
const MOST_BOXES = 16
const MOST_ALIKE = 2 ** 20

const handKey = ({ positions, ranks, actions, real, lammers, ended }: Hand): string =>
  `${positions.join('.')}:${ranks.join('.')}:${actions.join('.')}:${real}${lammers}${ended ?? ''}`

const keys = new WeakMap<Hand, string>()

/** Of a hand that waits for its turn, along with many others. */
const keptKey = (hand: Hand): string => {
  const known = keys.get(hand) ?? handKey(hand)
  keys.set(hand, known)
  return known
}

/** Nobody is due less on sixteen than on any lower total: the dealer stands on seventeen or more, or busts. */
const LOW_TOTAL = 16

/** What another hand in its place must have the same. */
const alikeBy = (hand: Hand, alike: Alike, unseen: Unseen): string =>
  alike === 'all' ? handKey(hand) : alike === 'due' ? dueKey(hand) : needKey(hand, unseen)

/** What is alike in the finished hands so far, and this one. */
const alikeWith = (before: string, own: string, alike: Alike): string => {
  if (alike === 'all') return `${before};${own}`
  if (alike === 'due') return before === '' ? own : [...before.split(';'), own].sort().join(';')
  // Of several hands one that plays on is what the dealer plays for.
  return before === '' || own === 'live' ? own : before
}

const dueKey = (hand: Hand): string => {
  const { ended, real, lammers, points, actions } = hand
  if (ended === 'surrender') return 's'
  if (ended === 'natural') return actions.includes('even-money') ? 'e' : 'n'
  return `${ended === 'bust' ? 'b' : Math.max(LOW_TOTAL, totalOf(points))}.${real}.${lammers}`
}

const needKey = (hand: Hand, unseen: Unseen): string => {
  if (hand.ended === 'surrender') return 'given up'
  if (hand.ended === 'natural') return hand.actions.includes('even-money') ? 'even money' : 'natural'
  if (hand.ended === 'bust') return 'bust'
  return !hand.fromSplit && hangsOnUnseen(hand, 1, unseen) ? 'unseen' : 'live'
}
