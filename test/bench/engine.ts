/** How long one observation takes the fold: seven boxes, a whole shoe of six decks. */

import { seededRandom } from '../../simulators/table/random.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import type { ChipEvidence, TableConfig } from '../../src/config/table-config.ts'
import { tableContext } from '../../src/engine/context.ts'
import { stepTable } from '../../src/engine/table.ts'
import { initialTable } from '../../src/engine/table-state.ts'
import { HOUSES } from '../../src/house/index.ts'
import { type Figures, figuresOf } from './figures.ts'
import { CHIPS, HOUSE, LIMITS, SPOTS } from './table.ts'

const BOXES = 7
const LAG_MS = 1500
/** Any epoch will do: event time is relative. */
const BASE_MS = Date.UTC(2026, 0, 1)
/** A shoe of seven boxes has about a dozen rounds; far more than that is no shoe. */
const ROUNDS_MAX = 60

export interface EngineFigures {
  readonly evidence: ChipEvidence
  /** Milliseconds an observation. */
  readonly step: Figures
  readonly rounds: number
}

/** `rounds`: of the measured shoe; null: all of it. */
export function benchEngine(evidence: ChipEvidence, seed: number, rounds: number | null): EngineFigures {
  const context = tableContext(configOf(evidence))
  // Another shoe first: code that runs warm is what a table has.
  fold(shoeOf(evidence, seed + 1, rounds).flat(), context)
  const measured = shoeOf(evidence, seed, rounds)
  return { evidence, step: figuresOf(fold(measured.flat(), context)), rounds: measured.length }
}

function fold(actions: readonly TableAction[], context: ReturnType<typeof tableContext>): number[] {
  let state = initialTable()
  return actions.map((action, index) => {
    const observation = { ...action.scan, at: BASE_MS + action.atMs, cause: `${action.device}:X/1/${index + 1}` }
    const beganAtMs = performance.now()
    ;[state] = stepTable(state, observation, context)
    return performance.now() - beganAtMs
  })
}

/** The rounds of the first shoe, each as its actions. */
function shoeOf(evidence: ChipEvidence, seed: number, most: number | null): TableAction[][] {
  const rounds: TableAction[][] = []
  const table = playTable({
    ...{ rules: HOUSES[HOUSE].rules, limits: LIMITS, chips: CHIPS, boxes: BOXES, occupied: 1, decks: 6, spots: SPOTS },
    ...{ pointer: false, random: seededRandom(seed), spotLagMs: LAG_MS, chipEvidence: evidence },
  })
  for (const { actions, truth } of table) {
    if (truth.shoe > 1 || rounds.length >= (most ?? ROUNDS_MAX)) return rounds
    rounds.push([...actions])
  }
  return rounds
}

function configOf(chipEvidence: ChipEvidence): TableConfig {
  return {
    ...{
      property: 'bench',
      pit: 'p1',
      table: 't1',
      house: HOUSE,
      rules: HOUSES[HOUSE].rules,
      overridden: [],
      limits: LIMITS,
      chips: CHIPS,
    },
    ...{ rounding: 'down', boxes: BOXES, spots: SPOTS, spotLagMs: LAG_MS, chipEvidence, pointerLagMs: LAG_MS },
    ...{ collectAfter: 'table-settled', devices: [], mqtt: null, journal: '', display: null },
  }
}
