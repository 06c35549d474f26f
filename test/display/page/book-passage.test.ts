/**
 * The proxy to the book: what a page reads there comes through unchanged, nothing else comes through, and from another machine nobody can
 * read a book that requires no login.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { passageToBook } from '../../../src/display/server/book-passage.ts'

async function listening(t: TestContext, server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Passage {
  readonly url: string
  readonly asked: IncomingMessage[]
}

/** A book that answers with `status`, and the proxy to it. `isHere`: the browser is on this machine. */
async function start(t: TestContext, { status = 200, isHere = true, book = '' } = {}): Promise<Passage> {
  const asked: IncomingMessage[] = []
  const far = createServer((request, response) => {
    asked.push(request)
    response
      .writeHead(status, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b', 'WWW-Authenticate': 'Basic' })
      .end('{"tables":[]}')
  })
  const passage = passageToBook(book === '' ? await listening(t, far) : book, () => performance.now())
  const near = createServer((request, response) => void passage.answer(request, response, { isHere, session: null }))
  return { url: await listening(t, near), asked }
}

test('an answer of the book comes through with its status and type, and nothing that would work in the page', async (t) => {
  const { url, asked } = await start(t)
  const answer = await fetch(`${url}/book/api/tables/demo/p1/bj07/rounds?box=3&limit=100`, {
    headers: { Authorization: 'Basic eDp5', Cookie: 'c=d' },
  })
  assert.deepEqual([answer.status, await answer.text(), answer.headers.get('content-type')], [200, '{"tables":[]}', 'application/json'])
  assert.match(answer.headers.get('content-security-policy') ?? '', /sandbox/)
  assert.deepEqual([answer.headers.get('set-cookie'), answer.headers.get('www-authenticate')], [null, null])
  const [request] = asked
  assert.equal(request?.url, '/api/tables/demo/p1/bj07/rounds?box=3&limit=100')
  assert.deepEqual([request?.headers.authorization, request?.headers.cookie], ['Basic eDp5', undefined])
})

const codeOf = async (answer: Response): Promise<string> =>
  ((await answer.json()) as { readonly error: { readonly code: string } }).error.code

const REFUSED = [
  { what: 'another method', path: '/book/api/tables', options: { method: 'POST' }, status: 405, code: 'read-only' },
  { what: 'what is not of the interface', path: '/book/metrics', options: {}, status: 404, code: 'not-found' },
  {
    what: 'a page from elsewhere',
    path: '/book/api/tables',
    options: { headers: { 'Sec-Fetch-Site': 'cross-site' } },
    status: 403,
    code: 'foreign',
  },
  { what: 'an address without end', path: `/book/api/tables?text=${'a'.repeat(3000)}`, options: {}, status: 404, code: 'not-found' },
] as const

for (const { what, path, options, status, code } of REFUSED) {
  test(`${what} does not reach the book`, async (t) => {
    const { url, asked } = await start(t)
    const answer = await fetch(`${url}${path}`, options)
    assert.deepEqual([answer.status, await codeOf(answer), asked.length], [status, code, 0])
  })
}

test('no way leads out of the interface, however it is written', async (t) => {
  const { url, asked } = await start(t)
  const { hostname, port } = new URL(url)
  // Not fetch: it would resolve the path itself.
  const statusOf = async (path: string): Promise<unknown> => {
    const [answer] = await once(request({ hostname, port, path }).end(), 'response')
    answer.resume()
    return answer.statusCode
  }
  for (const path of [
    'api/../metrics',
    'api/%2e%2e/metrics',
    'api/.%2E/metrics',
    'api/x/%2e%2e/%2e%2e/metrics',
    'api/%2E%2E//evil.example/',
  ])
    assert.equal(await statusOf(`/book/${path}`), 404, path)
  assert.equal(asked.length, 0)
  assert.equal(await statusOf('/book/api/tables/x/../demo'), 200)
  assert.equal(asked[0]?.url, '/api/tables/demo')
})

test('a book that is away, or none, is told as such', async (t) => {
  const free = createServer()
  const gone = await listening(t, free)
  free.close()
  const { url } = await start(t, { book: gone })
  const answer = await fetch(`${url}/book/api/tables`)
  assert.equal(answer.status, 502)
  assert.equal(await codeOf(answer), 'away')
  const none = passageToBook(undefined, () => 0)
  const near = await listening(
    t,
    createServer((request, response) => void none.answer(request, response, { isHere: true, session: null })),
  )
  assert.equal(await codeOf(await fetch(`${near}/book/api/tables`)), 'no-book')
})

test('from another machine a book is read only if it asks who reads', async (t) => {
  const open = await start(t, { isHere: false })
  const refused = await fetch(`${open.url}/book/api/tables`, { headers: { Authorization: 'Basic eDp5' } })
  assert.deepEqual([refused.status, await codeOf(refused)], [403, 'open-book'])
  const closed = await start(t, { isHere: false, status: 401 })
  assert.equal((await fetch(`${closed.url}/book/api/tables`)).status, 401)
})
