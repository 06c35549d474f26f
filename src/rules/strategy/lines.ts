/** Hands of three cards or more against one up card: only points, stake and prize still count. */

import { addRank, type Points, totalOf } from '../game/cards.ts'
import { type Ended, type Hand, mayDraw, mayStand, openHand } from '../game/hand.ts'
import type { Action } from '../game/outcome.ts'
import { type DealerFinal, outcomeOf } from '../game/settle.ts'
import type { HouseRules } from '../house/rules.ts'
import { type Draws, FINALS } from './dealer-odds.ts'
import type { Prize } from './prizes.ts'
import { netOver } from './settled.ts'

/** `action` null: the hand has no decision, or makes none: it stays as it is. */
export interface Option {
  readonly action: Action | null
  /** Average net gain in bets if all later decisions are the best ones; if the dealer checks, given that he has no natural. */
  readonly value: number
}

export const bestFirst = (options: readonly Option[]): readonly Option[] => options.toSorted((one, other) => other.value - one.value)
export const bestOf = (options: readonly Option[]): number => options[0]?.value ?? 0

export interface Line {
  /** The hand's options, best first. */
  readonly drawn: (points: Points) => readonly Option[]
  /** The hand's net gain if it takes no more cards. */
  readonly ended: (points: Points, how: Ended) => number
  /** The chance that the hand, played as `drawn` says, does not beat one of FINALS. */
  readonly unwon: (points: Points, final: DealerFinal) => number
}

const memo = <T>(work: (key: number) => T): ((key: number) => T) => {
  const known: (T | undefined)[] = []
  return (key) => {
    const before = known[key]
    if (before !== undefined) return before
    const value = work(key)
    known[key] = value
    return value
  }
}

/** What a hand plays for, in bets of its box. */
export interface Staked extends Pick<Hand, 'real' | 'lammers'> {
  readonly prize: Prize
}

/** What may still come: the cards players draw, and the chance of each of FINALS. */
export interface Coming {
  readonly draws: Draws
  readonly finals: readonly number[]
}

export const newLine = ({ real, lammers, prize }: Staked, { draws, finals }: Coming, rules: HouseRules): Line => {
  const averageDraw = (points: Points, of: (next: Points) => number): number => {
    let sum = 0
    for (const { rank, share } of draws) sum += share * of(addRank(points, rank))
    return sum
  }
  const at = (points: Points, ended: Ended | null): Hand => ({ ...openHand(real, lammers, false), points, ended })
  const net = new Map<Ended, (points: number) => number>()

  const ended = (points: Points, how: Ended): number => {
    const known = net.get(how) ?? memo((key) => netOver(at(key as Points, how), finals, prize, rules))
    net.set(how, known)
    return known(points)
  }

  const options = (points: Points): Option[] => {
    const total = totalOf(points)
    if (total > 21) return [{ action: null, value: ended(points, 'bust') }]
    if (total === 21) return [{ action: null, value: ended(points, 'twenty-one') }]
    const found: Option[] = []
    if (mayStand(at(points, null), rules)) found.push({ action: 'stand', value: ended(points, 'stand') })
    if (mayDraw(at(points, null), rules)) found.push({ action: 'hit', value: averageDraw(points, (next) => bestOf(drawn(next))) })
    return found
  }
  const drawn = memo((points) => bestFirst(options(points as Points)))

  const unwonBy = (final: DealerFinal) => {
    const of = memo((key): number => {
      const points = key as Points
      if (drawn(points)[0]?.action === 'hit') return averageDraw(points, of)
      return outcomeOf(at(points, totalOf(points) > 21 ? 'bust' : 'stand'), final, rules, false) === 'win' ? 0 : 1
    })
    return of
  }
  const unwon = new Map(FINALS.map((final) => [final, unwonBy(final)]))
  return { drawn, ended, unwon: (points, final) => unwon.get(final)?.(points) ?? 1 }
}
