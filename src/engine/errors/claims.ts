/**
 * What is reported together: a single error, or the errors of one group. An error counts once it has held for the spots' lag. Until then
 * the earlier report stands, provided it claims no more than the current result.
 */
import { asLikely, type Deviation, instead } from '../deviation.ts'

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

/** Does the first claim hold whenever the second does? */
const holdsWith = (one: Claim, other: Claim): boolean => other.every((each) => one.some((known) => isSameFact(known, each)))

const gradeOf = ([first]: Claim): Deviation['grade'] | null => first?.grade ?? null

/** `told`: the errors as they were reported before. */
export const heldOf = (found: readonly Deviation[], told: readonly Deviation[], isHeld: (deviation: Deviation) => boolean): Claim => {
  const known = claimsOf(told)
  const held = claimsOf(found).flatMap((claim) => (claim.every(isHeld) ? claim : untilHeld(claim, known)))
  const once = held.filter((deviation, at) => held.findIndex((each) => isSameFact(each, deviation)) === at)
  return claimsOf(once).flatMap(unlessAlone)
}

/** If the others of its group are reported otherwise by now, the error left belongs to no group. */
const unlessAlone = (claim: Claim): Claim => {
  const [first, ...others] = claim
  return first?.oneOf && others.length === 0 ? [asLikely(first, first.counter ?? instead(null))] : claim
}

const untilHeld = (claim: Claim, told: readonly Claim[]): Claim => {
  const before = told.filter((each) => each.some((known) => claim.some((deviation) => isSameFact(known, deviation))))
  const isLikely = gradeOf(claim) === 'likely'
  const isCertain = before.some((each) => gradeOf(each) !== 'likely')
  // A weaker claim is reported at once: one of more errors than before, or errors that are now only likely.
  if (!isLikely && isCertain && before.every((each) => holdsWith(claim, each))) return claim
  return before.flatMap((each) => {
    if (!isLikely && holdsWith(each, claim)) return each
    const left = claim.flatMap((deviation) => (each.some((known) => isSameFact(known, deviation)) ? [deviation] : []))
    return left.map((deviation) => (isLikely ? deviation : asLikely(deviation, deviation.counter ?? instead(null))))
  })
}
