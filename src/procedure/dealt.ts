/** Who dealt the round of a finding. */
import { roundsIn } from '../engine/state/open-round.ts'
import type { TableState } from '../engine/state/table-state.ts'
import type { Sight } from './watch.ts'

const roundsOf = ({ current, last }: TableState) => [...(current ? roundsIn(current) : []), ...(last ? [last.round] : [])]

/** By round; for what belongs to no round, who deals now. null: nobody reported it, or nothing is known about the round any more. */
export const dealersIn =
  ({ before, after, events }: Pick<Sight, 'before' | 'after' | 'events'>) =>
  (round: string | null): string | null => {
    if (round === null) return after.dealer
    const closed = events.flatMap(({ type, data }) => (type === 'round.closed' ? [data] : []))
    const known = closed.find((each) => each.round === round) ?? [...roundsOf(after), ...roundsOf(before)].find(({ id }) => id === round)
    return known?.dealerId ?? null
  }
