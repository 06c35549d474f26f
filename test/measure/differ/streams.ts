/** The input of both trees: captures of simulated tables, each with the truth about the play and the errors. */
import { usualSpots } from '../../../simulators/device/options.ts'
import { RECORDED_TABLE, recordedRounds } from '../../../simulators/recorded/recorded.ts'
import { captureLines } from '../../../simulators/table/capture.ts'
import { type ErringRound, playErring } from '../../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { inject } from '../../../simulators/table/errors/inject.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { FAULT_NAMES } from '../../../simulators/table/sensor-faults.ts'
import type { PlayedRound, RoundTruth, TableAction } from '../../../simulators/table/types.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { DEVICE_NAMES } from '../../daemon/pipeline/heard-play.ts'
import { roundsOf } from '../../engine/house-rounds/all-rounds.ts'
import { ALL_SPOTS, BOXES, limitsOf, simulate } from '../../engine/house-rounds/simulate-round.ts'
import { BASE_MS, CHIPS, LIMITS } from '../../engine/table-play.ts'
import { tableFor } from '../accuracy/errors.ts'
import { playOptions } from '../accuracy/errors-table.ts'
import { playScene, ROUNDS_A_TABLE, sceneOf, toldIn } from '../soak/scene.ts'
import type { HearJob } from './hear.ts'

/** Somebody did this; `round`: its number in the play. */
export interface Done {
  readonly code: FindingCode
  readonly box: number | null
  readonly round: number
}

export interface Case extends HearJob {
  /** Says which of its stream it is: enough to make it again. */
  readonly name: string
  readonly truths: readonly RoundTruth[]
  readonly done: readonly Done[]
}

export const STREAM_NAMES = ['soak', 'faults', 'errors', 'evenings', 'hard', 'recorded'] as const
export type StreamName = (typeof STREAM_NAMES)[number]

export interface Asked {
  readonly seed: number
  /** Rounds of the soak, half as many of them with sensors at fault. */
  readonly rounds: number
  /** Plays of each error in each house. */
  readonly plays: number
  readonly evenings: number
}

/** A limit that a table does not have stands in no configuration. */
const stated = (limits: object): object => Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== null))

/** JSON is YAML. */
const yamlOf = (table: { readonly limits?: object }): string =>
  JSON.stringify({
    ...{
      property: 'differ',
      pit: 'p1',
      table: 't1',
      chips: CHIPS,
      rounding: 'down',
      collectAfter: 'box-settled',
      pointerLagMs: 1500,
      journal: 'journal',
    },
    devices: Object.values(DEVICE_NAMES).map((name) => ({
      name,
      driver: 'tlp',
      role: name,
      path: `/dev/${name}`,
      serial: `${name.toUpperCase()}-1`,
    })),
    ...table,
    limits: stated(table.limits ?? LIMITS),
  })

const linesOf = (actions: readonly TableAction[]): HearJob['lines'] =>
  captureLines([{ actions }], { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })

const caseOf = (
  name: string,
  table: object,
  rounds: readonly PlayedRound[],
  done: readonly Done[] = [],
  told?: readonly TableAction[],
): Case => ({
  name,
  yaml: yamlOf(table),
  lines: linesOf(told ?? rounds.flatMap(({ actions }) => actions)),
  truths: rounds.map(({ truth }) => truth),
  done,
})

function* soak(seed: number, rounds: number, faults: readonly (typeof FAULT_NAMES)[number][]): Generator<Case> {
  for (let number = 0; number * ROUNDS_A_TABLE < rounds; number++) {
    const scene = sceneOf(seed, number, { faults })
    const { house, boxes, spots, spotLagMs, chipEvidence, collectAfter, rounding } = scene
    const played = playScene(scene)
    const table = { house, boxes, spots, spotLagMs, chipEvidence, collectAfter, rounding }
    yield caseOf(`seed ${seed} table ${number}`, table, played, [], toldIn(scene, played))
  }
}

/** Seeds that one play may use up. */
const SEEDS_A_PLAY = 500

function* errors(seed: number, plays: number): Generator<Case> {
  for (const house of HOUSE_IDS) {
    for (const code of ERROR_CODES) {
      const cell = tableFor(code, { house, boxes: 3, sensors: 'payouts' }, [])
      if (cell === null) continue
      const options = playOptions(cell, code)
      let left = plays
      for (let at = 0; left > 0 && at < SEEDS_A_PLAY * plays; at++) {
        const play = inject(code, options, seed * 1_000_000 + at)
        if (play === null) continue
        left--
        const { boxes, spots, spotLagMs, chipEvidence, limits } = options
        const done = [{ code, box: play.error.box, round: 2 }]
        yield caseOf(
          `${code} ${house} seed ${seed * 1_000_000 + at}`,
          { house, boxes, spots, spotLagMs, chipEvidence, limits },
          play.rounds,
          done,
        )
      }
    }
  }
}

const EVENING_ROUNDS = 40
const EVENING_BOXES = 5
const ERROR_SHARE = 1 / 7

function* evenings(seed: number, count: number): Generator<Case> {
  for (let evening = 0; evening < count; evening++) {
    const house = HOUSE_IDS[evening % HOUSE_IDS.length] as (typeof HOUSE_IDS)[number]
    const spots = usualSpots(house)
    const options = { rules: HOUSES[house].rules, limits: LIMITS, chips: CHIPS, boxes: EVENING_BOXES, spots, pointer: evening % 2 === 1 }
    const play = playErring({ ...options, random: seededRandom(seed * 1000 + evening) }, { codes: ERROR_CODES, share: ERROR_SHARE })
    const rounds = Array.from({ length: EVENING_ROUNDS }, (): ErringRound => play.next().value)
    const done = rounds.flatMap(({ mistake, truth }) => (mistake ? [{ code: mistake.code, box: mistake.box, round: truth.number }] : []))
    const table = { house, boxes: EVENING_BOXES, spots, spotLagMs: 1500, chipEvidence: 'payouts' }
    yield caseOf(`evening ${evening} of seed ${seed}, ${house}`, table, rounds, done)
  }
}

function* hard(): Generator<Case> {
  for (const house of HOUSE_IDS) {
    for (const round of roundsOf(house)) {
      const table = {
        ...{ house, rules: round.rules ?? {}, limits: limitsOf(round), rounding: round.rounding ?? 'down' },
        ...{ boxes: BOXES, spots: ALL_SPOTS, spotLagMs: 1500, chipEvidence: 'payouts' },
      }
      yield caseOf(`${house}: ${round.name}`, table, [simulate(house, round, 1)])
    }
  }
}

function* recorded(): Generator<Case> {
  yield caseOf('the ten recorded rounds', { ...RECORDED_TABLE, spotLagMs: 1500, chipEvidence: 'payouts' }, recordedRounds())
}

export const casesOf = (stream: StreamName, { seed, rounds, plays, evenings: count }: Asked): Generator<Case> => {
  switch (stream) {
    case 'soak':
      return soak(seed, rounds, [])
    case 'faults':
      return soak(seed, rounds / 2, FAULT_NAMES)
    case 'errors':
      return errors(seed, plays)
    case 'evenings':
      return evenings(seed, count)
    case 'hard':
      return hard()
    case 'recorded':
      return recorded()
  }
}
