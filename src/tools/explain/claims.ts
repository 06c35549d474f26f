/**
 * A story as separate claims about the past: who took which card, how, and where a hand ended. A claim that was true once stays true, so a
 * story continues in a later one if all its claims do and no earlier card was moved; otherwise it was ruled out.
 */

import { type Round, rankAt } from '../../engine/evidence/round.ts'
import type { Story } from '../../engine/evidence/story.ts'
import type { BoxStory, Readings } from '../../engine/round-readings.ts'
import { totalOf } from '../../rules/game/cards.ts'
import type { DealerRun } from '../../rules/game/dealer.ts'
import { type Hand, OVER_BY_ITSELF } from '../../rules/game/hand.ts'

/** In order of preference if several say the same; `finished` is the dealer's. */
export const CLAIM_KINDS = ['finished', 'place', 'split', 'double', 'surrender', 'even-money', 'bust', 'stood', 'hit'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export interface Claim {
  /** The same claim in two stories of one box has the same key. */
  readonly key: string
  readonly kind: ClaimKind
  /** Box number; 0 = the dealer. */
  readonly box: number
  /** 1, 2, ... in a box with several hands, otherwise null. */
  readonly hand: number | null
  /** Position of the card concerned. */
  readonly card: number | null
  /** Positions of the hand's other cards. */
  readonly cards: readonly number[]
  /** Total of those cards (`double`, `hit`) or of the whole hand (`stood`, `bust`, `finished`); null if one of the cards is unknown. */
  readonly total: number | null
  /** On a lammer of the house. */
  readonly free: boolean
  /** Somebody decided it; false: the rules did. */
  readonly decided: boolean
}

export const DEALER = 0
/** In every house (000 §3 l.95, 002 l.23, 003 l.50, 004 l.25). */
const STANDS_FROM = 17

/** Total of these cards; null if one of them was not read. */
const totalAt = (round: Round, positions: readonly number[], hand: Hand): number | null => {
  if (positions.some((position) => rankAt(round, position) === null)) return null
  return positions.length === hand.positions.length ? totalOf(hand.points) : countAt(round, positions)
}

const countAt = (round: Round, positions: readonly number[]): number => {
  const ranks = positions.map((position) => rankAt(round, position) ?? 0)
  const hard = ranks.reduce((sum, rank) => sum + Math.min(rank + 1, 10), 0)
  return ranks.includes(0) && hard <= 11 ? hard + 10 : hard
}

const isFree = (action: string): boolean => action.startsWith('free')

export const claimsOf = (round: Round, box: number, story: Story): readonly Claim[] => {
  const several = story.hands.length > 1
  return story.hands.flatMap((hand, at) => handClaims(hand, { round, box, number: several ? at + 1 : null, start: story.start }))
}

/** Whose hand it is. */
interface Owner {
  readonly round: Round
  readonly box: number
  /** null: the box has no other. */
  readonly number: number | null
  /** Position of the first card after those that lay when the story begins. */
  readonly start: number
}

const handClaims = (hand: Hand, { round, box, number, start }: Owner): readonly Claim[] => {
  const { positions, actions, ended } = hand
  const claims: Claim[] = []
  const claim = (kind: ClaimKind, key: string, more: Partial<Claim> = {}) => {
    claims.push({
      key: `${kind}/${key}`,
      kind,
      box,
      hand: number,
      card: null,
      cards: positions,
      total: null,
      free: false,
      decided: true,
      ...more,
    })
  }
  const whole = totalAt(round, positions, hand)
  const splits = actions.filter((action) => action.endsWith('split'))
  splits.forEach((action, nth) => {
    claim('split', `${positions[0]}/${nth}/${action}`, { hand: null, cards: positions.slice(0, 1), free: isFree(action) })
  })
  const draws = actions.filter((action) => action === 'hit' || action.endsWith('double'))
  positions.forEach((card, at) => {
    const cards = positions.slice(0, at)
    if (card >= start) claim('place', `${card}`, { card, cards, hand: at === 0 ? null : number })
    if (at < 2) return
    const how = draws[at - 2]
    const key = `${how}/${positions.slice(0, at + 1).join('.')}`
    const more = { card, cards, total: totalAt(round, cards, hand), decided: how !== undefined }
    if (how?.endsWith('double')) claim('double', key, { ...more, free: isFree(how) })
    else claim('hit', key, more)
  })
  const end = positions.join('.')
  if (actions.includes('surrender')) claim('surrender', end)
  if (actions.includes('even-money')) claim('even-money', end)
  if (ended === 'bust') claim('bust', end, { total: whole })
  if (ended === 'stand' || OVER_BY_ITSELF.some((end) => end === ended)) {
    claim('stood', end, { total: whole, decided: actions.at(-1) === 'stand' })
  }
  return claims
}

/** A dealer whose hole card is unknown has no total; the total of one who need not draw does not matter. */
const dealerClaims = ({ drawn, end, done, total: held }: DealerRun, isHoleDown: boolean): readonly Claim[] => {
  const claim = { box: DEALER, hand: null, cards: [], total: null, free: false, decided: false } as const
  const places = Array.from({ length: drawn }, (_, at): Claim => {
    const card = end - drawn + at
    return { ...claim, key: `place/${card}`, kind: 'place', card }
  })
  const total = !isHoleDown && held >= STANDS_FROM ? held : null
  return done ? [...places, { ...claim, key: `finished/${end}/${total}`, kind: 'finished', card: null, total }] : places
}

/** The number of readings in which a claim is true. */
export interface Support {
  readonly claim: Claim
  readonly count: number
}
export type Supports = ReadonlyMap<string, Support>

const add = (supports: Map<string, Support>, claims: readonly Claim[], count: number) => {
  for (const claim of claims) supports.set(claim.key, { claim, count: (supports.get(claim.key)?.count ?? 0) + count })
}

/** The claims of one box in all readings. */
export const boxSupports = (round: Round, index: number, readings: Readings): Supports => {
  const supports = new Map<string, Support>()
  for (const { story, count } of readings.boxes[index] ?? []) add(supports, claimsOf(round, round.boxes[index] ?? 0, story), count)
  return supports
}

export const dealerSupports = ({ dealers, isHoleDown }: Readings): Supports => {
  const supports = new Map<string, Support>()
  for (const { run, count } of dealers) add(supports, dealerClaims(run, isHoleDown), count)
  return supports
}

/** A story with its claims; the same story with other outcomes counts as the same. */
export interface ClaimedStory {
  readonly story: Story
  readonly claims: readonly Claim[]
  readonly keys: ReadonlySet<string>
  readonly count: number
}

export const claimedStories = (round: Round, box: number, stories: readonly BoxStory[]): readonly ClaimedStory[] => {
  const told = new Map<string, ClaimedStory>()
  for (const { story, count } of stories) {
    const claims = claimsOf(round, box, story)
    const keys = new Set(claims.map(({ key }) => key))
    const name = [...keys].join(' ')
    told.set(name, { story, claims, keys, count: (told.get(name)?.count ?? 0) + count })
  }
  return [...told.values()]
}
