/**
 * Reads what is not in memory from the journal when its turn comes: events as they were published, the log, and the records that a replay
 * requests.
 */

import { asLogged } from '../../base/records/logged.ts'
import { encodeLog, encodeReplayed, type Message } from '../../wire/envelope.ts'
import type { JournalRecord } from '../../wire/record.ts'
import type { Replay } from '../../wire/replay.ts'
import type { TableName } from '../../wire/topics.ts'
import type { ReadBack } from '../broker/link.ts'
import type { ReplaySource } from '../broker/replays.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalReader } from '../journal/reader.ts'
import { messageOf } from './recovery.ts'

/** A few milliseconds' work: a card that arrives meanwhile waits no longer than that. */
const RECORDS_AT_ONCE = 200

type Read = (after: number) => Promise<readonly JournalRecord[]>

/** Continues where it stopped, or begins elsewhere. */
const pages = (journal: Pick<Journal, 'reader'>): Read => {
  let reader: JournalReader | null = null
  let at = 0
  return async (after) => {
    if (reader === null || at !== after) reader = journal.reader(after)
    const records = await reader.read(RECORDS_AT_ONCE)
    at = records.at(-1)?.n ?? after
    return records
  }
}

export const readBackOf = (journal: Pick<Journal, 'reader'>, name: TableName, stream: string): ReadBack => {
  const read = { events: pages(journal), log: pages(journal) }
  const logged = (record: JournalRecord): readonly Message[] => {
    const encoded = encodeLog(name, stream, asLogged(record))
    return encoded.ok ? [encoded.message] : []
  }
  const said = (record: JournalRecord): readonly Message[] =>
    record.kind === 'event' ? messageOf(name, record.envelope).map((message) => ({ ...message, record: record.n })) : []
  const encode = { events: said, log: logged }
  return async (lane, { record }) => {
    const records = await read[lane](record)
    return { messages: records.flatMap(encode[lane]), readTo: records.at(-1)?.n ?? record }
  }
}

/** The records of a span for the user who asked, a page at a time. */
export const replayOf =
  (journal: Pick<Journal, 'reader'>, name: TableName, stream: string) =>
  ({ user, fromSeq, toSeq }: Replay): ReplaySource => {
    const read = pages(journal)
    let at = fromSeq - 1
    return async () => {
      if (at >= toSeq) return []
      const records = (await read(at)).filter(({ n }) => n <= toSeq)
      at = records.at(-1)?.n ?? toSeq
      return records.flatMap((record) => {
        const encoded = encodeReplayed(name, stream, asLogged(record), { user, isLast: record.n === toSeq })
        return encoded.ok ? [encoded.message] : []
      })
    }
  }
