/** Attacks on the logins of the display, by clients that do what no browser would, and what a session is worth to whoever has it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import mqtt, { type MqttClient } from 'mqtt'
import { WebSocket } from 'ws'
import { commandOf, cookieIn, LIMITS, PASSWORD, type ServedDisplay, serveGuarded } from './served.ts'

/** The commands that reach the table, in order. */
async function tableOf(t: TestContext, { broker }: ServedDisplay): Promise<{ readonly heard: string[]; next(): Promise<void> }> {
  const table = await mqtt.connectAsync(broker.url, { ...broker.login, reconnectPeriod: 0 })
  t.after(() => table.endAsync(true))
  const heard: string[] = []
  table.on('message', (topic) => void heard.push(topic))
  await table.subscribeAsync('casino/v1/demo/p1/bj07/cmd/+/+', { qos: 1 })
  return { heard, next: async () => void (await once(table as unknown as NodeJS.EventEmitter, 'message')) }
}

const gone = (client: MqttClient): Promise<unknown> => {
  client.on('error', () => undefined)
  return once(client as unknown as NodeJS.EventEmitter, 'close')
}

test('a session commands under its own name; the cookie is closed to scripts, other sites and guesses, and the answer has no password', async (t) => {
  const display = await serveGuarded(t)
  const answer = await display.post('mary', PASSWORD)
  assert.deepEqual([answer.status, JSON.parse(answer.body)], [200, { user: 'mary' }])
  const [set = ''] = answer.headers['set-cookie'] ?? []
  assert.match(set, new RegExp(`^display-${display.port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`))
  assert.equal(answer.headers['cache-control'], 'no-store')
  const table = await tableOf(t, display)
  const mary = await display.come({ Cookie: cookieIn(answer) })
  t.after(() => mary.endAsync(true))
  const next = table.next()
  mary.publish(commandOf('john'), '{}', { qos: 0 })
  // The embedded broker ends a connection that speaks for somebody else.
  const again = await display.come({ Cookie: cookieIn(answer) })
  t.after(() => again.endAsync(true))
  await again.publishAsync(commandOf('mary'), '{}', { qos: 1 })
  await next
  assert.deepEqual(table.heard, [commandOf('mary')])
})

test('logging out ends the session and every connection of it; the old cookie is worth nothing', async (t) => {
  const display = await serveGuarded(t)
  const cookie = await display.logIn()
  const open = await Promise.all([display.come({ Cookie: cookie }), display.come({ Cookie: cookie })])
  const ends = open.map(gone)
  const answer = await display.ask('/session', { method: 'DELETE', headers: { Cookie: cookie, Origin: display.origin } })
  assert.match(answer.headers['set-cookie']?.[0] ?? '', /=; .*Max-Age=0/)
  await Promise.all(ends)
  assert.equal(await display.whoIs(cookie), null)
})

for (const [what, change] of [
  ['the password is set again', PASSWORD],
  ['the password changes', 'another-word'],
  ['the user is removed', null],
] as const) {
  test(`when ${what}, the session ends with its connections, and no other does`, async (t) => {
    const display = await serveGuarded(t)
    const [cookie, other] = [await display.logIn(), await display.logIn('john', 'a-word-of-john')]
    const mary = await display.come({ Cookie: cookie })
    const end = gone(mary)
    await display.setUser('mary', change)
    display.pass(1000)
    await end
    assert.deepEqual([await display.whoIs(cookie), await display.whoIs(other)], [null, 'john'])
  })
}

test('a session ends when nothing was done on it for too long, and in any case after a shift', async (t) => {
  const display = await serveGuarded(t)
  const idle = await display.logIn()
  display.pass(LIMITS.idleMs - 60_000)
  assert.equal(await display.whoIs(idle), 'mary')
  display.pass(60_000)
  assert.equal(await display.whoIs(idle), null, 'asking who one is, as a page does by itself, is no use')
  const used = await display.logIn()
  const mary = await display.come({ Cookie: used })
  const end = gone(mary)
  for (let ms = 0; ms < LIMITS.absoluteMs; ms += LIMITS.idleMs / 2) {
    assert.equal(await display.whoIs(used), 'mary', `after ${ms} ms`)
    if (ms % LIMITS.idleMs === 0) await mary.publishAsync(commandOf('mary'), '{}', { qos: 1 })
    else await display.ask('/', { headers: { Cookie: used } })
    display.pass(LIMITS.idleMs / 2)
  }
  await end
  assert.equal(await display.whoIs(used), null)
})

test('no guess is a session, nor the cookie of another display of this host, nor two cookies at once', async (t) => {
  const [here, there] = await Promise.all([serveGuarded(t), serveGuarded(t)])
  const cookie = await here.logIn()
  const [, word = ''] = cookie.split('=')
  const name = `display-${here.port}`
  const guesses = [
    ...Array.from({ length: 50 }, () => `${name}=${randomBytes(32).toString('base64url')}`),
    ...[
      `${name}=`,
      `${name}=${word.slice(1)}`,
      `${name}=${word}x`,
      `${name}=${word.toLowerCase()}`,
      `${name}=__proto__`,
      `${name}=${'a'.repeat(5000)}`,
    ],
    ...[`display-${there.port}=${word}`, `${name.toUpperCase()}=${word}`, `${cookie}; ${name}=${randomBytes(32).toString('base64url')}`],
  ]
  for (const guess of guesses) assert.equal(await here.whoIs(guess), null, guess.slice(0, 80))
  assert.equal(await here.whoIs(`other=x; ${cookie}; more=y`), 'mary')
  assert.equal(await there.whoIs(cookie), null, 'sent as it is')
  assert.equal(await there.whoIs(`display-${there.port}=${word}`), null, 'sent under the name of the other display')
})

test('a login never takes up a word that the browser brought, and ends the session it replaces', async (t) => {
  const display = await serveGuarded(t)
  const planted = `display-${display.port}=${randomBytes(32).toString('base64url')}`
  const first = await display.logIn('mary', PASSWORD, { Cookie: planted })
  assert.notEqual(first, planted)
  assert.equal(await display.whoIs(planted), null)
  const second = await display.logIn('john', 'a-word-of-john', { Cookie: first })
  assert.deepEqual([await display.whoIs(first), await display.whoIs(second)], [null, 'john'])
})

test('no page from elsewhere logs in, logs out, asks who is there, or uses a session', async (t) => {
  const display = await serveGuarded(t)
  const cookie = await display.logIn()
  const foreign = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: `http://127.0.0.1:${display.port + 1}` },
    { Origin: display.origin, 'Sec-Fetch-Site': 'cross-site' },
    { Origin: display.origin, 'Sec-Fetch-Site': 'same-site' },
  ]
  for (const headers of foreign) {
    assert.equal((await display.post('mary', PASSWORD, headers)).status, 403, JSON.stringify(headers))
    for (const method of ['GET', 'DELETE'])
      assert.equal((await display.ask('/session', { method, headers: { ...headers, Cookie: cookie } })).status, 403, method)
  }
  const unnamed = await display.ask('/session', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
  assert.equal(unnamed.status, 403, 'a request that changes something names its origin')
  assert.equal((await display.ask('/session', { method: 'DELETE', headers: { Cookie: cookie } })).status, 403)
  assert.equal((await display.ask('/session', { headers: { Host: 'evil.example' } })).status, 421)
  for (const Origin of ['http://evil.example', 'null']) {
    const socket = new WebSocket(`ws://127.0.0.1:${display.port}/mqtt`, ['mqtt'], { headers: { Cookie: cookie, Origin } })
    assert.match(String((await once(socket, 'error'))[0]), /403/)
  }
  assert.equal(await display.whoIs(cookie), 'mary', 'nobody has ended it')
})

test('what is no login is refused as such, whatever it is', async (t) => {
  const display = await serveGuarded(t)
  const headers = { 'Content-Type': 'application/json', Origin: display.origin }
  const bodies = ['', '{', '[]', 'null', '"mary"', '{"user":"mary"}', '{"user":["mary"],"password":"x"}', '{"user":"Mary","password":"x"}']
  const long = [JSON.stringify({ user: 'mary', password: 'x'.repeat(300) }), `{"user":"${'m'.repeat(100_000)}"}`]
  for (const body of [...bodies, ...long])
    assert.equal((await display.ask('/session', { method: 'POST', headers, body })).status, 400, body.slice(0, 60))
  const form = { ...headers, 'Content-Type': 'application/x-www-form-urlencoded' }
  assert.equal((await display.ask('/session', { method: 'POST', headers: form, body: 'user=mary' })).status, 400)
  assert.equal((await display.ask('/session', { method: 'PUT', headers })).status, 405)
})

test('guessing passwords is locked by name and network, is told once, and a flood of logins keeps nobody out for long', async (t) => {
  const display = await serveGuarded(t)
  for (let n = 0; n < 10; n++) assert.equal((await display.post('mary', `guess-${n}`)).status, 401)
  assert.equal((await display.post('mary', PASSWORD)).status, 429, 'even the right one')
  assert.equal(display.notices.filter((text) => /too many wrong passwords for mary from 127\.0\.0\.1/.test(text)).length, 1)
  await display.logIn('john', 'a-word-of-john')
  display.pass(60_000)
  await display.logIn()
  const flood = await Promise.all(Array.from({ length: 100 }, (_, n) => display.post(`user-${n}`, 'guess')))
  assert.deepEqual([...new Set(flood.map(({ status }) => status))].sort(), [401, 503], 'no more are checked at once than there is room for')
  await display.logIn()
})

test('no more sessions are kept than there is room for: the oldest goes of the user who has the most', async (t) => {
  const display = await serveGuarded(t, { sessionLimits: { ...LIMITS, max: 4 } })
  const john = await display.logIn('john', 'a-word-of-john')
  const cookies: string[] = []
  for (let n = 0; n < 6; n++) cookies.push(await display.logIn())
  const alive = await Promise.all(cookies.map((cookie) => display.whoIs(cookie)))
  assert.deepEqual(alive, [null, null, null, 'mary', 'mary', 'mary'])
  assert.equal(await display.whoIs(john), 'john')
})

test('in clear on a network nobody logs in, by neither way, unless the configuration says so', async (t) => {
  const closed = await serveGuarded(t, { host: '0.0.0.0' })
  const refused = await closed.post('mary', PASSWORD)
  assert.deepEqual([refused.status, JSON.parse(refused.body).error.code], [403, 'in-clear'])
  assert.equal(JSON.parse((await closed.ask('/session')).body).takesLogins, false)
  await assert.rejects(closed.come({}, { username: 'mary', password: PASSWORD }), { code: 5 })
  await assert.rejects(closed.come({}, { username: 'mary', password: PASSWORD, protocolVersion: 5 }), { code: 0x87 })
  const watching = await closed.come({})
  await watching.endAsync(true)
  const open = await serveGuarded(t, { host: '0.0.0.0', insecure: true })
  await open.logIn()
  await (await open.come({}, { username: 'mary', password: PASSWORD })).endAsync(true)
})

test("a kiosk's screen watches without a login and commands nothing, whatever it sends; a person still logs in", async (t) => {
  const display = await serveGuarded(t, { kiosk: 'wall' })
  const table = await tableOf(t, display)
  const status = 'casino/v1/demo/p1/bj07/status'
  const publisher = await mqtt.connectAsync(display.broker.url, { ...display.broker.login, reconnectPeriod: 0 })
  await publisher.publishAsync(status, 'ready', { qos: 1, retain: true })
  t.after(() => publisher.endAsync(true))
  const wall = await display.come({})
  const heard = once(wall as unknown as NodeJS.EventEmitter, 'message')
  await wall.subscribeAsync(status, { qos: 1 })
  assert.equal(String((await heard)[1]), 'ready')
  const end = gone(wall)
  wall.publish(commandOf('wall'), '{}', { qos: 1 })
  await end
  assert.deepEqual(JSON.parse((await display.ask('/session')).body), { user: null, kiosk: 'wall', takesLogins: true })
  assert.equal((await display.post('wall', 'wall')).status, 401, 'nobody logs in as the screen')
  const mary = await display.come({ Cookie: await display.logIn() })
  t.after(() => mary.endAsync(true))
  const next = table.next()
  await mary.publishAsync(commandOf('mary'), '{}', { qos: 1 })
  await next
  assert.deepEqual(table.heard, [commandOf('mary')])
})
