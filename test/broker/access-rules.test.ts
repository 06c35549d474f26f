/** The sample of access rules at a real mosquitto: every role may do what the table of roles says, and nothing else. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import mqtt, { type MqttClient } from 'mqtt'
import { LOGINS } from '../../src/documents/access-rules.ts'
import { ROLES, type Role } from '../../src/wire/roles.ts'
import { TOPICS, type Topic, topicName } from '../../src/wire/topics.ts'
import { table } from './parts.ts'

const ACL = fileURLToPath(new URL('../../docs/install/mosquitto.acl', import.meta.url))
const PATH = `${process.env.PATH}:/usr/sbin`
const hasMosquitto = spawnSync('mosquitto', ['-h'], { env: { ...process.env, PATH } }).error === undefined
const PASSWORD = 'secret'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** With the sample as its rules; the overseer may read everything. */
async function startMosquitto(t: TestContext): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mosquitto-'))
  const port = await freePort()
  const path = (name: string): string => join(folder, name)
  writeFileSync(path('users'), [...Object.values(LOGINS), 'overseer'].map((login) => `${login}:${PASSWORD}\n`).join(''))
  spawnSync('mosquitto_passwd', ['-U', path('users')], { env: { ...process.env, PATH } })
  writeFileSync(path('acl'), `${readFileSync(ACL, 'utf8')}\nuser overseer\ntopic readwrite #\n`)
  for (const name of ['users', 'acl']) chmodSync(path(name), 0o644)
  chmodSync(folder, 0o755)
  const lines = [`listener ${port} 127.0.0.1`, 'allow_anonymous false', `password_file ${path('users')}`, `acl_file ${path('acl')}`]
  writeFileSync(path('conf'), `${lines.join('\n')}\n`)
  const broker = spawn('mosquitto', ['-c', path('conf')], { env: { ...process.env, PATH }, stdio: ['ignore', 'ignore', 'pipe'] })
  t.after(async () => {
    const gone = once(broker, 'exit')
    broker.kill('SIGTERM')
    await gone
    rmSync(folder, { recursive: true, force: true })
  })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    broker.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString()
      if (said.includes('running')) resolve()
    })
    broker.once('exit', () => reject(new Error(said)))
  })
  return `mqtt://127.0.0.1:${port}`
}

const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

/** One topic of a user's, or of a table's. */
function nameOf(topic: Topic, user: string): string {
  const fill: { readonly [part: string]: string } = { '{user}': user, '{table}': 'p1-bj07' }
  const names = topic.match(/\{\w+\}/g)?.map((part) => fill[part] ?? 'x') ?? []
  return topicName(table, topic, ...names) ?? assert.fail(topic)
}

async function connect(
  t: TestContext,
  url: string,
  username: string,
): Promise<{ client: MqttClient; heard: string[]; hears(topic: string): Promise<void> }> {
  const client = await mqtt.connectAsync(url, { username, password: PASSWORD, reconnectPeriod: 0 })
  t.after(() => client.end(true))
  const heard: string[] = []
  const waiting = new Map<string, () => void>()
  client.on('message', (topic) => {
    heard.push(topic)
    waiting.get(topic)?.()
  })
  await client.subscribeAsync('#', { qos: 1 })
  return { client, heard, hears: (topic) => new Promise((resolve) => waiting.set(topic, resolve)) }
}

const without = hasMosquitto ? false : 'NOT TESTED: the access rules need mosquitto (apt-get install mosquitto)'

for (const role of Object.keys(ROLES) as Role[])
  test(`at a real mosquitto the role ${role} may do what the table of roles says, and nothing else`, {
    skip: without,
    timeout: 60_000,
  }, async (t) => {
    const url = await startMosquitto(t)
    const overseer = await connect(t, url, 'overseer')
    const one = await connect(t, url, LOGINS[role])
    // A table hears and answers everybody; others have the topics of their own login.
    const user = role === 'table' ? 'mary' : LOGINS[role]
    const others = role === 'table' ? [] : TOPIC_NAMES.filter((topic) => topic.includes('{user}')).map((topic) => nameOf(topic, 'somebody'))

    for (const topic of [...TOPIC_NAMES.map((each) => nameOf(each, user)), ...others])
      await one.client.publishAsync(topic, 'said', { qos: 1 })
    const all = overseer.hears('end')
    await overseer.client.publishAsync('end', 'x', { qos: 1 })
    await all
    const said = overseer.heard.filter((topic) => topic !== 'end')
    assert.deepEqual(said.sort(), ROLES[role].publish.map((topic) => nameOf(topic, user)).sort(), 'what it may say')

    one.heard.length = 0
    const mayHear = ROLES[role].subscribe.map((topic) => nameOf(topic, user))
    const mayNot = [...TOPIC_NAMES.map((topic) => nameOf(topic, user)), ...others].filter((topic) => !mayHear.includes(topic))
    const last = one.hears(mayHear.at(-1) ?? assert.fail(`a ${role} hears nothing`))
    for (const topic of [...mayNot, ...mayHear]) await overseer.client.publishAsync(topic, 'told', { qos: 1 })
    await last
    assert.deepEqual(one.heard.sort(), mayHear.sort(), 'what it may hear')
  })
