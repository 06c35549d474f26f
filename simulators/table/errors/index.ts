/**
 * Every error that can be made at a simulated table, one row per code of the catalogue of findings, and the codes that cannot, with the
 * reason.
 */
import { type FindingCode, isFindingCode } from '../../../src/rules/house/finding-code.ts'
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

const WHOLE_SHOE = 'It shows only over one or more whole shoes, not in one round: the tests of the procedure write such shoes line by line.'
const NO_LINE = 'No device can report it: a sensor that could see it is not part of the table.'
const OWN_CHIPS = 'The chips of the simulated table have no ids.'
const NO_ERROR = 'It is not a human error: a sensor could not read a card.'
const GUARD = 'It is not an error but a guard against a false one.'
const IN_HAND = 'The rack is sensed as one amount: a movement inside it, or past it by hand, looks like a payment or like nothing.'

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
  'CHIP-FOREIGN': OWN_CHIPS,
  'CHIP-COPY': OWN_CHIPS,
  'DEAL-MISPLACED': NO_LINE,
  'PLAYER-COLLECTED-EARLY':
    'If a player takes his chips before the payments are done, it looks as if the dealer took them, so the code is not decided.',
  'SPLIT-RESULT-SWAPPED':
    'Both hands of a box lie on one spot, which shows only their sum, and the sum is the same as if they were settled correctly.',
  'FB-DEAD-WAGER-SEEN-AS-INS': GUARD,
  'FB-TOKEN-SPOT': 'A lammer on a spot without a hand leaves the hand without a lammer: two errors at once, each with its own row or code.',
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
  return `no error "${unknown.join('", "')}" is made here${why === undefined ? '; docs/findings.md lists the codes' : `: ${why}`}`
}
