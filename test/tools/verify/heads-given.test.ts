/** `npm run verify -- --head FILE DIR`: what somebody kept of a journal, in each of its forms, shows what is whole by itself but was cut or exchanged. */
import assert from 'node:assert/strict'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { newSigningKey, signingKeyOf } from '../../../src/base/records/seal.ts'
import { KEY, startDaemon } from '../../daemon/pipeline/daemon.ts'
import { playRecords } from '../../daemon/pipeline/records.ts'
import { run } from '../../e2e/processes.ts'
import { linesIn, recordsIn, rewriteLines } from './forging.ts'

const OTHER = signingKeyOf(newSigningKey())
const { config, records } = playRecords('gld', 2, 4, 1)
const NOT_OK = 65
const NO_INPUT = 66
const USAGE = 64

interface Kept {
  readonly stream: string
  readonly seq: number
  readonly hash: string
  readonly at: string
}

/** The three forms in which somebody may have kept it, as the text of a file. */
const FORMS: readonly (readonly [string, (kept: Kept) => unknown])[] = [
  ['a copy of head.json', (kept) => KEY.sign(kept)],
  ['a message on checkpoint', (kept) => ({ type: 'checkpoint', id: 'x', data: KEY.sign(kept) })],
  ['an acknowledgement of the audit sink', ({ seq, hash }) => ({ sink: 'book', boot: 1, seq, hash })],
]

describe('verify --head', () => {
  const dir = mkdtempSync(join(tmpdir(), 'heads-'))
  after(() => rmSync(dir, { recursive: true, force: true }))
  const journal = join(dir, 'journal')
  let kept: Kept = { stream: '', seq: 0, hash: '', at: '' }
  let count = 0
  before(async () => {
    const middle = Math.floor(records.length / 2)
    for (const life of [records.slice(0, middle), records.slice(middle)]) {
      const daemon = await startDaemon({ folder: journal, config })
      for (const record of life) daemon.hear(record)
      await daemon.quiet()
      await daemon.end()
    }
    const { stream, seq, hash, at } = JSON.parse(readFileSync(join(journal, 'head.json'), 'utf8'))
    kept = { stream, seq, hash, at }
  })

  /** A copy without what lies beside the records, which a forger would remove. */
  const copied = (): string => {
    const to = join(dir, `copy-${++count}`)
    cpSync(journal, to, { recursive: true })
    rmSync(join(to, 'head.json'))
    return to
  }
  const file = (text: string): string => {
    const path = join(dir, `head-${++count}`)
    writeFileSync(path, text)
    return path
  }
  const verify = async (folder: string, ...words: string[]) => {
    const { code, stdout, stderr } = await run('src/tools/verify.ts', '--key', KEY.publicKey, ...words, folder)
    return { code, text: stdout + stderr }
  }

  for (const [what, form] of FORMS) {
    it(`${what} fits the journal it was kept of, and shows that its end was cut off`, async () => {
      const head = file(JSON.stringify(form(kept)))
      const whole = copied()
      assert.equal((await verify(whole, '--head', head)).code, 0)
      const before = recordsIn(whole)
        .slice(0, kept.seq - 1)
        .findLastIndex(({ kind }) => kind === 'seal')
      rewriteLines(whole, (lines) => lines.slice(0, before + 1))
      assert.equal((await verify(whole)).code, 0, 'by itself it is whole')
      const cut = await verify(whole, '--head', head)
      assert.equal(cut.code, NOT_OK, cut.text)
      assert.match(cut.text, new RegExp(`NOT OK .* covers record ${kept.seq}, but the journal ends at record ${before + 1}`))
    })

    it(`${what} of other records is told`, async () => {
      const other = await verify(copied(), '--head', file(JSON.stringify(form({ ...kept, hash: 'ab'.repeat(32) }))))
      assert.equal(other.code, NOT_OK, other.text)
      assert.match(other.text, /NOT OK .* was made from other records up to \d+ than the journal holds/)
    })
  }

  it('every head that is given counts, and the one beside the records without being given', async () => {
    const [right, wrong] = [kept, { ...kept, stream: 'zzzz9abc' }].map((each) => file(JSON.stringify(KEY.sign(each))))
    const both = await verify(copied(), '--head', right ?? '', '--head', wrong ?? '')
    assert.equal(both.code, NOT_OK, both.text)
    assert.match(both.text, /belongs to another journal: its stream is zzzz9abc/)
    const beside = copied()
    writeFileSync(join(beside, 'head.json'), JSON.stringify(KEY.sign({ ...kept, seq: kept.seq + 100 })))
    assert.match((await verify(beside)).text, /NOT OK .*head\.json covers record/)
  })

  it('a head by another key is told, and what is no head, or cannot be read', async () => {
    const strange = await verify(copied(), '--head', file(JSON.stringify(OTHER.sign(kept))))
    assert.deepEqual([strange.code, /was signed with a key other than/.test(strange.text)], [NOT_OK, true], strange.text)
    const forged = await verify(copied(), '--head', file(JSON.stringify({ ...KEY.sign(kept), seq: kept.seq - 1 })))
    assert.deepEqual(
      [forged.code, /is not the head of a journal: its signature is not valid/.test(forged.text)],
      [NOT_OK, true],
      forged.text,
    )
    const line = await verify(copied(), '--head', file(linesIn(journal)[0] ?? ''))
    assert.deepEqual([line.code, /is not the head of a journal/.test(line.text)], [NOT_OK, true], line.text)
    assert.equal((await verify(copied(), '--head', join(dir, 'none'))).code, NO_INPUT)
    assert.equal((await verify(copied(), '--head')).code, USAGE)
  })
})
