/** The results of the simulation compared with the exact figures. Pure. */
import { mayTakeEvenMoney } from '../game/up-card.ts'
import type { HouseRules } from '../house/rules.ts'
import { type Counts, countOf, type Event, finalsUnder, lammersOf } from './counts.ts'
import type { Played } from './crew.ts'
import * as exact from './exact.ts'
import { amountFigure, type Figure, figureOf, type Pool, poolOf, shareFigure, type Table, type Tries, tableOf } from './figure.ts'
import { shareOf } from './statistics.ts'

export interface Comparison {
  readonly figures: readonly Figure[]
  readonly tables: readonly Table[]
}

const UPS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const
const FINAL_NATURAL = 5
const FINAL_22 = 6
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const allFinals = (counts: Counts): readonly number[] =>
  UPS.map((up) => finalsUnder(counts, up)).reduce((total, finals) => total.map((each, at) => each + (finals[at] ?? 0)))

const endedWith = (finals: readonly number[], place: number): Tries => ({ count: sum(finals), hits: finals[place] ?? 0 })
const roundsWith = (counts: Counts, event: Event): Tries => ({ count: countOf(counts, 'rounds'), hits: countOf(counts, event) })

/** Adds the chance of everything else. */
const withRest = (chances: readonly number[]): readonly number[] => [...chances, 1 - sum(chances)]

type Soft17 = HouseRules['dealerSoft17']
const SOFT_17: readonly (readonly [Soft17, string])[] = [
  ['stand', 'soft 17 stood'],
  ['hit', 'soft 17 drawn'],
]
const UP_NAMES = ['ace', '2', '3', '4', '5', '6', '7', '8', '9', 'ten'] as const

const dealerTables = (soft17: Soft17, { of, counts }: Pool): readonly Table[] => [
  ...UPS.flatMap((up) =>
    tableOf(`dealer's final hand, up card ${UP_NAMES[up - 1]}`, of, finalsUnder(counts, up), exact.DEALER_FINALS[soft17][up - 1] ?? []),
  ),
  ...tableOf("dealer's final hand, any up card", of, allFinals(counts), exact.DEALER_FINALS_ALL[soft17]),
]

const dealer22 = (played: readonly Played[]): readonly Figure[] =>
  exact.DEALER_22.flatMap((row) =>
    SOFT_17.flatMap(([soft17, name]) => {
      const alike = played.filter(({ game }) => game.rules.decks === row.decks && game.rules.dealerSoft17 === soft17)
      const finals = allFinals(poolOf(name, alike).counts)
      const of = `${row.decks} ${row.decks === 1 ? 'pack' : 'packs'}, ${name}`
      return shareFigure('dealer ends with 22', of, row[soft17], endedWith(finals, FINAL_22))
    }),
  )

/** From the bets of the house that pays these odds, or computed at these odds from the dealer's hands of the other houses. */
const push22 = (played: readonly Played[]): readonly Figure[] => {
  if (!played.some(({ game }) => game.rules.push22 !== 'none')) return []
  return exact.PUSH_22.flatMap(({ pays, soft17, value }) => {
    const name = `Push 22 at ${pays} to 1`
    const alike = played.filter(({ game }) => game.rules.decks === 6 && game.rules.dealerSoft17 === soft17)
    const house = alike.find(({ game: { rules } }) => rules.push22 !== 'none' && rules.push22.pays === pays)
    if (house !== undefined) return amountFigure(name, poolOf(house.game.id, [house]), value, 'push22')
    const finals = allFinals(poolOf('', alike).counts)
    const { count: of, hits } = endedWith(finals, FINAL_22)
    const { count, mean, error } = shareOf(of, hits, (value + 1) / (pays + 1))
    const found = { count, mean: mean * (pays + 1) - 1, error: error * (pays + 1) }
    return figureOf(name, SOFT_17.find(([rule]) => rule === soft17)?.[1] ?? '', value, found)
  })
}

const CHANCES: readonly (readonly [name: string, event: Event, chance: number])[] = [
  ['natural', 'natural', exact.FIRST_CARDS.natural],
  ['natural, and the dealer too', 'bothNatural', exact.FIRST_CARDS.bothNatural],
  ['pair of one rank', 'pair', exact.FIRST_CARDS.pair],
  ['pair, not of ten-values', 'freePair', exact.FIRST_CARDS.freePair],
  ['two ten-values', 'twoTens', exact.FIRST_CARDS.twoTens],
  ['two ten-values of one rank', 'sameTens', exact.FIRST_CARDS.sameTens],
  ['hard 9', 'hardNine', exact.FIRST_CARDS.hardNine],
  ['hard 10', 'hardTen', exact.FIRST_CARDS.hardTen],
  ['hard 11', 'hardEleven', exact.FIRST_CARDS.hardEleven],
  ['first card a seven', 'firstSeven', exact.FIRST_CARDS.firstSeven],
  ['two sevens of one suit', 'sevensOneSuit', exact.FIRST_CARDS.sevensOneSuit],
  ['two sevens of two suits', 'sevensTwoSuits', exact.FIRST_CARDS.sevensTwoSuits],
]

const firstCards = ({ of, counts }: Pool): readonly Figure[] => {
  const naturalUnder = (up: number, name: string, chance: number): readonly Figure[] =>
    shareFigure(name, of, chance, endedWith(finalsUnder(counts, up), FINAL_NATURAL))
  const unlike = { count: countOf(counts, 'rounds'), hits: countOf(counts, 'twoTens') - countOf(counts, 'sameTens') }
  return [
    ...CHANCES.flatMap(([name, event, chance]) => shareFigure(name, of, chance, roundsWith(counts, event))),
    ...shareFigure('two ten-values of two ranks', of, exact.FIRST_CARDS.unlikeTens, unlike),
    ...naturalUnder(1, "dealer's natural on an ace", exact.FIRST_CARDS.dealerNaturalOnAce),
    ...naturalUnder(10, "dealer's natural on a ten", exact.FIRST_CARDS.dealerNaturalOnTen),
  ]
}

const insurance = (pool: Pool): readonly Figure[] => [
  ...amountFigure('insurance', pool, exact.INSURANCE.onlyAce, 'insurance'),
  ...amountFigure('insurance with no ten-value held', pool, exact.INSURANCE.noTenHeld, 'insuranceNoTenHeld'),
  ...amountFigure('insurance of a natural', pool, exact.INSURANCE.naturalHeld, 'insuranceNaturalHeld'),
]

const TEN_RANK = 9

/** Even money is one bet, so this is what waiting brings if even money is offered. */
const waiting = (played: readonly Played[]): readonly Figure[] => {
  const offered = (upRank: number, of: string): Pool =>
    poolOf(
      of,
      played.filter(({ game }) => mayTakeEvenMoney(upRank, game.rules)),
    )
  return [
    ...amountFigure('natural that waits on an ace', offered(0, 'even money'), exact.NATURAL_WAITS.onAce, 'naturalOnAce'),
    ...amountFigure('natural that waits on a ten', offered(TEN_RANK, 'even money'), exact.NATURAL_WAITS.onTen, 'naturalOnTen'),
  ]
}

const ownFigures = ({ game, counts }: Played): readonly Figure[] => {
  const own = poolOf(game.id, [{ game, counts, promised: null, ms: 0 }])
  switch (game.id) {
    case 'free-bet-pot-of-gold':
      return [
        ...shareFigure('a free bet is open', game.id, exact.FIRST_CARDS.freeBet, roundsWith(counts, 'freeBet')),
        ...amountFigure('Pot of Gold', own, exact.POT_OF_GOLD, 'potOfGold'),
      ]
    case 'sevens':
      return [
        ...shareFigure('three sevens of one suit', game.id, exact.SEVENS.threeOneSuit, roundsWith(counts, 'threeSevensOneSuit')),
        ...shareFigure('three sevens of more suits', game.id, exact.SEVENS.threeMixed, roundsWith(counts, 'threeSevensMixed')),
        ...amountFigure('prizes, if always paid', own, exact.SEVENS.prizes, 'prizes'),
      ]
    case 'control':
      return amountFigure(CONTROL_NAME, own, exact.CONTROL, 'main')
    default:
      return []
  }
}

export const CONTROL_NAME = 'main bet of the published game'

/** If the dealer checks, his natural ends the round before a lammer is laid. */
const lammerTables = ({ game, counts }: Played): readonly Table[] => {
  if (!game.rules.freeDouble || !game.rules.freeSplit) return []
  const [none, natural] = [lammersOf(counts, false), lammersOf(counts, true)]
  const all = none.map((each, lammers) => each + (natural[lammers] ?? 0))
  return [
    ...(game.rules.peek.length === 0 ? tableOf('lammers of a box', game.id, all, exact.LAMMERS.all) : []),
    ...tableOf("lammers of a box, and no dealer's natural", game.id, [...none, sum(natural)], withRest(exact.LAMMERS.noNatural)),
  ]
}

/** Every figure these games can show. */
export function compare(played: readonly Played[]): Comparison {
  const six = played.filter(({ game }) => game.rules.decks === 6)
  const boxes = poolOf('six packs', six)
  const alike = SOFT_17.map(
    ([soft17, name]) =>
      [
        soft17,
        poolOf(
          name,
          six.filter(({ game }) => game.rules.dealerSoft17 === soft17),
        ),
      ] as const,
  )
  return {
    figures: [
      ...dealer22(played),
      ...push22(played),
      ...firstCards(boxes),
      ...insurance(boxes),
      ...waiting(six),
      ...played.flatMap(ownFigures),
    ],
    tables: [...alike.flatMap(([soft17, pool]) => dealerTables(soft17, pool)), ...played.flatMap(lammerTables)],
  }
}
