/**
 * Who moved chips, by the rack. If a movement on a spot and one on the rack match, the dealer moved the chips; if chips moved on a spot
 * while the rack did not change, a player did. Spots and rack report up to the lag late, so movements that follow each other within the lag
 * are considered together:
 *
 *   spots    -2000 +1000       -2000
 *   rack        +2000 -1000
 *            '------v------'   '-v-'
 *             the dealer's    a player's     a movement that some of the sums need, and others do not, is nobody's for certain
 */
import { AREAS, type Area, type SpotId } from '../../../devices/scan.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import { hasBetsBehind } from '../../rules/house/tokes.ts'
import type { TableContext } from '../context.ts'
import type { Move, Mover } from '../evidence/chips.ts'
import { HUMAN_MS } from '../evidence/human-times.ts'
import type { Round } from '../evidence/round.ts'
import { inEveryAccount } from './open-round.ts'
import { type Change, changesOf, type Followed, type RackLevel, stoodOf, sum } from './rack.ts'
import type { TableState } from './table-state.ts'

const isRackSensed = ({ spots, chipEvidence }: TableContext): boolean => spots.includes('rack') && chipEvidence === 'payouts'

/** Does everything that the dealer pays and takes move a sensed spot as well as the rack? Only then a rack that lies still tells anything. */
export const isRackTelling = (context: TableContext): boolean =>
  isRackSensed(context) && AREAS.every((area) => context.spots.includes(area) || !IS_PLAYED[area](context.rules))

/** May chips lie there by the rules of the house? */
const IS_PLAYED: { readonly [A in Area]: (rules: HouseRules) => boolean } = {
  main: () => true,
  main2: hasBetsBehind,
  main3: ({ maxPlayersPerBox }) => maxPlayersPerBox > 2,
  ins: ({ insurance }) => insurance !== 'none',
  p22: ({ push22 }) => push22 !== 'none',
  pog: ({ potOfGold }) => potOfGold !== 'none',
}

interface SpotChange extends Change {
  readonly spot: SpotId
  readonly move: Move
  /** What lay there before. */
  readonly from: number
  /** Where its chips were seen last before they came, or first after they left, by their ids; null: nobody can tell. */
  readonly elsewhere: 'rack' | 'spot' | 'nowhere' | null
}

/** Changes that follow each other within the lag, or pair although they do not. */
interface Changes {
  readonly spots: readonly SpotChange[]
  readonly rack: readonly Change[]
}

/** The same once they are over, with every choice of the movements on spots that adds up to what the rack did. */
interface Bout extends Changes {
  readonly ways: readonly number[]
}

/** The open round, in every account, with what the rack says by now about its movements. */
export const withMovers = (state: TableState, context: TableContext): TableState => {
  const { current } = state
  if (!current || !isRackSensed(context)) return state
  const bouts = boutsOf(current.round, state, context)
  const told = inEveryAccount(current, (round) =>
    moved(round, round === current.round ? bouts : boutsOf(round, state, context), state, context),
  )
  const rackFollowed = followedBy(bouts, state)
  return told === current && rackFollowed === state.rackFollowed ? state : { ...state, current: told, rackFollowed }
}

const boutsOf = (round: Round, { rack, now }: TableState, { spotLagMs }: TableContext): readonly Bout[] => {
  // It is unknown whether the rack's first level includes what moved at about that time.
  const heardFrom = (rack[0]?.at ?? Number.POSITIVE_INFINITY) + spotLagMs
  const over = changesIn(spotChanges(round, rack), rackChanges(rack, round), spotLagMs).filter(
    (changes) => beginOf(changes) > heardFrom && endOf(changes) + spotLagMs < now,
  )
  return pairedIn(
    over.map((changes) => ({ ...changes, ways: asSeen(changes, waysOf(changes, spotLagMs)) })),
    spotLagMs,
  )
}

/** What the rack did and no spot did within the lag pairs with the nearest movements on spots that add up to it, in an order that a hand can have held. */
const pairedIn = (bouts: readonly Bout[], spotLagMs: number): readonly Bout[] => {
  const at = bouts.findIndex(({ ways, rack }) => ways.length === 0 && rack.length > 0)
  const open = bouts[at]
  if (open === undefined) return bouts
  const isFree = (bout: Bout): boolean => bout === open || bout.ways.length === 0 || bout.ways.includes(NONE)
  const isNear = (bout: Bout): boolean => beginOf(bout) - endOf(open) <= HUMAN_MS.held && beginOf(open) - endOf(bout) <= HUMAN_MS.held
  const reaches = bouts.flatMap((bout, other) => (bout !== open && isFree(bout) && isNear(bout) ? [other] : []))
  for (const reach of reaches.toSorted((one, other) => Math.abs(one - at) - Math.abs(other - at))) {
    const own = bouts.slice(Math.min(at, reach), Math.max(at, reach) + 1).filter(isFree)
    const whole = { spots: own.flatMap(({ spots }) => spots), rack: own.flatMap(({ rack }) => rack) }
    const ways = waysHeld(whole, spotLagMs)
    const others = bouts.filter((bout) => !own.includes(bout))
    if (ways.length > 0) return pairedIn(inTime([...others, { ...whole, ways }]), spotLagMs)
  }
  return [...bouts.slice(0, at + 1), ...pairedIn(bouts.slice(at + 1), spotLagMs)]
}

const inTime = (bouts: readonly Bout[]): readonly Bout[] => bouts.toSorted((one, other) => endOf(one) - endOf(other))

/** Every choice of the movements that adds up to what the rack did and leaves no hand with fewer chips than none; a report may be late by the lag. */
const waysHeld = ({ spots, rack }: Changes, spotLagMs: number): readonly number[] =>
  choicesOf(spots).filter((way) => {
    const moved = [...chosenBy(way, spots), ...rack]
    const isHeld = ({ at }: Change): boolean =>
      sum(moved.filter((each) => each.at <= (each.amount < 0 ? at + spotLagMs : at - spotLagMs))) <= 0
    return sum(moved) === 0 && moved.every(isHeld)
  })

const hasFollowed = ({ ways }: Bout): boolean => ways.length > 0 && !ways.includes(NONE)

/** When the rack last followed the dealer; null if it has moved by itself since. */
const followedBy = (bouts: readonly Bout[], { rackFollowed, rounds }: TableState): Followed | null => {
  const newest = bouts.findLast((bout) => hasFollowed(bout) || bout.ways.length === 0)
  if (newest === undefined) return rackFollowed
  if (!hasFollowed(newest)) return null
  const at = endOf(newest)
  return rackFollowed?.at === at ? rackFollowed : { at, rounds }
}

/** The rack followed the dealer in this round or the one before, and has reported without a break since. */
const isTrusted = ({ rack, rackFollowed, rounds }: TableState): boolean =>
  rackFollowed !== null && rounds - rackFollowed.rounds <= 1 && (rack[0]?.at ?? Number.POSITIVE_INFINITY) < rackFollowed.at

const trustIn = (round: Round, bouts: readonly Bout[], state: TableState, context: TableContext): Trust => {
  // Where a spot of the house is not sensed, the rack moves by itself as soon as something lies there.
  if (!isRackTelling(context) && bouts.some(({ ways }) => ways.length === 0)) return NONE_OF_THEM
  return bouts.some(hasFollowed) ? ALL : isTrusted(state) ? onlyStakeThatLeft(round, bouts) : NONE_OF_THEM
}

const moved = (round: Round, bouts: readonly Bout[], state: TableState, context: TableContext): Round => {
  const trusted = trustIn(round, bouts, state, context)
  const all = bouts.flatMap(({ spots }) => spots)
  const isHis: Trust = (change) => trusted(change) && !all.some((other) => isParking(change, other))
  const movers = new Map(bouts.flatMap((bout) => moversOf(bout, isHis)))
  const handed = bouts.flatMap(({ rack, ways }) => (ways.length === 0 && sum(rack) > 0 ? [sum(rack)] : []))
  const isSameHanded = handed.join() === (round.handed ?? []).join()
  const isSame = [...round.moves.values()].every((moves) => moves.every((move) => move.by === movers.get(move)))
  if (isSame && isSameHanded) return round
  const moves = new Map([...round.moves].map(([spot, levels]) => [spot, levels.map((move) => withMover(move, movers.get(move)))]))
  return { ...round, moves, ...(handed.length > 0 ? { handed } : {}) }
}

/** For which movements a rack that lay still shows that a player made them. */
type Trust = (change: SpotChange) => boolean
const ALL: Trust = () => true
const NONE_OF_THEM: Trust = () => false

/**
 * Chips that came to a bet before the last card were a double or a split. Anything else that moves without the rack may be the dealer's as
 * well.
 */
const onlyStakeThatLeft = ({ cards }: Round, bouts: readonly Bout[]): Trust => {
  const lastCardAt = cards.at(-1)?.at ?? Number.NEGATIVE_INFINITY
  const doubted = bouts.flatMap(({ spots }) => spots).filter(({ from, at, amount }) => from > 0 && (amount < 0 || at > lastCardAt))
  return (change) => change.amount < 0 && doubted.length === 1 && doubted[0] === change
}

/** 001 step 9: the dealer parks a wager of the box on another of its spots, which is empty. */
const isParking = (one: SpotChange, other: SpotChange): boolean =>
  other.from === 0 &&
  one.spot !== other.spot &&
  one.amount === -other.amount &&
  one.spot.split('.')[0] === other.spot.split('.')[0] &&
  Math.abs(one.at - other.at) <= HUMAN_MS.held

const withMover = (move: Move, by: Mover | undefined): Move => {
  if (move.by === by) return move
  const { by: _, ...told } = move
  return by === undefined ? told : { ...told, by }
}

const spotChanges = (round: Round, rack: readonly RackLevel[]): readonly SpotChange[] => {
  const sights = sightsIn(round, rack)
  const isWholeRack = rack.length > 0 && rack.every(({ isWhole }) => isWhole)
  return [...round.moves].flatMap(([spot, told]) =>
    told.flatMap((move, nth): readonly SpotChange[] => {
      const before = told[nth - 1] ?? round.levels.get(spot) ?? EMPTY
      const { amount: from } = before
      const elsewhere = elsewhereOf(before, move, sights, isWholeRack)
      return move.amount === from ? [] : [{ spot, move, from, at: move.at, amount: move.amount - from, elsewhere }]
    }),
  )
}

type Shown = Pick<Move, 'amount' | 'ids'>
const EMPTY: Shown = { amount: 0 }
const idsOf = ({ amount, ids }: Shown): readonly string[] | null => ids ?? (amount === 0 ? [] : null)

/** Where chips with ids were seen. */
interface Sight {
  readonly at: number
  readonly place: 'rack' | 'spot'
  readonly ids: ReadonlySet<string>
}

/** In the order of their times. */
const sightsIn = ({ openedAt, levels, moves }: Round, rack: readonly RackLevel[]): readonly Sight[] => {
  const sights = (reports: Iterable<{ readonly ids?: readonly string[]; readonly at?: number }>, place: Sight['place']): readonly Sight[] =>
    [...reports].flatMap(({ ids, at = openedAt }) => (ids ? [{ at, place, ids: new Set(ids) }] : []))
  const onSpots = [...[...levels].flatMap(([spot, level]) => (spot === 'rack' ? [] : [level])), ...[...moves.values()].flat()]
  return [...sights(onSpots, 'spot'), ...sights(rack, 'rack')].toSorted((one, other) => one.at - other.at)
}

const elsewhereOf = (before: Shown, { at, ...now }: Move, sights: readonly Sight[], isWholeRack: boolean): SpotChange['elsewhere'] => {
  const [was, is] = [idsOf(before), idsOf(now)]
  if (sights.length === 0 || was === null || is === null) return null
  const [came, went] = [is.filter((id) => !was.includes(id)), was.filter((id) => !is.includes(id))]
  // Chips that were changed for others went and came.
  if ((came.length === 0) === (went.length === 0)) return null
  const seen = new Set(
    came.length > 0
      ? came.map((id) => sights.findLast((sight) => sight.at < at && sight.ids.has(id)))
      : went.map((id) => sights.find((sight) => sight.at > at && sight.ids.has(id))),
  )
  const places = new Set([...seen].map((sight) => sight?.place ?? 'nowhere'))
  const [place = null] = places.size === 1 ? places : []
  // Chips that have left may yet be seen, and those of a rack that does not tell all its ids may have come from it.
  return place === 'nowhere' && (came.length === 0 || !isWholeRack) ? null : place
}

/** Those of the choices that the ids allow; all of them if they allow none. */
const asSeen = ({ spots }: Changes, ways: readonly number[]): readonly number[] => {
  const seen = ways.filter((way) =>
    spots.every(({ elsewhere }, nth) => elsewhere === null || elsewhere === 'spot' || (elsewhere === 'rack') === isIn(way, nth)),
  )
  return seen.length > 0 ? seen : ways
}

/** What the rack gained or gave in the round. */
const rackChanges = (rack: readonly RackLevel[], { openedAt }: Round): readonly Change[] =>
  changesOf(rack).filter(({ at }) => at >= openedAt)

/** The same without changes that were undone within the lag, or came from a stack read in part. */
const steadily = (changes: readonly Change[], spotLagMs: number): readonly Change[] => {
  const levels = changes.map(({ at }, nth) => ({ at, amount: sum(changes.slice(0, nth + 1)) }))
  return changesOf(stoodOf(levels, spotLagMs, { at: Number.NEGATIVE_INFINITY, amount: 0 }))
}

const changesIn = (spots: readonly SpotChange[], rack: readonly Change[], spotLagMs: number): readonly Changes[] => {
  const bouts: { spots: SpotChange[]; rack: Change[] }[] = []
  let last = Number.NEGATIVE_INFINITY
  for (const change of [...spots, ...rack].sort((one, other) => one.at - other.at)) {
    if (change.at > last + spotLagMs) bouts.push({ spots: [], rack: [] })
    last = change.at
    const bout = bouts.at(-1)
    if ('spot' in change) bout?.spots.push(change as SpotChange)
    else bout?.rack.push(change)
  }
  return bouts
}

const timesOf = ({ spots, rack }: Changes): readonly number[] => [...spots, ...rack].map(({ at }) => at)
const beginOf = (changes: Changes): number => Math.min(...timesOf(changes))
const endOf = (changes: Changes): number => Math.max(...timesOf(changes))

/** With more movements than this, almost any sum comes up by chance. */
const SUMMED_MAX = 10
/** Every choice of these movements; none if there are too many of them. */
const choicesOf = (spots: readonly SpotChange[]): readonly number[] =>
  spots.length > SUMMED_MAX ? [] : Array.from({ length: 2 ** spots.length }, (_, way) => way)
/** The way in which none of the movements was the dealer's. */
const NONE = 0

/**
 * Every choice of the movements that adds up to what the rack did, at the right times. A choice is a number with one bit for each movement,
 * in order. What the rack at once took back may or may not have happened.
 */
const waysOf = ({ spots, rack }: Changes, spotLagMs: number): readonly number[] => {
  const all = choicesOf(spots)
  const waysBy = (did: readonly Change[]): readonly number[] =>
    all.filter((way) => {
      const chosen = chosenBy(way, spots)
      return sum(chosen) === -sum(did) && did.every((_, nth) => isInTime(chosen, did.slice(0, nth + 1), spotLagMs))
    })
  const told = waysBy(rack)
  const steady = steadily(rack, spotLagMs)
  return told.length === 0 || steady.length === rack.length ? told : [...new Set([...told, ...waysBy(steady)])]
}

/**
 * By the last of these changes the rack had done all that was reported earlier than it by the lag, and some of what was reported around it.
 */
const isInTime = (chosen: readonly Change[], upTo: readonly Change[], spotLagMs: number): boolean => {
  const at = upTo.at(-1)?.at ?? 0
  const done = chosen.filter((change) => change.at <= at - spotLagMs)
  const open = chosen.filter((change) => change.at > at - spotLagMs && change.at <= at + spotLagMs)
  const sums = new Set([sum(done)])
  for (const { amount } of open) for (const known of [...sums]) sums.add(known + amount)
  return sums.has(-sum(upTo))
}

const isIn = (way: number, nth: number): boolean => ((way >> nth) & 1) === 1
const chosenBy = <T>(way: number, all: readonly T[]): readonly T[] => all.filter((_, nth) => isIn(way, nth))

const moversOf = ({ spots, ways }: Bout, trusted: Trust): readonly (readonly [Move, Mover])[] => {
  const isHis = spots.map((_, nth) => ways.length > 0 && ways.every((way) => isIn(way, nth)))
  return spots.flatMap((change, nth): readonly (readonly [Move, Mover])[] => {
    const { move, spot, from } = change
    if (isHis[nth]) {
      // Chips that the dealer changes for others go and come.
      const isChange = sum(spots.filter((other, at) => isHis[at] && other.spot === spot)) === 0
      return isChange ? [] : [[move, from === 0 ? 'rack' : 'dealer']]
    }
    const isNobodys = ways.length === 0 || ways.some((way) => isIn(way, nth))
    const isOwn = change.elsewhere === 'nowhere' || (!isNobodys && trusted(change))
    // Chips laid on an empty spot are added to no bet.
    return from > 0 && isOwn ? [[move, 'player']] : []
  })
}
