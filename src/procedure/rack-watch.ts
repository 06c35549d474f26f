/**
 * The rack's balance over a round (docs/findings.md, "Rack"): what it gained and gave while the dealer settled spots is what they lost and
 * were paid. Chips that moved outside the settlement of a spot are another matter: they were sold for cash or changed, or they were a fill.
 *
 *        |  first card              bust taken        settlement        the lag after it
 *   rack ----+-------------------------#-----------------###-----------------|   and its last level read half as long again
 *                 a fill, a sale     with a spot     with the spots     what comes later is no part of it
 */
import type { ChipStack } from '../../devices/scan.ts'
import type { RoundResult } from '../engine/event.ts'
import type { Round } from '../engine/evidence/round.ts'
import { isFollowedWhole, largestBet } from '../engine/facts/open-round.ts'
import { type Heard, isBeside, type Movement, type Span, spanOf, spotsOf } from '../engine/facts/spots.ts'
import type { Objection } from './lifecycle.ts'
import { settledIn } from './settled.ts'
import { isLoss, type JudgeContext, proven, type Sight, type Watch } from './watch.ts'

export interface RackWatch {
  /** Newest levels, oldest first; none since lines were lost. */
  readonly levels: readonly Heard[]
  /** A round that has closed and whose last movement the rack may still report. */
  readonly open: Account | null
}

/** What the rack should have done in a round. */
interface Account {
  readonly round: string
  /** Event time at which the rack has reported everything from before the first card. */
  readonly from: number
  /** The dealer's movements on spots, in order; null: it is unknown which were his. */
  readonly moves: readonly Movement[] | null
  /** What else changed on spots: players' movements, according to the best reading. */
  readonly others: readonly number[]
  /** No bet of the round may be larger. */
  readonly largestBet: number
  /** The round's last card or movement. */
  readonly last: Span
}

/** A round with its settlement changes the rack some thirty times. */
const LEVELS_MAX = 64

export const RACK_WATCH: Watch<RackWatch> = {
  initial: { levels: [], open: null },
  step(state, sight, context) {
    if (!context.spots.includes('rack') || context.chipEvidence !== 'payouts') return [state, []]
    const { observation, events, after, heard, settledBefore } = sight
    if (isLoss(observation) || after.away.size > 0) return [RACK_WATCH.initial, []]
    const levels = heard?.spot === 'rack' ? [...state.levels, heard].slice(-LEVELS_MAX) : state.levels
    const closed = events.flatMap((event) => (event.type === 'round.closed' ? [event.data] : []))
    const isRevised = events.some(({ type, round }) => type === 'round.revised' && round === state.open?.round)
    const open = closed.reduce((known, result) => accountOf(result, after, context) ?? known, isRevised ? null : state.open)
    const isWaiting = observation !== null && open !== null && open.last.until >= settledBefore
    if (open === null || isWaiting) return open === state.open && levels === state.levels ? [state, []] : [{ levels, open }, []]
    return [{ levels, open: null }, balance(open, levels, context)]
  },
}

/**
 * null if some of the round's evidence was left out, or what was done in it is not certain: then it is unknown what the rack should have
 * done.
 */
const accountOf = (result: RoundResult, { last: closed, deviations }: Sight['after'], context: JudgeContext): Account | null => {
  const round = closed?.round
  if (round?.id !== result.round || !result.complete || result.readings === 0) return null
  if (!isFollowedWhole(round)) return null
  if (deviations.get(round.id)?.some(({ grade }) => grade !== 'proven')) return null
  const { spots, isAll } = settledIn(round, result, context)
  const moves = isAll ? spots.flatMap((spot) => spot.moves).sort((one, other) => one.at - other.at) : null
  const last = spanOf(Math.max(round.cards.at(-1)?.at ?? 0, moves?.at(-1)?.at ?? 0), context)
  const others = moves === null ? [] : othersIn(round, moves, last.until, context)
  return { round: round.id, from: spanOf(round.openedAt, context).until, moves, others, largestBet: largestBet(round, context), last }
}

const othersIn = (round: Round, his: readonly Movement[], until: number, context: JudgeContext): readonly number[] => {
  const left = [...his]
  const moved = [...round.moves.keys()].flatMap((spot) => spotsOf(round, context).told(spot).moves)
  return moved.flatMap(({ at, change }) => {
    const known = left.findIndex((move) => move.at === at && move.change === change)
    if (known >= 0) left.splice(known, 1)
    return known >= 0 || at > until || change === 0 ? [] : [change]
  })
}

interface Change extends Heard {
  readonly before: Heard
}

/** Indexes of the levels from this one on, each of which may be the earlier one read whole. */
const wholeFrom = (levels: readonly Heard[], from: number): readonly number[] => {
  const first = levels[from]
  return first ? levels.flatMap(({ at }, index) => (index >= from && at <= first.until ? [index] : [])) : [from]
}

const balance = (account: Account, levels: readonly Heard[], context: JudgeContext): readonly Objection[] => {
  const { from, last } = account
  const known = levels.findLastIndex(({ at }) => at <= from)
  // A rack that never reported before is known from its first level on. That level, and the last of the account, may be read in part for
  // the lag.
  const bases = known < 0 ? wholeFrom(levels, 0) : [known]
  const ends = wholeFrom(
    levels,
    levels.findLastIndex(({ at }) => at <= last.until),
  )
  const balances = bases.flatMap((base) => ends.map((end) => balanceFrom({ base, end, isFirst: known < 0 }, account, levels, context)))
  return (balances.find(({ isFit }) => isFit) ?? balances[0])?.objections ?? []
}

/** Indexes of the levels the account runs from and to. `isFirst`: the rack reported nothing before the account began. */
interface Reckoned {
  readonly base: number
  readonly end: number
  readonly isFirst: boolean
}

interface Balance {
  readonly objections: readonly Objection[]
  /** The rack did what the spots say. */
  readonly isFit: boolean
}

const balanceFrom = ({ base, end, isFirst }: Reckoned, account: Account, levels: readonly Heard[], context: JudgeContext): Balance => {
  const { from, moves, last } = account
  const changes = levels.slice(base + 1, end + 1).flatMap((level, index): readonly Change[] => {
    const before = levels[base + index]
    return before === undefined || level.change === 0 ? [] : [{ ...level, before }]
  })
  const isNear = ({ at }: Change): boolean => at > last.until || (moves?.some((move) => isBeside(move, at)) ?? true)
  const apart = filled(
    account,
    changes.filter((change) => !isNear(change) && change.at <= last.at),
  )
  if (moves === null || levels.length === 0) return { objections: apart, isFit: true }
  const near = changes.filter(isNear)
  const first = isFirst ? levels[base] : undefined
  const told = moves.filter(({ at }) => at > (first?.from ?? from))
  // For movements close to its first level it is unknown whether that level includes them.
  const inDoubt = first ? told.filter(({ at }) => at <= first.until).length : 0
  const dues = Array.from({ length: inDoubt + 1 }, (_, without) => told.slice(without))
  const isFit = dues.some((each) => fits(near, each))
  return { objections: isFit ? apart : [...apart, ...imbalance(account, near, -sum(told), context)], isFit }
}

/** The rack's changes are those of the spots, except for what may have happened just before the first of them or just after the last. */
const fits = (near: readonly Change[], moves: readonly Movement[]): boolean => {
  const [first, last] = [moves[0]?.at ?? Number.POSITIVE_INFINITY, moves.at(-1)?.from ?? Number.NEGATIVE_INFINITY]
  const must = near.flatMap(({ at }, index) => (at >= first && at <= last ? [index] : []))
  for (let from = 0; from <= (must[0] ?? near.length); from++) {
    for (let to = must.length > 0 ? (must.at(-1) ?? 0) + 1 : from; to <= near.length; to++) {
      const kept = near.slice(from, to)
      // What is left out must not leave a movement without a change of the rack at its time.
      const isKept = (move: Movement): boolean => kept.some(({ at }) => isBeside(move, at))
      if (sum(kept) === -sum(moves) && (kept.length === near.length || moves.every(isKept))) return true
    }
  }
  return false
}

const sum = (changes: readonly Pick<Change, 'change'>[]): number => changes.reduce((total, { change }) => total + change, 0)

const imbalance = (account: Account, near: readonly Change[], due: number, context: JudgeContext): readonly Objection[] => {
  const moved = sum(near)
  if (isOfASpot(moved - due, near, account)) return []
  // A surplus larger than any bet is a fill that came while the dealer settled.
  if (moved - due >= account.largestBet) return filling(account, near, moved - due)
  const fact = { ...placed(near), expected: { amount: due }, seen: { amount: moved, ...denominations(near) } }
  return [{ ...proven('FLOAT-IMBALANCE', account.round, fact), severity: severityOf(Math.abs(moved - due), context) }]
}

/** Below what the table tolerates, it is only for the record; a single smallest chip stops no game. undefined: as the row has it. */
const severityOf = (amount: number, { rackTolerance, money: { smallestChip } }: JudgeContext): Objection['severity'] => {
  if (amount < (rackTolerance ?? smallestChip)) return 'info'
  return amount <= smallestChip ? 'money' : undefined
}

/** With more movements than this, almost any sum comes up by chance. */
const SUMMED_MAX = 12

/**
 * The difference is exactly what moved on some spots: a player took what the dealer took according to the best reading, or the dealer paid
 * or took what a player laid or collected according to it. That is an error of the settlement, and is reported as such.
 */
const isOfASpot = (difference: number, near: readonly Change[], { moves, others }: Account): boolean => {
  const all = moves ?? []
  const isPair = (move: Movement, { at, change }: Change): boolean => change === -move.change && isBeside(move, at)
  // A movement that the rack followed at its time, and no other with it, is the dealer's.
  const isFollowed = (move: Movement): boolean =>
    near.some((change) => isPair(move, change) && all.every((other) => other === move || !isPair(other, change)))
  const left = all.filter((move) => !isFollowed(move))
  const amounts = [...left.map(({ change }) => change), ...others.map((amount) => -amount)]
  if (amounts.length > SUMMED_MAX) return true
  const sums = new Set([0])
  for (const amount of amounts) for (const known of [...sums]) sums.add(known + amount)
  return sums.has(difference)
}

/** Chips changed for others come back. What is left, if it is larger than any bet, was a fill, or chips that were sent away or sold. */
const filled = (account: Account, apart: readonly Change[]): readonly Objection[] => {
  const moved = sum(apart)
  if (Math.abs(moved) < account.largestBet) return []
  if (moved > 0) return filling(account, apart, moved)
  return filling(account, apart, moved).map((objection) => ({
    ...objection,
    grade: 'likely' as const,
    counter: { code: 'chips-sold' } as const,
  }))
}

const filling = ({ round }: Account, changes: readonly Change[], amount: number): readonly Objection[] => [
  proven('FILL-DURING-ROUND', round, { ...placed(changes), seen: { amount, ...denominations(changes) } }),
]

const placed = (changes: readonly Change[]) => ({
  spot: 'rack' as const,
  cause: changes.map(({ cause }) => cause).join(' '),
})

/** What these changes did to each kind of chip. */
const denominations = (changes: readonly Change[]): { readonly chips?: readonly ChipStack[] } => {
  const counts = new Map<ChipStack['value'], number>()
  const add = (chips: readonly ChipStack[], sign: number) => {
    for (const { value, count } of chips) counts.set(value, (counts.get(value) ?? 0) + sign * count)
  }
  for (const { before, chips } of changes) {
    add(chips, 1)
    add(before.chips, -1)
  }
  const chips = [...counts].flatMap(([value, count]) => (count === 0 ? [] : [{ value, count }]))
  return chips.length === 0 ? {} : { chips }
}
