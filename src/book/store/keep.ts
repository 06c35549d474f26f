/**
 * Stores records of a stream together with the changes they make to the derived tables, all in one transaction: either all of it is kept or
 * nothing. A record that is already there is not kept twice; a record after a gap is kept and waits for the missing ones before it.
 */
import type { Kysely, Transaction } from 'kysely'
import { derive } from '../derive/derive.ts'
import { type Memory, NO_MEMORY, readMemory, writeMemory } from '../derive/memory.ts'
import { newerIn } from '../derive/newer.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import { HASH_UNKNOWN, type HeardRecord, type Notice, notPutRight, stepChain } from './chain.ts'
import { recordsAfter } from './records.ts'
import { rederiveStream } from './rederive.ts'
import { applyDerived, chunksOf, type Derivation, insertRecords, ROWS_AT_ONCE, storable } from './write.ts'

export interface Kept {
  /** The stream's row after this. */
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
  /** Records that were new. */
  readonly added: number
}

/** @throws the error that keeps the store from being written; then nothing was kept */
export async function keepRecords(trx: Transaction<BookTables>, before: StreamRow, heard: readonly HeardRecord[]): Promise<Kept> {
  const { fresh, notices } = await partKnown(trx, before, heard)
  await insertRecords(
    trx,
    fresh.map(({ record: { n, t, kind }, body }) => ({ stream_id: before.id, n, t, kind, body })),
  )
  const first = fresh[0]?.record
  const heard_to = fresh.reduce((most, { record }) => Math.max(most, record.n), before.heard_to)
  const onward = await advance(
    trx,
    { ...before, heard_to, first_at: before.last_at === 0 ? storable(first?.t ?? 0) : before.first_at },
    fresh,
  )
  await trx.updateTable('streams').set(onward.stream).where('id', '=', before.id).execute()
  return { stream: onward.stream, notices: [...notices, ...onward.notices], added: fresh.length }
}

/** The records not yet held, in order. A held record that arrives with other contents is reported. */
async function partKnown(trx: Transaction<BookTables>, { id, heard_to }: StreamRow, heard: readonly HeardRecord[]) {
  const byNumber = new Map<number, HeardRecord>()
  const notices: Notice[] = []
  const differs = (n: number): Notice => ({
    code: 'ALTERED',
    n,
    text: `record ${n} was heard twice with different contents; the one heard first is kept. It was altered on the way, or two daemons write under one name`,
  })
  for (const each of heard) {
    const other = byNumber.get(each.record.n)
    if (other === undefined) byNumber.set(each.record.n, each)
    else if (other.body !== each.body) notices.push(differs(each.record.n))
  }
  const maybeKnown = [...byNumber.keys()].filter((n) => n <= heard_to)
  for (const numbers of chunksOf(maybeKnown, ROWS_AT_ONCE)) {
    const known = await trx.selectFrom('records').select(['n', 'body']).where('stream_id', '=', id).where('n', 'in', numbers).execute()
    for (const { n, body } of known) {
      if (byNumber.get(n)?.body !== body) notices.push(differs(n))
      byNumber.delete(n)
    }
  }
  return { fresh: [...byNumber.values()].sort((a, b) => a.record.n - b.record.n), notices }
}

interface Onward {
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
}

/** Continues from the last record before any gap, as far as there are records. */
async function advance(trx: Transaction<BookTables>, before: StreamRow, fresh: readonly HeardRecord[]): Promise<Onward> {
  const walk = walkFrom(before, await memoryOf(trx, before))
  for (const each of fresh) walk.step(each)
  // Records that waited after a gap which is now filled.
  while (walk.stream().complete_to < before.heard_to) {
    const held = await recordsAfter(trx, before.id, walk.stream().complete_to)
    if (held.filter((each) => walk.step(each)).length === 0) break
  }
  const refused = await applyDerived(trx, before.id, walk.derived)
  return { stream: walk.stream(), notices: [...walk.notices, ...refused.map(({ n, reason }) => notUnderstood(n, reason))] }
}

/** Memory that an older version wrote and this one refuses is made anew from the records. */
async function memoryOf(trx: Transaction<BookTables>, { id, derive_state }: StreamRow): Promise<Memory> {
  const known = readMemory(derive_state)
  if (known !== null) return known
  await rederiveStream(trx, id)
  const anew = await trx.selectFrom('streams').select('derive_state').where('id', '=', id).executeTakeFirstOrThrow()
  return readMemory(anew.derive_state) ?? NO_MEMORY
}

const notUnderstood = (n: number, reason: string): Notice => ({
  code: 'NOT-UNDERSTOOD',
  n,
  text: `record ${n}: ${reason}. It is kept as it came, and nothing is shown of it`,
})

/** Walks from record to record and ignores any that is not the next one. */
const walkFrom = (before: StreamRow, remembered: Memory) => {
  let stream = before
  let memory = remembered
  const derivations: Derivation[] = []
  const notices: Notice[] = []
  return {
    derived: derivations,
    notices,
    stream: (): StreamRow => ({ ...stream, derive_state: writeMemory(memory) }),
    /** Returns whether the record was the next one. */
    step: ({ record, body }: HeardRecord): boolean => {
      if (record.n !== stream.complete_to + 1) return false
      const derived = derive(memory, record)
      memory = derived.memory
      if (derived.changes.length > 0) derivations.push({ n: record.n, changes: derived.changes })
      if (derived.fault !== null) notices.push(notUnderstood(record.n, derived.fault))
      const newer = newerIn(record)
      if (newer !== null) notices.push({ code: 'TABLE-NEWER', n: record.n, text: newer })
      const stepped = stepChain(stream, { record, body })
      stream = { ...stepped.stream, derived_to: record.n }
      notices.push(...stepped.notices)
      return true
    },
  }
}

/** Records before `keptFrom` will never come: continues after them, as far as there are records. */
export async function passGap(trx: Transaction<BookTables>, before: StreamRow, keptFrom: number): Promise<Kept> {
  const held = await firstHeld(trx, before)
  const next = Math.min(keptFrom, held ?? keptFrom)
  const passed = {
    ...before,
    complete_to: next - 1,
    derived_to: next - 1,
    heard_to: Math.max(before.heard_to, next - 1),
    hash: HASH_UNKNOWN,
    ...{ proven_to: next - 1, proven_hash: HASH_UNKNOWN, doubted_by: null },
  }
  const { stream, notices } = await advance(trx, passed, [])
  await trx.updateTable('streams').set(stream).where('id', '=', before.id).execute()
  const left = before.doubted_by === null ? [] : [notPutRight(before.doubted_by, 'the table no longer keeps them')]
  return { stream, notices: [...left, ...notices], added: 0 }
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
