/**
 * Who is logged in on this display. The browser has a random word in a cookie; the login itself stays here, in memory, because the broker
 * and the book ask for it. A restart ends all sessions.
 */
import { createHash, randomBytes } from 'node:crypto'
import { placesFor } from '../../base/serving/sockets.ts'

export interface Session {
  readonly user: string
  readonly password: string
}

/** Whether a login that was right still is. */
export interface Standing {
  readonly everyMs: number
  /** What a login rests on besides its password: if it changes, the session ends. */
  markOf(user: string): Promise<string>
  /** Never rejects. */
  holds(session: Session, mark: string): Promise<boolean>
}

export interface Sessions {
  /** The word for the cookie. Replaces the session of `before`, if there is one. */
  open(session: Session, mark: string, before: string | null): string
  /** null: there is none under this word, or no more. */
  find(word: string | null): Session | null
  /** The person did something. */
  use(session: Session): void
  end(word: string): void
  /** `close`: called when the session ends. Returns what to call if the connection ends first. */
  join(session: Session, close: () => void): () => void
  stop(): void
}

export const SESSION_LIMITS = {
  /** Without anything done on the page: people watch a table for long before they act. */
  idleMs: 2 * 3_600_000,
  /** A shift. */
  absoluteMs: 12 * 3_600_000,
  /** Of one display; beyond it the oldest ends of the user who has the most. */
  max: 200,
  /** How often those that have had their time are looked for. */
  sweepMs: 1000,
} as const
const WORD_BYTES = 32

interface Entry {
  readonly session: Session
  readonly key: string
  readonly mark: string
  readonly openedMs: number
  usedMs: number
  checkedMs: number
  readonly closes: Set<() => void>
}

export type SessionLimits = { readonly [limit in keyof typeof SESSION_LIMITS]: number }

/** `nowMs`: monotonic. */
export function keepSessions(standing: Standing, nowMs: () => number, limits: SessionLimits = SESSION_LIMITS): Sessions {
  // By a hash of the word: a copy of this memory opens no session, and the time of a look-up tells nothing about a word.
  const entries = new Map<string, Entry>()
  const bySession = new WeakMap<Session, Entry>()
  const end = (entry: Entry): void => {
    places.leave(entry)
    if (!entries.delete(entry.key)) return
    for (const close of entry.closes) close()
  }
  const places = placesFor<Entry>(limits.max, end)
  const isOver = ({ openedMs, usedMs }: Entry): boolean => nowMs() - usedMs >= limits.idleMs || nowMs() - openedMs >= limits.absoluteMs
  const found = (word: string | null): Entry | null => {
    const entry = (word === null ? undefined : entries.get(keyOf(word))) ?? null
    if (entry === null || !isOver(entry)) return entry
    end(entry)
    return null
  }
  const check = (entry: Entry): void => {
    entry.checkedMs = nowMs()
    void standing.holds(entry.session, entry.mark).then((holds) => holds || end(entry))
  }
  const sweep = (): void => {
    for (const entry of [...entries.values()]) {
      if (isOver(entry)) end(entry)
      else if (nowMs() - entry.checkedMs >= standing.everyMs) check(entry)
    }
  }
  const timer = setInterval(sweep, limits.sweepMs).unref()
  return {
    open(session, mark, before) {
      const replaced = found(before)
      if (replaced !== null) end(replaced)
      const word = randomBytes(WORD_BYTES).toString('base64url')
      const entry = entryOf(session, mark, word, nowMs())
      entries.set(entry.key, entry)
      bySession.set(session, entry)
      places.enter(entry, session.user)
      return word
    },
    find: (word) => found(word)?.session ?? null,
    use(session) {
      const entry = bySession.get(session)
      if (entry !== undefined) entry.usedMs = nowMs()
    },
    end(word) {
      const entry = found(word)
      if (entry !== null) end(entry)
    },
    join(session, close) {
      const entry = bySession.get(session)
      if (entry === undefined || !entries.has(entry.key)) close()
      entry?.closes.add(close)
      return () => void entry?.closes.delete(close)
    },
    stop() {
      clearInterval(timer)
      for (const entry of [...entries.values()]) end(entry)
    },
  }
}

const entryOf = (session: Session, mark: string, word: string, nowMs: number): Entry => ({
  ...{ session, mark, key: keyOf(word), openedMs: nowMs, usedMs: nowMs, checkedMs: nowMs },
  closes: new Set(),
})

const keyOf = (word: string): string => createHash('sha256').update(word).digest('base64')
