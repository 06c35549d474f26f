/**
 * Every error that can be made at a simulated table, one row per code of the catalogue of findings, and the codes that cannot, with the
 * reason.
 */
import { type FindingCode, isFindingCode } from '../../../src/house/finding-code.ts'
import { BLACKJACK_ERRORS } from './blackjack.ts'
import { CHEATS } from './cheats.ts'
import { CHIP_ERRORS } from './chips.ts'
import { DEAL_ERRORS } from './deal.ts'
import { DEALER_ERRORS } from './dealer.ts'
import { PLAY_ERRORS } from './play.ts'
import type { ErrorRows } from './row.ts'
import { SETTLEMENT_ERRORS } from './settlement.ts'
import { SIDE_ERRORS } from './sides.ts'

export const ERRORS: ErrorRows = {
  ...SETTLEMENT_ERRORS,
  ...BLACKJACK_ERRORS,
  ...SIDE_ERRORS,
  ...DEALER_ERRORS,
  ...PLAY_ERRORS,
  ...DEAL_ERRORS,
  ...CHIP_ERRORS,
  ...CHEATS,
}

const WHOLE_SHOE = 'It shows over a whole shoe or many, not in one round: the tests of the procedure tell such shoes line by line.'
const NO_LINE = 'No line of a device can carry it: a sensor that could see it is not part of the table.'
const NO_ERROR = 'It is no error of people: a sensor could not read a card.'
const GUARD = 'It is no error but a guard against a false one.'
const IN_HAND = 'The rack is sensed as one amount: what is done within it, or beside it by hand, looks like a payment or like nothing.'

/** Codes without a row. */
export const NOT_INJECTED: { readonly [C in FindingCode]?: string } = {
  'DECK-CARD-EXCESS': WHOLE_SHOE,
  'DECK-RANK-EXCESS': WHOLE_SHOE,
  'DECK-SHORT': WHOLE_SHOE,
  'CUT-CARD-POSITION': WHOLE_SHOE,
  'ROUND-AFTER-CUT-CARD': WHOLE_SHOE,
  'CUT-CARD-NEVER-SEEN': WHOLE_SHOE,
  'EARLY-SHUFFLE': WHOLE_SHOE,
  'SHOE-EXHAUSTED': WHOLE_SHOE,
  'SHOE-ORDER': WHOLE_SHOE,
  'SHOE-SHORTAGE': WHOLE_SHOE,
  'CARD-UNREADABLE': NO_ERROR,
  'CARD-FACE-UP-IN-SHOE': NO_ERROR,
  'DECK-FOREIGN-CARD': NO_LINE,
  'CARD-REPEATED-ID': NO_LINE,
  'CUT-PLAYER-CUT-SHORT': NO_LINE,
  'CHIP-FOREIGN': NO_LINE,
  'DEAL-MISPLACED': NO_LINE,
  'PLAYER-COLLECTED-EARLY':
    'A player who takes his chips before the payments are done looks like the dealer taking them: the code is not decided.',
  'SPLIT-RESULT-SWAPPED': 'Both hands of a box lie on one spot, which shows their sum: the same as settled rightly.',
  'FB-DEAD-WAGER-SEEN-AS-INS': GUARD,
  'FB-TOKEN-SPOT': 'A lammer on a spot of no hand leaves the hand without one: two errors at once, each with a row or a code of its own.',
  'TOKEN-INVENTORY': IN_HAND,
  'FLOAT-UNEXPLAINED-OUT': IN_HAND,
  'CHANGE-UNEQUAL': IN_HAND,
  'TRAY-TOKEN-MIX': IN_HAND,
}

/** Codes with a row. */
export const ERROR_CODES = Object.keys(ERRORS) as readonly FindingCode[]

/** Reads `all`, or codes separated by commas. A string result says what is wrong with it. */
export function errorCodes(list: string): readonly FindingCode[] | string {
  if (list === 'all') return ERROR_CODES
  const asked = [...new Set(list.split(',').map((code) => code.trim()))]
  const isDone = (code: string): code is FindingCode => Object.hasOwn(ERRORS, code)
  if (asked.every(isDone)) return asked
  const unknown = asked.filter((code) => !isDone(code))
  const why = unknown
    .filter(isFindingCode)
    .map((code) => NOT_INJECTED[code])
    .find((reason) => reason !== undefined)
  return `no error "${unknown.join('", "')}" is done here${why === undefined ? '; docs/findings.md lists the codes' : `: ${why}`}`
}
