/** The table's signature, checked by the book as it comes: against the key at the journal's beginning, for this journal and what it covers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import { newSigningKey, type SigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import type { AnyRecord } from '../../src/book/derive/any-record.ts'
import { keepRecords } from '../../src/book/store/keep.ts'
import { openStore } from '../../src/book/store/open.ts'
import { streamNamed, tableNamed } from '../../src/book/store/places.ts'

const STREAM = 'sealed22'
const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const AT = '2026-11-21T20:00:00.000Z'
const OURS = signingKeyOf(newSigningKey())
const OTHER = signingKeyOf(newSigningKey())

const head = (publicKey: string | undefined): AnyRecord => ({
  ...{ n: 1, t: Date.parse(AT), kind: 'head', stream: STREAM, ...NAME },
  ...(publicKey === undefined ? {} : { publicKey }),
})

/** A seal over the record before it. */
const sealed = (first: AnyRecord, key: SigningKey, { stream = STREAM, at = AT } = {}): AnyRecord => {
  const hash = digestAfter(NO_RECORDS, first as never)
  const { signature } = key.sign({ stream, seq: 1, hash, at: AT })
  return { n: 2, t: Date.parse(AT), kind: 'seal', covers: 1, hash, at, signature, kept: { head: 0, state: 0 } }
}

const toldOf = async (records: readonly AnyRecord[]): Promise<readonly string[]> => {
  const store = await openStore({ store: ':memory:' })
  try {
    const kept = await store.transaction().execute(async (trx) => {
      const stream = await streamNamed(trx, (await tableNamed(trx, NAME)).id, STREAM)
      return keepRecords(
        trx,
        stream,
        records.map((record) => ({ record, body: JSON.stringify(record) })),
      )
    })
    assert.equal(kept.stream.complete_to, records.length, 'whatever a seal says, its records are kept')
    return kept.notices.map(({ code }) => code)
  } finally {
    await store.destroy()
  }
}

const ours = head(OURS.publicKey)
const unnamed = head(undefined)
for (const [name, records, told] of [
  ["the table's own seal", [ours, sealed(ours, OURS)], []],
  ['the seal of another key', [ours, sealed(ours, OTHER)], ['FALSE-SEAL']],
  ['the seal of another journal of the table', [ours, sealed(ours, OURS, { stream: 'other222' })], ['FALSE-SEAL']],
  ['a seal whose time was altered', [ours, sealed(ours, OURS, { at: '2026-11-21T21:00:00.000Z' })], ['FALSE-SEAL']],
  ['a seal without a signature', [ours, { ...sealed(ours, OURS), signature: 7 }], ['FALSE-SEAL']],
  ['a seal over other records', [ours, sealed({ ...ours, t: 1 }, OURS)], ['ALTERED']],
  ['a journal without a key', [unnamed, sealed(unnamed, OURS)], []],
] as const) {
  test(`${name}: ${told.length === 0 ? 'nothing is told' : told.join(', ')}`, async () => {
    assert.deepEqual(await toldOf(records), told)
  })
}
