/** Incidents that stand, and a person's word that one was looked at. */
import { type Kysely, type Migration, sql } from 'kysely'
import type { BookIncident } from '../incident-codes.ts'
import type { BookTables } from '../rows.ts'

export interface StandingIncident {
  readonly number: number
  /** Unix ms. */
  readonly at: number
  /** `p1/bj07`; null: it concerns no single table. */
  readonly table: string | null
  readonly code: string
  readonly text: string
}

/** The oldest first. */
export async function standingIncidents(db: Kysely<BookTables>): Promise<readonly StandingIncident[]> {
  const rows = await db
    .selectFrom('incidents')
    .leftJoin('streams', 'streams.id', 'incidents.stream_id')
    .leftJoin('tables', (on) => on.on('tables.id', '=', sql<number>`coalesce(incidents.table_id, streams.table_id)`))
    .select(['incidents.id as number', 'at', 'pit', 'name', 'code', 'text'])
    .where('closed_at', 'is', null)
    .orderBy('incidents.id')
    .execute()
  return rows.map(({ pit, name, ...row }) => ({ ...row, table: pit === null ? null : `${pit}/${name}` }))
}

export interface LookedAt {
  readonly incidents: readonly number[]
  /** The user of the machine who says so. */
  readonly by: string
}

/** They stand for as long as what they report is so: only that closes them. */
const SETTLED_BY: { readonly [code in BookIncident]?: string } = {
  GAP: 'it closes when the table has sent what is missing, or says that it has it no more',
  'TWO-TABLES': 'it closes when somebody names the journal that was played: npm run book -- trust-key TABLE --journal NAME',
}

/** All of them or none. Returns what that changes, as text. @throws Error that says why it changes nothing */
export const closeLookedAt = (db: Kysely<BookTables>, { incidents, by }: LookedAt, wallMs: number) =>
  db.transaction().execute(async (trx): Promise<string> => {
    for (const number of incidents) {
      const found = await trx.selectFrom('incidents').select(['code', 'closed_at', 'stream_id']).where('id', '=', number).executeTakeFirst()
      if (found === undefined) throw new Error(`there is no incident ${number}; npm run -s book -- incidents lists those that stand`)
      if (found.closed_at !== null) throw new Error(`incident ${number} was closed at ${new Date(found.closed_at).toISOString()} already`)
      const waits = await trx
        .selectFrom('streams')
        .select('stream')
        .where('id', '=', found.stream_id)
        .where('standing', '=', 'new')
        .execute()
      const [journal] = found.code === 'NEW-JOURNAL' ? waits : []
      const why = Object.hasOwn(SETTLED_BY, found.code) ? SETTLED_BY[found.code as BookIncident] : undefined
      if (why !== undefined) throw new Error(`incident ${number} (${found.code}) stands: ${why}`)
      if (journal !== undefined)
        throw new Error(
          `incident ${number} (${found.code}) stands until somebody says whose journal ${journal.stream} is: npm run book -- trust-key TABLE --journal ${journal.stream}, or --not-journal ${journal.stream}`,
        )
    }
    await trx.updateTable('incidents').set({ closed_at: wallMs, closed_by: by }).where('id', 'in', incidents).execute()
    return `closed by ${by}: ${incidents.join(', ')}`
  })

/** Who closed it; null: it settled itself, or stands. */
export const incidentsClosedBy: Migration = {
  up: (db) => db.schema.alterTable('incidents').addColumn('closed_by', 'text').execute(),
}
