/**
 * When the link machine next needs the time: until then a tick need not come. Everything in the machine that waits for a
 * time has a line here, so nobody has to ask again and again whether it is due.
 */
import { REPEAT_MS } from './device-clock.ts'
import { ASK_MS, QUIET_MS } from './intake.ts'
import { HEALTH_MS, isListening, OVERDUE_MS, SILENCE_MS_MAX, UNNAMED_MS_MAX } from './link.ts'
import { isDatable, RIGHT_MS, SUSPECT_MS } from './link-clock.ts'
import { ACK_MS, DOUBT_MS, IDENTIFY_MS, SNAPSHOT_MS } from './link-order.ts'
import { FAILED_AGAIN_MS, PROOF_MS, PROVE_AGAIN_MS } from './link-proof.ts'
import type { LinkState } from './link-state.ts'
import { ASK_AT_MS, GIVE_UP_MS } from './sequence.ts'

/** A report of the health goes out with whatever comes next; if nothing does, it goes alone this much later. */
const HEALTH_LATE_MS = 500
/** What waits for no time. */
const NEVER = Number.POSITIVE_INFINITY

/** Monotonic, ms, and perhaps past: then it waits until the port has been listened to that far. null: only a line or a port can change anything. */
export function nextDeadline(state: LinkState): number | null {
  if (state.phase === 'closed' || state.options.capture === true) return null
  const listening = isListening(state)
    ? [clockDeadline(state), beatDeadline(state), exchangeDeadline(state), ...sequenceDeadlines(state)]
    : []
  const deadline = Math.min(
    silenceDeadline(state),
    proofDeadline(state),
    identityDeadline(state),
    state.healthDirty ? state.healthAtMs + HEALTH_MS + HEALTH_LATE_MS : NEVER,
    ...listening,
  )
  return deadline === NEVER ? null : deadline
}

function silenceDeadline(state: LinkState): number {
  const { heardAtMs, doubt, phase, openedAtMs, clock, unheard } = state
  const waitsSinceMs = doubt?.sinceMs ?? (phase === 'open' ? openedAtMs : NEVER)
  const unansweredSinceMs = isDatable(state) || clock.hasAnswered ? (clock.unansweredSinceMs ?? NEVER) : unheard.sinceMs
  return Math.min(heardAtMs, waitsSinceMs, unansweredSinceMs) + SILENCE_MS_MAX
}

function proofDeadline({ options, proof, proven, phase, failedAtMs }: LinkState): number {
  if (options.challenge === undefined) return NEVER
  if (proof !== null) return proof.askedAtMs + PROOF_MS
  if (phase === 'bound' && proven !== null) return proven.atMs + PROVE_AGAIN_MS
  return phase === 'stranger' && failedAtMs !== null ? failedAtMs + FAILED_AGAIN_MS : NEVER
}

function identityDeadline({ phase, doubt, askedIdAtMs }: LinkState): number {
  if (doubt !== null) return askedIdAtMs + DOUBT_MS
  return phase === 'open' ? askedIdAtMs + IDENTIFY_MS : NEVER
}

function clockDeadline({ suspicion, clockFault, askedIdAtMs }: LinkState): number {
  if (suspicion !== null) return Math.min(suspicion.atMs + SUSPECT_MS, askedIdAtMs + IDENTIFY_MS)
  return clockFault === null || clockFault.owesEvent ? NEVER : clockFault.badAtMs + RIGHT_MS
}

function beatDeadline({ heardAtMs, namedAtMs, askedIdAtMs }: LinkState): number {
  const overdueAtMs = heardAtMs > namedAtMs ? Math.max(namedAtMs + OVERDUE_MS, askedIdAtMs + IDENTIFY_MS) : NEVER
  return Math.min(overdueAtMs, namedAtMs + UNNAMED_MS_MAX)
}

const exchangeDeadline = ({ clock }: LinkState): number => (clock.askedAtMs === null ? clock.nextAtMs : clock.askedAtMs + REPEAT_MS)

function sequenceDeadlines(state: LinkState): readonly number[] {
  const { stream, snapshotsDue, snapshotAtMs, intake, heardAtMs, doubt } = state
  const runs = stream?.sequence.runs ?? []
  const isSure = doubt === null && (stream?.sequence.probe ?? null) === null
  const mayRelease = isDatable(state)
  return [
    snapshotsDue > 0 ? snapshotAtMs + SNAPSHOT_MS : NEVER,
    state.ackOwed && state.durable > 0 && isSure ? state.ackedAtMs + ACK_MS : NEVER,
    // A flood: what was never asked for is asked for at the pace, and in the end it has to be quiet for a while.
    intake.flood !== null && runs.some(({ asks }) => asks === 0) ? intake.flood.askedAtMs + ASK_MS : NEVER,
    intake.flood === null ? NEVER : intake.flood.behindAtMs + QUIET_MS,
    ...runs.map(({ sinceMs, asks }) => (asks === 0 ? NEVER : sinceMs + (ASK_AT_MS[asks] ?? NEVER))),
    ...runs.map(({ sinceMs, asks }, at) => (at === 0 && mayRelease && asks > 0 && heardAtMs > sinceMs ? sinceMs + GIVE_UP_MS : NEVER)),
  ]
}
