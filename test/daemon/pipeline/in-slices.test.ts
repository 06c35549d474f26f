/** Work drawn in slices: everything, in order, and the event loop turns however long it takes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inSlices } from '../../../src/daemon/pipeline/in-slices.ts'

/** Each thing drawn takes `ms`. */
const drawing = (ms: number) => {
  let now = 0
  const slices = inSlices<string>(() => now)
  const drawn: string[] = []
  let isComplete = false
  slices.drawn$.subscribe({
    next: (each) => {
      drawn.push(each)
      now += ms
    },
    complete: () => {
      isComplete = true
    },
  })
  return { slices, drawn, isComplete: () => isComplete }
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('what takes no time is drawn at once', () => {
  const { slices, drawn, isComplete } = drawing(0)
  slices.add(() => ['a', 'b'])
  slices.add(() => ['c'])
  assert.deepEqual(drawn, ['a', 'b', 'c'])
  assert.equal(slices.sinceMs(), null)
  slices.end()
  assert.equal(isComplete(), true, 'it is complete')
})

test('what takes long lets the loop turn in between, keeps its order, and says since when it waits', async () => {
  const { slices, drawn, isComplete } = drawing(400)
  const all = Array.from({ length: 6 }, (_, at) => `${at}`)
  slices.add(() => all.slice(0, 4))
  slices.add(() => all.slice(4))
  slices.end()
  assert.deepEqual(drawn, ['0'])
  assert.equal(slices.sinceMs(), 0)
  for (let turns = 1; drawn.length < all.length; turns++) {
    await turn()
    assert.equal(drawn.length, turns + 1, 'one a turn')
    assert.equal(isComplete() && drawn.length < all.length, false, 'it is complete with the last')
  }
  await turn()
  assert.deepEqual(drawn, all)
  assert.equal(isComplete(), true, 'it is complete')
})

test('work is begun when its turn comes, so it sees what the work before it has changed', async () => {
  const { slices, drawn } = drawing(400)
  slices.add(() => ['a', 'b'])
  slices.add(() => [`after ${drawn.length}`])
  for (let turns = 0; turns < 4; turns++) await turn()
  assert.deepEqual(drawn, ['a', 'b', 'after 2'])
})
