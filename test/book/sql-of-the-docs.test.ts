/** The SQL of docs/book.md and of the Grafana dashboard runs against the store of a simulated evening as it stands there, and finds something. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { fillStore, sharedEvening } from './fixture.ts'
import { type Postgres, startPostgres } from './postgres.ts'

const DOCS = new URL('../../docs/', import.meta.url)
const PAGE = readFileSync(new URL('book.md', DOCS), 'utf8')

const evening = sharedEvening()

/** The embedded store, and PostgreSQL where it is installed. */
const stores: Store[] = []

let server: Postgres | null = null

before(async () => {
  server = await startPostgres()
  for (const store of [':memory:', ...(server === null ? [] : [server.url])]) stores.push(await openStore({ store }))
  for (const store of stores) await fillStore(store, evening)
})
after(async () => {
  for (const store of stores) await store.destroy()
  await server?.close()
})

/** The rows that the query finds, as many in each store. */
async function rowsOf(query: string): Promise<readonly unknown[]> {
  const [first = [], ...others] = await Promise.all(stores.map(async (store) => (await sql.raw(query).execute(store)).rows))
  for (const rows of others) assert.equal(rows.length, first.length, query)
  return first
}

const EXAMPLES = [...PAGE.matchAll(/^```sql( may be empty)?\n([\s\S]*?)^```$/gm)]

test('the page has examples for every reader', () => {
  assert.ok(EXAMPLES.length >= 10, `${EXAMPLES.length} examples were found`)
})

for (const [, mayBeEmpty, query = ''] of EXAMPLES) {
  test(`docs/book.md: ${query.slice(0, 70).replaceAll(/\s+/g, ' ')}`, async () => {
    const rows = await rowsOf(query)
    assert.ok(mayBeEmpty !== undefined || rows.length > 0, 'the evening has an answer')
  })
}

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly rawSql: string }[] }[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly type: string; readonly query: string }[] }
}

const DASHBOARD = JSON.parse(readFileSync(new URL('install/grafana-dashboard.json', DOCS), 'utf8')) as Dashboard

/** As Grafana fills them in: the span in seconds, the tables that were chosen. */
const filled = (query: string, tables: readonly string[]): string =>
  query
    .replaceAll('$__unixEpochFrom()', String(Date.UTC(2026, 10, 21) / 1000))
    .replaceAll('$__unixEpochTo()', String(Date.UTC(2026, 10, 23) / 1000))
    .replaceAll('$tables', tables.map((table) => `'${table}'`).join(','))

/** An evening without a lost link is a good one. */
const MAY_BE_EMPTY = ['Links lost']

const tablesAsked = async (): Promise<readonly string[]> => {
  const variable = DASHBOARD.templating.list.find(({ name }) => name === 'tables')
  assert.ok(variable !== undefined, 'the tables are a variable')
  return (await rowsOf(variable.query)).map((row) => String(Object.values(row as object)[0]))
}

for (const { title, targets } of DASHBOARD.panels) {
  test(`dashboard: ${title}`, async () => {
    const tables = await tablesAsked()
    assert.ok(tables.length > 0, 'there is a table')
    for (const { rawSql } of targets) {
      const query = filled(rawSql, tables)
      assert.doesNotMatch(query, /\$/, 'every variable is known')
      const rows = await rowsOf(query)
      const [first] = rows
      assert.ok(
        MAY_BE_EMPTY.includes(title) || (first !== undefined && Object.values(first as object).some((value) => value !== null)),
        'it shows something',
      )
    }
  })
}

test('a round that is left out is in no sum', async () => {
  for (const store of stores) await store.updateTable('rounds').set({ left_out: 1 }).execute()
  const tables = await tablesAsked()
  const panels = DASHBOARD.panels.flatMap(({ targets }) => targets.map(({ rawSql }) => filled(rawSql, tables)))
  const sums = [...EXAMPLES.map(([, , query = '']) => query), ...panels].filter((query) =>
    /(sum|count|avg)\([\s\S]*from (rounds|findings|spots) /.test(query),
  )
  assert.ok(sums.length >= 10, `${sums.length} sums were found`)
  for (const query of sums) {
    const rows = await rowsOf(query)
    const isNothing = rows.every((row) => Object.values(row as object).every((value) => Number(value ?? 0) === 0))
    assert.ok(isNothing, `${query}\n${JSON.stringify(rows)}`)
  }
})
