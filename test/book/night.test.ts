/** The night sheet: its days, its figures against the events that they come from, its page, its CSV, and hostile questions. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { run } from '../../src/book/commands/report.ts'
import { type DayClock, gamingDay, gamingDayAt, wallTime } from '../../src/book/gaming-day.ts'
import { NIGHT_ROUTES } from '../../src/book/http/night-routes.ts'
import { nightCsv, PARTS } from '../../src/book/night/csv.ts'
import { nightSheetForm } from '../../src/book/night/form.ts'
import { nightPage } from '../../src/book/night/page.ts'
import { nightSheet } from '../../src/book/night/sheet.ts'
import { openStore } from '../../src/book/store/open.ts'
import { describeIn, type Evening, fillStore, sharedEvening } from './fixture.ts'
import { serve } from './http/served.ts'
import { knowTheory } from './reports/known-theory.ts'

const HOUR_MS = 3_600_000
const BERLIN: DayClock = { zone: 'Europe/Berlin', begins: '06:00' }
const EVIL = '=1+1<b>"'
const NIGHT = { tables: [], dealer: null, zone: BERLIN.zone, ...gamingDay('2026-11-21', BERLIN) }

const filled = async (evening: Evening = sharedEvening(30)) => {
  const store = await openStore({ store: ':memory:' })
  await fillStore(store, evening)
  await knowTheory(store, evening.config.rules)
  await describeIn(store, evening.config)
  return store
}

test('gaming days follow each other without a gap, also where the clocks change, and a day begins when its clocks say so', () => {
  const clocks: readonly DayClock[] = [
    BERLIN,
    { zone: 'Europe/Berlin', begins: '02:30' },
    { zone: 'America/Los_Angeles', begins: '02:30' },
    { zone: 'Australia/Lord_Howe', begins: '02:15' },
    { zone: 'Asia/Kathmandu', begins: '00:00' },
  ]
  for (const clock of clocks) {
    let end: number | null = null
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 24 * HOUR_MS) {
      const day = gamingDay(new Date(at).toISOString().slice(0, 10), clock)
      assert.equal(day.from, end ?? day.from, `${clock.zone} ${day.day}`)
      assert.ok(Math.abs(day.to - day.from - 24 * HOUR_MS) <= HOUR_MS, `${clock.zone} ${day.day}: ${(day.to - day.from) / HOUR_MS} h`)
      for (const inside of [day.from, day.to - 1]) assert.equal(gamingDayAt(inside, clock).day, day.day)
      end = day.to
    }
  }
  assert.equal(wallTime(gamingDay('2026-10-25', BERLIN).from, BERLIN.zone), '2026-10-25 06:00')
  assert.equal(gamingDay('2026-10-24', BERLIN).to - gamingDay('2026-10-24', BERLIN).from, 25 * HOUR_MS)
  // That night the clocks of Berlin skip from 2 to 3.
  assert.equal(wallTime(gamingDay('2026-03-29', { zone: 'Europe/Berlin', begins: '02:30' }).from, 'Europe/Berlin'), '2026-03-29 03:30')
})

/** An event, as loosely as a foreign program would read it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the record holds
type Any = any

/** What chips moved to the house in each hour of UTC, from the last closing of each round. */
const movedByHour = ({ records }: Evening): ReadonlyMap<string, { rounds: number; won: number }> => {
  const closings = new Map<string, Any>()
  for (const record of records as readonly Any[])
    if (record.kind === 'event' && ['round.closed', 'round.revised'].includes(record.envelope.type))
      closings.set(record.envelope.round, record.envelope.data)
  const hours = new Map<string, { rounds: number; won: number }>()
  for (const { openedAt, boxes } of closings.values()) {
    const hour = `${openedAt.slice(0, 13)}:00:00.000Z`
    const sum = hours.get(hour) ?? { rounds: 0, won: 0 }
    for (const box of boxes) for (const { best } of Object.values<Any>(box.spots)) sum.won -= best.moved ?? 0
    hours.set(hour, { rounds: sum.rounds + 1, won: sum.won })
  }
  return hours
}

test('the hours of a strip are those of the events, and add up to the table', async () => {
  const evening = sharedEvening(30)
  const store = await filled(evening)
  const sheet = await nightSheet(store, NIGHT)
  nightSheetForm.parse(sheet)
  const [table, ...more] = sheet.tables
  assert.deepEqual(more, [])
  assert.deepEqual(
    new Map(table?.strip.map(({ from, rounds, houseWon }) => [from, { rounds, won: houseWon }])),
    movedByHour(evening),
    'counted from the events',
  )
  const sum = (of: (hour: NonNullable<typeof table>['strip'][number]) => number): number =>
    (table?.strip ?? []).reduce((total, hour) => total + of(hour), 0)
  assert.equal(
    sum(({ rounds }) => rounds),
    table?.rounds,
  )
  assert.equal(
    sum(({ houseWon }) => houseWon),
    table?.houseWon,
  )
  assert.equal(sum(({ theory }) => theory ?? 0).toFixed(2), table?.theory?.toFixed(2))
  assert.equal(Math.sqrt(sum(({ deviation }) => (deviation ?? 0) ** 2)).toFixed(2), table?.deviation?.toFixed(2))
  assert.deepEqual([...new Set(table?.spells.map(({ dealer }) => dealer))].sort(), ['d17', 'd23'])
  for (const { firstBet, minimum } of table?.strip ?? [])
    assert.ok((firstBet ?? 0) >= (minimum ?? Number.NaN), `${firstBet} of at least ${minimum}`)
  await store.destroy()
})

test('open money is what findings say, and empties as people close the alarms', async () => {
  const store = await filled()
  const { openMoney } = await nightSheet(store, NIGHT)
  const [first] = openMoney.findings
  assert.ok(first, 'the evening has an error of the dealer that nobody settled')
  assert.equal(
    openMoney.sums.reduce((sum, { amount }) => sum + amount, 0),
    openMoney.findings.reduce((sum, { amount }) => sum + (amount ?? 0), 0),
  )
  const { group_id } = await store.selectFrom('findings').select('group_id').where('finding', '=', first.finding).executeTakeFirstOrThrow()
  const closed = { alarm: (group_id ?? first.finding).toLowerCase(), at: NIGHT.to - 1, step: 'closed', user: 'mary', note: null }
  const { id } = await store.selectFrom('streams').select('id').executeTakeFirstOrThrow()
  await store
    .insertInto('alarm_steps')
    .values({ ...closed, stream_id: id, n: 1_000_000 })
    .execute()
  const after = await nightSheet(store, NIGHT)
  assert.deepEqual(
    after.openMoney.findings.map(({ finding }) => finding),
    openMoney.findings.slice(1).map(({ finding }) => finding),
  )
  await store.destroy()
})

test('the page runs nothing and loads nothing, takes names for text, and says nothing that is missing', async () => {
  const store = await filled()
  await store.updateTable('dealer_spells').set({ dealer_id: EVIL }).execute()
  await store.updateTable('rounds').set({ dealer_id: EVIL }).execute()
  const sheet = await nightSheet(store, NIGHT)
  for (const language of ['en', 'de'] as const) {
    const page = nightPage(sheet, { language, links: 'book', beside: { before: 'report?day=2026-11-20', after: 'report?day=2026-11-22' } })
    assert.match(page, new RegExp(`<html lang="${language}">`))
    assert.doesNotMatch(page, /<script|<link|<img|src=|url\(|@import|undefined|NaN|Infinity|<b>/)
    assert.match(page, /=1\+1&lt;b&gt;&quot;/)
    assert.match(page, /<svg class="strip" role="img"[^>]*aria-label="[^"]*bj07[^"]*20:00|21:00/)
    // A figure of a text that is not known is shown as a question mark.
    assert.doesNotMatch(page.replaceAll(/href="[^"]*"/g, ''), /\?/)
  }
  await store.destroy()
})

test('each table of the CSV has as many cells as names, and no formula', async () => {
  const store = await filled()
  await store
    .updateTable('rounds')
    .set({ dealer_id: EVIL.slice(0, 4) })
    .execute()
  const sheet = await nightSheet(store, NIGHT)
  for (const part of PARTS) {
    const [head = '', ...rows] = nightCsv(sheet, part).trimEnd().split('\r\n')
    assert.ok(rows.length > 0, part)
    for (const row of rows) {
      assert.equal(row.split(',').length, head.split(',').length, `${part}: ${row}`)
      assert.doesNotMatch(row, /(^|,)"?[=+@]/)
    }
  }
  assert.match(nightCsv(sheet, 'hours'), /,2026-11-21 21:00,EUR,/)
  await store.destroy()
})

test('over HTTP the sheet is a page, JSON and CSV, and a wrong question is told what is wrong with it', async (t) => {
  const evening = sharedEvening(30)
  const book = await serve(t, { clock: BERLIN, nowMs: () => Date.parse('2026-11-22T09:00:00Z') }, async (store) => {
    await fillStore(store, evening)
    await knowTheory(store, evening.config.rules)
    await describeIn(store, evening.config)
  })
  const page = await book.ask('/report?language=de')
  assert.equal(page.status, 200)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'unsafe-inline'/)
  assert.match(page.text, /Spieltag 2026-11-21: 2026-11-21 06:00 bis 2026-11-22 06:00, Europe\/Berlin/)
  assert.match(page.text, /href="report\?day=2026-11-20&amp;language=de&amp;links=book"/)
  const data = await book.ask('/api/report?day=2026-11-21')
  assert.equal(
    nightSheetForm.parse(data.json).tables[0]?.rounds,
    nightSheetForm.parse(data.json).tables[0]?.strip.reduce((sum, { rounds }) => sum + rounds, 0),
  )
  const csv = await book.ask('/api/report?form=csv&part=dealers')
  assert.match(String(csv.headers['content-disposition']), /dealers-2026-11-21\.csv/)
  const span = await book.ask('/api/report?from=2026-11-21T20:00:00Z&to=2026-11-21T21:00:00Z&zone=UTC')
  assert.deepEqual(
    nightSheetForm.parse(span.json).tables[0]?.strip.map(({ from }) => from),
    ['2026-11-21T20:00:00.000Z'],
  )
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['day=2026-02-30', /day: is not a day/],
    ['day=yesterday', /day: is not a day/],
    ['zone=Mars/Base', /zone: is not a time zone/],
    ['day=2026-11-21&from=2026-11-21T20:00:00Z', /one span/],
    ['to=2026-11-21T20:00:00Z', /set `from`/],
    ['from=2026-11-21T20:00:00Z&to=2026-11-21T19:00:00Z', /before/],
    ['from=2026-01-01T00:00:00Z', /at most 32 days/],
    ['tables=../x', /tables/],
    ['dealer=a%20b', /dealer/],
    ['day=2026-11-21&day=2026-11-20', /day is given 2 times/],
    ['what=ever', /what/],
  ]
  for (const [query, why] of wrong) {
    const answer = await book.ask(`/api/report?${query}`)
    assert.equal(answer.status, 400, query)
    assert.match(answer.text, why)
  }
  const tools = { db: book.store, clock: BERLIN, nowMs: () => Date.parse('2026-11-22T09:00:00Z') }
  const both = await Promise.all([1, 2].map(() => NIGHT_ROUTES[1]?.respond(tools, {}, {})))
  assert.deepEqual(
    both.map((answer) => (answer?.kind === 'error' ? answer.code : answer?.kind)),
    ['json', 'BUSY'],
  )
  assert.deepEqual(book.notices, [])
})

test('the sheet of a night is written as files by a timer, in the language asked for, and a wrong day is told', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'night-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const store = await openStore({ store: join(folder, 'book', 'book.db') })
  const evening = sharedEvening(30)
  await fillStore(store, evening)
  await knowTheory(store, evening.config.rules)
  await describeIn(store, evening.config)
  await store.destroy()
  const config = join(folder, 'book.yaml')
  writeFileSync(
    config,
    "property: demo\nmqtt: { url: 'mqtt://127.0.0.1:9' }\nstore: book/book.db\ndayBegins: '06:00'\nzone: Europe/Berlin\n",
  )
  const report = (...words: readonly string[]): Promise<number> => run(['--config', config, ...words], Date.parse('2026-11-22T09:00:00Z'))
  mkdirSync(join(folder, 'nights'))
  assert.equal(await report('--daily', join(folder, 'nights'), '--language', 'de'), 0)
  assert.deepEqual(
    readdirSync(join(folder, 'nights')).sort(),
    ['night-2026-11-21.html', ...PARTS.map((part) => `${part}-2026-11-21.csv`)].sort(),
  )
  assert.match(readFileSync(join(folder, 'nights', 'night-2026-11-21.html'), 'utf8'), /Nachtbericht/)
  await assert.rejects(report('--daily', join(folder, 'nights'), '--day', '2026-13-01'), /--day 2026-13-01: is not a day/)
  await assert.rejects(report('--day', '2026-11-21'), /--day needs --daily/)
  await assert.rejects(report('--daily', join(folder, 'none')), /none.*cannot be written/)
})
