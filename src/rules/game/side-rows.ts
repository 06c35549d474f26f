/**
 * Errors in settling insurance, Push 22, Pot of Gold and co-bettors' bets, as rows: what the wager is due, and what a dealer who errs does
 * instead.
 *
 *   won, 1100 due    as due         pays 1100    no error
 *                    P22-UNPAID     pays 0
 *                    P22-MISPAID    pays any other amount
 *
 * The first row that fits the chips names the error. An error that leaves a winning bet untouched cannot be told from its player collecting
 * later, because it moved nothing.
 */
import type { Area } from '../../../devices/scan.ts'
import type { FindingCode } from '../house/finding-code.ts'
import type { HouseRules, PayRatio } from '../house/rules.ts'
import { totalOf } from './cards.ts'
import type { DealerRun } from './dealer.ts'
import type { Figures } from './error-figures.ts'
import type { Hand } from './hand.ts'
import type { Outcome } from './outcome.ts'

const CHANGES = ['SIDE-LATE', 'BET-CAPPED', 'BET-PINCHED', 'PAST-POSTED'] as const

interface Changed {
  readonly code: (typeof CHANGES)[number] | 'INS-LATE'
  readonly to: number
  readonly moved: number
  /** The rack shows that nobody else can have changed it. */
  readonly isHis: boolean
}

/** A wager as it was settled. Minor units; what moved is positive where the house paid. */
export interface SettledSide {
  readonly rules: HouseRules
  readonly staked: number
  readonly due: number
  readonly moved: number
  /** No chips of the wager lie there any more. */
  readonly isGone: boolean
  /** The hands the wager rides on, and their outcomes. */
  readonly hands: readonly Hand[]
  readonly outcomes: readonly Outcome[]
  readonly final: DealerRun
  /** For a co-bettor's bet: what it would be due as each of the box's other hands. */
  readonly asOthers: readonly number[]
  /** What its player may have made of his bet when it was too late for that, and what was due on it and paid as it lay then; null: he did not. */
  readonly changed: Changed | null
  /** Every amount the dealer may have moved. Chips missing from a co-bettor's bet were taken by the dealer or picked up by its player. */
  readonly mayHaveMoved: readonly number[]
}

interface SideFigures {
  readonly expected: Figures
  readonly seen: Figures
}

/** One name of an error. */
export interface SideName extends SideFigures {
  readonly code: FindingCode
}

interface SideRow {
  readonly code: FindingCode
  readonly of: 'won' | 'lost' | 'any'
  /**
   * What the dealer does instead. `paid`: pays any amount other than what is due. `unpaid`: pays nothing. `left`: leaves all or some of
   * what he should take.
   */
  readonly instead: 'paid' | 'unpaid' | 'left' | 'any'
  readonly applies?: (side: SettledSide) => boolean
  /** The next row that fits names the same chips as well. */
  readonly orNext?: true
  readonly figures: (side: SettledSide) => SideFigures
}

const shown = (amount: number, seen: number | Figures): SideFigures => ({
  expected: { amount },
  seen: typeof seen === 'number' ? { amount: seen } : seen,
})

const amounts = ({ due, moved, staked }: SettledSide): SideFigures =>
  shown(Math.abs(due), { amount: Math.abs(moved), base: staked, ...(moved < 0 ? { taken: -moved } : {}) })

const stakeLeft = ({ due, staked, moved }: SettledSide): SideFigures => shown(-due, staked + moved)
const paidOnStake = ({ moved, staked }: SettledSide): Figures => ({ amount: moved, base: staked })

/** What it is due at this ratio; null: the house does not have the bet. */
const atRatio = (side: SettledSide, ratio: PayRatio | null): SideFigures => {
  const { expected, seen } = amounts(side)
  return { expected: { ...expected, ...(ratio ? { ratio, base: side.staked } : {}) }, seen }
}
const insured = (side: SettledSide): SideFigures => atRatio(side, side.rules.insurance === 'none' ? null : side.rules.insurance.pays)
const on22 = (side: SettledSide): SideFigures => atRatio(side, side.rules.push22 === 'none' ? null : [side.rules.push22.pays, 1])
const mostFor22 = ({ rules: { push22 } }: SettledSide): number | 'none' => (push22 === 'none' ? 'none' : push22.maxPlayerTotal)
const over22 = (side: SettledSide): SideFigures => {
  const [most, total] = [mostFor22(side), Math.max(...side.hands.map(({ points }) => totalOf(points)))]
  return { expected: most === 'none' ? {} : { total: most }, seen: { ...paidOnStake(side), total } }
}
const isOver22 = (side: SettledSide): boolean => side.final.total === 22 && !side.final.blackjack && mostFor22(side) !== 'none'
const on22Lost = (side: SettledSide): SideFigures => ({ expected: { total: side.final.total }, seen: paidOnStake(side) })

const isChangedSo = ({ changed }: SettledSide, code: Changed['code']): boolean => changed?.code === code
const raisedLate = ({ changed, rules: { insurance } }: SettledSide): SideFigures => ({
  expected: insurance === 'none' ? {} : { case: insurance.deadline },
  seen: { amount: changed?.to ?? 0 },
})
const changed = ({ changed: to, staked, due }: SettledSide): SideFigures =>
  to?.code === 'PAST-POSTED' ? shown(Math.abs(due), { amount: Math.abs(to.moved), base: to.to - staked }) : shown(staked, to?.to ?? 0)

/** The rows of each spot, the closest name first. */
const SIDE_ROWS: { readonly [area in 'ins' | 'p22' | 'pog']: readonly SideRow[] } = {
  // 000 §7 l.247, 002 l.38, 003 l.46, 004 l.59: two to one on the dealer's natural, else it is lost.
  ins: [
    {
      code: 'INS-TAKEN-WRONGLY',
      of: 'won',
      instead: 'unpaid',
      applies: ({ isGone }) => isGone,
      figures: ({ due, staked }) => shown(due, staked),
    },
    { code: 'INS-LATE', of: 'won', instead: 'paid', applies: (side) => isChangedSo(side, 'INS-LATE'), orNext: true, figures: raisedLate },
    { code: 'INS-MISPAID', of: 'won', instead: 'any', figures: insured },
    { code: 'INS-MISPAID', of: 'lost', instead: 'paid', figures: ({ moved }) => shown(0, moved) },
    { code: 'INS-NOT-TAKEN', of: 'lost', instead: 'left', figures: stakeLeft },
  ],
  // 000 §6, 001 Push 22 side bet l.126-128: it wins only on the dealer's 22, and in 001 not for a hand above 29.
  p22: [
    { code: 'P22-UNPAID', of: 'won', instead: 'unpaid', figures: on22 },
    { code: 'P22-MISPAID', of: 'won', instead: 'paid', figures: on22 },
    { code: 'P22-OVER-29', of: 'lost', instead: 'paid', applies: isOver22, figures: over22 },
    { code: 'P22-PAID-WRONGLY', of: 'lost', instead: 'paid', figures: on22Lost },
    { code: 'BET-LEFT-OVER', of: 'lost', instead: 'left', figures: stakeLeft },
  ],
  // 001 Pot of Gold: paid by the lammers collected, whatever becomes of the hands (l.24, l.35); lost to the dealer's natural.
  pog: [
    { code: 'POG-ON-DEALER-BJ', of: 'lost', instead: 'any', applies: ({ final }) => final.blackjack, figures: stakeLeft },
    { code: 'POG-LOST-HAND-UNPAID', of: 'won', instead: 'unpaid', applies: ({ outcomes }) => outcomes.includes('lose'), figures: amounts },
    { code: 'POG-MISPAID', of: 'won', instead: 'any', figures: amounts },
    { code: 'POG-MISPAID', of: 'lost', instead: 'paid', figures: (side) => ({ ...amounts(side), expected: { amount: 0 } }) },
    { code: 'BET-LEFT-OVER', of: 'lost', instead: 'left', figures: stakeLeft },
  ],
}

const asSecondHand = ({ mayHaveMoved, asOthers }: SettledSide): number | undefined =>
  mayHaveMoved.find((amount) => asOthers.includes(amount))
const isAsSecond = (side: SettledSide): boolean => asSecondHand(side) !== undefined
const mayBeSkipped = (side: SettledSide): boolean => !isAsSecond(side) || side.mayHaveMoved.length > 1

/**
 * 000 §1 l.14, §3 l.98, 004 l.63: every bettor of a box is settled as its hand; one who did not follow a split, as the first (000 §4
 * l.130).
 */
const CO_BETTOR_ROWS: readonly SideRow[] = [
  {
    code: 'CO-BETTOR-SPLIT-SHARE',
    of: 'any',
    instead: 'any',
    applies: isAsSecond,
    figures: (side) => shown(side.due, asSecondHand(side) ?? side.moved),
  },
  { code: 'CO-BETTOR-SKIPPED', of: 'any', instead: 'any', applies: mayBeSkipped, figures: ({ due, moved }) => shown(due, moved) },
]

/** Every bet is frozen from the first card on, and no more may be laid once the dealer stands. A bet settled as it lay then has one error. */
const CHANGE_ROWS = CHANGES.map(
  (code): SideRow => ({ code, of: 'any', instead: 'any', applies: (side) => isChangedSo(side, code), figures: changed }),
)

const isSo = (row: SideRow, side: SettledSide): boolean => {
  const { due, moved } = side
  const isOf = row.of === 'any' || (row.of === 'won') === due > 0
  const isInstead = row.instead === 'any' || (row.instead === 'paid' ? moved > 0 : moved <= 0)
  return isOf && isInstead && (row.applies?.(side) ?? true)
}

/** The names of the errors that settle this wager so; none if it was settled as due. */
export const sideNames = (area: Exclude<Area, 'main'>, side: SettledSide): readonly SideName[] => {
  const isSide = area === 'ins' || area === 'p22' || area === 'pog'
  const ofDealer = side.changed?.isHis ? [] : isSide ? SIDE_ROWS[area] : CO_BETTOR_ROWS
  const rows = [...CHANGE_ROWS, ...ofDealer].filter((row) => isSo(row, side))
  const last = isSide ? rows.findIndex(({ orNext }) => !orNext) + 1 : rows.length
  return rows.slice(0, last).map((row) => ({ code: row.code, ...row.figures(side) }))
}
