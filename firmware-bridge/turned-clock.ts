/**
 * The clock of a device that counts milliseconds in 32 bits begins again at 0 after 49.7 days. That is no fault and no reboot: its time goes
 * on. A clock that shows more than 32 bits hold never does so.
 */
import type { TlpDeviceMessage } from './tlp.ts'

/** How many milliseconds such a clock counts. */
export const TURN_MS = 2 ** 32
/** This near to its turn, a jump from one end to the other is the turn, and no clock that was set or began again. */
const NEAR_MS = 12 * 3_600_000

/** The newest time that the device showed, and how often its clock had turned by then. */
export interface Turned {
  readonly t: number
  readonly turns: number
}

/** How often the clock had turned when it showed `t`: something older than the newest time may be from before the turn. */
export function turnsAt(newest: Turned | null, t: number): number {
  if (newest === null || newest.t >= TURN_MS || t >= TURN_MS) return 0
  if (newest.t > TURN_MS - NEAR_MS && t < NEAR_MS) return newest.turns + 1
  return newest.t < NEAR_MS && t > TURN_MS - NEAR_MS ? newest.turns - 1 : newest.turns
}

/** The message with the time as if the clock had not turned, and the newest time after it. `isNewBoot`: the clock began again. */
export function asGoingOn<M extends TlpDeviceMessage>(
  before: Turned | null,
  message: M,
  isNewBoot: boolean,
): { readonly newest: Turned | null; readonly message: M } {
  if (!('t' in message)) return { newest: before, message }
  const { t } = message
  const known = isNewBoot ? null : before
  const turns = turnsAt(known, t)
  const isNewest = known === null || turns > known.turns || (turns === known.turns && t > known.t)
  return { newest: isNewest ? { t, turns } : known, message: turns === 0 ? message : { ...message, t: t + turns * TURN_MS } }
}

/** An event's own time, as its body has it. */
export function ownTime(body: string): number {
  return Number(body.split(' ', 3)[2])
}
