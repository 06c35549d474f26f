/** What people have said of the tables' journals. Every word stays on record; the last one counts. */
import type { Kysely, Transaction } from 'kysely'
import type { BookTables, JournalWordRow, StreamRow } from '../rows.ts'

type Reader = Kysely<BookTables> | Transaction<BookTables>

/** Table, `p1/bj07` -> what has been said of its key and its journals, as a text that changes with each word. */
export async function judgements(db: Reader): Promise<ReadonlyMap<string, string>> {
  const said = await Promise.all(
    (['table_keys', 'journal_words'] as const).map((of) =>
      db
        .selectFrom(of)
        .innerJoin('tables', 'tables.id', `${of}.table_id`)
        .select(({ fn }) => ['pit', 'name', fn.max<number>(`${of}.number`).as('last')])
        .groupBy(['pit', 'name'])
        .execute(),
    ),
  )
  const found = new Map<string, string>()
  for (const rows of said)
    for (const { pit, name, last } of rows) found.set(`${pit}/${name}`, `${found.get(`${pit}/${name}`) ?? ''} ${last}`)
  return found
}

export const wordsOf = (db: Reader, table_id: number): Promise<readonly JournalWordRow[]> =>
  db.selectFrom('journal_words').selectAll().where('table_id', '=', table_id).orderBy('number').execute()

/** What people have said of this journal; null: nothing. */
export const standingIn = (words: readonly JournalWordRow[], stream: string): 'person' | 'rejected' | null => {
  const last = words.findLast((each) => each.stream === stream && each.word !== 'counts')
  return last === undefined ? null : last.word === 'ours' ? 'person' : 'rejected'
}

/** Somebody has said that the journal is the table's. */
export const isKnown = ({ standing }: Pick<StreamRow, 'standing'>): boolean => standing !== 'new' && standing !== 'rejected'
