/** What a table told of itself, by the time from which it was so. */
import { type Kysely, type Migration, sql, type Transaction } from 'kysely'
import type { BookTables, DescriptionRow } from '../rows.ts'

/** One that says the same as the newest begins nothing new. `from_at`: as the table dates it; never before the newest. */
export async function enterDescription(trx: Transaction<BookTables> | Kysely<BookTables>, row: DescriptionRow): Promise<void> {
  const newest = await trx
    .selectFrom('descriptions')
    .select(['from_at', 'described'])
    .where('table_id', '=', row.table_id)
    .orderBy('from_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest?.described === row.described) return
  const from_at = newest === undefined ? row.from_at : Math.max(row.from_at, newest.from_at + 1)
  await trx
    .insertInto('descriptions')
    .values({ ...row, from_at })
    .execute()
}

/**
 * The newest description is known to hold from the newest record on. Of earlier rounds a rebuild finds out under which rules they were played,
 * and takes it for those that were played under the same.
 */
export const pastStaysJudged: Migration = {
  up: async (db: Kysely<never>) => {
    await db.schema
      .createTable('descriptions')
      .addColumn('table_id', 'bigint', (of) => of.notNull())
      .addColumn('from_at', 'bigint', (of) => of.notNull())
      .addColumn('rules_sha256', 'text')
      .addColumn('house', 'text')
      .addColumn('described', 'text', (of) => of.notNull())
      .addPrimaryKeyConstraint('descriptions_key', ['table_id', 'from_at'])
      .execute()
    const { rows } = await sql<{
      readonly id: number
      readonly house: string | null
      readonly described: string
      readonly last: number | null
    }>`
      select id, house, described, (select max(s.last_at) from streams s where s.table_id = tables.id) as last
      from tables where described is not null`.execute(db)
    for (const { id, house, described, last } of rows)
      await sql`insert into descriptions (table_id, from_at, rules_sha256, house, described)
        values (${id}, ${last ?? 0}, ${digestIn(described)}, ${house}, ${described})`.execute(db)
    await db.schema.alterTable('tables').dropColumn('described').execute()
    await db.schema.alterTable('rounds').addColumn('rules_sha256', 'text').execute()
    await db.schema
      .alterTable('findings')
      .addColumn('other_rules', 'bigint', (of) => of.notNull().defaultTo(0))
      .execute()
  },
}

const digestIn = (described: string): string | null => /"rulesSha256":"([0-9a-f]{64})"/.exec(described)?.[1] ?? null
