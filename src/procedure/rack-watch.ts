/**
 * The rack's account over a round (catalogue 2.10): what it gained and gave while the dealer settled spots is what they lost and were paid.
 * Chips that moved at no settlement of a spot are another matter: they were sold for cash, changed, or a fill.
 *
 *        |  first card              bust taken        settlement        the lag after it
 *   rack ----+-------------------------#-----------------###-----------------|
 *                 a fill, a sale     with a spot     with the spots     what comes later is no part of it
 */
import type { ChipStack } from '../../devices/scan.ts'
import type { RoundResult } from '../engine/event.ts'
import type { Round } from '../engine/round.ts'
import type { Objection } from './lifecycle.ts'
import { settledIn } from './settled.ts'
import { isLoss, type JudgeContext, proven, type Sight } from './watch.ts'

interface Level {
  readonly at: number
  readonly amount: number
  readonly chips: readonly ChipStack[]
  readonly cause: string
}

export interface RackWatch {
  /** Newest levels, oldest first; none since lines were lost. */
  readonly levels: readonly Level[]
  /** A round that has closed and whose last movement the rack may still tell of. */
  readonly open: Account | null
}

/** What the rack should have done in a round. */
interface Account {
  readonly round: string
  /** From the first card, event times. */
  readonly from: number
  /** The dealer's movements on spots; null: which were his cannot be told. */
  readonly times: readonly number[] | null
  readonly until: number
  readonly due: number
}

export const initialRack = (): RackWatch => ({ levels: [], open: null })

/** A round with its settlement changes the rack some thirty times. */
const LEVELS_MAX = 64

type Step = readonly [RackWatch, readonly Objection[]]

export const watchRack = (state: RackWatch, sight: Sight, context: JudgeContext): Step => {
  if (!context.spots.includes('rack') || context.chipEvidence !== 'payouts') return [state, []]
  const { observation, events, after } = sight
  if (isLoss(observation) || after.away.size > 0) return [initialRack(), []]
  const levels = withLevel(state.levels, observation)
  const closed = events.flatMap((event) => (event.type === 'round.closed' ? [event.data] : []))
  const isRevised = events.some(({ type, round }) => type === 'round.revised' && round === state.open?.round)
  const open = closed.reduce(
    (known, result) => accountOf(result, after.last?.round ?? null, context) ?? known,
    isRevised ? null : state.open,
  )
  if (open === null || after.now <= open.until + context.spotLagMs)
    return open === state.open && levels === state.levels ? [state, []] : [{ levels, open }, []]
  return [{ levels, open: null }, balance(open, levels, context)]
}

const withLevel = (levels: readonly Level[], observation: Sight['observation']): readonly Level[] => {
  if (observation?.kind !== 'spot' || observation.spot !== 'rack' || observation.late) return levels
  const { at, amount, chips, cause } = observation
  return [...levels, { at, amount, chips, cause }].slice(-LEVELS_MAX)
}

const accountOf = (result: RoundResult, round: Round | null, context: JudgeContext): Account | null => {
  if (round?.id !== result.round || !result.complete) return null
  const settled = settledIn(round, result, context)
  const from = round.openedAt + context.spotLagMs
  const times = settled?.flatMap((each) => each.times) ?? null
  const until = Math.max(round.cards.at(-1)?.at ?? from, ...(times ?? []))
  const due = settled?.reduce((sum, { moved }) => sum - moved, 0) ?? 0
  return { round: round.id, from, times, until, due }
}

interface Change {
  readonly at: number
  readonly amount: number
  readonly before: Level
  readonly after: Level
}

const balance = (account: Account, levels: readonly Level[], context: JudgeContext): readonly Objection[] => {
  const { from, times, until, due } = account
  const { spotLagMs } = context
  const base = levels.findLastIndex(({ at }) => at <= from)
  if (base < 0) return []
  const changes = levels.slice(base + 1).flatMap((after, index): readonly Change[] => {
    const before = levels[base + index] as Level
    const amount = after.amount - before.amount
    return amount === 0 || after.at > until + spotLagMs ? [] : [{ at: after.at, amount, before, after }]
  })
  const isNear = ({ at }: Change): boolean => times?.some((time) => Math.abs(at - time) <= spotLagMs) ?? true
  const near = changes.filter(isNear)
  const apart = changes.filter((change) => !isNear(change) && change.at <= until)
  return [
    ...filled(account, apart, context),
    ...(times === null || fits(near, due, account, spotLagMs) ? [] : imbalance(account, near, context)),
  ]
}

/** The rack's changes are what is due, but for what may have happened just before the first of the movements or just after the last. */
const fits = (near: readonly Change[], due: number, { times, until }: Account, spotLagMs: number): boolean => {
  const first = Math.min(...(times ?? []))
  const must = near.flatMap(({ at }, index) => (at >= first && at <= until - spotLagMs ? [index] : []))
  for (let from = 0; from <= (must[0] ?? near.length); from++) {
    for (let to = must.length > 0 ? (must.at(-1) ?? 0) + 1 : from; to <= near.length; to++) {
      if (sum(near.slice(from, to)) === due) return true
    }
  }
  return false
}

const sum = (changes: readonly Change[]): number => changes.reduce((total, { amount }) => total + amount, 0)

const imbalance = (account: Account, near: readonly Change[], context: JudgeContext): readonly Objection[] => {
  const moved = sum(near)
  // Too much by more than any bet is a fill that came while the dealer settled.
  if (moved - account.due >= context.limits.max) return filling(account, near, moved - account.due)
  const text = denominations(near)
  return [
    proven('FLOAT-IMBALANCE', account.round, { ...placed(near), expected: { amount: account.due }, seen: { amount: moved, ...text } }),
  ]
}

/** Changes of other chips come back; what is left and larger than any bet was a fill, or chips that were sent away or sold. */
const filled = (account: Account, apart: readonly Change[], { limits }: JudgeContext): readonly Objection[] => {
  const moved = sum(apart)
  if (Math.abs(moved) < limits.max) return []
  if (moved > 0) return filling(account, apart, moved)
  return filling(account, apart, moved).map((objection) => ({
    ...objection,
    grade: 'likely' as const,
    counterReading: 'chips sold for cash leave the rack just so',
  }))
}

const filling = ({ round }: Account, changes: readonly Change[], amount: number): readonly Objection[] => [
  proven('FILL-DURING-ROUND', round, { ...placed(changes), seen: { amount, ...denominations(changes) } }),
]

const placed = (changes: readonly Change[]) => ({
  spot: 'rack' as const,
  cause: changes.map(({ after }) => after.cause).join(' '),
})

/** `2 x 500 more, 1 x 100 less`: what these changes did to each kind of chip. */
const denominations = (changes: readonly Change[]): { readonly text?: string } => {
  const counts = new Map<ChipStack['value'], number>()
  const add = (chips: readonly ChipStack[], sign: number) => {
    for (const { value, count } of chips) counts.set(value, (counts.get(value) ?? 0) + sign * count)
  }
  for (const { before, after } of changes) {
    add(after.chips, 1)
    add(before.chips, -1)
  }
  const parts = [...counts].flatMap(([value, count]) =>
    count === 0 ? [] : [`${Math.abs(count)} x ${value} ${count > 0 ? 'more' : 'less'}`],
  )
  return parts.length === 0 ? {} : { text: parts.join(', ') }
}
