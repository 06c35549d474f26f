/**
 * The append-only journal, the daemon's only memory. Records are numbered and ordered when they are appended; one writer takes
 * them to the disk in batches:
 *
 *   append -> queue -> [ synced write ] -> durable(n) resolves -> the device may be acknowledged
 *                       one batch at a time; what comes meanwhile waits together for the next
 *
 * A failing disk is a state, not an exception: the same batch is written again at the same place until the disk takes it. After a
 * failed sync the kernel may drop the pages and call them clean; a write that syncs takes both anew.
 */
import { join } from 'node:path'
import { BehaviorSubject, type Observable } from 'rxjs'
import {
  checkpointFiles,
  type FoundCheckpoint,
  type RefusedCheckpoint,
  readCheckpoints,
  type SealedCheckpoint,
  soundCheckpoints,
} from './checkpoint.ts'
import { encodeLine } from './codec.ts'
import { codeOf, isNoRoom, JournalError, reasonOf } from './errors.ts'
import { diskFiles, type JournalFile, type JournalFiles, writeAll } from './files.ts'
import { type Processes, systemProcesses, takeLock } from './lock.ts'
import { type JournalReader, journalReader } from './reader.ts'
import type { JournalRecord, RecordBody } from './record.ts'
import { type Recovered, recordsOf, recover, segmentName } from './recover.ts'
import type { Room } from './room.ts'

/** `failed`: the disk does not take records; nothing may be acknowledged until it is `ok` again. */
export type JournalState = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly reason: string }

export interface JournalDeps {
  readonly files?: JournalFiles
  readonly processes?: Processes
  /** Calls back once after `ms`; returns the cancel. */
  readonly schedule?: (callback: () => void, ms: number) => () => void
  /** More than this its segments do not become: it is then as on a full disk (F16). @default null, whatever the disk has */
  readonly bytesMax?: number | null
}

export interface Journal {
  /** What was found when it was opened: `n` of the last record, what a crash made necessary to cut, and whose journal it says it is. */
  readonly recovered: Pick<Recovered, 'n' | 'cut' | 'head'>
  /** The checkpoints that were found, the newest first. */
  readonly checkpoints: FoundCheckpoints
  /**
   * The records recovered at opening, streamed. `from`: the number of the first; a checkpoint's is found at once. @default 1
   * @throws JournalError when the files change meanwhile
   */
  records(from?: number): AsyncIterable<JournalRecord>
  /** Reads the records behind number `after` again, also those appended since the opening. */
  reader(after: number): JournalReader
  /**
   * Numbers the record and puts it in order. `t`: host time, `m`: table time, Unix ms; left out where nobody keeps it. null: QUEUE_MAX is reached because the disk takes nothing;
   * the record does not exist, so do not believe it, do not acknowledge it: the device will send it again.
   * @throws RangeError when `t` is not finite, TypeError when `body` is no JSON
   */
  append(body: RecordBody, t: number, m?: number): JournalRecord | null
  /** The last record appended, durable or not: its number and the crc of the chain behind it. */
  head(): { readonly n: number; readonly crc: number }
  /**
   * Writes a checkpoint over the older of the two; one at a time. Resolves when it is on stable storage.
   * To be called when the record that names it is durable. @throws the error of the disk
   */
  keep(checkpoint: SealedCheckpoint): Promise<void>
  /** Resolves when record `n` is on stable storage, in order of `n`. @throws JournalError `closed` when it can no longer become so */
  durable(n: number): Promise<void>
  /** Begins a new segment file behind what was appended so far (not behind an empty one). Resolves when it exists or the journal closes. */
  rotate(): Promise<void>
  /** Bytes of the present segment, those still queued included: the caller's reason to rotate. */
  segmentBytes(): number
  /** How much room there is, and how much of it is taken. */
  room(): Promise<Room>
  readonly state$: Observable<JournalState>
  /** Writes what is queued if the disk takes it, and releases the lock. What is not durable by then is rejected. */
  close(): Promise<void>
}

/** `sound`: the journal vouches for them. `refused`: it does not, or they cannot be read. */
export interface FoundCheckpoints {
  readonly sound: readonly FoundCheckpoint[]
  readonly refused: readonly RefusedCheckpoint[]
}

/**
 * Records that wait for the disk: about a minute of a table in a sensor's flood (F19), 30 MB at 300 bytes each. The devices keep
 * what is not acknowledged, so beyond it nothing is lost by not taking more.
 */
const QUEUE_MAX = { records: 100_000, bytes: 32 * 1024 * 1024 } as const
/** One write: large enough for the measured rate of batches, small enough not to stall the disk's other users. */
const BATCH_BYTES_MAX = 1024 * 1024
const RETRY_MS = 250

interface Queued {
  readonly n: number
  readonly bytes: Buffer
}

/** @throws JournalError `locked`, `damaged` or `unusable` */
export async function openJournal(folder: string, deps: JournalDeps = {}): Promise<Journal> {
  const files = deps.files ?? diskFiles
  try {
    await files.makeFolder(folder)
    const release = await takeLock(folder, files, deps.processes ?? systemProcesses)
    try {
      const { found: kept, refused } = await readCheckpoints(folder, files)
      const found = await recover(folder, files, kept)
      const vouched = soundCheckpoints(kept, {
        n: found.n,
        crcBehind: (n) => found.marks.get(n)?.crc ?? null,
        names: ({ sha256 }) => found.named.has(sha256),
      })
      const checkpoints = { sound: vouched.sound, refused: [...refused, ...vouched.refused] }
      const file = await openLastSegment(folder, found, files)
      const { schedule = systemSchedule, bytesMax = null } = deps
      return startJournal({ folder, files, found, checkpoints, file, release, schedule, bytesMax })
    } catch (error) {
      await release()
      throw error
    }
  } catch (error) {
    if (error instanceof JournalError) throw error
    if (isNoRoom(error)) {
      throw new JournalError('full', `${folder}: the journal cannot be opened: ${reasonOf(error)}; free some space on its disk`, error)
    }
    throw new JournalError(
      'unusable',
      `${folder}: the journal cannot be opened: ${reasonOf(error)}; give the daemon a folder that it may write to`,
      error,
    )
  }
}

async function openLastSegment(folder: string, found: Recovered, files: JournalFiles): Promise<JournalFile> {
  const last = found.segments.at(-1)
  if (last === undefined) return createSegment(folder, 1, files)
  const file = await files.open(join(folder, last), 'write')
  if (found.cut !== null) {
    await file.truncate(found.bytes)
    await file.sync()
  }
  return file
}

async function createSegment(folder: string, number: number, files: JournalFiles): Promise<JournalFile> {
  const path = join(folder, segmentName(number))
  const file = await files.open(path, 'create').catch((error: unknown) => {
    // Left by an attempt that failed half-way: empty, so it may be used.
    if (codeOf(error) === 'EEXIST') return files.open(path, 'write')
    throw error
  })
  try {
    if ((await file.size()) > 0) throw new Error(`${path} already exists and is not empty`)
    await file.sync()
    await files.syncFolder(folder)
    return file
  } catch (error) {
    await file.close().catch(() => undefined)
    throw error
  }
}

interface Opened {
  readonly folder: string
  readonly files: JournalFiles
  readonly found: Recovered
  readonly checkpoints: FoundCheckpoints
  readonly file: JournalFile
  readonly release: () => Promise<void>
  readonly schedule: (callback: () => void, ms: number) => () => void
  readonly bytesMax: number | null
}

function startJournal(opened: Opened): Journal {
  const { folder, files, found, bytesMax } = opened
  const state$ = new BehaviorSubject<JournalState>({ kind: 'ok' })
  const waiting = waiters()
  const states = checkpointFiles(folder, files, opened.checkpoints.sound[0]?.file ?? null)
  let file = opened.file
  let segment = Math.max(1, found.segments.length)
  /** Of the segments before the present one. */
  let closedBytes = found.closedBytes
  const firsts = found.firsts.length === 0 ? [1] : [...found.firsts]
  let position = found.bytes
  let crc = found.crc
  let lastN = found.n
  let durableN = found.n
  let queue: Queued[] = []
  let queuedBytes = 0
  let batch: Queued[] = []
  let rotation: { readonly after: number; readonly done: (() => void)[] } | null = null
  let closing = false
  let closed = false
  let wake: (() => void) | null = null
  let isRunning = false
  let running: Promise<void> = Promise.resolve()
  let keeping: Promise<void> = Promise.resolve()

  const fail = (error: unknown) => {
    const reason = `${join(folder, segmentName(segment))}: ${reasonOf(error)}`
    const now = state$.value
    if (now.kind === 'ok' || now.reason !== reason) state$.next({ kind: 'failed', reason })
  }
  const recoverState = () => {
    if (state$.value.kind === 'failed') state$.next({ kind: 'ok' })
  }
  const pause = () =>
    new Promise<void>((resolve) => {
      const cancel = opened.schedule(() => wake?.(), RETRY_MS)
      wake = () => {
        cancel()
        wake = null
        resolve()
      }
    })

  /** Tries until it works. false: the journal is closing and the last attempt failed. */
  const persist = async (attempt: () => Promise<void>): Promise<boolean> => {
    for (;;) {
      const last = closing
      try {
        await attempt()
        recoverState()
        return true
      } catch (error) {
        fail(error)
        if (last) return false
        if (!closing) await pause()
      }
    }
  }

  const takeBatch = (): Buffer => {
    let bytes = 0
    let count = 0
    for (const item of queue) {
      if (count > 0 && (bytes + item.bytes.length > BATCH_BYTES_MAX || (rotation !== null && item.n > rotation.after))) break
      bytes += item.bytes.length
      count += 1
    }
    batch = queue.slice(0, count)
    queue = queue.slice(count)
    return batch.length === 1 && batch[0] !== undefined ? batch[0].bytes : Buffer.concat(batch.map((item) => item.bytes))
  }

  const writeBatch = async (): Promise<boolean> => {
    const bytes = takeBatch()
    const written = await persist(async () => {
      if (bytesMax !== null && closedBytes + position + bytes.length > bytesMax) throw new Error(overQuota(bytesMax))
      await writeAll(file, bytes, position)
    })
    if (!written) return false
    position += bytes.length
    queuedBytes -= bytes.length
    durableN = batch.at(-1)?.n ?? durableN
    batch = []
    waiting.resolveTo(durableN)
    return true
  }

  const beginSegment = async (done: (() => void)[]): Promise<boolean> => {
    const begun = await persist(async () => {
      const next = await createSegment(folder, segment + 1, files)
      const old = file
      file = next
      segment += 1
      firsts.push(durableN + 1)
      closedBytes += position
      position = 0
      await old.close().catch(() => undefined)
    })
    for (const resolve of done) resolve()
    return begun
  }

  const work = async () => {
    try {
      for (;;) {
        if (rotation !== null && durableN >= rotation.after) {
          const { done } = rotation
          rotation = null
          if (!(await beginSegment(done))) return
        } else if (queue.length > 0) {
          if (!(await writeBatch())) return
        } else return
      }
    } finally {
      // In the same moment in which nothing was left: what is appended next finds nobody at work.
      isRunning = false
    }
  }
  const start = () => {
    if (isRunning) return
    isRunning = true
    running = work()
  }

  return {
    recovered: { n: found.n, cut: found.cut, head: found.head },
    checkpoints: opened.checkpoints,
    records: (from = 1) => recordsOf(folder, found, from, files),
    reader: (after) => journalReader(folder, files, () => ({ firsts, durableN }), after),
    append: (body, t, m) => {
      if (!Number.isFinite(t) || !Number.isFinite(m ?? t)) throw new RangeError(`the times of a record must be finite, not ${t} and ${m}`)
      if (closing || queue.length + batch.length >= QUEUE_MAX.records || queuedBytes >= QUEUE_MAX.bytes) return null
      const n = lastN + 1
      const head = m === undefined ? { n, t } : { n, t, m }
      const encoded = encodeLine(head, body, durableN, crc)
      lastN = n
      crc = encoded.crc
      queuedBytes += encoded.bytes.length
      queue.push({ n, bytes: encoded.bytes })
      start()
      return { ...head, ...body }
    },
    head: () => ({ n: lastN, crc }),
    keep: (checkpoint) => {
      if (closing) return Promise.reject(closedError(folder))
      const kept = keeping.then(() => states.write(checkpoint))
      keeping = kept.catch(() => undefined)
      return kept
    },
    durable: (n) => {
      if (n <= durableN) return Promise.resolve()
      if (n > lastN) return Promise.reject(new RangeError(`record ${n} was not appended; the last one is ${lastN}`))
      return closed ? Promise.reject(closedError(folder)) : waiting.add(n)
    },
    rotate: () =>
      new Promise((resolve) => {
        if (closing || position + queuedBytes === 0) resolve()
        else if (rotation === null) rotation = { after: lastN, done: [resolve] }
        else rotation.done.push(resolve)
        start()
      }),
    segmentBytes: () => position + queuedBytes,
    room: async () => ({
      taken: closedBytes + position + queuedBytes,
      allowed: bytesMax,
      disk: await files.space(folder).catch(() => null),
    }),
    state$,
    close: async () => {
      if (closing) return
      closing = true
      ;(wake as (() => void) | null)?.()
      while (isRunning) await running
      await keeping
      closed = true
      waiting.rejectAll(closedError(folder))
      await file.close().catch(() => undefined)
      await opened.release().catch(() => undefined)
      state$.complete()
    },
  }
}

function overQuota(bytesMax: number): string {
  return `the journal has reached the ${Math.floor(bytesMax / 1_000_000)} MB that the configuration allows (journalMbMax)`
}

function closedError(folder: string): JournalError {
  return new JournalError('closed', `${folder}: the journal was closed before this record was on disk`)
}

interface Waiter {
  readonly n: number
  readonly resolve: () => void
  readonly reject: (error: Error) => void
}

/** Who waits for which record; bounded by the queue, because nobody can wait for a record that was not appended. */
function waiters() {
  let list: Waiter[] = []
  return {
    add: (n: number) =>
      new Promise<void>((resolve, reject) => {
        list.push({ n, resolve, reject })
      }),
    resolveTo: (n: number) => {
      const ready = list.filter((waiter) => waiter.n <= n).sort((a, b) => a.n - b.n)
      if (ready.length === 0) return
      list = list.filter((waiter) => waiter.n > n)
      for (const waiter of ready) waiter.resolve()
    },
    rejectAll: (error: Error) => {
      const all = list
      list = []
      for (const waiter of all) waiter.reject(error)
    },
  }
}

function systemSchedule(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
