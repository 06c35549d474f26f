/** Stores one batch of received messages in one transaction. The sink changes what it remembers only when the batch is on disk. */
import { sql, type Transaction } from 'kysely'
import type { BookHead } from '../../base/records/book-head.ts'
import { fingerprintOf } from '../../base/records/seal.ts'
import type { AnyRecord } from '../derive/any-record.ts'
import { readEvent } from '../derive/events.ts'
import type { DescribeHeard, Heard, RecordHeard } from '../hearing.ts'
import type { BookIncident } from '../incident-codes.ts'
import { isSilencing, silencedText } from '../queries/silencing.ts'
import type { BookTables, StreamRow } from '../rows.ts'
import type { NamedTables, TableState } from '../table-state.ts'
import { notPutRight } from './chain.ts'
import { enterDescription } from './described.ts'
import { type Countersign, enterHead } from './heads.ts'
import { type Kept, keepRecords, keptAs, passGap } from './keep.ts'
import { enterKey, type Trust, trustOf } from './keys.ts'
import type { Store } from './open.ts'
import { closeIncidents, enterIncident, streamNamed, tableNamed } from './places.ts'
import { judgeAgain, leaveAltered, putRight } from './put-right.ts'
import { markLeftOut, type SharedTime, sharedText, sharedTimes } from './shared-time.ts'
import { signedTo } from './signed-to.ts'
import { afterWord, isVouchedFor, settle } from './standing.ts'
import { isKnown, standingIn, wordsOf } from './words.ts'

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
  shared: string | null
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
  readonly tables: NamedTables
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
  for (const { table, streams, heads, current, shared, incidents } of works) {
    for (const [name, stream] of streams) table.streams.set(name, stream)
    for (const [name, head] of heads) table.heads.set(name, head)
    table.currentStream = current
    table.shared = shared
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
    ...{ table, id, current: table.currentStream, shared: table.shared, added: 0, isSealed: false, firstKey: null },
    ...{ streams: new Map(), incidents: [], heads: new Map() },
  }
  await judgeWords(trx, work, wallMs)
  await judgeConfirmed(trx, work, wallMs)
  for (const each of heard) if (each.kind === 'describe') await describe(trx, id, each, wallMs)
  const records = heard.filter((each): each is RecordHeard => each.kind === 'record')
  const streams = new Set(records.map(({ stream }) => stream))
  for (const name of streams) {
    if (!hasRoom(work, name)) continue
    const own = records.filter(({ stream }) => stream === name)
    const before = await streamOf(trx, work, name)
    noteStream(
      work,
      before,
      own.some(({ isReplayed }) => !isReplayed),
    )
    await taken(trx, work, await keepRecords(trx, before, own, wallMs), wallMs)
    if (before.heard_to === 0) await meet(trx, work, name)
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
  await judgeShared(trx, work, wallMs)
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
    const head = isVouchedFor(stream, trust) ? countersign(work.table.name, stream, wallMs) : null
    const last = work.table.heads.get(stream.stream)
    if (head === null || (last?.seq === head.seq && last.key === head.key)) continue
    await enterHead(trx, stream.id, head)
    work.heads.set(stream.stream, head)
  }
  return work
}

/** Whoever can publish as the table could fill the store with journals. */
const WAITING_MAX = 16

const hasRoom = (work: Work, name: string): boolean => {
  const streams = streamsOf(work)
  if (streams.has(name) || [...streams.values()].filter(({ standing }) => standing === 'new').length < WAITING_MAX) return true
  const text = `${WAITING_MAX} journals of this table wait for a person's word, so the records of every further one are dropped. Somebody makes up journals: look at the logins of the broker, and at who holds the table's key`
  tell(work, 'NEW-JOURNAL', text, null)
  return false
}

/** Two journals that share time are told as long as nobody has decided. */
async function judgeShared(trx: Writer, work: Work, wallMs: number): Promise<void> {
  const streams = [...streamsOf(work).values()]
  if (streams.filter(({ standing }) => standing !== 'new').length < 2) return
  const isShared = sharedTimes(streams, []).length > 0
  const shared = isShared ? sharedTimes(streams, await wordsOf(trx, work.id)) : []
  const now = sharedNow(shared, streams)
  if (now !== work.shared) await markLeftOut(trx, streams, shared)
  work.shared = now
  const { pit, table } = work.table.name
  const texts = shared.flatMap((each) => (each.counts === null ? [sharedText(`${pit}/${table}`, each)] : []))
  await closeIncidents(trx, { code: 'TWO-TABLES', table_id: work.id, at: wallMs, except: texts })
  const standing = await trx
    .selectFrom('incidents')
    .select('text')
    .where('table_id', '=', work.id)
    .where('code', '=', 'TWO-TABLES')
    .where('closed_at', 'is', null)
    .execute()
  for (const text of texts) if (!standing.some((each) => each.text === text)) tell(work, 'TWO-TABLES', text, null)
}

/** Rounds are looked at again when this changes: with each that is derived while the shared time may still become longer. */
const sharedNow = (shared: readonly SharedTime[], streams: readonly StreamRow[]): string =>
  JSON.stringify(
    shared.map((each) => {
      const own = streams.filter(({ id }) => id === each.one.id || id === each.other.id)
      const isGrowing = own.some(({ heard_until, derived_to, heard_to }) => derived_to < heard_to || (heard_until ?? 0) <= each.to)
      return [each.one.id, each.other.id, each.from, each.to, each.counts, isGrowing ? own.map(({ derived_to }) => derived_to) : null]
    }),
  )

/** What people have said of the table's journals since they were last looked at. */
async function judgeWords(trx: Writer, work: Work, wallMs: number): Promise<void> {
  const words = await wordsOf(trx, work.id)
  for (const stream of work.table.streams.values()) {
    const standing = standingIn(words, stream.stream)
    if (standing === null || standing === stream.standing) continue
    const judged = await afterWord(trx, stream, standing)
    await trx.updateTable('streams').set(judged).where('id', '=', stream.id).execute()
    await taken(trx, work, keptAs(judged), wallMs)
  }
}

/** Journals whose key was confirmed since they were last looked at, and those of which something may be derived now. */
async function judgeConfirmed(trx: Writer, work: Work, wallMs: number): Promise<void> {
  const trust = await trustOf(trx, work.id)
  for (const name of work.table.streams.keys()) {
    const stream = await streamOf(trx, work, name)
    const { strange_key } = stream
    if (strange_key !== null && strange_key !== '' && fingerprintOf(strange_key) === trust.fingerprint)
      await taken(trx, work, await judgeAgain(trx, stream), wallMs)
    else if (stream.derived_to < stream.complete_to || stream.standing === 'new') {
      const { stream: settled, notices } = await settle(trx, stream, trust)
      if (settled === stream) continue
      await trx.updateTable('streams').set(settled).where('id', '=', stream.id).execute()
      await taken(trx, work, keptAs(settled, notices), wallMs)
    }
  }
}

/** A journal that was heard for the first time. It needs a person's word, unless it may yet prove to be the first of its table. */
async function meet(trx: Writer, work: Work, name: string): Promise<void> {
  const stream = await streamOf(trx, work, name)
  const trust = await trustOf(trx, work.id)
  const hasOthers = [...streamsOf(work).values()].some(({ standing }) => standing !== 'new')
  if (stream.standing === 'new' && (hasOthers || !trust.isConfirmed)) tellNew(work, stream, trust)
}

/** One of the table's journals is known now, so every other one needs a person's word. */
async function meetOthers(trx: Writer, work: Work, known: StreamRow): Promise<void> {
  const trust = await trustOf(trx, work.id)
  for (const stream of streamsOf(work).values())
    if (stream.standing === 'new' && stream.id !== known.id && stream.heard_to > 0) tellNew(work, stream, trust)
}

const streamsOf = ({ table, streams }: Work): ReadonlyMap<string, StreamRow> => new Map([...table.streams, ...streams])

const tellNew = (work: Work, stream: StreamRow, { table, fingerprint, isConfirmed }: Trust): void => {
  const command = 'npm run book -- trust-key'
  const key =
    isConfirmed || fingerprint === null
      ? ''
      : `The key ${fingerprint} of this table is not confirmed either: compare it with the one that the table prints, ${command} ${table} ${fingerprint}. `
  const text = `nobody has vouched for journal ${stream.stream} of this table. Its records are stored and marked, but nothing of it is derived, countersigned or acknowledged. ${key}If it is the table's: ${command} ${table} --journal ${stream.stream}. Otherwise somebody who can publish as the table, or who holds its key, writes in its name: ${command} ${table} --not-journal ${stream.stream}`
  tell(work, 'NEW-JOURNAL', text, stream)
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
  const before = work.streams.get(stream.stream) ?? work.table.streams.get(stream.stream)
  work.streams.set(stream.stream, stream)
  work.added += added
  work.isSealed ||= isSealed
  if (firstKey !== null) {
    await enterKey(trx, work.id, { fingerprint: firstKey, at: wallMs, how: 'first' })
    work.firstKey = firstKey
  }
  for (const { code, text } of notices) tell(work, code, text, stream)
  if (stream.standing !== (before?.standing ?? 'new')) await stands(trx, work, stream, wallMs)
  if (before !== undefined && before.heard_to > before.complete_to && stream.heard_to === stream.complete_to)
    await closeIncidents(trx, { code: 'GAP', table_id: work.id, at: wallMs })
}

/** Somebody has said something of the journal: what waited for that word is settled. */
async function stands(trx: Writer, work: Work, stream: StreamRow, wallMs: number): Promise<void> {
  await closeIncidents(trx, { code: 'NEW-JOURNAL', stream_id: stream.id, at: wallMs })
  const current = work.current === null ? undefined : streamsOf(work).get(work.current)
  if (!isKnown(stream)) {
    const left = [...streamsOf(work).values()].filter(isKnown).sort((one, other) => (other.heard_until ?? 0) - (one.heard_until ?? 0))
    if (current?.id === stream.id) work.current = left[0]?.stream ?? work.current
    return
  }
  if (current === undefined || !isKnown(current) || (stream.heard_until ?? 0) > (current.heard_until ?? 0)) work.current = stream.stream
  await meetOthers(trx, work, stream)
}

/** A table writes one journal at a time. One that nobody vouches for takes the place of none that is known. */
const noteStream = (work: Work, stream: StreamRow, isLive: boolean): void => {
  if (work.current === stream.stream || (!isLive && work.current !== null)) return
  const before = work.current === null ? null : (streamsOf(work).get(work.current) ?? null)
  if (before !== null && isKnown(before) && !isKnown(stream)) return
  work.current = stream.stream
  if (before === null) return
  if (before.doubted_by !== null) {
    const { code, text } = notPutRight(before.doubted_by, `the table writes another journal now, ${stream.stream}`)
    tell(work, code, text, before)
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
