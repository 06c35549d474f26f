/** The records of a capture or a journal, for the commands that read one without a table. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { TableConfig } from '../base/config/table-config.ts'
import { Ending, EXIT_NO_INPUT } from '../base/process/exit-codes.ts'
import { reasonOf } from '../base/process/reason.ts'
import { progressText } from '../base/terminal/progress.ts'
import { diskFiles } from '../daemon/journal/files.ts'
import { readRecords } from '../daemon/journal/replay-input.ts'
import { captureReader } from '../daemon/pipeline/capture.ts'
import type { JournalRecord } from '../wire/record.ts'

export interface RecordFile {
  readonly records: AsyncIterable<JournalRecord>
  /** Whatever is open at the end of a capture ends with it; a journal continues where the daemon does. */
  readonly form: 'capture' | 'journal' | 'empty'
  /** Records reported on standard error and skipped so far. */
  readonly bad: () => number
}

/** @throws Ending if `file` cannot be read */
export const openRecords = async (file: string, config: TableConfig): Promise<RecordFile> => {
  let bad = 0
  const onBad = (path: string, line: number, reason: string) => {
    bad++
    process.stderr.write(`${path}:${line}: ${reason}; skipped\n`)
  }
  const step = readingBar(file)
  const unreadable = (error: unknown): never => {
    throw new Ending(EXIT_NO_INPUT, `${file} cannot be read: ${reasonOf(error)}`)
  }
  async function* readable<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* source
    } catch (error) {
      unreadable(error)
    }
  }
  const input = await readRecords(file, (each) => onBad(each.file, each.line, each.reason), diskFiles, step).catch(unreadable)
  async function* captured(): AsyncGenerator<JournalRecord> {
    if (input.form !== 'capture') return
    const reader = captureReader(config.devices)
    for await (const capture of readable(input.lines)) {
      const records = reader.line(capture)
      if (typeof records === 'string') onBad(file, capture.number, records)
      else yield* records
    }
    yield* reader.end()
  }
  return { records: input.form === 'journal' ? readable(input.records) : captured(), form: input.form, bad: () => bad }
}

/** A shorter reading needs no progress bar. */
const BAR_MS_MIN = 1000
const BAR_STEP_MS = 200

/** Shows progress on standard error, if that is a terminal and the records do not go to the same terminal. */
function readingBar(file: string): (bytes: number) => void {
  const { stderr, stdout } = process
  const total = stderr.isTTY && !stdout.isTTY ? bytesOf(file) : 0
  const startMs = performance.now()
  let read = 0
  let nextMs = startMs + BAR_MS_MIN
  let isShown = false
  process.once('exit', () => void (isShown && stderr.write('\r\u001b[K')))
  return (bytes) => {
    read += bytes
    const nowMs = performance.now()
    if (total === 0 || nowMs < nextMs) return
    nextMs = nowMs + BAR_STEP_MS
    isShown = true
    const megabytes = `${(read / 1e6).toFixed(0)} of ${(total / 1e6).toFixed(0)} MB`
    stderr.write(`\r${progressText(Math.min(read, total), total, megabytes, nowMs - startMs)}\u001b[K`)
  }
}

/** 0 if the size cannot be found; reading the file will report why. */
function bytesOf(file: string): number {
  try {
    const stat = statSync(file)
    if (!stat.isDirectory()) return stat.size
    return readdirSync(file).reduce((sum, name) => sum + (name.endsWith('.jsonl') ? statSync(join(file, name)).size : 0), 0)
  } catch {
    return 0
  }
}
