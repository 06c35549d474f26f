/** Self-signed certificates that end when a test wants it: Node reads certificates, but writes none. DER after X.690, fields after RFC 5280. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface Certificate {
  readonly cert: string
  readonly key: string
}

export interface CertificateOptions {
  /** Of subject and issuer. */
  readonly name: string
  readonly dns: readonly string[]
  readonly from: Date
  readonly until: Date
}

/** A P-256 certificate that is its own authority. */
export function selfSigned({ name, dns, from, until }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const who = sequence(set(sequence(oid(2, 5, 4, 3), der(0x0c, Buffer.from(name)))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    who,
    sequence(time(from), time(until)),
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(authority(), names(dns))),
  )
  return { cert: pem('CERTIFICATE', sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)))), key: keyPem(privateKey) }
}

const keyPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, ...parts)
const bits = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes)

function oid(first: number, second: number, ...rest: readonly number[]): Buffer {
  const bytes = rest.flatMap((arc) => {
    const sevens = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80)
    return sevens
  })
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

const ECDSA_SHA256 = sequence(oid(1, 2, 840, 10045, 4, 3, 2))

/** UTCTime, years up to 2049. */
const time = (date: Date): Buffer => der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

const extension = (id: Buffer, value: Uint8Array): Buffer => sequence(id, der(0x04, value))
const authority = (): Buffer => extension(oid(2, 5, 29, 19), sequence(der(0x01, Buffer.from([0xff]))))
const names = (dns: readonly string[]): Buffer => extension(oid(2, 5, 29, 17), sequence(...dns.map((name) => der(0x82, Buffer.from(name)))))

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${label}-----\n`
