/**
 * Which of the levels that were back within the lag were true: the round is read once for each account of them. What is paid may be collected at
 * once, a stake laid for a card that busts; most were a hand over the spot.
 */
import type { SpotId } from '../../../devices/scan.ts'
import type { TableContext } from '../context.ts'
import type { Move, Timeline } from '../evidence/chips.ts'
import { dealOf, dealtHand, ownedBy, type Round, rankAt, spotOf, timelineOf } from '../evidence/round.ts'
import { type Glimpse, glimpsesIn, isSameLevel } from '../evidence/shown.ts'
import type { Supposed } from '../evidence/supposed.ts'
import { beginsAs, variantOf, variantWhere } from '../evidence/variants.ts'
import { surrenderTaken } from '../game/settle.ts'
import { cacheOf, kept } from '../workspace.ts'

/** Asked one by one, at most so many in one round; all of them together at any time. */
const GLIMPSES_MAX = 6
/** A hand over a spot is seen ten times for each thing that happens as quickly. */
const QUICK_SCORE = Math.log(0.1)
/** A stack seen half, and a stake taken and another laid, are as rare. */
const quickScore = (glimpses: readonly { readonly isBack: boolean }[]): number =>
  QUICK_SCORE * glimpses.filter(({ isBack }) => isBack).length

type Interpretation = Supposed<Round>
/** One of a spot. */
interface Seen extends Glimpse<Move> {
  readonly spot: SpotId
  /** Whole bets were gone, and not all of them: of split hands one may have been taken before the other was paid. */
  readonly isByBets: boolean
}

/** Of many those that are true most often: a level on the way to the next before what a hand may have hidden, the newest before those of old. */
const askedSingly = (glimpses: readonly Seen[]): readonly Seen[] => {
  if (glimpses.length <= 1) return []
  const endedAt = ({ moves }: Seen): number => moves.at(-1)?.at ?? 0
  return glimpses
    .toSorted((one, other) => Number(one.isBack) - Number(other.isBack) || endedAt(other) - endedAt(one))
    .slice(0, GLIMPSES_MAX)
}

/** Asked by every question about the round. */
const worldsIn = cacheOf<Round, readonly Interpretation[]>('interpretations')

const isByBets = ({ moves }: Glimpse<Move>, { base }: Timeline): boolean =>
  moves.every(({ amount }) => amount > 0 && base.amount > 0 && amount % base.amount === 0)

/** The round by which of these levels were true: none, one, those by whole bets, or all. */
export const interpretationsOf = (round: Round, context: TableContext): readonly Interpretation[] =>
  kept(worldsIn(context), round, () => accountsOf(round, context))

const accountsOf = (round: Round, context: TableContext): readonly Interpretation[] => {
  const never: Seen[] = []
  const glimpses: Seen[] = []
  // While the round is dealt nobody touches a bet.
  const dealtAt = round.cards[dealOf(round, context).owners.length - 1]?.at ?? Number.POSITIVE_INFINITY
  for (const [index, box] of round.boxes.entries()) {
    const spot = spotOf(box, 'main')
    if ((round.moves.get(spot)?.length ?? 0) < 2) continue
    const timeline = timelineOf(round, spot, context.spotLagMs)
    const own = glimpsesIn(timeline, context.spotLagMs).map(
      (glimpse): Seen => ({ spot, ...glimpse, isByBets: isByBets(glimpse, timeline) }),
    )
    const hidden = coveredInPlay(round, index, timeline, own, context)
    for (const each of own) (hidden.has(each) || each.moves.every(({ at }) => at < dealtAt) ? never : glimpses).push(each)
  }
  if (never.length === 0 && glimpses.length === 0) return [{ is: round, score: 0 }]
  const without = (others: readonly Seen[]): Round => roundWithout(round, [...never, ...others], context)
  if (glimpses.length === 0) return [{ is: without([]), score: 0 }]
  const single = askedSingly(glimpses)
  const byBets = glimpses.filter((each) => each.isByBets)
  const together = byBets.length > 1 && byBets.length < glimpses.length ? [byBets] : []
  return [
    { is: without(glimpses), score: 0 },
    ...[...single.map((one) => [one]), ...together].map((quick) => ({
      is: without(glimpses.filter((other) => !quick.includes(other))),
      score: quickScore(quick),
    })),
    { is: without([]), score: quickScore(glimpses) },
  ]
}

/**
 * Those of a box's levels that nothing in play explains: a bet that lies as it was laid is taken when its hand is bust, halved at a surrender and
 * paid early on a natural, and never is it whole again before the round's next card.
 */
const coveredInPlay = (round: Round, index: number, timeline: Timeline, own: readonly Seen[], context: TableContext): ReadonlySet<Seen> => {
  const covered = new Set<Seen>()
  const { base, moves } = timeline
  const last = round.cards.at(-1)?.at ?? 0
  const isRead = ownedBy(round, index, context).every((position) => rankAt(round, position) !== null)
  const { ranks, ended } = dealtHand(round, index, context)
  if (base.lammers > 0 || !isRead || ranks.length < 2 || ended !== null) return covered
  const surrendered = base.amount - surrenderTaken(base.amount, context.rules, context.money)
  let at = 0
  for (const glimpse of own) {
    const [gone, back, ...more] = glimpse.moves
    // Of the first thing that is something else nobody knows what it leads to.
    if (gone === undefined || back === undefined || more.length > 0 || gone !== moves[at] || !isSameLevel(back, base)) break
    if (gone.amount === base.amount || gone.amount === surrendered || back.at >= last) break
    covered.add(glimpse)
    at += 2
  }
  return covered
}

/** What stood at the first card stays what it was, also where that is told by a level that is left out: so is what was missing before it. */
const levelsWithout = (
  round: Round,
  spot: SpotId,
  levels: readonly Move[],
  gone: ReadonlySet<Move>,
  spotLagMs: number,
): readonly Move[] => {
  if (!levels.some((move) => gone.has(move))) return levels
  const { base, moves } = timelineOf(round, spot, spotLagMs)
  const after = moves[0] === undefined ? levels.length : levels.indexOf(moves[0])
  const before = levels.slice(0, after)
  const stood = before.slice(0, before.findLastIndex((move) => isSameLevel(move, base)) + 1)
  return [...stood, ...levels.slice(after).filter((move) => !gone.has(move))]
}

const roundWithout = (round: Round, left: readonly Seen[], context: TableContext): Round => {
  const { spotLagMs, chipEvidence } = context
  if (left.length === 0) return round
  // Where a bust stake may wait it can be taken as another is laid: then the level is what it was, and its chips were seen half.
  const unseen = (moves: readonly Move[], isBack: boolean): readonly Move[] =>
    isBack && chipEvidence === 'stakes' ? moves.slice(0, -1) : moves
  const gone = new Set<Move>(left.flatMap(({ moves, isBack }) => unseen(moves, isBack)))
  const moves = new Map([...round.moves].map(([spot, levels]) => [spot, levelsWithout(round, spot, levels, gone, spotLagMs)]))
  const wayOf = (some: readonly Seen[]): string =>
    some
      .map(({ spot, moves: [first] }) => `${spot} ${first?.at}`)
      .sort()
      .join()
  const make = () => {
    const made = [...round.cards]
    // What came within the lag of the last card has ruled out nothing yet.
    const last = round.cards.at(-1)?.at ?? 0
    const old = left.filter(({ moves: [first] }) => first !== undefined && last > first.at + spotLagMs)
    const before = old.length === 0 ? round.cards : variantWhere(round.cards, wayOf(old), context)
    if (before && old.length < left.length) beginsAs(made, before, context)
    return made
  }
  const cards = variantOf(round.cards, wayOf(left), make, context)
  return { ...round, moves, cards }
}
