/** F15: a broker that connects the book and then leaves something unanswered for ever. A server of a few lines speaks for it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type Connection, connectBook } from '../../src/book/connection.ts'

const CONNECT = 1
const PUBLISH = 3
const SUBSCRIBE = 8
const PING = 12

/** Type of a packet -> the answer to it, from the packet; packets of other types are left unanswered. */
type Answers = ReadonlyMap<number, (packet: Buffer) => readonly number[]>
const CONNACK = [CONNECT, () => [0x20, 2, 0, 0]] as const
const PINGRESP = [PING, () => [0xd0, 0]] as const
const SUBACK = [SUBSCRIBE, (packet: Buffer) => [0x90, 3, packet[2] ?? 0, packet[3] ?? 0, 1]] as const

/** Packets of less than 128 bytes that come whole: those of a book that says little. */
async function muteBroker(t: TestContext, answers: Answers): Promise<{ readonly url: string; readonly asked: number[] }> {
  const sockets = new Set<Socket>()
  const asked: number[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      for (let at = 0; at < bytes.length; at += 2 + (bytes[at + 1] ?? 0)) {
        const type = (bytes[at] ?? 0) >> 4
        asked.push(type)
        socket.write(Buffer.from(answers.get(type)?.(bytes.subarray(at)) ?? []))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

interface Book {
  readonly link: Connection
  /** Resolves with the reason. */
  readonly lost: Promise<string>
  readonly connected: Promise<void>
}

function book(t: TestContext, url: string, isFull: () => boolean = () => false): Book {
  const mqtt = { urls: [url], protocol: 4, ca: null, cert: null, key: null, username: null, passwordFile: null } as const
  let lose: (reason: string) => void = () => undefined
  let connect: () => void = () => undefined
  const lost = new Promise<string>((resolve) => {
    lose = resolve
  })
  const connected = new Promise<void>((resolve) => {
    connect = resolve
  })
  const link = connectBook({
    ...{ mqtt, clientId: 'book', filters: ['x/#'], isFull, random: () => 0, nowMs: () => performance.now() },
    ...{ onMessage: () => undefined, onConnected: connect, onLost: lose, onRival: () => undefined, onGivenWay: () => undefined },
  })
  t.after(() => link.close())
  return { link, lost, connected }
}

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('a broker that never answers the subscription is left, with the reason, and tried again', { timeout: 60_000 }, async (t) => {
  const { url, asked } = await muteBroker(t, new Map([CONNACK, PINGRESP]))
  const { lost } = book(t, url)
  assert.match(await lost, /connected, but has answered nothing for \d+ ms/)
  await until(() => asked.filter((type) => type === CONNECT).length === 2)
})

test('a broker that never acknowledges what the book publishes is left and tried again', { timeout: 60_000 }, async (t) => {
  const { url, asked } = await muteBroker(t, new Map([CONNACK, PINGRESP, SUBACK]))
  const { link, lost, connected } = book(t, url)
  await connected
  const isDone = new Promise<void>((resolve) => {
    assert.equal(link.publish('x/ack', '{}', false, resolve), true)
  })
  assert.match(await lost, /connected, but has answered nothing for \d+ ms/)
  await isDone
  await until(() => asked.filter((type) => type === CONNECT).length === 2)
  assert.ok(asked.includes(PUBLISH), 'it was published')
})

test('a broker that falls silent is asked whether it is there, and left when it is not', { timeout: 60_000 }, async (t) => {
  const { url, asked } = await muteBroker(t, new Map([CONNACK, SUBACK]))
  const { lost, connected } = book(t, url)
  await connected
  assert.match(await lost, /connected, but has answered nothing for \d+ ms/)
  assert.ok(asked.includes(PING), 'it was asked')
})

test('a book that is closed while the broker answers leaves neither a timer nor a socket', { timeout: 60_000 }, async (t) => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.resume()
    sockets.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => void server.close())
  const intervals = t.mock.method(globalThis, 'setInterval')
  const { link } = book(t, `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await until(() => sockets.length === 1)
  const [socket] = sockets
  assert.ok(socket, 'it has connected')
  const isClosed = new Promise((resolve) => socket.on('close', resolve))
  // The answer is on its way when the book is closed.
  socket.write(Buffer.from([0x20, 2, 0, 0]))
  await link.close()
  await isClosed
  assert.equal(intervals.mock.callCount(), 0)
})
