/** What rests on a default of this project alone is at most likely, a matter of procedure, and cites the practice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { FindingData } from '../../src/procedure/finding.ts'
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
    const late = (deal: string): string => `1=1000 2=1000 ${deal} +4000 4S +4000 2.ins=500 +4000 tick`
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

  it('is a prize paid together with the lower ones', () => {
    // Two sevens of two suits and a six, 20 against 17: even money, and half the bet for the first seven besides.
    const paid = (prize: string): string =>
      `1=1000 7S TD 7H +2000 >1.1 6S +2000 >dealer 7D +2000 >- +3000 1=2000 +2000 1=${prize} +3000 1=0 ${NEXT}`
    assert.deepEqual(told(SEVENS, paid('3500')), ['PRIZE-WRONG-TIER likely procedure practice'])
    assert.deepEqual(told(SEVENS, paid('7000')), ['PRIZE-WRONG-TIER proven money 002'])
    assert.deepEqual(told(SEVENS, paid('3000')), [])
  })
})
