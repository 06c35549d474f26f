/** Spans from the command line of the book's verbs, on a clock that is set forward in spring and back in autumn. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { spanOf } from '../../src/book/commands/shared.ts'

before(() => {
  process.env.TZ = 'Europe/Berlin'
  assert.equal(new Date('2026-10-25T12:00:00+01:00').getHours(), 12, 'the time zone is known here')
})

/** What is asked for, when, and the span. */
const ROWS: readonly (readonly [from: string | undefined, to: string | undefined, now: string, begins: string, ends: string])[] = [
  ['22:00', '02:00', '2026-11-22T03:00:00+01:00', '2026-11-21T22:00:00+01:00', '2026-11-22T02:00:00+01:00'],
  ['20:00', '19:30', '2026-10-24T19:45:00+02:00', '2026-10-23T20:00:00+02:00', '2026-10-24T19:30:00+02:00'],
  // The clock goes back: these days have 25 hours.
  ['20:00', '19:30', '2026-10-25T19:45:00+01:00', '2026-10-24T20:00:00+02:00', '2026-10-25T19:30:00+01:00'],
  ['20:00', '20:00', '2026-10-25T19:45:00+01:00', '2026-10-24T20:00:00+02:00', '2026-10-25T20:00:00+01:00'],
  ['22:00', '04:00', '2026-10-25T05:00:00+01:00', '2026-10-24T22:00:00+02:00', '2026-10-25T04:00:00+01:00'],
  // One hour comes twice: the last time counts for the beginning, the first one after it for the end.
  ['02:30', '03:30', '2026-10-25T02:45:00+02:00', '2026-10-25T02:30:00+02:00', '2026-10-25T03:30:00+01:00'],
  ['02:30', '03:30', '2026-10-25T02:45:00+01:00', '2026-10-25T02:30:00+01:00', '2026-10-25T03:30:00+01:00'],
  ['02:30', '03:30', '2026-10-25T12:00:00+01:00', '2026-10-25T02:30:00+01:00', '2026-10-25T03:30:00+01:00'],
  ['02:30', '02:30', '2026-10-25T02:45:00+02:00', '2026-10-25T02:30:00+02:00', '2026-10-25T02:30:00+01:00'],
  ['22:00', '02:30', '2026-10-25T12:00:00+01:00', '2026-10-24T22:00:00+02:00', '2026-10-25T02:30:00+02:00'],
  // The clock goes forward, from 02:00 to 03:00.
  ['20:00', '20:30', '2026-03-29T19:45:00+02:00', '2026-03-28T20:00:00+01:00', '2026-03-28T20:30:00+01:00'],
  ['02:30', '04:00', '2026-03-29T01:00:00+01:00', '2026-03-28T02:30:00+01:00', '2026-03-28T04:00:00+01:00'],
  ['2026-10-24T22:00', '02:00', '2026-12-01T00:00:00+01:00', '2026-10-24T22:00:00+02:00', '2026-10-25T02:00:00+02:00'],
  [undefined, '02:00', '2026-11-22T03:00:00+01:00', '1970-01-01T00:00:00Z', '2026-11-22T02:00:00+01:00'],
  // A day begins by the same clock, with or without its time of day.
  ['2026-11-01', '2026-11-02', '2026-12-01T00:00:00+01:00', '2026-11-01T00:00:00+01:00', '2026-11-02T00:00:00+01:00'],
  ['2026-11-01T00:00', '2026-11-01T00:00Z', '2026-12-01T00:00:00+01:00', '2026-11-01T00:00:00+01:00', '2026-11-01T00:00:00Z'],
]

for (const [from, to, now, begins, ends] of ROWS) {
  test(`from ${from} to ${to}, asked at ${now}`, () => {
    const { fromMs, toMs } = spanOf(from, to, Date.parse(now))
    assert.deepEqual([new Date(fromMs), new Date(toMs)], [new Date(begins), new Date(ends)])
  })
}
