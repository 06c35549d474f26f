/**
 * A dealer may begin to settle while his pointer still stands before him, and lay it to rest up to its lag later. Then the same is found as if
 * it had rested in time: the same errors as certain, and nothing where nobody erred. SEED and PLAYS repeat and extend a run: PLAYS=20 makes
 * every error twenty times with each set of sensors.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { canInject, ERROR_ROUND, type InjectedPlay, inject, playFaultless } from '../../../simulators/table/errors/inject.ts'
import type { PlayedRound, TableAction } from '../../../simulators/table/types.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { isAll, todays } from '../../runner/rotation.ts'
import { daemonOf, type ErrorCell, type ErrorWord, playOptions } from './errors-table.ts'
import { tellPlay } from './errors-told.ts'

const SEED = Number(process.env.SEED ?? 1)
/** If it is given, every error is made so often with each set of sensors; if not, once with one of them. */
const PLAYS = process.env.PLAYS === undefined ? null : Number(process.env.PLAYS)
/** The rarest error becomes possible within some hundred rounds. */
const SEEDS_MAX = 2000
const POINTER_LAG_MS = 1500
/** From the first payment, or taking, to the pointer's rest, ms. */
const AFTER: readonly number[] = PLAYS === null ? [1, POINTER_LAG_MS] : [1, POINTER_LAG_MS / 2, POINTER_LAG_MS]

/** What a dealer, or a player, may do wrong once the dealer's hand is complete. */
const CODES: readonly FindingCode[] = [
  ...(['PAY-SHORT', 'PAY-OVER', 'PAID-LOSER', 'PAID-PUSH', 'TOOK-WINNER', 'TOOK-PUSH', 'WINNER-UNPAID', 'LOSER-NOT-TAKEN'] as const),
  ...(['TAKE-PARTIAL', 'PAY-TOPPED-UP', 'PAID-DOUBLE-SINGLE', 'DEALER22-PAID', 'DEALER22-TAKEN', 'DEALER-TOTAL-MISREAD'] as const),
  ...(['BJ-SHORT', 'BJ-OVER', 'BJ-ON-SPLIT', 'BJ-V-BJ-PAID', 'BJ-V-BJ-TAKEN', 'BJ-LOST-TO-21', 'BJ-PUSHED-ON-22'] as const),
  ...(['FB-WIN-UNPAID', 'FB-LOSS-CHARGED', 'FB-PUSH-PAID', 'FB-PAID-TOKEN-VALUE', 'PRIZE-MISSED', 'PRIZE-WRONG-TIER'] as const),
  ...(['PRIZE-ON-LOSER', 'BET-CAPPED', 'BET-PINCHED', 'PAST-POSTED'] as const),
]
const SENSORS = ['pointer', 'rack'] as const

/** The play with the pointer of its second round laid to rest so long after the settlement began; null: it cannot be moved there. */
const restedAfter = (rounds: readonly PlayedRound[], ms: number): readonly TableAction[] | null => {
  const { actions } = rounds[ERROR_ROUND - 1] as PlayedRound
  const rest = actions.findLast(({ scan }) => scan.kind === 'pointer')
  const drawn = actions.findLastIndex(({ scan }) => scan.kind === 'card')
  const first = actions.slice(drawn + 1).find(({ moved }) => moved !== undefined && moved.dealer !== 0)
  if (rest?.scan.kind !== 'pointer' || rest.scan.place !== 'none' || first === undefined || rest.atMs > first.atMs) return null
  const all = rounds.flatMap((round) => round.actions)
  const others = all.filter((action) => action !== rest)
  const late = { ...rest, atMs: first.atMs + ms }
  return others.toSpliced(others.findLastIndex(({ atMs }) => atMs <= late.atMs) + 1, 0, late)
}

const foundIn = (actions: readonly TableAction[], cell: ErrorCell): readonly string[] =>
  tellPlay(actions, daemonOf(cell))
    .found.filter(({ withdrawn, finding }) => !withdrawn && finding.severity !== 'info')
    .map(({ finding: { code, box, spot, grade, round } }) => `${round} ${code} ${box} ${spot} ${grade}`)
    .sort()

const restedIn = (rounds: readonly PlayedRound[]): readonly TableAction[] => rounds.flatMap(({ actions }) => actions)

/** How far what is found with a late rest differs from what is found with one in time: a line for each difference. */
const differences = (rounds: readonly PlayedRound[], cell: ErrorCell): readonly string[] => {
  const inTime = foundIn(restedIn(rounds), cell).join('; ')
  return AFTER.flatMap((ms) => {
    const late = foundIn(restedAfter(rounds, ms) ?? [], cell).join('; ')
    return late === inTime ? [] : [`${cell.house}, ${ms} ms late: ${late || 'nothing'}, but in time: ${inTime || 'nothing'}`]
  })
}

interface Tried extends Pick<InjectedPlay, 'rounds'> {
  readonly cell: ErrorCell
  readonly seed: number
}

/** The first plays with this error, or without one, in which the pointer rests before the settlement, each with another seed. */
function* playsWith(code: ErrorWord, sensors: ErrorCell['sensors']): Generator<Tried> {
  for (const house of HOUSE_IDS) {
    const cell: ErrorCell = { house, boxes: 3, sensors, play: 'main', prompt: false }
    const options = playOptions(cell, code)
    if (code !== 'none' && !canInject(code, options)) continue
    for (let seed = SEED * SEEDS_MAX; seed < (SEED + 1) * SEEDS_MAX; seed++) {
      const rounds = code === 'none' ? playFaultless(options, seed) : inject(code, options, seed)?.rounds
      if (rounds && restedAfter(rounds, 1) !== null) yield { rounds, cell, seed }
    }
  }
}

const someOf = (plays: Generator<Tried>, most: number): readonly Tried[] =>
  Array.from({ length: most }, () => plays.next().value ?? []).flat()

describe(`what is found while the pointer is still at the dealer (SEED=${SEED})`, () => {
  for (const code of todays(CODES)) {
    const nth = CODES.indexOf(code)
    it(`${code}: the same as if it rested`, () => {
      const sensed = PLAYS === null ? [SENSORS[nth % 2] as ErrorCell['sensors']] : SENSORS
      const plays = sensed.flatMap((sensors) => someOf(playsWith(code, sensors), PLAYS ?? 1))
      assert.notEqual(plays.length, 0, 'no seed gives a chance for it')
      const wrong = plays.flatMap(({ rounds, cell, seed }) =>
        differences(rounds, cell).map((line) => `seed ${seed}, ${cell.sensors}, ${line}`),
      )
      assert.deepEqual(wrong, [])
    })
  }

  for (const sensors of SENSORS) {
    it(`nobody is accused if nobody erred (${sensors})`, () => {
      const wrong = someOf(playsWith('none', sensors), PLAYS ?? (isAll ? 4 : 1)).flatMap(({ rounds, cell, seed }) =>
        AFTER.flatMap((ms) => foundIn(restedAfter(rounds, ms) ?? [], cell)).map((line) => `seed ${seed}, ${cell.house}: ${line}`),
      )
      assert.deepEqual(wrong, [])
    })
  }
})
