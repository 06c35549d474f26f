/** A card that no account can use by the rules: whose it is waits until all that was shown before it has been reported (D-95). */
import type { TableContext } from '../context.ts'
import type { ObservationOf } from '../observation.ts'

export type HeldCard = ObservationOf<'card'>

/** More cards than leave a shoe within a lag. Beyond it they are decided at once. */
export const HELD_MAX = 64

/** Event time at which it is decided whose the card is. */
export const decidedAt = ({ at }: { readonly at: number }, { spotLagMs, pointerLagMs }: TableContext): number => {
  const lag = Math.max(spotLagMs, pointerLagMs)
  return lag === 0 ? at : at + lag + 1
}
