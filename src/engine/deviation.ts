/**
 * A Deviation is an error that the readings of a round contain. The fold passes deviations to the judge. They consist of figures; the judge
 * adds the text. A new set of deviations replaces the previous one of its round: an error that it no longer contains is withdrawn.
 */

import type { SpotId } from '../../devices/scan.ts'
import { FAULT_CODES } from '../rules/game/dealer-faults.ts'
import type { Figures } from '../rules/game/error-figures.ts'
import { PLAY_ERROR_NAMES } from '../rules/game/hand.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import type { Reason } from '../rules/reasons.ts'

/**
 * `proven`: in every reading with the fewest deviations. `one-of`: every such reading has one of a few errors, and no single one is in all.
 * `likely`: there may be a story without any error.
 */
export type Grade = 'proven' | 'one-of' | 'likely'

/** Membership in a group of errors one of which was made. */
export interface Membership {
  /** Shared by the members of one group, and by nothing else in the round. */
  readonly group: string
  /** How likely it is compared with the others of its group. */
  readonly weight: number
}

export interface Deviation {
  readonly code: FindingCode
  readonly grade: Grade
  /** null: the whole table. */
  readonly box: number | null
  /** 1 = the first; null: it concerns no single hand. */
  readonly hand: number | null
  readonly spot: SpotId | null
  readonly expected: Figures
  readonly seen: Figures
  /** Only for a `one-of`. */
  readonly oneOf?: Membership
  /** The best reading without it; null for a proven one. */
  readonly counter: Reason | null
  /** Device lines it rests on, space-joined. */
  readonly cause: string
  /** How many events lie between the first that made it provable and now. */
  readonly detectedAfter: number
  /** The dealer has put it right since; left out: he has not. */
  readonly corrected?: true
  /** None are left once the verdict is made. */
  readonly doubts?: never
}

/** What may be so instead of an error that somebody is accused of: it lowers the grade, and accuses nobody itself. */
export interface Doubt {
  readonly reason: Reason
  /** Asked only where no doubt before it holds. Left out: it does. */
  readonly holds?: () => boolean
}

/** An error before the verdict. `grade`: as the readings have it, and `doubts` what may be so instead, the first that holds is told. */
export interface Accusation extends Omit<Deviation, 'doubts'> {
  readonly doubts?: readonly Doubt[]
}

export const withDoubts = (accused: Accusation, ...doubts: readonly Doubt[]): Accusation => ({
  ...accused,
  doubts: [...(accused.doubts ?? []), ...doubts],
})

/** Every reading has it, and nothing is known yet that may be so instead. */
export const isProven = ({ grade, doubts }: Accusation): boolean => grade === 'proven' && doubts === undefined

/**
 * The only place where a grade is lowered: the first doubt that holds is told. An error that is only likely already keeps its own counter-reading.
 * `reasons`: what it may be instead, besides its own doubts; null: nothing.
 */
export function verdict<D extends Deviation>(standing: D, ...reasons: readonly (Reason | null)[]): D
export function verdict(accused: Accusation, ...reasons: readonly (Reason | null)[]): Deviation
export function verdict({ doubts = [], ...accused }: Accusation, ...reasons: readonly (Reason | null)[]): Deviation {
  const all: readonly Doubt[] = [...doubts, ...reasons.flatMap((reason) => (reason === null ? [] : [{ reason }]))]
  const doubt = accused.grade === 'likely' ? undefined : all.find(({ holds }) => holds?.() ?? true)
  if (doubt === undefined) return accused
  const { oneOf: _, ...alone } = accused
  return { ...alone, grade: 'likely', counter: doubt.reason }
}

type Rival = Pick<Deviation, 'code' | 'box'> & { readonly weight: number }

/** One of these errors was made: each with its likelihood compared with the others. At least two. */
export const asOneOf = <D extends Pick<Deviation, 'code' | 'box' | 'grade' | 'counter'>>(
  group: string,
  rivals: readonly (readonly [D, number])[],
): readonly (D & { readonly oneOf: Membership })[] =>
  rivals.map(([deviation, weight]) => {
    const others = rivals.flatMap(([{ code, box }, of]): readonly Rival[] =>
      code === deviation.code && box === deviation.box ? [] : [{ code, box, weight: of }],
    )
    const counter = instead(...others.toSorted((one, other) => other.weight - one.weight))
    return { ...deviation, grade: 'one-of', oneOf: { group, weight }, counter }
  })

/** The counter-reading with one of these errors, or with one that has no name yet. */
export const instead = (...others: readonly (Pick<Deviation, 'code' | 'box'> | null)[]): Reason => ({
  code: 'other-error',
  errors: others.map((other) => other && { code: other.code, box: other.box }),
})

/** Asked once, when it is needed. */
export const once = (ask: () => boolean): (() => boolean) => {
  let known: boolean | undefined
  return () => {
    known ??= ask()
    return known
  }
}

/** All deviations of one round as they stand now. `round` null: of none. */
export interface RoundDeviations {
  readonly round: string | null
  readonly deviations: readonly Deviation[]
}

/** Codes that the readings are searched for. The documentation says of the others that nothing looks for them yet. */
export const SEARCHED: ReadonlySet<FindingCode> = new Set<FindingCode>([
  ...PLAY_ERROR_NAMES,
  ...Object.values(FAULT_CODES).flat(),
  'BET-CAPPED',
  'BET-LATE',
  'BET-LEFT-OVER',
  'BET-MOVED',
  'BET-PINCHED',
  'BJ-CARDS-LEFT-MAIN-TAKEN',
  'BJ-LOST-TO-21',
  'BJ-ON-SPLIT',
  'BJ-OVER',
  'BJ-PAID-TOO-EARLY',
  'BJ-PUSHED-ON-22',
  'BJ-SHORT',
  'BJ-V-BJ-PAID',
  'BJ-V-BJ-TAKEN',
  'BURN-MISSING',
  'CO-BETTOR-SKIPPED',
  'CO-BETTOR-SPLIT-SHARE',
  'DEAL-BOX-SKIPPED',
  'DEAL-EMPTY-BOX',
  'DEAL-DEALER-CARD-MISSED',
  'DEAL-EXTRA-CARD',
  'DEAL-HOLE-ORDER',
  'DEAL-ONE-CARD-HAND',
  'DEAL-SECOND-DEALER-CARD-EARLY',
  'DEALER-DREW-EARLY',
  'DEALER-SOFT17',
  'DEALER22-PAID',
  'DEALER22-TAKEN',
  'EVEN-AFTER-DRAW',
  'EVEN-NOT-ALLOWED',
  'FB-CHARGED',
  'FB-LOSS-CHARGED',
  'FB-PAID-TOKEN-VALUE',
  'FB-PUSH-PAID',
  'FB-TOKEN-EARLY',
  'FB-WIN-UNPAID',
  'INS-MISPAID',
  'INS-NOT-TAKEN',
  'INS-TAKEN-WRONGLY',
  'LOSER-NOT-TAKEN',
  'P22-MISPAID',
  'P22-OVER-29',
  'P22-PAID-WRONGLY',
  'P22-TAKEN-EARLY',
  'P22-UNPAID',
  'PAID-DOUBLE-SINGLE',
  'PAID-PUSH',
  'PAST-POSTED',
  'PAY-BEFORE-DEALER-DONE',
  'PAY-OVER',
  'PAY-SHORT',
  'PAY-TOPPED-UP',
  'PLAY-ORDER',
  'POG-LOST-HAND-UNPAID',
  'POG-MISPAID',
  'POG-ON-DEALER-BJ',
  'POG-TAKEN-WRONGLY',
  'POG-TOKEN-COUNT',
  'PRIZE-EARLY',
  'PRIZE-MISSED',
  'PRIZE-ON-LOSER',
  'PRIZE-WRONG-TIER',
  'SURRENDER-DEALER-BJ',
  'TAKE-PARTIAL',
  'TOOK-PUSH',
  'TOOK-WINNER',
  'WINNER-UNPAID',
])
