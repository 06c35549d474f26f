/** The table at which errors are made: as the simulator plays it, and as the daemon is configured for it. */
import type { InjectOptions } from '../../../simulators/table/errors/inject.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import { configFor, type Daemon, daemonFor } from '../../daemon/pipeline/heard-play.ts'
import { CHIPS } from '../../engine/table-play.ts'
import type { Cell } from './cells.ts'
import { evidenceOf, FEATURES_OF, isPointed, rulesOf, spotsOf } from './cells.ts'

const LIMITS = { min: 1000, max: 50_000, unit: 500, boxMax: 50_000, sideMin: null, sideMax: 5000, sideUnit: null } as const

export interface ErrorCell extends Pick<Cell, 'house' | 'boxes' | 'sensors' | 'play'> {
  /** Chips are reported at once, as the enumerator of stories assumes. */
  readonly prompt: boolean
}
/** The lag that the table allows its spots. */
const SPOT_LAG_MS = 1500
const cellOf = (cell: ErrorCell, code: ErrorWord): Cell => ({
  ...cell,
  rules: RULES[code] ?? {},
  spotLagMs: cell.prompt ? 0 : SPOT_LAG_MS,
  until: 'closed',
})

/** The error made in a play; `none`: nobody makes one. */
export type ErrorWord = FindingCode | 'none'

/** Chance that a box plays: errors on empty boxes need some. */
const OCCUPIED: { readonly [W in ErrorWord]?: number } = { 'DEAL-EMPTY-BOX': 0.6, 'BET-LATE': 0.6, 'SIDE-NO-MAIN': 0.6 }

/** Rules that no house has and without which an error cannot be made. */
const RULES: { readonly [W in ErrorWord]?: Partial<HouseRules> } = { 'DOUBLE-AFTER-SPLIT': { doubleAfterSplit: 'no' } }

/** `lagMs`: how late the spots really report. */
export const playOptions = (cell: ErrorCell, code: ErrorWord, lagMs?: number): InjectOptions => {
  const full = cellOf(cell, code)
  return {
    rules: rulesOf(full),
    limits: LIMITS,
    chips: [...CHIPS],
    boxes: cell.boxes,
    occupied: OCCUPIED[code] ?? 1,
    spots: spotsOf(full),
    pointer: isPointed(cell.sensors),
    spotLagMs: lagMs ?? full.spotLagMs,
    chipEvidence: evidenceOf(cell.sensors),
    features: FEATURES_OF[full.play],
  }
}

export const daemonOf = (cell: ErrorCell, code: ErrorWord = 'none'): Daemon => {
  const { house, boxes, sensors } = cell
  const full = cellOf(cell, code)
  return daemonFor(
    configFor({
      ...{ house: HOUSES[house].id, rules: rulesOf(full), limits: LIMITS, boxes, spots: spotsOf(full) },
      ...{ spotLagMs: full.spotLagMs, chipEvidence: evidenceOf(sensors), watches: { payOrder: true } },
    }),
  )
}
