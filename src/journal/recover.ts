/**
 * What a journal holds when it is opened. The longest valid prefix is kept; what a crash left behind it is cut:
 *
 *   ... record k-1 | torn, zeros or garbage          -> cut, nothing behind it was ever acknowledged
 *   ... record k-1 | a whole record, wrong crc or n  -> damaged: altered, missing or out of order (F11)
 *   ... record k-1 | garbage | record, synced >= k   -> damaged: record k had been durable
 */
import { join } from 'node:path'
import { decodeLine } from './codec.ts'
import { JournalError } from './errors.ts'
import type { JournalFiles } from './files.ts'
import { type FileLine, linesOf } from './lines.ts'
import type { JournalRecord } from './record.ts'

const SEGMENT = /^\d{6}\.jsonl$/

/** 1 -> `000001.jsonl` */
export function segmentName(number: number): string {
  return `${String(number).padStart(6, '0')}.jsonl`
}

/** Segment files of a folder in order. */
export async function segmentsOf(folder: string, files: JournalFiles): Promise<string[]> {
  return (await files.list(folder)).filter((name) => SEGMENT.test(name)).sort()
}

/** The valid prefix. `cut`: what was behind it, null when nothing was. */
export interface Recovered {
  readonly segments: readonly string[]
  /** Last record, 0 in an empty journal. */
  readonly n: number
  readonly crc: number
  /** Valid bytes of the last segment. */
  readonly bytes: number
  readonly cut: { readonly file: string; readonly line: number; readonly bytes: number; readonly reason: string } | null
}

interface Chain {
  n: number
  crc: number
}

/** @throws JournalError `damaged`, with file, line and reason */
export async function recover(folder: string, files: JournalFiles): Promise<Recovered> {
  const segments = await segmentsOf(folder, files)
  const chain: Chain = { n: 0, crc: 0 }
  let bytes = 0
  let cut: Recovered['cut'] = null
  for (const [index, name] of segments.entries()) {
    if (name !== segmentName(index + 1)) throw damaged(join(folder, segmentName(index + 1)), 1, 'this file of the journal is missing')
    const end = await scanSegment(join(folder, name), files, chain)
    bytes = end.bytes
    if (end.cut === null) continue
    // A segment is closed only when all of it is durable: behind it nothing can be torn.
    if (index < segments.length - 1) throw damaged(end.cut.file, end.cut.line, end.cut.reason)
    cut = end.cut
  }
  return { segments, n: chain.n, crc: chain.crc, bytes, cut }
}

async function scanSegment(path: string, files: JournalFiles, chain: Chain): Promise<Pick<Recovered, 'bytes' | 'cut'>> {
  const file = await files.open(path, 'read')
  try {
    let bytes = 0
    let bad: { line: number; reason: string } | null = null
    for await (const line of linesOf(file)) {
      if (bad !== null) {
        refuseDurable(path, bad, line, chain.n + 1)
        continue
      }
      const verdict = follow(line, chain)
      if (verdict === null) bytes = line.offset + line.bytes.length + 1
      else if (verdict.torn) bad = { line: line.number, reason: verdict.reason }
      else throw damaged(path, line.number, verdict.reason)
    }
    const cut = bad === null ? null : { file: path, line: bad.line, bytes: (await file.size()) - bytes, reason: bad.reason }
    return { bytes, cut }
  } finally {
    await file.close()
  }
}

/** null: the line continues the chain, which is moved on. */
function follow(line: FileLine, chain: Chain): { readonly reason: string; readonly torn: boolean } | null {
  if (line.tooLong) return { reason: 'it is longer than any record', torn: true }
  if (!line.ended) return { reason: 'its end is missing', torn: true }
  const result = decodeLine(line.bytes)
  if (!result.ok) return { reason: result.fault, torn: !result.parsed }
  const { record, crc, crcBehind } = result.line
  if (record.n !== chain.n + 1) {
    const reason =
      record.n > chain.n
        ? `records ${chain.n + 1} to ${record.n - 1} are missing before record ${record.n}`
        : `record ${record.n} stands behind record ${chain.n}`
    return { reason, torn: false }
  }
  if (crcBehind(chain.crc) !== crc)
    return { reason: `record ${record.n} or the one before it was altered: the crc does not fit`, torn: false }
  chain.n = record.n
  chain.crc = crc
  return null
}

/** Behind a line that looks torn: a later record that knew record `lost` to be durable proves damage instead. */
function refuseDurable(path: string, bad: { readonly line: number; readonly reason: string }, later: FileLine, lost: number): void {
  if (later.tooLong || !later.ended) return
  const result = decodeLine(later.bytes)
  if (result.ok && result.line.synced >= lost) throw damaged(path, bad.line, `record ${lost} was durable and is unreadable: ${bad.reason}`)
}

function damaged(file: string, line: number, reason: string): JournalError {
  return new JournalError(
    'damaged',
    `${file}:${line}: the journal is damaged: ${reason}. The daemon does not go on by itself. Keep a copy of the folder as evidence; ` +
      'then restore it from the audit sink or a backup, or move it away and start with an empty one',
  )
}

/** The records of the valid prefix, streamed. `upTo`: the last record to give. */
export async function* recordsOf(
  folder: string,
  segments: readonly string[],
  upTo: number,
  files: JournalFiles,
): AsyncGenerator<JournalRecord> {
  for (const name of segments) {
    const file = await files.open(join(folder, name), 'read')
    try {
      for await (const line of linesOf(file)) {
        const result = decodeLine(line.bytes)
        if (!result.ok) throw damaged(join(folder, name), line.number, result.fault)
        if (result.line.record.n > upTo) return
        yield result.line.record
        if (result.line.record.n === upTo) return
      }
    } finally {
      await file.close()
    }
  }
}
