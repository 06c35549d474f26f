/** A round of the simulated table played once more by `src/rules/play`: the same cards, every decision spelled out. */
import type { Area } from '../../../devices/scan.ts'
import type { BoxTruth, Falls, PlayedAction, RoundTruth } from '../../../simulators/table/types.ts'
import { cardCode, cardText, totalOf } from '../../../src/rules/game/cards.ts'
import type { Moment } from '../../../src/rules/game/due.ts'
import {
  type Hand,
  isFrozenAce,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  maySurrender,
} from '../../../src/rules/game/hand.ts'
import type { InsuranceMoment } from '../../../src/rules/game/insurance.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { Bettor, BoxBets, Player } from '../../../src/rules/play/box-in-play.ts'
import { RoundPlayer } from '../../../src/rules/play/round-player.ts'
import { moneyOf, type Setting } from './evening.ts'
import type { Asked, Of } from './people.ts'

/** Two programs asked the people otherwise, or let them do other things. */
class OtherQuestion extends Error {}

export interface PlayedBox {
  readonly box: number
  /** `8H 3C [free-double] win`, hand by hand. */
  readonly hands: readonly string[]
  readonly falls: { readonly [area in Area]?: Falls }
}

export interface PlayedOut {
  readonly dealer: string
  readonly boxes: readonly PlayedBox[]
  readonly net: number
}

type Turn = Of<'decides'> | Of<'splitsAgain'> | Of<'drawsOn21'>
const isTurn = (asked: Asked): asked is Turn => asked.what === 'decides' || asked.what === 'splitsAgain' || asked.what === 'drawsOn21'

const isRaise = (answer: unknown): boolean => typeof answer === 'string' && (answer.endsWith('double') || answer.endsWith('split'))

/** What the people of one box said, by the double or split it followed: 0 before the first. */
class Script {
  readonly #turns: Turn[]
  readonly #after = new Map<Asked, number>()
  readonly #asked: readonly Asked[]
  raises = 0

  constructor(asked: readonly Asked[]) {
    this.#asked = asked
    this.#turns = asked.filter(isTurn)
    let raises = 0
    for (const each of asked) {
      if (isTurn(each) && isRaise(each.answer)) raises++
      this.#after.set(each, raises)
    }
  }

  turn<W extends Turn['what']>(what: W, cards: string): Of<W> {
    const turn = this.#turns.shift()
    if (turn?.what !== what) throw new OtherQuestion(`${cards}: asked ${what}, the table asked ${turn?.what ?? 'nothing'}`)
    if (isRaise(turn.answer)) this.raises++
    return turn as Of<W>
  }

  find<W extends Asked['what']>(what: W): Of<W>[] {
    return this.#asked.filter(({ what: asked }) => asked === what) as Of<W>[]
  }

  isNow(asked: Asked): boolean {
    return this.#after.get(asked) === this.raises
  }

  leftovers(): string | null {
    const [turn] = this.#turns
    return turn === undefined ? null : `the table asked box ${turn.box} ${turn.what} once more`
  }
}

/** All that a hand may do, the house's offer of a free bet or the player's own chips. */
const movesOf = (hand: Hand, hands: number, upRank: number, rules: HouseRules): PlayedAction[] => {
  const moves: (readonly [PlayedAction, boolean])[] = [
    ['stand', mayStand(hand, rules)],
    ['hit', mayDraw(hand, rules)],
    ['double', mayDraw(hand, rules) && mayDouble(hand, rules) && !mayDoubleFree(hand, rules)],
    ['free-double', mayDraw(hand, rules) && mayDoubleFree(hand, rules)],
    ['split', maySplit(hand, hands, rules) && !maySplitFree(hand, hands, rules)],
    ['free-split', maySplitFree(hand, hands, rules)],
    ['surrender', maySurrender(hand, hands, upRank, rules)],
  ]
  return moves.flatMap(([move, may]) => (may ? [move] : []))
}

const MOMENTS: { readonly [when in Of<'insures'>['when']]: InsuranceMoment } = {
  offer: 'offer',
  double: 'atDouble',
  'free-double': 'atDouble',
  split: 'atSplit',
  'free-split': 'atSplit',
  between: 'late',
  late: 'late',
}

const playerOf = (script: Script, isAway: boolean, round: () => RoundPlayer): Player => ({
  decide: (hand, hands, upRank) => {
    const { rules } = round()
    const cards = cardsOf(hand, round())
    if (isFrozenAce(hand, rules)) return script.turn('splitsAgain', cards).answer ?? 'stand'
    if (totalOf(hand.points) >= 21) return script.turn('drawsOn21', cards).answer ? 'hit' : 'stand'
    const turn = script.turn('decides', cards)
    if (turn.cards !== cards) throw new OtherQuestion(`asked for ${cards}, the table asked for ${turn.cards}`)
    const moves = movesOf(hand, hands, upRank, rules).filter((move) => !isAway || move === 'hit' || move === 'stand')
    const offered = [...turn.moves].sort().join()
    if (moves.sort().join() !== offered) throw new OtherQuestion(`${cards}: may ${moves.join()}, at the table ${offered}`)
    return turn.answer
  },
  evenMoney: (bettor) => script.find('takesEvenMoney').some(({ area, answer }) => area === bettor && answer),
  insure: (moment) => {
    const due = script.find('insures').filter((asked) => MOMENTS[asked.when] === moment)
    const now = moment === 'atDouble' || moment === 'atSplit' ? due.filter((asked) => script.isNow(asked)) : due
    return now.reduce((sum, { answer }) => sum + answer, 0)
  },
  doublesFor: (bettor) => {
    const asked = script.find('doublesFor').find((each) => each.area === bettor && script.isNow(each))
    return asked ? asked.answer / asked.bet : 1
  },
  follows: (bettor) => {
    const asked = script.find('follows').find((each) => each.area === bettor && script.isNow(each))
    // Whom the table does not ask has nothing there to follow with, whatever he says.
    return asked?.answer ?? true
  },
})

const cardsOf = ({ positions }: Pick<Hand, 'positions'>, { cards }: RoundPlayer): string =>
  positions.map((position) => cardText(cards[position] ?? -1)).join(' ')

const betsOf = (script: Script, round: () => RoundPlayer): BoxBets => {
  const isAway = script.find('leaves').some(({ answer }) => answer !== 'never')
  const bets: { [area in Bettor | 'p22' | 'pog']?: number } = {}
  for (const { area, lying, answer } of [...script.find('bets'), ...script.find('betsAside')]) bets[area] = lying + answer
  return { main: 0, ...bets, absent: isAway, player: playerOf(script, isAway, round) }
}

const written = (round: RoundPlayer, truth: RoundTruth): PlayedOut => {
  const falls = truth.boxes.map((): { [area in Area]?: { -readonly [moment in Moment]: number } } => ({}))
  let net = 0
  round.settle((at, area, _hand, amount, moment) => {
    net -= amount
    const spots = falls[at] ?? {}
    const spot = spots[area] ?? { before: 0, inPlay: 0, after: 0 }
    spot[moment] += amount
    spots[area] = spot
  })
  const dealer = truth.cards.filter(({ to }) => to === 'dealer').map(({ card }) => card)
  return {
    dealer: `${dealer.join(' ')} = ${round.final.total}`,
    boxes: truth.boxes.map(({ box }, at) => {
      const { hands = [], outcomes = [] } = round.boxes[at] ?? {}
      return {
        box,
        hands: hands.map((hand, nth) => `${cardsOf(hand, round)} [${hand.actions.join(' ')}] ${outcomes[nth]}`),
        falls: falls[at] ?? {},
      }
    }),
    net: net === 0 ? 0 : net,
  }
}

export interface SpelledRound {
  readonly round: RoundPlayer
  readonly out: PlayedOut
}

/**
 * Plays the round out with the people's answers.
 * @throws OtherQuestion, RangeError where the two programs disagree on what is asked, allowed, or how many cards the round takes.
 */
export const playSpelled = (asked: readonly Asked[], truth: RoundTruth, setting: Setting): SpelledRound => {
  const codes = truth.cards.filter(({ to }) => to !== 'burn').map(({ card }) => cardCode(card))
  let next = 0
  const round = new RoundPlayer(setting.rules, moneyOf(setting), () => next >= codes.length)
  const scripts = truth.boxes.map(({ box }) => new Script(asked.filter((each) => 'box' in each && each.box === box)))
  round.play(
    scripts.map((script) => betsOf(script, () => round)),
    () => codes[next++] ?? -1,
  )
  if (next < codes.length) throw new OtherQuestion(`${codes.length - next} cards are left over`)
  for (const script of scripts) {
    const left = script.leftovers()
    if (left !== null) throw new OtherQuestion(left)
  }
  return { round, out: written(round, truth) }
}

const NOTHING: Falls = { before: 0, inPlay: 0, after: 0 }

const fallsOf = ({ spots }: BoxTruth): PlayedBox['falls'] =>
  Object.fromEntries(
    Object.entries(spots).flatMap(([area, { falls }]) => (JSON.stringify(falls) === JSON.stringify(NOTHING) ? [] : [[area, falls]])),
  )

/** The truth in the same words. Spots on which nothing is due are left out. */
export const writtenTruth = ({ dealer, boxes, net }: RoundTruth): PlayedOut => ({
  dealer: `${dealer.cards.join(' ')} = ${dealer.total}`,
  boxes: boxes.map((box) => ({
    box: box.box,
    hands: box.hands.map(({ cards, actions, outcome }) => `${cards.join(' ')} [${actions.join(' ')}] ${outcome}`),
    falls: fallsOf(box),
  })),
  net: net.house ?? Number.NaN,
})

/** One spelling of equal results: zeros and the order of spots say nothing. */
export const plain = ({ dealer, boxes, net }: PlayedOut): string =>
  [
    `dealer ${dealer}, house ${net}`,
    ...boxes.map(({ box, hands, falls }) => {
      const spots = Object.entries(falls)
        .filter(([, { before, inPlay, after }]) => before !== 0 || inPlay !== 0 || after !== 0)
        .map(([area, { before, inPlay, after }]) => `${area} ${before}/${inPlay}/${after}`)
      return `${box}: ${hands.join(' | ')} : ${spots.sort().join(', ')}`
    }),
  ].join('\n')
