/** The book vouches for what it holds: in its store, over HTTP, and in what it acknowledges, which a table that knows its key tells from others. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BookHead, parseBookHead } from '../../src/base/records/book-head.ts'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { fingerprintOf, newSigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { commitBatch } from '../../src/book/store/commit.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { vouchForKey } from '../../src/book/store/keys.ts'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { createTables } from '../../src/book/tables.ts'
import { acknowledgedHead } from '../../src/daemon/pipeline/heard-heads.ts'
import { receiptsOf } from '../../src/daemon/pipeline/receipts.ts'
import { signedByBook } from '../../src/daemon/pipeline/signed-by-book.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { sharedEvening, TABLE_KEY } from './fixture.ts'
import { serve } from './http/served.ts'

const AT = '2026-11-21T20:00:00.000Z'
const BOOK = signingKeyOf(newSigningKey())
const OTHER = signingKeyOf(newSigningKey())
const played = sharedEvening(2)
const { name, stream } = played

/** As the table signs it, with another seal at the end. */
const sealed = (): readonly JournalRecord[] => {
  const { records } = played
  const hash = records.reduce(digestAfter, NO_RECORDS)
  const { signature } = TABLE_KEY.sign({ stream, seq: records.length, hash, at: AT })
  const n = records.length + 1
  const seal = { n, t: Date.parse(AT), kind: 'seal', covers: n - 1, hash, at: AT, signature, kept: { head: 0, state: 0 }, end: false }
  return [...records, seal as JournalRecord]
}
const records = sealed()
const hash = records.reduce(digestAfter, NO_RECORDS)

const keep = async (store: Store): Promise<void> => {
  await vouchForKey(store, { table: name, fingerprint: fingerprintOf(TABLE_KEY.publicKey), how: 'config' }, 0)
  const tables = await createTables(store)
  const heard = records.map((record) => ({
    ...({ kind: 'record', table: name, stream, isReplayed: false, isLast: false, bytes: 1 } as const),
    record: record as never,
    body: JSON.stringify(record),
  }))
  const middle = Math.floor(heard.length / 2)
  for (const batch of [heard.slice(0, middle), heard.slice(middle)])
    await commitBatch({ store, tables, countersign: countersigning(BOOK) }, batch, Date.parse(AT))
}

test('what the book holds it signs with the records, and gives out with the newest seal of the table', { timeout: 20_000 }, async (t) => {
  const { ask } = await serve(t, {}, keep)
  const { status, text } = await ask(`/api/tables/${name.property}/${name.pit}/${name.table}/head`)
  assert.equal(status, 200)
  const head = parseBookHead(text)
  assert.ok(typeof head !== 'string', String(head))
  const { table, seq, boot, at, key } = head
  assert.deepEqual(
    { table, stream: head.stream, seq, hash: head.hash, boot, at, key },
    { table: 'demo/p1/bj07', stream, seq: records.length, hash, boot: 1, at: AT, key: BOOK.publicKey },
  )
  assert.equal(head.seal?.seq, records.length - 1)
  assert.equal(head.seal?.publicKey, TABLE_KEY.publicKey)
  assert.equal((await ask(`/api/tables/${name.property}/${name.pit}/${name.table}/head?stream=none`)).status, 404)
})

test('a head of which anything was changed is none', () => {
  const head =
    countersigning(BOOK)(
      name,
      { stream, boot: 1, complete_to: 7, hash, doubted_by: null, unsigned_from: null, proven_to: 5, proven_hash: hash } as never,
      0,
    ) ?? assert.fail('it was signed')
  assert.equal(typeof parseBookHead(JSON.stringify(head)), 'object')
  const changes: Partial<BookHead>[] = [
    { table: 'demo/p1/bj08' },
    { stream: 'other' },
    { boot: 2 },
    { seq: 8 },
    { at: AT },
    { key: OTHER.publicKey },
  ]
  for (const change of [...changes, { hash: NO_RECORDS }])
    assert.equal(parseBookHead(JSON.stringify({ ...head, ...change })), "the book's signature is not valid", JSON.stringify(change))
  const { sealed: proven } = head
  assert.deepEqual([proven?.seq, proven?.hash], [5, hash])
  for (const change of [{ seq: 6 }, { hash: NO_RECORDS }, { sig: head.sig }])
    assert.equal(
      parseBookHead(JSON.stringify({ ...head, sealed: { ...proven, ...change } })),
      "the book's signature is not valid",
      JSON.stringify(change),
    )
})

test('nothing is signed of a journal whose beginning the book does not hold', async () => {
  const store = await openStore({ store: ':memory:' })
  const tables = await createTables(store)
  await commitBatch(
    { store, tables, countersign: countersigning(BOOK) },
    [{ kind: 'gone', table: name, stream, keptFrom: 10 }],
    Date.parse(AT),
  )
  assert.deepEqual(await store.selectFrom('book_heads').selectAll().execute(), [])
  await store.destroy()
})

const acknowledgement = (key: typeof BOOK, seq: number): Buffer => {
  const head = countersigning(key)(
    name,
    { stream, boot: 1, complete_to: seq, hash, doubted_by: null, unsigned_from: null, proven_to: 0 } as never,
    0,
  )
  return Buffer.from(JSON.stringify({ sink: 'book', ...head }))
}
const pinned = { name, bookKey: BOOK.publicKey }
const unsigned = Buffer.from(JSON.stringify({ sink: 'book', boot: 1, seq: 1_000_000, hash }))

test('a table that knows the key of its book starts in spite of an acknowledgement that somebody made up', () => {
  const believed = acknowledgedHead(acknowledgement(BOOK, 1_000_000), pinned)
  assert.ok(typeof believed !== 'string' && believed.seq === 1_000_000 && believed.ifMadeUp === undefined, JSON.stringify(believed))
  const seal = Buffer.from(JSON.stringify(OTHER.sign({ stream, seq: 1_000_000, hash, at: AT })))
  for (const madeUp of [unsigned, acknowledgement(OTHER, 1_000_000), seal]) assert.equal(typeof acknowledgedHead(madeUp, pinned), 'string')
  const ofAnother = acknowledgedHead(acknowledgement(BOOK, 7), { ...pinned, name: { ...name, table: 'bj08' } })
  assert.equal(typeof ofAnother, 'string')
  const unpinned = acknowledgedHead(unsigned, { name, bookKey: undefined })
  assert.ok(typeof unpinned !== 'string' && unpinned.ifMadeUp !== undefined, JSON.stringify(unpinned))
})

test('nor does one change what it believes to be kept while it runs', async () => {
  const journal = {
    head: () => ({ n: records.length, crc: 0 }),
    reader: (after: number) => ({ read: async (count: number) => records.slice(after, after + count) }),
  }
  const receipts = receiptsOf(journal as never, null, signedByBook(pinned))
  const bare = Buffer.from(JSON.stringify({ sink: 'book', boot: 1, seq: records.length, hash }))
  for (const madeUp of [bare, acknowledgement(OTHER, records.length)]) {
    const refused = await receipts.hear(madeUp)
    assert.ok(refused?.kind === 'refused' && /did not sign/.test(refused.fault), JSON.stringify(refused))
  }
})
