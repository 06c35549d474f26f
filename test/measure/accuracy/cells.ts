/** The rows of the accuracy measurement: a house, the number of boxes in play, the sensors, and what players do. */
import { FEATURES, type Feature, type TableOptions } from '../../../simulators/table/types.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import type { ChipEvidence } from '../../../src/rules/table.ts'
import { contextFor } from '../../engine/table-play.ts'

/** Each set includes everything listed before it. */
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

/** `main`: everything players do with the main bet; `all`: also insurance, side bets, co-bettors and absences. */
export const PLAYS = ['hit-stand', 'main', 'all'] as const
export type PlayKind = (typeof PLAYS)[number]

export const FEATURES_OF: { readonly [play in PlayKind]: readonly Feature[] } = {
  'hit-stand': [],
  main: ['splits', 'doubles', 'surrender', 'even-money'],
  all: FEATURES,
}

export interface Cell {
  readonly house: HouseId
  /** Rules that replace the house's own. */
  readonly rules: Partial<HouseRules>
  /** All boxes play in every round. */
  readonly boxes: number
  readonly sensors: Sensors
  readonly play: PlayKind
  /** The longest delay with which a spot reports. */
  readonly spotLagMs: number
  /**
   * At which point the readings are counted. `closed`: as the round was published; `settled`: as it stood when its last stake was resolved,
   * before anybody collected; `results`: the same, and given the result of every hand, which separates a bust from a lost hand.
   */
  readonly until: 'results' | 'settled' | 'closed'
}

/** If everything players do is sensed, the rack is sensed as well; the rack says nothing useful unless everything else is sensed. */
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
