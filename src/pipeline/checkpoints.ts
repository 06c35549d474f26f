/**
 * When the daemon saves its state. A checkpoint is taken between rounds, when everything received is folded and everything concluded is in
 * the journal: then the state belongs to the journal's last record.
 *
 *   settled ──> state behind record n ──> record `checkpoint` ──> written, so it is durable ──> file
 *               text, sha-256                names the sha-256
 */
import { createHash } from 'node:crypto'
import type { LinkResume } from '../../firmware-bridge/link-state.ts'
import type { TableConfig } from '../config/table-config.ts'
import type { TableState } from '../engine/state/table-state.ts'
import { type SealedCheckpoint, sealCheckpoint } from '../journal/checkpoint.ts'
import type { Journal } from '../journal/journal.ts'
import type { HeadBody, JournalRecord, RecordBody } from '../journal/record.ts'
import { baseOf, type Standing } from './base.ts'
import type { CoreState, Written } from './core.ts'
import { type Basis, followLink, type Recovery, UNSURE_MAX } from './recovery.ts'
import { stateText } from './state-text.ts'

export interface CheckpointsOptions {
  readonly journal: Pick<Journal, 'head' | 'keep' | 'segmentBytes' | 'rotate'>
  /** Whose journal it is: what a new segment begins with. */
  readonly head: HeadBody
  /** A segment that has more is followed by another. @default SEGMENT_BYTES_MAX */
  readonly segmentBytesMax?: number
  readonly recovery: Recovery
  readonly basis: Basis
  /** Monotonic, ms. */
  readonly nowMs: () => number
  /** Journals the record that names a checkpoint, through the pipe like every other. */
  readonly announce: (body: RecordBody) => void
  readonly warn: (text: string) => void
}

export interface Checkpoints {
  /** A record has reached the end of the pipe. */
  written(written: Written): void
  /** A conclusion was given to the journal; null: which did not take it. */
  concluded(record: JournalRecord | null): void
  /** All that was concluded so far was given to the journal. */
  settled(): void
}

/** Records behind the last one covered, conclusions included: a round or so. Folding them again takes a fraction of a second. */
const RECORDS_MIN = 100
/** Where a table is never without a round for so long, the beginning of one will do: nothing is told of it yet. */
const RECORDS_WITHOUT_PAUSE = 400
/** A segment of a day or so; a new one is begun between rounds. */
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024
/** Not more often, however fast records come; and after a failure later. */
const INTERVAL_MS_MIN = 1000
const RETRY_MS = 60_000

export const checkpoints = (options: CheckpointsOptions): Checkpoints => {
  const { journal, head, recovery, basis, nowMs, announce, warn, segmentBytesMax = SEGMENT_BYTES_MAX } = options
  const resume = new Map<string, LinkResume>(recovery.resume)
  let state: CoreState = recovery.state
  let { boots, covered } = recovery
  let said = [...recovery.said]
  /** Records seen; those of the journal that are not are under way. */
  let seen = journal.head().n
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let pending: SealedCheckpoint | null = null
  let isStopped = false

  const isDue = (): boolean => {
    if (isStopped || pending || seen !== journal.head().n || nowMs() < notBeforeMs) return false
    return isKeepable(state.table) && seen - covered >= (state.table.current ? RECORDS_WITHOUT_PAUSE : RECORDS_MIN)
  }
  /** The state belongs to the last record: behind it a segment may begin from which the journal can be read by itself. */
  const isSegmentFull = (): boolean =>
    !isStopped && pending === null && seen === journal.head().n && state.table.current === null && journal.segmentBytes() > segmentBytesMax
  const beginSegment = (): void => {
    const base = baseOf(head, { state, boots, resume }, journal.head())
    void journal.rotate()
    if (base !== null) announce(base)
  }
  const keep = async (checkpoint: SealedCheckpoint): Promise<void> => {
    try {
      await journal.keep(checkpoint)
      covered = checkpoint.n
    } catch (error) {
      notBeforeMs = nowMs() + RETRY_MS
      warn(`no checkpoint was written: ${reasonOf(error)}. The next start takes longer; nothing else is affected`)
    }
    pending = null
  }

  return {
    written(written) {
      const { record, table, judge, numbering } = written
      seen += 1
      state = { table, judge, numbering }
      if (record.kind === 'start') boots = record.boot
      followLink(resume, record)
      if (record.kind === 'checkpoint' && record.sha256 === pending?.sha256) void keep(pending)
    },
    concluded(record) {
      if (record === null) {
        // Only a fold from before it would conclude it again.
        isStopped = true
        return
      }
      seen += 1
      said.push(record.n)
      if (said.length > 2 * UNSURE_MAX) said = said.slice(-UNSURE_MAX)
    },
    settled() {
      if (isSegmentFull()) return beginSegment()
      if (!isDue()) return
      const { n, crc } = journal.head()
      const standing: Standing = { state, boots, resume }
      try {
        pending = sealCheckpoint({ n, crc, from: said.slice(-UNSURE_MAX)[0] ?? n + 1, ...basis, state: stateText(standing) })
      } catch (error) {
        notBeforeMs = nowMs() + RETRY_MS
        warn(`no checkpoint can be made: ${reasonOf(error)}. The next start takes longer; nothing else is affected`)
        return
      }
      notBeforeMs = nowMs() + INTERVAL_MS_MIN
      announce({ kind: 'checkpoint', covers: n, sha256: pending.sha256 })
    },
  }
}

/** No round is open, or nothing was concluded of it: a start from one in the midst of a round would work out all of its readings again. */
export const isKeepable = ({ current }: TableState): boolean =>
  current === null || (current.round.cards.length <= 1 && current.full === null && current.rivals.length === 0)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** SHA-256 of all in a configuration that what is concluded may depend on: not where ports, broker and journal are, nor how large it may be. */
export const tableDigest = (config: TableConfig): string => {
  const {
    mqtt: _mqtt,
    journal: _journal,
    journalMbMax: _max,
    signingKeyFile: _key,
    bookKey: _bookKey,
    keepDays: _days,
    display: _display,
    devices,
    ...rest
  } = config
  const named = devices.map(({ path: _path, keyFile: _keyFile, ...device }) => device)
  return createHash('sha256')
    .update(JSON.stringify({ ...rest, devices: named }))
    .digest('hex')
}
