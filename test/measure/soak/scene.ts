/** One table of the soak: house, sensors and people, all drawn from its seed and its number. */
import { usualSpots } from '../../../simulators/device/options.ts'
import { oneOf, seededRandom } from '../../../simulators/table/random.ts'
import { disturbed, type SensorFault } from '../../../simulators/table/sensor-faults.ts'
import { looseStrategy } from '../../../simulators/table/strategy.ts'
import {
  FEATURES,
  type Feature,
  type Habit,
  type PlayedRound,
  type TableAction,
  type TableOptions,
} from '../../../simulators/table/types.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { type TableContext, tableContext } from '../../../src/engine/context.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'
import { CHIP_EVIDENCE, type ChipEvidence } from '../../../src/rules/table.ts'
import { configFor, type Daemon, daemonFor } from '../../daemon/pipeline/heard-play.ts'
import { playedRounds } from '../../engine/table-play.ts'

export type HouseName = (typeof HOUSE_IDS)[number]

export type Overrides = Readonly<Record<string, unknown>>

/** What a soak may fix; anything absent is drawn. */
export interface Held {
  readonly house?: HouseName
  readonly boxes?: number
  readonly chipEvidence?: ChipEvidence
  readonly pointer?: boolean
  readonly pointerLateMs?: number
  /** What no player does. */
  readonly without?: readonly Feature[]
  /** Faults that affect all sensors. */
  readonly faults?: readonly SensorFault[]
  /** Frequency of the faults, as a multiple of the usual. */
  readonly often?: number
  /** Overrides of the house's rules, as a table's configuration has them. */
  readonly rules?: Overrides
  /** Further habits of the players; with any, the tables have the usual configuration of their house. */
  readonly habits?: readonly Habit[]
}

export interface Scene {
  readonly seed: number
  /** Tables count from 0. */
  readonly number: number
  readonly house: HouseName
  readonly boxes: number
  readonly chipEvidence: ChipEvidence
  readonly pointer: boolean
  /** How late the dealer moves the pointer now and then, ms. */
  readonly pointerLateMs: number
  /** The longest delay with which a spot reports, ms: its own lag and faults together. */
  readonly spotLagMs: number
  readonly collectAfter: TableConfig['collectAfter']
  readonly rounding: TableConfig['rounding']
  readonly spots: TableConfig['spots']
  readonly features: readonly Feature[]
  /** Share of boxes that play. */
  readonly occupied: number
  /** Share of decisions that nobody would advise. */
  readonly odd: number
  /** Factor for people's thinking time. */
  readonly pace: number
  readonly faults: readonly SensorFault[]
  /** Frequency of the faults, as a multiple of the usual. */
  readonly often: number
  readonly habits: readonly Habit[]
  readonly rules?: Overrides
}

/** Rounds that every table of the soak plays. */
export const ROUNDS_A_TABLE = 20
/** One table in this many has a pointer. */
const POINTER_ONE_IN = 6
/** The lag that a table allows its faulty spots if they would otherwise report at once. */
const FAULTY_LAG_MS = 1500
/** The delay that a configuration allows a pointer unless it says otherwise. */
export const POINTER_LATE_MS = 1500

const SPOTS: readonly TableConfig['spots'][] = [
  ['main'],
  ['main', 'ins'],
  ['main', 'ins', 'p22', 'pog'],
  ['main', 'main2', 'main3', 'ins', 'p22', 'pog'],
  ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'],
]

/** The table with this number. Fixing something changes nothing else about the table. */
export const sceneOf = (seed: number, number: number, { without = [], faults = [], often = 1, habits = [], ...held }: Held = {}): Scene => {
  const random = seededRandom(seed * 1_000_003 + number)
  const drawn = {
    house: oneOf(random, HOUSE_IDS),
    boxes: oneOf(random, [1, 2, 3, 4, 5, 6, 7]),
    chipEvidence: oneOf(random, [...CHIP_EVIDENCE, 'payouts'] as const),
    pointer: random() * POINTER_ONE_IN < 1,
    pointerLateMs: oneOf(random, [0, POINTER_LATE_MS]),
    spotLagMs: oneOf(random, [0, 600, 1500, 1500]),
    collectAfter: oneOf(random, ['table-settled', 'box-settled'] as const),
    rounding: oneOf(random, ['down', 'down', 'down', 'up', 'nearest'] as const),
    spots: oneOf(random, SPOTS),
    features: oneOf(random, [FEATURES, FEATURES, FEATURES.filter(() => random() < 0.6)]),
    occupied: oneOf(random, [0.6, 0.8, 1]),
    odd: oneOf(random, [0, 0.08, 0.08, 0.4]),
    pace: oneOf(random, [1, 1, 0.4, 0.1]),
  }
  const usual = habits.length > 0 ? usualTable(held.house ?? drawn.house, random() < 0.5, random() < 0.5) : {}
  const features = drawn.features.filter((feature) => !without.includes(feature))
  const spotLagMs = faults.length > 0 && drawn.spotLagMs === 0 ? FAULTY_LAG_MS : drawn.spotLagMs
  return { seed, number, ...drawn, spotLagMs, ...usual, ...held, features, faults, often, habits }
}

/** A table whose configuration says no more than it must, with or without a rack and a pointer. */
const usualTable = (house: HouseName, hasRack: boolean, pointer: boolean) =>
  ({
    ...{ chipEvidence: 'payouts', spotLagMs: 1500, collectAfter: 'box-settled', rounding: 'down', pointer, pointerLateMs: 0 },
    spots: hasRack ? [...usualSpots(house), 'rack'] : usualSpots(house),
  }) as const

/** Faults have their own random numbers. */
const FAULTS_APART = 0x2545f491
const seedOf = ({ seed, number }: Scene): number => seed * 1_000_033 + number * 7 + 1

/** With faults, half of the lag that a table allows is for the spots themselves and half for the faults. */
const faultLagMs = ({ spotLagMs, faults }: Scene): number => (faults.length > 0 ? spotLagMs / 2 : 0)

export const playScene = (scene: Scene): readonly PlayedRound[] => {
  const { boxes, chipEvidence, pointer, pointerLateMs, spotLagMs, collectAfter, rounding, spots, features, occupied, odd, pace, habits } =
    scene
  const options: Partial<TableOptions> = {
    ...{ boxes, chipEvidence, pointer, collectAfter, rounding, spots, features, occupied, pace },
    ...{ spotLagMs: spotLagMs - faultLagMs(scene), pointerLagMs: pointerLateMs, players: looseStrategy(odd), habits },
  }
  return playedRounds(ROUNDS_A_TABLE, seedOf(scene), rulesOf(scene), options)
}

/** What the scene's sensors report of its rounds. */
export const toldIn = (scene: Scene, rounds: readonly PlayedRound[]): readonly TableAction[] =>
  disturbed(
    rounds.flatMap(({ actions }) => actions),
    scene.faults,
    { lagMs: faultLagMs(scene), often: scene.often, random: seededRandom(seedOf(scene) + FAULTS_APART) },
  )

const rulesOf = ({ house, rules }: Pick<Scene, 'house' | 'rules'>): HouseRules => {
  const applied = applyOverrides(HOUSES[house], rules)
  if (!applied.ok) throw new RangeError(applied.problems.map(({ path, problem, allowed }) => `${path} ${problem}: ${allowed}`).join('; '))
  return applied.rules
}

const configOf = (scene: Scene): TableConfig => {
  const { house, boxes, chipEvidence, spotLagMs, collectAfter, rounding, spots } = scene
  return configFor({ house, rules: rulesOf(scene), boxes, chipEvidence, spotLagMs, collectAfter, rounding, spots })
}

export const daemonOf = (scene: Scene): Daemon => daemonFor(configOf(scene))
export const contextOf = (scene: Scene): TableContext => tableContext(configOf(scene))

/** One line that tells a person everything about the scene. */
export const sceneText = (scene: Scene): string => {
  const { number, house, boxes, chipEvidence, pointer, pointerLateMs, spotLagMs, collectAfter, rounding, spots, features } = scene
  const { odd, pace, faults, often, habits, rules } = scene
  const sensors = `${chipEvidence}${pointer ? `, pointer${pointerLateMs > 0 ? ' now and then late' : ''}` : ''}`
  return [
    ...[`table ${number}`, house, `${boxes} boxes`, sensors, `spots ${spots.join(' ')} up to ${spotLagMs} ms late`, collectAfter],
    ...[`rounding ${rounding}`, `odd ${odd}`, `pace ${pace}`, features.join(' ')],
    ...(rules ? [`rules ${JSON.stringify(rules)}`] : []),
    ...(habits.length > 0 ? [`players with ${habits.join(' ')}`] : []),
    ...(faults.length > 0 ? [`sensors with ${faults.join(' ')}${often > 1 ? ` ${often} times as often` : ''}`] : []),
  ].join(', ')
}
