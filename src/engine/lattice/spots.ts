/** What every spot of a box was staked, is due and moved over the round: one row of `round.closed` per spot. Minor units. */
import { AREAS, type Area } from '../../../devices/scan.ts'
import type { DealerRun } from '../../rules/game/dealer.ts'
import type { Hand } from '../../rules/game/hand.ts'
import { parksWagers } from '../../rules/game/insurance.ts'
import { dueOf, inChips, payout } from '../../rules/game/settle.ts'
import { potOfGoldDue, push22Due } from '../../rules/game/side-bets.ts'
import { mayTakeEvenMoney } from '../../rules/game/up-card.ts'
import type { TableContext } from '../context.ts'
import type { SpotNumbers } from '../event.ts'
import { type ChipContext, changesIn, type InPlay, type Move, matchPlay, type Timeline, unmoved } from '../evidence/chips.ts'
import { chipContext, insuranceTimeline, MAINS, type Round, restsInPlay, spotOf, spotsAt, suitAt, timelineOf } from '../evidence/round.ts'
import { isFollowed, rulingsOf } from '../evidence/rulings.ts'
import { type Reports, tracksOf } from '../evidence/spot-track.ts'
import { upRanks } from '../evidence/unknown-dealer-cards.ts'
import { spotDue } from './box-due.ts'
import { settledEarly } from './box-in-play.ts'
import { followings, type PlayedStory, withOwnEvenMoney } from './co-bettor-story.ts'
import { matchMended } from './dealers-moves.ts'
import { doubleAmounts } from './double-amounts.ts'
import { insuranceSpot, insuredLate, insuredOn } from './insurance-spot.ts'
import { naturalsPaidBeforePlay } from './moments.ts'
import { afterPlay, movedOf, reached, readMoved } from './net-movement.ts'
import { paidInstead } from './payment-for-double.ts'
import { AS_DEALT, type Reading, type Solution } from './reading.ts'
import { isDealers, matchDues, type Settlement, type SettlementInput } from './settlement.ts'

/** The wagers of one box, by spot. */
export type BoxNumbers = { readonly [area in Area]?: SpotNumbers }

/** The same if more than one is possible, the likeliest first; empty if unknown. */
export type BoxAlternatives = { readonly [area in Area]?: readonly SpotNumbers[] }

/**
 * What one reading says about a box of the round, by its index, as far as the wagers besides its holder's main bet depend on it. `final`: the
 * dealer's hand; null while in play.
 */
export interface BoxToSettle {
  readonly round: Round
  readonly index: number
  readonly context: TableContext
  readonly story: PlayedStory | undefined
  readonly final: DealerRun | null
}

const boxOf = (round: Round, index: number, reading: Reading | null, context: TableContext): BoxToSettle => {
  const { stories, dues, dealer } = reading ?? AS_DEALT
  return { round, index, context, story: stories[index], final: dues ? dealer : null }
}

/** `reading` null: there is no verdict on this round. */
export const spotNumbers = (round: Round, index: number, reading: Reading | null, context: TableContext): BoxNumbers => {
  const box = boxOf(round, index, reading, context)
  const results: { [area in Area]?: SpotNumbers } = {}
  for (const area of AREAS) {
    const timeline = wagerOn(box, area)
    if (timeline) results[area] = spotResult(box, area, timeline, reading)
  }
  return results
}

/** All that one reading may make of each spot. It may leave open what a co-bettor followed, or the suit of a seven that was not read. */
export const spotAlternatives = (round: Round, index: number, reading: Reading, context: TableContext): BoxAlternatives => {
  const box = boxOf(round, index, reading, context)
  const alternatives = ([area, likeliest]: readonly [string, SpotNumbers]): readonly SpotNumbers[] => {
    const timeline = wagerOn(box, area as Area)
    const settlement = area === 'main' ? reading.settlements[index] : undefined
    if (settlement?.mayHaveSettledAt && likeliest.moved !== null) {
      const before = settlement.settledAmount - likeliest.moved
      return [
        likeliest,
        ...settlement.mayHaveSettledAt.flatMap((at) => (at === settlement.settledAmount ? [] : [{ ...likeliest, moved: at - before }])),
      ]
    }
    const paid = area === 'main' && context.chipEvidence === 'payouts' ? paidNumbers(likeliest, timeline, index, reading) : null
    if (paid) return [likeliest, paid]
    if (area === 'main' && isCalledEven(box)) return [likeliest, { ...likeliest, moved: 0 }]
    if (area === 'main' && context.chipEvidence !== 'payouts')
      return [likeliest, ...(reading.dues?.[index]?.or ?? []).map(({ total }) => ({ ...likeliest, due: total }))]
    if (area !== 'main' && isTakenUnpaid(likeliest, timeline)) return [likeliest, { ...likeliest, moved: -likeliest.staked }]
    if (area === 'main' || !MAINS.includes(area as Area) || timeline === null) return [likeliest]
    return coBets(box, timeline).map(({ spot }) => spot)
  }
  return Object.fromEntries(Object.entries(spotNumbers(round, index, reading, context)).map((entry) => [entry[0], alternatives(entry)]))
}

/** A wager that won left the table unpaid, and nothing shows whether its player took it or the dealer. */
const isTakenUnpaid = ({ due, moved }: SpotNumbers, timeline: Timeline | null): boolean => {
  const last = timeline?.moves.at(-1)
  return due !== null && due > 0 && moved === 0 && last?.amount === 0 && last.by === undefined
}

/** The same chips if the hand that got no card for its double was paid too early instead; null if there is no such hand. */
const paidNumbers = (doubled: SpotNumbers, timeline: Timeline | null, index: number, reading: Reading): SpotNumbers | null => {
  const at = paidInstead(reading, index)
  if (at === null || timeline === null) return null
  const bet = timeline.base.amount
  const { staked, due, moved } = doubled
  const outcome = reading.dues?.[index]?.outcomes[at]
  const lessDue = outcome === 'lose' ? -bet : outcome === 'win' ? bet : 0
  return { staked: staked - bet, due: due === null ? null : due - lessDue, moved: moved === null ? null : moved + bet }
}

/** What this spot showed; null if no wager lay on it, or if the table does not follow it. Insurance is laid after the first card. */
const wagerOn = ({ round, index, context }: Omit<BoxToSettle, 'story' | 'final'>, area: Area): Timeline | null => {
  if (area === 'ins' && context.chipEvidence === 'bets') return null
  const box = round.boxes[index] ?? 0
  const timeline = area === 'ins' ? insuranceTimeline(round, box, context) : timelineOf(round, spotOf(box, area), context.spotLagMs)
  return (area === 'ins' ? timeline.moves.length === 0 : timeline.base.amount === 0) ? null : timeline
}

const spotResult = (box: BoxToSettle, area: Area, timeline: Timeline, reading: Reading | null): SpotNumbers => {
  const { round, index, context } = box
  if (!reading) return asShown(timeline, round, context, ({ base }) => unknown(base.amount))
  if (area === 'main') {
    const settled = asShown(timeline, round, context, (shown) => mainSpot(shown, index, reading, context))
    return asRuled(round, index, withParked(round, index, settled, context))
  }
  return besideMain(box, area) ?? unknown(timeline.base.amount)
}

const unknown = (staked: number): SpotNumbers => ({ staked, due: null, moved: null })

/** If the floor ruled on the box, what moved is unknown, and the floor decides what a dead hand's bet is due. */
const asRuled = (round: Round, index: number, { staked, due, moved }: SpotNumbers): SpotNumbers => {
  const box = round.boxes[index] ?? 0
  const isDead = rulingsOf(round).dead.has(box)
  return { staked, due: isDead ? null : due, moved: isFollowed(round, box) ? moved : null }
}

/** 001 Push 22 l.126: a busted wager that was parked on the insurance line is lost, unless the rack shows that its player drew it back. */
const withParked = (round: Round, index: number, own: SpotNumbers, { rules, spotLagMs }: TableContext): SpotNumbers => {
  if (own.moved === null || !parksWagers(rules)) return own
  const changesOn = (area: Area) => changesIn(timelineOf(round, spotOf(round.boxes[index] ?? 0, area), spotLagMs))
  const taken = changesOn('main')
  const drawn = changesOn('ins').filter(({ change, by }) => change < 0 && by === 'player' && taken.some((each) => each.change === change))
  return { ...own, moved: drawn.reduce((sum, { change }) => sum - change, own.moved) }
}

/** The wager on a spot other than the holder's main one; null if none lies there. */
export const besideMain = (box: BoxToSettle, area: Exclude<Area, 'main'>): SpotNumbers | null => {
  const timeline = wagerOn(box, area)
  if (timeline === null) return null
  if (MAINS.includes(area)) return coBets(box, timeline)[0]?.spot ?? unknown(timeline.base.amount)
  if (area === 'ins' && isCalledEven(box)) return { ...insuredAs(box, timeline), moved: null }
  return asShown(timeline, box.round, box.context, (shown) => (area === 'ins' ? insuredAs(box, shown) : sideSpot(box, area, shown)))
}

const insuredAs = ({ round, index, final, context }: BoxToSettle, shown: Timeline): SpotNumbers =>
  insuranceSpot(shown, insuredOn(round, index, final, context), context)

/**
 * The insurance wins just what the bet loses, and both left the table together: the dealer may have called them even and moved nothing, so
 * that the player picked up both.
 */
const isCalledEven = (box: BoxToSettle): boolean => {
  const { context } = box
  const [ins, main] = [wagerOn(box, 'ins'), wagerOn(box, 'main')]
  if (!ins || !main || !box.story || !box.final?.blackjack || context.chipEvidence !== 'payouts') return false
  const { due, staked } = insuredAs(box, ins)
  if (ins.moves.some(({ amount }) => amount > staked)) return false
  const bet = main.base.amount
  const lost = dueOf(box.story.hands[0] as Hand, 'lose', bet, context)
  const [taken, lifted] = [main.moves[0], ins.moves.at(-1)]
  const isLeft = main.moves.length === 1 && taken?.amount === 0 && lifted?.amount === 0 && taken.by !== 'dealer' && lifted.by !== 'dealer'
  return isLeft && box.story.hands.length === 1 && due === -lost && Math.abs(taken.at - lifted.at) <= 2 * context.spotLagMs
}

/**
 * The result by the likeliest of the tracks that settle the wager. What was added to it or drawn from it and undone before anything rested on
 * it did not happen. A wager that came and went may have been taken.
 */
const asShown = (timeline: Timeline, round: Round, context: TableContext, resultBy: (track: Timeline) => SpotNumbers): SpotNumbers => {
  const results = tracksOf(timeline, reportsOf(round, context)).map((track) => ({
    spot: resultBy(track),
    isUndone: track.undone !== undefined,
  }))
  const undone = results.filter(({ spot, isUndone }) => isUndone && spot.staked > 0)
  const [steady, ...others] = [...new Set([...undone, ...results])].map(({ spot }) => spot) as [SpotNumbers, ...SpotNumbers[]]
  return others.length === 0 ? steady : ([steady, ...others].find(isSettled) ?? unsettledOf(resultBy(timeline), steady))
}

const reportsOf = (round: Round, { spotLagMs }: TableContext): Reports => ({ lagMs: spotLagMs, rests: restsInPlay(round, spotLagMs) })

const isSettled = ({ due, moved }: SpotNumbers): boolean => due !== null && (moved === null || due === moved)

/** The result as reported, unless the steady track may still become what is due, or alone says what was due. */
const unsettledOf = (told: SpotNumbers, steady: SpotNumbers): SpotNumbers => {
  const mayBecomeIt = isOnItsWay(steady) && !isOnItsWay(told)
  return steady.due !== null && (told.due === null || mayBecomeIt) ? steady : told
}

const stakedOn = (story: PlayedStory, bet: number): number =>
  story.effects.reduce((sum, effect) => sum + (effect.kind === 'stake' ? inChips(effect.units, bet) : 0), bet)

const mainSpot = (timeline: Timeline, index: number, reading: Reading, context: TableContext): SpotNumbers => {
  const story = reading.stories[index]
  const bet = timeline.base.amount
  if (!story) return { staked: bet, due: null, moved: null }
  const staked = stakedOn(story, bet)
  const due = reading.dues?.[index]?.total ?? null
  const settlement = reading.settlements[index]
  if (context.chipEvidence !== 'payouts' || !settlement) return { staked, due, moved: null }
  const after = timeline.moves.slice(settlement.verdict === 'misfit' ? reached(timeline, staked) : 0)
  return { staked, due, moved: settlement.verdict === 'misfit' ? readMoved(after, staked, due) : settlement.settledAmount - staked }
}

/**
 * Each co-bettor follows the holder's doubles and splits or not, and his own spot shows which. If he does not follow a split, his bet rides
 * on the first hand (000 §1 l.44, §4 l.130; 004: bound by the holder, he may add). He also decides on even money for himself (000 §3
 * l.111).
 */
const coBets = (box: BoxToSettle, told: Timeline): readonly CoResult[] => {
  const { round, index, context, story, final } = box
  if (!story || !final) return []
  // The dealer takes the bets of a bust hand one after the other, and the last of them when the next hand has its card.
  const all = chipContext(round, round.boxes[index] ?? 0, context, Number.POSITIVE_INFINITY)
  const chips: ChipContext = { ...all, takesWait: 'all' }
  // A spot that reports in time shows which card its chips were laid for. If it reports late, several cards may fit, and what moved
  // decides, or may yet.
  const lags = [0, chips.spotLagMs]
  const mayBeEven = upRanks(round, context).some((upRank) => mayTakeEvenMoney(upRank, context.rules))
  const results = tracksOf(told, reportsOf(round, context)).flatMap((levels) => {
    const own = mayBeEven ? withOwnEvenMoney(story, levels, told.base.amount, context.spotLagMs) : story
    const followed = followings(own, doubleAmounts(told, context), context.rules)
    return lags.flatMap((spotLagMs) => followed.map((each) => coBetAs({ ...box, story: each, final }, levels, { ...chips, spotLagMs })))
  })
  const fits = results.filter((result) => result.fits)
  const matching = fits.length > 0 ? fits : results
  const least = Math.min(...matching.map(({ unexplained }) => unexplained))
  const fitting = matching.filter(({ unexplained }) => unexplained === least)
  const isBest = LIKELIER.find((isLikely) => fitting.some(isLikely))
  return isBest ? fitting.filter(isBest) : []
}

const LIKELIER: readonly ((result: CoResult) => boolean)[] = [
  // If nothing was due any movement fits, because it is of the player's own chips.
  ({ resolved, spot }) => resolved && spot.due !== 0,
  ({ resolved }) => resolved,
  // What came before the settlement is no payment while another account still waits for it.
  ({ waits }) => waits,
  ({ spot }) => isSettled(spot),
  ({ spot }) => isOnItsWay(spot),
  () => true,
]

type JudgedCoBet = BoxToSettle & { readonly story: PlayedStory; readonly final: DealerRun }

/** A co-bettor's bet if he played so. */
const coBetAs = ({ round, context, story, final }: JudgedCoBet, timeline: Timeline, chips: ChipContext): CoResult => {
  const { rules, money, chipEvidence: evidence } = context
  const { hands } = story
  const bet = timeline.base.amount
  const matched = matchPlay(story.effects, timeline, chips)
  // What fits nothing that he may have done is no part of his play.
  const play = matched.fits ? matched : unmoved(timeline)
  const due = spotDue({ rules, money, suitAt: suitAt(round) }, { hands, play }, false, final)
  const staked = stakedOn(story, bet)
  const after = timeline.moves.slice(play.from)
  const known = { hands, fits: matched.fits, resolved: true, waits: false, unexplained: after.length, changedTo: null }
  if (evidence !== 'payouts') return { ...known, spot: { staked, due: due.total, moved: null } }
  const lastCardAt = chips.cardTimes.at(-1) ?? 0
  const question: SettlementInput = {
    box: 0,
    hands,
    due,
    play,
    timeline,
    evidence,
    natural: payout(bet, rules.blackjackPay, money),
    settleFrom: lastCardAt,
    lastCardAt,
    playedAt: Number.NEGATIVE_INFINITY,
    freePlayedAt: Number.NEGATIVE_INFINITY,
    now: Number.POSITIVE_INFINITY,
    spotLagMs: context.spotLagMs,
    settledEarly: settledEarly({ paidBeforePlay: naturalsPaidBeforePlay(round, final.blackjack, context) }, hands),
    cut: { kind: 'any' },
    collectAtOnce: true,
    collectsEarly: false,
    busyUntil: Number.NEGATIVE_INFINITY,
    othersMoved: () => false,
  }
  const asDue = matchDues(question)
  const mended = asDue.verdict === 'misfit' ? matchMended(question) : null
  const settlement = mended && !hasTurned(round, play, mended, context.spotLagMs) ? mended : asDue
  const resolved = matched.fits && settlement.verdict === 'resolved'
  const { total } = settlement.by ?? due
  const strays = question.settledEarly ? [] : after.filter(({ at }) => at < lastCardAt)
  const moved = resolved ? settlement.settledAmount - staked : afterPlay(question, staked, total)
  const waits = settlement.verdict === 'unresolved'
  const spot = { staked, due: total, moved }
  return { ...known, resolved, waits, spot, unexplained: strays.length, changedTo: changedBy(strays, staked) }
}

/** Chips came to another bet before this one was put right: by then the dealer had turned to that, and its player collects. */
const hasTurned = (round: Round, { from, timeline }: InPlay, { kinds }: Settlement, spotLagMs: number): boolean => {
  const times = timeline.moves.slice(from).flatMap(({ at }, nth) => (isDealers(kinds[nth] ?? 'player') ? [at] : []))
  const [first = 0, last = 0] = [times[0], times.at(-1)]
  return spotsAt(round.boxes).some((spot) =>
    changesIn(timelineOf(round, spot, spotLagMs)).some(({ at, change }) => at > first + spotLagMs && at < last - spotLagMs && change > 0),
  )
}

/** The bet of a co-bettor: his hands, of what he did not follow nothing is his, and whether it is still being settled. null: nothing fits. */
export const coBetOn = (box: BoxToSettle, area: Area): Pick<CoResult, 'hands' | 'waits' | 'changedTo' | 'spot'> | null => {
  const timeline = wagerOn(box, area)
  return timeline && (coBets(box, timeline)[0] ?? null)
}

/**
 * A bet beside the holder's main one as if its bettor had laid at first what lies there after its first change, or after his last one while cards
 * came. null: that change was none of his, or so it is not settled as due either.
 */
export const changedBeside = (box: BoxToSettle, area: Area): { readonly to: Move; readonly spot: SpotNumbers } | null => {
  const timeline = wagerOn(box, area)
  if (!timeline) return null
  const { base, moves } = timeline
  const changedAt = (nth: number): ReturnType<typeof changedBeside> => {
    const to = moves[nth]
    if (!to || to.amount === 0 || to.by === 'dealer' || to.lammers > 0) return null
    const changed: Timeline = { base: { ...base, amount: to.amount }, moves: moves.slice(nth + 1) }
    const [found] = coBets(box, changed)
    const spot = MAINS.includes(area) ? found?.resolved && found.spot : sideSpot(box, area, changed)
    if (!spot || !isSettled(spot)) return null
    // Nobody adds to a bet that has lost, or draws chips from one that has won.
    const { due } = spot
    return due !== null && (to.amount > base.amount ? due > 0 : due < 0) ? { to, spot } : null
  }
  const last = box.round.cards.at(-1)?.at ?? 0
  const inPlay = moves.findLastIndex(({ at }) => at < last)
  return changedAt(0) ?? (inPlay > 0 ? changedAt(inPlay) : null)
}

/** Nothing has moved yet, or only part of what is due, so more may come. */
export const isOnItsWay = ({ due, moved }: Pick<SpotNumbers, 'due' | 'moved'>): boolean =>
  due !== null && moved !== null && (due > 0 ? moved >= 0 && moved < due : moved <= 0 && moved > due)

interface CoResult {
  /** Play explains what the spot showed. */
  readonly fits: boolean
  /** Everything due was seen to be settled. */
  readonly resolved: boolean
  /** All that moved was due, and more is due: one of several split hands may be taken before another is paid. */
  readonly waits: boolean
  readonly spot: SpotNumbers
  readonly hands: readonly Hand[]
  /** Movements while cards were dealt that are no part of his play. If another story explains them, he played that. */
  readonly unexplained: number
  /** Such a movement of his own changed his bet to this, and it was so when the last card came, minor units; null: none did. */
  readonly changedTo: number | null
}

const changedBy = (strays: readonly Move[], staked: number): number | null => {
  const last = strays.at(-1)
  return last === undefined || last.by === 'dealer' || last.amount === 0 || last.amount === staked ? null : last.amount
}

const sideSpot = ({ story, final, context }: BoxToSettle, area: Area, timeline: Timeline): SpotNumbers => {
  const staked = timeline.base.amount
  if (!story || !final) return { staked, due: null, moved: null }
  const due =
    area === 'p22' ? push22Due(staked, final, story.hands, context.rules) : potOfGoldDue(staked, final, story.hands, context.rules)
  return { staked, due, moved: movedOf(timeline.moves, staked, due, context) }
}

/** Every spot other than the main ones of the round's boxes moved as it was due, as far as the sensors show. */
export const sidesResolved = (round: Round, reading: Reading | null, context: TableContext): boolean =>
  context.chipEvidence !== 'payouts' ||
  round.boxes.every((_, index) => {
    const box = boxOf(round, index, reading, context)
    return AREAS.every((area) => {
      const timeline = area === 'main' ? null : wagerOn(box, area)
      if (timeline === null) return true
      const { moved, due } = spotResult(box, area, timeline, reading)
      return moved === null || moved === due
    })
  })

/** How many of the likeliest readings are searched for one that settles the side bets as they were. */
const READINGS_MAX = 8

/** The readings, represented by the likeliest one in which all side wagers were settled as due; null: there is none. */
export const settlingSides = (round: Round, readings: Solution, context: TableContext): Solution | null => {
  const isInTime = ({ dues, dealer }: Reading): boolean =>
    round.boxes.every((_, index) => insuredLate(round, index, dues ? dealer : null, context) === 0)
  const isResolved = (reading: Reading | null): boolean => sidesResolved(round, reading, context)
  const { best } = readings
  if (isResolved(best) && (best === null || readings.count === 1 || isInTime(best))) return readings
  const others = readings.count > 1 ? readings.kBest(READINGS_MAX).filter(isResolved) : []
  const other = others.find(isInTime) ?? others[0]
  return other ? readings.prefer(other) : null
}
