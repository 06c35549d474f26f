/**
 * When the table signs its journal: at its start, after the end of a round, every minute in which something was written, and at its stop.
 *
 *   due ──> hash after record n ───> record `seal` ──> durable ──> kept outside the segment files, retained on `checkpoint`
 */

import { reasonOf } from '../../base/process/reason.ts'
import type { SealedHead, SigningKey } from '../../base/records/seal.ts'
import { isoTime } from '../../wire/envelope.ts'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import type { Journal } from '../journal/journal.ts'
import type { Written } from '../stations/core.ts'

export interface SealsOptions {
  readonly journal: Pick<Journal, 'head' | 'kept' | 'keepHead' | 'headFault'>
  readonly key: SigningKey
  /** The journal's name. */
  readonly stream: string
  /** Monotonic, ms. */
  readonly nowMs: () => number
  /** What people read, Unix ms. */
  readonly wallMs: () => number
  /** Journals a seal, through the pipe like every other record. */
  readonly announce: (body: RecordBody) => void
  /** Publishes the newest head for the audit. */
  readonly show: (head: SealedHead) => void
  /** Why the newest head is not kept, or could not be now; null: it is, and could be. */
  readonly tell: (fault: string | null) => void
  readonly warn: (text: string) => void
}

export interface Seals {
  /** A record has reached the end of the pipe: it is durable. */
  written(written: Pick<Written, 'record' | 'encoded'>): void
  /** Every conclusion so far has been given to the journal. */
  settled(): void
  /** A minute has passed. */
  minute(): void
  /** Two seconds have passed: a head that could not be kept is tried again. Never rejects. */
  look(): Promise<void>
  /** The last seal of this run. Pass its record to `ended` once it is durable. */
  last(): RecordBody
  ended(record: JournalRecord): Promise<void>
}

/** Rounds of a fast machine share a seal: 250 bytes each would be a tenth of the journal. */
const INTERVAL_MS_MIN = 10_000
const ROUND_ENDS: ReadonlySet<string> = new Set(['round.closed', 'round.void', 'round.incomplete'])

export const seals = ({ journal, key, stream, nowMs, wallMs, announce, show, tell, warn }: SealsOptions): Seals => {
  let isDue = false
  let notBeforeMs = Number.NEGATIVE_INFINITY
  /** The newest seal's record; there is nothing to seal until another follows. */
  let sealN = 0
  let pending: SealedHead | null = null
  /** The newest head, while it could not be kept. */
  let unkept: SealedHead | null = null

  const sealed = (): Extract<RecordBody, { readonly kind: 'seal' }> => {
    const { n, hash } = journal.head()
    pending = key.sign({ stream, seq: n, hash, at: isoTime(wallMs()) })
    sealN = n + 1
    isDue = false
    notBeforeMs = nowMs() + INTERVAL_MS_MIN
    const { at, signature } = pending
    return { kind: 'seal', covers: n, hash, at, signature, kept: journal.kept() }
  }
  const sealIfDue = (): void => {
    if (isDue && pending === null && nowMs() >= notBeforeMs && journal.head().n !== sealN) announce(sealed())
  }
  const keep = async (record: JournalRecord): Promise<void> => {
    if (pending === null || record.kind !== 'seal' || record.covers !== pending.seq) return
    await place(pending)
    pending = null
  }
  const place = async (head: SealedHead): Promise<void> => {
    try {
      await journal.keepHead(head)
    } catch (error) {
      if (unkept === null) warn(`the head of the journal was not kept: ${reasonOf(error)}. Nothing is lost; it is tried again`)
      unkept = head
      return tell(reasonOf(error))
    }
    if (unkept !== null) warn('the head of the journal is kept again')
    unkept = null
    tell(null)
    show(head)
  }

  return {
    written({ record, encoded }) {
      void keep(record)
      isDue ||= record.kind === 'start' || encoded.some((each) => each.ok && ROUND_ENDS.has(each.envelope.type))
    },
    settled: sealIfDue,
    minute() {
      isDue = true
      sealIfDue()
    },
    async look() {
      if (unkept !== null) return place(unkept)
      const fault = await journal.headFault()
      if (unkept === null) tell(fault)
    },
    last: () => ({ ...sealed(), end: true }),
    ended: keep,
  }
}
