/** A book that catches up on a large backlog at a real broker, on a machine that is slow for it: the connection stays. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { newSigningKey, signingKeyOf } from '../../src/base/records/seal.ts'
import { connectBook } from '../../src/book/connection.ts'
import { filtersOf } from '../../src/book/hearing.ts'
import { type Sink, startSink } from '../../src/book/sink.ts'
import { countersigning } from '../../src/book/store/heads.ts'
import { openStore } from '../../src/book/store/open.ts'
import { runMosquitto, withoutMosquitto } from '../daemon/broker/mosquitto.ts'
import { connectTable } from './fake-table.ts'
import { sharedEvening } from './fixture.ts'

/** Longer than the broker waits for a ping of a connection whose keepalive is as short as a table's, and then some. */
const BUSY_MS = 12_000
const STATEMENT_MS = 100

/** Statements that take so long, one after the other, as of a slow disk and of hours of records, until they have taken `BUSY_MS` together. */
const slowDisk = (isSlow: () => boolean = () => true): KyselyPlugin => {
  let left = BUSY_MS
  return {
    transformQuery: ({ node }) => {
      if (left <= 0 || !isSlow()) return node
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STATEMENT_MS)
      left -= STATEMENT_MS
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

const until = async ({ signal }: TestContext, isSo: () => boolean): Promise<void> => {
  while (!isSo() && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20))
}

test('a broker keeps a book that is busy with a backlog for longer than it would wait for a ping', {
  skip: withoutMosquitto,
  timeout: 90_000,
}, async (t) => {
  const { port } = await runMosquitto(t, () => ['allow_anonymous true', 'max_queued_messages 100000'])
  const url = `mqtt://127.0.0.1:${port}`
  const evening = sharedEvening()
  const table = await connectTable({ url, login: {} as never }, evening.name, evening.stream)

  const store = await openStore({ store: ':memory:' })
  const hearer = { property: evening.name.property, user: 'book', client: 'book' }
  const lost: string[] = []
  let connections = 0
  let sink: Sink | null = null
  let correlations = 0
  const mqtt = { urls: [url], protocol: 5, ca: null, cert: null, key: null, username: null, passwordFile: null } as const
  const link = connectBook({
    ...{ mqtt, clientId: 'book', filters: filtersOf(hearer), random: () => 0, nowMs: () => performance.now() },
    isFull: () => sink?.isFull() ?? true,
    onMessage: (topic, payload) => sink?.hear(topic, payload),
    onConnected: () => {
      connections++
      sink?.connected()
    },
    onLost: (reason) => {
      lost.push(reason)
      sink?.lost()
    },
    ...{ onRival: () => undefined, onGivenWay: () => undefined },
  })
  const running = await startSink({
    ...{
      store: store.withPlugin(slowDisk(() => (sink?.counts().kept ?? 0) >= evening.records.length - 1)),
      countersign: countersigning(signingKeyOf(newSigningKey())),
      hearer,
      sink: 'book',
      link,
    },
    ...{ nowMs: () => performance.now(), wallMs: () => Date.now(), correlation: () => `c${++correlations}`, notice: () => undefined },
  })
  sink = running
  try {
    await until(t, () => connections > 0)
    // One record is missing: the others wait for it, and all of them are derived in one transaction when it comes.
    const [first, missing, ...behind] = evening.records
    assert.ok(first && missing, 'there are records')
    await table.status('stopped')
    await table.say([first])
    table.write([missing])
    await table.say(behind)
    await until(t, () => running.counts().kept === evening.records.length - 1)
    await table.status('ready')
    await until(t, () => running.counts().kept >= evening.records.length || lost.length > 0)
    assert.deepEqual(lost, [])
    assert.equal(connections, 1)
    assert.equal((await store.selectFrom('streams').select('complete_to').executeTakeFirstOrThrow()).complete_to, evening.records.length)
  } finally {
    await link.close()
    await running.stop()
    void table.close()
    await store.destroy()
  }
})

test('others get their turn during a transaction of many statements', async (t) => {
  const store = await openStore({ store: ':memory:' })
  t.after(() => store.destroy())
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  t.after(() => clearInterval(timer))
  await store
    .withPlugin(slowDisk())
    .transaction()
    .execute(async (trx) => {
      for (let n = 0; n < 10; n++) await trx.selectFrom('tables').select('id').execute()
    })
  assert.ok(turns >= 5, `${turns} turns`)
})
