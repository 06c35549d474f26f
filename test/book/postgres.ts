/** A PostgreSQL server of Debian's package in a temporary folder, for as long as a test takes. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../src/book/store/open.ts'
import { freePort } from '../free-port.ts'

export interface Postgres {
  /** `postgres://book@127.0.0.1:40123/postgres` */
  readonly url: string
  close(): Promise<void>
}

const ROOT = '/usr/lib/postgresql'

/** Where its programs are; null: it is not installed. */
const programs = (): string | null => {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map((version) => join(ROOT, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

/** It refuses to run as root: nobody runs it then. */
const asWhom = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** null, with a loud line: it is not installed. */
export const startPostgres = async (): Promise<Postgres | null> => {
  const bin = programs()
  if (bin === null) {
    process.stderr.write('\n*** SKIPPED: the book in PostgreSQL is not tested: apt-get install postgresql ***\n\n')
    return null
  }
  const folder = mkdtempSync(join(tmpdir(), 'book-postgres-'))
  if (asWhom.uid !== undefined) chownSync(folder, asWhom.uid, asWhom.gid)
  const data = join(folder, 'data')
  const quiet = { ...asWhom, stdio: 'ignore', cwd: folder } as const
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'book', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale', 'C'], quiet)
  const port = await freePort()
  const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), '-k', folder, '-h', '127.0.0.1', '-F'], quiet)
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const close = async () => {
    // At once: nobody needs what is in it.
    server.kill('SIGQUIT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < ATTEMPTS_MAX && server.exitCode === null; attempt++) {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], quiet)
      return { url: `postgres://book@127.0.0.1:${port}/postgres`, close }
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await close()
  throw new Error('PostgreSQL did not start')
}

/** The URL of another, empty database of the server. */
export const freshDatabase = async (url: string, name: string): Promise<string> => {
  const store = await openStore({ store: url })
  await sql.raw(`create database ${name}`).execute(store)
  await store.destroy()
  return url.replace(/[^/]*$/, name)
}

const ATTEMPTS_MAX = 200
