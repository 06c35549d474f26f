/** Plays a block of rounds of one cell, and counts how much of them could be reported and how much of that was right. */
import { seededRandom } from '../../../simulators/table/random.ts'
import type { HandTruth, RoundTruth } from '../../../simulators/table/types.ts'
import type { HandResult, RoundResult } from '../../../src/engine/event.ts'
import { readRound } from '../../../src/engine/lattice/question.ts'
import { BASE_MS, playedRounds } from '../../engine/table-play.ts'
import { type Compared, compareRounds, isTold, truthfulReadings } from '../../engine/true-round.ts'
import { type Cell, contextOf, optionsOf, rulesOf } from './cells.ts'
import { summed } from './sums.ts'

export interface Block {
  readonly cell: Cell
  readonly seed: number
  /** Each block is a table of its own. */
  readonly block: number
  readonly rounds: number
}

/** Counts of one block, or summed. All shares refer to the `rounds` or `hands` that were played. */
export interface Counts {
  readonly rounds: number
  /** Rounds with a single remaining reading. */
  readonly single: number
  readonly hands: number
  /** Hands reported as certain; of these, hands whose cards and outcome are right. */
  readonly certain: number
  readonly right: number
  /** Rounds whose best reading is true in every detail. */
  readonly told: number
  /** Rounds whose readings include the truth. */
  readonly truthful: number
  readonly incomplete: number
  /** Rounds reported to begin with another card, or lost in another round. */
  readonly astray: number
  /** The number of remaining readings, for each round that was reported. */
  readonly readings: readonly number[]
}

export const NO_COUNTS: Counts = {
  ...{ rounds: 0, single: 0, hands: 0, certain: 0, right: 0, told: 0, truthful: 0, incomplete: 0, astray: 0 },
  readings: [],
}

/** Every block of a seed has its own seed, whichever worker plays it. */
const seedOf = ({ seed, block }: Block): number => Math.floor(seededRandom(seed * 100_003 + block)() * 2 ** 32)

export const work = (block: Block): Counts => {
  const { cell, rounds } = block
  const context = contextOf(cell)
  const { compared, strays } = compareRounds(playedRounds(rounds, seedOf(block), rulesOf(cell), optionsOf(cell)), context)
  const astray = strays.map((closed) => countOf({ truth: null, closed, readings: closed.readings, truthful: false }))
  const told = compared.map((each) => {
    const { truth, closed, evidence } = each
    const readings = cell.until === 'closed' ? (closed?.readings ?? 0) : settledReadings(each, cell)
    const truthful = evidence !== null && truthfulReadings(evidence, truth, context) > 0
    return { ...countOf({ truth, closed, readings, truthful }), told: isTold(each) ? 1 : 0 }
  })
  return [...told, ...astray].reduce<Counts>(summed, NO_COUNTS)
}

/** The number of readings left when the last stake is resolved; 0: the round was not reported. */
const settledReadings = ({ truth, evidence }: Compared, cell: Cell): number => {
  if (evidence === null) return 0
  const until = BASE_MS + truth.settledAtMs
  const moves = new Map([...evidence.moves].map(([spot, list]) => [spot, list.filter(({ at }) => at <= until)]))
  const reader = { context: contextOf(cell), now: Number.POSITIVE_INFINITY, asked: 'resolved' } as const
  const { count, supports } = readRound({ ...evidence, moves }, reader)
  if (cell.until === 'settled') return count
  // The chips show every result but one: whether the box that moved last went bust, lost to the dealer, or took its push back.
  const told = [...moves].flatMap(([spot, list]) => list.map(({ at }) => ({ box: Number(spot.split('.')[0]), at })))
  const last = told.reduce((one, other) => (other.at > one.at ? other : one), { box: 0, at: 0 })
  const index = truth.boxes.findIndex(({ box }) => box === last.box)
  if (index < 0) return count
  const results = truth.boxes[index]?.hands.map(({ outcome, bust }) => `${outcome} ${bust}`).join()
  const same = supports[index]?.filter(
    ({ story, outcomes }) => story.hands.map(({ ended }, hand) => `${outcomes?.[hand]} ${ended === 'bust'}`).join() === results,
  )
  return same?.reduce((sum, support) => sum + support.count, 0) ?? 0
}

interface Told {
  /** null: no round began with the card that this one is reported to begin with. */
  readonly truth: RoundTruth | null
  readonly closed: RoundResult | null
  readonly readings: number
  readonly truthful: boolean
}

const countOf = ({ truth, closed, readings, truthful }: Told): Counts => {
  const hands = closed?.boxes.flatMap(({ box, hands }) => hands.map((hand) => ({ hand, played: playedHand(truth, box, hand) }))) ?? []
  const certain = hands.filter(({ hand }) => hand.certain)
  return {
    rounds: truth === null ? 0 : 1,
    single: truth !== null && readings === 1 ? 1 : 0,
    hands: truth?.boxes.reduce((sum, box) => sum + box.hands.length, 0) ?? 0,
    certain: certain.length,
    right: certain.filter(({ hand, played }) => isSame(hand, played)).length,
    told: 0,
    truthful: truthful ? 1 : 0,
    incomplete: truth !== null && closed?.complete === false ? 1 : 0,
    astray: truth !== null && closed === null ? 1 : 0,
    readings: truth !== null && closed !== null ? [readings] : [],
  }
}

const playedHand = (truth: RoundTruth | null, box: number, { hand }: HandResult): HandTruth | undefined =>
  truth?.boxes.find((other) => other.box === box)?.hands[hand - 1]

const isSame = (hand: HandResult, played: HandTruth | undefined): boolean =>
  played !== undefined && played.cards.join() === hand.cards.join() && played.outcome === hand.outcome
