/** Collects what the sweeps over the lattice find: counts, the best reading and, on request, what readings agree on. */

import type { DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import type { PlayError } from '../../rules/game/play-errors.ts'
import { type ChipEffect, comesBack, matchPlay } from '../evidence/chips.ts'
import type { Story } from '../evidence/story.ts'
import { Agreement } from './agreement.ts'
import { believedDue, boxDue } from './box-due.ts'
import { type BoxStoryEnd, judgeBox } from './box-fit.ts'
import { type Part, type PathOver, supportsOf } from './box-stories.ts'
import { differSomewhere, distinctReadings, type Spelling } from './distinct-readings.ts'
import { namesPaidInPlay } from './early-payment.ts'
import { chipsWithError } from './error-effects.ts'
import { BOX_FINISHED, type Node } from './graph.ts'
import {
  AS_DEALT,
  type Happened,
  type JudgedBox,
  type LatticeInput,
  type Reading,
  type SettledPart,
  type SettledWrongly,
  type SideSettledWrongly,
  type Sides,
  type Solution,
  type Support,
} from './reading.ts'
import { FIT } from './settlement.ts'
import { orNamedAs } from './settlement-errors.ts'
import { hasTwice, type Path, type PathEnd, type Swept } from './sweep.ts'
import { fromOf, storiesOf } from './trace.ts'
import { asDealtAt, handGivenUp, namesPaidAsDealt } from './waiting-hands.ts'

export class Tally implements Solution {
  count = 0
  over = 0
  exposed = 0
  dealerBegan = true
  /** Every box as it was dealt is one of the readings. */
  isAsDealt = false
  readonly untouched: number[]
  readonly overflow: boolean
  readonly isPartial: boolean
  readonly #parts: Part[] = []
  readonly #input: LatticeInput
  #offered: Part | null = null
  #best: Reading | null | undefined
  #readings: number | null = null
  #agreement: Agreement | null = null
  #supports: readonly (readonly Support[])[] | null = null

  constructor(input: LatticeInput) {
    this.#input = input
    this.overflow = input.lattice.overflow
    this.untouched = input.boxes.map(() => 0)
    this.isPartial = input.ignoreSettlement
  }

  get dealers(): Solution['dealers'] {
    const found = new Map<string, { readonly run: DealerRun; count: number }>()
    for (const { swept } of this.#parts) {
      swept.ends.forEach(({ node, dealer }, at) => {
        if (!dealer) return
        const key = `${node.position}/${dealer.end}/${dealer.total}/${dealer.blackjack}/${dealer.done}`
        found.set(key, { run: dealer, count: (found.get(key)?.count ?? 0) + (swept.counts[at] as number) })
      })
    }
    return [...found.values()]
  }

  add(swept: Swept, over: PathOver): void {
    this.count += swept.count
    this.#parts.push({ swept, over })
    const boxes = this.untouched.length
    const { ends, counts } = swept
    for (let at = 0; at < ends.length; at++) {
      const { node, dealer } = ends[at] as PathEnd
      const count = counts[at] as number
      for (let index = node.box + 1; index < boxes; index++) this.untouched[index] = (this.untouched[index] as number) + count
      if (!dealer) this.dealerBegan = false
    }
    // Keeps the likelier of two readings; if they are equal, the one in which the round is over.
    const best = this.#offered?.swept.bestScore ?? Number.NEGATIVE_INFINITY
    if (swept.count === 0 || (this.#offered !== null && (best > swept.bestScore || (best === swept.bestScore && !over)))) return
    this.#offered = { swept, over }
  }

  /** One reading: every box as it was dealt. */
  addUntouched(): void {
    this.count += 1
    for (let index = 0; index < this.untouched.length; index++) this.untouched[index] = (this.untouched[index] ?? 0) + 1
    this.isAsDealt = true
    this.dealerBegan = false
  }

  /**
   * How many readings there are. An unread card is followed as every rank it may have, and ways that differ only in that are one reading.
   */
  get readings(): number {
    this.#readings ??= this.#mayRepeat() ? this.#distinct() : this.count
    return this.#readings
  }

  get isSingle(): boolean {
    if (this.#readings !== null || !this.#mayRepeat()) return this.readings === 1
    return !differSomewhere(this.spellings) && this.readings === 1
  }

  #mayRepeat(): boolean {
    // Apart from unread cards, the end of the settlement may be open. Hands that are settled one by one may pass through the sum of what
    // they are due, and each time may have been the end. By one error the dealer may be done with a bet, and by another not.
    const { boxes, error } = this.#input
    const isEndOpen = (error?.settling ?? 0) > 0 || boxes.some(({ tracks }) => tracks.some(comesBack))
    return this.#isUnread() || (this.#parts.length > 1 && isEndOpen)
  }

  #isUnread(): boolean {
    // A card that nobody has turned makes no readings of its own.
    const isHidden = this.#input.hole === null || this.#input.upRanks.length > 1
    if (isHidden && (this.#parts.length > 1 || this.#parts.some(({ swept }) => hasTwice(swept)))) return true
    return (
      this.#input.lattice.unread.size > 0 || this.#input.ranks.some((rank, position) => rank === null && position >= this.#input.dealLength)
    )
  }

  #distinct(): number {
    const words = distinctReadings(this.spellings)
    return words === null ? this.count : words + (this.isAsDealt ? 1 : 0)
  }

  /** The readings one by one are the words of these sweeps, plus every box as it was dealt if that is a reading. */
  get spellings(): readonly Spelling[] {
    return this.#parts.map(({ swept }) => ({ traced: this.#input, swept }))
  }

  get best(): Reading | null {
    if (this.#best !== undefined) return this.#best
    const path = this.#offered?.swept.best()
    this.#best = path ? this.#reading(path, this.#offered?.over ?? null) : this.isAsDealt ? AS_DEALT : null
    return this.#best
  }

  get bestScore(): number | null {
    if (this.#best !== undefined) return this.#best?.score ?? null
    return this.#offered?.swept.bestScore ?? (this.isAsDealt ? AS_DEALT.score : null)
  }

  prefer(best: Reading): Solution {
    const other = new Tally(this.#input)
    Object.assign(other, this)
    other.#parts.push(...this.#parts)
    other.#offered = this.#offered
    other.#best = best
    return other
  }

  kBest(most: number): readonly Reading[] {
    const streams = this.#parts.map(({ swept, over }) => ({ paths: swept.inOrder(), over }))
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
    return readings.length < most && this.isAsDealt ? [...readings, AS_DEALT] : readings
  }

  #reading({ edges, end, score }: Path, over: PathOver): Reading {
    const stories = storiesOf(this.#input, edges, end)
    const settled = over ? stories.map((story, index) => this.#verdict(index, story.effects, story, over)) : []
    return {
      stories,
      dues: over ? settled.map(({ due }) => due) : null,
      settlements: settled.map(({ settlement }) => settlement),
      dealer: end.dealer,
      active: over ? null : end.node.box,
      score,
    }
  }

  /** One story of one box as any reading with this final hand and this end of the settlement has it. */
  #readingOf(box: number, story: Story, over: NonNullable<PathOver>): Reading {
    const { due, settlement } = this.#verdict(box, story.effects, story, over)
    const at = <T>(value: T): T[] => {
      const list: T[] = []
      list[box] = value
      return list
    }
    return { stories: at(story), dues: at(due), settlements: at(settlement), dealer: over.final, active: null, score: story.score }
  }

  get settledParts(): readonly SettledPart[] | null {
    const parts: SettledPart[] = []
    for (const { swept, over } of this.#parts) {
      if (over === null) return null
      parts.push({ traced: this.#input, swept, score: 0, readingOf: (box, story) => this.#readingOf(box, story, over) })
    }
    return this.isAsDealt ? null : parts
  }

  /** The verdict by the track of the spot that fits best. */
  #verdict(index: number, effects: readonly ChipEffect[], story: Pick<Story, 'hands' | 'end'>, over: NonNullable<PathOver>): JudgedBox {
    const { tracks, chips } = this.#input.boxes[index] as LatticeInput['boxes'][number]
    const own = chipsWithError(chips, this.#playErrorAt(index))
    const plays = tracks.map((track) => matchPlay(effects, track, own))
    const fitting = plays.filter(({ fits }) => fits)
    const judged = (fitting.length > 0 ? fitting : plays).map((play) => this.#verdictBy({ ...story, box: index, play }, over))
    return bestOf(judged, this.#input.asked === 'resolved')
  }

  #verdictBy(story: BoxStoryEnd, over: NonNullable<PathOver>): JudgedBox {
    const due = boxDue(this.#input, story, over.final)
    const playError = this.#playErrorAt(story.box)
    const isAsItIs = over.final.believed === undefined && playError === undefined
    const believed = isAsItIs ? due : believedDue(this.#input, story, playError, over.final)
    const settlement = judgeBox(this.#input, story, believed, over)
    return { due: settlement.by ?? due, settlement }
  }

  #playErrorAt(index: number): PlayError | undefined {
    const playError = this.#input.error?.playError
    return playError?.box === index ? playError : undefined
  }

  get playErrors(): readonly PlayError[] {
    return playErrorsOf(this.#input, this.#parts)
  }

  get settledWrongly(): readonly SettledWrongly[] {
    if ((this.#input.error?.settling ?? 0) === 0) return []
    const asDealt = this.isAsDealt ? [this.#paidAsDealt(-1, 1)] : []
    return [
      ...this.#parts.map(({ swept, over }) => [...this.#wrongIn(swept, over), ...(over ? [] : this.#wrongBehind(swept))]),
      ...asDealt,
    ].flat()
  }

  get sidesWrong(): readonly SideSettledWrongly[] {
    const { sides, boxes } = this.#input
    if (sides === null || (this.#input.error?.settling ?? 0) === 0) return []
    const unsettled = (final: DealerRun | null, count: number): readonly SideSettledWrongly[] =>
      boxes.flatMap((_, box) => sides.unsettled(box, final).map((wrong) => ({ ...wrong, box, count })))
    const asDealt = this.isAsDealt ? unsettled(null, 1) : []
    const inParts = this.#parts.flatMap(({ swept, over }) =>
      over
        ? this.#sidesIn(swept, sides, over.final)
        : swept.ends.flatMap(({ dealer }, at) => unsettled(dealer?.done ? dealer : null, swept.counts[at] as number)),
    )
    return [...inParts, ...asDealt]
  }

  /** The finished boxes with an error in their settlement, and how many readings have each. */
  #erredIn(swept: Swept): readonly { readonly node: Node; readonly count: number }[] {
    const { lattice } = this.#input
    return [...swept.flow.section.edges].flatMap((edge, index) => {
      const count = swept.back.through[index] as number
      return count > 0 && swept.errorsAt(index) > 0 ? [{ node: fromOf(lattice, edge), count }] : []
    })
  }

  #sidesIn(swept: Swept, sides: Sides, final: DealerRun): readonly SideSettledWrongly[] {
    return this.#erredIn(swept).flatMap(({ node: { box, past, effects }, count }) => {
      const story = { hands: past.hands, effects: effects.list }
      return sides.of(box, { story, final }).map((wrong) => ({ ...wrong, box, count }))
    })
  }

  #wrongIn(swept: Swept, over: PathOver): readonly SettledWrongly[] {
    return this.#erredIn(swept).flatMap(({ node: { box, past, position: end, effects, kind }, count }): SettledWrongly[] => {
      const { hands } = past
      if (over === null) {
        const plays = (this.#input.kept.kinds[kind]?.plays ?? []).map(({ play }) => play)
        return [{ box, hands, settlement: null, errors: [namesPaidInPlay(this.#input, { box, hands, end }, plays)], count }]
      }
      const { settlement } = this.#verdict(box, effects.list, { hands, end }, over)
      const { errors = [] } = settlement
      return errors.length > 0 ? [{ box, hands, settlement, errors, count }] : []
    })
  }

  /** Errors at boxes to which play has not come. */
  #wrongBehind({ ends, counts }: Swept): readonly SettledWrongly[] {
    return ends.flatMap(({ node, errors = 0 }, at) => (errors > 0 ? this.#paidAsDealt(node.box, counts[at] as number) : []))
  }

  #paidAsDealt(behind: number, count: number): readonly SettledWrongly[] {
    const input = this.#input
    return input.boxes.flatMap(({ dealt }, box) => {
      const names = box > behind && !asDealtAt(input, box) ? namesPaidAsDealt(input, box) : []
      return names.length > 0 ? [{ box, hands: dealt.slice(0, 1), settlement: null, errors: [names], count }] : []
    })
  }

  // --- what readings agree on ---------------------------------------------------------------------------------------------------

  get #agreed(): Agreement {
    this.#agreement ??= new Agreement(this.#input, this.#parts)
    return this.#agreement
  }

  /** There are readings, and all of them have come to this box. */
  #isBegun(box: number): boolean {
    return this.count > 0 && this.untouched[box] === 0
  }

  agreesOn(box: number, handIndex: number, cards: readonly number[], outcome: Outcome | null): boolean {
    return !this.isPartial && this.#isBegun(box) && this.#agreed.agreesOn(box, handIndex, cards, outcome)
  }

  contains(box: number, handIndex: number, happened: Happened): boolean {
    const untouched = this.untouched[box]
    // A box that was reported to play may turn out not to, if the round was dealt otherwise.
    if (this.isPartial || this.count === 0 || untouched === undefined) return false
    const isSo = (hand: Hand | null): boolean =>
      handIndex === 0 && hand?.actions[happened.step] === happened.action && happened.action !== null
    if (untouched > 0 && !isSo(this.givenUp(box))) return false
    return untouched === this.count || this.#agreed.contains(box, handIndex, happened)
  }

  givenUp(box: number): Hand | null {
    return handGivenUp(this.#input, box)
  }

  alternatives(box: number, handIndex: number, cards: readonly number[], most: number): readonly (readonly number[])[] {
    return this.#agreed.alternatives(box, handIndex, cards, most)
  }

  // --- every story of a box --------------------------------------------------------------------------------------------------------

  get supports(): readonly (readonly Support[])[] {
    this.#supports ??= this.untouched.map((_, box) => supportsOf(this.#input, this.#parts, box))
    return this.#supports
  }
}

// --- one box, judged by each track of its spot -------------------------------------------------------------------------------------------

const errorsOf = ({ settlement: { verdict, errors = [] } }: JudgedBox): number =>
  verdict === 'misfit' ? Number.POSITIVE_INFINITY : errors.length

/** It shows the box settled with fewer errors or, if they have as many, more of it settled. */
const isBetter = (one: JudgedBox, other: JudgedBox): boolean =>
  errorsOf(one) < errorsOf(other) || (errorsOf(one) === errorsOf(other) && FIT[one.settlement.verdict] > FIT[other.settlement.verdict])

/**
 * The best of at least one judgement. If it shows an error, others with as many may show another instead, under their own names;
 * `onlyAsSettled`: only those that show as much of the box settled.
 */
const bestOf = (judged: readonly JudgedBox[], onlyAsSettled: boolean): JudgedBox => {
  const best = judged.reduce((known, other) => (isBetter(other, known) ? other : known))
  const errors = errorsOf(best)
  if (errors === 0 || !Number.isFinite(errors)) return best
  const others = judged.filter((each) => each !== best && errorsOf(each) === errors && !(onlyAsSettled && isBetter(best, each)))
  return { ...best, settlement: others.reduce((known, { settlement }) => orNamedAs(known, settlement), best.settlement) }
}

/** The errors in play of the readings of these sweeps, each once. */
const playErrorsOf = (input: LatticeInput, parts: readonly Part[]): readonly PlayError[] => {
  const { lattice, boxes } = input
  // A box to which play has not come may have been given up.
  const found = new Set(boxes.map((_, index) => asDealtAt(input, index)?.terms.playError))
  for (const { swept } of parts) {
    const { flow, back, ends } = swept
    for (const { node } of ends) found.add(node.terms?.playError)
    flow.section.edges.forEach((edge, index) => {
      const isFinished = (back.through[index] as number) > 0 && lattice.body.edges.way[edge] === BOX_FINISHED
      if (isFinished) found.add(fromOf(lattice, edge).terms?.playError)
    })
  }
  return [...found].filter((error) => error !== undefined)
}
