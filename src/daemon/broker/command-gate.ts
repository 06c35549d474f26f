/**
 * How many commands per second are processed: people press keys, so more is a fault or an attack (F20). Each user has an allowance that
 * nobody else can use up; beyond these, all share what is left. The first command of a user beyond the rate is refused, so that the user
 * learns of it; further ones are ignored and counted.
 */
const OWN_MAX = 5
const PER_USER_MAX = 50
const SHARED_MAX = 200
const WINDOW_MS = 1000
/** Users with an allowance of their own, who are told: a floor has a few. Somebody who makes up names cannot push one of them out. */
const USERS_MAX = 100
const FORGOTTEN_MS = 600_000

export type Passage = 'pass' | 'refuse' | 'ignore'

export interface CommandGate {
  /** `nowMs`: monotonic. */
  at(topic: string, nowMs: number): Passage
  /** How many were ignored since the start. */
  ignored(): number
}

interface User {
  lastMs: number
  passed: number
  isTold: boolean
}

export function commandGate(): CommandGate {
  let windowAt = Number.NEGATIVE_INFINITY
  let shared = 0
  let ignored = 0
  const users = new Map<string, User>()

  const begin = (nowMs: number) => {
    windowAt = nowMs
    shared = 0
    for (const [name, user] of users) {
      user.passed = 0
      user.isTold = false
      if (nowMs - user.lastMs > FORGOTTEN_MS) users.delete(name)
    }
  }
  const userOf = (name: string, nowMs: number): User | null => {
    const known = users.get(name)
    if (known !== undefined || users.size >= USERS_MAX) return known ?? null
    const user = { lastMs: nowMs, passed: 0, isTold: false }
    users.set(name, user)
    return user
  }
  const isWithin = (user: User | null): boolean => {
    if (user !== null && user.passed < OWN_MAX) return true
    if (shared >= SHARED_MAX || (user !== null && user.passed >= PER_USER_MAX)) return false
    shared += 1
    return true
  }

  return {
    at: (topic, nowMs) => {
      if (nowMs - windowAt >= WINDOW_MS) begin(nowMs)
      const user = userOf(topic.split('/', 8)[6] ?? '', nowMs)
      if (isWithin(user)) {
        if (user !== null) {
          user.passed += 1
          user.lastMs = nowMs
        }
        return 'pass'
      }
      if (user !== null && !user.isTold) {
        user.isTold = true
        return 'refuse'
      }
      ignored += 1
      return 'ignore'
    },
    ignored: () => ignored,
  }
}
