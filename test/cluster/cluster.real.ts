/** The daemon on a clustered broker: a node is killed in the middle of play, the table goes on over another one, and nothing is lost. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { playActions } from '../../simulators/device/player.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { type Daemon, temporaryFolder } from '../e2e/processes.ts'
import { type Frame, faultsOf, type Subscriber } from '../e2e/subscriber.ts'
import {
  assertReplayed,
  commonClock,
  freeBetRounds,
  heardInOrder,
  PACED_LAG_MS,
  PAUSE_MS_MAX,
  readJournal,
  SPEED,
  startSubscriber,
  startTable,
  startWhole,
  withoutPauses,
} from '../e2e/table.ts'
import { type Cluster, isInstalled, startCluster } from './rabbit.ts'

const SEED = Number(process.env.SEED ?? 31)
const ROUNDS = Number(process.env.ROUNDS ?? 4)
const NODES = 3
/** The subscriber stays on the last node; the daemon is driven to and fro between the others. */
const LISTENED = NODES - 1
const REPLY = 'casino/v1/demo/reply/ann/t1'

interface Scene {
  readonly cluster: Cluster
  readonly daemon: Daemon
  readonly subscriber: Subscriber
}

test('nodes are killed in the middle of play: nothing is lost, and commands go on', { timeout: 1_800_000 }, async (t) => {
  if (!isInstalled()) return t.skip('NOT TESTED: RabbitMQ is not installed (Debian: rabbitmq-server)')
  t.diagnostic(`SEED=${SEED} ROUNDS=${ROUNDS}`)
  const cluster = await startCluster(join(temporaryFolder(), 'rabbitmq'), NODES, (text) => t.diagnostic(text))
  t.after(() => cluster.stop())
  const rounds = freeBetRounds(ROUNDS, SEED, { spotLagMs: 0 })
  const clock = commonClock()
  const brokerUrl = cluster.urls[0] ?? ''
  const table = await startTable(t, { brokerUrl, lagMs: PACED_LAG_MS, devicesOptions: { timing: clock } })
  const nodes = cluster.urls.filter((_, node) => node !== LISTENED)
  writeFileSync(table.config, readFileSync(table.config, 'utf8').replace(/^mqtt: .*$/m, `mqtt: { urls: ${JSON.stringify(nodes)} }`))
  clock.start()
  const subscriber = await startSubscriber(t, cluster.urls[LISTENED] ?? '')
  const daemon = await startWhole(t, table.config, subscriber)
  const random = seededRandom(SEED)
  for (const [index, round] of rounds.entries()) {
    const actions = withoutPauses([round], PAUSE_MS_MAX)
    const cut = Math.floor(random() * actions.length)
    await playActions(heardInOrder(actions.slice(0, cut), table), table.devices, { speed: SPEED })
    if (index % 2 === 1) await failOver(t, { cluster, daemon, subscriber }, `k${index}`)
    await playActions(heardInOrder(actions.slice(cut), table), table.devices, { speed: SPEED })
  }
  table.devices.shoe?.shoe('close')
  const closed = new Set<string>()
  await subscriber.hears('all rounds closed', ({ said }) => said?.type === 'round.closed' && closed.add(said.id).size === ROUNDS)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')

  await t.test('every event of the journal was heard, in order, and a replay says the same', async () => {
    assert.deepEqual(subscriber.events('ev/procedure'), [])
    assert.deepEqual(faultsOf(subscriber), [])
    for (const { type, data } of subscriber.events('ev/round')) if (type === 'round.closed') assert.equal(data.complete, true)
    await assertReplayed(table.config, table.journal, subscriber)
  })

  await t.test('every record was heard on log', () => {
    const heard = new Set(subscriber.events('log').map(({ sequence }) => Number(sequence)))
    const missing = readJournal(table.journal).filter(({ n, kind }) => !heard.has(n) && kind !== 'checkpoint')
    assert.deepEqual(missing.slice(0, 5), [])
  })
})

/** Kills the node the daemon is connected to and waits until it answers over the other one; then the node comes back. */
async function failOver(t: TestContext, { cluster, daemon, subscriber }: Scene, correlation: string): Promise<void> {
  const node = cluster.urls.indexOf(lastBroker(daemon))
  assert.ok(node >= 0 && node !== LISTENED, daemon.said())
  const from = subscriber.frames.length
  const startMs = performance.now()
  await cluster.kill(node)
  const again = await subscriber.hears(
    'ready over another node',
    ({ topic, said }) => topic === 'status' && said?.data.state === 'ready',
    from,
  )
  t.diagnostic(`node ${node + 1} killed; ready over another one after ${Math.round(again.atMs - startMs)} ms`)
  const isAnswer = ({ topic, text }: Frame) => topic === REPLY && text.includes(`"${correlation}"`)
  const answer = subscriber.hears('an answer', isAnswer, from)
  await subscriber.publish('cmd/ann/snapshot', JSON.stringify({ replyTo: REPLY, correlation, expires: Date.now() + 10_000 }))
  await answer
  await cluster.restart(node)
}

/** As the daemon itself says it. */
const lastBroker = (daemon: Daemon): string => [...daemon.said().matchAll(/broker connected: (\S+)/g)].at(-1)?.[1] ?? ''
