/** The HTTP interface of a running book: what the store holds, and the state of the sink and the broker connection. */

import { SOFTWARE } from '../../base/process/version.ts'
import type { HealthCheck } from '../../base/serving/health.ts'
import type { BookConfig } from '../config.ts'
import type { RunningBook } from '../start.ts'
import { storeBytes } from '../store/open.ts'
import { type BookServer, serveBook } from './server.ts'

/** null: the configuration has no `http`. @throws Error when the port is taken, or when anyone could read */
export async function serveRunning(
  book: Pick<RunningBook, 'store' | 'counts'>,
  { store, http, clock }: Pick<BookConfig, 'store' | 'http'> & Partial<Pick<BookConfig, 'clock'>>,
  notice: (text: string) => void,
): Promise<BookServer | null> {
  if (http === null) return null
  return serveBook({
    ...http,
    db: book.store,
    ...(clock === undefined ? {} : { clock }),
    software: SOFTWARE,
    notice,
    checks: () => checksOf(book.counts()),
    figures: () => {
      const bytes = storeBytes({ store })
      const { queued, fault, takeovers } = book.counts()
      return { queued, takeovers, isWriting: fault === null, ...(bytes === null ? {} : { storeBytes: bytes }) }
    },
  })
}

function checksOf({ isConnected, fault, rival, damage, gaps }: ReturnType<RunningBook['counts']>): readonly HealthCheck[] {
  const row = (name: string, text: string | null): HealthCheck => ({ name, ok: text === null, text })
  return [
    row('broker', isConnected ? null : 'no connection to the broker; the tables keep what they record until it is there'),
    row('name', rival),
    row('damage', damage),
    row('records', gaps),
    row(
      'sink',
      fault === null ? null : `the store takes no records (${fault}): make room or mend it; the tables keep what is not acknowledged`,
    ),
  ]
}
