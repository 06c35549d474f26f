/** What somebody does who can write to a journal's folder, and knows how its lines are made. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestAfter, NO_RECORDS } from '../../../src/base/records/digest.ts'
import type { SigningKey } from '../../../src/base/records/seal.ts'
import { encodeLine } from '../../../src/daemon/journal/codec.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'

export const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()

export const linesIn = (folder: string): string[] =>
  segmentsIn(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))

export const recordsIn = (folder: string): JournalRecord[] =>
  linesIn(folder).map((line) => {
    const { synced: _synced, crc: _crc, ...record } = JSON.parse(line)
    return record
  })

/** All lines, in one segment. */
const write = (folder: string, text: string): void => {
  for (const name of segmentsIn(folder)) rmSync(join(folder, name))
  writeFileSync(join(folder, '000001.jsonl'), text)
}

/** The lines changed as they are: without new crcs. */
export const rewriteLines = (folder: string, change: (lines: string[]) => readonly string[]): void =>
  write(folder, `${change(linesIn(folder)).join('\n')}\n`)

export interface Forgery {
  /** Seals get the hash that fits; their signature is left, or made with that key, which the heads then name. */
  readonly seals?: 'hash' | SigningKey
}

/** The records changed, numbered anew, with crcs that fit. */
export const forge = (folder: string, change: (records: JournalRecord[]) => readonly JournalRecord[], { seals }: Forgery = {}): void => {
  let crc = 0
  let hash = NO_RECORDS
  let stream = ''
  const lines = change(recordsIn(folder)).map((given, index) => {
    const n = index + 1
    let record: JournalRecord = { ...given, n }
    if (record.kind === 'head') {
      stream = record.stream
      if (typeof seals === 'object') record = { ...record, publicKey: seals.publicKey }
    }
    if (record.kind === 'seal' && seals !== undefined) {
      const signed = { stream, seq: n - 1, hash, at: record.at }
      record = { ...record, covers: n - 1, hash, ...(seals === 'hash' ? {} : { signature: seals.sign(signed).signature }) }
    }
    const { n: _n, t, m, ...body } = record
    const line = encodeLine(m === undefined ? { n, t } : { n, t, m }, body, n - 1, crc)
    crc = line.crc
    hash = digestAfter(hash, record)
    return line.bytes.toString()
  })
  write(folder, lines.join(''))
}

/** Flips one bit of a file. */
export const flip = (path: string, at: number): void => {
  const bytes = readFileSync(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(path, bytes)
}
