/** Collects what the sweeps over the lattice find: counts, the best reading, and, when asked for, what readings agree on. */
import { totalOf } from './cards.ts'
import { type InPlay, matchPlay } from './chips.ts'
import type { DealerRun } from './dealer.ts'
import { differSomewhere, distinctReadings, type Spelling } from './distinct.ts'
import type { Outcome } from './event.ts'
import { believedDue, boxDue, judgeBox } from './fit.ts'
import { BOX_FINISHED, type Node, WAYS } from './graph.ts'
import type { Hand } from './hand.ts'
import type { Happened, LatticeInput, Reading, SettledWrongly, Solution, Support } from './reading.ts'
import { judgeHands } from './settle.ts'
import type { Cut, Settlement } from './settlement.ts'
import type { Story } from './story.ts'
import type { Path, Swept } from './sweep.ts'
import { decisionsBefore, endsHand, fromOf, handOf, positionsOf, storiesOf, storyOf, type Traced, toOf } from './trace.ts'

/** What a path ends as: in play, or over with this final hand and the settlement that ended there. */
export type PathOver = { readonly final: DealerRun; readonly cut: Cut } | null

/** One sweep, and what its readings end as. */
interface Part {
  readonly swept: Swept
  readonly over: PathOver
}

/** What readings have of one hand: an edge on which it ended, or a hand still in play. */
type Seen = { readonly edge: number } | { readonly hand: Hand; readonly score: number }

/** Stories of a box written out at most; a box of four hands may have tens of thousands. */
const STORIES_MAX = 5000

export class Tally implements Solution {
  count = 0
  over = 0
  exposed = 0
  dealerBegan = true
  readonly untouched: number[]
  readonly overflow: boolean
  readonly #dealers = new Map<string, { run: DealerRun; count: number }>()
  readonly #parts: Part[] = []
  readonly #input: LatticeInput
  readonly #traced: Traced
  #offered: { readonly swept: Swept; readonly over: PathOver } | null = null
  readonly #offers: { readonly swept: Swept; readonly over: PathOver }[] = []
  #asDealt = false
  #best: Reading | null | undefined
  #readings: number | null = null
  #edges: readonly (readonly number[])[] | null = null
  #supports: readonly (readonly Support[])[] | null = null

  constructor(input: LatticeInput) {
    this.#input = input
    this.overflow = input.lattice.overflow
    this.untouched = input.boxes.map(() => 0)
    this.#traced = tracedBy(input)
  }

  get dealers(): Solution['dealers'] {
    return [...this.#dealers.values()]
  }

  add(swept: Swept, over: PathOver): void {
    this.count += swept.count
    this.#parts.push({ swept, over })
    const boxes = this.untouched.length
    for (const { node, dealer, count } of swept.ends) {
      for (let index = node.box + 1; index < boxes; index++) this.untouched[index] = (this.untouched[index] ?? 0) + count
      if (!dealer) {
        this.dealerBegan = false
        continue
      }
      const key = `${node.position}/${dealer.end}/${dealer.total}/${dealer.blackjack}/${dealer.done}`
      this.#dealers.set(key, { run: dealer, count: (this.#dealers.get(key)?.count ?? 0) + count })
    }
  }

  /** One reading: every box as it was dealt. */
  addUntouched(): void {
    this.count += 1
    for (let index = 0; index < this.untouched.length; index++) this.untouched[index] = (this.untouched[index] ?? 0) + 1
    this.#asDealt = true
    this.dealerBegan = false
  }

  /** Keeps the likelier of two readings; of equals the one in which the round is over. */
  offer(swept: Swept, over: PathOver): void {
    if (swept.count === 0) return
    this.#offers.push({ swept, over })
    const best = this.#offered?.swept.bestScore ?? Number.NEGATIVE_INFINITY
    if (this.#offered !== null && (best > swept.bestScore || (best === swept.bestScore && !over))) return
    this.#offered = { swept, over }
  }

  /** Each unread card is followed as every rank it may have: what differs in that alone is one reading. */
  get readings(): number {
    this.#readings ??= this.#isUnread() ? this.#distinct() : this.count
    return this.#readings
  }

  get isSingle(): boolean {
    if (this.#readings !== null || !this.#isUnread()) return this.readings === 1
    return !differSomewhere(this.spellings) && this.readings === 1
  }

  #isUnread(): boolean {
    // Nor does what nobody has turned make readings of its own.
    const isHidden = this.#input.hole === null || this.#input.upRanks.length > 1
    if (isHidden && (this.#parts.length > 1 || this.#parts.some(({ swept }) => hasTwice(swept)))) return true
    return (
      this.#input.lattice.unread.size > 0 || this.#input.ranks.some((rank, position) => rank === null && position >= this.#input.dealLength)
    )
  }

  #distinct(): number {
    const asDealt = this.#asDealt ? 1 : 0
    const words = distinctReadings(this.spellings)
    return words === null ? this.count : words + asDealt
  }

  /** Its readings one by one are the words of these sweeps, and every box as it was dealt where that is one. */
  get spellings(): readonly Spelling[] {
    return this.#parts.map(({ swept }) => ({ traced: this.#traced, swept }))
  }

  get isAsDealt(): boolean {
    return this.#asDealt
  }

  get best(): Reading | null {
    if (this.#best !== undefined) return this.#best
    const path = this.#offered?.swept.best()
    this.#best = path ? this.#reading(path, this.#offered?.over ?? null) : this.#asDealt ? AS_DEALT : null
    return this.#best
  }

  prefer(best: Reading): Solution {
    this.#best = best
    return this
  }

  kBest(most: number): readonly Reading[] {
    const streams = this.#offers.map(({ swept, over }) => ({ paths: swept.inOrder(), over }))
    const heads = streams.map(({ paths }) => paths.next().value as Path | undefined)
    const readings: Reading[] = []
    while (readings.length < most) {
      let at = -1
      heads.forEach((head, index) => {
        const other = heads[at]
        if (head && (!other || head.score > other.score || (head.score === other.score && streams[index]?.over))) at = index
      })
      const head = heads[at]
      const stream = streams[at]
      if (!head || !stream) break
      readings.push(this.#reading(head, stream.over))
      heads[at] = stream.paths.next().value as Path | undefined
    }
    return readings.length < most && this.#asDealt ? [...readings, AS_DEALT] : readings
  }

  #reading({ edges, end, score }: Path, over: PathOver): Reading {
    const stories = storiesOf(this.#traced, edges, end)
    const settled = over ? stories.map((story, index) => this.#settled(index, story, over)) : []
    return {
      stories,
      dues: over ? settled.map(({ due }) => due) : null,
      settlements: settled.map(({ settlement }) => settlement),
      dealer: end.dealer,
      active: over ? null : end.node.box,
      score,
    }
  }

  #settled(index: number, story: Story, { final, cut }: NonNullable<PathOver>) {
    const input = this.#input
    const { timeline, chips } = input.boxes[index] as LatticeInput['boxes'][number]
    const play = matchPlay(story.effects, timeline, chips)
    return this.#verdict(index, story.hands, play, { final, cut })
  }

  #verdict(index: number, hands: readonly Hand[], play: InPlay, { final, cut }: NonNullable<PathOver>) {
    const due = boxDue(this.#input, index, hands, play, final)
    const believed = final.believed === undefined ? due : believedDue(this.#input, index, hands, play, final)
    const settlement: Settlement = judgeBox(this.#input, index, hands, play, believed, cut, final)
    return { due, settlement }
  }

  get settledWrongly(): readonly SettledWrongly[] {
    const { lattice, error, boxes } = this.#input
    const wrongly = error?.wrongly
    if (!wrongly || wrongly.size === 0) return []
    const found: SettledWrongly[] = []
    for (const { swept, over } of this.#parts) {
      if (over === null) continue
      swept.flow.section.edges.forEach((edge, index) => {
        const count = swept.through[index] as number
        const { box, past, effects } = fromOf(lattice, edge)
        if (count === 0 || lattice.body.edges.way[edge] !== BOX_FINISHED || !wrongly.has(box)) return
        const { timeline, chips } = boxes[box] as LatticeInput['boxes'][number]
        const play = matchPlay(effects.list, timeline, chips)
        found.push({ box, hands: past.hands, play, ...this.#verdict(box, past.hands, play, over), final: over.final, count })
      })
    }
    return found
  }

  // --- what readings agree on ---------------------------------------------------------------------------------------------------

  /** Edges some reading uses, by box. */
  get #used(): readonly (readonly number[])[] {
    if (this.#edges !== null) return this.#edges
    const { lattice } = this.#input
    const byBox: number[][] = this.untouched.map(() => [])
    const seen = new Uint8Array(lattice.edgeCount)
    for (const { swept } of this.#parts) {
      const { through, flow } = swept
      const { edges } = flow.section
      for (let index = 0; index < edges.length; index++) {
        const edge = edges[index] as number
        if (through[index] === 0 || seen[edge] === 1) continue
        seen[edge] = 1
        byBox[fromOf(lattice, edge).box]?.push(edge)
      }
    }
    this.#edges = byBox
    return byBox
  }

  /** All that readings have of one hand; null where one of them has no such hand, or has not come to the box. */
  *#seen(box: number, handIndex: number): Generator<Seen | null> {
    if (this.count === 0 || (this.untouched[box] ?? 0) > 0) yield null
    const { lattice } = this.#input
    for (const edge of this.#used[box] ?? []) {
      const from = fromOf(lattice, edge)
      if (lattice.body.edges.way[edge] === BOX_FINISHED) {
        if (from.past.hands.length <= handIndex) yield null
      } else if (from.past.hands.length === handIndex && endsHand(lattice, edge)) yield { edge }
    }
    for (const { swept } of this.#parts) {
      for (const { node, run } of swept.ends) {
        if (node.box !== box) continue
        if (run === null) {
          if (node.past.hands.length <= handIndex) yield null
        } else if (handIndex >= node.past.hands.length) {
          const hand = [run.hand, ...run.waiting.hands][handIndex - node.past.hands.length]
          yield hand ? { hand, score: run.score } : null
        }
      }
    }
  }

  #cardsOf(seen: Seen): readonly number[] {
    return 'hand' in seen ? seen.hand.positions : positionsOf(this.#traced, seen.edge)
  }

  #sameCards(one: readonly number[], other: readonly number[]): boolean {
    if (one.length !== other.length) return false
    return one.every((position, index) => position === other[index] || this.#input.isSameCard(position, other[index] as number))
  }

  agreesOn(box: number, handIndex: number, cards: readonly number[], outcome: Outcome | null): boolean {
    for (const seen of this.#seen(box, handIndex)) if (seen === null || !this.#sameCards(this.#cardsOf(seen), cards)) return false
    if (outcome === null) return true
    for (const { swept, over } of this.#parts) {
      if (over === null) continue
      for (const outcomes of this.#outcomes(swept, over.final, box, handIndex)) if (outcomes !== outcome) return false
    }
    return true
  }

  /** Every outcome of a hand against this final hand. */
  *#outcomes(swept: Swept, final: DealerRun, box: number, handIndex: number): Generator<Outcome | undefined> {
    const { lattice, rules, boxes } = this.#input
    const insured = boxes[box]?.insured ?? false
    const alone = rules.freeHandsSettle === 'each-on-its-own'
    const { through, flow } = swept
    const { edges } = flow.section
    for (let index = 0; index < edges.length; index++) {
      const edge = edges[index] as number
      if (through[index] === 0 || fromOf(lattice, edge).box !== box) continue
      const isFinished = lattice.body.edges.way[edge] === BOX_FINISHED
      if (isFinished && !alone) yield judgeHands(fromOf(lattice, edge).past.hands, final, rules, insured)[handIndex]
      if (isFinished || !alone || fromOf(lattice, edge).past.hands.length !== handIndex || !endsHand(lattice, edge)) continue
      yield judgeHands([handOf(this.#traced, edge)], final, rules, insured)[0]
    }
  }

  alternatives(box: number, handIndex: number, cards: readonly number[], most: number): readonly (readonly number[])[] {
    const found: { readonly cards: readonly number[]; readonly score: number }[] = []
    for (const seen of this.#seen(box, handIndex)) {
      if (seen === null) continue
      const other = this.#cardsOf(seen)
      if (this.#sameCards(other, cards)) continue
      found.push({ cards: other, score: 'hand' in seen ? seen.score : (this.#input.lattice.body.edges.score[seen.edge] as number) })
    }
    const chosen: (readonly number[])[] = []
    for (const { cards: other } of found.sort((one, two) => two.score - one.score)) {
      if (chosen.length >= most) break
      if (!chosen.some((known) => this.#sameCards(known, other))) chosen.push(other)
    }
    return chosen
  }

  contains(box: number, handIndex: number, happened: Happened): boolean {
    for (const seen of this.#seen(box, handIndex)) {
      if (seen === null) return false
      if (!('hand' in seen ? handHas(seen.hand, happened) : this.#edgeHas(seen.edge, happened))) return false
    }
    return true
  }

  #edgeHas(edge: number, happened: Happened): boolean {
    const { lattice } = this.#input
    if (lattice.body.assumed.has(edge)) return handHas(handOf(this.#traced, edge), happened)
    const { action, step, total } = happened
    const node = fromOf(lattice, edge)
    const { way, total: totals } = lattice.body.edges
    const { action: last, ended } = WAYS[way[edge] as number] as (typeof WAYS)[number]
    if (action === null) return ended === 'bust' && (total === null || totals[edge] === total)
    const before = node.hand?.actions ?? []
    if (step < before.length) return before[step] === action
    return last === action && (total === null || totals[edge] === total) && decisionsBefore(this.#traced, edge) === step
  }

  // --- every story of a box --------------------------------------------------------------------------------------------------------

  get supports(): readonly (readonly Support[])[] {
    this.#supports ??= this.untouched.map((_, box) => this.#supportsOf(box))
    return this.#supports
  }

  #supportsOf(box: number): readonly Support[] {
    const supports = new Map<string, Support>()
    for (const { swept, over } of this.#parts) {
      const final = over?.final ?? null
      for (const { story, count } of this.#storiesOf(box, swept)) {
        const outcomes = final ? judgeHands(story.hands, final, this.#input.rules, this.#input.boxes[box]?.insured ?? false) : null
        const key = `${storyKey(story)} ${outcomes?.join() ?? ''}`
        supports.set(key, { story, outcomes, count: (supports.get(key)?.count ?? 0) + count })
        if (supports.size >= STORIES_MAX) return [...supports.values()]
      }
    }
    return [...supports.values()]
  }

  /** Every story of the box, each with the readings of this sweep that contain it: as many lead to its beginning as lead on from its end. */
  *#storiesOf(box: number, swept: Swept): Generator<{ readonly story: Story; readonly count: number }> {
    const { lattice } = this.#input
    const { flow, through } = swept
    const { width, paths, marks, section } = flow
    const { slots } = section
    const from = new Map<Node, number[]>()
    const starts = new Set<Node>()
    section.edges.forEach((edge, index) => {
      const node = fromOf(lattice, edge)
      if ((through[index] as number) === 0) return
      if (node.box === box) from.set(node, [...(from.get(node) ?? []), index])
      else if (node.box === box - 1 && lattice.body.edges.way[edge] === BOX_FINISHED) starts.add(toOf(lattice, edge))
    })
    if (box === 0) for (let root = 0; root < lattice.body.rootCount; root++) starts.add(lattice.body.nodes[root] as Node)
    const ends = new Map<Node, (typeof swept.ends)[number][]>()
    for (const end of swept.ends) if (end.node.box === box) ends.set(end.node, [...(ends.get(end.node) ?? []), end])
    const readingsThrough = (start: Node, mark: number, onward: (after: number) => number): number => {
      let sum = 0
      for (let before = 0; before < width; before++) {
        const count = paths[(slots[start.id] as number) * width + before] as number
        if (count === 0) continue
        for (let after = 0; after < width; after++) if (swept.accepts(before | mark | after)) sum += count * onward(after)
      }
      return sum
    }
    const walk = function* (
      this: Tally,
      start: Node,
      node: Node,
      edges: readonly number[],
    ): Generator<{ readonly story: Story; readonly count: number }> {
      for (const end of ends.get(node) ?? []) {
        const count = readingsThrough(start, 0, (after) => (after === 0 ? 1 : 0))
        if (count > 0) yield { story: storyOf(this.#traced, edges, node, end.run), count }
      }
      for (const index of from.get(node) ?? []) {
        const edge = section.edges[index] as number
        const to = toOf(lattice, edge)
        if (lattice.body.edges.way[edge] === BOX_FINISHED) {
          const count = readingsThrough(
            start,
            marks?.[index] ?? 0,
            (after) => swept.onward[(slots[to.id] as number) * width + after] as number,
          )
          if (count > 0) yield { story: storyOf(this.#traced, edges, node, null), count }
        } else yield* walk.call(this, start, to, [...edges, edge])
      }
    }
    for (const start of starts) yield* walk.call(this, start, start, [])
  }
}

/** Several of the dealer's hands end at one node. */
const hasTwice = ({ ends }: Swept): boolean => new Set(ends.map(({ node }) => node)).size < ends.length

/** What hands are read off by. */
export const tracedBy = ({ lattice, ranks, boxes }: LatticeInput): Traced => ({
  lattice,
  ranks,
  silent: boxes.map(({ silent }) => silent),
})

const AS_DEALT: Reading = { stories: [], dues: null, settlements: [], dealer: null, active: 0, score: 0 }

const handHas = ({ actions, ended, points }: Hand, { action, step, total }: Happened): boolean => {
  if (action === null) return ended === 'bust' && (total === null || totalOf(points) === total)
  return actions[step] === action && (total === null || totalOf(points) === total)
}

export const storyKey = ({ hands, active }: Story): string =>
  `${active} ${hands.map(({ positions, ranks, actions, ended }) => `${positions.join('.')}:${ranks.join('.')}:${actions.join('.')}:${ended}`).join('|')}`
