/** The stations of the daemon's pipe as rxjs operators; what happens inside each is a pure step or a named effect. */
import { concatMap, from, map, type OperatorFunction, scan, tap } from 'rxjs'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import type { Journal } from '../journal/journal.ts'
import {
  type CoreContext,
  type CoreState,
  encodeJudged,
  type Folded,
  foldRuled,
  type Judged,
  judgeFolded,
  type Written,
} from '../stations/core.ts'
import type { Ruled } from '../stations/in-force.ts'
import type { TableClock } from './clock.ts'

/** Runs a pure step `(state, in) -> [state, out]` over a stream. */
const through = <S, I, O>(initial: S, step: (state: S, input: I) => readonly [S, O]): OperatorFunction<I, O> => {
  const begin: { readonly state: S; readonly output: O | null } = { state: initial, output: null }
  return (input$) =>
    input$.pipe(
      scan(({ state }, input: I) => {
        const [next, output] = step(state, input)
        return { state: next, output: output as O | null }
      }, begin),
      map(({ output }) => output as O),
    )
}

/** The journal accepts no more records: the disk has accepted none for a long time. The devices keep what is not acknowledged. */
class JournalFull extends Error {
  constructor() {
    super('the journal could not be written to disk for too long. Free some space or replace the disk, then start the daemon again')
  }
}

/** Station 4. Numbers records in the order received and sends them to the disk: one sync carries all that came while the last one ran. */
export const observe = (
  journal: Pick<Journal, 'append'>,
  clock: Pick<TableClock, 'machineMs' | 'tableMs'>,
): OperatorFunction<RecordBody, JournalRecord> =>
  map((body) => {
    const record = journal.append(body, clock.machineMs(), clock.tableMs())
    if (!record) throw new JournalFull()
    return record
  })

/** Station 5. */
export const fold = (state: CoreState, context: CoreContext): OperatorFunction<JournalRecord, Folded> =>
  through<Ruled, JournalRecord, Folded>(state, (ruled, record) => foldRuled(ruled, record, context))

/** Station 6. */
export const judge = (state: CoreState, context: CoreContext): OperatorFunction<Folded, Judged> =>
  through(state.judge, (judgement, folded) => judgeFolded(judgement, folded, context))

/** Station 7. */
export const encode = (state: CoreState, context: CoreContext): OperatorFunction<Judged, Written> =>
  through(state.numbering, (numbering, judged) => encodeJudged(numbering, judged, context))

/** Before station 8: holds what was concluded until its record is durable. Nothing is published or acknowledged before that. */
export const hold =
  (journal: Pick<Journal, 'durable'>): OperatorFunction<Written, Written> =>
  (written$) =>
    written$.pipe(
      map((written) => {
        const durable = journal.durable(written.record.n).then(() => written)
        // The operator below sees a failure; until it gets there, the failure must not count as unhandled.
        durable.catch(() => undefined)
        return durable
      }),
      concatMap((durable) => from(durable)),
    )

/** Station 8. */
export const publish = (send: (written: Written) => void): OperatorFunction<Written, Written> => tap(send)
