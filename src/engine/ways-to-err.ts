/** Every single way to err that the evidence of a round leaves worth a question, by steps of how readily it is believed. */
import type { Move, Timeline } from './chips.ts'
import type { DealerFault } from './dealer.ts'
import { SLIP_NAMES, type SlipName } from './hand.ts'
import type { Reader } from './question.ts'
import type { DealersError, Slip } from './reading.ts'
import { dealtHand, type Round, spotOf, timelineOf } from './round.ts'
import { mayShow, SLIPS } from './slips.ts'

export type Step = (round: Round, reader: Reader) => readonly DealersError[]

const RIGHT: DealersError = { wrongly: new Set(), fault: null, slip: null, untouched: null, mended: true }
const FAULTS: readonly DealerFault[] = ['stood', 'drew', 'needless', 'no-draw']

const wrongAt = (...boxes: readonly number[]): DealersError => ({ ...RIGHT, wrongly: new Set(boxes) })
const faulty = (fault: DealerFault): DealersError => ({ ...RIGHT, fault })

/** Below `payouts` no settlement is followed. */
const settledBoxes = ({ boxes }: Round, { context }: Reader): readonly number[] =>
  context.chipEvidence === 'payouts' ? boxes.map((_, index) => index) : []

const subsets = (of: readonly number[], size: number): readonly (readonly number[])[] =>
  size === 0 ? [[]] : of.flatMap((first, at) => subsets(of.slice(at + 1), size - 1).map((rest) => [first, ...rest]))

const mainAt = (round: Round, index: number, { context }: Reader): Timeline =>
  timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), context.spotLagMs)

/** What each movement changed. */
const changesOf = ({ base, moves }: Timeline): readonly (Move & { readonly change: number; readonly lammersMore: number })[] =>
  moves.map((move, at) => {
    const before = moves[at - 1] ?? base
    return { ...move, change: move.amount - before.amount, lammersMore: move.lammers - before.lammers }
  })

/** Amounts tried for chips that are no whole bet; more than a few there are not. */
const ODD_MAX = 4

const slipsAt = (round: Round, index: number, reader: Reader): readonly Slip[] => {
  const { rules, chipEvidence } = reader.context
  const dealt = dealtHand(round, index, reader.context)
  const timeline = mainAt(round, index, reader)
  const changes = changesOf(timeline)
  const bet = timeline.base.amount
  const raises = changes.filter(({ change }) => change > 0).map(({ change }) => change)
  const falls = changes.filter(({ change }) => change < 0).map(({ change }) => -change)
  const added = changes.some(({ lammersMore }) => lammersMore > 0)
  const isWorth = (name: SlipName): boolean => {
    if (name.startsWith('FB-')) return added
    if (name.startsWith('SURRENDER')) return falls.length > 0
    return SLIPS[name].needs !== 'stakes' || raises.length > 0 || added
  }
  return SLIP_NAMES.filter((name) => mayShow(name, dealt, rules, chipEvidence) && isWorth(name)).flatMap((name): readonly Slip[] => {
    if (!SLIPS[name].odd) return [{ box: index, name, units: null }]
    const seen = [...new Set(name === 'SURRENDER-AMOUNT' ? falls : raises)]
    const odd = seen.filter((amount) => amount !== bet && amount < 2 * bet).slice(0, ODD_MAX)
    return odd.map((amount) => ({ box: index, name, units: amount / bet }))
  })
}

const slips: Step = (round, reader) =>
  round.boxes.flatMap((_, index) => slipsAt(round, index, reader).map((slip): DealersError => ({ ...RIGHT, slip })))

/** Steps in which errors are looked for: the first that leaves readings counts. */
export const STEPS: readonly Step[] = [
  () => [RIGHT],
  (round, reader) => [...settledBoxes(round, reader).map((box) => wrongAt(box)), ...FAULTS.map(faulty), ...slips(round, reader)],
  (round, reader) => (settledBoxes(round, reader).length > 1 ? [faulty('misread')] : []),
  (round, reader) => [
    ...subsets(settledBoxes(round, reader), 2).map((boxes) => wrongAt(...boxes)),
    ...settledBoxes(round, reader).flatMap((box) => FAULTS.map((fault): DealersError => ({ ...wrongAt(box), fault }))),
  ],
  (round, reader) => subsets(settledBoxes(round, reader), 3).map((boxes) => wrongAt(...boxes)),
]
