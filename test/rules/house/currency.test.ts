import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exponentOf, isCurrency } from '../../../src/rules/house/currency.ts'

test('a currency has as many decimals as ISO 4217 gives it', () => {
  const decimals = ['EUR', 'USD', 'CHF', 'JPY', 'KRW', 'KWD', 'BHD'].map((code) => [code, exponentOf(code)])
  assert.deepEqual(decimals, [
    ['EUR', 2],
    ['USD', 2],
    ['CHF', 2],
    ['JPY', 0],
    ['KRW', 0],
    ['KWD', 3],
    ['BHD', 3],
  ])
  assert.deepEqual(['EUR', 'eur', 'EURO', '', 'DEM'].map(isCurrency), [true, false, false, false, false])
})
