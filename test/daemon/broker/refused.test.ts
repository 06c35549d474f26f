/**
 * MQTT 5: a broker that acknowledges a message with a refusal. What it refuses for a while is sent again, in order, and does not count as
 * delivered before it is accepted; what it never accepts is left out and named. mosquitto refuses only by its access rules, so a broker
 * that refuses for other reasons is played here.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { filter, firstValueFrom, Subject, timer, VirtualTimeScheduler } from 'rxjs'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { systemSchedule } from '../../../src/daemon/broker/goodbye.ts'
import type { LinkState } from '../../../src/daemon/broker/link.ts'
import type { Refused } from '../../../src/daemon/broker/refusals.ts'
import { leftOutNews, refusedNews } from '../../../src/daemon/pipeline/host-news.ts'
import type { Message } from '../../../src/wire/envelope.ts'
import { BASE, linkOptions, state, stopped } from './parts.ts'

// MQTT 5, 3.4.2.1
const QUOTA_EXCEEDED = 0x97
const PAYLOAD_INVALID = 0x99
const FAILED = 0x83
const WAIT_MS_MAX = 60_000

interface Said {
  readonly topic: string
  readonly payload: string
}

/** The packets in what has arrived, and what is left. */
function packetsOf(bytes: Buffer): {
  readonly packets: readonly { readonly head: number; readonly body: Buffer }[]
  readonly rest: Buffer
} {
  const packets: { readonly head: number; readonly body: Buffer }[] = []
  let rest = bytes
  for (;;) {
    let [length, at] = [0, 1]
    for (let shift = 0; at < rest.length; shift += 7) {
      const byte = rest[at++] ?? 0
      length |= (byte & 0x7f) << shift
      if (byte < 0x80) break
    }
    if (rest.length < at + length || rest.length < 2) return { packets, rest }
    packets.push({ head: rest[0] ?? 0, body: rest.subarray(at, at + length) })
    rest = rest.subarray(at + length)
  }
}

/** `answer`: the reason with which a message is acknowledged; 0: it is accepted. */
async function startRefusing(t: TestContext, answer: (said: Said) => number) {
  const accepted: Said[] = []
  const asked: Said[] = []
  const sockets = new Set<Socket>()
  let look = () => {}
  const hear = (socket: Socket, head: number, body: Buffer) => {
    const kind = head >> 4
    if (kind === 1) socket.write(Uint8Array.of(0x20, 0x03, 0, 0, 0))
    if (kind === 8) socket.write(Uint8Array.of(0x90, 0x04, body[0] ?? 0, body[1] ?? 0, 0, 1))
    if (kind === 12) socket.write(Uint8Array.of(0xd0, 0))
    if (kind !== 3) return
    const topicEnd = 2 + body.readUInt16BE(0)
    // All properties of these messages are shorter than 128 bytes.
    const payloadAt = topicEnd + 3 + (body[topicEnd + 2] ?? 0)
    const said = { topic: body.toString('utf8', 2, topicEnd).replace(`${BASE}/`, ''), payload: body.toString('utf8', payloadAt) }
    asked.push(said)
    const reason = answer(said)
    if (reason === 0) accepted.push(said)
    socket.write(Uint8Array.of(0x40, 0x03, body[topicEnd] ?? 0, body[topicEnd + 1] ?? 0, reason))
    look()
  }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let waiting = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      const { packets, rest } = packetsOf(Buffer.concat([waiting, bytes]))
      waiting = Buffer.from(rest)
      for (const { head, body } of packets) hear(socket, head, body)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const until = (what: string, enough: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not within ${WAIT_MS_MAX} ms: ${what}`)), WAIT_MS_MAX)
      look = () => {
        if (!enough()) return
        clearTimeout(late)
        resolve()
      }
      look()
    })
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, accepted, asked, until }
}

/** The link with pauses that are fifty times as short; its limits for a broker that does not answer are not, because it has a clock for them. */
async function openLink(t: TestContext, url: string) {
  let speed = 1
  const options = linkOptions(url)
  const schedule = (callback: () => void, ms: number) => systemSchedule(callback, ms / speed)
  const link = connectBroker({ ...options, mqtt: { ...options.mqtt, protocol: 5 } }, { schedule })
  /** Waits for the last answers. */
  const stop = () => {
    speed = 1
    return link.stop(stopped())
  }
  t.after(stop)
  const leftOut: Refused[] = []
  link.leftOut$.subscribe((each) => leftOut.push(each))
  const reached = (enough: (now: LinkState) => boolean) => firstValueFrom(link.state$.pipe(filter(enough)))
  await reached(({ kind }) => kind === 'connected')
  speed = 50
  return { link, leftOut, reached, stop }
}

const record = (n: number): Message => ({
  ...{ topic: `${BASE}/log`, payload: String(n), qos: 1, retain: false, expirySeconds: null, type: 'log', number: n, record: n },
})
const RECORDS = Array.from({ length: 20 }, (_, at) => record(at + 1))
const NUMBERS = RECORDS.map(({ payload }) => payload)
const logOf = (said: readonly Said[]) => said.filter(({ topic }) => topic === 'log').map(({ payload }) => payload)

test('what the broker refuses for a while is not delivered, is said, and comes in order when it accepts it', {
  timeout: WAIT_MS_MAX,
}, async (t) => {
  const refusals: number[] = []
  const broker = await startRefusing(t, ({ topic, payload }) => {
    if (topic !== 'log' || Number(payload) < 5 || refusals.length >= 48) return 0
    refusals.push(link.delivered().log?.number ?? 0)
    return QUOTA_EXCEEDED
  })
  const { link, leftOut, reached, stop } = await openLink(t, broker.url)
  link.publish(RECORDS)
  const { refusing } = await reached((now) => now.refusing !== null)
  assert.deepEqual(refusing, { topic: `${BASE}/log`, number: 5, reason: 'Quota exceeded' })
  await reached((now) => now.refusing === null)
  await broker.until('the last record', () => logOf(broker.accepted).includes('20'))
  assert.deepEqual(logOf(broker.accepted), NUMBERS)
  assert.ok(
    refusals.every((delivered) => delivered < 5),
    refusals.join(' '),
  )
  await stop()
  assert.equal(link.delivered().log?.number, 20)
  assert.deepEqual(leftOut, [])
})

test('a record that the broker never accepts is left out and named, whatever reason it gives; the rest comes in order', {
  timeout: WAIT_MS_MAX,
}, async (t) => {
  for (const [reason, says] of [
    [PAYLOAD_INVALID, 'Payload format invalid'],
    [FAILED, 'Implementation specific error'],
  ] as const) {
    const broker = await startRefusing(t, ({ payload }) => (payload === '7' ? reason : 0))
    const { link, leftOut, reached } = await openLink(t, broker.url)
    const isNamed = firstValueFrom(link.leftOut$)
    link.publish(RECORDS)
    await isNamed
    link.publish([record(21)])
    await broker.until('what comes after it', () => logOf(broker.accepted).includes('21'))
    await reached((now) => now.refusing === null)
    assert.deepEqual(leftOut, [{ topic: `${BASE}/log`, number: 7, reason: says }])
    assert.deepEqual(
      [...new Set(logOf(broker.accepted))].sort((a, b) => Number(a) - Number(b)),
      [...NUMBERS, '21'].filter((n) => n !== '7'),
    )
    assert.equal((await firstValueFrom(link.state$)).refused, 1)
  }
})

test('a state that the broker refuses is sent again as it is by then', { timeout: WAIT_MS_MAX }, async (t) => {
  let refusals = 0
  const broker = await startRefusing(t, ({ topic }) => (topic === 'state/round' && refusals++ < 3 ? QUOTA_EXCEEDED : 0))
  const { link, leftOut, reached } = await openLink(t, broker.url)
  link.publish([state('state/round', 'first')])
  const { refusing } = await reached((now) => now.refusing !== null)
  assert.deepEqual(refusing, { topic: `${BASE}/state/round`, number: null, reason: 'Quota exceeded' })
  link.publish([state('state/round', 'second'), record(1)])
  await reached((now) => now.refusing === null)
  assert.deepEqual(
    broker.accepted
      .filter(({ topic }) => topic !== 'status')
      .map(({ payload }) => payload)
      .sort(),
    ['1', 'second'],
  )
  assert.deepEqual(leftOut, [])
})

const BLOCKED: Refused = { topic: `${BASE}/log`, number: 5, reason: 'Quota exceeded' }

test('a refusal is an alarm at once, with the same words however far the table comes, until the broker accepts everything', () => {
  const scheduler = new VirtualTimeScheduler()
  const told: (readonly [number, string | null])[] = []
  const steps: readonly (readonly [number, Refused | null])[] = [
    [0, null],
    [20_000, BLOCKED],
    [21_000, null],
    [22_000, { ...BLOCKED, number: 9 }],
    [30_000, { ...BLOCKED, reason: 'Not authorized' }],
    [31_000, null],
  ]
  const state$ = new Subject<{ readonly refusing: Refused | null }>()
  for (const [atMs, refusing] of steps) timer(atMs, scheduler).subscribe(() => state$.next({ refusing }))
  refusedNews(state$, scheduler).subscribe((words) => told.push([scheduler.now(), words?.text ?? null]))
  scheduler.flush()
  const text = (reason: string, n: number) =>
    `The broker does not accept messages of this table, the first of them log (record ${n}): ${reason}.`
  assert.deepEqual(told, [
    [10_000, null],
    [20_000, text('Quota exceeded', 5)],
    [30_000, text('Not authorized', 5)],
    [41_000, null],
  ])
})

test('what is left out is named within five seconds, thousands together', () => {
  const scheduler = new VirtualTimeScheduler()
  const told: (readonly [number, string | null])[] = []
  const leftOut$ = new Subject<Refused>()
  timer(100_000, scheduler).subscribe(() => leftOut$.next({ ...BLOCKED, number: 7 }))
  timer(110_000, scheduler).subscribe(() => {
    for (let number = 1000; number <= 9000; number++) leftOut$.next({ ...BLOCKED, number })
    leftOut$.next({ topic: `${BASE}/alarm/x`, number: null, reason: 'too many' })
  })
  leftOutNews(leftOut$, scheduler).subscribe((words) => told.push([scheduler.now(), words?.text ?? null]))
  scheduler.flush()
  const begins = 'Messages of this table were not published: '
  assert.deepEqual(told, [
    [60_000, null],
    [101_000, `${begins}log (record 7): Quota exceeded.`],
    [131_000, `${begins}log (records, some or all from 1000 to 9000): Quota exceeded; alarm/x: too many.`],
    [191_000, null],
  ])
})
