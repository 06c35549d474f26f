/** What a person types to find a round is sorted by its form. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoundQuery } from '../../../src/display/page/book-messages.ts'
import { searchOf } from '../../../src/display/page/search-words.ts'
import { ALARM_TITLES } from '../../../src/wire/alarm-rows.ts'

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
  ['22:15:03', { from: at(21, 22, 15, 3), to: at(21, 22, 15, 3, 999) }],
  ['14:3', { from: at(21, 14, 30), to: at(21, 14, 39, 59, 999) }],
  ['14:', { from: at(21, 14, 0), to: at(21, 14, 59, 59, 999) }],
  ['um 14 Uhr', { from: at(21, 14, 0), to: at(21, 14, 59, 59, 999) }],
  ['2:30 pm', { from: at(21, 14, 30), to: at(21, 14, 30, 59, 999) }],
  ['22:00 – 2:00', { from: at(21, 22, 0), to: at(22, 2, 0, 59, 999) }],
  ['von 20:00 bis 21:00', { from: at(21, 20, 0), to: at(21, 21, 0, 59, 999) }],
  ['2026-11-20', { from: at(20, 0, 0), to: at(20, 23, 59, 59, 999) }],
  ['20.11.2026', { from: at(20, 0, 0), to: at(20, 23, 59, 59, 999) }],
  ['am 20.11.', { from: at(20, 0, 0), to: at(20, 23, 59, 59, 999) }],
  ['20/11/26', { from: at(20, 0, 0), to: at(20, 23, 59, 59, 999) }],
  ['20 November', { from: at(20, 0, 0), to: at(20, 23, 59, 59, 999) }],
  ['Nov 20', { from: at(20, 0, 0), to: at(20, 23, 59, 59, 999) }],
  ['gestern 22:15', { from: at(20, 22, 15), to: at(20, 22, 15, 59, 999) }],
  ['2026-11', { from: new Date(2026, 10, 1).toISOString(), to: new Date(2026, 11, 1, 0, 0, 0, -1).toISOString() }],
  ['overpaid', { code: 'BJ-OVER,PAY-OVER' }],
  ['bet capped', { code: 'BET-CAPPED' }],
  ['capped bet box 3', { code: 'BET-CAPPED', box: '3' }],
  ['zu viel ausgezahlt', { code: 'BJ-OVER,PAY-OVER' }],
  ['winning', { result: 'win' }],
  ['überkauft box 2', { result: 'bust', box: '2' }],
  ['bust split', { result: 'bust,split' }],
  ['house lost', { result: 'house-lost' }],
  ['ungültig', { state: 'void' }],
  ['K♠', { card: 'KS' }],
  ['KS', { card: 'KS' }],
  ['♠K', { card: 'KS' }],
  ['10h', { card: 'TH' }],
  ['10\u2665\uFE0F', { card: 'TH' }],
  ['king of spades', { card: 'KS' }],
  ['Pik König', { card: 'KS' }],
  ['Pik-Dame', { card: 'QS' }],
  ['Kreuz 7', { card: '7C' }],
  ['aces K♠', { card: 'A,KS' }],
  ['Runde 1-217', { text: '1-217' }],
  ['€ 12.50', { amount: '1250' }],
]

const CONTEXT = { exponent: 2, nowMs: NOW, names: ALARM_TITLES }

for (const [words, query] of ROWS) {
  test(`"${words}" asks for ${JSON.stringify(query)}`, () => {
    assert.deepEqual(searchOf(words, CONTEXT).query, query)
  })
}

/** The page says so, and does not ask the book. */
for (const [words, unknown] of [
  ['25:00', ['25:00']],
  ['14:7', ['14:7']],
  ['31.02.', ['31.02.']],
  ['X♠', ['X♠']],
  ['box 3 box 4', ['box 4']],
  ['overpaid capped', ['capped']],
  ['who?', ['who?']],
  ['box 99', ['box 99']],
  ['box 0', ['box 0']],
] as const) {
  test(`"${words}" is not understood`, () => {
    const { parts } = searchOf(words, CONTEXT)
    assert.deepEqual(
      parts.flatMap((part) => (part.kind === 'unknown' ? [part.text] : [])),
      unknown,
    )
  })
}

test('every name of a finding finds it, in both languages, and a word finds no more codes than a query may have', () => {
  for (const [code, names] of Object.entries(ALARM_TITLES)) {
    for (const name of Object.values(names)) {
      const { query, parts } = searchOf(name, CONTEXT)
      assert.ok(query.code?.split(',').includes(code), `${name}: ${JSON.stringify(parts)}`)
    }
  }
  const words = new Set(Object.values(ALARM_TITLES).flatMap((names) => Object.values(names).flatMap((name) => name.split(' '))))
  for (const word of words) assert.ok((searchOf(word, CONTEXT).query.code ?? '').split(',').length <= 60, word)
})
