/**
 * A certificate that the program makes and signs itself, for a set-up that is served to other machines: X.509 version 3 with a key on P-256,
 * for a few hours. The browser warns of it; its fingerprint is printed in the terminal beside the word.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isIP } from 'node:net'

export interface OwnCertificate {
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** SHA-256 as browsers show it, `AB:CD:...`. */
  readonly fingerprint: string
}

const HOURS = 12
const HOUR_MS = 3_600_000
const ECDSA_SHA256 = '2a8648ce3d040302'
const COMMON_NAME = '550403'
const ALTERNATIVE_NAMES = '551d11'

/** `host`: an address or a name. */
export function ownCertificate(host: string, wallMs: number): OwnCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(set(sequence(oid(COMMON_NAME), der(0x0c, Buffer.from('blackjack-table set-up')))))
  const algorithm = sequence(oid(ECDSA_SHA256))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.concat([Buffer.of(1), randomBytes(15)])),
    algorithm,
    name,
    sequence(time(wallMs - HOUR_MS), time(wallMs + HOURS * HOUR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(oid(ALTERNATIVE_NAMES), der(0x04, sequence(...alternatives(host)))))),
  )
  const signature = sign('sha256', body, privateKey)
  const whole = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.of(0), signature])))
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${(whole.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    fingerprint: (createHash('sha256').update(whole).digest('hex').toUpperCase().match(/../g) ?? []).join(':'),
  }
}

/** X.690: tag, length, content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 0x80 ? [tag, length] : length < 0x100 ? [tag, 0x81, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: readonly Buffer[]): Buffer => der(0x31, Buffer.concat(parts))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
/** UTCTime, `261127043000Z`. */
const time = (ms: number): Buffer => der(0x17, Buffer.from(`${new Date(ms).toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`))

/** RFC 5280, 4.2.1.6: a name is [2], an address [7]. */
function alternatives(host: string): readonly Buffer[] {
  const named = der(0x82, Buffer.from('localhost'))
  if (isIP(host) === 4) return [named, der(0x87, Buffer.from(host.split('.').map(Number)))]
  return isIP(host) === 6 ? [named] : [named, der(0x82, Buffer.from(host))]
}
