/** What a box's insurance line was staked, is due and moved in one reading. */
import { beganAt, type DealerRun } from '../../rules/game/dealer.ts'
import { insuranceDue } from '../../rules/game/side-bets.ts'
import type { TableContext } from '../context.ts'
import type { SpotNumbers } from '../event.ts'
import { changesIn, type Move, type Timeline } from '../evidence/chips.ts'
import { isLaidInTime } from '../evidence/insurance.ts'
import { dealOf, insuranceTimeline, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { movedOf } from './net-movement.ts'

/** A box's insurance in one reading. `final` null: in play. */
interface Insured {
  readonly final: DealerRun | null
  readonly lastCardAt: number
  /** Event time of the dealer's first card after the deal; null: he has none. */
  readonly drewAt: number | null
  readonly isInTime: (at: number, lay: number) => boolean
  /** Half of what the box has staked, minor units: no house lets anybody insure more. */
  readonly most: number
}

export const insuredOn = (round: Round, index: number, final: DealerRun | null, context: TableContext): Insured => {
  const drewAt = final === null ? null : dealersAt(round, final, context)
  const box = round.boxes[index] ?? 0
  const isInTime = (at: number, lay: number): boolean => isLaidInTime(round, { box, at, lay }, drewAt, context)
  const { base, moves } = timelineOf(round, spotOf(box, 'main'), context.spotLagMs)
  const most = Math.max(base.amount, ...moves.map(({ amount }) => amount)) / 2
  return { final, lastCardAt: round.cards.at(-1)?.at ?? 0, drewAt, isInTime, most }
}

/** Event time of the dealer's first card after the deal, or of the one that came too early; null: he has none. */
const dealersAt = (round: Round, final: DealerRun, context: TableContext): number | null => {
  const { misdeal, cards } = round
  const early = misdeal?.early ? (misdeal.drewAt ?? cards[dealOf(round, context).owners.length - 1]?.at) : undefined
  return early ?? cards[beganAt(final)]?.at ?? null
}

/**
 * What came to the line in this reading when it was closed; 0: nothing. It counts only where readings differ in it: where the dealer's draw
 * closes the line, and where it was open if the round was not dealt wrong.
 */
export const insuredLate = (round: Round, index: number, final: DealerRun | null, context: TableContext): number => {
  const { insurance } = context.rules
  if (insurance === 'none') return 0
  const { misdeal, ...asPlanned } = round
  const byDraw = insurance.deadline === 'before-dealer-draws'
  if (byDraw ? final === null : misdeal === undefined) return 0
  const first = insuranceTimeline(round, round.boxes[index] ?? 0, context).moves.find(({ amount }) => amount > 0)
  const isLateIn = (dealt: Round): boolean => first !== undefined && !insuredOn(dealt, index, final, context).isInTime(first.at, 0)
  return first && isLateIn(round) && (byDraw || !isLateIn(asPlanned)) ? first.amount : 0
}

/**
 * The stake of insurance may rise before it is settled. A payment by the house is no stake, and neither is what is laid too late: nothing
 * is due on that, and it is unknown who moved it.
 */
export const insuranceSpot = (timeline: Timeline, insured: Insured, context: TableContext): SpotNumbers => {
  const { final, lastCardAt, drewAt, isInTime, most: half } = insured
  const { spotLagMs } = context
  const changes = timeline.moves.filter(({ amount }, at) => amount !== (timeline.moves[at - 1]?.amount ?? 0))
  const moves = changes.slice(changes.findIndex(({ amount }) => amount > 0))
  if (moves[0] && !isInTime(moves[0].at, 0)) return { staked: 0, due: final ? 0 : null, moved: null }
  let last = 0
  const pays = (staked: number): number => (final ? insuranceDue(staked, final, context) : 0)
  // Against a natural nobody loses it: what left the line while it was open was rather drawn back by its player (floor.md, Undone).
  const gone = moves.findIndex(({ amount }) => amount === 0)
  const isPaid = moves.slice(1, gone).some(({ amount }, at) => amount - (moves[at]?.amount ?? 0) === pays(moves[at]?.amount ?? 0))
  const back = final?.blackjack && !isPaid && context.chipEvidence === 'payouts' ? moves[gone] : undefined
  if (back !== undefined && back.by !== 'dealer' && isInTime(back.at, 0))
    return { ...insuranceSpot({ ...timeline, moves: moves.slice(gone + 1) }, insured, context), ...(back.by ? {} : UNKNOWN) }
  // Nobody insures once the dealer's hand is known, by his cards or by what he pays, and what comes late is no more than the house allows.
  // A stack may be seen in part at first.
  const isStake = ({ at, amount, by }: Move): boolean => {
    const { at: before = at, amount: lay = 0 } = moves[last] ?? {}
    const isKnown = at - spotLagMs > lastCardAt && (drewAt !== null || by === 'dealer' || amount > half || amount - lay === pays(lay))
    return amount > lay && ((!isKnown && isInTime(at, lay)) || at - spotLagMs <= before)
  }
  for (let next = moves[1]; next && isStake(next); next = moves[last + 1]) last++
  // The last rise, seen at once or in part before, is the payment if it is exactly what a natural pays and no payment comes after it.
  const { at: paidAt = 0, amount: most = 0 } = moves[last] ?? {}
  const isPaying = final?.blackjack === true && (moves[last + 1]?.amount ?? 0) <= most
  const before = moves
    .slice(0, last)
    .findIndex(({ amount }, index) => amount + pays(amount) === most && paidAt - (moves[index + 1]?.at ?? paidAt) <= spotLagMs)
  const at = isPaying && before >= 0 ? before : last
  const staked = moves[at]?.amount ?? 0
  if (!final) return { staked, due: null, moved: null }
  const due = pays(staked)
  const next = moves[at + 1]
  // Without a card of his the dealer pays no insurance, so what came to it was laid there.
  const isLaidOn = next !== undefined && next.amount > staked && drewAt !== null && next.at < drewAt
  const since = moves.slice(at + 1)
  const moved = isLaidOn ? null : movedOf(since, staked, due, context)
  return { staked, due, moved: moved === null ? null : moved + paidAgain(since) }
}

/** Chips that the rack gave to the line when it was empty again: nobody insures before the next deal. */
const paidAgain = (since: readonly Move[]): number =>
  changesIn({ base: NOTHING, moves: since }).reduce(
    (sum, { before, change, by }, nth) => (nth > 0 && before === 0 && by === 'rack' ? sum + change : sum),
    0,
  )
const NOTHING = { amount: 0, lammers: 0 }
/** Whether it was drawn back or taken is not known. */
const UNKNOWN = { due: null, moved: null }
