import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  binomialTail,
  hypergeometricTail,
  medianOf,
  normalBelow,
  poissonInterval,
  quantileOf,
  studentTail,
} from '../../../src/book/reports/statistics.ts'

const near = (found: number, written: number, within: number): void =>
  assert.ok(Math.abs(found - written) < within, `${found} was found, ${written} is written`)

test('the normal distribution as printed in tables', () => {
  near(normalBelow(0), 0.5, 1e-12)
  near(normalBelow(1.96), 0.9750021, 1e-7)
  near(normalBelow(-3), 0.0013499, 1e-7)
})

test('exact Poisson intervals as printed in tables (Garwood 1936)', () => {
  for (const [count, from, to] of [
    [0, 0, 3.6889],
    [1, 0.0253, 5.5716],
    [4, 1.0899, 10.2416],
    [10, 4.7954, 18.3904],
    [50, 37.111, 65.9188],
  ] as const) {
    near(poissonInterval(count).from, from, 1e-4)
    near(poissonInterval(count).to, to, 1e-4)
  }
})

test('exact tails of counts', () => {
  near(binomialTail(8, 10, 0.5), 56 / 1024, 1e-12)
  near(binomialTail(0, 10, 0.5), 1, 1e-12)
  assert.equal(binomialTail(3, 10, 0), 0)
  // The lady tasting tea.
  near(hypergeometricTail(4, 4, 4, 8), 1 / 70, 1e-12)
  near(hypergeometricTail(3, 4, 4, 8), 17 / 70, 1e-12)
})

test("Student's t as printed in tables", () => {
  for (const [t, freedom, tail] of [
    [12.706, 1, 0.025],
    [2.228, 10, 0.025],
    [2.457, 30, 0.01],
    [-2.228, 10, 0.975],
  ] as const)
    near(studentTail(t, freedom), tail, 2e-5)
})

test('medians and quantiles', () => {
  assert.equal(medianOf([]), null)
  assert.equal(medianOf([3, 1, 2]), 2)
  assert.equal(medianOf([4, 1, 2, 3]), 2.5)
  assert.equal(quantileOf([0, 10], 0.9), 9)
})
