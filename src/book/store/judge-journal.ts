/** A person's word on a journal: the table's or not, and which of two counts for the time that they share. */
import type { Kysely } from 'kysely'
import type { BookTables, JournalWordRow } from '../rows.ts'
import { nameOf, tableNamed } from './places.ts'
import { markTable, sharedTimes } from './shared-time.ts'
import { isKnown, standingIn, wordsOf } from './words.ts'

export interface JournalWord {
  readonly property: string
  /** `bj07`, or `p1/bj07`. */
  readonly table: string
  /** The name of the journal. */
  readonly journal: string
  readonly isOurs: boolean
}

/** A person says whether a journal is the table's. Returns what that changes, as text. @throws Error that says why it changes nothing */
export const judgeJournal = (store: Kysely<BookTables>, { property, table, journal, isOurs }: JournalWord, wallMs: number) =>
  store.transaction().execute(async (trx): Promise<string> => {
    const name = await nameOf(trx, property, table)
    const { id } = await tableNamed(trx, name)
    const word = `${name.pit}/${name.table}`
    const streams = await trx.selectFrom('streams').selectAll().where('table_id', '=', id).orderBy('id').execute()
    const own = streams.find(({ stream }) => stream === journal)
    if (own === undefined) {
      const known = streams.map(({ stream }) => stream).join(', ') || 'none'
      throw new Error(`the book has no journal ${journal} of ${word}; its journals are: ${known}`)
    }
    const words = await wordsOf(trx, id)
    const stands = standingIn(words, journal) ?? own.standing
    const enter = (row: Pick<JournalWordRow, 'word' | 'other'>, number: number) =>
      trx
        .insertInto('journal_words')
        .values({ table_id: id, number: (words.at(-1)?.number ?? 0) + number, stream: journal, at: wallMs, ...row })
        .execute()
    if (!isOurs) {
      if (stands === 'rejected') throw new Error(`${journal} was rejected already`)
      await enter({ word: 'rejected', other: null }, 1)
      return `${journal} is no journal of ${word}: its records stay in the store, and nothing of it counts`
    }
    if (!isKnown({ standing: stands })) {
      await enter({ word: 'ours', other: null }, 1)
      return `${journal} is a journal of ${word}: it counts from its first seal by the confirmed key on`
    }
    const shared = sharedTimes(streams, words).filter(
      ({ one, other, counts }) => counts !== journal && [one, other].some(({ id }) => id === own.id),
    )
    const others = shared.map(({ one, other }) => (one.id === own.id ? other : one).stream)
    if (others.length === 0) throw new Error(`${journal} is known as a journal of ${word} already`)
    for (const [at, other] of others.entries()) await enter({ word: 'counts', other }, at + 1)
    await markTable(trx, id)
    return `${journal} counts for the time that it shares with ${others.join(', ')}`
  })
