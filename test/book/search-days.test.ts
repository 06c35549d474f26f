/** A search for a box or an amount looks through the days that have it, and finds what looking through everything finds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { UNKNOWN_DAY } from '../../src/book/derive/days.ts'
import { parseCursor, type StreamName } from '../../src/book/queries/page.ts'
import { type RoundFilter, roundsOf } from '../../src/book/queries/rounds.ts'
import { partsWith } from '../../src/book/queries/search-days.ts'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { fillSearchDays } from '../../src/book/store/search-days.ts'
import { eveningOfDay, fillStore, SEED_OF_DAY as SEED } from './fixture.ts'
import { startPostgres } from './postgres.ts'

const DAY_MS = 86_400_000
const MIDNIGHT = Date.UTC(2026, 10, 22)
/** Some rounds before midnight, some after it. */
const evening = eveningOfDay()
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER, tie: null }
const NEVER_PAID = 123_457

/** Page by page. */
const found = async (store: Store, streams: readonly StreamName[], filter: RoundFilter): Promise<readonly string[]> => {
  const rounds: string[] = []
  let before: ReturnType<typeof parseCursor> = null
  do {
    const page = await roundsOf(store, streams, filter, { span: { from: null, to: null }, before, limit: 3 })
    rounds.push(...page.rounds.map(({ stream, round }) => `${stream}/${round}`))
    before = page.next === null ? null : parseCursor(page.next)
  } while (before !== null)
  return rounds
}

/** Every round with its boxes and amounts, the newest first, as the rows say it. */
const allRounds = async (store: Store, { id, stream }: StreamName) => {
  const rounds = await store.selectFrom('rounds').selectAll().orderBy('opened_at', 'desc').orderBy('number', 'desc').execute()
  const [hands, spots, findings] = [
    await store.selectFrom('hands').selectAll().execute(),
    await store.selectFrom('spots').selectAll().execute(),
    await store.selectFrom('findings').selectAll().execute(),
  ]
  assert.ok(
    rounds.every(({ stream_id }) => stream_id === id),
    'there is one stream',
  )
  return rounds.map(({ round, opened_at }) => {
    const isOwn = (row: { readonly round: string | null }) => row.round === round
    const own = [...spots.filter(isOwn), ...findings.filter(isOwn)]
    const amounts = own.flatMap((row) => ('area' in row ? [row.best_staked, row.best_due, row.best_moved] : [row.amount]))
    return {
      id: `${stream}/${round}`,
      day: Math.floor(opened_at / DAY_MS),
      boxes: new Set([...hands.filter(isOwn), ...own].map(({ box }) => box)),
      amounts: new Set(amounts.map((amount) => (amount === null ? null : Math.abs(amount)))),
    }
  })
}

const holds = async (store: Store): Promise<void> => {
  const { id, stream } = await store.selectFrom('streams').select(['id', 'stream']).executeTakeFirstOrThrow()
  const rounds = await allRounds(store, { id, stream })
  assert.equal(new Set(rounds.map(({ day }) => day)).size, 2, 'the evening goes over midnight')
  const amounts = [...new Set(rounds.flatMap((round) => [...round.amounts]))].filter((amount) => amount !== null)
  assert.ok(amounts.length > 5, `several amounts: ${amounts}`)
  for (const box of [1, 2, 3, 7]) {
    const expected = rounds.filter(({ boxes }) => boxes.has(box)).map((round) => round.id)
    assert.deepEqual(await found(store, [{ id, stream }], { box }), expected, `box ${box}`)
    for (const amount of [...amounts.slice(0, 4), NEVER_PAID]) {
      const both = rounds.filter((round) => round.boxes.has(box) && round.amounts.has(amount)).map((round) => round.id)
      assert.deepEqual(await found(store, [{ id, stream }], { box, amount }), both, `box ${box}, amount ${amount}`)
    }
  }
  for (const amount of [...amounts, NEVER_PAID]) {
    const expected = rounds.filter((round) => round.amounts.has(amount)).map((round) => round.id)
    assert.deepEqual(await found(store, [{ id, stream }], { amount }), expected, `amount ${amount}`)
  }
  // Where no day has it no round is looked at.
  for (const sought of [{ box: 7 }, { amount: NEVER_PAID }, { box: 1, amount: NEVER_PAID }])
    assert.deepEqual(await partsWith(store, id, sought, EVER), [])
  assert.deepEqual(await partsWith(store, id, { box: 1 }, { ...EVER, to: MIDNIGHT - 2 * DAY_MS }), [])
}

test(`in either store, as derived and as an older store is brought up to date: SEED=${SEED}`, { timeout: 120_000 }, async (t) => {
  const server = await startPostgres()
  t.after(() => server?.close())
  for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
    const store = await openStore({ store: place })
    await fillStore(store, evening)
    await holds(store)
    const derived = await store.selectFrom('search_days').selectAll().execute()
    await store.deleteFrom('search_days').execute()
    await fillSearchDays(store as never)
    const filled = await store.selectFrom('search_days').selectAll().execute()
    const texts = new Set(derived.map((row) => JSON.stringify(row)))
    assert.ok(
      filled.length > 0 && filled.every((row) => texts.has(JSON.stringify(row))),
      'it is what the records say, or less of what they said once',
    )
    await holds(store)
    await store.destroy()
  }
})

test('what is on a day that is not known is looked for everywhere', async () => {
  const store = await openStore({ store: ':memory:' })
  await fillStore(store, evening)
  const { id } = await store.selectFrom('streams').select('id').executeTakeFirstOrThrow()
  await store.insertInto('search_days').values({ stream_id: id, what: 'amount', value: NEVER_PAID, day: UNKNOWN_DAY }).execute()
  assert.deepEqual(await partsWith(store, id, { amount: NEVER_PAID }, EVER), [EVER])
  await store.destroy()
})
