/** A test on the embedded store, and on PostgreSQL where it is installed. */
import { test } from 'node:test'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { startPostgres } from './postgres.ts'

/** `timeout`: for both, ms. */
export const inBoth = (name: string, timeout: number, check: (store: Store) => Promise<void>): void => {
  test(name, { timeout }, async (t) => {
    const server = await startPostgres()
    t.after(() => server?.close())
    for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
      const store = await openStore({ store: place })
      await check(store).finally(() => store.destroy())
    }
  })
}
