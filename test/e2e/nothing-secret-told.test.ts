/**
 * No secret of a configuration is ever written where somebody may read it. Real processes, as talkative as they and their libraries can be made,
 * that work and that fail in each way; then everything they wrote is searched for every secret they were given.
 */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { Client } from 'aedes'
import mqtt from 'mqtt'
import { loadConfig } from '../../src/base/config/load.ts'
import { newToken, tokensText } from '../../src/base/config/tokens.ts'
import { usersText } from '../../src/base/config/users.ts'
import { hashOf } from '../../src/daemon/broker/passwords.ts'
import { serve } from '../../src/daemon/serve/serve.ts'
import { type Certificate, selfSigned } from '../tools/doctor/certificate.ts'
import { startStrictBroker } from '../tools/doctor/scene.ts'
import { run, startDaemon, startSource, temporaryFolder, within } from './processes.ts'
import { FREE_BET, writeConfig } from './table.ts'

const DAY_MS = 86_400_000
/** There is one level; but the libraries tell what they do when they are asked to, as somebody does who looks for a fault. */
const TALKATIVE = '*'
/** Without it the search would prove little. */
const IS_TALKATIVE = /mqtt-packet:/

interface Secret {
  readonly what: string
  readonly text: string
}

interface Written {
  readonly where: string
  readonly text: string
}

const madeUp = (): string => `s3cret-${randomBytes(12).toString('hex')}`
/** Its first line is enough to know it by. */
const linesOfKey = ({ key }: Certificate): string => key.split('\n')[1] ?? assert.fail('a key has lines')

/** In the text itself, in hexadecimal, in base64 and as the bytes of a dumped buffer. */
const formsOf = (text: string): readonly string[] => {
  const bytes = Buffer.from(text)
  const hex = bytes.toString('hex')
  return [text, hex, hex.replace(/..(?=.)/g, '$& '), bytes.toString('base64').replace(/=+$/, '').slice(0, -1)]
}

function assertNothingTold(written: readonly Written[], secrets: readonly Secret[]): void {
  for (const { where, text } of written) {
    for (const { what, text: secret } of secrets) {
      const form = formsOf(secret).findIndex((each) => text.includes(each))
      const at = form < 0 ? -1 : text.indexOf(formsOf(secret)[form] ?? '')
      assert.equal(at, -1, `${where} tells ${what}: ${text.slice(Math.max(0, at - 120), at + 200)}`)
    }
  }
}

/** The processes started from here on. */
function beTalkative(t: TestContext): void {
  const before = process.env.DEBUG
  process.env.DEBUG = TALKATIVE
  t.after(() => {
    if (before === undefined) delete process.env.DEBUG
    else process.env.DEBUG = before
  })
}

/** Each file below, but those that hold a secret because that is what they are for. */
const filesIn = (folder: string, besides: readonly string[]): Written[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const path = join(folder, name)
    return besides.some((each) => name.endsWith(each)) || !statSync(path).isFile()
      ? []
      : [{ where: name, text: readFileSync(path, 'latin1') }]
  })

const certificate = (name: string): Certificate =>
  selfSigned({ name, dns: ['localhost'], from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + 90 * DAY_MS) })

/** Devices that are not there: nothing is played. */
const devicesIn = (folder: string) =>
  (['shoe', 'spots'] as const).map((role) => ({ name: role, driver: 'tlp', role, path: join(folder, role), serial: `X-${role}` }))

function tableWith(folder: string, mqttGroup: string): string {
  const config = writeConfig(folder, { ...FREE_BET, devices: devicesIn(folder) })
  writeFileSync(config, `${readFileSync(config, 'utf8')}${mqttGroup}\n`)
  return config
}

test('a daemon that logs in, is refused and finds its files damaged tells neither password nor key', { timeout: 180_000 }, async (t) => {
  const [password, wrong] = [madeUp(), madeUp()]
  const [own, brokers, other] = [certificate('own'), certificate('broker'), certificate('other')]
  const folder = temporaryFolder()
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 })
  for (const [name, text] of Object.entries({ pass: password, 'own.key': own.key, 'own.crt': own.cert, 'ca.crt': brokers.cert }))
    put(name, text)
  const { broker, port } = await startStrictBroker(
    t,
    { authenticate: (_, __, given, done) => done(null, given?.toString() === password) },
    brokers,
  )
  const clients: Client[] = []
  broker.on('client', (client) => clients.push(client))
  const topics: Written[] = []
  const logged = new Promise<void>((resolve) => {
    broker.on('publish', ({ topic, payload }) => {
      topics.push({ where: topic, text: payload.toString() })
      if (topic.endsWith('/log')) resolve()
    })
  })
  const group = `mqtt: { url: 'mqtts://localhost:${port}', username: bj07, passwordFile: pass, ca: ca.crt, cert: own.crt, key: own.key }`
  const config = tableWith(folder, group)
  beTalkative(t)
  const daemon = await startDaemon(config)
  t.after(() => daemon.end('SIGKILL'))
  await within(logged, () => `a record on log; it said ${daemon.said().slice(-1000)}`)
  // A password that is no longer right, at the next connection.
  put('pass', wrong)
  for (const client of clients) client.close()
  await daemon.says(/broker connection lost: [^\n]*(authoriz|password)/i)
  put('own.key', other.key)
  await daemon.end('SIGTERM')

  const inConfig = tableWith(temporaryFolder(), `mqtt: { url: 'mqtts://bj07:${password}@localhost:${port}', password: ${wrong} }`)
  const faults = [await run('src/daemon/main.ts', '--config', config), await run('src/daemon/main.ts', '--config', inConfig)]
  put('own.key', own.key.slice(0, 120))
  faults.push(await run('src/daemon/main.ts', '--config', config), await run('src/tools/doctor.ts', '--config', config))
  put('own.key', own.key)
  faults.push(await run('src/tools/doctor.ts', '--config', config))
  for (const { code } of faults.slice(0, 3)) assert.notEqual(code, 0)

  const written = [
    { where: 'standard error', text: daemon.said() },
    { where: 'standard output', text: daemon.printed() },
    ...topics,
    ...faults.flatMap(({ stdout, stderr }, at) => [
      { where: `standard output of failure ${at}`, text: stdout },
      { where: `standard error of failure ${at}`, text: stderr },
    ]),
    ...filesIn(folder, ['pass', '.key', '.crt']),
  ]
  assert.match(daemon.said(), IS_TALKATIVE)
  const signing = readFileSync(join(folder, 'journal/signing.key'), 'utf8').split('\n')[1] ?? assert.fail('it has lines')
  assertNothingTold(written, [
    { what: 'the password', text: password },
    { what: 'a wrong password', text: wrong },
    { what: 'the key of TLS', text: linesOfKey(own) },
    { what: 'another key', text: linesOfKey(other) },
    { what: 'the signing key', text: signing },
  ])
})

test('an embedded broker and a book tell neither the passwords nor the tokens that people come with, nor their hashes', {
  timeout: 180_000,
}, async (t) => {
  const [password, wrong] = [madeUp(), madeUp()]
  const [token, stranger] = [newToken(), newToken()]
  const hash = await hashOf(password)
  const folder = temporaryFolder()
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text, { mode: 0o600 })
  put('users', usersText(new Map([['ann', hash]])))
  put('tokens', tokensText(new Map([['report', token.hash]])))
  const { broker: there, port } = await startStrictBroker(t, {})
  const topics: Written[] = []
  there.on('publish', ({ topic, payload }) => topics.push({ where: topic, text: payload.toString() }))
  const config = tableWith(folder, 'broker: { users: users }')
  const bookConfig = join(folder, 'book.yaml')
  const http = 'http: { host: 127.0.0.1, port: 0, users: users, tokens: tokens }'
  writeFileSync(bookConfig, `property: demo\nmqtt: { url: 'mqtt://127.0.0.1:${port}' }\nstore: book/book.db\n${http}\n`)
  beTalkative(t)
  const read = loadConfig(config)
  assert.ok(read.ok, JSON.stringify(read))
  const notices: string[] = []
  // In this process: as one of its own the daemon takes the one port that displays look for.
  const serving = await serve(read.tables, { notice: (text) => notices.push(text), brokerPort: 0 })
  t.after(() => serving.stop())
  const [, url = ''] = /broker: (mqtt:\S+),/.exec(notices.join('\n')) ?? []
  const comes = (given: string) => mqtt.connectAsync(url, { username: 'ann', password: given, reconnectPeriod: 0, manualConnect: false })
  const ann = await comes(password)
  await ann.publishAsync('casino/v1/demo/p1/bj07/cmd/ann/dealer', JSON.stringify({ correlation: 'c1', id: 'd17' }), { qos: 1 })
  await ann.endAsync()
  await assert.rejects(comes(wrong))

  const book = await startSource('src/book/command.ts', '--config', bookConfig)
  t.after(() => book.end('SIGKILL'))
  await book.says(/answers at http:\S+/)
  await book.says(/connected to the broker/)
  const at = /answers at (http:\S+)/.exec(book.said())?.[1] ?? ''
  const answers: Written[] = []
  const ask = async (path: string, authorization: string): Promise<number> => {
    const answer = await fetch(`${at}${path}`, { headers: { authorization } })
    answers.push({ where: `the answer to ${path}`, text: `${JSON.stringify([...answer.headers])}${await answer.text()}` })
    return answer.status
  }
  const basic = (given: string) => `Basic ${Buffer.from(`ann:${given}`).toString('base64')}`
  const asked = [basic(password), `Bearer ${token.token}`, basic(wrong), `Bearer ${stranger.token}`]
  assert.deepEqual(await Promise.all(asked.map((each) => ask('metrics', each))), [200, 200, 401, 401])
  await ask('api/tables', asked[1] ?? '')
  await ask(`api/tables?token=${token.token}`, '')
  put('tokens', `report: ${token.token}\n`)
  put('users', `ann: ${password}\n`)
  await ask('metrics', asked[1] ?? '')
  await ask('metrics', basic(wrong))
  await assert.rejects(comes(password), 'nobody is let in by a list that cannot be read')
  await book.end('SIGTERM')
  await serving.stop()
  const damaged = await run('src/daemon/main.ts', '--config', config)
  assert.notEqual(damaged.code, 0)

  const written = [
    { where: 'the notices of the daemon', text: notices.join('\n') },
    { where: 'standard error of the book', text: book.said() },
    { where: 'standard output', text: book.printed() + damaged.stdout },
    { where: 'standard error of a daemon with a damaged list', text: damaged.stderr },
    ...answers,
    ...topics,
    ...filesIn(folder, ['users', 'tokens', '.key']),
  ]
  assert.match(book.said(), IS_TALKATIVE)
  assertNothingTold(written, [
    { what: 'the password', text: password },
    { what: 'a wrong password', text: wrong },
    { what: 'the hash of the password', text: hash },
    { what: 'the token', text: token.token },
    { what: 'the hash of the token', text: token.hash },
    { what: 'a wrong token', text: stranger.token },
  ])
})
