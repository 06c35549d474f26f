/**
 * What ails the machine is an alarm as any other, at the real daemon over a broker: raised, acknowledged by name, kept over a kill, shelved,
 * ended. The journal has all of it, and a replay says the same.
 */
import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { loadConfig } from '../../src/base/config/load.ts'
import { openJournal } from '../../src/daemon/journal/journal.ts'
import { coreContext, initialCore, stepCore } from '../../src/daemon/stations/core.ts'
import { faultsOf } from '../e2e/subscriber.ts'
import { readJournal, startBroker, startReady, startSubscriber, startTable } from '../e2e/table.ts'

const REPLY = 'casino/v1/demo/reply/ann/d1'
const TAKEN = 850_000

/** A table whose journal has taken so many bytes, in few records: each start reads them all. */
async function fill(folder: string): Promise<void> {
  const journal = await openJournal(folder)
  const rulesSha256 = '0'.repeat(64)
  const name = { property: 'demo', pit: 'p1', table: 'bj07', house: 'free-bet-european' } as const
  journal.append({ kind: 'head', stream: 'q3kf9abc', ...name, rulesSha256 }, Date.now())
  journal.append({ kind: 'start', boot: 1, software: 'test', rulesSha256 }, Date.now())
  const doubts = ['x'.repeat(10_000)]
  while (journal.segmentBytes() < TAKEN) journal.append({ kind: 'accepted', reason: 'test', doubts, heads: [] }, Date.now())
  await journal.durable(journal.head().n)
  await journal.close()
}

test('a journal that fills is acknowledged by a named user, stays so over a kill, is shelved, and ends when there is room', async (t) => {
  const broker = await startBroker(t)
  const table = await startTable(t, { brokerUrl: broker.url })
  await fill(table.journal)
  appendFileSync(table.config, 'journalMbMax: 1\n')
  const subscriber = await startSubscriber(t, broker.url)
  let daemon = await startReady(t, table.config, subscriber)
  const alarm = async (is: (data: { readonly state: string; readonly rev: number }) => boolean) =>
    (await subscriber.sees('alarm/journal-room', ({ data }) => is(data))).said?.data
  const answer = async (name: string, correlation: string, args: object) => {
    const from = subscriber.frames.length
    const order = { correlation, replyTo: REPLY, expires: Date.now() + 10_000, alarm: 'journal-room', ...args }
    await subscriber.publish(`cmd/ann/${name}`, JSON.stringify(order))
    const isAnswer = ({ topic, text }: { readonly topic: string; readonly text: string }) =>
      topic === REPLY && text.includes(`"${correlation}"`)
    return JSON.parse((await subscriber.hears(`answer to ${correlation}`, isAnswer, from)).text)
  }

  const raised = await alarm(({ state }) => state === 'unacknowledged')
  assert.deepEqual([raised.code, raised.severity, raised.rev, raised.user], ['JOURNAL-FILLS', 'procedure', 1, null])
  await subscriber.sees('state/table', ({ data }) => data.openAlarms === 1)
  assert.match((await answer('alarm-close', 'c1', { rev: 1 })).error, /^refused: journal-room still persists/)
  assert.deepEqual(await answer('alarm-ack', 'c2', { rev: 1, note: 'orders a disk' }), { correlation: 'c2', ok: true, error: null })
  const acknowledged = await alarm(({ state }) => state === 'acknowledged')
  assert.deepEqual([acknowledged.rev, acknowledged.user, acknowledged.note], [2, 'ann', 'orders a disk'])

  await daemon.end('SIGKILL')
  const from = subscriber.frames.length
  daemon = await startReady(t, table.config, subscriber)
  const again = await subscriber.hears('the alarm as it was', ({ topic, said }) => topic === 'alarm/journal-room' && said !== null, from)
  assert.deepEqual(again.said?.data, acknowledged)
  assert.deepEqual(await answer('alarm-shelve', 'c3', { rev: 2, minutes: 30 }), { correlation: 'c3', ok: true, error: null })
  const shelved = await alarm(({ state }) => state === 'shelved')
  assert.ok(Date.parse(shelved.until) > Date.now(), shelved.until)

  await daemon.end('SIGTERM')
  writeFileSync(table.config, readFileSync(table.config, 'utf8').replace('journalMbMax: 1\n', 'journalMbMax: 100\n'))
  const before = subscriber.frames.length
  daemon = await startReady(t, table.config, subscriber)
  await subscriber.hears('its topic emptied', ({ topic, text }) => topic === 'alarm/journal-room' && text === '', before)
  await daemon.end('SIGTERM')

  const records = readJournal(table.journal)
  const hosts = records.flatMap((record) => (record.kind === 'host' ? [record.words?.code ?? null] : []))
  assert.deepEqual(hosts, ['JOURNAL-FILLS', null], 'once, and its end')
  const read = loadConfig(table.config, { purpose: 'replay' })
  assert.ok(read.ok && read.tables[0], JSON.stringify(read))
  // The journal was begun by other software, which said nothing.
  const start = records.findLast((record) => record.kind === 'start')
  const context = coreContext(read.tables[0], start?.code)
  let core = initialCore()
  const replayed: string[] = []
  for (const record of records) {
    const [next, { encoded }] = stepCore(core, record, context)
    core = next
    replayed.push(...encoded.flatMap((each) => (each.ok ? [each.message.payload] : [])))
  }
  const held = records.flatMap((record) => (record.kind === 'event' ? [JSON.stringify(record.envelope)] : []))
  assert.deepEqual(held, replayed)
  assert.deepEqual(faultsOf(subscriber), [])
})
