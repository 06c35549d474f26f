/** Does a finished box of some kind fit a final hand and an end of the settlement? Kept in few bits, for every question that asks it. */
import { beganAt, type DealerRun, finalKey } from '../game/dealer.ts'
import { isBesideError, isRaised } from './fit.ts'
import type { LatticeInput } from './reading.ts'
import type { Cut, Settlement } from './settlement.ts'
import type { WrongSettlement } from './settlement-errors.ts'

export const MISFIT = 0
const RESOLVED = 1
const UNRESOLVED = 2
const HASTY = 4
/** One error, above the flags. */
const ERROR = 8

export const verdictOf = ({ verdict, hasty, errors = [] }: Settlement & Partial<WrongSettlement>): number =>
  verdict === 'misfit' ? MISFIT : ((verdict === 'unresolved' ? UNRESOLVED : RESOLVED) | (hasty ? HASTY : 0)) + ERROR * errors.length
export const errorsIn = (verdict: number): number => Math.floor(verdict / ERROR)
export const isUnresolved = (verdict: number): boolean => (verdict & UNRESOLVED) !== 0
export const isHasty = (verdict: number): boolean => (verdict & HASTY) !== 0

/** What is asked of this box. `errors`: most errors in its settlement. */
const roleOf = (input: LatticeInput, box: number, { played }: Cut, errors: number): string => {
  const { error } = input
  const asDue = isBesideError(input) ? 'as due beside an error' : 'as due'
  if (error === null) return asDue
  if (error.free === box) return 'free'
  if (error.tampering?.gone && error.tampering.box === box) return 'gone'
  const mended = error.mended ? 'mended' : asDue
  const wrong = error.unnamed ? 'unnamed' : 'wrong'
  const role = errors > 0 ? `${mended} ${wrong} ${errors} ${played ?? ''}` : mended
  return isRaised(error.tampering) ? `${role} ${error.tampering.box} ${error.tampering.at}` : role
}

/** `hangsOnBegin`: somebody may have been paid even money, in time or not. */
export const verdictsOf = (
  input: LatticeInput,
  final: DealerRun,
  hangsOnBegin: boolean,
  cut: Cut,
  errors: number,
): ((box: number) => number[]) => {
  const { verdicts } = input.kept
  const ended = cut.kind === 'after' ? `${cut.at}.${cut.box}` : cut.kind
  const key = `${finalKey(final)}/${hangsOnBegin ? beganAt(final) : ''}/${ended}`
  const byBox: number[][] = []
  return (box) => {
    const before = byBox[box]
    if (before) return before
    const role = `${key}/${roleOf(input, box, cut, errors)}`
    const found = verdicts.get(role) ?? []
    byBox[box] = found
    verdicts.set(role, found)
    return found
  }
}
