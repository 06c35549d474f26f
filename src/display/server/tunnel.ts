/**
 * A browser speaks MQTT only over WebSocket, which a table's broker may not do: the bytes are carried from one to the other as they come.
 * The broker still sees who logs in and decides what he may do; the table's own login and certificate are never used for it.
 */
import { readFile } from 'node:fs/promises'
import { connect as connectPlain, type NetConnectOpts } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { createWebSocketStream, WebSocket } from 'ws'

export interface BrokerAddress {
  /** mqtt, mqtts, ws or wss; tried in turn. */
  readonly urls: readonly string[]
  /** File of the authority that signs the broker's certificate, read at each connection; null: the usual ones. */
  readonly ca: string | null
}

const PORTS: { readonly [protocol: string]: number } = { 'mqtt:': 1883, 'mqtts:': 8883 }
const CONNECT_MS_MAX = 3000
/** The same as for the embedded broker: a command has a few kilobytes. */
const PACKET_BYTES_MAX = 128 * 1024

/** An open connection to the first broker that answers. @throws Error if none does */
export async function dial({ urls, ca }: BrokerAddress): Promise<Duplex> {
  const trust = ca === null ? {} : { ca: await readFile(ca) }
  let last: unknown = new Error('no broker is configured')
  for (const url of urls) {
    try {
      return await dialOne(new URL(url), trust)
    } catch (error) {
      last = error
    }
  }
  throw last
}

function dialOne(url: URL, trust: { readonly ca?: Buffer }): Promise<Duplex> {
  if (url.protocol === 'ws:' || url.protocol === 'wss:') {
    const socket = new WebSocket(url, ['mqtt'], { handshakeTimeout: CONNECT_MS_MAX, maxPayload: PACKET_BYTES_MAX, ...trust })
    return opened(createWebSocketStream(socket), socket, 'open')
  }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const to: NetConnectOpts = { host, port: Number(url.port) || (PORTS[url.protocol] ?? 1883), noDelay: true }
  if (url.protocol === 'mqtts:') {
    const socket = connectTls({ ...to, servername: host, ...trust })
    return opened(socket, socket, 'secureConnect')
  }
  const socket = connectPlain(to)
  return opened(socket, socket, 'connect')
}

interface Opening {
  once(event: string, heard: (...given: never[]) => void): unknown
}

function opened<S extends Duplex>(stream: S, source: Opening, event: string): Promise<S> {
  // From the first moment to the last: an error that nobody listens for ends the process.
  stream.on('error', () => undefined)
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => stream.destroy(new Error(`the broker does not answer within ${CONNECT_MS_MAX} ms`)), CONNECT_MS_MAX)
    const fail = (error: Error): void => {
      clearTimeout(late)
      reject(error)
    }
    stream.once('error', fail)
    source.once(event, () => {
      clearTimeout(late)
      stream.off('error', fail)
      resolve(stream)
    })
  })
}
