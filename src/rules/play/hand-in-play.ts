/** A hand and a box while a round is played out: the engine's `Hand`, written in place, so that a simulated round leaves no garbage. */

import { addRank, NO_POINTS, type Points } from '../game/cards.ts'
import { type Ended, type Hand, isBust, mayDraw, maySplit, restsAs } from '../game/hand.ts'
import type { Action } from '../game/outcome.ts'
import type { HouseRules } from '../house/rules.ts'

/** Popping keeps the list's memory for the next round; setting its length would release it and cost a third of the speed. */
export const empty = (list: unknown[]): void => {
  while (list.length > 0) list.pop()
}

export class HandInPlay implements Hand {
  readonly positions: number[] = []
  readonly ranks: number[] = []
  readonly actions: Action[] = []
  points: Points = NO_POINTS
  real = 1
  lammers = 0
  fromSplit = false
  ended: Ended | null = null

  clear(real: number, lammers: number, fromSplit: boolean): void {
    empty(this.positions)
    empty(this.ranks)
    empty(this.actions)
    this.points = NO_POINTS
    this.real = real
    this.lammers = lammers
    this.fromSplit = fromSplit
    this.ended = null
  }

  take(position: number, rank: number): void {
    this.positions.push(position)
    this.ranks.push(rank)
    this.points = addRank(this.points, rank)
  }

  /** Moves the second card of a pair to a hand of its own. */
  part(into: HandInPlay): void {
    const rank = this.ranks.pop() ?? 0
    const position = this.positions.pop() ?? 0
    const [kept = 0] = this.ranks
    this.points = addRank(NO_POINTS, kept)
    this.fromSplit = true
    into.take(position, rank)
  }

  /** Sets why the hand is over without a decision, if it is (000 §3 l.90, §4 l.145, 002 Split, 004 Teilen). `hands`: hands of its box. */
  settle(hands: number, rules: HouseRules): void {
    const rests = restsAs(this, rules)
    if (isBust(this)) this.ended = 'bust'
    else if (this.ended !== null) return
    else if (rests === 'split-ace' ? !maySplit(this, hands, rules) : rests !== 'stand' && !mayDraw(this, rules)) this.ended = rests
  }
}
