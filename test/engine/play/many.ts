/**
 * Many evenings of every house, drawn by fast-check, which seeks the fewest overrides that still fail.
 *
 *   SEED=7 npm test -- play                                              another seed; the same one repeats a run
 *   ROUNDS=20000 node --import tsx --test test/engine/play/conservation.test.ts  so many rounds a house, the progress on standard error
 */
import fc from 'fast-check'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { anyEvening, type Drawn, ROUNDS_AN_EVENING } from './evening.ts'

const SEED = Number(process.env.SEED ?? 1)
const ROUNDS = process.env.ROUNDS === undefined ? null : Number(process.env.ROUNDS)
const PROGRESS_MS = 5000

/** What a title says of the draw. */
export const REPEATED = `SEED=${SEED}${ROUNDS === null ? '' : ` ROUNDS=${ROUNDS}`}`

interface Many {
  readonly house: HouseId
  readonly what: string
  /** Rounds where no number is given. */
  readonly rounds: number
  /** Share of the given number that is played here, where one round costs as much as many elsewhere; default 1. */
  readonly share?: number
}

/** Puts `check` to so many evenings. It throws where something is wrong. */
export const manyEvenings = ({ house, what, rounds, share = 1 }: Many, check: (drawn: Drawn) => void): void => {
  const wanted = ROUNDS === null ? rounds : ROUNDS * share
  const numRuns = Math.max(1, Math.ceil(wanted / ROUNDS_AN_EVENING))
  const began = Date.now()
  let done = 0
  let saidAt = began
  const property = fc.property(anyEvening, (drawn) => {
    check(drawn)
    done++
    if (ROUNDS === null || Date.now() < saidAt + PROGRESS_MS) return
    saidAt = Date.now()
    const seconds = Math.round((saidAt - began) / 1000)
    process.stderr.write(`${house}, ${what}: ${done * ROUNDS_AN_EVENING} of ${numRuns * ROUNDS_AN_EVENING} rounds, ${seconds} s\n`)
  })
  // Each house has draws of its own.
  fc.assert(property, { seed: SEED * 16 + HOUSE_IDS.indexOf(house), numRuns })
}
