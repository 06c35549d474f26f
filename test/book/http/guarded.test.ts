/** What the book's HTTP interface lets nobody do: write, read without a login, guess, ask without end, or come by another's name. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { newToken, tokensText } from '../../../src/base/config/tokens.ts'
import { usersText } from '../../../src/base/config/users.ts'
import { loginBy } from '../../../src/book/http/login.ts'
import { serveBook } from '../../../src/book/http/server.ts'
import { hashOf } from '../../../src/daemon/broker/passwords.ts'
import { serve, servedForAll, serveStore } from './served.ts'

/** Nobody changes it. */
const served = servedForAll()
const BJ07 = '/api/tables/demo/p1/bj07'
const basic = (user: string, password: string) => ({ authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

async function logins(t: TestContext): Promise<{ readonly users: string; readonly tokens: string; readonly token: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'book-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const [users, tokens] = [join(folder, 'users.yaml'), join(folder, 'tokens.yaml')]
  const made = newToken()
  writeFileSync(users, usersText(new Map([['mary', await hashOf('correct horse')]])))
  writeFileSync(tokens, tokensText(new Map([['prometheus', made.hash]])))
  return { users, tokens, token: made.token }
}

/** What is sent as `Authorization`, and the answer's status. */
test('a user enters by his password, a program by its token, and nobody else', async (t) => {
  const { token, ...files } = await logins(t)
  const book = await serveStore(t, served().store, files)
  const asked: readonly (readonly [headers: Record<string, string>, status: number])[] = [
    [{}, 401],
    [basic('mary', 'correct horse'), 200],
    [basic('mary', 'correct horse'), 200],
    [basic('mary', 'wrong horse'), 401],
    [basic('nobody', 'correct horse'), 401],
    [{ authorization: `Basic ${Buffer.from('mary').toString('base64')}` }, 401],
    [bearer(token), 200],
    [bearer(newToken().token), 401],
    [bearer(`${token}x`), 401],
    [{ authorization: 'Digest username="mary"' }, 401],
  ]
  for (const [headers, status] of asked) assert.equal((await book.ask('/api/tables', headers)).status, status, JSON.stringify(headers))
  assert.match(String((await book.ask('/metrics')).headers['www-authenticate']), /^Basic/)
  assert.equal((await book.ask('/metrics')).status, 401)
  assert.equal((await book.ask('/healthz')).status, 200, 'a supervisor of processes needs no login')
})

test('a token that is taken out of the file is out at once', async (t) => {
  const { token, ...files } = await logins(t)
  const book = await serveStore(t, served().store, files)
  assert.equal((await book.ask('/api/tables', bearer(token))).status, 200)
  writeFileSync(files.tokens, tokensText(new Map()))
  assert.equal((await book.ask('/api/tables', bearer(token))).status, 401)
  writeFileSync(files.tokens, 'prometheus: secret\n')
  assert.equal((await book.ask('/api/tables', bearer(token))).status, 401)
  assert.equal((await book.ask('/api/tables', bearer(token))).status, 401)
  assert.equal(book.notices.length, 1, 'what is wrong with the file is said once')
  assert.doesNotMatch(book.notices[0] ?? '', /secret/)
})

test('who guesses passwords is locked out for a while; who is in already goes on', async (t) => {
  const { users } = await logins(t)
  const book = await serveStore(t, served().store, { users, tokens: null })
  assert.equal((await book.ask('/api/tables', basic('mary', 'correct horse'))).status, 200)
  const guesses: number[] = []
  for (let guess = 0; guess < 11; guess++) guesses.push((await book.ask('/api/tables', basic('mary', `guess ${guess}`))).status)
  assert.deepEqual(guesses, [...Array<number>(10).fill(401), 429])
  const locked = await book.ask('/api/tables', basic('mary', 'another guess'))
  assert.equal(locked.headers['retry-after'], '60')
  assert.equal((await book.ask('/api/tables', basic('mary', 'correct horse'))).status, 200)
})

test('a right password given many times at once is checked once; who cannot be checked now is told to come again', async (t) => {
  const { users } = await logins(t)
  // No time passes: the rates and locks of a slow machine are those of a fast one.
  const book = await serveStore(t, served().store, { users, tokens: null, monotonicMs: () => 0 })
  const many = await Promise.all(Array.from({ length: 40 }, () => book.ask('/api/tables', basic('mary', 'correct horse'))))
  assert.deepEqual([...new Set(many.map(({ status }) => status))], [200])
  const crowd = await Promise.all(Array.from({ length: 60 }, (_, at) => book.ask('/api/tables', basic(`reader${at}`, 'any password'))))
  assert.deepEqual([...new Set(crowd.map(({ status }) => status))].sort(), [401, 503])
  const busy = crowd.find(({ status }) => status === 503)
  assert.deepEqual([busy?.headers['retry-after'], /wait and ask again/.test(busy?.text ?? '')], ['1', true])
})

test('wrong passwords for one name lock nobody else out of the same address, and waiting locks nobody', async (t) => {
  const { users } = await logins(t)
  const login = loginBy({ users, tokens: null }, () => 0, assert.fail)
  const enter = async (user: string, password: string) => (await login.enter(basic(user, password).authorization, '10.0.0.5')).kind
  const crowd = await Promise.all(Array.from({ length: 40 }, (_, at) => enter('mary', `wrong horse ${at}`)))
  assert.ok(crowd.includes('busy'), crowd.join(' '))
  for (let guess = 0; guess < 10; guess++) await enter('mary', `guess ${guess}`)
  assert.equal(await enter('mary', 'another guess'), 'locked')
  assert.equal(await enter('john', 'his guess'), 'refused')
  const same = loginBy({ users, tokens: null }, () => 0, assert.fail)
  const pages = Array.from({ length: 20 }, () => same.enter(basic('mary', 'stale horse').authorization, '10.0.0.5'))
  assert.deepEqual([...new Set((await Promise.all(pages)).map(({ kind }) => kind))], ['refused'])
  const right = await same.enter(basic('mary', 'correct horse').authorization, '10.0.0.5')
  assert.equal(right.kind, 'reader', 'the same wrong password at once counts once')
})

test('a book that everybody on the network could read does not start', async () => {
  const { store } = served()
  const open = { db: store, software: 'x 1', host: '0.0.0.0', port: 0, users: null, tokens: null, notice: assert.fail }
  await assert.rejects(serveBook(open), /anybody could read the book; set http: users or http: tokens/)
})

test('nothing can be written', async () => {
  const book = served()
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await book.ask(`${BJ07}/rounds`, {}, method)
    assert.deepEqual([answer.status, answer.headers.allow], [405, 'GET, HEAD, OPTIONS'], method)
  }
})

test('a page from elsewhere reads nothing, unless its origin is configured', async (t) => {
  const book = await serveStore(t, served().store, { origins: ['http://pit.example:8080'] })
  assert.equal((await book.ask('/api/tables', { host: 'evil.example' })).status, 421)
  assert.equal((await book.ask('/api/tables', { host: 'localhost' })).status, 200)
  const allowed = await book.ask('/api/tables', { origin: 'http://pit.example:8080' })
  assert.equal(allowed.headers['access-control-allow-origin'], 'http://pit.example:8080')
  const foreign = await book.ask('/api/tables', { origin: 'http://evil.example' })
  assert.equal(foreign.headers['access-control-allow-origin'], undefined)
  assert.match(String(foreign.headers['content-security-policy']), /default-src 'none'/)
  assert.equal(foreign.headers['cache-control'], 'no-store')
})

/** Each row: a path, and what the error says. */
const WRONG: readonly (readonly [path: string, status: number, says: RegExp])[] = [
  [`${BJ07}/rounds?limit=201`, 400, /limit/],
  [`${BJ07}/rounds?limit=0`, 400, /limit/],
  [`${BJ07}/rounds?limit=1e2`, 400, /limit: is not a whole number/],
  [`${BJ07}/rounds?limit=`, 400, /limit/],
  [`${BJ07}/rounds?limit=1&limit=2`, 400, /limit is given 2 times/],
  [`${BJ07}/rounds?colour=red`, 400, /colour/],
  [`${BJ07}/rounds?__proto__=1`, 400, /__proto__/],
  [`${BJ07}/rounds?from=yesterday`, 400, /from: is not a time/],
  [`${BJ07}/rounds?from=2026-11-24`, 400, /from: is not a time/],
  [`${BJ07}/rounds?code=bet-capped'%20or%201=1`, 400, /code: is not the code of a finding/],
  [`${BJ07}/rounds?code=BET-CAPPED,%25`, 400, /code: is not the code of a finding/],
  [`${BJ07}/rounds?result=won`, 400, /result: .*"house-won"/],
  [`${BJ07}/rounds?card=K_`, 400, /card: is not a card such as KS/],
  [`${BJ07}/rounds?card=${'KS,'.repeat(32)}KS`, 400, /card: /],
  [`${BJ07}/rounds?text=%25`, 400, /text/],
  [`${BJ07}/rounds?text=${'x'.repeat(65)}`, 400, /text/],
  [`${BJ07}/rounds?before=abc`, 400, /before/],
  [`${BJ07}/rounds?before=${Buffer.from('1.2.3;x').toString('base64url')}`, 400, /before/],
  [`${BJ07}/rounds?box=99`, 400, /box/],
  [`${BJ07}/rounds?amount=99999999999999999999`, 400, /amount/],
  [`${BJ07}/findings?open=maybe`, 400, /open/],
  ['/api/tables/demo/p1/nowhere/rounds', 404, /no table demo\/p1\/nowhere/],
  ['/api/tables/demo/p1/Bj07/rounds', 400, /table: is not an id/],
  ['/api/tables/demo/p1/%ff/rounds', 400, /table: is not an id/],
  [`${BJ07}/rounds/made1/9-9`, 404, /no round made1\/9-9 of bj07/],
  [`${BJ07}/rounds/nostream/10-300`, 404, /no round/],
  [`${BJ07}/rounds/made2/1-1`, 404, /no round/],
  ['/api', 404, /openapi\.json/],
  ['/api/tables/../../etc/passwd', 404, /openapi\.json/],
]

for (const [path, status, says] of WRONG) {
  test(`${path.slice(0, 80)} is refused in words`, async () => {
    const book = served()
    const answer = await book.ask(path)
    assert.equal(answer.status, status, answer.text)
    const { error } = answer.json as { readonly error: { readonly code: string; readonly text: string } }
    assert.match(error.text, says)
    assert.match(error.code, /^[A-Z-]+$/)
  })
}

test('a reader who asks without end is told to wait, and others are not', async (t) => {
  const { token, ...files } = await logins(t)
  // No time passes: a slow machine would be allowed as many as it asks.
  const book = await serveStore(t, served().store, { ...files, monotonicMs: () => 0 })
  const statuses: number[] = []
  for (let n = 0; n < 200; n++) statuses.push((await book.ask(`${BJ07}/rounds/made1/10-300`, bearer(token))).status)
  assert.ok(
    statuses.slice(0, 100).every((status) => status === 200),
    'as many as a display asks',
  )
  assert.ok(statuses.includes(429), 'and no more')
  assert.equal((await book.ask('/api/tables', basic('mary', 'correct horse'))).status, 200)
})

test('a header that never ends is cut off, and the book goes on', async () => {
  const book = served()
  const { hostname, port } = new URL(book.server.url)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(64 * 1024)}`))
    socket.on('data', (part) => (text += part.toString('latin1')))
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
  })
  assert.match(answer, /^(HTTP\/1\.1 431|$)/)
  assert.equal((await book.ask('/healthz')).status, 200)
})

test('a store that fails gives no insight into it, and the book says why in its own log', async (t) => {
  const book = await serve(t, {}, { seed: 1, startMs: 0, tables: [{ pit: 'p1', table: 'bj07', rounds: 1 }] })
  await book.store.schema.dropTable('findings').execute()
  const answer = await book.ask(`${BJ07}/findings`)
  assert.equal(answer.status, 500)
  assert.doesNotMatch(answer.text, /sql|findings/i)
  assert.match(book.notices.join(), /no such table: findings/)
})
