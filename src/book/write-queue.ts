/**
 * What was heard and is not yet in the store. The store has one writer: batches and other work take turns.
 *
 * What cannot be written now stays in the queue and is written when the store works again. If the store works but does not take what one
 * table sent, that table's messages are taken out, and the others go on.
 */
import { reasonOf } from '../base/process/reason.ts'
import type { Heard } from './hearing.ts'
import { isOfValues } from './store/faults.ts'

const BATCH_MS = 50
const BATCH_MAX = 500
/**
 * A few seconds of a property's bursts. Beyond this the sink stops acknowledging to the broker, and requests again whatever the broker
 * cannot hold.
 */
const QUEUE_MAX = 10_000
const QUEUE_BYTES_MAX = 32 * 1024 * 1024
const RETRY_MS = 1000

interface WriteQueuePort {
  /** Writes these messages; resolves to the error because of which none of them is written, null: they are. */
  readonly write: (batch: readonly Heard[]) => Promise<unknown>
  /** The store works, but does not take these messages of one table; they are dropped. */
  readonly setAside: (part: readonly Heard[], reason: string) => void
  /** These messages are done with, written or not. */
  readonly takenOut: (batch: readonly Heard[]) => void
  /** There is room again. */
  readonly resume: () => void
  readonly notice: (text: string) => void
}

export type WriteQueue = ReturnType<typeof createWriteQueue>

export const createWriteQueue = (port: WriteQueuePort) => ({
  port,
  waiting: [] as Heard[],
  bytes: 0,
  /** Why the store takes no records now; null: it takes them. */
  fault: null as string | null,
  writing: null as Promise<void> | null,
  timer: null as NodeJS.Timeout | null,
  isStopping: false,
})

export const isFull = ({ waiting, bytes }: WriteQueue): boolean => waiting.length >= QUEUE_MAX || bytes >= QUEUE_BYTES_MAX

export function put(queue: WriteQueue, heard: Heard): void {
  queue.waiting.push(heard)
  queue.bytes += bytesOf([heard])
  if (queue.waiting.length >= BATCH_MAX && queue.fault === null) cancel(queue)
  plan(queue, queue.waiting.length >= BATCH_MAX ? 0 : BATCH_MS)
}

/** Does this work when nothing else writes. */
export async function alone<T>(queue: WriteQueue, work: () => Promise<T>): Promise<T> {
  while (queue.writing !== null) await queue.writing
  const done = work()
  const ended = () => {
    queue.writing = null
    const { waiting, fault } = queue
    if (waiting.length > 0) plan(queue, fault !== null ? RETRY_MS : waiting.length >= BATCH_MAX ? 0 : BATCH_MS)
  }
  queue.writing = done.then(ended, ended)
  return done
}

/** Writes what waits, as far as the store takes it. */
export async function drain(queue: WriteQueue): Promise<void> {
  queue.isStopping = true
  cancel(queue)
  for (let before = -1; queue.waiting.length !== before && queue.waiting.length > 0; ) {
    before = queue.waiting.length
    await queue.writing
    await writeBatch(queue)
  }
  await queue.writing
}

function cancel(queue: WriteQueue): void {
  if (queue.timer !== null) clearTimeout(queue.timer)
  queue.timer = null
}

function plan(queue: WriteQueue, ms: number): void {
  if (queue.writing !== null || queue.timer !== null || queue.isStopping) return
  queue.timer = setTimeout(() => {
    queue.timer = null
    if (queue.writing === null && queue.waiting.length > 0) void alone(queue, () => writeBatch(queue))
  }, ms)
}

async function writeBatch(queue: WriteQueue): Promise<void> {
  const batch = queue.waiting.slice(0, BATCH_MAX)
  const error = await written(queue, batch)
  if (error === null) return
  if (!isOfValues(error)) return stall(queue, error)
  // Something in it is at fault. Each table is written by itself, so that none holds up the others.
  for (const part of byTable(batch)) {
    const own = await written(queue, part)
    if (own !== null && !isOfValues(own)) return stall(queue, own)
    if (own === null) continue
    takeOut(queue, part)
    queue.port.setAside(part, reasonOf(own))
  }
}

async function written(queue: WriteQueue, batch: readonly Heard[]): Promise<unknown> {
  const error = await queue.port.write(batch)
  if (error !== null) return error
  if (queue.fault !== null) queue.port.notice('book: the store takes records again')
  queue.fault = null
  takeOut(queue, batch)
  return null
}

function stall(queue: WriteQueue, error: unknown): void {
  const reason = reasonOf(error)
  if (queue.fault === null)
    queue.port.notice(`book: the store takes no records (${reason}): make room or mend it; the tables keep what is not acknowledged`)
  queue.fault = reason
}

function takeOut(queue: WriteQueue, batch: readonly Heard[]): void {
  const wasFull = isFull(queue)
  const out = new Set(batch)
  queue.waiting = queue.waiting.filter((heard) => !out.has(heard))
  queue.bytes -= bytesOf(batch)
  queue.port.takenOut(batch)
  if (wasFull && !isFull(queue)) queue.port.resume()
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
