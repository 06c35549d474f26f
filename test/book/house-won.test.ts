/** What the house won as the chips moved and which rounds closed while their table lagged: in a store of an older book, over HTTP, in Grafana. */
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { openStore, type Store } from '../../src/book/store/open.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { type Evening, fillStore, playEvening, sharedEvening } from './fixture.ts'
import { serve } from './http/served.ts'
import { startPostgres } from './postgres.ts'

/** The table lags from before its third round closes until after its fifth. */
const lagging = (evening: Evening): Evening => {
  let closed = 0
  const words = { code: 'LAGGING', text: 'late', remedy: 'wait' }
  const records = evening.records.flatMap((record): readonly unknown[] => {
    if (record.kind !== 'event' || record.envelope.type !== 'round.closed') return [record]
    closed++
    const host = (on: boolean) => ({ t: record.t, kind: 'host', alarm: 'lagging', words: on ? words : null })
    return [...(closed === 3 ? [host(true)] : []), record, ...(closed === 5 ? [host(false)] : [])]
  })
  return { ...evening, records: records.map((record, at) => ({ ...(record as object), n: at + 1 })) as JournalRecord[] }
}
const evening = lagging(sharedEvening(9))

const ROUND_COLUMNS = [
  ...(['house_won', 'house_won_certain', 'bets_not_seen', 'staked_not_seen', 'by_the_rules', 'bets_not_known'] as const),
  'round' as const,
]

/** As the book's first version had it. */
const made = async (store: Store): Promise<void> => {
  await store.schema.dropIndex('rounds_left_out').execute()
  for (const column of [...ROUND_COLUMNS.slice(0, -1), 'lagging', 'left_out'])
    await store.schema.alterTable('rounds').dropColumn(column).execute()
  for (const column of ['amount_wrong', 'group_rank']) await store.schema.alterTable('findings').dropColumn(column).execute()
  await store.schema.dropIndex('commands_by_time').execute()
  await store.schema.dropTable('descriptions').execute()
  await store.schema.alterTable('tables').addColumn('described', 'text').execute()
  await store.schema.alterTable('rounds').dropColumn('rules_sha256').execute()
  await store.schema.alterTable('findings').dropColumn('other_rules').execute()
  await store.schema.alterTable('commands').dropColumn('round').execute()
  for (const column of ['standing', 'first_seal', 'heard_from', 'heard_until'])
    await store.schema.alterTable('streams').dropColumn(column).execute()
  for (const column of ['sealed_to', 'sealed_hash', 'sealed_sig']) await store.schema.alterTable('book_heads').dropColumn(column).execute()
  await store.schema.alterTable('records').dropColumn('heard_at').execute()
  for (const column of ['closed_at', 'closed_by']) await store.schema.alterTable('incidents').dropColumn(column).execute()
  await store.schema.dropTable('journal_words').execute()
  await sql`delete from kysely_migration where name >= '061'`.execute(store)
}

const known = async (store: Store) => ({
  rounds: await store
    .selectFrom('rounds')
    .select([...ROUND_COLUMNS, 'lagging'])
    .orderBy('number')
    .execute(),
  findings: await store
    .selectFrom('findings')
    .select(['finding', 'amount_wrong', 'group_rank'])
    .where('corrected', '=', 0)
    .orderBy('finding')
    .execute(),
})

test('a store that an older book filled has it after the update, as if it had been derived so', { timeout: 120_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgres()
  t.after(() => server?.close())
  for (const place of [join(folder, 'store', 'book.db'), ...(server === null ? [] : [server.url])]) {
    const newer = await openStore({ store: place })
    await fillStore(newer, evening)
    const derived = await known(newer)
    assert.equal(derived.rounds.filter((round) => round.lagging === 1).length, 3)
    assert.ok(
      derived.rounds.some(({ house_won }) => (house_won ?? 0) !== 0),
      'no round brought the house anything',
    )
    await made(newer)
    await newer.destroy()
    const updated = await openStore({ store: place })
    assert.deepEqual(await known(updated), derived)
    await updated.destroy()
  }
})

test('HTTP says of each round what moved, what the rules say, and whether it was told complete', async (t) => {
  const book = await serve(t, {}, (store) => fillStore(store, evening))
  const { json } = await book.ask('/api/tables/demo/p1/bj07/rounds')
  interface Said {
    readonly round: string
    readonly state: string
    readonly complete: boolean
    readonly lagging: boolean
    readonly net: { readonly house: number | null; readonly best: number | null }
    readonly houseWon: { readonly certain: number | null; readonly best: number | null; readonly notSeen: number }
  }
  const { rounds } = json as { readonly rounds: readonly Said[] }
  const spots = await book.store.selectFrom('spots').selectAll().execute()
  const sum = (own: typeof spots, of: (spot: (typeof spots)[number]) => number | null): number | null =>
    own.length === 0 || own.some((spot) => of(spot) === null) ? null : own.reduce((all, spot) => all - (of(spot) ?? 0), 0)
  const closed = rounds.filter(({ state }) => state !== 'open')
  assert.equal(closed.length, 8)
  for (const { round, state, complete, lagging: isLagging, net, houseWon } of closed) {
    const own = spots.filter((spot) => spot.round === round)
    const { certain, best, notSeen } = houseWon
    assert.deepEqual([certain, best, notSeen], [sum(own, ({ moved }) => moved), sum(own, ({ best_moved }) => best_moved), 0])
    assert.equal(
      net.best,
      sum(own, ({ best_due }) => best_due),
    )
    assert.equal(complete, state === 'closed' && !isLagging)
  }
  assert.equal(closed.filter((round) => round.lagging).length, 3)
})

test('the dashboard has a row and a series for each currency, in decimals', async (t) => {
  const store = await openStore({ store: ':memory:' })
  t.after(() => store.destroy())
  const money = { bj07: ['EUR', 2], bj08: ['JPY', 0], bj09: ['KWD', 3] } as const
  for (const [at, [table, [currency, exponent]]] of Object.entries(money).entries()) {
    await fillStore(
      store,
      playEvening({ rounds: 4, seed: at + 1, table, stream: `evening${at}`, dealers: ['d17'], oneIn: Number.POSITIVE_INFINITY }),
    )
    await store.updateTable('tables').set({ currency, exponent }).where('name', '=', table).execute()
  }
  const { panels } = JSON.parse(readFileSync(new URL('../../docs/install/grafana-dashboard.json', import.meta.url), 'utf8')) as {
    readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly rawSql: string }[] }[]
  }
  const rowsOf = async (title: string) => {
    const query = panels.find((panel) => panel.title === title)?.targets[0]?.rawSql ?? assert.fail(`no panel ${title}`)
    const filled = query
      .replaceAll('$__unixEpochFrom()', String(Date.UTC(2026, 10, 21) / 1000))
      .replaceAll('$__unixEpochTo()', String(Date.UTC(2026, 10, 23) / 1000))
      .replaceAll('$tables', "'p1/bj07','p1/bj08','p1/bj09'")
    return (await sql.raw<{ readonly [column: string]: unknown }>(filled).execute(store)).rows
  }
  const byDealer = await rowsOf('By dealer')
  assert.deepEqual(byDealer.map(({ dealer, currency }) => `${dealer} ${currency}`).sort(), ['d17 EUR', 'd17 JPY', 'd17 KWD'])
  const series = await rowsOf('House won')
  assert.deepEqual(series.map(({ metric }) => metric).sort(), ['bj07 EUR', 'bj08 JPY', 'bj09 KWD'])
  for (const [table, [currency, exponent]] of Object.entries(money)) {
    const { minor } = await store
      .selectFrom('rounds')
      .innerJoin('streams', 'streams.id', 'rounds.stream_id')
      .innerJoin('tables', 'tables.id', 'streams.table_id')
      .select(({ fn }) => fn.sum<number>('house_won').as('minor'))
      .where('tables.name', '=', table)
      .executeTakeFirstOrThrow()
    assert.equal(byDealer.find((row) => row.currency === currency)?.house_won, minor / 10 ** exponent)
    assert.equal(series.find(({ metric }) => metric === `${table} ${currency}`)?.house_won, minor / 10 ** exponent)
  }
})
