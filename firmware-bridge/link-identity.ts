/** Who is at the other end: the bound device, a stranger, the same device after a reboot, or one that counts from 1 again. */
import { isNewsTo, rebootClock, reconnectClock, withFloor } from './device-clock.ts'
import { confirmed } from './link-clock.ts'
import {
  advance,
  askMissing,
  DOUBT_MS,
  goDown,
  goUp,
  type Incident,
  identify,
  incident,
  reopen,
  type Step,
  tell,
  withSequence,
  withSnapshotDue,
} from './link-order.ts'
import { unproven } from './link-proof.ts'
import type { LinkState } from './link-state.ts'
import { doubted } from './link-trust.ts'
import { beginAfter, extend, flush, forgetAsked, probeLast, refuse, type Sequence } from './sequence.ts'
import type { TlpIdentity } from './tlp.ts'

export function onIdentity(state: LinkState, hi: TlpIdentity, step: Step): LinkState {
  const { options } = state
  if (hi.serial !== options.serial) {
    const text = `${hi.serial} (${hi.dev}) answers where ${options.serial} (${options.role}) is configured; its events are ignored`
    return onStranger(state, hi, { code: 'unknown-serial', text }, step)
  }
  if (hi.dev !== options.role) {
    const text = `${hi.serial} identifies itself as ${hi.dev} but is configured as ${options.role}; its events are ignored`
    return onStranger(state, hi, { code: 'wrong-role', text }, step)
  }
  if (options.capture !== true && state.phase === 'closed') return state
  const silenced = doubted(state, step)
  if (silenced !== null) return silenced
  const waiting = options.capture === true ? null : unproven(state, hi, step)
  if (waiting !== null) return waiting
  const { stream } = state
  if (stream === null) return begin(state, hi, step)
  const goesOn = hi.hi >= stream.sequence.last
  if (hi.boot > stream.boot || (options.capture === true && hi.boot !== stream.boot)) return reboot(state, hi, goesOn, step)
  if (hi.boot === stream.boot && goesOn) return bind({ ...state, doubt: null }, hi, true, step)
  // A boot or a number below ours is a stale line, unless the device repeats it when asked.
  if (options.capture === true) return state
  const { doubt } = state
  if (doubt === null || doubt.boot !== hi.boot) {
    return identify({ ...state, doubt: { boot: hi.boot, hi: hi.hi, sinceMs: step.nowMs } }, 0, step)
  }
  const isSaidAgain = hi.hi >= doubt.hi && step.nowMs >= doubt.sinceMs + DOUBT_MS
  return isSaidAgain ? reboot(state, hi, goesOn && hi.boot !== stream.boot, step) : state
}

function onStranger(state: LinkState, hi: TlpIdentity, found: Incident, step: Step): LinkState {
  if (hi.serial !== state.options.serial) tell({ kind: 'stranger', serial: hi.serial }, step)
  // Report each stranger once, however often it says hello, until the bound device answers.
  const isNoNews = state.stranger === hi.serial || state.isAway
  const told = isNoNews ? state : incident({ ...state, stranger: hi.serial }, found, step)
  const next: LinkState = { ...told, phase: 'stranger', doubt: null }
  if (state.phase === 'stranger' || state.options.capture === true) return next
  return state.options.movable === true ? reopen(next, found.text, true, step) : goDown(next, found.text, step)
}

/** First contact ever: begins with the oldest event of the ring. What came before that may belong to a round that goes on. */
function begin(state: LinkState, hi: TlpIdentity, step: Step): LinkState {
  if (state.options.capture === true) return bind({ ...state, floor: Math.max(state.floor ?? 0, hi.hi) }, hi, true, step)
  const stream = { boot: hi.boot, firstBoot: hi.boot, assumed: false, sequence: beginAfter(hi.lo - 1) }
  return bind({ ...state, stream }, hi, true, step)
}

function reboot(before: LinkState, hi: TlpIdentity, goesOn: boolean, step: Step): LinkState {
  const clock = rebootClock(before.clock, hi.t, step.nowMs)
  const state = { ...before, doubt: null, clock, suspicion: null, clockFault: null, lateBeats: 0 }
  const { stream } = state
  if (stream === null || !goesOn) return bind(restart(state, hi.boot, step), hi, false, step)
  const isHeldStill = hi.lo <= stream.sequence.last && state.options.capture !== true
  const sequence = isHeldStill ? probeLast(stream.sequence) : stream.sequence
  const firstBoot = Math.min(stream.firstBoot, hi.boot)
  return bind({ ...state, stream: { boot: hi.boot, firstBoot, assumed: false, sequence } }, hi, true, step)
}

/** The device restarted its numbering: ends the old stream with everything known of it, and begins a new one before event 1. */
function restart(state: LinkState, boot: number, step: Step): LinkState {
  const ended = advance(state, flush, step)
  const last = ended.stream?.sequence.last ?? 0
  const text = `${state.options.serial} restarted its numbering in boot ${boot}, after event ${last}; events not acknowledged before are lost`
  tell({ kind: 'incident', code: 'new-stream', text }, step)
  const stream = { boot, firstBoot: boot, assumed: false, sequence: beginAfter(0) }
  return { ...ended, stream, durable: 0, acked: 0, ackOwed: false }
}

/** After a reboot the last event was fetched again and has different content: the numbering only seemed to continue. */
export function onDisproof(state: LinkState, step: Step): LinkState {
  const { stream, identity, ring } = state
  if (stream === null || identity === null || ring === null) return state
  const ended = withSequence(state, beginAfter(stream.sequence.last + 1))
  const anew = restart(ended, stream.boot, step)
  tell({ kind: 'identity', serial: state.options.serial, ...identity, continued: false }, step)
  return withSequence(anew, rejoin(beginAfter(0), ring, step.nowMs))
}

/** Applies what the device reports about its ring: events up to `hi` exist, and it can no longer send those below `lo`. */
function rejoin(sequence: Sequence, { lo, hi }: { lo: number; hi: number }, nowMs: number): Sequence {
  return refuse(extend(sequence, Math.max(hi, lo - 1), nowMs), { from: 1, to: lo - 1 }, false)
}

function bind(before: LinkState, hi: TlpIdentity, continued: boolean, step: Step): LinkState {
  const isCapture = before.options.capture === true
  const isNew = before.phase !== 'bound' || before.identity?.boot !== hi.boot
  const known = {
    ring: { lo: hi.lo, hi: hi.hi, cap: hi.cap },
    named: { hi: hi.hi, t: hi.t, atMs: step.nowMs },
    namedAtMs: step.nowMs,
    clock: { ...withFloor(before.clock, hi, before.clockFault !== null), isDoubted: false },
  }
  let state: LinkState = { ...before, ...known, phase: 'bound', stranger: null, healthDirty: true }
  if (!isCapture) state = goUp(state, `${hi.serial} answers`, step)
  state = introduce(state, hi, continued, step)
  if (state.stream !== null) {
    const asked = isNew && !isCapture ? forgetAsked(state.stream.sequence, step.nowMs) : state.stream.sequence
    state = withSequence(state, rejoin(asked, hi, step.nowMs))
  }
  if (isCapture) return state
  state = { ...state, ackOwed: state.ackOwed || (state.durable > 0 && hi.lo <= state.durable) }
  if (!isNew) return confirmed(state, isNewsTo(before.clock, hi.t, step.nowMs), step)
  // Missing events first: they are the oldest news. Then the contents of the spots, which may have changed unseen.
  state = askMissing(state, step)
  const unheard = { hi: hi.hi, sinceMs: step.nowMs }
  return { ...withSnapshotDue(state), unheard, clock: reconnectClock(state.clock, hi.t, step.nowMs) }
}

function introduce(state: LinkState, hi: TlpIdentity, continued: boolean, step: Step): LinkState {
  const { identity } = state
  if (identity?.boot === hi.boot && identity.firmware === hi.firmware && continued) return state
  const isFirst = identity === null && state.options.resume?.serial !== hi.serial && state.options.capture !== true
  const unheard = isFirst && hi.lo > 1 ? { unheard: true as const } : {}
  tell({ kind: 'identity', serial: hi.serial, boot: hi.boot, firmware: hi.firmware, continued, ...unheard }, step)
  const known = { ...state, identity: { boot: hi.boot, firmware: hi.firmware } }
  if (identity === null || identity.firmware === hi.firmware) return known
  const text = `${hi.serial}: firmware changed from ${identity.firmware} to ${hi.firmware}`
  return incident(known, { code: 'firmware-changed', text }, step)
}
