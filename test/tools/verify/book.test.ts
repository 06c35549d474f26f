/**
 * `npm run verify -- DIR --book FILE`: a journal that somebody altered who has the table's key and knows how its lines are made is whole by itself;
 * held against what the book signed, each alteration is told by name with both hashes. The journals are real ones, made by the daemon's own pipe.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type BookHeadFile, signHead } from '../../../src/base/records/book-head.ts'
import { digestAfter, NO_RECORDS } from '../../../src/base/records/digest.ts'
import { newSigningKey, signingKeyOf } from '../../../src/base/records/seal.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { KEY, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { playRecords } from '../../daemon/pipeline/records.ts'
import { run } from '../../e2e/processes.ts'
import { forge, recordsIn, rewriteLines } from './forging.ts'

const BOOK = signingKeyOf(newSigningKey())
const OTHER = signingKeyOf(newSigningKey())
const { config, records: play } = playRecords('gld', 2, 4, 1)
const SIGNED = { seals: KEY }
const HASH = /[0-9a-f]{64}/g

/** What a book that holds the records up to `seq` gives out. */
const headUpTo = (records: readonly JournalRecord[], seq: number): BookHeadFile => {
  const head = records.find(({ kind }) => kind === 'head')
  const seal = records.findLast(({ kind, n }) => kind === 'seal' && n <= seq)
  assert.ok(head?.kind === 'head' && seal?.kind === 'seal', 'the journal has a head and a seal')
  const { property, pit, table, stream } = head
  const hash = records.slice(0, seq).reduce(digestAfter, NO_RECORDS)
  const held = { table: `${property}/${pit}/${table}`, stream, boot: 1, seq, hash, at: '2026-11-21T20:00:00.000Z' }
  const { covers, hash: sealedHash, at } = seal
  return { ...signHead(BOOK, held, { seq: covers, hash: sealedHash }), seal: KEY.sign({ stream, seq: covers, hash: sealedHash, at }) }
}

const renamed = (change: object) => (records: JournalRecord[]) =>
  records.map((record) => (record.kind === 'head' ? { ...record, ...change } : record))
const lastSeal = (records: readonly JournalRecord[]): number => records.slice(0, -1).findLastIndex(({ kind }) => kind === 'seal')

interface Row {
  readonly what: string
  readonly alter: (journal: string) => void
  readonly named: string
}

const ROWS: readonly Row[] = [
  { what: 'rolled back', alter: (at) => forge(at, (all) => all.slice(0, Math.floor(all.length / 3)), SIGNED), named: 'ROLLED-BACK' },
  { what: 'emptied', alter: (at) => forge(at, () => []), named: 'ROLLED-BACK' },
  {
    what: 'cut behind its last seal',
    alter: (at) => rewriteLines(at, (lines) => lines.slice(0, lastSeal(recordsIn(at)) + 1)),
    named: 'CUT-BEHIND-SEAL',
  },
  { what: 'exchanged for that of another table', alter: (at) => forge(at, renamed({ table: 'bj99' }), SIGNED), named: 'EXCHANGED' },
  { what: 'begun anew', alter: (at) => forge(at, renamed({ stream: 'zzzz9abc' }), SIGNED), named: 'BEGUN-ANEW' },
  {
    what: 'a record altered, and all seals signed again with the key of the table',
    alter: (at) => forge(at, (all) => all.map((each, index) => (index === 5 ? { ...each, t: each.t + 1 } : each)), SIGNED),
    named: 'ALTERED',
  },
  {
    what: 'a record altered that no seal had covered when the book signed, and all seals signed again with the key of the table',
    alter: (at) => forge(at, (all) => all.map((each, index) => (index === all.length - 2 ? { ...each, t: each.t + 1 } : each)), SIGNED),
    named: 'RECEIVED-OTHERWISE',
  },
]

describe('a journal held against what its book signed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'verify-book-'))
  const original = join(dir, 'original')
  const file = join(dir, 'kept.json')
  const byBook = ['--book', file, '--book-key', BOOK.publicKey]
  after(() => rmSync(dir, { recursive: true, force: true }))

  before(async () => {
    mkdirSync(original)
    const daemon = await startDaemon({ folder: original, config, headFile: join(dir, 'keys.json') })
    for (const record of play) {
      daemon.hear(record)
      if (record.n % 4 === 0) await daemon.quiet()
    }
    await daemon.quiet()
    await daemon.end()
    const records = recordsIn(original)
    // The seal of the stop is the last record: the book holds what stands before it.
    writeFileSync(file, JSON.stringify(headUpTo(records, records.length - 1)))
  })

  const copied = (name: string): string => {
    const to = join(dir, name.replaceAll(/\W+/g, '-'))
    cpSync(original, to, { recursive: true })
    return to
  }

  it('is OK where nothing was altered, and the report names the key', async () => {
    const { code, stdout } = await run('src/tools/verify.ts', ...byBook, original)
    assert.equal(code, 0, stdout)
    assert.match(
      stdout,
      new RegExp(`book +has received records up to \\d+, sealed up to \\d+, signed .*${BOOK.publicKey.replaceAll('+', '\\+')}`),
    )
  })

  it('is not OK without the key of the book, whose key is told: anybody can make a book', async () => {
    const { code, stdout, stderr } = await run('src/tools/verify.ts', '--key', KEY.publicKey, '--book', file, original)
    assert.deepEqual([code, stdout], [65, ''])
    assert.match(stderr, /^NOT OK nobody vouches for the book .*--book-key/)
    assert.ok(stderr.includes(BOOK.publicKey), stderr)
  })

  for (const { what, alter, named } of ROWS) {
    it(`is told as ${named} when it was ${what}, and is OK without the book`, async () => {
      const journal = copied(what)
      alter(journal)
      const alone = await run('src/tools/verify.ts', '--key', KEY.publicKey, journal)
      assert.equal(alone.code, 0, alone.stdout)
      const { code, stdout } = await run('src/tools/verify.ts', ...byBook, journal)
      assert.equal(code, 65, stdout)
      const told = stdout.split('\n').find((line) => line.startsWith('NOT OK')) ?? ''
      assert.ok(told.includes(`${named}: `), told)
      assert.equal(new Set(told.match(HASH)).size, 2, told)
    })
  }

  it('a file that the book did not sign, or another book, is refused', async () => {
    const strange = await run('src/tools/verify.ts', '--book', file, '--book-key', OTHER.publicKey, original)
    assert.equal(strange.code, 65)
    assert.match(strange.stderr, /a key other than those given with --book-key/)
    const records = recordsIn(original)
    const forged = join(dir, 'forged.json')
    writeFileSync(forged, JSON.stringify({ ...headUpTo(records, records.length - 1), seq: records.length - 2 }))
    const refused = await run('src/tools/verify.ts', '--book', forged, '--book-key', BOOK.publicKey, original)
    assert.equal(refused.code, 65)
    assert.match(refused.stderr, /the book's signature is not valid/)
  })
})
