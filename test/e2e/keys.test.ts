/** The dealer's keys as a device of their own, at the real daemon over real pseudo-terminals. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './processes.ts'
import { assertReplayed, startRig } from './rig.ts'
import type { Frame } from './subscriber.ts'
import { freeBetRounds, isLink, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 3)

const isPressed =
  (key: string) =>
  ({ said }: Frame): boolean =>
    said?.type === 'key.pressed' && said.data.key === key

test(`what the dealer presses is told with its round, and is kept while the cable is out; the rounds are told as without it (SEED=${SEED})`, async (t) => {
  const rounds = freeBetRounds(2, SEED)
  const rig = await startRig(t, { devicesOptions: { roles: ['shoe', 'spots', 'key'] } })
  const { subscriber, devices, ptys } = rig
  const daemon = await rig.startDaemon()
  const [first = [], second = []] = rounds.map((round) => withoutPauses([round]))
  const dealt = first.findLastIndex(({ device }) => device === 'shoe')

  await rig.play(first.slice(0, dealt + 1))
  devices.key?.key({ key: 'hand-over' })
  const hand = await subscriber.hears('a hand complete', isPressed('hand-over'))
  assert.equal(hand.said?.round, '1-1')
  await rig.play(first.slice(dealt + 1))

  const from = subscriber.frames.length
  await ptys.key?.unplug()
  await subscriber.hears('the keys are away', isLink('keys', false), from)
  const alarm = await subscriber.hears('their alarm', ({ topic, said }) => topic === 'alarm/link-keys' && said !== null, from)
  assert.match(alarm.said?.data.text, /^No connection to keys/)
  await rig.play(second)
  devices.key?.key({ key: 'round-over' })
  const closed = await rig.closeShoe(2)
  await ptys.key?.replug()
  await subscriber.hears('the press that was kept', isPressed('round-over'), from)
  await subscriber.hears(
    'the alarm is over',
    ({ topic, said }) => topic === 'alarm/link-keys' && said?.data.state !== 'unacknowledged',
    from,
  )

  assert.deepEqual(
    closed.map(({ complete, findings, net }) => [complete, findings, net.house]),
    rounds.map(({ truth }) => [true, [], truth.net.house]),
  )
  const lines = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' && record.device === 'keys' ? [record.line] : []))
  assert.deepEqual(
    lines.map((line) => line.replace(/^(K \d) \d+ /, '$1 ')),
    ['K 1 hand-over', 'K 2 round-over'],
  )
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await assertReplayed(rig)
  const { code, stdout } = await run('src/tools/explain.ts', rig.journal, '--round', '1', '--config', rig.config)
  assert.equal(code, 0)
  assert.match(stdout, /keys 1 .*key: the hand is complete/)
})
