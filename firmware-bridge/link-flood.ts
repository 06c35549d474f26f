/**
 * A device that sends more events than any table has (a flickering spot): its events are accepted at a pace that leaves time for the
 * others.
 *
 *   keeps the pace ── too far ahead of it ──> floods: reported down, with the reason
 *        ^                                      │  new events are dropped, not acknowledged: the device still has them
 *        │                                      │  the oldest are asked for, 16 at a time, at the pace
 *        `── nothing has waited for 2 s ────────´
 *
 * Its reports are late meanwhile, so the table counts it as away and gives no verdict that depends on it.
 */
import { ASK_MS, EVENTS_AHEAD_MAX, KEEPS_PACE, oneMore, QUIET_MS } from './intake.ts'
import { askMissing, goUp, type Step, tell, withSequence } from './link-order.ts'
import { count, type LinkState } from './link-state.ts'
import { extend, isAsked } from './sequence.ts'

/** Is event `seq` new, and has nobody asked for it? */
export function isUnasked({ stream }: LinkState, seq: number): boolean {
  return stream !== null && seq > stream.sequence.last && !isAsked(stream.sequence, seq)
}

/** May an unrequested event be accepted now? */
export function mayTake({ intake }: LinkState): boolean {
  return intake.flood === null
}

/** Drops event `seq`. The link knows that it exists and asks for it later. */
export function letGo(state: LinkState, seq: number, { nowMs }: Step): LinkState {
  const { stream } = state
  return stream === null ? state : count(withSequence(state, extend(stream.sequence, seq, nowMs)), 'let-go')
}

/** Counts an unrequested event; from here on the device may be flooding. */
export function metered(state: LinkState, step: Step): LinkState {
  const intake = oneMore(state.intake, step)
  if (intake.flood !== null || intake.ahead <= EVENTS_AHEAD_MAX) return { ...state, intake }
  const reason = `${state.options.serial} sends far more events than a table has, so they are read slowly and come late`
  if (state.up !== false) tell({ kind: 'link', up: false, reason, unawaited: true }, step)
  return { ...state, up: false, healthDirty: true, intake: { ...intake, flood: { askedAtMs: step.nowMs, behindAtMs: step.nowMs } } }
}

/** Asks for what is missing, from a flooding device only as fast as the pace allows. */
export function askAtPace(state: LinkState, step: Step): LinkState {
  const { intake } = state
  const { flood } = intake
  if (flood === null) return askMissing(state, step)
  const mayBegin = step.nowMs >= flood.askedAtMs + ASK_MS
  const next = askMissing(state, step, mayBegin)
  return mayBegin && next !== state ? { ...next, intake: { ...intake, flood: { ...flood, askedAtMs: step.nowMs } } } : next
}

/** Ends the flood once every event known to exist has been accepted for long enough. */
export function endFlood(state: LinkState, step: Step): LinkState {
  const { stream, intake } = state
  const { flood } = intake
  if (flood === null || stream === null) return state
  const { last, horizon } = stream.sequence
  if (last < horizon) return { ...state, intake: { ...intake, flood: { ...flood, behindAtMs: step.nowMs } } }
  if (step.nowMs < flood.behindAtMs + QUIET_MS) return state
  return goUp(
    { ...state, intake: { ...KEEPS_PACE, atMs: step.nowMs } },
    `${state.options.serial} no longer floods the table with events`,
    step,
  )
}
