/**
 * Findings that rest only on a default of this project. Where a document can be read in two ways and practice decides, the dealer may have
 * followed the other reading. Such a finding is at most likely, is at most a matter of procedure, and cites the practice.
 */
import { type Deviation, verdict } from '../engine/deviation.ts'
import type { Figures } from '../rules/game/error-figures.ts'
import { prizesOtherwise } from '../rules/game/side-bets.ts'
import type { FindingCode } from '../rules/house/finding-code.ts'
import { type Clause, groundsOf } from '../rules/house/house.ts'
import { houseById } from '../rules/house/index.ts'
import type { HouseRules, RuleName } from '../rules/house/rules.ts'
import type { Reason } from '../rules/reasons.ts'
import { practice } from './catalogue/row.ts'

interface House {
  readonly house: string
  readonly rules: HouseRules
  readonly overridden: readonly RuleName[]
  /** The smallest chip seen at the table, minor units; null: its chips are configured, or none was seen. */
  readonly smallestSeen: number | null
}

interface Doubt {
  readonly clause: Clause
  /** The other reading of the document. */
  readonly otherwise: Reason
}

/** null: what was done is wrong however the document is read. */
export const doubtOf = ({ code, expected, seen }: Pick<Deviation, 'code' | 'expected' | 'seen'>, house: House): Doubt | null => {
  if (BY_A_RATIO.has(code) && isRounded(expected, seen, house)) return { clause: ROUNDED, otherwise: { code: 'may-be-rounded' } }
  if (code === 'DOUBLE-TOTAL') return softDouble(seen, house)
  if (code === 'HIT-ON-21') return drawnOn21(seen, house)
  if (code === 'SURRENDER-LATE') return stoodBefore(seen, house)
  if (code === 'INS-LATE') return insuredInPlay(expected, house)
  return code === 'PRIZE-WRONG-TIER' ? otherPrize(expected, seen, house) : onRule(code, house)
}

const ROUNDED = practice('field', 'A payment that the chips of the table cannot make is rounded.')

/** Which chips a table has is a default of this project unless they are configured: what those seen cannot make was perhaps rounded to them. */
const isRounded = ({ amount: due }: Figures, { amount: paid }: Figures, { smallestSeen }: House): boolean =>
  smallestSeen !== null &&
  due !== undefined &&
  paid !== undefined &&
  due % smallestSeen !== 0 &&
  isNextTo(due / smallestSeen, paid / smallestSeen)

/** What is due is a fraction of the bet. */
const BY_A_RATIO: ReadonlySet<FindingCode> = new Set(['BJ-SHORT', 'BJ-OVER', 'SURRENDER-AMOUNT'])

const isNextTo = (exact: number, chips: number): boolean => chips === Math.floor(exact) || chips === Math.ceil(exact)

/** Findings that break one rule, and how a house may have it that does not state it. */
const OF_ONE_RULE: { readonly [C in FindingCode]?: { readonly rule: RuleName; readonly otherwise: Reason } } = {
  // 001 names no soft 17. Free Bet is dealt either way.
  'DEALER-SOFT17': { rule: 'dealerSoft17', otherwise: { code: 'soft-17' } },
  // Where a document names no number of bettors, another one at the box may be welcome.
  'BOX-TOO-MANY-PLAYERS': { rule: 'maxPlayersPerBox', otherwise: { code: 'more-bettors' } },
  // 003 l.52 does not say when a hand that is over 21 loses its bet.
  'BUST-NOT-TAKEN': { rule: 'bustTaken', otherwise: { code: 'bust-with-others' } },
  // 001 l.9 and l.12 and 003 l.42 let a hand be doubled and drawn to, and except no aces.
  'SPLIT-ACE-DOUBLE': { rule: 'splitAcesOneCard', otherwise: { code: 'split-aces-doubled' } },
  'SPLIT-ACE-EXTRA-CARD': { rule: 'splitAcesOneCard', otherwise: { code: 'split-aces-drawn' } },
}

const onRule = (code: FindingCode, { house, overridden }: House): Doubt | null => {
  const { rule, otherwise } = OF_ONE_RULE[code] ?? {}
  const stated = rule && houseById(house)?.table[rule]
  if (!rule || !otherwise || stated?.source !== 'default' || overridden.includes(rule)) return null
  return { clause: stated.clause, otherwise }
}

/** The deviation as it may be reported. */
export const asPractice = <D extends Deviation>(deviation: D, house: House): D =>
  verdict(deviation, doubtOf(deviation, house)?.otherwise ?? null)

/** 002 l.42 bars only the third card, and a player who stood on two has none. */
const stoodBefore = ({ count }: Figures, { rules: { surrenderUntil } }: House): Doubt | null =>
  count === 2 && surrenderUntil === 'third-card' ? { clause: STOOD, otherwise: { code: 'surrender-any-time' } } : null
const STOOD = practice('field', 'Who lets a later hand take its card has stood.')

/** 003 l.46 sets no time. Once the dealer has shown a natural there is nothing left to insure, whatever the document says. */
const insuredInPlay = (expected: Figures, { house, overridden }: House): Doubt | null => {
  const rule = houseById(house)?.table.insurance
  const { source, clause } = rule ? groundsOf(rule, 'deadline') : {}
  if (source !== 'default' || clause === undefined || overridden.includes('insurance') || expected.case === 'natural-shown') return null
  return { clause, otherwise: { code: 'insurance-any-time' } }
}

/** 003 l.38 lets a player draw until he is satisfied or busts, 004 l.23 as often as he likes, and 001 and 002 name no total. */
const drawnOn21 = (seen: Figures, { rules: { noDrawFrom } }: House): Doubt | null =>
  noDrawFrom === 'none' && seen.case !== 'charlie' ? { clause: AFTER_21, otherwise: { code: 'card-on-21' } } : null
const AFTER_21 = practice('field', 'On 21 a player is offered no card.')

const cardValue = (card: string): number => (card[0] === 'A' ? 1 : Number(card[0]) || 10)

/** 004 l.35 names the totals and does not say how an ace counts in them: A,8 makes 9 as well as 19. */
const softDouble = ({ cards = [] }: Figures, { house, rules: { doubleTotals }, overridden }: House): Doubt | null => {
  const rule = houseById(house)?.table.doubleTotalsCount
  if (rule?.source !== 'default' || overridden.includes('doubleTotalsCount') || doubleTotals === 'any') return null
  const isSoft = cards.length === 2 && cards.some((card) => card[0] === 'A')
  const low = cards.reduce((sum, card) => sum + cardValue(card), 0)
  return isSoft && doubleTotals.includes(low) ? { clause: rule.clause, otherwise: { code: 'ace-counts-one', total: low } } : null
}

const PRIZE = practice('field', 'A prize is paid on the bet of the box, the highest one only.')

/** 002 l.48-56 names neither the bet that a prize is paid on nor whether lower prizes are paid with it. */
const otherPrize = ({ amount: due = 0, base = 0, count = 1 }: Figures, { amount: paid = 0 }: Figures, house: House): Doubt | null =>
  !house.overridden.includes('sevens') && prizesOtherwise(due, base, count, house.rules).includes(paid)
    ? { clause: PRIZE, otherwise: { code: 'other-prize' } }
    : null
