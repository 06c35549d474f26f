/** Every table of the property: how far its records reach, which are missing, and what a person should know about them. */
import type { IncidentRow, StreamRow, TableRow } from '../rows.ts'
import { timeOf, timeOrNull } from './answer-rows.ts'
import type { Incident, TableState } from './answers.ts'
import type { Db } from './page.ts'

/** Far more than any property has, including streams of former journals. */
const TABLES_MAX = 1000
const STREAMS_MAX = 4000
/** Only the newest incidents of all tables are read here. */
const INCIDENTS_READ_MAX = 2000
const INCIDENTS_TOLD_MAX = 20
const GAPS_TOLD_MAX = 100
/** Records after a gap that are searched for further gaps. */
const BEHIND_GAP_MAX = 10_000

export async function tablesOf(db: Db): Promise<TableState[]> {
  const tables = await db.selectFrom('tables').selectAll().orderBy('property').orderBy('pit').orderBy('name').limit(TABLES_MAX).execute()
  const streams = await db.selectFrom('streams').selectAll().orderBy('last_at', 'desc').limit(STREAMS_MAX).execute()
  const incidents = await db
    .selectFrom('incidents')
    .selectAll()
    .where('closed_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(INCIDENTS_READ_MAX)
    .execute()
  const names = new Map(streams.map(({ id, stream }) => [id, stream]))
  return Promise.all(
    tables.map((table) => {
      const own = streams.filter(({ table_id }) => table_id === table.id)
      const isOwn = ({ table_id, stream_id }: IncidentRow) => table_id === table.id || own.some(({ id }) => id === stream_id)
      const told = incidents.filter(isOwn).slice(0, INCIDENTS_TOLD_MAX)
      return tableState(
        db,
        table,
        own,
        told.map((incident) => incidentOf(incident, names)),
      )
    }),
  )
}

async function tableState(db: Db, table: TableRow, streams: readonly StreamRow[], incidents: Incident[]): Promise<TableState> {
  const { property, pit, name, house, currency, exponent } = table
  const rounds = await Promise.all(streams.map(({ id }) => roundsIn(db, id)))
  const last = streams.length === 0 ? null : Math.max(...streams.map(({ last_at }) => last_at))
  return {
    ...{ property, pit, table: name, house, currency, exponent },
    rounds: rounds.reduce((sum, each) => sum + each, 0),
    lastAt: timeOrNull(last),
    streams: await Promise.all(streams.map((stream) => streamState(db, stream))),
    incidents,
  }
}

/** Rounds are numbered without gaps, so the last number in the index is the count of all. */
async function roundsIn(db: Db, stream: number): Promise<number> {
  const rounds = db.selectFrom('rounds').where('stream_id', '=', stream)
  const last = await rounds.select('number').orderBy('number', 'desc').limit(1).executeTakeFirst()
  const out = rounds.select(({ fn }) => fn.countAll().as('rounds')).where('left_out', '=', 1)
  return (last?.number ?? 0) - Number((await out.executeTakeFirstOrThrow()).rounds)
}

async function streamState(db: Db, row: StreamRow): Promise<TableState['streams'][number]> {
  const { stream, complete_to, derived_to, heard_to, last_at, standing } = row
  const records = { completeTo: complete_to, heardTo: heard_to, missing: await gapsOf(db, row), lastAt: timeOf(last_at) }
  return { stream, ...records, standing, waiting: Math.max(0, complete_to - derived_to) }
}

/** The spans of missing records between `complete_to` and `heard_to`, both ends inclusive. */
export async function gapsOf(db: Db, { id, complete_to, heard_to }: StreamRow): Promise<[number, number][]> {
  if (heard_to <= complete_to) return []
  const behind = await db
    .selectFrom('records')
    .select('n')
    .where('stream_id', '=', id)
    .where('n', '>', complete_to)
    .orderBy('n')
    .limit(BEHIND_GAP_MAX)
    .execute()
  return gapsBetween(
    complete_to,
    behind.map(({ n }) => n),
    behind.length < BEHIND_GAP_MAX ? heard_to : null,
  ).slice(0, GAPS_TOLD_MAX)
}

/** `held`: ascending, all above `from`; `to`: the highest record known of, or null if `held` was cut off. Pure. */
function gapsBetween(from: number, held: readonly number[], to: number | null): [number, number][] {
  const marks = to === null ? held : [...held, to + 1]
  return marks.flatMap((n, at): [number, number][] => {
    const before = at === 0 ? from : (marks[at - 1] ?? from)
    return n > before + 1 ? [[before + 1, n - 1]] : []
  })
}

const incidentOf = ({ at, code, text, stream_id }: IncidentRow, names: ReadonlyMap<number, string>): Incident => ({
  at: timeOf(at),
  code,
  text,
  stream: stream_id === null ? null : (names.get(stream_id) ?? null),
})
