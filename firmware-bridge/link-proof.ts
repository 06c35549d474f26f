/**
 * Whether the answering device has the key of the configured one. Only if the configuration names a key.
 *
 *   HI of the bound serial ─> CH nonce ─> CR with the right answer ─> ?ID ─> HI: bound, and challenged again every minute
 *                                    └──> a wrong answer, or none to three challenges: an incident, nothing is used or acknowledged
 */
import { goDown, reopen, type Step, say, tell } from './link-order.ts'
import { count, type LinkState } from './link-state.ts'
import { isProof } from './proof.ts'
import type { TlpDeviceMessage, TlpIdentity } from './tlp.ts'

/** Repeat an unanswered challenge after this time, with another nonce: a line may have been damaged. */
export const PROOF_MS = 500
export const PROOF_TRIES = 3
/** A device that was swapped without the port noticing is found out within this time. */
export const PROVE_AGAIN_MS = 60_000
/** Challenge a device again this long after it failed: it may have been busy. */
export const FAILED_AGAIN_MS = 5000

/** The bound serial number was reported: returns the state that waits for a proof, or null if no proof is needed. */
export function unproven(state: LinkState, { boot }: TlpIdentity, step: Step): LinkState | null {
  if (state.options.challenge === undefined || state.proven?.boot === boot) return null
  if (state.proof?.boot === boot) return state
  const phase = state.phase === 'bound' ? 'open' : state.phase
  const waiting: LinkState = { ...state, phase, openedAtMs: step.nowMs, proven: null, doubt: null }
  return ask(waiting, boot, 1, step)
}

/** Another port reports our serial number: the key decides which of the two devices is genuine. */
export function proveNow(state: LinkState, step: Step): LinkState {
  const { proven, proof } = state
  const isFresh = proven !== null && step.nowMs < proven.atMs + FAILED_AGAIN_MS
  return proven === null || proof !== null || isFresh ? state : ask(state, proven.boot, 1, step)
}

/** As time passes, repeats or gives up a challenge, and now and then challenges a device that has already proven itself. */
export function onProofTick(state: LinkState, step: Step): LinkState {
  const { options, proof, proven, phase, failedAtMs } = state
  const { nowMs } = step
  if (options.challenge === undefined) return state
  if (proof !== null) {
    if (nowMs < proof.askedAtMs + PROOF_MS) return state
    return proof.tries < PROOF_TRIES ? ask(state, proof.boot, proof.tries + 1, step) : fail(state, step)
  }
  if (phase === 'bound' && proven !== null && nowMs >= proven.atMs + PROVE_AGAIN_MS) return ask(state, proven.boot, 1, step)
  const isDueAgain = phase === 'stranger' && failedAtMs !== null && nowMs >= failedAtMs + FAILED_AGAIN_MS
  return isDueAgain ? ask({ ...state, failedAtMs: nowMs }, state.identity?.boot ?? 0, 1, step) : state
}

export function onProof(state: LinkState, message: TlpDeviceMessage & { kind: 'proof' }, step: Step): LinkState {
  const { options, proof } = state
  // It answers a challenge that was given up or never sent.
  if (options.challenge === undefined || proof === null || message.nonce !== proof.nonce) return count(state, 'proof-refused')
  if (!isProof(message.mac, options.challenge.key, options.serial, proof.nonce)) return fail(count(state, 'proof-refused'), step)
  const proven = { ...state, proof: null, proven: { boot: proof.boot, atMs: step.nowMs }, failedAtMs: null }
  if (state.phase === 'bound') return proven
  // Ask again: what the device reported before has aged while it proved itself.
  say({ kind: 'identify' }, step)
  return { ...proven, phase: 'open', openedAtMs: step.nowMs, askedIdAtMs: step.nowMs }
}

function ask(state: LinkState, boot: number, tries: number, step: Step): LinkState {
  const { challenge } = state.options
  if (challenge === undefined) return state
  const nonce = challenge.newNonce()
  say({ kind: 'challenge', nonce }, step)
  return { ...state, proof: { nonce, boot, askedAtMs: step.nowMs, tries } }
}

function fail(state: LinkState, step: Step): LinkState {
  const { serial, movable } = state.options
  const reason = `${serial} has not proven that it has the key of this device; its events are ignored`
  // Report this once, however often the device fails, until it has proven itself.
  if (state.failedAtMs === null) tell({ kind: 'incident', code: 'unproven', text: reason }, step)
  const failed: LinkState = { ...state, proof: null, proven: null, failedAtMs: step.nowMs, phase: 'stranger', doubt: null }
  return movable === true ? reopen(failed, reason, true, step) : goDown(failed, reason, step)
}
