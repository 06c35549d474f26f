/**
 * The set of all readings of one round: paths of its lattice from the deal to where the evidence ends. Counting, "true in every reading"
 * and the best reading are sums and maxima over edges, never a list of readings.
 *
 * Two kinds of readings: the round is still in play (the last card lies with some box or with a dealer who may draw on), or it is
 * over (the dealer stopped at the last card) and what the chips did since is the settlement.
 */

import { beganAt, type DealerRun, finalKey } from '../../rules/game/dealer.ts'
import type { InPlay, Timeline } from '../evidence/chips.ts'
import { kept } from '../workspace.ts'
import { believedDue, isEvenMoney } from './box-due.ts'
import { errorsAtBox, isEvenTooLate, isOneSwept, isUndoneLate, judgeBox } from './box-fit.ts'
import { hasBegun, isStanding } from './box-in-play.ts'
import { type EndOfPlay, endsOfPlay, flagsThatCount, NEVER, orderMark } from './cuts.ts'
import { isPaidInPlay } from './early-payment.ts'
import { isAskedFor, isMending, playErrorsIn } from './error-effects.ts'
import { Finished, type Scope, scopeOf } from './finished-boxes.ts'
import type { Node, Run } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import { Allowed } from './section.ts'
import type { BoxDue } from './settlement.ts'
import { duesOf, type Kind, type Played, type Turn } from './shared-answers.ts'
import {
  type EdgeVerdict,
  ERROR,
  errorsIn,
  type Flow,
  flowOver,
  LAST_IN_PLAY,
  type Layer,
  type Marks,
  type PathEnd,
  partOf,
  SETTLING,
  Swept,
  UNRESOLVED,
} from './sweep.ts'
import { Tally } from './tally.ts'
import { dealersTurns } from './turns.ts'
import { betterOf, layerBy, NO_VERDICT, ruledOut, verdictOf, verdictsOf } from './verdicts.ts'
import { asDealtAt, namesPaidAsDealt } from './waiting-hands.ts'

/** Any end of the settlement. */
const ANY_END: EndOfPlay = { cut: { kind: 'any' }, played: null }

const NO_DUE: BoxDue = { win: 0, lose: 0, losses: [], total: 0, outcomes: [] }

/** All readings of the evidence. */
export const solve = (input: LatticeInput): Tally => new Question(input).answer()

class Question {
  readonly #input: LatticeInput
  readonly #finished: Finished
  /** The dealer's turns from which he may come to the last card, and how. */
  readonly #dealers: readonly Turn[]
  readonly #allowed: Allowed
  readonly #scope: Scope
  readonly #tally: Tally
  #even: boolean | null = null
  /** The box that ruled out the last end of the settlement. */
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
    const moved = boxes.some(({ tracks }) => tracks.some(({ moves }) => moves.length > 0))
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
    const asDealt = boxes.map((_, index) => asDealtAt(input, index))
    const lastTouched = asDealt.findLastIndex((found, index) => !found && namesPaidAsDealt(input, index).length === 0)
    const laterUntouched = (index: number): boolean => lastTouched < index
    /** Errors at boxes to which play has not come. */
    const errorsFrom = (index: number): number => asDealt.slice(index).filter((found) => !found).length
    const scoreFrom = (index: number): number => asDealt.slice(index).reduce((sum, found) => sum + (found?.track.score ?? 0), 0)
    /** Are as many boxes played against a rule as the question asks: one so far (`erred`), or those after this index? */
    const isErred = (erred: boolean, index: number): boolean =>
      (erred ? 1 : 0) + asDealt.slice(index).filter((found) => found?.terms.playError).length === playErrorsIn(input.error)
    const sidesWrong = this.#sidesUnsettled(null)
    /** What the chips of a box in play and of the boxes after it add to a reading. */
    const behind = (box: number, { score = 0 }: Timeline): Pick<PathEnd, 'errors' | 'score'> => ({
      errors: errorsFrom(box + 1) + sidesWrong,
      score: score + scoreFrom(box + 1),
    })
    const ends: PathEnd[] = []
    // If no chips are followed, every hand fits what its spot showed.
    const isFollowed = input.evidence !== 'bets'
    for (let at = 0; at < lattice.runs.length; at++) {
      const run = lattice.runs[at] as Run
      const { node } = run
      if ((this.#scope.section.slots[node.id] as number) < 0 || !laterUntouched(node.box + 1)) continue
      const { box, past, position } = node
      const held = { box, handIndex: past.hands.length, hand: run.hand, over: false, start: position, end: input.ranks.length }
      if (!this.#allowed.isPointed(node, lattice.cards) || input.only?.(held) === false) continue
      if (!isErred(node.erred, node.box + 1) || !isAskedFor(input.error, node.terms?.playError)) continue
      if (!isOneSwept(input, node.box, [...node.past.hands, run.hand, ...node.waiting.hands])) continue
      const standing = isFollowed
        ? this.#finished.playsOf(node).find((play) => isStanding(input, run, play))?.timeline
        : hasBegun(run, input.ranks.length) && boxes[box]?.tracks[0]
      if (standing) ends.push({ node, run, dealer: null, ...behind(box, standing) })
    }
    for (const node of this.#allowed.finishedSince(input.ranks.length)) {
      const isEnd = (this.#scope.section.slots[node.id] as number) >= 0 && laterUntouched(node.box + 1)
      const mayBe = isEnd && isErred(node.erred, node.box + 1) && isAskedFor(input.error, node.terms?.playError)
      const explained = mayBe && this.#finished.kindOf(node)?.plays.find((played) => played.explained)
      if (explained) ends.push({ node, run: null, dealer: null, ...behind(node.box, explained.play.timeline) })
    }
    for (const { node, runs } of this.#dealers) {
      // Once his hand is complete no main bet is paid too early. A player who is paid has stood, even if no card has shown it.
      const open = runs.filter((run) => !run.done || this.#sidesUnsettled(run) === this.#errors)
      for (const dealer of this.#errors === 0 ? drawnRuns(open) : firstOf(open)) {
        ends.push({ node, run: null, dealer, errors: dealer.done ? this.#sidesUnsettled(dealer) : sidesWrong })
      }
    }
    for (const alike of this.#byDealer(ends)) this.#sweepInPlay(alike)
    if (input.ranks.length > input.dealLength || !laterUntouched(0)) return
    if (errorsFrom(0) + sidesWrong !== this.#errors || !isErred(false, 0)) return
    // Nothing but the initial deal: one reading, every box as it was dealt.
    tally.addUntouched()
  }

  /** Errors at the side wagers while none of them has been settled. `final`: the dealer's hand, if it is complete. */
  #sidesUnsettled(final: DealerRun | null): number {
    const { sides, boxes } = this.#input
    return sides === null ? 0 : boxes.reduce((sum, _, box) => sum + sides.unsettled(box, final).length, 0)
  }

  /** The same errors at a box that is finished. */
  #sidesOf(number: number, final: DealerRun): number {
    const { sides, kept: answers } = this.#input
    const { node } = this.#kind(number)
    const { box, past, effects } = node
    if (sides === null) return 0
    const known = kept(answers.sides, `${this.#endKey(final, false)}/${sides.closed}`, () => [])
    known[number] ??= sides.of(box, { story: { hands: past.hands, effects: effects.list }, final }).length
    return known[number]
  }

  /** `ends`: ends at which the dealer began at the same card, or has not begun. */
  #sweepInPlay(ends: readonly PathEnd[]): void {
    const tally = this.#tally
    const [first] = ends
    const dealer = first?.dealer ?? null
    const errors = this.#errors
    const swept = new Swept(flowOver(this.#layerInPlay(dealer)), ends, (marks) => errorsIn(marks) === errors)
    tally.add(swept, null)
    swept.ends.forEach(({ dealer: run }, at) => {
      const count = swept.counts[at] as number
      tally.over += run?.done ? count : 0
      tally.exposed += run && run.drawn > 0 ? count : 0
    })
  }

  /** Whether even money was in time depends on when the dealer began, and whether a change was undone or put right on whether he is done. */
  #byDealer(ends: readonly PathEnd[]): readonly (readonly PathEnd[])[] {
    if (!this.#isAnyEven && !this.#isAnyUndone) return [ends]
    const groups = new Map<string, PathEnd[]>()
    for (const end of ends) {
      const key = `${end.dealer ? beganAt(end.dealer) : ''}/${end.dealer?.done}`
      groups.set(key, [...(groups.get(key) ?? []), end])
    }
    return [...groups.values()]
  }

  /** Something was changed and undone after the last card. */
  get #isAnyUndone(): boolean {
    return this.#input.boxes.some(({ tracks }) => tracks.some((track) => isUndoneLate(this.#input, track)))
  }

  /** Somebody may have been paid even money. */
  get #isAnyEven(): boolean {
    this.#even ??= this.#input.kept.kinds.some((kind) => kind && isEvenMoney(kind.node.past.hands))
    return this.#even
  }

  /** May this finished box be part of a round in play? */
  #verdictInPlay(number: number, dealer: DealerRun | null): EdgeVerdict {
    const { node, plays } = this.#kind(number)
    const { box, past } = node
    const input = this.#input
    if (!isOneSwept(input, box, past.hands)) return NO_VERDICT
    const { hands } = past
    const isInTime = (play: InPlay): boolean =>
      dealer === null || !(isEvenTooLate(input, { box, hands, play }, dealer) || (dealer.done && isUndoneLate(input, play.timeline)))
    const asPlayed = plays.find(({ play, explained }) => explained && isInTime(play))
    if (asPlayed) return { mark: 0, score: asPlayed.play.timeline.score ?? 0 }
    return plays.some(({ play }) => isPaidInPlay(input, { box, hands, end: node.position, play })) ? { mark: ERROR, score: 0 } : NO_VERDICT
  }

  /** Errors in the settlement that each reading has. */
  get #errors(): number {
    return this.#input.error?.settling ?? 0
  }

  /** Play does not explain every movement of this finished box: what moved there settles it. */
  #mayBeSettling(number: number): boolean {
    return this.#kind(number).plays.some(({ explained }) => !explained)
  }

  /** The edges as readings of a round in play have them. */
  #layerInPlay(dealer: DealerRun | null): Layer {
    const { kinds, section, kindAt } = this.#scope
    const verdicts = new Map(kinds.map((number) => [number, this.#verdictInPlay(number, dealer)]))
    // Every box may be in one reading, and none has an error.
    const isPlain = this.#errors === 0 && [...verdicts.values()].every(({ mark, score }) => mark === 0 && score === 0)
    if (isPlain) return { section, marks: null, handicap: null }
    return { ...layerBy(kindAt, (number) => verdicts.get(number)), section, errors: this.#errors }
  }

  /** Readings in which the dealer stopped at the last card, for each final hand and each place where the settlement may have ended. */
  #over(): void {
    const { asked, ignoreSettlement, evidence } = this.#input
    // While the round may be in play, only a chip that play does not explain shows that it is over.
    if (asked === 'any' && !ignoreSettlement && !this.#scope.kinds.some((number) => this.#mayBeSettling(number))) return
    const finals = new Map<string, PathEnd[]>()
    const isAnyEven = this.#isAnyEven
    for (const { node, runs } of this.#dealers) {
      for (const dealer of runs) {
        if (!dealer.done) continue
        kept(finals, this.#endKey(dealer, isAnyEven), () => []).push({ node, run: null, dealer })
      }
    }
    // If no payouts are sensed, the final hand changes only the outcomes.
    const shared = ignoreSettlement || evidence !== 'payouts' ? new Map<string, Flow | null>() : null
    for (const ends of finals.values()) this.#withFinal((ends[0] as PathEnd).dealer as DealerRun, ends, shared)
  }

  /** Final hands under which every wager has the same result, and was laid and settled in time or not. */
  #endKey(dealer: DealerRun, isAnyEven: boolean): string {
    const { sides, insuredByDraw } = this.#input
    const ended = sides === null ? '' : `/${dealer.extra ?? 0}`
    return `${finalKey(dealer)}${ended}${isAnyEven || insuredByDraw ? `/${beganAt(dealer)}` : ''}`
  }

  #withFinal(final: DealerRun, ends: readonly PathEnd[], shared: Map<string, Flow | null> | null): void {
    const input = this.#input
    const tally = this.#tally
    const flow = (end: EndOfPlay, scope: Scope): Flow | null => {
      const key = `${end.cut.kind}/${end.played}`
      const make = (): Flow | null => {
        const layer = this.#marked(end, scope, { final, hasDues: shared === null })
        return layer && flowOver(layer)
      }
      return shared ? kept(shared, key, make) : make()
    }
    const left = shared === null && !isMending(input) ? this.#possible(ends, final) : this.#scope
    if (left === null) return
    const known = input.asked !== 'any'
    for (const end of endsOfPlay(input, this.#settled(left, final))) {
      const { cut, played } = end
      const accepts = (mark: Marks): boolean =>
        errorsIn(mark) === this.#errors &&
        // An open settlement has a stake unresolved. Readings in which all are resolved count where their settlement ended.
        (cut.kind !== 'open' || (mark & UNRESOLVED) !== 0) &&
        (played === null || played === NEVER || (mark & LAST_IN_PLAY) !== 0) &&
        (known || (mark & SETTLING) !== 0) &&
        (input.asked !== 'resolved' || (mark & UNRESOLVED) === 0)
      const ending = flow(end, left)
      const swept = ending && new Swept(ending, ends, accepts)
      if (!swept || swept.count === 0) continue
      tally.add(swept, { final, cut })
      tally.exposed += swept.count
      tally.over += swept.count
    }
  }

  /** The finished boxes that are left, each with the tracks by which it can have been settled at all. */
  #settled({ kinds }: Scope, final: DealerRun): readonly Kind[] {
    const isOut = ruledOut(this.#input, final, this.#isAnyEven)
    return kinds.map((number) => this.#kind(number)).map(({ node, plays }) => ({ node, plays: plays.filter((play) => !isOut(node, play)) }))
  }

  /** What can fit at all, wherever the settlement ended. This rules out most edges, once for all ends. null: nothing fits. */
  #possible(ends: readonly PathEnd[], final: DealerRun): Scope | null {
    const layer = this.#marked(ANY_END, this.#scope, { final, hasDues: true }, true)
    const swept = layer && new Swept(flowOver(layer), ends, () => true)
    if (!swept || swept.count === 0) return null
    return scopeOf(partOf(this.#scope.section, swept.back.through), this.#input.boxes.length)
  }

  /**
   * Marks of the edges, and what a hasty payment costs the reading; null if some box fits in no way. `atAll`: keeps whatever fits some end of the
   * settlement, because that end decides which box was settled wrongly.
   */
  #marked(end: EndOfPlay, { section, kindAt, kinds, byBox }: Scope, of: Judging, atAll = false): Layer | null {
    const input = this.#input
    if (byBox.length === 0) return { section, marks: null, handicap: null }
    const flags = flagsThatCount(input, end)
    const found: EdgeVerdict[] = []
    const judgedBy = input.ignoreSettlement ? null : this.#judging(end, of, atAll)
    const judged = (number: number): EdgeVerdict => {
      const known = found[number]
      if (known) return known
      const { node, plays } = this.#kind(number)
      let best = NO_VERDICT
      for (const played of plays) {
        const { score = 0 } = played.play.timeline
        best = betterOf(best, judgedBy?.(node, played, score) ?? { mark: SETTLING, score }, flags)
      }
      found[number] = best
      return best
    }
    const fits = (number: number): boolean => judged(number) !== NO_VERDICT
    // While the round may be in play, only a chip that play does not explain shows that it is over.
    const tells = input.asked === 'any' && judgedBy !== null
    if (tells && !kinds.some((number) => this.#mayBeSettling(number) && fits(number))) return null
    // One box rules out most ends of the settlement, so the box that ruled out the last one is asked first.
    if (!(byBox[this.#fallen] ?? []).some(fits)) return null
    for (const [box, own] of byBox.entries()) {
      if (own.some(fits)) continue
      this.#fallen = box
      return null
    }
    return { ...layerBy(kindAt, judged), section, errors: this.#errors }
  }

  /** What one track says about a finished box, by this end of the settlement. */
  #judging({ cut, played: playedUntil }: EndOfPlay, { final, hasDues }: Judging, atAll: boolean) {
    const input = this.#input
    // What fits one end of the settlement may be an error by another, and is counted with that one.
    const ended = { cut, final, most: atAll ? 0 : errorsAtBox(input) } as const
    const dues = hasDues ? duesOf(input.kept, final) : []
    const verdictsAs = verdictsOf(input, ended, this.#isAnyEven)
    const isOutAnyhow = ruledOut(input, final, this.#isAnyEven)
    return (node: Node, played: Played, score: number): EdgeVerdict => {
      if (isOutAnyhow(node, played)) return NO_VERDICT
      const { number, play, explained } = played
      const { box, past, position: end, kind } = node
      const verdicts = verdictsAs(box)
      if (verdicts[number] === undefined) {
        const story = { box, hands: past.hands, end, play }
        dues[number] ??= hasDues ? believedDue(input, story, node.terms?.playError, final) : NO_DUE
        verdicts[number] = verdictOf(judgeBox(input, story, dues[number], ended))
      }
      const verdict = verdicts[number]
      // A box that leaves a stake on the table is no story of a round in which every stake is resolved.
      const isOut = verdict === NO_VERDICT || (input.asked === 'resolved' && (verdict.mark & UNRESOLVED) !== 0)
      if (isOut && !(atAll && this.#errors > 0)) return NO_VERDICT
      const errors = (isOut ? 1 : errorsIn(verdict.mark)) + this.#sidesOf(kind, final)
      if (errors > this.#errors) return NO_VERDICT
      if (isOut) return { mark: SETTLING + ERROR * errors, score }
      const inOrder = playedUntil === null ? 0 : orderMark(input, node, play, playedUntil)
      if (inOrder === null) return NO_VERDICT
      const said = (verdict.mark & UNRESOLVED) | (explained ? 0 : SETTLING) | inOrder
      return { mark: said + ERROR * errors, score: score + verdict.score }
    }
  }
}

/** The dealer's hand by which boxes are judged. `hasDues`: what they are due makes a difference. */
interface Judging {
  readonly final: DealerRun
  readonly hasDues: boolean
}

/** Runs in which the dealer drew. If the hole card is unknown, several totals are one reading, because the cards lie alike. */
const drawnRuns = (runs: readonly DealerRun[]): readonly DealerRun[] => firstOf(runs.filter((run) => run.drawn > 0))

const firstOf = (runs: readonly DealerRun[]): readonly DealerRun[] => {
  const first = runs.find((run) => run.done) ?? runs[0]
  return first ? [first] : []
}
