/**
 * How much of the journal the broker and the audit sink have, kept in a small file beside it, so that a daemon that was killed goes on from
 * there and skips nothing. The file is up to a second old, so some records are sent twice; subscribers recognise them by id. It is not a
 * record: if it is lost or torn, the whole `log` is sent once more.
 */
import { constants } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '../../base/process/reason.ts'
import { isObject, parseJson } from '../../base/records/shape.ts'
import { openRegular, readRegular } from './files.ts'

/** The cursor's file as a port: a test can put a forgetful disk behind it. */
export interface CursorFiles {
  readText(path: string): Promise<string>
  /** Leaves either the whole new file or the old one, whatever happens meanwhile. */
  replace(path: string, text: string): Promise<void>
}

const { O_WRONLY, O_CREAT, O_TRUNC } = constants
const FILE_MODE = 0o640

const cursorFiles: CursorFiles = {
  readText: readRegular,
  replace: async (path, text) => {
    const file = await openRegular(`${path}.new`, O_WRONLY | O_CREAT | O_TRUNC, FILE_MODE)
    try {
      await file.writeFile(text)
    } finally {
      await file.close()
    }
    await rename(`${path}.new`, path)
  },
}

/** The newest message delivered, and a record that precedes the next one. */
export interface DeliveredTo {
  readonly number: number
  readonly record: number
}

/** All records up to `seq` with their hash (`src/base/records/digest.ts`); `boot`: the daemon's start that wrote record `seq`. */
export interface Held {
  readonly seq: number
  readonly boot: number
  readonly hash: string
}

export interface Cursor {
  /** What the broker has acknowledged; null: nothing yet. */
  readonly events: DeliveredTo | null
  readonly log: DeliveredTo | null
  /** How far an audit sink is known to have the same records; null: none has reported. */
  readonly held: Held | null
}

const CURSOR_FILE = 'delivered.json'
const BYTES_MAX = 4096

/** Where the journal ends: what came after it was cut off, and is written again. */
export interface JournalEnd {
  readonly stream: string
  readonly n: number
  /** Sequence number of the last event. */
  readonly sequence: number
}

/** null: there is no cursor for this journal. Never rejects. */
export const readCursor = async (
  folder: string,
  { stream, n, sequence }: JournalEnd,
  files: CursorFiles = cursorFiles,
): Promise<Cursor | null> => {
  const text = await files.readText(join(folder, CURSOR_FILE)).catch(() => '')
  const value = parseJson(text.slice(0, BYTES_MAX))
  if (!isObject(value) || value.stream !== stream) return null
  const within = (numberMax: number, at: DeliveredTo | null): DeliveredTo | null =>
    at === null ? null : { number: Math.min(at.number, numberMax), record: Math.min(at.record, n) }
  const held = heldOf(value.held)
  return {
    events: within(sequence, placeOf(value.events)),
    log: within(n, placeOf(value.log)),
    held: held !== null && held.seq <= n ? held : null,
  }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0

const placeOf = (value: unknown): DeliveredTo | null => {
  if (!isObject(value)) return null
  const { number, record } = value
  return isCount(number) && isCount(record) ? { number, record } : null
}

const heldOf = (value: unknown): Held | null => {
  if (!isObject(value)) return null
  const { seq, boot, hash } = value
  return isCount(seq) && isCount(boot) && typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? { seq, boot, hash } : null
}

export interface CursorKeeper {
  /** Writes the present position unless it is written already. Resolves when that is done; never rejects. */
  keep(now: Cursor): Promise<void>
}

/** `warn`: called once, until the file can be written again. */
export const cursorKeeper = (
  folder: string,
  stream: string,
  warn: (text: string) => void,
  files: CursorFiles = cursorFiles,
): CursorKeeper => {
  const path = join(folder, CURSOR_FILE)
  let last = ''
  let isFailing = false
  let writing: Promise<void> = Promise.resolve()
  const write = async (text: string): Promise<void> => {
    if (text === last) return
    try {
      await files.replace(path, text)
      last = text
      isFailing = false
    } catch (error) {
      if (!isFailing) warn(`${path} cannot be written: ${reasonOf(error)}. After a restart more is sent twice`)
      isFailing = true
    }
  }
  return {
    keep: ({ events, log, held }) => {
      const text = `${JSON.stringify({ stream, events, log, held })}\n`
      writing = writing.then(() => write(text))
      return writing
    },
  }
}
