/** Who may give commands at the embedded broker: a YAML file of names, each with the hash of a password. Made by `npm run users`. */
import { parse } from 'yaml'

/** Name -> `scrypt$16384$8$1$SALT$HASH`, salt and hash in base64url. */
export type Users = ReadonlyMap<string, string>

const NAME = /^[a-z0-9-]{1,32}$/
export const PASSWORD_HASH = /^scrypt\$(16384|32768|65536)\$8\$1\$([\w-]{16,64})\$([\w-]{43})$/

/** A casino's floor has some hundred. */
export const USERS_MAX = 1000
const TEXT_CHARS_MAX = 256 * 1024

/** The users of a file's text, or what is wrong with it. Quotes nothing of it but names. */
export function readUsers(text: string): Users | string {
  if (text.length > TEXT_CHARS_MAX) return `it is longer than ${TEXT_CHARS_MAX} characters`
  let value: unknown
  try {
    value = parse(text, { maxAliasCount: 0 }) ?? {}
  } catch {
    return 'it is not valid YAML'
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'it is not a list of names with their hashes'
  const users: readonly [string, unknown][] = Object.entries(value)
  if (users.length > USERS_MAX) return `it has more than ${USERS_MAX} users`
  const read = new Map<string, string>()
  for (const [name, hash] of users) {
    if (!NAME.test(name)) return `${JSON.stringify(name.slice(0, 40))} is not a valid user name (a-z, 0-9 and -, 1 to 32 characters)`
    if (typeof hash !== 'string' || !PASSWORD_HASH.test(hash))
      return `${name} has no password hash; npm run users -- add ${name} creates one`
    read.set(name, hash)
  }
  return read
}

export function usersText(users: Users): string {
  const lines = [...users].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, hash]) => `${name}: ${hash}\n`)
  return `# Who may give commands. Written by npm run users; the passwords themselves are not stored.\n${lines.join('') || '{}\n'}`
}
