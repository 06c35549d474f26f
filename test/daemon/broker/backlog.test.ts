/**
 * F12: a broker that is away for longer than memory lasts. What no longer fits is read from a real journal, and comes in order, each once.
 *
 * EVENTS=33574: a long outage; how fast it is made up for, and in how much memory, is printed.
 */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { filter, firstValueFrom } from 'rxjs'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { openJournal } from '../../../src/daemon/journal/journal.ts'
import { readBackOf } from '../../../src/daemon/pipeline/read-back.ts'
import { encodeEvent, encodeLog } from '../../../src/wire/envelope.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { linkOptions, listen, stopped } from './parts.ts'

const TABLE = { property: 'demo', pit: 'p1', table: 'bj07' }
const STREAM = 'q3kf9abc'
const IN_MEMORY = 100
const EVENTS = Number(process.env.EVENTS ?? 3000)

test('what memory has no room for waits in the journal, is told at once, and comes in order when the broker is back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'backlog-'))
  const journal = await openJournal(folder)
  t.after(async () => {
    await journal.close()
    rmSync(folder, { recursive: true })
  })
  const port = await freePort()
  const readBack = readBackOf(journal, TABLE, STREAM)
  const link = connectBroker({ ...linkOptions(`mqtt://127.0.0.1:${port}`), readBack, limits: { events: IN_MEMORY } })
  const isTold = firstValueFrom(link.state$.pipe(filter(({ left }) => left !== null)))
  const told = { events: [] as string[], log: [] as string[] }
  const say = (sequence: number) => {
    const encoded = encodeEvent(
      TABLE,
      { stream: STREAM, sequence },
      { type: 'shoe.loaded', at: 0, round: null, cause: '', data: { shoe: sequence } },
    )
    assert.ok(encoded.ok, 'it is encoded')
    const record = journal.append({ kind: 'event', envelope: { ...encoded.envelope } }, sequence)
    const logged = record && encodeLog(TABLE, STREAM, record)
    assert.ok(logged?.ok, 'it is encoded')
    told.events.push(encoded.message.payload)
    told.log.push(logged.message.payload)
    link.publish([encoded.message, logged.message])
  }
  for (let sequence = 1; sequence <= EVENTS; sequence++) {
    say(sequence)
    if (sequence % 1000 === 0) await journal.rotate()
  }
  const { left, queued, dropped } = await isTold
  assert.deepEqual([left, queued, dropped], [IN_MEMORY + 1, 2 * (IN_MEMORY + 1), 0])

  const heapMb = () => process.memoryUsage().heapUsed / 1e6
  const [beganAtMs, beforeMb] = [performance.now(), heapMb()]
  const broker = await startOpenBroker({ port })
  const listener = await listen(broker.url)
  const heard = (topic: string) => listener.heard.filter((message) => message.topic === topic).map(({ text }) => text)
  await firstValueFrom(link.state$.pipe(filter(({ kind }) => kind === 'connected')))
  // While it catches up the table plays on.
  for (let sequence = EVENTS + 1; sequence <= EVENTS + 50; sequence++) say(sequence)
  await firstValueFrom(link.state$.pipe(filter((state) => state.left === null)))
  say(EVENTS + 51)
  // The log goes last.
  await listener.until('all', (all) => all.at(-1)?.text === told.log.at(-1))
  const seconds = (performance.now() - beganAtMs) / 1000
  const perSecond = Math.round((2 * EVENTS) / seconds)
  t.diagnostic(
    `${2 * EVENTS} messages in ${seconds.toFixed(1)} s: ${perSecond}/s; heap ${beforeMb.toFixed(0)} MB before, ${heapMb().toFixed(0)} MB after`,
  )
  // What was sent before the listener was there it did not hear.
  const [events, log] = [heard('ev/round'), heard('log')]
  assert.deepEqual(events, told.events.slice(-events.length))
  assert.deepEqual(log, told.log.slice(-log.length))
  assert.ok(log.length > EVENTS, `${log.length} records`)
  await link.stop(stopped())
  await listener.close()
  await broker.close()
})
