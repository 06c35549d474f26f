/** Amounts as they were understood, and the questions about those that look like whole units. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { questions, understood } from '../../../src/daemon/serve/understood.ts'
import { good, MINIMAL } from '../../base/config/parsing.ts'

const LIMITS = '{ min: 1000, max: 50000, unit: 500 }'
const asked = (limits: string, more = ''): readonly string[] =>
  questions(good(`${MINIMAL.replace(LIMITS, limits)}${more}`)).map(({ en }) => en)
const inEnglish = (table: TableConfig): readonly string[] => understood(table).map(({ en }) => en)
const inGerman = (table: TableConfig): readonly string[] => understood(table).map(({ de }) => de)

test('limits are told in the currency of the table, and in the language of the reader', () => {
  const sides = LIMITS.replace(' }', ', sideMin: 500, sideMax: 10000, sideUnit: 500, boxMax: 100000 }')
  const european = good(`${MINIMAL.replace('gld', 'free-bet-european').replace(LIMITS, sides)}chips: [100, 500]\n`)
  assert.deepEqual(inEnglish(european), [
    'main bets 10.00 to 500.00 EUR in steps of 5.00',
    'all main bets on a box together up to 1000.00 EUR',
    'side bets 5.00 to 100.00 EUR in steps of 5.00',
    'insurance 5.00 to 250.00 EUR in steps of 5.00: up to half of the bet',
    'payouts rounded down to a multiple of 1.00',
  ])
  assert.deepEqual(inGerman(european), [
    'Haupteinsätze von 10.00 bis 500.00 EUR in Schritten von 5.00',
    'alle Haupteinsätze einer Box zusammen bis 1000.00 EUR',
    'Nebenwetten von 5.00 bis 100.00 EUR in Schritten von 5.00',
    'Versicherung von 5.00 bis 250.00 EUR in Schritten von 5.00: höchstens die Hälfte des Einsatzes',
    'Auszahlungen auf ein Vielfaches von 1.00 abgerundet',
  ])
  const yen = good(
    `${MINIMAL.replace('gld', 'sevens-prizes').replace(LIMITS, '{ min: 1000, max: 50000, unit: 1000, sideMax: 5000 }')}currency: JPY\n`,
  )
  assert.deepEqual(inEnglish(yen), [
    'main bets 1000 to 50000 JPY in steps of 1000',
    'all main bets on a box together up to 50000 JPY',
    'side bets up to 5000 JPY',
    "insurance up to half of all the player's bets",
    'payouts rounded down to a multiple of 1',
  ])
  assert.deepEqual(inGerman(yen).slice(2, 4), [
    'Nebenwetten bis 5000 JPY',
    'Versicherung: höchstens die Hälfte aller Einsätze des Spielers',
  ])
  assert.equal(inEnglish(good(`${MINIMAL}currency: KWD\n`))[0], 'main bets 1.000 to 50.000 KWD in steps of 0.500')
})

for (const [limits, more, says] of [
  ['{ min: 10, max: 500, unit: 5 }', '', /min and max 10 and 500 are 0\.10 and 5\.00 EUR: did you mean 1000 and 50000\?/],
  ['{ min: 10, max: 2000, unit: 10 }', '', /did you mean 1000 and 200000\?/],
  ['{ min: 50, max: 1000, unit: 50 }', '', /did you mean 5000 and 100000\?/],
  ['{ min: 100, max: 1000, unit: 100 }', '', /did you mean 10000 and 100000\?/],
  ['{ min: 10, max: 50000, unit: 10 }', '', /min 10 is 0\.10 EUR: did you mean 1000\?/],
  ['{ min: 1000, max: 50000, unit: 5 }', '', /unit 5 is 0\.05 EUR: did you mean 500\?/],
  ['{ min: 1000, max: 50000, unit: 500, sideMin: 5, sideMax: 100 }', '', /sideMin and sideMax 5 and 100 .*did you mean 500 and 10000\?/],
  ['{ min: 1000, max: 50000, unit: 500, sideMax: 50 }', '', /sideMax 50 is 0\.50 EUR: did you mean 5000\?/],
  [LIMITS, 'chips: [1, 5, 25, 100]\n', /chips: 1 is 0\.01 EUR: did you mean 100\?/],
  ['{ min: 5, max: 500, unit: 5 }', 'currency: KWD\n', /are 0\.005 and 0\.500 KWD: did you mean 5000 and 500000\?/],
] as const) {
  test(`${limits} ${more.trim()} is asked about`, () => {
    const told = asked(limits, more)
    assert.equal(told.length, 1, told.join('\n'))
    assert.match(told[0] ?? '', says)
  })
}

for (const [limits, more] of [
  [LIMITS, ''],
  ['{ min: 50, max: 5000, unit: 50 }', 'chips: [50, 100, 500]\n'],
  ['{ min: 25, max: 2500, unit: 25 }', ''],
  ['{ min: 100, max: 10000, unit: 100 }', 'chips: [50, 100]\n'],
  ['{ min: 500, max: 20000, unit: 250, sideMin: 100, sideMax: 2500, sideUnit: 50 }', 'chips: [10, 50, 100]\n'],
  ['{ min: 10, max: 500, unit: 5, sideMin: 1, sideMax: 50 }', 'currency: JPY\nchips: [1, 5]\n'],
  ['{ min: 500, max: 50000, unit: 100 }', 'currency: KWD\n'],
] as const) {
  test(`${limits} ${more.trim()} is not asked about`, () => assert.deepEqual(asked(limits, more), []))
}

test('a question is asked in the language of the reader, about the same amounts', () => {
  const [question] = questions(good(MINIMAL.replace(LIMITS, '{ min: 10, max: 500, unit: 5 }')))
  assert.equal(
    question?.de,
    'limits: min und max 10 und 500 sind 0.10 und 5.00 EUR: meinten Sie 1000 und 50000? Beträge stehen in der kleinsten Einheit der Währung: für 10.00 EUR schreibt man 1000',
  )
})
