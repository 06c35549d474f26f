/** Two journals of one table that share time: which are compared, by which times, and what a person decides. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leftOutOf, sharedTimes } from '../../src/book/store/shared-time.ts'

const span = (id: number, heard_from: number | null, heard_until: number | null, more: object = {}) => ({
  ...{ id, table_id: 1, stream: `stream${id}`, standing: 'person' as const, first_seal: 4, heard_from, heard_until },
  ...more,
})
const word = (number: number, stream: string, other: string) => ({ table_id: 1, number, stream, word: 'counts' as const, other, at: 0 })
const timesOf = (streams: Parameters<typeof sharedTimes>[0]) => sharedTimes(streams, []).map(({ from, to }) => [from, to])

test('one journal after the other shares nothing, whatever their clocks say', () => {
  assert.deepEqual(timesOf([span(1, 0, 100), span(2, 101, 200)]), [])
  assert.deepEqual(timesOf([span(1, 0, 100), span(2, 100, 200)]), [])
})

test('one that begins before the end of the other shares the time of both', () => {
  assert.deepEqual(timesOf([span(2, 60, 200), span(1, 0, 100)]), [[60, 100]])
  assert.deepEqual(timesOf([span(1, 0, 300), span(2, 60, 200)]), [[60, 200]], 'it lies within it')
  assert.deepEqual(timesOf([span(1, 0, 300), span(2, 60, 60)]), [[60, 60]], 'all of it was heard at once')
})

test('a journal that nobody vouches for, that no seal proves, or whose times are not known takes nothing out', () => {
  for (const more of [{ standing: 'new' }, { standing: 'rejected' }, { first_seal: null }, { heard_from: null, heard_until: null }])
    assert.deepEqual(timesOf([span(1, 0, 100), span(2, 60, 200, more)]), [], JSON.stringify(more))
})

test('neither counts until a person names one, and then that one does', () => {
  const streams = [span(1, 0, 100), span(2, 60, 200)]
  const [undecided] = sharedTimes(streams, [])
  assert.deepEqual(
    leftOutOf(undecided ?? assert.fail()).map(({ id }) => id),
    [1, 2],
  )
  const [decided] = sharedTimes(streams, [word(1, 'stream1', 'stream2'), word(2, 'stream2', 'stream1'), word(3, 'stream2', 'stream3')])
  assert.deepEqual(
    leftOutOf(decided ?? assert.fail()).map(({ id }) => id),
    [1],
    'by the last word on these two',
  )
})
