/**
 * The book's store: one file on this machine (libsql) or a PostgreSQL database, with the same tables and the same queries. Reads and writes
 * go through kysely, typed by `rows.ts`.
 */
import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import {
  type CompiledQuery,
  type DatabaseConnection,
  DEFAULT_MIGRATION_TABLE,
  type Dialect,
  type Driver,
  Kysely,
  Migrator,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely'
import Database from 'libsql'
import pg from 'pg'
import { codeOf, reasonOf } from '../../base/process/reason.ts'
import { JournalError } from '../../daemon/journal/errors.ts'
import { diskFiles, strangeKind } from '../../daemon/journal/files.ts'
import { LockHeld, systemProcesses, takeLock } from '../../daemon/journal/lock.ts'
import { unwritable } from '../../daemon/journal/writable.ts'
import type { BookTables } from '../rows.ts'
import { MIGRATIONS } from './migrations.ts'

/** `destroy()` closes it. */
export type Store = Kysely<BookTables>

export interface StoreConfig {
  /** Path of the embedded store's file, in a folder of its own; `:memory:`; or `postgres://user@host/database`. */
  readonly store: string
}

/** The store cannot be used; the text says why and what to do. */
export class StoreFault extends Error {}
/** Another process has the embedded store open. */
export class StoreHeld extends StoreFault {}
/** The disk or somebody has altered the store, so that it cannot be read. */
export class StoreDamaged extends StoreFault {}

const IN_MEMORY = ':memory:'
/** Enough for a property's queries and its one writer; more would only wait for each other on the server. */
const CONNECTIONS_MAX = 4
const CONNECT_MS_MAX = 10_000
/** The name by which the server knows a book's connections. */
const APPLICATION = 'book'

/** A file that one process holds, not a server with many clients. */
export const isEmbedded = (config: StoreConfig): boolean => !isPostgres(config) && config.store !== IN_MEMORY
export const isPostgres = ({ store }: StoreConfig): boolean => /^postgres(ql)?:\/\//.test(store)

/**
 * Opens the store and brings its tables up to date. A missing file is created. `onDamage`: a query has met damage; the query fails, too.
 * @throws StoreFault when it cannot be opened, or newer software has changed its tables
 */
export async function openStore(config: StoreConfig, onDamage: (fault: StoreDamaged) => void = () => undefined): Promise<Store> {
  const told: Telling = async (run) => {
    try {
      return await run()
    } catch (error) {
      const fault = damageIn(config, error)
      if (fault !== null) onDamage(fault)
      throw fault ?? error
    }
  }
  const store = new Kysely<BookTables>({
    dialect: isPostgres(config) ? postgresDialect(config.store, told) : await embeddedDialect(config.store, told),
  })
  try {
    await migrate(store, placeOf(config))
    return store
  } catch (error) {
    await store.destroy().catch(() => undefined)
    throw error instanceof StoreFault ? error : new StoreFault(`the store ${placeOf(config)} cannot be used: ${reasonOf(error)}`)
  }
}

/**
 * SQLite: a page, the file or the disk under it. PostgreSQL: data or an index is corrupted (XX001, XX002), or the disk fails (58030).
 */
const DAMAGE = /^(?:SQLITE_(?:CORRUPT|NOTADB|IOERR_(?:READ|SHORT_READ|CORRUPTFS|DATA))\w*|XX00[12]|58030)$/

/** `how`: as the store says it. */
export const damaged = (config: StoreConfig, how: string): StoreDamaged =>
  new StoreDamaged(
    `the store ${placeOf(config)} is damaged (${how}): the disk fails, or somebody altered it. Secure what is there, then ${
      isPostgres(config)
        ? 'restore the last back-up of the database (pg_restore), or name an empty one'
        : 'put the last back-up in its place (npm run book -- restore FILE --replace), or move its file aside'
    }; what a store lacks, the book requests from the tables, as far as their journals go back`,
  )

const damageIn = (config: StoreConfig, error: unknown): StoreDamaged | null =>
  error instanceof StoreDamaged ? error : DAMAGE.test(codeOf(error)) ? damaged(config, reasonOf(error)) : null

/** The store's place without its password, for printing. */
export const placeOf = ({ store }: StoreConfig): string => store.replace(/^(postgres(?:ql)?:\/\/[^:@/]*):[^@/]*@/, '$1@')

/** Size of the embedded store in bytes, including what its log has not yet handed over; null: PostgreSQL, or there is no file. */
export const storeBytes = (config: StoreConfig): number | null => {
  if (!isEmbedded(config)) return null
  try {
    const { size } = statSync(config.store)
    return size + (statSync(`${config.store}-wal`, { throwIfNoEntry: false })?.size ?? 0)
  } catch {
    return null
  }
}

/** Runs one statement, and says in words if it meets damage. */
type Telling = <R>(run: () => Promise<R>) => Promise<R>

/** A store that newer software has changed could be damaged by this one. */
async function migrate(store: Store, place: string): Promise<void> {
  const done = await stepsDone(store)
  const unknown = done.filter((step) => !Object.hasOwn(MIGRATIONS, step))
  if (unknown.length > 0)
    throw new StoreFault(
      `the store ${place} was changed by a newer version of the book (${unknown.join(', ')}), which this version does not understand. Nothing was ` +
        'changed now. Start the newer version again, or go back to the copy of the store that was made before the upgrade',
    )
  const migrator = new Migrator({ db: store, provider: { getMigrations: async () => MIGRATIONS } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error instanceof Error ? error : new Error(String(error))
}

/** The names of the steps by which the store's tables came about; none in a new store. */
async function stepsDone(store: Store): Promise<readonly string[]> {
  const tables = await store.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const { rows } = await sql<{ readonly name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`.execute(store)
  return rows.map(({ name }) => name)
}

/** For a PostgreSQL store: who else has it open as a book, as text for a person; null: nobody. */
export async function otherBook(store: Store): Promise<string | null> {
  const { rows } = await sql<{ readonly pid: number; readonly host: string | null }>`
    select pid, client_addr as host from pg_stat_activity
    where application_name = ${APPLICATION} and datname = current_database() and pid <> pg_backend_pid()
    order by backend_start limit 1`.execute(store)
  const [other] = rows
  return other === undefined ? null : `server process ${other.pid} for ${other.host ?? 'this machine'}`
}

/**
 * One connection, and no other process at the same time: this SQLite predates the fix of a fault by which two connections that check its
 * log simultaneously may damage it. A commit is on disk when it returns.
 */
async function embeddedDialect(path: string, told: Telling): Promise<Dialect> {
  const release = path === IN_MEMORY ? async () => undefined : await takeFolder(path)
  try {
    if (path !== IN_MEMORY) refuseStrange(path)
    const database = new Database(path)
    database.exec('pragma journal_mode = wal')
    database.exec('pragma synchronous = full')
    return new EmbeddedDialect(database, release, told)
  } catch (error) {
    await release()
    const damage = damageIn({ store: path }, error)
    if (damage !== null) throw damage
    const fault = `the store ${path} cannot be opened: ${reasonOf(error)}. It must be a file of a book, in a folder that can be written`
    throw (path === IN_MEMORY ? null : deniedIn(dirname(path))) ?? new StoreFault(fault)
  }
}

/** Its own files, which SQLite would open whatever they are: a pipe would never let it go on. */
const OWN_FILES = ['', '-wal', '-shm', '-journal']

function refuseStrange(path: string): void {
  for (const end of OWN_FILES) {
    const stat = statSync(`${path}${end}`, { throwIfNoEntry: false })
    const strange = stat === undefined ? null : strangeKind(`${path}${end}`, stat)
    if (strange !== null) throw new Error(strange)
  }
}

/** null: the folder can be written. */
const deniedIn = (folder: string): StoreFault | null => {
  const denied = unwritable(folder)
  return denied === null ? null : new StoreFault(`${denied.problem}; ${denied.todo}`)
}

/** SQLite's own lock would outlast a closed connection until its statements are garbage-collected. */
async function takeFolder(path: string): Promise<() => Promise<void>> {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true })
    return await takeLock(folder, diskFiles, systemProcesses)
  } catch (error) {
    if (error instanceof JournalError && error.code === 'locked') {
      const holder = error instanceof LockHeld ? ` (${error.holder})` : ''
      throw new StoreHeld(
        `the folder ${folder} is in use by another process${holder}: a book that runs. Each book needs a folder of its own`,
      )
    }
    throw deniedIn(folder) ?? new StoreFault(`the folder ${folder} cannot be used: ${reasonOf(error)}`)
  }
}

class EmbeddedDialect extends SqliteDialect {
  readonly #database: Database.Database
  readonly #release: () => Promise<void>
  readonly #told: Telling

  constructor(database: Database.Database, release: () => Promise<void>, told: Telling) {
    super({ database })
    this.#database = database
    this.#release = release
    this.#told = told
  }

  override createDriver(): Driver {
    return new EmbeddedDriver(this.#database, this.#release, this.#told)
  }
}

class EmbeddedDriver extends SqliteDriver {
  readonly #database: Database.Database
  readonly #release: () => Promise<void>
  readonly #told: Telling
  readonly #turn = loopTurns()

  constructor(database: Database.Database, release: () => Promise<void>, told: Telling) {
    super({ database })
    this.#database = database
    this.#release = release
    this.#told = told
  }

  /** Each statement keeps the process from everything else, and a transaction over hours of records has very many: others get their turn. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return {
      executeQuery: async <R>(query: CompiledQuery): Promise<QueryResult<R>> => {
        await this.#turn()
        return this.#told(() => connection.executeQuery<R>(query))
      },
      streamQuery: (query, chunk) => connection.streamQuery(query, chunk),
    }
  }

  /** SQLite has already rolled back if the disk was full or failed. A second rollback would hide the reason. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    await this.#release()
  }
}

/** How long statements may follow each other before the broker's messages, timers and requests get a turn, ms. */
const TURN_MS = 50

/** Returns a function that lets the event loop turn if it has not for long. */
const loopTurns = (): (() => Promise<void>) => {
  let turnedMs = performance.now()
  return async () => {
    if (performance.now() - turnedMs < TURN_MS) return
    await new Promise<void>((resolve) => setImmediate(resolve))
    turnedMs = performance.now()
  }
}

/** The driver returns these types as text, because JavaScript might not hold them; it holds every number the book stores. */
const NUMBERS: ReadonlySet<number> = new Set([pg.types.builtins.INT8, pg.types.builtins.NUMERIC])

class ToldPostgresDialect extends PostgresDialect {
  readonly #pool: pg.Pool
  readonly #told: Telling

  constructor(pool: pg.Pool, told: Telling) {
    super({ pool })
    this.#pool = pool
    this.#told = told
  }

  override createDriver(): Driver {
    return new ToldPostgresDriver(this.#pool, this.#told)
  }
}

class ToldPostgresDriver extends PostgresDriver {
  readonly #told: Telling
  readonly #own = new WeakMap<DatabaseConnection, DatabaseConnection>()

  constructor(pool: pg.Pool, told: Telling) {
    super({ pool })
    this.#told = told
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const telling: DatabaseConnection = {
      executeQuery: <R>(query: CompiledQuery) => this.#told(() => connection.executeQuery<R>(query)),
      streamQuery: (query, chunk) => connection.streamQuery(query, chunk),
    }
    this.#own.set(telling, connection)
    return telling
  }

  override async releaseConnection(telling: DatabaseConnection): Promise<void> {
    const connection = this.#own.get(telling)
    if (connection !== undefined) await super.releaseConnection(connection as Parameters<PostgresDriver['releaseConnection']>[0])
  }
}

function postgresDialect(connectionString: string, told: Telling): PostgresDialect {
  const pool = new pg.Pool({
    connectionString,
    max: CONNECTIONS_MAX,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    application_name: APPLICATION,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        NUMBERS.has(oid) ? Number : (pg.types.getTypeParser as (oid: number, format?: string) => unknown)(oid, format),
    } as pg.CustomTypesConfig,
  })
  // A connection that breaks while idle is replaced at the next query, which reports it if that fails.
  pool.on('error', () => undefined)
  return new ToldPostgresDialect(pool, told)
}
