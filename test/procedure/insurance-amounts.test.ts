/** How much insurance may lie there: half of a bet that the chips cannot halve, and insurance of naturals. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { GLD, INGO, SEVENS } from './reading-scenario.ts'
import { standingAfter, type Table, teller } from './scene.ts'

/** Chips from 1.00 on. */
const WHOLE = { ...INGO, chips: [100, 500, 2500] }

describe('exactly half of an odd bet (003 l.46, 004 l.59)', () => {
  const insured = (table: Table, amount: number, bets = '1=1500'): readonly string[] => {
    const deal = table.house === 'gld' ? 'TS 9D 3S AD' : 'TS AD 3S'
    return standingAfter(table, `${bets} ${deal} 1.ins=${amount} +3000 5C +3000 tick`).filter((each) => each.startsWith('INS-NOT-HALF'))
  }

  it('is laid as the chips can make it, down or up', () => {
    for (const table of [WHOLE, { ...GLD, chips: WHOLE.chips }]) {
      assert.deepEqual(
        [700, 800].flatMap((amount) => insured(table, amount)),
        [],
        table.house,
      )
      for (const amount of [600, 900]) assert.deepEqual(insured(table, amount), ['INS-NOT-HALF proven'], `${table.house} ${amount}`)
    }
  })

  it('is exact where the chips can make it', () => {
    const halved = { ...WHOLE, chips: [50, ...WHOLE.chips] }
    assert.deepEqual(
      [750, 700, 800].map((amount) => insured(halved, amount).length),
      [0, 1, 1],
    )
  })

  it('is rounded for each bettor', () => {
    const bets = '1=1500 1.main2=1500'
    assert.deepEqual(
      [700, 1400, 1500, 1600].flatMap((amount) => insured(WHOLE, amount, bets)),
      [],
    )
    assert.deepEqual(
      [1300, 1700].map((amount) => insured(WHOLE, amount, bets).length),
      [1, 1],
    )
  })

  it('is told by an amount that can be laid', () => {
    const { findings } = teller(WHOLE).tell('1=1500 TS AD 3S 1.ins=600 +3000 5C +3000 tick')
    assert.deepEqual(
      findings.map(({ expected, remedy, amount }) => [expected, remedy, amount]),
      [['it must be 7.00', 'Have it put right at 7.00.', 100]],
    )
  })
})

describe('insurance of a blackjack (002 l.38)', () => {
  const codes = (words: string): readonly string[] =>
    teller({ ...SEVENS, boxes: 2 })
      .tell(`${words} +2000 9D +3000 tick`)
      .findings.map(({ code, box }) => `${code} ${box}`)

  it('is refused where nobody else can be insured there', () => {
    assert.deepEqual(codes('1=1000 AH AS KD 1.ins=500'), ['INS-ON-BJ 1'])
    assert.deepEqual(codes('1=1000 2=1000 AH AC AS KD KS 1.ins=500 2.ins=500'), ['INS-ON-BJ 1', 'INS-ON-BJ 2'])
  })

  it('is for another box if there is one: half of the bets without naturals', () => {
    assert.deepEqual(codes('1=1000 2=1000 AH 5C AS KD TS 1.ins=500'), [])
    assert.deepEqual(codes('1=1000 2=1000 AH 5C AS KD TS 1.ins=600'), ['INS-TABLE-OVER null'])
  })
})
