/** The shift report of a simulated evening, kept in a real store as the sink keeps it, against the simulator's own ledger, to the unit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Area } from '../../../devices/scan.ts'
import { rulesSha256 } from '../../../src/base/config/rules-hash.ts'
import { shiftReport } from '../../../src/book/reports/ask.ts'
import { poissonInterval } from '../../../src/book/reports/statistics.ts'
import { BETS, type Bet, expectedOf, type Theory } from '../../../src/book/reports/theory.ts'
import { openStore, type Store } from '../../../src/book/store/open.ts'
import { isAll } from '../../runner/rotation.ts'
import { describeIn, type Evening, fillStore, honestEvening, playEvening, sharedEvening } from '../fixture.ts'
import { knowTheory } from './known-theory.ts'

const SEED = Number(process.env.SEED ?? 31)
const AREAS: { readonly [area in Area]: Bet } = { main: 'main', main2: 'main', main3: 'main', ins: 'ins', p22: 'p22', pog: 'pog' }
const WHOLE_NIGHT = { tables: [], from: 0, to: Date.UTC(2027, 0, 1), dealer: null }

/** Nothing tells the end of the last round: it is still open when the evening's records end. */
const closedRounds = ({ played }: Evening) => played.slice(0, -1).map(({ truth }) => truth)

/** Stakes, what the house should have won and what it won in chips, as the simulator booked them. */
const ledgerOf = (evening: Evening) => {
  const ledger = Object.fromEntries(BETS.map((bet) => [bet, { staked: 0, byRules: 0, houseWon: 0 }])) as Record<
    Bet,
    { staked: number; byRules: number; houseWon: number }
  >
  for (const { boxes } of closedRounds(evening)) {
    for (const { spots } of boxes) {
      for (const [area, spot] of Object.entries(spots)) {
        const own = ledger[AREAS[area as Area]]
        own.staked += spot.staked
        own.byRules -= spot.due ?? 0
        own.houseWon -= spot.moved
      }
    }
  }
  return ledger
}

const withStore = async (evenings: readonly Evening[], ask: (store: Store) => Promise<void>): Promise<void> => {
  const store = await openStore({ store: ':memory:' })
  try {
    for (const evening of evenings) {
      await fillStore(store, evening)
      await describeIn(store, evening.config)
    }
    await ask(store)
  } finally {
    await store.destroy()
  }
}

/** At a table with free bets a round is folded in a quarter of a second. */
const FREE_ROUNDS = isAll ? 40 : 12
const honest = { house: 'free-bet-pot-of-gold', rounds: FREE_ROUNDS, seed: SEED, oneIn: Number.POSITIVE_INFINITY, boxes: 5 } as const

for (const evening of [playEvening(honest), honestEvening()]) {
  test(`${evening.config.house}: an honest evening's money is the simulator's, to the unit (seed ${SEED})`, async () => {
    await withStore([evening], async (store) => {
      await knowTheory(store, evening.config.rules)
      const [table] = (await shiftReport(store, WHOLE_NIGHT)).tables
      const ledger = ledgerOf(evening)
      for (const bet of BETS) {
        const { staked, byRules, houseWon } = table?.money[bet] ?? assert.fail('no section')
        assert.deepEqual({ bet, staked, byRules, houseWon }, { bet, ...ledger[bet] })
      }
      const { rounds, hands, decisions, findings, money } = table ?? assert.fail('no section')
      const truths = closedRounds(evening)
      assert.equal(rounds.dealt, truths.length)
      assert.equal(rounds.complete, truths.filter(({ complete }) => complete).length)
      assert.equal(hands, truths.flatMap(({ boxes }) => boxes.flatMap((box) => box.hands)).length)
      assert.equal(decisions, truths.flatMap(({ boxes }) => boxes.flatMap((box) => box.hands.flatMap((hand) => hand.actions))).length)
      assert.equal(findings.total, 0)
      assert.equal(
        money.all.byRules,
        BETS.reduce((sum, bet) => sum + ledger[bet].byRules, 0),
      )
      assert.notEqual(money.all.z, null)
      assert.equal(money.all.rounds, truths.length)
    })
  })
}

/** One bet of the truth as it was first made: before doubles and splits. */
const firstBetsOf = (evening: Evening) =>
  closedRounds(evening).map(({ boxes }) =>
    boxes.map(({ hands, spots }) => {
      const bets = 1 + hands.flatMap(({ actions }) => actions).filter((action) => action === 'double' || action === 'split').length
      return [(spots.main?.staked ?? 0) / bets, spots.p22?.staked ?? 0, spots.pog?.staked ?? 0, spots.ins?.staked ?? 0]
    }),
  )

test(`what is expected is that of the bets as they were first made (seed ${SEED})`, async () => {
  const evening = playEvening({ house: 'ingo', rounds: 20, seed: SEED, oneIn: Number.POSITIVE_INFINITY, boxes: 4 })
  await withStore([evening], async (store) => {
    const { all } = (await shiftReport(store, WHOLE_NIGHT)).tables[0]?.money ?? assert.fail('no section')
    const [worked, ...more] = await store.selectFrom('theories').selectAll().execute()
    assert.equal(worked?.rules_sha256, rulesSha256(evening.config.rules))
    const theory: Theory = JSON.parse(worked.theory)
    const expected = firstBetsOf(evening).map((bets) => expectedOf(theory, bets))
    const near = (one: number, other: number): void =>
      assert.ok(Math.abs(one - other) <= 1e-6 * Math.abs(other) + 1e-6, `${one} and ${other}`)
    near(
      all.theory,
      expected.reduce((sum, { win }) => sum + win, 0),
    )
    near(
      all.deviation ** 2,
      expected.reduce((sum, { variance }) => sum + variance, 0),
    )
    // Worked out once: the second report reads it.
    assert.deepEqual(more, [])
    assert.deepEqual((await shiftReport(store, WHOLE_NIGHT)).tables[0]?.money.all, all)
  })
})

test(`an evening with errors: dealers' parts add up, and findings are counted as they stand`, async () => {
  const evening = sharedEvening()
  await withStore([evening], async (store) => {
    await knowTheory(store, evening.config.rules)
    const report = await shiftReport(store, WHOLE_NIGHT)
    const [table] = report.tables
    const [pit] = report.pits
    assert.ok(table && pit, 'a section each')
    assert.equal(report.pits.length, 1)
    assert.deepEqual(pit.money, table.money)
    assert.equal(
      report.dealers.reduce((sum, { rounds }) => sum + rounds.dealt, 0),
      table.rounds.dealt,
    )
    assert.deepEqual(
      report.dealers.map(({ name }) => name),
      ['d17', 'd23'],
    )
    const stored = await store.selectFrom('findings').selectAll().where('withdrawn_at', 'is', null).execute()
    assert.notEqual(stored.length, 0)
    assert.equal(table.findings.total, stored.length)
    // What is only noted raises no alarm that could be open.
    assert.equal(table.findings.open, stored.filter(({ severity }) => severity !== 'info').length)
    for (const { code, count, rate, interval } of table.findings.byCode) {
      assert.equal(count, stored.filter((each) => each.code === code).length)
      const exact = poissonInterval(count)
      assert.deepEqual(
        { rate, interval },
        {
          rate: (count * 1000) / table.decisions,
          interval: { from: (exact.from * 1000) / table.decisions, to: (exact.to * 1000) / table.decisions },
        },
      )
    }
    const { amount, putRight, left } = table.wrong
    assert.equal(left, (amount ?? 0) - (putRight ?? 0))
    // One dealer alone: the same as his part of the whole.
    const alone = await shiftReport(store, { ...WHOLE_NIGHT, dealer: 'd17' })
    assert.deepEqual(alone.dealers, [report.dealers[0]])
  })
})

test('two tables of one pit are added, a table without a description is told, and an empty book gives an empty report', async () => {
  const quick = { rounds: 6, oneIn: Number.POSITIVE_INFINITY, boxes: 2 }
  const evenings = [honestEvening(6), playEvening({ ...quick, seed: 2, table: 'bj08', stream: 'evening3' })]
  await withStore(evenings, async (store) => {
    await knowTheory(store, honestEvening(1).config.rules)
    const report = await shiftReport(store, WHOLE_NIGHT)
    assert.deepEqual(
      report.tables.map(({ name }) => name),
      ['bj07', 'bj08'],
    )
    assert.equal(report.pits[0]?.rounds.dealt, 10)
    const apart = report.tables.reduce((sum, { money }) => sum + money.all.theory, 0)
    const together = report.pits[0]?.money.all.theory ?? 0
    assert.ok(Math.abs(together - apart) < 1e-6, `${together} and ${apart}`)
    assert.deepEqual(
      (await shiftReport(store, { ...WHOLE_NIGHT, tables: ['bj08'] })).tables.map(({ name }) => name),
      ['bj08'],
    )
    const { id } = await store.selectFrom('tables').select('id').where('name', '=', 'bj08').executeTakeFirstOrThrow()
    await store.updateTable('descriptions').set({ described: '{"rules":' }).where('table_id', '=', id).execute()
    const [, second] = (await shiftReport(store, WHOLE_NIGHT)).tables
    assert.equal(second?.noTheory, 'the description of the table is not JSON')
    assert.equal(second?.money.all.z, null)
    assert.match(second?.line ?? '', /^bj08: 5 rounds, 5 told complete, 0 findings \(0 open\), devices .*, book complete to record [\d,]+$/)
    const none = await shiftReport(store, { ...WHOLE_NIGHT, from: 0, to: 1 })
    assert.deepEqual([none.tables[0]?.rounds.dealt, none.dealers], [0, []])
  })
  await withStore([], async (store) => assert.deepEqual((await shiftReport(store, WHOLE_NIGHT)).tables, []))
})
