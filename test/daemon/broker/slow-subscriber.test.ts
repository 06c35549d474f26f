/** F16: a subscriber that takes nothing costs the table nothing but a wait, and is left; the others hear everything. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { BASE, event, linkOptions, listen, stopped } from './parts.ts'

/** More than the system keeps for a socket. */
const EVENTS = 500
const EVENT_BYTES = 60_000

// MQTT 3.1.1, 3.1 and 3.8: no client would stop reading.
const CONNECT = Buffer.concat([Buffer.from([0x10, 16, 0, 4]), Buffer.from('MQTT'), Buffer.from([4, 2, 0, 0, 0, 4]), Buffer.from('dead')])
const ALL = Buffer.from(`${BASE}/#`)
const SUBSCRIBE = Buffer.concat([Buffer.from([0x82, ALL.length + 5, 0, 1, 0, ALL.length]), ALL, Buffer.from([1])])

test('one who subscribes to everything and never reads does not hold up the others, and is let go', async (t) => {
  const broker = await startOpenBroker({ port: 0 })
  t.after(() => broker.close())
  const dead = connect(broker.port, '127.0.0.1')
  dead.on('error', () => undefined)
  t.after(() => dead.destroy())
  dead.write(CONNECT)
  await once(dead, 'data')
  dead.write(SUBSCRIBE)
  await once(dead, 'data')
  dead.pause()

  const listener = await listen(broker.url)
  const link = connectBroker(linkOptions(broker.url))
  for (let n = 1; n <= EVENTS; n++) link.publish([event(n, JSON.stringify({ n, fill: 'x'.repeat(EVENT_BYTES) }))])
  await listener.until('every event', (heard) => heard.filter(({ topic }) => topic === 'ev/round').length === EVENTS)
  const events = listener.heard.filter(({ topic }) => topic === 'ev/round')
  assert.deepEqual(
    events.map(({ text }) => JSON.parse(text).n),
    Array.from({ length: EVENTS }, (_, index) => index + 1),
  )
  const births = listener.heard.filter(({ topic }) => topic === 'status')
  assert.equal(births.length, 1, 'over one connection')
  // What the broker has let go says so as soon as it reads again.
  const gone = once(dead, 'close')
  dead.resume()
  await gone
  assert.ok(dead.bytesRead < EVENTS * EVENT_BYTES, `${dead.bytesRead} bytes: it was let go with much unread`)
  await Promise.all([link.stop(stopped()), listener.close()])
})
