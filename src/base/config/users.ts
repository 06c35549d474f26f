/** Who may give commands at the embedded broker: a YAML file of names, each with the hash of a password. Made by `npm run users`. */
import { parse } from 'yaml'
import type { Said } from '../../words/text.ts'
import { wrongFile } from './wrong.ts'

/** Name -> `scrypt$16384$8$1$SALT$HASH`, salt and hash in base64url. */
export type Users = ReadonlyMap<string, string>

export const USER_NAME = /^[a-z0-9-]{1,32}$/
export const PASSWORD_HASH = /^scrypt\$(16384|32768|65536)\$8\$1\$([\w-]{16,64})\$([\w-]{43})$/

/** A casino's floor has a few hundred. */
export const USERS_MAX = 1000
const TEXT_CHARS_MAX = 256 * 1024

/** The users in a file's text, or what is wrong with it. Quotes only names from it. */
export const readUsers = (text: string): Users | Said => readHashes(text, PASSWORD_HASH, (name) => wrongFile('no-hash', { name }))

/** The names, each with its hash, which must have the given `form`; or what is wrong. `lacks` says what a name without a hash needs. */
export function readHashes(text: string, form: RegExp, lacks: (name: string) => Said): ReadonlyMap<string, string> | Said {
  if (text.length > TEXT_CHARS_MAX) return wrongFile('hashes-long', { most: TEXT_CHARS_MAX })
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 0 }) ?? {}
  } catch {
    return wrongFile('hashes-yaml')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrongFile('hashes-list')
  const entries: readonly [string, unknown][] = Object.entries(value)
  if (entries.length > USERS_MAX) return wrongFile('hashes-many', { most: USERS_MAX })
  const read = new Map<string, string>()
  for (const [name, hash] of entries) {
    if (!USER_NAME.test(name)) return wrongFile('user-name', { name: JSON.stringify(name.slice(0, 40)) })
    if (typeof hash !== 'string' || !form.test(hash)) return lacks(name)
    read.set(name, hash)
  }
  return read
}

export const usersText = (users: Users): string =>
  hashesText(users, 'Who may give commands. Written by npm run users; the passwords themselves are not stored.')

/** `head`: the file's first line. */
export function hashesText(hashes: ReadonlyMap<string, string>, head: string): string {
  const lines = [...hashes].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, hash]) => `${name}: ${hash}\n`)
  return `# ${head}\n${lines.join('') || '{}\n'}`
}
