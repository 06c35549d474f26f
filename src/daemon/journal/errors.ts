/**
 * - `locked`: another process writes this journal.
 * - `damaged`: a record in the middle is altered, missing or out of order; a person must look.
 * - `foreign`: it belongs to another table.
 * - `unusable`: the folder or a file cannot be read or written.
 * - `full`: its disk has no room to begin; it can begin once there is room.
 * - `closed`: the journal was closed before the record was durable.
 */
export type JournalErrorCode = 'locked' | 'damaged' | 'foreign' | 'unusable' | 'full' | 'closed'

/** `message` says what is wrong, where, and what to do. */
export class JournalError extends Error {
  readonly code: JournalErrorCode

  constructor(code: JournalErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'JournalError'
    this.code = code
  }
}
