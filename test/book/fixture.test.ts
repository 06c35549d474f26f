/** The evenings that other tests take for granted: kept or folded, long or cut short, they are the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Evening, eveningOfDay, foldedAnew, playEvening, SEED_OF_DAY, SHARED, sharedEvening } from './fixture.ts'

const QUICK = { rounds: 2, boxes: 1, seed: 4, oneIn: 2 }

/** In the order of their fields, which the hashes of a journal depend on. */
const textOf = (evening: Evening): string => JSON.stringify(evening)

test('an evening that was kept is the one that was folded', () => {
  const anew = foldedAnew(QUICK)
  for (let time = 0; time < 2; time++) {
    const read = playEvening(QUICK)
    assert.deepEqual(read, anew)
    assert.equal(textOf(read), textOf(anew))
  }
})

test('the beginning of an evening is one that ended sooner', () => {
  const short = foldedAnew({ ...SHARED, rounds: 3 })
  assert.deepEqual(sharedEvening(3), short)
  assert.equal(textOf(sharedEvening(3)), textOf(short))
})

test('whoever changes an evening changes it for himself', () => {
  ;(sharedEvening(1).records[0] as { n: number }).n = 7
  assert.equal(sharedEvening(1).records[0]?.n, 1)
})

test(`the evening of the day goes on when another day begins, SEED=${SEED_OF_DAY}`, () => {
  const days = eveningOfDay().records.map(({ t }) => new Date(t).getUTCDate())
  assert.deepEqual([days[0], days.at(-1)], [21, 22])
})
