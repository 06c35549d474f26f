/**
 * When is a round over? One row for each reason; `round.closed` says the reason as `ended`. Whatever closes a round names its row, and reads off it
 * what has to hold, how the round is told, whether errors are looked for, and whether it may still be revised.
 *
 * The first two wait for the settlement, the others end the round as it is. A round that lacks a card is settled in no reading: the same signs end
 * it without a verdict. Of a round that may have ended at several cards each account of it has its own reason.
 */
import type { SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import type { ErrorsSought } from '../errors/errors.ts'
import type { EndReason } from '../event.ts'
import type { Round } from '../evidence/round.ts'
import type { Solution } from '../lattice/reading.ts'

export interface RoundEnd {
  /** What shows it. */
  readonly seen: string
  /**
   * What has to hold before the round closes, and what its readings are asked then.
   * `some-settled`, `all-settled`: every stake is settled in some reading, or in every one. Those tell the round; until then it stays open.
   * `as-it-came`: nothing has to hold. Readings with every stake settled tell it; else those in which play is over, by as much of the evidence as fits.
   * `as-dealt`: nothing is asked; it is told with the cards it was dealt.
   */
  readonly closes: 'some-settled' | 'all-settled' | 'as-it-came' | 'as-dealt'
  /** Errors looked for where no reading has every stake settled. The end of the input proves nothing: the dealer may just go on. */
  readonly errors: ErrorsSought
  /** Evidence that comes late may change what was told. */
  readonly isRevised: boolean
}

export const ROUND_ENDS: { readonly [R in EndReason]: RoundEnd } = {
  'table-cleared': {
    seen: 'nothing lay on any spot of the round after its last card, and the lag of the spots has passed since',
    closes: 'some-settled',
    errors: 'any',
    isRevised: true,
  },
  'next-bet': {
    seen: 'a bet was laid on a box that was not dealt in, or that this round has settled',
    closes: 'all-settled',
    errors: 'any',
    isRevised: true,
  },
  'next-card': {
    seen: 'a card came that is not of this round',
    closes: 'as-it-came',
    errors: 'any',
    isRevised: true,
  },
  'shoe-closed': {
    seen: 'the shoe was closed, or another one was loaded',
    closes: 'as-it-came',
    errors: 'any',
    isRevised: true,
  },
  'input-ended': {
    seen: 'the input ended',
    closes: 'as-it-came',
    errors: 'suspected',
    isRevised: true,
  },
  ruled: {
    seen: 'it was voided by key or command, or given up after a fault of the controller',
    closes: 'as-dealt',
    errors: 'none',
    isRevised: false,
  },
}

/** A spot that shows more than before; `anew`: it was empty. `main`: it is a main one. */
export interface Raised {
  readonly spot: SpotId
  readonly anew: boolean
  readonly main: boolean
}

/** A bet on a box that was not dealt in, or on one this round has settled. */
export const isNextBet = (
  round: Round,
  full: Solution | null,
  spot: SpotId,
  now: number,
  { spotLagMs, chipEvidence }: TableContext,
): boolean => {
  const index = round.boxes.indexOf(Number(spot.split('.')[0]))
  if (now - spotLagMs <= round.openedAt) return false
  // Where nothing after the first card is followed, a higher level can only be a new bet.
  if (index < 0 || chipEvidence === 'bets') return true
  return full?.best?.settlements[index]?.kinds.at(-1) === 'player' || (chipEvidence !== 'payouts' && full?.over === full?.count)
}

/** Where nothing after the first card is followed a box dealt in has a higher level only by the next bet, whatever the dealer holds. */
export const isOverByBet = ({ boxes }: Round, spot: SpotId, { chipEvidence }: TableContext): boolean =>
  chipEvidence === 'bets' && boxes.includes(Number(spot.split('.')[0]))
