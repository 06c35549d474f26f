/** What the demo plays: the recorded table first, then the simulated one. Each stage is a table of its own. */

import type { DeviceRole } from '../../devices/roles.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { USUAL_CHIPS, USUAL_LIMITS } from '../device/options.ts'
import { RECORDED_TABLE, recordedRounds } from '../recorded/recorded.ts'
import { type ErringRound, playErring } from '../table/errors/erring.ts'
import { seededRandom } from '../table/random.ts'
import { playTable } from '../table/table.ts'
import type { PlayedRound, TableAction, TableOptions } from '../table/types.ts'
import type { TableText } from '../table-yaml.ts'
import { type DemoOptions, demoSpots } from './options.ts'

type AnyRound = PlayedRound | ErringRound

export interface Stage extends Pick<TableText, 'name' | 'table' | 'overrides'> {
  readonly title: string
  /** The text when all its rounds are played. */
  readonly ended: string
  readonly roles: readonly DeviceRole[]
  readonly rounds: Iterable<AnyRound>
  /** Somebody errs in some of its rounds. */
  readonly errs: boolean
  /** Times real time for the devices' events. */
  readonly speed: number
  /** The longest silence between two events, ms of table time. */
  readonly gapMsMax: number
}

/** Above this speed, events of two devices come so close that their order is no longer known, so people think less instead. */
const CLOCK_SPEED_MAX = 15
/** The gap without any thinking time. It is longer than a sensor may lag, so events stay in order. */
const GAP_MS_MIN = 2000

/** The stages in their order; none if neither is asked for. */
export function stagesOf(options: DemoOptions): Stage[] {
  const speed = Math.min(options.speed, CLOCK_SPEED_MAX)
  const haste = options.speed / speed
  const gapMsMax = haste > 1 ? Math.max(GAP_MS_MIN, 20_000 / haste) : Number.POSITIVE_INFINITY
  const stages: Stage[] = []
  if (!options.skipRecorded) stages.push({ ...recordedStage(), speed, gapMsMax })
  if (options.rounds !== 0) stages.push({ ...simulatedStage(options, 1 / haste), speed, gapMsMax })
  return stages
}

type Played = Omit<Stage, 'speed' | 'gapMsMax'>

function recordedStage(): Played {
  const { rules, ...table } = RECORDED_TABLE
  const title = 'Ten recorded rounds of a live table'
  const ended = 'recording ended: its table has left the display'
  return { name: 'recorded', title, ended, table, overrides: rules, roles: ['shoe', 'spots'], rounds: recordedRounds(), errs: false }
}

function simulatedStage({ house, boxes, pointer, seed, rounds, errors }: DemoOptions, pace: number): Played {
  const table = {
    house,
    limits: USUAL_LIMITS,
    chips: USUAL_CHIPS,
    boxes,
    spots: demoSpots(house, errors !== null),
    payOrder: errors !== null,
  }
  const options: TableOptions = { ...table, rules: HOUSES[house].rules, pointer, random: seededRandom(seed), pace }
  const play = errors === null ? playTable(options) : playErring(options, errors)
  const roles: DeviceRole[] = pointer ? ['shoe', 'spots', 'pointer'] : ['shoe', 'spots']
  const title = `${rounds === null ? 'Simulated play' : `${rounds} simulated rounds`}, seed ${seed}`
  return {
    name: 'simulated',
    title,
    ended: 'simulated play ended',
    table,
    overrides: {},
    roles,
    rounds: rounds === null ? play : first(play, rounds),
    errs: errors !== null,
  }
}

function* first(rounds: Iterable<AnyRound>, count: number): Generator<AnyRound> {
  let taken = 0
  for (const round of rounds) {
    yield round
    if (++taken === count) return
  }
}

/** After the last round the dealer closes the shoe, which closes the round, because no next round will. */
const CLOSE_AFTER_MS = 3000

/** The actions of all rounds, with silences cut to `gapMsMax`. `onRound` is called with each round before it is played. */
export function* actionsOf({ rounds, gapMsMax }: Stage, onRound: (round: AnyRound) => void): Generator<TableAction> {
  let previousMs: number | null = null
  let cutMs = 0
  const shifted = (action: TableAction): TableAction => {
    cutMs += Math.max(0, action.atMs - (previousMs ?? action.atMs) - gapMsMax)
    previousMs = action.atMs
    return { ...action, atMs: action.atMs - cutMs }
  }
  for (const round of rounds) {
    onRound(round)
    for (const action of round.actions) yield shifted(action)
  }
  yield shifted({ atMs: (previousMs ?? 0) + CLOSE_AFTER_MS, device: 'shoe', scan: { kind: 'shoe', what: 'close' } })
}
