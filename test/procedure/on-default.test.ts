/** What rests on a default of this project alone is at most likely, a matter of procedure, and cites the practice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FindingData } from '../../src/procedure/finding.ts'
import { todays } from '../runner/rotation.ts'
import { GLD, INGO, NEXT, POT, SEVENS } from './reading-scenario.ts'
import { type Table, teller } from './scene.ts'

/** What stands in the end. */
const raised = (table: Table, words: string) => {
  const found = new Map<string, FindingData>()
  for (const { type, data } of teller(table).tell(words).said) {
    if (type === 'finding.raised' || type === 'finding.changed') found.set(data.finding, data)
    if (type === 'finding.withdrawn') found.delete(data.finding)
  }
  return [...found.values()].map(({ code, grade, severity, clause, counterReading }) => ({
    told: `${code} ${grade} ${severity} ${clause.document}`,
    counterReading,
  }))
}
const told = (table: Table, words: string): readonly string[] => raised(table, words).map((each) => each.told)

/** The doubled hand comes to 19 and ties. */
const DOUBLED = (first: string, drawn: string): string =>
  `1=1000 ${first} TD 8S +2000 >1.1 1=2000 +2000 ${drawn} +2000 >dealer 9D +2000 >- +3000 1=0 ${NEXT}`

describe('a finding on a default', () => {
  it('is a soft hand doubled by its low total, where the document does not say how the ace counts', () => {
    const [finding, ...others] = raised(INGO, DOUBLED('AS', 'TC'))
    assert.deepEqual([finding?.told, others], ['DOUBLE-TOTAL likely procedure practice', []])
    assert.match(finding?.counterReading ?? '', /the ace may count one, which makes 9/)
  })

  it('is none where the total is out of the list either way', () => {
    assert.deepEqual(told(INGO, DOUBLED('4S', '7S')), ['BET-CAPPED one-of stop practice', 'DOUBLE-TOTAL one-of money 004'])
  })

  it('is insurance laid in play, where the document does not say until when it may be', () => {
    const late = (deal: string): string => `1=1000 2=1000 ${deal} +4000 4S +4000 2.ins=500 +4000 tick 5D +2000 tick`
    const [finding, ...others] = raised(GLD, late('TS TD 9S 3S 6D AH'))
    assert.deepEqual([finding?.told, others], ['INS-LATE likely procedure practice', []])
    assert.match(finding?.counterReading ?? '', /does not say until when/)
    assert.deepEqual(told(POT, late('TS TD AS 3S 6D 9H')), ['INS-LATE proven money 001'])
    const told003 = told({ ...GLD, rules: '{ burn: 0, insurance: { deadline: third-round } }' }, late('TS TD 9S 3S 6D AH'))
    assert.deepEqual(told003, ['INS-LATE proven money table'])
  })

  it('is none of it once the dealer has shown the blackjack that it is against', () => {
    const shown = '1=1000 2=1000 TS AS KD 8S KS AD +5000 1=0 tick tick tick 1.ins=500 tick tick tick'
    assert.deepEqual(told(GLD, shown), ['INS-LATE proven money practice'])
  })

  it('is a card on 21 where no rule of the house bars it: 003 l.38, 004 l.23', () => {
    // 5, 6, ten: 21. The seven that comes as well busts the hand, and its bet is taken; box 2 has 20.
    const drawn = (table: Table, points: boolean, from = 0): readonly string[] => {
      const [up, hole, own] = table.house === 'gld' ? ['9D', '8D', ''] : ['9D', '', '8D ']
      const [one, two, dealer, none] = points ? ['>1.1', '>2.1 +2000', '>dealer', '>-'] : ['', '', '', '']
      return told(
        { ...table, boxes: 2, ...(from > 0 ? { rules: `{ burn: 0, noDrawFrom: ${from} }` } : {}) },
        `1=1000 2=1000 5S TH ${up} 6S TS ${hole} +2000 ${one} TC +2000 7H 1=0 +3000 ${two} ${dealer} ${own} +2000 ${none} +3000 2=2000 +3000 2=0 ${NEXT}`,
      )
    }
    for (const table of todays([GLD, INGO, SEVENS]))
      assert.deepEqual(drawn(table, true), ['HIT-ON-21 likely procedure practice'], table.house)
    assert.deepEqual(drawn(INGO, true, 21), ['HIT-ON-21 proven procedure table'], 'a table may bar it')
    // Without a pointer other errors may explain the round as well. Nobody is accused of any, least of all of cheating.
    for (const table of todays([GLD, INGO, SEVENS])) {
      const found = drawn(table, false)
      assert.ok(found.includes('HIT-ON-21 likely procedure practice'), table.house)
      assert.ok(
        found.every((each) => /^\S+ likely (procedure|money) /.test(each)),
        found.join(),
      )
    }
  })

  it('is a card on a soft 21 where a hard one may draw: 001 l.128', () => {
    const played = (first: string, cards: string, settled: string): readonly string[] =>
      told(POT, `1=1000 ${first} 9D 3S 8D +2000 >1.1 ${cards} +2000 >dealer +2000 >- +3000 ${settled} 1=0 ${NEXT}`)
    assert.deepEqual(played('AS', '7S 9C', '1=2000 +3000'), ['HIT-ON-21 likely procedure practice'])
    assert.deepEqual(played('AS', '6S TC', '1=2000 +3000'), [], 'a soft 20')
    assert.deepEqual(played('TS', '8S TC', ''), [], 'a hard 21')
  })

  it('is a soft 17 played the other way, or a split ace doubled or drawn to, where the document names neither: 001 l.9, l.12', () => {
    const stated = { ...POT, rules: '{ burn: 0, dealerSoft17: hit, splitAcesOneCard: true }' }
    const stood = `1=1000 TS AD 9S 6D +2000 >1.1 +2000 >dealer +3000 >- 1=2000 +3000 1=0 ${NEXT}`
    assert.deepEqual(told(POT, stood), ['DEALER-SOFT17 likely procedure practice'])
    assert.deepEqual(told(stated, stood), ['DEALER-SOFT17 proven money table'])
    const doubled = `1=1000 AS 7D AH TD +3000 >1.1 +2000 1=1000,FBx1 +2000 2C +3000 1=2000,FBx1 +2000 9C +3000 >1.2 TC +3000 >dealer +3000 >- 1=4000 +3000 1=0 ${NEXT}`
    assert.deepEqual(told(POT, doubled), ['SPLIT-ACE-DOUBLE likely procedure practice'])
    const drawn = `1=1000 AS 7D AH TD +3000 >1.1 +2000 1=1000,FBx1 +2000 2C +3000 4C +3000 >1.2 TC +3000 >dealer +3000 >- 1=1000 +3000 1=0 ${NEXT}`
    const found = told(POT, drawn)
    assert.ok(found.includes('SPLIT-ACE-EXTRA-CARD likely procedure practice'), found.join())
  })

  it('is a prize paid together with the lower ones', () => {
    // Two sevens of two suits and a six, 20 against 17: even money, and half the bet for the first seven besides.
    const paid = (prize: string): string =>
      `1=1000 7S TD 7H +2000 >1.1 6S +2000 >dealer 7D +2000 >- +3000 1=2000 +2000 1=${prize} +3000 1=0 ${NEXT}`
    assert.deepEqual(told(SEVENS, paid('3500')), ['PRIZE-WRONG-TIER likely procedure practice'])
    assert.deepEqual(told(SEVENS, paid('7000')), ['PRIZE-WRONG-TIER proven money 002'])
    assert.deepEqual(told(SEVENS, paid('3000')), [])
  })

  it('is a natural paid in whole chips, where nobody has said which chips the table has and none seen makes the half', () => {
    // 3 to 2 of 105.00 is 157.50, and the smallest chip that was seen is one of 1.00.
    const paid = (table: Table, won: string) =>
      told(
        table,
        `1=500x2 2=2500x4,500x1 TS KS TD 8S AS +2000 >1.1 >dealer 7D +2000 >- +3000 2=2500x4,500x1,${won} +3000 1=500x4 +3000 1=0 +3000 2=0 ${NEXT}`,
      )
    assert.deepEqual(paid(INGO, '10000x1,5000x1,500x1,100x2'), ['BJ-SHORT likely procedure practice'])
    assert.deepEqual(paid(INGO, '10000x1,5000x1,500x1,100x1'), ['BJ-SHORT proven money 004'], 'one chip more would come closer')
    assert.deepEqual(paid({ ...INGO, chips: [50, 100, 500, 2500, 5000, 10_000] }, '10000x1,5000x1,500x1,100x2'), [
      'BJ-SHORT proven money 004',
    ])
  })
})
