/** The one writer of a journal's segments: does what `writer-state.ts` decides, and tells those who wait. */
import { join } from 'node:path'
import { BehaviorSubject } from 'rxjs'
import { reasonOf } from '../../base/process/reason.ts'
import { JournalError } from './errors.ts'
import { type JournalFile, type JournalFiles, writeAll } from './files.ts'
import { segmentName } from './recover.ts'
import { createSegment } from './segments.ts'
import { presentSegment, stepWriter, type WriterEffect, type WriterInput, type WriterState } from './writer-state.ts'

/** `failed`: the disk accepts no records; nothing may be acknowledged until the state is `ok` again. */
export type JournalState = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly reason: string }

interface WriterOptions {
  readonly folder: string
  readonly files: JournalFiles
  /** The present segment. */
  readonly file: JournalFile
  readonly schedule: (callback: () => void, ms: number) => () => void
}

export interface SegmentWriter {
  readonly state: WriterState
  readonly state$: BehaviorSubject<JournalState>
  /** A line to be written; its record has been counted with `last`. */
  append(line: Buffer, last: WriterState['last'], baseAt: number | null): void
  released(bytes: number): void
  durable(n: number): Promise<void>
  rotate(): Promise<void>
  /** Writes what the disk accepts; no promise to write stays open. */
  close(): Promise<void>
}

interface Queued {
  readonly n: number
  readonly bytes: Buffer
}

interface Waiter {
  readonly n: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Size of one write: large enough for the measured rate of batches, small enough not to stall the disk's other users. */
const BATCH_BYTES_MAX = 1024 * 1024
const RETRY_MS = 250

export function createSegmentWriter(options: WriterOptions, opened: WriterState): SegmentWriter {
  const { folder, schedule } = options
  const disk = diskOf(options)
  const state$ = new BehaviorSubject<JournalState>({ kind: 'ok' })
  let state = opened
  let cancelPause = (): void => undefined
  const waiting = waiters()
  const rotating: (() => void)[] = []
  let stopped: (() => void) | null = null
  let isClosed = false

  const advance = (input: WriterInput): void => {
    const [next, effects] = stepWriter(state, input)
    state = next
    for (const effect of effects) carryOut[effect.kind](effect as never)
  }
  const carryOut: { readonly [kind in WriterEffect['kind']]: (effect: WriterEffect & { kind: kind }) => void } = {
    attempt: ({ task }) => {
      cancelPause()
      void disk.attempt(task, state).then(advance)
    },
    pause: () => {
      cancelPause = schedule(() => advance({ kind: 'waited' }), RETRY_MS)
    },
    durable: ({ n }) => waiting.resolveTo(n),
    rotated: () => {
      for (const resolve of rotating.splice(0)) resolve()
    },
    failure: ({ reason }) => state$.next(reason === null ? { kind: 'ok' } : { kind: 'failed', reason }),
    stopped: () => stopped?.(),
  }

  return {
    get state() {
      return state
    },
    state$,
    append: (bytes, last, baseAt) => {
      disk.queue({ n: last.n, bytes })
      advance({ kind: 'appended', last, bytes: bytes.length, baseAt })
    },
    released: (bytes) => advance({ kind: 'released', bytes }),
    durable: (n) => (isClosed && n > state.durableN ? Promise.reject(closedError(folder)) : waiting.durable(n, state)),
    rotate: () =>
      new Promise((resolve) => {
        rotating.push(resolve)
        advance({ kind: 'rotate' })
      }),
    close: async () => {
      await new Promise<void>((resolve) => {
        stopped = resolve
        advance({ kind: 'close' })
      })
      isClosed = true
      waiting.rejectAll(closedError(folder))
      await disk.close()
    },
  }
}

/** Keeps who waits for which record. Bounded by the queue, because nobody can wait for a record that was not appended. */
function waiters() {
  let list: Waiter[] = []
  return {
    durable: (n: number, { durableN, last }: WriterState): Promise<void> => {
      if (n <= durableN) return Promise.resolve()
      if (n > last.n) return Promise.reject(new RangeError(`record ${n} was not appended; the last one is ${last.n}`))
      return new Promise((resolve, reject) => {
        list.push({ n, resolve, reject })
      })
    },
    resolveTo: (n: number) => {
      const ready = list.filter((waiter) => waiter.n <= n).sort((a, b) => a.n - b.n)
      if (ready.length > 0) list = list.filter((waiter) => waiter.n > n)
      for (const { resolve } of ready) resolve()
    },
    rejectAll: (error: Error) => {
      for (const { reject } of list) reject(error)
      list = []
    },
  }
}

/** The lines that wait, and the file that they go to. */
function diskOf({ folder, files, file: opened }: WriterOptions) {
  let file = opened
  let queue: Queued[] = []
  /** What is being written; it stays the same until it is. */
  let batch: readonly Queued[] = []

  const takeBatch = (upTo: number): readonly Queued[] => {
    let bytes = 0
    const end = queue.findIndex((line, at) => {
      bytes += line.bytes.length
      return at > 0 && (bytes > BATCH_BYTES_MAX || line.n > upTo)
    })
    const taken = end === -1 ? queue : queue.slice(0, end)
    queue = end === -1 ? [] : queue.slice(end)
    return taken
  }
  const write = async ({ rotateAfter, bytesMax, closedBytes, position }: WriterState): Promise<WriterInput> => {
    if (batch.length === 0) batch = takeBatch(rotateAfter ?? Number.POSITIVE_INFINITY)
    const [first] = batch
    const bytes = batch.length === 1 && first !== undefined ? first.bytes : Buffer.concat(batch.map((line) => line.bytes))
    if (bytesMax !== null && closedBytes + position + bytes.length > bytesMax) throw new Error(overQuota(bytesMax))
    await writeAll(file, bytes, position)
    const written = { n: batch.at(-1)?.n ?? 0, records: batch.length, bytes: bytes.length }
    batch = []
    return { kind: 'written', ...written }
  }
  const rotate = async (state: WriterState): Promise<WriterInput> => {
    const next = await createSegment(folder, presentSegment(state) + 1, files)
    const old = file
    file = next
    await old.close().catch(() => undefined)
    return { kind: 'begun' }
  }
  return {
    queue: (line: Queued): void => void queue.push(line),
    attempt: async (task: 'write' | 'rotate', state: WriterState): Promise<WriterInput> => {
      try {
        return await (task === 'write' ? write(state) : rotate(state))
      } catch (error) {
        return { kind: 'failed', reason: `${join(folder, segmentName(presentSegment(state)))}: ${reasonOf(error)}` }
      }
    },
    close: () => file.close().catch(() => undefined),
  }
}

function overQuota(bytesMax: number): string {
  return `the journal has reached the ${Math.floor(bytesMax / 1_000_000)} MB that the configuration allows (journalMbMax)`
}

export function closedError(folder: string): JournalError {
  return new JournalError('closed', `${folder}: the journal was closed before this record was on disk`)
}
