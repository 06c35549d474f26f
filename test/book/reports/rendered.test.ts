/** The report as people get it: CSV that a spreadsheet reads, HTML that runs nothing, and the command that prints both. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ending } from '../../../src/base/process/exit-codes.ts'
import { run } from '../../../src/book/commands/report.ts'
import { shiftReport } from '../../../src/book/reports/ask.ts'
import { renderCsv } from '../../../src/book/reports/csv.ts'
import { renderHtml } from '../../../src/book/reports/html.ts'
import { COUNT_LINES } from '../../../src/book/reports/lines.ts'
import { moneyText } from '../../../src/book/reports/money-text.ts'
import { patternsIn } from '../../../src/book/reports/pattern-rows.ts'
import { boughtIn, boughtLines } from '../../../src/book/reports/sensor-rows.ts'
import { openStore } from '../../../src/book/store/open.ts'
import { describeIn, type Evening, fillStore, honestEvening, sharedEvening } from '../fixture.ts'
import { knowTheory } from './known-theory.ts'

const ASKED = { tables: [], from: 0, to: Date.UTC(2027, 0, 1), dealer: null }
const EVIL = '=1+1<script>alert("1")</script>'

/** A dealer who has another name. */
const named = (evening: Evening, dealer: string, name: string): Evening => ({
  ...evening,
  records: JSON.parse(JSON.stringify(evening.records).replaceAll(JSON.stringify(dealer), JSON.stringify(name))),
})

const filled = async () => {
  const evening = named(sharedEvening(10), 'd17', EVIL.slice(0, 4))
  const store = await openStore({ store: ':memory:' })
  await fillStore(store, evening)
  await knowTheory(store, evening.config.rules)
  await describeIn(store, evening.config)
  await store.updateTable('descriptions').set({ house: EVIL }).execute()
  return store
}

test('CSV has one row a table, pit, dealer and person, as many cells as names, and no formula', async () => {
  const store = await filled()
  const lines = renderCsv(await shiftReport(store, ASKED)).split('\r\n')
  const names = lines[0]?.split(',') ?? []
  assert.equal(lines.length, 7)
  for (const line of lines.slice(0, -1)) assert.equal(line.split(',').length, names.length)
  assert.deepEqual(
    lines.slice(1, 3).map((line) => line.split(',').slice(0, 3)),
    [
      ['table', 'bj07', 'EUR'],
      ['pit', 'p1', 'EUR'],
    ],
  )
  assert.deepEqual(
    ['all_theoretical', 'main_z', ...COUNT_LINES.map(({ key }) => key)].filter((name) => !names.includes(name)),
    [],
  )
  for (const line of lines) assert.doesNotMatch(line, /(^|,)"?[=+@]/)
  await store.destroy()
})

test('HTML loads nothing, runs nothing, and takes names for text', async () => {
  const store = await filled()
  const page = renderHtml(await shiftReport(store, ASKED))
  assert.match(page, /default-src 'none'/)
  assert.doesNotMatch(page, /<script|<link|<img|src=|href=|url\(|@import/)
  assert.match(page, /&lt;script&gt;/)
  assert.match(page, /<svg role="img" aria-label="Each table/)
  assert.match(page, /<td>All bets<\/td>/)
  for (const { name } of COUNT_LINES) assert.ok(page.includes(`<span>${name}</span>`), name)
  await store.destroy()
})

test('patterns of a stored evening: every settled box of certain money is looked at', async () => {
  const store = await filled()
  const { settlement, bets } = await patternsIn(store, ASKED)
  const certain = await store.selectFrom('spots').select(['stream_id', 'round', 'box']).where('certain', '=', 1).distinct().execute()
  assert.ok(settlement.settled > 0 && settlement.settled <= certain.length, `${settlement.settled} of ${certain.length}`)
  // The evening is one shoe that is not over.
  assert.deepEqual(bets, [])
  await store.destroy()
})

test('what sensors would have bought is asked of the records in the store', async () => {
  const evening = honestEvening(8)
  const store = await openStore({ store: ':memory:' })
  await fillStore(store, evening)
  const [bought, ...more] = await boughtIn(store, evening.config, ASKED)
  assert.deepEqual(more, [])
  // Its last round is still open.
  assert.equal(bought?.rounds, 7)
  assert.match(
    boughtLines('bj07', bought === undefined ? [] : [bought])[0] ?? '',
    /^bj07: 7 rounds, [67] with one reading; \d+ with too many/,
  )
  assert.deepEqual(await boughtIn(store, evening.config, { ...ASKED, from: ASKED.to }), [])
  await store.destroy()
})

test('amounts as people read them', () => {
  assert.equal(moneyText(-123456789, 2), '-1,234,567.89')
  assert.equal(moneyText(-0.3, 2), '0.00')
  assert.equal(moneyText(1500, 0), '1,500')
})

for (const [words, why] of [
  [['--form', 'pdf'], /--form pdf: must be one of lines, json, csv, html/],
  [['--from', 'yesterday'], /yesterday is not a time/],
  [['--from', '2026-11-24T10:00Z', '--to', '2026-11-24T09:00Z'], /--from must be before --to/],
  [['--patterns', '--form', 'csv'], /--patterns and --sensors print lines or json/],
  [['--tabels', 'x'], /Unknown option '--tabels'/],
] as const) {
  test(`wrong words: ${words.join(' ')}`, async () => {
    await assert.rejects(run(words, Date.UTC(2026, 10, 24, 12)), (error: unknown) => error instanceof Ending && why.test(error.message))
  })
}
