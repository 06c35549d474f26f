/** What every table comes to so far, for metrics: read often, so that what no longer changes is not counted again. */
import type { StreamRow } from '../rows.ts'
import type { Db } from './page.ts'
import { gapsOf, roundsIn } from './tables.ts'

export interface TableFigures {
  readonly pit: string
  readonly table: string
  readonly records: number
  readonly missing: number
  readonly underived: number
  readonly incidents: number
  readonly rounds: number
  readonly hands: number
  /** When the newest record held was written, Unix ms; null: there is none. */
  readonly lastAt: number | null
  readonly findings: readonly { readonly code: string; readonly count: number }[]
  readonly devices: readonly { readonly device: string; readonly up: boolean }[]
}

const TABLES_MAX = 1000
/** Codes of one table: all there are. */
const CODES_MAX = 200
/** A table has some ten. */
const DEVICES_MAX = 32
/** Rounds behind the last whose hands may still change. */
const UNSETTLED_ROUNDS = 200

/** A reader that counts hands once. */
export function tableFigures(db: Db): () => Promise<readonly TableFigures[]> {
  const handsIn = handCounter(db)
  return async () => {
    const tables = await db.selectFrom('tables').select(['id', 'pit', 'name']).orderBy('id').limit(TABLES_MAX).execute()
    const told: TableFigures[] = []
    for (const { id, pit, name } of tables) {
      const streams = await db.selectFrom('streams').selectAll().where('table_id', '=', id).orderBy('last_at', 'desc').execute()
      const hands = await Promise.all(streams.map((stream) => handsIn(stream.id)))
      told.push({ pit, table: name, hands: sum(hands), ...(await ofStreams(db, streams)), incidents: await incidentsOf(db, id, streams) })
    }
    return told
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

async function ofStreams(db: Db, streams: readonly StreamRow[]): Promise<Omit<TableFigures, 'pit' | 'table' | 'hands' | 'incidents'>> {
  const ids = streams.map(({ id }) => id)
  const [newest] = streams
  const gaps = await Promise.all(streams.map((stream) => gapsOf(db, stream)))
  return {
    records: newest?.complete_to ?? 0,
    lastAt: newest?.last_at ?? null,
    missing: sum(gaps.flat().map(([from, to]) => to - from + 1)),
    underived: sum(streams.map(({ complete_to, derived_to }) => Math.max(0, complete_to - derived_to))),
    rounds: sum(await Promise.all(ids.map((id) => roundsIn(db, id)))),
    findings: ids.length === 0 ? [] : await findingsBy(db, ids),
    devices: newest === undefined ? [] : await devicesOf(db, newest.id),
  }
}

async function findingsBy(db: Db, streams: readonly number[]): Promise<TableFigures['findings']> {
  const rows = await db
    .selectFrom('findings')
    .select(({ fn }) => ['code', fn.countAll().as('count')])
    .where('stream_id', 'in', streams)
    .where('withdrawn_at', 'is', null)
    .groupBy('code')
    .limit(CODES_MAX)
    .execute()
  return rows.map(({ code, count }) => ({ code, count: Number(count) }))
}

async function devicesOf(db: Db, stream: number): Promise<TableFigures['devices']> {
  const last = db
    .selectFrom('device_events')
    .select(({ fn }) => fn.max('n').as('n'))
    .where('stream_id', '=', stream)
    .where('up', 'is not', null)
    .groupBy('device')
  const rows = await db
    .selectFrom('device_events')
    .select(['device', 'up'])
    .where('stream_id', '=', stream)
    .where('n', 'in', last)
    .limit(DEVICES_MAX)
    .execute()
  return rows.flatMap(({ device, up }) => (device === null ? [] : [{ device, up: up === 1 }]))
}

async function incidentsOf(db: Db, table: number, streams: readonly StreamRow[]): Promise<number> {
  const ids = streams.map(({ id }) => id)
  const { count } = await db
    .selectFrom('incidents')
    .select(({ fn }) => fn.countAll().as('count'))
    .where((eb) => eb.or([eb('table_id', '=', table), ...(ids.length === 0 ? [] : [eb('stream_id', 'in', ids)])]))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Hands of a stream: those of rounds that may still change are counted each time, those before them once. */
function handCounter(db: Db): (stream: number) => Promise<number> {
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
  return async (stream) => {
    const last = await roundsIn(db, stream)
    const known = settled.get(stream) ?? { to: 0, hands: 0 }
    const to = Math.max(known.to, last - UNSETTLED_ROUNDS)
    const hands = known.hands + (await between(stream, known.to, to))
    settled.set(stream, { to, hands })
    return hands + (await between(stream, to, last))
  }
}
