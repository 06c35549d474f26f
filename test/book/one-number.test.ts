/**
 * "House won" of a table whose rounds were not all seen in full: the shipped report, query and HTTP interface, the SQL of docs/book.md and the
 * Grafana dashboard say the number that a recount of the events gives, in both stores.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore, type Store } from '../../src/book/store/open.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { run } from '../e2e/processes.ts'
import { type Evening, fillStore, playEvening } from './fixture.ts'
import { serveStore } from './http/served.ts'
import { startPostgres } from './postgres.ts'

const SEED = Number(process.env.SEED ?? 12)

/** Any event, as loosely as a foreign program would read it. */
// biome-ignore lint/suspicious/noExplicitAny: whatever the record holds
type Any = any

const spotsOf = ({ boxes }: Any): readonly Any[] => boxes.flatMap(({ spots }: Any) => Object.values(spots))

/** Of the rounds as they close: what is not seen of the second, third and fourth, and the fifth is declared void. */
const CHANGES: { readonly [nth: number]: (data: Any) => void } = {
  2: (data) => {
    const [spot] = spotsOf(data)
    spot.moved = spot.best.moved = null
  },
  3: (data) => {
    data.complete = false
    for (const spot of spotsOf(data)) spot.moved = spot.due = spot.best.due = null
  },
  4: (data) => {
    for (const spot of spotsOf(data)) spot.moved = spot.best.moved = null
  },
  5: (data) => {
    for (const spot of spotsOf(data)) spot.moved = spot.best.moved = null
  },
}

const halfSeen = (evening: Evening): Evening => {
  let closed = 0
  const records = evening.records.flatMap((original): readonly Any[] => {
    const record: Any = structuredClone(original)
    if (record.kind !== 'event' || !/^round\.(closed|revised)$/.test(record.envelope.type)) return [record]
    if (record.envelope.type === 'round.revised') return []
    closed++
    CHANGES[closed]?.(record.envelope.data)
    const { time, round } = record.envelope
    const voided = { t: record.t, kind: 'event', envelope: { type: 'round.void', time, round, data: { round, reason: 'test' } } }
    return closed === 5 ? [voided, record] : [record]
  })
  return { ...evening, records: records.map((record, at) => ({ ...record, n: at + 1 })) as JournalRecord[] }
}

const evening = halfSeen(playEvening({ rounds: 9, seed: SEED, oneIn: 3, pointer: false, boxes: 4 }))

/** Straight from the events. */
const recounted = () => {
  const closed: readonly Any[] = (evening.records as readonly Any[]).flatMap((record) =>
    record.kind === 'event' && record.envelope.type === 'round.closed' ? [record.envelope.data] : [],
  )
  const counted = closed.filter((_, at) => at !== 4)
  const spots = counted.flatMap(spotsOf)
  const unseen = spots.filter(({ best }) => best.moved === null)
  return {
    houseWon: spots.reduce((sum, { best }) => sum - (best.moved ?? 0), 0),
    stakes: unseen.reduce((sum, { best }) => sum + best.staked, 0),
    rounds: counted.filter((data) => spotsOf(data).some(({ best }) => best.moved === null)).length,
  }
}

const DOCS = new URL('../../docs/', import.meta.url)
const firstRow = async (store: Store, query: string) =>
  (await sql.raw<{ readonly [column: string]: number }>(query).execute(store)).rows as readonly { readonly [column: string]: number }[]

/** Every query of the page and of the dashboard that has a column `house_won`, by its beginning. */
const queriesWithHouseWon = (): readonly string[] => {
  const page = readFileSync(new URL('book.md', DOCS), 'utf8')
  const { panels } = JSON.parse(readFileSync(new URL('install/grafana-dashboard.json', DOCS), 'utf8')) as Any
  const own = [
    ...[...page.matchAll(/^```sql[^\n]*\n([\s\S]*?)^```$/gm)].map(([, query = '']) => query),
    ...panels.flatMap(({ targets }: Any) => targets.map(({ rawSql }: Any) => rawSql)),
  ].filter((query) => /as house_won/.test(query))
  return own.map((query) =>
    query
      .replaceAll('$__unixEpochFrom()', String(Date.UTC(2026, 10, 21) / 1000))
      .replaceAll('$__unixEpochTo()', String(Date.UTC(2026, 10, 23) / 1000))
      .replaceAll('$tables', "'p1/bj07'"),
  )
}

const total = (rows: readonly { readonly [column: string]: number }[], column: string): number =>
  Math.round(100 * rows.reduce((sum, row) => sum + (row[column] ?? 0), 0))

const cellsOf = (csv: string): readonly { readonly [column: string]: string }[] => {
  const [names = [], ...rows] = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

test(`everything that says what the house won says one number, in both stores (seed ${SEED})`, { timeout: 180_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgres()
  t.after(() => server?.close())
  const truth = recounted()
  assert.ok(truth.rounds === 2 && truth.stakes > 0 && truth.houseWon !== 0, JSON.stringify(truth))
  for (const place of [join(folder, 'store', 'book.db'), ...(server === null ? [] : [server.url])]) {
    const store = await openStore({ store: place })
    await fillStore(store, evening)
    await store.updateTable('tables').set({ currency: 'EUR', exponent: 2 }).execute()

    const queries = queriesWithHouseWon()
    assert.ok(queries.length >= 5, `${queries.length} queries`)
    for (const query of queries) {
      const rows = await firstRow(store, query)
      assert.equal(total(rows, 'house_won'), truth.houseWon, query)
      if (/as stakes_not_seen/.test(query))
        assert.deepEqual([total(rows, 'not_seen') / 100, total(rows, 'stakes_not_seen')], [truth.rounds, truth.stakes], query)
    }

    const { ask } = await serveStore(t, store)
    const { rounds } = (await ask('/api/tables/demo/p1/bj07/rounds')).json as Any
    const inRounds = (of: (round: Any) => number): number => rounds.reduce((sum: number, round: Any) => sum + of(round), 0)
    assert.equal(
      inRounds(({ houseWon }) => houseWon.best ?? 0),
      truth.houseWon,
    )
    assert.equal(
      inRounds(({ houseWon }) => houseWon.stakedNotSeen),
      truth.stakes,
    )
    await store.destroy()

    const config = join(folder, 'book.yaml')
    writeFileSync(config, `property: demo\nmqtt: { url: "mqtt://127.0.0.1:9" }\nstore: ${place}\n`)
    const said = async (...words: readonly string[]): Promise<string> => {
      const { code, stdout, stderr } = await run('src/book/command.ts', ...words, '--config', config)
      assert.equal(code, 0, stderr)
      return stdout
    }
    const listed = JSON.parse(await said('query', '--json')) as Any[]
    assert.equal(
      listed.reduce((sum, { houseWon }) => sum + (houseWon ?? 0), 0),
      truth.houseWon,
    )
    assert.equal(
      cellsOf(await said('query', '--csv')).reduce((sum, { houseWon }) => sum + Number(houseWon), 0),
      truth.houseWon,
    )
    const span = ['--from', '2026-11-21', '--to', '2026-11-23']
    const [csv] = cellsOf(await said('report', ...span, '--form', 'csv'))
    const money = (minor: number): string => (minor / 100).toFixed(2)
    assert.deepEqual(
      [csv?.all_house_won, csv?.rounds_not_seen, csv?.stakes_not_seen],
      [money(truth.houseWon), String(truth.rounds), money(truth.stakes)],
    )
    const grouped = money(truth.stakes).replace(/\B(?=(\d{3})+\.)/g, ',')
    assert.match(await said('report', ...span), new RegExp(`2 rounds not seen in full, stakes ${grouped}`))
    const html = await said('report', ...span, '--form', 'html')
    assert.match(html, new RegExp(`<p>2 rounds not seen in full, stakes ${grouped}</p>`))
    assert.ok(html.includes(`<td>${money(truth.houseWon).replace(/\B(?=(\d{3})+\.)/g, ',')}</td>`), 'the page has the sum')
  }
})
