/**
 * Commands a second that are looked at at all: people press keys, so more is a fault or an attack (F20). Every one looked at is
 * journaled. Beyond the rate a command is ignored and counted, its sender's first.
 */
const PER_USER_MAX = 50
const TOTAL_MAX = 200
const WINDOW_MS = 1000

export interface CommandGate {
  /** `nowMs`: monotonic. */
  pass(topic: string, nowMs: number): boolean
  /** How many did not pass, since the start. */
  ignored(): number
}

export function commandGate(): CommandGate {
  let windowAt = Number.NEGATIVE_INFINITY
  let total = 0
  let ignored = 0
  // At most TOTAL_MAX users, because each entry was one that passed.
  const users = new Map<string, number>()
  return {
    pass: (topic, nowMs) => {
      if (nowMs - windowAt >= WINDOW_MS) {
        windowAt = nowMs
        total = 0
        users.clear()
      }
      const user = topic.split('/', 8)[6] ?? ''
      const count = users.get(user) ?? 0
      if (count >= PER_USER_MAX || total >= TOTAL_MAX) {
        ignored += 1
        return false
      }
      users.set(user, count + 1)
      total += 1
      return true
    },
    ignored: () => ignored,
  }
}
