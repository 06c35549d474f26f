/** Serving the display: its three files, and the proxy to the broker for clients that use the display's own name. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { hostname, networkInterfaces } from 'node:os'
import { type TestContext, test } from 'node:test'
import mqtt from 'mqtt'
import { WebSocket } from 'ws'
import { type Health, healthOf } from '../../../src/base/serving/health.ts'
import { isLoopback } from '../../../src/base/serving/names.ts'
import { refreshPages } from '../../../src/base/serving/pages.ts'
import type { EmbeddedBroker } from '../../../src/daemon/broker/embedded.ts'
import { serveDisplay } from '../../../src/display/server/server.ts'
import { freePort } from '../../free-port.ts'
import { startOpenBroker } from '../../open-broker.ts'

const AGAIN_MS = 100
/** An expected message that never comes fails its test, and does not stall the whole run. */
const SAID_MS_MAX = 30_000

interface Served {
  readonly url: string
  readonly port: number
  readonly broker: EmbeddedBroker
  readonly notices: readonly string[]
  /** Resolves when the output matches. */
  says(pattern: RegExp): Promise<void>
}

async function start(
  t: TestContext,
  port?: number,
  host = '127.0.0.1',
  names: readonly string[] = [],
  health: () => Health = () => healthOf('', []),
  silentMs?: number,
): Promise<Served> {
  const broker = await startOpenBroker({ port: 0 })
  const on = port ?? (await freePort())
  const notices: string[] = []
  const waiting = new Set<() => void>()
  const notice = (text: string): void => {
    notices.push(text)
    for (const look of waiting) look()
  }
  const display = serveDisplay({
    host,
    port: on,
    names,
    broker: { urls: [broker.url], ca: null },
    isLocalOnly: true,
    health,
    againMs: AGAIN_MS,
    ...(silentMs === undefined ? {} : { silentMs }),
    notice,
  })
  t.after(async () => {
    await display.close()
    await broker.close()
  })
  const says = (pattern: RegExp): Promise<void> =>
    new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`never said: ${pattern}; said: ${notices.join(' | ')}`)), SAID_MS_MAX)
      const look = () => {
        if (!notices.some((text) => pattern.test(text))) return
        clearTimeout(late)
        resolve()
      }
      waiting.add(look)
      look()
    })
  return { url: display.url, port: on, broker, notices, says }
}

interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: unknown }
  readonly body: string
}

async function ask(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const asked = request({ host: '127.0.0.1', port, path, method, headers }).end()
  const [answer] = await once(asked, 'response')
  let body = ''
  for await (const part of answer) body += part
  return { status: answer.statusCode ?? 0, headers: answer.headers, body }
}

/** The answer to the upgrade request: 101, or the refusal. */
async function upgrade(port: number, path: string, headers: Record<string, string>, host = '127.0.0.1'): Promise<number> {
  const socket = new WebSocket(`ws://${host}:${port}${path}`, ['mqtt'], { headers })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.terminate()
      resolve(101)
    })
    socket.once('unexpected-response', (_, answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
    socket.once('error', reject)
  })
}

test('three files, with a policy that lets nothing else run, and nothing beside them', async (t) => {
  await refreshPages()
  const { port, says } = await start(t)
  await says(/^display: http/)
  const page = await ask(port, '/')
  assert.equal(page.status, 200)
  assert.match(page.body, /display\.js/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'; script-src 'self'.*frame-ancestors 'none'/)
  assert.match((await ask(port, '/display.js')).body, /^\/\/ bundled from sources [0-9a-f]{64}\n/)
  assert.equal((await ask(port, '/display.css')).headers['content-type'], 'text/css; charset=utf-8')
  assert.equal((await ask(port, '/', {}, 'HEAD')).body, '')
  for (const path of ['/../main.js', '/..%2fmain.js', '/display.js.map', '/__proto__', '/constructor', '//', '/package.json']) {
    assert.equal((await ask(port, path)).status, 404, path)
  }
  assert.equal((await ask(port, '/', {}, 'POST')).status, 405)
})

test('a watcher learns whether the process is well, by address and without a login', async (t) => {
  const broken = { name: 'bj07/shoe', ok: false, text: 'the link to shoe is down: no such port' }
  const checks = [broken]
  const { port, says } = await start(t, undefined, undefined, [], () => healthOf('x 1', checks))
  await says(/^display: http/)
  const ill = await ask(port, '/healthz')
  assert.equal(ill.status, 503)
  assert.deepEqual(JSON.parse(ill.body), { ok: false, software: 'x 1', checks: [broken] })
  checks.length = 0
  assert.equal((await ask(port, '/healthz')).status, 200)
  assert.equal((await ask(port, '/healthz', { host: 'evil.example' })).status, 421)
})

test('a page from elsewhere gets neither the display nor the broker, by whatever name it comes', async (t) => {
  const { port, says } = await start(t)
  await says(/^display: http/)
  const own = `127.0.0.1:${port}`
  assert.equal((await ask(port, '/', { host: `evil.example:${port}` })).status, 421)
  assert.equal(await upgrade(port, '/mqtt', { host: `evil.example:${port}`, origin: `http://evil.example:${port}` }), 403)
  assert.equal(await upgrade(port, '/mqtt', { origin: 'http://evil.example' }), 403)
  assert.equal(await upgrade(port, '/mqtt', { origin: 'null' }), 403)
  assert.equal(await upgrade(port, '/mqtt', { origin: `http://127.0.0.1:${port + 1}` }), 403)
  assert.equal(await upgrade(port, '/other', { origin: `http://${own}` }), 404)
  assert.equal(await upgrade(port, '/mqtt', { origin: `http://${own}` }), 101)
  assert.equal(await upgrade(port, '/mqtt', { host: `localhost:${port}`, origin: `http://localhost:${port}` }), 101)
})

test("a name is its own only where the configuration gives it: not the machine's, and nothing behind it", async (t) => {
  const { port, says } = await start(t, undefined, '127.0.0.1', ['pit-pc.casino.example'])
  await says(/^display: http/)
  for (const name of [
    hostname(),
    `${hostname()}.evil.example`,
    'localhost.evil.example',
    'pit-pc',
    'x.pit-pc.casino.example',
    '127.0.0.1.evil.example',
  ]) {
    assert.equal((await ask(port, '/', { host: `${name}:${port}` })).status, 421, name)
    assert.equal(await upgrade(port, '/mqtt', { host: `${name}:${port}`, origin: `http://${name}:${port}` }), 403, name)
  }
  for (const name of ['pit-pc.casino.example', 'localhost', '127.0.0.1', '[::1]']) {
    assert.notEqual((await ask(port, '/', { host: `${name}:${port}` })).status, 421, name)
  }
})

test('hundreds of connections that say nothing, or never to the end, keep nobody from the page', async (t) => {
  const { port, says } = await start(t)
  await says(/^display: http/)
  const slow = Array.from({ length: 400 }, (_, n) => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    if (n % 2 === 0) socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ')
    return socket
  })
  t.after(() => slow.forEach((socket) => void socket.destroy()))
  await Promise.all(slow.map((socket) => once(socket, 'connect')))
  assert.equal((await ask(port, '/display.css', {}, 'POST')).status, 405)
  assert.equal(await upgrade(port, '/mqtt', {}), 101)
})

test('a connection that asks for another protocol, is refused and reset ends nothing', async (t) => {
  const { port, says } = await start(t)
  await says(/^display: http/)
  for (const path of ['/x', '/mqtt']) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), path === '/x' ? /^HTTP\/1\.1 404 / : /^HTTP\/1\.1 403 /)
    socket.resetAndDestroy()
    assert.equal((await ask(port, '/other')).status, 404)
  }
})

/** An open WebSocket that says nothing, and what becomes of it. */
async function silence(port: number): Promise<{ readonly socket: WebSocket; readonly gone: Promise<unknown> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/mqtt`, ['mqtt']).on('error', () => undefined)
  const gone = once(socket, 'close')
  await once(socket, 'open')
  return { socket, gone }
}

test('when all places for displays are taken, the one that came first gives way, and a newcomer finds a place', async (t) => {
  const { port, says } = await start(t, undefined, '127.0.0.1', [], undefined, SAID_MS_MAX)
  await says(/^display: http/)
  const first = await silence(port)
  const others = await Promise.all(Array.from({ length: 63 }, () => silence(port)))
  t.after(() => others.forEach(({ socket }) => void socket.terminate()))
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  await first.gone
  assert.ok(
    others.every(({ socket }) => socket.readyState === WebSocket.OPEN),
    'the others stay',
  )
})

test('a connection that never begins to speak MQTT is closed; one that does stays', async (t) => {
  const { port, says } = await start(t, undefined, '127.0.0.1', [], undefined, 3000)
  await says(/^display: http/)
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  await (await silence(port)).gone
  await client.publishAsync('a', 'still here', { qos: 1 })
})

test('MQTT goes through to the broker and back, and ends with it', async (t) => {
  const { port, broker, says } = await start(t)
  await says(/^display: http/)
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { reconnectPeriod: 0 })
  t.after(() => client.endAsync(true))
  client.on('error', () => undefined)
  await client.subscribeAsync('a/#', { qos: 1 })
  const heard = new Promise<string>((resolve) => client.once('message', (_, payload) => resolve(String(payload))))
  const text = 'x'.repeat(60_000)
  await client.publishAsync('a/b', text, { qos: 1 })
  assert.equal(await heard, text)
  const closed = new Promise((resolve) => client.once('close', () => resolve(null)))
  await broker.close()
  await closed
  assert.equal(await upgrade(port, '/mqtt', {}), 101)
  await says(/the broker cannot be reached: .*ECONNREFUSED/)
})

test('a packet that is too large ends its connection and no other', async (t) => {
  const { port, says } = await start(t)
  await says(/^display: http/)
  const [good, bad] = await Promise.all([1, 2].map(() => mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, { reconnectPeriod: 0 })))
  assert.ok(good !== undefined && bad !== undefined, 'two connections')
  t.after(() => good.endAsync(true))
  bad.on('error', () => undefined)
  const closed = new Promise((resolve) => bad.once('close', () => resolve(null)))
  bad.publish('a', Buffer.alloc(200 * 1024))
  await closed
  await good.publishAsync('a', 'still here', { qos: 1 })
})

test('a port that is taken is told and tried again; nothing else stops', async (t) => {
  const port = await freePort()
  const other = createServer()
  other.listen(port, '127.0.0.1')
  await once(other, 'listening')
  const { says, notices } = await start(t, port)
  await says(/cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\); the table runs without the display, which keeps trying/)
  other.close()
  await says(/^display: http/)
  assert.equal((await ask(port, '/other')).status, 404)
  assert.equal(notices.filter((text) => text.includes('EADDRINUSE')).length, 1)
})

test('the way to a broker without logins is for this machine alone', async (t) => {
  for (const address of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) assert.ok(isLoopback(address), address)
  for (const address of ['', '10.0.0.1', '::ffff:10.0.0.1', '::', '127.0.0.1.example', '1127.0.0.1'])
    assert.ok(!isLoopback(address), address)
  const outside = Object.values(networkInterfaces()).flatMap((all) =>
    (all ?? []).filter(({ internal, family }) => !internal && family === 'IPv4'),
  )
  const { says, port } = await start(t, undefined, '0.0.0.0')
  await says(/the embedded broker is for this machine only, so only this machine may connect/)
  await says(/^display: http/)
  const own = await upgrade(port, '/mqtt', { origin: `http://127.0.0.1:${port}` })
  assert.equal(own, 101)
  // A machine without a network has no outside addresses.
  for (const { address } of outside) assert.equal(await upgrade(port, '/mqtt', {}, address), 403, address)
})
