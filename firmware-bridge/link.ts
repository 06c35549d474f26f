/**
 * The host's side of TLP/1 for one device, as one pure machine. All retry timers live here; the device only answers.
 *
 *   opened ─> ?ID ─> HI of the bound serial ─> RS what is missing ─> lines in order ─> durable ─> ACK
 *               ├──> HI of another serial: an incident, its events are ignored
 *               └──> HI of the bound serial, but another port reports it as well: a clone, both are ignored (link-trust.ts)
 *   no valid line for 3 s, no HI for 3 s, no answer to TS for 3 s, no HB, HI or event for 5 s ─> reopen
 */
import { askTime, hasGoneBack, heardTime, offsetOf, withJournaled } from './device-clock.ts'
import { KEEPS_PACE } from './intake.ts'
import type { Discarded, Line } from './line.ts'
import { isDatable, onBeat, onClockTick, onDated, onTime, suspect } from './link-clock.ts'
import { askAtPace, endFlood, isUnasked, letGo, mayTake, metered } from './link-flood.ts'
import { onDisproof, onIdentity } from './link-identity.ts'
import {
  advance,
  askSnapshot,
  DOUBT_MS,
  goDown,
  IDENTIFY_MS,
  identify,
  incident,
  lineReport,
  onDurable,
  payAck,
  reopen,
  type Step,
  say,
  tell,
  withSequence,
  withSnapshot,
} from './link-order.ts'
import { onProof, onProofTick } from './link-proof.ts'
import { count, healthOf, type LinkInput, type LinkOutput, type LinkState } from './link-state.ts'
import { onConfirmed, onHeardElsewhere } from './link-trust.ts'
import { arrive, beginAfter, extend, flush, giveUpFirst, refuse, release } from './sequence.ts'
import { decodeBody, isEvent, type TlpDeviceMessage, type TlpEvent, type TlpHostMessage } from './tlp.ts'
import { asGoingOn } from './turned-clock.ts'

/** Three heartbeats. Source: docs/protocol.md, "Limits and times". */
export const SILENCE_MS_MAX = 3000
export const HEALTH_MS = 1000
/** Other lines come, but no heartbeat. A hello says the same, and can be asked for. */
export const OVERDUE_MS = 1300
/** Five heartbeats and eight answers to `?ID` were lost. */
export const UNNAMED_MS_MAX = 5000
/** The wall clock moved against the monotonic one only if the difference exceeds their rounding. */
const WALL_STEP_MS = 5

/** Takes one input after another, in the order of their `nowMs`. Deterministic; throws on nothing a device can send. */
export function stepLink(before: LinkState, input: LinkInput): readonly [LinkState, readonly LinkOutput[]] {
  const { nowMs, wallMs, listenedMs = nowMs } = input
  const step: Step = { nowMs, wallMs, listenedMs, out: [] }
  return [afterwards(react(keepTime(before, step), input, step), step), step.out]
}

function keepTime(state: LinkState, { nowMs, wallMs }: Step): LinkState {
  const wallShiftMs = wallMs - nowMs
  return Math.abs(wallShiftMs - state.wallShiftMs) > WALL_STEP_MS ? { ...state, wallShiftMs } : state
}

function react(state: LinkState, input: LinkInput, step: Step): LinkState {
  switch (input.kind) {
    case 'opened':
      return onOpened({ ...state, isAway: input.isAway === true }, step)
    case 'closed':
      return goDown({ ...state, phase: 'closed' }, input.reason, step)
    case 'line':
      return onLine(state, input.line, step)
    case 'tick':
      return state.options.capture === true ? state : onTick(state, step)
    case 'durable':
      return onDurable(state, input.boot, input.seq)
    case 'unwritten':
      return onUnwritten(state, step)
    case 'heard-elsewhere':
      return onHeardElsewhere(state, step)
    case 'confirmed':
      return onConfirmed(state, step)
    case 'awaited':
      return isListening(state) ? identify(state, IDENTIFY_MS, step) : state
    case 'unvouched':
      return isListening(state) && state.clockFault === null ? suspect(state, 'unvouched', step) : state
    case 'end':
      return advance(state, flush, step)
  }
}

/** After every input: release what may be used, ask for what is due, report the health. */
function afterwards(before: LinkState, step: Step): LinkState {
  const { nowMs, wallMs, listenedMs } = step
  const isCapture = before.options.capture === true
  const isOurs = isCapture || isListening(before)
  let state = before
  if (isOurs) {
    const patience = { nowMs: listenedMs, heardAtMs: state.heardAtMs, canAsk: !isCapture }
    if (isCapture || isDatable(state)) state = advance(state, (sequence) => release(sequence, patience), step)
    if (!isCapture) {
      state = askSnapshot(completed(state, step), step)
      state = payAck(askAtPace(endFlood(state, step), step), step)
    }
  }
  if (!state.healthDirty || isCapture || nowMs < state.healthAtMs + HEALTH_MS) return state
  tell(healthOf(state, offsetOf(state.clock, 0, nowMs, wallMs - nowMs)), step)
  return { ...state, healthAtMs: nowMs, healthDirty: false }
}

/** Reports that nothing from before the last hello or heartbeat is on its way any more. */
function completed(state: LinkState, step: Step): LinkState {
  const { named, stream, clock, suspicion, clockFault } = state
  if (named === null || stream === null || stream.sequence.probe !== null || stream.sequence.last < named.hi) return state
  const isUnsure = clock.isDoubted || suspicion !== null || clockFault !== null || !isDatable(state)
  const offset = isUnsure ? null : offsetOf(clock, named.t, step.nowMs, step.wallMs - step.nowMs)
  // Nothing that is yet to happen can have come.
  if (offset !== null) tell({ kind: 'complete', at: Math.min(named.t + offset, Math.round(named.atMs + step.wallMs - step.nowMs)) }, step)
  return { ...state, named: null }
}

// --- the port -------------------------------------------------------------------------------------------------------------

function onOpened(state: LinkState, step: Step): LinkState {
  say({ kind: 'identify' }, step)
  // A question asked on the last connection is not answered on this one.
  const idle = { ...state.clock, askedAtMs: null, unansweredSinceMs: null }
  const journaled = state.identity === null ? (state.options.resume?.offsets ?? []) : []
  const clock =
    journaled.length === 0
      ? idle
      : withJournaled(
          idle,
          journaled.map((offset) => offset - state.wallShiftMs),
        )
  const fresh = {
    ...state,
    clock,
    phase: 'open' as const,
    openedAtMs: step.nowMs,
    heardAtMs: step.nowMs,
    askedIdAtMs: step.nowMs,
    doubt: null,
    elsewhereAtMs: null,
    proof: null,
    proven: null,
    ackOwed: false,
    named: null,
    namedAtMs: step.nowMs,
    snapshotAtMs: Number.NEGATIVE_INFINITY,
    intake: KEEPS_PACE,
  }
  return count(fresh, 'opened')
}

/** More output is waiting than a working device ever leaves unread. */
function onUnwritten(state: LinkState, step: Step): LinkState {
  const counted = count(state, 'unwritten')
  return state.phase === 'closed' ? counted : reopen(counted, 'the device does not accept data', false, step)
}

/** The right device has identified itself, and nothing speaks against it. */
export function isListening({ phase, doubt }: LinkState): boolean {
  return phase === 'bound' && doubt === null
}

function onTick(state: LinkState, step: Step): LinkState {
  const { nowMs, wallMs, listenedMs } = step
  if (state.phase === 'closed') return state
  const { options, doubt, clock } = state
  const isMovable = options.movable === true
  if (listenedMs - state.heardAtMs >= SILENCE_MS_MAX)
    return reopen(state, 'no valid line for 3 s', isMovable && state.phase !== 'bound', step)
  const waitsSinceMs = doubt?.sinceMs ?? (state.phase === 'open' ? state.openedAtMs : nowMs)
  if (listenedMs - waitsSinceMs >= SILENCE_MS_MAX)
    return reopen(state, 'the device does not identify itself', isMovable && doubt === null, step)
  const unansweredSinceMs = isDatable(state) || clock.hasAnswered ? clock.unansweredSinceMs : state.unheard.sinceMs
  if (unansweredSinceMs !== null && listenedMs - unansweredSinceMs >= SILENCE_MS_MAX) {
    return reopen(state, 'the device does not answer', false, step)
  }
  // Answers come, so the line is not dead, but nobody knows which events were sent.
  if (isListening(state) && listenedMs - state.namedAtMs >= UNNAMED_MS_MAX) return reopen(state, 'no heartbeat for 5 s', false, step)
  // Its answer may have come and not been read.
  let next = listenedMs < nowMs ? state : onProofTick(state, step)
  if (next.phase === 'closed') return next
  const identifyMs = doubt === null ? IDENTIFY_MS : DOUBT_MS
  if (next.phase === 'open' || next.doubt !== null) next = identify(next, identifyMs, step)
  if (!isListening(next)) return next
  next = onClockTick(next, step)
  if (next.heardAtMs > next.namedAtMs && nowMs >= next.namedAtMs + OVERDUE_MS) next = identify(next, IDENTIFY_MS, step)
  const t = Math.max(0, Math.round(wallMs))
  const [asked, n] = askTime(next.clock, nowMs, t)
  if (n !== null) say({ kind: 'time', n, t }, step)
  return { ...next, clock: asked }
}

// --- lines ----------------------------------------------------------------------------------------------------------------

function onLine(state: LinkState, line: Line | Discarded, step: Step): LinkState {
  if (line.kind === 'discarded') return count(state, line.why)
  const message = decodeBody(line.body)
  if (message.kind === 'malformed') return count(state, 'malformed')
  if (message.kind !== 'unknown-verb' && !isFromDevice(message)) return count(state, 'echo')
  const heard = { ...count(state, 'lines'), heardAtMs: step.nowMs, heardWallMs: step.wallMs }
  const counted = line.glued ? count(heard, 'glued') : heard
  if (message.kind === 'unknown-verb') return count(counted, 'unknown-verb')
  if (message.kind === 'hi' && message.serial !== state.options.serial) return onMessage(counted, message, line.body, step)
  const isNewBoot = message.kind === 'hi' && state.identity !== null && message.boot > state.identity.boot
  const shown = asGoingOn(state.shown, message, isNewBoot)
  return onMessage({ ...counted, shown: shown.newest }, shown.message, line.body, step)
}

function isFromDevice(message: TlpDeviceMessage | TlpHostMessage): message is TlpDeviceMessage {
  return !['identify', 'ack', 'resend', 'snapshot', 'configure', 'challenge'].includes(message.kind)
}

function onMessage(state: LinkState, message: TlpDeviceMessage, body: string, step: Step): LinkState {
  if (isEvent(message)) return onEvent(state, message, body, step)
  if (message.kind === 'hi') return onIdentity(state, message, step)
  if (message.kind === 'proof') return onProof(state, message, step)
  const isCapture = state.options.capture === true
  if (!isCapture && !isListening(state)) return state
  // biome-ignore lint/nursery/useExhaustiveSwitchCases: the other kinds have returned above, which the compiler knows.
  switch (message.kind) {
    case 'heartbeat':
      return onHeartbeat(state, message, step)
    case 'time':
      return isCapture ? state : onTime(state, message.n, message.t, step)
    case 'refusal':
      return onRefusal(count(state, 'refused'), message.reason, message.args)
  }
}

function onHeartbeat(state: LinkState, heartbeat: TlpDeviceMessage & { kind: 'heartbeat' }, step: Step): LinkState {
  const { t, hi, ack, errors } = heartbeat
  const isCapture = state.options.capture === true
  // Of a boot whose hello was lost events would be dated by the clock before it: ask, until a hello comes through.
  const mayAsk = !isCapture && state.clockFault === null
  const isDoubted = mayAsk && (state.clock.isDoubted || hasGoneBack(state.clock, t, step.nowMs))
  const timed = heardTime(state.clock, heartbeat, step.nowMs, state.clockFault !== null)
  const told = { ...state, deviceErrors: errors, clock: { ...timed, isDoubted }, healthDirty: true }
  const heard = isCapture || state.intake.flood !== null ? told : onBeat(told, t, step)
  const next = isDoubted ? identify(heard, IDENTIFY_MS, step) : heard
  if (next.stream === null) return { ...next, floor: Math.max(next.floor ?? 0, hi) }
  const { sequence } = next.stream
  // A newest number below ours is a stale heartbeat, or a device that restarted its numbering and whose hello was lost: ask.
  if (hi < sequence.last) return isCapture ? next : identify(next, IDENTIFY_MS, step)
  const ring = next.ring && { ...next.ring, hi, lo: Math.max(next.ring.lo, Math.min(ack, hi) + 1) }
  const isAckLost = next.durable > 0 && ack < next.acked
  const known = withSequence(next, extend(sequence, hi, step.nowMs))
  return { ...known, ring, ackOwed: next.ackOwed || isAckLost, named: { hi, t, atMs: step.nowMs }, namedAtMs: step.nowMs }
}

/** `NK range 5 9`: events the device no longer has are missing at once. */
function onRefusal(state: LinkState, reason: string, args: readonly string[]): LinkState {
  const [from, to] = args.map(Number)
  const isRange = reason === 'range' && Number.isSafeInteger(from) && Number.isSafeInteger(to)
  if (!isRange || state.stream === null || from === undefined || to === undefined) return state
  return withSequence(state, refuse(state.stream.sequence, { from, to }, state.options.capture !== true))
}

function onEvent(before: LinkState, message: TlpEvent, body: string, step: Step): LinkState {
  const isCapture = before.options.capture === true
  if (isCapture ? before.phase === 'stranger' : before.phase !== 'bound') return count(before, 'not-played')
  if (before.doubt !== null) return count(before, 'put-aside')
  const known = before.stream === null ? beginAt(before, message.seq) : before
  const isMetered = !isCapture && isUnasked(known, message.seq)
  const counted = isMetered ? metered(known, step) : known
  const dated = isCapture ? { state: counted, isMistimed: false } : onDated(counted, message, step)
  const { state, isMistimed } = dated
  const { stream } = state
  if (stream === null) return state
  if (isMetered && !mayTake(state)) return letGo(state, message.seq, step)
  const event = { seq: message.seq, body, message, heardAtMs: step.nowMs, isMistimed }
  const [sequence, arrival] = arrive(stream.sequence, event, step.nowMs)
  const next = { ...withSnapshot(withSequence(state, sequence), message.seq), namedAtMs: step.nowMs }
  switch (arrival) {
    case 'taken':
      return next
    case 'late':
      tell(lineReport(next, { ...event, late: true }, step), step)
      return count(next, 'late')
    case 'duplicate':
      return { ...count(next, 'duplicate'), ackOwed: true }
    case 'proven':
      return next
    case 'disproven':
      return onDisproof(next, step)
    case 'conflict': {
      // Its body may be a face-down card: the journal gets the body, people are told only the number.
      const text = `${state.options.serial} sent event ${message.seq} twice with different content; the first one is used`
      const told = incident({ ...count(next, 'conflict'), ackOwed: true }, { code: 'seq-conflict', text, line: body }, step)
      return isCapture ? told : identify(told, IDENTIFY_MS, step)
    }
    case 'no-room':
      if (!isCapture) return count(next, 'no-room')
      return onEvent(advance(count(next, 'no-room'), giveUpFirst, step), message, body, step)
  }
}

/** A capture may begin at any number. Events its hello or a heartbeat reported before then are not claimed; later ones are. */
function beginAt(state: LinkState, seq: number): LinkState {
  const last = state.floor === null || seq <= state.floor + 1 ? seq - 1 : state.floor
  const boot = state.identity?.boot ?? 1
  return { ...state, stream: { boot, firstBoot: boot, assumed: state.identity === null, sequence: beginAfter(last) } }
}
