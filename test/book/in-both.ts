/** A test on the embedded store, and on PostgreSQL where it is installed. */
import type { TestContext } from 'node:test'
import { openStore, type Store } from '../../src/book/store/open.ts'
import { startPostgres } from './postgres.ts'

/** What a test does on each. It is handed to `test`, for a test belongs to the file that calls this. */
export const inBoth =
  (check: (store: Store) => Promise<void>) =>
  async (t: TestContext): Promise<void> => {
    const server = await startPostgres()
    t.after(() => server?.close())
    for (const place of [':memory:', ...(server === null ? [] : [server.url])]) {
      const store = await openStore({ store: place })
      await check(store).finally(() => store.destroy())
    }
  }
