/** The queries behind a report, the same for both stores. Each is bounded by time and reads no JSON of results. */
import { sql } from 'kysely'
import { silencingsIn } from '../queries/silencing.ts'
import type { Store } from '../store/open.ts'
import { PAUSE_MS } from './dealt-time.ts'
import { type Described, inForce } from './in-force.ts'
import { notCounted } from './not-counted.ts'
import type { Asked, AskedStream, ShiftRows } from './rows-asked.ts'

/** To learn how a device stood at the start, the report looks back this far. */
const LINKS_BEFORE_MS = 86_400_000

export const shiftRows = async (store: Store, asked: Asked): Promise<ShiftRows> => {
  const { tables, streams } = await namedTables(store, asked.tables)
  const ids = streams.map(({ id }) => id)
  // SQL does not allow an empty list.
  if (ids.length === 0) return { ...NO_ROWS, tables, streams }
  const out = await notCounted(store, tables, asked)
  const counts = ({ stream_id, round }: { readonly stream_id: number; readonly round: string | null }): boolean =>
    round === null || !out.rounds.has(`${stream_id}/${round}`)
  const { rounds, raised, spots } = await roundRows(store, ids, asked)
  const times = await timeRows(store, streams, asked)
  const events = await eventRows(store, ids, asked)
  const whole = {
    ...{ notCounted: out.lines, ...times, ...events },
    ...{ rounds: rounds.filter(counts), raised: raised.filter(counts), spots: spots.filter(counts) },
    activities: times.activities.filter(counts),
    findings: events.findings.filter(counts),
  }
  const descriptions = await descriptionRows(store, { tables, streams, ...whole })
  return { tables, streams, descriptions, ...whole }
}

const NO_ROWS: ShiftRows = {
  notCounted: [],
  activities: [],
  spells: [],
  tables: [],
  streams: [],
  shoes: [],
  rounds: [],
  raised: [],
  spots: [],
  findings: [],
  steps: [],
  devices: [],
  descriptions: [],
  commands: [],
  silencings: [],
}

const namedTables = async (store: Store, names: readonly string[]): Promise<Pick<ShiftRows, 'tables' | 'streams'>> => {
  const all = store.selectFrom('tables').select(['id', 'property', 'pit', 'name', 'house', 'currency', 'exponent'])
  const tables = await (names.length === 0 ? all : all.where('name', 'in', names)).orderBy('pit').orderBy('name').execute()
  const ids = tables.map(({ id }) => id)
  if (ids.length === 0) return { tables, streams: [] }
  const streams = await store
    .selectFrom('streams')
    .select(['id', 'table_id', 'complete_to', 'heard_to', 'last_at'])
    .where('table_id', 'in', ids)
    .execute()
  return { tables, streams }
}

type ForDescriptions = Pick<ShiftRows, 'tables' | 'streams' | 'rounds' | 'shoes'>

/** A description has some 60 KB, so only those in use are fetched whole. */
const descriptionRows = async (store: Store, { tables, streams, rounds, shoes }: ForDescriptions): Promise<ShiftRows['descriptions']> => {
  const ids = tables.map(({ id }) => id)
  const all = await store
    .selectFrom('descriptions')
    .select(['table_id', 'from_at', 'rules_sha256', 'house'])
    .where('table_id', 'in', ids)
    .orderBy('from_at')
    .execute()
  const own = new Map(ids.map((id) => [id, all.filter(({ table_id }) => table_id === id)]))
  const ofStream = new Map(streams.map(({ id, table_id }) => [id, own.get(table_id) ?? []]))
  const used = new Set<Described | null | undefined>([
    ...[...own.values()].map((each) => each.at(-1)),
    ...rounds.map(({ stream_id, opened_at, rules_sha256 }) => inForce(ofStream.get(stream_id) ?? [], opened_at, rules_sha256)),
    ...shoes.map(({ stream_id, loaded_at }) => inForce(ofStream.get(stream_id) ?? [], loaded_at, null)),
  ])
  const found: ShiftRows['descriptions'][number][] = []
  for (const each of all) {
    const { table_id, from_at } = each
    const whole = store.selectFrom('descriptions').select('described').where('table_id', '=', table_id).where('from_at', '=', from_at)
    found.push({ ...each, described: used.has(each) ? ((await whole.executeTakeFirst())?.described ?? null) : null })
  }
  return found
}

/** The number of decisions in a list: its spaces plus one. A round without a hand has none. */
const DECISIONS = `coalesce(sum(case when actions = '' then 0 else length(actions) - length(replace(actions, ' ', '')) + 1 end), 0)`

type RoundPart = Pick<ShiftRows, 'rounds' | 'raised' | 'spots'>

const roundRows = async (store: Store, ids: readonly number[], { from, to, dealer }: Asked): Promise<RoundPart> => {
  const inTime = store
    .selectFrom('rounds')
    .where('rounds.stream_id', 'in', ids)
    .where('opened_at', '>=', from)
    .where('opened_at', '<', to)
    .$if(dealer !== null, (query) => query.where('dealer_id', '=', dealer))
  const hands = inTime.innerJoin('hands', (join) =>
    join.onRef('hands.stream_id', '=', 'rounds.stream_id').onRef('hands.round', '=', 'rounds.round'),
  )
  const rounds = await inTime
    .select([
      'rounds.stream_id',
      'rounds.round',
      'shoe',
      'opened_at',
      'closed_at',
      'dealer_id',
      'rules_sha256',
      'boxes',
      'hands',
      'state',
      'readings',
      'revised',
      'lagging',
    ])
    // A subquery, not a join with grouping: to group, a store would read the hands of all times in order.
    .select(({ selectFrom }) =>
      selectFrom('hands')
        .select(sql<number>`${sql.raw(DECISIONS)}`.as('decisions'))
        .whereRef('hands.stream_id', '=', 'rounds.stream_id')
        .whereRef('hands.round', '=', 'rounds.round')
        .$asScalar()
        .$notNull()
        .as('decisions'),
    )
    .orderBy('opened_at')
    .execute()
  const raised = await hands
    .select(['hands.stream_id', 'hands.round', 'hands.box', 'hands.actions'])
    .where((is) => is.or([is('actions', 'like', '%double%'), is('actions', 'like', '%split%')]))
    .execute()
  const spots = await inTime
    .innerJoin('spots', (join) => join.onRef('spots.stream_id', '=', 'rounds.stream_id').onRef('spots.round', '=', 'rounds.round'))
    .select([
      'spots.stream_id',
      'spots.round',
      'spots.box',
      'spots.area',
      'spots.due',
      'spots.moved',
      'spots.best_staked',
      'spots.best_due',
      'spots.best_moved',
      'spots.certain',
    ])
    .execute()
  return { rounds, raised, spots }
}

type TimePart = Pick<ShiftRows, 'activities' | 'spells'>

/** What opens a table shortly before the span, or keeps it open shortly after it, counts for the time between. */
const timeRows = async (store: Store, streams: readonly AskedStream[], { from, to }: Asked): Promise<TimePart> => {
  const ids = streams.map(({ id }) => id)
  const near = [from - 2 * PAUSE_MS, to + 2 * PAUSE_MS] as const
  const rounds = await store
    .selectFrom('rounds')
    .select(['stream_id', 'round', 'opened_at', 'closed_at', 'dealer_id'])
    .where('stream_id', 'in', ids)
    .where('opened_at', '>=', near[0])
    .where('opened_at', '<', near[1])
    .execute()
  const loaded = await store
    .selectFrom('shoes')
    .select(['stream_id', 'loaded_at'])
    .where('stream_id', 'in', ids)
    .where('loaded_at', '>=', near[0])
    .where('loaded_at', '<', near[1])
    .execute()
  const spells = await store
    .selectFrom('dealer_spells')
    .select(['stream_id', 'dealer_id', 'from_at', 'to_at'])
    .where('stream_id', 'in', ids)
    .where('from_at', '<', near[1])
    .where((is) => is.or([is('to_at', 'is', null), is('to_at', '>=', near[0])]))
    .execute()
  const heardTo = new Map(streams.map(({ id, last_at }) => [id, last_at]))
  return {
    activities: [
      ...rounds.map(({ stream_id, round, opened_at, closed_at, dealer_id }) => {
        return { stream_id, round, from: opened_at, to: closed_at ?? opened_at, isRound: true, dealer_id }
      }),
      ...loaded.map(({ stream_id, loaded_at }) => ({
        stream_id,
        round: null,
        from: loaded_at,
        to: loaded_at,
        isRound: false,
        dealer_id: null,
      })),
    ],
    spells: spells.map(({ to_at, ...spell }) => ({ ...spell, to_at: to_at ?? Math.max(spell.from_at, heardTo.get(spell.stream_id) ?? 0) })),
  }
}

const COUNTS = `case when exists (
  select 1 from findings other
  where other.stream_id = findings.stream_id and other.round = findings.round and other.group_id = findings.group_id
    and other.withdrawn_at is null and other.group_rank < findings.group_rank
) then 0 else 1 end`

type EventPart = Pick<ShiftRows, 'shoes' | 'findings' | 'steps' | 'devices' | 'commands' | 'silencings'>

const eventRows = async (store: Store, ids: readonly number[], { from, to, dealer }: Asked): Promise<EventPart> => {
  const shoes = await store
    .selectFrom('shoes')
    .select(['stream_id', 'loaded_at', 'ended_at', 'cards_out'])
    .where('stream_id', 'in', ids)
    .where('loaded_at', '<', to)
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '>=', from)]))
    .where((is) => is.or([is('ended_at', 'is', null), is('ended_at', '<', to)]))
    .orderBy('loaded_at')
    .execute()
  const findings = await store
    .selectFrom('findings')
    .select([
      'stream_id',
      'finding',
      'code',
      'grade',
      'severity',
      'round',
      'box',
      'amount_wrong',
      'group_id',
      'dealer_id',
      'raised_at',
      'changed_at',
      'withdrawn_at',
      'corrected',
      'other_rules',
    ])
    // Of the whole group, whatever else is asked for. Its findings are about one round.
    .select(sql<0 | 1>`${sql.raw(COUNTS)}`.as('counts'))
    .where('stream_id', 'in', ids)
    .where('raised_at', '>=', from)
    .where('raised_at', '<', to)
    .$if(dealer !== null, (query) => query.where('dealer_id', '=', dealer))
    .orderBy('raised_at')
    .execute()
  // An alarm may be handled after the shift.
  const steps = await store
    .selectFrom('alarm_steps')
    .select(['stream_id', 'alarm', 'at', 'step'])
    .where('stream_id', 'in', ids)
    .where('at', '>=', from)
    .orderBy('stream_id')
    .orderBy('n')
    .execute()
  const devices = await store
    .selectFrom('device_events')
    .select(['stream_id', 'at', 'device', 'kind', 'up'])
    .where('stream_id', 'in', ids)
    .where('kind', '=', 'link')
    .where('at', '>=', from - LINKS_BEFORE_MS)
    .where('at', '<', to)
    .orderBy('stream_id')
    .orderBy('n')
    .execute()
  return { shoes, findings, steps, devices, ...(await commandRows(store, ids, { from, to })) }
}

const commandRows = async (store: Store, ids: readonly number[], { from, to }: Pick<Asked, 'from' | 'to'>) => ({
  commands: await store
    .selectFrom('commands')
    .select(['stream_id', 'user', 'name', 'args', 'ok'])
    .where('stream_id', 'in', ids)
    .where('at', '>=', from)
    .where('at', '<', to)
    .orderBy('stream_id')
    .orderBy('n')
    .execute(),
  silencings: await silencingsIn(store, { streams: ids, from, to: to - 1, user: null }),
})
