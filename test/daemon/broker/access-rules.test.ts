/** The sample of access rules at a real mosquitto: every role may do what the table of roles says, and nothing else. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import mqtt, { type MqttClient } from 'mqtt'
import { LOGINS } from '../../../src/wire/access-rules.ts'
import { ROLES, type Role } from '../../../src/wire/roles.ts'
import { TOPICS, type Topic, topicName } from '../../../src/wire/topics.ts'
import { PASSWORD, startMosquitto, withoutMosquitto } from './mosquitto.ts'
import { table } from './parts.ts'

const TOPIC_NAMES = Object.keys(TOPICS) as Topic[]

/** One topic of a user's, or of a table's. */
function nameOf(topic: Topic, user: string): string {
  const fill: { readonly [part: string]: string } = { '{user}': user, '{table}': 'p1-bj07' }
  const names = topic.match(/\{(?!place)\w+\}/g)?.map((part) => fill[part] ?? 'x') ?? []
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

for (const role of Object.keys(ROLES) as Role[])
  test(`at a real mosquitto the role ${role} may do what the table of roles says, and nothing else`, {
    skip: withoutMosquitto,
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
