/** Findings as a report counts them: kept although their beginning is missing, one of a group, and alarms by what people did with them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsPage } from '../../../src/book/queries/findings.ts'
import { streamsOf } from '../../../src/book/queries/page.ts'
import { shiftReport } from '../../../src/book/reports/ask.ts'
import type { Asked } from '../../../src/book/reports/rows-asked.ts'
import type { Store } from '../../../src/book/store/open.ts'
import { begun, fillStore, honestEvening } from '../fixture.ts'
import { inBoth } from '../in-both.ts'

const START = Date.UTC(2026, 10, 21, 20)
const ASKED = { tables: [], from: START, to: START + 3_600_000, dealer: null }

interface Told {
  readonly finding: string
  readonly type?: 'raised' | 'changed' | 'withdrawn'
  readonly afterMs?: number
  readonly grade?: string
  readonly group?: string
  readonly rivals?: readonly string[]
  readonly amount?: number
  readonly corrected?: boolean
  readonly severity?: string
}

const finding = ({ finding, type = 'raised', afterMs = 0, grade = 'proven', group, rivals = [], ...told }: Told) => {
  const { amount = 1000, corrected = false, severity = 'money' } = told
  const code = finding.replace(/-\d+$/, '')
  const about = {
    finding,
    code,
    grade,
    group: group ?? null,
    rivals,
    severity,
    round: '1-1',
    dealerId: 'd17',
    box: 1,
    hand: null,
    spot: null,
  }
  return event(`finding.${type}`, { ...about, amount, corrected }, afterMs)
}
const event = (type: string, data: object, afterMs: number) => ({
  t: START + afterMs,
  kind: 'event',
  envelope: { type, time: new Date(START + afterMs).toISOString(), round: '1-1', data },
})
/** Somebody gave a command on an alarm, and it was carried out. */
const command = (name: string, alarm: string, afterMs: number): readonly object[] => {
  const head = { user: 'floor', name, correlation: `${name}-${alarm}` }
  return [
    { t: START + afterMs, kind: 'command', ...head, args: { alarm, rev: 1 }, error: null },
    event('command.answered', { ...head, ok: true, error: null }, afterMs),
  ]
}

const fill = (store: Store, table: string, records: readonly object[]) =>
  fillStore(store, {
    ...honestEvening(1),
    name: { property: 'demo', pit: 'p1', table },
    stream: `made${table}`,
    records: begun(`made${table}`, records),
  })

test(
  'a finding that changes or is withdrawn without having been raised is kept',
  { timeout: 60_000 },
  inBoth(async (store) => {
    await fill(store, 'bj07', [
      finding({ finding: 'PAY-OVER-1', type: 'changed', amount: 0, corrected: true }),
      finding({ finding: 'PAY-OVER-2', type: 'changed', amount: 700 }),
      finding({ finding: 'PAY-OVER-2', type: 'changed', amount: 900 }),
      finding({ finding: 'PAY-SHORT-1', type: 'withdrawn' }),
    ])
    const [section] = (await shiftReport(store, ASKED)).tables
    assert.deepEqual([section?.findings.total, section?.findings.withdrawn], [2, 1])
    assert.deepEqual(section?.wrong, { amount: 900, putRight: null, left: 900, likely: 0, unknown: 1 })
    const streams = (await streamsOf(store, { property: 'demo', pit: 'p1', table: 'bj07' })) ?? []
    const { findings } = await findingsPage(store, streams, {}, { span: { from: null, to: null }, before: null, limit: 10 })
    assert.deepEqual(findings.map((each) => [each.finding, each.amount, each.corrected, each.withdrawn]).sort(), [
      ['PAY-OVER-1', 0, true, false],
      ['PAY-OVER-2', 900, false, false],
      ['PAY-SHORT-1', 1000, false, true],
    ])
  }),
)

test(
  'a group counts by its likeliest finding, whatever else is asked for',
  { timeout: 60_000 },
  inBoth(async (store) => {
    const group = { grade: 'one-of', group: 'PAY-SHORT-1' }
    const first = finding({ ...group, finding: 'PAY-OVER-1', rivals: ['PAY-SHORT-1', 'BJ-SHORT-1'], amount: 1100 })
    const likeliest = finding({ ...group, finding: 'PAY-SHORT-1', rivals: ['PAY-OVER-1', 'BJ-SHORT-1'], amount: 9200, afterMs: 2000 })
    const last = finding({ ...group, finding: 'BJ-SHORT-1', rivals: ['PAY-SHORT-1', 'PAY-OVER-1'], amount: 500 })
    await fill(store, 'bj07', [last, first, likeliest])
    await fill(store, 'bj06', [finding({ finding: 'PAY-SHORT-1', amount: 2000 })])
    const wrong = async (asked: Partial<Asked>): Promise<number | null | undefined> =>
      (await shiftReport(store, { ...ASKED, ...asked })).tables.find(({ name }) => name === 'bj07')?.wrong.amount
    assert.equal(await wrong({}), 9200)
    assert.equal(await wrong({ tables: ['bj07'] }), 9200)
    // It counts in one of two reports that share its group.
    assert.deepEqual([await wrong({ to: START + 1000 }), await wrong({ from: START + 1000 })], [0, 9200])
    // The next in order, once the likeliest is gone.
    await store
      .updateTable('findings')
      .set({ withdrawn_at: START })
      .where('finding', '=', 'PAY-SHORT-1')
      .where('amount', '=', 9200)
      .execute()
    assert.equal(await wrong({}), 1100)
  }),
)

test(
  'alarms that somebody touched, that were gone before they showed, and that nobody touched',
  { timeout: 60_000 },
  inBoth(async (store) => {
    const likely = { grade: 'likely' }
    await fill(store, 'bj07', [
      finding({ finding: 'PAY-OVER-1' }),
      finding({ finding: 'PAY-OVER-2' }),
      finding({ finding: 'PAY-OVER-3' }),
      finding({ finding: 'PAY-OVER-4' }),
      finding({ finding: 'PAY-SHORT-1', ...likely }),
      finding({ finding: 'PAY-SHORT-1', ...likely, type: 'withdrawn', afterMs: 1500 }),
      finding({ finding: 'PAY-SHORT-2', ...likely }),
      finding({ finding: 'PAY-SHORT-2', ...likely, type: 'withdrawn', afterMs: 60_000 }),
      finding({ finding: 'PAY-SHORT-3' }),
      finding({ finding: 'PAY-SHORT-3', type: 'withdrawn', afterMs: 1500 }),
      ...command('alarm-ack', 'pay-over-1', 70_000),
      ...command('alarm-shelve', 'pay-over-2', 71_000),
      ...command('alarm-close', 'pay-over-3', 72_000),
    ])
    const [section] = (await shiftReport(store, ASKED)).tables
    assert.deepEqual(section?.alarms, { touched: 3, neverShown: 1, untouched: 3 })
    assert.equal(section?.acknowledged.count, 1)
  }),
)
