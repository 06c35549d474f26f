/**
 * A disk that can hold no more files, though it has room: the head beside the signing key cannot be kept, and that is an alarm until it can.
 * The journal itself goes on. It takes a mount, so the test runs itself once more in a mount namespace of its own.
 */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { playActions } from '../../simulators/device/player.ts'
import { fillEntries, NAMESPACE, noSmallDisk, withDisk } from '../small-disk.ts'
import { run, runIn, temporaryFolder } from './processes.ts'
import type { Frame } from './subscriber.ts'
import {
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  startWhole,
  type Table,
  withoutPauses,
} from './table.ts'

const SEED = Number(process.env.SEED ?? 11)
const DISK_KB = 4096
/** The journal's own files, and some of somebody else's. */
const ENTRIES = 24
const IS_INSIDE = process.env.NO_INODES === 'inside'

const headOf = (table: Table): number =>
  (JSON.parse(readFileSync(join(table.journal, 'head.json'), 'utf8')) as { readonly seq: number }).seq

const isHead =
  (state: string) =>
  ({ topic, said }: Frame): boolean =>
    topic === 'alarm/journal-head' && said?.data.state === state

async function noInodes(t: TestContext): Promise<void> {
  t.diagnostic(`SEED=${SEED}`)
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  await withDisk(table.journal, DISK_KB, () => fillWhilePlaying(t, table, broker.url), ENTRIES)
}

async function fillWhilePlaying(t: TestContext, table: Table, brokerUrl: string): Promise<void> {
  const subscriber = await startSubscriber(t, brokerUrl)
  const daemon = await startWhole(t, table.config, subscriber)
  const others = fillEntries(table.journal)
  const { said } = await subscriber.hears('the alarm', isHead('unacknowledged'))
  assert.deepEqual([said?.data.code, said?.data.severity], ['HEAD-NOT-KEPT', 'procedure'])
  assert.match(String(said?.data.text), /cannot be kept next to the signing key: .*(no file entries|ENOSPC)/)

  const before = headOf(table)
  await playActions(heardInOrder(withoutPauses(freeBetRounds(2, SEED, { spotLagMs: 0 }), PAUSE_MS_MAX), table), table.devices, {
    speed: SPEED,
  })
  table.devices.shoe?.shoe('close')
  await subscriber.hears('a round closed', ({ said: each }) => each?.type === 'round.closed' && each.data.complete === true)
  assert.equal(headOf(table), before, 'the head could not be kept')
  assert.ok(!subscriber.frames.some(({ topic, said: each }) => topic === 'alarm/journal' && each !== null), 'the journal itself goes on')

  for (const path of others) rmSync(path)
  await subscriber.hears('the end of the alarm', isHead('returned'))
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.ok(headOf(table) > before, 'a newer head is kept')
  const verified = await run('src/tools/verify.ts', table.journal)
  assert.equal(verified.code, 0, `${verified.stdout}${verified.stderr}`)
}

/** A disk that the system has made read-only, as it does after an error; no seal is due meanwhile. */
async function readOnly(t: TestContext): Promise<void> {
  const broker = await startBroker(t)
  const table = await startTable(t, { brokerUrl: broker.url })
  const keys = join(table.folder, 'keys')
  appendFileSync(table.config, `signingKeyFile: ${join(keys, 'bj07.key')}\n`)
  await withDisk(keys, DISK_KB, async () => {
    const remount = (how: string): void => assert.equal(spawnSync('mount', ['-o', `remount,${how}`, keys]).status, 0, how)
    const subscriber = await startSubscriber(t, broker.url)
    const daemon = await startWhole(t, table.config, subscriber)
    remount('ro')
    await subscriber.hears('the alarm', isHead('unacknowledged'))
    remount('rw')
    await subscriber.hears('its end', isHead('returned'))
    assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  })
}

const NAME = 'a disk that can hold no more files raises an alarm because the head of the journal is not kept; it ends when it is kept again'
if (IS_INSIDE) {
  test(NAME, noInodes)
  test('so does a disk of the signing key that becomes read-only, without waiting for the next seal', readOnly)
} else
  test(NAME, async (t) => {
    const why = noSmallDisk(temporaryFolder())
    if (why !== null) {
      process.stderr.write(`NOT RUN: a disk without free inodes; no small disk can be mounted here: ${why}\n`)
      t.skip(`no small disk can be mounted here: ${why}`)
      return
    }
    const { code, stdout, stderr } = await runIn(NAMESPACE, fileURLToPath(import.meta.url), { NO_INODES: 'inside' })
    assert.equal(code, 0, `${stdout}${stderr}`)
    assert.match(stdout, /^# pass 2$/m, stdout)
  })
