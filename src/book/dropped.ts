/** What is dropped because the book has no place for its table, and when a person is told. Pure except for its own state; time is a parameter. */
import type { TableName } from '../wire/topics.ts'

/** The text names this many tables. */
const NAMED_MAX = 8
const TOLD_EVERY_MS = 3_600_000

export interface Dropped {
  heard(name: TableName): void
  /** Something was dropped since it was last asked. */
  hasNew(): boolean
  /** Text for a person, at once and then once an hour; null: not now. */
  tell(nowMs: number, places: number): string | null
}

export const createDropped = (): Dropped => {
  let messages = 0
  let isNew = false
  let toldAtMs = Number.NEGATIVE_INFINITY
  const names = new Set<string>()
  return {
    heard: ({ pit, table }) => {
      messages++
      isNew = true
      if (names.size < NAMED_MAX) names.add(`${pit}/${table}`)
    },
    hasNew: () => {
      const was = isNew
      isNew = false
      return was
    },
    tell: (nowMs, places) => {
      if (messages === 0 || nowMs - toldAtMs < TOLD_EVERY_MS) return null
      const text = `all ${places} places are taken, so ${messages} messages of other tables were dropped, among them of ${[...names].join(', ')}. Give a table of yours a place, with the fingerprint that it prints: npm run book -- trust-key PIT/TABLE FINGERPRINT. If nobody knows these names, somebody makes up tables: look at the logins of the broker`
      toldAtMs = nowMs
      messages = 0
      names.clear()
      return text
    },
  }
}
