/**
 * A disk that can hold no more files, though it has room: the head beside the signing key cannot be kept, and that is an alarm until it can.
 * The journal itself goes on.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fillEntries, onSmallDisks, withDisk } from '../small-disk.ts'
import { run } from './processes.ts'
import { type Rig, startRig } from './rig.ts'
import type { Frame } from './subscriber.ts'
import { freeBetRounds, type Table, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
const DISK_KB = 4096
/** The journal's own files, and some of somebody else's. */
const ENTRIES = 24

const headOf = (table: Table): number =>
  (JSON.parse(readFileSync(join(table.journal, 'head.json'), 'utf8')) as { readonly seq: number }).seq

const isHead =
  (state: string) =>
  ({ topic, said }: Frame): boolean =>
    topic === 'alarm/journal-head' && said?.data.state === state

async function noInodes(t: TestContext): Promise<void> {
  t.diagnostic(`SEED=${SEED}`)
  const rig = await startRig(t)
  await withDisk(rig.journal, DISK_KB, () => fillWhilePlaying(rig), ENTRIES)
}

async function fillWhilePlaying(rig: Rig): Promise<void> {
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const alarm = subscriber.hears('the alarm', isHead('unacknowledged'))
  const others = await fillEntries(rig.journal, alarm)
  const { said } = await alarm
  assert.deepEqual([said?.data.code, said?.data.severity], ['HEAD-NOT-KEPT', 'procedure'])
  assert.match(String(said?.data.text), /cannot be kept next to the signing key: .*(no file entries|ENOSPC)/)

  const before = headOf(rig)
  await rig.play(withoutPauses(freeBetRounds(2, SEED, { spotLagMs: 0 })))
  const closed = await rig.closeShoe(2)
  assert.ok(
    closed.every(({ complete }) => complete),
    'both rounds are complete',
  )
  assert.equal(headOf(rig), before, 'the head could not be kept')
  assert.ok(!subscriber.frames.some(({ topic, said: each }) => topic === 'alarm/journal' && each !== null), 'the journal itself goes on')

  for (const path of others) rmSync(path)
  await subscriber.hears('the end of the alarm', isHead('returned'))
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.ok(headOf(rig) > before, 'a newer head is kept')
  const verified = await run('src/tools/verify.ts', rig.journal)
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`)
}

/** A disk that the system has made read-only, as it does after an error; no seal is due meanwhile. */
async function readOnly(t: TestContext): Promise<void> {
  const rig = await startRig(t)
  const { subscriber } = rig
  const keys = join(rig.folder, 'keys')
  appendFileSync(rig.config, `signingKeyFile: ${join(keys, 'bj07.key')}\n`)
  await withDisk(keys, DISK_KB, async () => {
    const remount = (how: string): void => assert.equal(spawnSync('mount', ['-o', `remount,${how}`, keys]).status, 0, how)
    const daemon = await rig.startDaemon()
    // No disk becomes read-only while a file on it is being written.
    await subscriber.hears('the head at the start', ({ topic }) => topic === 'checkpoint')
    remount('ro')
    await subscriber.hears('the alarm', isHead('unacknowledged'))
    remount('rw')
    await subscriber.hears('its end', isHead('returned'))
    assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  })
}

const onDisks = onSmallDisks(import.meta.url, 'a disk without free inodes')
test(
  'a disk that can hold no more files raises an alarm because the head of the journal is not kept; it ends when it is kept again',
  onDisks(noInodes),
)
test('so does a disk of the signing key that becomes read-only, without waiting for the next seal', onDisks(readOnly))
