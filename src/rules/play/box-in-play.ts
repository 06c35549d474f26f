/** A box while a round is played out: its hands, its bettors, and what they are due. */
import { type Needs, needOf } from '../game/dealer.ts'
import { type MainBet, type RoundEnd, type SayDue, type SideStakes, sayMainDues, saySideDues } from '../game/due.ts'
import { type Hand, isNatural, mayDoubleFree, maySplitFree } from '../game/hand.ts'
import type { Insurable, InsurableBet, InsuranceMoment } from '../game/insurance.ts'
import type { Action, Outcome } from '../game/outcome.ts'
import { judgeHands } from '../game/settle.ts'
import type { HouseRules } from '../house/rules.ts'
import { mayBeToke } from '../house/tokes.ts'
import { HandInPlay } from './hand-in-play.ts'

export type Bettor = 'main' | 'main2' | 'main3'

/** What the people of a box decide. A function that is left out means: no insurance, no co-bettor who follows, no even money. */
export interface Player {
  /** The holder's decision for a hand of his box. It must be legal: otherwise `RoundPlayer` throws a RangeError. */
  readonly decide: (hand: Hand, hands: number, upRank: number) => Action
  readonly evenMoney?: (bettor: Bettor) => boolean
  /** Amount added to the box's insurance line at this moment. */
  readonly insure?: (moment: InsuranceMoment) => number
  /** What this bettor adds to his bet for a paid double, in bets. @default 1 */
  readonly doublesFor?: (bettor: Bettor) => number
  /** Does this co-bettor follow the holder's double or split? */
  readonly follows?: (bettor: Bettor) => boolean
}

/** One box before the deal. Amounts in minor units, 0 or left out if nothing is bet. */
export interface BoxBets {
  readonly main: number
  readonly main2?: number
  readonly main3?: number
  readonly p22?: number
  readonly pog?: number
  readonly absent?: boolean
  readonly player: Player
}

/** Another bettor of the box: his chips and lammers on each of its hands. */
interface Follower {
  readonly bettor: Bettor
  readonly bet: number
  readonly real: number[]
  readonly lammers: number[]
  evenMoney: boolean
}

const NO_FOLLOWERS: readonly Follower[] = []

const followersOf = ({ main2 = 0, main3 = 0 }: BoxBets): readonly Follower[] => {
  if (main2 === 0 && main3 === 0) return NO_FOLLOWERS
  const bets: readonly (readonly [Bettor, number])[] = [
    ['main2', main2],
    ['main3', main3],
  ]
  return bets.filter(([, bet]) => bet > 0).map(([bettor, bet]) => ({ bettor, bet, real: [1], lammers: [0], evenMoney: false }))
}

const NOBODY: BoxBets = { main: 0, player: { decide: () => 'stand' } }

export class BoxInPlay implements Insurable {
  readonly bettor = 'main'
  readonly hands: HandInPlay[] = [new HandInPlay()]
  outcomes: readonly Outcome[] = []
  readonly #spare: HandInPlay[] = []
  #followers: readonly Follower[] = NO_FOLLOWERS
  bets: BoxBets = NOBODY
  bet = 0
  /** The first two cards allow a free bet (001 Dealing procedure 1). */
  qualifies = false
  readonly sides = { ins: 0, p22: 0, pog: 0 } satisfies SideStakes

  clear(bets: BoxBets): void {
    this.bets = bets
    this.bet = bets.main
    this.qualifies = false
    this.sides.ins = 0
    this.sides.p22 = bets.p22 ?? 0
    this.sides.pog = bets.pog ?? 0
    this.#followers = followersOf(bets)
    while (this.hands.length > 1) this.#spare.push(this.hands.pop() as HandInPlay)
    this.first.clear(1, 0, false)
  }

  get first(): HandInPlay {
    return this.hands[0] as HandInPlay
  }

  get natural(): boolean {
    return this.first.ended === 'natural'
  }

  get stakes(): readonly InsurableBet[] {
    const units = (real: readonly number[]): number => real.reduce((total, each) => total + each, 0)
    const own = { first: this.bet, now: this.bet * units(this.hands.map(({ real }) => real)) }
    return [own, ...this.#followers.map(({ bet, real }) => ({ first: bet, now: bet * units(real) }))]
  }

  /** Players who bet on the box: a bet for the dealer belongs to no player (001 l.40). */
  playersBy(rules: HouseRules): number {
    if (this.#followers.length === 0) return 1
    return 1 + this.#followers.filter(({ bettor }) => !mayBeToke(bettor, rules)).length
  }

  /** Both cards of the deal are there. */
  dealt(rules: HouseRules): void {
    if (isNatural(this.first)) this.first.ended = 'natural'
    if (this.sides.pog > 0) this.qualifies = mayDoubleFree(this.first, rules) || maySplitFree(this.first, 1, rules)
  }

  /** 000 §3 l.107 and l.111: each bettor decides for himself. */
  takeEvenMoney(): void {
    const takes = this.bets.player.evenMoney
    if (takes === undefined) return
    if (takes('main')) this.first.actions.push('even-money')
    for (const follower of this.#followers) follower.evenMoney = takes(follower.bettor)
  }

  /** 000 §1 l.47-51: if the holder is absent, the player on the second betting field of his box may decide. */
  isAbsent(rules: HouseRules): boolean {
    return this.bets.absent === true && !(rules.holderAbsent === 'second-bettor-decides' && (this.bets.main2 ?? 0) > 0)
  }

  /** What the finished box still needs from the dealer; a natural needs him too for a bettor who did not take even money. */
  needs(paidBeforePlay: boolean): Needs {
    return needOf(
      this.hands,
      paidBeforePlay,
      this.#followers.some(({ evenMoney }) => !evenMoney),
    )
  }

  double(hand: HandInPlay, isFree: boolean, rules: HouseRules): void {
    if (isFree) hand.lammers++
    else hand.real += this.#doublesFor('main', rules)
    hand.ended = 'double'
    const at = this.hands.indexOf(hand)
    for (const follower of this.#followers) {
      const lies = (follower.real[at] ?? 0) + (follower.lammers[at] ?? 0) > 0
      const follows = this.#follows(follower, isFree, rules)
      if (!lies || !follows) continue
      if (isFree) follower.lammers[at] = (follower.lammers[at] ?? 0) + 1
      else follower.real[at] = (follower.real[at] ?? 0) + this.#doublesFor(follower.bettor, rules)
    }
  }

  /**
   * docs/configuration.md, `doubleAmount`: `up-to` allows a double for less; otherwise a double adds the bet once more (000 l.196, 003
   * l.42).
   */
  #doublesFor(bettor: Bettor, { doubleAmount }: HouseRules): number {
    const units = this.bets.player.doublesFor?.(bettor) ?? 1
    if (units === 1 || (doubleAmount === 'up-to' && units > 0 && units < 1)) return units
    throw new RangeError(`a double for ${units} of the bet is not allowed`)
  }

  /** The new hand comes right after its parent. */
  split(hand: HandInPlay, isFree: boolean, rules: HouseRules): HandInPlay {
    const at = this.hands.indexOf(hand)
    const parted = this.#fresh(isFree ? 0 : 1, isFree ? 1 : 0, true)
    hand.part(parted)
    this.hands.splice(at + 1, 0, parted)
    for (const follower of this.#followers) {
      const lies = (follower.real[at] ?? 0) + (follower.lammers[at] ?? 0) > 0
      const follows = this.#follows(follower, isFree, rules) && lies
      follower.real.splice(at + 1, 0, follows && !isFree ? 1 : 0)
      follower.lammers.splice(at + 1, 0, follows && isFree ? 1 : 0)
    }
    return parted
  }

  #follows({ bettor }: Follower, isFree: boolean, rules: HouseRules): boolean {
    const follows = this.bets.player.follows?.(bettor) ?? false
    return follows && !(isFree && rules.freeBetCovers === 'holder')
  }

  #fresh(real: number, lammers: number, fromSplit: boolean): HandInPlay {
    const hand = this.#spare.pop() ?? new HandInPlay()
    hand.clear(real, lammers, fromSplit)
    return hand
  }

  /** Settles every wager of the box. */
  settle(end: RoundEnd, say: SayDue): void {
    const { hands, sides } = this
    this.outcomes = judgeHands(hands, end.final, end.rules, sides.ins > 0)
    sayMainDues(this, sides, end, say)
    for (const follower of this.#followers) sayMainDues(this.#mainBetOf(follower, end), sides, end, say)
    saySideDues(this, end, say)
  }

  #mainBetOf({ bettor, bet, real, lammers, evenMoney }: Follower, { final, rules }: RoundEnd): MainBet {
    const hands = this.hands.map((hand, at): Hand => {
      const actions: readonly Action[] = evenMoney ? ['even-money'] : hand.actions.filter((action) => action !== 'even-money')
      return {
        positions: hand.positions,
        ranks: hand.ranks,
        points: hand.points,
        real: real[at] ?? 0,
        lammers: lammers[at] ?? 0,
        fromSplit: hand.fromSplit,
        actions,
        ended: hand.ended,
      }
    })
    return { bettor, bet, hands, outcomes: judgeHands(hands, final, rules, false) }
  }
}
