/**
 * What an audit sink says it holds (`wire/audit.ts`), compared with the journal before it is believed: either its hash is that of the same
 * records, or it refers to another journal, to an altered one, or to records that do not exist.
 */

import { digestAfter, NO_RECORDS } from '../../base/records/digest.ts'
import { type AuditAck, readAuditAck } from '../../wire/audit.ts'
import type { Held } from '../journal/cursor.ts'
import type { Journal } from '../journal/journal.ts'

/** `fault`: why it is not believed, for a person. */
export type Believed =
  | { readonly kind: 'held'; readonly held: Held; readonly sink: string }
  | { readonly kind: 'refused'; readonly sink: string | null; readonly fault: string }

export interface Receipts {
  /** One at a time: if several arrive while one is being checked, only the newest counts. null: a newer one arrived. Never rejects. */
  hear(payload: Uint8Array): Promise<Believed | null>
}

const NOTHING: Held = { seq: 0, boot: 0, hash: NO_RECORDS }
/** A few milliseconds' work. */
const RECORDS_AT_ONCE = 200

/** `known`: what was believed before the start. `isSigned`: without a valid signature an acknowledgement is not the sink's. */
export const receiptsOf = (
  journal: Pick<Journal, 'reader' | 'head'>,
  known: Held | null,
  isSigned: (ack: AuditAck) => boolean,
): Receipts => {
  let trusted = known ?? NOTHING
  let heardLast = 0
  let looking: Promise<unknown> = Promise.resolve()

  /** The hash up to that record, computed from the last known one if that comes earlier. */
  const hashUpTo = async (seq: number): Promise<Held | null> => {
    let at = trusted.seq <= seq ? trusted : NOTHING
    const reader = journal.reader(at.seq)
    while (at.seq < seq) {
      const records = await reader.read(Math.min(RECORDS_AT_ONCE, seq - at.seq))
      // Not on the disk yet, or no longer kept.
      if (records[0]?.n !== at.seq + 1) return null
      for (const record of records)
        at = { seq: record.n, boot: record.kind === 'start' ? record.boot : at.boot, hash: digestAfter(at.hash, record) }
    }
    return at
  }

  const look = async (ack: AuditAck): Promise<Believed> => {
    const { sink, seq } = ack
    const refused = (fault: string): Believed => ({ kind: 'refused', sink, fault })
    if (!isSigned(ack)) return refused('the key that `bookKey` of the configuration names did not sign it')
    const { n } = journal.head()
    if (seq > n) return refused(`it claims to hold record ${seq}, but the journal ends with record ${n}`)
    const own = await hashUpTo(seq)
    if (own === null) return refused(`it claims to hold the records up to ${seq}, which the journal no longer has to compare`)
    if (own.hash !== ack.hash) return refused(`the records up to ${seq} that it holds differ from those of the journal`)
    if (own.boot !== ack.boot)
      return refused(`it claims that record ${seq} belongs to start ${ack.boot}, but it belongs to start ${own.boot}`)
    if (own.seq > trusted.seq) trusted = own
    return { kind: 'held', held: own, sink }
  }

  return {
    hear: async (payload) => {
      heardLast += 1
      const number = heardLast
      const ack = readAuditAck(payload)
      if (typeof ack === 'string') return { kind: 'refused', sink: null, fault: `its message cannot be read: ${ack}` }
      const before = looking
      const answer = before.then(async () => {
        if (number !== heardLast) return null
        return look(ack).catch((): Believed => ({ kind: 'refused', sink: ack.sink, fault: 'the journal could not be read for comparison' }))
      })
      looking = answer
      return answer
    },
  }
}
