/**
 * The connection's options for MQTT.js, read again at each attempt, so that a renewed certificate or password takes effect without a
 * restart.
 */
import { readFile } from 'node:fs/promises'
import type { SecureVersion } from 'node:tls'
import type { IClientOptions, IClientPublishOptions, IClientSubscribeOptions } from 'mqtt'
import type { MqttConfig } from '../../base/config/table-config.ts'
import { reasonOf } from '../../base/process/reason.ts'
import { type Message, utf8Length } from '../../wire/envelope.ts'

/**
 * Seconds between pings. The broker sends the will after one and a half times this: a table that is cut off shows within 5 s (P6).
 */
const KEEPALIVE_SECONDS = 3
export const KEEPALIVE_MS = KEEPALIVE_SECONDS * 1000
/** Pinned: the table does not talk to a broker, or an intermediary, that offers an older version. Brokers have had 1.3 since 2018. */
export const TLS_VERSION_MIN: SecureVersion = 'TLSv1.3'
/** Passed on to Node's TLS, for both `mqtts` and `wss`. */
const PINNED = { minVersion: TLS_VERSION_MIN }
/** Largest packet the broker may send us (MQTT 5): a command has 4 KiB. */
const INBOUND_BYTES_MAX = 64 * 1024

/** `will` null: nobody waits to hear of this client. @throws Error that names the option and the file if a file cannot be read */
export async function connectOptions(mqtt: MqttConfig, clientId: string, will: Message | null): Promise<IClientOptions> {
  const five = mqtt.protocol === 5
  const password = mqtt.password ?? (await fileOf('passwordFile', mqtt.passwordFile))?.toString('utf8').replace(/\r?\n$/, '')
  const tls = { ca: await fileOf('ca', mqtt.ca), cert: await fileOf('cert', mqtt.cert), key: await fileOf('key', mqtt.key) }
  return {
    clientId,
    protocolVersion: mqtt.protocol,
    clean: true,
    keepalive: KEEPALIVE_SECONDS,
    // A fresh client for each connection: MQTT.js loses and reorders what it holds across a reconnect.
    reconnectPeriod: 0,
    resubscribe: false,
    queueQoSZero: false,
    // Its cache would keep a buffer for each of 65,536 numbers: 7 MB.
    writeCache: false,
    rejectUnauthorized: true,
    // With DEBUG set, MQTT.js would print the whole CONNECT packet, including the password.
    log: () => undefined,
    ...PINNED,
    wsOptions: PINNED,
    ...(mqtt.username === null ? {} : { username: mqtt.username }),
    // As bytes: with DEBUG set, its packet writer prints every string.
    ...(password === undefined ? {} : { password: Buffer.from(password) }),
    ...(tls.ca === null ? {} : { ca: tls.ca }),
    ...(tls.cert === null ? {} : { cert: tls.cert }),
    ...(tls.key === null ? {} : { key: tls.key }),
    ...(five ? { properties: { sessionExpiryInterval: 0, maximumPacketSize: INBOUND_BYTES_MAX } } : {}),
    ...(will === null ? {} : { will: willOptions(will, five) }),
  }
}

const willOptions = (will: Message, five: boolean) => ({
  topic: will.topic,
  payload: Buffer.from(will.payload),
  qos: will.qos,
  retain: will.retain,
  ...(five ? { properties: contentProperties(will) } : {}),
})

export function publishOptions(message: Message, protocol: 4 | 5): IClientPublishOptions {
  const { qos, retain, expirySeconds } = message
  if (protocol === 4) return { qos, retain }
  const expiry = expirySeconds === null ? {} : { messageExpiryInterval: expirySeconds }
  return { qos, retain, properties: { ...contentProperties(message), ...expiry } }
}

/** `own`: what is published on the table's own topics; losing some of it does no harm. */
export type Subscribed = 'commands' | 'own' | 'other'

/**
 * Commands: with MQTT 5 a command sent now keeps its retain flag, so that it can be ignored, and retained commands at the broker are not
 * sent at all. With 3.1.1 a command sent now has lost the flag; a retained one at the broker arrives with it. For everything else, with
 * both versions, the flag says that the message was there before.
 */
export function subscribeOptions(protocol: 4 | 5, what: Subscribed): IClientSubscribeOptions {
  return protocol === 5 && what === 'commands' ? { qos: 1, rap: true, rh: 2 } : { qos: what === 'own' ? 0 : 1 }
}

/** Upper limit for the whole packet (MQTT 5, 3.3): header, topic, number, properties, payload. */
export function packetBytes({ topic, payload }: Message): number {
  return utf8Length(payload) + topic.length + PACKET_HEAD_BYTES
}
const PACKET_HEAD_BYTES = 64

function contentProperties(message: Message) {
  return { payloadFormatIndicator: true, contentType: message.type === 'reply' ? 'application/json' : 'application/cloudevents+json' }
}

async function fileOf(option: string, path: string | null): Promise<Buffer | null> {
  if (path === null) return null
  try {
    return await readFile(path)
  } catch (error) {
    throw new Error(`mqtt.${option}: ${reasonOf(error)}; check that the file exists and that the daemon may read it`)
  }
}
