/** A link whose program is held up: the broker's answer may lie unread, so it is the program that is silent. Virtual time, no broker. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mock, test } from 'node:test'
import type { MqttClient } from 'mqtt'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import type { LinkState } from '../../../src/daemon/broker/link.ts'
import { patientTimer } from '../../../src/daemon/broker/patient-timer.ts'
import { event, linkOptions } from './parts.ts'

const STALL_MS = 60_000

/** A client that is told everything and says nothing. */
const muteClient = (): MqttClient => {
  const client = new EventEmitter()
  const says = { publish: () => undefined, subscribe: () => undefined, end: () => undefined, stream: {} }
  return Object.assign(client, says) as unknown as MqttClient
}

const linked = async () => {
  let due: (() => void)[] = []
  const time = { nowMs: 0, listenedMs: 0 }
  const client = muteClient()
  const link = connectBroker(linkOptions('mqtt://broker'), {
    connect: () => client,
    now: () => time.nowMs,
    listenedMs: () => time.listenedMs,
    random: () => 0,
    schedule: (callback) => {
      due.push(callback)
      return () => {
        due = due.filter((each) => each !== callback)
      }
    },
  })
  let state: LinkState['kind'] = 'connecting'
  link.state$.subscribe(({ kind }) => {
    state = kind
  })
  while (due.length === 0) await new Promise((resolve) => setImmediate(resolve))
  /** Every timer fires, however late; the broker may have answered before `listenedMs`. */
  const fire = (nowMs: number, listenedMs: number): LinkState['kind'] => {
    Object.assign(time, { nowMs, listenedMs })
    const now = due
    due = []
    for (const each of now) each()
    return state
  }
  return { client, link, fire }
}

test('a connection request counts as unanswered only once what came has been read', async () => {
  const { fire } = await linked()
  assert.equal(fire(STALL_MS, 0), 'connecting')
  assert.equal(fire(STALL_MS + 1, 0), 'connecting')
  assert.equal(fire(STALL_MS + 2, STALL_MS), 'lost')
})

test('a message counts as unacknowledged only once what came has been read', async () => {
  const { client, link, fire } = await linked()
  client.emit('connect', {} as never)
  link.publish([event(1)])
  assert.equal(fire(STALL_MS, 0), 'connected')
  assert.equal(fire(STALL_MS + 1, STALL_MS), 'lost')
})

test('the keep-alive waits a little when its turn comes late, and a packet read meanwhile ends the wait', () => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  try {
    let isLate = false
    let steps = 0
    const timer = patientTimer(() => isLate)
    const id = timer.set(() => {
      steps += 1
    }, 1500)
    mock.timers.tick(1500)
    assert.equal(steps, 1)
    isLate = true
    mock.timers.tick(1500)
    assert.equal(steps, 1)
    mock.timers.tick(300)
    assert.equal(steps, 2)
    mock.timers.tick(1200)
    timer.clear(id)
    mock.timers.tick(60_000)
    assert.equal(steps, 2)
  } finally {
    mock.timers.reset()
  }
})
