/**
 * Commands on their way: from the broker into the journal, and the answers that come out of the fold back to who asked.
 *
 *   broker ──> checked ──> journaled ──> folded, judged ──> command.answered ──> reply
 *                `- refused: replied to at once
 */
import { EMPTY, mergeMap, type Observable, of } from 'rxjs'
import type { BrokerLink } from '../broker/client.ts'
import type { RecordBody } from '../journal/record.ts'
import type { Answer } from '../procedure/judge.ts'
import { answerBook } from '../wire/answer-book.ts'
import { answerCommand, settleCommand } from '../wire/commands.ts'
import type { TableName } from '../wire/topics.ts'
import type { Written } from './core.ts'

export interface CommandingOptions {
  readonly name: TableName
  readonly link: Pick<BrokerLink, 'commands$' | 'publish' | 'republish'>
  readonly wallMs: () => number
  /** Nobody proves who he is to this table's broker. */
  readonly isClaimed: boolean
  /** The journal takes no records now. */
  readonly isFull: () => boolean
  /** Answers given before the start, from the journal. */
  readonly known: readonly Answer[]
}

export interface Commanding {
  /** What is to be journaled. */
  readonly bodies$: Observable<RecordBody>
  /** A record came to the end of the pipe. */
  written(written: Pick<Written, 'encoded'>): void
}

export const commanding = ({ name, link, wallMs, isClaimed, isFull, known }: CommandingOptions): Commanding => {
  const book = answerBook(known)
  return {
    bodies$: link.commands$.pipe(
      mergeMap((raw): Observable<RecordBody> => {
        const result = answerCommand(raw, { table: name, nowMs: wallMs(), isClaimed, isFull: isFull() }, book)
        if (result.kind === 'ignored') return EMPTY
        if (result.kind === 'answered') {
          if (result.reply) link.publish([result.reply])
          if (result.effect === 'snapshot') link.republish()
        }
        return result.journal ? of(result.journal) : EMPTY
      }),
    ),
    written({ encoded }) {
      for (const each of encoded) {
        if (!each.ok || each.envelope.type !== 'command.answered') continue
        const { user, correlation, ok, error } = each.envelope.data as Answer
        link.publish(settleCommand(user, { correlation, ok, error }, book))
      }
    },
  }
}
