/** What a dealer puts right himself: told as put right, its money no longer owed, its alarm over; and it raises no second finding. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FBE, INGO, NEXT } from './reading-scenario.ts'
import { type Table, teller } from './scene.ts'

/** 19 and 18 win against 17; 18 is paid. */
const WON = '1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer 7D +2000 >- +3000 2=2000'
/** 19 ties with 19, 18 loses; the stake of 19 is taken. */
const TAKEN = 'rack=100000 1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer 9D +2000 >- +3000 rack=101000 1=0 +3000 tick'
const LOST = '1=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer KD +2000 >- +3000 2=0'
/** Of a next round at both boxes, behind its deal. */
const DEALT = '+3000 2=1000 +4000 3C 2C 5C 4H 3C'
const WITH_LAMMER = '1=500x2 5S 7S 6H +2000 1=500x2,FBx1 +2000 TS TD +3000 1=500x6,FBx1 +2000 1=500x2,FBx1'

/** What was said of findings, in order. */
const told = (table: Table, words: string) => {
  const { said, state } = teller(table).tell(words)
  const events = said.flatMap((each) =>
    each.type === 'finding.raised' || each.type === 'finding.changed' || each.type === 'finding.withdrawn' ? [each] : [],
  )
  const closed = said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
  return { events, closed, alarms: state.judge.alarms.open }
}

describe('an error that the dealer puts right in its round', () => {
  const { events, closed, alarms } = told(INGO, `${WON} +3000 1=2500 +3000 tick 1=2000 +3000 1=0 2=0 ${NEXT}`)
  const corrected = events.filter(({ data }) => data.corrected)

  it('stays as an error that was made, with nothing owed by it', () => {
    assert.deepEqual(
      events.map(({ type, data: { code, corrected: isCorrected } }) => `${type} ${code} ${isCorrected}`),
      [
        'finding.raised PAY-OVER false',
        'finding.raised PAST-POSTED false',
        'finding.changed PAY-OVER true',
        'finding.changed PAST-POSTED true',
      ],
    )
    assert.deepEqual(
      events.map(({ data }) => data.amount),
      [500, 1500, 0, 0],
    )
    for (const { data } of corrected) assert.equal(data.remedy, 'The dealer has put it right; nothing is owed.')
  })

  it('stands with its round, which was settled as due', () => {
    assert.deepEqual(
      closed[0]?.findings,
      corrected.map(({ data }) => data.finding),
    )
    assert.equal(closed[0]?.boxes[0]?.spots.main?.moved, 1000)
  })

  it('has an alarm that is over, and says that it was put right', () => {
    assert.deepEqual(
      alarms.map(({ state }) => state),
      ['returned'],
    )
    assert.match(alarms[0]?.text ?? '', /The dealer has put it right; nothing is owed\.$/)
  })
})

describe('a bettor behind the box who is paid too much', () => {
  const PAID = '1=1000 1.main2=1000 2=1000 TS TH TD 9S 8S +2000 >1.1 >2.1 >dealer 7D +2000 >- +3000 1=2000 +3000 1.main2=2500'
  const codes = (words: string) => told(INGO, words).events.map(({ type, data: { code, grade } }) => `${type} ${code} ${grade}`)

  it('until the dealer turns to another bet, he may take it back: nothing is said, before or after', () => {
    assert.deepEqual(codes(`${PAID} +3000 tick 1.main2=2000 +3000 1.main2=0 1=0 +2000 2=2000 +3000 2=0 +3000 tick`), [])
  })

  it('once he has turned to another bet, it is an error', () => {
    assert.deepEqual(codes(`${PAID} +3000 2=2000 +3000 tick`), ['finding.raised CO-BETTOR-SKIPPED proven'])
  })

  it('once the bettor has picked it up, it is an error', () => {
    const said = codes(`${PAID} +3000 1.main2=0 +3000 2=2000 +3000 2=0 1=0 +3000 tick`)
    assert.ok(
      said.includes('finding.raised CO-BETTOR-SKIPPED proven') || said.includes('finding.changed CO-BETTOR-SKIPPED proven'),
      `${said}`,
    )
  })
})

describe('an error that is put right in the next round', () => {
  const rows: readonly (readonly [what: string, table: Table, words: string, corrected: readonly string[]])[] = [
    ['a lost bet taken that was left', INGO, `${LOST} ${DEALT} +2000 1=0 +3000 4S +3000 tick`, ['LOSER-NOT-TAKEN']],
    ['all of what was paid too much taken back', INGO, `${WON} +3000 1=2500 ${DEALT} +2000 1=2000 +3000 4S +3000 tick`, ['PAY-OVER']],
    ['a part of it taken back', INGO, `${WON} +3000 1=2500 ${DEALT} +2000 1=2200 +3000 4S +3000 tick`, []],
    [
      'a lammer removed that was left behind its hand',
      FBE,
      `${WITH_LAMMER} +3000 5H 7H 6S +3000 1=500x2 +3000 tick TH +2000 TC +3000 tick`,
      ['FB-TOKEN-NOT-REMOVED'],
    ],
  ]
  for (const [what, table, words, corrected] of rows)
    it(`${what}: ${corrected.join(', ') || 'nothing'} is told as put right`, () => {
      const { events } = told(table, words)
      assert.deepEqual(
        events.filter(({ data }) => data.corrected).map(({ data }) => data.code),
        corrected,
      )
      for (const { type, data } of events) if (data.corrected) assert.deepEqual([type, data.amount], ['finding.changed', 0])
    })
})

describe('a stake that was taken by mistake', () => {
  it('comes back from the rack at once: it did not happen', () => {
    const { events, closed } = told(INGO, `${TAKEN} 1=1000 rack=100000 +3000 rack=101000 2=0 +3000 1=0 ${NEXT}`)
    assert.deepEqual(events, [])
    assert.equal(closed[0]?.boxes[0]?.spots.main?.moved, 0)
  })

  it('comes back from the rack later: it is put right', () => {
    const { events, closed } = told(INGO, `${TAKEN} +4000 tick 1=1000 rack=100000 +3000 rack=101000 2=0 +3000 1=0 ${NEXT}`)
    assert.deepEqual(
      events.map(({ type, data: { code, corrected } }) => `${type} ${code} ${corrected}`),
      ['finding.raised TOOK-PUSH false', 'finding.changed TOOK-PUSH true'],
    )
    assert.equal(closed[0]?.boxes[0]?.spots.main?.moved, 0)
  })

  it('stays taken where its player lays the next one and the rack lies still', () => {
    const { events } = told(INGO, `${TAKEN} 1=1000 +3000 rack=102000 2=0 +3000 1=0 ${NEXT}`)
    assert.deepEqual(
      events.map(({ type, data: { code, corrected } }) => `${type} ${code} ${corrected}`),
      ['finding.raised TOOK-PUSH false'],
    )
  })
})
