/** Who may set a table up: the word, the host name, the page's own origin, the size of what is sent, and one browser at a time. */
import assert from 'node:assert/strict'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { connect } from 'node:tls'
import type { View } from '../../../src/daemon/setup/view.ts'
import type { Told } from '../../../src/display/page/setup/told.ts'
import { temporaryFolder } from '../../e2e/processes.ts'
import { personAt, started } from './served.ts'

/** What the server tells is what the page reads. */
const asTold = (view: View): Told => view

test('nothing is seen or done without the word; a wrong one has five tries, then another is printed, after a pause', async (t) => {
  const { ask, post, word, printed, clock, enter, setup } = await started(t)
  assert.match(setup.url, /^http:\/\/127\.0\.0\.1:\d+\/$/)
  assert.match(printed.join(''), /ssh -L \d+:127\.0\.0\.1:\d+ /)
  assert.equal((await ask('/api/state')).json(), null)
  assert.equal((await post('/api/do', { do: 'write' })).status, 401)
  const first = word()
  for (const left of [4, 3, 2, 1, 0]) {
    const answer = await post('/api/word', { word: 'aaaa-aaaa' })
    assert.deepEqual([answer.status, answer.json().left], [401, left])
  }
  assert.notEqual(word(), first)
  assert.equal((await post('/api/word', { word: word() })).status, 429)
  clock.ms += 10_000
  assert.equal((await post('/api/word', { word: first })).status, 401)
  const { header, cookie } = await enter()
  assert.match(header, /HttpOnly/)
  assert.match(header, /SameSite=Strict/)
  asTold((await ask('/api/state', { headers: { cookie } })).json())
})

test('another host name, a page from elsewhere and too much at once are refused', async (t) => {
  const { ask, post, enter } = await started(t)
  const { cookie } = await enter()
  assert.equal((await ask('/api/state', { headers: { host: 'evil.example', cookie } })).status, 421)
  assert.equal((await post('/api/do', { do: 'ports' }, { cookie, origin: 'http://evil.example' })).status, 403)
  assert.equal((await post('/api/do', { do: 'ports' }, { cookie, 'sec-fetch-site': 'cross-site' })).status, 403)
  const large = await post('/api/do', { do: 'set', fields: [{ key: 'pit', text: 'x'.repeat(40_000) }] }, { cookie })
  assert.equal(large.status, 413)
  const form = await ask('/api/do', { method: 'POST', headers: { cookie, 'content-type': 'text/plain' }, body: '{"do":"ports"}' })
  assert.equal(form.status, 400)
  for (const strange of [{}, { do: 'format' }, { do: 'listen', path: 'a\u0000', driver: 'tlp' }, { do: 'set', fields: 'x' }, [1], null])
    assert.equal((await post('/api/do', strange, { cookie })).status, 400, JSON.stringify(strange))
  assert.equal((await post('/api/do', { do: 'ports' }, { cookie })).status, 200)
  const foreign = await post('/api/do', { do: 'set', fields: [{ key: 'journal', text: '/etc' }] }, { cookie })
  assert.equal(foreign.json().refused?.en, 'journal is no field of this page')
})

test('a word lets one browser in; the next one takes over with the new word, and the first is out', async (t) => {
  const { ask, post, word, enter } = await started(t)
  const used = word()
  const one = await enter()
  assert.equal((await post('/api/word', { word: used })).status, 401)
  const two = await enter()
  assert.equal((await ask('/api/state', { headers: { cookie: one.cookie } })).json(), null)
  assert.equal((await post('/api/do', { do: 'ports' }, { cookie: one.cookie })).status, 401)
  assert.equal((await post('/api/do', { do: 'ports' }, { cookie: two.cookie })).status, 200)
})

test('on another address it is encrypted with a certificate of its own, whose fingerprint is printed', async (t) => {
  const { setup, printed } = await started(t, { listen: '0.0.0.0' })
  const { port, protocol } = new URL(setup.url)
  assert.equal(protocol, 'https:')
  const shown = await new Promise<string>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    })
    socket.on('error', reject)
  })
  assert.ok(printed.join('').includes(shown), shown)
})

const WHOLE = `# our table
property: demo
pit: p1 # the small one
table: bj07
house: gld
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500, 2500]
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/table/shoe, serial: SH-1 } # by the dealer
  - { name: spots, driver: tlp, role: spots, path: /dev/table/spots, serial: SP-1 }
`

test('an existing file is changed in the one value, keeps its mode, and is left alone if somebody else has changed it', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, WHOLE, { mode: 0o600 })
  const { setup, ...browser } = await started(t, { file })
  const { act, until } = await personAt(browser)
  const whole = await act({ do: 'set', fields: [{ key: 'limits.max', text: '1' }] })
  assert.ok(whole.questions.length === 0 && whole.problems.some(({ path }) => path === 'limits.min'), JSON.stringify(whole.problems))
  await act({ do: 'set', fields: [{ key: 'limits.max', text: '600.00' }] })
  writeFileSync(file, `${WHOLE}# somebody else\n`)
  await act({ do: 'write', despite: true })
  await until('the refusal', ({ refused }) => refused?.en.includes('has been changed by somebody else') ?? false)
  assert.equal(readFileSync(file, 'utf8'), `${WHOLE}# somebody else\n`)
  writeFileSync(file, WHOLE)
  await act({ do: 'user', name: 'mary', password: 'correct horse' })
  await until('the user', ({ users }) => users.length === 1)
  await act({ do: 'write', despite: true })
  const table = await setup.written()
  assert.equal(table.limits.max, 60000)
  assert.equal(readFileSync(file, 'utf8'), `${WHOLE.replace('50000', '60000')}broker: { users: users.yaml }\n`)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const users = join(file, '../users.yaml')
  assert.match(readFileSync(users, 'utf8'), /^mary: scrypt\$/m)
  assert.equal(statSync(users).mode & 0o777, 0o600)
})

test('amounts that look like whole units are not written before somebody has said that they are right', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, WHOLE.replace('min: 1000, max: 50000, unit: 500', 'min: 10, max: 500, unit: 5'))
  const { setup, ...browser } = await started(t, { file })
  const { act, until } = await personAt(browser)
  const { questions } = await act({ do: 'ports' })
  assert.match(
    questions.map(({ en }) => en).join(),
    /minimum bet and maximum bet: 0\.10 and 5\.00 EUR\. Did you mean 10\.00 and 500\.00 EUR\?/,
  )
  await act({ do: 'write', despite: true })
  const refused = await until('the refusal', (view) => view.refused !== null)
  assert.match(refused.refused?.en ?? '', /minimum bet and maximum bet: 0\.10 and 5\.00 EUR\. Did you mean 10\.00 and 500\.00 EUR\?/)
  assert.match(refused.refused?.de ?? '', /Meinten Sie 10\.00 und 500\.00 EUR\?/)
  assert.equal(refused.end, null)
  assert.deepEqual((await act({ do: 'confirm', questions: questions.map(({ en }) => en) })).questions, [])
  await act({ do: 'write', despite: true })
  assert.equal((await setup.written()).limits.min, 10)
})

test('what is wrong with an amount is told at its field and in its currency; what was typed is echoed before it is saved', async (t) => {
  const file = join(temporaryFolder(), 'table.yaml')
  writeFileSync(file, WHOLE)
  const { ask, post, enter } = await started(t, { file })
  const { cookie } = await enter()
  const act = async (what: unknown) => (await post('/api/do', what, { cookie })).json()
  const set = (key: string, text: string) => act({ do: 'set', fields: [{ key, text }] })
  for (const [key, text, why] of [
    ['limits.min', 'five', '"five" is not an amount in EUR; write it as 10.00'],
    ['limits.sideMin', '0', '"0" is out of range; allowed: 0.01 to 10000000.00 EUR'],
    ['chips', '1, 5, 99999999', '"99999999" is out of range; allowed: 0.01 to 10000000.00 EUR'],
  ] as const) {
    const { refused, refusedAt } = await set(key, text)
    assert.deepEqual([refused?.en, refusedAt], [why, key])
  }
  const echo = async (key: string, text: string) =>
    (
      await post(
        '/api/echo',
        {
          fields: [
            { key, text },
            { key: 'limits.max', text: 'much' },
          ],
        },
        { cookie },
      )
    ).json() as unknown as View['understood']
  assert.equal((await echo('limits.min', '20'))[0]?.en, 'main bets 20.00 to 500.00 EUR in steps of 5.00')
  assert.equal((await echo('currency', 'JPY'))[0]?.en, 'main bets 1000 to 50000 JPY in steps of 500')
  const { understood, text } = (await ask('/api/state', { headers: { cookie } })).json()
  assert.deepEqual([understood[0]?.en, text], ['main bets 10.00 to 500.00 EUR in steps of 5.00', WHOLE])
  assert.equal((await post('/api/echo', { fields: [] })).status, 401)

  const above = await set('limits.min', '900')
  const told = above.problems.filter(({ path }) => path === 'limits.min').map(({ problem, allowed }) => `${problem.en}; ${allowed.en}`)
  assert.deepEqual(told, ['is greater than the maximum bet; at most 500.00 EUR'])
  const odd = await set('limits.min', '7.50')
  assert.deepEqual(
    odd.problems.map(({ path, allowed }) => [path, allowed.de]),
    [['limits.min', 'ein Vielfaches von 5.00 EUR']],
  )
})

test('a password that people guess is refused, and a name that exists is not replaced in silence', async (t) => {
  const { setup: _, ...browser } = await started(t)
  const { act, until } = await personAt(browser)
  for (const password of ['password1', 'Passwort2024!', '1234567890', 'aaaaaaaaaa', 'blackjack', 'Mary2026'])
    assert.equal((await act({ do: 'user', name: 'mary', password })).refused?.code, 'common-password', password)
  await act({ do: 'user', name: 'mary', password: 'correct horse' })
  await until('the user', ({ users }) => users.length === 1)
  assert.equal((await act({ do: 'user', name: 'mary', password: 'another staple' })).refused?.code, 'user-exists')
  assert.equal((await act({ do: 'user', name: 'mary', password: 'another staple', replace: true })).refused, null)
})
