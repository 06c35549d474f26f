/** Every way in which one error settles a box: the rows of settlement-rows.ts, evaluated for its hands. */

import type { FindingCode } from '../house/finding-code.ts'
import type { PayRatio } from '../house/rules.ts'
import type { Figures } from './error-figures.ts'
import { isLookedFor } from './looked-for.ts'
import { payout } from './settle.ts'
import { type Case, casesOf, type HandDue, type Payment, type SettledBox, type WrongDue } from './settlement-case.ts'
import {
  AMOUNT_ROWS,
  type AmountRow,
  asDue,
  BOX_ROWS,
  type BoxRow,
  HAND_ROWS,
  type HandRow,
  onlyHand,
  UNTOUCHED,
  winners,
} from './settlement-rows.ts'

// --- rows for a box ----------------------------------------------------------------------------------------------------------------------------

const nameOf = (code: HandRow['code'], box: Case, own: HandDue): FindingCode => (typeof code === 'string' ? code : code(box, own))
const nameOfBox = ({ code }: Pick<BoxRow, 'code'>, box: Case): FindingCode => (typeof code === 'string' ? code : code(box))

const without = (parts: readonly number[], part: number): readonly number[] => {
  const at = parts.indexOf(part)
  return at < 0 ? parts : parts.filter((_, nth) => nth !== at)
}

/**
 * If a hand is alone on its spot or is the only one that won, its prize is either still paid as due or lost with the error (002 Prizing
 * combinations).
 */
const prizesBeside = (box: Case, { outcome }: HandDue): readonly number[] => {
  const isWhole = outcome === 'win' && box.prize > 0 && (box.isSingle || winners(box).length === 1)
  return isWhole ? [0, box.prize] : [0]
}

export const ratioOf = ({ rules, bet }: Case): Pick<Figures, 'ratio' | 'base'> => ({ ratio: rules.blackjackPay as PayRatio, base: bet })

const isOf = (row: HandRow, own: HandDue, box: Case): boolean =>
  row.of.includes(own.outcome) && (row.applies?.(own, box) ?? true) && isLookedFor(nameOf(row.code, box, own), box)

const ofHand = (box: Case, own: HandDue, row: HandRow): readonly WrongDue[] => {
  if (!isOf(row, own, box)) return []
  return row.instead(own, box).flatMap((instead) =>
    prizesBeside(box, own).map((prize): WrongDue => {
      const { due, stake, at, outcome } = own
      const due_ = due.pays > 0 ? due.pays + prize : due.takes
      const losses = without(box.losses, due.takes)
      return {
        code: nameOf(row.code, box, own),
        hand: at,
        // If the prize was still paid, the prize explains its own part of the chips, so this row names the error as closely as a prize row.
        rank: box.prize > 0 && prize === 0 ? 0 : 1,
        pays: box.win - due.pays - prize + instead.pays,
        takes: box.lose - due.takes + instead.takes,
        losses: instead.takes > 0 ? [...losses, instead.takes] : losses,
        expected: { amount: due_, ...(outcome === 'blackjack' ? ratioOf(box) : {}) },
        seen: { ...movedOf(instead, due.pays > 0), ...(row.isLeft ? { amount: stake } : {}) },
      }
    }),
  )
}

/** If a winning bet was taken, the taken stake is missing as well as the payment. */
const movedOf = ({ pays, takes }: Payment, isWon: boolean): Figures => ({
  amount: Math.abs(pays - takes),
  ...(isWon && takes > pays ? { taken: takes - pays } : {}),
})

export const boxFigures = ({ win, lose }: Case, { pays, takes }: Payment): Pick<WrongDue, 'expected' | 'seen'> => ({
  expected: { amount: win > 0 || lose === 0 ? win : lose },
  seen: movedOf({ pays, takes }, win > lose),
})

/** The stakes that add up to what was taken; if they do not, the stakes due and that amount. */
const stakesIn = ({ all, losses }: Case, takes: number): readonly number[] => {
  const stakes = all.flatMap(({ stake }) => (stake > 0 ? [stake] : []))
  return takes === 0 ? [] : stakes.reduce((sum, stake) => sum + stake, 0) === takes ? stakes : [...losses, takes]
}

const ofBox = (box: Case, row: BoxRow): readonly WrongDue[] =>
  row.instead(box).map((instead): WrongDue => {
    const code = nameOfBox(row, box)
    const isLeft = code === 'LOSER-NOT-TAKEN'
    const figures = row.figures?.(box, instead) ?? boxFigures(box, instead)
    const losses = instead.takes === box.lose ? box.losses : stakesIn(box, instead.takes)
    return {
      ...{ code, hand: row.hand?.(box) ?? null, rank: row.rank, ...instead, losses, ...figures },
      ...(isLeft ? { seen: { amount: box.lose } } : {}),
    }
  })

const ofAmount = (box: Case, row: AmountRow, moved: readonly number[], fixed: readonly WrongDue[]): readonly WrongDue[] => {
  const code = nameOfBox(row, box)
  const ifLaid = row.ifLaid?.(box)
  const { from, to } = row.between(box)
  const due = asDue(box)
  return moved.flatMap((net): readonly WrongDue[] => {
    const rest: Payment = row.isWhole ? UNTOUCHED : due
    const instead = row.what === 'pays' ? { pays: net + rest.takes, takes: rest.takes } : { pays: rest.pays, takes: rest.pays - net }
    const amount = instead[row.what]
    if (amount <= from || amount >= to || row.isNamed?.(box, amount)) return []
    // A row with a fixed amount already names this payment.
    if (fixed.some(({ pays, takes }) => pays === instead.pays && takes === instead.takes)) return []
    const isOfWinner = row.isWhole === true && due.pays > 0
    const ratio = box.all[0]?.outcome === 'blackjack' ? ratioOf(box) : {}
    const expected = { amount: row.what === 'pays' || isOfWinner ? due.pays : due.takes, ...ratio }
    const seen = isOfWinner ? movedOf(instead, true) : { amount }
    const losses = row.what === 'takes' ? [amount] : box.losses
    const named = { code, hand: row.hand?.(box) ?? onlyHand(box), rank: row.rank, expected, seen }
    return [{ ...named, ...instead, losses, ...(ifLaid && isLookedFor(ifLaid, box) ? { ifLaid } : {}) }]
  })
}

// --- a bet raised behind the last card ------------------------------------------------------------------------------------------------------------

/** A bet that its player raised by `raise` after the last card, paid and taken as it lies. On a tie the added chips are his next bet. */
export const raisedDues = (settled: SettledBox, raise: number): readonly WrongDue[] => {
  const box = casesOf(settled)
  if (!isLookedFor('PAST-POSTED', settled)) return []
  return box.all.flatMap((own) => (own.outcome === 'push' ? [] : [raisedAt(box, own, raise)]))
}

// NZ Gazette 1994/112 r.4: once cards are out no bet is made, altered or withdrawn.
const raisedAt = (box: Case, { outcome, at, stake, due }: HandDue, raise: number): WrongDue => {
  const { bet, rules, money, natural } = box
  const isLost = outcome === 'lose'
  const more = outcome === 'blackjack' ? payout(bet + raise, rules.blackjackPay, money) - natural : raise
  const amount = isLost ? due.takes : due.pays
  return {
    code: 'PAST-POSTED',
    hand: at,
    rank: 3,
    pays: isLost ? box.win : box.win + more,
    takes: isLost ? box.lose + more : box.lose,
    losses: isLost ? [...without(box.losses, stake), stake + raise] : box.losses,
    expected: { amount },
    seen: { amount: amount + more, base: raise },
  }
}

const isOfBox = (row: BoxRow | AmountRow, box: Case): boolean => row.applies(box) && isLookedFor(nameOfBox(row, box), box)

/**
 * Every way in which one error settles this box. `moved`: what its spot showed compared with what lay there when play was over, minor
 * units, for rows that allow any amount.
 */
export const wrongDues = (settled: SettledBox, moved: readonly number[]): readonly WrongDue[] => {
  const box = casesOf(settled)
  const ofHands = HAND_ROWS.flatMap((row) => box.all.flatMap((own) => ofHand(box, own, row)))
  const fixed = [...BOX_ROWS.flatMap((row) => (isOfBox(row, box) ? ofBox(box, row) : [])), ...ofHands].filter(
    ({ pays, takes }) => pays >= 0 && (pays !== box.win || takes !== box.lose),
  )
  return [...fixed, ...AMOUNT_ROWS.flatMap((row) => (isOfBox(row, box) ? ofAmount(box, row, moved, fixed) : []))]
}

/** The name of the error if he paid and took so much; null: no single error has these amounts. */
export const nameFor = (settled: SettledBox, { pays, takes }: Payment): Pick<WrongDue, 'code' | 'hand' | 'expected' | 'seen'> | null => {
  const [first = null] = closest(wrongDues(settled, [pays - takes]).filter((row) => row.pays === pays && row.takes === takes))
  return first && { code: first.code, hand: first.hand, expected: first.expected, seen: first.seen }
}

/** Two errors at one spot: one at each of two hands. */
export const twiceWrong = (settled: SettledBox): readonly (readonly [WrongDue, WrongDue])[] => {
  const box = casesOf(settled)
  const rows = (own: HandDue): readonly WrongDue[] => HAND_ROWS.flatMap((row) => ofHand(box, own, row))
  return box.all.flatMap((one, nth) =>
    box.all.slice(nth + 1).flatMap((other) => rows(one).flatMap((first) => rows(other).map((second) => [first, second] as const))),
  )
}

/** What both errors together pay and take. */
export const together = (
  { win, lose, losses }: SettledBox,
  [one, other]: readonly [WrongDue, WrongDue],
): Payment & Pick<WrongDue, 'losses'> => {
  const takes = one.takes + other.takes - lose
  return { pays: one.pays + other.pays - win, takes, losses: takes === lose ? losses : [...new Set([...one.losses, ...other.losses])] }
}

/** The rows that name what happened most closely, each name once, out of rows that fit the same chips. */
export const closest = <Row extends Pick<WrongDue, 'code' | 'hand' | 'rank'>>(rows: readonly Row[]): readonly Row[] => {
  const least = Math.min(...rows.map(({ rank }) => rank))
  return eachName(rows.filter(({ rank }) => rank === least))
}

/** Each name once. The hand is null if the rows of that name disagree about it. */
export const eachName = <Row extends Pick<WrongDue, 'code' | 'hand'>>(rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row, at) => {
    const same = rows.filter(({ code }) => code === row.code)
    if (same[0] !== row || rows.indexOf(row) !== at) return []
    return [same.every(({ hand }) => hand === row.hand) ? row : { ...row, hand: null }]
  })
