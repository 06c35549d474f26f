/** The simulated games: the five houses, one published game, and some that show a single figure. Their order decides their cards. */
import { HOUSE_IDS, type HouseId } from '../house/house.ts'
import { HOUSES } from '../house/index.ts'
import type { HouseRules } from '../house/rules.ts'

export interface Game {
  readonly id: string
  /** The house it belongs to; null for games of their own. */
  readonly house: HouseId | null
  readonly rules: HouseRules
  /** Who plays: one box by the strategy for these rules, one box that takes only a third card, or the dealer alone. */
  readonly player: 'strategy' | 'third-card' | 'nobody'
}

/** The dealer finishes every hand: this changes the settlement of no bet, and his figures are those of finished hands. */
const FINISHED = { dealerDrawsWhenAllDone: 'always' } as const

const houseGames: readonly Game[] = HOUSE_IDS.map((id) => ({
  id,
  house: id,
  rules: { ...HOUSES[id].rules, ...FINISHED },
  player: 'strategy',
}))

/** As published: soft 17 drawn, no hole card, any double, four hands, aces split once, all lost to a dealer's natural. */
const CONTROL: Game = {
  id: 'control',
  house: null,
  rules: {
    ...HOUSES.ingo.rules,
    ...FINISHED,
    dealerSoft17: 'hit',
    doubleTotals: 'any',
    maxHands: 4,
    splitAcesMaxHands: 2,
  },
  player: 'strategy',
}

const PRIZES = HOUSES['sevens-prizes'].rules
/** Every prize is paid, whatever happens to the box: this shows what the cards alone are worth (002 Prizing combinations). */
const ALL_PRIZES: Game = {
  id: 'sevens',
  house: 'sevens-prizes',
  rules: { ...PRIZES, ...FINISHED, sevens: PRIZES.sevens === 'none' ? 'none' : { ...PRIZES.sevens, onlyWinning: false } },
  player: 'third-card',
}

const dealerGames: readonly Game[] = [1, 2, 8].flatMap((decks) =>
  (['stand', 'hit'] as const).map(
    (dealerSoft17): Game => ({
      id: `dealer-${decks}-${dealerSoft17}`,
      house: null,
      rules: { ...HOUSES.ingo.rules, ...FINISHED, decks, dealerSoft17 },
      player: 'nobody',
    }),
  ),
)

export const GAMES: readonly Game[] = [...houseGames, CONTROL, ALL_PRIZES, ...dealerGames]

/** All games, or those of one house. */
export const gamesOf = (house: HouseId | null): readonly Game[] => GAMES.filter((game) => house === null || game.house === house)
