/** The evenings of a day: every house with every set of sensors, with faults of the sensors, with habits of people, and plain ones. */
import { FAULT_NAMES } from '../../simulators/table/sensor-faults.ts'
import { HABIT_NAMES } from '../../simulators/table/types.ts'
import type { HouseId } from '../../src/rules/house/house.ts'
import { CHIP_EVIDENCE } from '../../src/rules/table.ts'
import { type Held, POINTER_LATE_MS, type Scene, sceneOf } from '../measure/soak/scene.ts'
import { isAll } from '../runner/rotation.ts'

/** Rounds of an evening. */
export const ROUNDS = isAll ? 20 : 3

const EVERY_SENSOR = CHIP_EVIDENCE.flatMap((chipEvidence) =>
  [false, true].map((pointer): Held => ({ chipEvidence, pointer, pointerLateMs: 0 })),
)
const OTHERS: readonly Held[] = [
  { chipEvidence: 'payouts', pointer: true, pointerLateMs: POINTER_LATE_MS },
  { faults: FAULT_NAMES, pointer: false, pointerLateMs: 0 },
  { habits: HABIT_NAMES },
]

/** Play in which nothing has two meanings: no side bets, no second bettors, nobody who does odd things. */
const plain = (scene: Scene): Scene => ({
  ...scene,
  ...{ chipEvidence: 'payouts', pointer: true, pointerLateMs: 0, spots: ['main'], features: ['splits', 'doubles'], odd: 0, pace: 1 },
})

/** `seed`: the day's. The number of boxes, the lags, the people and their pace are drawn. */
export const eveningsOf = (house: HouseId, seed: number): readonly Scene[] => [
  ...[...EVERY_SENSOR, ...OTHERS].map((held, number) => sceneOf(seed, number, { ...held, house })),
  ...[2, 6].map((boxes) => plain(sceneOf(seed, 100 + boxes, { house, boxes }))),
]
