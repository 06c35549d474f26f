/** F21: another client with the table's client id. mosquitto 2.0.11 says no reason when it disconnects, so a broker that does is played here. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { filter, firstValueFrom, Subject } from 'rxjs'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import type { LinkState } from '../../../src/daemon/broker/link.ts'
import { createTakeovers, type Takeovers } from '../../../src/daemon/broker/takeover.ts'
import { takeoverNews } from '../../../src/daemon/pipeline/host-news.ts'
import { linkOptions, stopped } from './parts.ts'

// MQTT 5, 3.2 and 3.14: accepted, no properties; disconnected because the session was taken over.
const CONNACK = Uint8Array.of(0x20, 0x03, 0x00, 0x00, 0x00)
const TAKEN_OVER = Uint8Array.of(0xe0, 0x02, 0x8e, 0x00)

test('a takeover at the broker is told, and the table comes back', { timeout: 60_000 }, async (t) => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const isFirst = connections === 1
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(CONNACK)
      // Behind the subscription: the connection stands.
      if (isFirst) socket.once('data', () => socket.end(TAKEN_OVER))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const options = linkOptions(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const link = connectBroker({ ...options, mqtt: { ...options.mqtt, protocol: 5 } })
  const told$ = new Subject<string>()
  const watching = takeoverNews(link.takenOver$).subscribe((words) => words !== null && told$.next(words.code))
  t.after(() => watching.unsubscribe())
  assert.equal(await firstValueFrom(told$), 'BROKER-TAKEOVER')
  await firstValueFrom(link.state$.pipe(filter((state: LinkState) => state.kind === 'connected' && state.conn === 2)))
  await link.stop(stopped())
})

const WILL = 'the will of the connection'
type Step = (takeovers: Takeovers) => void
const closed =
  (atMs: number, url = 'a'): Step =>
  (takeovers) =>
    takeovers.closed(WILL, url, atMs)
const back =
  (atMs: number, url = 'a'): Step =>
  (takeovers) =>
    takeovers.back(url, atMs)
const hears =
  (text: string): Step =>
  (takeovers) =>
    takeovers.heard(Buffer.from(text))
const failed: Step = (takeovers) => takeovers.failed()

test('without a word of the broker a takeover is concluded from the will, a connection at once, and nothing else that explains it', () => {
  for (const [what, steps, isTaken] of [
    ['taken over', [closed(0), back(50), hears(WILL)], true],
    ['the broker does not know the will: it was killed', [closed(0), back(50), hears('another status')], false],
    ['an attempt failed: the broker was restarted', [closed(0), failed, back(50), hears(WILL)], false],
    ['it was back after seconds', [closed(0), back(3000), hears(WILL)], false],
    ['the end had another reason', [failed, back(50), hears(WILL)], false],
    ['a node that is stopped', [closed(0, 'a'), back(50, 'b'), hears(WILL)], false],
    [
      'two nodes within ten minutes',
      [closed(0, 'a'), back(50, 'b'), hears(WILL), closed(600_000, 'b'), back(600_050, 'c'), hears(WILL)],
      false,
    ],
    ['twice within seconds', [closed(0, 'a'), back(50, 'b'), hears(WILL), closed(2000, 'b'), back(2050, 'c'), hears(WILL)], true],
  ] as const) {
    const takeovers = createTakeovers()
    let wasTaken = false
    for (const step of steps) {
      step(takeovers)
      assert.equal(takeovers.take(true), false, 'a message may be the reason')
      wasTaken = takeovers.take(false)
    }
    assert.equal(wasTaken, isTaken, what)
  }
})
