/**
 * A proof holds only over the errors that have a row. So nothing is proven if a bet settled as no row describes explains the round as well, and
 * nothing about cards if the chips of a single box, whatever was done to them, are all that speaks against a round without errors.
 */
import type { FindingCode } from '../../rules/house/finding-code.ts'
import { asLikely, type Deviation } from '../deviation.ts'
import type { Round } from '../evidence/round.ts'
import type { SettledWrongly } from '../lattice/reading.ts'
import type { MoveKind } from '../lattice/settlement.ts'
import type { Found } from './grades.ts'
import type { Way } from './way.ts'

/** `isOpen`: without the chips of this box, by its number on the wire, the round has a reading without an error. */
export const unlessAtOneBox = (
  deviations: readonly Deviation[],
  { boxes }: Pick<Round, 'boxes'>,
  isOpen: (box: number) => boolean,
): readonly Deviation[] => {
  // What chips at a bet show stands by itself; who got which card is read off the chips of all.
  const isElsewhere = ({ grade, spot, box: at }: Deviation, box: number): boolean => grade === 'proven' && spot === null && at !== box
  return boxes.reduce<readonly Deviation[]>((left, box) => {
    if (!left.some((each) => isElsewhere(each, box)) || !isOpen(box)) return left
    return left.map((each) => (isElsewhere(each, box) ? asLikely(each, { code: 'error-at-box', box }) : each))
  }, deviations)
}

/**
 * `isOpen`: with one card more, which nobody knows, the round has a reading without an error. So a shoe that may lose a card accuses nobody of what
 * such a card explains.
 */
export const unlessCardLost = (deviations: readonly Deviation[], isOpen: () => boolean): readonly Deviation[] =>
  deviations.some(({ grade }) => grade !== 'likely') && isOpen()
    ? deviations.map((each) => asLikely(each, { code: 'card-unreported' }))
    : deviations

/** How a box was settled in some readings, by its number on the wire. */
interface Settled {
  readonly box: number
  readonly codes: readonly FindingCode[]
  /** Who moved its first chips, and which way. */
  readonly mover: MoveKind | undefined
}

/** `unknown`: the ways in which a bet was settled as no row has it. */
export const unlessUnnamed = (told: Pick<Found, 'deviations' | 'ways'>, unknown: readonly Way[]): readonly Deviation[] => {
  const unnamed = unknown.flatMap(settledIn)
  if (unnamed.length === 0) return told.deviations
  const named = told.ways.flatMap(settledIn)
  return told.deviations.map((each) => {
    const rival = unnamed.find((other) => !named.some((one) => isCloser(one, other, each)))
    return each.grade === 'proven' && rival !== undefined ? asLikely(each, { code: 'settlement-error', box: rival.box }) : each
  })
}

/** By an error that has a row, the same person moved the first chips of that bet. */
const isCloser = ({ box, codes, mover }: Settled, other: Settled, { box: at, code }: Deviation): boolean =>
  box === at && codes.includes(code) && other.box === box && other.mover === mover

const settledIn = ({ round, solution }: Way): readonly Settled[] =>
  solution.settledWrongly.map((each) => ({
    box: round.boxes[each.box] ?? 0,
    codes: each.errors.flat().map(({ code }) => code),
    mover: firstMover(each),
  }))

/** If the box was paid while others play, there is no settlement yet. */
const firstMover = ({ settlement }: SettledWrongly): MoveKind | undefined =>
  settlement === null ? 'pay' : settlement.kinds.find((kind) => kind !== 'lammer')
