/** The rows of the accuracy measurement: a house, the number of boxes in play, the sensors, and what players do. */
import { FEATURES, type Feature, type TableOptions } from '../../simulators/table/types.ts'
import type { ChipEvidence, TableConfig } from '../../src/config/table-config.ts'
import type { TableContext } from '../../src/engine/context.ts'
import type { HouseId } from '../../src/house/house.ts'
import { HOUSES } from '../../src/house/index.ts'
import type { HouseRules } from '../../src/house/rules.ts'
import { contextFor } from '../engine/table-play.ts'

/** Each with all that stands before it. */
export const SENSORS = ['bets', 'stakes', 'busts', 'payouts', 'pointer', 'rack'] as const
export type Sensors = (typeof SENSORS)[number]

export const SENSOR_WORDS: { readonly [sensors in Sensors]: string } = {
  bets: 'cards and bets',
  stakes: '+ stakes',
  busts: '+ busts taken',
  payouts: '+ payouts',
  pointer: '+ pointer',
  rack: '+ rack',
}

/** `main`: all that players do with the main bet; `all`: also insurance, side bets, other bettors on a box, absences. */
export const PLAYS = ['hit-stand', 'main', 'all'] as const
export type PlayKind = (typeof PLAYS)[number]

export const FEATURES_OF: { readonly [play in PlayKind]: readonly Feature[] } = {
  'hit-stand': [],
  main: ['splits', 'doubles', 'surrender', 'even-money'],
  all: FEATURES,
}

export interface Cell {
  readonly house: HouseId
  /** Rules that are not the house's own. */
  readonly rules: Partial<HouseRules>
  /** All of them play in every round. */
  readonly boxes: number
  readonly sensors: Sensors
  readonly play: PlayKind
  /** How late the spots tell at most. */
  readonly spotLagMs: number
  /**
   * Which evidence the number of readings is of. `closed`: as the round was told; `settled`: as it stood when its last stake was resolved,
   * before anybody collected; `results`: that, and the result of every hand, a bust told from a lost one.
   */
  readonly until: 'results' | 'settled' | 'closed'
}

/** Where all that players do is sensed, so is the rack; and the rack tells nothing where some of that is not. */
export const spotsOf = ({ play, sensors }: Pick<Cell, 'play' | 'sensors'>): TableConfig['spots'] =>
  play === 'all' || sensors === 'rack' ? ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'] : ['main']
export const isPointed = (sensors: Sensors): boolean => sensors === 'pointer' || sensors === 'rack'
export const evidenceOf = (sensors: Sensors): ChipEvidence => (sensors === 'pointer' || sensors === 'rack' ? 'payouts' : sensors)

export const rulesOf = ({ house, rules }: Cell): HouseRules => ({ ...HOUSES[house].rules, ...rules })

export const contextOf = (cell: Cell): TableContext =>
  contextFor(cell.house, rulesOf(cell), {
    boxes: cell.boxes,
    chipEvidence: evidenceOf(cell.sensors),
    spotLagMs: cell.spotLagMs,
    spots: spotsOf(cell),
  })

export const optionsOf = ({ boxes, sensors, play, spotLagMs }: Cell): Partial<TableOptions> => ({
  boxes,
  occupied: 1,
  spots: spotsOf({ play, sensors }),
  chipEvidence: evidenceOf(sensors),
  pointer: isPointed(sensors),
  spotLagMs,
  features: FEATURES_OF[play],
})
