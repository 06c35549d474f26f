/** What an observation ruled out and what became certain with it: the readings before it compared with those after it. */

import type { Round } from '../../engine/evidence/round.ts'
import type { Readings } from '../../engine/round-readings.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { boxSupports, CLAIM_KINDS, type Claim, type ClaimedStory, claimedStories, DEALER, dealerSupports, type Supports } from './claims.ts'

/** What all stories ruled out with a claim had in common, and no remaining story has: a bust, or a second stake. */
export type Common = 'bust' | 'double' | 'split'

/** A claim that no reading makes any more; `count`: readings that made it before. */
export interface Fallen {
  readonly claim: Claim
  readonly count: number
  readonly common: Common | null
  /** It may still happen: the hand is not over. */
  readonly yet: boolean
  /** How much of what people usually do is ruled out with it; used only for ranking. */
  readonly weight: number
}

/** The fewest claims that explain which stories of the boxes and the dealer were ruled out: the dealer's first, then the likeliest. */
export const fallenOf = (round: Round, before: Readings, after: Readings, cardsBefore: number): readonly Fallen[] => {
  const boxes = round.boxes.flatMap((box, index) => {
    const left = claimedStories(round, box, after.boxes[index] ?? [])
    const gone = claimedStories(round, box, before.boxes[index] ?? []).filter(
      (told) => !left.some((later) => goesOn(told, later, cardsBefore)),
    )
    const isOpen = (after.untouched[index] ?? 0) > 0 || left.some(({ story }) => story.active < story.hands.length)
    return cover(gone, boxSupports(round, index, after)).map((fallen) => ({ ...fallen, yet: isOpen && isTimeless(fallen.claim) }))
  })
  const left = dealerSupports(after)
  const dealer = [...dealerSupports(before).values()].filter(({ claim }) => !left.has(claim.key))
  return [
    ...dealer.map((support): Fallen => ({ ...support, common: null, yet: false, weight: support.count })),
    ...boxes.sort((one, other) => other.weight - one.weight),
  ].sort((one, other) => rankOf(one) - rankOf(other))
}

/** The end of the dealer's hand comes first, because most of the rest follows from it. What may still happen comes last. */
const rankOf = ({ claim, yet }: Fallen): number => (claim.kind === 'finished' ? 0 : yet ? 2 : 1)

/** Reported without the card that came with it, if any did. */
const isTimeless = ({ kind }: Claim): boolean => kind === 'stood' || kind === 'split' || kind === 'surrender' || kind === 'even-money'

const goesOn = (told: ClaimedStory, later: ClaimedStory, cardsBefore: number): boolean => {
  for (const key of told.keys) if (!later.keys.has(key)) return false
  // It may not have received any of the earlier cards.
  return later.claims.every(({ kind, key, card }) => kind !== 'place' || card === null || card >= cardsBefore || told.keys.has(key))
}

/** Greedy: takes the claim that most ruled-out stories made, until every ruled-out story is covered. */
const cover = (gone: readonly ClaimedStory[], left: Supports): readonly Fallen[] => {
  const chosen: Fallen[] = []
  let rest = gone
  while (rest.length > 0) {
    let most: Fallen | null = null
    for (const [key, fallen] of counted(rest)) {
      if (!left.has(key) && (most === null || isTold(fallen, most))) most = fallen
    }
    if (most === null) break
    const { key } = most.claim
    chosen.push({
      ...most,
      common: commonOf(
        rest.filter(({ keys }) => keys.has(key)),
        left,
      ),
    })
    rest = rest.filter(({ keys }) => !keys.has(key))
  }
  return chosen
}

const COMMON: readonly Common[] = ['bust', 'double', 'split']

const commonOf = (told: readonly ClaimedStory[], left: Supports): Common | null =>
  COMMON.find((common) => told.every(({ claims }) => claims.some(({ kind, key }) => kind === common && !left.has(key)))) ?? null

const isTold = (one: Fallen, other: Fallen): boolean =>
  one.weight > other.weight || (one.weight === other.weight && CLAIM_KINDS.indexOf(one.claim.kind) < CLAIM_KINDS.indexOf(other.claim.kind))

const counted = (told: readonly ClaimedStory[]): ReadonlyMap<string, Fallen> => {
  const counts = new Map<string, Fallen>()
  for (const { story, claims, count } of told) {
    const weight = count * Math.exp(story.score)
    for (const claim of claims) {
      const known = counts.get(claim.key)
      counts.set(claim.key, { claim, count: (known?.count ?? 0) + count, common: null, yet: false, weight: (known?.weight ?? 0) + weight })
    }
  }
  return counts
}

/** `hand` counts from 1; null in a box with one hand. */
export interface Result {
  readonly box: number
  readonly hand: number | null
  readonly outcome: Outcome
}

export interface Certain {
  readonly claims: readonly Claim[]
  readonly results: readonly Result[]
}

/** Everything that all readings agree on. */
export const certainOf = (round: Round, readings: Readings): Certain => ({
  claims: [
    ...round.boxes.flatMap((_, index) => agreed(boxSupports(round, index, readings), readings.count)),
    ...agreed(dealerSupports(readings), readings.count),
  ],
  results: round.boxes.flatMap((box, index) => sharedResults(box, readings, index)),
})

const agreed = (supports: Supports, count: number): readonly Claim[] =>
  [...supports.values()].filter((support) => support.count === count).map(({ claim }) => claim)

const sharedResults = (box: number, { boxes, untouched }: Readings, index: number): readonly Result[] => {
  const stories = boxes[index] ?? []
  const [first] = stories
  if (!first?.outcomes || (untouched[index] ?? 0) > 0) return []
  const several = first.story.hands.length > 1
  return first.outcomes.flatMap((outcome, at) =>
    stories.every(({ outcomes }) => outcomes?.length === first.outcomes?.length && outcomes?.[at] === outcome)
      ? [{ box, hand: several ? at + 1 : null, outcome }]
      : [],
  )
}

/** What has just become certain, each thing once: a finished hand implies how it got its cards. */
export const newlyCertain = (before: Certain | null, after: Certain): Certain => {
  const known = new Set(before?.claims.map(nameOf))
  const fresh = after.claims.filter((claim) => !known.has(nameOf(claim)))
  const ended = fresh.filter(({ kind }) => kind === 'stood' || kind === 'bust' || kind === 'double')
  const told = new Set(
    ended.flatMap(({ box, cards, card }) => [...cards, ...(card === null ? [] : [card])].map((each) => `${box}/${each}`)),
  )
  const results = new Set(before?.results.map((result) => JSON.stringify(result)))
  return {
    claims: fresh.filter(({ kind, box, card }) => kind !== 'hit' && (kind !== 'place' || box === DEALER || !told.has(`${box}/${card}`))),
    results: after.results.filter((result) => !results.has(JSON.stringify(result))),
  }
}

const nameOf = ({ box, key }: Claim): string => `${box}/${key}`

/** A place where a card may lie: the box (0 = the dealer), and in how many readings. */
export interface Place {
  readonly box: number
  readonly count: number
  /** The hand it makes in the best reading, or in all those readings if they agree; positions. */
  readonly cards: readonly number[] | null
  /** It lies here in the best reading. */
  readonly best: boolean
}

/** Whose card it is in the best reading, and the hand it makes there; null if it belongs to nobody yet. */
const bestPlace = (round: Round, { best }: Readings, position: number): Pick<Place, 'box' | 'cards'> | null => {
  if (!best) return null
  for (const [index, { hands }] of best.stories.entries()) {
    const positions = hands.find((hand) => hand.positions.includes(position))?.positions
    if (positions) return { box: round.boxes[index] ?? 0, cards: positions.slice(0, positions.indexOf(position) + 1) }
  }
  return best.dealer && position < best.dealer.end && position >= best.dealer.end - best.dealer.drawn ? { box: DEALER, cards: null } : null
}

/** The best reading's place first, then by number of readings. */
export const placesOf = (round: Round, readings: Readings, position: number): readonly Place[] => {
  const likeliest = bestPlace(round, readings, position)
  const boxes = round.boxes.flatMap((box, index): Place[] => {
    const hands = (readings.boxes[index] ?? []).flatMap(({ story, count }) =>
      story.hands.flatMap((hand) => {
        const at = hand.positions.indexOf(position)
        return at >= 0 && position >= story.start ? [{ cards: hand.positions.slice(0, at + 1), count }] : []
      }),
    )
    const [first] = hands
    if (!first) return []
    const same = hands.every(({ cards }) => cards.join() === first.cards.join())
    return [
      {
        box,
        count: hands.reduce((sum, { count }) => sum + count, 0),
        cards: box === likeliest?.box ? likeliest.cards : same ? first.cards : null,
        best: box === likeliest?.box,
      },
    ]
  })
  const dealer = dealerSupports(readings).get(`place/${position}`)?.count ?? 0
  const all = dealer > 0 ? [...boxes, { box: DEALER, count: dealer, cards: null, best: likeliest?.box === DEALER }] : boxes
  return all.sort((one, other) => Number(other.best) - Number(one.best) || other.count - one.count)
}
