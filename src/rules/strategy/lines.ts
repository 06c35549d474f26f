/** Hands of three cards or more against one up card: only points, stake and prize still count, and how many cards where so many win. */

import { addRank, type Points, totalOf } from '../game/cards.ts'
import { type Ended, type Hand, mayDraw, mayStand, openHand, restsAs } from '../game/hand.ts'
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
  readonly drawn: (points: Points, cards: number) => readonly Option[]
  /** The hand's net gain if it takes no more cards. */
  readonly ended: (points: Points, how: Ended) => number
  /** The chance that the hand, played as `drawn` says, does not beat one of FINALS. */
  readonly unwon: (points: Points, cards: number, final: DealerFinal) => number
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

/** Ranks of hands of three or more cards, of which only the number still matters. */
const HELD: readonly (readonly number[])[] = Array.from({ length: 8 }, (_, cards) => new Array<number>(cards).fill(1))

/** How many cards of a hand are counted: no more than win, where the house has such a rule. */
export const countedCards = (cards: number, { charlie }: HouseRules): number => Math.min(cards, charlie === 'none' ? 3 : charlie)

export const newLine = ({ real, lammers, prize }: Staked, { draws, finals }: Coming, rules: HouseRules): Line => {
  const averageDraw = (points: Points, of: (next: Points) => number): number => {
    let sum = 0
    for (const { rank, share } of draws) sum += share * of(addRank(points, rank))
    return sum
  }
  const at = (points: Points, ended: Ended | null, cards = 0): Hand => {
    return { ...openHand(real, lammers, false), points, ended, ranks: HELD[cards] ?? [] }
  }
  const net = new Map<Ended, (points: number) => number>()

  const ended = (points: Points, how: Ended): number => {
    const known = net.get(how) ?? memo((key) => netOver(at(key as Points, how), finals, prize, rules))
    net.set(how, known)
    return known(points)
  }

  /** By points and number of cards. */
  const memoHeld = <T>(work: (points: Points, cards: number) => T): ((points: Points, cards: number) => T) => {
    const known = memo((key) => work((key >> 3) as Points, key & 7))
    return (points, cards) => known((points << 3) | countedCards(cards, rules))
  }
  const drawn = memoHeld((points, cards): readonly Option[] => {
    const hand = at(points, null, cards)
    if (totalOf(points) > 21) return [{ action: null, value: ended(points, 'bust') }]
    const rests = restsAs(hand, rules)
    if (rests !== 'stand') return [{ action: null, value: ended(points, rests) }]
    const found: Option[] = []
    if (mayStand(hand, rules)) found.push({ action: 'stand', value: ended(points, 'stand') })
    if (mayDraw(hand, rules)) found.push({ action: 'hit', value: averageDraw(points, (next) => bestOf(drawn(next, cards + 1))) })
    return bestFirst(found)
  })

  const unwonBy = (final: DealerFinal) => {
    const of = memoHeld((points, cards): number => {
      if (drawn(points, cards)[0]?.action === 'hit') return averageDraw(points, (next) => of(next, cards + 1))
      const how = totalOf(points) > 21 ? 'bust' : restsAs(at(points, null, cards), rules)
      return outcomeOf(at(points, how), final, rules, false) === 'win' ? 0 : 1
    })
    return of
  }
  const unwon = new Map(FINALS.map((final) => [final, unwonBy(final)]))
  return { drawn, ended, unwon: (points, cards, final) => unwon.get(final)?.(points, cards) ?? 1 }
}
