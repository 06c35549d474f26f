/** F10: the process has no descriptor left. What is open goes on; what must be opened fails, is told, and comes back with the descriptors. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import type { PlayedRound } from '../../simulators/table/types.ts'
import { faultsOf } from './subscriber.ts'
import {
  assertReplayed,
  commonClock,
  freeBetRounds,
  heardInOrder,
  isLink,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  readJournal,
  SPEED,
  startBroker,
  startSubscriber,
  startTable,
  startWhole,
  withoutPauses,
} from './table.ts'

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
  const broker = await startBroker(t)
  const clock = commonClock()
  const table = await startTable(t, { brokerUrl: broker.url, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  clock.start()
  const subscriber = await startSubscriber(t, broker.url)
  const daemon = await startWhole(t, table.config, subscriber)
  const actionsOf = (round: PlayedRound | undefined) => withoutPauses(round ? [round] : [], PAUSE_MS_MAX)
  const play = (actions: Parameters<typeof playActions>[0]) => playActions(actions, table.devices, { speed: SPEED })
  const { shoe } = table.devices
  assert.ok(shoe, 'the table has a shoe')
  const closed = () => subscriber.events().filter(({ type }) => type === 'round.closed')
  await play(heardInOrder(actionsOf(rounds[0]), table))

  const before = limitOf(daemon.pid)
  limit(daemon.pid, `${NONE}`)
  const from = subscriber.frames.length
  await table.ptys.shoe?.unplug()
  await subscriber.hears('the shoe down', isLink('shoe', false), from)
  await table.ptys.shoe?.replug()
  const alarm = await subscriber.hears(
    'the alarm',
    ({ topic, said }) => topic === 'alarm/link-shoe' && said?.data.state === 'unacknowledged',
    from,
  )
  t.diagnostic(alarm.said?.data.text)
  await daemon.says(/EMFILE: too many open files/)
  const journaled = () => readJournal(table.journal).filter((record) => record.kind === 'line' && record.device === 'shoe').length
  const held = journaled()
  const second = actionsOf(rounds[1])
  const dealt = second.findIndex(({ device }) => device === 'shoe')
  await play(second.slice(0, dealt + 1))
  assert.ok(shoe.model.memory.ring.length > 0, 'the shoe keeps its card')
  assert.equal(journaled(), held)

  const back = subscriber.frames.length
  limit(daemon.pid, before)
  await subscriber.hears('the shoe up', isLink('shoe', true), back)
  await play(heardInOrder(second.slice(dealt + 1), table))
  shoe.shoe('close')
  await subscriber.hears('both rounds closed', () => closed().length === rounds.length)
  const cards = rounds.flatMap(({ actions }) => actions.flatMap(({ scan }) => (scan.kind === 'card' ? [scan.card] : [])))
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  assert.deepEqual(
    readJournal(table.journal).flatMap((record) =>
      record.kind === 'line' && record.line.startsWith('C ') ? [record.line.split(' ')[3]] : [],
    ),
    cards,
  )
  assert.deepEqual(faultsOf(subscriber), [])
  await assertReplayed(table.config, table.journal, subscriber)
})
