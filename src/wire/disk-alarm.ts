/**
 * The alarm of a disk that takes no records. It cannot come from the journal as others do, for it is of what the journal does not hold: a
 * replay does not have it, and nobody acknowledges it. It ends when the disk takes records again.
 */
import type { AlarmData } from './payloads.ts'

/** Its topic: `alarm/journal`. */
export const DISK_ALARM = 'journal'
/** A reason names a path of any length. */
const REASON_LENGTH_MAX = 300

export const diskAlarm = (reason: string, { since, rev }: Pick<AlarmData, 'since' | 'rev'>): AlarmData => ({
  alarm: DISK_ALARM,
  state: 'unacknowledged',
  rev,
  code: 'JOURNAL-FAILED',
  severity: 'procedure',
  since,
  round: null,
  box: null,
  text: `The disk takes no records: ${reason.slice(0, REASON_LENGTH_MAX)}.`,
  remedy: 'Watch the table by eye and call the technician: make room on the disk, or mend it. The devices keep what they say meanwhile.',
  user: null,
  note: null,
  until: null,
})
