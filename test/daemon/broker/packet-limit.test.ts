/**
 * F17 at MQTT 3.1.1: a broker with a packet limit that it does not tell closes the connection at a message that is too large, as often as it
 * comes. The table finds out which one it is. A broker that ends connections for other reasons is not taken for one that refuses a message.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { filter, firstValueFrom } from 'rxjs'
import { seededRandom } from '../../../simulators/table/random.ts'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { systemSchedule } from '../../../src/daemon/broker/goodbye.ts'
import type { LinkState } from '../../../src/daemon/broker/link.ts'
import type { Refused } from '../../../src/daemon/broker/refusals.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import { runMosquitto, withoutMosquitto } from './mosquitto.ts'
import { BASE, event, type Listener, linkOptions, listen, state, stopped } from './parts.ts'

const SEED = Number(process.env.SEED ?? 17)
const MESSAGES = 30
const LIMIT = 600
const LARGE = 'x'.repeat(2 * LIMIT)
const TIMEOUT_MS = 120_000

/** Pauses are twenty times as short. The limits for a broker that does not answer are not. */
function openLink(t: TestContext, url: string, messages: readonly Message[] = []) {
  const options = linkOptions(url)
  const schedule = (callback: () => void, ms: number) => systemSchedule(callback, ms >= 1000 && ms < 2000 ? ms / 20 : ms)
  const link = connectBroker(options, { schedule })
  t.after(() => link.stop(stopped()))
  const leftOut: Refused[] = []
  link.leftOut$.subscribe((each) => leftOut.push(each))
  link.publish(messages)
  return { link, leftOut }
}

const numbered = (n: number, text = '', lane: 'ev/round' | 'log' = 'ev/round'): Message => ({
  ...event(n, JSON.stringify({ n, text })),
  ...(lane === 'log' ? { topic: `${BASE}/log`, type: 'log' as const } : {}),
  number: n,
  record: n,
})
const numbersOf = ({ heard }: Listener, topic = 'ev/round') => [
  ...new Set(heard.filter((each) => each.topic === topic).map(({ text }): number => JSON.parse(text).n)),
]

test(`mosquitto that accepts ${LIMIT} bytes: what is larger is left out and named, the rest comes in order and stays`, {
  skip: withoutMosquitto,
  timeout: TIMEOUT_MS,
}, async (t) => {
  const broker = await runMosquitto(t, () => ['allow_anonymous true', `max_packet_size ${LIMIT}`])
  const url = `mqtt://127.0.0.1:${broker.port}`
  const listener = await listen(url)
  t.after(() => listener.close())
  const isLarge = (n: number): boolean => n % 3 === 2
  const events = Array.from({ length: MESSAGES }, (_, at) => numbered(at + 1, isLarge(at + 1) ? LARGE.slice(at) : ''))
  const { link, leftOut } = openLink(t, url, [state('describe', LARGE.repeat(3)), state('state/table', '"small"'), ...events])
  let losses = 0
  link.state$.subscribe(({ kind }) => {
    if (kind === 'lost') losses += 1
  })
  await listener.until('the last event', () => numbersOf(listener).includes(MESSAGES - 2) && numbersOf(listener).includes(MESSAGES))
  const numbers = events.map(({ number = 0 }) => number)
  assert.deepEqual(
    numbersOf(listener),
    numbers.filter((n) => !isLarge(n)),
  )
  assert.ok(
    listener.heard.some(({ topic, text }) => topic === 'state/table' && text === '"small"'),
    'the small state',
  )
  assert.deepEqual(
    [...new Set(leftOut.map(({ number }) => number ?? 0))].sort((a, b) => a - b),
    [0, ...numbers.filter(isLarge)],
  )
  assert.match(leftOut[0]?.reason ?? '', /^larger than the \d+ bytes that the broker accepts$/)
  // Once the limit is known, a message above it costs no connection.
  const before = losses
  link.publish([numbered(MESSAGES + 1, LARGE.repeat(2)), numbered(MESSAGES + 2)])
  await listener.until('what follows', () => numbersOf(listener).includes(MESSAGES + 2))
  assert.equal(losses, before)
  assert.equal(leftOut.at(-1)?.number, MESSAGES + 1)
})

interface Middle {
  readonly url: string
  /** Ends every connection. */
  end(): void
}

/** Between the link and a real broker. `watch`: called for each packet's type and size as it goes by; false: the connection ends before it. */
async function startBetween(t: TestContext, port: number, watch: (kind: number, bytes: number) => boolean): Promise<Middle> {
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    const end = () => [near, far].forEach((socket) => void socket.destroy())
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', end).on('close', end)
    }
    far.on('data', (bytes) => void near.write(bytes))
    let waiting = Buffer.alloc(0)
    near.on('data', (bytes) => {
      waiting = Buffer.concat([waiting, bytes])
      for (let size = packetSize(waiting); size !== null && size <= waiting.length; size = packetSize(waiting)) {
        if (!watch((waiting[0] ?? 0) >> 4, size)) return end()
        far.write(waiting.subarray(0, size))
        waiting = waiting.subarray(size)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = () => sockets.forEach((socket) => void socket.destroy())
  t.after(() => {
    end()
    server.close()
  })
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, end }
}

/** Of the packet that begins there; null: not all of its length has come. */
function packetSize(bytes: Uint8Array): number | null {
  let [length, at] = [0, 1]
  for (let unit = 1; ; unit *= 128, at++) {
    const byte = bytes[at]
    if (byte === undefined) return null
    length += (byte & 0x7f) * unit
    if (byte < 0x80) return length + at + 1
  }
}

const PUBLISH = 3

test(`a broker that ends connections at random, often with messages on their way, loses none and has none left out (SEED=${SEED})`, {
  skip: withoutMosquitto,
  timeout: TIMEOUT_MS,
}, async (t) => {
  const random = seededRandom(SEED)
  const broker = await runMosquitto(t, () => ['allow_anonymous true'])
  const listener = await listen(`mqtt://127.0.0.1:${broker.port}`)
  t.after(() => listener.close())
  let ended = 0
  const between = await startBetween(t, broker.port, (kind) => {
    if (kind !== PUBLISH || random() > 0.15 || ended >= 60) return true
    ended += 1
    return false
  })
  const { link, leftOut } = openLink(t, between.url)
  const count = 400
  for (let n = 1; n <= count; n++) link.publish([numbered(n, 'y'.repeat(Math.floor(random() * 900)))])
  await listener.until('the last', () => numbersOf(listener).includes(count))
  assert.deepEqual(leftOut, [])
  assert.ok(ended >= 60, `${ended} connections ended`)
  assert.deepEqual(
    numbersOf(listener),
    Array.from({ length: count }, (_, at) => at + 1),
  )
})

test('a broker that dies at every message of a kind, however small, has it refused, not left out; the rest flows', {
  skip: withoutMosquitto,
  timeout: TIMEOUT_MS,
}, async (t) => {
  const broker = await runMosquitto(t, () => ['allow_anonymous true'])
  const listener = await listen(`mqtt://127.0.0.1:${broker.port}`)
  t.after(() => listener.close())
  let isDying = true
  const size = { least: 0, most: 0 }
  const between = await startBetween(
    t,
    broker.port,
    (kind, bytes) => kind !== PUBLISH || !isDying || bytes < size.least || bytes > size.most,
  )
  // The records have a length that nothing else has, and are shorter than the status.
  const records = [1, 2, 3].map((n) => numbered(n, 'z'.repeat(40), 'log'))
  const bytes = Buffer.byteLength(records[0]?.payload ?? '') + `${BASE}/log`.length + 6
  Object.assign(size, { least: bytes, most: bytes })
  const { link, leftOut } = openLink(t, between.url, [...records, numbered(1), numbered(2)])
  const { refusing } = (await firstValueFrom(link.state$.pipe(filter((now: LinkState) => now.refusing !== null)))) as LinkState
  assert.deepEqual(refusing, { topic: `${BASE}/log`, number: 1, reason: 'it closes the connection whenever the message is sent' })
  await listener.until('the events', () => numbersOf(listener).length === 2)
  isDying = false
  await listener.until('the records', () => numbersOf(listener, 'log').length === 3)
  assert.deepEqual(numbersOf(listener, 'log'), [1, 2, 3])
  assert.deepEqual(leftOut, [])
})

test('a broker that ends every connection at the first message, whatever it is, has none left out', {
  timeout: TIMEOUT_MS,
  skip: withoutMosquitto,
}, async (t) => {
  const broker = await runMosquitto(t, () => ['allow_anonymous true'])
  const listener = await listen(`mqtt://127.0.0.1:${broker.port}`)
  t.after(() => listener.close())
  let deaths = 0
  const between = await startBetween(t, broker.port, (kind) => kind !== PUBLISH || deaths++ >= 30)
  const { leftOut } = openLink(t, between.url, [state('describe', LARGE), numbered(1, LARGE), numbered(2)])
  await listener.until('the events', () => numbersOf(listener).length === 2)
  assert.deepEqual(leftOut, [])
  assert.ok(deaths > 30, `${deaths} deaths`)
})
