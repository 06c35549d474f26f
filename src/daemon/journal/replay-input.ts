/**
 * Reads a file for replay: a journal (a segment file or the folder) or a capture, lines of `{"t":..,"device":"shoe","line":"C 1 1000 5S"}`.
 * Reports bad records with their place and skips them; no content makes it throw.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parseJson } from '../../base/records/shape.ts'
import type { JournalRecord } from '../../wire/record.ts'
import { decodeLine } from './codec.ts'
import { diskFiles, type JournalFiles } from './files.ts'
import { type FileLine, linesOf } from './lines.ts'
import { segmentsOf } from './recover.ts'

/** `t`: when the host received it, Unix ms. `device`: the device's name. `line`: the body, without `$`, `*` and CRC. */
export interface CaptureLine {
  readonly t: number
  readonly device: string
  readonly line: string
  /** 1 = first line of the file. */
  readonly number: number
}

export interface BadRecord {
  readonly file: string
  readonly line: number
  readonly reason: string
}

export type ReplayInput =
  | { readonly form: 'journal'; readonly records: AsyncIterable<JournalRecord> }
  | { readonly form: 'capture'; readonly lines: AsyncIterable<CaptureLine> }
  /** None of its lines was a record of either form; each was reported. */
  | { readonly form: 'empty' }

/** A TLP line has at most 240 bytes; frames of other drivers are longer, but none is as long as this. */
const CAPTURE_LINE_MAX = 1024

/** `onLine` gets the length of every line, including its end, to show progress. @throws Node's error if `path` cannot be read */
export async function readRecords(
  path: string,
  onBad: (bad: BadRecord) => void,
  files: JournalFiles = diskFiles,
  onLine: (bytes: number) => void = () => undefined,
): Promise<ReplayInput> {
  const paths = await inputFiles(path, files)
  const source = fileLines(paths, files, onLine)
  // The first line of a known form decides the form; the lines before it are judged by that form as well.
  const before: PlacedLine[] = []
  for (;;) {
    const next = await source.next()
    if (next.done === true) break
    before.push(next.value)
    const form = formOf(next.value.line)
    if (form !== null || before.length >= 1000) {
      const lines = joined(before, source)
      return form === 'journal' ? { form, records: journalRecords(lines, onBad) } : { form: 'capture', lines: captureLines(lines, onBad) }
    }
  }
  for (const { file, line } of before)
    if (!isBlank(line)) onBad({ file, line: line.number, reason: 'it is neither a journal record nor a line of a capture' })
  return { form: 'empty' }
}

async function inputFiles(path: string, files: JournalFiles): Promise<string[]> {
  if (files === diskFiles && !(await stat(path)).isDirectory()) return [path]
  return (await segmentsOf(path, files)).map((name) => join(path, name))
}

interface PlacedLine {
  readonly file: string
  readonly line: FileLine
}

async function* fileLines(paths: readonly string[], files: JournalFiles, onLine: (bytes: number) => void): AsyncGenerator<PlacedLine> {
  for (const path of paths) {
    const file = await files.open(path, 'read')
    try {
      for await (const line of linesOf(file)) {
        onLine(line.bytes.length + 1)
        yield { file: path, line }
      }
    } finally {
      await file.close()
    }
  }
}

async function* joined(before: readonly PlacedLine[], rest: AsyncGenerator<PlacedLine>): AsyncGenerator<PlacedLine> {
  try {
    yield* before
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

function isBlank(line: FileLine): boolean {
  return line.bytes.length < 1024 && line.bytes.toString('latin1').trim() === ''
}

function formOf(line: FileLine): 'journal' | 'capture' | null {
  const value = line.tooLong ? undefined : parseJson(line.bytes.toString('utf8'))
  if (!isObject(value)) return null
  if (typeof value.kind === 'string' && 'n' in value) return 'journal'
  return 'device' in value && 'line' in value ? 'capture' : null
}

async function* captureLines(lines: AsyncIterable<PlacedLine>, onBad: (bad: BadRecord) => void): AsyncGenerator<CaptureLine> {
  for await (const { file, line } of lines) {
    if (isBlank(line)) continue
    const value = line.tooLong ? undefined : parseJson(line.bytes.toString('utf8'))
    const fault = line.tooLong ? 'it is too long for a record' : captureFault(value)
    if (fault !== null || !isObject(value)) onBad({ file, line: line.number, reason: fault ?? '' })
    else yield { t: value.t as number, device: value.device as string, line: value.line as string, number: line.number }
  }
}

function captureFault(value: unknown): string | null {
  if (value === undefined) return 'it is not JSON'
  if (!isObject(value)) return 'it is not a JSON object'
  if (!Number.isFinite(value.t)) return 't is not a time in Unix ms'
  if (typeof value.device !== 'string' || !/^[a-z0-9-]{1,32}$/.test(value.device))
    return 'device is not a valid device name ([a-z0-9-]{1,32})'
  if (typeof value.line !== 'string' || value.line.length > CAPTURE_LINE_MAX)
    return `line is not text of at most ${CAPTURE_LINE_MAX} characters`
  return null
}

/** `seed` null: what comes before is unknown, so the chain resumes on trust. */
async function* journalRecords(lines: AsyncIterable<PlacedLine>, onBad: (bad: BadRecord) => void): AsyncGenerator<JournalRecord> {
  let seed: number | null = null
  let lastN: number | null = null
  for await (const { file, line } of lines) {
    if (isBlank(line)) continue
    const bad = (reason: string) => onBad({ file, line: line.number, reason })
    const result = line.tooLong ? { ok: false as const, fault: 'it is too long for a record' } : decodeLine(line.bytes)
    if (!result.ok) {
      bad(result.fault)
      seed = null
      continue
    }
    const { record, crc, crcBehind } = result.line
    if (lastN !== null && record.n <= lastN) {
      bad(`record ${record.n} comes after record ${lastN}`)
      continue
    }
    const first = lastN === null
    const gap = lastN !== null && record.n !== lastN + 1
    const known = first && record.n === 1 ? 0 : seed
    const altered = known !== null && !gap && crcBehind(known) !== crc
    if (gap && seed !== null) bad(`records ${(lastN ?? 0) + 1} to ${record.n - 1} are missing before it`)
    lastN = record.n
    seed = crc
    if (altered) bad(`record ${record.n} was altered: its crc does not match`)
    else yield record
  }
}
