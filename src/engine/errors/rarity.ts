/** How rare a way to err is, beyond what its kind costs, and which ways are believed. The figures: `rules/house/rarity.ts`. */
import type { DealerFault } from '../../rules/game/dealer.ts'
import type { TableContext } from '../context.ts'
import { spotOf, timelineOf } from '../evidence/round.ts'
import type { Reader } from '../lattice/question.ts'
import { isDealers } from '../lattice/settlement.ts'
import type { Way } from './way.ts'

/** A way whose rarity has still to be told. */
export type Explained = Omit<Way, 'rarity'>

export const leastRare = (ways: readonly Way[]): number => Math.min(...ways.map(({ rarity }) => rarity))

/** The ways that are believed beside the least rare of them. */
export const notRarer = (ways: readonly Way[], { rarerMax }: Pick<TableContext, 'rarerMax'>): readonly Way[] =>
  ways.filter(({ rarity }) => rarity <= leastRare(ways) + rarerMax)

/**
 * 000 §4.1 l.164-170, 001 l.82-100: a dealer who settles a bet takes its lammers with it. A lammer left there is one more error than that
 * at the bet.
 */
export const leavesLammers = ({ round, solution }: Explained, { context, asked }: Reader): boolean =>
  asked === 'resolved' &&
  solution.settledWrongly.some(({ box, hands, settlement }) => {
    const { moves } = timelineOf(round, spotOf(round.boxes[box] ?? 0, 'main'), context.spotLagMs)
    return hands.some(({ lammers }) => lammers > 0) && settlement?.kinds.some(isDealers) && (moves.at(-1)?.lammers ?? 0) > 0
  })

/** The rule that the dealer broke in the likeliest reading. */
export const faultIn = ({ best }: Way['solution']): DealerFault | null | undefined => best?.dealer?.fault

/** A bust hand was left lying, and paid. */
export const hasPaidBust = ({ round: { boxes }, solution: { best }, errors }: Explained): boolean =>
  errors.some(({ box, names }) => {
    const hands = box === null ? [] : (best?.stories[boxes.indexOf(box)]?.hands ?? [])
    return names.some(({ code }) => code === 'PAID-LOSER') && hands.some(({ ended }) => ended === 'bust')
  })
