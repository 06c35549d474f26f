/** The embedded broker as somebody meets it who means ill: what he may write and hear, and that he costs the table nothing. */
import assert from 'node:assert/strict'
import { type EventEmitter, once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { filter, firstValueFrom } from 'rxjs'
import { usersText } from '../../../src/base/config/users.ts'
import type { Checked } from '../../../src/daemon/broker/access.ts'
import { connectBroker } from '../../../src/daemon/broker/client.ts'
import { type EmbeddedBroker, type EmbeddedOptions, startEmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import { overlap } from '../../../src/daemon/broker/filters.ts'
import { hashOf } from '../../../src/daemon/broker/passwords.ts'
import { passwordCheck } from '../../../src/daemon/broker/users.ts'
import { BASE, event, type Listener, linkOptions, listen, mqttConfig, state, stopped } from './parts.ts'

const REPLY = 'casino/v1/demo/reply'

async function open(t: TestContext, options: EmbeddedOptions = {}): Promise<EmbeddedBroker> {
  const broker = await startEmbeddedBroker({ port: 0, ...options })
  t.after(() => broker.close())
  return broker
}

/** The table, as the daemon connects to its own broker. */
async function openTable(t: TestContext, broker: EmbeddedBroker) {
  const link = connectBroker({ ...linkOptions(broker.url), mqtt: { ...mqttConfig(broker.url), ...broker.login } })
  t.after(() => link.stop(stopped()))
  const commands: string[] = []
  link.commands$.subscribe(({ topic }) => commands.push(topic.replace(`${BASE}/`, '')))
  await firstValueFrom(link.state$.pipe(filter(({ kind }) => kind === 'connected')))
  return { link, commands }
}

async function come(t: TestContext, broker: EmbeddedBroker, options: IClientOptions = {}): Promise<MqttClient> {
  const client = await mqtt.connectAsync(broker.url, { reconnectPeriod: 0, ...options })
  client.on('error', () => undefined)
  t.after(() => client.end(true))
  return client
}

const gone = (client: MqttClient): Promise<unknown> => new Promise((resolve) => client.once('close', () => resolve(null)))

/** Whether the broker ends the connection of who publishes this; else it was taken and dropped, or taken. */
async function isThrownOut(
  t: TestContext,
  broker: EmbeddedBroker,
  topic: string,
  payload: string,
  how: object = {},
  as: IClientOptions = {},
) {
  const client = await come(t, broker, as)
  const end = gone(client).then(() => true)
  const sent = client.publishAsync(topic, payload, { qos: 1, ...how }).then(
    () => false,
    () => end,
  )
  return Promise.race([end, sent])
}

/** What the broker answers to a subscription: 0 to 2, or 128. */
const granted = (client: MqttClient, topic: string): Promise<number | undefined> =>
  client.subscribeAsync(topic, { qos: 1 }).then(
    ([grant]) => grant?.qos,
    ({ packet }) => packet?.granted[0],
  )

/** MQTT.js's own type of a listener is not Node's. */
const first = (client: MqttClient, event: string) => once(client as unknown as EventEmitter, event)

const heardTopics = ({ heard }: Listener) => heard.map(({ topic }) => topic)

test('nobody but the table writes its topics, whatever it is, and nothing of it is retained', async (t) => {
  const broker = await open(t)
  const { link, commands } = await openTable(t, broker)
  link.publish([state('state/round', 'true')])
  for (const as of [{}, { username: 'mary' }]) {
    for (const topic of ['status', 'state/round', 'alarm/x', 'ev/round', 'ev/system', 'log', 'checkpoint', 'replay/mary']) {
      assert.ok(await isThrownOut(t, broker, `${BASE}/${topic}`, 'forged', {}, as), topic)
      assert.ok(await isThrownOut(t, broker, `${BASE}/${topic}`, '', { retain: true }, as), `${topic}, removed`)
    }
    assert.ok(await isThrownOut(t, broker, `${REPLY}/mary/x`, 'forged', {}, as), 'a reply')
    assert.ok(await isThrownOut(t, broker, 'casino/v1/demo/audit/ack/p1-bj07', 'forged', {}, as), 'a receipt')
    assert.ok(await isThrownOut(t, broker, '$SYS/x', 'forged', {}, as), 'the broker itself')
    assert.ok(await isThrownOut(t, broker, `${BASE}/cmd/mary/snapshot`, '{}', { retain: true }, as), 'a retained command')
    assert.ok(await isThrownOut(t, broker, `${BASE}/cmd/mary/snapshot`, '{}', { qos: 2 }, as), 'QoS 2')
    assert.ok(await isThrownOut(t, broker, `${BASE}/cmd/mary/snapshot`, 'x'.repeat(4097), {}, as), 'more than a command has')
  }
  assert.ok(await isThrownOut(t, broker, `${BASE}/cmd/john/snapshot`, '{}', {}, { username: 'mary' }), "another user's command")
  assert.equal(await isThrownOut(t, broker, `${BASE}/cmd/mary/snapshot`, '{}', {}, { username: 'mary' }), false, 'her own')
  const late = await listen(broker.url)
  await late.until('the state', (heard) => heard.some(({ topic }) => topic === 'state/round'))
  assert.deepEqual(
    late.heard.filter(({ text }) => text === 'forged' || text === ''),
    [],
  )
  await late.close()
  assert.deepEqual(commands, ['cmd/mary/snapshot'])
})

test('a reader hears what a display shows and nothing else: no journal, no commands, no other replies', async (t) => {
  const broker = await open(t)
  const { link } = await openTable(t, broker)
  const all = await listen(broker.url, '#')
  const mary = await come(t, broker, { username: 'mary' })
  for (const topic of [`${BASE}/log`, `${BASE}/cmd/#`, `${REPLY}/john/#`, '$SYS/#', `${BASE}/checkpoint`, 'other/#']) {
    assert.equal(await granted(mary, topic), 128, topic)
  }
  assert.equal(await granted(mary, `${REPLY}/mary/#`), 1)
  const replied = first(mary, 'message')
  link.publish([
    { ...event(1, 'secret'), topic: `${BASE}/log`, type: 'log' },
    { ...event(2, 'hers'), topic: `${REPLY}/mary/x`, type: 'reply' },
    event(3, 'public'),
  ])
  assert.equal(String((await replied)[1]), 'hers')
  await all.until('the event', (heard) => heard.some(({ text }) => text === 'public'))
  assert.ok(!heardTopics(all).includes('log'), heardTopics(all).join(' '))
  await all.close()
})

test('with users, a command needs a password; who only looks needs none', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'users-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'users.yaml')
  writeFileSync(file, usersText(new Map([['mary', await hashOf('correct horse')]])))
  const told: string[] = []
  const broker = await open(t, { check: passwordCheck(file, (text) => told.push(text)) })
  const { commands } = await openTable(t, broker)
  for (const [username, password] of [
    ['mary', 'wrong horse'],
    ['mary', ''],
    ['john', 'correct horse'],
    ['Mary', 'correct horse'],
    [broker.login.username, 'correct horse'],
  ] as const) {
    await assert.rejects(come(t, broker, { username, password }), /[Bb]ad user ?name or password|refused/, username)
  }
  const reader = await come(t, broker)
  assert.equal(await granted(reader, `${REPLY}/mary/display-1`), 128, 'so that a display asks for a login')
  await reader.publishAsync(`${BASE}/cmd/mary/snapshot`, '{"correlation":"claimed"}', { qos: 1 })
  const mary = await come(t, broker, { username: 'mary', password: 'correct horse' })
  await mary.publishAsync(`${BASE}/cmd/mary/absent`, '{}', { qos: 1 })
  await mary.subscribeAsync(`${BASE}/status`, { qos: 1 })
  assert.deepEqual(commands, ['cmd/mary/absent'], 'what was only claimed was not heard')
  writeFileSync(file, 'mary: plain text\n')
  await assert.rejects(come(t, broker, { username: 'mary', password: 'correct horse' }))
  assert.deepEqual(told, [`broker: users: ${file} lets nobody in: mary has no password hash; npm run users -- add mary creates one`])
})

test('who floods, hoards or asks for too much loses his connection; nothing is kept for who is away', async (t) => {
  const broker = await open(t)
  const { link } = await openTable(t, broker)
  const flood = await come(t, broker, { username: 'eve' })
  const out = gone(flood)
  for (let n = 0; n < 1000; n++) flood.publish(`${BASE}/cmd/eve/snapshot`, 'x'.repeat(4000))
  await out
  const hoarder = await come(t, broker)
  const hoarded = gone(hoarder)
  for (let n = 0; n < 400; n++) hoarder.subscribe(`${BASE}/state/${n}`)
  await hoarded
  const away: IClientOptions = { clientId: 'away', clean: false }
  const before = await come(t, broker, away)
  await before.subscribeAsync(`${BASE}/ev/#`, { qos: 1 })
  await before.endAsync()
  link.publish([event(1)])
  const again = mqtt.connect(broker.url, { ...away, reconnectPeriod: 0 })
  t.after(() => again.end(true))
  const [connack] = await first(again, 'connect')
  assert.equal(connack.sessionPresent, false)
})

test("a will is nobody's but the table's, and its client id is not to be had", async (t) => {
  const broker = await open(t)
  const { link } = await openTable(t, broker)
  const listener = await listen(broker.url)
  const will = { topic: `${BASE}/status`, payload: Buffer.from('forged'), qos: 1, retain: true } as const
  const dying = await come(t, broker, { will })
  dying.stream.destroy()
  await assert.rejects(come(t, broker, { clientId: 'demo-p1-bj07' }), /[Ii]dentifier rejected|refused/)
  link.publish([event(1, 'still here')])
  await listener.until('the table', (heard) => heard.some(({ text }) => text === 'still here'))
  assert.ok(!listener.heard.some(({ text }) => text === 'forged' || text.includes('"lost"')), heardTopics(listener).join(' '))
  await listener.close()
})

test('who leaves while his password is checked takes no place', async (t) => {
  const waiting: (() => void)[] = []
  const asked: (() => void)[] = []
  const check = (user: string): Promise<Checked> => {
    if (user !== 'hasty') return Promise.resolve('right')
    asked.shift()?.()
    return new Promise((resolve) => waiting.push(() => resolve('right')))
  }
  const broker = await open(t, { check })
  for (let n = 0; n < 64; n++) {
    const isAsked = new Promise<void>((resolve) => asked.push(resolve))
    const hasty = mqtt.connect(broker.url, { username: 'hasty', password: 'x', reconnectPeriod: 0 }).on('error', () => undefined)
    await isAsked
    const left = gone(hasty)
    hasty.stream.destroy()
    await left
  }
  // The broker has heard of the last one's end when it has answered somebody who came after it.
  await (await come(t, broker, { username: 'mary', password: 'x' })).endAsync()
  for (const answer of waiting) answer()
  const mary = await come(t, broker, { username: 'mary', password: 'x' })
  await mary.subscribeAsync(`${BASE}/status`, { qos: 1 })
})

const HOUSE = 64
const users = async (user: string, password: string): Promise<Checked> => (password === `of ${user}` ? 'right' : 'wrong')
const as = (username: string, more: IClientOptions = {}): IClientOptions => ({ username, password: `of ${username}`, ...more })

test('connections that say nothing, and all places taken, keep no table out; the oldest without a login goes first', async (t) => {
  const broker = await open(t)
  const silent = Array.from({ length: 300 }, () => connect(broker.port, '127.0.0.1').on('error', () => undefined))
  t.after(() => silent.forEach((socket) => void socket.destroy()))
  await Promise.all(silent.map((socket) => once(socket, 'connect')))
  const guests: MqttClient[] = []
  for (let n = 0; n < HOUSE; n++) guests.push(await come(t, broker))
  const [oldest, listener] = guests
  assert.ok(oldest && listener, 'they have come')
  const out = gone(oldest)
  await come(t, broker)
  await out
  const { link } = await openTable(t, broker)
  await listener.subscribeAsync(`${BASE}/ev/#`, { qos: 1 })
  const heard = first(listener, 'message')
  link.publish([event(1)])
  await heard
})

test('with users, whoever logs in finds a place, however many without a login sit there; nobody who has logged in is put out for them', async (t) => {
  const broker = await open(t, { check: users })
  const full: boolean[] = []
  broker.isFull$.subscribe((isFull) => full.push(isFull))
  const idle: MqttClient[] = []
  for (let n = 0; n < HOUSE; n++) idle.push(await come(t, broker))
  assert.deepEqual(full, [false, true])
  const out = gone(idle[0] as MqttClient)
  const mary = await come(t, broker, as('mary'))
  await out
  await openTable(t, broker)
  await come(t, broker, broker.bookLogin)
  for (let n = 0; n < 2 * HOUSE; n++) await come(t, broker)
  await mary.publishAsync(`${BASE}/cmd/mary/snapshot`, '{}', { qos: 1 })
  const others: MqttClient[] = []
  for (let n = 1; n < HOUSE; n++) others.push(await come(t, broker, as('john')))
  await assert.rejects(come(t, broker), { code: 3 }, 'all have logged in')
  const johns = gone(others[0] as MqttClient)
  await come(t, broker, as('ann'))
  await johns
  await mary.publishAsync(`${BASE}/cmd/mary/snapshot`, '{}', { qos: 1 })
})

test('a client id of who has logged in is for him alone; that of who has not is for anybody, the table included', async (t) => {
  const broker = await open(t, { check: users })
  const imitated: string[] = []
  broker.imitated$.subscribe((id) => imitated.push(id))
  const clientId = 'display-of-mary'
  const mary = await come(t, broker, as('mary', { clientId }))
  for (const other of [{ clientId }, as('john', { clientId })]) await assert.rejects(come(t, broker, other), { code: 2 })
  await mary.subscribeAsync(`${BASE}/status`, { qos: 1 })
  const out = gone(mary)
  await come(t, broker, as('mary', { clientId }))
  await out
  // Somebody who knows the table's client id waits for it to be free: it is published with the status.
  const squatter = await come(t, broker, { clientId: 'demo-p1-bj07' })
  const away = gone(squatter)
  await openTable(t, broker)
  await away
  for (const other of [{}, as('john'), broker.bookLogin])
    await assert.rejects(come(t, broker, { ...other, clientId: 'demo-p1-bj07' }), { code: 2 })
  assert.deepEqual(imitated, Array(3).fill('demo-p1-bj07'))
})

test('a flood of connections that say nothing puts nobody out whose password is being checked', async (t) => {
  let asked = () => {}
  let answer: (checked: Checked) => void = () => {}
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  const check = () =>
    new Promise<Checked>((resolve) => {
      answer = resolve
      asked()
    })
  const broker = await open(t, { check })
  const mary = come(t, broker, as('mary'))
  await isAsked
  for (let n = 0; n < 4; n++) {
    const flood = Array.from({ length: HOUSE }, () => connect(broker.port, '127.0.0.1').on('error', () => undefined))
    t.after(() => flood.forEach((socket) => void socket.destroy()))
    await Promise.all(flood.map((socket) => once(socket, 'connect')))
  }
  answer('right')
  await mary
})

test('filters overlap where a topic fits both', () => {
  for (const [one, other, is] of [
    ['a/+', 'a/b', true],
    ['a/#', 'a', true],
    ['#', 'a/b/c', true],
    ['+/b', 'a/+', true],
    ['a/b', 'a/b/c', false],
    ['a/+/c', 'a/b/d', false],
    ['a/+', 'a/b/#', true],
    ['a', 'b', false],
  ] as const) {
    assert.equal(overlap(one, other), is, `${one} ${other}`)
    assert.equal(overlap(other, one), is, `${other} ${one}`)
  }
})

test('a right password that was not checked because too many wait is no wrong one: the broker is unavailable', async (t) => {
  let checked: Checked = 'busy'
  const broker = await open(t, { check: async () => checked })
  const login = { username: 'mary', password: 'correct horse' }
  await assert.rejects(come(t, broker, login), { code: 3 })
  checked = 'right'
  await come(t, broker, login)
})
