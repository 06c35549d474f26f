/** Stores one batch of received messages in one transaction. The sink changes what it remembers only when the batch is on disk. */
import { sql, type Transaction } from 'kysely'
import type { BookHead } from '../../daemon/journal/book-head.ts'
import { fingerprintOf } from '../../daemon/journal/seal.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import { readEvent } from '../derive/events.ts'
import type { DescribeHeard, Heard, RecordHeard } from '../hearing.ts'
import type { BookIncident } from '../incident-codes.ts'
import { isSilencing, silencedText } from '../queries/silencing.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import type { TableState, Tables } from '../tables.ts'
import { notPutRight } from './chain.ts'
import { enterDescription } from './described.ts'
import { type Countersign, enterHead } from './heads.ts'
import { type Kept, keepRecords, passGap } from './keep.ts'
import { enterKey, isOfTable, trustOf } from './keys.ts'
import type { Store } from './open.ts'
import { enterIncident, streamNamed, tableNamed } from './places.ts'
import { judgeAgain, leaveAltered, putRight } from './put-right.ts'
import { signedTo } from './signed-to.ts'

export interface Committed {
  readonly changed: readonly TableState[]
  /** What a person should know, one line each. */
  readonly incidents: readonly string[]
  readonly added: number
  /** Tables that sent new records, and whether a seal was among them. */
  readonly heard: readonly { readonly table: TableState; readonly isSealed: boolean }[]
}

interface Incident {
  readonly code: BookIncident
  readonly text: string
  readonly stream: StreamRow | null
}

/** The state of one table as it will be after the transaction. */
interface Work {
  readonly table: TableState
  readonly id: number
  readonly streams: Map<string, StreamRow>
  current: string | null
  readonly incidents: Incident[]
  readonly heads: Map<string, BookHead>
  added: number
  isSealed: boolean
  firstKey: string | null
}

type Writer = Transaction<BookTables>

/** What writing a batch needs. */
export interface Committing {
  readonly store: Store
  readonly tables: Tables
  readonly countersign: Countersign
}

/** @throws the error that keeps the store from being written; then nothing is kept and the sink's memory is unchanged */
export async function commitBatch({ store, tables, countersign }: Committing, batch: readonly Heard[], wallMs: number): Promise<Committed> {
  const parts = new Map<TableState, Heard[]>()
  for (const heard of batch) {
    const table = 'table' in heard && heard.table !== null ? tables.named(heard.table) : null
    if (table !== null) parts.set(table, [...(parts.get(table) ?? []), heard])
  }
  const ofNoTable = batch.flatMap((heard) => (heard.kind === 'told' && heard.table === null ? [heard] : []))
  const works = await store.transaction().execute(async (trx) => {
    const done: Work[] = []
    for (const [table, heard] of parts) done.push(await signed(trx, await workOf(trx, table, heard, wallMs), countersign, wallMs))
    for (const { code, text } of ofNoTable) await enterIncident(trx, { table_id: null, stream_id: null, at: wallMs, code, text })
    return done
  })
  for (const { table, streams, heads, current, incidents } of works) {
    for (const [name, stream] of streams) table.streams.set(name, stream)
    for (const [name, head] of heads) table.heads.set(name, head)
    table.currentStream = current
    for (const incident of incidents) remember(table, keyOf(incident))
  }
  return {
    changed: works.map(({ table }) => table),
    incidents: [
      ...ofNoTable.map(({ code, text }) => `${code}: ${text}`),
      ...works.flatMap(({ table: { name }, incidents, firstKey }) => [
        ...incidents.map(({ code, text }) => `${name.pit}/${name.table}: ${code}: ${text}`),
        ...(firstKey === null ? [] : [firstKeyText(`${name.pit}/${name.table}`, firstKey)]),
      ]),
    ],
    heard: works.flatMap(({ table, added, isSealed }) => (added > 0 ? [{ table, isSealed }] : [])),
    added: works.reduce((sum, { added }) => sum + added, 0),
  }
}

async function workOf(trx: Writer, table: TableState, heard: readonly Heard[], wallMs: number): Promise<Work> {
  const { id } = await tableNamed(trx, table.name)
  const work: Work = {
    ...{ table, id, current: table.currentStream, added: 0, isSealed: false, firstKey: null },
    ...{ streams: new Map(), incidents: [], heads: new Map() },
  }
  await judgeConfirmed(trx, work, wallMs)
  for (const each of heard) if (each.kind === 'describe') await describe(trx, id, each, wallMs)
  const records = heard.filter((each): each is RecordHeard => each.kind === 'record')
  const streams = new Set(records.map(({ stream }) => stream))
  for (const name of streams) {
    const own = records.filter(({ stream }) => stream === name)
    const before = await streamOf(trx, work, name)
    noteStream(
      work,
      before,
      own.some(({ isReplayed }) => !isReplayed),
    )
    await taken(trx, work, await keepRecords(trx, before, own, wallMs), wallMs)
    for (const text of await silencedIn(trx, own, wallMs)) tell(work, 'SILENCED', text, work.streams.get(name) ?? before)
  }
  for (const each of heard) {
    if (each.kind === 'gone') await passed(trx, work, each, wallMs)
    else if (each.kind === 'resent') {
      const stream = await streamOf(trx, work, each.stream)
      await taken(trx, work, await putRight(trx, stream, each, wallMs), wallMs)
    } else if (each.kind === 'unmended') {
      const stream = await streamOf(trx, work, each.stream)
      await taken(trx, work, await leaveAltered(trx, stream, each.seal, each.why), wallMs)
    } else if (each.kind === 'look' && work.current !== null) await looked(trx, work, work.current)
    else if (each.kind === 'told') tell(work, each.code, each.text, null)
  }
  for (const { code, text, stream } of work.incidents)
    await enterIncident(trx, { table_id: id, stream_id: stream?.id ?? null, at: wallMs, code, text })
  return work
}

const TOLD_EVERY_MS = 3_600_000

/** People whose commands silence verdicts more often than is told once an hour. */
async function silencedIn(trx: Writer, records: readonly RecordHeard[], wallMs: number): Promise<readonly string[]> {
  const last = new Map(records.flatMap(({ record }) => silencerIn(record) ?? []))
  const texts: string[] = []
  for (const [user, at] of last) {
    const text = await silencedText(trx, user, at)
    if (text === null) continue
    const told = trx
      .selectFrom('incidents')
      .select('id')
      .where('code', '=', 'SILENCED')
      .where('at', '>', wallMs - TOLD_EVERY_MS)
    const isAboutHim = sql<string>`substr(text, 1, ${user.length + 1})`
    if ((await told.where(isAboutHim, '=', `${user} `).limit(1).executeTakeFirst()) === undefined) texts.push(text)
  }
  return texts
}

/** Who had something not judged any more, and when; null: the record says of nobody that he did. */
const silencerIn = (record: AnyRecord): readonly [string, number][] | null => {
  const { envelope } = record
  const isAnswer = typeof envelope === 'object' && envelope !== null && 'type' in envelope && envelope.type === 'command.answered'
  const read = isAnswer ? readEvent(envelope) : ''
  if (typeof read === 'string' || read.event?.type !== 'command.answered') return null
  const { user, name, ok } = read.event.data
  return ok && isSilencing(name) ? [[user, record.t]] : null
}

/** The book signs what it holds in the same transaction, once each time it holds more. */
async function signed(trx: Writer, work: Work, countersign: Countersign, wallMs: number): Promise<Work> {
  const trust = await trustOf(trx, work.id)
  for (const stream of work.streams.values()) {
    const head = isOfTable(stream, trust) ? countersign(work.table.name, stream, wallMs) : null
    const last = work.table.heads.get(stream.stream)
    if (head === null || (last?.seq === head.seq && last.key === head.key)) continue
    await enterHead(trx, stream.id, head)
    work.heads.set(stream.stream, head)
  }
  return work
}

/** Journals whose key a person has confirmed since they were last looked at. */
async function judgeConfirmed(trx: Writer, work: Work, wallMs: number): Promise<void> {
  const strange = [...work.table.streams.values()].filter(({ strange_key }) => strange_key !== null && strange_key !== '')
  if (strange.length === 0) return
  const { fingerprint } = await trustOf(trx, work.id)
  for (const stream of strange)
    if (fingerprintOf(stream.strange_key ?? '') === fingerprint) await taken(trx, work, await judgeAgain(trx, stream), wallMs)
}

/** The book may sign what it holds, although nothing new came: it has another key, or the table has. */
const looked = async (trx: Writer, work: Work, name: string): Promise<void> => void work.streams.set(name, await streamOf(trx, work, name))

const firstKeyText = (table: string, fingerprint: string): string =>
  `${table}: the first key that this table names is ${fingerprint}. Compare it with the one that the table prints, and confirm it: npm run book -- trust-key ${table} ${fingerprint}`

async function describe(trx: Writer, id: number, heard: DescribeHeard, wallMs: number): Promise<void> {
  const { house, software, currency, exponent, described, rulesSha256, at } = heard
  await trx.updateTable('tables').set({ house, software, currency, exponent }).where('id', '=', id).execute()
  await enterDescription(trx, { table_id: id, from_at: at ?? wallMs, rules_sha256: rulesSha256, house, described })
}

const streamOf = async (trx: Writer, work: Work, name: string): Promise<StreamRow> =>
  work.streams.get(name) ?? work.table.streams.get(name) ?? (await streamNamed(trx, work.id, name))

const taken = async (trx: Writer, work: Work, kept: Kept, wallMs: number): Promise<void> => {
  const { stream, notices, added, isSealed, firstKey } = kept
  work.streams.set(stream.stream, stream)
  work.added += added
  work.isSealed ||= isSealed
  if (firstKey !== null) {
    await enterKey(trx, work.id, { fingerprint: firstKey, at: wallMs, how: 'first' })
    work.firstKey = firstKey
  }
  for (const { code, text } of notices) tell(work, code, text, stream)
}

/** A table writes one journal at a time. An unknown journal is a new one; an older one that returns means a second table. */
const noteStream = (work: Work, stream: StreamRow, isLive: boolean): void => {
  if (work.current === stream.stream || (!isLive && work.current !== null)) return
  const before = work.current === null ? null : (work.streams.get(work.current) ?? work.table.streams.get(work.current) ?? null)
  work.current = stream.stream
  if (before === null) return
  if (before.doubted_by !== null) {
    const { code, text } = notPutRight(before.doubted_by, `the table writes another journal now, ${stream.stream}`)
    tell(work, code, text, before)
  }
  if (stream.heard_to === 0) {
    const text = `the table begins a new journal, ${stream.stream}; of the one before, ${before.stream}, the book holds records 1 to ${before.complete_to}`
    tell(work, 'NEW-JOURNAL', text, stream)
  } else {
    const text = `journals ${before.stream} and ${stream.stream} are both being written under this name: two tables have one name, or a former copy of a table runs`
    tell(work, 'TWO-TABLES', text, null)
  }
}

async function passed(
  trx: Writer,
  work: Work,
  { stream: name, keptFrom }: Extract<Heard, { readonly kind: 'gone' }>,
  wallMs: number,
): Promise<void> {
  const before = await streamOf(trx, work, name)
  const first = before.complete_to + 1
  if (keptFrom <= first) return
  const to = await signedTo(trx, before.id)
  const kept = await passGap(trx, before, keptFrom)
  const text = `records ${first} to ${keptFrom - 1} of journal ${name} are missing for good: the table keeps only those from ${keptFrom} on. What the book says of that time is incomplete`
  const more =
    to === 0
      ? ''
      : `. The book had countersigned records up to ${to}, and nobody can tell whether the table goes on from there, so it countersigns and acknowledges no more of this journal: begin a new one at the table`
  tell(work, 'GAP-STAYS', `${text}${more}`, before)
  await taken(trx, work, kept, wallMs)
}

const keyOf = ({ code, stream, text }: Incident): string => `${code} ${stream?.stream ?? ''} ${code === 'MALFORMED' ? '' : text}`

/** Each incident is reported once. */
const tell = (work: Work, code: BookIncident, text: string, stream: StreamRow | null): void => {
  const incident = { code, text, stream }
  if (work.table.told.has(keyOf(incident)) || work.incidents.some((each) => keyOf(each) === keyOf(incident))) return
  if (work.incidents.length < INCIDENTS_MAX) work.incidents.push(incident)
}

/** Limit per table and batch, so that a table that sends nothing else cannot fill the store. */
const INCIDENTS_MAX = 16
/** Limit per table since the start; beyond it the oldest incident may be reported again. */
const TOLD_MAX = 256

const remember = ({ told }: TableState, key: string): void => {
  told.add(key)
  for (const oldest of told) {
    if (told.size <= TOLD_MAX) return
    told.delete(oldest)
  }
}
