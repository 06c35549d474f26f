/**
 * A seal is the table's signature over all records up to a number. Anybody who has the public key and received all of `log` computes the
 * same hash (`digest.ts`), so a journal that was altered anywhere before the seal no longer fits. The Ed25519 signature covers exactly this
 * text, every line with its LF:
 *
 *   blackjack-table journal seal 1
 *   stream q3kf9abc
 *   record 4711
 *   hash <64 hexadecimal digits>
 *   at 2026-11-21T01:43:19.123Z
 */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto'

/** A table's signature over its journal. The newest is retained on `checkpoint`, and kept beside the signing key. */
export interface SealedHead {
  /** The journal's name. */
  readonly stream: string
  /** The last record it covers, 1 and up. */
  readonly seq: number
  /** Over all records up to `seq`, 64 hexadecimal digits. */
  readonly hash: string
  /** When it was signed, ISO 8601 in UTC. */
  readonly at: string
  /** Base64. */
  readonly signature: string
  /** Base64 of its DER form (SPKI). */
  readonly publicKey: string
}
export type Signed = Pick<SealedHead, 'stream' | 'seq' | 'hash' | 'at'>

export interface SigningKey {
  /** Base64 of its DER form (SPKI). */
  readonly publicKey: string
  sign(signed: Signed): SealedHead
  /** Base64. */
  signText(text: string): string
}

const FORM = 'blackjack-table journal seal 1'

const sealedText = ({ stream, seq, hash, at }: Signed): string => `${FORM}\nstream ${stream}\nrecord ${seq}\nhash ${hash}\nat ${at}\n`

export const isSignedBy = (publicKey: string, { signature, ...signed }: Signed & Pick<SealedHead, 'signature'>): boolean =>
  isTextSignedBy(publicKey, sealedText(signed), signature)

/** `signature`: base64. */
export const isTextSignedBy = (publicKey: string, text: string, signature: string): boolean => {
  const key = publicKeyOf(publicKey)
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

/** null: it is not an Ed25519 key in base64 of its DER form. */
const publicKeyOf = (publicKey: string): KeyObject | null => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/** The key in a file that somebody was given (PEM, or base64 of the DER form), as base64 of its DER form. null: it holds no Ed25519 key. */
export const publicKeyIn = (text: string): string | null => {
  const trimmed = text.trim()
  if (!trimmed.includes('-----BEGIN')) return publicKeyOf(trimmed) === null ? null : trimmed
  try {
    const key = createPublicKey(trimmed)
    return key.asymmetricKeyType === 'ed25519' ? publicText(key) : null
  } catch {
    return null
  }
}

/** Of a public key, in a form that one person can read to another over the telephone. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(Buffer.from(publicKey, 'base64'))
    .digest('hex')
    .slice(0, 16)
    .replace(/(....)(?=.)/g, '$1-')

const publicText = (key: KeyObject): string => key.export({ format: 'der', type: 'spki' }).toString('base64')

/** `pem`: PKCS#8. @throws Error if it is not an Ed25519 key without a password */
export const signingKeyOf = (pem: string): SigningKey => {
  const key = createPrivateKey(pem)
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`it is a key of type ${key.asymmetricKeyType}, not ed25519`)
  const publicKey = publicText(createPublicKey(key))
  const signText = (text: string): string => sign(null, Buffer.from(text), key).toString('base64')
  return {
    publicKey,
    signText,
    sign: ({ stream, seq, hash, at }) => ({ stream, seq, hash, at, signature: signText(sealedText({ stream, seq, hash, at })), publicKey }),
  }
}

/** PKCS#8 in PEM form. */
export const newSigningKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
