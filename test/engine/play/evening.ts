/** An evening at a table with any rules that a configuration accepts: a few rounds by the simulated table, and all that was said and seen. */
import fc from 'fast-check'
import { AREAS, type Card, type Rank, type SpotId } from '../../../devices/scan.ts'
import { dealerByChance } from '../../../simulators/table/by-chance.ts'
import { shuffledShoe } from '../../../simulators/table/cards.ts'
import { amountOn } from '../../../simulators/table/chips.ts'
import { type BoxPlay, type Game, type Pack, spotOf } from '../../../simulators/table/game.ts'
import { seededRandom, shuffled } from '../../../simulators/table/random.ts'
import { createGame, playRound } from '../../../simulators/table/table.ts'
import type { PlayedRound, TableOptions } from '../../../simulators/table/types.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { type TableContext, tableContext } from '../../../src/engine/context.ts'
import type { Money } from '../../../src/rules/game/settle.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import type { Limits } from '../../../src/rules/table.ts'
import { anyOverrides, type Override, rulesWith, type TableRules } from './overrides.ts'
import { type Asked, oddPlayers, speaking, type Through } from './people.ts'

/** What fast-check draws and shrinks. */
export interface Drawn {
  readonly overrides: readonly Override[]
  readonly money: (typeof MONEY)[number]
  readonly rounding: TableConfig['rounding']
  readonly boxes: number
  readonly collectAfter: TableConfig['collectAfter']
  readonly odd: number
  readonly seed: number
}

/** Chip values, the least bet and the steps between bets: round ones, and ones of which no half or one and a half can be laid. */
const MONEY: readonly { readonly chips: readonly number[]; readonly min: number; readonly unit: number }[] = [
  { chips: [100, 500, 2500, 10000], min: 1000, unit: 500 },
  { chips: [100, 500, 2500, 10000], min: 700, unit: 100 },
  { chips: [1, 5, 25, 100, 1000], min: 10, unit: 1 },
  { chips: [1, 5, 25, 100, 1000], min: 7, unit: 7 },
  { chips: [50, 100, 500, 2000], min: 250, unit: 50 },
  { chips: [300, 900], min: 600, unit: 300 },
]

/** Most of a bet, in least bets. */
const MOST = 60
export const ROUNDS_AN_EVENING = 3

export const anyEvening: fc.Arbitrary<Drawn> = fc.record({
  overrides: anyOverrides,
  money: fc.constantFrom(...MONEY),
  rounding: fc.constantFrom('down', 'up', 'nearest'),
  boxes: fc.integer({ min: 1, max: 5 }),
  collectAfter: fc.constantFrom('table-settled', 'box-settled'),
  odd: fc.constantFrom(0.05, 0.25, 0.6),
  seed: fc.noShrink(fc.integer({ min: 1, max: 0x7fffffff })),
})

export interface Setting extends Drawn, TableRules {
  readonly house: HouseId
  readonly limits: Limits
  readonly context: TableContext
  readonly smallestChip: number
}

const SPOTS = [...AREAS, 'rack'] as const

const limitsOf = ({ min, unit }: Drawn['money']): Limits => {
  return { min, unit, max: min * MOST - ((min * MOST) % unit), boxMax: null, sideMin: null, sideMax: null, sideUnit: null }
}

/** `times`: every chip, limit and amount so many times as high. */
export const settingOf = (house: HouseId, drawn: Drawn, times = 1): Setting => {
  const { rules, accepted } = rulesWith(house, drawn.overrides)
  const { chips, min, unit } = drawn.money
  const money = { chips: chips.map((chip) => chip * times), min: min * times, unit: unit * times }
  const limits = limitsOf(money)
  const boxes = Math.min(drawn.boxes, rules.decks * 2)
  const { rounding, collectAfter } = drawn
  const shared = { house, rules, limits, chips: money.chips, rounding, collectAfter, spots: SPOTS, chipEvidence: 'payouts' }
  const context = tableContext({ ...shared, boxes: 7, spotLagMs: 1500, pointerLagMs: 1500 } as unknown as TableConfig)
  return { ...drawn, rules, accepted, money, boxes, house, limits, context, smallestChip: Math.min(...money.chips) }
}

export const moneyOf = ({ smallestChip, rounding }: Setting): Money => ({ smallestChip, rounding })

/** A spot when all is settled and nobody has collected yet. */
interface SettledSpot {
  readonly spot: SpotId
  readonly amount: number
  readonly lammers: number
  readonly staked: number
  readonly due: number
  readonly moved: number
}

export interface EveningRound {
  readonly played: PlayedRound
  readonly asked: readonly Asked[]
  readonly settled: readonly SettledSpot[]
  /** Wagers and hands without a verdict then. */
  readonly unsettled: readonly string[]
  /** Amount in the house's rack. */
  readonly rack: { readonly before: number; readonly after: number }
  /** What lies on the spots once everybody has collected. */
  readonly left: ReadonlyMap<SpotId, number>
}

export interface Evening {
  readonly setting: Setting
  readonly rounds: readonly EveningRound[]
  /** Shoes, next card first. */
  readonly packs: readonly Pack[]
}

const settledSpots = (game: Game, boxes: readonly BoxPlay[]): SettledSpot[] =>
  boxes.flatMap(({ box }) =>
    AREAS.flatMap((area) => {
      const spot = spotOf(box, area)
      const { staked, falls, moved } = game.accounts.get(spot) ?? { staked: 0, falls: { before: 0, inPlay: 0, after: 0 }, moved: 0 }
      const level = game.recorder.level(spot)
      const due = falls.before + falls.inPlay + falls.after
      return [{ spot, amount: amountOn(level), lammers: level.lammers, staked, due, moved }]
    }),
  )

const unsettledIn = (boxes: readonly BoxPlay[]): string[] =>
  boxes.flatMap(({ box, hands }) =>
    hands.flatMap(({ wagers, outcome, cards }) => {
      const open = wagers.filter(({ settled, lies, real }) => !settled || (outcome === 'lose' && real > 0 && lies !== 'taken'))
      const named = open.map(({ area }) => `${area} of ${cards.join(' ')} on box ${box} is open`)
      return outcome === null ? [...named, `${cards.join(' ')} on box ${box} has no outcome`] : named
    }),
  )

const isBoxes = (list: readonly unknown[]): list is readonly BoxPlay[] => typeof list[0] === 'object'

/** Aces and tens for naturals and even money, sevens for their prizes. */
const TELLING: readonly Rank[] = ['A', 'T', '7']
const MIDDLE: readonly Rank[] = ['6', '8', '9', 'J', 'Q', 'K']
const LOW: readonly Rank[] = ['2', '3', '4', '5']

/** Two of three shoes begin with cards of a few ranks, so that pairs and their like are common; few are low, or hands would never end. */
const freshPack = ({ rules }: Setting, random: () => number): Pack => {
  const cards: Card[] = shuffledShoe(rules.decks, random)
  const cutAt = Math.floor(cards.length / 2)
  if (random() < 0.33) return { cards, cutAt }
  const some = <T>(of: readonly T[], most: number): readonly T[] => shuffled(random, of).slice(0, 1 + Math.floor(random() * most))
  const ranks = [...some(TELLING, 3), ...some(MIDDLE, 3), ...some(LOW, 1)]
  const isFirst = (card: Card): boolean => ranks.some((rank) => card.startsWith(rank))
  return { cards: [...cards.filter(isFirst), ...cards.filter((card) => !isFirst(card))], cutAt }
}

/** How an evening is played: by a crowd and shuffled shoes, or as another was. */
export interface Course {
  readonly through: (asked: Asked, round: number) => Asked['answer']
  readonly nextPack: (random: () => number) => Pack
  readonly rounds: number
}

const RAN_OUT = 'the shoe ran empty inside a round'

export const playEvening = (setting: Setting, course: Course): Evening => {
  const { rules, limits, money, boxes, rounding, collectAfter, seed, odd } = setting
  const options = { rules, limits, ...money, boxes, spots: SPOTS, pointer: true, random: seededRandom(seed), collectAfter, rounding }
  const random = seededRandom(seed ^ 0x2545f491)
  const rounds: EveningRound[] = []
  const packs: Pack[] = []
  let asked: Asked[] = []
  let close: Pick<EveningRound, 'settled' | 'unsettled'> = { settled: [], unsettled: [] }
  const through: Through = (question) => {
    const answer = course.through(question, rounds.length)
    asked.push({ ...question, answer } as Asked)
    return answer
  }
  const players = speaking(oddPlayers({ rules, limits, random, odd }), through)
  const game = createGame(options satisfies TableOptions, {
    players: {
      ...players,
      order: (list) => {
        if (isBoxes(list)) close = { settled: settledSpots(game, list), unsettled: unsettledIn(list) }
        return players.order(list)
      },
    },
    customs: dealerByChance(seededRandom(seed ^ 0x1b873593)),
    nextPack: () => {
      const pack = course.nextPack(random)
      packs.push({ ...pack, cards: [...pack.cards] })
      return pack
    },
  })
  const rack = (): number => amountOn(game.recorder.level('rack'))
  while (rounds.length < course.rounds) {
    const before = rack()
    asked = []
    try {
      const played = playRound(game)
      const left = new Map(close.settled.map(({ spot }) => [spot, amountOn(game.recorder.level(spot))]))
      rounds.push({ played, asked, ...close, rack: { before, after: rack() }, left })
    } catch (error) {
      // A short shoe may run out where every box splits: the rounds before count.
      if (error instanceof RangeError && error.message.startsWith(RAN_OUT)) break
      throw error
    }
  }
  return { setting, rounds, packs }
}

/** Rounds by chance, the same for the same draw. */
export const spendEvening = (setting: Setting): Evening =>
  playEvening(setting, {
    through: ({ answer }) => answer,
    nextPack: (random) => freshPack(setting, random),
    rounds: ROUNDS_AN_EVENING,
  })
