/**
 * Compares records that a seal contradicts with what the table sent again. Records that the seal proves replace those that differ, and
 * everything derived from the journal is rebuilt, all in the caller's transaction: either all of it is put right or nothing.
 *
 *   proven ---- proven_to | one of these was altered | seal (doubted_by) ---- not looked at yet ---- complete_to
 *                          `- replaced, where the records sent again give the sealed hash             `- walked again
 */
import type { Transaction } from 'kysely'
import { digestAfterText } from '../../journal/digest.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import { countOf, HASH_UNKNOWN, type HeardRecord, hashTold, type Notice, notPutRight, stepChain } from './chain.ts'
import { differingFields } from './differing.ts'
import type { Kept } from './keep.ts'
import { recordsAfter } from './records.ts'
import { rederiveStream } from './rederive.ts'
import { storable } from './write.ts'

type Writer = Transaction<BookTables>

/** An incident names this many records; of the others it gives the number. */
const NAMED_MAX = 8

/** A record as it was held, and as the seal proves it. */
interface Altered {
  readonly held: HeardRecord
  readonly sealed: HeardRecord
}

/** `seal`: the record of the seal that contradicts what is held; `again`: every record since the last proven one, in order. */
export async function putRight(trx: Writer, before: StreamRow, seal: number, again: readonly HeardRecord[]): Promise<Kept> {
  const sealed = before.doubted_by === seal ? await hashSealed(trx, before, seal) : null
  if (sealed === null) return { stream: before, notices: [], added: 0 }
  if (!isProven(before, again, sealed)) {
    const why =
      'what the table sends again does not give the sealed hash either, so it is altered on the way as well. It is asked again, later each time'
    return { stream: before, notices: [notPutRight(seal, why)], added: 0 }
  }
  const altered = await alteredOf(trx, before, again)
  for (const { sealed: right } of altered) await replace(trx, before.id, right)
  const { stream, notices } = await goOnBehind(trx, before, seal, sealed)
  await rederiveStream(trx, before.id)
  return { stream: await rowOf(trx, stream.id), notices: [rightNow(seal, altered), ...notices], added: 0 }
}

/** The table cannot send the records again: they stay as they are, and the chain continues from the seal. */
export async function leaveAltered(trx: Writer, before: StreamRow, seal: number, why: string): Promise<Kept> {
  const sealed = before.doubted_by === seal ? await hashSealed(trx, before, seal) : null
  if (sealed === null) return { stream: before, notices: [], added: 0 }
  const { stream, notices } = await goOnBehind(trx, before, seal, sealed)
  return { stream, notices: [notPutRight(seal, why), ...notices], added: 0 }
}

async function hashSealed(trx: Writer, { id }: StreamRow, seal: number): Promise<string | null> {
  const row = await trx.selectFrom('records').select('body').where('stream_id', '=', id).where('n', '=', seal).executeTakeFirst()
  return row === undefined ? null : hashTold(JSON.parse(row.body) as AnyRecord)
}

/** After a gap that stays, the chain begins with the hash that its first record states. A false one does not lead to the sealed hash. */
const isProven = ({ proven_hash }: StreamRow, again: readonly HeardRecord[], sealed: string): boolean => {
  const [first] = again
  if (first === undefined) return false
  const begin = proven_hash === HASH_UNKNOWN ? hashTold(first.record) : proven_hash
  return begin !== null && again.reduce((hash, { body }) => digestAfterText(hash, body), begin) === sealed
}

async function alteredOf(trx: Writer, { id, proven_to }: StreamRow, again: readonly HeardRecord[]): Promise<readonly Altered[]> {
  const sealedBy = new Map(again.map((each) => [each.record.n, each]))
  const last = proven_to + again.length
  const altered: Altered[] = []
  for (let n = proven_to; n < last; ) {
    const page = await recordsAfter(trx, id, n)
    for (const held of page) {
      const sealed = sealedBy.get(held.record.n)
      if (sealed !== undefined && sealed.body !== held.body) altered.push({ held, sealed })
    }
    n = page.at(-1)?.record.n ?? last
  }
  return altered
}

const replace = (trx: Writer, stream_id: number, { record: { n, t, kind }, body }: HeardRecord) =>
  trx
    .updateTable('records')
    .set({ t: storable(t), kind: storable(kind), body })
    .where('stream_id', '=', stream_id)
    .where('n', '=', n)
    .execute()

/** No record before the seal is doubted any more. The records from the seal on are walked again, and a later seal may contradict them. */
async function goOnBehind(trx: Writer, before: StreamRow, seal: number, hash: string) {
  const n = seal - 1
  const started = await newestOf(trx, before.id, n, ['start'])
  const headed = await newestOf(trx, before.id, n, ['head', 'base'])
  const notices: Notice[] = []
  let stream: StreamRow = {
    ...{ ...before, hash, complete_to: n, proven_to: n, proven_hash: hash, doubted_by: null },
    boot: countOf(started?.boot),
    public_key: typeof headed?.publicKey === 'string' ? storable(headed.publicKey) : before.public_key,
  }
  while (stream.complete_to < before.complete_to) {
    const page = (await recordsAfter(trx, before.id, stream.complete_to)).filter(({ record }) => record.n <= before.complete_to)
    if (page.length === 0) break
    for (const each of page) {
      const stepped = stepChain(stream, each)
      stream = stepped.stream
      notices.push(...stepped.notices)
    }
  }
  await trx.updateTable('streams').set(stream).where('id', '=', before.id).execute()
  return { stream, notices }
}

async function newestOf(trx: Writer, stream_id: number, n: number, kinds: readonly string[]): Promise<AnyRecord | null> {
  const row = await trx
    .selectFrom('records')
    .select('body')
    .where('stream_id', '=', stream_id)
    .where('n', '<=', n)
    .where('kind', 'in', kinds)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.body) as AnyRecord)
}

const rowOf = (trx: Writer, id: number): Promise<StreamRow> =>
  trx.selectFrom('streams').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const rightNow = (seal: number, altered: readonly Altered[]): Notice => {
  const named = altered.slice(0, NAMED_MAX).map(({ held, sealed }) => {
    return `record ${held.record.n} (${sealed.record.kind}: ${differingFields(held.record, sealed.record).join(', ')})`
  })
  const more = altered.length > named.length ? ` and ${altered.length - named.length} more` : ''
  return {
    code: 'PUT-RIGHT',
    n: seal,
    text: `${named.join('; ')}${more} had been altered on the way. The table sent them again, the seal in record ${seal} proves what it sent, and the book holds that now; everything derived from this journal was made anew`,
  }
}
