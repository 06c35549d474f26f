/** What a shoe's reader does wrong, at the real daemon over real pseudo-terminals: its heartbeat goes on, and it reads no card, or one twice. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertReplayed, startRig } from './rig.ts'
import { faultsOf } from './subscriber.ts'
import { freeBetRounds, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 8)
const BLIND_MS = 3_600_000

test('rounds that a blind shoe does not report are an alarm of the shoe, which ends with a card', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const table = await startRig(t)
  const { subscriber } = table
  const daemon = await table.startDaemon()
  const [seen, ...unseen] = freeBetRounds(4, SEED).map((round) => ({ ...round, actions: withoutPauses([round], 4000) }))
  await table.play(seen?.actions ?? [])
  assert.ok(!subscriber.frames.some(({ topic }) => topic === 'alarm/shoe-silent'), 'no alarm while cards come')
  const { shoe } = table.devices
  assert.ok(shoe, 'the table has a shoe')
  shoe.faults.blind(BLIND_MS)
  const findings = subscriber.frames.filter(({ said }) => said?.type === 'finding.raised').length
  for (const { actions } of unseen) await table.play(actions)
  const { said } = await subscriber.sees('alarm/shoe-silent', ({ data }) => data.state === 'unacknowledged')
  assert.deepEqual([said?.data.code, said?.data.severity, said?.data.round], ['SHOE-SILENT', 'procedure', null])
  await subscriber.sees('state/device/shoe', ({ data }) => data.up)
  const incident = await subscriber.hears('the incident', ({ said }) => said?.type === 'device.incident')
  assert.deepEqual([incident.said?.data.device, incident.said?.data.code], ['shoe', 'SHOE-SILENT'])
  assert.equal(subscriber.frames.filter(({ said }) => said?.type === 'finding.raised').length, findings, 'nobody is accused')
  shoe.faults.blind(0)
  assert.ok(shoe.card('5S'), 'the card finds room in the ring')
  await subscriber.sees('alarm/shoe-silent', ({ data }) => data.state === 'returned')
  shoe.faults.readTwice()
  assert.ok(shoe.card('7H'), 'the card finds room in the ring')
  const twice = await subscriber.hears('the other incident', ({ said }) => said?.data.code === 'card-read-twice')
  assert.deepEqual([twice.said?.type, twice.said?.data.device], ['device.incident', 'shoe'])
  await subscriber.sees('alarm/incident-shoe', ({ data }) => data.code === 'DEVICE-INCIDENT')
  assert.deepEqual(faultsOf(subscriber), [])
  await daemon.end('SIGTERM')
  await assertReplayed(table)
})
