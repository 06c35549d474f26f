/**
 * Whether the answering device may be believed: two devices with one serial number are both ignored until a person has said which is the
 * right one.
 *
 *   the device has a key ─> it has to prove it at once (link-proof.ts), and no person is needed
 *   another port says our serial number ─> ?ID ─> nobody answers here: the device has moved, its port is found again
 *                                            `──> it is still here: a clone. Nothing is believed, nothing acknowledged
 *   a person removed one and confirms the other ─> ?ID ─> bound again; the device still has its events
 */
import { goDown, type Moment, say, tell } from './link-order.ts'
import { proveNow } from './link-proof.ts'
import type { LinkOutput, LinkState } from './link-state.ts'

/** An answer that comes later than this no longer belongs to the question; a device answers at once. */
const ANSWER_MS = 1000
/** Another port that said the serial number so lately still may: whoever looks for a device there is back within this time. */
const STILL_THERE_MS = 5000

/** Another port has said our serial number. Whether the device is still on this one too, it has to say itself. */
export function onHeardElsewhere(state: LinkState, moment: Moment, out: LinkOutput[]): LinkState {
  if (state.options.challenge !== undefined) return proveNow(state, moment, out)
  const { nowMs } = moment
  const isAsked = state.elsewhereAtMs !== null && nowMs < state.elsewhereAtMs + ANSWER_MS
  if (state.isDoubted) return { ...state, elsewhereAtMs: nowMs }
  if (state.phase !== 'bound' || isAsked) return state
  say({ kind: 'identify' }, out)
  return { ...state, elsewhereAtMs: nowMs, askedIdAtMs: nowMs }
}

/** Our serial number was said on this port: the state where that must not be believed, else null. */
export function doubted(state: LinkState, { nowMs }: Moment, out: LinkOutput[]): LinkState | null {
  const { elsewhereAtMs, options } = state
  if (options.capture === true) return null
  const isTwice = elsewhereAtMs !== null && nowMs <= elsewhereAtMs + ANSWER_MS
  if (!state.isDoubted && !isTwice) return null
  if (!state.isDoubted) tellClone(state, out)
  return goDown({ ...state, isDoubted: true, phase: 'stranger', doubt: null }, reasonOf(state), out)
}

/** A person says that the device on this port is the true one. While the other one still speaks, that settles nothing. */
export function onConfirmed(state: LinkState, { nowMs }: Moment, out: LinkOutput[]): LinkState {
  if (!state.isDoubted) return state
  if (state.elsewhereAtMs !== null && nowMs < state.elsewhereAtMs + STILL_THERE_MS) {
    tellClone(state, out)
    return state
  }
  const trusted = { ...state, isDoubted: false, elsewhereAtMs: null }
  if (state.phase === 'closed') return trusted
  say({ kind: 'identify' }, out)
  return { ...trusted, phase: 'open', openedAtMs: nowMs, askedIdAtMs: nowMs }
}

const reasonOf = ({ options }: LinkState): string => `two devices say that they are ${options.serial}; neither is believed`

/** Not held back like other incidents: each needs a person's word before the next. */
function tellClone({ options }: LinkState, out: LinkOutput[]): void {
  const text = `${options.serial} answers on two ports at once, so one of the two is a clone; neither is believed until a person has confirmed one`
  tell({ kind: 'incident', code: 'cloned-serial', text }, out)
}
