/** Who dealt the round of a finding, and when it began. */
import { roundsIn } from '../engine/state/open-round.ts'
import type { TableState } from '../engine/state/table-state.ts'
import type { Dealt } from './standing.ts'
import type { Sight } from './watch.ts'

const roundsOf = ({ current, last }: TableState) => [...(current ? roundsIn(current) : []), ...(last ? [last.round] : [])]

/** By round; for what belongs to no round, who deals now. */
export const dealtIn =
  ({ before, after, events }: Pick<Sight, 'before' | 'after' | 'events'>) =>
  (round: string | null): Dealt => {
    if (round === null) return { dealerId: after.dealer, begunAt: null }
    const closed = events.flatMap(({ type, data }) => (type === 'round.closed' ? [data] : []))
    const known = closed.find((each) => each.round === round) ?? [...roundsOf(after), ...roundsOf(before)].find(({ id }) => id === round)
    return { dealerId: known?.dealerId ?? null, begunAt: known?.openedAt === undefined ? null : new Date(known.openedAt).getTime() }
  }
