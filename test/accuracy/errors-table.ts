/** The table that errors are done at: as the simulator plays it, and as the daemon is configured for it. */
import type { InjectOptions } from '../../simulators/table/errors/inject.ts'
import type { TableConfig } from '../../src/config/table-config.ts'
import { HOUSES } from '../../src/house/index.ts'
import { type CoreContext, coreContext } from '../../src/pipeline/core.ts'
import { CHIPS } from '../engine/table-play.ts'
import type { Cell } from './cells.ts'
import { evidenceOf, rulesOf, spotsOf } from './cells.ts'

const LIMITS = { min: 1000, max: 50_000, unit: 500, boxMax: 50_000, sideMin: null, sideMax: null, sideUnit: null } as const
export const DEVICE_NAMES = { shoe: 'shoe', spots: 'spots', pointer: 'pointer' } as const
export const SERIALS = { shoe: 'SH-1', spots: 'SP-1', pointer: 'PT-1' } as const

/** Errors of the main game are told by all spots, those of side bets cannot be told without: every spot is sensed, and the rack. */
export type ErrorCell = Pick<Cell, 'house' | 'boxes' | 'sensors'>
const cellOf = (cell: ErrorCell): Cell => ({ ...cell, rules: {}, play: 'all', spotLagMs: 1500, until: 'closed' })

/** `occupied`: chance that a box plays; errors on empty boxes need some. */
export const playOptions = (cell: ErrorCell, occupied: number): InjectOptions => {
  const full = cellOf(cell)
  return {
    rules: rulesOf(full),
    limits: LIMITS,
    chips: [...CHIPS],
    boxes: cell.boxes,
    occupied,
    spots: spotsOf(full.play),
    pointer: cell.sensors === 'pointer',
    spotLagMs: full.spotLagMs,
    chipEvidence: evidenceOf(cell.sensors),
  }
}

export const daemonOf = (cell: ErrorCell): CoreContext => {
  const full = cellOf(cell)
  const config: TableConfig = {
    ...{ property: 'demo', pit: 'p1', table: 'bj07', house: HOUSES[cell.house].id, rules: rulesOf(full), overridden: [] },
    ...{ limits: LIMITS, chips: CHIPS, rounding: 'down', boxes: cell.boxes, spots: spotsOf(full.play), spotLagMs: full.spotLagMs },
    ...{ chipEvidence: evidenceOf(cell.sensors), pointerLagMs: 1500, collectAfter: 'table-settled' },
    devices: (['shoe', 'spots', 'pointer'] as const).map((role) => {
      return { name: DEVICE_NAMES[role], driver: 'tlp', role, path: `/dev/${role}`, serial: SERIALS[role] }
    }),
    ...{ mqtt: null, journal: 'journal', display: null },
  }
  return coreContext(config)
}
