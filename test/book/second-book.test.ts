/** F21: two books of one name as processes of their own, at brokers that do and do not say why they end a connection. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { startEmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { runMosquitto, withoutMosquitto } from '../daemon/broker/mosquitto.ts'
import { type Daemon, startSource, temporaryFolder } from '../e2e/processes.ts'
import { todays } from '../runner/rotation.ts'

interface Login {
  readonly username: string
  readonly password: string
}

/** `mqtt:` of the configuration. */
const mqttText = (folder: string, url: string, login: Login | null, protocol = 4): string => {
  if (login === null) return `{ url: '${url}', protocol: ${protocol} }`
  const file = join(folder, 'password')
  writeFileSync(file, login.password)
  chmodSync(file, 0o600)
  return `{ url: '${url}', username: ${login.username}, passwordFile: ${file}, protocol: ${protocol} }`
}

const startBook = async (t: TestContext, folder: string, name: string, mqtt: (folder: string) => string): Promise<Daemon> => {
  const own = join(folder, name)
  mkdirSync(own)
  const config = join(own, 'book.yaml')
  writeFileSync(config, `property: demo\nmqtt: ${mqtt(own)}\nstore: store/book.db\nhttp: { port: 0 }\n`)
  const book = await startSource('src/book/command.ts', '--config', config)
  t.after(() => book.end('SIGKILL'))
  await book.says(/connected to the broker at/)
  return book
}

const RIVAL = /another program is connected to the broker as book-demo: two books of the name book run/

/** Both start within a minute, so that neither has the name for long: one of them gives way, and the other one has it for itself. */
const fight = async (t: TestContext, mqtt: (folder: string) => string): Promise<void> => {
  const folder = temporaryFolder()
  const books = [await startBook(t, folder, 'one', mqtt), await startBook(t, folder, 'two', mqtt)]
  const ends = books.map((book) => book.ended())
  const gone = await Promise.race(ends.map(async (end, at) => ({ at, ...(await end) })))
  const [ended, left] = gone.at === 0 ? books : books.toReversed()
  assert.ok(ended !== undefined && left !== undefined, 'there are two')
  assert.deepEqual([gone.code, gone.signal], [73, null], ended.said())
  assert.match(ended.said(), RIVAL)
  assert.match(ended.said(), /a second book needs a name of its own .* This one came later and gives way\n$/)
  await left.says(RIVAL)
  const told = left.said()
  // It comes back, if it is not there now, and stays.
  const [, url = ''] = /answers at (http:\S+)/.exec(told) ?? []
  const { ok, checks } = await connected(url)
  assert.equal(ok, false, 'it is told for a while after it is over')
  assert.match(checks.find(({ name }) => name === 'name')?.text ?? '', RIVAL)
  const metrics = await (await fetch(`${url}metrics`)).text()
  assert.ok(Number(/^book_takeovers_total (\d+)$/m.exec(metrics)?.[1]) >= 2, metrics)
  assert.deepEqual(await left.end('SIGTERM'), { code: 0, signal: null })
}

interface Health {
  readonly ok: boolean
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly text: string | null }[]
}

/** Resolves when the book says that it is. */
const connected = async (url: string): Promise<Health> => {
  for (;;) {
    const health = (await (await fetch(`${url}healthz`)).json()) as Health
    if (health.checks.find(({ name }) => name === 'broker')?.ok === true) return health
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Starts a broker, and says how the configuration of a book names it. */
type Start = (t: TestContext) => Promise<(folder: string) => string>

const atMosquitto =
  (protocol: 4 | 5): Start =>
  async (t) => {
    const { port } = await runMosquitto(t, () => ['allow_anonymous true'])
    return (folder) => mqttText(folder, `mqtt://127.0.0.1:${port}`, null, protocol)
  }

const BROKERS: readonly (readonly [where: string, skip: typeof withoutMosquitto, start: Start])[] = [
  [
    'the embedded broker',
    false,
    async (t) => {
      const broker = await startEmbeddedBroker({ port: 0 })
      t.after(broker.close)
      return (folder) => mqttText(folder, broker.url, broker.bookLogin)
    },
  ],
  ['mosquitto, protocol 4', withoutMosquitto, atMosquitto(4)],
  ['mosquitto, protocol 5', withoutMosquitto, atMosquitto(5)],
  [
    'a broker that says that the session was taken over',
    false,
    async (t) => {
      const url = await startTelling(t)
      return (folder) => mqttText(folder, url, null, 5)
    },
  ],
]

describe('two books of one name: one gives way and says why', { concurrency: true, timeout: 180_000 }, () => {
  for (const [where, skip, start] of todays(BROKERS)) test(`at ${where}`, { skip }, async (t) => fight(t, await start(t)))
})

// MQTT 5, 3.2, 3.9, 3.13 and 3.14.
const CONNACK = Uint8Array.of(0x20, 0x03, 0x00, 0x00, 0x00)
const PINGRESP = Uint8Array.of(0xd0, 0x00)
const TAKEN_OVER = Uint8Array.of(0xe0, 0x02, 0x8e, 0x00)
const [CONNECT, SUBSCRIBE, PINGREQ] = [0x10, 0x82, 0xc0]
/** Topics that a book subscribes to, each granted. */
const GRANTED = [1, 1, 1, 1, 1]

/** All that a book needs of a broker that lets one client in at a time, whoever he is. */
async function startTelling(t: TestContext): Promise<string> {
  let before: Socket | null = null
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      if (bytes[0] === CONNECT) {
        before?.end(TAKEN_OVER)
        before = socket
        socket.write(CONNACK)
      } else if (bytes[0] === SUBSCRIBE) {
        // Behind the packet's length, which takes two bytes for so many topics.
        const [high = 0, low = 0] = bytes.subarray(3)
        socket.write(Uint8Array.of(0x90, 3 + GRANTED.length, high, low, 0, ...GRANTED))
      } else if (bytes[0] === PINGREQ) socket.write(PINGRESP)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
}
