/** The state at the beginning of a segment, for a journal whose earlier segments were released. */
import type { LinkResume } from '../../../firmware-bridge/link-state.ts'
import type { HeadBody, RecordBody, RecordOf } from '../../wire/record.ts'
import { formatCrc } from '../journal/codec.ts'
import { JournalError } from '../journal/errors.ts'
import type { Journal } from '../journal/journal.ts'
import { type CoreState, initialCore } from '../stations/core.ts'
import { parseState, stateText } from './state-text.ts'

/** What the daemon carries from record to record: everything a checkpoint holds. */
export interface Standing {
  readonly state: CoreState
  /** Daemon starts so far. */
  readonly boots: number
  /** Where each device's link continues, by device name. */
  readonly resume: ReadonlyMap<string, LinkResume>
}

/** As a record in `log` the state must fit into a message of 64 KiB with everything else in it. A table between rounds takes 20 KB. */
const STATE_LENGTH_MAX = 48_000

/** null: the state is too large for a record, so that segment can never be the first. @throws TypeError if the state cannot be kept */
export const baseOf = (head: HeadBody, standing: Standing, { hash, crc }: ReturnType<Journal['head']>): RecordBody | null => {
  const state = stateText(standing)
  return JSON.stringify(state).length > STATE_LENGTH_MAX ? null : { ...head, kind: 'base', hash, chain: formatCrc(crc), state }
}

/** @throws JournalError `unusable` if this software does not understand it */
export const standingOf = ({ n, state }: RecordOf<'base'>): Standing => {
  try {
    const standing = parseState(state) as Standing
    return { ...standing, state: { ...initialCore(), ...standing.state } }
  } catch (error) {
    // The error may quote the state, and with it face-down cards.
    const reason = error instanceof Error ? error.name : 'unknown error'
    throw new JournalError(
      'unusable',
      `the journal begins with record ${n}, whose state cannot be read (${reason}): start the version that wrote it`,
    )
  }
}
