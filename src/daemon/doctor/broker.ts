/**
 * Tests one address of a broker: name, TLS, login, access rules. The client is made like the daemon's, but with its own id and no will, so
 * that nobody takes its departure for the table's.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import mqtt, { type MqttClient } from 'mqtt'
import type { MqttConfig } from '../../base/config/table-config.ts'
import { encodeRemoval, type Message } from '../../wire/envelope.ts'
import { type TableName, topicFilter } from '../../wire/topics.ts'
import type { Text } from '../../words/text.ts'
import { ownUntilMs, type Place, placeOf, shakeHands } from '../broker/certificates.ts'
import { connectOptions, publishOptions } from '../broker/connect-options.ts'
import { type BrokerFacts, type Encrypted, GUEST, NO_RETAIN, type Published } from './broker-rungs.ts'
import { brokerWord as say } from './broker-words.ts'
import { type Failure, failure } from './failure.ts'
import { examineSink } from './sink.ts'

/** As long as the daemon waits for a broker. */
export const ANSWER_MS_MAX = 4000
/** Wait after the acknowledgement; whatever comes later counts as lost. */
export const ECHO_MS_MAX = 1500
const DAY_MS = 86_400_000

export interface BrokerWatch {
  readonly nowMs: () => number
  readonly wallMs: () => number
  readonly signal: AbortSignal
  readonly onStep: (what: Text | null) => void
  /** Folder of the table's journal. */
  readonly journal: string
  /** The broker is a running daemon's own, which accepts nobody else as its table. @default false */
  readonly isGuest?: boolean
}

export async function examineBroker(url: string, config: MqttConfig, table: TableName, watch: BrokerWatch): Promise<BrokerFacts> {
  const place = placeOf(url)
  const nothing: BrokerFacts = { url, mqtt: config, address: null, tls: null, login: null, commands: null, publish: null, sink: null }
  watch.onStep(say('connecting'))
  const address = await reach(place, watch)
  if (!address.ok) return { ...nothing, address }
  watch.onStep(say('tls-begins'))
  const tls = place.encrypted ? await encrypt(place, config, watch) : 'plain'
  if (tls !== 'plain' && !tls.ok) return { ...nothing, address, tls }
  watch.onStep(say('logging-in'))
  return { ...nothing, address, tls, ...(await enter(url, config, table, watch)) }
}

const late = (what: string): Error => new Error(`the broker ${what} within ${ANSWER_MS_MAX} ms`)

/** The result of an attempt; a timeout or a cancellation counts as a failure. */
export async function inTime<T>(attempt: Promise<T>, what: string, signal: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new AbortController()
  const none = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late(what)), ANSWER_MS_MAX)
    signal.addEventListener('abort', () => reject(new Error('cancelled')), { signal: over.signal })
  })
  try {
    return await Promise.race([attempt, none])
  } finally {
    clearTimeout(timer)
    over.abort()
  }
}

async function reach({ host, port }: Place, { nowMs, signal }: BrokerWatch): Promise<NonNullable<BrokerFacts['address']>> {
  const startMs = nowMs()
  const socket: Socket = connectTcp({ host, port })
  socket.on('error', () => undefined)
  try {
    await inTime(once(socket, 'connect'), 'did not answer', signal)
    return { ok: true, address: `${socket.remoteAddress ?? host} port ${port}`, ms: nowMs() - startMs }
  } catch (error) {
    return failure(error)
  } finally {
    socket.destroy()
  }
}

async function encrypt(place: Place, config: MqttConfig, { wallMs, signal }: BrokerWatch): Promise<Encrypted | Failure> {
  try {
    const shaken = await shakeHands(place, config, (attempt) => inTime(attempt, 'did not complete the TLS handshake', signal))
    const { version, issuer, refused, untilMs } = shaken
    if (refused) return { ok: false, ...refused }
    const daysUntil = (endMs: number | null) => (endMs === null ? null : Math.floor((endMs - wallMs()) / DAY_MS))
    return { ok: true, version, issuer, daysLeft: daysUntil(untilMs), ownDaysLeft: daysUntil(await ownUntilMs(config.cert)) }
  } catch (error) {
    return failure(error)
  }
}

/** No alarm of this name is ever raised: findings and faults have other names. */
const TRIED_ALARM = 'doctor'

async function enter(
  url: string,
  config: MqttConfig,
  table: TableName,
  watch: BrokerWatch,
): Promise<Pick<BrokerFacts, 'login' | 'commands' | 'publish' | 'sink'>> {
  const startMs = watch.nowMs()
  const removal = encodeRemoval(table, { topic: 'alarm/{id}', name: TRIED_ALARM })
  if (removal === null) throw new Error(`${TRIED_ALARM} is not a valid alarm name`)
  let client: MqttClient | null = null
  try {
    const { will: _will, ...settings } = await connectOptions(config, `${table.table}-doctor-${randomUUID().slice(0, 8)}`, removal)
    const opened = mqtt.connect(url, { ...settings, connectTimeout: ANSWER_MS_MAX * 2 })
    client = opened
    await inTime(connected(opened), 'did not answer the login', watch.signal)
    const login = { ok: true, ms: watch.nowMs() - startMs } as const
    if (watch.isGuest) return { login, commands: GUEST, publish: GUEST, sink: GUEST }
    watch.onStep(say('checking-rights'))
    const commands = await hearCommands(opened, table, watch)
    const tried = commands.ok ? await tryPublish(opened, removal, config, watch) : null
    const takesOthers = async (): Promise<boolean> => {
      const again = mqtt.connect(url, { ...settings, clientId: `${settings.clientId}-2`, connectTimeout: ANSWER_MS_MAX * 2 })
      try {
        await inTime(connected(again), 'did not answer the login', watch.signal)
        return (await tryPublish(again, { ...removal, retain: false }, config, watch)).ok
      } catch {
        return false
      } finally {
        again.end(true)
      }
    }
    const publish = tried !== null && !tried.ok && (await takesOthers()) ? NO_RETAIN : tried
    // Last, because some brokers end the connection of a client that subscribes to something it may not hear.
    watch.onStep(say('checking-sink'))
    const sink = publish?.ok ? await examineSink(opened, table, watch.journal) : null
    return { login, commands, publish, sink }
  } catch (error) {
    return { login: failure(error), commands: null, publish: null, sink: null }
  } finally {
    client?.end(true)
  }
}

/** The listener stays for the client's life: MQTT.js may report an error after its end. */
export function connected(client: MqttClient): Promise<void> {
  return new Promise((resolve, reject) => {
    client.on('error', reject)
    client.on('close', () => reject(new Error('the broker closed the connection')))
    client.on('connect', () => resolve())
  })
}

/** Rejects if the connection goes down: that is how some brokers answer what their rules do not allow. */
export const ended = (client: MqttClient): Promise<never> =>
  new Promise((_, reject) => {
    client.on('close', () => reject(new Error('the broker closed the connection: its access rules do not allow publishing')))
  })

async function hearCommands(client: MqttClient, table: TableName, { signal }: BrokerWatch): Promise<NonNullable<BrokerFacts['commands']>> {
  const topic = topicFilter(table, 'cmd/{user}/{name}')
  try {
    const asked = Promise.race([client.subscribeAsync(topic, { qos: 1 }), ended(client)])
    const granted = await inTime(asked, 'did not answer the subscription', signal)
    if (granted.some(({ qos }) => qos >= 128)) return { ok: false, code: '', text: `the broker refused the subscription to ${topic}` }
    await inTime(client.unsubscribeAsync(topic), 'did not answer', signal)
    return { ok: true, topic }
  } catch (error) {
    const { code, text } = failure(error)
    return { ok: false, code, text: `${topic}: ${text}` }
  }
}

/** An empty payload on an alarm's topic means that the alarm is closed. Nobody knows an alarm of this name, and nothing of it is kept. */
async function tryPublish(
  client: MqttClient,
  removal: Message,
  config: MqttConfig,
  { nowMs, signal }: BrokerWatch,
): Promise<Published | Failure> {
  const { topic } = removal
  try {
    const seen = new Promise<true>((resolve) => {
      client.on('message', (name) => name === topic && resolve(true))
    })
    // A login that may not read what it writes is still fine.
    const canSee = await inTime(client.subscribeAsync(topic, { qos: 1 }), 'did not answer', signal).then(
      (granted) => granted.every(({ qos }) => qos < 128),
      () => false,
    )
    const startMs = nowMs()
    const sent = Promise.race([client.publishAsync(topic, removal.payload, publishOptions(removal, config.protocol)), ended(client)])
    await inTime(sent, 'did not acknowledge', signal)
    const ackMs = nowMs() - startMs
    const cameBack = canSee && (await Promise.race([seen, new Promise<false>((resolve) => setTimeout(resolve, ECHO_MS_MAX, false))]))
    return { ok: true, topic, ms: cameBack ? nowMs() - startMs : ackMs, seen: cameBack }
  } catch (error) {
    return failure(error)
  }
}
