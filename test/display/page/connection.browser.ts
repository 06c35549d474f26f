/** Who may connect, and what a page does if it is connected but receives nothing. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createWebServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { createWebSocketStream, WebSocketServer } from 'ws'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import type { EmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import type { AlarmData } from '../../../src/wire/payloads.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'
import { openPage } from './opened-page.ts'
import { alarmMessage, deviceMessage, readyMessage } from './told-tables.ts'

const NAME = { property: 'demo', pit: 'p1', table: 'bj07' }
const BEAT_MS = 500

async function show(t: TestContext, brokerUrl: string): Promise<string> {
  await refreshPages()
  const display = serveDisplay({
    host: '127.0.0.1',
    port: await freePort(),
    broker: { urls: [brokerUrl], ca: null },
    isLocalOnly: false,
    notice: () => undefined,
  })
  t.after(() => display.close())
  return display.url
}

const device = {
  device: 'shoe',
  up: true,
  reason: null,
  serial: 'SH-1',
  boot: 1,
  firmware: '1',
  lastHeartbeat: null,
  errors: {},
  ringFill: 0,
  ringSize: 1,
  clockOffsetMs: 0,
}

/** A table that keeps publishing. */
async function startBeating(
  t: TestContext,
  url: string,
  login: { readonly username?: string; readonly password?: string } = {},
): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync(url, { reconnectPeriod: 0, ...login })
  client.on('error', () => undefined)
  const { topic, payload } = readyMessage(NAME)
  await client.publishAsync(topic, payload, { retain: true })
  const beat = setInterval(() => {
    const message = deviceMessage(NAME, { ...device, lastHeartbeat: new Date().toISOString() })
    client.publish(message.topic, message.payload, { retain: true })
  }, BEAT_MS)
  t.after(async () => {
    clearInterval(beat)
    await client.endAsync(true)
  })
  return client
}

/** A broker with logins: anybody without one sees nothing. */
async function startGuarded(t: TestContext): Promise<string> {
  const passwords: { readonly [user: string]: string } = { anna: 'secret-of-anna', bj07: 'of-the-table' }
  const aedes = await Aedes.createBroker({
    authenticate: (_client, user, password, done) => done(null, user !== undefined && passwords[user] === String(password)),
  })
  aedes.on('connectionError', () => undefined)
  aedes.on('clientError', () => undefined)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    aedes.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await new Promise<void>((resolve) => aedes.close(() => resolve()))
  })
  return `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("the broker's login is asked for once, kept by the server alone, and is who acts", async (t) => {
  const brokerUrl = await startGuarded(t)
  const table = await startBeating(t, brokerUrl, { username: 'bj07', password: 'of-the-table' })
  const { page, close } = await openPage(await show(t, brokerUrl))
  t.after(close)
  await page.getByRole('heading', { name: 'Log in to the broker' }).waitFor()
  assert.equal(await page.locator('.tile').count(), 0)
  const enter = async (password: string): Promise<void> => {
    await page.getByLabel('User').fill('anna')
    await page.getByLabel('Password').fill(password)
    await page.keyboard.press('Enter')
  }
  await enter('wrong')
  await page.getByRole('alert').waitFor()
  await enter('secret-of-anna')
  await page.locator('.tile-live').waitFor()
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]))
  assert.ok(!kept.includes('secret-of-anna') && !new URL(page.url()).search, kept)

  const alarm: AlarmData = {
    alarm: 'a-1',
    state: 'unacknowledged',
    rev: 1,
    code: 'BJ-SHORT',
    severity: 'money',
    since: new Date().toISOString(),
    round: null,
    box: 1,
    text: 'short',
    remedy: null,
    grounds: null,
    group: null,
    user: null,
    note: null,
    until: null,
  }
  const message = alarmMessage(NAME, alarm)
  await table.publishAsync(message.topic, message.payload, { retain: true })
  await table.subscribeAsync('casino/v1/demo/p1/bj07/cmd/+/+')
  const commanded = new Promise<string>((resolve) => table.once('message', (topic) => resolve(topic)))
  await page.keyboard.press('3')
  await page.locator('.alarm-list:focus').waitFor()
  await page.keyboard.press('a')
  await page.locator('dialog[open]', { hasText: 'anna' }).waitFor()
  assert.equal(await page.locator('dialog input[name="user"]').count(), 0, 'nobody acts under another name')
  await page.keyboard.press('Enter')
  assert.equal(await commanded, 'casino/v1/demo/p1/bj07/cmd/anna/alarm-ack')
  await page.goto(page.url().replace(/#.*$/, '#/'))
  await page.reload()
  await page.locator('.tile-live').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Log in to the broker' }).count(), 0, 'a reload asks for nothing')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByText('Logged in as anna').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Log in to the broker' }).waitFor()
})

/** A broker with its own WebSocket, as a casino has one. */
async function startWebSocketBroker(t: TestContext): Promise<{ readonly tcp: string; readonly ws: string }> {
  const aedes = await Aedes.createBroker()
  const tcp = createServer(aedes.handle)
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  sockets.on('connection', (socket) => aedes.handle(createWebSocketStream(socket)))
  tcp.listen(0, '127.0.0.1')
  await Promise.all([once(tcp, 'listening'), once(sockets, 'listening')])
  t.after(() => {
    for (const socket of sockets.clients) socket.terminate()
    sockets.close()
    tcp.close()
    aedes.close()
  })
  const port = (server: { address(): unknown }): number => (server.address() as AddressInfo).port
  return { tcp: `mqtt://127.0.0.1:${port(tcp)}`, ws: `ws://127.0.0.1:${port(sockets)}/` }
}

test('any web server can serve it: two lines name the broker and the tables', async (t) => {
  await refreshPages()
  const broker = await startWebSocketBroker(t)
  await startBeating(t, broker.tcp)
  const folder = new URL('../../../dist/display/', import.meta.url)
  const types: { readonly [file: string]: string } = { 'display.js': 'text/javascript', 'display.css': 'text/css' }
  const server = createWebServer((request, response) => {
    const file = request.url === '/pit/' ? 'index.html' : (request.url ?? '').replace('/pit/', '')
    const text = readFileSync(new URL(file, folder), 'utf8')
    const own = text.replace('content="mqtt"', `content="${broker.ws}"`).replace('content="+/+"', 'content="demo/p1"')
    response.writeHead(200, { 'Content-Type': types[file] ?? 'text/html' }).end(file === 'index.html' ? own : text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.closeAllConnections())
  t.after(() => server.close())
  const { page, complaints, close } = await openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/pit/`)
  t.after(close)
  await page.locator('.tile-live', { hasText: 'bj07' }).waitFor()
  assert.deepEqual(complaints, [])
})

/** A line to the broker that can go dead: it stays open, and nothing comes through. */
async function startDeadline(
  t: TestContext,
  broker: EmbeddedBroker,
): Promise<{ readonly url: string; freeze(): void; connections(): number }> {
  const pairs = new Set<readonly [Socket, Socket]>()
  const server = createServer((near) => {
    const far = connect(broker.port, '127.0.0.1')
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.pipe(far).pipe(near)
    pairs.add([near, far])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    server.close()
  })
  const freeze = (): void => {
    for (const [near, far] of pairs) {
      near.unpipe(far)
      far.unpipe(near)
      near.pause()
      far.pause()
    }
  }
  return { url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, freeze, connections: () => pairs.size }
}

test('a connection that went dead without a word is found out and made anew', async (t) => {
  const broker = await startOpenBroker({ port: 0 })
  t.after(() => broker.close())
  await startBeating(t, broker.url)
  const line = await startDeadline(t, broker)
  const { page, close } = await openPage(await show(t, line.url))
  t.after(close)
  await page.locator('.tile-live').waitFor()
  // The connection may be restored before anybody could look.
  await page.evaluate(() => {
    const seen = { isLost: false }
    Object.assign(globalThis, { seen })
    new MutationObserver(() => {
      seen.isLost ||= document.querySelector('.banner-lost') !== null
    }).observe(document.body, { subtree: true, childList: true, attributes: true })
  })
  line.freeze()
  await page.waitForFunction(() => (globalThis as unknown as { readonly seen: { readonly isLost: boolean } }).seen.isLost)
  await page.locator('.banner-lost').waitFor({ state: 'detached' })
  await page.locator('.tile-live').waitFor()
  assert.ok(line.connections() >= 2, 'there is another connection')
})

test('only an alarm that stops the game sounds, and only where sound is wanted', async (t) => {
  const broker = await startOpenBroker({ port: 0 })
  t.after(() => broker.close())
  const table = await startBeating(t, broker.url)
  const url = await show(t, broker.url)
  const { page, close } = await openPage(url)
  t.after(close)
  await page.addInitScript(() => {
    const tones = { count: 0 }
    Object.assign(globalThis, { tones })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      tones.count += 1
      start.call(this, when)
    }
  })
  await page.reload()
  await page.locator('.tile-live').waitFor()
  const tones = () => page.evaluate(() => (globalThis as unknown as { readonly tones: { readonly count: number } }).tones.count)
  const raise = async (id: string, severity: AlarmData['severity']): Promise<void> => {
    const since = new Date().toISOString()
    const rest = { rev: 1, round: null, box: null, remedy: null, grounds: null, group: null, user: null, note: null, until: null } as const
    const { topic, payload } = alarmMessage(NAME, {
      alarm: id,
      state: 'unacknowledged',
      code: id.toUpperCase(),
      severity,
      since,
      text: id,
      ...rest,
    })
    await table.publishAsync(topic, payload, { retain: true })
    await page.locator('.count', { hasText: String(++raised) }).waitFor()
  }
  let raised = 0
  await raise('a-1', 'money')
  await raise('a-2', 'procedure')
  assert.equal(await tones(), 0)
  await raise('a-3', 'stop')
  assert.equal(await tones(), 2)
  await page.keyboard.press('m')
  await page.getByRole('button', { name: 'Sound off' }).waitFor()
  await raise('a-4', 'stop')
  assert.equal(await tones(), 2)
})
