/** The evening of a table that signs its journal: a seal behind each round, as the daemon sets them. */
import { digestAfter, NO_RECORDS } from '../../src/base/records/digest.ts'
import type { JournalRecord, RecordBody } from '../../src/wire/record.ts'
import { type Evening, TABLE_KEY as key } from './fixture.ts'

export interface SealedEvening extends Evening {
  /** Numbers of the seals. */
  readonly seals: readonly number[]
}

/** Its first seal is that of the first round. */
export const sealed = (evening: Evening): SealedEvening => {
  const rounds = evening.records.filter(({ kind }) => kind !== 'seal')
  const records = [...sealedAs(rounds, evening.stream)]
  return { ...evening, records, seals: records.flatMap(({ kind, n }) => (kind === 'seal' ? [n] : [])) }
}

/** The same records one by one as a journal of that name, sealed where they were and behind each round. */
export function* sealedAs(records: Iterable<JournalRecord>, stream: string): Generator<JournalRecord, undefined> {
  let n = 0
  let hash = NO_RECORDS
  const next = (body: RecordBody, t: number): JournalRecord => {
    const record: JournalRecord = { ...body, n: ++n, t }
    hash = digestAfter(hash, record)
    return record
  }
  const seal = (t: number): JournalRecord => {
    const signed = { stream, seq: n, hash, at: new Date(t).toISOString() }
    const { at, signature } = key.sign(signed)
    return next({ kind: 'seal', covers: signed.seq, hash, at, signature, kept: { head: 0, state: 0 } }, t)
  }
  for (const record of records) {
    if (record.kind === 'seal') yield seal(record.t)
    else yield next(record.kind === 'head' ? { ...record, stream } : record, record.t)
    if (record.kind === 'event' && record.envelope.type === 'round.closed') yield seal(record.t)
  }
}
