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
import { reasonOf } from '../daemon/journal/errors.ts'
import { auditTopic } from '../wire/audit.ts'
import type { TableName } from '../wire/topics.ts'
import { replayCommand, snapshotCommand } from './commands-to-tables.ts'
import type { Connection } from './connection.ts'
import { createDropped } from './dropped.ts'
import { pauseMs } from './gaps.ts'
import { decodeMessage, type Heard, type Hearer, type RecordHeard } from './hearing.ts'
import type { ResendVerdict } from './resend.ts'
import { notPutRight } from './store/chain.ts'
import { type Committed, commitBatch } from './store/commit.ts'
import { isOfValues } from './store/faults.ts'
import type { Countersign } from './store/heads.ts'
import type { Store } from './store/open.ts'
import { type Rederived, rederive } from './store/rederive.ts'
import { createTables, TABLES_MAX, type TableState, type Tables } from './tables.ts'

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
}

export interface Sink {
  hear(topic: string, payload: Uint8Array): void
  isFull(): boolean
  connected(): void
  lost(): void
  counts(): SinkCounts
  /** Rebuilds the derived tables, one journal between two batches. @throws the error that keeps the store from being written */
  rederive(onStream: (done: Rederived) => void): Promise<void>
  /** Writes what is queued, then ends. */
  stop(): Promise<void>
}

const BATCH_MS = 50
const BATCH_MAX = 500
/**
 * A few seconds of a property's bursts. Beyond this the sink stops acknowledging to the broker, and requests again whatever the broker
 * cannot hold.
 */
const QUEUE_MAX = 10_000
const QUEUE_BYTES_MAX = 32 * 1024 * 1024
const RETRY_MS = 1000
/** A table that was set aside counts as any other after this long, ms. */
const FORGIVEN_MS = 120_000
/** How often to look for gaps and unanswered requests. */
const WATCH_MS = 500
/** How often to see whether a person has confirmed a key. */
const LOOK_MS = 5000

export async function startSink(options: SinkOptions): Promise<Sink> {
  const { store, hearer, link, nowMs } = options
  const tables: Tables = await createTables(store)
  const dropped = createDropped()
  let lookAtMs = nowMs() + LOOK_MS
  let queue: Heard[] = []
  let queuedBytes = 0
  let kept = 0
  let rejected = 0
  let failed = 0
  let fault: string | null = null
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let isStopping = false
  const isFull = () => queue.length >= QUEUE_MAX || queuedBytes >= QUEUE_BYTES_MAX

  const plan = (ms: number) => {
    if (writing === null && timer === null && !isStopping) timer = setTimeout(write, ms)
  }
  const write = () => {
    timer = null
    if (writing !== null || queue.length === 0) return
    void alone(writeBatch)
  }
  /** The store has one writer, so other writers wait. */
  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    while (writing !== null) await writing
    const done = work()
    const ended = () => {
      writing = null
      if (queue.length > 0 && !isStopping) plan(fault !== null ? RETRY_MS : queue.length >= BATCH_MAX ? 0 : BATCH_MS)
    }
    writing = done.then(ended, ended)
    return done
  }
  const writeBatch = async () => {
    const batch = queue.slice(0, BATCH_MAX)
    const error = await errorOf(batch)
    if (error === null) return
    if (!isOfValues(error)) return stall(error)
    // Something in it is at fault. Each table is written by itself, so that none holds up the others.
    for (const part of byTable(batch)) {
      const own = await errorOf(part)
      if (own !== null && !isOfValues(own)) return stall(own)
      if (own !== null) setAside(part, reasonOf(own))
    }
  }
  /** Writes these messages; returns the error because of which none of them is written. */
  const errorOf = async (batch: readonly Heard[]): Promise<unknown> => {
    try {
      const committed = await commitBatch({ store, tables, countersign: options.countersign }, batch, options.wallMs())
      if (fault !== null) options.notice('book: the store takes records again')
      fault = null
      takeOut(batch)
      onCommitted(committed)
      return null
    } catch (error) {
      failed++
      // What is remembered of the store may now be wrong.
      await tables.forget(store).catch(() => undefined)
      return error ?? new Error('it does not say why')
    }
  }
  const stall = (error: unknown) => {
    if (fault === null)
      options.notice(
        `book: the store takes no records (${reasonOf(error)}): make room or mend it; the tables keep what is not acknowledged`,
      )
    fault = reasonOf(error)
  }
  const setAside = (part: readonly Heard[], reason: string) => {
    takeOut(part)
    const [first] = part
    const table = first !== undefined && 'table' in first && first.table !== null ? tables.named(first.table) : null
    if (table === null) return
    const isAgain = table.aside !== null && nowMs() - table.aside.untilMs < FORGIVEN_MS
    const failures = isAgain ? (table.aside?.failures ?? 0) + 1 : 1
    table.aside = { failures, untilMs: nowMs() + pauseMs(failures) }
    table.mayHaveMore = true
    const text = `the store works but does not take what the table sent (${reason}). Nothing of that is acknowledged; it is asked for again, later each time, and the other tables go on`
    if (part.every(({ kind }) => kind === 'told')) options.notice(`book: ${table.name.pit}/${table.name.table}: ${text}`)
    else take({ kind: 'told', table: table.name, code: 'NOT-UNDERSTOOD', text })
  }
  /** These messages are done with, written or not. */
  const takeOut = (batch: readonly Heard[]) => {
    const wasFull = isFull()
    const out = new Set(batch)
    queue = queue.filter((heard) => !out.has(heard))
    queuedBytes -= bytesOf(batch)
    for (const heard of batch) if (heard.kind === 'resent') tables.named(heard.table)?.resend.tried(nowMs())
    if (wasFull && !isFull()) link.resume()
  }
  const onCommitted = ({ changed, incidents, added, heard }: Committed) => {
    kept += added
    for (const { table, isSealed } of heard) if (table.seals.heard(nowMs(), isSealed)) take(unsealed(table))
    for (const text of incidents) options.notice(`book: ${text}`)
    for (const table of changed) {
      acknowledge(table)
      void askFor(table)
    }
  }

  const acknowledge = (table: TableState) => {
    const stream = table.current()
    const head = stream === null ? undefined : table.heads.get(stream.stream)
    table.hasNews = head !== undefined && head !== table.acknowledged
    if (head === undefined || !table.hasNews || table.isAcknowledging) return
    const { table: _topicSaysIt, ...held } = head
    table.hasNews = false
    table.isAcknowledging = link.publish(auditTopic(table.name), JSON.stringify({ sink: options.sink, ...held }), true, () => {
      table.isAcknowledging = false
      // Only the newest acknowledgement matters, so all news meanwhile needs just one more.
      if (table.hasNews) acknowledge(table)
    })
    if (table.isAcknowledging) table.acknowledged = head
  }

  /** Requests what is missing, and after a connection whatever came since. */
  const askFor = async (table: TableState) => {
    if (!table.presence.isReady() || isStopping || isFull() || isResting(table) || isAskedAgain(table)) return
    const { complete_to = 0, heard_to = 0 } = table.current() ?? {}
    const held = heard_to > complete_to ? await tables.firstHeld(store, table).catch(() => null) : null
    if (held === null && !table.mayHaveMore) return
    const asked = table.gap.ask(
      Math.max(complete_to + 1, held === null ? table.askFrom : 1),
      held === null ? null : held - 1,
      nowMs(),
      options.correlation,
    )
    if (asked !== null && !link.publish(...replayCommand(table.name, asked, options))) table.gap.reset()
  }

  /** Requests doubted records again. Only one span at a time is requested from a table. */
  const isAskedAgain = (table: TableState): boolean => {
    const stream = table.current()
    if (stream === null || table.gap.isAsking()) return false
    const asked = table.resend.ask(stream, nowMs(), options.correlation)
    if (asked !== null && !link.publish(...replayCommand(table.name, asked, options))) table.resend.reset()
    return table.resend.isAsking()
  }

  const hearReply = (reply: Extract<Heard, { readonly kind: 'reply' }>) => {
    for (const table of tables.all()) {
      judged(table, table.gap.reply(reply, nowMs()))
      judgedAgain(table, table.resend.reply(reply, nowMs()))
    }
  }
  const judgedAgain = (table: TableState, verdict: ResendVerdict) => {
    const doubted = table.resend.doubted()
    if (doubted === null || verdict.kind === 'nothing') return
    const { stream, seal } = doubted
    if (verdict.kind === 'hopeless') take({ kind: 'unmended', table: table.name, stream, seal, why: verdict.why })
    else {
      const { code, text } = notPutRight(seal, `${verdict.reason}. It is asked again, later each time`)
      take({ kind: 'told', table: table.name, code, text })
    }
  }
  const hearAgain = (table: TableState, record: RecordHeard): boolean => {
    if (!table.resend.take(record, nowMs())) return false
    const whole = table.resend.whole()
    if (whole !== null) take({ kind: 'resent', table: table.name, ...whole })
    return true
  }
  const judged = (table: TableState, verdict: ReturnType<TableState['gap']['passTime']>) => {
    const stream = table.current()
    if (verdict.kind === 'up-to-date') table.mayHaveMore = false
    else if (verdict.kind === 'stays') {
      // Nothing was received from this journal, so even its name is unknown: request from its first kept record on.
      if (stream === null) table.askFrom = verdict.keptFrom
      else take({ kind: 'gone', table: table.name, stream: stream.stream, keptFrom: verdict.keptFrom })
    } else if (verdict.kind === 'told') take({ kind: 'told', table: table.name, code: 'GAP', text: verdict.reason })
  }
  /** What a table sent was not taken just now. */
  const isResting = ({ aside }: TableState): boolean => aside !== null && nowMs() < aside.untilMs
  const take = (heard: Heard) => {
    const table = heard.kind === 'record' ? tables.named(heard.table) : null
    if (table !== null && isResting(table)) {
      table.mayHaveMore = true
      return
    }
    queue.push(heard)
    queuedBytes += bytesOf([heard])
    if (queue.length >= BATCH_MAX && timer !== null && fault === null) {
      clearTimeout(timer)
      timer = null
    }
    plan(queue.length >= BATCH_MAX ? 0 : BATCH_MS)
  }

  const drop = (name: TableName) => {
    rejected++
    dropped.heard(name)
  }
  /** A person may have confirmed a key: of a table without a place, or of a journal that changed its key. */
  const look = async () => {
    if (dropped.hasNew()) {
      for (const table of await tables.placeProven(store).catch(() => [])) {
        options.notice(`book: ${table.name.pit}/${table.name.table}: its key is confirmed, so it has the place of a table whose key is not`)
        table.mayHaveMore = true
        table.presence.connected(nowMs())
      }
      const text = dropped.tell(nowMs(), TABLES_MAX)
      if (text !== null) take({ kind: 'told', table: null, code: 'NO-PLACE', text })
    }
    for (const table of tables.all()) if (isStrange(table)) take({ kind: 'look', table: table.name })
  }

  const hear = (topic: string, payload: Uint8Array) => {
    if (isStopping) return
    const heard = decodeMessage(hearer, topic, payload)
    if ('table' in heard && heard.table !== null && tables.named(heard.table) === null) return drop(heard.table)
    switch (heard.kind) {
      case 'reply':
        return hearReply(heard)
      case 'status': {
        const table = tables.named(heard.table)
        if (table === null) return
        table.presence.told(heard.state === 'ready')
        table.mayHaveMore ||= table.presence.isReady()
        table.gap.reset()
        table.resend.reset()
        return void askFor(table)
      }
      case 'rejected':
        rejected++
        if (heard.table === null) return
        return take({ kind: 'told', table: heard.table, code: 'MALFORMED', text: `a message was refused: ${heard.reason}` })
      case 'record': {
        const table = tables.named(heard.table)
        table?.presence.heard(nowMs())
        if (table === null || !heard.isReplayed) return take(heard)
        if (hearAgain(table, heard)) return
        table.gap.progress(heard.isLast, nowMs())
        return take(heard)
      }
      default:
        return take(heard)
    }
  }

  const watch = setInterval(() => {
    for (const table of tables.all()) {
      judged(table, table.gap.passTime(nowMs()))
      judgedAgain(table, table.resend.passTime(nowMs()))
      if (table.presence.isDue(nowMs())) link.publish(...snapshotCommand(table.name, options))
      void askFor(table)
    }
    if (nowMs() < lookAtMs) return
    lookAtMs = nowMs() + LOOK_MS
    void look()
  }, WATCH_MS)
  // The book may have another key than when it last ran, or this version may sign what a former one did not.
  for (const table of tables.all()) take({ kind: 'look', table: table.name })

  return {
    hear,
    isFull,
    connected: () => {
      for (const table of tables.all()) {
        table.presence.connected(nowMs())
        acknowledge(table)
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
    rederive: (onStream) =>
      rederive(store, onStream, (work) =>
        alone(async () => {
          const records = await work()
          // What was remembered of the stream was derived before the rebuild.
          await tables.forget(store)
          return records
        }),
      ),
    counts: () => ({ kept, rejected, failed, queued: queue.length, fault }),
    stop: async () => {
      isStopping = true
      clearInterval(watch)
      if (timer !== null) clearTimeout(timer)
      for (let before = -1; queue.length !== before && queue.length > 0; ) {
        before = queue.length
        await writing
        await writeBatch()
      }
      await writing
    },
  }
}

const isStrange = (table: TableState): boolean => (table.current()?.strange_key ?? null) !== null

const unsealed = (table: TableState): Heard => {
  const { stream = '', proven_to = 0, heard_to = 0 } = table.current() ?? {}
  const text = `journal ${stream}: for two minutes the table has sent records, now up to ${heard_to}, without a seal; its seals prove those up to ${proven_to}. Whoever holds its key may be withholding seals, to sign other records later. What came is countersigned and stays. Look at the table, and compare with its journal: npm run verify there`
  return { kind: 'told', table: table.name, code: 'UNSEALED', text }
}

const byTable = (batch: readonly Heard[]): Iterable<readonly Heard[]> => {
  const parts = new Map<string, Heard[]>()
  for (const heard of batch) {
    const name = 'table' in heard && heard.table !== null ? `${heard.table.pit}/${heard.table.table}` : ''
    parts.set(name, [...(parts.get(name) ?? []), heard])
  }
  return parts.values()
}

const bytesOf = (batch: readonly Heard[]): number =>
  batch.reduce((sum, heard) => sum + ('bytes' in heard ? heard.bytes : heard.kind === 'resent' ? bytesOf(heard.records) : 0), 0)
