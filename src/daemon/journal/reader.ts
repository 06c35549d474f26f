/** Reads a journal while it is being written: in order, a few records at a time, up to what is on stable storage. */
import { join } from 'node:path'
import type { JournalRecord } from '../../wire/record.ts'
import { decodeLine } from './codec.ts'
import { JournalError } from './errors.ts'
import type { JournalFiles } from './files.ts'
import { type LineStart, linesOf } from './lines.ts'
import { segmentName } from './recover.ts'

export interface JournalReader {
  /** The next records, at most `max`; none: there are no more yet. @throws JournalError, or the disk's error */
  read(max: number): Promise<readonly JournalRecord[]>
}

/** A growing journal: the number of each segment's first record, and of the last record on stable storage. */
export interface Growing {
  /** The number of the first segment. */
  readonly firstSegment: number
  readonly firsts: readonly number[]
  readonly durableN: number
}

export function journalReader(folder: string, files: JournalFiles, now: () => Growing, after: number): JournalReader {
  let next = after + 1
  let { firstSegment: segment } = now()
  segment += Math.max(
    0,
    now().firsts.findLastIndex((first) => first <= next),
  )
  let start: LineStart | undefined

  const readSegment = async (records: JournalRecord[], max: number): Promise<void> => {
    const path = join(folder, segmentName(segment))
    const file = await files.open(path, 'read')
    try {
      for await (const line of linesOf(file, start)) {
        if (!line.ended || next > now().durableN || records.length >= max) return
        const result = decodeLine(line.bytes)
        if (!result.ok) throw new JournalError('damaged', `${path}:${line.number}: ${result.fault}`)
        const { record } = result.line
        if (record.n > now().durableN) return
        start = { number: line.number + 1, offset: line.offset + line.bytes.length + 1 }
        if (record.n < next) continue
        records.push(record)
        next = record.n + 1
      }
    } finally {
      await file.close()
    }
  }

  return {
    read: async (max) => {
      const records: JournalRecord[] = []
      // Somebody else holds the records released meanwhile.
      if (segment < now().firstSegment) {
        segment = now().firstSegment
        next = Math.max(next, now().firsts[0] ?? next)
        start = undefined
      }
      while (records.length < max && next <= now().durableN) {
        await readSegment(records, max)
        const { firstSegment, firsts } = now()
        if (firsts[segment + 1 - firstSegment] !== next) break
        segment += 1
        start = undefined
      }
      return records
    },
  }
}
