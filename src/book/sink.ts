/**
 * The audit sink: it stores what the tables publish, exactly once by stream and number, and tells each table how much is stored.
 *
 *   message -> decoded -> queue --- 50 ms or 500 records ---> one transaction -> acknowledged on audit/ack/...
 *                           |                                      `- a gap -> cmd/{user}/replay -> the same way
 *                           `- full: the broker holds back
 *
 * What cannot be written now stays in the queue and is written when the store works again. If the store works but does not take what one
 * table sent, that table is set aside: its records are dropped, not acknowledged, and asked for again later, and the others go on.
 */
import { auditTopic } from '../wire/audit.ts'
import type { TableName } from '../wire/topics.ts'
import { snapshotCommand } from './commands-to-tables.ts'
import type { Connection } from './connection.ts'
import { pauseMs } from './gaps.ts'
import { decodeMessage, type Heard, type Hearer, type RecordHeard } from './hearing.ts'
import type { BookIncident } from './incident-codes.ts'
import { createRequests, isResting, type Requests } from './requests.ts'
import { type Committed, commitBatch } from './store/commit.ts'
import type { Countersign } from './store/heads.ts'
import type { Store } from './store/open.ts'
import { type Rederived, rederive } from './store/rederive.ts'
import { judgements } from './store/words.ts'
import type { TableState } from './table-state.ts'
import { createTables, TABLES_MAX, type Tables } from './tables.ts'
import { alone, createWriteQueue, drain, isFull, put, type WriteQueue } from './write-queue.ts'

export interface SinkOptions {
  readonly store: Store
  readonly countersign: Countersign
  readonly hearer: Hearer
  /** The sink's name in its acknowledgements. */
  readonly sink: string
  readonly link: Pick<Connection, 'publish' | 'resume'>
  /** Monotonic, ms. */
  readonly nowMs: () => number
  /** Unix ms. */
  readonly wallMs: () => number
  /** A new one for each call, [a-z0-9]. */
  readonly correlation: () => string
  /** Takes a line for the person who watches the book. */
  readonly notice: (text: string) => void
}

export interface SinkCounts {
  /** Since the start: records kept, messages rejected, transactions failed. */
  readonly kept: number
  readonly rejected: number
  readonly failed: number
  /** Messages waiting to be written. */
  readonly queued: number
  /** Why the store takes no records now; null: it takes them. */
  readonly fault: string | null
  /** Journals that stand still at a gap, as text for a person; null: none does. */
  readonly gaps: string | null
}

export interface Sink {
  hear(topic: string, payload: Uint8Array): void
  isFull(): boolean
  connected(): void
  lost(): void
  counts(): SinkCounts
  /** Enters something that a person should know about the book itself. */
  tell(code: BookIncident, text: string): void
  /** Rebuilds the derived tables, one journal between two batches. @throws the error that keeps the store from being written */
  rederive(onStream: (done: Rederived) => void): Promise<void>
  /** Writes what is queued, then ends. */
  stop(): Promise<void>
}

/** A table that was set aside counts as any other after this long, ms. */
const FORGIVEN_MS = 120_000
/** How often to look for gaps and unanswered requests. */
const WATCH_MS = 500
/** How often to see whether a person has confirmed a key. */
const LOOK_MS = 5000

/** The sink's parts, and what it counts. */
interface Hearing {
  readonly options: SinkOptions
  readonly tables: Tables
  readonly dropped: ReturnType<typeof createDropped>
  readonly queue: WriteQueue
  readonly requests: Requests
  kept: number
  rejected: number
  failed: number
  lookAtMs: number
  /** What people had said of each table when it was last looked at. */
  judged: ReadonlyMap<string, string>
}

export async function startSink(options: SinkOptions): Promise<Sink> {
  const sink = createHearing(options, await createTables(options.store))
  const { tables, queue } = sink
  const { nowMs, store } = options
  const watch = setInterval(() => passTime(sink), WATCH_MS)
  // The book may have another key than when it last ran, or this version may sign what a former one did not.
  for (const table of tables.all()) take(sink, { kind: 'look', table: table.name })
  return {
    hear: (topic, payload) => {
      if (!queue.isStopping) hear(sink, decodeMessage(options.hearer, topic, payload))
    },
    isFull: () => isFull(queue),
    connected: () => {
      for (const table of tables.all()) {
        table.presence.connected(nowMs())
        acknowledge(sink, table)
      }
    },
    lost: () => {
      for (const table of tables.all()) {
        table.presence.lost()
        table.isAcknowledging = false
        table.acknowledged = null
        table.gap.reset()
        table.resend.reset()
      }
    },
    tell: (code, text) => take(sink, { kind: 'told', table: null, code, text }),
    rederive: (onStream) =>
      rederive(store, onStream, (work) =>
        alone(queue, async () => {
          const records = await work()
          // What was remembered of the stream was derived before the rebuild.
          await tables.forget(store)
          return records
        }),
      ),
    counts: () => {
      const { kept, rejected, failed } = sink
      return { kept, rejected, failed, queued: queue.waiting.length, fault: queue.fault, gaps: gapsText(tables) }
    },
    stop: async () => {
      clearInterval(watch)
      await drain(queue)
    },
  }
}

function gapsText(tables: Tables): string | null {
  const standing = tables
    .all()
    .flatMap(({ name, missingFrom }) => (missingFrom === null ? [] : [`${name.pit}/${name.table} from ${missingFrom} on`]))
  return standing.length === 0 ? null : `records have been missing for more than a minute: ${standing.join(', ')}`
}

function createHearing(options: SinkOptions, tables: Tables): Hearing {
  const { link, nowMs, notice } = options
  const queue = createWriteQueue({
    write: (batch) => commit(sink, batch),
    setAside: (part, reason) => setAside(sink, part, reason),
    takenOut: (batch) => {
      for (const heard of batch) if (heard.kind === 'resent') tables.named(heard.table)?.resend.tried(nowMs())
    },
    resume: link.resume,
    notice,
  })
  const requests = createRequests({
    ...{ options, tables },
    isFull: () => queue.isStopping || isFull(queue),
    take: (heard) => take(sink, heard),
  })
  const sink: Hearing = {
    ...{ options, tables, queue, requests },
    ...{ dropped: createDropped(), kept: 0, rejected: 0, failed: 0, lookAtMs: nowMs() + LOOK_MS, judged: new Map() },
  }
  return sink
}

// --- what is heard --------------------------------------------------------------------------------------------------------

function take({ options, tables, queue }: Hearing, heard: Heard): void {
  const table = heard.kind === 'record' ? tables.named(heard.table) : null
  if (table !== null && isResting(table, options.nowMs())) table.mayHaveMore = true
  else put(queue, heard)
}

function hear(sink: Hearing, heard: Heard): void {
  const { tables, requests, dropped } = sink
  if ('table' in heard && heard.table !== null && tables.named(heard.table) === null) {
    sink.rejected++
    dropped.heard(heard.table)
    return
  }
  switch (heard.kind) {
    case 'reply':
      requests.reply(heard)
      return
    case 'status':
      hearStatus(sink, heard.table, heard.state === 'ready')
      return
    case 'rejected':
      sink.rejected++
      if (heard.table !== null)
        take(sink, { kind: 'told', table: heard.table, code: 'MALFORMED', text: `a message was refused: ${heard.reason}` })
      return
    case 'record':
      hearRecord(sink, heard)
      return
    default:
      take(sink, heard)
  }
}

function hearStatus({ tables, requests }: Hearing, name: TableName, isReady: boolean): void {
  const table = tables.named(name)
  if (table === null) return
  table.presence.told(isReady)
  table.mayHaveMore ||= table.presence.isReady()
  table.gap.reset()
  table.resend.reset()
  void requests.ask(table)
}

function hearRecord(sink: Hearing, record: RecordHeard): void {
  const nowMs = sink.options.nowMs()
  const table = sink.tables.named(record.table)
  table?.presence.heard(nowMs)
  if (table !== null && record.isReplayed) {
    if (table.resend.take(record, nowMs)) {
      const whole = table.resend.whole()
      if (whole !== null) take(sink, { kind: 'resent', table: table.name, ...whole })
      return
    }
    if (!table.asked.covers(record.stream, record.record.n)) {
      refuseUnasked(sink, table, record)
      return
    }
    table.gap.progress(record.isLast, nowMs)
  }
  take(sink, record)
}

/** What is sent as historical is dated by its sender, so it is taken only where the book has asked for it. */
function refuseUnasked(sink: Hearing, table: TableState, { stream, record }: RecordHeard): void {
  sink.rejected++
  if (table.streams.has(stream) || table.unasked.has(stream) || table.unasked.size >= UNASKED_MAX) return
  table.unasked.add(stream)
  const text = `records of journal ${stream}, which the book does not know, came as historical, from record ${record.n} on, and nobody had asked for them. None was taken. Somebody who can publish as the table offers another past: look at the logins of the broker, and at who holds the table's key`
  take(sink, { kind: 'told', table: table.name, code: 'NEW-JOURNAL', text })
}

/** So many journals that nobody asked for are named for each table. */
const UNASKED_MAX = 16

// --- what is written ------------------------------------------------------------------------------------------------------

/** Resolves to the error because of which none of the batch is written; null: it is. */
async function commit(sink: Hearing, batch: readonly Heard[]): Promise<unknown> {
  const { options, tables } = sink
  const { store, countersign } = options
  try {
    const committed = await commitBatch({ store, tables, countersign }, batch, options.wallMs())
    onCommitted(sink, committed)
    return null
  } catch (error) {
    sink.failed++
    // What is remembered of the store may now be wrong.
    await tables.forget(store).catch(() => undefined)
    return error ?? new Error('it does not say why')
  }
}

function onCommitted(sink: Hearing, { changed, incidents, added, heard }: Committed): void {
  const { options, requests } = sink
  sink.kept += added
  for (const { table, isSealed } of heard) if (table.seals.heard(options.nowMs(), isSealed)) take(sink, unsealed(table))
  for (const text of incidents) options.notice(`book: ${text}`)
  for (const table of changed) {
    acknowledge(sink, table)
    void requests.ask(table)
  }
}

function setAside(sink: Hearing, part: readonly Heard[], reason: string): void {
  const { options, tables } = sink
  const [first] = part
  const table = first !== undefined && 'table' in first && first.table !== null ? tables.named(first.table) : null
  if (table === null) return
  const nowMs = options.nowMs()
  const isAgain = table.aside !== null && nowMs - table.aside.untilMs < FORGIVEN_MS
  const failures = isAgain ? (table.aside?.failures ?? 0) + 1 : 1
  table.aside = { failures, untilMs: nowMs + pauseMs(failures) }
  table.mayHaveMore = true
  const text = `the store works but does not take what the table sent (${reason}). Nothing of that is acknowledged; it is asked for again, later each time, and the other tables go on`
  if (part.every(({ kind }) => kind === 'told')) options.notice(`book: ${table.name.pit}/${table.name.table}: ${text}`)
  else take(sink, { kind: 'told', table: table.name, code: 'NOT-UNDERSTOOD', text })
}

function acknowledge(sink: Hearing, table: TableState): void {
  const { link, sink: name } = sink.options
  const stream = table.current()
  const head = stream === null ? undefined : table.heads.get(stream.stream)
  table.hasNews = head !== undefined && head !== table.acknowledged
  if (head === undefined || !table.hasNews || table.isAcknowledging) return
  const { table: _topicSaysIt, ...held } = head
  table.hasNews = false
  table.isAcknowledging = link.publish(auditTopic(table.name), JSON.stringify({ sink: name, ...held }), true, () => {
    table.isAcknowledging = false
    // Only the newest acknowledgement matters, so all news meanwhile needs just one more.
    if (table.hasNews) acknowledge(sink, table)
  })
  if (table.isAcknowledging) table.acknowledged = head
}

// --- what time brings -----------------------------------------------------------------------------------------------------

function passTime(sink: Hearing): void {
  const { options, tables, requests } = sink
  const nowMs = options.nowMs()
  for (const table of tables.all()) {
    requests.passTime(table)
    if (table.presence.isDue(nowMs)) options.link.publish(...snapshotCommand(table.name, options))
    void requests.ask(table)
  }
  if (nowMs < sink.lookAtMs) return
  sink.lookAtMs = nowMs + LOOK_MS
  void look(sink)
}

/** A person may have confirmed a key, perhaps of a table without a place, or said something of a journal. */
async function look(sink: Hearing): Promise<void> {
  const { options, tables, dropped } = sink
  if (dropped.hasNew()) {
    for (const table of await tables.placeProven(options.store).catch(() => [])) {
      options.notice(`book: ${table.name.pit}/${table.name.table}: its key is confirmed, so it has the place of a table whose key is not`)
      table.mayHaveMore = true
      table.presence.connected(options.nowMs())
    }
    const text = dropped.tell(options.nowMs(), TABLES_MAX)
    if (text !== null) take(sink, { kind: 'told', table: null, code: 'NO-PLACE', text })
  }
  const judged = await judgements(options.store).catch(() => sink.judged)
  for (const table of tables.all()) {
    const key = `${table.name.pit}/${table.name.table}`
    if (judged.get(key) !== sink.judged.get(key)) take(sink, { kind: 'look', table: table.name })
  }
  sink.judged = judged
}

const unsealed = (table: TableState): Heard => {
  const { stream = '', proven_to = 0, heard_to = 0 } = table.current() ?? {}
  const text = `journal ${stream}: for two minutes the table has sent records, now up to ${heard_to}, without a seal; its seals prove those up to ${proven_to}. Whoever holds its key may be withholding seals, to sign other records later, or somebody who can publish as the table writes in its name. What came is signed as received only, and yields to what a seal proves; both versions are kept. Look at the table, and compare with its journal: npm run verify there`
  return { kind: 'told', table: table.name, code: 'UNSEALED', text }
}

/** The text names this many tables. */
const NAMED_MAX = 8
const TOLD_EVERY_MS = 3_600_000

/** What is dropped because the book has no place for its table, and when a person is told. */
interface Dropped {
  heard(name: TableName): void
  /** Something was dropped since it was last asked. */
  hasNew(): boolean
  /** Text for a person, at once and then once an hour; null: not now. */
  tell(nowMs: number, places: number): string | null
}

const createDropped = (): Dropped => {
  let messages = 0
  let isNew = false
  let toldAtMs = Number.NEGATIVE_INFINITY
  const names = new Set<string>()
  return {
    heard: ({ pit, table }) => {
      messages++
      isNew = true
      if (names.size < NAMED_MAX) names.add(`${pit}/${table}`)
    },
    hasNew: () => {
      const was = isNew
      isNew = false
      return was
    },
    tell: (nowMs, places) => {
      if (messages === 0 || nowMs - toldAtMs < TOLD_EVERY_MS) return null
      const text = `all ${places} places are taken, so ${messages} messages of other tables were dropped, among them of ${[...names].join(', ')}. Give a table of yours a place, with the fingerprint that it prints: npm run book -- trust-key PIT/TABLE FINGERPRINT. If nobody knows these names, somebody makes up tables: look at the logins of the broker`
      toldAtMs = nowMs
      messages = 0
      names.clear()
      return text
    },
  }
}
