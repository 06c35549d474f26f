import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartLines } from '../../../src/rules/strategy/chart.ts'
import { strategyAt, type Table } from './houses.ts'

/** Free Bet, soft 17 stood, as the project's page of figures prints it: up cards 2 to ten and ace; two cards, then three or more. */
const CHIPS = `
  5: HHHHHHHHHH   multi-card: HHHHHHHHHH
  6: HHHHHHHHHH   multi-card: HHHHHHHHHH
  7: HHHHHHHHHH   multi-card: HHHHHHHHHH
  8: HHHHHHHHHH   multi-card: HHHHHHHHHH
  9: FFFFFFFFFF   multi-card: HHHHHHHHHH
 10: FFFFFFFFFF   multi-card: HHHHHHHHHH
 11: FFFFFFFFFF   multi-card: HHHHHHHHHH
 12: HHHHHHHHHH   multi-card: HHHHHHHHHH
 13: HSSSSHHHHH   multi-card: HSSSSHHHHH
 14: HSSSSHHHHH   multi-card: HSSSSHHHHH
 15: SSSSSHHHHH   multi-card: SSSSSHHHHH
 16: SSSSSHHHHH   multi-card: SSSSSHHHHH
 17: SSSSSSSSSS   multi-card: SSSSSSSSSS
 A2: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A3: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A4: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A5: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A6: HHHHDHHHHH   multi-card: HHHHHHHHHH
 A7: SSSDDSSHHH   multi-card: SSSSSSSHHH
 A8: SSSSSSSSSS   multi-card: SSSSSSSSSS
 A9: SSSSSSSSSS   multi-card: SSSSSSSSSS`
const LAMMER = `
  5: HHHHHHHHHH   multi-card: HHHHHHHHHH
  6: HHHHHHHHHH   multi-card: HHHHHHHHHH
  7: HHHHHHHHHH   multi-card: HHHHHHHHHH
  8: HHHHHHHHHH   multi-card: HHHHHHHHHH
  9: FFFFFFFFFF   multi-card: HHHHHHHHHH
 10: FFFFFFFFFF   multi-card: HHHHHHHHHH
 11: FFFFFFFFFF   multi-card: HHHHHHHHHH
 12: HHHSSHHHHH   multi-card: HHHSSHHHHH
 13: HSSSSHHHHH   multi-card: HSSSSHHHHH
 14: HSSSSHHHHH   multi-card: HSSSSHHHHH
 15: SSSSSHHHHH   multi-card: SSSSSHHHHH
 16: SSSSSHHHHH   multi-card: SSSSSHHHHH
 17: SSSSSHHHSH   multi-card: SSSSSHHHSH
 A2: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A3: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A4: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A5: HHHHHHHHHH   multi-card: HHHHHHHHHH
 A6: HHHHDHHHHH   multi-card: HHHHHHHHHH
 A7: HSDDDSHHHH   multi-card: HSSSSSHHHH
 A8: SSSDDSSSSS   multi-card: SSSSSSSSSS
 A9: SSSSDSSSSS   multi-card: SSSSSSSSSS`
const SPLIT = `
  1: YYYYYYYYYY
  2: YYYYYYYYYY
  3: YYYYYYYYYY
  4: YYYYYYYYYY
  5: ----------
  6: YYYYYYYYYY
  7: YYYYYYYYYY
  8: YYYYYYYYYY
  9: YYYYYYYYYY
 10: ----------`

/** The rows of one part of the chart by name; a part ends with an empty line. */
function partOf(lines: readonly string[], title: string): ReadonlyMap<string, readonly [string, string]> {
  const from = lines.indexOf(title)
  assert.ok(from >= 0, `the chart has a part ${title}`)
  const end = lines.indexOf('', from)
  const rows = lines.slice(from + 1, end < 0 ? undefined : end).flatMap((line) => {
    const [, name, two = '', more = ''] = /^ {2}(\S+) +([-A-Z]{10})(?: {3}([-A-Z]{10}))?$/.exec(line) ?? []
    return name === undefined ? [] : [[name, [two, more]] as const]
  })
  return new Map(rows)
}

const printed = (text: string): readonly (readonly [name: string, two: string, more: string])[] =>
  [...text.matchAll(/^ *(\w+): ([-A-Z]{10})(?: {3}multi-card: ([-A-Z]{10}))?$/gm)].map(([, name = '', two = '', more = '']) => [
    name,
    two,
    more,
  ])

const FREE_BET: readonly Table[] = [{ house: 'free-bet-european' }, { house: 'free-bet-pot-of-gold', rules: { dealerSoft17: 'stand' } }]
for (const table of FREE_BET) {
  test(`${table.house}, soft 17 stood: the chart is the page of figures', row for row`, () => {
    const lines = chartLines(strategyAt(table))
    for (const [title, text] of [
      ['first two cards', CHIPS],
      ['hands on a lammer alone, two in the box', LAMMER],
    ] as const) {
      const part = partOf(lines, title)
      const rows = printed(text)
      assert.equal(rows.length, 21)
      for (const [name, two, more] of rows) assert.deepEqual(part.get(name), [two, more], `${title}: ${name}`)
    }
    const first = partOf(lines, 'first two cards')
    const rows = printed(SPLIT)
    assert.equal(rows.length, 10)
    for (const [value, split] of rows) {
      const name = value === '1' ? 'AA' : value === '10' ? 'TT' : `${value}${value}`
      const [two = ''] = first.get(name) ?? []
      assert.equal(two.replace(/[^Y]/g, '-'), split, name)
    }
  })
}

test('a chart names the letters it uses, and its parts where they differ', () => {
  const parts = (table: Table) => chartLines(strategyAt(table)).filter((_, at, all) => at > 0 && all[at - 1] === '')
  assert.deepEqual(parts({ house: 'gld' }), ['first two cards', 'hands of a split, two in the box'])
  assert.deepEqual(parts({ house: 'gld', rules: { maxHands: 1 } }), ['first two cards'])
  assert.deepEqual(parts({ house: 'sevens-prizes' }), ['first two cards', 'hands of a split, two in the box', 'first card a seven'])
  assert.deepEqual(parts({ house: 'free-bet-european' }), ['first two cards', 'hands on a lammer alone, two in the box'])
  assert.equal(chartLines(strategyAt({ house: 'gld' }))[0], 'H hit, S stand, D double, P split, R surrender, - no decision')
  assert.equal(chartLines(strategyAt({ house: 'free-bet-european' }))[0], 'H hit, S stand, D double, F free-double, Y free-split')
})
