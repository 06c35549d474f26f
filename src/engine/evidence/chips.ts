/**
 * Does a story of a box fit what its main spot showed while cards were dealt? A spot reports levels up to `spotLagMs` after the event. It
 * may show two quick movements as one level, or one slow movement as several. So each level is matched to a number of the story's chip
 * effects; a level that matches none of them begins the settlement.
 */

import { inChips } from '../../rules/game/settle.ts'
import type { ChipEvidence } from '../../rules/table.ts'
import { isHidden, type Undone } from './spot-track.ts'

/** What a story says happens to the chips of the box's bet, after the card at `position - 1` and before the card at `position`. */
export interface ChipEffect {
  readonly kind: 'stake' | 'take' | 'surrender'
  readonly position: number
  /** Units of the box's bet added (`stake`) or taken (`take`). */
  readonly units: number
  readonly lammers: number
  /** Of a `take`: it may wait for a hand of the box that a lammer carries (001 step 9). */
  readonly parked?: true
}

/** Whose a movement was, as the rack shows. `rack`: its chips came to an empty spot: laid by the dealer, or bought by a player. */
export type Mover = 'dealer' | 'player' | 'rack'

/** One level a spot showed. Amount in minor units, `lammers` a count. */
export interface Move {
  /** Event time, Unix ms. It describes something between `at - spotLagMs` and `at`. */
  readonly at: number
  readonly amount: number
  readonly lammers: number
  readonly cause: string
  /** Of all chips that lie there; left out: the device does not tell them, or not all. */
  readonly ids?: readonly string[]
  /** Left out: unknown. */
  readonly by?: Mover
}

export interface Timeline {
  /** What lay on the spot when the first card left the shoe. */
  readonly base: { readonly amount: number; readonly lammers: number }
  readonly moves: readonly Move[]
  /** Log-likelihood of this track against the others of its spot. It ranks tracks and never removes one. @default 0 */
  readonly score?: number
  /** The changes that were undone, and that this track leaves out. @default none */
  readonly undone?: readonly Undone[]
}

/** This track needs no second explanation: it takes a bet that went and came back within the lag for one that a hand covered. */
export const isAsLikely = ({ score = 0 }: Timeline): boolean => score >= 0

/** The spot left a level and showed it again later. */
export const comesBack = ({ moves }: Timeline): boolean =>
  moves.some(({ amount }, at) =>
    moves.slice(0, at).some((before, index) => before.amount === amount && moves[index + 1]?.amount !== amount),
  )

/** A movement with what it changed: chips in minor units, and lammers. */
export interface Changed extends Move {
  /** What lay there before. */
  readonly before: number
  readonly change: number
  readonly lammersMore: number
}

/** The movements of a spot, each with what it changed. */
export const changesIn = ({ base, moves }: Pick<Timeline, 'base' | 'moves'>): readonly Changed[] =>
  moves.map((move, nth) => {
    const { amount: before, lammers } = moves[nth - 1] ?? base
    return { ...move, before, change: move.amount - before, lammersMore: move.lammers - lammers }
  })

/** Did chips come to the spot, or leave it, between these event times, both excluded? */
export const isMovedBetween = ({ base, moves }: Timeline, from: number, to: number): boolean =>
  moves.some(({ at, amount }, nth) => at > from && at < to && amount !== (moves[nth - 1] ?? base).amount)

/** Did chips both come to the spot and leave it, from this event time on? */
export const isPaidAndTaken = (timeline: Timeline, from: number): boolean => {
  const changes = changesIn(timeline).filter(({ at }) => at >= from)
  return changes.some(({ change }) => change > 0) && changes.some(({ change }) => change < 0)
}

/** The newest movement came at this event time or later, and added chips to others that lay there. */
export const isGrownLast = (timeline: Timeline, from: number): boolean => {
  const newest = changesIn(timeline).at(-1)
  return newest !== undefined && newest.at >= from && newest.before > 0 && newest.change > 0
}

export const EMPTY_TIMELINE: Timeline = { base: { amount: 0, lammers: 0 }, moves: [] }

/** What chip evidence is judged against. `cardTimes[p]` is the event time of the round's card at position p. */
export interface ChipContext {
  readonly evidence: ChipEvidence
  readonly spotLagMs: number
  readonly cardTimes: readonly number[]
  /** Event time of a card that came between the players' cards and was the dealer's by an error; null: there was none. */
  readonly drewAt: number | null
  /** Event time of the newest observation; Infinity once nothing more is waited for. */
  readonly now: number
  /**
   * How many lost hands' chips may wait for the settlement: all, by house rule or Push 22 (001 step 8); one, if that is the error. `never
   * one`: those of one are never taken, because it counts as not lost.
   */
  readonly takesWait: 'none' | 'one' | 'all' | 'never one'
  /** Event time from which the box's hand may be given up before its turn; null: only in its turn. */
  readonly surrenderFrom: number | null
  /** Event time from which the bet may be raised before its turn; null: only in its turn. */
  readonly stakesFrom: number | null
  /** The hand may be given up after a later hand took a card: that is the error in question. */
  readonly surrendersLate: boolean
  /** Half a bet, as the dealer takes it at surrender, in minor units. */
  readonly surrenderTaken: (bet: number) => number
}

/** How far a story's effects explain one track of the spot. */
export interface InPlay {
  /** The track that is explained. */
  readonly timeline: Timeline
  readonly fits: boolean
  /** Index of the first move that play does not explain. */
  readonly from: number
  /** Level after the moves explained. */
  readonly amount: number
  readonly lammers: number
  /** Event time of the last movement that belongs to play; taking a bust stake that may wait does not count. */
  readonly lastAt: number
  /** Event time of the last movement with which the dealer took a stake that may wait. */
  readonly takenAt: number
}

const NEVER = Number.NEGATIVE_INFINITY
/** Written out because one is made for every story of a box, and copying another object takes several times as long. */
const misfit = (timeline: Timeline): InPlay => ({ timeline, fits: false, from: 0, amount: 0, lammers: 0, lastAt: NEVER, takenAt: NEVER })

interface Level {
  /** Everything staked less what must have been taken. */
  readonly amount: number
  /** Part of the amount: stakes of bust hands that may be taken at any time, one a hand. */
  readonly waiting: readonly number[]
  readonly lammers: number
  readonly lammersWaiting: number
}

/** How many of a story's effects have been seen, and what lies on the spot then. */
interface Reached {
  readonly done: number
  readonly level: Level
}

/** One story against one spot. */
interface Matching {
  readonly effects: readonly ChipEffect[]
  readonly moves: readonly Move[]
  readonly bet: number
  /** Every bust hand's stake may be taken later, or unseen. */
  readonly waits: boolean
  readonly context: ChipContext
  /** Steps left. */
  readonly steps: { left: number }
}

/**
 * A story of four hands and a spot with a dozen movements need a few dozen steps. A spot that flickers through a round would need far too
 * many. Beyond this bound the first match of each movement stands.
 */
const STEPS_MAX = 2000

/** This stake of a bust hand may be taken later, or unseen. */
const mayWait = ({ kind, parked }: ChipEffect, { waits }: Matching): boolean => kind === 'take' && (waits || parked === true)

const after = (level: Level, effect: ChipEffect, matching: Matching): Level => {
  const { bet, context } = matching
  const value = inChips(effect.units, bet)
  if (effect.kind === 'stake') return { ...level, amount: level.amount + value, lammers: level.lammers + effect.lammers }
  if (effect.kind === 'surrender') return { ...level, amount: level.amount - context.surrenderTaken(bet) }
  // A bust hand's lammer may lie there until the dealer clears the box (000 §4.1, 001 Resolving).
  const lammersWaiting = level.lammersWaiting + effect.lammers
  if (!mayWait(effect, matching)) return { ...level, amount: level.amount - value, lammersWaiting }
  return { ...level, waiting: value > 0 ? [...level.waiting, value] : level.waiting, lammersWaiting }
}

/** What is left waiting when stakes worth `gone` were taken, each as a whole; null if no such stakes wait. */
const takenFrom = (waiting: readonly number[], gone: number): readonly number[] | null => {
  if (gone === 0) return waiting
  const [first, ...rest] = waiting
  if (first === undefined || gone < 0) return null
  const taken = takenFrom(rest, gone - first)
  if (taken) return taken
  const kept = takenFrom(rest, gone)
  return kept && [first, ...kept]
}

/** The level as this move shows it, or null if it shows another. What is gone does not come back. */
const shown = (move: Move, level: Level): Level | null => {
  const lammersGone = level.lammers - move.lammers
  if (lammersGone < 0 || lammersGone > level.lammersWaiting) return null
  const waiting = takenFrom(level.waiting, level.amount - move.amount)
  return waiting && { amount: move.amount, waiting, lammers: move.lammers, lammersWaiting: level.lammersWaiting - lammersGone }
}

/** Could this movement, reported at `at`, have happened before the card at `position`? */
const isBeforeCard = (at: number, position: number, { cardTimes, spotLagMs }: ChipContext): boolean => {
  const next = cardTimes[position]
  return next === undefined || at - spotLagMs <= next
}

/** Could the movement have happened before the card at `position` and after the card before that? */
const inWindow = (at: number, position: number, context: ChipContext): boolean => {
  const { cardTimes, drewAt } = context
  // A dealer's card that came too early does not show when a player decided.
  const isHis = drewAt !== null && cardTimes[position - 1] === drewAt
  const before = cardTimes[isHis ? position - 2 : position - 1]
  return (before === undefined || at >= before) && isBeforeCard(at, position, context)
}

/** A stake that is taken at once is gone before the dealer's early card as well. */
const isBeforeHis = (at: number, position: number, { cardTimes, drewAt, spotLagMs }: ChipContext): boolean =>
  drewAt === null || drewAt <= (cardTimes[position - 1] ?? 0) || at - spotLagMs <= drewAt

/** Does the time of the movement fit the effect? A stake that may wait may have been taken at any time since then. */
const isTimely = (move: Move, effect: ChipEffect, matching: Matching): boolean => {
  const { kind, position } = effect
  const { context } = matching
  if (mayWait(effect, matching)) return move.at >= (context.cardTimes[position - 1] ?? 0)
  // 002 Surrender l.42, 003 Surrender l.48: the hand is given up when the player says so, whoever is playing.
  if (kind === 'surrender' && context.surrenderFrom !== null)
    return move.at >= context.surrenderFrom && (context.surrendersLate || isBeforeCard(move.at, position, context))
  if (kind === 'stake' && context.stakesFrom !== null && move.at >= context.stakesFrom) return isBeforeCard(move.at, position, context)
  return inWindow(move.at, position, context) && (kind !== 'take' || isBeforeHis(move.at, position, context))
}

/**
 * Every number of effects this move may show, fewest first, with the level then. One level may stand for several effects in quick
 * succession, but not for a stake that was laid and also taken: such a stake was never seen on the spot.
 */
const matchesOf = (move: Move, { done, level: start }: Reached, matching: Matching): readonly (Reached & { readonly taken: boolean })[] => {
  const { effects } = matching
  // What the rack shows its player to have lifted, the dealer did not take.
  if (move.by === 'player' && move.amount < start.amount) return []
  const matches: (Reached & { readonly taken: boolean })[] = []
  let level = start
  let staked = false
  for (let upTo = done; ; upTo++) {
    const seen = shown(move, level)
    if (seen) matches.push({ done: upTo, level: seen, taken: move.amount < level.amount })
    const effect = effects[upTo]
    if (!effect || !isTimely(move, effect, matching) || (staked && effect.kind === 'take')) return matches
    staked ||= effect.kind === 'stake'
    level = after(level, effect, matching)
  }
}

/** Chips read in part: a level between what lay there and what the next effect makes of it. */
const onTheWay = (move: Move, level: Level, done: number, matching: Matching): boolean => {
  const effect = matching.effects[done]
  if (!effect) return false
  const next = after(level, effect, matching)
  const least = Math.min(level.amount, next.amount - next.waiting.reduce((sum, stake) => sum + stake, 0))
  return move.amount >= least && move.amount <= Math.max(level.amount, next.amount) && move.lammers <= next.lammers
}

/** Part of a stake came, and no card before the next movement: its player laid it in several motions. */
const goesOn = (move: Move, next: Move, { done, level }: Reached, { effects, context }: Matching): boolean =>
  effects[done]?.kind === 'stake' &&
  move.by !== 'dealer' &&
  move.amount > level.amount &&
  next.amount > move.amount &&
  move.lammers === level.lammers &&
  !context.cardTimes.some((card) => card > move.at && card < next.at)

/** The effects after `done` may still be seen, or need not be. */
const restMayCome = (from: number, done: number, matching: Matching): boolean => {
  const { effects, moves, context } = matching
  const { cardTimes, now, spotLagMs } = context
  for (let index = done; index < effects.length; index++) {
    const effect = effects[index] as ChipEffect
    // A hand carried by a lammer alone leaves no chip behind that must be taken.
    if (mayWait(effect, matching) || (effect.kind === 'take' && effect.units === 0)) continue
    if (effect.kind === 'surrender' || (effect.kind === 'take' && !isBeforeHis(now, effect.position, context))) return false
    const next = cardTimes[effect.position]
    if (from < moves.length || now === Number.POSITIVE_INFINITY || (next !== undefined && now > next + spotLagMs)) return false
  }
  return true
}

/** One of these effects happens in play and at no other time. */
const tellsOfPlay = (from: number, upTo: number, matching: Matching): boolean =>
  matching.effects.slice(from, upTo).some((effect) => !mayWait(effect, matching))

/** Which of the two explains more movements; if they explain as many, the first. */
const farther = (one: InPlay, other: InPlay): InPlay => (other.fits && (!one.fits || other.from > one.from) ? other : one)

/** The farthest that play explains the moves from `from` on, where `done` effects have been seen. */
const walk = (reached: Reached, last: InPlay, matching: Matching): InPlay => {
  const { done, level } = reached
  const { moves, context } = matching
  const { from } = last
  const move = moves[from]
  let best: InPlay = restMayCome(from, done, matching) ? last : misfit(last.timeline)
  if (!move) return best
  const { amount, lammers } = move
  for (const match of matchesOf(move, reached, matching)) {
    const lastAt = tellsOfPlay(done, match.done, matching) ? move.at : last.lastAt
    const takenAt = match.taken ? move.at : last.takenAt
    best = farther(best, walk(match, { ...last, from: from + 1, amount, lammers, lastAt, takenAt }, matching))
    if ((best.fits && best.from === moves.length) || matching.steps.left-- <= 0) return best
  }
  const next = moves[from + 1]
  const isLaidOn = next !== undefined && goesOn(move, next, reached, matching)
  const brief = isLaidOn || (next?.at ?? context.now) - move.at <= context.spotLagMs
  // A level that comes back was hidden, or chips moved; one below both its neighbours was read in part: see the other tracks (`tracksOf`).
  const isAnotherTrack = next !== undefined && isHidden(last, [move], next)
  if (brief && !isAnotherTrack && onTheWay(move, level, done, matching))
    return farther(best, walk(reached, { ...last, from: from + 1 }, matching))
  return best
}

/** What play does not explain yet was laid for the hand's turn, before it: chips only came. */
export const isLaidAhead = ({ timeline, from, amount }: InPlay, { stakesFrom }: ChipContext): boolean =>
  stakesFrom !== null &&
  timeline.moves.slice(from).every((move, nth, rest) => move.at >= stakesFrom && move.amount > (rest[nth - 1]?.amount ?? amount))

/** The spot as if play explained none of its movements. */
export const unmoved = (timeline: Timeline): InPlay => {
  const { amount, lammers } = timeline.base
  return { timeline, fits: true, from: 0, amount, lammers, lastAt: NEVER, takenAt: NEVER }
}

/** Matches the moves of a spot against what a story says happened to it. */
export const matchPlay = (effects: readonly ChipEffect[], timeline: Timeline, context: ChipContext): InPlay => {
  const { moves, base } = timeline
  const bet = base.amount
  const begin = unmoved(timeline)
  if (context.evidence === 'bets') return { ...begin, from: moves.length }
  if (effects.length === 0 && moves.length === 0) return begin
  const waits = context.takesWait === 'all' || context.evidence === 'stakes'
  const level: Level = { amount: bet, waiting: [], lammers: base.lammers, lammersWaiting: 0 }
  const walked = (played: readonly ChipEffect[]): InPlay =>
    walk({ done: 0, level }, begin, { effects: played, moves, bet, waits, context, steps: { left: STEPS_MAX } })
  if (waits || context.takesWait === 'none') return walked(effects)
  const isNever = context.takesWait === 'never one'
  const ways = effects.flatMap((effect, at) => {
    if (effect.kind !== 'take') return []
    return [walked(isNever ? effects.toSpliced(at, 1) : effects.with(at, { ...effect, parked: true }))]
  })
  const first = isNever ? misfit(timeline) : walked(effects)
  return ways.reduce(farther, first)
}
