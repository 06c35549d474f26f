/** What the house won as the chips moved, which rounds closed while their table was lagging, and what was wrong before it was put right. */
import { type Kysely, type Migration, sql } from 'kysely'

/** Like `houseWon` of a round's account: null unless every movement was seen. */
const wonIn = (moved: 'moved' | 'best_moved') => {
  const column = sql.ref(`p.${moved}`)
  return sql`(select case when count(*) = count(${column}) then -sum(${column}) end from spots p
    where p.stream_id = rounds.stream_id and p.round = rounds.round)`
}

/** The end of the alarm has its name in lower case. A round's last record comes after its result, and hardly ever much later. */
const whileLagging = sql`exists (
  select 1 from device_events e
  where e.stream_id = rounds.stream_id and e.kind = 'host' and e.code = 'LAGGING' and e.n < rounds.last_n and not exists (
    select 1 from device_events later
    where later.stream_id = e.stream_id and later.kind = 'host' and later.code = 'lagging' and later.n > e.n and later.n < rounds.last_n))`

/** What was wrong before it was put right is known only of findings that are derived from now on, or again. */
export const houseWonAndLagging: Migration = {
  up: async (db: Kysely<never>) => {
    for (const column of ['house_won', 'house_won_best']) await db.schema.alterTable('rounds').addColumn(column, 'bigint').execute()
    await db.schema
      .alterTable('rounds')
      .addColumn('lagging', 'bigint', (of) => of.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('findings').addColumn('amount_wrong', 'bigint').execute()
    await sql`update rounds set house_won = ${wonIn('moved')}, house_won_best = ${wonIn('best_moved')} where closed_at is not null`.execute(
      db,
    )
    await sql`update rounds set lagging = 1 where closed_at is not null
      and stream_id in (select stream_id from device_events where kind = 'host' and code = 'LAGGING') and ${whileLagging}`.execute(db)
    await sql`update findings set amount_wrong = amount where corrected = 0`.execute(db)
  },
}
