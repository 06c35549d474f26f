/**
 * Is this journal the one that the table wrote? Every record is read and checked, in order: the chain of crcs, the hash that anybody
 * computes who received all of `log`, every seal and its signature, and what was kept of the journal elsewhere. Nothing is written, and
 * only Node is needed. It stops at the first error.
 */
import { join } from 'node:path'
import { digestAfter, NO_RECORDS } from '../../base/records/digest.ts'
import { decodeLine } from '../../daemon/journal/codec.ts'
import { isSealed } from '../../daemon/journal/doubts.ts'
import type { JournalFiles } from '../../daemon/journal/files.ts'
import { headDoubt, type KeptHead } from '../../daemon/journal/kept-head.ts'
import { type FileLine, linesOf } from '../../daemon/journal/lines.ts'
import { followFault, headOf, sealFault } from '../../daemon/journal/noted.ts'
import { beginning, segmentName, segmentNumber, segmentsOf } from '../../daemon/journal/recover.ts'
import type { HeadBody, JournalRecord, RecordOf } from '../../wire/record.ts'
import { bookFault, type KeptByBook } from './book.ts'

export interface VerifyOptions {
  /** Trusted public keys, base64 of their DER form; none: the keys named in the journal, which the report shows. */
  readonly keys: readonly string[]
  /** What somebody kept of it. */
  readonly heads: readonly KeptHead[]
  /** What books have signed about it. @default none */
  readonly books?: readonly KeptByBook[]
  readonly files: JournalFiles
  /** Gets every record that is right. */
  readonly onRecord?: (record: JournalRecord) => void
}

/** `n`: the record; null: it is not a record, or no single one. */
export interface Fault {
  readonly file: string
  readonly line: number | null
  readonly n: number | null
  readonly reason: string
}

/** The journal up to the first fault. Times in Unix ms, by the machine's clock. */
export interface JournalReport {
  readonly fault: Fault | null
  readonly segments: number
  readonly firstN: number
  readonly n: number
  readonly firstMs: number
  readonly lastMs: number
  readonly head: HeadBody | null
  readonly seals: number
  /** The last record that a seal covers, 0: none. */
  readonly sealedTo: number
  /** Each key, and the first record that named it. */
  readonly keys: readonly { readonly publicKey: string; readonly n: number }[]
  readonly starts: number
  readonly software: readonly string[]
  readonly accepted: readonly RecordOf<'accepted'>[]
  /** The last line is incomplete: the daemon is writing it, or lost power. */
  readonly isTorn: boolean
}

export async function verifyJournal(folder: string, options: VerifyOptions): Promise<JournalReport> {
  const { files } = options
  const found = await segmentsOf(folder, files)
  // Leftovers of a release count as released; if no segment says what came before it, the first one will show that.
  const segments = await beginning(folder, found, files).then(
    (each) => each.segments,
    () => found,
  )
  const check = checking(options)
  const stopped = (fault: Fault | null, isTorn = false): JournalReport => ({ ...check.report(), fault, isTorn, segments: segments.length })
  let isTorn = false
  for (const [index, name] of segments.entries()) {
    const path = join(folder, name)
    const expected = segmentName(segmentNumber(segments[0] ?? '') + index)
    if (name !== expected)
      return stopped({ file: join(folder, expected), line: null, n: null, reason: 'this file of the journal is missing' })
    const file = await files.open(path, 'read')
    try {
      for await (const line of linesOf(file)) {
        isTorn = !line.ended && index === segments.length - 1
        const wrong = isTorn ? null : check.line(line)
        if (wrong !== null) return stopped({ file: path, line: line.number, ...wrong })
      }
    } finally {
      await file.close()
    }
  }
  const left = check.end()
  return stopped(left === null ? null : { file: folder, line: null, ...left }, isTorn)
}

type Wrong = Pick<Fault, 'n' | 'reason'>

/** What has been read so far. */
interface Reading {
  readonly options: VerifyOptions
  /** Records whose hashes are compared. */
  readonly asked: ReadonlySet<number>
  readonly hashes: Map<number, string>
  readonly keys: { readonly publicKey: string; readonly n: number }[]
  readonly accepted: RecordOf<'accepted'>[]
  readonly software: Set<string>
  readonly chain: { n: number; crc: number; hash: string; hashBefore: string }
  first: JournalRecord | null
  lastMs: number
  head: HeadBody | null
  seals: number
  sealedTo: number
  starts: number
  /** A record that named another key, until a person's order for it is found. */
  unordered: number | null
  /** The seal of the last stop. */
  endedN: number
  releasedTo: number
}

function checking(options: VerifyOptions) {
  const ofBooks = (options.books ?? []).flatMap(({ head: { seq, seal, sealed } }) => [seq, seal?.seq ?? seq, sealed?.seq ?? seq])
  const reading: Reading = {
    options,
    asked: new Set([...options.heads.map(({ seq }) => seq), ...ofBooks]),
    ...{ hashes: new Map(), keys: [], accepted: [], software: new Set() },
    chain: { n: 0, crc: 0, hash: NO_RECORDS, hashBefore: NO_RECORDS },
    ...{ first: null, lastMs: 0, head: null, seals: 0, sealedTo: 0, starts: 0, unordered: null, endedN: -1, releasedTo: 0 },
  }
  return {
    line: (line: FileLine) => lineFault(reading, line),
    /** Everything was read: checks what only the whole journal can show. */
    end: () => bookFaultIn(reading) ?? keptFault(reading) ?? wholeFault(reading),
    report: () => {
      const { first, chain, lastMs, head, seals, sealedTo, keys, starts, software, accepted } = reading
      const span = { firstN: first?.n ?? 1, n: chain.n, firstMs: first?.t ?? 0, lastMs }
      return { ...span, head, seals, sealedTo, keys, starts, software: [...software], accepted }
    },
  }
}

function lineFault(reading: Reading, { bytes, tooLong }: FileLine): Wrong | null {
  const { chain } = reading
  const result = tooLong ? { ok: false as const, fault: 'it is too long for a record' } : decodeLine(bytes)
  if (!result.ok) return { n: chain.n + 1, reason: result.fault }
  const { record, crc, crcBehind } = result.line
  const { n } = record
  if (reading.first === null && record.kind === 'base')
    Object.assign(chain, { n: n - 1, crc: Number.parseInt(record.chain, 16), hash: record.hash, hashBefore: record.hash })
  if (n !== chain.n + 1) return { n, reason: orderFault(n, chain.n) }
  if (crcBehind(chain.crc) !== crc) return { n, reason: 'it or the record before it was altered: the crc does not match' }
  Object.assign(chain, { n, crc, hash: digestAfter(chain.hash, record), hashBefore: chain.hash })
  const reason = followFault(record, reading.endedN) ?? recordFault(reading, record)
  if (reason !== null) return { n, reason }
  reading.first ??= record
  reading.lastMs = record.t
  if (reading.asked.has(n)) reading.hashes.set(n, chain.hash)
  reading.options.onRecord?.(record)
  return null
}

function recordFault(reading: Reading, record: JournalRecord): string | null {
  switch (record.kind) {
    case 'head':
      return headFault(reading, record, record.n)
    case 'base':
      return record.hash === reading.chain.hashBefore
        ? headFault(reading, headOf(record), record.n)
        : 'it gives a wrong hash for the records before it'
    case 'seal':
      return sealedFault(reading, record)
    case 'accepted':
      reading.accepted.push(record)
      reading.unordered = null
      return null
    case 'released':
      reading.releasedTo = Math.max(reading.releasedTo, record.to)
      return null
    case 'start':
      reading.starts += 1
      reading.software.add(record.code === undefined ? record.software : `${record.software} (code ${record.code})`)
      return reading.unordered === null ? null : `record ${reading.unordered} named another key, and no person ordered it`
    default:
      return null
  }
}

function headFault(reading: Reading, next: HeadBody, n: number): string | null {
  const { keys, head: before } = reading
  const { keys: trusted } = reading.options
  const { publicKey } = next
  reading.head = next
  if (before !== null && nameOf(before) !== nameOf(next)) return `it names ${nameOf(next)}, but the journal is that of ${nameOf(before)}`
  if (publicKey === undefined) return before?.publicKey === undefined ? null : 'it names no key any more'
  if (trusted.length > 0 && !trusted.includes(publicKey)) return `it names a key other than those given: ${publicKey}`
  if (before?.publicKey !== undefined && before.publicKey !== publicKey) reading.unordered = n
  if (keys.every((each) => each.publicKey !== publicKey)) keys.push({ publicKey, n })
  return null
}

function sealedFault(reading: Reading, record: RecordOf<'seal'>): string | null {
  const { chain, head } = reading
  const fault = sealFault(record, chain)
  if (fault !== null) return fault
  if (head?.publicKey === undefined) return 'it is a seal, but no head before it names a key'
  if (!isSealed(head.stream, head.publicKey, record))
    return `the signature of the seal over the records up to ${record.covers} is not valid`
  reading.seals += 1
  reading.sealedTo = record.covers
  if (record.end) reading.endedN = record.n
  return null
}

/** What vouches for the journal as it was read. */
const witnessOf = ({ head, first, chain, hashes }: Reading) => ({
  stream: head?.stream ?? null,
  publicKey: null,
  firstN: first?.n ?? 1,
  n: chain.n,
  hashBehind: (at: number) => hashes.get(at) ?? null,
})

function bookFaultIn(reading: Reading): Wrong | null {
  for (const kept of reading.options.books ?? []) {
    const { head, chain, sealedTo } = reading
    const reason = bookFault(kept, { ...witnessOf(reading), head, hash: chain.hash, sealedTo })
    if (reason !== null) return { n: null, reason }
  }
  return null
}

function keptFault(reading: Reading): Wrong | null {
  const { accepted, keys, options } = reading
  const trusted = options.keys
  const known = accepted.flatMap((record) => record.heads)
  for (const kept of options.heads) {
    if (kept.seq === 0 || known.some(({ seq, hash }) => seq === kept.seq && hash === kept.hash)) continue
    const signer = kept.sealed?.publicKey
    if (signer !== undefined && trusted.length > 0 && !trusted.includes(signer))
      return { n: null, reason: `${kept.source} was signed with a key other than those given` }
    if (signer !== undefined && trusted.length === 0 && keys.every(({ publicKey }) => publicKey !== signer))
      return { n: null, reason: `${kept.source} was signed with a key other than the one the journal names` }
    const doubt = headDoubt(kept, witnessOf(reading))
    if (doubt !== null) return { n: null, reason: doubt }
  }
  return null
}

function wholeFault({ first, chain, releasedTo, seals, head, starts }: Reading): Wrong | null {
  if (first !== null && releasedTo < first.n - 1)
    return { n: first.n, reason: `it is the first one here, but only those up to ${releasedTo} were released` }
  if (chain.n > 0 && seals === 0 && head?.publicKey !== undefined && starts > 0)
    return { n: null, reason: 'it names a key but contains no seal, so nothing vouches for its records' }
  return null
}

const orderFault = (n: number, before: number): string =>
  n > before ? `records ${before + 1} to ${n - 1} are missing before it` : `it comes after record ${before}`

const nameOf = ({ property, pit, table, stream }: HeadBody): string => `${property}/${pit}/${table}, stream ${stream}`
