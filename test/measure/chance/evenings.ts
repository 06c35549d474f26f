/** Honest evenings played with cards: how far chance alone moves the house's win, by the report's own measure. */
import { type Bet, expectedOf, type Theory } from '../../../src/book/reports/theory.ts'
import { decisionsOf } from '../../../src/rules/figures/block.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { BoxBets } from '../../../src/rules/play/box-in-play.ts'
import { seededStream } from '../../../src/rules/play/random.ts'
import { RoundPlayer } from '../../../src/rules/play/round-player.ts'
import { FreshShoe } from '../../../src/rules/play/shoe.ts'
import { strategyOf } from '../../../src/rules/strategy/strategy.ts'

export interface Evenings {
  readonly rules: HouseRules
  readonly theory: Theory
  readonly evenings: number
  readonly rounds: number
  readonly seed: number
}

/** z of the whole win, and of the main bets alone. */
export interface Luck {
  readonly all: number
  readonly main: number
}

const BOXES = 5
const OCCUPIED = 0.8
const SIDE_BET = 0.3
const INSURES = 0.3
const CHANGES_BET = 0.2
const UNIT = 1000
const BETS_MADE = [1, 2, 3, 5, 10] as const
const SIDE = UNIT / 2
/** The cut card lies a quarter of the shoe from the back. */
const SHOE_DEALT = 0.75
const MAIN_ONLY: readonly Bet[] = ['main']

/** Best decisions, five boxes, bets of one to ten units that change now and then, shoes dealt to three quarters. */
export const luckOf = ({ rules, theory, evenings, rounds, seed }: Evenings): readonly Luck[] => {
  const player = new RoundPlayer(rules, { smallestChip: 1, rounding: 'nearest' })
  const decide = decisionsOf(strategyOf(rules), player)
  return Array.from({ length: evenings }, (_, evening) => {
    const random = seededStream(seed, evening)
    const shoe = new FreshShoe(rules.decks, random)
    let dealt = 0
    const draw = () => {
      dealt++
      return shoe.draw()
    }
    const mains = Array.from({ length: BOXES }, () => UNIT)
    const totals = { all: { won: 0, win: 0, variance: 0 }, main: { won: 0, win: 0, variance: 0 } }
    for (let round = 0; round < rounds; round++) {
      if (dealt > rules.decks * 52 * SHOE_DEALT) {
        shoe.refill()
        dealt = 0
      }
      const boxes = mains.flatMap((main, at): readonly BoxBets[] => {
        if (random() < CHANGES_BET) mains[at] = UNIT * (BETS_MADE[Math.floor(random() * BETS_MADE.length)] ?? 1)
        if (random() >= OCCUPIED && at > 0) return []
        const insures = random() < INSURES
        const side = (offered: boolean): number => (offered && random() < SIDE_BET ? SIDE : 0)
        const bets = { main, p22: side(rules.push22 !== 'none'), pog: side(rules.potOfGold !== 'none') }
        return [{ ...bets, player: { decide, insure: (moment) => (insures && moment === 'offer' ? main / 2 : 0) } }]
      })
      player.play(boxes, draw)
      player.settle((_box, area, _hand, amount) => {
        totals.all.won -= amount
        if (area === 'main') totals.main.won -= amount
      })
      const bets = player.boxes.map(({ bet, sides }) => [bet, sides.p22, sides.pog, sides.ins])
      add(totals.all, expectedOf(theory, bets))
      add(totals.main, expectedOf(theory, bets, MAIN_ONLY))
    }
    return { all: zOf(totals.all), main: zOf(totals.main) }
  })
}

interface Total {
  won: number
  win: number
  variance: number
}
const add = (total: Total, { win, variance }: Pick<Total, 'win' | 'variance'>): void => {
  total.win += win
  total.variance += variance
}
const zOf = ({ won, win, variance }: Total): number => (won - win) / Math.sqrt(variance)
