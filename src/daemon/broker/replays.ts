/**
 * Replays under way: records of the journal sent again to whoever requested them. They are sent a few at a time and only when nothing else
 * is waiting, so that they never delay anything at the table.
 */
import type { Message } from '../../wire/envelope.ts'
import { type Entry, entryOf } from './send-queue.ts'

/** Reads the next messages; none: that was all. */
export type ReplaySource = () => Promise<readonly Message[]>

/** Sent but not acknowledged: a quarter of what a connection may have on its way. */
export const REPLAY_WINDOW = 16
/** Audit sinks of a floor; a person never asks for a replay. */
const USERS_MAX = 4

export interface Replays {
  /** Why nothing can be sent to that user now; null: it can. */
  refusal(user: string): string | null
  begin(user: string, source: ReplaySource): void
  /** From the replay that was requested first. */
  next(): Entry | undefined
  /** Reads messages for `next`. Resolves to whether there are more now. */
  read(): Promise<boolean>
  /** The connection is gone, and with it whoever waited; he asks again for what he is missing. */
  drop(): void
}

export function createReplays(): Replays {
  const underWay = new Map<string, ReplaySource>()
  let ready: Message[] = []
  let reading: Promise<boolean> | null = null

  const readNext = async (): Promise<boolean> => {
    for (const [user, source] of underWay) {
      const messages = await source().catch(() => [])
      // Dropped meanwhile, or started again.
      if (underWay.get(user) !== source) continue
      ready.push(...messages)
      if (messages.length > 0) return true
      underWay.delete(user)
    }
    return false
  }

  return {
    refusal: (user) => {
      if (underWay.has(user)) return 'refused: a replay for this user is under way; ask again when its last record has come'
      return underWay.size < USERS_MAX ? null : 'refused: replays for others are under way; ask again in a few seconds'
    },
    begin: (user, source) => void underWay.set(user, source),
    next: () => {
      const message = ready.shift()
      return message === undefined ? undefined : entryOf(message)
    },
    read: () => {
      if (ready.length > 0 || underWay.size === 0) return Promise.resolve(false)
      reading ??= readNext().finally(() => {
        reading = null
      })
      return reading
    },
    drop: () => {
      underWay.clear()
      ready = []
    },
  }
}
