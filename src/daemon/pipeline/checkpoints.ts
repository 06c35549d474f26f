/**
 * When the daemon saves its state. A checkpoint is taken between rounds, when everything received is folded and everything concluded is in
 * the journal: then the state belongs to the journal's last record.
 *
 *   settled ──> state after record n ───> record `checkpoint` ──> written, so it is durable ──> file
 *               text, sha-256                names the sha-256
 */
import { createHash } from 'node:crypto'
import type { LinkResume } from '../../../firmware-bridge/link-state.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import type { HeadBody, JournalRecord, RecordBody } from '../../wire/record.ts'
import type { TableConfig } from '../config/table-config.ts'
import { type SealedCheckpoint, sealCheckpoint } from '../journal/checkpoint.ts'
import type { Journal } from '../journal/journal.ts'
import type { CoreState, Written } from '../stations/core.ts'
import { baseOf, type Standing } from './base.ts'
import { type Basis, followLink, type Recovery, UNSURE_MAX } from './recovery.ts'
import { stateText } from './state-text.ts'

export interface CheckpointsOptions {
  readonly journal: Pick<Journal, 'head' | 'keep' | 'segmentBytes' | 'rotate'>
  /** Whose journal it is; a new segment begins with it. */
  readonly head: HeadBody
  /** A segment that exceeds this is followed by another. @default SEGMENT_BYTES_MAX */
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

export const checkpoints = (options: CheckpointsOptions): Checkpoints => {
  const { journal, head, recovery, basis, nowMs, announce, warn, segmentBytesMax = SEGMENT_BYTES_MAX } = options
  const resume = new Map<string, LinkResume>(recovery.resume)
  let state: CoreState = recovery.state
  let { boots, covered } = recovery
  let said = [...recovery.said]
  /** Records seen; the other records of the journal are under way. */
  let seen = journal.head().n
  let notBeforeMs = Number.NEGATIVE_INFINITY
  let pending: SealedCheckpoint | null = null
  let isStopped = false

  const isDue = (): boolean => {
    if (isStopped || pending || seen !== journal.head().n || nowMs() < notBeforeMs) return false
    return isKeepable(state.table) && seen - covered >= (state.table.current ? RECORDS_WITHOUT_PAUSE : RECORDS_MIN)
  }
  /** The state belongs to the last record, so a segment may begin after it from which the journal can be read on its own. */
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
        // Only a fold from an earlier point would draw this conclusion again.
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

/** No round is open, or nothing has been concluded from it: starting in the middle of a round would work out all its readings again. */
export const isKeepable = ({ current }: TableState): boolean =>
  current === null || (current.round.cards.length <= 1 && current.full === null && current.rivals.length === 0)

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** SHA-256 of everything in a configuration that conclusions may depend on; it leaves out ports, broker, journal and the journal's size. */
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
