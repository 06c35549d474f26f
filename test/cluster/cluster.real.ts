/**
 * The daemon and the book on a clustered broker: nodes are killed in the middle of play, both move to other nodes, and nothing is lost. A
 * node keeps its retained messages to itself, so what a table published on one node, the book does not find on another.
 */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { seededRandom } from '../../simulators/table/random.ts'
import { fingerprintOf } from '../../src/base/records/seal.ts'
import { openStore } from '../../src/book/store/open.ts'
import { diskFiles } from '../../src/daemon/journal/files.ts'
import { SIGNING_KEY_NAME } from '../../src/daemon/journal/kept-head.ts'
import { openSigningKey } from '../../src/daemon/journal/signing-key.ts'
import { readAuditAck } from '../../src/wire/audit.ts'
import type { JournalRecord } from '../../src/wire/record.ts'
import { type Daemon, run, startSource, temporaryFolder, within } from '../e2e/processes.ts'
import { assertReplayed, startRig } from '../e2e/rig.ts'
import { type Frame, faultsOf, type Subscriber } from '../e2e/subscriber.ts'
import { freeBetRounds, readJournal, withoutPauses } from '../e2e/table.ts'
import { type Cluster, isInstalled, startCluster } from './rabbit.ts'

const SEED = Number(process.env.SEED ?? 31)
const ROUNDS = Number(process.env.ROUNDS ?? 4)
const NODES = 3
/** The subscriber stays on the last node, which is never killed. */
const LISTENED = NODES - 1
const REPLY = 'casino/v1/demo/reply/ann/t1'
const ACKS = 'casino/v1/demo/audit/ack/p1-bj07'
/** The book's login. */
const LOGIN = { username: 'book', password: 'kept' }
/** Mostly the start of the cluster; in each round a node is killed and returns. */
const MS_MAX = 110_000 + 15_000 * ROUNDS
const KEPT_MS_MAX = 30_000

interface Scene {
  readonly cluster: Cluster
  readonly daemon: Daemon
  readonly subscriber: Subscriber
  readonly book: Book
}

test('nodes are killed in the middle of play: nothing is lost or doubled, and commands go on', { timeout: MS_MAX }, async (t) => {
  if (!isInstalled()) return t.skip('NOT TESTED: RabbitMQ is not installed (Debian: rabbitmq-server)')
  t.diagnostic(`SEED=${SEED} ROUNDS=${ROUNDS}`)
  const folder = join(temporaryFolder(), 'rabbitmq')
  const cluster = await startCluster({ folder, size: NODES, login: LOGIN, say })
  t.after(() => cluster.stop())
  const rounds = freeBetRounds(ROUNDS, SEED, { spotLagMs: 0 })
  const [first = '', second = '', listened = ''] = cluster.urls
  const rig = await startRig(t, { brokerUrl: first, listenUrl: listened })
  const { subscriber } = rig
  writeFileSync(rig.config, readFileSync(rig.config, 'utf8').replace(/^mqtt: .*$/m, `mqtt: { urls: ${JSON.stringify([first, second])} }`))
  const book = await startBook(t, rig.folder, [second, listened])
  const daemon = await rig.startDaemon()
  const { key } = await openSigningKey(join(rig.journal, SIGNING_KEY_NAME), diskFiles)
  const trusted = await run(
    'src/book/command.ts',
    'trust-key',
    '--config',
    join(rig.folder, 'book.yaml'),
    'p1/bj07',
    fingerprintOf(key.publicKey),
    '--ahead',
  )
  assert.equal(trusted.code, 0, trusted.stderr)
  const random = seededRandom(SEED)
  for (const [index, round] of rounds.entries()) {
    const actions = withoutPauses([round])
    const cut = Math.floor(random() * actions.length)
    await rig.play(actions.slice(0, cut))
    if (index > 0) await BLOWS[index % BLOWS.length]?.({ cluster, daemon, subscriber, book }, `k${index}`)
    await rig.play(actions.slice(cut))
  }
  await rig.closeShoe(ROUNDS)
  say('all rounds are played')
  const journal = await allTold(rig.journal, subscriber, book)
  say('all of it is told, and in the book')
  // A stopping daemon publishes what it can within two seconds, and the rest after its next start.
  await daemon.end('SIGKILL')

  await t.test('every event of the journal was heard, in order, and a replay says the same', async () => {
    assert.deepEqual(subscriber.events('ev/procedure'), [])
    assert.deepEqual(faultsOf(subscriber), [])
    for (const { type, data } of subscriber.events('ev/round')) if (type === 'round.closed') assert.equal(data.complete, true)
    await assertReplayed(rig)
  })

  await t.test('every record was heard on log', () => {
    const heard = new Set(subscriber.events('log').map(({ sequence }) => Number(sequence)))
    const missing = journal.filter(({ n, kind }) => !heard.has(n) && kind !== 'checkpoint')
    assert.deepEqual(missing.slice(0, 5), [])
  })

  await t.test('every record is in the book, once, as the journal has it, and nothing else', async () => {
    assert.deepEqual(await book.process().end('SIGTERM'), { code: 0, signal: null })
    const store = await openStore({ store: book.store })
    const last = journal.at(-1)?.n ?? 0
    const kept = await store.selectFrom('records').select(['n', 'body']).where('n', '<=', last).orderBy('n').execute()
    const incidents = await store.selectFrom('incidents').select(['code', 'text']).where('closed_at', 'is', null).execute()
    const tables = await store.selectFrom('tables').select(['name', 'house']).execute()
    const told = await store.selectFrom('rounds').select('state').execute()
    await store.destroy()
    const numbers = kept.map(({ n }) => n)
    const lost = journal.filter(({ n }) => !numbers.includes(n)).map(({ n }) => n)
    const doubled = numbers.filter((n, at) => numbers.indexOf(n) !== at)
    t.diagnostic(`${journal.length} records of the journal; in the book lost ${lost.length}, doubled ${doubled.length}`)
    assert.deepEqual({ lost, doubled, incidents }, { lost: [], doubled: [], incidents: [] })
    assert.deepEqual(
      kept.map(({ body }) => JSON.parse(body)),
      // Fields that belong to the journal's files alone are not published.
      journal.map(
        ({ crc: _crc, synced: _synced, ...record }: JournalRecord & { readonly crc?: string; readonly synced?: number }) => record,
      ),
    )
    assert.deepEqual(tables, [{ name: 'bj07', house: 'free-bet-european' }])
    assert.deepEqual(
      told,
      rounds.map(() => ({ state: 'closed' })),
    )
  })
})

/** Written at once, because the runner prints nothing else of a run that does not end. */
const say = (text: string): void => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`)

/** Resolves with the journal once all of it was received and stored in the book, and nothing is being added. */
async function allTold(folder: string, subscriber: Subscriber, book: Book): Promise<readonly JournalRecord[]> {
  for (;;) {
    const journal = readJournal(folder)
    const missing = new Set(journal.flatMap((record) => (record.kind === 'event' ? [record.envelope.id] : [])))
    for (const { n, kind } of journal) if (kind !== 'checkpoint') missing.add(`log ${n}`)
    await subscriber.hears('everything of the journal', ({ topic, said }) => {
      missing.delete(topic === 'log' ? `log ${said?.sequence}` : (said?.id ?? ''))
      return missing.size === 0
    })
    await book.holds(journal.at(-1)?.n ?? 0)
    if (readJournal(folder).length === journal.length) return journal
  }
}

type Blow = (scene: Scene, correlation: string) => Promise<void>

/** What happens to the cluster in the second round, the third, the fourth and so on, over and over. */
const BLOWS: readonly Blow[] = [
  // Both are on one node, and the book has just restarted.
  async (scene, correlation) => {
    await scene.book.restart()
    await failOver(scene, correlation)
  },
  // The table stays on its node; the book does not find the retained messages on its new one.
  async (scene, correlation) => {
    const { cluster, book } = scene
    const node = cluster.urls.indexOf(book.node())
    if (node === LISTENED) return failOver(scene, correlation)
    const connections = book.connections()
    await cluster.kill(node)
    await book.connected(connections + 1)
    say(`node ${node + 1} killed under the book alone`)
    await cluster.restart(node)
  },
  failOver,
]

/** Kills the node that the daemon is connected to, waits until the daemon answers over the other one, then brings the node back. */
async function failOver({ cluster, daemon, subscriber }: Scene, correlation: string): Promise<void> {
  const node = cluster.urls.indexOf(lastNode(daemon))
  assert.ok(node >= 0 && node !== LISTENED, daemon.said())
  const from = subscriber.frames.length
  const startMs = performance.now()
  await cluster.kill(node)
  const again = await subscriber.hears(
    'ready over another node',
    ({ topic, said }) => topic === 'status' && said?.data.state === 'ready',
    from,
  )
  say(`node ${node + 1} killed; ready over another one after ${Math.round(again.atMs - startMs)} ms`)
  const isAnswer = ({ topic, text }: Frame) => topic === REPLY && text.includes(`"${correlation}"`)
  const answer = subscriber.hears('an answer', isAnswer, from)
  await subscriber.publish('cmd/ann/snapshot', JSON.stringify({ replyTo: REPLY, correlation, expires: Date.now() + 10_000 }))
  await answer
  await cluster.restart(node)
}

interface Book {
  readonly store: string
  process(): Daemon
  /** The node it last connected to, and the number of connections so far. */
  node(): string
  connections(): number
  connected(times: number): Promise<void>
  /** Resolves when it acknowledges every record up to this one. */
  holds(n: number): Promise<void>
  /** Kills it without warning, and starts it again. */
  restart(): Promise<void>
}

/** `npm run book` with this list of nodes. */
async function startBook(t: TestContext, folder: string, urls: readonly string[]): Promise<Book> {
  const config = join(folder, 'book.yaml')
  writeFileSync(join(folder, 'password'), LOGIN.password, { mode: 0o600 })
  const login = `urls: ${JSON.stringify(urls)}, username: ${LOGIN.username}, passwordFile: password`
  writeFileSync(config, `property: demo\nmqtt: { ${login} }\nstore: store/book.db\n`)
  const start = () => startSource('src/book/command.ts', '--config', config)
  const client = await mqtt.connectAsync(urls.at(-1) ?? '', { reconnectPeriod: 0, clientId: `acks-${process.pid}` })
  t.after(() => client.endAsync(true))
  let held = 0
  const waiting = new Set<() => void>()
  client.on('message', (_topic, payload) => {
    const ack = readAuditAck(payload)
    if (typeof ack !== 'string') held = Math.max(held, ack.seq)
    for (const look of waiting) look()
  })
  await client.subscribeAsync(ACKS, { qos: 1 })
  let book = await start()
  t.after(() => book.end('SIGKILL'))
  const connections = () => [...book.said().matchAll(CONNECTED)].length
  const connected = (times: number) => book.says(new RegExp(`(?:(?:${CONNECTED.source})[^]*){${times}}`))
  await connected(1)
  return {
    store: join(folder, 'store', 'book.db'),
    process: () => book,
    node: () => lastNode(book),
    connections,
    connected,
    holds: (n) => {
      const there = new Promise<void>((resolve) => {
        const look = () => held >= n && resolve()
        waiting.add(look)
        look()
      })
      return within(there, () => `the book to hold record ${n}; it holds ${held} and said ${book.said()}`, KEPT_MS_MAX)
    },
    restart: async () => {
      await book.end('SIGKILL')
      book = await start()
      await connected(1)
    },
  }
}

const CONNECTED = /connected to the broker at (\S+)|broker connected: (\S+)/g

/** Taken from the process's own output. */
const lastNode = ({ said }: Daemon): string => {
  const last = [...said().matchAll(CONNECTED)].at(-1)
  return last?.[1] ?? last?.[2] ?? ''
}
