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
import { dirname } from 'node:path'
import type { Observable } from 'rxjs'
import { codeOf, isNoRoom, reasonOf } from '../../base/process/reason.ts'
import { digestAfterText } from '../../base/records/digest.ts'
import type { SealedHead } from '../../base/records/seal.ts'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import { checkpointFiles, type SealedCheckpoint } from './checkpoint.ts'
import { encodeLine } from './codec.ts'
import { type Doubts, type Evidence, refusalOf } from './doubts.ts'
import { JournalError } from './errors.ts'
import { type Examined, examine, type FoundCheckpoints } from './examine.ts'
import { diskFiles, type JournalFile, type JournalFiles } from './files.ts'
import { writeHeadFile } from './kept-head.ts'
import { type Processes, systemProcesses, takeLock } from './lock.ts'
import { type JournalReader, journalReader } from './reader.ts'
import { type Recovered, recordsOf, segmentName, segmentNumber } from './recover.ts'
import type { Room } from './room.ts'
import { closedError, createSegmentWriter, type JournalState, type SegmentWriter } from './segment-writer.ts'
import { openLastSegment, removeLeftovers, removeSegment } from './segments.ts'
import { unwritable } from './writable.ts'
import { isAccepting, releasableTo, segmentBytes, type WriterState } from './writer-state.ts'

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
  const { folder, files, found } = opened
  const writer = createSegmentWriter(opened, writerStateOf(found, opened.bytesMax))
  const keeper = keeperOf(opened, writer)
  return {
    recovered: { n: found.n, cut: found.cut, head: found.head },
    opened: { base: found.base, config: found.config, seal: found.seal, doubts: opened.doubts },
    checkpoints: opened.checkpoints,
    records: (from = 1) => recordsOf(folder, found, from, files),
    span: () => ({ first: writer.state.firsts[0] ?? 1, last: writer.state.durableN }),
    reader: (after) => journalReader(folder, files, () => writer.state, after),
    append: (body, t, m) => appendTo(writer, body, t, m),
    head: () => writer.state.last,
    ...keeper,
    durable: writer.durable,
    rotate: writer.rotate,
    releasable: (upTo, olderThanMs) => releasableTo(writer.state, upTo, olderThanMs),
    segmentBytes: () => segmentBytes(writer.state),
    room: async () => ({
      taken: writer.state.closedBytes + segmentBytes(writer.state),
      allowed: opened.bytesMax,
      disk: await files.space(folder).catch(() => null),
    }),
    state$: writer.state$,
    close: async () => {
      if (writer.state.phase !== 'open') return
      await writer.close()
      await keeper.idle()
      await opened.release().catch(() => undefined)
      writer.state$.complete()
    },
  }
}

const writerStateOf = (found: Recovered, bytesMax: number | null): WriterState => ({
  firstSegment: segmentNumber(found.segments[0] ?? segmentName(1)),
  firsts: found.firsts.length === 0 ? [1] : found.firsts,
  closedBytes: found.closedBytes,
  position: found.bytes,
  bases: found.bases,
  last: { n: found.n, crc: found.crc, hash: found.hash },
  durableN: found.n,
  queued: { records: 0, bytes: 0 },
  bytesMax,
  rotateAfter: null,
  task: null,
  failure: null,
  phase: 'open',
})

function appendTo(writer: SegmentWriter, body: RecordBody, t: number, m?: number): JournalRecord | null {
  if (!Number.isFinite(t) || !Number.isFinite(m ?? t)) throw new RangeError(`the times of a record must be finite, not ${t} and ${m}`)
  const { state } = writer
  if (!isAccepting(state)) return null
  const n = state.last.n + 1
  const head = m === undefined ? { n, t } : { n, t, m }
  const { bytes, crc, json } = encodeLine(head, body, state.durableN, state.last.crc)
  writer.append(bytes, { n, crc, hash: digestAfterText(state.last.hash, json) }, body.kind === 'base' ? t : null)
  return { ...head, ...body }
}

/** What is written outside the segment files, one after the other. */
function keeperOf({ folder, files, headFile, headN, checkpoints }: Opened, writer: SegmentWriter) {
  const states = checkpointFiles(folder, files, checkpoints.sound[0]?.file ?? null)
  let kept = { head: headN, state: checkpoints.sound[0]?.checkpoint.n ?? 0 }
  let keeping: Promise<void> = Promise.resolve()
  const next = (write: () => Promise<void>): Promise<void> => {
    if (writer.state.phase !== 'open') return Promise.reject(closedError(folder))
    const written = keeping.then(write)
    keeping = written.catch(() => undefined)
    return written
  }
  return {
    kept: () => kept,
    idle: () => keeping,
    keep: (checkpoint: SealedCheckpoint) =>
      next(async () => {
        await states.write(checkpoint)
        kept = { ...kept, state: checkpoint.n }
      }),
    keepHead: (head: SealedHead) =>
      next(async () => {
        if (headFile === null) throw new Error('no file was named to keep a head in')
        await writeHeadFile(headFile, head, files)
        kept = { ...kept, head: head.seq }
      }),
    headFault: async () => (headFile === null ? null : files.makeFault(dirname(headFile))),
    release: (to: number) =>
      next(async () => {
        for (let [, second] = writer.state.firsts; second !== undefined && second - 1 <= to; [, second] = writer.state.firsts) {
          writer.released(await removeSegment(folder, writer.state.firstSegment, files))
        }
        await files.syncFolder(folder)
      }),
  }
}

function systemSchedule(callback: () => void, ms: number): () => void {
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}
