/** A device at which the dealer looks at his hole card, at the real daemon over real pseudo-terminals: the check is told, what he saw is not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './processes.ts'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, isLink, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 9)

test(`the check is told with its round, what he saw is in the journal alone, and the rounds are told as without it (SEED=${SEED})`, async (t) => {
  const rounds = freeBetRounds(2, SEED)
  const rig = await startRig(t, { devicesOptions: { roles: ['shoe', 'spots', 'peek'] } })
  const { subscriber, devices, ptys } = rig
  const daemon = await rig.startDaemon()
  const [first = [], second = []] = rounds.map((round) => withoutPauses([round]))
  const dealt = first.findLastIndex(({ device }) => device === 'shoe')

  await rig.play(first.slice(0, dealt + 1))
  devices.peek?.sense({ kind: 'peek', outcome: 'blackjack' })
  const check = await subscriber.hears('the check', ({ said }) => said?.type === 'dealer.peeked')
  assert.deepEqual([check.said?.round, check.said?.data], ['1-1', { device: 'peek' }])
  await rig.play(first.slice(dealt + 1))

  const from = subscriber.frames.length
  await ptys.peek?.unplug()
  await subscriber.hears('it is away', isLink('peek', false), from)
  const alarm = await subscriber.hears('its alarm', ({ topic, said }) => topic === 'alarm/link-peek' && said !== null, from)
  assert.match(alarm.said?.data.text, /^No connection to peek/)
  await rig.play(second)
  const closed = await rig.closeShoe(2)
  await ptys.peek?.replug()
  await subscriber.hears('it is back', isLink('peek', true), from)
  assert.deepEqual(
    closed.map(({ complete, findings, net }) => [complete, findings, net.house]),
    rounds.map(({ truth }) => [true, [], truth.net.house]),
  )

  const lines = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' && record.device === 'peek' ? [record.line] : []))
  assert.deepEqual(
    lines.map((line) => line.replace(/^(PK \d) \d+ /, '$1 ')),
    ['PK 1 blackjack'],
  )
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await assertReplayed(rig)
  const { code, stdout } = await run('src/tools/explain.ts', rig.journal, '--round', '1', '--config', rig.config)
  assert.equal(code, 0)
  assert.match(stdout, /peek 1 .*the dealer looked at his hole card/)
})
