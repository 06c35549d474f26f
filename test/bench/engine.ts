/**
 * How long one observation takes the fold, and how much memory an open round: a whole six-deck shoe of seven boxes in each house, every line of
 * it an observation, rounds in each of which somebody errs, and the largest rounds there are. bundled.ts runs it as the daemon is run: what runs the sources one by one names every function anew, and that takes its time.
 */
import { usualSpots } from '../../simulators/device/options.ts'
import { playErring } from '../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../simulators/table/errors/index.ts'
import { seededRandom } from '../../simulators/table/random.ts'
import { disturbed, FAULT_NAMES } from '../../simulators/table/sensor-faults.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import type { ChipEvidence } from '../../src/config/table-config.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { stepTable } from '../../src/engine/fold/table.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import type { HouseId } from '../../src/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/house/index.ts'
import { playLargeRound } from '../engine/large-round.ts'
import { contextFor } from '../engine/table-play.ts'
import { type Figures, figuresOf } from './figures.ts'
import { BOXES, CHIPS, LIMITS, SPOTS } from './table.ts'

const LAG_MS = 1500
/** Any epoch will do: event time is relative. */
const BASE_MS = Date.UTC(2026, 0, 1)
/** A shoe of seven boxes has about a dozen rounds; far more than that is no shoe. */
const ROUNDS_MAX = 60
/** Of each observation the best of so many: what the code costs, and not what else the machine did. */
const PASSES = 5
/** Observations between two looks at the memory of the largest round. */
const LOOK_EVERY = 8

/** Rounds in which somebody errs: few enough to play them six times over in each house. */
const ERRING_ROUNDS = 12

export interface EngineFigures {
  readonly what: string
  /** In each round somebody errs, and so do the sensors. */
  readonly errs: boolean
  readonly evidence: ChipEvidence
  /** Milliseconds of processor time an observation. */
  readonly step: Figures
  /** All of it by the number of cards, microseconds. */
  readonly cardUs: number
  /** Most that was held while its round was open; null: not measured. */
  readonly megabytes: number | null
}

export interface EngineAsked {
  readonly seed: number
  /** Rounds of the measured shoe; null: all of it. */
  readonly rounds: number | null
}

interface Row {
  readonly house: HouseId
  readonly evidence: ChipEvidence
}

const rowsOf = (houses: readonly HouseId[]): readonly Row[] =>
  (['bets', 'payouts'] as const).flatMap((evidence) => houses.map((house) => ({ house, evidence })))

const SHOES = rowsOf(HOUSE_IDS)
const LARGEST = rowsOf(['free-bet-european', 'sevens-prizes'])

const sensed = (evidence: ChipEvidence): string => (evidence === 'bets' ? 'cards only' : 'all chips')

/** What is folded for a row: to warm up or to weigh it, then the passes. */
const FOLDS = 1 + PASSES
export const FOLDS_IN_ALL = FOLDS * (SHOES.length + HOUSE_IDS.length + LARGEST.length)

/** All rows, one after the other. `step` is told before each fold how many are done; not within one, which is measured. */
export function runEngine({ seed, rounds }: EngineAsked, step: (done: number, label: string) => void): readonly EngineFigures[] {
  let done = 0
  const next = (label: string): void => step(done++, label)
  const shoes = SHOES.map(({ house, evidence }): EngineFigures => {
    const context = contextFor(house, HOUSES[house].rules, { boxes: BOXES, chipEvidence: evidence, spotLagMs: LAG_MS })
    const what = `${house}, ${sensed(evidence)}`
    // Another shoe first: code that runs warm is what a table has.
    next(what)
    fold(shoeOf(house, evidence, seed + 1, rounds).flat(), context)
    const shoe = shoeOf(house, evidence, seed, rounds)
    return {
      what: `${what}, ${shoe.length} rounds`,
      errs: false,
      evidence,
      ...best(shoe.flat(), context, () => next(what)),
      megabytes: null,
    }
  })
  const erring = HOUSE_IDS.map((house): EngineFigures => {
    const evidence = 'payouts'
    const context = contextFor(house, HOUSES[house].rules, {
      boxes: BOXES,
      chipEvidence: evidence,
      spotLagMs: LAG_MS,
      spots: usualSpots(house),
    })
    const many = Math.min(ERRING_ROUNDS, rounds ?? ERRING_ROUNDS)
    const what = `${house}, people and sensors err in ${many} rounds`
    next(what)
    fold(erringOf(house, seed + 1, many), context)
    return { what, errs: true, evidence, ...best(erringOf(house, seed, many), context, () => next(what)), megabytes: null }
  })
  const largest = LARGEST.map(({ house, evidence }): EngineFigures => {
    const { rules } = HOUSES[house]
    const context = contextFor(house, rules, { boxes: BOXES, chipEvidence: evidence, spotLagMs: LAG_MS })
    const { actions, truth } = playLargeRound({ rules, boxes: BOXES, chipEvidence: evidence, pointer: false, drawsMuch: true })
    const hands = truth.boxes.reduce((sum, box) => sum + box.hands.length, 0)
    const what = `${house}, ${sensed(evidence)}, one round of ${hands} hands`
    next(what)
    const megabytes = megabytesOf(actions, context)
    return { what, errs: false, evidence, ...best(actions, context, () => next(what)), megabytes }
  })
  return [...shoes, ...erring, ...largest]
}

const observed = (action: TableAction, index: number) =>
  ({ ...action.scan, at: BASE_MS + action.atMs, cause: `${action.device}:X/1/${index + 1}` }) as const

/** Processor time: what else the machine did is no cost of the fold. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function fold(actions: readonly TableAction[], context: TableContext): number[] {
  let state = initialTable()
  return actions.map((action, index) => {
    const observation = observed(action, index)
    const beganAtMs = cpuMs()
    ;[state] = stepTable(state, observation, context)
    return cpuMs() - beganAtMs
  })
}

function best(actions: readonly TableAction[], context: TableContext, begin: () => void): Pick<EngineFigures, 'step' | 'cardUs'> {
  const passes = Array.from({ length: PASSES }, () => {
    begin()
    return fold(actions, context)
  })
  const steps = actions.map((_, index) => Math.min(...passes.map((pass) => pass[index] ?? Number.POSITIVE_INFINITY)))
  const cards = actions.filter(({ scan }) => scan.kind === 'card').length
  return { step: figuresOf(steps), cardUs: (1000 * steps.reduce((sum, ms) => sum + ms, 0)) / cards }
}

/** Heap and buffers held beyond those before the round. */
function megabytesOf(actions: readonly TableAction[], context: TableContext): number {
  const held = (): number => {
    // What is kept by what is gone goes with the collection after.
    for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const before = held()
  let state = initialTable()
  let most = 0
  actions.forEach((action, index) => {
    ;[state] = stepTable(state, observed(action, index), context)
    if (state.current !== null && index % LOOK_EVERY === 0) most = Math.max(most, held() - before)
  })
  return most
}

/** The rounds of the first shoe, each as its actions. */
function shoeOf(house: HouseId, evidence: ChipEvidence, seed: number, most: number | null): TableAction[][] {
  const rounds: TableAction[][] = []
  const table = playTable({
    ...{ rules: HOUSES[house].rules, limits: LIMITS, chips: CHIPS, boxes: BOXES, occupied: 1, spots: SPOTS },
    ...{ pointer: false, random: seededRandom(seed), spotLagMs: LAG_MS, chipEvidence: evidence },
  })
  for (const { actions, truth } of table) {
    if (truth.shoe > 1 || rounds.length >= (most ?? ROUNDS_MAX)) return rounds
    rounds.push([...actions])
  }
  return rounds
}

/** In each round somebody errs, and every sensor is at fault now and then. */
function erringOf(house: HouseId, seed: number, rounds: number): readonly TableAction[] {
  const random = seededRandom(seed)
  const table = { rules: HOUSES[house].rules, limits: LIMITS, chips: CHIPS, boxes: BOXES, spots: usualSpots(house), occupied: 1 }
  // Of the lag half is the spots' own, and half the faults'.
  const lagMs = LAG_MS / 2
  const play = playErring({ ...table, pointer: false, random, spotLagMs: lagMs, chipEvidence: 'payouts' }, { codes: ERROR_CODES, share: 1 })
  const actions = Array.from({ length: rounds }, () => play.next().value).flatMap((round) => round.actions)
  return disturbed(actions, FAULT_NAMES, { lagMs, random })
}
