/** Whether a table is well, from what it tells of itself. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BehaviorSubject, Subject } from 'rxjs'
import { healthOf } from '../../../src/base/serving/health.ts'
import type { LinkState } from '../../../src/daemon/broker/link.ts'
import type { JournalState } from '../../../src/daemon/journal/segment-writer.ts'
import type { RunningTable } from '../../../src/daemon/pipeline/table.ts'
import { type WatchedTable, watchHealth } from '../../../src/daemon/serve/table-health.ts'

type Emits<T> = T extends import('rxjs').Observable<infer V> ? V : never

const COUNTS = { queued: 0, held: 0, left: null, dropped: 0, refused: 0, ignored: 0, refusing: null }
const LOST: LinkState = { kind: 'lost', url: 'mqtt://broker', reason: 'ECONNREFUSED', ...COUNTS }
const CONNECTED: LinkState = { kind: 'connected', url: 'mqtt://broker', conn: 1, ...COUNTS }

test('a table is well once everything is, and each fault is told by name', () => {
  const broker$ = new BehaviorSubject<LinkState>(LOST)
  const disk$ = new BehaviorSubject<JournalState>({ kind: 'ok' })
  const reports$ = new Subject<Emits<RunningTable['reports$']>>()
  const written$ = new Subject<Emits<RunningTable['written$']>>()
  const table: WatchedTable = { broker$, disk$, reports$, written$ }
  const devices = ['shoe', 'spots'].map((name) => ({ name, driver: 'tlp', role: 'shoe', path: 'x', serial: 'x' }) as const)
  const checks = watchHealth({ table: 'bj07', devices }, table)
  const link = (device: string, up: boolean) => reports$.next({ device, report: { kind: 'link', up, reason: 'no such port' } })
  const faults = () =>
    healthOf('x', checks())
      .checks.filter(({ ok }) => !ok)
      .map(({ name }) => name)
  assert.deepEqual(faults(), ['bj07/broker', 'bj07/shoe', 'bj07/spots'])
  broker$.next(CONNECTED)
  link('shoe', true)
  link('spots', true)
  assert.deepEqual(faults(), [])
  assert.equal(healthOf('x', checks()).ok, true)
  disk$.next({ kind: 'failed', reason: 'ENOSPC' })
  link('spots', false)
  broker$.next(LOST)
  assert.deepEqual(
    checks().flatMap(({ text }) => text ?? []),
    [
      'the journal cannot be written: ENOSPC; free some space or look at the disk',
      'no connection to mqtt://broker: ECONNREFUSED',
      'the link to spots is down: no such port',
    ],
  )
  written$.error(new Error('the fold failed'))
  assert.deepEqual(faults(), ['bj07/fold', 'bj07/journal', 'bj07/broker', 'bj07/spots'])
})
