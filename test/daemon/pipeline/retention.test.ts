/**
 * F16: what an audit sink has acknowledged may go. A journal whose beginning is gone starts, verifies and replays from the state that its first
 * segment carries, and comes to the same.
 */
import assert from 'node:assert/strict'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, type TestContext, test } from 'node:test'
import { diskFiles } from '../../../src/daemon/journal/files.ts'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { retention } from '../../../src/daemon/pipeline/retention.ts'
import { verifyJournal } from '../../../src/tools/verify/journal.ts'
import { comparing } from '../../../src/tools/verify/replayed.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { checkSame, KEY, startDaemon } from './daemon.ts'
import { playRecords } from './records.ts'

const DAY_MS = 86_400_000
const SEGMENT_BYTES = 40_000
const { config: bare, records } = playRecords('gld', 2, 40, 1)
const config = { ...bare, keepDays: 30 }

const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()

/** A journal of several segments, played once. */
const evening = (async () => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'))
  const daemon = await startDaemon({ folder, config, segmentBytesMax: SEGMENT_BYTES })
  for (const record of records) {
    daemon.hear(record)
    await daemon.quiet()
  }
  await daemon.end()
  return folder
})()
after(async () => rmSync(await evening, { recursive: true, force: true }))

/** A daemon goes on with that journal; `seq`: what the audit sink has acknowledged when the last minute passes. */
const played = async (
  t: TestContext,
  options: { readonly seq: (n: number) => number; readonly isShort?: boolean; readonly laterMs?: number },
) => {
  const folder = mkdtempSync(join(tmpdir(), 'retention-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(await evening, folder, { recursive: true })
  const daemon = await startDaemon({ folder, config, segmentBytesMax: SEGMENT_BYTES })
  await daemon.quiet()
  const before = segmentsIn(folder)
  assert.ok(before.length >= 4, `${before.length} segments`)
  const last = records.at(-1)
  assert.ok(last, 'something was played')
  daemon.hear({ n: 0, t: last.t + (options.laterMs ?? 0), kind: 'tick' })
  await daemon.quiet()
  daemon.minute(options.seq(daemon.journal.head().n), options.isShort)
  await daemon.quiet()
  await daemon.end()
  return { folder, before, after: segmentsIn(folder), warnings: daemon.warnings }
}

test('nothing goes that is not acknowledged, nor what is younger than the days that are kept', async (t) => {
  for (const options of [
    { seq: () => 0, laterMs: 40 * DAY_MS },
    { seq: (n: number) => n, laterMs: 29 * DAY_MS },
  ]) {
    const { before, after } = await played(t, options)
    assert.deepEqual(after.slice(0, before.length), before)
  }
})

test('where the room runs out the oldest goes earlier, but only what is acknowledged', async (t) => {
  const { before, after } = await played(t, { seq: (n) => Math.floor(n / 2), isShort: true })
  assert.ok(after.length < before.length && after.length > 1, `${after.length} of ${before.length} segments are left`)
  const none = await played(t, { seq: () => 0, isShort: true })
  assert.deepEqual(none.after.slice(0, none.before.length), none.before)
})

test('a journal whose beginning was released starts, verifies and replays from there', async (t) => {
  const { folder, before, after, warnings } = await played(t, { seq: (n) => Math.floor(n * 0.6), laterMs: 31 * DAY_MS })
  assert.deepEqual(warnings, [])
  assert.ok(after.length < before.length && after[0] !== before[0], `${after[0]} is the first segment`)

  const compared = comparing(config)
  const report = await verifyJournal(folder, { keys: [KEY.publicKey], heads: [], files: diskFiles, onRecord: compared.record })
  assert.equal(report.fault, null)
  assert.ok(report.firstN > 100, `it begins with record ${report.firstN}`)
  const { same, count, differences } = compared.end()
  assert.deepEqual([count, differences], [0, []])
  assert.ok(same > 20, `${same} conclusions are the same`)

  const again = await startDaemon({ folder, config, segmentBytesMax: SEGMENT_BYTES })
  await checkSame(again)
  const [first] = await listed(again.journal.records())
  assert.equal(first?.kind, 'base')
  await again.quiet()
  const reader = again.journal.reader(0)
  assert.equal((await reader.read(1))[0]?.n, report.firstN, 'who reads it again begins with what is there')
  await again.end()
  assert.equal((await verifyJournal(folder, { keys: [], heads: [], files: diskFiles })).fault, null)
})

test('a beginning that was removed without a record of it is found, and what a crash left of a release is none', async (t) => {
  const { folder } = await played(t, { seq: (n) => Math.floor(n / 3), isShort: true })
  const evidence = { publicKey: KEY.publicKey, headFile: join(folder, 'head.json'), heard: [] }
  const [first = '', second = '', third = ''] = segmentsIn(folder)
  // The power went while the segments before it were removed: one is left, which does not say what stood before it.
  const left = join(folder, `00000${Number.parseInt(first, 10) - 1}.jsonl`)
  assert.ok(!existsSync(left), 'it was removed')
  writeFileSync(left, readFileSync(join(folder, third), 'utf8').split('\n').slice(1).join('\n'))
  assert.equal((await verifyJournal(folder, { keys: [], heads: [], files: diskFiles })).fault, null)
  const journal = await openJournal(folder, { evidence })
  assert.ok(journal.opened.base !== null, 'it begins with a state')
  await journal.close()
  assert.ok(!existsSync(left), 'a start removes it')
  for (const name of [first, second]) renameSync(join(folder, name), join(folder, `${name}.away`))
  assert.ok(existsSync(join(folder, third)), 'there is a third segment')
  await assert.rejects(openJournal(folder, { evidence }), /the journal begins with record \d+, but only those up to \d+ were released/)
  const { fault } = await verifyJournal(folder, { keys: [], heads: [], files: diskFiles })
  assert.match(fault?.reason ?? '', /only those up to \d+ were released/)
})

test('that segments go is a record before they go', () => {
  const said: string[] = []
  const keeping = retention({
    journal: {
      releasable: (upTo) => (upTo >= 10 ? 8 : null),
      release: async (to) => void said.push(`removed to ${to}`),
    },
    keepDays: 1,
    wallMs: () => 0,
    announce: (body) => said.push(JSON.stringify(body)),
    warn: (text) => said.push(text),
  })
  keeping.look(false)
  keeping.acknowledged(10)
  keeping.look(false)
  keeping.look(false)
  assert.deepEqual(said, ['{"kind":"released","to":8}'])
  keeping.written({ record: { n: 11, t: 1, kind: 'released', to: 8 } })
  assert.deepEqual(said.at(-1), 'removed to 8')
})

const listed = async (all: AsyncIterable<JournalRecord>): Promise<JournalRecord[]> => {
  const list: JournalRecord[] = []
  for await (const record of all) list.push(record)
  return list
}
