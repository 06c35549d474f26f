/** An open round is searched for errors once its evidence has rested, and not before (D-93). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextDeadline } from '../../src/engine/words/table-views.ts'
import { type Table, teller } from '../procedure/scene.ts'

const TABLE: Table = { house: 'ingo', boxes: 3, spots: 'main, rack' }
const LAG_MS = 1500
/** 20, 20 and 18 against 19: two winners and a loser. */
const DEALT = 'LOAD OPEN rack=500x400 1=500x4 2=500x4 3=500x4 +3000 TS TD 8H 9S KC KD TH +3000 TC +3000'
/** Box 1 is paid six chips for its four. */
const OVER = '1=500x10 rack=500x394'

const findings = (told: ReturnType<ReturnType<typeof teller>['tell']>) => told.findings.map(({ code, box }) => `${code} ${box}`)
const asked = ({ context }: ReturnType<typeof teller>): number => context.table.workspace.work.asked

describe('a bet that is paid too much', () => {
  it('is searched for once the lag has passed, not at the line', () => {
    const table = teller(TABLE)
    table.tell(DEALT)
    const before = asked(table)
    assert.deepEqual(findings(table.tell(OVER)), [])
    assert.equal(asked(table), before, 'the line itself asks nothing')
    const deadline = nextDeadline(table.tell('').state.table, table.context.table)
    assert.ok(deadline !== null, 'the table waits for the lag')
    assert.deepEqual(findings(table.tell(`+${LAG_MS + 1} tick`)), ['PAY-OVER 1'])
    assert.notEqual(asked(table), before)
  })

  it('is told just as soon if no tick comes, when the next line does', () => {
    const table = teller(TABLE)
    table.tell(`${DEALT} ${OVER} +${2 * LAG_MS}`)
    assert.deepEqual(findings(table.tell('2=500x8 rack=500x390')), ['PAY-OVER 1'])
  })

  it('is told at most one lag later beside boxes that do not come to rest', () => {
    const table = teller(TABLE)
    table.tell(`${DEALT} ${OVER}`)
    // Box 2 is paid chip by chip: something moves each second, and the first chip comes two seconds after.
    const told = ['2=500x5 rack=500x393', '2=500x6 rack=500x392', '2=500x7 rack=500x391', '2=500x8 rack=500x390'].map((word) =>
      findings(table.tell(word)).includes('PAY-OVER 1'),
    )
    assert.deepEqual(told, [false, true, true, true])
  })

  it('is no new question when time alone passes', () => {
    const table = teller(TABLE)
    const round = table.tell(`${DEALT} ${OVER} +${LAG_MS + 1} tick`).state.table.current?.round ?? assert.fail('no round is open')
    const readings = () => (table.context.table.workspace.cache('readings').get(round) as Map<string, unknown>).size
    const before = readings()
    assert.equal(table.tell('tick tick').state.table.current?.round, round)
    assert.notEqual(before, 0)
    assert.equal(readings(), before)
  })
})

describe('a round that lacks evidence', () => {
  it('has its cards told at their lines, whether the others explain them or not', () => {
    const table = teller({ house: 'free-bet-pot-of-gold', boxes: 7 })
    table.tell('LOAD OPEN 1=2500 2=2500 3=2500 lost:spots:40 AS 2H')
    const cards = '3C 4D 5S 6H 7C 8D 9S TH JC QD KS AH 2C 3D 4S 5H 6C 7D 8S 9H'.split(' ')
    for (const [index, card] of cards.entries()) {
      const { said } = table.tell(card)
      const told = said.filter(({ type }) => type === 'card.dealt').length
      // The dealer's second card waits for the next line.
      assert.ok(told >= index + 2, `${card}: ${told} of ${index + 3} cards are told`)
    }
  })
})
