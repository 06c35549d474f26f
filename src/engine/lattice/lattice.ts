/**
 * The set of all readings of one round: paths of its lattice from the deal to where the evidence ends. Counting, "true in every reading"
 * and the best reading are sums and maxima over edges, never a list of readings.
 *
 * Two kinds of readings: the round is still in play (the last card lies with some box or with a dealer who may draw on), or it is
 * over (the dealer stopped at the last card) and what the chips did since is the settlement.
 */

import { beganAt, type DealerRun, finalKey } from '../game/dealer.ts'
import { Allowed } from './allowed.ts'
import { type EndOfPlay, endsOfPlay, NEVER, orderMark } from './cuts.ts'
import { Finished, type Scope, scopeOf } from './finished.ts'
import {
  believedDue,
  errorsAtBox,
  hasBegun,
  isAsDealt,
  isEvenMoney,
  isEvenTooLate,
  isOneSwept,
  isPaidAsDealt,
  isPaidInPlay,
  isStanding,
  judgeBox,
} from './fit.ts'
import type { Run } from './graph.ts'
import { duesOf, type Kind, type Turn } from './kept.ts'
import type { LatticeInput } from './reading.ts'
import type { BoxDue } from './settlement.ts'
import {
  ERROR,
  errorsIn,
  type Flow,
  flowOver,
  LAST_IN_PLAY,
  type Layer,
  type Marks,
  NO_EDGE,
  type PathEnd,
  partOf,
  SETTLING,
  Swept,
  UNRESOLVED,
} from './sweep.ts'
import { Tally } from './tally.ts'
import { dealersTurns } from './turns.ts'
import { errorsIn as errorsInVerdict, isHasty, isUnresolved, MISFIT, verdictOf, verdictsOf } from './verdicts.ts'

/** What the dealer put right himself he may have done so up to any end of the settlement, and no other. */
const isMending = ({ error }: LatticeInput): boolean => error?.mended === true

/** Wherever the settlement ended. */
const ANY_END: EndOfPlay = { cut: { kind: 'any' }, played: null }

const NO_DUE: BoxDue = { win: 0, lose: 0, losses: [], total: 0, outcomes: [] }

/** A payment told that soon after the last card is rather a stake told late: ten times likelier. Ranks, never removes. */
const HASTY_SCORE = Math.log(0.1)

interface Verdict {
  readonly mark: Marks
  readonly hasty: boolean
}

const NONE: Verdict = { mark: NO_EDGE, hasty: false }

/** All readings of the evidence. */
export const solve = (input: LatticeInput): Tally => new Question(input).answer()

class Question {
  readonly #input: LatticeInput
  readonly #finished: Finished
  /** Dealer's turns from which he may come to the last card, and how. */
  readonly #dealers: readonly Turn[]
  readonly #allowed: Allowed
  readonly #scope: Scope
  readonly #tally: Tally
  #even: boolean | null = null
  /** The box by which the last end of the settlement fell. */
  #fallen = 0

  constructor(input: LatticeInput) {
    this.#input = input
    this.#finished = new Finished(input)
    this.#dealers = dealersTurns(input)
    this.#allowed = new Allowed(input, this.#finished, this.#dealers)
    this.#scope = this.#allowed.scope()
    this.#tally = new Tally(input)
  }

  answer(): Tally {
    const { boxes, asked } = this.#input
    if (asked === 'any') this.#inPlay()
    const moved = boxes.some(({ timeline }) => timeline.moves.length > 0)
    if (moved || asked !== 'any') this.#over()
    return this.#tally
  }

  #kind(number: number): Kind {
    return this.#input.kept.kinds[number] as Kind
  }

  /** Readings in which the round is in play: the last card lies with a box, or with a dealer who may draw on. */
  #inPlay(): void {
    const input = this.#input
    const { lattice, boxes } = input
    const tally = this.#tally
    const asDealt = boxes.map((_, index) => input.error?.free === index || isAsDealt(input, index))
    const lastTouched = asDealt.findLastIndex((is, index) => !is && !isPaidAsDealt(input, index))
    const laterUntouched = (index: number): boolean => lastTouched < index
    /** At boxes to which play has not come. */
    const errorsFrom = (index: number): number => asDealt.slice(index).filter((is) => !is).length
    const sidesWrong = this.#sidesUnsettled(null)
    const ends: PathEnd[] = []
    // Where no chip is followed each of them fits what its spot showed.
    const isFollowed = input.evidence !== 'bets'
    for (let at = 0; at < lattice.runs.length; at++) {
      const run = lattice.runs[at] as Run
      const { node } = run
      if ((this.#scope.section.slots[node.id] as number) < 0 || !laterUntouched(node.box + 1)) continue
      const { box, past, position } = node
      const held = { box, handIndex: past.hands.length, hand: run.hand, over: false, start: position, end: input.ranks.length }
      if (!this.#allowed.isPointed(node, lattice.cards) || input.only?.(held) === false) continue
      if (!isOneSwept(input, node.box, [...node.past.hands, run.hand, ...node.waiting.hands])) continue
      const stands = isFollowed ? isStanding(input, run, this.#finished.playOf(node.box, node.effects)) : hasBegun(run, input.ranks.length)
      if (stands) ends.push({ node, run, dealer: null, errors: errorsFrom(node.box + 1) + sidesWrong })
    }
    for (const node of this.#allowed.finishedSince(input.ranks.length)) {
      const isEnd = (this.#scope.section.slots[node.id] as number) >= 0 && laterUntouched(node.box + 1)
      if (isEnd && this.#finished.kindOf(node)?.explained)
        ends.push({ node, run: null, dealer: null, errors: errorsFrom(node.box + 1) + sidesWrong })
    }
    for (const { node, runs } of this.#dealers) {
      // Once his hand is complete no main bet is paid too early. Who is paid has stood, though no card has shown it.
      const open = runs.filter((run) => !run.done || this.#sidesUnsettled(run) === this.#errors)
      for (const dealer of this.#errors === 0 ? drawnRuns(open) : firstOf(open)) {
        ends.push({ node, run: null, dealer, errors: dealer.done ? this.#sidesUnsettled(dealer) : sidesWrong })
      }
    }
    for (const alike of this.#byHisSecondCard(ends)) this.#sweepInPlay(alike)
    if (input.ranks.length > input.dealLength || !laterUntouched(0)) return
    if (errorsFrom(0) + sidesWrong !== this.#errors) return
    // Nothing but the initial deal: one reading, every box as it was dealt.
    tally.addUntouched()
  }

  /** Errors at the wagers beside the main bets of which none was settled yet. `final`: the dealer's hand, if it is complete. */
  #sidesUnsettled(final: DealerRun | null): number {
    const { sides, boxes } = this.#input
    return sides === null ? 0 : boxes.reduce((sum, _, box) => sum + sides.unsettled(box, final).length, 0)
  }

  /** The same of a box that is finished. */
  #sidesOf(number: number, final: DealerRun): number {
    const { sides, kept, error } = this.#input
    const { node } = this.#kind(number)
    const { box, past, effects } = node
    if (sides === null || error?.free === box) return 0
    const key = `${this.#endKey(final, false)}/${sides.closed}`
    const known = kept.sides.get(key) ?? []
    kept.sides.set(key, known)
    const errors = known[number] ?? sides.of(box, { story: { hands: past.hands, effects: effects.list }, final }).length
    known[number] = errors
    return errors
  }

  /** `ends`: where the dealer began at the same card, or not yet. */
  #sweepInPlay(ends: readonly PathEnd[]): void {
    const tally = this.#tally
    const [first] = ends
    const dealer = first?.dealer ?? null
    const errors = this.#errors
    const layer = { section: this.#scope.section, marks: this.#marksInPlay(dealer), handicap: null, errors }
    const swept = new Swept(flowOver(layer), ends, (marks) => errorsIn(marks) === errors)
    tally.add(swept, null)
    swept.ends.forEach(({ dealer: run }, at) => {
      const count = swept.counts[at] as number
      tally.over += run?.done ? count : 0
      tally.exposed += run && run.drawn > 0 ? count : 0
    })
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
    this.#even ??= this.#input.kept.kinds.some((kind) => kind && isEvenMoney(kind.node.past.hands))
    return this.#even
  }

  /** May a round in play have this finished box? */
  #markInPlay(number: number, dealer: DealerRun | null): Marks {
    const { node, play, explained } = this.#kind(number)
    const { box, past } = node
    if (!isOneSwept(this.#input, box, past.hands)) return NO_EDGE
    if (explained && (dealer === null || !isEvenTooLate(this.#input, box, past.hands, dealer))) return 0
    return isPaidInPlay(this.#input, box, { hands: past.hands, end: node.position, play }) ? ERROR : NO_EDGE
  }

  /** Errors in the settlement that each reading has. */
  get #errors(): number {
    return this.#input.error?.settling ?? 0
  }

  /** Some finished box of which play does not explain every movement: what moved there settles it. */
  #isSettling({ kinds }: Scope): boolean {
    return kinds.some((number) => !this.#kind(number).explained)
  }

  /** Marks of the edges in readings in play; null: all of them may be in one, and none has an error. */
  #marksInPlay(dealer: DealerRun | null): Int8Array | null {
    const { kinds, kindAt } = this.#scope
    const marked = new Map(kinds.map((number) => [number, this.#markInPlay(number, dealer)]))
    if (this.#errors === 0 && [...marked.values()].every((mark) => mark === 0)) return null
    const marks = new Int8Array(kindAt.length)
    for (let index = 0; index < kindAt.length; index++) marks[index] = marked.get(kindAt[index] as number) ?? 0
    return marks
  }

  /** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
  #over(): void {
    const { asked, ignoreSettlement, evidence } = this.#input
    // While the round may be in play, only a chip that play does not explain tells that it is over.
    if (asked === 'any' && !ignoreSettlement && !this.#isSettling(this.#scope)) return
    const finals = new Map<string, PathEnd[]>()
    const isAnyEven = this.#isAnyEven
    for (const { node, runs } of this.#dealers) {
      for (const dealer of runs) {
        if (!dealer.done) continue
        const key = this.#endKey(dealer, isAnyEven)
        const ends = finals.get(key) ?? []
        finals.set(key, ends)
        ends.push({ node, run: null, dealer })
      }
    }
    // Where no payout is sensed the final hand changes nothing but the outcomes.
    const shared = ignoreSettlement || evidence !== 'payouts' ? new Map<string, Flow>() : null
    for (const ends of finals.values()) this.#withFinal((ends[0] as PathEnd).dealer as DealerRun, ends, shared)
  }

  /** Final hands by which every wager comes to the same, and was settled in time or too early. */
  #endKey(dealer: DealerRun, isAnyEven: boolean): string {
    const ended = this.#input.sides === null ? '' : `/${dealer.extra ?? 0}`
    return `${finalKey(dealer)}${ended}${isAnyEven ? `/${beganAt(dealer)}` : ''}`
  }

  #withFinal(final: DealerRun, ends: readonly PathEnd[], shared: Map<string, Flow> | null): void {
    const input = this.#input
    const tally = this.#tally
    const flow = (end: EndOfPlay, scope: Scope): Flow | null => {
      const key = `${end.cut.kind}/${end.played}`
      const known = shared?.get(key)
      if (known) return known
      const layer = this.#marked(end, scope, final, shared === null)
      const fresh = layer && flowOver(layer)
      if (fresh) shared?.set(key, fresh)
      return fresh
    }
    const left = shared === null && !isMending(input) ? this.#possible(ends, final) : this.#scope
    if (left === null) return
    const free = input.error?.free !== undefined
    const known = input.asked !== 'any'
    const kinds = left.kinds.map((number) => this.#kind(number))
    for (const end of endsOfPlay(input, kinds)) {
      const { cut, played } = end
      const open = cut.kind === 'open'
      const accepts = (mark: Marks): boolean =>
        errorsIn(mark) === this.#errors &&
        // A settlement still open has a stake unresolved; what is resolved is counted where its settlement ended.
        (open && !free ? (mark & UNRESOLVED) !== 0 : true) &&
        (played === null || played === NEVER || (mark & LAST_IN_PLAY) !== 0) &&
        (known || free || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0)
      const ending = flow(end, left)
      const swept = ending && new Swept(ending, ends, accepts)
      if (!swept || swept.count === 0) continue
      tally.add(swept, { final, cut })
      tally.exposed += swept.count
      tally.over += swept.count
      tally.offer(swept, { final, cut })
    }
  }

  /** What can fit at all, wherever the settlement ended: most edges fall here, once for all cuts. null: nothing fits. */
  #possible(ends: readonly PathEnd[], final: DealerRun): Scope | null {
    const layer = this.#marked(ANY_END, this.#scope, final, true, true)
    const swept = layer && new Swept(flowOver(layer), ends, () => true)
    if (!swept || swept.count === 0) return null
    return scopeOf(partOf(this.#scope.section, swept.through), this.#input.boxes.length)
  }

  /**
   * Marks of the edges, and what a hasty payment costs the reading; null where some box fits in no way. `hasDues`: what boxes are due
   * changes something. `atAll`: whatever fits some end of the settlement; which box was settled wrongly depends on where that was.
   */
  #marked(
    { cut, played }: EndOfPlay,
    { section, kindAt, kinds, byBox }: Scope,
    final: DealerRun,
    hasDues: boolean,
    atAll = false,
  ): Layer | null {
    const input = this.#input
    if (byBox.length === 0) return { section, marks: null, handicap: null }
    // An end of the settlement may make an error of what fits another one: then it counts there.
    const most = atAll ? 0 : errorsAtBox(input)
    const dues = duesOf(input.kept, final)
    const dueOf = ({ node, play }: Kind): BoxDue => {
      if (!hasDues) return NO_DUE
      const due = dues[node.kind] ?? believedDue(input, node.box, node.past.hands, play, final)
      dues[node.kind] = due
      return due
    }
    const found: Verdict[] = []
    const verdictsAs = input.ignoreSettlement ? null : verdictsOf(input, final, this.#isAnyEven, cut, most)
    const judged = (number: number): Verdict => {
      const kind = this.#kind(number)
      const { node, play, explained } = kind
      if (verdictsAs === null) return { mark: SETTLING, hasty: false }
      const verdicts = verdictsAs(node.box)
      const verdict =
        verdicts[number] ??
        verdictOf(judgeBox(input, node.box, { hands: node.past.hands, end: node.position, play }, dueOf(kind), { cut, final }, most))
      verdicts[number] = verdict
      // What leaves a stake on the table is no story of a round in which every stake is resolved.
      const isOut = verdict === MISFIT || (input.asked === 'resolved' && isUnresolved(verdict))
      if (isOut && !(atAll && this.#errors > 0)) return NONE
      const sides = this.#sidesOf(number, final)
      const errors = (isOut ? 1 : errorsInVerdict(verdict)) + sides
      if (errors > this.#errors) return NONE
      if (isOut) return { mark: SETTLING + ERROR * errors, hasty: false }
      const inOrder = played === null ? 0 : orderMark(input, node, play, played)
      if (inOrder === null) return NONE
      const flags = (isUnresolved(verdict) ? UNRESOLVED : 0) | (explained ? 0 : SETTLING) | inOrder
      return { mark: flags + ERROR * errors, hasty: isHasty(verdict) }
    }
    const fits = (number: number): boolean => {
      const verdict = found[number] ?? judged(number)
      found[number] = verdict
      return verdict !== NONE
    }
    // While the round may be in play only a chip that play does not explain tells that it is over.
    const tells = input.asked === 'any' && input.error?.free === undefined && verdictsAs !== null
    if (tells && !kinds.some((number) => !this.#kind(number).explained && fits(number))) return null
    // Most ends of the settlement fall by one box: the one by which the last fell is asked first.
    if (!(byBox[this.#fallen] ?? []).some(fits)) return null
    for (const [box, own] of byBox.entries()) {
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
    return { section, marks, handicap, errors: this.#errors }
  }
}

/** Runs in which he drew; where the hole card is not known several totals are one reading, for the cards lie alike. */
const drawnRuns = (runs: readonly DealerRun[]): readonly DealerRun[] => firstOf(runs.filter((run) => run.drawn > 0))

const firstOf = (runs: readonly DealerRun[]): readonly DealerRun[] => {
  const first = runs.find((run) => run.done) ?? runs[0]
  return first ? [first] : []
}
