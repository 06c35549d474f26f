/**
 * The search for an error of the dealer, where no reading without one is left: readings with the fewest errors, and what is in all or in
 * some of them. One way to err is one question to the lattice; their readings never overlap, for each has an error the others lack.
 *
 *   put right by himself -> one error -> all settled by another total -> two errors -> three boxes settled wrongly
 */
import { sevensPayouts } from './side-bets.ts'
import { type DealerFault, type DealerRun, DEALER_STANDS_FROM } from './dealer.ts'
import type { Deviation, Figures } from './deviation.ts'
import { type Misdeed, misdealt, misdeedOf } from './misdeed.ts'
import { type Reader, readRound } from './question.ts'
import type { DealersError, SettledWrongly, Solution } from './reading.ts'
import { dealerPositions, type Round, rankAt, spotOf, textAt, timelineOf } from './round.ts'

/** What was found: the readings of fewest errors, and the errors in them. */
export interface Found {
  /** Of the likeliest way to err. */
  readonly solution: Solution
  readonly deviations: readonly Deviation[]
}

/** One way to err, its readings, and each error with the readings that contain it. */
interface Way {
  readonly solution: Solution
  readonly errors: readonly Counted[]
}
interface Counted {
  readonly code: string
  readonly box: number | null
  readonly hand: number | null
  readonly expected: Figures
  readonly seen: Figures
  readonly count: number
}

const NONE: ReadonlySet<number> = new Set()
const RIGHT: DealersError = { wrongly: NONE, fault: null, mended: true }

/** `null`: more errors than are searched for, or none that is. */
export const searchErrors = (round: Round, reader: Reader): Found | null => {
  for (const step of STEPS) {
    const ways = step(round, reader).flatMap((error): readonly Way[] => {
      const solution = readRound(round, { ...reader, error })
      return solution.count > 0 ? [{ solution, errors: errorsOf(round, solution, error, reader) }] : []
    })
    if (ways.length > 0) return gathered(ways)
  }
  return null
}

type Step = (round: Round, reader: Reader) => readonly DealersError[]

const wrongAt = (...boxes: readonly number[]): DealersError => ({ ...RIGHT, wrongly: new Set(boxes) })
const faulty = (fault: DealerFault): DealersError => ({ ...RIGHT, fault })

const FAULTS: readonly DealerFault[] = ['stood', 'drew', 'needless', 'no-draw']

/** Boxes whose main spot moved, or was to be moved: all. Below `payouts` no settlement is followed. */
const settledBoxes = ({ boxes }: Round, { context }: Reader): readonly number[] =>
  context.chipEvidence === 'payouts' ? boxes.map((_, index) => index) : []

const subsets = (of: readonly number[], size: number): readonly (readonly number[])[] =>
  size === 0 ? [[]] : of.flatMap((first, at) => subsets(of.slice(at + 1), size - 1).map((rest) => [first, ...rest]))

const STEPS: readonly Step[] = [
  () => [RIGHT],
  (round, reader) => [...settledBoxes(round, reader).map((box) => wrongAt(box)), ...FAULTS.map(faulty)],
  (round, reader) => (settledBoxes(round, reader).length > 1 ? [faulty('misread')] : []),
  (round, reader) => [
    ...subsets(settledBoxes(round, reader), 2).map((boxes) => wrongAt(...boxes)),
    ...settledBoxes(round, reader).flatMap((box) => FAULTS.map((fault): DealersError => ({ ...wrongAt(box), fault }))),
  ],
  (round, reader) => subsets(settledBoxes(round, reader), 3).map((boxes) => wrongAt(...boxes)),
]

const errorsOf = (round: Round, solution: Solution, error: DealersError, reader: Reader): readonly Counted[] => [
  ...solution.settledWrongly.map((each) => counted(round, each, reader)),
  ...(error.fault === null ? [] : solution.dealers.map(({ run, count }) => ({ ...faultOf(run, round, reader), count }))),
]

const counted = (round: Round, each: SettledWrongly, { context }: Reader): Counted => {
  const { rules, money, spotLagMs } = context
  const box = round.boxes[each.box] ?? 0
  const bet = timelineOf(round, spotOf(box, 'main'), spotLagMs).base.amount
  const upRank = rankAt(round, dealerPositions(round, context).up) ?? 0
  const early = each.settlement.at !== null && each.settlement.at < (round.cards.at(-1)?.at ?? 0)
  const found = misdeedOf(misdealt(each, { rules, money, bet, upRank, early, prizes: sevensPayouts(bet, rules, money) }))
  return { ...withCards(found, round, each), box, hand: found.hand === null ? null : found.hand + 1, count: each.count }
}

/** Prizes are told with the cards they are for. */
const withCards = (found: Misdeed, round: Round, { hands }: SettledWrongly): Misdeed => {
  if (!found.code.startsWith('PRIZE')) return found
  const cards = hands.flatMap(({ positions }) => positions).sort((one, other) => one - other)
  return { ...found, seen: { ...found.seen, cards: cards.slice(0, 3).map((position) => textAt(round, position)) } }
}

const FAULT_CODES: { readonly [F in DealerFault]: string } = {
  stood: 'DEALER-STOOD-UNDER-17',
  drew: 'DEALER-HIT-17',
  needless: 'DEALER-DREW-NEEDLESSLY',
  'no-draw': 'DEALER-NO-DRAW-FOR-SIDE',
  misread: 'DEALER-TOTAL-MISREAD',
}

const faultOf = ({ fault, total, soft, end, drawn, settledBy }: DealerRun, round: Round, { context }: Reader): Omit<Counted, 'count'> => {
  const place = { box: null, hand: null }
  if (fault === 'misread') return { code: FAULT_CODES.misread, ...place, expected: { total }, seen: { total: settledBy ?? total } }
  if (fault === 'needless') {
    const cards = Array.from({ length: drawn }, (_, index) => textAt(round, end - drawn + index))
    return { code: FAULT_CODES.needless, ...place, expected: {}, seen: { cards } }
  }
  if (fault === 'no-draw') {
    const sides = round.boxes.some((box) => timelineOf(round, spotOf(box, 'p22'), context.spotLagMs).base.amount > 0)
    return { code: sides ? FAULT_CODES['no-draw'] : 'INS-UNRESOLVED-ALL-BUST', ...place, expected: {}, seen: {} }
  }
  if (soft && total === 17) return { code: 'DEALER-SOFT17', ...place, expected: {}, seen: { text: fault === 'drew' ? 'drew' : 'stood' } }
  return { code: FAULT_CODES[fault ?? 'stood'], ...place, expected: { total: DEALER_STANDS_FROM }, seen: { total } }
}

const keyOf = ({ code, box, hand }: Counted): string => [code, box, hand].join('/')

/** Every error with its grade: in all readings, or in some, and then with what the others have instead. */
const gathered = (ways: readonly Way[]): Found => {
  const total = ways.reduce((sum, { solution }) => sum + solution.count, 0)
  const best = ways.reduce((one, other) => ((other.solution.best?.score ?? 0) > (one.solution.best?.score ?? 0) ? other : one))
  const errors = new Map<string, Counted>()
  for (const { errors: of } of [best, ...ways.filter((way) => way !== best)]) {
    for (const error of of) {
      const known = errors.get(keyOf(error))
      errors.set(keyOf(error), known ? { ...known, count: known.count + error.count } : error)
    }
  }
  const all = [...errors.values()]
  const deviations = all.map((error): Deviation => {
    const isProven = error.count >= total
    const other = isProven ? undefined : all.find((each) => each !== error && !(each.count >= total))
    return {
      code: error.code,
      grade: isProven ? 'proven' : 'likely',
      box: error.box,
      hand: error.hand,
      spot: error.box === null ? null : spotOf(error.box, 'main'),
      expected: error.expected,
      seen: error.seen,
      counterReading: isProven ? null : `${other?.code ?? 'another error'}${other?.box == null ? '' : ` at box ${other.box}`} instead`,
      cause: '',
      detectedAfter: 0,
    }
  })
  return { solution: best.solution, deviations }
}
