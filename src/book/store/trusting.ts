/** What a person says of a table at the book: which key is its own, and which journals. */
import { z } from 'zod'
import { type JournalWord, judgeJournal } from './judge-journal.ts'
import { type Confirming, confirmKey } from './keys.ts'
import type { Store } from './open.ts'

export type Trusting = Confirming | JournalWord

const word = z.string().max(100)
export const trusting: z.ZodType<Trusting> = z.union([
  z.strictObject({ property: word, table: word, fingerprint: word, isAhead: z.boolean() }),
  z.strictObject({ property: word, table: word, journal: word, isOurs: z.boolean() }),
])

/** Returns what that changes, as text. @throws Error that says why it changes nothing */
export const trust = (store: Store, said: Trusting, wallMs: number): Promise<string> =>
  'fingerprint' in said ? confirmKey(store, said, wallMs) : judgeJournal(store, said, wallMs)
