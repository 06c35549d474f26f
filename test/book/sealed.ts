/** The evening of a table that signs its journal: a seal behind each round, as the daemon sets them. */
import { digestAfter, NO_RECORDS } from '../../src/daemon/journal/digest.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'
import { type Evening, TABLE_KEY as key } from './fixture.ts'

export interface SealedEvening extends Evening {
  /** Numbers of the seals. */
  readonly seals: readonly number[]
}

export const sealed = (evening: Evening): SealedEvening => {
  const { stream } = evening
  const records: JournalRecord[] = []
  let hash = NO_RECORDS
  const write = (body: RecordBody, t: number): void => {
    const record: JournalRecord = { ...body, n: records.length + 1, t }
    records.push(record)
    hash = digestAfter(hash, record)
  }
  for (const record of evening.records) {
    if (record.kind !== 'seal') write(record, record.t)
    if (record.kind !== 'event' || record.envelope.type !== 'round.closed') continue
    const signed = { stream, seq: records.length, hash, at: new Date(record.t).toISOString() }
    const { at, signature } = key.sign(signed)
    write({ kind: 'seal', covers: signed.seq, hash, at, signature, kept: { head: 0, state: 0 } }, record.t)
  }
  return { ...evening, records, seals: records.flatMap(({ kind, n }) => (kind === 'seal' ? [n] : [])) }
}
