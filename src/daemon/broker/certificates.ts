/**
 * The broker's certificate and its expiry, found by a handshake and nothing else: even an untrusted certificate is examined, and nothing is
 * sent after the handshake. Also the expiry of the table's own certificate.
 */
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { connect, type DetailedPeerCertificate, type PeerCertificate, type TLSSocket } from 'node:tls'
import type { MqttConfig } from '../../base/config/table-config.ts'
import { TLS_VERSION_MIN } from './connect-options.ts'

const PORTS: { readonly [scheme: string]: { readonly port: number; readonly encrypted: boolean } } = {
  'mqtt:': { port: 1883, encrypted: false },
  'mqtts:': { port: 8883, encrypted: true },
  'ws:': { port: 80, encrypted: false },
  'wss:': { port: 443, encrypted: true },
}

export interface Place {
  readonly host: string
  readonly port: number
  readonly encrypted: boolean
}

export function placeOf(url: string): Place {
  const { protocol, hostname, port } = new URL(url)
  const usual = PORTS[protocol] ?? { port: 1883, encrypted: false }
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port === '' ? usual.port : Number(port), encrypted: usual.encrypted }
}

export interface Handshake {
  readonly version: string
  readonly issuer: string
  /** Why the certificate is not trusted; null: it is. */
  readonly refused: { readonly code: string; readonly text: string } | null
  /** When it expires, or the first of those that vouch for it; Unix ms, null if they do not say. */
  readonly untilMs: number | null
}

type Files = Pick<MqttConfig, 'ca' | 'cert' | 'key'>

/** `inTime` limits how long it may take. @throws any error of the handshake, of a file or of `inTime` */
export async function shakeHands(
  { host, port }: Place,
  files: Files,
  inTime: (attempt: Promise<unknown>) => Promise<unknown>,
): Promise<Handshake> {
  const [ca, cert, key] = await Promise.all([fileOf(files.ca), fileOf(files.cert), fileOf(files.key)])
  const secrets = { ...(ca ? { ca } : {}), ...(cert ? { cert } : {}), ...(key ? { key } : {}) }
  const socket: TLSSocket = connect({
    host,
    port,
    rejectUnauthorized: false,
    minVersion: TLS_VERSION_MIN,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...secrets,
  })
  try {
    socket.on('error', () => undefined)
    const closed = once(socket, 'close').then(() => {
      throw new Error('the broker ended the connection during the handshake')
    })
    await inTime(Promise.race([once(socket, 'secureConnect'), closed]))
    const peer = socket.getPeerCertificate(true)
    const reason: unknown = socket.authorizationError
    const refused = reason ? { code: codeOf(reason), text: refusalText(peer, reason) } : null
    return { version: socket.getProtocol() ?? 'TLS', issuer: issuerOf(peer), refused, untilMs: earliest(chainOf(peer).map(endOf)) }
  } finally {
    socket.destroy()
  }
}

/** When the table's own certificate expires, or another in the same file; null without one. @throws Error if the file holds none */
export async function ownUntilMs(path: string | null): Promise<number | null> {
  const pem = (await fileOf(path))?.toString('latin1')
  if (pem === undefined) return null
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g)
  if (blocks === null) throw new Error(`${path} contains no PEM certificate`)
  return earliest(blocks.map((block) => Date.parse(new X509Certificate(block).validTo)))
}

const fileOf = (path: string | null): Promise<Buffer | null> => (path === null ? Promise.resolve(null) : readFile(path))

/** A chain may have any length; its last certificate vouches for itself. */
const CHAIN_MAX = 10
function chainOf(peer: DetailedPeerCertificate): readonly PeerCertificate[] {
  const chain: DetailedPeerCertificate[] = []
  for (let next: DetailedPeerCertificate | undefined = peer; next && !chain.includes(next); next = next.issuerCertificate) {
    if (chain.push(next) === CHAIN_MAX) break
  }
  return chain
}

/** NaN if it states no end. */
const endOf = ({ valid_to }: PeerCertificate): number => Date.parse(valid_to ?? '')

function earliest(times: readonly number[]): number | null {
  const known = times.filter((time) => !Number.isNaN(time))
  return known.length > 0 ? Math.min(...known) : null
}

/** Node gives the code here, whatever the type says. */
const codeOf = (error: unknown): string =>
  typeof error === 'string' ? error : error instanceof Error && 'code' in error ? String(error.code) : String(error)

const TEXT_MAX = 200

/** Node's own sentence if there is one, followed by the certificate's names, issuer and end. */
const refusalText = (peer: PeerCertificate, refused: unknown): string => {
  const text = refused instanceof Error ? refused.message : codeOf(refused)
  const names = peer.subjectaltname ?? `CN:${String(peer.subject?.CN ?? '?')}`
  return `${text}: for ${names}, issued by ${issuerOf(peer)}, valid until ${peer.valid_to ?? '?'}`.slice(0, TEXT_MAX)
}

const issuerOf = (peer: PeerCertificate): string => {
  const { CN, O } = peer.issuer ?? {}
  return String(CN ?? O ?? 'an unnamed issuer')
}
