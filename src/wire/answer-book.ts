/** Which answers were given and which are still to come: the only memory that commands have. */
import type { ReplyData } from './payloads.ts'

/** Keeps answers, so that a repeated (user, correlation) gets the same one without a second effect. */
export interface AnswerBook {
  find(user: string, correlation: string): ReplyData | undefined
  remember(user: string, answer: ReplyData): void
  /** A valid command is on its way through the journal. */
  awaits(user: string, correlation: string): boolean
  await(user: string, correlation: string, replyTo: string | null): void
  /** Its answer came; returns the topics that want a reply. */
  settle(user: string, answer: ReplyData): readonly string[]
}

/**
 * Answers kept per user, and users kept: repetitions come within seconds, so a full minute of a busy user is enough. Beyond this the
 * oldest is forgotten, the user's own first: it takes 64 logins to push out another user's answers.
 */
export const ANSWERS_MAX = { perUser: 128, users: 64 } as const
/** Commands on their way, and topics that may ask for the answer of one: a second's worth, and a handful. */
const WAITING_MAX = 256
const ASKED_MAX = 8

/** `known`: answers given before the start, oldest first. */
export function answerBook(known: readonly (ReplyData & { readonly user: string })[] = []): AnswerBook {
  const users = new Map<string, Map<string, ReplyData>>()
  const waiting = new Map<string, string[]>()
  const keyOf = (user: string, correlation: string): string => `${user}/${correlation}`
  const book: AnswerBook = {
    find: (user, correlation) => users.get(user)?.get(correlation),
    remember: (user, { correlation, ok, error, ruling, fromSeq, toSeq }) => {
      const own = users.get(user) ?? new Map<string, ReplyData>()
      // Moved to the end: the user not heard from for longest is forgotten first.
      users.delete(user)
      users.set(user, own)
      own.set(correlation, {
        correlation,
        ok,
        error,
        ...(ruling === undefined ? {} : { ruling }),
        ...(fromSeq === undefined || toSeq === undefined ? {} : { fromSeq, toSeq }),
      })
      forgetOldest(own, ANSWERS_MAX.perUser)
      forgetOldest(users, ANSWERS_MAX.users)
    },
    awaits: (user, correlation) => waiting.has(keyOf(user, correlation)),
    await: (user, correlation, replyTo) => {
      const asked = waiting.get(keyOf(user, correlation)) ?? []
      if (replyTo !== null && asked.length < ASKED_MAX) asked.push(replyTo)
      waiting.set(keyOf(user, correlation), asked)
      forgetOldest(waiting, WAITING_MAX)
    },
    settle: (user, answer) => {
      const asked = waiting.get(keyOf(user, answer.correlation)) ?? []
      waiting.delete(keyOf(user, answer.correlation))
      book.remember(user, answer)
      return asked
    },
  }
  for (const { user, ...answer } of known) book.remember(user, answer)
  return book
}

function forgetOldest<K, V>(map: Map<K, V>, max: number): void {
  for (const key of map.keys()) {
    if (map.size <= max) return
    map.delete(key)
  }
}
