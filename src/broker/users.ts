/** Passwords at the embedded broker. The file is read again at each login, so a user who was removed from it is locked out at once. */
import { readFile } from 'node:fs/promises'
import { readUsers } from '../config/users.ts'
import type { PasswordCheck } from './access.ts'
import { hashOf, isRight } from './passwords.ts'

/** Checking a password takes a core for 50 ms, so one at a time; no more may wait than people who log in at once. */
const WAITING_MAX = 16

/** `warn`: reports once that the file cannot be used and lets nobody in, until it can be used again. */
export function passwordCheck(file: string, warn: (text: string) => void): NonNullable<PasswordCheck> {
  let told = ''
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  // Refusing an unknown user takes just as long, so nobody learns names from the time.
  const nobody = hashOf('')
  const check = async (user: string, password: string): Promise<boolean> => {
    const users = await readFile(file, 'utf8').then(readUsers, (error: Error) => error.message)
    const fault = typeof users === 'string' ? `broker: users: ${file} lets nobody in: ${users}` : ''
    if (fault !== told && fault !== '') warn(fault)
    told = fault
    const hash = typeof users === 'string' ? undefined : users.get(user)
    return (await isRight(password, hash ?? (await nobody))) && hash !== undefined
  }
  return async (user, password) => {
    if (waiting >= WAITING_MAX) return false
    waiting += 1
    const answer = last.then(() => check(user, password))
    last = answer.catch(() => undefined)
    return answer.catch(() => false).finally(() => (waiting -= 1))
  }
}
