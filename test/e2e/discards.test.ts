/** A reader of the discards at the real daemon over real pseudo-terminals: what it misses is told, and the rounds are told as without it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { run } from './processes.ts'
import { assertReplayed, startRig } from './rig.ts'
import { freeBetRounds, isLink, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 5)

test(`collected cards are told with their round, and a card that was not collected is told with the next (SEED=${SEED})`, async (t) => {
  const rounds = freeBetRounds(3, SEED, { discards: true })
  const rig = await startRig(t, { devicesOptions: { roles: ['shoe', 'spots', 'discards'] } })
  const { subscriber, ptys } = rig
  const daemon = await rig.startDaemon()
  const actions = withoutPauses(rounds)
  // The dealer's last card of the second round is not read.
  const count = (rounds[0]?.actions.length ?? 0) + (rounds[1]?.actions.length ?? 0)
  const missed = actions.slice(0, count).findLast(({ device }) => device === 'discards')
  const card = missed?.scan.kind === 'discard' ? missed.scan.card : null
  assert.notEqual(card, null)

  await rig.play(actions.slice(0, count).filter((action) => action !== missed))
  const from = subscriber.frames.length
  await rig.play(actions.slice(count))
  const incident = await subscriber.hears('the incident', ({ said }) => said?.type === 'device.incident', from)
  assert.deepEqual(incident.said?.data, {
    device: 'discards',
    code: 'discard-missing',
    text: `Left the shoe, and is not with the discards of the round: ${card}.`,
  })
  await subscriber.hears('its alarm', ({ topic, said }) => topic === 'alarm/incident-discards' && said !== null, from)
  await ptys.discards?.unplug()
  await subscriber.hears('it is away', isLink('discards', false), from)
  await subscriber.hears('its other alarm', ({ topic, said }) => topic === 'alarm/link-discards' && said !== null, from)
  const closed = await rig.closeShoe(3)
  assert.deepEqual(
    closed.map(({ complete, findings, net }) => [complete, findings, net.house]),
    rounds.map(({ truth }) => [true, [], truth.net.house]),
  )

  const told = subscriber.frames.flatMap(({ said }) => (said?.type === 'card.discarded' ? [said.round] : []))
  assert.deepEqual([...new Set(told)], ['1-1', '1-2', '1-3'])
  const lines = readJournal(rig.journal).flatMap((record) => (record.kind === 'line' && record.device === 'discards' ? [record.line] : []))
  assert.deepEqual(
    lines.map((line) => line.replace(/^D \d+ \d+ /, '')),
    actions.flatMap(({ scan }) => (scan.kind === 'discard' && scan !== missed?.scan ? [scan.card ?? '-'] : [])),
  )
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await assertReplayed(rig)
  const { code, stdout } = await run('src/tools/explain.ts', rig.journal, '--round', '2', '--config', rig.config)
  assert.equal(code, 0)
  assert.match(stdout, /discards \d+ .*a card was laid with the discards/)
})
