/** F10: the process has no descriptor left. What is open goes on; what must be opened fails, is told, and comes back with the descriptors. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { assertReplayed, startRig } from './rig.ts'
import { faultsOf } from './subscriber.ts'
import { cardsIn, cardsOf, freeBetRounds, isLink, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 13)
/** Standard input, output and error: nothing else may be opened. */
const NONE = 3
const hasPrlimit = spawnSync('prlimit', ['--version']).error === undefined

/** How many descriptors a process may have open from now on; those that it has stay. */
function limit(pid: number, most: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', `${pid}`, `--nofile=${most}:`], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
}

const limitOf = (pid: number): string => {
  const { stdout } = spawnSync('prlimit', ['--pid', `${pid}`, '--nofile', '--raw', '--noheadings', '--output=SOFT'], { encoding: 'utf8' })
  return stdout.trim()
}

test('without a descriptor a device that comes back is not opened and keeps its cards; with some again all of the round is told', {
  skip: hasPrlimit ? false : 'NOT TESTED: prlimit is needed (util-linux)',
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(2, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const daemon = await rig.startDaemon()
  const actionsOf = (round: PlayedRound | undefined) => withoutPauses(round ? [round] : [])
  const { shoe } = rig.devices
  assert.ok(shoe, 'the table has a shoe')
  await rig.play(actionsOf(rounds[0]))

  const before = limitOf(daemon.pid)
  limit(daemon.pid, `${NONE}`)
  const from = subscriber.frames.length
  await rig.ptys.shoe?.unplug()
  await subscriber.hears('the shoe down', isLink('shoe', false), from)
  await rig.ptys.shoe?.replug()
  const alarm = await subscriber.hears(
    'the alarm',
    ({ topic, said }) => topic === 'alarm/link-shoe' && said?.data.state === 'unacknowledged',
    from,
  )
  t.diagnostic(alarm.said?.data.text)
  await daemon.says(/EMFILE: too many open files/)
  const journaled = () => readJournal(rig.journal).filter((record) => record.kind === 'line' && record.device === 'shoe').length
  const held = journaled()
  const second = actionsOf(rounds[1])
  const dealt = second.findIndex(({ device }) => device === 'shoe')
  await rig.playUnheard(second.slice(0, dealt + 1))
  assert.ok(shoe.model.memory.ring.length > 0, 'the shoe keeps its card')
  assert.equal(journaled(), held)

  const back = subscriber.frames.length
  limit(daemon.pid, before)
  await subscriber.hears('the shoe up', isLink('shoe', true), back)
  await rig.play(second.slice(dealt + 1))
  await rig.closeShoe(rounds.length)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(cardsIn(rig.journal), cardsOf(...rounds))
  assert.deepEqual(faultsOf(subscriber), [])
  await assertReplayed(rig)
})
