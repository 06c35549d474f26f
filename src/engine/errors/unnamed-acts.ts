/**
 * A proof holds only over the errors that have a row. So nothing is proven if a bet settled as no row describes explains the round as well, nothing
 * about cards if the chips of a single box, whatever was done to them, are all that speaks against a round without errors, and nothing at all if
 * a card that the shoe may have lost does.
 */
import type { FindingCode } from '../../rules/house/finding-code.ts'
import { type Accusation, type Doubt, isProven, withDoubts } from '../deviation.ts'
import type { Round } from '../evidence/round.ts'
import type { SettledWrongly } from '../lattice/reading.ts'
import type { MoveKind } from '../lattice/settlement.ts'
import type { Found } from './grades.ts'
import type { Way } from './way.ts'

/** How a box was settled in some readings, by its number on the wire. */
interface Settled {
  readonly box: number
  readonly codes: readonly FindingCode[]
  /** Who moved its first chips, and which way. */
  readonly mover: MoveKind | undefined
}

/** What explains the round without the errors that were found. */
interface Unnamed {
  /** The ways in which a bet was settled as no row has it. */
  readonly unknown: readonly Way[]
  /** Without the chips of this box, by its number on the wire, the round has a reading without an error. */
  readonly isOpen: (box: number) => boolean
  /** With one card more, which nobody knows, it has one. */
  readonly lacksCard: () => boolean
}

/** The errors found, each with the acts without a row that may be so instead. */
export const besideUnnamed = (
  { deviations, ways }: Pick<Found, 'deviations' | 'ways'>,
  { boxes }: Pick<Round, 'boxes'>,
  { unknown, isOpen, lacksCard }: Unnamed,
): readonly Accusation[] => {
  const unnamed = unknown.flatMap(settledIn)
  const named = unnamed.length === 0 ? [] : ways.flatMap(settledIn)
  const settledOtherwise = (accused: Accusation): readonly Doubt[] => {
    const rival = unnamed.find((other) => !named.some((one) => isCloser(one, other, accused)))
    return rival ? [{ reason: { code: 'settlement-error', box: rival.box } }] : []
  }
  // What chips at a bet show stands by itself; who got which card is read off the chips of all.
  const elsewhere = ({ spot, box: at }: Accusation): readonly Doubt[] =>
    (spot === null ? boxes : []).flatMap((box) => (box === at ? [] : [{ reason: { code: 'error-at-box', box }, holds: () => isOpen(box) }]))
  const lost: Doubt = { reason: { code: 'card-unreported' }, holds: lacksCard }
  return deviations.map((each) => withDoubts(each, ...(isProven(each) ? [...settledOtherwise(each), ...elsewhere(each)] : []), lost))
}

/** By an error that has a row, the same person moved the first chips of that bet. */
const isCloser = ({ box, codes, mover }: Settled, other: Settled, { box: at, code }: Accusation): boolean =>
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
