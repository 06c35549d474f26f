/**
 * Plays rounds to their end where every decision is known: scripted ones for the tests, the strategy's for the figures. The rules are the
 * engine's pure functions, by which the daemon judges; this file has no rule of its own. One instance plays any number of rounds and leaves
 * no garbage.
 *
 *   bets --deal--> check --> even money, insurance --> boxes in turn --> dealer --> settle(say)
 */

import { addRank, NO_POINTS, type Points, rankOf, totalOf } from '../game/cards.ts'
import { type DealPlan, dealPlan } from '../game/deal.ts'
import { type DealerTask, dealerDraws, dealerNeeds, type Needs, NO_NEED, together } from '../game/dealer.ts'
import type { RoundEnd, SayDue } from '../game/due.ts'
import {
  absentDraws,
  isFrozenAce,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  maySurrender,
  restsAs,
} from '../game/hand.ts'
import { type InsuranceMoment, isInsuranceOffered } from '../game/insurance.ts'
import type { Action } from '../game/outcome.ts'
import type { DealerFinal, Money } from '../game/settle.ts'
import { checksUnder, mayTakeEvenMoney, naturalPaidBeforePlay } from '../game/up-card.ts'
import type { HouseRules } from '../house/rules.ts'
import { type BoxBets, BoxInPlay } from './box-in-play.ts'
import { empty, type HandInPlay } from './hand-in-play.ts'
import type { Draw } from './shoe.ts'

/** What the up card alone decides. */
interface UpCard {
  readonly checked: boolean
  readonly paidBeforePlay: boolean
  readonly insurance: boolean
  readonly evenMoney: boolean
}

const RANK_COUNT = 13

/** Settlement of one box; `box` counts from 0. */
export type SayBoxDue = (box: number, ...due: Parameters<SayDue>) => void

export class RoundPlayer implements RoundEnd, DealerTask {
  readonly rules: HouseRules
  readonly money: Money
  /** Codes of the round's cards in shoe order. */
  readonly cards: number[] = []
  readonly boxes: BoxInPlay[] = []
  /** Ranks of the dealer's cards in shoe order. */
  readonly dealer: number[] = []
  upRank = 0
  /** The hole card's rank; undefined if the house deals none. */
  hole: number | undefined
  endedByCheck = false
  checked = false
  paidBeforePlay = false
  sideBetsOpen = false
  insuranceOpen = false
  final: DealerFinal = { total: 0, blackjack: false }
  #points: Points = NO_POINTS
  #draw: Draw = () => -1
  readonly #plans: DealPlan[] = []
  /** By rank: needed in every round, computed once. */
  readonly #ups: readonly UpCard[]
  #say: SayBoxDue = () => {}
  #settling = 0
  readonly #stopsEarly: () => boolean

  /** `stopsEarly`: does the dealer stop once one card, or none, decides what is open, although he may play on? Default: yes. */
  constructor(rules: HouseRules, money: Money, stopsEarly: () => boolean = () => true) {
    this.rules = rules
    this.money = money
    this.#stopsEarly = stopsEarly
    this.#ups = Array.from({ length: RANK_COUNT }, (_, rank) => ({
      checked: checksUnder(rank, rules),
      paidBeforePlay: naturalPaidBeforePlay(rank, rules),
      insurance: isInsuranceOffered(rank, rules),
      evenMoney: mayTakeEvenMoney(rank, rules),
    }))
  }

  readonly suitAt = (position: number): number => (this.cards[position] ?? 0) & 3

  /** Plays one round. @throws RangeError if a player's decision is not allowed by the rules */
  play(bets: readonly BoxBets[], draw: Draw): void {
    this.#begin(bets, draw)
    this.#deal()
    if (this.insuranceOpen) this.#insure('offer')
    if (this.#ups[this.upRank]?.evenMoney) for (const box of this.boxes) if (box.natural) box.takeEvenMoney()
    if (this.endedByCheck) {
      for (const { first } of this.boxes) first.ended ??= 'stand'
    } else {
      for (const box of this.boxes) this.#playBox(box)
      if (this.insuranceOpen) this.#insure('late')
    }
    this.#playDealer()
  }

  /** Reports every amount due, each with its moment. */
  settle(say: SayBoxDue): void {
    this.#say = say
    for (this.#settling = 0; this.#settling < this.boxes.length; this.#settling++) this.boxes[this.#settling]?.settle(this, this.#sayOf)
  }

  readonly #sayOf: SayDue = (area, hand, amount, moment) => this.#say(this.#settling, area, hand, amount, moment)

  #begin(bets: readonly BoxBets[], draw: Draw): void {
    this.#draw = draw
    empty(this.cards)
    empty(this.dealer)
    this.#points = NO_POINTS
    this.sideBetsOpen = false
    const { boxes } = this
    while (boxes.length > bets.length) boxes.pop()
    for (let at = 0; at < bets.length; at++) {
      const own = bets[at] as BoxBets
      const box = boxes[at] ?? new BoxInPlay()
      boxes[at] = box
      box.clear(own)
      const players = box.playersBy(this.rules)
      if (players > this.rules.maxPlayersPerBox) throw new RangeError(`${players} players bet on one box`)
      this.sideBetsOpen ||= box.sides.p22 > 0
    }
  }

  #nextCard(): number {
    const code = this.#draw()
    if (code < 0) throw new RangeError(`the round needs a ${this.cards.length + 1}th card, and none is left`)
    return rankOf(this.cards[this.cards.push(code) - 1] as number)
  }

  #deal(): void {
    const { rules, boxes } = this
    const { owners, up, hole } = this.#plan(boxes.length)
    for (let position = 0; position < owners.length; position++) {
      const owner = owners[position]
      const rank = this.#nextCard()
      if (owner === undefined || owner.box === 'dealer') this.#toDealer(rank)
      else boxes[owner.box]?.first.take(position, rank)
    }
    for (const box of boxes) box.dealt(rules)
    this.upRank = rankOf(this.cards[up] ?? 0)
    this.hole = hole < 0 ? undefined : rankOf(this.cards[hole] ?? 0)
    const { checked, paidBeforePlay, insurance } = this.#ups[this.upRank] as UpCard
    this.checked = checked
    this.endedByCheck = checked && this.#hasNatural()
    this.paidBeforePlay = paidBeforePlay
    this.insuranceOpen = insurance
  }

  /** The same for every round with this number of boxes. */
  #plan(boxes: number): DealPlan {
    const plan = this.#plans[boxes] ?? dealPlan(this.rules, boxes)
    this.#plans[boxes] = plan
    return plan
  }

  #toDealer(rank: number): void {
    this.dealer.push(rank)
    this.#points = addRank(this.#points, rank)
  }

  #hasNatural(): boolean {
    return this.dealer.length === 2 && totalOf(this.#points) === 21
  }

  #insure(moment: InsuranceMoment): void {
    for (const box of this.boxes) box.sides.ins += box.bets.player.insure?.(moment) ?? 0
  }

  #playBox(box: BoxInPlay): void {
    const { hands } = box
    for (let at = 0; at < hands.length; at++) {
      const hand = hands[at] as HandInPlay
      if (hand.ranks.length === 1) this.#give(box, hand)
      while (hand.ended === null) this.#turn(box, hand)
    }
  }

  #give(box: BoxInPlay, hand: HandInPlay): void {
    hand.take(this.cards.length, this.#nextCard())
    hand.settle(box.hands.length, this.rules)
  }

  #turn(box: BoxInPlay, hand: HandInPlay): void {
    const { rules, upRank } = this
    if (box.isAbsent(rules)) {
      // 000 §1 l.38: the house's rule plays; nobody decides.
      if (absentDraws(hand, rules)) this.#give(box, hand)
      else hand.ended = 'stand'
      return
    }
    const action = box.bets.player.decide(hand, box.hands.length, upRank)
    this.#check(action, box, hand)
    // 000 §1 l.47: the second bettor draws or stands; he has no other decisions.
    if (box.bets.absent) {
      if (action === 'hit') this.#give(box, hand)
      else hand.ended = 'stand'
      return
    }
    switch (action) {
      case 'stand':
        this.#stand(hand)
        return
      case 'hit':
        this.#hit(box, hand)
        return
      case 'double':
      case 'free-double':
        hand.actions.push(action)
        box.double(hand, action === 'free-double', rules)
        this.#raise(box, 'atDouble')
        this.#give(box, hand)
        return
      case 'split':
      case 'free-split':
        this.#split(box, hand, action)
        return
      default:
        hand.actions.push(action)
        hand.ended = 'surrender'
    }
  }

  #stand(hand: HandInPlay): void {
    hand.ended = restsAs(hand, this.rules)
    if (hand.ended === 'stand') hand.actions.push('stand')
  }

  #hit(box: BoxInPlay, hand: HandInPlay): void {
    hand.actions.push('hit')
    this.#give(box, hand)
  }

  #split(box: BoxInPlay, hand: HandInPlay, action: 'split' | 'free-split'): void {
    hand.actions.push(action)
    const parted = box.split(hand, action === 'free-split', this.rules)
    this.#raise(box, 'atSplit')
    this.#give(box, hand)
    // 003 Split l.44: both hands get their cards at once.
    if (this.rules.splitDealing === 'together') this.#give(box, parted)
  }

  #raise(box: BoxInPlay, moment: InsuranceMoment): void {
    if (this.insuranceOpen) box.sides.ins += box.bets.player.insure?.(moment) ?? 0
  }

  #check(action: Action, box: BoxInPlay, hand: HandInPlay): void {
    if (this.#isLegal(action, box, hand)) return
    throw new RangeError(`${action} is not allowed on ranks ${hand.ranks.join(' ')} against rank ${this.upRank}`)
  }

  #isLegal(action: Action, box: BoxInPlay, hand: HandInPlay): boolean {
    const { rules } = this
    const hands = box.hands.length
    const frozen = isFrozenAce(hand, rules)
    switch (action) {
      case 'stand':
        return frozen || mayStand(hand, rules)
      case 'hit':
        return !frozen && mayDraw(hand, rules)
      case 'double':
        return !frozen && mayDraw(hand, rules) && mayDouble(hand, rules)
      case 'free-double':
        return !frozen && mayDraw(hand, rules) && mayDoubleFree(hand, rules)
      case 'split':
        return maySplit(hand, hands, rules)
      case 'free-split':
        return maySplitFree(hand, hands, rules)
      case 'surrender':
        return maySurrender(hand, hands, this.upRank, rules)
      case 'even-money':
        return false
    }
  }

  #needs(): Needs {
    let needs = NO_NEED
    for (const box of this.boxes) needs = together(needs, box.needs(this.paidBeforePlay))
    return needs
  }

  #playDealer(): void {
    if (!this.endedByCheck) {
      this.insuranceOpen &&= this.boxes.some(({ sides }) => sides.ins > 0)
      const [least = 'nothing', most = least] = dealerNeeds(this, this.#needs())
      while (most !== 'nothing' && dealerDraws(this.#points, this.rules)) {
        const decided = least === 'nothing' || (least === 'natural' && this.dealer.length === 2)
        if (decided && this.#stopsEarly()) break
        this.#toDealer(this.#nextCard())
      }
    }
    this.final = { total: totalOf(this.#points), blackjack: this.#hasNatural() }
  }
}
