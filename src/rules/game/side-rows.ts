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

type ChangeCode = 'SIDE-LATE' | 'BET-CAPPED' | 'BET-PINCHED' | 'PAST-POSTED'

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
  /** Insurance may have been raised to this when it was too late, and paid as it lay; null: it was not. */
  readonly raisedTo: number | null
  /** What its player may have made of his bet when it was too late for that, and what was due on it and paid as it lay then; null: he did not. */
  readonly changed: {
    readonly code: ChangeCode
    readonly to: number
    readonly moved: number
    /** The rack shows that nobody else can have changed it. */
    readonly isHis: boolean
  } | null
  /** Every amount the dealer may have moved. Chips missing from a co-bettor's bet were taken by the dealer or picked up by its player. */
  readonly mayHaveMoved: readonly number[]
}

/** One name of an error. */
export interface SideName {
  readonly code: FindingCode
  readonly expected: Figures
  readonly seen: Figures
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
  readonly figures: (side: SettledSide) => Omit<SideName, 'code'>
}

const amounts = ({ due, moved, staked }: SettledSide): Omit<SideName, 'code'> => ({
  expected: { amount: Math.abs(due) },
  seen: { amount: Math.abs(moved), base: staked, ...(moved < 0 ? { taken: -moved } : {}) },
})

const atRatio =
  (ratioOf: (rules: HouseRules) => PayRatio | null) =>
  (side: SettledSide): Omit<SideName, 'code'> => {
    const ratio = ratioOf(side.rules)
    const { expected, seen } = amounts(side)
    return { expected: { ...expected, ...(ratio ? { ratio, base: side.staked } : {}) }, seen }
  }

const stakeLeft = ({ due, staked, moved }: SettledSide): Omit<SideName, 'code'> => ({
  expected: { amount: -due },
  seen: { amount: staked + moved },
})

const paidInstead = ({ moved }: SettledSide): Omit<SideName, 'code'> => ({ expected: { amount: 0 }, seen: { amount: moved } })

const paidOnStake = ({ moved, staked }: SettledSide): Figures => ({ amount: moved, base: staked })

const insurancePays = ({ insurance }: HouseRules): PayRatio | null => (insurance === 'none' ? null : insurance.pays)
const push22Pays = ({ push22 }: HouseRules): PayRatio | null => (push22 === 'none' ? null : [push22.pays, 1])
const mostFor22 = ({ push22 }: HouseRules): number | 'none' => (push22 === 'none' ? 'none' : push22.maxPlayerTotal)

/** The rows of each spot, the closest name first. */
const SIDE_ROWS: { readonly [area in 'ins' | 'p22' | 'pog']: readonly SideRow[] } = {
  // 000 §7 l.247, 002 l.38, 003 l.46, 004 l.59: two to one on the dealer's natural, else it is lost.
  ins: [
    {
      code: 'INS-TAKEN-WRONGLY',
      of: 'won',
      instead: 'unpaid',
      applies: ({ isGone }) => isGone,
      figures: ({ due, staked }) => ({ expected: { amount: due }, seen: { amount: staked } }),
    },
    {
      code: 'INS-LATE',
      of: 'won',
      instead: 'paid',
      applies: ({ raisedTo }) => raisedTo !== null,
      orNext: true,
      figures: ({ raisedTo, rules: { insurance } }) => ({
        expected: insurance === 'none' ? {} : { case: insurance.deadline },
        seen: { amount: raisedTo ?? 0 },
      }),
    },
    { code: 'INS-MISPAID', of: 'won', instead: 'any', figures: atRatio(insurancePays) },
    { code: 'INS-MISPAID', of: 'lost', instead: 'paid', figures: paidInstead },
    { code: 'INS-NOT-TAKEN', of: 'lost', instead: 'left', figures: stakeLeft },
  ],
  // 000 §6, 001 Push 22 side bet l.126-128: it wins only on the dealer's 22, and in 001 not for a hand above 29.
  p22: [
    { code: 'P22-UNPAID', of: 'won', instead: 'unpaid', figures: atRatio(push22Pays) },
    { code: 'P22-MISPAID', of: 'won', instead: 'paid', figures: atRatio(push22Pays) },
    {
      code: 'P22-OVER-29',
      of: 'lost',
      instead: 'paid',
      applies: ({ rules, final }) => final.total === 22 && !final.blackjack && mostFor22(rules) !== 'none',
      figures: (side) => {
        const most = mostFor22(side.rules)
        const total = Math.max(...side.hands.map(({ points }) => totalOf(points)))
        return { expected: most === 'none' ? {} : { total: most }, seen: { ...paidOnStake(side), total } }
      },
    },
    {
      code: 'P22-PAID-WRONGLY',
      of: 'lost',
      instead: 'paid',
      figures: (side) => ({ expected: { total: side.final.total }, seen: paidOnStake(side) }),
    },
    { code: 'BET-LEFT-OVER', of: 'lost', instead: 'left', figures: stakeLeft },
  ],
  // 001 Pot of Gold: paid by the lammers collected, whatever becomes of the hands (l.24, l.35); lost to the dealer's natural.
  pog: [
    { code: 'POG-ON-DEALER-BJ', of: 'lost', instead: 'any', applies: ({ final }) => final.blackjack, figures: stakeLeft },
    {
      code: 'POG-LOST-HAND-UNPAID',
      of: 'won',
      instead: 'unpaid',
      applies: ({ outcomes }) => outcomes.includes('lose'),
      figures: amounts,
    },
    { code: 'POG-MISPAID', of: 'won', instead: 'any', figures: amounts },
    {
      code: 'POG-MISPAID',
      of: 'lost',
      instead: 'paid',
      figures: (side) => ({ ...amounts(side), expected: { amount: 0 } }),
    },
    { code: 'BET-LEFT-OVER', of: 'lost', instead: 'left', figures: stakeLeft },
  ],
}

/**
 * 000 §1 l.14, §3 l.98, 004 l.63: every bettor of a box is settled as its hand; one who did not follow a split, as the first (000 §4
 * l.130).
 */
const CO_BETTOR_ROWS: readonly SideRow[] = [
  {
    code: 'CO-BETTOR-SPLIT-SHARE',
    of: 'any',
    instead: 'any',
    applies: (side) => asSecondHand(side) !== undefined,
    figures: (side) => ({ expected: { amount: side.due }, seen: { amount: asSecondHand(side) ?? side.moved } }),
  },
  {
    code: 'CO-BETTOR-SKIPPED',
    of: 'any',
    instead: 'any',
    applies: (side) => asSecondHand(side) === undefined || side.mayHaveMoved.length > 1,
    figures: ({ due, moved }) => ({ expected: { amount: due }, seen: { amount: moved } }),
  },
]

/** Every bet is frozen from the first card on, and no more may be laid once the dealer stands. A bet settled as it lay then has one error. */
const CHANGE_ROWS = (['SIDE-LATE', 'BET-CAPPED', 'BET-PINCHED', 'PAST-POSTED'] as const).map(
  (code): SideRow => ({
    code,
    of: 'any',
    instead: 'any',
    applies: ({ changed }) => changed?.code === code,
    figures: ({ changed, staked, due }) =>
      code === 'PAST-POSTED'
        ? { expected: { amount: Math.abs(due) }, seen: { amount: Math.abs(changed?.moved ?? 0), base: (changed?.to ?? 0) - staked } }
        : { expected: { amount: staked }, seen: { amount: changed?.to ?? 0 } },
  }),
)

const asSecondHand = ({ mayHaveMoved, asOthers }: SettledSide): number | undefined =>
  mayHaveMoved.find((amount) => asOthers.includes(amount))

const isSo = ({ of, instead, applies }: SideRow, side: SettledSide): boolean => {
  const { due, moved } = side
  const isOf = of === 'any' || (of === 'won') === due > 0
  const isInstead = instead === 'any' || (instead === 'paid' ? moved > 0 : moved <= 0)
  return isOf && isInstead && (applies?.(side) ?? true)
}

/** The names of the errors that settle this wager so; none if it was settled as due. */
export const sideNames = (area: Exclude<Area, 'main'>, side: SettledSide): readonly SideName[] => {
  if (side.due === side.moved) return []
  const isSide = area === 'ins' || area === 'p22' || area === 'pog'
  const ofDealer = side.changed?.isHis ? [] : isSide ? SIDE_ROWS[area] : CO_BETTOR_ROWS
  const rows = [...CHANGE_ROWS, ...ofDealer].filter((row) => isSo(row, side))
  const last = rows.findIndex(({ orNext }) => !orNext)
  return (isSide ? rows.slice(0, last + 1) : rows).map((row) => ({ code: row.code, ...row.figures(side) }))
}
