/**
 * P8 and F11: whatever is done to a journal between two starts, the next start or `npm run verify` finds it. The journals are real ones, made by
 * the daemon's own pipe; what somebody outside has kept is a sealed head on another disk, or one that the broker or the audit sink tells.
 */
import assert from 'node:assert/strict'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { encodeLine } from '../../../src/daemon/journal/codec.ts'
import { JournalError } from '../../../src/daemon/journal/errors.ts'
import { diskFiles } from '../../../src/daemon/journal/files.ts'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { type KeptHead, parseHead } from '../../../src/daemon/journal/kept-head.ts'
import { newSigningKey, type SigningKey, signingKeyOf } from '../../../src/daemon/journal/seal.ts'
import { verifyJournal } from '../../../src/tools/verify/journal.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { KEY, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { type Play, playRecords } from '../../daemon/pipeline/records.ts'
import { flip, forge, linesIn, recordsIn, rewriteLines, segmentsIn } from './forging.ts'

const OTHER_KEY = signingKeyOf(newSigningKey())
const FIRST = '000001.jsonl'

/** Folders of one table: the journal, and where its head is kept outside. `older`: all of it as it was after half of the play. */
interface Table {
  readonly journal: string
  readonly head: string
  readonly older: string
}

const play = playRecords('gld', 2, 10, 1)

const playHalf = async ({ journal, head }: Omit<Table, 'older'>, config: Play['config'], half: 0 | 1): Promise<void> => {
  const daemon = await startDaemon({ folder: journal, config, headFile: head })
  const middle = Math.floor(play.records.length / 2)
  for (const record of half === 0 ? play.records.slice(0, middle) : play.records.slice(middle)) {
    daemon.hear(record)
    if (record.n % 4 === 0) await daemon.quiet()
  }
  await daemon.quiet()
  await daemon.journal.rotate()
  await daemon.end()
}

/** Two lives of a table, two segments and more. `isInside`: its head is kept in the journal's own folder. */
const made = async (dir: string, isInside: boolean, config = play.config): Promise<Table> => {
  const journal = join(dir, 'journal')
  const head = isInside ? join(journal, 'head.json') : join(dir, 'keys/head.json')
  const older = join(dir, 'older')
  mkdirSync(join(dir, 'keys'), { recursive: true })
  await playHalf({ journal, head }, config, 0)
  cpSync(journal, older, { recursive: true })
  await playHalf({ journal, head }, config, 1)
  return { journal, head, older }
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

interface Row {
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
const ROLLED_BACK = /covers record \d+, but the journal ends at record \d+/
const OTHER = /made from other records|not those that record \d+ sealed|records the checkpoint was made from|not the ones/

const ROWS: readonly Row[] = [
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
      rewriteLines(journal, (lines) => lines.slice(0, lines.slice(0, -1).findLastIndex((line) => line.includes('"kind":"seal"')) + 1)),
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

/** Why the next start refuses it; null: it goes on. */
const startRefusal = async ({ journal, head }: Table, heard: readonly KeptHead[]): Promise<string | null> => {
  try {
    const opened = await openJournal(journal, { evidence: { publicKey: KEY.publicKey, headFile: head, heard } })
    await opened.close()
    return null
  } catch (error) {
    if (error instanceof JournalError && error.code === 'damaged') return error.message
    throw error
  }
}

describe('an altered journal is found', () => {
  const dir = mkdtempSync(join(tmpdir(), 'altered-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const originals = new Map<boolean, string>()
  const kept = new Map<boolean, KeptHead>()

  before(async () => {
    for (const isInside of [false, true]) {
      const of = join(dir, isInside ? 'inside' : 'outside')
      const table = await made(of, isInside)
      originals.set(isInside, of)
      const head = parseHead(readFileSync(table.head, 'utf8'), 'the head that somebody kept')
      assert.ok(typeof head !== 'string', String(head))
      kept.set(isInside, head)
    }
  })

  const copied = (isInside: boolean, name: string): Table => {
    const of = originals.get(isInside) ?? assert.fail('it was made')
    const to = join(dir, name.replaceAll(/\W+/g, '-').slice(0, 60))
    cpSync(of, to, { recursive: true })
    const journal = join(to, 'journal')
    return { journal, head: isInside ? join(journal, 'head.json') : join(to, 'keys/head.json'), older: join(to, 'older') }
  }
  const headOf = (isInside: boolean): KeptHead => kept.get(isInside) ?? assert.fail('it was kept')
  const faultOf = async ({ journal }: Table, heads: readonly KeptHead[]): Promise<string | null> => {
    mkdirSync(journal, { recursive: true })
    const { fault } = await verifyJournal(journal, { keys: [KEY.publicKey], heads, files: diskFiles })
    return fault === null ? null : fault.reason
  }

  for (const isInside of [false, true]) {
    it(`nothing is found where nothing was altered (head kept ${isInside ? 'inside' : 'outside'})`, async () => {
      const table = copied(isInside, `nothing ${isInside}`)
      assert.equal(await startRefusal(table, [headOf(isInside)]), null)
      assert.equal(await faultOf(table, [headOf(isInside)]), null)
      assert.ok(segmentsIn(table.journal).length >= 2, 'it has several segments')
      assert.ok(recordsIn(table.journal).filter(({ kind }) => kind === 'seal').length >= 4, 'it has several seals')
    })
  }

  for (const { what, alter, start, verify, isInside = false, isHeard = false } of ROWS) {
    it(what, async () => {
      const table = copied(isInside, what)
      alter(table)
      const fault = await faultOf(table, [headOf(isInside)])
      if (verify === null) assert.equal(fault, null)
      else assert.match(String(fault), verify)
      const refusal = await startRefusal(table, isHeard ? [headOf(isInside)] : [])
      if (start === null) assert.equal(refusal, null)
      else assert.match(String(refusal), start)
    })
  }

  it('there are at least 23 of them', () => assert.ok(ROWS.length >= 23, `${ROWS.length}`))

  for (const [what, said] of [
    ['of another journal', { stream: 'zzzz9abc', seq: 5 }],
    ['of records that there are not', { stream: 'q3kf9abc', seq: 10_000_000 }],
    ['of other records', { stream: 'q3kf9abc', seq: 5 }],
  ] as const)
    it(`a head ${what} stops the start where the table's key signed it, and is told where a stranger's did`, async () => {
      const table = copied(false, `head ${what}`)
      const headBy = (key: SigningKey): KeptHead => {
        const sealed = key.sign({ ...said, hash: 'ab'.repeat(32), at: '2026-01-01T00:00:00.000Z' })
        const head = parseHead(JSON.stringify(sealed), 'the checkpoint that the broker has retained')
        return typeof head === 'string' ? assert.fail(head) : head
      }
      assert.match(String(await startRefusal(table, [headBy(KEY)])), /the checkpoint that the broker has retained/)
      const evidence = { publicKey: KEY.publicKey, headFile: table.head, heard: [headBy(OTHER_KEY)] }
      const { opened, close } = await openJournal(table.journal, { evidence })
      await close()
      assert.deepEqual(opened.doubts.texts, [])
      assert.match(
        opened.doubts.strangers.join('\n'),
        /^the checkpoint that the broker has retained tells of record \d+ .* is the key neither/,
      )
      assert.ok(opened.doubts.strangers[0]?.includes(OTHER_KEY.publicKey), 'the key is named')
    })

  it('a person may order to go on: the journal tells why, and is not asked again', async () => {
    const table = copied(true, 'ordered')
    rewriteLines(table.journal, (lines) => lines.slice(0, -50))
    const heard = [headOf(true)]
    const evidence = { publicKey: KEY.publicKey, headFile: table.head, heard }
    await assert.rejects(openJournal(table.journal, { evidence }), /--accept-journal/)
    const journal = await openJournal(table.journal, { evidence, acceptsDoubts: true })
    const { texts, heads } = journal.opened.doubts
    assert.match(texts.join('\n'), ROLLED_BACK)
    journal.append({ kind: 'accepted', reason: 'restored, M. Braun', doubts: texts, heads }, 1)
    await journal.close()
    rmSync(table.head)
    rmSync(join(table.journal, 'checkpoint-1.state'), { force: true })
    rmSync(join(table.journal, 'checkpoint-2.state'), { force: true })
    const again = await openJournal(table.journal, { evidence, acceptsDoubts: true })
    assert.doesNotMatch(again.opened.doubts.texts.join('\n'), ROLLED_BACK)
    await again.close()
  })

  it('a cut tail is told with its place', async () => {
    const table = copied(false, 'cut tail')
    const path = join(table.journal, segmentsIn(table.journal).at(-1) ?? '')
    truncateSync(path, readFileSync(path).length - 20)
    const journal = await openJournal(table.journal, { evidence: { publicKey: KEY.publicKey, headFile: table.head, heard: [] } })
    assert.equal(journal.recovered.cut?.reason, 'its end is missing')
    await journal.close()
  })
})
