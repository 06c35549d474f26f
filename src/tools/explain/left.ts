/** The remaining readings: how they differ, why nothing decided between them, and what would have. */

import type { TableContext } from '../../engine/context.ts'
import { codeRead, isPointed, MAINS, type Round, spotOf } from '../../engine/evidence/round.ts'
import type { Story } from '../../engine/evidence/story.ts'
import type { Readings } from '../../engine/round-readings.ts'
import { UNKNOWN } from '../../rules/game/cards.ts'
import { dealLength } from '../../rules/game/deal.ts'
import type { Outcome } from '../../rules/game/outcome.ts'
import { textOf, unreadText } from '../../wire/account/text.ts'
import type { Account } from './account.ts'
import { listText } from './claim-text.ts'
import { claimsOf } from './claims.ts'
import { type Place, placesOf } from './fallen.ts'

/** A card that readings put in different places. */
export interface OpenCard {
  readonly position: number
  readonly places: readonly Place[]
}

/** An alternative for what one box held or did. */
export interface OtherHand {
  readonly box: number
  readonly story: Story
  readonly count: number
}

/** A box whose results differ between readings. */
export interface OpenResult {
  readonly box: number
  readonly results: readonly { readonly outcomes: readonly Outcome[]; readonly count: number }[]
}

export interface Left {
  readonly cards: readonly OpenCard[]
  readonly others: readonly OtherHand[]
  readonly results: readonly OpenResult[]
  /** All readings written out, the best first; null if there are too many. */
  readonly written: readonly (readonly Story[])[] | null
  readonly because: readonly string[]
}

const WRITTEN_MAX = 12

export const leftOf = (account: Account, readings: Readings): Left => {
  const { round, context } = account
  const cards = openCards(round, readings, context)
  const results = openResults(round, readings)
  return {
    cards,
    others: round.boxes.flatMap((box, index) => otherStories(round, box, index, readings)),
    results,
    written: readings.readings > 1 && readings.readings <= WRITTEN_MAX ? writtenOut(round, readings) : null,
    because: reasons(account, readings, cards, results),
  }
}

const openCards = (round: Round, readings: Readings, { rules }: TableContext): readonly OpenCard[] =>
  round.cards.flatMap((_, position) => {
    if (position < dealLength(rules, round.boxes.length)) return []
    const places = placesOf(round, readings, position)
    return places.length > 1 || (places[0]?.count ?? readings.count) < readings.count ? [{ position, places }] : []
  })

const keyOf = (round: Round, story: Story): string =>
  claimsOf(round, 0, story)
    .map(({ key }) => key)
    .join(' ')

/** Whether they have the same cards and the same decisions. */
export const isSameStory = (round: Round, one: Story | undefined, other: Story): boolean =>
  one !== undefined && keyOf(round, one) === keyOf(round, other)

/** Stories of the box other than that of the best reading, the likeliest first. */
const otherStories = (round: Round, box: number, index: number, { boxes, best }: Readings): readonly OtherHand[] => {
  const own = best?.stories[index]
  const known = own && keyOf(round, own)
  const others = new Map<string, OtherHand>()
  for (const { story, count } of boxes[index] ?? []) {
    const key = keyOf(round, story)
    if (key !== known) others.set(key, { box, story, count: (others.get(key)?.count ?? 0) + count })
  }
  return [...others.values()].sort((one, other) => other.count - one.count || other.story.score - one.story.score)
}

const openResults = (round: Round, { boxes }: Readings): readonly OpenResult[] =>
  round.boxes.flatMap((box, index) => {
    const results = new Map<string, { outcomes: readonly Outcome[]; count: number }>()
    for (const { outcomes, count } of boxes[index] ?? []) {
      if (outcomes) results.set(outcomes.join(), { outcomes, count: (results.get(outcomes.join())?.count ?? 0) + count })
    }
    return results.size > 1 ? [{ box, results: [...results.values()].sort((one, other) => other.count - one.count) }] : []
  })

/** Ways to try until all readings are found: an unread card makes several ways of one reading. */
const WAYS_MAX = 500

/** Every reading, the likeliest first; null if that takes too long. */
const writtenOut = (round: Round, { readings, kBest }: Readings): Left['written'] => {
  const written = new Map<string, readonly Story[]>()
  for (const { stories } of kBest(WAYS_MAX)) {
    const key = stories.map((story) => keyOf(round, story)).join('|')
    if (!written.has(key)) written.set(key, stories)
    if (written.size === readings) return [...written.values()]
  }
  return null
}

const seconds = (round: Round, at: number): string => `+${((at - round.openedAt) / 1000).toFixed(1)} s`

/** Why readings remain, and the evidence that would have decided between them: each a sentence. */
const reasons = (
  { round, context, summary, end }: Account,
  readings: Readings,
  cards: readonly OpenCard[],
  results: readonly OpenResult[],
) => {
  const said: string[] = []
  if (end === 'open') said.push('The file ends before the round does.')
  if (summary.incomplete !== null) said.push(textOf('left.incomplete', { reason: summary.incomplete }))
  const unread = round.cards.filter((card) => codeRead(card) === UNKNOWN).length
  if (unread > 0) said.push(unreadText(unread))
  const way = WAY_REASONS[readings.way]
  if (way !== null) said.push(way)
  if (readings.readings <= 1) return said
  const [first, last] = [cards[0]?.position, cards.at(-1)?.position]
  if (first !== undefined && last !== undefined) {
    const from = round.cards[first - 1]?.at ?? round.openedAt
    const to = round.cards[last]?.at ?? from
    const moved = round.boxes.filter((box) =>
      MAINS.some((area) => round.moves.get(spotOf(box, area))?.some(({ at }) => at > from && at <= to)),
    )
    const silent = 'A player who stands does not move any chips'
    said.push(
      moved.length === 0
        ? `${silent}, and between ${seconds(round, from)} and ${seconds(round, to)} no chips moved: nothing shows where one hand ended and the next began.`
        : `${silent}; the chips that moved between ${seconds(round, from)} and ${seconds(round, to)} (${listText(
            moved.map((box) => `box ${box}`),
            'and',
          )}) fit every one of these readings.`,
    )
    said.push(textOf(isPointed(round) ? 'left.pointer.late' : 'left.pointer.none'))
  }
  const boxesText = listText(
    results.map(({ box }) => `box ${box}`),
    'and',
  )
  if (context.chipEvidence === 'bets')
    said.push('The sensors of this table do not follow stakes added during play, so doubles and splits leave no trace.')
  if (context.chipEvidence !== 'payouts' && results.length > 0) {
    said.push(`The sensors of this table do not follow payouts; those of ${boxesText} would have ruled out more.`)
  } else if (results.length > 0) {
    said.push(`The results of ${boxesText} differ, and the chips fit each of them.`)
  } else if (end !== 'open' && summary.incomplete === null) {
    said.push(textOf('left.same'))
  }
  return said
}

const WAY_REASONS: { readonly [way in Readings['way']]: string | null } = {
  all: null,
  'late-pointer': 'No reading fits if the pointer was moved in time, so it is assumed to have been late.',
  'without-settlement': 'No reading fits the chip movements after play, so they were ignored.',
  'without-chips': 'No reading fits the chip movements, so only the cards were used.',
}
