import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { Aedes } from 'aedes'
import { filter, firstValueFrom, take, toArray } from 'rxjs'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import type { BrokerLink, BrokerOptions, LinkState } from '../../../src/daemon/broker/link.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { BASE, event, linkOptions, listen, state, stopped } from './parts.ts'

function reached(link: BrokerLink, kind: LinkState['kind']): Promise<LinkState> {
  return firstValueFrom(link.state$.pipe(filter((now) => now.kind === kind)))
}

test('a subscriber who comes late reads the birth and the latest state; the birth is sent first', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const early = await listen(broker.url)
  const link = connectBroker(linkOptions(broker.url))
  link.publish([state('state/round', 'r1'), state('describe', 'd'), state('state/round', 'r2'), event(1)])
  await early.until('everything', (heard) => heard.length >= 4)
  assert.deepEqual(
    early.heard.map((message) => message.topic),
    ['status', 'describe', 'state/round', 'ev/round'],
  )
  assert.equal(JSON.parse(early.heard[0]?.text ?? '').data.state, 'ready')
  const late = await listen(broker.url)
  await late.until('retained state', (heard) => heard.length >= 3)
  assert.deepEqual(late.heard.map((message) => [message.topic, message.packet.retain]).sort(), [
    ['describe', true],
    ['state/round', true],
    ['status', true],
  ])
  await Promise.all([link.stop(stopped()), early.close(), late.close()])
  await broker.close()
})

test('events and states arrive in the order in which they were published', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const listener = await listen(broker.url)
  const link = connectBroker(linkOptions(broker.url))
  await reached(link, 'connected')
  for (let n = 1; n <= 2000; n++) link.publish([event(n)])
  await listener.until('2000 events', (heard) => heard.filter((message) => message.topic === 'ev/round').length === 2000)
  const numbers = listener.heard.filter((message) => message.topic === 'ev/round').map((message) => JSON.parse(message.text).n)
  assert.deepEqual(
    numbers,
    Array.from({ length: 2000 }, (_, index) => index + 1),
  )
  await Promise.all([link.stop(stopped()), listener.close()])
  await broker.close()
})

test('when the socket is cut the broker says the table is lost; a clean stop says stopped and no will', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const listener = await listen(broker.url)
  const cut = await cutter(broker.port)
  const link = connectBroker(linkOptions(cut.url))
  await listener.until('birth', (heard) => heard.length >= 1)
  cut.cut()
  await listener.until('will and second birth', (heard) => heard.length >= 3)
  const statuses = listener.heard.map((message) => JSON.parse(message.text))
  assert.deepEqual(
    statuses.map((status) => [status.data.state, status.data.conn]),
    [
      ['ready', 1],
      ['lost', 1],
      ['ready', 2],
    ],
  )
  assert.equal(statuses[1].id, 'bj07/will')
  await link.stop(stopped())
  await listener.until('stopped', (heard) => heard.length >= 4)
  assert.equal(JSON.parse(listener.heard[3]?.text ?? '').data.state, 'stopped')
  await listener.close()
  await cut.close()
  await broker.close()
  assert.equal(listener.heard.length, 4)
})

test('a broker that is absent at the start, and later comes back with nothing, gets everything', async () => {
  const port = await freePort()
  // The link comes back only when somebody listens, so that nothing is missed by chance.
  const clock = virtualClock()
  const link = connectBroker(linkOptions(`mqtt://127.0.0.1:${port}`), clock.deps)
  link.publish([state('describe', 'd'), event(1), event(2)])
  await reached(link, 'lost')
  const first = await startOpenBroker({ port })
  const a = await listen(first.url)
  clock.advance(1000)
  await a.until('what waited', (heard) => heard.filter((message) => message.topic === 'ev/round').length >= 2)
  await a.close()
  await first.close()
  await reached(link, 'lost')
  link.publish([event(3), state('state/round', 'while away'), event(4)])
  const second = await startOpenBroker({ port })
  const b = await listen(second.url)
  clock.advance(1000)
  await b.until('state and events', (heard) => heard.filter((message) => message.topic === 'ev/round').length >= 2)
  const topics = b.heard.map((message) => message.topic)
  assert.deepEqual(topics.slice(0, 3), ['status', 'describe', 'state/round'])
  assert.deepEqual(
    b.heard.slice(-2).map((message) => JSON.parse(message.text).n),
    [3, 4],
  )
  await link.stop(stopped())
  await b.close()
  await second.close()
})

test('a broker that never acknowledges is left after 4 s, again and again, and nothing is given up', async () => {
  const aedes = await Aedes.createBroker({ authorizePublish: () => undefined })
  const server = createServer((socket) => aedes.handle(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const clock = virtualClock()
  const link = connectBroker(linkOptions(`mqtt://127.0.0.1:${port}`), clock.deps)
  link.publish([event(1)])
  for (let conn = 1; conn <= 3; conn++) {
    const now = await reached(link, 'connected')
    assert.equal(now.kind === 'connected' && now.conn, conn)
    clock.advance(3999)
    assert.equal((await firstValueFrom(link.state$)).kind, 'connected')
    clock.advance(1)
    const lost = await firstValueFrom(link.state$)
    assert.match(lost.kind === 'lost' ? lost.reason : '', /acknowledged nothing for 4000 ms/)
    assert.equal(lost.queued, 1)
    clock.advance(0)
  }
  await link.stop(stopped())
  await new Promise<void>((resolve) => aedes.close(() => resolve()))
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('a broker that does not even answer the connect is left after 4 s', async () => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const clock = virtualClock()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const accepted = new Promise((resolve) => server.once('connection', resolve))
  const link = connectBroker(linkOptions(`mqtt://127.0.0.1:${port}`), clock.deps)
  await accepted
  clock.advance(4000)
  const lost = await firstValueFrom(link.state$)
  assert.match(lost.kind === 'lost' ? lost.reason : '', /did not answer the connect/)
  await link.stop(stopped())
  for (const socket of sockets) socket.destroy()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('a broker that refuses connections is asked once a second, not more', async () => {
  const clock = virtualClock()
  const link = connectBroker(linkOptions('mqtt://127.0.0.1:1'), clock.deps)
  for (let attempt = 1; attempt <= 4; attempt++) {
    await reached(link, 'lost')
    clock.advance(999)
    assert.equal((await firstValueFrom(link.state$)).kind, 'lost')
    clock.advance(1)
    assert.equal((await firstValueFrom(link.state$)).kind, 'connecting')
  }
  await link.stop(stopped())
})

test('it is asked again within a second and a half, whatever is drawn', async () => {
  const clock = virtualClock()
  const link = connectBroker(linkOptions('mqtt://127.0.0.1:1'), { ...clock.deps, random: () => 1 })
  for (let attempt = 1; attempt <= 3; attempt++) {
    await reached(link, 'lost')
    clock.advance(1499)
    assert.equal((await firstValueFrom(link.state$)).kind, 'lost')
    clock.advance(1)
    assert.equal((await firstValueFrom(link.state$)).kind, 'connecting')
  }
  await link.stop(stopped())
})

test('what was sent and not acknowledged is sent again in order over the next connection', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const listener = await listen(broker.url, `${BASE}/ev/round`)
  const cut = await cutter(broker.port)
  const link = connectBroker(linkOptions(cut.url))
  await reached(link, 'connected')
  const total = 3000
  for (let n = 1; n <= total; n++) link.publish([event(n)])
  for (const at of [200, 1200]) {
    await listener.until(`${at} events`, (heard) => heard.length >= at)
    cut.cut()
  }
  await listener.until('the last event', (heard) => heard.some((message) => JSON.parse(message.text).n === total))
  const seen = new Set<number>()
  const firsts = listener.heard.map((message) => JSON.parse(message.text).n as number).filter((n) => !seen.has(n) && seen.add(n))
  assert.deepEqual(
    firsts,
    Array.from({ length: total }, (_, index) => index + 1),
  )
  await link.stop(stopped())
  await listener.close()
  await cut.close()
  await broker.close()
})

test('a message above 64 KiB is refused before the client and the rest flows', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const listener = await listen(broker.url, `${BASE}/ev/round`)
  const link = connectBroker(linkOptions(broker.url))
  await reached(link, 'connected')
  const refused = firstValueFrom(link.state$.pipe(filter((now) => now.refused > 0)))
  link.publish([event(1), event(2, 'x'.repeat(65 * 1024)), event(3)])
  assert.equal((await refused).refused, 1)
  await listener.until('the others', (heard) => heard.length >= 2)
  assert.deepEqual(
    listener.heard.map((message) => JSON.parse(message.text).n),
    [1, 3],
  )
  await link.stop(stopped())
  await listener.close()
  await broker.close()
})

test('the addresses of a cluster are tried in turn', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const link = connectBroker(linkOptions('mqtt://127.0.0.1:1', broker.url))
  const states = await firstValueFrom(
    link.state$.pipe(
      filter((now) => now.kind === 'lost' || now.kind === 'connected'),
      take(2),
      toArray(),
    ),
  )
  assert.deepEqual(
    states.map((now) => now.kind),
    ['lost', 'connected'],
  )
  await link.stop(stopped())
  await broker.close()
})

test('while the journal has no more to read, it is read again after a pause, whatever else is sent', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const listener = await listen(broker.url)
  const clock = virtualClock()
  let reads = 0
  const readBack: BrokerOptions['readBack'] = async (_lane, { record }) => {
    reads += 1
    return { messages: [], readTo: record }
  }
  const link = connectBroker({ ...linkOptions(broker.url), readBack }, clock.deps)
  await reached(link, 'connected')
  link.resume('log', { number: 0, record: 0 }, 10)
  const publishAll = async (from: number) => {
    for (let n = from; n < from + 50; n++) {
      link.publish([state('state/round', String(n))])
      await listener.until(`state ${n}`, (heard) => heard.some(({ text }) => text === String(n)))
    }
  }
  await publishAll(100)
  assert.equal(reads, 1)
  clock.advance(100)
  await publishAll(200)
  assert.equal(reads, 2)
  await Promise.all([link.stop(stopped()), listener.close()])
  await broker.close()
})

test('an unreadable certificate or password file is named, and nothing goes out without it', async () => {
  const options = linkOptions('mqtt://127.0.0.1:1')
  const link = connectBroker(
    { ...options, mqtt: { ...options.mqtt, passwordFile: '/nonexistent/password' } },
    { connect: () => assert.fail('it must not connect') },
  )
  const lost = await reached(link, 'lost')
  assert.match(lost.kind === 'lost' ? lost.reason : '', /mqtt\.passwordFile.*\/nonexistent\/password/)
  await link.stop(stopped())
})

test('MQTT 5 asked of a broker without it says which setting to change', async () => {
  const broker = await startOpenBroker({ port: 0 })
  const options = linkOptions(broker.url)
  const link = connectBroker({ ...options, mqtt: { ...options.mqtt, protocol: 5 } })
  const lost = await reached(link, 'lost')
  assert.match(lost.kind === 'lost' ? lost.reason : '', /protocol: 4/)
  await link.stop(stopped())
  await broker.close()
})

test('a second broker on the same port gets an error that says what to do', async () => {
  const broker = await startOpenBroker({ port: 0 })
  await assert.rejects(startOpenBroker({ port: broker.port }), /the port is in use.*mqtt: url:/)
  await broker.close()
})

/** Time that moves only when told, for the link's own timers; the sockets are real. */
function virtualClock() {
  let nowMs = 0
  let timers: { readonly at: number; readonly callback: () => void }[] = []
  return {
    deps: {
      now: () => nowMs,
      random: () => 0,
      schedule: (callback: () => void, ms: number) => {
        const timer = { at: nowMs + ms, callback }
        timers.push(timer)
        return () => {
          timers = timers.filter((other) => other !== timer)
        }
      },
    },
    advance: (ms: number) => {
      nowMs += ms
      const due = timers.filter((timer) => timer.at <= nowMs)
      timers = timers.filter((timer) => timer.at > nowMs)
      for (const timer of due) timer.callback()
    },
  }
}

/** A line that can be cut: a proxy whose sockets are destroyed on demand. */
async function cutter(port: number): Promise<{ readonly url: string; cut(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `mqtt://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    cut,
    close: () => {
      cut()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
