/** Passwords at the embedded broker. The file is read again at each login, so a user who was removed from it is locked out at once. */
import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readUsers } from '../../base/config/users.ts'
import { asIs, isSaid } from '../../words/text.ts'
import type { Checked, PasswordCheck } from './access.ts'
import { hashOf, isRight } from './passwords.ts'

/** Checking a password takes a core for 50 ms, so one at a time; no more may wait than people who log in at once. The others are told to come again. */
const WAITING_MAX = 16

/** `warn`: reports once that the file cannot be used and lets nobody in, until it can be used again. */
export function passwordCheck(file: string, warn: (text: string) => void): NonNullable<PasswordCheck> {
  let told = ''
  let last: Promise<unknown> = Promise.resolve()
  // Refusing an unknown user takes just as long, so nobody learns names from the time.
  const nobody = hashOf('')
  const readNow = async () => {
    const users = await readFile(file, 'utf8').then(readUsers, (error: Error) => asIs(error.message))
    const fault = isSaid(users) ? `broker: users: ${file} lets nobody in: ${users.en}` : ''
    if (fault !== told && fault !== '') warn(fault)
    told = fault
    return isSaid(users) ? null : users
  }
  /** Whoever was let in before waits behind nobody who guesses, as long as the file has the same hash for him. */
  const known = new Map<string, { readonly mark: string; readonly hash: string }>()
  const isKnown = async (user: string, mark: string): Promise<boolean> => {
    const before = known.get(user)
    return before?.mark === mark && (await readNow())?.get(user) === before.hash
  }
  const check = async (user: string, password: string, mark: string): Promise<Checked> => {
    const hash = (await readNow())?.get(user)
    if (!(await isRight(password, hash ?? (await nobody))) || hash === undefined) return 'wrong'
    known.set(user, { mark, hash })
    return 'right'
  }
  // Whoever reloads several pages gives the same password several times. A keyed hash stands for it, never the password.
  const key = randomBytes(32)
  const pending = new Map<string, Promise<Checked>>()
  return async (user, password) => {
    const mark = createHmac('sha256', key)
      .update(JSON.stringify([user, password]))
      .digest('base64')
    if (await isKnown(user, mark)) return 'right'
    const same = pending.get(mark)
    if (same !== undefined) return same
    if (pending.size >= WAITING_MAX) return 'busy'
    const answer = last
      .then(() => check(user, password, mark))
      .catch((): Checked => 'wrong')
      .finally(() => pending.delete(mark))
    last = answer
    pending.set(mark, answer)
    return answer
  }
}
