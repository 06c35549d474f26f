/** Alarms and a supervisor's commands at the real daemon: over a broker, through the journal, and over a kill. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Card, Scan } from '../../devices/scan.ts'
import { playActions } from '../../simulators/device/player.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { answerOf, refusal } from '../../src/rules/refusals.ts'
import { faultsOf } from '../e2e/subscriber.ts'
import { FREE_BET, readJournal, startBroker, startReady, startSubscriber, startTable } from '../e2e/table.ts'

const REPLY = 'casino/v1/demo/reply/ann/d1'
const LOW_BET = 1000

/** A bet below the minimum and a deal to one box, a lag apart. */
const ACTIONS: readonly TableAction[] = [
  { kind: 'spot', spot: '1.main', rev: 1, chips: [{ value: 500, count: 2 }], amount: LOW_BET } satisfies Scan,
  ...(['TS', '7S', 'TH'] as readonly Card[]).map((card): Scan => ({ kind: 'card', card })),
].map((scan, at) => ({ atMs: at * 200, device: scan.kind === 'card' ? 'shoe' : 'spots', scan }))

test('an alarm is acknowledged over MQTT, lives on through a kill, and is closed; a round is voided', async (t) => {
  const broker = await startBroker(t)
  const table = await startTable(t, {
    brokerUrl: broker.url,
    table: { ...FREE_BET.table, limits: { ...FREE_BET.table.limits, min: 2 * LOW_BET } },
  })
  const subscriber = await startSubscriber(t, broker.url)
  let daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  const send = (name: string, correlation: string, args: object) =>
    subscriber.publish(`cmd/ann/${name}`, JSON.stringify({ correlation, replyTo: REPLY, expires: Date.now() + 10_000, ...args }))
  const answer = async (name: string, correlation: string, args: object) => {
    const from = subscriber.frames.length
    await send(name, correlation, args)
    const isAnswer = ({ topic, text }: { readonly topic: string; readonly text: string }) =>
      topic === REPLY && text.includes(`"${correlation}"`)
    return JSON.parse((await subscriber.hears(`answer to ${correlation}`, isAnswer, from)).text)
  }

  await playActions(ACTIONS, table.devices, { speed: 1 })
  const { said } = await subscriber.sees('alarm/bet-under-min-1', ({ data }) => data.state === 'unacknowledged')
  const alarm = said?.data ?? assert.fail('no alarm')
  assert.deepEqual([alarm.code, alarm.severity, alarm.box, alarm.rev], ['BET-UNDER-MIN', 'procedure', 1, 1])
  assert.equal(
    alarm.text,
    'Box 1: bet 10.00; the minimum is 20.00. The round stands. Before the next one, the player brings the bet up or takes it down.',
  )
  await subscriber.sees('state/table', ({ data }) => data.openAlarms === 1)

  const name = { alarm: 'bet-under-min-1' }
  assert.match((await answer('alarm-ack', 'a0', { ...name, rev: 7 })).error, /^stale: rev 7/)
  const acknowledged = { correlation: 'a1', ok: true, error: null }
  assert.deepEqual(await answer('alarm-ack', 'a1', { ...name, rev: 1, note: 'spoke to him' }), acknowledged)
  await subscriber.sees('alarm/bet-under-min-1', ({ data }) => data.state === 'acknowledged' && data.rev === 2 && data.user === 'ann')
  assert.deepEqual(await answer('alarm-ack', 'a1', { ...name, rev: 1 }), acknowledged, 'the same answer without a second effect')

  await daemon.end('SIGKILL')
  daemon = await startReady(t, table.config, subscriber, 'shoe', 'spots')
  assert.deepEqual(await answer('alarm-ack', 'a1', { ...name, rev: 1 }), acknowledged, 'answers are known from the journal')
  const late = await startSubscriber(t, broker.url)
  await late.sees('alarm/bet-under-min-1', ({ data }) => data.state === 'acknowledged' && data.rev === 2)
  assert.equal((await answer('alarm-close', 'a2', { ...name, rev: 2 })).ok, true)
  await subscriber.hears('its topic emptied', ({ topic, text }) => topic === 'alarm/bet-under-min-1' && text === '')
  assert.match((await answer('alarm-close', 'a3', { ...name, rev: 3 })).error, /^unknown/)

  assert.equal((await answer('round-void', 'v1', {})).ok, true)
  const voided = await subscriber.hears('the void round', ({ said: event }) => event?.type === 'round.void')
  assert.equal(voided.said?.data.reason, 'voided by ann')
  assert.deepEqual(await answer('round-void', 'v2', {}), { correlation: 'v2', ...answerOf(refusal('no-round')) })

  await daemon.end('SIGTERM')
  const records = readJournal(table.journal)
  const commands = records.flatMap((record) => (record.kind === 'command' ? [`${record.name} ${record.correlation} ${record.error}`] : []))
  const valid = [
    'alarm-ack a0 null',
    'alarm-ack a1 null',
    'alarm-close a2 null',
    'alarm-close a3 null',
    'round-void v1 null',
    'round-void v2 null',
  ]
  assert.deepEqual(commands, valid, 'each command once')
  const outcomes = records.filter((record) => record.kind === 'event' && record.envelope.type === 'command.answered')
  assert.equal(outcomes.length, valid.length, 'each with its outcome')
  assert.deepEqual(faultsOf(subscriber), [])
})
