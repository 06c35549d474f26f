/**
 * What all parts of the link machine do in the same way: send a line to the device, report to the rest of the daemon, release events in
 * order, request missing ones, acknowledge what the journal holds.
 */
import { offsetOf } from './device-clock.ts'
import { formatLine } from './line.ts'
import { count, type IncidentCode, type LinkOutput, type LinkReport, type LinkState } from './link-state.ts'
import { askDue, type EventLine, type Released, type Sequence } from './sequence.ts'
import { encodeBody, type TlpHostMessage } from './tlp.ts'
import { ownTime } from './turned-clock.ts'

/** Shortest time between acknowledgements: they are cumulative, and a burst of syncs must not flood a slow line. */
export const ACK_MS = 20
/** Shortest time between snapshots: a device with forty spots takes a sixth of it to send one. */
export const SNAPSHOT_MS = 1000
/** A request may be lost, or the device may have no spots to send. */
export const SNAPSHOTS_MAX = 3
/** Repeat `?ID` after this time until a hello comes. */
export const IDENTIFY_MS = 500
/** Believe a doubtful hello if the device repeats it after this time; a line that was merely duplicated arrives at once. */
export const DOUBT_MS = 100
/** Shortest time between incidents of one kind, because a faulty device can repeat them at will; the rest are only counted. */
const INCIDENT_MS = 1000

/** One input's time, and what the machine answers to it. */
export interface Step {
  readonly nowMs: number
  readonly wallMs: number
  readonly listenedMs: number
  readonly out: LinkOutput[]
}

/** `line`: the body concerned, for the journal alone. */
export interface Incident {
  readonly code: IncidentCode
  readonly text: string
  readonly line?: string
}

export function say(message: TlpHostMessage, step: Step): void {
  step.out.push({ kind: 'write', text: formatLine(encodeBody(message)) })
}

export function tell(report: LinkReport, step: Step): void {
  step.out.push({ kind: 'report', report })
}

export function identify(state: LinkState, everyMs: number, step: Step): LinkState {
  if (step.nowMs < state.askedIdAtMs + everyMs) return state
  say({ kind: 'identify' }, step)
  return { ...state, askedIdAtMs: step.nowMs }
}

export function incident(state: LinkState, found: Incident, step: Step): LinkState {
  const { code } = found
  const toldAtMs = state.incidentAtMs[code]
  if (toldAtMs !== undefined && step.nowMs < toldAtMs + INCIDENT_MS) return count(state, 'incidents-unsaid')
  tell({ kind: 'incident', ...found }, step)
  return { ...state, incidentAtMs: { ...state.incidentAtMs, [code]: step.nowMs } }
}

export function withSequence(state: LinkState, sequence: Sequence): LinkState {
  return state.stream === null || state.stream.sequence === sequence ? state : { ...state, stream: { ...state.stream, sequence } }
}

export function advance(state: LinkState, by: (sequence: Sequence) => readonly [Sequence, readonly Released[]], step: Step): LinkState {
  if (state.stream === null) return state
  const [sequence, released] = by(state.stream.sequence)
  let next = withSequence(state, sequence)
  for (const one of released) {
    if (one.kind === 'event') {
      tell(lineReport(next, one, step), step)
    } else {
      tell({ kind: 'missing', serial: state.options.serial, boot: state.stream.boot, from: one.from, to: one.to }, step)
      next = withSnapshotDue(count(next, 'missing', one.to - one.from + 1))
    }
  }
  return next
}

export function lineReport(
  { options, stream, clock, clockFault, wallShiftMs }: LinkState,
  { seq, body, message, heardAtMs, isMistimed, late }: EventLine & { late?: true },
  { nowMs }: Step,
): LinkReport {
  const isUndated = isMistimed || clockFault !== null
  const own = isUndated ? Math.round(heardAtMs - message.t + wallShiftMs) : offsetOf(clock, message.t, nowMs, wallShiftMs)
  // The journal has the device's own time, which begins again when its clock turns.
  const t = ownTime(body)
  const turnedMs = message.t - t
  const offset = options.capture === true ? turnedMs || null : own && own + turnedMs
  const said = { ...message, t }
  const report = { kind: 'line' as const, serial: options.serial, boot: stream?.boot ?? 1, seq, body, message: said, offset }
  return late === true ? { ...report, late } : report
}

/** `mayBegin`: also ask for events that have not been asked for before. */
export function askMissing(state: LinkState, step: Step, mayBegin = true): LinkState {
  if (state.stream === null || state.stream.sequence.runs.length === 0) return state
  const [sequence, asked] = askDue(state.stream.sequence, step.nowMs, mayBegin)
  for (const { from, to } of asked) say({ kind: 'resend', from, to }, step)
  return asked.length === 0 ? state : count(withSequence(state, sequence), 'asked', asked.length)
}

/** Lines of the spots are lost: until the device has sent each spot again, nobody knows what lies there. */
export function withSnapshotDue(state: LinkState): LinkState {
  return state.options.role === 'spots' ? { ...state, snapshotsDue: SNAPSHOTS_MAX } : state
}

/** An event has come that the device had not sent when it was asked: it sends the spots, or a change of one shows that it can be heard. */
export function withSnapshot(state: LinkState, seq: number): LinkState {
  const isAnswer = state.snapshotsDue < SNAPSHOTS_MAX && seq > state.snapshotHi
  return isAnswer ? { ...state, snapshotsDue: 0 } : state
}

export function askSnapshot(state: LinkState, step: Step): LinkState {
  if (state.snapshotsDue === 0 || step.nowMs < state.snapshotAtMs + SNAPSHOT_MS) return state
  say({ kind: 'snapshot' }, step)
  const snapshotHi = state.stream?.sequence.horizon ?? 0
  return { ...state, snapshotsDue: state.snapshotsDue - 1, snapshotAtMs: step.nowMs, snapshotHi }
}

/** Never passes the last event released in order, so never an open gap; ignores a report about an older stream. */
export function onDurable(state: LinkState, boot: number, seq: number): LinkState {
  const { stream } = state
  if (stream === null || boot < stream.firstBoot || boot > stream.boot) return state
  const { last, probe } = stream.sequence
  const durable = Math.max(state.durable, Math.min(seq, probe ?? last))
  const isNews = durable > state.acked || seq < state.durable
  return isNews ? { ...state, durable, ackOwed: true } : state
}

export function payAck(state: LinkState, step: Step): LinkState {
  const isDue = state.ackOwed && state.durable > 0 && step.nowMs >= state.ackedAtMs + ACK_MS
  // While a reboot is being checked, our numbers may no longer be the device's.
  const isSure = state.doubt === null && (state.stream?.sequence.probe ?? null) === null
  if (!isDue || state.phase !== 'bound' || !isSure) return state
  say({ kind: 'ack', seq: state.durable }, step)
  return { ...state, acked: state.durable, ackOwed: false, ackedAtMs: step.nowMs, healthDirty: true }
}

export function goDown(state: LinkState, reason: string, step: Step): LinkState {
  if (state.up === false) return state
  tell({ kind: 'link', up: false, reason }, step)
  return { ...state, up: false, healthDirty: true }
}

export function reopen(state: LinkState, reason: string, elsewhere: boolean, step: Step): LinkState {
  step.out.push({ kind: 'reopen', reason, elsewhere })
  return goDown({ ...state, phase: 'closed' }, reason, step)
}

export function goUp(state: LinkState, reason: string, step: Step): LinkState {
  // The device is connected, but its events come late, or nobody knows when they happened.
  if (state.up === true || state.intake.flood !== null || state.clockFault !== null) return state
  tell({ kind: 'link', up: true, reason }, step)
  return { ...state, up: true, healthDirty: true }
}
