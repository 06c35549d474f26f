/**
 * Station 5, fold: `(state, Observation) -> [state, TableEvent[]]`, the one place that holds the table between observations. Pure: no
 * clock, no random; time passes by observations only. Same observations, same events.
 */
import { AREAS, type ScannedCard, type ShoeState, type SpotId } from '../../devices/scan.ts'
import type { Observation } from '../observation.ts'
import { cardCode } from './cards.ts'
import type { TableContext } from './context.ts'
import { dealLength, holePosition } from './deal.ts'
import type { TableEvent } from './event.ts'
import type { Solution } from './lattice.ts'
import { roundResult, roundView, voidResult } from './result.ts'
import {
  addCard,
  addMove,
  isDealt,
  MAINS,
  openRound,
  type PointerMove,
  type Reader,
  type Round,
  type RoundCard,
  readRound,
  type SpotLevel,
  spotOf,
  timelineOf,
} from './round.ts'
import {
  announce,
  announceDeal,
  type OpenRound,
  openAloud,
  type Rival,
  sayCertain,
  sayChips,
  sayRest,
  spoil,
  type Voice,
  voiceFor,
} from './say.ts'
import { sidesResolved, spotResults } from './spots.ts'
import type { RoundPhase, RoundView, TableView } from './view.ts'

export interface TableState {
  readonly boot: number
  /** Rounds opened in the journal's life. */
  readonly rounds: number
  readonly shoe: number
  readonly cardsOut: number
  readonly cutCardSeen: boolean
  readonly open: boolean
  readonly burnDue: number
  readonly levels: ReadonlyMap<SpotId, SpotLevel>
  /** Newest pointer movements; a round looks back no further. */
  readonly pointer: readonly PointerMove[]
  readonly absent: ReadonlySet<number>
  /** Event time of the newest observation. */
  readonly now: number
  /** Event time of the newest observation that was no tick. */
  readonly heardAt: number
  readonly current: OpenRound | null
  /** How the last round looked when it closed. */
  readonly closed: RoundView | null
  readonly rev: number
}

/** A round has at most 23 hands to point at; 128 movements hold several rounds. Older ones are evidence of nothing any more. */
const POINTER_MOVES_MAX = 128

export const initialTable = (): TableState => ({
  boot: 1,
  rounds: 0,
  shoe: 0,
  cardsOut: 0,
  cutCardSeen: false,
  open: true,
  burnDue: 0,
  levels: new Map(),
  pointer: [],
  absent: new Set(),
  now: 0,
  heardAt: 0,
  current: null,
  closed: null,
  rev: 0,
})

type Step = readonly [TableState, readonly TableEvent[]]

/** One observation. */
export const stepTable = (before: TableState, observation: Observation, context: TableContext): Step => {
  const voice = voiceFor(observation)
  const now = Math.max(before.now, observation.at)
  const state: TableState = { ...before, now, heardAt: observation.kind === 'tick' ? before.heardAt : now }
  const after = observe(state, observation, context, voice)
  return [after, voice.events]
}

/** The input ended: what is open is closed as far as it came. */
export const endTable = (state: TableState, context: TableContext): Step => {
  const voice = voiceFor({ at: state.now, cause: '' })
  return [close(state, context, voice), voice.events]
}

const observe = (state: TableState, observation: Observation, context: TableContext, voice: Voice): TableState => {
  switch (observation.kind) {
    case 'card':
      // Where a late card belonged is lost: the round it fell into is incomplete already.
      if (observation.late) return { ...state, cardsOut: state.cardsOut + 1 }
      return onCard(state, observation.card, observation.at, observation.cause, context, voice)
    case 'spot':
      if (observation.late) return state
      return onSpot(state, observation, context, voice)
    case 'pointer':
      return reread(withPointer(state, { at: observation.at, place: observation.place }), context, voice)
    case 'cut-card':
      voice.say('shoe.cut-card', { shoe: state.shoe, cardsOut: state.cardsOut }, state.current?.round.id ?? null)
      return { ...state, cutCardSeen: true }
    case 'shoe':
      return onShoe(state, observation.what, context, voice)
    case 'key':
      return onKey(state, observation, context, voice)
    case 'missing':
      voice.say(
        'cards.missing',
        { device: observation.device, from: observation.from, to: observation.to },
        state.current?.round.id ?? null,
      )
      return observation.playing
        ? spoil(state, `lines ${observation.from} to ${observation.to} of ${observation.device} are missing`, voice)
        : state
    case 'identity':
      voice.say(
        'device.identity',
        {
          device: observation.device,
          serial: observation.serial,
          boot: observation.deviceBoot,
          firmware: observation.firmware,
          continued: observation.continued,
        },
        null,
      )
      return observation.continued || !observation.playing ? state : spoil(state, `${observation.device} began a new stream`, voice)
    case 'incident':
      voice.say('device.incident', { device: observation.device, code: observation.code, text: observation.text }, null)
      return state
    case 'link':
      voice.say('device.link', { device: observation.device, up: observation.up, reason: observation.reason }, null)
      return state
    case 'start':
      voice.say('system.started', { boot: observation.boot, software: observation.software }, null)
      return { ...state, boot: observation.boot }
    case 'rejected':
      voice.say('device.rejected', { reason: observation.reason }, null)
      return state
    case 'command':
      return state
    case 'tick':
      return reread(state, context, voice)
  }
}

const withPointer = (state: TableState, move: PointerMove): TableState => {
  const pointer = [...state.pointer, move].slice(-POINTER_MOVES_MAX)
  const { current } = state
  if (!current) return { ...state, pointer }
  const round = { ...current.round, pointer: [...current.round.pointer, move].slice(-POINTER_MOVES_MAX) }
  return { ...state, pointer, current: { ...current, round } }
}

const onShoe = (state: TableState, what: ShoeState, context: TableContext, voice: Voice): TableState => {
  switch (what) {
    case 'load': {
      const closed = close(state, context, voice)
      const shoe = closed.shoe + 1
      voice.say('shoe.loaded', { shoe }, null)
      return { ...closed, shoe, cardsOut: 0, cutCardSeen: false, burnDue: context.rules.burn, open: true }
    }
    case 'open':
      return { ...state, open: true }
    case 'close':
      return { ...close(state, context, voice), open: false }
    case 'reverse':
      return spoil(state, 'a card was pushed back into the shoe', voice)
    case 'jam':
    case 'clear':
    case 'empty':
      return state
  }
}

const onKey = (state: TableState, observation: Extract<Observation, { kind: 'key' }>, context: TableContext, voice: Voice): TableState => {
  const { press } = observation
  const box = 'box' in press ? press.box : null
  voice.say('key.pressed', { key: press.key, box }, state.current?.round.id ?? null)
  if (press.key === 'void') return voidRound(state, context, voice)
  if (box === null) return state
  const absent = new Set(state.absent)
  if (press.key === 'absent') absent.add(box)
  else absent.delete(box)
  return { ...state, absent }
}

const voidRound = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current?.said.has('opened')) return { ...state, current: null }
  const { round } = current
  const result = voidResult(roundResult(round, current.full, state.now, false, context))
  voice.say('round.void', { round: round.id, reason: 'voided at the table' }, round.id)
  voice.say('round.closed', { ...result, complete: true }, round.id)
  return { ...state, current: null }
}

// --- cards ---------------------------------------------------------------------------------------------------------------------

const onCard = (before: TableState, card: ScannedCard, at: number, cause: string, context: TableContext, voice: Voice): TableState => {
  const state = { ...before, cardsOut: before.cardsOut + 1 }
  if (state.burnDue > 0) {
    const closed = close(state, context, voice)
    voice.say('card.dealt', { card, n: 1, to: 'burn', certain: true }, null)
    return { ...closed, burnDue: state.burnDue - 1 }
  }
  const code = cardCode(card)
  const taken = state.current && withCard(state, state.current, { code, at, cause }, context)
  if (taken) return settle(announce({ ...state, current: taken }, card, context, voice), context, voice)
  const closed = close(state, context, voice)
  return beginRound(closed, card, at, cause, context, voice)
}

/** Ways to read a round, all evidence first: an error must not bring down the rest of the round. */
const RELAXATIONS: readonly Partial<Reader>[] = [{}, { lateReading: true }, { ignoreSettlement: true }, { ignoreChips: true }]

/** The open round with one more card, or null if it is over and no reading of it can use the card: the card opens the next. */
const withCard = (state: TableState, current: OpenRound, card: RoundCard, context: TableContext): OpenRound | null => {
  const { now } = state
  const round = addCard(current.round, card, context)
  if (!isDealt(current.round, context)) return { ...current, round }
  const rival = rivalWith(state, current, card, context)
  for (const relaxation of RELAXATIONS) {
    const reader: Reader = { context, now, knowsHole: true, asked: 'any', strict: true, ...relaxation }
    if (readRound(round, reader).count > 0) return { ...current, round, rival }
    // Two stories of where the round ended: the one whose cards came in the rhythm of a deal.
    if (current.rival && rival) return { ...current, round, rival }
    if (readRound(current.round, { ...reader, asked: 'over' }).count > 0) return null
  }
  return { ...current, round, rival: null }
}

/** Cards of an initial deal follow each other evenly; a card this many times later than usual belongs to play, or to the next round. */
const DEAL_GAPS_MAX = 4

/** Usual time between two cards of this round's initial deal, ms. */
const dealGapMs = (round: Round, context: TableContext): number => {
  const times = round.cards.slice(0, dealLength(context.rules, round.boxes.length)).map((card) => card.at)
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return gaps.sort((one, other) => one - other)[gaps.length >> 1] ?? 0
}

/** Does this round's deal, as far as it came, keep the rhythm? */
const isDealtInRhythm = (round: Round, gapMs: number, context: TableContext): boolean =>
  round.cards
    .slice(1, dealLength(context.rules, round.boxes.length))
    .every((card, index) => card.at - (round.cards[index]?.at ?? card.at) <= DEAL_GAPS_MAX * gapMs)

/** Has it a reading? While it is dealt, it has if no bet on the table is touched. */
const isAlive = (round: Round, now: number, context: TableContext): boolean =>
  isDealt(round, context)
    ? readRound(round, { context, now, knowsHole: true, asked: 'any' }).count > 0
    : [...round.moves.keys()].every((spot) => timelineOf(round, spot, context.spotLagMs).moves.length === 0)

/** A round whose stakes are all resolved may be over without any chip saying so: then the card has opened the next. */
const rivalWith = (state: TableState, current: OpenRound, card: RoundCard, context: TableContext): Rival | null => {
  const { now } = state
  if (current.rival) {
    const round = addCard(current.rival.round, card, context)
    const inRhythm = isDealtInRhythm(round, dealGapMs(current.rival.before, context), context)
    if (inRhythm && isAlive(round, now, context)) return { ...current.rival, round }
  }
  if (current.round.incomplete !== null) return null
  const closing = readRound(current.round, { context, now, knowsHole: true, asked: 'resolved' })
  if (closing.count === 0) return null
  const round = openRound(beginning(state, card.at), card, context)
  return round.boxes.length > 0 ? { round, before: current.round, closing, closedAt: card.at } : null
}

const beginning = (state: TableState, openedAt: number) => ({
  id: `${state.boot}-${state.rounds + 1}`,
  shoe: state.shoe,
  openedAt,
  levels: state.levels,
  pointer: state.pointer,
  absent: state.absent,
})

/** No reading of the open round is left, but the round that may have begun meanwhile has one: that is what happened. */
const adoptRival = (state: TableState, rival: Rival, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  const old: TableState = { ...state, current: { ...current, round: rival.before, rival: null } }
  const closed = closeWith(old, rival.closing, true, context, voice)
  const opened: OpenRound = { round: rival.round, full: null, seen: null, exposed: false, said: new Set(), rival: null }
  const begun = openAloud({ ...closed, rounds: closed.rounds + 1, current: opened }, context, voice)
  return settle(announceDeal(begun, context, voice), context, voice)
}

const beginRound = (state: TableState, card: ScannedCard, at: number, cause: string, context: TableContext, voice: Voice): TableState => {
  const rounds = state.rounds + 1
  const round = openRound(beginning(state, at), { code: cardCode(card), at, cause }, context)
  const current: OpenRound = { round, full: null, seen: null, exposed: false, said: new Set(), rival: null }
  const opened = { ...state, rounds, current }
  return settle(announce(openAloud(opened, context, voice), card, context, voice), context, voice)
}

// --- chips ---------------------------------------------------------------------------------------------------------------------

const onSpot = (
  state: TableState,
  observation: Extract<Observation, { kind: 'spot' }>,
  context: TableContext,
  voice: Voice,
): TableState => {
  const { spot, amount, chips, at, cause } = observation
  const lammers = chips.reduce((sum, stack) => sum + (stack.value === 'FB' ? stack.count : 0), 0)
  const known = state.levels.get(spot)
  const levels = new Map(state.levels).set(spot, { amount, lammers })
  const next = { ...state, levels }
  if (!next.current || spot === 'rack' || (known?.amount === amount && known.lammers === lammers)) {
    return next.current ? reread(next, context, voice) : next
  }
  const move = { at, amount, lammers, cause }
  const round = addMove(next.current.round, spot, move, context)
  const rivalRound = next.current.rival && addMove(next.current.rival.round, spot, move, context)
  const rival =
    next.current.rival && rivalRound && isAlive(rivalRound, next.now, context) ? { ...next.current.rival, round: rivalRound } : null
  const current = { ...next.current, round, rival }
  const heard = settle(openAloud({ ...next, current }, context, voice), context, voice)
  if (heard.current) sayChips(heard.current, spot, amount - (known?.amount ?? 0), context, voice)
  const bet = amount > (known?.amount ?? 0) && MAINS.some((area) => spot.endsWith(`.${area}`))
  const anew = bet && (known?.amount ?? 0) === 0
  return closeIfNext(heard, bet ? { spot, anew } : null, context, voice)
}

/** Time passed or a late line came: read the open round again. */
const reread = (state: TableState, context: TableContext, voice: Voice): TableState =>
  state.current ? closeIfNext(settle(state, context, voice), null, context, voice) : state

/** Reads the open round and says what has become certain. */
const settle = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  const rev = state.rev + 1
  if (!current || !isDealt(current.round, context)) return { ...state, rev }
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'any' }
  if (current.rival && readRound(current.round, { ...reader, strict: true }).count === 0)
    return adoptRival(state, current.rival, context, voice)
  const full = readAtAll(current.round, reader)
  const hidden = holePosition(context.rules, current.round.boxes.length) >= 0 && !current.exposed
  const unaware = hidden ? readAtAll(current.round, { ...reader, knowsHole: false }) : full
  const exposed = !hidden || (unaware.count > 0 && unaware.exposed >= unaware.count)
  const next = { ...state, rev, current: { ...current, full, seen: exposed ? full : unaware, exposed } }
  const kept = full.overflow ? spoil(next, 'more readings than the bound allows', voice) : next
  // While the round may have ended unseen nothing more is said of it.
  return kept.current && !kept.current.rival ? { ...kept, current: sayCertain(kept.current, context, voice) } : kept
}

const readAtAll = (round: Round, reader: Reader): Solution => {
  let solution: Solution | null = null
  for (const relaxation of RELAXATIONS) {
    solution = readRound(round, { ...reader, ...relaxation })
    if (solution.count > 0) break
  }
  return solution as Solution
}

/**
 * The round closes when every stake is resolved and the next round shows: all spots empty, or a bet after the settlement. (The next
 * first card, `SH close` and the end of the input close it where they are handled.)
 */
const closeIfNext = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  if (current.round.incomplete !== null) return closeSpoiled(state, raised, context, voice)
  if (!current.full || !isDealt(current.round, context)) return state
  const { round, full } = current
  // The pointer may still tell whose the last card was.
  if (round.pointer.length > 0 && state.now < (round.cards.at(-1)?.at ?? 0) + context.pointerLagMs) return state
  const empty = isEmpty(state, round)
  const next = raised !== null && isNextBet(current, raised.spot, state.now, context)
  if ((!empty && !next) || full.over === 0) return state
  const resolved = readRound(round, { context, now: state.now, knowsHole: true, asked: 'resolved' })
  if (resolved.count === 0) return state
  // A bet of the next round for one reading may be a payment of this one for another: then the table says more later.
  const sides = round.boxes.every((_, index) => sidesResolved(spotResults(round, index, resolved.best, context)))
  const agreed = sides && (resolved.count >= full.count || context.chipEvidence === 'bets')
  return empty || agreed ? closeWith(state, resolved, true, context, voice) : state
}

/** A main spot that shows more than before; `anew`: it was empty. */
interface Raised {
  readonly spot: SpotId
  readonly anew: boolean
}

const isEmpty = (state: TableState, round: Round): boolean =>
  round.boxes.every((box) => AREAS.every((area) => (state.levels.get(spotOf(box, area))?.amount ?? 0) === 0))

/** With a card missing nothing can be resolved: an incomplete round ends when its spots are empty or bets are laid on empty ones. */
const closeSpoiled = (state: TableState, raised: Raised | null, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current || state.now - context.spotLagMs <= current.round.openedAt) return state
  return raised?.anew || isEmpty(state, current.round) ? closeWith(state, current.full, false, context, voice) : state
}

/** A bet on a box that was not dealt in, or on one this round has settled. */
const isNextBet = ({ round, full }: OpenRound, spot: SpotId, now: number, context: TableContext): boolean => {
  const index = round.boxes.indexOf(Number(spot.split('.')[0]))
  if (now - context.spotLagMs <= round.openedAt) return false
  // Where nothing after the first card is followed, a higher level can only be a new bet.
  if (index < 0 || context.chipEvidence === 'bets') return true
  return full?.best?.settlements[index]?.kinds.at(-1) === 'player' || (context.chipEvidence !== 'payouts' && full?.over === full?.count)
}

/** Closes what is open as far as it came: the next first card, the shoe closed, the input ended. */
const close = (state: TableState, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current) return state
  const { round } = current
  if (round.boxes.length === 0) return { ...state, current: null }
  if (round.incomplete !== null || !isDealt(round, context)) {
    return closeWith(spoil(state, 'it ended before its cards were dealt', voice), current.full, false, context, voice)
  }
  const reader: Reader = { context, now: state.now, knowsHole: true, asked: 'resolved' }
  for (const attempt of [{}, ...RELAXATIONS.map((relaxation) => ({ asked: 'over' as const, ...relaxation }))]) {
    const solution = readRound(round, { ...reader, ...attempt })
    if (solution.count > 0) return closeWith(state, solution, true, context, voice)
  }
  return closeWith(spoil(state, 'no reading ends it', voice), current.full, false, context, voice)
}

const closeWith = (state: TableState, solution: Solution | null, complete: boolean, context: TableContext, voice: Voice): TableState => {
  const { current } = state
  if (!current?.said.has('opened')) return { ...state, current: null }
  const final: OpenRound = { ...current, full: solution, seen: solution, exposed: true }
  const heard = sayRest(final, complete, context, voice)
  voice.say('round.closed', roundResult(heard.round, solution, state.now, complete, context), heard.round.id)
  const rev = state.rev + 1
  return { ...state, current: null, rev, closed: viewOf(heard, { ...state, rev }, 'closed', context) }
}

// --- what others see -------------------------------------------------------------------------------------------------------------

/** Data of `state/table`. */
export const tableView = (state: TableState, context: TableContext): TableView => ({
  open: state.open,
  shoe: state.shoe,
  cardsOut: state.cardsOut,
  cutCardSeen: state.cutCardSeen,
  occupied: Array.from({ length: context.boxes }, (_, index) => index + 1).filter((box) =>
    MAINS.some((area) => (state.levels.get(spotOf(box, area))?.amount ?? 0) > 0),
  ),
  openAlarms: 0,
})

const phaseOf = ({ round, seen }: OpenRound, context: TableContext): RoundPhase => {
  if (!isDealt(round, context)) return 'dealing'
  if (!seen?.best || seen.best.active === null) return 'settling'
  return seen.best.active >= round.boxes.length ? 'dealer' : 'playing'
}

const viewOf = ({ round, seen, exposed }: OpenRound, state: TableState, phase: RoundPhase, context: TableContext): RoundView => {
  const levels = round.boxes.map((box) =>
    Object.fromEntries(
      AREAS.flatMap((area) => {
        const level = state.levels.get(spotOf(box, area))
        return level && (level.amount > 0 || level.lammers > 0) ? [[area, level]] : []
      }),
    ),
  )
  return roundView(round, seen, { rev: state.rev, asOf: state.now, exposed, phase, levels }, context)
}

/** Data of `state/round`: the open round, or how the last one closed; null before the first. */
export const currentView = (state: TableState, context: TableContext): RoundView | null =>
  state.current ? viewOf(state.current, state, phaseOf(state.current, context), context) : state.closed

/** Event time at which what was waited for has come or never will, or null: whoever folds live sees to it that a tick comes then. */
export const nextDeadline = (state: TableState, context: TableContext): number | null => {
  const deadline = state.heardAt + Math.max(context.spotLagMs, context.pointerLagMs) + 1
  return state.current && state.now < deadline ? deadline : null
}
