/**
 * Stores records of a stream together with the changes they make to the derived tables, all in one transaction: either all of it is kept or
 * nothing. A record that is already there is not kept twice; a record after a gap is kept and waits for the missing ones before it.
 */
import type { Kysely, Transaction } from 'kysely'
import type { BookTables, StreamRow } from '../rows.ts'
import { HASH_UNKNOWN, type HeardRecord, isSeal, type Notice, notPutRight, stepChain } from './chain.ts'
import { type Trust, trustOf } from './keys.ts'
import { recordsAfter } from './records.ts'
import { signedTo } from './signed-to.ts'
import { settle } from './standing.ts'
import { keepBeside } from './versions.ts'
import { chunksOf, insertRecords, ROWS_AT_ONCE, storable } from './write.ts'

export interface Kept {
  /** The stream's row after this. */
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
  /** Records that were new. */
  readonly added: number
  /** One of them is a seal of a key that the journal names. */
  readonly isSealed: boolean
  /** Fingerprint of the first key that the table has named; null: it has named none, or one before. The caller enters it. */
  readonly firstKey: string | null
}

/** Nothing was done. */
export const keptAs = (stream: StreamRow, notices: readonly Notice[] = []): Kept => ({
  stream,
  notices,
  added: 0,
  isSealed: false,
  firstKey: null,
})

/** A record that the book asked for is dated by the table's clock, one that came live by the book's. */
export interface Arrived extends HeardRecord {
  readonly isReplayed?: boolean
}

/** @throws the error that keeps the store from being written; then nothing was kept */
export async function keepRecords(
  trx: Transaction<BookTables>,
  before: StreamRow,
  heard: readonly Arrived[],
  wallMs = Date.now(),
): Promise<Kept> {
  const { fresh, others } = await partKnown(trx, before, heard)
  for (const { record, body } of others) await keepBeside(trx, before.id, { n: record.n, body, sealedBy: null }, wallMs)
  const rows = fresh.map(({ record: { n, t, kind }, body, isReplayed }) => {
    return { stream_id: before.id, n, t, kind, body, heard_at: isReplayed === true ? Math.min(storable(t), wallMs) : wallMs }
  })
  await insertRecords(trx, rows)
  const first = fresh[0]?.record
  const heard_to = fresh.reduce((most, { record }) => Math.max(most, record.n), before.heard_to)
  const begun = {
    ...before,
    ...heardSpan(before, rows),
    heard_to,
    first_at: before.last_at === 0 ? storable(first?.t ?? 0) : before.first_at,
  }
  const onward = await advance(trx, begun, fresh)
  await trx.updateTable('streams').set(onward.stream).where('id', '=', before.id).execute()
  return {
    stream: onward.stream,
    notices: [...others.map(({ record }) => differs(record.n)), ...onward.notices],
    added: fresh.length,
    isSealed: fresh.some(({ record }) => isSeal(record, onward.stream, onward.trust)),
    firstKey: onward.firstKey,
  }
}

const heardSpan = ({ heard_from, heard_until }: StreamRow, rows: readonly { readonly heard_at: number }[]) => {
  if (rows.length === 0) return { heard_from, heard_until }
  const from = rows.reduce((least, { heard_at }) => Math.min(least, heard_at), heard_from ?? Number.MAX_SAFE_INTEGER)
  return { heard_from: from, heard_until: rows.reduce((most, { heard_at }) => Math.max(most, heard_at), heard_until ?? 0) }
}

const differs = (n: number): Notice => ({
  code: 'ALTERED',
  n,
  text: `record ${n} came twice with different contents; the one that came first stays, and the other is kept beside it. The table wrote its journal anew, or two daemons write under its name`,
})

/** The records not yet held, in order, and other versions of those that are. */
async function partKnown(trx: Transaction<BookTables>, { id, heard_to }: StreamRow, heard: readonly Arrived[]) {
  const byNumber = new Map<number, Arrived>()
  const others: HeardRecord[] = []
  for (const each of heard) {
    const other = byNumber.get(each.record.n)
    if (other === undefined) byNumber.set(each.record.n, each)
    else if (other.body !== each.body) others.push(each)
  }
  const maybeKnown = [...byNumber.keys()].filter((n) => n <= heard_to)
  for (const numbers of chunksOf(maybeKnown, ROWS_AT_ONCE)) {
    const known = await trx.selectFrom('records').select(['n', 'body']).where('stream_id', '=', id).where('n', 'in', numbers).execute()
    for (const { n, body } of known) {
      const again = byNumber.get(n)
      if (again !== undefined && again.body !== body) others.push(again)
      byNumber.delete(n)
    }
  }
  return { fresh: [...byNumber.values()].sort((a, b) => a.record.n - b.record.n), others }
}

interface Onward {
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
  readonly trust: Trust
  readonly firstKey: string | null
}

/** Continues from the last record before any gap, as far as there are records, and derives what may be derived. */
async function advance(trx: Transaction<BookTables>, before: StreamRow, fresh: readonly HeardRecord[]): Promise<Onward> {
  const trusted = await trustOf(trx, before.table_id)
  const walk = walkFrom(before, trusted)
  const walked = fresh.filter((each) => walk.step(each))
  // Records that waited after a gap which is now filled.
  while (walk.stream().complete_to < before.heard_to) {
    const held = await recordsAfter(trx, before.id, walk.stream().complete_to)
    const next = held.filter((each) => walk.step(each))
    if (next.length === 0) break
    walked.push(...next)
  }
  const { stream, notices } = await settle(trx, walk.stream(), walk.trust(), walked)
  return {
    stream,
    notices: [...notices, ...walk.notices],
    trust: walk.trust(),
    firstKey: trusted.fingerprint === null ? walk.trust().fingerprint : null,
  }
}

/** Walks from record to record and ignores any that is not the next one. */
const walkFrom = (before: StreamRow, trusted: Trust) => {
  let stream = before
  let trust = trusted
  const notices: Notice[] = []
  return {
    notices,
    trust: (): Trust => trust,
    stream: (): StreamRow => stream,
    /** Returns whether the record was the next one. */
    step: ({ record, body }: HeardRecord): boolean => {
      if (record.n !== stream.complete_to + 1) return false
      const stepped = stepChain(stream, { record, body }, trust)
      trust = stepped.trust
      stream = stepped.stream
      notices.push(...stepped.notices)
      return true
    },
  }
}

/** Records before `keptFrom` will never come: continues after them, as far as there are records. */
export async function passGap(trx: Transaction<BookTables>, before: StreamRow, keptFrom: number): Promise<Kept> {
  const held = await firstHeld(trx, before)
  const next = Math.min(keptFrom, held ?? keptFrom)
  const isCountersigned = (await signedTo(trx, before.id)) > 0
  const passed = {
    ...before,
    complete_to: next - 1,
    derived_to: before.derived_to === before.complete_to ? next - 1 : before.derived_to,
    heard_to: Math.max(before.heard_to, next - 1),
    hash: HASH_UNKNOWN,
    ...{ proven_to: next - 1, proven_hash: HASH_UNKNOWN, doubted_by: null },
    unsigned_from: before.unsigned_from ?? (isCountersigned ? next : null),
  }
  const { stream, notices, firstKey } = await advance(trx, passed, [])
  await trx.updateTable('streams').set(stream).where('id', '=', before.id).execute()
  const left = before.doubted_by === null ? [] : [notPutRight(before.doubted_by, 'the table no longer keeps them')]
  return { ...keptAs(stream, [...left, ...notices]), firstKey }
}

/** The first record held after the gap; null: none is held. */
export const firstHeld = async (trx: Transaction<BookTables> | Kysely<BookTables>, stream: StreamRow): Promise<number | null> => {
  if (stream.heard_to <= stream.complete_to) return null
  const row = await trx
    .selectFrom('records')
    .select((of) => of.fn.min<number | null>('n').as('first'))
    .where('stream_id', '=', stream.id)
    .where('n', '>', stream.complete_to)
    .executeTakeFirst()
  return row?.first ?? null
}
