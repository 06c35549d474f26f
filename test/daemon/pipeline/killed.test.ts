/** P2 and F8 with processes and a real disk: killed with -9 wherever it stands, the daemon goes on from a checkpoint as from the beginning. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { bundled } from '../../runner/bundled.ts'
import { seeded } from '../journal/fake-disk.ts'
import { checkReplay, checkSame, startDaemon } from './daemon.ts'
import { playRecords } from './records.ts'

const SEED = Number(process.env.SEED ?? 1)
const KILLS = 3
const ROUNDS = 8

/** Runs the player until it has kept so many checkpoints and `waitMs` more; the record it went on behind. */
async function playUntilKilled(args: readonly string[], checkpoints: number, waitMs: number): Promise<number> {
  const child = spawn(process.execPath, [await bundled('test/daemon/pipeline/player.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let from = 0
  let kept = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [word, number] = line.split(' ')
    if (word === 'from') from = Number(number)
    if (word === 'played') child.kill('SIGKILL')
    if (word === 'kept' && ++kept === checkpoints) setTimeout(() => child.kill('SIGKILL'), waitMs)
  }
  await ended
  return from
}

test(`killed with -9 ${KILLS} times (SEED=${SEED})`, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'killed-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const random = seeded(SEED)
  const { config, records } = playRecords('free-bet-european', 2, ROUNDS, SEED)
  const args = [folder, 'free-bet-european', '2', String(ROUNDS), String(SEED)]
  const check = async (): Promise<number> => {
    const daemon = await startDaemon({ folder, config })
    await checkSame(daemon)
    await daemon.quiet()
    await daemon.journal.close()
    return daemon.recovery.covered
  }
  let covered = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    const from = await playUntilKilled(args, kill === KILLS ? Number.POSITIVE_INFINITY : 1 + Math.floor(random() * 2), random() * 30)
    assert.ok(from >= covered, `it had gone on behind ${covered}, and then behind ${from}`)
    covered = await check()
  }
  assert.ok(covered > 0, `${covered} > 0`)
  const daemon = await startDaemon({ folder, config })
  await checkReplay(daemon)
  const held: string[] = []
  for await (const record of daemon.journal.records()) if (record.kind === 'line') held.push(record.line)
  assert.deepEqual(
    held,
    records.flatMap((record) => (record.kind === 'line' ? [record.line] : [])),
  )
  await daemon.journal.close()
})
