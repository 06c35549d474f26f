/**
 * Whether a device's clock can be believed. What cannot be true is dated by its arrival at once; that the clock is broken is said only when
 * the device has confirmed twice that it has not rebooted meanwhile, because a reboot whose hello was lost looks the same.
 *
 *   two answers in a row contradict those before them ─────────┐
 *   an event is older than a hello or heartbeat it came after ─┼─> suspicion ─> ?ID ─> HI, HI of the same boot ─> incident, down
 *   three heartbeats in a row are older than an answer before ─┤       └──────> HI of a new boot ─> forgotten
 *   the daemon has waited too long for what the device vouches ┘
 *   nothing of this for 10 s, and a well-dated event if it was about events, or a new boot ─> up again
 *
 * Meanwhile its events are dated by their arrival, the table counts the device as away, and no round that needs it gets a verdict.
 */
import { type Answer, answerTime, isKnown, judgeTime } from './device-clock.ts'
import { DOUBT_MS, goUp, IDENTIFY_MS, identify, type Step, tell } from './link-order.ts'
import { type ClockWrong, count, type LinkState } from './link-state.ts'
import type { TlpEvent } from './tlp.ts'

/** A spot dates a change when it sees it and numbers it when the chips have come to rest, so a heartbeat may come between. */
const REST_MS = 2000
/** A heartbeat this much older than an answer before it. */
const BACK_MS = 1000
const BACK_BEATS = 3
/** Hellos of the same boot that confirm a suspicion, each of which may be an old line. */
const HELLOS = 2
/** A suspicion that nothing has confirmed or renewed for this long is dropped. */
export const SUSPECT_MS = 5000
/** The clock is right again when nothing has contradicted it for this long. */
export const RIGHT_MS = 10_000

const WRONG: Readonly<Record<ClockWrong, string>> = {
  rate: 'stands still, jumps, or runs too fast or too slow',
  events: 'is not the one by which it dates its events',
  beats: 'goes on, but its heartbeats do not show it',
  unvouched: 'is so far behind that nobody knows how far its events have come',
}

const DO =
  'Its events are dated by their arrival, and no round that needs them gets a verdict. Restart the device; if that does not help, replace it.'

export const clockFaultText = (serial: string, wrong: ClockWrong): string => `The clock of ${serial} ${WRONG[wrong]}. ${DO}`

/** The clock has given cause to doubt it. */
export function suspect(state: LinkState, wrong: ClockWrong, step: Step): LinkState {
  const { nowMs } = step
  const { clockFault, suspicion } = state
  if (clockFault !== null) return { ...state, clockFault: { badAtMs: nowMs, owesEvent: clockFault.owesEvent || wrong === 'events' } }
  const known = suspicion ?? { wrong, hellos: 0, helloAtMs: nowMs }
  const first = wrong === 'rate' ? wrong : known.wrong
  return identify({ ...state, suspicion: { ...known, wrong: first, atMs: nowMs } }, IDENTIFY_MS, step)
}

/** A hello of the boot that is already known. `isNews`: by its time it is no old line; a clock that does not keep time cannot show that. */
export function confirmed(state: LinkState, isNews: boolean, step: Step): LinkState {
  const { suspicion, options } = state
  if (suspicion === null || (suspicion.wrong === 'events' && !isNews)) return state
  if (step.nowMs < suspicion.helloAtMs + (suspicion.hellos === 0 ? 0 : DOUBT_MS)) return state
  const hellos = suspicion.hellos + 1
  if (hellos < HELLOS) return { ...state, suspicion: { ...suspicion, hellos, helloAtMs: step.nowMs } }
  const reason = `the clock of ${options.serial} ${WRONG[suspicion.wrong]}`
  tell({ kind: 'incident', code: 'clock-fault', text: clockFaultText(options.serial, suspicion.wrong) }, step)
  if (state.up !== false) tell({ kind: 'link', up: false, reason, unawaited: true }, step)
  const clockFault = { badAtMs: step.nowMs, owesEvent: suspicion.wrong === 'events' }
  return { ...state, up: false, healthDirty: true, suspicion: null, lateBeats: 0, clockFault, clock: { ...state.clock, isDoubted: false } }
}

/** Whether events may be dated: a device's clock is known, or there is nothing of it that it kept while nobody listened. */
export function isDatable({ options, clock, clockFault, stream, unheard }: LinkState): boolean {
  if (options.settles !== true || clockFault !== null) return true
  return isKnown(clock) || stream === null || stream.sequence.last >= unheard.hi
}

/** As time passes: asks again, drops a suspicion that came to nothing, and ends a fault. */
export function onClockTick(state: LinkState, step: Step): LinkState {
  const { suspicion, clockFault, options } = state
  const { nowMs } = step
  if (suspicion !== null) {
    if (nowMs >= suspicion.atMs + SUSPECT_MS) return { ...state, suspicion: null }
    return identify(state, IDENTIFY_MS, step)
  }
  if (clockFault === null || clockFault.owesEvent || nowMs < clockFault.badAtMs + RIGHT_MS) return state
  return goUp({ ...state, clockFault: null }, `the clock of ${options.serial} is right again`, step)
}

/** The answer `t` to exchange `n`. */
export function onTime(state: LinkState, n: number, t: number, step: Step): LinkState {
  const [clock, answer]: readonly [typeof state.clock, Answer] = answerTime(state.clock, n, t, step.nowMs)
  if (answer === 'refused') return count(state, 'time-refused')
  const next = { ...state, clock }
  return answer === 'broken' ? suspect(next, 'rate', step) : next
}

/** The time `t` of a heartbeat. An answer that was sent before it shows a time that has passed. */
export function onBeat(state: LinkState, t: number, step: Step): LinkState {
  const { answeredT } = state.clock
  const lateBeats = answeredT !== null && t < answeredT - BACK_MS ? state.lateBeats + 1 : 0
  const next = { ...state, lateBeats }
  return lateBeats >= BACK_BEATS ? suspect(next, 'beats', step) : next
}

/** An event on its arrival; `isMistimed`: its own time cannot be true, or nobody knows whether it is. */
export function onDated(state: LinkState, event: TlpEvent, step: Step): { readonly state: LinkState; readonly isMistimed: boolean } {
  const { isJudged, backMs, isAhead } = judgeTime(state.clock, event, step.nowMs)
  if (!isJudged) return { state, isMistimed: false }
  const isWrong = backMs > 0 || isAhead
  if (backMs > REST_MS || isAhead) return { state: suspect(state, 'events', step), isMistimed: true }
  const { clockFault, suspicion, clock } = state
  const isShown = clockFault !== null && !isWrong
  return {
    state: isShown ? { ...state, clockFault: { ...clockFault, owesEvent: false } } : state,
    isMistimed: isWrong || suspicion !== null || clock.odd !== null,
  }
}
