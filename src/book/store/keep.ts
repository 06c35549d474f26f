/**
 * Takes records of a stream into the store, and with them what they change in the derived tables, all in one transaction: either all of it is
 * kept or nothing. A record that is there already is not kept twice; one behind a gap is kept and waits for what is missing before it.
 */
import type { Kysely, Transaction } from 'kysely'
import { digestAfterText } from '../../journal/digest.ts'
import { isSignedBy } from '../../journal/seal.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import type { Change } from '../derive/change.ts'
import { derive } from '../derive/derive.ts'
import { type Memory, readMemory, writeMemory } from '../derive/memory.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import { applyChanges, chunksOf, insertRecords, ROWS_AT_ONCE, storable } from './write.ts'

/** Of a chain of which records are missing for good, until the table tells where it stands. */
export const HASH_UNKNOWN = ''

/** A record as it was heard, and its JSON text. */
export interface HeardRecord {
  readonly record: AnyRecord
  readonly body: string
}

/** Something of the records that a person should know. */
export interface Notice {
  readonly code: 'ALTERED' | 'FALSE-SEAL' | 'NOT-UNDERSTOOD'
  readonly n: number
  readonly text: string
}

export interface Kept {
  /** The stream's row as it is now. */
  readonly stream: StreamRow
  readonly notices: readonly Notice[]
  /** Records that were new. */
  readonly added: number
}

/** @throws what keeps the store from being written; then nothing was kept */
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

/** Those that are not there yet, in order; one that is there with other contents is told. */
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

/** From the last record without a gap before it on, as far as there are records. */
async function advance(trx: Transaction<BookTables>, before: StreamRow, fresh: readonly HeardRecord[]): Promise<Onward> {
  const walk = walkFrom(before)
  for (const each of fresh) walk.step(each)
  // What waited behind a gap that is filled now.
  while (walk.stream().complete_to < before.heard_to) {
    const held = await recordsAfter(trx, before.id, walk.stream().complete_to)
    if (held.filter((each) => walk.step(each)).length === 0) break
  }
  await applyChanges(trx, before.id, walk.changes)
  return { stream: walk.stream(), notices: walk.notices }
}

export const recordsAfter = async (
  trx: Pick<Transaction<BookTables>, 'selectFrom'>,
  stream_id: number,
  n: number,
): Promise<readonly HeardRecord[]> => {
  const rows = await trx
    .selectFrom('records')
    .select('body')
    .where('stream_id', '=', stream_id)
    .where('n', '>', n)
    .orderBy('n')
    .limit(ROWS_AT_ONCE)
    .execute()
  return rows.map(({ body }) => ({ record: JSON.parse(body) as AnyRecord, body }))
}

/** Goes from record to record; what is not the next one is left. */
const walkFrom = (before: StreamRow) => {
  let stream = before
  let memory: Memory = readMemory(before.derive_state)
  const changes: Change[] = []
  const notices: Notice[] = []
  return {
    changes,
    notices,
    stream: (): StreamRow => ({ ...stream, derive_state: writeMemory(memory) }),
    /** Whether it was the next one. */
    step: ({ record, body }: HeardRecord): boolean => {
      if (record.n !== stream.complete_to + 1) return false
      const derived = derive(memory, record)
      memory = derived.memory
      for (const change of derived.changes) changes.push(change)
      if (derived.fault !== null) notices.push({ code: 'NOT-UNDERSTOOD', n: record.n, text: `record ${record.n}: ${derived.fault}` })
      const told = hashTold(record)
      if (told !== null && stream.hash !== HASH_UNKNOWN && told !== stream.hash) notices.push(altered(record.n))
      if (record.kind === 'seal' && !isTheTables(record, stream)) notices.push(falseSeal(record.n))
      // Behind a gap that stays, what the table says of its chain is all there is to go on with.
      const hash = stream.hash === HASH_UNKNOWN ? told : stream.hash
      stream = {
        ...stream,
        complete_to: record.n,
        derived_to: record.n,
        hash: hash === null ? HASH_UNKNOWN : digestAfterText(hash, body),
        boot: record.kind === 'start' ? countOf(record.boot) : stream.boot,
        public_key: isHead(record) && typeof record.publicKey === 'string' ? storable(record.publicKey) : stream.public_key,
        last_at: storable(record.t),
      }
      return true
    },
  }
}

/** What a record says of the chain up to the one before it: a seal that covers it, or the first record of a journal whose beginning was released. */
const hashTold = ({ n, kind, covers, hash }: AnyRecord): string | null => {
  const isOfBefore = (kind === 'seal' && covers === n - 1) || kind === 'base'
  return isOfBefore && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : null
}

/** The first record of a journal, or of what is left of one. */
const isHead = ({ kind }: AnyRecord): boolean => kind === 'head' || kind === 'base'

/** Signed with the key that the journal began with, for this journal. A journal of which the head was not heard cannot be checked. */
const isTheTables = ({ covers, hash, at, signature }: AnyRecord, { stream, public_key }: StreamRow): boolean =>
  public_key === null ||
  (typeof covers === 'number' &&
    typeof hash === 'string' &&
    typeof at === 'string' &&
    typeof signature === 'string' &&
    isSignedBy(public_key, { stream, seq: covers, hash, at, signature }))

const falseSeal = (n: number): Notice => ({
  code: 'FALSE-SEAL',
  n,
  text: `record ${n} is a seal that the key at the journal's beginning did not sign: it was altered on the way, or another key signs this journal. Compare with the table's journal: npm run verify there`,
})

const altered = (n: number): Notice => ({
  code: 'ALTERED',
  n,
  text: `record ${n} is the table's seal over all records before it, and they are not those the book holds: one of them was altered on the way. Compare with the table's journal: npm run verify there`,
})

const countOf = (value: unknown): number => (Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0)

/** Records up to `keptFrom` - 1 will not come any more: goes on behind them as far as there are records. */
export async function passGap(trx: Transaction<BookTables>, before: StreamRow, keptFrom: number): Promise<Kept> {
  const held = await firstHeld(trx, before)
  const next = Math.min(keptFrom, held ?? keptFrom)
  const passed = {
    ...before,
    complete_to: next - 1,
    derived_to: next - 1,
    heard_to: Math.max(before.heard_to, next - 1),
    hash: HASH_UNKNOWN,
  }
  const { stream, notices } = await advance(trx, passed, [])
  await trx.updateTable('streams').set(stream).where('id', '=', before.id).execute()
  return { stream, notices, added: 0 }
}

/** The first record behind the gap; null: none is held. */
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
