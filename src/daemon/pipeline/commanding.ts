/**
 * The way of a command: from the broker into the journal; and of its answer: from the fold back to the sender.
 *
 *   broker ──> checked ──> journaled ──> folded, judged ──> command.answered ──> reply
 *                `- refused: replied to at once
 */
import { EMPTY, mergeMap, type Observable, of } from 'rxjs'
import type { Answer } from '../../procedure/judge.ts'
import { answerBook } from '../../wire/answer-book.ts'
import { answerCommand, settleCommand } from '../../wire/commands.ts'
import type { RecordBody } from '../../wire/record.ts'
import { type Replay, type Span, spanWithin } from '../../wire/replay.ts'
import { seconding } from '../../wire/seconding.ts'
import type { TableName } from '../../wire/topics.ts'
import type { BrokerLink } from '../broker/link.ts'
import type { ReplaySource } from '../broker/replays.ts'
import type { Written } from '../stations/core.ts'

export interface CommandingOptions {
  readonly name: TableName
  readonly link: Pick<BrokerLink, 'commands$' | 'publish' | 'republish' | 'replays'>
  readonly wallMs: () => number
  /** This table's broker does not verify who its users are. */
  readonly isClaimed: boolean
  /** What silences a verdict needs a second person. */
  readonly needsSecond?: boolean | undefined
  /** The journal accepts no records now. */
  readonly isFull: () => boolean
  readonly replay: Replaying
  /** Answers given before the start, from the journal. */
  readonly known: readonly Answer[]
}

export interface Replaying {
  /** Numbers of the first and the last record that can be sent. */
  readonly span: () => { readonly first: number; readonly last: number }
  readonly source: (replay: Replay) => ReplaySource
  /** Does that user have the role of an audit sink, to this table's knowledge? */
  readonly mayAsk: (user: string) => boolean
}

export interface Commanding {
  /** The records to journal. */
  readonly bodies$: Observable<RecordBody>
  /** A record has reached the end of the pipe. */
  written(written: Pick<Written, 'encoded'>): void
}

const NOT_AUDIT = 'refused: only an audit sink may ask for a replay: records name cards before anybody at the table has seen them'

export const commanding = ({ name, link, wallMs, isClaimed, needsSecond, isFull, replay, known }: CommandingOptions): Commanding => {
  const book = answerBook(known)
  const second = needsSecond === true ? { seconding: seconding() } : {}
  const given = (user: string, asked: Span): Span | string => {
    if (!replay.mayAsk(user)) return NOT_AUDIT
    const { first, last } = replay.span()
    const span = spanWithin(asked, { fromSeq: first, toSeq: last })
    return typeof span === 'string' ? span : (link.replays.refusal(user) ?? span)
  }
  return {
    bodies$: link.commands$.pipe(
      mergeMap((raw): Observable<RecordBody> => {
        const result = answerCommand(raw, { table: name, nowMs: wallMs(), isClaimed, isFull: isFull(), replay: given, ...second }, book)
        if (result.kind === 'ignored') return EMPTY
        if (result.kind === 'answered') {
          if (result.reply) link.publish([result.reply])
          if (result.effect === 'snapshot') link.republish()
          else if (result.effect !== null) link.replays.begin(result.effect.user, replay.source(result.effect))
        }
        return result.journal ? of(result.journal) : EMPTY
      }),
    ),
    written({ encoded }) {
      for (const each of encoded) {
        if (!each.ok || each.envelope.type !== 'command.answered') continue
        const { user, correlation, ok, error, why, ruling } = each.envelope.data as Answer
        link.publish(
          settleCommand(
            user,
            { correlation, ok, error, ...(why === undefined ? {} : { why }), ...(ruling === undefined ? {} : { ruling }) },
            book,
          ),
        )
      }
    },
  }
}
