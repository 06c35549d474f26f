/**
 * What is reported together: a single error, or the errors of one group. An error counts once it has held for the spots' lag. Until then
 * the earlier report stands, provided it claims no more than the current result.
 */
import { type Deviation, instead, verdict } from '../deviation.ts'

type Claim = readonly Deviation[]

export const isSameFact = (one: Deviation, other: Deviation): boolean =>
  one.code === other.code && one.box === other.box && one.hand === other.hand && one.spot === other.spot

export const claimsOf = (deviations: readonly Deviation[]): readonly Claim[] =>
  deviations.flatMap((deviation) => {
    const { oneOf } = deviation
    if (oneOf === undefined) return [[deviation]]
    const group = deviations.filter((each) => each.oneOf?.group === oneOf.group)
    return group[0] === deviation ? [group] : []
  })

/** `told`: the errors as they were reported before. What is not held yet stays as it was told. */
export const heldOf = (found: readonly Deviation[], told: readonly Deviation[], isHeld: (deviation: Deviation) => boolean): Claim => {
  const isIn = (claim: Claim, deviation: Deviation): boolean => claim.some((each) => isSameFact(each, deviation))
  const held = claimsOf(found).flatMap((claim) => (claim.every(isHeld) ? claim : told.filter((each) => isIn(claim, each))))
  const once = held.filter((deviation, at) => held.findIndex((each) => isSameFact(each, deviation)) === at)
  return claimsOf(once).flatMap(unlessAlone)
}

/** If the others of its group are reported otherwise by now, the error left belongs to no group. */
const unlessAlone = (claim: Claim): Claim => {
  const [first, ...others] = claim
  return first?.oneOf && others.length === 0 ? [verdict(first, first.counter ?? instead(null))] : claim
}
