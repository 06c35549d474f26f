/**
 * Compares records that a seal contradicts with what the table sent again. No seal had covered what the book holds there, so what the seal
 * proves replaces it, even what the book had signed as received; the version that came first is kept beside it. Everything derived from the
 * journal is rebuilt, all in the caller's transaction: either all of it is put right or nothing. What a seal has proven is never asked for
 * again, so the table's key alone cannot change it.
 *
 *   proven ---- proven_to | one of these differs: replaced | seal (doubted_by) ---- not looked at yet: walked again ---- complete_to
 */
import type { Transaction } from 'kysely'
import { digestAfterText } from '../../base/records/digest.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import { countOf, HASH_UNKNOWN, type HeardRecord, hashTold, keyNamed, type Notice, notPutRight, SUSPECTS, stepChain } from './chain.ts'
import { type Kept, keptAs } from './keep.ts'
import { trustOf } from './keys.ts'
import { recordsAfter } from './records.ts'
import { rederiveStream } from './rederive.ts'
import { signedTo } from './signed-to.ts'
import { keepReplaced } from './versions.ts'
import { storable } from './write.ts'

type Writer = Transaction<BookTables>

/** An incident names this many records; of the others it gives the number. */
const NAMED_MAX = 8

/** A record as it was held, and as the seal proves it. */
interface Altered {
  readonly held: HeardRecord
  readonly sealed: HeardRecord
}

/** What the table sends again because of a seal. */
interface Resent {
  /** The record of the seal that contradicts what is held. */
  readonly seal: number
  /** Every record since the last proven one, in order. */
  readonly records: readonly HeardRecord[]
}

export async function putRight(trx: Writer, before: StreamRow, { seal, records: again }: Resent, wallMs: number): Promise<Kept> {
  const sealed = before.doubted_by === seal ? await hashSealed(trx, before, seal) : null
  if (sealed === null) return keptAs(before)
  if (!isProven(before, again, sealed)) {
    const why = 'what the table sends again does not give the sealed hash either. It is asked again, later each time'
    return keptAs(before, [notPutRight(seal, why)])
  }
  const altered = await alteredOf(trx, before, again)
  for (const { held, sealed: right } of altered) {
    await keepReplaced(trx, before.id, { n: held.record.n, body: held.body }, wallMs)
    await replace(trx, before.id, right)
  }
  const { stream, notices } = await goOnBehind(trx, before, seal, sealed)
  await rederiveStream(trx, before.id)
  return keptAs(await rowOf(trx, stream.id), [rightNow(seal, altered, await signedTo(trx, before.id)), ...notices])
}

/**
 * The table cannot send the records again: they stay as they are. The chain continues from the seal, unless the book has countersigned any
 * of the journal: its next signature would then vouch for a beginning that it does not know.
 */
export async function leaveAltered(trx: Writer, before: StreamRow, seal: number, why: string): Promise<Kept> {
  const sealed = before.doubted_by === seal ? await hashSealed(trx, before, seal) : null
  if (sealed === null) return keptAs(before)
  const to = await signedTo(trx, before.id)
  if (to > 0) return countersignNoMore(trx, before, seal, `${why}. ${countersigned(to)}`)
  const { stream, notices } = await goOnBehind(trx, before, seal, sealed)
  return keptAs(stream, [notPutRight(seal, why), ...notices])
}

/** The table's journal is no longer the one that the book had countersigned. The book keeps what it received, and signs no more of it. */
async function countersignNoMore(trx: Writer, before: StreamRow, seal: number, why: string): Promise<Kept> {
  const stream: StreamRow = { ...before, doubted_by: null, unsigned_from: seal }
  await trx.updateTable('streams').set(stream).where('id', '=', before.id).execute()
  return keptAs(stream, [notPutRight(seal, why)])
}

/** A person has confirmed the key that the journal had changed to: its seals are judged now. */
export async function judgeAgain(trx: Writer, before: StreamRow): Promise<Kept> {
  const confirmed = { ...before, public_key: before.strange_key, strange_key: null }
  const { stream, notices } = await walkAgain(
    trx,
    { ...confirmed, first_seal: null, complete_to: before.proven_to, hash: before.proven_hash, doubted_by: null },
    before.complete_to,
  )
  return keptAs(
    stream,
    // What the journal named on the way was reported when it came.
    notices.filter(({ code }) => code !== 'KEY-CHANGED'),
  )
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
  const trust = await trustOf(trx, before.table_id)
  const stream: StreamRow = {
    ...{ ...before, hash, complete_to: n, proven_to: n, proven_hash: hash, doubted_by: null },
    boot: countOf(started?.boot),
    ...(headed === null ? {} : keyNamed(headed, before, trust).keys),
  }
  return walkAgain(trx, stream, before.complete_to)
}

/** Steps over records that are held, up to `to`. */
async function walkAgain(trx: Writer, from: StreamRow, to: number) {
  const trust = await trustOf(trx, from.table_id)
  const notices: Notice[] = []
  let stream = from
  while (stream.complete_to < to) {
    const page = (await recordsAfter(trx, from.id, stream.complete_to)).filter(({ record }) => record.n <= to)
    if (page.length === 0) break
    for (const each of page) {
      const stepped = stepChain(stream, each, trust)
      stream = stepped.stream
      notices.push(...stepped.notices)
    }
  }
  await trx.updateTable('streams').set(stream).where('id', '=', from.id).execute()
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

const namesOf = (altered: readonly Altered[]): string => {
  const named = altered.slice(0, NAMED_MAX).map(({ held, sealed }) => {
    return `record ${held.record.n} (${sealed.record.kind}: ${differingFields(held.record, sealed.record).join(', ')})`
  })
  const more = altered.length > named.length ? ` and ${altered.length - named.length} more` : ''
  return `${named.join('; ')}${more}`
}

const rightNow = (seal: number, altered: readonly Altered[], to: number): Notice => {
  const signed = altered.filter(({ held }) => held.record.n <= to).length
  const isSigned =
    signed === 0 ? '' : ` The book had signed ${signed} of them as received, but no seal covered them; that signature stays too.`
  return {
    code: 'PUT-RIGHT',
    n: seal,
    text: `${namesOf(altered)} came with other contents. The table sent them again, the seal in record ${seal} proves what it sent, and the book holds that now, with the other version beside it; everything derived from this journal was made anew.${isSigned} ${SUSPECTS}`,
  }
}

const countersigned = (to: number): string =>
  `The book had signed records up to ${to} and does not know those that the seal proves, so it countersigns and acknowledges no more of this journal. ${SUSPECTS} Secure the table and its journal, compare it with what the book signed (npm run -s book -- export --head), and begin a new journal with a new key`

const FIELDS_MAX = 4
const DEPTH_MAX = 6
const PATH_CHARS_MAX = 80

/** Paths of fields that differ, `envelope.data.net.house`: at most 4, each cut to 80 characters. */
const differingFields = (one: unknown, other: unknown): readonly string[] =>
  [...differing(one, other, [])].slice(0, FIELDS_MAX).map((path) => path.join('.').slice(0, PATH_CHARS_MAX))

function* differing(one: unknown, other: unknown, path: readonly string[]): Generator<readonly string[]> {
  if (JSON.stringify(one) === JSON.stringify(other)) return
  if (path.length >= DEPTH_MAX || !isObject(one) || !isObject(other)) {
    yield path
    return
  }
  for (const field of new Set([...Object.keys(one), ...Object.keys(other)]))
    yield* differing(fieldOf(one, field), fieldOf(other, field), [...path, field])
}

type Fields = Readonly<{ [field: string]: unknown }>
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const fieldOf = (fields: Fields, field: string): unknown => (Object.hasOwn(fields, field) ? fields[field] : undefined)
