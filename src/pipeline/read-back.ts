/** What no longer fits into the outbox is read from the journal when its turn comes: events as they were said, and the log. */
import type { ReadBack } from '../broker/client.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalReader } from '../journal/reader.ts'
import { encodeLog } from '../wire/envelope.ts'
import type { TableName } from '../wire/topics.ts'
import { messageOf } from './recovery.ts'

/** Half a megabyte or so. */
const RECORDS_AT_ONCE = 1000

export const readBackOf = (journal: Pick<Journal, 'reader' | 'recovered'>, name: TableName, stream: string): ReadBack => {
  let reader: JournalReader | null = null
  let at = 0
  return async ({ event, record }) => {
    const after = record ?? journal.recovered.n
    if (reader === null || at !== after) reader = journal.reader(after)
    const records = await reader.read(RECORDS_AT_ONCE)
    at = records.at(-1)?.n ?? after
    return records.flatMap((each) => {
      const logged = encodeLog(name, stream, each)
      const said = each.kind === 'event' && Number(each.envelope.sequence) > (event ?? 0) ? messageOf(name, each.envelope) : []
      return [...said, ...(logged.ok ? [logged.message] : [])]
    })
  }
}
