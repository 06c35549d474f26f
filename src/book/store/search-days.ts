/** Fills the search days of a store whose rounds were derived before search days existed. */
import { type Kysely, type Migration, sql } from 'kysely'

/** Expects `rounds` as r and one of its parts as p. In both stores, dividing whole numbers gives a whole number. */
const DAY = sql`r.opened_at / 86400000`
const ofRound = (part: 'hands' | 'spots' | 'findings') =>
  sql`from ${sql.table(part)} p join rounds r on r.stream_id = p.stream_id and r.round = p.round`

const boxesIn = (part: 'hands' | 'spots' | 'findings') => sql`
  select p.stream_id, 'box', p.box, ${DAY} ${ofRound(part)} where p.box is not null`
const amountsIn = (part: 'spots' | 'findings', column: string) => sql`
  select p.stream_id, 'amount', abs(${sql.ref(`p.${column}`)}), ${DAY} ${ofRound(part)} where ${sql.ref(`p.${column}`)} is not null`

/** `union` removes duplicates. */
const fromRounds = sql.join(
  [
    ...(['hands', 'spots', 'findings'] as const).map(boxesIn),
    ...['best_staked', 'best_due', 'best_moved'].map((column) => amountsIn('spots', column)),
    amountsIn('findings', 'amount'),
  ],
  sql` union `,
)

/** Fills them from the derived rounds that are there. */
export const fillSearchDays = (db: Kysely<never>): Promise<unknown> =>
  sql`insert into search_days (stream_id, what, value, day) ${fromRounds}`.execute(db)

export const daysOfSearches: Migration = {
  up: async (db: Kysely<never>) => {
    await db.schema
      .createTable('search_days')
      .addColumn('stream_id', 'bigint', (of) => of.notNull())
      .addColumn('what', 'text', (of) => of.notNull())
      .addColumn('value', 'bigint', (of) => of.notNull())
      .addColumn('day', 'bigint', (of) => of.notNull())
      .addPrimaryKeyConstraint('search_days_key', ['stream_id', 'what', 'value', 'day'])
      .execute()
    await fillSearchDays(db)
  },
}
