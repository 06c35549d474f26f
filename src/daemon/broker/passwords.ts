/** Password hashes, in a form that a file may hold (`src/base/config/users.ts`). Slow on purpose, in a thread of its own. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { PASSWORD_HASH } from '../../base/config/users.ts'

/** 16 MB and some 50 ms per attempt. */
const COST = { N: 16_384, r: 8, p: 1 } as const
const SALT_BYTES = 16
const HASH_BYTES = 32

export const PASSWORD_CHARS = { min: 8, max: 256 } as const

/** The passwords that are tried first everywhere, as far as they are long enough, without the digits and signs at their end. */
const COMMON = new Set(
  (
    'password passwort passw0rd p@ssword p@ssw0rd qwerty qwertz qwertyui qwertzui qwertyuiop qwertzuiop asdfghjk asdfghjkl yxcvbnm zxcvbnm ' +
    'iloveyou sunshine princess football baseball superman starwars pokemon trustno whatever computer internet administrator admin root ' +
    'letmein welcome willkommen hallo hello changeme default secret geheim blackjack casino dealer croupier roulette table pitboss floor ' +
    'michelle jennifer michael mercedes liverpool schalke dragon monkey master shadow test guest user abc abcd abcdefgh a1b2c3d 1q2w3e 1q2w3e4r 1qaz2wsx'
  ).split(' '),
)
/** Of fewer different signs somebody guesses the rest. */
const SIGNS_MIN = 4

/** Whether somebody who guesses tries this at once: a usual one, digits only, the user's own name, or few signs again and again. */
export function isCommon(password: string, name: string): boolean {
  const plain = password.toLowerCase()
  const stem = plain.replace(/[\d\W_]+$/, '')
  return stem === '' || stem === name || COMMON.has(stem) || COMMON.has(plain) || new Set(plain).size < SIGNS_MIN
}

export async function hashOf(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const { N, r, p } = COST
  const hash = await derive(password, salt, COST)
  return `scrypt$${N}$${r}$${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Also false if `hash` is not a hash. */
export async function isRight(password: string, hash: string): Promise<boolean> {
  const [, n = '', salt = '', kept = ''] = PASSWORD_HASH.exec(hash) ?? []
  if (n === '' || password.length > PASSWORD_CHARS.max) return false
  const made = await derive(password, Buffer.from(salt, 'base64url'), { ...COST, N: Number(n) })
  return timingSafeEqual(made, Buffer.from(kept, 'base64url'))
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Twice what it needs: the limit is for a hostile file, not for us.
    const options = { ...cost, maxmem: 256 * (cost.N ?? 0) * (cost.r ?? 0) }
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, options, (error, key) => (error === null ? resolve(key) : reject(error)))
  })
}
