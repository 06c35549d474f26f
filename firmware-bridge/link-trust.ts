/**
 * Whether the answering device may be believed: two devices with one serial number are both ignored until a person has said which is the
 * right one.
 *
 *   the device has a key ─> it must prove it at once (link-proof.ts), and no person is needed
 *   another port reports our serial number ─> ?ID ─> no answer here: the device has moved, and its port is found again
 *                                               `──> it is still here: a clone. Nothing is used, nothing acknowledged
 *   a person removed one and confirms the other ─> ?ID ─> bound again; the device still has its events
 */
import { goDown, type Step, say, tell } from './link-order.ts'
import { proveNow } from './link-proof.ts'
import type { LinkState } from './link-state.ts'

/** A later answer no longer belongs to the question: a device answers at once. */
const ANSWER_MS = 1000
/** If another port reported the serial number this recently, its device may still be there: a searching link returns within this time. */
const STILL_THERE_MS = 5000

/** Another port has reported our serial number, so ask whether the device is still on this one as well. */
export function onHeardElsewhere(state: LinkState, step: Step): LinkState {
  if (state.options.challenge !== undefined) return proveNow(state, step)
  const { nowMs } = step
  const isAsked = state.elsewhereAtMs !== null && nowMs < state.elsewhereAtMs + ANSWER_MS
  if (state.isDoubted) return { ...state, elsewhereAtMs: nowMs }
  if (state.phase !== 'bound' || isAsked) return state
  say({ kind: 'identify' }, step)
  return { ...state, elsewhereAtMs: nowMs, askedIdAtMs: nowMs }
}

/** Our serial number was reported on this port: returns the new state if it must not be believed, otherwise null. */
export function doubted(state: LinkState, step: Step): LinkState | null {
  const { elsewhereAtMs, options } = state
  if (options.capture === true) return null
  const isTwice = elsewhereAtMs !== null && step.nowMs <= elsewhereAtMs + ANSWER_MS
  if (!state.isDoubted && !isTwice) return null
  if (!state.isDoubted) tellClone(state, step)
  return goDown({ ...state, isDoubted: true, phase: 'stranger', doubt: null }, reasonOf(state), step)
}

/** A person confirms that the device on this port is the genuine one. This settles nothing while the other one still answers. */
export function onConfirmed(state: LinkState, step: Step): LinkState {
  if (!state.isDoubted) return state
  if (state.elsewhereAtMs !== null && step.nowMs < state.elsewhereAtMs + STILL_THERE_MS) {
    tellClone(state, step)
    return state
  }
  const trusted = { ...state, isDoubted: false, elsewhereAtMs: null }
  if (state.phase === 'closed') return trusted
  say({ kind: 'identify' }, step)
  return { ...trusted, phase: 'open', openedAtMs: step.nowMs, askedIdAtMs: step.nowMs }
}

const reasonOf = ({ options }: LinkState): string => `two devices report the serial number ${options.serial}; neither is believed`

/** Not rate-limited like other incidents: a person must act before each repetition. */
function tellClone({ options }: LinkState, step: Step): void {
  const text = `${options.serial} answers on two ports at once, so one of the two is a clone; neither is believed until a person has confirmed one`
  tell({ kind: 'incident', code: 'cloned-serial', text }, step)
}
