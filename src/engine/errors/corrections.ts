/**
 * An error that the dealer puts right is no error any more, but it was one. What was reported of it as certain stays on record, as
 * corrected (DECISIONS.md, D-22).
 */
import type { Deviation } from '../deviation.ts'
import type { Round } from '../evidence/round.ts'
import type { Solution } from '../lattice/reading.ts'
import { claimsOf, isSameFact } from './claims.ts'

/** Boxes whose bet the dealer first settled wrongly. */
const putRightIn = ({ boxes }: Round, { best }: Solution): readonly number[] =>
  boxes.filter((_, index) => best?.settlements[index]?.mended === true)

/** The stake of a bust hand was left lying, and taken before the round was over. */
const isTakenSince = ({ code, box, grade }: Deviation, { boxes }: Round, { best }: Solution): boolean => {
  const left = box === null ? undefined : best?.settlements[boxes.indexOf(box)]?.settledAmount
  return code === 'BUST-NOT-TAKEN' && grade !== 'likely' && left === 0
}

/** The errors found now, and those reported before that the dealer has put right since. `found`: as the round is read now. */
export const withCorrected = (
  told: readonly Deviation[],
  foundNow: readonly Deviation[],
  round: Round,
  solution: Solution | null,
): readonly Deviation[] => {
  const found = foundNow.map((each): Deviation => (solution && isTakenSince(each, round, solution) ? { ...each, corrected: true } : each))
  const boxes = solution === null ? [] : putRightIn(round, solution)
  const isCorrected = (each: Deviation): boolean =>
    each.grade !== 'likely' && each.box !== null && boxes.includes(each.box) && !found.some((other) => isSameFact(each, other))
  const corrected = told.filter(isCorrected).map((each): Deviation => ({ ...each, corrected: true }))
  return corrected.length === 0 ? found : [...found, ...claimsOf(corrected).flatMap(unlessOneIsLeft)]
}

/** If the error was put right at this box, none of the others in its group was the error. */
const unlessOneIsLeft = (claim: readonly Deviation[]): readonly Deviation[] =>
  claim.length > 1 ? claim : claim.map(({ oneOf: _, ...alone }): Deviation => ({ ...alone, grade: 'proven', counter: null }))
