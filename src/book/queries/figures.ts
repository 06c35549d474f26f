/**
 * The totals of every table, for metrics. They are read often, so all tables are read at once, and what no longer changes is not counted
 * again.
 */
import { sql } from 'kysely'
import type { IncidentRow, StreamRow } from '../rows.ts'
import type { Db } from './page.ts'
import { gapsOf } from './tables.ts'

export interface TableFigures {
  readonly pit: string
  readonly table: string
  readonly records: number
  readonly missing: number
  readonly underived: number
  readonly incidents: number
  readonly rounds: number
  readonly hands: number
  /** When the newest record held was written, Unix ms; null: no record is held. */
  readonly lastAt: number | null
  readonly findings: readonly { readonly code: string; readonly count: number }[]
  readonly devices: readonly { readonly device: string; readonly up: boolean }[]
}

const TABLES_MAX = 1000
/** Far more than any property has, including former journals. */
const STREAMS_MAX = 4000
/** Codes of all tables, and devices: a table has a few dozen of each. */
const ROWS_MAX = 200_000
/** The hands of this many newest rounds, up to twice as many, may still change and are counted each time. */
const UNSETTLED_ROUNDS = 64

/** A reader that counts settled hands only once. */
export function tableFigures(db: Db): () => Promise<readonly TableFigures[]> {
  const playedIn = playCounter(db)
  return async () => {
    const tables = await db.selectFrom('tables').select(['id', 'pit', 'name']).orderBy('id').limit(TABLES_MAX).execute()
    const streams = await db.selectFrom('streams').selectAll().orderBy('last_at', 'desc').limit(STREAMS_MAX).execute()
    const streamsOf = grouped(streams, ({ table_id }) => table_id)
    const played = await playedIn()
    const findings = await standingFindings(db)
    const newest = [...streamsOf.values()].flatMap(([first]) => (first === undefined ? [] : [first.id]))
    const devices = newest.length === 0 ? new Map<number, DeviceUp[]>() : await devicesOf(db, newest)
    const incidents = await incidentCounts(db)
    const told: TableFigures[] = []
    for (const { id, pit, name } of tables) {
      const own = streamsOf.get(id) ?? []
      const ids = own.map((stream) => stream.id)
      told.push({
        ...{ pit, table: name },
        ...(await recordsOf(db, own)),
        rounds: sum(ids.map((stream) => played.get(stream)?.rounds ?? 0)),
        hands: sum(ids.map((stream) => played.get(stream)?.hands ?? 0)),
        findings: byCode(ids.flatMap((stream) => findings.get(stream) ?? [])),
        devices: own[0] === undefined ? [] : (devices.get(own[0].id) ?? []),
        incidents: sum(
          incidents
            .filter(({ table_id, stream_id }) => table_id === id || (stream_id !== null && ids.includes(stream_id)))
            .map(({ count }) => Number(count)),
        ),
      })
    }
    return told
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

function grouped<T, K>(rows: readonly T[], keyOf: (row: T) => K): ReadonlyMap<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group === undefined) groups.set(keyOf(row), [row])
    else group.push(row)
  }
  return groups
}

async function recordsOf(
  db: Db,
  streams: readonly StreamRow[],
): Promise<Pick<TableFigures, 'records' | 'missing' | 'underived' | 'lastAt'>> {
  const [newest] = streams
  const gaps = await Promise.all(streams.map((stream) => gapsOf(db, stream)))
  return {
    records: newest?.complete_to ?? 0,
    lastAt: newest?.last_at ?? null,
    missing: sum(gaps.flat().map(([from, to]) => to - from + 1)),
    underived: sum(streams.map(({ complete_to, derived_to }) => Math.max(0, complete_to - derived_to))),
  }
}

interface CodeCount {
  readonly code: string
  readonly count: number
}

/** Grouped by stream, because one index holds all that is needed. The few of rounds that are left out are subtracted. */
async function standingFindings(db: Db): Promise<ReadonlyMap<number, readonly CodeCount[]>> {
  const standing = db.selectFrom('findings').where('withdrawn_at', 'is', null).groupBy(['findings.stream_id', 'code']).limit(ROWS_MAX)
  const counted = standing.select(({ fn }) => ['findings.stream_id', 'code', fn.countAll().as('count')])
  const all = await counted.execute()
  const out = await counted
    .innerJoin('rounds', (on) => on.onRef('rounds.stream_id', '=', 'findings.stream_id').onRef('rounds.round', '=', 'findings.round'))
    .where('left_out', '=', 1)
    .execute()
  const rows = [...all.map((row) => ({ ...row, count: Number(row.count) })), ...out.map((row) => ({ ...row, count: -Number(row.count) }))]
  return grouped(rows, ({ stream_id }) => stream_id)
}

/** Merges the counts of a table's journals, so that each code occurs once. */
const byCode = (counts: readonly CodeCount[]): readonly CodeCount[] =>
  [...grouped(counts, ({ code }) => code)].map(([code, own]) => ({ code, count: sum(own.map(({ count }) => count)) }))

interface DeviceUp {
  readonly device: string
  readonly up: boolean
}

async function devicesOf(db: Db, streams: readonly number[]): Promise<ReadonlyMap<number, DeviceUp[]>> {
  const last = db
    .selectFrom('device_events')
    .select(({ fn }) => ['stream_id', fn.max('n').as('n')])
    .where('stream_id', 'in', streams)
    .where('up', 'is not', null)
    .where('device', 'is not', null)
    .groupBy(['stream_id', 'device'])
    .as('last')
  const rows = await db
    .selectFrom(last)
    .innerJoin('device_events as e', (join) => join.onRef('e.stream_id', '=', 'last.stream_id').onRef('e.n', '=', 'last.n'))
    .select(['e.stream_id', 'e.device', 'e.up'])
    .orderBy('e.n')
    .limit(ROWS_MAX)
    .execute()
  const ups = new Map<number, DeviceUp[]>()
  for (const [stream, own] of grouped(rows, ({ stream_id }) => stream_id))
    ups.set(
      stream,
      own.flatMap(({ device, up }) => (device === null ? [] : [{ device, up: up === 1 }])),
    )
  return ups
}

const incidentCounts = (db: Db): Promise<readonly (Pick<IncidentRow, 'table_id' | 'stream_id'> & { readonly count: unknown })[]> =>
  db
    .selectFrom('incidents')
    .select(({ fn }) => ['table_id', 'stream_id', fn.countAll().as('count')])
    .where('closed_at', 'is', null)
    .groupBy(['table_id', 'stream_id'])
    .execute()

interface Played {
  readonly rounds: number
  readonly hands: number
}

/** By journal. An index holds them alone. */
const leftOut = (db: Db) =>
  db
    .selectFrom('rounds')
    .select(({ fn }) => ['stream_id', fn.countAll().as('rounds'), fn.sum('hands').as('hands')])
    .where('left_out', '=', 1)
    .groupBy('stream_id')
    .execute()

/** Rounds are numbered without gaps. The hands of rounds that may still change are counted each time, the hands of earlier rounds once. */
function playCounter(db: Db): () => Promise<ReadonlyMap<number, Played>> {
  const settled = new Map<number, { readonly to: number; readonly hands: number }>()
  const between = async (stream: number, after: number, to: number): Promise<number> => {
    const { hands } = await db
      .selectFrom('rounds')
      .select(({ fn }) => fn.sum('hands').as('hands'))
      .where('stream_id', '=', stream)
      .where('number', '>', after)
      .where('number', '<=', to)
      .executeTakeFirstOrThrow()
    return Number(hands)
  }
  const step = sql.lit(UNSETTLED_ROUNDS)
  return async () => {
    // Both counts in one statement: a round that opens in between would move the border between settled and unsettled rounds.
    const { rows } = await sql<{ readonly id: number; readonly last: number; readonly hands: number | null }>`
      select s.id, s.last, (select sum(r.hands) from rounds r where r.stream_id = s.id and r.number > (s.last / ${step} - 1) * ${step}) as hands
      from (
        select id, coalesce((select number from rounds where stream_id = streams.id order by number desc limit 1), 0) as last from streams
      ) s`.execute(db)
    const played = new Map<number, Played>()
    for (const { id, last, hands } of rows) {
      const known = settled.get(id) ?? { to: 0, hands: 0 }
      const to = Math.max(0, (Math.floor(last / UNSETTLED_ROUNDS) - 1) * UNSETTLED_ROUNDS)
      // A rebuilt table may have fewer rounds than before.
      const [after, before] = to < known.to ? [0, 0] : [known.to, known.hands]
      const counted = to === after ? before : before + (await between(id, after, to))
      settled.set(id, { to, hands: counted })
      played.set(id, { rounds: last, hands: counted + Number(hands ?? 0) })
    }
    for (const { stream_id, ...out } of await leftOut(db)) {
      const { rounds, hands } = played.get(stream_id) ?? { rounds: 0, hands: 0 }
      played.set(stream_id, { rounds: rounds - Number(out.rounds), hands: hands - Number(out.hands) })
    }
    return played
  }
}
