/**
 * The append-only journal, the daemon's only memory. Records are numbered and ordered when they are appended; one writer takes them to the
 * disk in batches:
 *
 *   append -> queue -> [ synced write ] -> durable(n) resolves -> the device may be acknowledged
 *                       one batch at a time; records that arrive meanwhile wait together for the next
 *
 * A failing disk is a state, not an exception: the same batch is written again at the same place until the disk accepts it. After a failed
 * sync the kernel may drop the pages and call them clean; a synced write submits both again.
 */
import { dirname, join } from 'node:path'
import { BehaviorSubject, type Observable } from 'rxjs'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import { checkpointFiles, type SealedCheckpoint } from './checkpoint.ts'
import { encodeLine } from './codec.ts'
import { digestAfterText } from './digest.ts'
import { type Doubts, type Evidence, refusalOf } from './doubts.ts'
import { codeOf, isNoRoom, JournalError, reasonOf } from './errors.ts'
import { type Examined, examine, type FoundCheckpoints } from './examine.ts'
import { diskFiles, type JournalFile, type JournalFiles, writeAll } from './files.ts'
import { writeHeadFile } from './kept-head.ts'
import { type Processes, systemProcesses, takeLock } from './lock.ts'
import { type JournalReader, journalReader } from './reader.ts'
import { type Recovered, recordsOf, segmentName, segmentNumber } from './recover.ts'
import type { Room } from './room.ts'
import type { SealedHead } from './seal.ts'
import { createSegment, openLastSegment, removeLeftovers, removeSegment } from './segments.ts'
import { waiters } from './waiters.ts'
import { unwritable } from './writable.ts'

/** `failed`: the disk accepts no records; nothing may be acknowledged until the state is `ok` again. */
export type JournalState = { readonly kind: 'ok' } | { readonly kind: 'failed'; readonly reason: string }

export interface JournalDeps {
  readonly files?: JournalFiles
  readonly processes?: Processes
  /** Calls back once after `ms`; returns a function that cancels. */
  readonly schedule?: (callback: () => void, ms: number) => () => void
  /** Limit for the size of its segments; at the limit the journal behaves as on a full disk (F16). @default null, whatever the disk has */
  readonly bytesMax?: number | null
  /** What was kept of it elsewhere; left out: nothing is compared, and no head is kept. */
  readonly evidence?: Evidence
  /** A person has ordered to continue with a journal that contradicts the evidence. @default false */
  readonly acceptsDoubts?: boolean
}

export interface Journal {
  /** What opening found: `n` of the last record, what had to be cut after a crash, and whose journal it claims to be. */
  readonly recovered: Pick<Recovered, 'n' | 'cut' | 'head'>
  /** What else its records said then, and the doubts a person has accepted. */
  readonly opened: Pick<Recovered, 'base' | 'config' | 'seal'> & { readonly doubts: Doubts }
  /** The checkpoints found, newest first. */
  readonly checkpoints: FoundCheckpoints
  /**
   * The records recovered at opening, streamed. `from`: the number of the first; a checkpoint's record is found at once. @default 1
   * @throws JournalError if the files change meanwhile
   */
  records(from?: number): AsyncIterable<JournalRecord>
  /** Reads the records after number `after` again, including those appended since the opening. */
  reader(after: number): JournalReader
  /** The number of the first record kept, and of the last one on stable storage. */
  span(): { readonly first: number; readonly last: number }
  /**
   * Numbers the record and puts it in order. `t`: host time, `m`: table time, Unix ms; left out if nobody keeps it. Returns null if
   * QUEUE_MAX is reached because the disk accepts nothing. Then the record does not exist: do not use or acknowledge it; the device will
   * send it again.
   * @throws RangeError if `t` is not finite, TypeError if `body` is not JSON
   */
  append(body: RecordBody, t: number, m?: number): JournalRecord | null
  /** The last record appended, durable or not: its number, and the crc and the hash after it. */
  head(): { readonly n: number; readonly crc: number; readonly hash: string }
  /**
   * Writes a checkpoint over the older of the two, one at a time. Resolves when it is on stable storage.
   * Call it once the record that names the checkpoint is durable. @throws the disk's error
   */
  keep(checkpoint: SealedCheckpoint): Promise<void>
  /**
   * Keeps a sealed head outside the segment files; call it once the seal is durable. Resolves when the head is on stable storage.
   * @throws the disk's error
   */
  keepHead(head: SealedHead): Promise<void>
  /** Why a head could not be kept now, as far as it can be seen without writing; null: nothing speaks against it. Never rejects. */
  headFault(): Promise<string | null>
  /** The last records covered by the head and the state kept outside the segment files; 0: nothing is kept. */
  kept(): { readonly head: number; readonly state: number }
  /** Resolves when record `n` is on stable storage, in order of `n`. @throws JournalError `closed` if it can no longer get there */
  durable(n: number): Promise<void>
  /**
   * Begins a new segment after the records appended so far, unless the present one is empty. Resolves when it exists or the journal closes.
   */
  rotate(): Promise<void>
  /**
   * The last record of the segments that may be removed: all their records are at most `upTo` and older than `olderThanMs`, Unix ms, and
   * the segment after them begins with a state to continue from. null: none may be removed.
   */
  releasable(upTo: number, olderThanMs: number): number | null
  /**
   * Removes the segments up to record `to`, as given by `releasable`; call it once the record of it is durable.
   * @throws the disk's error
   */
  release(to: number): Promise<void>
  /** Bytes of the present segment, including those still queued; the caller rotates by this. */
  segmentBytes(): number
  /** How much space there is, and how much of it is used. */
  room(): Promise<Room>
  readonly state$: Observable<JournalState>
  /** Writes the queue if the disk accepts it, and releases the lock. Whatever is not durable by then is rejected. */
  close(): Promise<void>
}

/**
 * Records that may wait for the disk: about a minute of a table whose sensor floods (F19), 30 MB at 300 bytes each. The devices keep
 * whatever is not acknowledged, so refusing more loses nothing.
 */
const QUEUE_MAX = { records: 100_000, bytes: 32 * 1024 * 1024 } as const
/** Size of one write: large enough for the measured rate of batches, small enough not to stall the disk's other users. */
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
    await files.restrict(folder)
    const release = await takeLock(folder, files, deps.processes ?? systemProcesses)
    try {
      const { schedule = systemSchedule, bytesMax = null, evidence = null } = deps
      const examined = await examine(folder, files, evidence)
      const { doubts, found } = examined
      if (doubts.texts.length > 0 && deps.acceptsDoubts !== true) throw new JournalError('damaged', refusalOf(folder, doubts.texts))
      await removeLeftovers(folder, found, files)
      const file = await openLastSegment(folder, found, files)
      return startJournal({ ...examined, folder, files, file, release, schedule, bytesMax, headFile: evidence?.headFile ?? null })
    } catch (error) {
      await release()
      throw error
    }
  } catch (error) {
    if (error instanceof JournalError) throw error
    if (isNoRoom(error)) {
      throw new JournalError('full', `${folder}: the journal cannot be opened: ${reasonOf(error)}; free some space on its disk`, error)
    }
    const denied = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error)) ? unwritable(folder) : null
    if (denied !== null) throw new JournalError('unusable', `${denied.problem}; ${denied.todo}`, error)
    throw new JournalError(
      'unusable',
      `${folder}: the journal cannot be opened: ${reasonOf(error)}; give the daemon a folder that it may write to`,
      error,
    )
  }
}

interface Opened extends Examined {
  readonly folder: string
  readonly files: JournalFiles
  readonly headFile: string | null
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
  let firstSegment = segmentNumber(found.segments[0] ?? segmentName(1))
  const bases = new Map(found.bases)
  let segment = firstSegment + Math.max(0, found.segments.length - 1)
  /** Bytes of the segments before the present one. */
  let closedBytes = found.closedBytes
  const firsts = found.firsts.length === 0 ? [1] : [...found.firsts]
  let position = found.bytes
  let { crc, hash } = found
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
  let kept = { head: opened.headN, state: opened.checkpoints.sound[0]?.checkpoint.n ?? 0 }

  /** Runs the writes outside the segment files one after the other. */
  const keepNext = (write: () => Promise<void>): Promise<void> => {
    if (closing) return Promise.reject(closedError(folder))
    const written = keeping.then(write)
    keeping = written.catch(() => undefined)
    return written
  }
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

  /** Tries until it succeeds. false: the journal is closing and the last attempt failed. */
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
      // Reset at the moment the queue is empty, so that the next append starts the work again.
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
    opened: { base: found.base, config: found.config, seal: found.seal, doubts: opened.doubts },
    checkpoints: opened.checkpoints,
    records: (from = 1) => recordsOf(folder, found, from, files),
    span: () => ({ first: firsts[0] ?? 1, last: durableN }),
    reader: (after) => journalReader(folder, files, () => ({ firstSegment, firsts, durableN }), after),
    append: (body, t, m) => {
      if (!Number.isFinite(t) || !Number.isFinite(m ?? t)) throw new RangeError(`the times of a record must be finite, not ${t} and ${m}`)
      if (closing || queue.length + batch.length >= QUEUE_MAX.records || queuedBytes >= QUEUE_MAX.bytes) return null
      const n = lastN + 1
      const head = m === undefined ? { n, t } : { n, t, m }
      const encoded = encodeLine(head, body, durableN, crc)
      lastN = n
      crc = encoded.crc
      hash = digestAfterText(hash, encoded.json)
      if (body.kind === 'base') bases.set(n, t)
      queuedBytes += encoded.bytes.length
      queue.push({ n, bytes: encoded.bytes })
      start()
      return { ...head, ...body }
    },
    head: () => ({ n: lastN, crc, hash }),
    keep: (checkpoint) =>
      keepNext(async () => {
        await states.write(checkpoint)
        kept = { ...kept, state: checkpoint.n }
      }),
    keepHead: (head) =>
      keepNext(async () => {
        if (opened.headFile === null) throw new Error('no file was named to keep a head in')
        await writeHeadFile(opened.headFile, head, files)
        kept = { ...kept, head: head.seq }
      }),
    headFault: async () => (opened.headFile === null ? null : files.makeFault(dirname(opened.headFile))),
    kept: () => kept,
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
    releasable: (upTo, olderThanMs) => {
      const last = firsts.findLast(
        (first, index) => index > 0 && first - 1 <= upTo && (bases.get(first) ?? Number.POSITIVE_INFINITY) <= olderThanMs,
      )
      return last === undefined ? null : last - 1
    },
    release: (to) =>
      keepNext(async () => {
        while (firsts[1] !== undefined && firsts[1] - 1 <= to) {
          closedBytes -= await removeSegment(folder, firstSegment, files)
          firsts.shift()
          firstSegment += 1
        }
        await files.syncFolder(folder)
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

function systemSchedule(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
