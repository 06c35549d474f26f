/** A card that no account can use by the rules: whose it is waits until all that was shown before it has been reported (D-94). */
import type { ScannedCard } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'

export interface HeldCard {
  readonly card: ScannedCard
  /** Event time, Unix ms. */
  readonly at: number
  readonly cause: string
}

/** More cards than leave a shoe within a lag. Beyond it they are decided at once. */
export const HELD_MAX = 64

/** Event time at which it is decided whose the card is. */
export const decidedAt = ({ at }: Pick<HeldCard, 'at'>, { spotLagMs, pointerLagMs }: TableContext): number => {
  const lag = Math.max(spotLagMs, pointerLagMs)
  return lag === 0 ? at : at + lag + 1
}
