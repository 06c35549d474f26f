/** A book that is older than a table: nothing is lost, nothing is passed over in silence. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import type { AnyRecord } from '../../src/book/derive/any-record.ts'
import { newerIn } from '../../src/book/derive/newer.ts'
import { keepRecords } from '../../src/book/store/keep.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore } from '../../src/book/store/open.ts'
import { streamNamed, tableNamed } from '../../src/book/store/places.ts'
import { sharedEvening, TABLE_KEY } from './fixture.ts'

const SEED = Number(process.env.SEED ?? 3)
const { name, stream: evening, records } = sharedEvening(3)

test('no record that this software writes is taken for one of a newer table', (t) => {
  t.diagnostic(`SEED=${SEED}`)
  assert.ok(records.length > 50, `${records.length} records`)
  assert.deepEqual(
    records.flatMap((record) => newerIn(record as unknown as AnyRecord) ?? []),
    [],
  )
  assert.equal(newerIn({ n: 1, t: 0, kind: 'omitted', of: 'event', bytes: 70_000 }), null)
})

const ROWS: readonly (readonly [string, AnyRecord, RegExp])[] = [
  [
    'an event',
    { n: 1, t: 0, kind: 'event', envelope: { type: 'hand.mucked', time: '2026-11-21T22:00:00Z', data: {} } },
    /events of the type "hand\.mucked"/,
  ],
  ['a record', { n: 1, t: 0, kind: 'portrait' }, /records of the kind "portrait"/],
  ['a long name', { n: 1, t: 0, kind: 'x'.repeat(10_000) }, /kind "x{40}"/],
]

for (const [what, record, words] of ROWS) {
  test(`${what} that the book does not know is named, with what to do`, () => {
    const said = newerIn(record) ?? ''
    assert.match(said, words)
    assert.match(said, /npm run book -- rebuild$/)
  })
}

test('what it does not know is kept as it came, and what follows is derived as ever', async (t) => {
  const store = await openStore({ store: ':memory:' })
  t.after(() => store.destroy())
  const own = records as unknown as AnyRecord[]
  const sealed = own.findIndex(({ kind }) => kind === 'seal') + 1
  const unknown = {
    n: sealed + 1,
    t: records[0]?.t ?? 0,
    kind: 'event',
    envelope: { type: 'hand.mucked', time: '2026-11-21T22:00:00Z', data: { box: 3 } },
  }
  // Behind the first seal.
  const all = [...own.slice(0, sealed), unknown, ...own.slice(sealed).map((record) => ({ ...record, n: record.n + 1 }))]
  await vouchForKey(store, { table: name, fingerprint: fingerprintOf(TABLE_KEY.publicKey), how: 'config' }, 0)
  const kept = await store.transaction().execute(async (trx) => {
    const { id } = await tableNamed(trx, name)
    const stream = await streamNamed(trx, id, evening)
    return keepRecords(
      trx,
      stream,
      all.map((record) => ({ kind: 'record', stream: evening, isReplayed: false, record, body: JSON.stringify(record) }) as const),
    )
  })
  assert.equal(kept.stream.complete_to, all.length)
  assert.deepEqual(
    kept.notices.filter(({ code }) => code === 'TABLE-NEWER').map(({ n }) => n),
    [unknown.n],
  )
  const row = await store.selectFrom('records').select('body').where('n', '=', unknown.n).executeTakeFirst()
  assert.equal(row?.body, JSON.stringify(unknown))
  const rounds = await store.selectFrom('rounds').select('round').where('state', '=', 'closed').execute()
  const closed = records.flatMap((record) =>
    record.kind === 'event' && record.envelope.type === 'round.closed' ? [record.envelope.round] : [],
  )
  assert.ok(closed.length > 1, `${closed.length} rounds closed`)
  assert.deepEqual(
    rounds.map(({ round }) => round),
    closed,
  )
})
