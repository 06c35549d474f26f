/** Counts a round that was played out and settled. It allocates nothing, because millions of rounds pass through it. */
import { ACE, addRank, hardOf, holdsAce, NO_POINTS, rankOf, valueOfRank } from '../game/cards.ts'
import { dealPlan } from '../game/deal.ts'
import { isInsuranceOffered } from '../game/insurance.ts'
import { insuranceDue } from '../game/side-bets.ts'
import type { RoundPlayer, SayBoxDue } from '../play/round-player.ts'
import { SEVEN } from '../strategy/prizes.ts'
import { type Counts, noCounts, placeOf, placeOfAmount, placeOfFinal, placeOfLammers } from './counts.ts'

const TEN = 10
const ROUNDS = placeOf('rounds')
const NATURAL = placeOf('natural')
const BOTH_NATURAL = placeOf('bothNatural')
const PAIR = placeOf('pair')
const FREE_PAIR = placeOf('freePair')
const TWO_TENS = placeOf('twoTens')
const SAME_TENS = placeOf('sameTens')
/** Nine, ten, eleven. */
const HARD = [placeOf('hardNine'), placeOf('hardTen'), placeOf('hardEleven')] as const
const FREE_BET = placeOf('freeBet')
const FIRST_SEVEN = placeOf('firstSeven')
const SEVENS_ONE_SUIT = placeOf('sevensOneSuit')
const SEVENS_TWO_SUITS = placeOf('sevensTwoSuits')
const THREE_ONE_SUIT = placeOf('threeSevensOneSuit')
const THREE_MIXED = placeOf('threeSevensMixed')
const MAIN = placeOfAmount('main')
const PRIZES = placeOfAmount('prizes')
const MAIN_AND_PRIZES = placeOfAmount('mainAndPrizes')
const PUSH_22 = placeOfAmount('push22')
const POT_OF_GOLD = placeOfAmount('potOfGold')
const INSURANCE = placeOfAmount('insurance')
const INSURANCE_NO_TEN = placeOfAmount('insuranceNoTenHeld')
const INSURANCE_NATURAL = placeOfAmount('insuranceNaturalHeld')
const NATURAL_ON_ACE = placeOfAmount('naturalOnAce')
const NATURAL_ON_TEN = placeOfAmount('naturalOnTen')

const suitOf = (code: number): number => code & 3

/** Counts the rounds of one `RoundPlayer`, with one box or none. */
export class Tally {
  counts: Counts = noCounts()
  readonly #player: RoundPlayer
  /** The positions of the box's two cards in the round. */
  readonly #first: number
  readonly #second: number
  readonly #hasPrizes: boolean
  readonly #hasPush22: boolean
  readonly #hasPotOfGold: boolean
  #main = 0
  #prizes = 0
  #push22 = 0
  #potOfGold = 0

  constructor(player: RoundPlayer) {
    this.#player = player
    const { owners } = dealPlan(player.rules, 1)
    this.#first = owners.findIndex(({ box }) => box === 0)
    this.#second = owners.findLastIndex(({ box }) => box === 0)
    this.#hasPrizes = player.rules.sevens !== 'none'
    this.#hasPush22 = player.rules.push22 !== 'none'
    this.#hasPotOfGold = player.rules.potOfGold !== 'none'
  }

  /** Forgets what was counted; `counts` is a new list. */
  restart(): void {
    this.counts = noCounts()
  }

  /** Call it with every amount due in the round. */
  readonly say: SayBoxDue = (_box, area, hand, amount) => {
    if (area === 'main') {
      if (hand < 0) this.#prizes += amount
      else this.#main += amount
    } else if (area === 'p22') this.#push22 += amount
    else if (area === 'pog') this.#potOfGold += amount
  }

  /** Call it once the round is over and every amount has been reported. */
  count(): void {
    const { final, upRank, boxes } = this.#player
    this.#add(ROUNDS)
    this.#add(placeOfFinal(valueOfRank(upRank), final.total, final.blackjack))
    if (boxes.length === 0) return
    this.#addAmount(MAIN, this.#main)
    if (this.#hasPrizes) {
      this.#addAmount(PRIZES, this.#prizes)
      this.#addAmount(MAIN_AND_PRIZES, this.#main + this.#prizes)
    }
    if (this.#hasPush22) this.#addAmount(PUSH_22, this.#push22)
    if (this.#hasPotOfGold) this.#addAmount(POT_OF_GOLD, this.#potOfGold)
    this.#countCards()
    this.#countBox()
    this.#main = 0
    this.#prizes = 0
    this.#push22 = 0
    this.#potOfGold = 0
  }

  /** Counts what the box was dealt, whatever it did with it. */
  #countCards(): void {
    const { cards } = this.#player
    const first = cards[this.#first] ?? 0
    const second = cards[this.#second] ?? 0
    const rank = rankOf(first)
    const other = rankOf(second)
    const tens = valueOfRank(rank) === TEN && valueOfRank(other) === TEN
    if (tens) this.#add(TWO_TENS)
    if (rank === other) {
      this.#add(PAIR)
      this.#add(tens ? SAME_TENS : FREE_PAIR)
    }
    const points = addRank(addRank(NO_POINTS, rank), other)
    const hard = holdsAce(points) ? undefined : HARD[hardOf(points) - 9]
    if (hard !== undefined) this.#add(hard)
    if (rank === SEVEN) {
      this.#add(FIRST_SEVEN)
      if (other === SEVEN) this.#add(suitOf(first) === suitOf(second) ? SEVENS_ONE_SUIT : SEVENS_TWO_SUITS)
    }
    this.#countInsurance(valueOfRank(rank) < TEN && valueOfRank(other) < TEN)
  }

  /** One unit, taken at the offer; settled separately from the box, so that it does not affect a natural (003 Insurance l.46). */
  #countInsurance(noTenHeld: boolean): void {
    const { upRank, rules, final, money, boxes } = this.#player
    if (!isInsuranceOffered(upRank, rules)) return
    const due = insuranceDue(1, final, { rules, money })
    this.#addAmount(INSURANCE, due)
    if (noTenHeld) this.#addAmount(INSURANCE_NO_TEN, due)
    if (boxes[0]?.natural) this.#addAmount(INSURANCE_NATURAL, due)
  }

  #countBox(): void {
    const { boxes, final, upRank } = this.#player
    const box = boxes[0]
    if (box === undefined) return
    if (box.qualifies) this.#add(FREE_BET)
    if (box.natural) {
      this.#add(NATURAL)
      if (final.blackjack) this.#add(BOTH_NATURAL)
      if (upRank === ACE) this.#addAmount(NATURAL_ON_ACE, this.#main)
      else if (valueOfRank(upRank) === TEN) this.#addAmount(NATURAL_ON_TEN, this.#main)
    }
    let lammers = 0
    for (let at = 0; at < box.hands.length; at++) lammers += box.hands[at]?.lammers ?? 0
    this.#add(placeOfLammers(lammers, final.blackjack))
    this.#countThreeSevens()
  }

  #countThreeSevens(): void {
    const { boxes, cards } = this.#player
    const hand = boxes[0]?.first
    if (hand === undefined || hand.fromSplit || hand.ranks.length < 3) return
    for (let nth = 0; nth < 3; nth++) if (hand.ranks[nth] !== SEVEN) return
    const suit = suitOf(cards[hand.positions[0] ?? 0] ?? 0)
    let suited = true
    for (let nth = 1; nth < 3; nth++) suited &&= suitOf(cards[hand.positions[nth] ?? 0] ?? 0) === suit
    this.#add(suited ? THREE_ONE_SUIT : THREE_MIXED)
  }

  #add(place: number): void {
    const { counts } = this
    counts[place] = (counts[place] ?? 0) + 1
  }

  #addAmount(place: number, amount: number): void {
    const { counts } = this
    counts[place] = (counts[place] ?? 0) + 1
    counts[place + 1] = (counts[place + 1] ?? 0) + amount
    counts[place + 2] = (counts[place + 2] ?? 0) + amount * amount
  }
}
