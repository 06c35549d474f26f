/**
 * What a journal contains when it is opened. The longest valid prefix is kept; what a crash left after it is cut off:
 *
 *   ... record k-1 | torn, zeros or garbage          -> cut, nothing after it was ever acknowledged
 *   ... record k-1 | a whole record, wrong crc or n  -> damaged: altered, missing or out of order (F11)
 *   ... record k-1 | garbage | record, synced >= k   -> damaged: record k had been durable
 *
 * A journal whose first segments were released begins with a record `base`, which says what came before it.
 */
import { join } from 'node:path'
import { digestAfter, NO_RECORDS } from '../../base/records/digest.ts'
import type { JournalRecord, RecordOf } from '../../wire/record.ts'
import { type Chain, followChain, type Passed } from './chain.ts'
import type { FoundCheckpoint } from './checkpoint.ts'
import { decodeLine } from './codec.ts'
import { JournalError } from './errors.ts'
import type { JournalFiles } from './files.ts'
import { type FileLine, type LineStart, linesOf } from './lines.ts'
import { type Noted, type Noting, noting } from './noted.ts'

const SEGMENT = /^\d{6}\.jsonl$/

/** 1 -> `000001.jsonl` */
export function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.jsonl`
}

/** The number in a segment's name. */
export function segmentNumber(name: string): number {
  return Number.parseInt(name, 10)
}

/** The segment files of a folder, in order. */
export async function segmentsOf(folder: string, files: JournalFiles): Promise<string[]> {
  return (await files.list(folder)).filter((name) => SEGMENT.test(name)).sort()
}

/** The valid prefix. `cut`: what followed it, null if nothing did. */
export interface Recovered extends Noted {
  readonly segments: readonly string[]
  /** Number of the first record of each. */
  readonly firsts: readonly number[]
  /** Last record, 0 in an empty journal, and the crc and the hash after it. */
  readonly n: number
  readonly crc: number
  readonly hash: string
  /** Valid bytes of the last segment, and of all before it. */
  readonly bytes: number
  readonly closedBytes: number
  readonly cut: { readonly file: string; readonly line: number; readonly bytes: number; readonly reason: string } | null
  /** Marks of the requested records, by number. */
  readonly marks: ReadonlyMap<number, Mark>
  /** The record it begins with; null: record 1. */
  readonly base: RecordOf<'base'> | null
}

/** `crc`, `hash`: after the record. `start`: where its line begins, in the segment with that index. */
export interface Mark {
  readonly crc: number
  readonly hash: string
  readonly segment: number
  readonly start: LineStart
}

/**
 * `checkpoints`: those to look for on the way. `asked`: records whose hash is wanted.
 * @throws JournalError `damaged`, with file, line and reason
 */
export async function recover(
  folder: string,
  files: JournalFiles,
  checkpoints: readonly Pick<FoundCheckpoint, 'checkpoint' | 'sha256'>[] = [],
  asked: readonly number[] = [],
): Promise<Recovered> {
  const { segments, chain, base } = await beginning(folder, await segmentsOf(folder, files), files)
  const marks = new Map<number, Mark>()
  const notes = noting(checkpoints)
  const wanted = new Set([...asked, ...checkpoints.flatMap(({ checkpoint }) => [checkpoint.n, checkpoint.from])])
  let bytes = 0
  let closedBytes = 0
  let cut: Recovered['cut'] = null
  const firsts: number[] = []
  for (const [index, name] of segments.entries()) {
    firsts.push(chain.n + 1)
    const expected = segmentName(segmentNumber(segments[0] ?? '') + index)
    if (name !== expected) throw damaged(join(folder, expected), 1, 'this file of the journal is missing')
    const path = join(folder, name)
    const mark = (number: number, offset: number): void => {
      if (wanted.has(chain.n)) marks.set(chain.n, { crc: chain.crc, hash: chain.hash, segment: index, start: { number, offset } })
    }
    const end = await scanSegment(path, files, chain, passing(path, chain, mark, notes))
    closedBytes += bytes
    bytes = end.bytes
    if (end.cut === null) continue
    // A segment is closed only when all of it is durable, so nothing after that can be torn.
    if (index < segments.length - 1) throw damaged(end.cut.file, end.cut.line, end.cut.reason)
    cut = end.cut
  }
  const fault = notes.end(chain.n)
  if (fault !== null) throw damaged(join(folder, segments.at(-1) ?? ''), 1, fault)
  return { segments, firsts, n: chain.n, crc: chain.crc, hash: chain.hash, bytes, closedBytes, cut, marks, base, ...notes.found() }
}

const passing = (path: string, chain: Chain, mark: (number: number, offset: number) => void, notes: Noting): Passed => {
  let line = 0
  return {
    record: (number, offset) => {
      line = number
      mark(number, offset)
    },
    noted: (bytes) => {
      const result = decodeLine(bytes)
      const fault = result.ok ? notes.note(result.line.record, chain) : null
      if (fault !== null) throw damaged(path, line, fault)
    },
  }
}

interface Beginning {
  readonly segments: readonly string[]
  readonly chain: Chain
  readonly base: RecordOf<'base'> | null
}

/** What precedes the first record: nothing, or released records, as a segment describes them. A crash may have left some of their files. */
export async function beginning(folder: string, segments: readonly string[], files: JournalFiles): Promise<Beginning> {
  const [first] = segments
  if (first === undefined || segmentNumber(first) === 1)
    return { segments, chain: { n: 0, crc: 0, hash: NO_RECORDS, hashBefore: NO_RECORDS }, base: null }
  for (const [index, name] of segments.entries()) {
    const base = await firstRecord(join(folder, name), files)
    if (base?.kind !== 'base') continue
    const { n, hash, chain } = base
    return { segments: segments.slice(index), chain: { n: n - 1, crc: Number.parseInt(chain, 16), hash, hashBefore: hash }, base }
  }
  throw damaged(join(folder, segmentName(1)), 1, `this file of the journal is missing, and ${first} does not say what came before it`)
}

async function firstRecord(path: string, files: JournalFiles): Promise<JournalRecord | null> {
  const file = await files.open(path, 'read')
  try {
    for await (const { bytes } of linesOf(file)) {
      const result = decodeLine(bytes)
      return result.ok ? result.line.record : null
    }
    return null
  } finally {
    await file.close()
  }
}

async function scanSegment(path: string, files: JournalFiles, chain: Chain, passed: Passed): Promise<Pick<Recovered, 'bytes' | 'cut'>> {
  const file = await files.open(path, 'read')
  try {
    const rest = await followChain(file, chain, passed)
    let bytes = rest.offset
    let bad: { line: number; reason: string } | null = null
    for await (const line of linesOf(file, rest)) {
      if (bad !== null) {
        refuseDurable(path, bad, line, chain.n + 1)
        continue
      }
      const verdict = follow(line, chain)
      if (verdict === null) {
        bytes = line.offset + line.bytes.length + 1
        passed.record(line.number, line.offset)
        passed.noted(line.bytes)
      } else if (verdict.torn) bad = { line: line.number, reason: verdict.reason }
      else throw damaged(path, line.number, verdict.reason)
    }
    const cut = bad === null ? null : { file: path, line: bad.line, bytes: (await file.size()) - bytes, reason: bad.reason }
    return { bytes, cut }
  } finally {
    await file.close()
  }
}

/** null: the line continues the chain, which is advanced. */
function follow(line: FileLine, chain: Chain): { readonly reason: string; readonly torn: boolean } | null {
  if (line.tooLong) return { reason: 'it is too long for a record', torn: true }
  if (!line.ended) return { reason: 'its end is missing', torn: true }
  const result = decodeLine(line.bytes)
  if (!result.ok) return { reason: result.fault, torn: !result.parsed }
  const { record, crc, crcBehind } = result.line
  if (record.n !== chain.n + 1) {
    const reason =
      record.n > chain.n
        ? `records ${chain.n + 1} to ${record.n - 1} are missing before record ${record.n}`
        : `record ${record.n} comes after record ${chain.n}`
    return { reason, torn: false }
  }
  if (crcBehind(chain.crc) !== crc)
    return { reason: `record ${record.n} or the one before it was altered: the crc does not match`, torn: false }
  chain.n = record.n
  chain.crc = crc
  chain.hashBefore = chain.hash
  chain.hash = digestAfter(chain.hash, record)
  return null
}

/** After a line that looks torn: a later record that says record `lost` was durable proves damage instead. */
function refuseDurable(path: string, bad: { readonly line: number; readonly reason: string }, later: FileLine, lost: number): void {
  if (later.tooLong || !later.ended) return
  const result = decodeLine(later.bytes)
  if (result.ok && result.line.synced >= lost)
    throw damaged(path, bad.line, `record ${lost} had been written to disk and cannot be read: ${bad.reason}`)
}

function damaged(file: string, line: number, reason: string): JournalError {
  return new JournalError(
    'damaged',
    `${file}:${line}: the journal is damaged: ${reason}. The daemon does not start. Keep a copy of the folder as evidence; ` +
      'then restore it from the audit sink or a backup, or move it away and start with an empty one',
  )
}

/** Streams the records of the valid prefix from number `from` on. */
export async function* recordsOf(
  folder: string,
  { segments, n: upTo, marks }: Recovered,
  from: number,
  files: JournalFiles,
): AsyncGenerator<JournalRecord> {
  const mark = marks.get(from)
  if (from > upTo) return
  for (const [index, name] of segments.entries()) {
    if (mark && index < mark.segment) continue
    const file = await files.open(join(folder, name), 'read')
    try {
      for await (const line of linesOf(file, mark?.segment === index ? mark.start : undefined)) {
        const result = decodeLine(line.bytes)
        if (!result.ok) throw damaged(join(folder, name), line.number, result.fault)
        const { record } = result.line
        if (record.n > upTo) return
        if (record.n >= from) yield record
        if (record.n === upTo) return
      }
    } finally {
      await file.close()
    }
  }
}
