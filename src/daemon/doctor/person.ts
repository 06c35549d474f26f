/**
 * Takes a person's login as far as an answer. Only a message that arrives proves an access rule, because a broker may acknowledge what its
 * rules drop, and may grant a subscription that never delivers anything.
 *
 *   person ──cmd/{user}/snapshot──> broker ──> the table's login (here, in addition to the daemon's)
 *   person <──reply/{user}/{client}── broker <── the daemon; if it does not answer, the table's login
 */
import { randomUUID } from 'node:crypto'
import mqtt, { type MqttClient } from 'mqtt'
import type { MqttConfig } from '../../base/config/table-config.ts'
import { encodeRemoval } from '../../wire/envelope.ts'
import { grantFilter } from '../../wire/roles.ts'
import { type TableName, topicFilter, topicName } from '../../wire/topics.ts'
import { connectOptions } from '../broker/connect-options.ts'
import { ANSWER_MS_MAX, type BrokerWatch, connected, ECHO_MS_MAX, ended, inTime } from './broker.ts'
import { brokerWord as say } from './broker-words.ts'
import { type Failure, failure } from './failure.ts'
import type { AnswerTried, CommandTried, PersonFacts } from './person-rungs.ts'

export interface Person {
  readonly user: string
  readonly passwordFile: string | null
}

/** How long the command stays valid. */
const EXPIRES_MS = 10_000

export interface PersonAsked {
  readonly url: string
  readonly config: MqttConfig
  readonly table: TableName
  readonly person: Person
  readonly daemon: boolean
}

export async function examinePerson(asked: PersonAsked, watch: BrokerWatch): Promise<PersonFacts> {
  const { url, config, table, person, daemon } = asked
  const { user } = person
  const all: TableName = { ...table, pit: '+', table: '+' }
  const rules = {
    command: grantFilter('cmd/{user}/{name}', user, all),
    answer: grantFilter('reply/{user}/{client}', user, all),
    tableAnswers: grantFilter('reply/{user}/{client}', null, table),
  }
  const facts = { user, daemon, rules, several: config.urls.length > 1 }
  // People do not have the table's certificate.
  const own: MqttConfig = { ...config, username: user, passwordFile: person.passwordFile, cert: null, key: null }
  const startMs = watch.nowMs()
  watch.onStep(say('logging-in-as', { user }))
  const visitor = await open(url, own, table, watch)
  if ('ok' in visitor) return { ...facts, login: visitor, command: null, answer: null }
  const login = { ok: true, ms: watch.nowMs() - startMs } as const
  // A running daemon's own broker accepts nobody else as its table.
  const host = watch.isGuest ? null : await open(url, config, table, watch)
  try {
    watch.onStep(say('waiting-answer', { user }))
    return { ...facts, login, ...(await exchange(visitor, host === null || 'ok' in host ? null : host, asked, watch)) }
  } finally {
    visitor.end(true)
    if (host !== null && !('ok' in host)) host.end(true)
  }
}

async function open(url: string, config: MqttConfig, table: TableName, { signal }: BrokerWatch): Promise<MqttClient | Failure> {
  let client: MqttClient | null = null
  try {
    const removal = encodeRemoval(table, { topic: 'status' })
    if (removal === null) throw new Error('the table has no name')
    const { will: _will, ...settings } = await connectOptions(config, `${table.table}-doctor-${randomUUID().slice(0, 8)}`, removal)
    client = mqtt.connect(url, { ...settings, connectTimeout: ANSWER_MS_MAX * 2 })
    await inTime(connected(client), 'did not answer the login', signal)
    return client
  } catch (error) {
    client?.end(true)
    return failure(error)
  }
}

type Exchanged = Pick<PersonFacts, 'command' | 'answer'>

/** `host`: connected with the table's login; null: that login failed. */
async function exchange(visitor: MqttClient, host: MqttClient | null, asked: PersonAsked, watch: BrokerWatch): Promise<Exchanged> {
  const { user } = asked.person
  const topic = topicName(asked.table, 'cmd/{user}/{name}', user, 'snapshot')
  const replyTo = topicName(asked.table, 'reply/{user}/{client}', user, `doctor-${randomUUID().slice(0, 8)}`)
  if (topic === null || replyTo === null) throw new Error(`${user} cannot be used in a topic`)
  const arrived = host === null ? null : await listen(host, asked.table, topic, watch)
  const refused = await granted(visitor, replyTo, watch).then(() => null, failure)
  const answered = hears(visitor, replyTo)
  const startMs = watch.nowMs()
  const expires = new Date(watch.wallMs() + EXPIRES_MS).toISOString()
  const correlation = randomUUID()
  const sent = await said(visitor, topic, JSON.stringify({ replyTo, correlation, expires }), watch)
  if (sent !== null) return { command: sent, answer: null }
  const command: CommandTried = { ok: true, topic, arrived: arrived && (await inEchoTime(arrived.heard)) !== null }
  if (command.arrived === false) return { command, answer: null }
  if (refused !== null) return { command, answer: refused }

  const none: AnswerTried = { ok: true, topic: replyTo, by: null, ms: 0, refusal: null, unsaid: null }
  const told = asked.daemon ? await inEchoTime(answered) : null
  if (told !== null) return { command, answer: { ...none, by: 'daemon', ms: watch.nowMs() - startMs, refusal: refusalIn(told) } }
  // A login that does not hear commands is not the table's and must not answer for it.
  if (host === null || arrived === null) return { command, answer: none }
  const againMs = watch.nowMs()
  const unsaid = await said(host, replyTo, JSON.stringify({ correlation, ok: true, error: null }), watch)
  if (unsaid !== null) return { command, answer: { ...none, unsaid: unsaid.text } }
  const own = await inEchoTime(answered)
  return { command, answer: own === null ? none : { ...none, by: 'doctor', ms: watch.nowMs() - againMs } }
}

/** Why the broker did not accept the message; null: it did, whatever its rules then do with it. */
async function said(client: MqttClient, topic: string, payload: string, { signal }: BrokerWatch): Promise<Failure | null> {
  try {
    await inTime(Promise.race([client.publishAsync(topic, payload, { qos: 1 }), ended(client)]), 'did not acknowledge', signal)
    return null
  } catch (error) {
    return failure(error)
  }
}

async function granted(client: MqttClient, topic: string, { signal }: BrokerWatch): Promise<void> {
  const asked = Promise.race([client.subscribeAsync(topic, { qos: 1 }), ended(client)])
  const answers = await inTime(asked, 'did not answer the subscription', signal)
  if (answers.some(({ qos }) => qos >= 128)) throw new Error(`the broker refused the subscription to ${topic}`)
}

/** Listens to the table's commands, as its daemon does; null: it may not. Wrapped in an object, because a promise would be awaited here. */
async function listen(
  host: MqttClient,
  table: TableName,
  topic: string,
  watch: BrokerWatch,
): Promise<{ readonly heard: Promise<Uint8Array> } | null> {
  const heard = hears(host, topic)
  return granted(host, topicFilter(table, 'cmd/{user}/{name}'), watch).then(
    () => ({ heard }),
    () => null,
  )
}

const hears = (client: MqttClient, topic: string): Promise<Uint8Array> =>
  new Promise((resolve) => {
    client.on('message', (name, payload) => name === topic && resolve(payload))
  })

/** null: nothing came in time. */
async function inEchoTime(heard: Promise<Uint8Array>): Promise<Uint8Array | null> {
  let timer: NodeJS.Timeout | undefined
  const none = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ECHO_MS_MAX, null)
  })
  return Promise.race([heard, none]).finally(() => clearTimeout(timer))
}

/** The reason a reply gives for refusing the command; null: the command was carried out. */
function refusalIn(reply: Uint8Array): string | null {
  try {
    const { ok, error } = JSON.parse(Buffer.from(reply).toString('utf8'))
    return ok === true ? null : String(error).slice(0, 200)
  } catch {
    return 'the answer is not JSON'
  }
}
