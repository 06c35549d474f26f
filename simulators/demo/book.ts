/** The demo's book: it keeps the evening next to its journals, for the rounds on the display and for `npm run book` in another terminal. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonOf } from '../../src/base/process/reason.ts'
import { serveRunning } from '../../src/book/http/running.ts'
import { startBook } from '../../src/book/start.ts'
import type { EmbeddedBroker } from '../../src/daemon/broker/embedded.ts'
import { diskFiles } from '../../src/daemon/journal/files.ts'
import { SIGNING_KEY_NAME } from '../../src/daemon/journal/kept-head.ts'
import { openSigningKey } from '../../src/daemon/journal/signing-key.ts'

export interface DemoBook {
  /** URL of its read interface; left out: it is not served. */
  readonly url: string | undefined
  /** This process runs the table as well, so it knows its key, which lies in the folder of the journal. */
  vouchFor(table: string, journal: string): Promise<void>
  close(): Promise<void>
}

const HTTP = { host: '127.0.0.1', port: 0, tokens: null, users: null, names: [], origins: [] } as const

/** null, after telling why: the demo is then played without history. */
export async function openBook({ url, bookLogin }: EmbeddedBroker, folder: string, tell: (text: string) => void): Promise<DemoBook | null> {
  const mqtt = { urls: [url], protocol: 4, ca: null, cert: null, key: null, passwordFile: null, ...bookLogin } as const
  const store = join(folder, 'book', 'book.db')
  try {
    // Enough to ask the book; the process that keeps it has the broker's password.
    writeFileSync(join(folder, 'book.yaml'), `property: demo\nmqtt:\n  url: ${url}\nstore: book/book.db\n`)
    const book = await startBook({ property: 'demo', mqtt, store, notice: () => undefined })
    const server = await serveRunning(book, { store, http: HTTP }, tell).catch((error: unknown) => {
      tell(`the display has no history: ${reasonOf(error)}`)
      return null
    })
    return {
      url: server?.url,
      vouchFor: async (table, journal) => {
        const { key } = await openSigningKey(join(journal, SIGNING_KEY_NAME), diskFiles)
        await book.vouchFor({ pit: 'p1', table }, key.publicKey)
      },
      close: async () => {
        await server?.close()
        await book.close()
      },
    }
  } catch (error) {
    tell(`no book is kept: ${reasonOf(error)}`)
    return null
  }
}
