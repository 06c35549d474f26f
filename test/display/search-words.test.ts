/** What a person types to find a round is sorted by its form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundQuery } from '../../src/pit-display/book-messages.ts'
import { queryOf } from '../../src/pit-display/search-words.ts'

/** 23:30 in this machine's time zone. */
const NOW = new Date(2026, 10, 21, 23, 30).getTime()
const at = (day: number, hours: number, minutes: number, seconds = 0, ms = 0): string =>
  new Date(2026, 10, day, hours, minutes, seconds, ms).toISOString()

const ROWS: readonly (readonly [words: string, query: RoundQuery])[] = [
  ['', {}],
  ['box 3', { box: '3' }],
  ['Box 12 d17', { box: '12', dealer: 'd17' }],
  ['dealer mary-jones', { dealer: 'mary-jones' }],
  ['dealer Ann.B', { dealer: 'Ann.B' }],
  ['bet-capped', { code: 'BET-CAPPED' }],
  ['BET-CAPPED-3', { text: 'BET-CAPPED-3' }],
  ['1-217', { text: '1-217' }],
  ['12.50', { amount: '1250' }],
  ['12,5 box 1', { amount: '1250', box: '1' }],
  ['22:15', { from: at(21, 22, 15), to: at(21, 22, 15, 59, 999) }],
  ['22:00-2:00', { from: at(21, 22, 0), to: at(22, 2, 0, 59, 999) }],
  ['23:45', { from: at(20, 23, 45), to: at(20, 23, 45, 59, 999) }],
  ['25:00', { text: '25:00' }],
]

for (const [words, query] of ROWS) {
  test(`"${words}" asks for ${JSON.stringify(query)}`, () => {
    assert.deepEqual(queryOf(words, { exponent: 2, nowMs: NOW, codes: new Set(['BET-CAPPED']) }), query)
  })
}
