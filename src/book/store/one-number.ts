/** What the house won under one definition, and the order of groups of findings, in a store that an older book filled. */
import { type Kysely, type Migration, sql } from 'kysely'
import { z } from 'zod'
import { orderWith } from '../derive/findings.ts'

/** A sum or a count over the spots of a round. */
const inSpots = (what: string) =>
  sql`(select ${sql.raw(what)} from spots p where p.stream_id = rounds.stream_id and p.round = rounds.round)`

const MONEY = {
  house_won: '-sum(p.best_moved)',
  bets_not_seen: 'count(*) - count(p.best_moved)',
  staked_not_seen: 'coalesce(sum(case when p.best_moved is null then p.best_staked end), 0)',
  by_the_rules: '-sum(p.best_due)',
  bets_not_known: 'count(*) - count(p.best_due)',
} as const

const rivals = z.object({ rivals: z.array(z.string()).catch([]) }).catch({ rivals: [] })

interface GroupedRow {
  readonly stream_id: number
  readonly finding: string
  readonly group: string
  readonly data: string
}

/** In the order in which they were raised. */
const ranked = async (db: Kysely<never>): Promise<void> => {
  const { rows } = await sql<GroupedRow>`
    select stream_id, finding, group_id as "group", data from findings where group_id is not null order by stream_id, raised_at, finding`.execute(
    db,
  )
  const orders = new Map<string, readonly string[]>()
  for (const { stream_id, finding, group, data } of rows) {
    const key = `${stream_id}/${group}`
    orders.set(key, orderWith(orders.get(key) ?? [], { finding, group, ...rivals.parse(JSON.parse(data)) }))
  }
  for (const { stream_id, finding, group } of rows) {
    const rank = orders.get(`${stream_id}/${group}`)?.indexOf(finding) ?? 0
    await sql`update findings set group_rank = ${rank} where stream_id = ${stream_id} and finding = ${finding}`.execute(db)
  }
}

/** A command is about the round in which it was given. */
export const roundsOfCommands: Migration = {
  up: async (db: Kysely<never>) => {
    await db.schema.alterTable('commands').addColumn('round', 'text').execute()
    await sql`update commands set round = (
      select r.round from rounds r where r.stream_id = commands.stream_id and r.first_n <= commands.n and r.last_n >= commands.n
      order by r.number desc limit 1) where ok = 1 and name in ('hand-dead', 'round-void', 'card-move', 'card-burn')`.execute(db)
    await db.schema.createIndex('commands_by_time').on('commands').columns(['name', 'at']).execute()
  },
}

export const oneNumber: Migration = {
  up: async (db: Kysely<never>) => {
    for (const column of ['house_won_certain', 'by_the_rules']) await db.schema.alterTable('rounds').addColumn(column, 'bigint').execute()
    for (const column of ['bets_not_seen', 'staked_not_seen', 'bets_not_known'])
      await db.schema
        .alterTable('rounds')
        .addColumn(column, 'bigint', (of) => of.notNull().defaultTo(0))
        .execute()
    await db.schema.alterTable('findings').addColumn('group_rank', 'bigint').execute()
    await sql`update rounds set house_won_certain = house_won where state <> 'void'`.execute(db)
    await sql`update rounds set house_won = null`.execute(db)
    const values = Object.entries(MONEY).map(([column, what]) => sql`${sql.ref(column)} = ${inSpots(what)}`)
    await sql`update rounds set ${sql.join(values)} where closed_at is not null and state <> 'void'`.execute(db)
    await db.schema.alterTable('rounds').dropColumn('house_won_best').execute()
    await ranked(db)
  },
}
