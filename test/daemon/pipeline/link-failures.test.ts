/** Which losses of a link are alarms: those of devices that are missing or fail. That the table starts and stops is no failure of a device. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concatMap, map, merge, of, Subject, timer, VirtualTimeScheduler } from 'rxjs'
import { failuresOnly } from '../../../src/daemon/pipeline/link-failures.ts'
import { coreContext, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'
import { playConfig } from './records.ts'

/** P6. */
const VISIBLE_MS_MAX = 5000
const AN_HOUR = 3_600_000

type Heard = readonly [atMs: number, device: string, reason: string | null]

interface Life {
  /** What the links say, ms after the start; `reason` null: the device is there. */
  readonly hears: readonly Heard[]
  readonly stopsAtMs?: number
}

const GONE = 'cannot open /dev/shoe: No such file or directory'
const found = (atMs: number, ...devices: readonly string[]): readonly Heard[] => devices.map((device) => [atMs, device, null])

/** The journal of one life of the daemon after another, each begun an hour after the one before. */
function journalOf(...lives: readonly Life[]): readonly JournalRecord[] {
  const records: JournalRecord[] = []
  const add = (atMs: number, body: RecordBody) => records.push({ n: records.length + 1, t: atMs, m: atMs, ...body })
  for (const [index, { hears, stopsAtMs = AN_HOUR / 2 }] of lives.entries()) {
    const startMs = index * AN_HOUR
    const scheduler = new VirtualTimeScheduler()
    const stopping$ = new Subject<void>()
    const bodies$ = merge(
      ...hears.map(([atMs, device, reason]) =>
        timer(atMs, scheduler).pipe(map((): RecordBody => ({ kind: 'link', device, up: reason === null, reason: reason ?? 'it answers' }))),
      ),
      // Its own ports.
      timer(stopsAtMs, scheduler).pipe(
        concatMap(() => {
          stopping$.next()
          return of(...['shoe', 'spots'].map((device): RecordBody => ({ kind: 'link', device, up: false, reason: 'closed' })))
        }),
      ),
    )
    add(startMs, { kind: 'start', boot: index + 1, software: 'x', rulesSha256: '0' })
    bodies$.pipe(failuresOnly(stopping$, scheduler)).subscribe((body) => add(startMs + scheduler.now(), body))
    scheduler.flush()
  }
  return records
}

/** When an alarm was raised for which device, ms after the first start, and why. */
function alarmsOf(records: readonly JournalRecord[]): readonly (readonly [atMs: number, text: string])[] {
  const context = coreContext(playConfig('gld', 3))
  let state = initialCore()
  const raised: (readonly [number, string])[] = []
  for (const record of records) {
    const open = new Set(state.judge.alarms.open.map(({ alarm }) => alarm))
    ;[state] = stepCore(state, record, context)
    for (const { alarm, since, text } of state.judge.alarms.open) if (!open.has(alarm)) raised.push([since, text])
  }
  return raised
}

const alarmsIn = (...lives: readonly Life[]) => alarmsOf(journalOf(...lives))

test('devices that are found in the first seconds of a start raise no alarm, whatever was in the way', () => {
  const hears: readonly Heard[] = [[40, 'shoe', GONE], [240, 'shoe', GONE], ...found(60, 'spots'), ...found(2400, 'shoe')]
  assert.deepEqual(alarmsIn({ hears }), [])
})

test('a device that is missing at the start has its alarm within five seconds, once, with what is known of it by then', () => {
  const [alarm, ...more] = alarmsIn({ hears: [[40, 'shoe', 'SH-2 answers'], [300, 'shoe', GONE], ...found(60, 'spots')] })
  assert.deepEqual(more, [])
  const [atMs, text] = alarm ?? assert.fail('no alarm')
  assert.equal(text, `No connection to shoe: ${GONE}.`)
  assert.ok(atMs <= VISIBLE_MS_MAX, `told after ${atMs} ms`)
})

for (const [when, atMs] of [
  ['in the first seconds after it has been found', 900],
  ['in play', 600_000],
] as const) {
  test(`a device that is lost ${when} has its alarm at once`, () => {
    const hears: readonly Heard[] = [...found(60, 'shoe', 'spots'), [atMs, 'spots', 'no valid line for 3 s']]
    assert.deepEqual(alarmsIn({ hears }), [[atMs, 'No connection to spots: no valid line for 3 s.']])
  })
}

test('a table that is stopped and started again has no alarm about devices that were there before and after', () => {
  const life: Life = { hears: found(60, 'shoe', 'spots') }
  assert.deepEqual(alarmsIn(life, life, { ...life, stopsAtMs: 1000 }, life), [])
})

test('a device that is gone when the table is started again has its alarm as at any start', () => {
  const [alarm, ...more] = alarmsIn({ hears: found(60, 'shoe', 'spots') }, { hears: [...found(60, 'spots'), [40, 'shoe', GONE]] })
  assert.deepEqual(more, [])
  const [atMs = 0] = alarm ?? assert.fail('no alarm')
  assert.ok(atMs > AN_HOUR && atMs <= AN_HOUR + VISIBLE_MS_MAX, `told after ${atMs - AN_HOUR} ms`)
})

test('the alarm of a device that was missing before a stop stays the same one while it is missing after the start', () => {
  const hears: readonly Heard[] = [...found(60, 'spots'), [40, 'shoe', GONE]]
  assert.equal(alarmsIn({ hears }, { hears }).length, 1)
})
