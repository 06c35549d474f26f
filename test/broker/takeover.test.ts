/** F21: another client with the table's client id. mosquitto 2.0.11 says no reason when it disconnects, so a broker that does is played here. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { filter, firstValueFrom, Subject } from 'rxjs'
import { connectBroker, type LinkState } from '../../src/broker/client.ts'
import { takeoverNews } from '../../src/pipeline/host-news.ts'
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
