/** A PostgreSQL server for as long as a test takes. In a run of all tests it is one for all of them, with a database for each that asks. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { openStore } from '../../src/book/store/open.ts'

export interface Postgres {
  /** `postgres://book@127.0.0.1:40123/postgres` */
  readonly url: string
  close(): Promise<void>
}

/** Without types: the runner starts it as well. */
const { startServer } = (await import(new URL('../runner/postgres.mjs', import.meta.url).href)) as {
  readonly startServer: () => Promise<Postgres | null>
}

/** null, with a loud line: it is not installed. */
export const startPostgres = async (): Promise<Postgres | null> => {
  const shared = process.env.TESTS_POSTGRES
  const server = shared === undefined ? await startServer() : await databaseAt(shared)
  if (server === null) process.stderr.write('\n*** SKIPPED: the book in PostgreSQL is not tested: apt-get install postgresql ***\n\n')
  return server
}

/** An empty database of the server that the runner started; it ends with the run. */
const databaseAt = async (socket: string): Promise<Postgres | null> => {
  const url = await text(connect(socket))
  return url === '' ? null : { url: await freshDatabase(url, 'test'), close: async () => undefined }
}

let databases = 0

/** The URL of another, empty database of the server, whose name begins so. */
export const freshDatabase = async (url: string, name: string): Promise<string> => {
  const own = `${name}_${process.pid}_${++databases}`
  const store = await openStore({ store: url })
  await sql.raw(`create database ${own}`).execute(store)
  await store.destroy()
  return url.replace(/[^/]*$/, own)
}
