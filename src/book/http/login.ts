/** The readers of the book: programs log in with a token, people with the name and password of the broker's users. */
import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readTokens, tokenHash } from '../../base/config/tokens.ts'
import { lockAfter, WRONG_PASSWORDS } from '../../base/serving/lock.ts'
import type { Checked } from '../../daemon/broker/access.ts'
import { passwordCheck } from '../../daemon/broker/users.ts'
import { isId } from '../../wire/topics.ts'
import { asIs, isSaid } from '../../words/text.ts'

export interface LoginFiles {
  /** File of the broker's users; null: nobody can log in with a password. */
  readonly users: string | null
  /** null: nobody can log in with a token. */
  readonly tokens: string | null
}

/**
 * `locked`: too many wrong passwords for that name came from that network, so this one was not checked. `busy`: it was not checked because
 * too many others wait.
 */
export type Entry =
  | { readonly kind: 'reader'; readonly name: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'busy' }

export interface Login {
  /** `authorization`: the header as it was sent; `network`: where it came from. Never rejects. */
  enter(authorization: string | undefined, network: string): Promise<Entry>
}

export const LOCKED_SECONDS = WRONG_PASSWORDS.windowMs / 1000

/** By then some of those that wait have been checked. */
export const BUSY_SECONDS = 1

/** Checking a password takes a core for 50 ms, and a display queries every second. So an accepted password is remembered for this long. */
const REMEMBERED_MS = 60_000
/** More people than ever read at once. */
const REMEMBERED_MAX = 500
/** Room for a name and a password in base64. */
const HEADER_CHARS_MAX = 1024

/** `nowMs`: monotonic. `warn`: reports what is wrong with a file, once until the file is fixed. */
export function loginBy({ users, tokens }: LoginFiles, nowMs: () => number, warn: (text: string) => void): Login {
  const byPassword = users === null ? async () => REFUSED : passwordLogin(passwordCheck(users, warn), nowMs)
  const byToken = tokens === null ? async () => REFUSED : tokenLogin(tokens, warn)
  return {
    async enter(authorization = '', network) {
      const [, scheme = '', given = ''] = /^(\w+) +(\S+)$/.exec(authorization.slice(0, HEADER_CHARS_MAX)) ?? []
      if (/^bearer$/i.test(scheme)) return byToken(given)
      return /^basic$/i.test(scheme) ? byPassword(given, network) : REFUSED
    },
  }
}

const REFUSED: Entry = { kind: 'refused' }

function tokenLogin(file: string, warn: (text: string) => void): (given: string) => Promise<Entry> {
  let told = ''
  return async (given) => {
    const hash = tokenHash(given)
    if (hash === null) return REFUSED
    const read = await readFile(file, 'utf8').then(readTokens, (error: Error) => asIs(error.message))
    const fault = isSaid(read) ? `book: tokens: ${file} lets nobody in: ${read.en}` : ''
    if (fault !== told && fault !== '') warn(fault)
    told = fault
    // This compares hashes, not tokens, so the time it takes reveals nothing about any token.
    const name = isSaid(read) ? undefined : [...read].find(([, kept]) => kept === hash)?.[0]
    return name === undefined ? REFUSED : { kind: 'reader', name }
  }
}

type Check = (user: string, password: string) => Promise<Checked>

function passwordLogin(check: Check, nowMs: () => number): (given: string, network: string) => Promise<Entry> {
  const known = remembered(nowMs)
  const lock = lockAfter(WRONG_PASSWORDS, nowMs)
  const pending = new Map<string, Promise<Entry>>()
  const entryOf = async (given: string, name: string, password: string, place: string): Promise<Entry> => {
    const checked = await check(name, password)
    if (checked === 'busy') return { kind: 'busy' }
    if (checked === 'right') {
      known.add(given)
      return { kind: 'reader', name }
    }
    lock.note(place)
    return REFUSED
  }
  return async (given, network) => {
    const [, name = '', password = ''] = /^([^:]*):([\s\S]*)$/.exec(Buffer.from(given, 'base64').toString('utf8')) ?? []
    if (!isId(name)) return REFUSED
    if (known.has(given)) return { kind: 'reader', name }
    // All displays behind one passage have one address, so a name is locked there, not the address.
    const place = `${network} ${name}`
    if (lock.isLocked(place)) return { kind: 'locked' }
    // A page that asks several times at once gives one password, and counts once if it is wrong.
    const asked = `${place} ${given}`
    const same = pending.get(asked)
    if (same !== undefined) return same
    const entry = entryOf(given, name, password, place).finally(() => pending.delete(asked))
    pending.set(asked, entry)
    return entry
  }
}

/** Passwords accepted lately. Keeps a keyed hash of each, never the password. */
function remembered(nowMs: () => number): { has(secret: string): boolean; add(secret: string): void } {
  const key = randomBytes(32)
  const untilMs = new Map<string, number>()
  const markOf = (secret: string): string => createHmac('sha256', key).update(secret).digest('base64')
  return {
    has: (secret) => nowMs() < (untilMs.get(markOf(secret)) ?? 0),
    add(secret) {
      const [oldest] = untilMs.keys()
      if (untilMs.size >= REMEMBERED_MAX && oldest !== undefined) untilMs.delete(oldest)
      untilMs.set(markOf(secret), nowMs() + REMEMBERED_MS)
    },
  }
}
