/** A copy of the embedded store as it is at one moment, made by SQLite itself while the book runs; whether such a copy is whole. */
import { chmodSync, rmSync } from 'node:fs'
import { CompiledQuery } from 'kysely'
import Database from 'libsql'
import { reasonOf } from '../../base/process/reason.ts'
import type { Store } from './open.ts'

/** Returns where it lies: beside the store. Until it is done, the store takes nothing else. */
export async function copyStore(store: Store, path: string): Promise<string> {
  const copy = `${path}.copy`
  rmSync(copy, { force: true })
  await store.executeQuery(CompiledQuery.raw('vacuum into ?', [copy]))
  chmodSync(copy, 0o600)
  return copy
}

/** What SQLite keeps beside a store that is open, or was when its process was killed. */
export const BESIDE = ['-wal', '-shm'] as const

/** What is wrong with a store that nobody has open; null: nothing. Changes nothing. */
export function copyFault(path: string): string | null {
  try {
    const database = new Database(path, { readonly: true })
    try {
      const row = database.prepare('pragma integrity_check').get() as { readonly integrity_check?: string } | undefined
      if (row?.integrity_check !== 'ok') return String(row?.integrity_check ?? 'it cannot be checked').slice(0, 200)
      database.prepare('select count(*) from tables').get()
      return null
    } finally {
      database.close()
    }
  } catch (error) {
    return reasonOf(error)
  } finally {
    // Even a reader makes them.
    for (const end of BESIDE) rmSync(path + end, { force: true })
  }
}
