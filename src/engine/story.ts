/**
 * The stories of one box: every way in which the cards from a given position on can have been its cards, with the decisions and
 * the chip movements each way needs. A reading of the round is one story a box, laid end to end, and the dealer's draw; so a box's
 * stories depend on nothing but where they start.
 *
 *   StorySet(start)   open: it has taken every card so far and may take more      done: it ends at `end`
 *        | extendStories(card)
 *        v
 *   StorySet(start)   each open story in every way it can take the card
 */
import type { HouseRules } from '../house/rules.ts'
import { totalOf } from './cards.ts'
import {
  absentDraws,
  type Hand,
  isBust,
  isFrozenAce,
  isNatural,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  maySurrender,
  openHand,
  withAction,
  withCard,
} from './hand.ts'
import { doubleScore, EVEN_MONEY_SCORE, hitScore, SPLIT_SCORE, SURRENDER_SCORE, standScore } from './plausible.ts'
import { mayTakeEvenMoney } from './up-card.ts'

/** What a story says happens to the chips of the box's bet, after the card at `position - 1` and before the card at `position`. */
export interface ChipEffect {
  readonly kind: 'stake' | 'take' | 'surrender'
  readonly position: number
  /** Units of the box's bet added (`stake`) or taken (`take`). */
  readonly units: number
  readonly lammers: number
}

export interface Story {
  readonly start: number
  /** Position after its last card. */
  readonly end: number
  readonly hands: readonly Hand[]
  /** Hand that decides next; `hands.length` when the box is finished. */
  readonly active: number
  /** Hands that get the next cards whatever anybody decides: second cards of a split. */
  readonly pending: readonly number[]
  readonly effects: readonly ChipEffect[]
  /** Ended by a decision and not by its last card: the same cards may also lie in a story still open. */
  readonly stopped: boolean
  /** Log-likelihood of its decisions; ranks, never removes. */
  readonly score: number
}

export interface StorySet {
  readonly start: number
  readonly open: readonly Story[]
  readonly done: readonly Story[]
  /** Stories were left out at the bound: the round cannot be complete. */
  readonly overflow: boolean
}

/** What decisions depend on besides the cards. */
export interface Play {
  readonly rules: HouseRules
  readonly upRank: number
  /** The player is away: his hand is played by the house's rule. */
  readonly absent: boolean
  /**
   * Someone else decides for the absent holder: to draw or to stand, nothing else. No sensor tells his decisions from the house's rule, so
   * the hand has no actions either way.
   */
  readonly standIn: boolean
  /** The stakes of doubles and splits are sensed, so paid and free ones differ; surrender leaves a trace. */
  readonly stakesSensed: boolean
  /** Even money leaves a trace. */
  readonly payoutsSensed: boolean
}

/**
 * Stories kept for one box and start. Four split hands over a run of fifteen cards have about 2,000; beyond the bound the set says
 * `overflow` and the round is reported as incomplete.
 */
const STORIES_MAX = 20_000

const ALL_RANKS = Array.from({ length: 13 }, (_, rank) => rank)

/** The box after the initial deal; `null` ranks are unread and open every possibility. */
export const firstStories = (positions: readonly number[], ranks: readonly (number | null)[], start: number, play: Play): StorySet => {
  const starts = ranks.reduce<Hand[]>(
    (hands, rank, index) =>
      hands.flatMap((hand) => (rank === null ? ALL_RANKS : [rank]).map((assumed) => withCard(hand, positions[index] ?? -1, assumed))),
    [openHand(1, 0, false)],
  )
  const open: Story[] = []
  const done: Story[] = []
  for (const hand of starts) {
    const natural = isNatural(hand)
    const story: Story = {
      start,
      end: start,
      hands: [natural ? { ...hand, ended: 'natural' } : hand],
      active: natural ? 1 : 0,
      pending: [],
      effects: [],
      stopped: false,
      score: 0,
    }
    if (!natural) open.push(story)
    done.push(...endings(story, play))
    if (natural) done.push(...evenMoney(story, play))
  }
  return { start, open, done, overflow: false }
}

/** The same natural, paid even money. Counted only where its payment is sensed. */
export const evenMoney = (story: Story, { rules, upRank, payoutsSensed }: Play): Story[] => {
  const [hand] = story.hands
  if (!hand || !payoutsSensed || !mayTakeEvenMoney(upRank, rules)) return []
  return [{ ...story, hands: [withAction(hand, 'even-money')], score: story.score + EVEN_MONEY_SCORE }]
}

/** Every story of the set after the next card; `null` is an unread card. */
export const extendStories = (set: StorySet, position: number, rank: number | null, play: Play): StorySet => {
  if (set.open.length === 0) return set
  const open: Story[] = []
  const done = [...set.done]
  let overflow = set.overflow
  for (const story of set.open) {
    for (const assumed of rank === null ? ALL_RANKS : [rank]) {
      for (const next of takeCard(story, position, assumed, play)) {
        if (open.length + done.length >= STORIES_MAX) {
          overflow = true
          continue
        }
        if (next.active < next.hands.length) open.push(next)
        done.push(...endings(next, play))
      }
    }
  }
  return { start: set.start, open, done, overflow }
}

/** All ways this story can take one more card. */
const takeCard = (story: Story, position: number, rank: number, play: Play): Story[] => {
  const [owed] = story.pending
  if (owed !== undefined) {
    const hand = story.hands[owed]
    return hand
      ? [settleHand({ ...story, end: position + 1, pending: story.pending.slice(1) }, owed, withCard(hand, position, rank), play)]
      : []
  }
  const hand = story.hands[story.active]
  if (!hand) return []
  const ways = [...drawWays(story, hand, position, rank, play), ...splitWays(story, hand, position, rank, play)]
  const stood = stand(story, play)
  return stood && stood.active < stood.hands.length ? [...ways, ...takeCard(stood, position, rank, play)] : ways
}

const drawWays = (story: Story, hand: Hand, position: number, rank: number, play: Play): Story[] => {
  const { rules, upRank, absent, standIn, stakesSensed } = play
  const played = { ...story, end: position + 1 }
  const ways: Story[] = []
  const frozen = isFrozenAce(hand, rules)
  if (!frozen && (absent ? absentDraws(hand, rules) : mayDraw(hand, rules))) {
    const hit = withCard(absent || standIn ? hand : withAction(hand, 'hit'), position, rank)
    const score = absent ? story.score : story.score + hitScore(hand.points, upRank)
    ways.push(settleHand({ ...played, score }, story.active, hit, play))
  }
  if (absent || standIn || frozen || !mayDraw(hand, rules) || !mayDouble(hand, rules)) return ways
  const score = story.score + doubleScore(hand.points)
  const free = mayDoubleFree(hand, rules)
  if (free) {
    // 000 §5.1, 001 Free Double: the house's lammer beside the bet, one card.
    const doubled = withCard({ ...withAction(hand, 'free-double', 'double'), lammers: hand.lammers + 1 }, position, rank)
    const effects = [...story.effects, { kind: 'stake', position, units: 0, lammers: 1 } as const]
    ways.push(settleHand({ ...played, effects, score }, story.active, doubled, play))
  }
  if (!free || stakesSensed) {
    const doubled = withCard({ ...withAction(hand, 'double', 'double'), real: hand.real + 1 }, position, rank)
    const effects = [...story.effects, { kind: 'stake', position, units: 1, lammers: 0 } as const]
    ways.push(settleHand({ ...played, effects, score: free ? score - 3 : score }, story.active, doubled, play))
  }
  return ways
}

const splitWays = (story: Story, hand: Hand, position: number, rank: number, play: Play): Story[] => {
  const { rules, absent, standIn, stakesSensed } = play
  const hands = story.hands.length
  if (absent || standIn || !maySplit(hand, hands, rules)) return []
  const free = maySplitFree(hand, hands, rules)
  const ways: Story[] = []
  const split = (paid: boolean): Story => {
    const [firstPosition = -1, secondPosition = -1] = hand.positions
    const [firstRank = 0, secondRank = 0] = hand.ranks
    const kept = { ...withCard({ ...openHand(hand.real, hand.lammers, true), actions: hand.actions }, firstPosition, firstRank) }
    const parted = withCard(openHand(paid ? 1 : 0, paid ? 0 : 1, true), secondPosition, secondRank)
    const at = story.active
    return {
      ...story,
      hands: [...story.hands.slice(0, at), withAction(kept, paid ? 'split' : 'free-split'), parted, ...story.hands.slice(at + 1)],
      // 000 §4 l.133, 002 Split: the first hand is played to its end first. 003 Split: both get their cards at once.
      pending: rules.splitDealing === 'together' ? [at, at + 1] : [at],
      effects: [...story.effects, { kind: 'stake', position, units: paid ? 1 : 0, lammers: paid ? 0 : 1 }],
      score: story.score + SPLIT_SCORE - (paid && free ? 3 : 0),
    }
  }
  if (free) ways.push(split(false))
  if (!free || stakesSensed) ways.push(split(true))
  return ways.flatMap((way) => takeCard(way, position, rank, play))
}

/** Puts a hand back after its card: bust, done, or open to decide; then moves on to the next hand that can. */
const settleHand = (story: Story, at: number, hand: Hand, play: Play): Story => {
  const { rules } = play
  const total = totalOf(hand.points)
  let ended = hand.ended
  const effects = [...story.effects]
  if (isBust(hand)) {
    ended = 'bust'
    effects.push({ kind: 'take', position: story.end, units: hand.real, lammers: hand.lammers })
  } else if (ended === null && isFrozenAce(hand, rules)) {
    ended = maySplit(hand, story.hands.length, rules) ? null : 'split-ace'
  } else if (ended === null && total >= 21 && !mayDraw(hand, rules)) {
    ended = 'twenty-one'
  }
  const hands = story.hands.with(at, { ...hand, ended })
  return advance({ ...story, hands, effects }, play)
}

/** Moves `active` past finished hands; in sequential splits the next hand is owed its second card first. */
const advance = (story: Story, { rules }: Play): Story => {
  if (story.pending.length > 0) return story
  let active = story.active
  while (active < story.hands.length && story.hands[active]?.ended) active++
  const next = story.hands[active]
  const owed = next && next.ranks.length === 1 && rules.splitDealing === 'sequential'
  return { ...story, active, pending: owed ? [active] : [] }
}

/** The active hand stops; null where the rules do not let it. 21 and a split ace's card are no decisions. */
const stand = (story: Story, play: Play): Story | null => {
  const hand = story.hands[story.active]
  if (!hand || story.pending.length > 0) return null
  const { rules, absent, standIn, upRank } = play
  if (absent ? absentDraws(hand, rules) : !mayStand(hand, rules) && !isFrozenAce(hand, rules)) return null
  if (absent) return advance({ ...story, hands: story.hands.with(story.active, { ...hand, ended: 'stand' }) }, play)
  const decided = totalOf(hand.points) < 21 && !isFrozenAce(hand, rules)
  const stopped: Hand = standIn
    ? { ...hand, ended: 'stand' }
    : decided
      ? withAction(hand, 'stand', 'stand')
      : { ...hand, ended: isFrozenAce(hand, rules) ? 'split-ace' : 'twenty-one' }
  const score = decided ? story.score + standScore(hand.points, upRank) : story.score
  return advance({ ...story, hands: story.hands.with(story.active, stopped), score }, play)
}

/** The ways this story can be over without another card. */
const endings = (story: Story, play: Play): Story[] => {
  if (story.pending.length > 0) return []
  if (story.active >= story.hands.length) return [story]
  const ends: Story[] = []
  let stopped: Story | null = story
  while (stopped && stopped.active < stopped.hands.length) stopped = stand(stopped, play)
  if (stopped) ends.push({ ...stopped, stopped: true })
  const [only] = story.hands
  const { rules, upRank, absent, standIn, stakesSensed } = play
  // Counted only where it leaves a trace.
  if (only && !absent && !standIn && stakesSensed && maySurrender(only, story.hands.length, upRank, rules)) {
    ends.push({
      ...story,
      hands: [withAction(only, 'surrender', 'surrender')],
      active: 1,
      stopped: true,
      effects: [{ kind: 'surrender', position: story.end, units: 0, lammers: 0 }],
      score: story.score + SURRENDER_SCORE,
    })
  }
  return ends
}
