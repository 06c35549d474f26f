/**
 * How much of the table's output has been delivered: saved across restarts, and compared with what an audit sink says it holds.
 *
 *   broker ──PUBACK──> delivered ──┐
 *                                   ├──> delivered.json, at most once a second
 *   sink ──audit/ack──> believed ──┘
 *                          `- its log continues after that record
 */
import { concatMap, mergeMap, type Observable, Subscription, tap } from 'rxjs'
import type { AuditAck } from '../../wire/audit.ts'
import { receiptWords } from '../../wire/host-alarms.ts'
import type { BrokerLink } from '../broker/link.ts'
import { type Cursor, type CursorFiles, cursorKeeper, type Held } from '../journal/cursor.ts'
import type { Journal } from '../journal/journal.ts'
import type { Telling } from './host-news.ts'
import { type Believed, receiptsOf } from './receipts.ts'

export interface DeliveryOptions {
  readonly folder: string
  readonly stream: string
  readonly journal: Pick<Journal, 'reader' | 'head'>
  readonly link: Pick<BrokerLink, 'resume' | 'delivered' | 'receipts$'>
  /** Whether an acknowledgement is the book's. */
  readonly isSigned: (ack: AuditAck) => boolean
  /** When to save, if there is anything new: about once a second. */
  readonly keep$: Observable<unknown>
  /** The cursor when the daemon started; null: none was kept. */
  readonly cursor: Cursor | null
  /** @default the disk */
  readonly files?: CursorFiles | undefined
}

export interface Delivery {
  /** The last record up to which an audit sink is known to hold all records; null: none has reported. */
  acknowledgedTo(): number | null
  /** Call it once the link has ended. */
  stop(): Promise<void>
}

/** Tells the link where to continue, before it gets anything to send. `n`: the journal's last record, `sequence`: its last event. */
export const resumeFrom = (
  cursor: Cursor | null,
  link: Pick<BrokerLink, 'resume'>,
  { n, sequence }: { readonly n: number; readonly sequence: number },
): void => {
  link.resume('log', cursor?.log ?? { number: 0, record: 0 }, n)
  // If no place is known, the newest events are sent again, not all there ever were.
  if (cursor?.events) link.resume('events', cursor.events, sequence)
}

export const watchDelivery = (
  { folder, stream, journal, link, isSigned, keep$, cursor, files }: DeliveryOptions,
  { tell, warn }: Telling,
): Delivery => {
  let held: Held | null = cursor?.held ?? null
  const receipts = receiptsOf(journal, held, isSigned)
  const keeper = cursorKeeper(folder, stream, warn, files)
  const keep = () => keeper.keep({ ...link.delivered(), held })
  const watching = new Subscription()
  watching.add(keep$.pipe(concatMap(keep)).subscribe())
  let isResumeDue = false
  let told = ''
  const refuse = ({ sink, fault }: Extract<Believed, { readonly kind: 'refused' }>) => {
    const words = receiptWords(sink, fault)
    tell('receipt', words)
    if (words.text !== told) warn(words.text)
    told = words.text
  }
  const believe = (now: Held) => {
    // The sink gets what it does not have: after each connection, and if it has lost some.
    if (isResumeDue || (held !== null && now.seq < held.seq)) link.resume('log', { number: now.seq, record: now.seq }, journal.head().n)
    isResumeDue = false
    held = now
    told = ''
    tell('receipt', null)
  }
  watching.add(
    link.receipts$
      .pipe(
        tap(({ isKept }) => {
          isResumeDue ||= isKept
        }),
        mergeMap(({ payload }) => receipts.hear(payload)),
      )
      .subscribe((believed) => {
        if (believed?.kind === 'refused') refuse(believed)
        else if (believed?.kind === 'held') believe(believed.held)
      }),
  )
  return {
    acknowledgedTo: () => held?.seq ?? null,
    stop: () => {
      watching.unsubscribe()
      return keep()
    },
  }
}
