/** A start that is ended while it reads a long journal: the next one goes on, and what it comes to is what an unhindered one does. */
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { newSigningKey, type SigningKey, signingKeyOf } from '../../../src/base/records/seal.ts'
import { diskFiles } from '../../../src/daemon/journal/files.ts'
import { type Journal, openJournal } from '../../../src/daemon/journal/journal.ts'
import { isKeepable } from '../../../src/daemon/pipeline/checkpoints.ts'
import { type Folding, type Recovery, recover } from '../../../src/daemon/pipeline/recovery.ts'
import { unfinishedStart } from '../../../src/daemon/pipeline/unfinished.ts'
import { coreContext } from '../../../src/daemon/stations/core.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { seeded } from '../journal/fake-disk.ts'
import { CODE, KEY, startDaemon } from './daemon.ts'
import { playRecords } from './records.ts'

const SEED = Number(process.env.SEED ?? 3)
const BASIS = 'this code, these terms'
const play = playRecords('gld', 2, 20, SEED)
const context = coreContext(play.config, CODE)

/** A journal without checkpoints, so that all of it is folded. */
const folder = (async () => {
  const into = temporaryFolder()
  const daemon = await startDaemon({ folder: into, config: play.config, code: CODE })
  for (const record of play.records) {
    daemon.hear(record)
    // As at a table, where conclusions are journaled before the next card comes.
    await daemon.quiet()
  }
  daemon.minute()
  await daemon.quiet()
  await daemon.end()
  return into
})()

interface Attempt {
  readonly recovery: Recovery | null
  /** The first record that was folded, and how many were. */
  readonly first: number
  readonly count: number
}

/** `endsAfter`: so many records; every other one is worth keeping. */
async function attempt(journal: Journal, endsAfter: number, key: SigningKey = KEY, basis = BASIS): Promise<Attempt> {
  let usedMs = 0
  const deps = { folder: await folder, files: diskFiles, key, basis, hash: journal.head().hash, notice: () => undefined }
  const unfinished = unfinishedStart({
    ...deps,
    isKeepable: ({ folded }: Folding) => isKeepable(folded.state.table),
    usedMs: () => (usedMs += 600),
  })
  let [first, count] = [0, 0]
  const passed = (n: number): void => {
    first ||= n
    count += 1
    if (count > endsAfter) throw new Error('ended')
  }
  const reading = { records: journal.records, checkpoints: { sound: [], refused: [] }, opened: journal.opened, unfinished }
  const recovery = await recover(reading, context, passed).catch((error: Error) => {
    assert.equal(error.message, 'ended')
    return null
  })
  return { recovery, first, count }
}

const kept = async (): Promise<string> => join(await folder, 'start.state')

test('each start that is ended goes on from where the one before it was, to the same state and words', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const journal = await openJournal(await folder)
  t.after(() => journal.close())
  const whole = (await attempt(journal, Number.POSITIVE_INFINITY)).recovery
  assert.ok((whole?.state.table.rounds ?? 0) > 3, 'rounds were played')
  const random = seeded(SEED)
  const firsts: number[] = []
  for (let tries = 0; ; tries++) {
    assert.ok(tries < 50, `it gets nowhere: ${firsts.join(' ')}`)
    const { recovery, first } = await attempt(journal, 80 + Math.floor(random() * 80))
    firsts.push(first)
    if (recovery === null) continue
    assert.deepEqual(recovery, whole)
    break
  }
  assert.ok(firsts.length > 3, `it was ended often enough: ${firsts.join(' ')}`)
  for (const [at, first] of firsts.entries()) assert.ok(at === 0 || first > (firsts[at - 1] ?? 0), `each gets further: ${firsts.join(' ')}`)
  assert.equal(existsSync(await kept()), false, 'nothing is left')
})

test('what was kept is of no use once it is damaged, of another key, other code, or another journal', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const journal = await openJournal(await folder)
  t.after(() => journal.close())
  await attempt(journal, 200)
  const path = await kept()
  const bytes = readFileSync(path)
  const goesOn = async (key?: SigningKey, basis?: string): Promise<boolean> => (await attempt(journal, 5, key, basis)).first > 1
  assert.ok(await goesOn(), 'whole, it is used')
  const random = seeded(SEED)
  for (let at = 0; at < 12; at++) {
    const damaged = Buffer.from(bytes)
    const place = Math.floor(random() * bytes.length)
    damaged[place] = (damaged[place] ?? 0) ^ (1 << Math.floor(random() * 7))
    writeFileSync(path, damaged)
    assert.equal(await goesOn(), false, `the bit at ${place}`)
    writeFileSync(path, bytes.subarray(0, place))
    assert.equal(await goesOn(), false, `cut at ${place}`)
  }
  writeFileSync(path, bytes)
  assert.equal(await goesOn(KEY, 'other code'), false, 'other code')
  const other = signingKeyOf(newSigningKey())
  assert.equal(await goesOn(other), false, 'another key')
  assert.equal((await attempt({ ...journal, head: () => ({ ...journal.head(), hash: '0'.repeat(64) }) }, 5)).first, 1, 'another journal')
  // Signed by whoever has another key, with the words of another verdict.
  await attempt(journal, 200, other)
  assert.equal(await goesOn(), false, 'forged')
})

test('a damaged checkpoint and its twin cost time and nothing else', async (t) => {
  const own = temporaryFolder()
  cpSync(await folder, own, { recursive: true })
  const evidence = { publicKey: KEY.publicKey, headFile: join(own, 'head.json'), heard: [] }
  const before = await openJournal(own, { evidence })
  const state = before.opened.seal?.record.kept.state ?? 0
  assert.ok(state > 0, 'the newest seal says how far they reach')
  await before.close()
  for (const name of readdirSync(own).filter((each) => each.startsWith('checkpoint-'))) truncateSync(join(own, name), 500)
  const journal = await openJournal(own, { evidence })
  t.after(() => journal.close())
  assert.deepEqual(journal.opened.doubts.texts, [])
  const { covered } = await recover(journal, context)
  assert.equal(covered, 0)
})
