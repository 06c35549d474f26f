/**
 * Alarms of the machine the daemon runs on, beside those of the table: its disk and its certificates. They do not come from the journal
 * as others do, for they are of what the journal does not hold, or may not be able to take: a replay does not have them, and nobody
 * acknowledges them. Each ends when what it is of has ended.
 */
import type { AlarmData } from './payloads.ts'

/** Their topics: `alarm/journal`, ... No finding and no device's fault is called so. */
export const HOST_ALARMS = ['journal', 'journal-room', 'certificate'] as const
export type HostAlarm = (typeof HOST_ALARMS)[number]

export const isHostAlarm = (alarm: string): alarm is HostAlarm => HOST_ALARMS.some((each) => each === alarm)

/** What a person reads of one. */
export type HostWords = Pick<AlarmData, 'code' | 'text' | 'remedy'>

export const hostAlarm = (alarm: HostAlarm, words: HostWords, { since, rev }: Pick<AlarmData, 'since' | 'rev'>): AlarmData => ({
  alarm,
  state: 'unacknowledged',
  rev,
  severity: 'procedure',
  since,
  round: null,
  box: null,
  ...words,
  user: null,
  note: null,
  until: null,
})

/** A reason names a path of any length, a certificate a host. */
const NAMED_LENGTH_MAX = 300

/** F10. */
export const diskWords = (reason: string): HostWords => ({
  code: 'JOURNAL-FAILED',
  text: `The disk takes no records: ${reason.slice(0, NAMED_LENGTH_MAX)}.`,
  remedy: 'Watch the table by eye and call the technician: make room on the disk, or mend it. The devices keep what they say meanwhile.',
})

const MB = 1_000_000

/** F16. `percent`: taken of the room there is; `leftBytes`: what is left of it. */
export const roomWords = (percent: number, leftBytes: number): HostWords => ({
  code: 'JOURNAL-FILLS',
  text: `The room for the journal is ${percent} % taken, ${leftBytes < MB ? 'less than 1' : Math.floor(leftBytes / MB)} MB are left.`,
  remedy: 'Call the technician: make room on the disk, or allow the journal more. When nothing is left no card is recorded any more.',
})

/** F23. `whose`: begins a sentence. `days`: it ends within so many; 0: it has ended. */
export const certificateWords = (whose: string, days: number, until: string): HostWords => ({
  code: 'CERTIFICATE-ENDS',
  text:
    days === 0
      ? `${whose.slice(0, NAMED_LENGTH_MAX)} ended on ${until}.`
      : `${whose.slice(0, NAMED_LENGTH_MAX)} ends on ${until}, in less than ${days === 1 ? 'a day' : `${days} days`}.`,
  remedy: 'Call the technician: have it renewed. Without it no connection to the broker is made, and the displays hear nothing.',
})
