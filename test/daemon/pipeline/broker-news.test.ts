/** F12, F13: a broker that stays away is told in time and once; one that comes back at once is not told of. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { map, mergeAll, of, timer, VirtualTimeScheduler } from 'rxjs'
import type { LinkState } from '../../../src/daemon/broker/link.ts'
import { brokerNews } from '../../../src/daemon/pipeline/host-news.ts'

const URL = 'mqtts://broker.example:8883'
/** Wall time at virtual time 0. */
const START = Date.UTC(2026, 10, 21, 20, 0, 0)
/** P6. */
const VISIBLE_MS_MAX = 5000

type Step = readonly [atMs: number, kind: LinkState['kind']]

/** What is told, and when, ms. */
function told(...steps: readonly Step[]): readonly (readonly [number, string | null])[] {
  const scheduler = new VirtualTimeScheduler()
  const heard: (readonly [number, string | null])[] = []
  const state$ = of(...steps.map(([atMs, kind]) => timer(atMs, scheduler).pipe(map(() => ({ kind }))))).pipe(mergeAll())
  brokerNews(state$, URL, () => START + scheduler.now(), scheduler).subscribe((words) => heard.push([scheduler.now(), words?.text ?? null]))
  scheduler.flush()
  return heard
}

test('a broker that is away is told within five seconds, with since when, and told to be back', () => {
  const news = told(
    [0, 'connecting'],
    [100, 'connected'],
    [60_000, 'lost'],
    [61_500, 'connecting'],
    [62_000, 'lost'],
    [90_000, 'connected'],
  )
  assert.deepEqual(
    news.map(([, text]) => text),
    [null, `There has been no connection to the broker ${URL} since 20:01:00 UTC.`, null],
  )
  const afterMs = (news[1]?.[0] ?? 0) - 60_000
  assert.ok(afterMs <= VISIBLE_MS_MAX, `told after ${afterMs} ms`)
  assert.equal(news[2]?.[0], 90_000)
})

test('a broker that is killed every three seconds and comes back at once is no news', () => {
  const kills = Array.from({ length: 20 }, (_, index): readonly Step[] => [
    [index * 3000, 'lost'],
    [index * 3000 + 1200, 'connected'],
  ])
  assert.deepEqual(
    told([0, 'connected'], ...kills.flat()).map(([, text]) => text),
    [null],
  )
})

test('a broker that accepts connections and ends them at once is away all the time, and told once', () => {
  const ends = Array.from({ length: 20 }, (_, index): readonly Step[] => [
    [60_000 + index * 1300, 'lost'],
    [60_100 + index * 1300, 'connecting'],
    [60_900 + index * 1300, 'connected'],
  ])
  const news = told([0, 'connecting'], [100, 'connected'], ...ends.flat())
  assert.deepEqual(
    news.map(([, text]) => text),
    [null, `There has been no connection to the broker ${URL} since 20:01:00 UTC.`, null],
  )
  const afterMs = (news[1]?.[0] ?? 0) - 60_000
  assert.ok(afterMs <= VISIBLE_MS_MAX, `told after ${afterMs} ms`)
})

test('a table that starts without its broker says so, and one that stops says nothing', () => {
  assert.match(told([0, 'connecting'])[0]?.[1] ?? '', /since 20:00:00 UTC/)
  assert.deepEqual(told([0, 'connected'], [1000, 'stopped']), [[0, null]])
})
