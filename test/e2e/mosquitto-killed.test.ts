/**
 * F13, P3: a real mosquitto is killed without warning again and again under a daemon that is playing and the book of its property, each a process
 * of its own. MOSQUITTO_KILLS=500: a long run, `npm run measure -- faults --only process`.
 */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import mqtt from 'mqtt'
import { seededRandom } from '../../simulators/table/random.ts'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import { openStore } from '../../src/book/store/open.ts'
import { diskFiles } from '../../src/daemon/journal/files.ts'
import { SIGNING_KEY_NAME } from '../../src/daemon/journal/kept-head.ts'
import { openSigningKey } from '../../src/daemon/journal/signing-key.ts'
import { readAuditAck } from '../../src/wire/audit.ts'
import { runMosquitto, withoutMosquitto } from '../daemon/broker/mosquitto.ts'
import { run, startSource, temporaryFolder, within } from './processes.ts'
import { startRig } from './rig.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 9)
const KILLS = Number(process.env.MOSQUITTO_KILLS ?? 3)
const KILL_MS_MAX = 20_000
/** Longest life of a broker behind the first acknowledgement that came over it, ms. */
const LIFE_MS_MAX = 400
const PAUSE_MS_MAX = 1500
const ROUNDS_AT_ONCE = 20
const ACK = 'casino/v1/demo/audit/ack/p1-bj07'

test(`mosquitto is killed ${KILLS} times: every record of the journal is in the book, once and as it was written (SEED=${SEED})`, {
  skip: withoutMosquitto,
  timeout: 180_000 + KILLS * KILL_MS_MAX,
}, async (t) => {
  const random = seededRandom(SEED)
  const broker = await runMosquitto(t, () => ['allow_anonymous true'])
  const brokerUrl = `mqtt://127.0.0.1:${broker.port}`
  const rig = await startRig(t, { brokerUrl })
  const folder = temporaryFolder()
  const bookConfig = join(folder, 'book.yaml')
  writeFileSync(bookConfig, `property: demo\nmqtt: { url: "${brokerUrl}" }\nstore: book.db\n`)
  const book = await startSource('src/book/command.ts', '--config', bookConfig)
  t.after(() => book.end('SIGKILL'))
  const daemon = await rig.startDaemon()
  const { key } = await openSigningKey(join(rig.journal, SIGNING_KEY_NAME), diskFiles)
  const trusted = await run('src/book/command.ts', 'trust-key', '--config', bookConfig, 'p1/bj07', fingerprintOf(key.publicKey), '--ahead')
  assert.equal(trusted.code, 0, trusted.stderr)
  // The brokers to come are not its own.
  await rig.subscriber.close()

  /** The newest record that the book has acknowledged, as somebody hears it who comes anew each time. */
  let acked = 0
  const acknowledged = async (least: number): Promise<void> => {
    const client = await mqtt.connectAsync(brokerUrl, { reconnectPeriod: 0 })
    client.on('error', () => undefined)
    try {
      const heard = new Promise<void>((resolve) => {
        client.on('message', (_, payload) => {
          const ack = readAuditAck(payload)
          if (typeof ack !== 'string') acked = Math.max(acked, ack.seq)
          if (acked >= least) resolve()
        })
      })
      await client.subscribeAsync(ACK, { qos: 1 })
      await within(heard, () => `record ${least} to be acknowledged; the book has ${acked} and said ${book.said()}`)
    } finally {
      client.end(true)
    }
  }

  let isOver = false
  const playing = (async () => {
    for (let seed = SEED; !isOver; seed++) {
      for (const round of freeBetRounds(ROUNDS_AT_ONCE, seed, { spotLagMs: 0 })) {
        if (!isOver) await rig.play(withoutPauses([round], PAUSE_MS_MAX))
      }
    }
  })()

  for (let kill = 0; kill < KILLS; kill++) {
    await acknowledged(acked + 1)
    await new Promise((resolve) => setTimeout(resolve, random() * LIFE_MS_MAX))
    await broker.kill()
    await broker.again()
  }
  isOver = true
  await playing
  rig.devices.shoe?.shoe('close')
  const written = readJournal(rig.journal).length
  await acknowledged(written)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await book.end('SIGTERM')

  const journal = new Map(readJournal(rig.journal).map((record) => [record.n, record]))
  const store = await openStore({ store: join(folder, 'book.db') })
  const kept = await store.selectFrom('records').select(['n', 'body']).orderBy('n').execute()
  const incidents = await store.selectFrom('incidents').selectAll().execute()
  await store.destroy()
  assert.deepEqual(
    kept.map(({ n }) => n),
    kept.map((_, at) => at + 1),
    'each number once, and none is missing',
  )
  assert.ok(kept.length >= written, `${kept.length} of ${written} records are in the book`)
  const asWritten = (n: number): string => {
    const { synced: _synced, crc: _crc, ...record } = journal.get(n) as unknown as Record<string, unknown>
    return JSON.stringify(record)
  }
  for (const { n, body } of kept) assert.equal(body, asWritten(n), `record ${n}`)
  const open = incidents.filter(({ closed_at }) => closed_at === null)
  assert.deepEqual(open, [])
  t.diagnostic(`${KILLS} kills of mosquitto, ${written} records: lost 0, doubled 0`)
})
