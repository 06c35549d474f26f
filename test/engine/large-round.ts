/** The largest rounds there are: every box in play splits to four hands. */
import { type Card, RANKS, SUITS } from '../../devices/scan.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { playScript, type ScriptedBox } from '../../simulators/table/script.ts'
import type { PlayedAction, PlayedRound } from '../../simulators/table/types.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import type { ChipEvidence } from '../../src/rules/table.ts'
import { CHIPS, LIMITS } from './table-play.ts'

const HANDS = 4
const DRAWN_TO = 17
const STANDS_ON = 12
const LARGE_FIRST = ['T', 'J', 'Q', 'K', '9', '8', '7'] as const
/** One rank per box: pairs that every house splits to four hands. */
const PAIRS = ['2', '3', '4', '6', '7', '8', '9'] as const

/** A shoe from which cards are picked. */
class Pick {
  readonly #left: Card[]

  constructor(decks: number) {
    this.#left = Array.from({ length: decks }).flatMap(() => SUITS.flatMap((suit) => RANKS.map((rank): Card => `${rank}${suit}`)))
  }

  rank(rank: string): Card {
    return this.#take((card) => card[0] === rank)
  }

  /** The first of these ranks that is left and is not `not`. */
  first(ranks: readonly string[], not: string): Card {
    const rank = ranks.find((each) => each !== not && this.#left.some((card) => card[0] === each))
    return this.rank(rank ?? not)
  }

  #take(fits: (card: Card) => boolean): Card {
    const [card] = this.#left.splice(this.#left.findIndex(fits), 1)
    if (card === undefined) throw new RangeError('the shoe is empty')
    return card
  }
}

const totalOf = (cards: readonly Card[]): number => {
  const low = cards.reduce((sum, [rank]) => sum + (rank === 'A' ? 1 : 'TJQK'.includes(rank ?? '') ? 10 : Number(rank)), 0)
  return low <= 11 && cards.some(([rank]) => rank === 'A') ? low + 10 : low
}

export interface LargeOptions {
  readonly rules: HouseRules
  /** 1-7. */
  readonly boxes: number
  readonly chipEvidence: ChipEvidence
  readonly pointer: boolean
  /** Every hand draws the smallest cards there are for as long as it may; otherwise it stands on two or three cards. */
  readonly drawsMuch: boolean
}

/** Plays such a round. The dealer stands on the cards he was dealt, or draws one card. */
export const playLargeRound = ({ rules, boxes, chipEvidence, pointer, drawsMuch }: LargeOptions): PlayedRound => {
  const pick = new Pick(rules.decks)
  const pairs = PAIRS.slice(0, boxes)
  const split: PlayedAction = rules.freeSplit ? 'free-split' : 'split'
  const dealt = rules.dealOrder.flatMap((step) =>
    step.startsWith('boxes') ? pairs.map((rank) => pick.rank(rank)) : [pick.rank(step === 'dealer:down' ? '9' : 'T')],
  )
  const last = rules.dealOrder.includes('dealer:down') ? [] : [pick.rank('9')]
  const played: Card[] = []
  const scripts = pairs.map((rank): ScriptedBox => {
    const decisions: PlayedAction[] = Array.from({ length: HANDS - 1 }, () => split)
    for (let again = 2; again < HANDS; again++) played.push(pick.rank(rank))
    for (let hand = 0; hand < HANDS; hand++) {
      const cards: Card[] = [`${rank}S`]
      do {
        if (cards.length > 1) decisions.push('hit')
        const card = pick.first(drawsMuch ? RANKS : LARGE_FIRST, rank)
        cards.push(card)
        played.push(card)
      } while (totalOf(cards) < (drawsMuch ? DRAWN_TO : STANDS_ON))
      if (totalOf(cards) < 21) decisions.push('stand')
    }
    return { bets: { main: 1000 }, absent: false, insurance: {}, evenMoney: [], decisions, follows: {} }
  })
  return playScript(
    { boxes: Object.fromEntries(scripts.map((script, index) => [index + 1, script])), cards: [...dealt, ...played, ...last] },
    {
      ...{ rules, limits: LIMITS, chips: [...CHIPS], boxes, spots: ['main'], pointer, chipEvidence },
      ...{ random: seededRandom(1), features: ['splits', 'doubles'] },
    },
  )
}
