/** Does a finished box of some kind fit a final hand and an end of the settlement? Kept in few bits, for every question that asks it. */
import { beganAt, type DealerRun, finalKey } from '../game/dealer.ts'
import { isBesideError, isRaised } from './fit.ts'
import type { LatticeInput } from './reading.ts'
import type { Cut, Settlement } from './settlement.ts'

export const MISFIT = 0
const RESOLVED = 1
const UNRESOLVED = 2
const HASTY = 4

export const verdictOf = ({ verdict, hasty }: Settlement): number =>
  verdict === 'misfit' ? MISFIT : (verdict === 'unresolved' ? UNRESOLVED : RESOLVED) | (hasty ? HASTY : 0)
export const isUnresolved = (verdict: number): boolean => (verdict & UNRESOLVED) !== 0
export const isHasty = (verdict: number): boolean => (verdict & HASTY) !== 0

/** What is asked of this box. */
const roleOf = (input: LatticeInput, box: number, { played }: Cut): string => {
  const { error } = input
  const asDue = isBesideError(input) ? 'as due beside an error' : 'as due'
  if (error === null) return asDue
  if (error.free === box) return 'free'
  if (error.meddling?.gone && error.meddling.box === box) return 'gone'
  const role = error.wrongly.has(box) ? `wrong ${error.twice ?? ''} ${played ?? ''}` : error.mended ? 'mended' : asDue
  return isRaised(error.meddling) ? `${role} ${error.meddling.box} ${error.meddling.at}` : role
}

/** `hangsOnBegin`: somebody may have been paid even money, in time or not. */
export const verdictsOf = (input: LatticeInput, final: DealerRun, hangsOnBegin: boolean, cut: Cut): ((box: number) => number[]) => {
  const { verdicts } = input.kept
  const ended = cut.kind === 'after' ? `${cut.at}.${cut.box}` : cut.kind
  const key = `${finalKey(final)}/${hangsOnBegin ? beganAt(final) : ''}/${ended}`
  const byBox: number[][] = []
  return (box) => {
    const before = byBox[box]
    if (before) return before
    const role = `${key}/${roleOf(input, box, cut)}`
    const found = verdicts.get(role) ?? []
    byBox[box] = found
    verdicts.set(role, found)
    return found
  }
}
