/**
 * When is a round over? One row for each reason; `round.closed` gives the reason as `ended`. A row says what shows the end, what has to
 * hold before the round closes, which readings are reported, whether errors are looked for, and whether the round may still be revised.
 *
 * The table itself shows the first two reasons, and these wait for the settlement. The others are reported outright and end the round as it
 * is. A round that lacks a card is settled in no reading, so the same signs end it without a verdict. If a round may have ended at several
 * cards, each account of it has its own reason.
 */
import { AREAS, type SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import type { ErrorsSought } from '../errors/errors.ts'
import type { EndReason } from '../event.ts'
import { isDealt, isHoleMasked, type Round, spotsAt } from '../evidence/round.ts'
import { uncovered } from '../evidence/steady-levels.ts'
import { isBare, isLaidAnew, isOddlyRaised, wasCleared } from '../evidence/table-signs.ts'
import { type Reader, readRound } from '../lattice/question.ts'
import type { Solution } from '../lattice/reading.ts'
import { AS_TOLD, readOn } from '../lattice/rungs.ts'
import { settlingSides } from '../lattice/spots.ts'
import type { TableState } from '../state/table-state.ts'

/** One account of the open round when it is asked whether it is over. */
export interface Sight {
  readonly round: Round
  readonly now: number
  /** What the spots show. */
  readonly levels: TableState['levels']
  /** The spot that the newest line raised; null: it raised none. */
  readonly raised: Raised | null
}

/** A spot that shows more than before; `anew`: it was empty. `main`: it is a main one. */
export interface Raised {
  readonly spot: SpotId
  readonly anew: boolean
  readonly main: boolean
}

/** Does what lies on the table show that the round is over? */
type IsShown = (sight: Sight, context: TableContext) => boolean

export interface RoundEnd {
  /** What shows the end. */
  readonly seen: string
  readonly isShown?: IsShown
  /**
   * What has to hold before the round closes, and which of its readings are reported then.
   * `some-settled`, `all-settled`: every stake is settled in some reading, or in every one. Those readings are reported; until then it
   * stays open.
   * `as-it-came`: nothing has to hold. Readings with every stake settled are reported; if there are none, those in which play is over, by
   * as much of the evidence as fits.
   * `as-dealt`: the round is not read; it is reported with the cards it was dealt.
   */
  readonly closes: 'some-settled' | 'all-settled' | 'as-it-came' | 'as-dealt'
  /** Errors to look for if no reading has every stake settled. The end of the input proves nothing: the dealer may simply go on. */
  readonly errors: ErrorsSought
  /** Late evidence may change what was reported. */
  readonly isRevised: boolean
}

/** Waits for the lag, because a hand may lie over the last bets. */
const isCleared: IsShown = ({ round, now }, { spotLagMs }) => wasCleared(round, now, spotLagMs)

const isNextBet: IsShown = (sight, context) => {
  const { round, now, raised } = sight
  const { spotLagMs, chipEvidence } = context
  // A round that could not be read is settled in no reading. A bet that was gone and is back shows its end just as well.
  if (round.incomplete !== null) return isLaidAnew(round, now, spotLagMs)
  // Chips that an error in play explains are no bet for the next round: the next card may be this round's.
  if (raised?.main !== true || now - spotLagMs <= round.openedAt || isOddlyRaised(round, context)) return false
  const index = round.boxes.indexOf(Number(raised.spot.split('.')[0]))
  // If nothing after the first card is followed, a higher level can only be a new bet, whatever the dealer holds.
  if (chipEvidence === 'bets') return index >= 0 || !isHoleMasked(round)
  if (!isDealt(round, context) || isHoleMasked(round)) return false
  const { all } = readingsOf(sight, context)
  return index < 0 || all?.best?.settlements[index]?.kinds.at(-1) === 'player' || (chipEvidence !== 'payouts' && all?.over === all?.count)
}

export const ROUND_ENDS: { readonly [R in EndReason]: RoundEnd } = {
  'table-cleared': {
    seen: 'nothing lay on any spot of the round after its last card, and the lag of the spots has passed since',
    isShown: isCleared,
    closes: 'some-settled',
    errors: 'any',
    isRevised: true,
  },
  'next-bet': {
    seen: 'a bet was laid on a box that was not dealt in, or that this round has settled',
    isShown: isNextBet,
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

/** The first reason that the table shows in every account; null: none. */
export const endShown = (accounts: readonly Sight[], context: TableContext): EndReason | null => {
  const reasons = Object.keys(ROUND_ENDS) as EndReason[]
  return reasons.find((reason) => accounts.every((sight) => ROUND_ENDS[reason].isShown?.(sight, context))) ?? null
}

/** The round's readings on the first rung that has any, and those of them with every stake settled. */
export const readingsOf = ({ round, now }: Sight, context: TableContext): Readonly<Record<'all' | 'resolved', Solution | null>> => {
  const reader: Reader = { context, now, asked: 'any' }
  const found = readOn(round, reader, AS_TOLD)
  return {
    all: found?.solution ?? null,
    resolved: found && (readOn(round, { ...reader, asked: 'resolved' }, [found.rung])?.solution ?? null),
  }
}

/** The readings by which the round closes for this reason, if what has to hold holds; null: it stays open. */
export const settledFor = (reason: EndReason, sight: Sight, context: TableContext): Solution | null => {
  if (!isDealt(sight.round, context)) return null
  const { all, resolved } = readingsOf(sight, context)
  if (!all || !resolved) return null
  const settled = settlingSides(sight.round, resolved, context)
  const isWhole = resolved.count >= all.count || context.chipEvidence === 'bets'
  // 000 §6, 001 l.15: a dealer who took Push 22 bets too early has to draw all the same. Until a bet is laid, his card may still come.
  const isAwaited = context.chipEvidence === 'payouts' && !isWhole && isEmpty(sight)
  if (ROUND_ENDS[reason].closes === 'some-settled') return isAwaited ? null : (settled ?? resolved)
  // What one reading has as a bet of the next round, another may have as a payment of this one. Then the table will show more later.
  return isWhole && !mayGoOn(sight, context) ? settled : null
}

/** No chip and no lammer lies on any spot of the round. `but`: a spot that is left out. */
export const isEmpty = ({ round, levels }: Sight, but: SpotId | null = null): boolean =>
  spotsAt(round.boxes, AREAS).every((spot) => spot === but || isBare(levels.get(spot)))

/** If a lower level is only a hand over the spot, some readings are still in play, or have stakes that are unsettled. */
const mayGoOn = ({ round, now }: Sight, context: TableContext): boolean => {
  const [under] = uncovered(round, now, context.spotLagMs)
  if (under === undefined) return false
  const reader = { context, now } as const
  const ended = readRound(under, { ...reader, asked: context.chipEvidence === 'payouts' ? 'resolved' : 'over' })
  return ended.count < readRound(under, { ...reader, asked: 'any' }).count
}
