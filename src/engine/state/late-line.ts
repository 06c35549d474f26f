/**
 * A line that arrives after it was given up as missing. It says when it happened, so it gets its place among the others; once all lines of
 * a gap have arrived, nothing is missing any more.
 */
import type { Scan, SpotId } from '../../../devices/scan.ts'
import { cardCode } from '../../rules/game/cards.ts'
import type { Reason } from '../../rules/reasons.ts'
import type { Move } from '../evidence/chips.ts'
import type { PointerMove, Round, RoundCard } from '../evidence/round.ts'
import type { ObservationOf } from '../observation.ts'

/** What a line says about a round. `at`: event time, Unix ms. */
export type RoundLine =
  | { readonly kind: 'card'; readonly at: number; readonly card: RoundCard }
  | { readonly kind: 'spot'; readonly at: number; readonly spot: SpotId; readonly move: Move }
  | { readonly kind: 'pointer'; readonly at: number; readonly move: PointerMove }

export const cardRead = ({ card, at, cause }: ObservationOf<'card'>): RoundCard => ({ code: cardCode(card), at, cause })

/** What one line reports on a spot: value in minor units, the number of lammers, and the ids if it tells all of them. */
const levelShown = ({ amount, chips, ids }: Pick<Extract<Scan, { kind: 'spot' }>, 'amount' | 'chips' | 'ids'>) => ({
  amount,
  lammers: chips.reduce((sum, stack) => sum + (stack.value === 'FB' ? stack.count : 0), 0),
  ...(ids !== undefined && ids.length === chips.reduce((sum, { count }) => sum + count, 0) ? { ids } : {}),
})

export const spotLine = (observation: ObservationOf<'spot'>): Extract<RoundLine, { kind: 'spot' }> => {
  const { spot, at, cause } = observation
  return { kind: 'spot', at, spot, move: { at, cause, ...levelShown(observation) } }
}

/** The list with one more item where it belongs in time; among items of the same time it is the last. */
export const inTime = <T extends { readonly at: number }>(list: readonly T[], one: T): readonly T[] => {
  const after = list.findLastIndex((each) => each.at <= one.at) + 1
  return [...list.slice(0, after), one, ...list.slice(after)]
}

/** The round's evidence with one more line; its stories are still those without the line. */
export const withLine = (round: Round, line: RoundLine): Round => {
  switch (line.kind) {
    case 'card':
      return { ...round, cards: inTime(round.cards, line.card) }
    case 'spot':
      return { ...round, moves: new Map(round.moves).set(line.spot, inTime(round.moves.get(line.spot) ?? [], line.move)) }
    case 'pointer':
      return round.unpointed ? round : { ...round, pointer: inTime(round.pointer, line.move) }
  }
}

/** Lines of a device that were given up. `left`: how many of them have not come since. */
export interface Gap {
  readonly device: string
  readonly from: number
  readonly to: number
  readonly left: number
}

/** Most gaps that are remembered; a line of an older gap fills nothing. */
const GAPS_MAX = 32

export const gapReason = ({ device, from, to }: Pick<Gap, 'device' | 'from' | 'to'>): Reason => ({
  code: 'lines-missing',
  device,
  from,
  to,
})

export const withGap = (gaps: readonly Gap[], { device, from, to }: Pick<Gap, 'device' | 'from' | 'to'>): readonly Gap[] =>
  [...gaps, { device, from, to, left: to - from + 1 }].slice(-GAPS_MAX)

/**
 * The gaps after a line of one has come, and the gap that the line fills. `cause`: the line's name, `device:serial/boot/sequence`. `placed`
 * false: it is unknown where the line belongs, so its gap can no longer be filled.
 */
export const afterLate = (
  gaps: readonly Gap[],
  cause: string,
  placed: boolean,
): { readonly gaps: readonly Gap[]; readonly filled: Gap | null } => {
  const sequence = Number(cause.slice(cause.lastIndexOf('/') + 1))
  const gap = gaps.findLast(({ device, from, to }) => cause.startsWith(`${device}:`) && from <= sequence && sequence <= to)
  if (!gap) return { gaps, filled: null }
  const others = gaps.filter((each) => each !== gap)
  if (!placed) return { gaps: others, filled: null }
  const left = gap.left - 1
  return left === 0 ? { gaps: others, filled: gap } : { gaps: gaps.map((each) => (each === gap ? { ...gap, left } : each)), filled: null }
}
