/** The daemon and its broker: late, lost, emptied; births, wills, snapshots and commands that must do nothing. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { freePort } from '../free-port.ts'
import { startOpenBroker } from '../open-broker.ts'
import { startDaemon, startSource, temporaryFolder } from './processes.ts'
import { type Frame, faultsOf, type Subscriber } from './subscriber.ts'
import { FREE_BET, readJournal, startBroker, startReady, startSubscriber, writeConfig } from './table.ts'

const DEVICES = [
  { name: 'shoe', driver: 'tlp', role: 'shoe', path: '/dev/no-such-shoe', serial: 'SH-00412' },
  { name: 'spots', driver: 'tlp', role: 'spots', path: '/dev/no-such-spots', serial: 'SP-00007' },
] as const
/** What a table without a round keeps at its broker. */
const RETAINED = ['status', 'describe', 'state/table', 'state/device/shoe', 'state/device/spots']
/** F14. */
const BIRTH_MS_MAX = 2000
/** Of that, between two attempts to connect: broker/link.test.ts. */
const PAUSE_MS_MAX = 1500

/** Who looks on. */
const LISTENER = 'listener'

const isReady = ({ topic, said }: Frame): boolean => topic === 'status' && said?.data.state === 'ready'

/** All retained topics, from frame `from` on. */
async function hearsAll(subscriber: Subscriber, from = 0): Promise<void> {
  for (const topic of RETAINED) await subscriber.hears(topic, (frame) => frame.topic === topic, from)
}

function writeTable(brokerUrl: string): { readonly config: string; readonly journal: string } {
  const folder = temporaryFolder()
  return { config: writeConfig(folder, { ...FREE_BET, devices: DEVICES, brokerUrl }), journal: `${folder}/journal` }
}

test('a broker that comes late, and one that comes back with nothing, get a full birth within 2 s', async (t) => {
  const port = await freePort()
  const url = `mqtt://127.0.0.1:${port}`
  const daemon = await startDaemon(writeTable(url).config)
  t.after(() => daemon.end('SIGKILL'))
  await daemon.says(/broker connection lost: .*ECONNREFUSED/)
  const births: number[] = []
  for (const conn of [1, 2]) {
    const startedMs = performance.now()
    /** When the daemon comes. */
    const entered: number[] = []
    const broker = await startOpenBroker({ port, entered: (user) => void (user !== LISTENER && entered.push(performance.now())) })
    const subscriber = await startSubscriber(t, url.replace('//', `//${LISTENER}:unused@`))
    await hearsAll(subscriber)
    const ready = await subscriber.hears('the birth', isReady)
    assert.equal(ready.said?.data.conn, conn)
    const lastMs = Math.max(...RETAINED.map((topic) => subscriber.frames.find((frame) => frame.topic === topic)?.atMs ?? 0))
    const bornMs = lastMs - (entered[0] ?? Number.NaN)
    t.diagnostic(`full birth after ${Math.round(lastMs - startedMs)} ms, ${Math.round(bornMs)} ms behind the connection`)
    assert.ok(bornMs < BIRTH_MS_MAX, `${bornMs} ms`)
    births.push(bornMs)
    await broker.close()
    await daemon.says(new RegExp(`(broker connection lost[\\s\\S]*){${conn + 1}}`))
  }
  // One of them may have come while other processes had the cores.
  assert.ok(Math.min(...births) < BIRTH_MS_MAX - PAUSE_MS_MAX, `${births} ms`)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
})

test('the daemon and the book go on when nobody reads what they say any more', async (t) => {
  const first = await startOpenBroker({ port: 0 })
  const { port, url } = first
  const daemon = await startDaemon(writeTable(url).config)
  t.after(() => daemon.end('SIGKILL'))
  const folder = temporaryFolder()
  writeFileSync(`${folder}/book.yaml`, `property: demo\nmqtt: { url: '${url}' }\nstore: book.db\nhttp: { port: 0 }\n`)
  const book = await startSource('src/book/command.ts', '--config', `${folder}/book.yaml`)
  t.after(() => book.end('SIGKILL'))
  await daemon.says(/: started, boot /)
  await book.says(/connected to the broker at/)
  await book.says(/answers at/)
  const [, page = ''] = /answers at (http:\S+)/.exec(book.said()) ?? []
  const isConnected = async (): Promise<boolean> => {
    const { checks } = (await (await fetch(`${page}healthz`)).json()) as { checks: readonly { name: string; ok: boolean }[] }
    return checks.find(({ name }) => name === 'broker')?.ok ?? false
  }
  for (const each of [daemon, book]) each.deafen()
  // Both write that the connection is lost.
  await first.close()
  while (await isConnected());
  const second = await startOpenBroker({ port })
  t.after(() => second.close())
  const subscriber = await startSubscriber(t, url)
  await subscriber.hears('the birth', (frame) => isReady(frame) && frame.said?.data.conn > 1)
  while (!(await isConnected()));
  for (const each of [daemon, book]) assert.deepEqual(await each.end('SIGTERM'), { code: 0, signal: null })
})

test('a table says which currency its amounts are in, and how many of their digits are decimals', async (t) => {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const { config } = writeTable(broker.url)
  for (const [currency, exponent] of [
    ['EUR', 2],
    ['JPY', 0],
  ] as const) {
    if (currency !== 'EUR') writeFileSync(config, `${readFileSync(config, 'utf8')}currency: ${currency}\n`)
    const from = subscriber.frames.length
    const daemon = await startReady(t, config, subscriber)
    const { said } = await subscriber.hears('describe', ({ topic, said: it }) => topic === 'describe' && it !== null, from)
    assert.deepEqual([said?.data.currency, said?.data.exponent], [currency, exponent])
    await daemon.end('SIGTERM')
  }
})

test('a snapshot gives everything again; retained, expired and foreign commands do nothing', async (t) => {
  const broker = await startBroker(t)
  const { config, journal } = writeTable(broker.url)
  const early = await startSubscriber(t, broker.url)
  await early.publish('cmd/ann/snapshot', JSON.stringify({ correlation: 'old', replyTo: 'casino/v1/demo/reply/ann/d1' }), true)
  const daemon = await startReady(t, config, early)
  const subscriber = await startSubscriber(t, broker.url)
  await hearsAll(subscriber)
  const reply = 'casino/v1/demo/reply/ann/d1'
  const send = (correlation: string, more: object = {}, user = 'ann') =>
    subscriber.publish(`cmd/${user}/snapshot`, JSON.stringify({ correlation, replyTo: reply, ...more }))
  const answer = async (correlation: string, from = 0) =>
    JSON.parse(
      (await subscriber.hears(`answer to ${correlation}`, ({ topic, text }) => topic === reply && text.includes(`"${correlation}"`), from))
        .text,
    )

  await t.test('a snapshot', async () => {
    const from = subscriber.frames.length
    await send('s1')
    assert.deepEqual(await answer('s1'), { correlation: 's1', ok: true, error: null })
    await hearsAll(subscriber, from)
  })
  await t.test('the same again: the same answer, no second effect; an expired one: none at all', async () => {
    const from = subscriber.frames.length
    await send('s1')
    assert.deepEqual(await answer('s1', from), { correlation: 's1', ok: true, error: null })
    // What it might have set off comes before the next answer.
    await send('s2', { expires: Date.now() - 1000 })
    assert.match((await answer('s2')).error, /^expired/)
    assert.equal(birthsSince(subscriber, from), 0)
  })
  await t.test('an unknown, a malformed and a foreign one are refused, a retained one is not even answered', async () => {
    const from = subscriber.frames.length
    await send('s3', {}, 'bob')
    await subscriber.publish('cmd/ann/snapshot', '{"correlation":')
    await subscriber.publish('cmd/ann/fly', JSON.stringify({ correlation: 's4', replyTo: reply }))
    assert.match((await answer('s4')).error, /^unknown/)
    assert.equal(birthsSince(subscriber, from), 0)
    assert.ok(
      !subscriber.frames.some(({ topic, text }) => topic === reply && /"(s3|old)"/.test(text)),
      "nobody is answered on another's topic",
    )
  })
  await t.test('every command that was not retained stands in the journal with its outcome', async () => {
    await daemon.end('SIGTERM')
    const commands = readJournal(journal).flatMap((record) =>
      record.kind === 'command' ? [`${record.user} ${record.correlation} ${record.error?.split(':')[0]}`] : [],
    )
    assert.deepEqual(commands, ['ann s1 undefined', 'ann s2 expired', 'bob s3 refused', 'ann  malformed', 'ann s4 unknown'])
  })
  assert.deepEqual(faultsOf(subscriber), [])
})

const birthsSince = ({ frames }: Subscriber, from: number): number => frames.slice(from).filter(isReady).length

async function statusAfter(t: TestContext, signal: NodeJS.Signals): Promise<unknown> {
  const broker = await startBroker(t)
  const subscriber = await startSubscriber(t, broker.url)
  const daemon = await startReady(t, writeTable(broker.url).config, subscriber)
  await daemon.end(signal)
  await subscriber.sees('status', ({ data }) => data.state !== 'ready')
  const late = await startSubscriber(t, broker.url)
  const { said } = await late.sees('status', () => true)
  const { instance, ...data } = said?.data ?? {}
  assert.match(instance, /^[0-9a-f]{8}$/)
  return data
}

test('a clean stop says stopped, a killed daemon is said to be lost, and both stay to be read', async (t) => {
  assert.deepEqual(await Promise.all([statusAfter(t, 'SIGTERM'), statusAfter(t, 'SIGINT'), statusAfter(t, 'SIGKILL')]), [
    { state: 'stopped' },
    { state: 'stopped' },
    { state: 'lost', boot: 1, conn: 1 },
  ])
})
