/**
 * How long the fold takes for one observation, and how much memory an open round needs. It measures a whole six-deck shoe of seven boxes in
 * each house with every line an observation, rounds that each contain an error, and the largest rounds there are. bundled.ts runs it
 * bundled, as the daemon runs: a loader of single sources names every function anew, which takes time.
 */
import { usualSpots } from '../../../simulators/device/options.ts'
import { playErring } from '../../../simulators/table/errors/erring.ts'
import { ERROR_CODES } from '../../../simulators/table/errors/index.ts'
import { seededRandom } from '../../../simulators/table/random.ts'
import { disturbed, FAULT_NAMES } from '../../../simulators/table/sensor-faults.ts'
import { playTable } from '../../../simulators/table/table.ts'
import { HABIT_NAMES, type Habit, type TableAction } from '../../../simulators/table/types.ts'
import type { TableContext } from '../../../src/engine/context.ts'
import { stepTable } from '../../../src/engine/fold/table.ts'
import type { Observation } from '../../../src/engine/observation.ts'
import { initialTable } from '../../../src/engine/state/table-state.ts'
import { nextDeadline } from '../../../src/engine/words/table-views.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import type { ChipEvidence } from '../../../src/rules/table.ts'
import { playLargeRound } from '../../engine/large-round.ts'
import { contextFor } from '../../engine/table-play.ts'
import { type Figures, figuresOf } from './figures.ts'
import { BOXES, CHIPS, LIMITS, SPOTS } from './table.ts'

const LAG_MS = 1500
/** Any epoch will do, because event time is relative. */
const BASE_MS = Date.UTC(2026, 0, 1)
/** A shoe of seven boxes has about a dozen rounds; far more would not be one shoe. */
const ROUNDS_MAX = 60
/** Takes the best of this many passes for each observation: the cost of the code, not of other work on the machine. */
const PASSES = 5
/** Observations between two checks of the memory during the largest round. */
const LOOK_EVERY = 8

/** Rounds with an error: few enough to play them six times over in each house. */
const ERRING_ROUNDS = 12
/** Evenings in which people follow their habits, and err in one round of ten. */
const EVENING = { house: 'free-bet-pot-of-gold', boxes: [1, 2, 3, 5, 7], rounds: 20, errs: 0.1 } as const

export const OBSERVATION_KINDS = ['line', 'deadline', 'closing'] as const
export type ObservationKind = (typeof OBSERVATION_KINDS)[number]

export interface EngineFigures {
  readonly what: string
  /** Rounds contain errors by people and faults of the sensors. */
  readonly errs: boolean
  readonly evidence: ChipEvidence
  /** Milliseconds of processor time per observation, by what it was: a line that closed no round, a deadline that closed none, a closing. */
  readonly times: { readonly [kind in ObservationKind]: Figures }
  /** Questions of searches for errors that had to be paid for, per line. */
  readonly questions: number
  /** All of the processor time divided by the number of cards, microseconds. */
  readonly cardUs: number
  /** The most memory held while its round was open; null: not measured. */
  readonly megabytes: number | null
}

export interface EngineAsked {
  readonly seed: number
  /** Rounds of the measured shoe; null: all of them. */
  readonly rounds: number | null
}

interface Row {
  readonly house: HouseId
  readonly evidence: ChipEvidence
}

const rowsOf = (houses: readonly HouseId[]): readonly Row[] =>
  (['bets', 'payouts'] as const).flatMap((evidence) => houses.map((house) => ({ house, evidence })))

const SHOES = rowsOf(HOUSE_IDS)
const LARGEST = [
  ...rowsOf(['free-bet-european', 'sevens-prizes']).map((row) => ({ ...row, boxes: BOXES })),
  // A single box that splits whatever it gets.
  ...rowsOf(['free-bet-european']).map((row) => ({ ...row, boxes: 1 })),
]

const sensed = (evidence: ChipEvidence): string => (evidence === 'bets' ? 'cards only' : 'all chips')

/** Folds per row: one to warm up or to measure memory, then the passes. */
const FOLDS = 1 + PASSES
export const FOLDS_IN_ALL = FOLDS * (SHOES.length + HOUSE_IDS.length + EVENING.boxes.length + LARGEST.length)

/**
 * Runs all rows, one after the other. Before each fold, `step` receives the number done; it is not called within a fold, which is measured.
 */
export function runEngine({ seed, rounds }: EngineAsked, step: (done: number, label: string) => void): readonly EngineFigures[] {
  let done = 0
  const next = (label: string): void => step(done++, label)
  const shoes = SHOES.map(({ house, evidence }): EngineFigures => {
    const context = contextFor(house, HOUSES[house].rules, { boxes: BOXES, chipEvidence: evidence, spotLagMs: LAG_MS })
    const what = `${house}, ${sensed(evidence)}`
    // Folds another shoe first, because the code at a real table runs warm.
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
  const erring = [
    ...HOUSE_IDS.map((house): Erring => ({ house, boxes: BOXES, rounds: ERRING_ROUNDS, errs: 1, habits: [] })),
    ...EVENING.boxes.map((boxes): Erring => ({ ...EVENING, boxes, habits: HABIT_NAMES })),
  ].map((row): EngineFigures => {
    const { house, boxes, errs } = row
    const evidence = 'payouts'
    const spots = usualSpots(house)
    const context = contextFor(house, HOUSES[house].rules, { boxes, chipEvidence: evidence, spotLagMs: LAG_MS, spots })
    const many = Math.min(row.rounds, rounds ?? row.rounds)
    const what = `${house}, ${errs === 1 ? 'people and sensors err' : `an evening, boxes: ${boxes}`}, ${many} rounds`
    next(what)
    fold(erringOf({ ...row, rounds: many }, seed + 1), context)
    return {
      what,
      errs: true,
      evidence,
      ...best(erringOf({ ...row, rounds: many }, seed), context, () => next(what)),
      megabytes: null,
    }
  })
  const largest = LARGEST.map(({ house, evidence, boxes }): EngineFigures => {
    const { rules } = HOUSES[house]
    const context = contextFor(house, rules, { boxes, chipEvidence: evidence, spotLagMs: LAG_MS })
    const { actions, truth } = playLargeRound({ rules, boxes, chipEvidence: evidence, pointer: false, drawsMuch: true })
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

/** Processor time, which leaves out other work on the machine. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

interface Folded {
  readonly ms: number
  readonly kind: ObservationKind
}

interface FoldedAll {
  readonly steps: readonly Folded[]
  readonly questions: number
}

/** Folds the lines as the daemon does, with a tick at each deadline that passes before the next line. */
function fold(actions: readonly TableAction[], context: TableContext): FoldedAll {
  let state = initialTable()
  const steps: Folded[] = []
  const askedBefore = context.workspace.work.asked
  const take = (observation: Observation): void => {
    const beganAtMs = cpuMs()
    const [after, events] = stepTable(state, observation, context)
    const ms = cpuMs() - beganAtMs
    state = after
    const isClosing = events.some(({ type }) => type === 'round.closed')
    steps.push({ ms, kind: isClosing ? 'closing' : observation.kind === 'tick' ? 'deadline' : 'line' })
  }
  for (const [index, action] of actions.entries()) {
    const observation = observed(action, index)
    const deadline = nextDeadline(state, context)
    if (deadline !== null && deadline < observation.at) take({ kind: 'tick', at: deadline, cause: '' })
    take(observation)
  }
  return { steps, questions: context.workspace.work.asked - askedBefore }
}

function best(
  actions: readonly TableAction[],
  context: TableContext,
  begin: () => void,
): Pick<EngineFigures, 'times' | 'questions' | 'cardUs'> {
  const passes = Array.from({ length: PASSES }, () => {
    begin()
    return fold(actions, context)
  })
  const [first] = passes as [FoldedAll, ...FoldedAll[]]
  const steps = first.steps.map(({ kind }, index) => {
    return { kind, ms: Math.min(...passes.map((pass) => pass.steps[index]?.ms ?? Number.POSITIVE_INFINITY)) }
  })
  const of = (kind: ObservationKind): Figures => figuresOf(steps.flatMap((step) => (step.kind === kind ? [step.ms] : [])))
  const cards = actions.filter(({ scan }) => scan.kind === 'card').length
  return {
    times: { line: of('line'), deadline: of('deadline'), closing: of('closing') },
    questions: first.questions / actions.length,
    cardUs: (1000 * steps.reduce((sum, { ms }) => sum + ms, 0)) / cards,
  }
}

/** Heap and buffers held beyond those before the round. */
function megabytesOf(actions: readonly TableAction[], context: TableContext): number {
  const held = (): number => {
    // Objects kept alive by garbage are freed only by the next collection.
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

interface Erring {
  readonly house: HouseId
  readonly boxes: number
  readonly rounds: number
  /** Share of the rounds in which somebody errs. */
  readonly errs: number
  readonly habits: readonly Habit[]
}

/** Every sensor is at fault now and then. */
function erringOf({ house, boxes, rounds, errs, habits }: Erring, seed: number): readonly TableAction[] {
  const random = seededRandom(seed)
  const table = { rules: HOUSES[house].rules, limits: LIMITS, chips: CHIPS, boxes, spots: usualSpots(house), occupied: 1, habits }
  // Half of the lag is for the spots themselves, half for the faults.
  const lagMs = LAG_MS / 2
  const play = playErring(
    { ...table, pointer: false, random, spotLagMs: lagMs, chipEvidence: 'payouts' },
    { codes: ERROR_CODES, share: errs },
  )
  const actions = Array.from({ length: rounds }, () => play.next().value).flatMap((round) => round.actions)
  return disturbed(actions, FAULT_NAMES, { lagMs, random })
}
