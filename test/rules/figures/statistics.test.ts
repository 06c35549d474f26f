import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barText, progressText } from '../../../src/base/terminal/progress.ts'
import { averageOf, chiSquareTail, fitOf, shareOf } from '../../../src/rules/figures/statistics.ts'
import { tableText } from '../../../src/rules/figures/table-text.ts'

const near = (one: number, other: number, within: number): void => assert.ok(Math.abs(one - other) <= within, `${one}, not ${other}`)

test('an average and its standard error come from count, sum and squares', () => {
  const { mean, error } = averageOf(4, 1 + 2 + 3 + 4, 1 + 4 + 9 + 16)
  near(mean, 2.5, 1e-12)
  near(error, Math.sqrt(5 / 3 / 4), 1e-12)
  assert.ok(Number.isNaN(averageOf(0, 0, 0).mean), 'nothing has no average')
  near(shareOf(100, 30, 0.25).error, Math.sqrt((0.25 * 0.75) / 100), 1e-12)
})

/** From printed tables of chi-square: upper 0.1 %, 5 % and 95 % points. */
const CRITICAL: readonly (readonly [freedom: number, value: number, tail: number])[] = [
  [1, 10.828, 0.001],
  [2, 13.816, 0.001],
  [9, 27.877, 0.001],
  [10, 29.588, 0.001],
  [100, 149.449, 0.001],
  [1, 3.841, 0.05],
  [7, 14.067, 0.05],
  [10, 3.94, 0.95],
  [30, 18.493, 0.95],
]

test('the tail of chi-square is that of the printed tables', () => {
  for (const [freedom, value, tail] of CRITICAL) near(chiSquareTail(value, freedom), tail, tail * 0.002)
  // Two degrees are an exponential: exact far out, too.
  for (const value of [0.1, 1, 3.9, 4.1, 40, 200]) near(chiSquareTail(value, 2) / Math.exp(-value / 2), 1, 1e-9)
  assert.equal(chiSquareTail(Number.POSITIVE_INFINITY, 3), 0)
  assert.equal(chiSquareTail(3, 0), 1)
})

test('counts are compared cell by cell, small cells joined with their neighbours', () => {
  const { count, chiSquare, freedom, p } = fitOf([60, 40], [0.5, 0.5])
  assert.deepEqual([count, chiSquare, freedom], [100, 4, 1])
  near(p, 0.0455, 0.0001)
  const joined = fitOf([45, 50, 3, 1, 1], [0.5, 0.45, 0.03, 0.01, 0.01])
  assert.equal(joined.freedom, 2)
  near(joined.chiSquare, 25 / 50 + 25 / 45, 1e-9)
  assert.equal(fitOf([3], [1]).freedom, 0)
})

test('a hit where there is no chance fits nothing, and an empty cell is no cell', () => {
  assert.equal(fitOf([50, 1, 50], [0.5, 0, 0.5]).p, 0)
  assert.equal(fitOf([50, 0, 50], [0.5, 0, 0.5]).freedom, 1)
})

test('a bar grows with what is done, and the time to go follows from the time so far', () => {
  assert.deepEqual([barText(0, 4, 4), barText(3, 4, 4), barText(4, 4, 4)], ['....', '###.', '####'])
  assert.match(progressText(1, 4, 'gld', 2000), /^######\.{18} {2}25 % {2}gld, 6 s to go$/)
})

test('columns are set to the left or to the right', () => {
  const text = tableText(
    [
      ['a', 'of', 'x'],
      ['bb', 'c', '10'],
    ],
    2,
  )
  assert.equal(text, '  a   of   x\n  bb  c   10')
})
