/**
 * How the store's tables came about, step by step. A released step is never changed: a later change is another step. In both stores whole
 * numbers are `bigint` and everything else is `text`.
 */
import { type CreateTableBuilder, type Kysely, type Migration, sql } from 'kysely'
import { NO_RECORDS } from '../../base/records/digest.ts'
import type { BookTables } from '../rows.ts'
import { pastStaysJudged } from './described.ts'
import { incidentsClosedBy } from './looked-at.ts'
import { oneNumber, roundsOfCommands } from './one-number.ts'
import { daysOfSearches } from './search-days.ts'
import { roundsLeftOut } from './shared-time.ts'
import { countersignedStays } from './upgrade-keys.ts'
import { onlyWhatIsVouchedFor } from './upgrade-standing.ts'

interface Index<T extends keyof BookTables> {
  readonly on: T
  readonly columns: readonly (keyof BookTables[T] & string)[]
}

const index = <T extends keyof BookTables>(on: T, ...columns: Index<T>['columns']): Index<T> => ({ on, columns })

/** Name of an index -> its table and columns. */
const INDEXES = {
  rounds_by_time: index('rounds', 'stream_id', 'opened_at', 'number'),
  rounds_by_number: index('rounds', 'stream_id', 'number'),
  rounds_by_dealer: index('rounds', 'stream_id', 'dealer_id', 'opened_at', 'number'),
  rounds_by_state: index('rounds', 'stream_id', 'state', 'opened_at', 'number'),
  findings_by_time: index('findings', 'stream_id', 'raised_at'),
  findings_by_code: index('findings', 'stream_id', 'code', 'raised_at'),
  findings_by_round: index('findings', 'stream_id', 'round'),
  alarm_steps_by_alarm: index('alarm_steps', 'stream_id', 'alarm', 'n'),
  alarm_steps_by_time: index('alarm_steps', 'stream_id', 'step', 'at', 'n'),
  device_events_by_device: index('device_events', 'stream_id', 'device', 'n'),
} as const

/** Holds everything that metrics need of findings, so that their rows are not read. */
const indexOfStandingFindings: Migration = {
  up: (db) => db.schema.createIndex('findings_standing').on('findings').columns(['stream_id', 'code', 'withdrawn_at']).execute(),
}

const indexesOfTheQueries: Migration = {
  up: async (db) => {
    for (const [name, { on, columns }] of Object.entries(INDEXES))
      await db.schema
        .createIndex(name)
        .on(on)
        .columns([...columns])
        .execute()
  },
}

type AnyStore = Kysely<unknown>
type Columns = Readonly<{ [column: string]: 'number' | 'number?' | 'text' | 'text?' }>

interface Table {
  readonly columns: Columns
  readonly key: readonly string[]
}

/** The tables of the first step, as it made them. */
const TABLES: {
  readonly [T in Exclude<
    keyof BookTables,
    'descriptions' | 'book_heads' | 'search_days' | 'table_keys' | 'journal_words' | 'other_versions'
  >]: Table
} = {
  tables: {
    columns: {
      id: 'number',
      property: 'text',
      pit: 'text',
      name: 'text',
      house: 'text?',
      software: 'text?',
      currency: 'text?',
      exponent: 'number?',
      described: 'text?',
    },
    key: ['id'],
  },
  streams: {
    columns: {
      id: 'number',
      table_id: 'number',
      stream: 'text',
      complete_to: 'number',
      heard_to: 'number',
      hash: 'text',
      boot: 'number',
      derived_to: 'number',
      derive_state: 'text',
      public_key: 'text?',
      first_at: 'number',
      last_at: 'number',
    },
    key: ['id'],
  },
  records: { columns: { stream_id: 'number', n: 'number', t: 'number', kind: 'text', body: 'text' }, key: ['stream_id', 'n'] },
  incidents: {
    columns: { id: 'number', stream_id: 'number?', table_id: 'number?', at: 'number', code: 'text', text: 'text' },
    key: ['id'],
  },
  shoes: {
    columns: {
      stream_id: 'number',
      shoe: 'number',
      loaded_at: 'number',
      ended_at: 'number?',
      cut_card_at: 'number?',
      cards_out: 'number?',
      cards: 'number?',
    },
    key: ['stream_id', 'shoe'],
  },
  rounds: {
    columns: {
      stream_id: 'number',
      round: 'text',
      shoe: 'number',
      number: 'number',
      opened_at: 'number',
      closed_at: 'number?',
      first_n: 'number',
      last_n: 'number',
      dealer_id: 'text?',
      boxes: 'number',
      hands: 'number',
      state: 'text',
      ended: 'text?',
      readings: 'number',
      certain: 'number',
      net: 'number?',
      net_best: 'number?',
      net_from: 'number?',
      net_to: 'number?',
      staked: 'number?',
      staked_sides: 'number?',
      revised: 'number',
      result: 'text?',
    },
    key: ['stream_id', 'round'],
  },
  hands: {
    columns: {
      stream_id: 'number',
      round: 'text',
      box: 'number',
      hand: 'number',
      cards: 'text',
      total: 'number?',
      actions: 'text',
      outcome: 'text?',
      certain: 'number',
      share: 'number?',
    },
    key: ['stream_id', 'round', 'box', 'hand'],
  },
  spots: {
    columns: {
      stream_id: 'number',
      round: 'text',
      box: 'number',
      area: 'text',
      staked: 'number?',
      due: 'number?',
      moved: 'number?',
      best_staked: 'number',
      best_due: 'number?',
      best_moved: 'number?',
      certain: 'number',
    },
    key: ['stream_id', 'round', 'box', 'area'],
  },
  findings: {
    columns: {
      stream_id: 'number',
      finding: 'text',
      code: 'text',
      grade: 'text',
      severity: 'text',
      round: 'text?',
      box: 'number?',
      hand: 'number?',
      spot: 'text?',
      amount: 'number?',
      group_id: 'text?',
      dealer_id: 'text?',
      raised_at: 'number',
      changed_at: 'number?',
      withdrawn_at: 'number?',
      corrected: 'number',
      data: 'text',
    },
    key: ['stream_id', 'finding'],
  },
  alarm_steps: {
    columns: { stream_id: 'number', n: 'number', alarm: 'text', at: 'number', step: 'text', user: 'text?', note: 'text?' },
    key: ['stream_id', 'n'],
  },
  commands: {
    columns: {
      stream_id: 'number',
      n: 'number',
      at: 'number',
      user: 'text',
      name: 'text',
      args: 'text?',
      ok: 'number',
      error: 'text?',
    },
    key: ['stream_id', 'n'],
  },
  device_events: {
    columns: {
      stream_id: 'number',
      n: 'number',
      at: 'number',
      device: 'text?',
      kind: 'text',
      up: 'number?',
      code: 'text?',
      text: 'text?',
    },
    key: ['stream_id', 'n'],
  },
  dealer_spells: {
    columns: { stream_id: 'number', from_n: 'number', dealer_id: 'text', from_at: 'number', to_at: 'number?' },
    key: ['stream_id', 'from_n'],
  },
  theories: { columns: { rules_sha256: 'text', version: 'number', theory: 'text' }, key: ['rules_sha256', 'version'] },
}

const create = async (db: AnyStore, name: string, { columns, key }: Table): Promise<void> => {
  let table: CreateTableBuilder<string, string> = db.schema.createTable(name)
  for (const [column, form] of Object.entries(columns)) {
    table = table.addColumn(column, form.startsWith('number') ? 'bigint' : 'text', (of) => (form.endsWith('?') ? of : of.notNull()))
  }
  await table.addPrimaryKeyConstraint(`${name}_key`, [...key]).execute()
}

const tablesOfTheBook: Migration = {
  up: async (db) => {
    for (const [name, table] of Object.entries(TABLES)) await create(db, name, table)
    await db.schema.createIndex('tables_name').unique().on('tables').columns(['property', 'pit', 'name']).execute()
    await db.schema.createIndex('streams_name').unique().on('streams').columns(['table_id', 'stream']).execute()
  },
}

/** The size of a shoe follows from the table's rules; no record states it. */
const shoesWithoutTheirSize: Migration = {
  up: (db) => db.schema.alterTable('shoes').dropColumn('cards').execute(),
}

/** Records that were stored before this step count as unproven until the journal's next seal. */
const recordsProven: Migration = {
  up: async (db) => {
    await db.schema
      .alterTable('streams')
      .addColumn('proven_to', 'bigint', (of) => of.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('streams')
      .addColumn('proven_hash', 'text', (of) => of.notNull().defaultTo(NO_RECORDS))
      .execute()
    await db.schema.alterTable('streams').addColumn('doubted_by', 'bigint').execute()
  },
}

const headsOfTheBook: Migration = {
  up: (db) =>
    create(db, 'book_heads', {
      columns: { stream_id: 'number', boot: 'number', seq: 'number', hash: 'text', at: 'text', key: 'text', sig: 'text' },
      key: ['stream_id'],
    }),
}

/** null unless every movement was seen. */
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
const houseWonAndLagging: Migration = {
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

/** Name of a step -> the step; they run in the order of their names. */
export const MIGRATIONS: Readonly<{ [name: string]: Migration }> = {
  '001-tables-of-the-book': tablesOfTheBook,
  '010-indexes-of-the-queries': indexesOfTheQueries,
  '020-shoes-without-their-size': shoesWithoutTheirSize,
  '030-records-proven': recordsProven,
  '031-heads-of-the-book': headsOfTheBook,
  '040-days-of-searches': daysOfSearches,
  '041-standing-findings': indexOfStandingFindings,
  '060-countersigned-stays': countersignedStays,
  '061-house-won-and-lagging': houseWonAndLagging,
  '070-one-number': oneNumber,
  '071-rounds-of-commands': roundsOfCommands,
  '072-past-stays-judged': pastStaysJudged,
  '080-only-what-is-vouched-for': onlyWhatIsVouchedFor,
  '081-rounds-left-out': roundsLeftOut,
  '082-incidents-closed-by': incidentsClosedBy,
}
