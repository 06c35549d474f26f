/**
 * What the players gain the house loses, to the unit, and no round ends with an open wager: over random legal rounds of every house with
 * random overrides, bets and roundings. `many.ts` says how to repeat a run and how to make it long.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SpotTruth } from '../../../simulators/table/types.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { JUDGED_RULES } from '../house-rounds/flips.ts'
import { type EveningRound, type Setting, settingOf, spendEvening } from './evening.ts'
import { manyEvenings, REPEATED } from './many.ts'
import { TURNED } from './overrides.ts'
import { playSpelled } from './spelled.ts'
import { roundText } from './told.ts'

const ROUNDS = 300

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

const spotsOf = ({ played }: EveningRound): readonly (readonly [string, SpotTruth])[] =>
  played.truth.boxes.flatMap(({ box, spots }) => Object.entries(spots).map(([area, spot]) => [`${box}.${area}`, spot] as const))

/** The rack, the spots and the truth's own sums tell of the same money. */
const checkMoney = (round: EveningRound, where: string): void => {
  const { played, rack } = round
  const spots = spotsOf(round)
  for (const [name, { staked, due, falls, moved }] of spots) {
    assert.ok(falls !== null && due !== null, `${name}: ${where}`)
    assert.equal(falls.before + falls.inPlay + falls.after, due, `${name}, moments: ${where}`)
    assert.equal(moved, due, `${name}, moved: ${where}`)
    assert.ok(due >= -staked, `${name} loses more than was staked: ${where}`)
  }
  assert.equal(played.truth.net.house, 0 - sum(spots.map(([, { due }]) => due ?? Number.NaN)), where)
  assert.equal(rack.after - rack.before, played.truth.net.house, `rack: ${where}`)
}

/** Settled: on every spot lies what was staked and what it is due, no lammer, and nothing is left to judge. */
const checkSettled = (round: EveningRound, { collectAfter }: Setting, where: string): void => {
  assert.deepEqual(round.unsettled, [], where)
  for (const { spot, amount, lammers, staked, due } of round.settled) {
    assert.equal(lammers, 0, `a lammer is left on ${spot}: ${where}`)
    // Where boxes collect by themselves some have done so by now.
    const isCollected = collectAfter === 'box-settled' && amount === 0
    if (!isCollected) assert.equal(amount, staked + due, `${spot}: ${where}`)
  }
}

/** Collected: every spot is empty but for the next bets, in truth and as the spots told it. */
const checkCollected = (round: EveningRound, told: Map<string, number>, where: string): void => {
  const next = new Map<string, number>(
    round.asked.flatMap((asked) => (asked.what === 'leavesLying' ? [[`${asked.box}.main`, asked.answer] as const] : [])),
  )
  for (const { scan } of round.played.actions) if (scan.kind === 'spot') told.set(scan.spot, scan.amount)
  for (const [spot, amount] of round.left) {
    assert.equal(amount, next.get(spot) ?? 0, `${spot} after all have collected: ${where}`)
    assert.equal(told.get(spot) ?? 0, amount, `${spot} as it was told: ${where}`)
  }
  assert.equal(told.get('rack') ?? round.rack.after, round.rack.after, where)
}

/** The same of `src/rules/play`: every hand has ended, every amount is said once, and a second settlement says the same again. */
const checkSpelled = ({ asked, played }: EveningRound, setting: Setting, where: string): void => {
  const { round } = playSpelled(asked, played.truth, setting)
  const [first, second] = [1, 2].map(() => {
    const said: string[] = []
    round.settle((...due) => said.push(due.join(' ')))
    return said
  })
  assert.deepEqual(second, first, where)
  const named = (first ?? []).map((line) => line.split(' ').slice(0, 3).join(' '))
  assert.equal(new Set(named).size, named.length, `said twice: ${where}`)
  const dues = new Map<string, number>()
  for (const line of first ?? []) {
    const [at, area, , amount] = line.split(' ')
    const spot = `${played.truth.boxes[Number(at)]?.box}.${area}`
    dues.set(spot, (dues.get(spot) ?? 0) + Number(amount))
  }
  for (const [spot, { staked }] of spotsOf({ played } as EveningRound))
    assert.ok((dues.get(spot) ?? 0) >= -staked, `${spot} loses more than was staked in src/rules/play: ${where}`)
  for (const { hands, outcomes } of round.boxes) {
    assert.ok(
      hands.every(({ ended }) => ended !== null),
      `a hand of src/rules/play goes on: ${where}`,
    )
    assert.equal(outcomes.length, hands.length, where)
  }
}

describe(`the players' gain is the house's loss, and every wager is settled (${REPEATED})`, () => {
  it('every rule that rounds are judged by is turned here', () => {
    assert.deepEqual([...JUDGED_RULES].sort(), [...TURNED].sort())
  })
  for (const house of HOUSE_IDS) {
    it(house, () => {
      manyEvenings({ house, what: 'conservation', rounds: ROUNDS }, (drawn) => {
        const setting = settingOf(house, drawn)
        const told = new Map<string, number>()
        for (const round of spendEvening(setting).rounds) {
          const where = `${JSON.stringify(setting.accepted)}, round ${round.played.truth.number}\n${roundText(round.played.truth)}`
          checkMoney(round, where)
          checkSettled(round, setting, where)
          checkCollected(round, told, where)
          checkSpelled(round, setting, where)
        }
      })
    })
  }
})
