import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { type TestContext, test } from 'node:test'
import { filter, firstValueFrom } from 'rxjs'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { commandGate } from '../../../src/daemon/broker/command-gate.ts'
import type { EmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import type { BrokerLink } from '../../../src/daemon/broker/link.ts'
import { packetGuard } from '../../../src/daemon/broker/packet-guard.ts'
import { answerBook } from '../../../src/wire/answer-book.ts'
import { answerCommand, type CommandResult } from '../../../src/wire/commands.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { BASE, type Listener, linkOptions, listen, stopped, table } from './parts.ts'

const REPLY = 'casino/v1/demo/reply/ann/tab1'
const NOW = 1_763_689_399_123

interface Floor {
  readonly broker: EmbeddedBroker
  readonly link: BrokerLink
  readonly listener: Listener
  readonly results: CommandResult[]
}

/** A table that answers commands, as the daemon does. */
async function floor(t: TestContext): Promise<Floor> {
  const broker = await startOpenBroker({ port: 0 })
  const listener = await listen(broker.url, 'casino/v1/demo/reply/#')
  // What lies retained at the broker before the table comes.
  await listener.client.publishAsync(`${BASE}/cmd/ann/snapshot`, JSON.stringify({ replyTo: REPLY, correlation: 'old' }), {
    qos: 1,
    retain: true,
  })
  const results: CommandResult[] = []
  const answers = answerBook()
  const link = connectBroker(linkOptions(broker.url))
  link.commands$.subscribe((raw) => {
    const result = answerCommand(raw, { table, nowMs: NOW }, answers)
    results.push(result)
    if (result.kind === 'answered' && result.reply !== null) link.publish([result.reply])
    if (result.kind === 'answered' && result.effect === 'snapshot') link.republish()
  })
  await firstValueFrom(link.state$.pipe(filter((now) => now.kind === 'connected')))
  t.after(async () => {
    await link.stop(stopped())
    await listener.close()
    await broker.close()
  })
  return { broker, link, listener, results }
}

test('a snapshot command gets its reply and makes the table publish its state again', async (t) => {
  const { broker, listener } = await floor(t)
  const status = await listen(broker.url, `${BASE}/status`)
  await status.until('the retained birth', (heard) => heard.length === 1)
  await listener.client.publishAsync(
    `${BASE}/cmd/ann/snapshot`,
    JSON.stringify({ replyTo: REPLY, correlation: 'c1', expires: NOW + 10_000 }),
    {
      qos: 1,
    },
  )
  await status.until('the status again', (heard) => heard.length === 2)
  await listener.until('the reply', (heard) => heard.length === 1)
  assert.deepEqual(JSON.parse(listener.heard[0]?.text ?? ''), { correlation: 'c1', ok: true, error: null })
  await status.close()
})

test('hostile commands have no effect, and the table goes on answering', async (t) => {
  const { listener, results } = await floor(t)
  const send = (payload: string | Buffer, name = 'snapshot') => listener.client.publishAsync(`${BASE}/cmd/ann/${name}`, payload, { qos: 1 })
  await send(JSON.stringify({ replyTo: REPLY, correlation: 'late', expires: NOW - 1 }))
  await send(JSON.stringify({ replyTo: 'casino/v1/demo/reply/bob/tab1', correlation: 'theirs' }))
  await send(`{"replyTo":"${REPLY}","correlation":"deep","a":${'['.repeat(500)}${']'.repeat(500)}}`)
  await send(`{"replyTo":"${REPLY}","correlation":"proto","__proto__":{"ok":true}}`)
  await send('x'.repeat(60_000))
  await send(Buffer.from([0xff, 0xfe, 0x00]))
  await send(JSON.stringify({ replyTo: REPLY, correlation: 'r1', fromSeq: 1, toSeq: 2 }), 'replay')
  await send(JSON.stringify({ replyTo: REPLY, correlation: 'good' }))
  await send(JSON.stringify({ replyTo: REPLY, correlation: 'good' }))
  await listener.until('the good ones', (heard) => heard.filter((message) => message.text.includes('good')).length === 2)
  assert.deepEqual(results.shift(), { kind: 'ignored', reason: 'it is a retained message, not one that somebody is sending now' })
  const errors = results.map((result) => (result.kind === 'answered' ? result.journal?.error : 'ignored'))
  const expected = [
    /^expired/,
    /another user/,
    /nested more than/,
    /__proto__/,
    /60000 bytes/,
    /not JSON in UTF-8/,
    /^refused: there is no journal/,
  ]
  for (const [index, pattern] of expected.entries()) assert.match(String(errors[index]), pattern)
  const effects = results.map((result) => (result.kind === 'answered' ? result.effect : null))
  assert.deepEqual(effects, [null, null, null, null, null, null, null, 'snapshot', null])
  assert.ok(
    listener.heard.every((message) => message.topic === REPLY),
    'nothing but replies was heard',
  )
  assert.deepEqual({ ...Object.prototype }, {})
})

test('a 10 MB packet ends its sender and nobody else', async (t) => {
  const { broker, listener } = await floor(t)
  const attacker = await listen(broker.url, 'nothing')
  const gone = new Promise<void>((resolve) => attacker.client.once('close', () => resolve()))
  attacker.client.publish(`${BASE}/cmd/ann/snapshot`, Buffer.alloc(10 * 1024 * 1024, 0x20))
  await gone
  await listener.client.publishAsync(`${BASE}/cmd/ann/snapshot`, JSON.stringify({ replyTo: REPLY, correlation: 'after' }), { qos: 1 })
  await listener.until('a reply to somebody else', (heard) => heard.some((message) => message.text.includes('after')))
  await attacker.close()
})

test('bytes that are no MQTT end only their own connection', async (t) => {
  const { broker, listener } = await floor(t)
  const socket = connect(broker.port, '127.0.0.1')
  const gone = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\n\r\n')
  await gone
  await listener.client.publishAsync(`${BASE}/cmd/ann/snapshot`, JSON.stringify({ replyTo: REPLY, correlation: 'after' }), { qos: 1 })
  await listener.until('a reply', (heard) => heard.some((message) => message.text.includes('after')))
})

test('a flood of commands is cut to 50 a second for a user and counted', async (t) => {
  const { link, listener, results } = await floor(t)
  await listener.client.publishAsync(
    `${BASE}/cmd/eve/snapshot`,
    JSON.stringify({ replyTo: 'casino/v1/demo/reply/eve/tab1', correlation: 'first' }),
    { qos: 1 },
  )
  await listener.until('that the retained one is past', (heard) => heard.some((message) => message.text.includes('first')))
  const before = results.length
  const payload = JSON.stringify({ replyTo: REPLY })
  for (let n = 0; n < 1000; n++) listener.client.publish(`${BASE}/cmd/ann/snapshot`, payload, { qos: 0 })
  await listener.client.publishAsync(
    `${BASE}/cmd/bob/snapshot`,
    JSON.stringify({ replyTo: 'casino/v1/demo/reply/bob/tab1', correlation: 'b' }),
    {
      qos: 1,
    },
  )
  await listener.until('the reply to the other user', (heard) => heard.some((message) => message.text.includes('"b"')))
  const passed = results.length - before
  link.publish([{ topic: 'x', payload: 'y'.repeat(70_000), qos: 0, retain: false, expirySeconds: null, type: 'reply' }])
  const now = await firstValueFrom(link.state$)
  assert.equal(passed - 1 + now.ignored, 1000)
  assert.ok(passed <= 201, `${passed} commands passed`)
})

test('twenty made-up names that flood do not keep a real one waiting, and each is told', async (t) => {
  const { broker, listener } = await floor(t)
  const attacker = await listen(broker.url, 'casino/v1/demo/reply/#')
  t.after(() => attacker.close())
  const names = Array.from({ length: 20 }, (_, n) => `made-up-${n}`)
  const send = (name: string, correlation: string) =>
    attacker.client.publishAsync(
      `${BASE}/cmd/${name}/snapshot`,
      JSON.stringify({ replyTo: `casino/v1/demo/reply/${name}/tab1`, correlation }),
      { qos: 1 },
    )
  await Promise.all(names.flatMap((name) => Array.from({ length: 60 }, (_, n) => send(name, `c${n}`))))
  await listener.client.publishAsync(`${BASE}/cmd/ann/snapshot`, JSON.stringify({ replyTo: REPLY, correlation: 'real' }), { qos: 1 })
  await listener.until('the reply to the real one', (heard) => heard.some(({ text }) => text.includes('"real","ok":true')))
  const refused = attacker.heard.filter(({ text }) => text.includes('too many commands in this second'))
  assert.ok(refused.length > 0, 'some were told')
})

test('each user has some commands for himself, whatever others send, and is told once a second that there are no more', () => {
  const gate = commandGate()
  const topic = (user: string) => `${BASE}/cmd/${user}/snapshot`
  const passages = (user: string, count: number, atMs: number) => {
    const all = Array.from({ length: count }, () => gate.at(topic(user), atMs))
    return ['pass', 'refuse', 'ignore'].map((kind) => all.filter((each) => each === kind).length)
  }
  assert.deepEqual(passages('ann', 3, 0), [3, 0, 0])
  for (let n = 0; n < 20; n++) passages(`made-up-${n}`, 1000, 1)
  assert.deepEqual(passages('ann', 3, 2), [2, 1, 0], 'her own five, and she is told')
  assert.deepEqual(passages('bob', 6, 3), [5, 1, 0], 'whoever comes later has his own five too')
  // Names without end push nobody out who was there before.
  for (let n = 0; n < 5000; n++) passages(`another-${n}`, 1, 1004)
  assert.deepEqual(passages('ann', 6, 1005), [5, 1, 0])
  assert.deepEqual(passages('ann', 60, 3000), [50, 1, 9], 'alone she has fifty a second')
})

test('the packet guard follows every split of a stream and refuses the header that announces too much', () => {
  const small = [0x30, 0x03, 1, 2, 3, 0xc0, 0x00, 0x30, 0x80, 0x01, ...Array(128).fill(7)]
  const tooLarge = [0x30, 0xff, 0xff, 0x7f]
  for (const size of [1, 2, 3, 5, 64, 1000]) {
    const fits = packetGuard(() => 128)
    const bytes = Uint8Array.from([...small, ...small])
    for (let at = 0; at < bytes.length; at += size) assert.ok(fits(bytes.subarray(at, at + size)), `split by ${size}`)
    assert.equal(fits(Uint8Array.from(tooLarge)), false)
  }
  assert.equal(
    packetGuard(() => 1e9)(Uint8Array.from([0x30, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01])),
    false,
    'a length of more than four bytes',
  )
})
