/**
 * When the daemon saves its state. A checkpoint is taken between rounds, when everything received is folded and everything concluded is in
 * the journal: then the state belongs to the journal's last record.
 *
 *   settled ──> state after record n ───> record `checkpoint` ──> written, so it is durable ──> file
 *               text, sha-256                names the sha-256
 */
import type { LinkResume } from '../../../firmware-bridge/link-state.ts'
import { reasonOf } from '../../base/process/reason.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { HeadBody, JournalRecord, RecordBody } from '../../wire/record.ts'
import { type SealedCheckpoint, sealCheckpoint } from '../journal/checkpoint.ts'
import type { Journal } from '../journal/journal.ts'
import type { CoreState, Written } from '../stations/core.ts'
import { baseOf, type Standing } from './base.ts'
import { followLink, type Recovery, UNSURE_MAX } from './recovery.ts'
import { stateText } from './state-text.ts'

export interface CheckpointsOptions {
  readonly journal: Pick<Journal, 'head' | 'keep' | 'segmentBytes' | 'rotate'>
  /** Whose journal it is; a new segment begins with it. */
  readonly head: HeadBody
  /** A segment that exceeds this is followed by another. @default SEGMENT_BYTES_MAX */
  readonly segmentBytesMax?: number
  readonly recovery: Recovery
  /** Digest of this software, without which nobody reads its states. */
  readonly code: string
  /** Monotonic, ms. */
  readonly nowMs: () => number
  /** Journals the record that names a checkpoint, through the pipe like every other. */
  readonly announce: (body: RecordBody) => void
  readonly warn: (text: string) => void
}

export interface Checkpoints {
  /** A record has reached the end of the pipe. */
  written(written: Written): void
  /** A conclusion was given to the journal; null: the journal did not accept it. */
  concluded(record: JournalRecord | null): void
  /** Every conclusion so far has been given to the journal. */
  settled(): void
}

/** Records since the last one covered, conclusions included: about a round. Folding them again takes a fraction of a second. */
const RECORDS_MIN = 100
/** If a table has had a round open for this long without a pause, the beginning of one will do: nothing has been published of it yet. */
const RECORDS_WITHOUT_PAUSE = 400
/** About a day of play; a new segment is begun between rounds. */
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024
/** Shortest time between checkpoints, however fast records come; and the wait after a failure. */
const INTERVAL_MS_MIN = 1000
const RETRY_MS = 60_000

interface Progress {
  readonly options: CheckpointsOptions
  readonly resume: Map<string, LinkResume>
  state: CoreState
  boots: number
  /** The last record that a checkpoint covers. */
  covered: number
  said: number[]
  /** Records seen; the other records of the journal are under way. */
  seen: number
  notBeforeMs: number
  pending: SealedCheckpoint | null
  isStopped: boolean
}

export const checkpoints = (options: CheckpointsOptions): Checkpoints => {
  const { journal, recovery } = options
  const { state, boots, covered, said } = recovery
  const progress: Progress = {
    ...{ options, resume: new Map(recovery.resume), state, boots, covered, said: [...said], seen: journal.head().n },
    ...{ notBeforeMs: Number.NEGATIVE_INFINITY, pending: null, isStopped: false },
  }
  return {
    written: ({ record, table, inForce, judge, numbering }) => {
      const { pending } = progress
      progress.seen += 1
      progress.state = { table, inForce, judge, numbering }
      if (record.kind === 'start') progress.boots = record.boot
      followLink(progress.resume, record)
      if (record.kind === 'checkpoint' && pending !== null && record.sha256 === pending.sha256) void keep(progress, pending)
    },
    concluded: (record) => {
      // Only a fold from an earlier point would draw this conclusion again.
      if (record === null) progress.isStopped = true
      else {
        progress.seen += 1
        progress.said.push(record.n)
        if (progress.said.length > 2 * UNSURE_MAX) progress.said = progress.said.slice(-UNSURE_MAX)
      }
    },
    settled: () => {
      if (!isSettled(progress)) return
      if (isSegmentFull(progress)) beginSegment(progress)
      else if (isDue(progress)) name(progress)
    },
  }
}

/** The state belongs to the last record. */
const isSettled = ({ isStopped, pending, seen, options }: Progress): boolean =>
  !isStopped && pending === null && seen === options.journal.head().n

const isDue = ({ options, state, seen, covered, notBeforeMs }: Progress): boolean =>
  options.nowMs() >= notBeforeMs && isKeepable(state.table) && seen - covered >= (state.table.current ? RECORDS_WITHOUT_PAUSE : RECORDS_MIN)

/** A segment may begin after the last record from which the journal can be read on its own. */
const isSegmentFull = ({ state, options }: Progress): boolean =>
  state.table.current === null && options.journal.segmentBytes() > (options.segmentBytesMax ?? SEGMENT_BYTES_MAX)

const beginSegment = ({ options, state, boots, resume }: Progress): void => {
  const base = baseOf(options.head, { state, boots, resume }, options.journal.head())
  void options.journal.rotate()
  if (base !== null) options.announce(base)
}

/** Names a checkpoint in the journal. */
const name = (progress: Progress): void => {
  const { options, state, boots, resume, said } = progress
  const { n, crc } = options.journal.head()
  const standing: Standing = { state, boots, resume }
  try {
    progress.pending = sealCheckpoint({
      n,
      crc,
      from: said.slice(-UNSURE_MAX)[0] ?? n + 1,
      software: options.code,
      state: stateText(standing),
    })
  } catch (error) {
    progress.notBeforeMs = options.nowMs() + RETRY_MS
    options.warn(`no checkpoint can be made: ${reasonOf(error)}. The next start takes longer; nothing else is affected`)
    return
  }
  progress.notBeforeMs = options.nowMs() + INTERVAL_MS_MIN
  options.announce({ kind: 'checkpoint', covers: n, sha256: progress.pending.sha256 })
}

/** Once the record that names it is durable. */
const keep = async (progress: Progress, checkpoint: SealedCheckpoint): Promise<void> => {
  const { options } = progress
  try {
    await options.journal.keep(checkpoint)
    progress.covered = checkpoint.n
  } catch (error) {
    progress.notBeforeMs = options.nowMs() + RETRY_MS
    options.warn(`no checkpoint was written: ${reasonOf(error)}. The next start takes longer; nothing else is affected`)
  }
  progress.pending = null
}

/** No round is open, or nothing has been concluded from it: starting in the middle of a round would work out all its readings again. */
export const isKeepable = ({ current }: TableState): boolean =>
  current === null || (current.round.cards.length <= 1 && current.full === null && current.rivals.length === 0)
