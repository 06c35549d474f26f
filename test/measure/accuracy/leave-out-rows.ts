/** Errors that can be left out (`TableContext.without`): those with a row or a question of their own in the engine. */
import type { MisdealCode } from '../../../src/engine/evidence/round.ts'
import type { Tampering } from '../../../src/engine/lattice/reading.ts'
import { FAULT_CODES } from '../../../src/rules/game/dealer-faults.ts'
import { PLAY_ERROR_NAMES } from '../../../src/rules/game/hand.ts'
import type { FindingCode } from '../../../src/rules/house/finding-code.ts'

/** The rows of game/settlement-rows.ts, and others of its kind: about hands, boxes, amounts, and payments made too early. */
export const SETTLEMENT_ROWS: readonly FindingCode[] = [
  ...(['WINNER-UNPAID', 'LOSER-NOT-TAKEN', 'TAKE-PARTIAL', 'PAID-LOSER', 'PAID-PUSH', 'TOOK-WINNER', 'TOOK-PUSH'] as const),
  ...(['PAY-SHORT', 'PAY-OVER', 'PAID-DOUBLE-SINGLE', 'PAY-BEFORE-DEALER-DONE', 'SURRENDER-DEALER-BJ', 'SURRENDER-AMOUNT'] as const),
  ...(['BJ-SHORT', 'BJ-OVER', 'BJ-PAID-TOO-EARLY', 'BJ-LOST-TO-21', 'BJ-PUSHED-ON-22', 'BJ-V-BJ-PAID', 'BJ-V-BJ-TAKEN'] as const),
  ...(['BJ-ON-SPLIT', 'EVEN-NOT-ALLOWED', 'EVEN-AFTER-DRAW', 'DEALER22-PAID', 'DEALER22-TAKEN'] as const),
  ...(['FB-WIN-UNPAID', 'FB-LOSS-CHARGED', 'FB-PUSH-PAID', 'FB-PAID-TOKEN-VALUE'] as const),
  ...(['PRIZE-MISSED', 'PRIZE-WRONG-TIER', 'PRIZE-ON-LOSER', 'PRIZE-EARLY', 'PAST-POSTED'] as const),
]

const MISDEALS: readonly MisdealCode[] = [
  ...(['DEAL-EMPTY-BOX', 'DEAL-BOX-SKIPPED', 'DEAL-ONE-CARD-HAND', 'DEAL-EXTRA-CARD', 'DEAL-DEALER-CARD-MISSED'] as const),
  ...(['DEAL-SECOND-DEALER-CARD-EARLY', 'DEALER-DREW-EARLY', 'PLAY-ORDER'] as const),
  ...(['BURN-MISSING', 'BURN-EXTRA', 'BURN-AT-DEALER-CHANGE', 'BET-LATE'] as const),
]

const MEDDLINGS: readonly Tampering['name'][] = [
  ...(['BET-CAPPED', 'BET-PINCHED', 'BET-MOVED', 'LIVE-TAKEN-AS-BUST', 'FB-TOKEN-EARLY', 'FB-TOKEN-NOT-REMOVED', 'PRIZE-EARLY'] as const),
]

export const ALL_ROWS: readonly FindingCode[] = [
  ...new Set<FindingCode>([
    ...SETTLEMENT_ROWS,
    ...PLAY_ERROR_NAMES,
    ...MEDDLINGS,
    ...Object.values(FAULT_CODES).flat(),
    'DEALER-SOFT17',
    ...MISDEALS,
  ]),
]
