/** What somebody may do to a journal between two starts: a row each, with what finds it. */
import assert from 'node:assert/strict'
import { appendFileSync, cpSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSigningKey, signingKeyOf } from '../../../src/base/records/seal.ts'
import { encodeLine } from '../../../src/daemon/journal/codec.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { KEY } from '../../daemon/pipeline/daemon.ts'
import { flip, forge, linesIn, recordsIn, rewriteLines, segmentsIn } from './forging.ts'

export const OTHER_KEY = signingKeyOf(newSigningKey())
const FIRST = '000001.jsonl'

/** Folders of one table: the journal, and where its head is kept outside. `older`: all of it as it was after half of the play. */
export interface Table {
  readonly journal: string
  readonly head: string
  readonly older: string
}

const isPlayed = ({ kind }: JournalRecord): boolean => kind === 'line'
/** A line of the middle: what it says is changed by a digit. */
const altered = (records: readonly JournalRecord[]): JournalRecord[] => {
  const at = records.findIndex((record, index) => index > records.length / 3 && isPlayed(record))
  return records.map((record, index) =>
    index === at && record.kind === 'line'
      ? { ...record, line: record.line.replace(/\d(?=\D*$)/, (digit) => String((Number(digit) + 1) % 10)) }
      : record,
  )
}
const middleLine = (lines: readonly string[]): number =>
  lines.findIndex((line, index) => index > lines.length / 3 && line.includes('"kind":"line"'))

interface Alteration {
  readonly what: string
  readonly alter: (table: Table) => void
  /** Who finds it, of itself or with what was kept. */
  readonly start: RegExp | null
  readonly verify: RegExp | null
  /** The head is kept in the journal's own folder, as it is where nobody configured it. */
  readonly isInside?: true
  /** Told by the broker or the audit sink: nothing on this machine knows. */
  readonly isHeard?: true
}

const DAMAGED = /crc does not match|altered|not JSON|not a JSON object|missing/
export const ROLLED_BACK = /covers record \d+, but the journal ends at record \d+/
const OTHER = /made from other records|not those that record \d+ sealed|records the checkpoint was made from|not the ones/

export const ALTERATIONS: readonly Alteration[] = [
  { what: 'a bit flipped in the first record', alter: ({ journal }) => flip(join(journal, FIRST), 40), start: DAMAGED, verify: DAMAGED },
  { what: 'a bit flipped in the middle', alter: ({ journal }) => flip(join(journal, FIRST), 9000), start: DAMAGED, verify: DAMAGED },
  {
    what: 'a bit flipped in the last record',
    alter: ({ journal }) =>
      rewriteLines(journal, (lines) => [...lines.slice(0, -1), (lines.at(-1) ?? '').replace('"covers":', '"cowers":')]),
    start: /wrong type|crc/,
    verify: /wrong type|crc/,
  },
  {
    what: 'a card altered, with a crc for its own line',
    alter: ({ journal }) =>
      rewriteLines(journal, (lines) => {
        const at = middleLine(lines)
        const { n, t, m, synced, crc: _crc, ...body } = JSON.parse(lines[at] ?? '')
        const seed = Number.parseInt(JSON.parse(lines[at - 1] ?? '').crc, 16)
        return lines.with(
          at,
          encodeLine({ n, t, m }, { ...body, line: `${body.line} ` }, synced, seed)
            .bytes.toString()
            .trimEnd(),
        )
      }),
    start: DAMAGED,
    verify: DAMAGED,
  },
  { what: 'a card altered, with all crcs redone', alter: ({ journal }) => forge(journal, altered), start: OTHER, verify: OTHER },
  {
    what: 'a card altered, with all crcs and the hashes of the seals redone',
    alter: ({ journal }) => forge(journal, altered, { seals: 'hash' }),
    start: OTHER,
    verify: /signature of the seal/,
  },
  {
    what: 'a card altered, and all signed with another key',
    alter: ({ journal }) => forge(journal, altered, { seals: OTHER_KEY }),
    start: /signed with a key other/,
    verify: /other than those given/,
  },
  {
    what: 'a card altered, all signed with another key, and the kept head forged as well',
    alter: ({ journal, head }) => {
      forge(journal, altered, { seals: OTHER_KEY })
      const seal = recordsIn(journal).findLast((record) => record.kind === 'seal')
      assert.ok(seal?.kind === 'seal', 'it is sealed')
      writeFileSync(head, JSON.stringify(OTHER_KEY.sign({ stream: 'q3kf9abc', seq: seal.covers, hash: seal.hash, at: seal.at })))
    },
    start: /signed with a key other/,
    verify: /other than those given/,
  },
  {
    what: 'a record removed',
    alter: ({ journal }) => rewriteLines(journal, (lines) => lines.toSpliced(middleLine(lines), 1)),
    start: DAMAGED,
    verify: DAMAGED,
  },
  {
    what: 'a record removed, the others numbered anew with new crcs',
    alter: ({ journal }) => forge(journal, (records) => records.toSpliced(records.findIndex(isPlayed), 1)),
    start: /seal/,
    verify: /seal/,
  },
  {
    what: 'two records exchanged, with new crcs',
    alter: ({ journal }) =>
      forge(journal, (records) => {
        const at = records.findIndex(isPlayed)
        return records.with(at, records[at + 1] as JournalRecord).with(at + 1, records[at] as JournalRecord)
      }),
    start: OTHER,
    verify: OTHER,
  },
  {
    what: 'a record doubled, with new crcs',
    alter: ({ journal }) => forge(journal, (records) => records.toSpliced(50, 0, records[50] as JournalRecord)),
    start: /seal/,
    verify: /seal/,
  },
  {
    what: 'all seals removed, with new crcs',
    alter: ({ journal }) => forge(journal, (records) => records.filter(({ kind }) => kind !== 'seal')),
    start: /checkpoint|covers record/,
    verify: /covers record|other records/,
  },
  {
    what: 'the signature of a seal altered, with new crcs',
    alter: ({ journal }) =>
      forge(
        journal,
        (records) => records.map((record) => (record.kind === 'seal' ? { ...record, signature: OTHER_KEY.publicKey } : record)),
        {
          seals: 'hash',
        },
      ),
    start: /signature of record \d+|other records|not the ones/,
    verify: /signature of the seal/,
  },
  {
    what: 'the last fifty records cut off',
    alter: ({ journal }) => rewriteLines(journal, (lines) => lines.slice(0, -50)),
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'cut off behind an earlier seal',
    alter: ({ journal }) =>
      // The head covers the last seal, which need not be the last record.
      rewriteLines(journal, (lines) => {
        const seals = lines.flatMap((line, at) => (line.includes('"kind":"seal"') ? [at] : []))
        return lines.slice(0, (seals.at(-2) ?? 0) + 1)
      }),
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'the last fifty records cut off, and all that was kept on this machine removed',
    isHeard: true,
    alter: ({ journal, head }) => {
      rewriteLines(journal, (lines) => lines.slice(0, -50))
      for (const path of [head, join(journal, 'checkpoint-1.state'), join(journal, 'checkpoint-2.state')]) rmSync(path, { force: true })
    },
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'the state checkpoints removed',
    alter: ({ journal }) => {
      for (const number of [1, 2]) rmSync(join(journal, `checkpoint-${number}.state`), { force: true })
    },
    start: /the checkpoint file that covers the records up to \d+ is missing/,
    verify: null,
  },
  {
    what: 'the kept head removed',
    isInside: true,
    alter: ({ head }) => rmSync(head),
    start: /head\.json is missing: it covered record \d+/,
    verify: null,
  },
  {
    what: 'the kept head made unreadable',
    alter: ({ head }) => truncateSync(head, 100),
    start: /is not a sealed head/,
    verify: null,
  },
  {
    what: 'the folder emptied',
    alter: ({ journal }) => rmSync(journal, { recursive: true }),
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'an older copy of the journal put in its place',
    alter: ({ journal, older }) => {
      rmSync(journal, { recursive: true })
      cpSync(older, journal, { recursive: true })
    },
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'an older copy of everything on this machine put in its place',
    isInside: true,
    isHeard: true,
    alter: ({ journal, older }) => {
      rmSync(journal, { recursive: true })
      cpSync(older, journal, { recursive: true })
    },
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'the journal of another table put in its place, named as this one and signed with its key',
    alter: ({ journal }) =>
      forge(journal, (records) => records.map((record) => (record.kind === 'head' ? { ...record, stream: 'zzzz9abc' } : record)), {
        seals: KEY,
      }),
    start: /belongs to another journal: its stream is q3kf9abc/,
    verify: /belongs to another journal: its stream is q3kf9abc/,
  },
  {
    what: 'two segments exchanged',
    alter: ({ journal }) => {
      renameSync(join(journal, FIRST), join(journal, 'x'))
      renameSync(join(journal, '000002.jsonl'), join(journal, FIRST))
      renameSync(join(journal, 'x'), join(journal, '000002.jsonl'))
    },
    start: DAMAGED,
    verify: DAMAGED,
  },
  { what: 'the first segment removed', alter: ({ journal }) => rmSync(join(journal, FIRST)), start: DAMAGED, verify: DAMAGED },
  {
    what: 'the last segments removed',
    alter: ({ journal }) => {
      for (const name of segmentsIn(journal).slice(1)) rmSync(join(journal, name))
    },
    start: ROLLED_BACK,
    verify: ROLLED_BACK,
  },
  {
    what: 'forged records appended, with crcs that fit',
    alter: ({ journal }) => {
      const last = JSON.parse(linesIn(journal).at(-1) ?? '')
      const line = recordsIn(journal).findLast(isPlayed)
      assert.ok(line?.kind === 'line', 'a device said something')
      const { n: _n, t, m: _m, ...body } = line
      const { bytes } = encodeLine({ n: last.n + 1, t }, body, last.n, Number.parseInt(last.crc, 16))
      appendFileSync(join(journal, segmentsIn(journal).at(-1) ?? ''), bytes)
    },
    start: /had stopped at record \d+/,
    verify: /had stopped at record \d+/,
  },
  {
    what: 'a whole life of the daemon forged behind the last stop',
    isHeard: true,
    alter: ({ journal }) => forge(journal, (records) => [...records.slice(0, 30), ...records.slice(0, -1)]),
    start: /seal|other records|stopped/,
    verify: /seal|other records|stopped/,
  },
]
