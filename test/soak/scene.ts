/** One table of the soak: house, sensors and people, all drawn from its seed and its number. */
import { usualSpots } from '../../simulators/device/options.ts'
import { oneOf, seededRandom } from '../../simulators/table/random.ts'
import { disturbed, type SensorFault } from '../../simulators/table/sensor-faults.ts'
import { looseStrategy } from '../../simulators/table/strategy.ts'
import { FEATURES, type Feature, type Habit, type PlayedRound, type TableAction, type TableOptions } from '../../simulators/table/types.ts'
import { CHIP_EVIDENCE, type ChipEvidence, type TableConfig } from '../../src/config/table-config.ts'
import { type TableContext, tableContext } from '../../src/engine/context.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import type { HouseRules } from '../../src/house/rules.ts'
import { playedRounds } from '../engine/table-play.ts'
import { configFor, type Daemon, daemonFor } from '../pipeline/heard-play.ts'

export type HouseName = (typeof HOUSE_IDS)[number]

/** What a soak may hold still; what is absent is drawn. */
export interface Held {
  readonly house?: HouseName
  readonly boxes?: number
  readonly chipEvidence?: ChipEvidence
  readonly pointer?: boolean
  readonly pointerLateMs?: number
  /** What no player does. */
  readonly without?: readonly Feature[]
  /** What ails all sensors. */
  readonly faults?: readonly SensorFault[]
  /** Times as often as usual. */
  readonly often?: number
  /** Players may double for less. */
  readonly doubleAmount?: HouseRules['doubleAmount']
  /** What players do besides; then the tables have the usual configuration of their house. */
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
  /** How late the spots tell at most, ms: in time and at fault together. */
  readonly spotLagMs: number
  readonly collectAfter: TableConfig['collectAfter']
  readonly rounding: TableConfig['rounding']
  readonly spots: TableConfig['spots']
  readonly features: readonly Feature[]
  /** Share of boxes that play. */
  readonly occupied: number
  /** Share of decisions that nobody would advise. */
  readonly odd: number
  /** Factor on people's thinking time. */
  readonly pace: number
  readonly faults: readonly SensorFault[]
  /** Times as often as usual. */
  readonly often: number
  readonly habits: readonly Habit[]
  /** The house's own, unless it is held. */
  readonly doubleAmount?: HouseRules['doubleAmount']
}

/** Rounds that every table of the soak plays. */
export const ROUNDS_A_TABLE = 20
/** One table in so many has a pointer. */
const POINTER_ONE_IN = 6
/** What a table grants spots at fault that would tell at once without. */
const FAULTY_LAG_MS = 1500
/** What a configuration grants a pointer unless it says otherwise. */
export const POINTER_LATE_MS = 1500

const SPOTS: readonly TableConfig['spots'][] = [
  ['main'],
  ['main', 'ins'],
  ['main', 'ins', 'p22', 'pog'],
  ['main', 'main2', 'main3', 'ins', 'p22', 'pog'],
  ['main', 'main2', 'main3', 'ins', 'p22', 'pog', 'rack'],
]

/** The table of this number; what is held changes nothing else of it. */
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

/** As a table is configured that says no more than it must; with a rack and a pointer or without. */
const usualTable = (house: HouseName, hasRack: boolean, pointer: boolean) =>
  ({
    ...{ chipEvidence: 'payouts', spotLagMs: 1500, collectAfter: 'box-settled', rounding: 'down', pointer, pointerLateMs: 0 },
    spots: hasRack ? [...usualSpots(house), 'rack'] : usualSpots(house),
  }) as const

/** Faults have random numbers of their own. */
const FAULTS_APART = 0x2545f491
const seedOf = ({ seed, number }: Scene): number => seed * 1_000_033 + number * 7 + 1

/** Of the lag that a table grants, half is the spots' own where they are at fault, and half the faults'. */
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

/** What the scene's sensors tell of its rounds. */
export const toldIn = (scene: Scene, rounds: readonly PlayedRound[]): readonly TableAction[] =>
  disturbed(
    rounds.flatMap(({ actions }) => actions),
    scene.faults,
    { lagMs: faultLagMs(scene), often: scene.often, random: seededRandom(seedOf(scene) + FAULTS_APART) },
  )

const rulesOf = ({ house, doubleAmount = HOUSES[house].rules.doubleAmount }: Scene): HouseRules => ({
  ...HOUSES[house].rules,
  doubleAmount,
})

const configOf = (scene: Scene): TableConfig => {
  const { house, boxes, chipEvidence, spotLagMs, collectAfter, rounding, spots } = scene
  return configFor({ house, rules: rulesOf(scene), boxes, chipEvidence, spotLagMs, collectAfter, rounding, spots })
}

export const daemonOf = (scene: Scene): Daemon => daemonFor(configOf(scene))
export const contextOf = (scene: Scene): TableContext => tableContext(configOf(scene))

/** In one line, what a person has to know of it. */
export const sceneText = (scene: Scene): string => {
  const { number, house, boxes, chipEvidence, pointer, pointerLateMs, spotLagMs, collectAfter, rounding, spots, features } = scene
  const { odd, pace, faults, often, habits, doubleAmount } = scene
  const sensors = `${chipEvidence}${pointer ? `, pointer${pointerLateMs > 0 ? ' now and then late' : ''}` : ''}`
  return [
    ...[`table ${number}`, house, `${boxes} boxes`, sensors, `spots ${spots.join(' ')} up to ${spotLagMs} ms late`, collectAfter],
    ...[`rounding ${rounding}`, `odd ${odd}`, `pace ${pace}`, features.join(' ')],
    ...(doubleAmount ? [`doubles ${doubleAmount}`] : []),
    ...(habits.length > 0 ? [`players with ${habits.join(' ')}`] : []),
    ...(faults.length > 0 ? [`sensors with ${faults.join(' ')}${often > 1 ? ` ${often} times as often` : ''}`] : []),
  ].join(', ')
}
