/** What a person says to the book: which key and which journals are a table's, and which incidents were looked at. */
import { z } from 'zod'
import { type JournalWord, judgeJournal } from './judge-journal.ts'
import { type Confirming, confirmKey } from './keys.ts'
import { closeLookedAt, type LookedAt } from './looked-at.ts'
import type { Store } from './open.ts'

export type Word = Confirming | JournalWord | LookedAt

const name = z.string().max(100)
const INCIDENTS_MAX = 100
export const wordSaid: z.ZodType<Word> = z.union([
  z.strictObject({ property: name, table: name, fingerprint: name, isAhead: z.boolean() }),
  z.strictObject({ property: name, table: name, journal: name, isOurs: z.boolean() }),
  z.strictObject({ incidents: z.array(z.int()).min(1).max(INCIDENTS_MAX), by: name }),
])

/** Returns what that changes, as text. @throws Error that says why it changes nothing */
export const enterWord = (store: Store, word: Word, wallMs: number): Promise<string> => {
  if ('incidents' in word) return closeLookedAt(store, word, wallMs)
  return 'fingerprint' in word ? confirmKey(store, word, wallMs) : judgeJournal(store, word, wallMs)
}
