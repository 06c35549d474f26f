/** Plays simulated rounds through the fold alone and compares what it reports with what was played. */

import { seededRandom } from '../../simulators/table/random.ts'
import { playTable } from '../../simulators/table/table.ts'
import type { BoxTruth, PlayedRound, SpotTruth, TableAction, TableOptions } from '../../simulators/table/types.ts'
import type { TableConfig } from '../../src/base/config/table-config.ts'
import { assertInvariants } from '../../src/daemon/stations/invariants.ts'
import { type TableContext, tableContext } from '../../src/engine/context.ts'
import type { BoxResult, RoundResult, SpotNumbers, SpotResult, TableEvent } from '../../src/engine/event.ts'
import { endTable, stepTable } from '../../src/engine/fold/table.ts'
import { initialTable, type TableState } from '../../src/engine/state/table-state.ts'
import { initialJudge } from '../../src/procedure/judge.ts'
import type { HouseRules } from '../../src/rules/house/rules.ts'

/** A judge that has seen nothing: what the fold alone concludes is not judged. */
const NO_JUDGE = initialJudge()

export const CHIPS = [100, 500, 2500, 10000] as const
export const LIMITS = { min: 1000, max: 50000, unit: 500, boxMax: null, sideMin: null, sideMax: null, sideUnit: null } as const
/** Any epoch will do: event time is relative. */
export const BASE_MS = Date.UTC(2026, 0, 1)

export const contextFor = (house: string, rules: HouseRules, more: Partial<TableConfig> = {}): TableContext =>
  tableContext({
    house,
    rules,
    limits: LIMITS,
    chips: CHIPS,
    rounding: 'down',
    boxes: 7,
    spots: ['main'],
    spotLagMs: 1500,
    chipEvidence: 'payouts',
    pointerLagMs: 1500,
    collectAfter: 'box-settled',
    ...more,
  } as TableConfig)

export const playedRounds = (count: number, seed: number, rules: HouseRules, more: Partial<TableOptions> = {}): PlayedRound[] => {
  const table = playTable({
    rules,
    limits: LIMITS,
    chips: [...CHIPS],
    boxes: 7,
    spots: ['main'],
    pointer: false,
    random: seededRandom(seed),
    features: ['splits', 'doubles'],
    ...more,
  })
  return Array.from({ length: count }, () => table.next().value as PlayedRound)
}

/** Folds actions; `seen` is called after each with the state and what was reported. */
export const foldActions = (
  actions: Iterable<TableAction>,
  context: TableContext,
  seen: (state: TableState, events: readonly TableEvent[], action: TableAction) => void = () => {},
): readonly TableEvent[] => {
  let state = initialTable()
  const said: TableEvent[] = []
  let seq = 0
  for (const action of actions) {
    const at = BASE_MS + action.atMs
    const [next, events] = stepTable(state, { ...action.scan, at, cause: `${action.device}:X/1/${++seq}` }, context)
    state = next
    assertInvariants({ table: state, judge: NO_JUDGE }, context)
    said.push(...events)
    seen(state, events, action)
  }
  const [ended, events] = endTable(state, context)
  said.push(...events)
  seen(ended, events, { atMs: 0, device: 'shoe', scan: { kind: 'shoe', what: 'clear' } })
  return said
}

export const closedRounds = (events: readonly TableEvent[]): readonly RoundResult[] =>
  events.flatMap((event) => (event.type === 'round.closed' ? [event.data] : []))

/** The last report of each round: as it closed, or as it was revised. */
export const lastWords = (events: readonly TableEvent[]): readonly RoundResult[] => {
  const rounds = new Map<string, RoundResult>()
  for (const event of events) if (event.type === 'round.closed' || event.type === 'round.revised') rounds.set(event.data.round, event.data)
  return [...rounds.values()]
}

/** What a box holds, in one comparable line. */
export const boxLine = (box: {
  readonly box: number
  readonly hands: readonly { readonly cards: readonly string[]; readonly actions: readonly string[]; readonly outcome: string | null }[]
}): string => `${box.box} ${box.hands.map((hand) => `${hand.cards.join(' ')} [${hand.actions.join(',')}] ${hand.outcome}`).join(' | ')}`

export const mainLine = ({ box, spots }: Pick<BoxTruth | BoxResult, 'box' | 'spots'>): string => `${box} ${numbersLine(spots.main)}`

/** The amounts of a spot; of a reported spot, those of the likeliest reading. */
export const numbersOf = (spot: SpotTruth | SpotResult): SpotNumbers => ('best' in spot ? spot.best : spot)

const numbersLine = (spot: SpotTruth | SpotResult | undefined): string => {
  if (spot === undefined) return 'nothing'
  const { staked, due, moved } = numbersOf(spot)
  return `staked ${staked} due ${due} moved ${moved}`
}
