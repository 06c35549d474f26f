/** The catalogue holds every code of the contract once, with a clause or practice for every house and words that can be said. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { AREAS } from '../../devices/scan.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { CATALOGUE, CODES, canBeSeen, clauseFor, SECTIONS } from '../../src/procedure/catalogue/index.ts'
import { findingsPage } from '../../src/procedure/catalogue/page.ts'
import type { CatalogueRow } from '../../src/procedure/catalogue/row.ts'
import { besideExpected, FIGURE_NAMES, peopleText, wireWords, wordsInMoney } from '../../src/procedure/catalogue/words.ts'
import { LISTED, RULED } from './contract-list.ts'

/** Codes the contract does not have. */
const OWN = ['SHOE-ORDER', 'SHOE-SHORTAGE'] as const

describe('the catalogue of findings', () => {
  it('has the 151 codes of the contract, none missing, none twice', () => {
    assert.equal(LISTED.length, 151)
    assert.equal(new Set(LISTED.map(([, code]) => code)).size, 151)
    assert.deepEqual([...CODES].sort(), [...LISTED.map(([, code]) => code), ...OWN].sort())
    assert.equal(SECTIONS.flatMap(({ rows }) => Object.keys(rows)).length, CODES.length, 'no row is in two sections')
  })

  it('has codes beside them that are looked for only where they are asked for, and never proven', () => {
    for (const code of OWN) {
      const { means, sure, severity } = CATALOGUE[code]
      assert.deepEqual([sure, severity], ['T', 'procedure'], code)
      assert.match(means, /Looked for only where `watches\.\w+`/, code)
    }
  })

  it('has the severity and the certainty class of the contract, the rulings above it', () => {
    for (const [section, code, severity, sure] of LISTED) {
      const row = CATALOGUE[code as keyof typeof CATALOGUE]
      assert.equal(row.severity, RULED[code] ?? severity, `${section} ${code}`)
      const classes = sure === '—' ? null : sure.includes('X') && sure.includes('S') && !code.startsWith('P22') ? 'S/X' : sure
      if (classes !== null && code.startsWith('P22') && sure.includes('ratio')) assert.equal(row.sure, code === 'P22-UNPAID' ? 'X' : 'S')
      else assert.equal(row.sure, classes === null ? null : classes === 'S/X' ? 'S/X' : classes[0], `${section} ${code}`)
    }
  })

  it('names for every house a clause of its own document, or a practice with its source', () => {
    for (const code of CODES) {
      for (const house of HOUSE_IDS) {
        const { document, section, line, says } = clauseFor(code, house)
        const where = `${code} ${house}`
        assert.ok(document === 'practice' ? line === null : document === HOUSES[house].document && line !== null, `${where}: ${document}`)
        assert.ok(section.length > 1 || document !== 'practice', where)
        assert.ok(says.length > 4 && says.endsWith('.'), `${where}: ${says}`)
      }
    }
    assert.equal(clauseFor('DECK-CARD-EXCESS', 'gld', ['decks']).document, 'table')
  })

  it('says each code in words that only name figures, and says why one cannot be decided', () => {
    for (const code of CODES) {
      const { seen, expected, remedy, means, raised } = CATALOGUE[code]
      for (const [, name = ''] of `${seen} ${expected} ${remedy}`.matchAll(/\{(\w+)\}/g))
        assert.ok(FIGURE_NAMES.includes(name), `${code}: {${name}}`)
      assert.match(means, /^[A-Z].*\.$/, code)
      assert.match(remedy, /^[A-Z].*\.$/, code)
      assert.ok(seen.length > 0 && expected.length > 0, code)
      if (typeof raised !== 'string') assert.match(raised.closed, /^[A-Z].*\.$/, code)
    }
  })

  it('can be seen by no table that lacks what it needs, and by some table in some house', () => {
    const spots = [...AREAS, 'rack'] as const
    for (const code of CODES) {
      const row = CATALOGUE[code]
      const houses = HOUSE_IDS.filter((house) => canBeSeen(row, { rules: HOUSES[house].rules, chipEvidence: 'payouts', spots }))
      assert.ok(houses.length > 0, `${code} is of no house`)
      const bare = houses.filter((house) => canBeSeen(row, { rules: HOUSES[house].rules, chipEvidence: 'bets', spots: ['main'] }))
      const sensed = row.needs.also.filter((each) => each !== 'absent key' && each !== 'relief key')
      const isBare = ['cards', 'bets'].includes(row.needs.evidence) && sensed.length === 0
      assert.equal(bare.length > 0, isBare, code)
    }
  })

  it('speaks to people in money, to the wire in minor units, and leaves out what it does not know', () => {
    const row = CATALOGUE['BJ-OVER']
    const expected = { amount: 3000, base: 2000, ratio: [3, 2] } as const
    const seen = { amount: 4500 }
    const place = { box: 3, hand: 1, spot: '3.main' }
    const text = 'Box 3: paid 45.00, due 30.00 (3 to 2 on 20.00). Take back 15.00 before the next deal.'
    assert.equal(peopleText(row, place, expected, seen, false), text)
    assert.equal(
      peopleText(row, place, { amount: 3000 }, seen, true),
      text.replace(' (3 to 2 on 20.00)', '').replace('paid', 'likely paid'),
    )
    assert.deepEqual(wireWords(row, expected, seen), {
      seen: 'paid 4500',
      expected: 'due 3000 (3 to 2 on 2000)',
      remedy: 'take back 1500 before the next deal',
    })
    assert.equal(wireWords(row, {}, {}).seen, 'paid ?')
  })

  it('is told in money again where only the words of the wire are known', () => {
    const place = { box: 3, hand: 1, spot: '3.main' }
    const figures = { count: 12, total: 18, position: 117, cards: ['TS', '6D'] }
    const whole = { amount: 3000, base: 2000, ratio: [3, 2], ...figures } as const
    for (const [code, row] of Object.entries<CatalogueRow>(CATALOGUE)) {
      for (const text of ['hard 9, 10 and 11', '2 of {2500} became 1 of {500}', 'at most {10000}', '3 x {500} more, 1 x FB less']) {
        for (const [expected, seen] of [
          [whole, { amount: 4500, text, ...figures }],
          [{ amount: 3000 }, { amount: 4500 }],
          [{}, {}],
        ] as const) {
          const told = wordsInMoney(row, wireWords(row, expected, seen))
          const forPeople = peopleText(row, place, expected, seen, false).replace('Box 3: ', '')
          const remedy = `${told.remedy}.`
          assert.equal(`${besideExpected(told)}. ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}`, forPeople, `${code} ${text}`)
        }
      }
    }
  })

  it('is printed into the documentation', () => {
    assert.equal(readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8'), findingsPage(), 'run npm run docs')
  })
})
