/** Rounds played as the strategy says, with rules and money of their own: the average must be what the strategy promises. Tables take turns. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { seededRandom } from '../../../simulators/table/random.ts'
import { openHand, withCard } from '../../../src/rules/game/hand.ts'
import { todays } from '../../runner/rotation.ts'
import { strategyAt, type Table } from './houses.ts'
import { dealt, playedOut } from './round.ts'

const SEED = Number(process.env.SEED ?? 20260)
const ROUNDS = 100_000
const SPREADS = 4.5

/** The average of `rounds` draws is within SPREADS standard errors of `promised`. */
function averages(promised: number, rounds: number, draw: () => number): void {
  let [sum, squares] = [0, 0]
  for (let i = 0; i < rounds; i++) {
    const net = draw()
    sum += net
    squares += net * net
  }
  const mean = sum / rounds
  const error = Math.sqrt((squares / rounds - mean * mean) / rounds)
  assert.ok(Math.abs(mean - promised) < SPREADS * error, `${mean} with a standard error of ${error}, promised ${promised}`)
}

const TABLES: readonly Table[] = [
  { house: 'free-bet-european' },
  { house: 'free-bet-pot-of-gold' },
  { house: 'sevens-prizes' },
  { house: 'gld' },
  { house: 'ingo' },
  { house: 'sevens-prizes', rules: { charlie: 5 } },
  { house: 'gld', rules: { surrender: 'early', evenMoneyAgainst: ['A', 'T'], blackjackPay: [6, 5], maxHands: 4 } },
]

describe(`${ROUNDS} rounds come to the expectation, every decision legal (seed ${SEED})`, () => {
  for (const table of todays(TABLES, 3)) {
    test(`${table.house} ${JSON.stringify(table.rules ?? 'as its document says')}`, () => {
      const strategy = strategyAt(table)
      const random = seededRandom(SEED)
      averages(strategy.expectation, ROUNDS, () => playedOut(dealt(random), strategy, random))
    })
  }
})

describe(`a pair of sevens is worth what is promised, prizes of the split box too (seed ${SEED})`, () => {
  const strategy = strategyAt({ house: 'sevens-prizes' })
  const pair = withCard(withCard(openHand(1, 0, false), 0, 6), 1, 6)
  for (const [up, suited] of [
    [4, false],
    [9, false],
    [6, true],
    [0, true],
  ] as const) {
    test(`against rank ${up}, ${suited ? 'of one suit' : 'of two suits'}`, () => {
      const [best] = strategy.options(pair, 1, up, suited)
      const random = seededRandom(SEED + up)
      averages(best?.value ?? 0, 40_000, () => playedOut({ ranks: [6, 6], up, suited }, strategy, random))
    })
  }
})
