/**
 * Tokens of programs that read the book: a YAML file of names, each with the hash of its token. Made by `npm run users -- token`. A token is
 * random and long, so one round of SHA-256 is enough to protect it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Said } from '../../words/text.ts'
import { hashesText, readHashes } from './users.ts'
import { wrongFile } from './wrong.ts'

const TOKEN_HASH = /^sha256\$[0-9a-f]{64}$/
const TOKEN_BYTES = 32
/** This many random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/

/** Name -> `sha256$HEX` */
export type Tokens = ReadonlyMap<string, string>

/** The tokens in a file's text, or what is wrong with it. Quotes only names from it. */
export const readTokens = (text: string): Tokens | Said => readHashes(text, TOKEN_HASH, (name) => wrongFile('no-token-hash', { name }))

export const tokensText = (tokens: Tokens): string =>
  hashesText(tokens, 'Who may read the book by a token. Written by npm run users -- token; the tokens themselves are not stored.')

const hashOf = (token: string): string => `sha256$${createHash('sha256').update(token).digest('hex')}`

/** null: it does not have the form of a token. */
export const tokenHash = (token: string): string | null => (TOKEN.test(token) ? hashOf(token) : null)

export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashOf(token) }
}
