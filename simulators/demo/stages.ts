/** What the demo plays: some simulated rounds, the recorded table, then simulated play. Each stage is a table of its own. */

import type { DeviceRole } from '../../devices/roles.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { overridesFor, USUAL_CHIPS, USUAL_LIMITS } from '../device/options.ts'
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
  /** The drivers of its shoe and of what reads its chips. */
  readonly shoe: string
  readonly reader: string
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
/** The same for devices that have no clock: what they say is dated by its arrival, and comes as late as ever. */
const UNDATED_SPEED_MAX = 1
/** The gap without any thinking time. It is longer than a sensor may lag, so events stay in order. */
const GAP_MS_MIN = 2000
const UNDATED_GAP_MS_MIN = 4000

/** The stages in their order; none if neither is asked for. */
export function stagesOf(options: DemoOptions): Stage[] {
  const stages: Stage[] = []
  const pace = paceFor(options)
  const recorded = { ...recordedStage(), ...paceOf(options.speed, CLOCK_SPEED_MAX, GAP_MS_MIN) }
  if (options.rounds === 0) return options.skipRecorded ? [] : [recorded]
  if (!options.skipRecorded) {
    if (options.errors?.planned !== undefined) stages.push({ ...openingStage(options, pace.thinking), ...pace })
    stages.push(recorded)
  }
  stages.push({ ...simulatedStage(options, pace.thinking), ...pace })
  return stages
}

interface Pace extends Pick<Stage, 'speed' | 'gapMsMax'> {
  /** Factor on people's thinking time. */
  readonly thinking: number
}

/** What is asked for beyond the most that the devices bear is taken from people's thinking and from silences. */
function paceOf(asked: number, most: number, gapMsMin: number): Pace {
  const speed = Math.min(asked, most)
  const gapMsMax = asked > speed ? Math.max(gapMsMin, (20_000 * speed) / asked) : Number.POSITIVE_INFINITY
  return { speed, gapMsMax, thinking: speed / asked }
}

function paceFor({ shoe, reader, speed }: DemoOptions): Pace {
  // Readers of chips tell so late that nothing may come sooner than in life.
  if (reader !== 'tlp') return { speed: UNDATED_SPEED_MAX, gapMsMax: Number.POSITIVE_INFINITY, thinking: 1 }
  return shoe === 'tlp' ? paceOf(speed, CLOCK_SPEED_MAX, GAP_MS_MIN) : paceOf(speed, UNDATED_SPEED_MAX, UNDATED_GAP_MS_MIN)
}

type Played = Omit<Stage, 'speed' | 'gapMsMax'>

function recordedStage(): Played {
  const { rules, ...table } = RECORDED_TABLE
  const title = 'Ten recorded rounds of a live table'
  const ended = 'recording ended: its table has left the display'
  const devices = { roles: ['shoe', 'spots'], shoe: 'tlp', reader: 'tlp' } as const
  return { name: 'recorded', title, ended, table, overrides: rules, ...devices, rounds: recordedRounds(), errs: false }
}

/** Nobody has to wait for the first alarm until the recording is over. */
const OPENING_ROUNDS = 2

function openingStage(options: DemoOptions, pace: number): Played {
  // Other rounds than those after the recording.
  const stage = simulatedStage({ ...options, rounds: OPENING_ROUNDS, seed: (options.seed + 1) >>> 0 }, pace)
  return { ...stage, name: 'opening', ended: 'its table has left the display; what follows was recorded at a live table' }
}

function simulatedStage({ house, boxes, pointer, shoe, reader, seed, rounds, errors }: DemoOptions, pace: number): Played {
  const table = {
    house,
    limits: USUAL_LIMITS,
    chips: USUAL_CHIPS,
    boxes,
    spots: demoSpots(house, errors !== null, reader),
    payOrder: errors !== null,
  }
  const overrides = overridesFor(shoe)
  const options: TableOptions = { ...table, rules: { ...HOUSES[house].rules, ...overrides }, pointer, random: seededRandom(seed), pace }
  const play = errors === null ? playTable(options) : playErring(options, errors)
  const roles: DeviceRole[] = pointer ? ['shoe', 'spots', 'pointer'] : ['shoe', 'spots']
  const title = `${rounds === null ? 'Simulated play' : `${rounds} simulated rounds`}, seed ${seed}`
  return {
    name: 'simulated',
    title,
    ended: 'simulated play ended',
    table,
    overrides,
    roles,
    ...{ shoe, reader },
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
