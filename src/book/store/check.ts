/**
 * Looks for damage in a whole store without keeping the book from its work. The embedded store is read by a process of its own, which can be
 * ended at any time; PostgreSQL counts the pages whose checksum is wrong, and all its tables are read a part at a time.
 */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { damaged, isEmbedded, isPostgres, placeOf, type Store, type StoreConfig, StoreDamaged } from './open.ts'

export interface Check {
  /** Resolves to null if the store is whole, or if the check was stopped. Rejects if it cannot be checked. */
  readonly found: Promise<StoreDamaged | null>
  stop(): void
}

/** null: it is in memory, where nothing can be damaged. */
export const checkStore = (store: Store, config: StoreConfig): Check | null => {
  if (isPostgres(config)) return checkPostgres(store, placeOf(config))
  return isEmbedded(config) ? checkEmbedded(config.store) : null
}

const DAMAGED = 1

const checkEmbedded = (path: string): Check => {
  const program = fileURLToPath(new URL('check-process.mjs', import.meta.url))
  const child = spawn(process.execPath, [program, path], { stdio: ['ignore', 'pipe', 'pipe'] })
  const code = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const found = async (): Promise<StoreDamaged | null> => {
    const [said, fault, ended] = await Promise.all([text(child.stdout), text(child.stderr), code])
    if (ended === DAMAGED) return damaged({ store: path }, said)
    if (ended !== 0 && !child.killed) throw new Error(fault.trim() || `the check ended with ${ended}`)
    return null
  }
  return { found: found(), stop: () => child.kill('SIGKILL') }
}

/** Records of one journal read at once, some 10 MB. */
const RECORDS_AT_ONCE = 10_000

const checkPostgres = (store: Store, place: string): Check => {
  let isStopped = false
  const found = async (): Promise<StoreDamaged | null> => {
    try {
      for (const { name } of await store.introspection.getTables()) {
        if (isStopped) return null
        // Every column of every row has to be read, also those that lie outside the table.
        if (name !== 'records') await sql`select sum(octet_length(x::text)) from ${sql.table(name)} x`.execute(store)
      }
      for (const { id, heard_to } of await store.selectFrom('streams').select(['id', 'heard_to']).execute()) {
        for (let n = 0; n <= heard_to; n += RECORDS_AT_ONCE) {
          if (isStopped) return null
          await sql`select sum(octet_length(body)) from records where stream_id = ${id} and n > ${n} and n <= ${n + RECORDS_AT_ONCE}`.execute(
            store,
          )
        }
      }
      const failures = await checksumFailures(store)
      return failures === 0 ? null : damaged({ store: place }, `${failures} pages had a wrong checksum since pg_stat_reset()`)
    } catch (error) {
      if (error instanceof StoreDamaged) return error
      throw error
    }
  }
  return {
    found: found(),
    stop: () => {
      isStopped = true
    },
  }
}

/** 0 as well if the server keeps no checksums. */
const checksumFailures = async (store: Store): Promise<number> => {
  const { rows } = await sql<{ readonly failures: number | null }>`
    select checksum_failures as failures from pg_stat_database where datname = current_database()`.execute(store)
  return Number(rows[0]?.failures ?? 0)
}
