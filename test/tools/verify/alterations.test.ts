/**
 * P8 and F11: whatever is done to a journal between two starts, the next start or `npm run verify` finds it. The journals are real ones, made by
 * the daemon's own pipe; what somebody outside has kept is a sealed head on another disk, or one that the broker or the audit sink tells.
 */
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { SigningKey } from '../../../src/base/records/seal.ts'
import { JournalError } from '../../../src/daemon/journal/errors.ts'
import { diskFiles } from '../../../src/daemon/journal/files.ts'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { type KeptHead, parseHead } from '../../../src/daemon/journal/kept-head.ts'
import { verifyJournal } from '../../../src/tools/verify/journal.ts'
import { KEY, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { type Play, playRecords } from '../../daemon/pipeline/records.ts'
import { ALTERATIONS, OTHER_KEY, ROLLED_BACK, type Table } from './alterations.ts'
import { recordsIn, rewriteLines, segmentsIn } from './forging.ts'

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

  for (const { what, alter, start, verify, isInside = false, isHeard = false } of ALTERATIONS) {
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

  it('there are at least 23 of them', () => assert.ok(ALTERATIONS.length >= 23, `${ALTERATIONS.length}`))

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
