/** Shared by the commands that read a file without a table: wrong options, the configuration, the records, the output. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { loadConfig } from '../daemon/config/load.ts'
import { formatProblems } from '../daemon/config/problems.ts'
import type { TableConfig } from '../daemon/config/table-config.ts'
import { reasonOf } from '../daemon/journal/errors.ts'
import { diskFiles } from '../daemon/journal/files.ts'
import { readRecords } from '../daemon/journal/replay-input.ts'
import { captureReader } from '../daemon/pipeline/capture.ts'
import { Ending, EXIT_CONFIG, EXIT_NO_INPUT, EXIT_USAGE } from '../daemon/process/exit-codes.ts'
import { progressText } from '../daemon/process/progress.ts'
import type { JournalRecord } from '../wire/record.ts'

/**
 * Parses a command's arguments by these options.
 * @throws Ending, with the reason and the help, if they are wrong
 */
export const readArgs = <C extends ParseArgsConfig>(config: C, help: string): ReturnType<typeof parseArgs<C>> => {
  try {
    return parseArgs(config)
  } catch (error) {
    // It explains at length how to pass a positional argument; only its first sentence is of use here.
    const [first] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw new Ending(EXIT_USAGE, `${first}\n\n${help}`)
  }
}

/** @throws Ending if the configuration is bad, or has several tables and none is named */
export const readTable = (config: string, table: string | null, option = '--table'): TableConfig => {
  const read = loadConfig(config, { purpose: 'replay' })
  if (!read.ok) throw new Ending(EXIT_CONFIG, formatProblems(config, read.problems))
  const found = table === null ? read.tables : read.tables.filter((each) => each.table === table)
  const [only] = found
  if (!only || found.length > 1) {
    const names = read.tables.map((each) => each.table).join(', ')
    const has = table === null ? `several tables (${names}): choose one with ${option}` : `no table ${table}; it has ${names}`
    throw new Ending(EXIT_USAGE, `${config} has ${has}`)
  }
  return only
}

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

/** Prints, and waits if the reader of the pipe is slower. */
export const print = async (text: string): Promise<void> => {
  if (text !== '' && !process.stdout.write(text)) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

/** Runs a command to its exit code. If the reader has seen enough (`| head`), the command ends; that is no error. */
export const runCommand = async (command: (args: readonly string[]) => Promise<number>): Promise<void> => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  // Nobody reads the notices any more: the book, which prints nothing else, goes on.
  process.stderr.on('error', () => undefined)
  try {
    process.exitCode = await command(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Ending)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = error.code
  }
}
