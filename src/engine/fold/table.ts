import { STATE_KINDS, type StateKind } from '../../../devices/scan.ts'
import { isSameReason, type Reason, type ReasonCode } from '../../rules/reasons.ts'
import type { TableContext } from '../context.ts'
import { fullOf, isResolved } from '../errors/answers.ts'
import { codeRead, isDealt, type PointerMove, type Round, spotOf } from '../evidence/round.ts'
import { deviceOf, type Observation, type ObservationOf } from '../observation.ts'
import { afterLate, cardRead, gapReason, inTime, type RoundLine, spotLine, withGap } from '../state/late-line.ts'
import { withMovers } from '../state/movers.ts'
import { candidatesOf, type OpenRound, withCandidates } from '../state/open-round.ts'
import { AWAY_MS_MAX, goneAfter, isLongGone, unpointedSince } from '../state/pointer-gone.ts'
import { NO_SHOE, ranksOf, type Shoe, withCardOut } from '../state/shoe.ts'
import { stacksAfter } from '../state/stacks.ts'
import { isContinuous, isOvertaken, POINTER_MOVES_MAX, type Step, searchWorkOf, type TableState } from '../state/table-state.ts'
import { spoil, type Voice, voiceFor } from '../words/say.ts'
import { phaseOf } from '../words/table-views.ts'
import { onCard, withHeldDecided } from './cards.ts'
import { close, reread } from './closing.ts'
import { onDiscard } from './discards.ts'
import { onBadge, onCommand, onKey, onState } from './orders.ts'
import { revise, reviseClosed, reviseFilled } from './revise.ts'
import { settle } from './settle.ts'
import { onSpot } from './spot-heard.ts'

export { abandoned } from '../accounts/closing-report.ts'

type Hears<K extends Observation['kind']> = (state: TableState, observation: ObservationOf<K>, voice: Voice) => TableState

/** Takes in one observation. */
export const stepTable = (before: TableState, observation: Observation, context: TableContext): Step =>
  context.workspace.work.within(searchWorkOf(before, context), () => {
    const voice = voiceFor(observation, context)
    const [decided, earlier] = withHeldDecided(before, observation, context)
    const known = withoutPointer(atTime(searchedAtRest(decided, observation, voice), observation), observation.at, voice)
    const stacks = stacksAfter(known.stacks, observation, known.now, context.spotLagMs)
    const after = observe(withMovers({ ...known, stacks }, context), observation, voice)
    return [reviseClosed(before, withoutAway(withNotesTaken(before, after), voice), voice), [...earlier, ...voice.events]]
  })

/** If the open round's evidence has come to rest, it is searched as it stood just before this line, whether a tick came or not. */
const searchedAtRest = (state: TableState, { kind, at, late }: Observation, voice: Voice): TableState => {
  const hasRested = at - 1 > state.heardAt + Math.max(voice.context.spotLagMs, voice.context.pointerLagMs)
  if (!state.current || late || !hasRested || APART.includes(kind)) return state
  return settle(withMovers({ ...state, now: at - 1 }, voice.context), voice)
}

/** Notes made for the next round are used up once it has begun. */
const withNotesTaken = (before: TableState, after: TableState): TableState => {
  const hasBegun = after.current !== null && after.current.round.id !== before.current?.round.id
  return hasBegun && after.floor.notes.size > 0 ? { ...after, floor: { ...after.floor, notes: new Map() } } : after
}

/** What happens at the table moves event time on, and so do ticks. Observations about devices have the host's time and do not. */
const APART: readonly Observation['kind'][] = ['missing', 'identity', 'incident', 'link', 'host', 'start', 'command', 'rejected', 'tick']

const atTime = (before: TableState, { kind, at }: Observation): TableState => {
  if (kind === 'tick') return { ...before, now: Math.max(before.now, at) }
  if (APART.includes(kind)) return before
  const now = Math.max(before.now, at)
  const cardAt = kind === 'card' ? Math.max(before.cardAt ?? at, at) : before.cardAt
  return { ...before, now, heardAt: now, cardAt }
}

const awayReason = (device: string): Reason => ({ code: 'device-away', device, seconds: AWAY_MS_MAX / 1000 })

const withoutAway = (state: TableState, voice: Voice): TableState => {
  for (const [device, since] of state.away) {
    if (state.current && state.now > since + AWAY_MS_MAX) return spoil(state, awayReason(device), voice)
  }
  return state
}

/** The pointer has been disconnected for too long: the round that was open lacks it, and later rounds start without a known place. */
const withoutPointer = (state: TableState, at: number, voice: Voice): TableState => {
  const { pointerGone: gone, current } = state
  if (!isLongGone(gone, Math.max(state.now, at))) return state
  const known: TableState = {
    ...state,
    pointer: state.pointer.length > 0 ? [] : state.pointer,
    current: current && unpointedSince(current, gone.from),
  }
  return current && current.round.openedAt <= gone.from ? spoil(known, awayReason(gone.device), voice) : known
}

/** The input has ended: the open round is closed as it is. */
export const endTable = (state: TableState, context: TableContext): Step =>
  context.workspace.work.within(searchWorkOf(state, context), () => {
    const voice = voiceFor({ at: state.now, cause: '' }, context)
    const [decided, earlier] = withHeldDecided(state, { kind: 'command', at: state.now }, context)
    return [reviseClosed(state, close(decided, 'input-ended', voice), voice), [...earlier, ...voice.events]]
  })

/** Incidents after which lines that were read before may have been another device's, or of another time than they say. */
const NOT_BELIEVED: ReadonlySet<string> = new Set(['cloned-serial', 'unproven', 'clock-fault'])

/** No bet lies there, so no round goes on, or only the dealer's hand is left. */
const foundEmpty = (state: TableState, { boxes }: TableContext): TableState => {
  const { current, lost, levels } = state
  const isTold = Array.from({ length: boxes }, (_, at) => levels.has(spotOf(at + 1, 'main'))).every((each) => each)
  const isEmpty = isTold && [...levels.values()].every(({ amount }) => amount === 0)
  return lost?.code === 'unheard' && current === null && isEmpty ? { ...state, lost: { code: 'found-empty' } } : state
}

/**
 * The missing lines may be the open round's. If no round is open, or the open one may be over, they may be the next round's. If cards or
 * chips are missing once the play is over, the end of the round may be among them, and if the round lacks something already, its end cannot
 * be told.
 */
const withLost = (state: TableState, reason: Reason, playing: boolean, voice: Voice): TableState => {
  const { current, lost } = state
  const isUnclear = (open: OpenRound): boolean => open.round.incomplete !== null || phaseOf(open, voice.context) === 'settling'
  const mayBeOver =
    current === null || current.rivals.length > 0 || (fullOf(current, voice.context)?.over ?? 0) > 0 || (playing && isUnclear(current))
  if (!mayBeOver) return spoil(state, reason, voice)
  // Several stay, whichever of the lines comes after all: it is not kept which of them are still missing.
  return spoil({ ...state, lost: lost === null || isSameReason(lost, reason) ? reason : { code: 'lines-missing-again' } }, reason, voice)
}

/**
 * A line that was given up has come after all. It is evidence of the round in whose time it happened, once that round has closed. When the
 * whole gap has come, nothing is missing any more.
 */
const onLate = (state: TableState, { cause }: Observation, line: RoundLine, voice: Voice): TableState => {
  const { current, last } = state
  const isOpen = current !== null && line.at >= current.round.openedAt
  const isPlaced = isOpen ? isWaiting(current) : last !== null && line.at >= last.round.openedAt && line.at <= last.at
  const { gaps, filled } = afterLate(state.gaps, cause, isPlaced)
  const taken: TableState =
    isOpen && isPlaced ? { ...state, gaps, current: { ...current, waiting: [...current.waiting, line] } } : { ...state, gaps }
  const known = filled ? withoutReason(taken, gapReason(filled)) : taken
  const revised = isPlaced && !isOpen ? revise(known, line, voice) : known
  return filled ? reviseFilled(revised, voice) : revised
}

/** The most late lines kept for a round. A round has about fifty lines. */
const WAITING_MAX = 256

/** While another round may have begun in the meantime, it is unknown whose the line is. */
const isWaiting = ({ rivals, waiting }: OpenRound): boolean => rivals.length === 0 && waiting.length < WAITING_MAX

const withoutReason = (state: TableState, reason: Reason): TableState => {
  const isIt = (each: Reason | null): boolean => isSameReason(each, reason)
  const without = <T extends { readonly reasons: readonly Reason[] }>(round: T | null): T | null =>
    round && { ...round, reasons: round.reasons.filter((each) => !isIt(each)) }
  return { ...state, lost: isIt(state.lost) ? null : state.lost, current: without(state.current), last: without(state.last) }
}

const awayAfter = (before: TableState['away'], { device, up, at }: { device: string; up: boolean; at: number }): TableState['away'] => {
  const away = new Map(before)
  if (up) away.delete(device)
  else if (!away.has(device)) away.set(device, at)
  return away
}

const withPointerMove = (state: TableState, move: PointerMove): TableState => ({
  ...state,
  pointer: inTime(state.pointer, move).slice(-POINTER_MOVES_MAX),
})

const withPointer = (before: TableState, move: PointerMove, context: TableContext): TableState => {
  const state = withPointerMove(before, move)
  const { current } = state
  if (!current) return state
  const pointed = (round: Round): Round =>
    round.unpointed ? round : { ...round, pointer: inTime(round.pointer, move).slice(-POINTER_MOVES_MAX) }
  const all = candidatesOf(current)
  // The pointer rests during the initial deal and then points at whoever plays. So accounts with a round still being dealt are dropped.
  const left = all.filter(({ round, after }) => after.length === 0 || move.place === 'none' || round.unpointed || isDealt(round, context))
  const known = (left.length > 0 ? left : all).map(({ round, after }) => ({ round: pointed(round), after }))
  return { ...state, current: withCandidates({ ...current, round: pointed(current.round) }, known) }
}

/** What a new shoe makes up for. */
const UNSEEN: ReadonlySet<ReasonCode> = new Set(['end-unseen', 'unheard', 'found-empty'])

const onShoe: Hears<'shoe'> = (state, observation, voice) => {
  switch (observation.what) {
    case 'load': {
      const number = state.shoe.number + 1
      if (isOvertaken(state, observation)) {
        const { burned } = state.shoe
        voice.say('shoe.loaded', { shoe: number }, null)
        const since = [...(state.current?.round.cards ?? []), ...(burned ? [burned] : [])].filter(({ at }) => at > observation.at)
        const shoe = { ...state.shoe, number, cardsOut: since.length, seen: null, cutCardSeen: false, burnDue: 0, isOpen: true }
        return spoil({ ...state, shoe }, { code: 'loaded-before' }, voice)
      }
      const known = isToBeRefilled(state, voice.context) ? state : close(state, 'shoe-closed', voice)
      voice.say('shoe.loaded', { shoe: number }, null)
      const { current, lost } = known
      const dealt = current?.round.cards ?? []
      const shoe: Shoe = {
        ...NO_SHOE,
        number,
        cardsOut: dealt.length,
        seen: isContinuous(known, voice.context) ? null : ranksOf(dealt.map(codeRead)),
        burnDue: voice.context.rules.burn,
        burned: known.shoe.burned,
        discards: current === null ? null : 'loaded',
        fresh: current === null ? 'load' : null,
      }
      return { ...known, shoe, unsettledEnd: false, lost: lost !== null && UNSEEN.has(lost.code) ? null : lost }
    }
    case 'open':
      return { ...state, shoe: { ...state.shoe, isOpen: true } }
    case 'close': {
      // The cards since then show that the shoe is open again, but not where the round ended that was open before.
      if (isOvertaken(state, observation)) return spoil(state, { code: 'end-unseen' }, voice)
      const closed = isToBeRefilled(state, voice.context) ? state : close(state, 'shoe-closed', voice)
      return { ...closed, shoe: { ...closed.shoe, isOpen: false } }
    }
    case 'reverse':
      return spoil(state, { code: 'card-pushed-back' }, voice)
    case 'empty':
      return { ...state, shoe: { ...state.shoe, discards: 'due' } }
    case 'jam':
    case 'clear':
      return state
  }
}

/** The shoe is empty and bets of the open round are still to be settled: it is finished with the discards. */
const isToBeRefilled = ({ shoe, current, now }: TableState, context: TableContext): boolean =>
  shoe.discards === 'due' && current?.said.has('opened') === true && !isResolved(current.round, now, context)

/** What each kind of observation changes. */
const HEARD: { readonly [K in Observation['kind']]: Hears<K> } = {
  card: (state, observation, voice) => {
    const known = { ...state, shoe: withCardOut(state.shoe, observation.card) }
    if (!observation.late) return onCard(known, observation, voice)
    return onLate(known, observation, { kind: 'card', at: observation.at, card: cardRead(observation) }, voice)
  },
  spot: (state, observation, voice) => {
    if (!observation.late) return foundEmpty(onSpot(state, observation, voice), voice.context)
    return onLate(observation.spot === 'rack' ? { ...state, rack: [] } : state, observation, spotLine(observation), voice)
  },
  pointer: (state, observation, voice) => {
    const { at, place, late } = observation
    const line = { kind: 'pointer', at, move: { at, place } } as const
    if (late) return onLate(withPointerMove(state, line.move), observation, line, voice)
    return reread(withPointer(revise(state, line, voice), line.move, voice.context), voice)
  },
  'cut-card': (state, _, voice) => {
    voice.say('shoe.cut-card', { shoe: state.shoe.number, cardsOut: state.shoe.cardsOut }, state.current?.round.id ?? null)
    return { ...state, shoe: { ...state.shoe, cutCardSeen: true } }
  },
  shoe: onShoe,
  badge: onBadge,
  peek: (state, observation, voice) => {
    // The outcome depends on a card that lies face down.
    voice.say('dealer.peeked', { device: deviceOf(observation) }, state.current?.round.id ?? null)
    return state
  },
  ...(Object.fromEntries(STATE_KINDS.map((kind) => [kind, onState])) as { [K in StateKind]: Hears<K> }),
  discard: onDiscard,
  key: onKey,
  command: onCommand,
  tick: (state, _, voice) => reread(state, voice),
  missing: (state, observation, voice) => {
    const { device, from, to, playing } = observation
    voice.say('cards.missing', { device, from, to }, state.current?.round.id ?? null)
    const rack = playing ? [] : state.rack
    return withLost({ ...state, gaps: withGap(state.gaps, observation), rack }, gapReason(observation), playing, voice)
  },
  identity: (state, { device, serial, deviceBoot: boot, firmware, continued, playing, unheard }, voice) => {
    voice.say('device.identity', { device, serial, boot, firmware, continued }, null)
    const rack = playing ? [] : state.rack
    if (unheard && playing)
      return foundEmpty(spoil({ ...state, rack, lost: state.lost ?? { code: 'unheard' } }, { code: 'unheard' }, voice), voice.context)
    return continued || playing === null ? state : spoil({ ...state, rack }, { code: 'device-anew', device }, voice)
  },
  incident: (state, { device, code, text }, voice) => {
    voice.say('device.incident', { device, code, text }, null)
    // Since when that is so is unknown (P4).
    return NOT_BELIEVED.has(code) ? spoil({ ...state, rack: [] }, { code: 'device-not-believed', device, incident: code }, voice) : state
  },
  host: (state, { alarm, words }, voice) => {
    const { code, text, remedy, ...facts } = words ?? { code: null, text: null, remedy: null }
    voice.say('host.condition', { alarm, code, text, remedy, ...facts }, null)
    return alarm === 'lagging' ? { ...state, isLate: words !== null } : state
  },
  link: (state, observation, voice) => {
    const { device, up, reason, playing } = observation
    voice.say('device.link', { device, up, reason }, null)
    if (playing === null) return state
    return playing
      ? { ...state, away: awayAfter(state.away, observation), rack: [] }
      : { ...state, pointerGone: goneAfter(state.pointerGone, observation) }
  },
  start: (state, { boot, software }, voice) => {
    voice.say('system.started', { boot, software }, null)
    return { ...state, boot }
  },
  rejected: (state, { reason }, voice) => {
    voice.say('device.rejected', { reason }, null)
    return state
  },
}
const observe = (state: TableState, observation: Observation, voice: Voice): TableState =>
  (HEARD[observation.kind] as Hears<Observation['kind']>)(state, observation, voice)
