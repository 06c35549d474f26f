/**
 * Does a story of a box fit what its main spot showed while cards were dealt? A spot speaks in levels, up to `spotLagMs` after what
 * happened, and may show two quick movements as one level or one slow movement as several; so each level is matched to a number of
 * the story's chip effects, and what matches none of them begins the settlement.
 */
import type { ChipEvidence } from '../config/table-config.ts'
import type { ChipEffect, Story } from './story.ts'

/** One level a spot showed. Amount in minor units, `lammers` a count. */
export interface Move {
  /** Event time, Unix ms. It describes something between `at - spotLagMs` and `at`. */
  readonly at: number
  readonly amount: number
  readonly lammers: number
  readonly cause: string
}

export interface Timeline {
  /** What lay on the spot when the first card left the shoe. */
  readonly base: { readonly amount: number; readonly lammers: number }
  readonly moves: readonly Move[]
}

export const EMPTY_TIMELINE: Timeline = { base: { amount: 0, lammers: 0 }, moves: [] }

/** What chip evidence is judged against. `cardTimes[p]` is the event time of the round's card at position p. */
export interface ChipContext {
  readonly evidence: ChipEvidence
  readonly spotLagMs: number
  readonly cardTimes: readonly number[]
  /** Event time of the newest observation; Infinity once nothing more is waited for. */
  readonly now: number
  /** A lost hand's chips may wait for the settlement: by house rule, or for a Push 22 bet (001 l.62). */
  readonly takesWait: boolean
  /** Half a bet, as the dealer takes it at surrender, in minor units. */
  readonly surrenderTaken: (bet: number) => number
}

/** How far a story's effects explain the spot. */
export interface InPlay {
  readonly fits: boolean
  /** Index of the first move that play does not explain. */
  readonly from: number
  /** Level after the moves explained. */
  readonly amount: number
  readonly lammers: number
}

const MISFIT: InPlay = { fits: false, from: 0, amount: 0, lammers: 0 }

interface Level {
  /** Everything staked less what must have been taken. */
  readonly amount: number
  /** Of it, bust stakes that may already be gone. */
  readonly waiting: number
  readonly lammers: number
  readonly lammersWaiting: number
}

const after = (level: Level, effect: ChipEffect, bet: number, waits: boolean, context: ChipContext): Level => {
  const value = effect.units * bet
  if (effect.kind === 'stake') return { ...level, amount: level.amount + value, lammers: level.lammers + effect.lammers }
  if (effect.kind === 'surrender') return { ...level, amount: level.amount - context.surrenderTaken(bet) }
  // A bust hand's lammer may lie there until the dealer clears the box (000 §4.1, 001 Resolving).
  const lammersWaiting = level.lammersWaiting + effect.lammers
  return waits ? { ...level, waiting: level.waiting + value, lammersWaiting } : { ...level, amount: level.amount - value, lammersWaiting }
}

const shows = (move: Move, level: Level, bet: number): boolean => {
  const gone = level.amount - move.amount
  const lammersGone = level.lammers - move.lammers
  const amountFits = gone === 0 || (gone > 0 && gone <= level.waiting && bet > 0 && gone % bet === 0)
  return amountFits && lammersGone >= 0 && lammersGone <= level.lammersWaiting
}

/** Could this movement, reported at `at`, have happened between the card before `position` and the card at it? */
const inWindow = (at: number, position: number, { cardTimes, spotLagMs }: ChipContext): boolean => {
  const before = cardTimes[position - 1]
  const next = cardTimes[position]
  return (before === undefined || at >= before) && (next === undefined || at - spotLagMs <= next)
}

/** What is gone does not come back: the level as the move showed it. */
const settledAt = (move: Move, level: Level): Level => ({
  amount: move.amount,
  waiting: level.waiting - (level.amount - move.amount),
  lammers: move.lammers,
  lammersWaiting: level.lammersWaiting - (level.lammers - move.lammers),
})

/**
 * The first effect this move does not show, and the level then; null if it shows none. One level may stand for several effects in
 * quick succession, but a stake that was never seen to lie there is not one that was also taken.
 */
const matchMove = (
  move: Move,
  effects: readonly ChipEffect[],
  from: number,
  start: Level,
  bet: number,
  waits: boolean,
  context: ChipContext,
) => {
  let level = start
  let staked = false
  for (let upTo = from; ; upTo++) {
    if (shows(move, level, bet)) return { upTo, level: settledAt(move, level) }
    const effect = effects[upTo]
    if (!effect) return null
    // What may wait to be taken may have been taken at any time since, unseen.
    const timely =
      effect.kind === 'take' && waits
        ? move.at >= (context.cardTimes[effect.position - 1] ?? 0)
        : inWindow(move.at, effect.position, context)
    if (!timely) return null
    if (staked && effect.kind === 'take') return null
    staked ||= effect.kind === 'stake'
    level = after(level, effect, bet, waits, context)
  }
}

/** Chips seen half: a level between what lay there and what the next effect makes of it. */
const onTheWay = (move: Move, level: Level, effect: ChipEffect | undefined, bet: number, waits: boolean, context: ChipContext): boolean => {
  if (!effect) return false
  const next = after(level, effect, bet, waits, context)
  const least = Math.min(level.amount, next.amount - next.waiting)
  return move.amount >= least && move.amount <= Math.max(level.amount, next.amount) && move.lammers <= next.lammers
}

/** Matches the moves of the main spot against a story. `bet` is the box's bet at the first card, minor units. */
export const matchPlay = (story: Pick<Story, 'effects' | 'end'>, timeline: Timeline, context: ChipContext): InPlay => {
  const { moves, base } = timeline
  const { evidence, cardTimes, now, spotLagMs } = context
  const bet = base.amount
  if (evidence === 'bets') return { fits: true, from: moves.length, amount: bet, lammers: base.lammers }
  const waits = context.takesWait || evidence === 'stakes'
  let level: Level = { amount: bet, waiting: 0, lammers: base.lammers, lammersWaiting: 0 }
  let done = 0
  let from = 0
  let { amount, lammers } = base
  for (; from < moves.length; from++) {
    const move = moves[from] as Move
    const match = matchMove(move, story.effects, done, level, bet, waits, context)
    if (match) {
      done = match.upTo
      level = match.level
      amount = move.amount
      lammers = move.lammers
      continue
    }
    const next = moves[from + 1]
    const brief = (next ? next.at : now) - move.at <= spotLagMs
    const settling = brief && onTheWay(move, level, story.effects[done], bet, waits, context)
    // Beyond `stakes` the sensors do not follow what leaves: a lower level means nothing there.
    const unfollowed = evidence === 'stakes' && move.amount < amount
    if (!settling && !unfollowed) break
  }
  for (let index = done; index < story.effects.length; index++) {
    const effect = story.effects[index] as ChipEffect
    if (effect.kind === 'take' && waits) continue
    if (effect.kind === 'surrender') return MISFIT
    const next = cardTimes[effect.position]
    if (from < moves.length || now === Number.POSITIVE_INFINITY || (next !== undefined && now > next + spotLagMs)) return MISFIT
  }
  return { fits: true, from, amount, lammers }
}
