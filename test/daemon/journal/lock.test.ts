/** F21: locks of processes that cannot be looked up here: those of another container or machine that share the folder. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { diskFiles } from '../../../src/daemon/journal/files.ts'
import { type Processes, systemProcesses, takeLock } from '../../../src/daemon/journal/lock.ts'

/** Process 1 of a container. */
const container = (place: string, start: string): Processes => ({
  ...{ self: 1, place, held: new Set() },
  startOf: (pid) => (pid === 1 ? start : null),
})
const ONE = 'host-a/4026531999'
const OTHER = 'host-b/4026532000'

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lock-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}
const atOnce = async () => undefined
const unwatched = async () => assert.fail('it was watched')

test('another container that runs keeps its lock, whatever process has its number here; the error says where it is', async (t) => {
  const folder = await folderFor(t)
  const release = await takeLock(folder, diskFiles, container(ONE, 'boot/100'))
  let waits = 0
  // In place of the time in which the holder touches its lock.
  const pause = async () => {
    if (++waits === 3) writeFileSync(join(folder, 'lock'), readFileSync(join(folder, 'lock')))
  }
  await assert.rejects(
    takeLock(folder, diskFiles, container(OTHER, 'boot/200'), pause),
    /process 1 on host-a, another machine or container .* is already writing this journal.*Stop it there/,
  )
  assert.equal(waits, 3)
  await release()
  await (await takeLock(folder, diskFiles, container(OTHER, 'boot/200'), unwatched))()
})

test('a lock from elsewhere that nobody touches is taken over, whatever the clocks say', async (t) => {
  for (const modified of [0, Date.now() / 1000 + 1e6]) {
    const folder = await folderFor(t)
    await takeLock(folder, diskFiles, container(ONE, 'boot/100'))
    const files = { ...diskFiles, modifiedMs: async () => modified }
    const release = await takeLock(folder, files, container(OTHER, 'boot/200'), atOnce)
    assert.equal(readFileSync(join(folder, 'lock'), 'utf8'), `1 boot/200 ${OTHER}\n`)
    await release()
  }
})

test('a holder of this machine and container is looked up, not watched', async (t) => {
  const folder = await folderFor(t)
  await takeLock(folder, diskFiles, container(ONE, 'boot/100'))
  const again = container(ONE, 'boot/100')
  await assert.rejects(takeLock(folder, diskFiles, again, unwatched), /: process 1 is already writing this journal.*Stop that process/)
  const restarted = await takeLock(folder, diskFiles, container(ONE, 'boot/300'), unwatched)
  await restarted()
})

test('a number that another user’s hidden process has now is watched: its lock is held only while it is touched', async (t) => {
  const folder = await folderFor(t)
  await takeLock(folder, diskFiles, container(ONE, 'boot/100'))
  const here: Processes = { self: 2, place: ONE, held: new Set(), startOf: (pid) => (pid === 1 ? '' : `boot/${pid}`) }
  let waits = 0
  const pause = async () => {
    if (++waits === 3) writeFileSync(join(folder, 'lock'), readFileSync(join(folder, 'lock')))
  }
  await assert.rejects(takeLock(folder, diskFiles, here, pause), /: process 1 is already writing this journal.*Stop that process/)
  const release = await takeLock(folder, diskFiles, here, atOnce)
  assert.equal(readFileSync(join(folder, 'lock'), 'utf8'), `2 boot/2 ${ONE}\n`)
  await release()
})

test('in a unit that hides the system’s own file the boot is named alike', () => {
  const before = systemProcesses.startOf(process.pid)
  const own = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
  process.env.BOOT_ID = own.replaceAll('-', '')
  assert.equal(systemProcesses.startOf(process.pid), before)
  delete process.env.BOOT_ID
})

test('locks that an older version wrote are understood', async (t) => {
  const folder = await folderFor(t)
  writeFileSync(join(folder, 'lock'), '1 boot/100\n')
  await assert.rejects(takeLock(folder, diskFiles, container(ONE, 'boot/100'), unwatched), /process 1 is already writing this journal/)
  const release = await takeLock(folder, diskFiles, container(ONE, 'boot/200'), unwatched)
  await release()
})

test('a process touches its lock as long as it holds it, and names its machine there', async (t) => {
  const folder = await folderFor(t)
  const path = join(folder, 'lock')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const touched: string[] = []
  const files = { ...diskFiles, touch: async (which: string) => void touched.push(which) }
  const release = await takeLock(folder, files, { ...systemProcesses, held: new Set() })
  assert.ok(readFileSync(path, 'utf8').includes(` ${hostname()}/`), readFileSync(path, 'utf8'))
  t.mock.timers.tick(15_000)
  assert.deepEqual(touched, [path, path, path])
  await release()
  t.mock.timers.tick(15_000)
  assert.deepEqual(touched, [path, path, path])
})
