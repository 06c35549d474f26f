/** Does a finished box of some kind fit a final hand and an end of the settlement? Stored in few bits, for every question that asks. */

import { beganAt, type DealerRun, finalKey } from '../../rules/game/dealer.ts'
import { kept } from '../workspace.ts'
import { isBesideError, isRaised, type SettlementEnd } from './box-fit.ts'
import type { Flags } from './cuts.ts'
import { isMending, tamperingAt } from './error-effects.ts'
import type { Node } from './graph.ts'
import type { LatticeInput } from './reading.ts'
import type { Cut, Settlement } from './settlement.ts'
import type { WrongSettlement } from './settlement-errors.ts'
import type { Played } from './shared-answers.ts'
import { type EdgeVerdict, ERROR, errorsIn, FLAGS, type Layer, type Marks, NO_EDGE, UNRESOLVED } from './sweep.ts'

export const NO_VERDICT: EdgeVerdict = { mark: NO_EDGE, score: 0 }

/**
 * Chooses the track of its spot by which a box is read. One story is one reading, however many tracks lead to it. A track by which the
 * readings count comes first, then the likelier one.
 */
export const betterOf = (one: EdgeVerdict, other: EdgeVerdict, { wanted, asked }: Flags): EdgeVerdict => {
  if (one.mark === NO_EDGE || other.mark === NO_EDGE) return other.mark === NO_EDGE ? one : other
  const lackOf = ({ mark }: EdgeVerdict): number => errorsIn(mark) * (FLAGS + 1) + flagsIn((mark ^ wanted) & asked)
  const lack = lackOf(other) - lackOf(one)
  return lack < 0 || (lack === 0 && other.score > one.score) ? other : one
}

const flagsIn = (marks: Marks): number => (marks & 1) + ((marks >> 1) & 1) + ((marks >> 2) & 1)

/** Marks and scores of edges by the kinds of boxes they finish. */
export const layerBy = (kindAt: Int32Array, verdictOn: (number: number) => EdgeVerdict | undefined): Pick<Layer, 'marks' | 'handicap'> => {
  const marks = new Int8Array(kindAt.length)
  let handicap: Float64Array | null = null
  for (let index = 0; index < kindAt.length; index++) {
    const number = kindAt[index] as number
    const verdict = number < 0 ? undefined : verdictOn(number)
    if (verdict === undefined) continue
    marks[index] = verdict.mark
    if (verdict.score === 0) continue
    handicap ??= new Float64Array(kindAt.length)
    handicap[index] = verdict.score
  }
  return { marks, handicap }
}

/** A payment reported so soon after the last card is ten times likelier to be a stake reported late. Ranks, never removes. */
const HASTY_SCORE = Math.log(0.1)

export const verdictOf = ({ verdict, hasty, errors = [] }: Settlement & Partial<WrongSettlement>): EdgeVerdict =>
  verdict === 'misfit'
    ? NO_VERDICT
    : { mark: (verdict === 'unresolved' ? UNRESOLVED : 0) + ERROR * errors.length, score: hasty ? HASTY_SCORE : 0 }

/** What is asked about this box. `errors`: most errors in its settlement. */
const roleOf = (input: LatticeInput, box: number, { played }: Cut, errors: number): string => {
  const { error } = input
  const asDue = isBesideError(input) ? 'as due beside an error' : 'as due'
  if (error === null) return `${asDue}, ${input.tolerated}`
  if (tamperingAt(error, box)?.gone) return 'gone'
  const mended = error.mended ? 'mended' : asDue
  const wrong = error.unnamed ? 'unnamed' : 'wrong'
  const role = errors > 0 ? `${mended} ${wrong} ${errors} ${played ?? ''}` : mended
  return isRaised(error.tampering) ? `${role} ${error.tampering.box} ${error.tampering.at}` : role
}

/** `hangsOnBegin`: somebody may have been paid even money, and when the dealer began decides whether in time. */
export const verdictsOf = (
  input: LatticeInput,
  { final, cut, most = 0 }: SettlementEnd,
  hangsOnBegin: boolean,
): ((box: number) => EdgeVerdict[]) => {
  const { verdicts } = input.kept
  const ended = cut.kind === 'after' ? `${cut.at}.${cut.box}` : cut.kind
  const key = `${finalKey(final)}/${hangsOnBegin ? beganAt(final) : ''}/${ended}`
  const byBox: EdgeVerdict[][] = []
  return (box) => {
    byBox[box] ??= kept(verdicts, `${key}/${roleOf(input, box, cut, most)}`, () => [])
    return byBox[box]
  }
}

/**
 * Did the first look, at what fits any end of the settlement, find that a box fits none by this track? It is not consulted if every spot
 * has only one track, because then the box itself was dropped, or if an error may make the box fit.
 */
export const ruledOut = (input: LatticeInput, final: DealerRun, hangsOnBegin: boolean): ((node: Node, played: Played) => boolean) => {
  const { boxes, error, ignoreSettlement } = input
  const isOneEach = boxes.every(({ tracks }) => tracks.length === 1)
  if (isOneEach || (error?.settling ?? 0) > 0 || isMending(input) || ignoreSettlement) return () => false
  const verdicts = verdictsOf(input, { final, cut: { kind: 'any' } }, hangsOnBegin)
  return ({ box }, { number }) => verdicts(box)[number] === NO_VERDICT
}
