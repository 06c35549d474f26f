/** A natural that still lies unpaid when play begins: whose document forbids it (002 l.21, 001 l.49), and what is due. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { type Table, teller } from './scene.ts'

/** Box 1 has a natural, box 2 draws. The dealer shows a seven, and has an eight face down where the house deals him two cards. */
const unpaid = (house: HouseId): string => {
  const boxes = ['AS 5S', 'KS 6S'].values()
  const dealt = HOUSES[house].rules.dealOrder.map((each) => {
    if (each.startsWith('boxes')) return boxes.next().value
    return each === 'dealer:up' ? '7D' : '8D'
  })
  return `1=1000 2=1000 ${dealt.join(' ')} +4000 9D +4000 tick tick`
}

const raised = (table: Table, words: string) => teller(table).tell(words).findings
const told = (table: Table, words: string): readonly string[] =>
  raised(table, words).map(({ code, grade, clause: { document, line } }) => `${code} ${grade} ${document} l.${line}`)

describe('a natural that nobody has paid when play begins', () => {
  it('is reported where the document says when it is paid, and nowhere else', () => {
    const found = HOUSE_IDS.map((house) => [house, told({ house, boxes: 2 }, unpaid(house))] as const)
    assert.deepEqual(Object.fromEntries(found.filter(([, findings]) => findings.length > 0)), {
      'free-bet-pot-of-gold': ['BJ-NOT-PAID-AT-ONCE proven 001 l.49'],
      'sevens-prizes': ['BJ-NOT-PAID-AT-ONCE proven 002 l.21'],
    })
  })

  it('is reported at a table that asks for it', () => {
    const table: Table = { house: 'ingo', boxes: 2, rules: '{ burn: 0, blackjackBeforePlay: required }' }
    assert.deepEqual(told(table, unpaid('ingo')), ['BJ-NOT-PAID-AT-ONCE proven table l.null'])
  })

  it('is due what the settlement would pay: no less than the smallest chip, rounded as the table rounds', () => {
    const table: Table = { house: 'sevens-prizes', boxes: 2, chips: [500, 1000, 2500] }
    // 3 to 2 on 15.00 is 22.50, in chips of 5.00.
    const [finding] = raised(table, unpaid('sevens-prizes').replace('1=1000', '1=1500'))
    assert.deepEqual([finding?.amount, finding?.remedy], [2000, 'Pay 20.00 now.'])
  })
})
