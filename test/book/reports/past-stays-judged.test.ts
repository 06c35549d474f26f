/**
 * A table that plays under other rules from some moment on: what a report says of the time before stays what it was, in both stores, and what a
 * start under other rules said of old rounds is marked as such.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rulesSha256 } from '../../../src/base/config/rules-hash.ts'
import { newSigningKey, signingKeyOf } from '../../../src/base/records/seal.ts'
import { roundsThatFit } from '../../../src/book/commands/query.ts'
import { decodeMessage } from '../../../src/book/hearing.ts'
import { findingsPage } from '../../../src/book/queries/findings.ts'
import { streamsOf } from '../../../src/book/queries/page.ts'
import { shiftReport } from '../../../src/book/reports/ask.ts'
import { renderCsv } from '../../../src/book/reports/csv.ts'
import { renderHtml } from '../../../src/book/reports/html.ts'
import { commitBatch } from '../../../src/book/store/commit.ts'
import { countersigning } from '../../../src/book/store/heads.ts'
import { createTables } from '../../../src/book/tables.ts'
import { describeTable } from '../../../src/daemon/pipeline/states.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { describeIn, type Evening, fillStore, honestEvening, playEvening } from '../fixture.ts'
import { inBoth } from '../in-both.ts'
import { knowTheory } from './known-theory.ts'

const NIGHT = { tables: [], from: Date.UTC(2026, 10, 21), to: Date.UTC(2026, 10, 23), dealer: null }
/** Any record, as loosely as a foreign program would read it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the record holds
type Any = any

const early = honestEvening(6)
const { t: changedAt } = early.records.at(-1) ?? assert.fail('no record')
const late = playEvening({ house: 'ingo', rounds: 5, seed: 5, oneIn: Number.POSITIVE_INFINITY, boxes: 3, startMs: changedAt + 60_000 })

/** One journal: first the one, then, after a start, the other. The rounds of the second have names of their own. */
const joined = (): Evening => {
  const second = JSON.parse(
    JSON.stringify(late.records.slice(1)).replaceAll(/"(?:round|roundKey)":"([^"]*?)(\d+)-(\d+)"/g, (whole) =>
      whole.replace(/(\d+)-(\d+)"$/, '9$1-$2"'),
    ),
  )
  const records = [...early.records, ...second].map((record: Any, at) => ({ ...record, n: at + 1 })) as JournalRecord[]
  return { ...early, records }
}
const evening = joined()

test(
  'the theory of an hour is that of its rules, whatever the table plays now; a change has a section for each',
  { timeout: 120_000 },
  inBoth(async (store) => {
    await fillStore(store, early)
    for (const { config } of [early, late]) await knowTheory(store, config.rules)
    await describeIn(store, early.config, changedAt - 1)
    const before = (await shiftReport(store, NIGHT)).tables[0] ?? assert.fail('no section')
    assert.ok(before.money.all.theory !== 0 && before.rules.length === 0, 'something is expected')

    await fillStore(store, evening)
    await describeIn(store, late.config, changedAt + 30_000)
    const hour = (await shiftReport(store, { ...NIGHT, to: changedAt })).tables[0]
    assert.equal(hour?.money.all.theory, before.money.all.theory)
    assert.equal(hour?.house, 'gld')

    const report = await shiftReport(store, NIGHT)
    const [whole] = report.tables
    assert.deepEqual(
      whole?.rules.map(({ house }) => house),
      ['gld', 'ingo'],
    )
    assert.equal(whole?.rules[0]?.money.all.theory, before.money.all.theory)
    const sum = whole?.rules.reduce((all, { money }) => all + (money.all.houseWon ?? 0), 0)
    assert.equal(sum, whole?.money.all.houseWon)
    assert.match(renderHtml(report), /<h2>Rules of bj07, ingo<\/h2>/)
    assert.equal(renderCsv(report).match(/^rules,/gm)?.length, 2)
  }),
)

test(
  'without a description of the time nothing is expected, and never under other rules',
  { timeout: 120_000 },
  inBoth(async (store) => {
    await fillStore(store, early)
    await describeIn(store, late.config, changedAt + 30_000)
    const [table] = (await shiftReport(store, NIGHT)).tables
    assert.deepEqual(
      [table?.noTheory, table?.house, table?.money.all.rounds],
      ['rules of that time unknown', 'rules of that time unknown', 0],
    )
    assert.match(renderCsv(await shiftReport(store, NIGHT)), /^table,bj07/m)
  }),
)

test(
  'what a start under other rules says of old rounds is marked, and no dealer is charged with it',
  { timeout: 120_000 },
  inBoth(async (store) => {
    const { t } = early.records.at(-1) ?? assert.fail('no record')
    const closed: Any = (early.records as readonly Any[]).find(({ envelope }) => envelope?.type === 'round.closed')
    const { round } = closed.envelope
    const time = new Date(t).toISOString()
    const about = (finding: string) => ({
      finding,
      code: 'BET-UNDER-MIN',
      grade: 'proven',
      group: null,
      rivals: [],
      severity: 'procedure',
      round,
      dealerId: 'd17',
    })
    const told = (type: string, finding: string, cause?: string): Any => {
      const data = { ...about(finding), box: 1, hand: null, spot: '1.main', amount: 500, corrected: false }
      return { t, kind: 'event', envelope: { type, time, round, ...(cause === undefined ? {} : { cause }), data } }
    }
    const start = { t, kind: 'start', boot: 2, software: 'newer', rulesSha256: rulesSha256(late.config.rules) }
    const more = [
      told('finding.raised', 'BET-UNDER-MIN-1', 'spots:SP-7/1/2'),
      start,
      told('finding.raised', 'BET-UNDER-MIN-2'),
      told('finding.withdrawn', 'BET-UNDER-MIN-1'),
      { t, kind: 'tick' },
      told('finding.raised', 'BET-UNDER-MIN-3'),
    ]
    const records = [...early.records, ...more].map((record: Any, at) => ({ ...record, n: at + 1 })) as JournalRecord[]
    await fillStore(store, { ...early, records })
    const streams = (await streamsOf(store, early.name)) ?? []
    const { findings } = await findingsPage(store, streams, {}, { span: { from: null, to: null }, before: null, limit: 10 })
    assert.deepEqual(findings.map(({ finding, otherRules }) => [finding, otherRules]).sort(), [
      ['BET-UNDER-MIN-1', true],
      ['BET-UNDER-MIN-2', true],
      ['BET-UNDER-MIN-3', false],
    ])
    const report = await shiftReport(store, NIGHT)
    assert.deepEqual([report.tables[0]?.findings.total, report.tables[0]?.findings.otherRules], [2, 2])
    assert.deepEqual(report.dealers.find(({ name }) => name === 'd17')?.findings.total, 1)
    const all = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER, table: undefined, code: undefined, dealer: undefined, box: null, limit: 100 }
    const listed = (await roundsThatFit(store, all)).find((each) => each.round.endsWith(`/${round}`))
    assert.deepEqual(listed?.findings.toSorted(), ['BET-UNDER-MIN box 1', 'BET-UNDER-MIN box 1 (judged under other rules)'])
  }),
)

test(
  'each description that is heard is kept from its time on; the same one again is none',
  { timeout: 120_000 },
  inBoth(async (store) => {
    const tables = await createTables(store)
    const countersign = countersigning(signingKeyOf(newSigningKey()))
    const hear = async ({ config }: Pick<Evening, 'config'>, atMs: number): Promise<void> => {
      const data = describeTable(config, { software: 'test', limits: config.limits }, new Map())
      const payload = JSON.stringify({ type: 'describe', time: new Date(atMs).toISOString(), data })
      const heard = decodeMessage(
        { property: 'demo', user: 'book', client: 'book' },
        'casino/v1/demo/p1/bj07/describe',
        Buffer.from(payload),
      )
      await commitBatch({ store, tables, countersign }, [heard], NIGHT.to)
    }
    for (const [told, atMs] of [
      [early, 1000],
      [early, 2000],
      [late, 3000],
      [early, 4000],
    ] as const)
      await hear(told, atMs)
    const rows = await store.selectFrom('descriptions').select(['from_at', 'house', 'rules_sha256']).orderBy('from_at').execute()
    const row = ({ config }: Evening, from_at: number) => ({ from_at, house: config.house, rules_sha256: rulesSha256(config.rules) })
    assert.deepEqual(rows, [row(early, 1000), row(late, 3000), row(early, 4000)])
  }),
)
