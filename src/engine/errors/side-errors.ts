/**
 * Wagers beside the holder's main bet that were not settled as due: insurance, Push 22, Pot of Gold, and the main bets of co-bettors. What
 * each is due follows from the readings; where these differ on it nothing is said.
 */
import { AREAS, type Area } from '../../../devices/scan.ts'
import type { FindingCode } from '../../house/finding-code.ts'
import type { HouseRules, PayRatio } from '../../house/rules.ts'
import type { TableContext } from '../context.ts'
import { asLikely, asOneOf, type Deviation, type Figures, instead } from '../deviation.ts'
import type { Outcome, SpotNumbers } from '../event.ts'
import type { Move, Timeline } from '../evidence/chips.ts'
import { dealtHand, insuranceTimeline, isHoleMasked, lastMoved, type Round, spotOf, timelineOf } from '../evidence/round.ts'
import { steadyTimeline } from '../evidence/steady.ts'
import { totalOf } from '../game/cards.ts'
import type { DealerRun } from '../game/dealer.ts'
import { type Hand, mayDoubleFree, maySplitFree } from '../game/hand.ts'
import { dueOf } from '../game/settle.ts'
import { readRound } from '../lattice/question.ts'
import type { Reading, Solution } from '../lattice/reading.ts'
import { coBetOn, isOnItsWay, spotNumbers } from '../lattice/spots.ts'
import { mayBeLate } from './laid-late.ts'

/** One spot of a box, with what the readings agree on. */
interface Sight {
  readonly rules: HouseRules
  readonly spot: SpotNumbers & { readonly due: number; readonly moved: number }
  readonly hands: readonly Hand[]
  readonly reading: Reading
  readonly final: DealerRun
  /** Nothing lies there any more. */
  readonly gone: boolean
}

interface Wrong {
  readonly code: FindingCode
  readonly expected: Figures
  readonly seen: Figures
  /** It may as well be this. */
  readonly or?: Wrong
}

const SIDES: readonly Area[] = AREAS.filter((area) => area !== 'main')

/** Errors on the spots beside the main one, as far as they can be told now. `closed`: the next round has begun. */
export const sideErrors = (round: Round, solution: Solution, closed: boolean, context: TableContext): readonly Deviation[] => {
  const { chipEvidence, spotLagMs } = context
  if (chipEvidence !== 'payouts' || round.incomplete !== null || solution.best === null) return []
  return round.boxes.flatMap((box, index) => {
    const used = SIDES.filter((area) => isUsed(round, box, area, context))
    if (used.length === 0) return []
    const results = solution.best?.dues ? spotNumbers(round, index, solution.best, context) : {}
    return used.flatMap((area): readonly Deviation[] => {
      const { moves } = area === 'ins' ? insuranceTimeline(round, box, context) : steadyTimeline(round, spotOf(box, area), spotLagMs)
      const wrong =
        takenEarly(round, index, area, moves, solution, context) ??
        settledWrong({ round, solution, closed, context }, index, area, { result: results[area], gone: moves.at(-1)?.amount === 0 })
      return wrong ? deviationsAt(wrong, box, area, moves, mayBeLate(round, box, area, context)) : []
    })
  })
}

const isUsed = (round: Round, box: number, area: Area, context: TableContext): boolean =>
  area === 'ins'
    ? insuranceTimeline(round, box, context).moves.some(({ amount }) => amount > 0)
    : timelineOf(round, spotOf(box, area), context.spotLagMs).base.amount > 0

/** By every name it may have. `late`: of what was laid too late nothing is due. */
const deviationsAt = (
  wrong: Wrong,
  box: number,
  area: Area,
  moves: readonly Move[],
  late: ReturnType<typeof mayBeLate>,
): readonly Deviation[] => {
  const spot = spotOf(box, area)
  const named = ({ code, expected, seen }: Wrong): Deviation => ({
    code,
    grade: 'proven',
    box,
    hand: area.startsWith('main') ? 1 : null,
    spot,
    expected,
    seen,
    counterReading: null,
    cause: moves.map(({ cause }) => cause).join(' '),
    detectedAfter: 0,
  })
  const names = [named(wrong), ...(wrong.or ? [named(wrong.or)] : [])]
  if (late) return names.map((each) => asLikely(each, instead(late)))
  // By either name it is the same evidence: neither is the likelier.
  return names.length > 1
    ? asOneOf(
        spot,
        names.map((each) => [each, 1]),
      )
    : names
}

// --- before the dealer's hand is complete ------------------------------------------------------------------------------------------

/** No card need come any more. A hand that stops leaves no other sign than what is taken then. */
const mayBeOver = (round: Round, { over }: Solution, context: TableContext): boolean =>
  over > 0 || readRound(round, { context, now: lastMoved(round), knowsHole: true, asked: 'over' }).count > 0

/** A side bet was taken while it could still win. */
const takenEarly = (
  round: Round,
  index: number,
  area: Area,
  moves: readonly Move[],
  solution: Solution,
  context: TableContext,
): Wrong | null => {
  if (area !== 'p22' && area !== 'pog') return null
  const { rules, spotLagMs } = context
  const { base } = timelineOf(round, spotOf(round.boxes[index] ?? 0, area), spotLagMs)
  const taken = moves.find(({ amount }) => amount < base.amount)
  // rulings, Dealer: what he draws beyond a legal stop does not count.
  const last = round.cards.at(-1 - (solution.best?.dealer?.extra ?? 0))?.at ?? 0
  const isBefore = taken !== undefined && (taken.at < last || !mayBeOver(round, solution, context))
  if (!isBefore) return null
  const dealt = dealtHand(round, index, context)
  const amount = { seen: { amount: base.amount }, expected: {} }
  // 001 Push 22, step 8: it waits for the dealer's hand, whatever became of the box's own.
  if (area === 'p22') return { code: dealt.ended === 'natural' ? 'BJ-CARDS-LEFT-MAIN-TAKEN' : 'P22-TAKEN-EARLY', ...amount }
  // 001 step 1: it is picked up from hands alone that no free bet is open to; step 7: once it is declined. This one was not.
  const qualifies = mayDoubleFree(dealt, rules) || maySplitFree(dealt, 1, rules)
  const main = timelineOf(round, spotOf(round.boxes[index] ?? 0, 'main'), spotLagMs)
  const accepted = main.moves.find(({ lammers }) => lammers > 0)
  return qualifies && accepted !== undefined && accepted.at > taken.at + spotLagMs ? { code: 'POG-TAKEN-WRONGLY', ...amount } : null
}

// --- after it ----------------------------------------------------------------------------------------------------------------------

interface SettledRound {
  readonly round: Round
  readonly solution: Solution
  /** The next round has begun. */
  readonly closed: boolean
  readonly context: TableContext
}

interface SettledSpot {
  readonly result: SpotNumbers | undefined
  /** Nothing lies there any more. */
  readonly gone: boolean
}

const settledWrong = (
  { round, solution, closed, context }: SettledRound,
  index: number,
  area: Area,
  { result, gone }: SettledSpot,
): Wrong | null => {
  const { rules } = context
  const reading = solution.best
  const final = reading?.dealer
  if (!reading || !final || !result || result.due === null || result.moved === null) return null
  // What he has under his hand may make it 22: as long as it lies face down his total is anybody's guess.
  if (area === 'p22' && !closed && isHoleMasked(round)) return null
  if (!isAgreed(index, area, reading, solution, rules)) return null
  const spot = { ...result, due: result.due, moved: result.moved }
  const hands = reading.stories[index]?.hands ?? []
  const lammers = Math.max(0, ...timelineOf(round, spotOf(round.boxes[index] ?? 0, 'pog'), 0).moves.map((move) => move.lammers))
  const collected = hands.reduce((sum, hand) => sum + hand.lammers, 0)
  // 001 Pot of Gold: the lammers collected are put in front of the bet.
  const moreMayCome = !closed && result.moved === 0 && lammers < collected
  if (area === 'pog' && lammers > 0 && lammers !== collected && !moreMayCome)
    return { code: 'POG-TOKEN-COUNT', expected: { count: collected }, seen: { count: lammers } }
  if (result.due === result.moved) return null
  // What is on its way to what is due is no error until it is left so.
  if (isOnItsWay(spot) && !closed) return null
  const sight: Sight = { rules, spot, hands, reading, final, gone }
  if (area === 'ins') return insuranceWrong(sight)
  if (area === 'p22') return push22Wrong(sight)
  if (area === 'pog') return potOfGoldWrong(sight)
  const timeline = timelineOf(round, spotOf(round.boxes[index] ?? 0, area), 0)
  const own = coBetOn(round, index, area, reading, context)
  if (own?.waits && !closed) return null
  return coBettorWrong(sight, own?.hands ?? [], timeline, reading.dues?.[index]?.outcomes ?? [], context)
}

/** Does every reading make the same of this spot? */
const isAgreed = (index: number, area: Area, reading: Reading, solution: Solution, rules: HouseRules): boolean => {
  const runs = solution.dealers.map(({ run }) => run)
  const is22 = ({ total, blackjack }: DealerRun): boolean => !blackjack && total === 22
  const sameNatural = runs.every(({ blackjack }) => blackjack === runs[0]?.blackjack)
  if (area === 'ins') return sameNatural
  const hands = reading.stories[index]?.hands ?? []
  const outcomes = reading.dues?.[index]?.outcomes
  const certain = (outcome: boolean): boolean =>
    hands.every(({ positions }, at) => solution.agreesOn(index, at, positions, outcome ? (outcomes?.[at] ?? null) : null))
  if (area === 'p22') {
    const same22 = runs.every((run) => is22(run) === is22(runs[0] as DealerRun))
    const handCounts = rules.push22 !== 'none' && rules.push22.maxPlayerTotal !== 'none' && runs.some(is22)
    return same22 && (!handCounts || certain(false))
  }
  return area === 'pog' ? sameNatural && certain(false) : certain(true)
}

const amounts = ({ spot }: Sight, ratio: PayRatio | null = null): Omit<Wrong, 'code'> => ({
  expected: { amount: Math.abs(spot.due), ...(ratio ? { ratio, base: spot.staked } : {}) },
  seen: { amount: Math.abs(spot.moved), base: spot.staked, ...(spot.moved < 0 ? { taken: -spot.moved } : {}) },
})

/** 000 §7 l.247, 002 l.38, 003 l.46, 004 l.59: two to one on the dealer's natural, else it is lost. */
const insuranceWrong = (sight: Sight): Wrong => {
  const { due, moved } = sight.spot
  if (due > 0 && moved <= 0 && sight.gone)
    return { code: 'INS-TAKEN-WRONGLY', expected: { amount: due }, seen: { amount: sight.spot.staked } }
  if (due > 0) return { code: 'INS-MISPAID', ...amounts(sight, ratioOf(sight.rules)) }
  if (moved > 0) return { code: 'INS-MISPAID', expected: { amount: 0 }, seen: { amount: moved } }
  return { code: 'INS-NOT-TAKEN', expected: { amount: -due }, seen: { amount: sight.spot.staked + moved } }
}

const ratioOf = ({ insurance }: HouseRules): PayRatio | null => (insurance === 'none' ? null : insurance.pays)

const push22Wrong = (sight: Sight): Wrong => {
  const { spot, rules, final, hands } = sight
  const { due, moved, staked } = spot
  const bet = rules.push22
  const ratio: PayRatio | null = bet === 'none' ? null : [bet.pays, 1]
  if (due > 0) return { code: moved > 0 ? 'P22-MISPAID' : 'P22-UNPAID', ...amounts(sight, ratio) }
  if (moved <= 0) return { code: 'BET-LEFT-OVER', expected: { amount: -due }, seen: { amount: staked + moved } }
  if (final.total === 22 && !final.blackjack && bet !== 'none' && bet.maxPlayerTotal !== 'none') {
    const total = Math.max(...hands.map(({ points }) => totalOf(points)))
    return { code: 'P22-OVER-29', expected: { total: bet.maxPlayerTotal }, seen: { amount: moved, base: staked, total } }
  }
  return { code: 'P22-PAID-WRONGLY', expected: { total: final.total }, seen: { amount: moved, base: staked } }
}

const potOfGoldWrong = (sight: Sight): Wrong => {
  const { spot, final, reading } = sight
  const { due, moved, staked } = spot
  if (due < 0 && final.blackjack) return { code: 'POG-ON-DEALER-BJ', expected: { amount: -due }, seen: { amount: staked + moved } }
  if (due > 0 && moved <= 0) {
    const isLost = reading.dues?.some(({ outcomes }) => outcomes.includes('lose')) === true
    return { code: isLost ? 'POG-LOST-HAND-UNPAID' : 'POG-MISPAID', ...amounts(sight) }
  }
  if (moved <= 0) return { code: 'BET-LEFT-OVER', expected: { amount: -due }, seen: { amount: staked + moved } }
  return { code: 'POG-MISPAID', ...amounts(sight), expected: { amount: Math.max(0, due) } }
}

/** 000 §1 l.14, §3 l.98, 004 l.63: every bettor of a box is settled as its hand; who did not follow a split, as the first (000 §4 l.130). */
const coBettorWrong = (
  { spot }: Sight,
  [own, ...split]: readonly Hand[],
  { base, moves }: Timeline,
  [, ...others]: readonly Outcome[],
  { rules, money }: TableContext,
): Wrong => {
  const named = (code: FindingCode, amount: number): Wrong => ({ code, expected: { amount: spot.due }, seen: { amount } })
  const isOnFirst = split.every(({ real, lammers }) => real + lammers === 0)
  const asOthers = own && isOnFirst ? others.map((outcome) => dueOf(own, outcome, base.amount, rules, money)) : []
  // A bet that is gone was taken, or its player has it: the rack may tell.
  const left = spot.moved === 0 ? moves.find(({ amount }) => amount === 0) : undefined
  const by = left ? left.by : 'player'
  const moved = [...(by === 'dealer' ? [] : [spot.moved]), ...(by === 'player' ? [] : [-spot.staked])]
  const asSecond = moved.find((amount) => asOthers.includes(amount))
  if (asSecond === undefined) return named('CO-BETTOR-SKIPPED', spot.moved)
  const shared = named('CO-BETTOR-SPLIT-SHARE', asSecond)
  return moved.length > 1 ? { ...shared, or: named('CO-BETTOR-SKIPPED', spot.moved) } : shared
}
