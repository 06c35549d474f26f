/** Adds a card to the lattice: every hand in play takes it in every way, and what follows without a further card follows at once. */
import { totalOf } from '../../rules/game/cards.ts'
import { ANY_NEED, type Needs, NO_NEED, together } from '../../rules/game/dealer.ts'
import { type Hand, withAction, withCard, withHit } from '../../rules/game/hand.ts'
import { EVEN_MONEY_SCORE } from '../../rules/game/plausible.ts'
import { mayTakeEvenMoney } from '../../rules/game/up-card.ts'
import type { ChipEffect } from '../evidence/chips.ts'
import { kept } from '../workspace.ts'
import { chipsKey } from './error-effects.ts'
import {
  AS_IT_LAY,
  BOX_FINISHED,
  type Body,
  type BoxTerms,
  type Effects,
  EVEN_MONEY,
  type GrowthTerms,
  handKey,
  type Lattice,
  type Node,
  type Run,
  sweptOf,
  type Waiting,
  wayOf,
  withEffect,
  withFirst,
} from './graph.ts'
import { emptyLattice, ownBody } from './own-body.ts'
import { pastWith } from './pasts.ts'
import { thinned } from './pruned-lattice.ts'
import { asidesOf, isServedInTurn, owedBy } from './split-cards.ts'
import {
  afterCard,
  asItIs,
  cardlessDoubles,
  drawWays,
  givenUp,
  handsOf,
  NO_EFFECTS,
  splitWays,
  stopWay,
  sweptWay,
  type Taken,
  unservedWay,
} from './ways.ts'

/**
 * May what play did to the chips of this node still fit what they showed? `open`: one of its hands is in play. null if chips are not
 * followed.
 */
export type MayFit = ((node: Node, open: boolean) => boolean) | null

/** The lattice when the initial deal is complete. */
export const beginLattice = (terms: GrowthTerms, mayFit: MayFit): Lattice => {
  const growth = new Growth(emptyLattice(terms), mayFit, terms.deal, false)
  growth.begin()
  for (let box = 0; box < terms.boxes.length; box++) growth.settle(box)
  return growth.done()
}

/** The lattice after the card at `position`. `ranks`: the ranks the card may have. */
export const growLattice = (before: Lattice, position: number, ranks: readonly number[], mayFit: MayFit): Lattice => {
  const lattice = thinned(before)
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

/** The growth by one card. `position`: of the card after it. */
class Growth {
  readonly body: Body
  readonly terms: GrowthTerms
  readonly #mayFit: MayFit
  readonly #position: number
  /** Positions of cards that were not read. */
  readonly #unread: ReadonlySet<number>
  /** New nodes at which boxes and the dealer begin. */
  readonly #begun = new Map<number, readonly Node[]>()
  /** All other new nodes, by the hands to be played there and a number for the rest. */
  readonly #known = new Map<Waiting, Map<number, Node>>()
  /** Keys of hands with unread cards, so that hands that are alike go on only once. */
  readonly #once = new Set<string>()
  /** New nodes of the current box, by the number of its hands that are over. */
  #levels: Node[][] = []
  /** Nodes at which the next box begins. */
  #starts: Node[] = []
  readonly #runs: Run[] = []
  #overflow: boolean

  constructor(lattice: Lattice, mayFit: MayFit, position: number, unread: boolean) {
    this.body = ownBody(lattice)
    this.terms = lattice.terms
    this.#mayFit = mayFit
    this.#position = position
    this.#unread = unread ? new Set([...lattice.unread, position - 1]) : lattice.unread
    this.#overflow = lattice.overflow
  }

  done(): Lattice {
    const { nodes, edgeCount, left } = this.body
    return {
      ...{ body: this.body, terms: this.terms },
      ...{ nodeCount: nodes.length, size: left + nodes.length, edgeCount },
      runs: this.#alive(),
      cards: this.#position,
      unread: this.#unread,
      overflow: this.#overflow,
    }
  }

  /** Hands in play that the chips have not ruled out, and that a way leads to which the chips have not ruled out either. */
  #alive(): readonly Run[] {
    const mayFit = this.#mayFit
    if (mayFit === null) return this.#runs
    const { nodes, edges, edgeCount, rootCount } = this.body
    const reached = new Uint8Array(nodes.length).fill(1, 0, rootCount)
    /** May the finished boxes fit? Several edges leave each of them. */
    const fits: boolean[] = []
    for (let edge = 0; edge < edgeCount; edge++) {
      const from = edges.from[edge] as number
      if (reached[from] === 0) continue
      if (edges.way[edge] === BOX_FINISHED) {
        fits[from] ??= mayFit(nodes[from] as Node, false)
        if (!fits[from]) continue
      }
      reached[edges.to[edge] as number] = 1
    }
    return this.#runs.filter(({ node }) => reached[node.id] === 1 && mayFit(node, true))
  }

  /** These hands, and the hands they become if they are split before the card at `position`. */
  withSplits(runs: readonly Run[], position: number): readonly Run[] {
    const split: Run[] = []
    for (const run of runs) {
      const { play } = run.node.terms as BoxTerms
      if (run.owed !== null) continue
      for (const way of splitWays(run, position, play)) {
        const waiting = withFirst(way.parted, run.waiting)
        for (const aside of asidesOf(way.hand, play.rules)) {
          const ahead = withFirst(way.hand, waiting)
          const nodes = this.body.nodes.length
          const node = this.#nodeAt(run.node, way.effects, ahead, { past: run.node.past, position, shown: true, aside })
          if (!node) continue
          this.#edge(run.node, node, wayOf(null, way.hand.actions.at(-1) ?? null), run.score + way.score)
          if (node.id >= nodes) split.push({ node, hand: way.hand, waiting, owed: owedBy(way.hand, aside), score: 0 })
        }
      }
    }
    if (split.length === 0) return runs
    return [...runs, ...split, ...split.flatMap((run) => this.#passedOver(run, position) ?? [])]
  }

  /** The hand after a hand just split that takes no card: it stops there after a late split, or it is passed over. */
  #passedOver(run: Run, position: number): Run | null {
    const { node, hand, waiting, owed } = run
    const { play } = node.terms as BoxTerms
    const [next] = waiting.hands
    if (!next || !waiting.rest || node.aside !== 0) return null
    const stopsThere = play.rules.splitDealing === 'sequential' && owed === null
    const over = hand.ended !== null ? { hand, score: 0 } : stopsThere ? stopWay(run, play) : unservedWay(run, play)
    if (!over) return null
    const past = pastWith(this, node, over.hand, position)
    const nodes = this.body.nodes.length
    const to = this.#nodeAt(node, NO_EFFECTS, waiting, { past, position, shown: true, aside: 0 })
    if (!to) return null
    const stood = over.hand.actions.length > hand.actions.length ? 'stand' : null
    const edge = this.#edge(node, to, hand.ended === null ? wayOf(over.hand.ended, stood) : AS_IT_LAY, over.score)
    this.body.edges.total[edge] = totalOf(over.hand.points)
    return to.id < nodes ? null : { node: to, hand: next, waiting: waiting.rest, owed: 'own', score: 0 }
  }

  /** A hand takes the card before `position`. */
  take(run: Run, rank: number): void {
    const { play } = run.node.terms as BoxTerms
    const position = this.#position - 1
    if (run.owed === null) {
      if (run.hand.ended !== null) return
      for (const way of drawWays(run, position, rank, play)) this.#after(run, way)
      return
    }
    const dealtTo = (hand: Hand): Hand =>
      afterCard((hand.positions.length < 2 ? withCard : withHit)(hand, position, rank), handsOf(run), play.rules)
    // 000 §4 l.133, 002 Split: the first hand is played to its end first. 003 Split: both get their cards at once.
    if (run.owed === 'both') {
      const hand = dealtTo(run.hand)
      // It went bust in its turn, by the other way of a late split.
      if (hand.ended !== 'bust') this.#goOn({ ...run, hand, owed: 'next' })
    } else if (run.owed === 'next') {
      const { hands, rest } = run.waiting
      const [next] = hands
      if (next && rest) this.#after({ ...run, waiting: withFirst(dealtTo(next), rest), owed: null }, asItIs(run.hand))
    } else this.#after({ ...run, owed: null }, asItIs(dealtTo(run.hand)))
  }

  /** What follows without a card: hands that were over before their turn, hands that stop, boxes that are finished. */
  settle(box: number): void {
    const finished: Node[] = []
    for (let level = 0; level < this.#levels.length; level++) {
      for (const node of this.#levels[level] ?? []) {
        if (node.hand === null) finished.push(node)
        else this.#open(node, node.hand)
      }
    }
    this.#levels = []
    this.#starts = []
    for (const node of finished) {
      const { needsOf } = node.terms as BoxTerms
      this.#addStarts(box + 1, together(node.needs, needsOf(node.past.hands)), node)
    }
    this.#levels = this.#starts.length > 0 ? [this.#starts] : []
  }

  /** The first box begins. */
  begin(): void {
    this.#addStarts(0, NO_NEED, null)
    this.body.rootCount = this.body.nodes.length
    for (const { id } of this.body.nodes) this.body.sums?.begin(id)
    this.#levels = [this.#starts]
  }

  /** A box begins, or the dealer's turn. `from`: the finished box before it. */
  #addStarts(box: number, needs: Needs, from: Node | null): void {
    const erred = from?.erred ?? false
    const key = (box * (ANY_NEED + 1) + needs) * 2 + (erred ? 1 : 0)
    const known = this.#begun.get(key)
    const starts = known ?? this.#startsAt(box, needs, erred)
    if (from) for (const node of starts) this.#edge(from, node, BOX_FINISHED, 0)
    if (known) return
    this.#begun.set(key, starts)
    if (box < this.terms.boxes.length) this.#starts.push(...starts)
    else this.body.turns.push(...starts)
  }

  /** The box played by the rules and, if nobody has erred yet, also against each of them. */
  #startsAt(box: number, needs: Needs, erred: boolean): readonly Node[] {
    const { boxes, erring } = this.terms
    const { untouched, noPast: past, noWaiting: waiting } = this.body
    const start = { position: this.#position, box, needs, waiting, past, kind: -1, shown: false, aside: 0 } as const
    const played = [boxes[box] ?? null, ...(erred ? [] : (erring[box] ?? []))]
    return played.flatMap((terms) => {
      const effects = untouched.get(terms ?? (boxes[0] as BoxTerms)) as Effects
      const made = { ...start, terms, erred: erred || terms?.playError !== undefined, effects }
      return (terms?.dealt ?? DEALERS_TURN).flatMap((hand) => this.#node({ ...made, hand }) ?? [])
    })
  }

  #open(node: Node, hand: Hand): void {
    const { play } = node.terms as BoxTerms
    const run: Run = { node, hand, waiting: node.waiting, owed: null, score: 0 }
    if (hand.ended !== null) {
      this.#over(run, asItIs(hand), AS_IT_LAY, node.shown)
      // The same natural, paid even money. It counts only if the payment is sensed.
      if (hand.ended === 'natural' && play.payoutsSensed && mayTakeEvenMoney(play.upRank, play.rules)) {
        this.#over(run, asItIs(withAction(hand, 'even-money'), EVEN_MONEY_SCORE), EVEN_MONEY, false)
      }
    } else if (hand.positions.length < 2) {
      if (!hand.fromSplit || isServedInTurn(play.rules)) this.#goOn({ ...run, owed: 'own' })
      const unserved = unservedWay(run, play)
      if (unserved) this.#over(run, unserved, wayOf('stand', null), false)
    } else {
      this.#stop(run)
      this.#goOn(run)
    }
  }

  /** A hand after its card: over, or open to stop and to go on. */
  #after(run: Run, taken: Taken): void {
    const { hand } = taken
    if (hand.ended !== null) {
      const last = hand.actions.at(-1)
      const doubled = last === 'double' || last === 'free-double' ? last : null
      this.#ended(run, taken, wayOf(hand.ended, doubled), true)
      return
    }
    const open: Run = { node: run.node, hand, waiting: run.waiting, owed: run.owed, score: run.score + taken.score }
    this.#stop(open)
    this.#goOn(open)
  }

  /**
   * A hand in play. Of hands that differ only in what was assumed for unread cards one goes on, if nothing else follows from the
   * difference.
   */
  #goOn(run: Run): void {
    const { node, hand, waiting, owed } = run
    if (this.#isAssumed(hand) && hand.ranks.length > 2) {
      const key = `${node.id}/${hand.points}/${hand.actions.join('.')}/${waiting.hands.map(handKey).join(' ')}/${owed}`
      if (this.#once.has(key)) return
      this.#once.add(key)
    }
    this.#runs.push(run)
  }

  #isAssumed({ positions }: Hand): boolean {
    return this.#unread.size > 0 && positions.some((position) => this.#unread.has(position))
  }

  #stop(run: Run): void {
    const { play } = run.node.terms as BoxTerms
    const { hand } = run
    const stopped = stopWay(run, play)
    if (stopped) {
      const way = wayOf(stopped.hand.ended, stopped.hand.actions.length > hand.actions.length ? 'stand' : null)
      this.#ended(run, stopped, way, false)
    }
    for (const doubled of cardlessDoubles(run, this.#position, play))
      this.#over(run, doubled, wayOf('double', doubled.free ? 'free-double' : 'double'), true)
    const given = givenUp(hand, handsOf(run), this.#position, play)
    // If a hand may be given up before its turn, giving it up does not show that the turn of any earlier box is over.
    const shown = play.rules.surrenderTurn === 'in-turn' || hand.ranks.length > 2
    if (given) this.#over(run, given, wayOf('surrender', 'surrender'), shown)
  }

  /** The hand is over, and its bet lies or, if that is the error, is swept. */
  #ended(run: Run, taken: Taken, way: number, shown: boolean): void {
    this.#over(run, taken, way, shown)
    const swept = sweptWay(run, taken, this.#position, (run.node.terms as BoxTerms).play)
    if (swept && sweptOf(way) >= 0) this.#over(run, swept, sweptOf(way), true)
  }

  /** The hand is over: it is the next hand's turn, or the box is finished. */
  #over(run: Run, { hand, effects, score }: Taken, way: number, shown: boolean): void {
    const { node, waiting } = run
    const past = pastWith(this, node, hand, this.#position)
    const nodes = this.body.nodes.length
    const to = this.#nodeAt(node, effects, waiting, { past, position: this.#position, shown, aside: 0 })
    if (!to) return
    const total = totalOf(hand.points)
    if (this.#isAssumed(hand)) {
      const key = `${node.id} ${to.id} ${way} ${total} ${hand.actions.length}`
      if (this.#once.has(key)) return
      this.#once.add(key)
      this.body.assumed.set(this.body.edgeCount, hand)
    }
    const edge = this.#edge(node, to, way, run.score + score)
    this.body.edges.total[edge] = total
    if (to.id < nodes) return
    const level = this.#levels[past.hands.length] ?? []
    this.#levels[past.hands.length] = level
    level.push(to)
  }

  /** `ahead`: the hands still to be played. */
  #nodeAt(from: Node, added: readonly ChipEffect[], ahead: Waiting, next: Next): Node | null {
    const { past, position, shown, aside } = next
    let { effects } = from
    if (this.terms.followsChips) for (const effect of added) effects = withEffect(this.body, effects, effect)
    const { box, needs, erred, terms } = from
    const flags = (erred ? 8 : 0) + (shown ? 4 : 0) + aside
    const place = (((this.#position - position) * MOST_BOXES + box) * (ANY_NEED + 1) + needs) * 16 + flags
    const key = (place * MOST_ALIKE + past.id) * MOST_ALIKE + effects.id
    const known = this.#known.get(ahead) ?? new Map<number, Node>()
    const there = known.get(key)
    if (there) return there
    const hand = ahead.hands[0] ?? null
    const waiting = ahead.rest ?? ahead
    const { kinds } = this.body
    const kind = hand === null ? kept(kinds, `${box}/${past.alike}/${effects.id}/${chipsKey(terms?.playError)}`, () => kinds.size) : -1
    const node = this.#node({ box, terms, erred, position, needs, hand, waiting, past, effects, kind, shown, aside })
    if (node) this.#known.set(ahead, known.set(key, node))
    return node
  }

  #node({ box, terms, erred, position, needs, hand, waiting, past, effects, kind, shown, aside }: Omit<Node, 'id'>): Node | null {
    const { nodes, left } = this.body
    if (left + nodes.length >= this.terms.nodesMax) {
      this.#overflow = true
      return null
    }
    const node: Node = { id: nodes.length, box, terms, erred, position, needs, hand, waiting, past, effects, kind, shown, aside }
    nodes.push(node)
    return node
  }

  #edge(from: Node, to: Node, way: number, score: number): number {
    const { edges, sums } = this.body
    const edge = this.body.edgeCount++
    edges.set(edge, from, to, way)
    edges.total[edge] = 0
    edges.score[edge] = score
    sums?.add(edge, edges)
    return edge
  }
}

/** More boxes than a table has, and more lists of one kind than a lattice has nodes. Keys made of them stay below 2^53. */
const MOST_BOXES = 16
const MOST_ALIKE = 2 ** 20

/** The dealer's turn has one node, without a hand. */
const DEALERS_TURN: readonly null[] = [null]

type Next = Pick<Node, 'past' | 'position' | 'shown' | 'aside'>
