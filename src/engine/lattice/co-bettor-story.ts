/**
 * What a co-bettor did about the holder's doubles and splits, and about a natural: the holder's story as it then shows on the co-bettor's
 * spot.
 */

import { doubledBy, type Hand, isDoubled } from '../../rules/game/hand.ts'
import type { HouseRules } from '../../rules/house/rules.ts'
import type { ChipEffect, Timeline } from '../evidence/chips.ts'
import { firstWhole } from '../evidence/spot-track.ts'
import type { Story } from '../evidence/story.ts'

export type PlayedStory = Pick<Story, 'hands' | 'effects'>

/** Positions of the cards before which stakes were laid for a double. */
const doublesOf = ({ hands }: PlayedStory): readonly number[] =>
  hands.flatMap((hand) => (isDoubled(hand) ? [hand.positions.at(-1) ?? -1] : []))

/** Position of the card before which this hand was split off: the first split after its first card came; -1 for the box's first hand. */
const splitBefore = (story: PlayedStory, at: number): number => {
  const doubles = doublesOf(story)
  const first = story.hands[at]?.positions[0] ?? 0
  const splits = story.effects.flatMap(({ kind, position }) =>
    kind === 'stake' && !doubles.includes(position) && position > first ? [position] : [],
  )
  return at === 0 ? -1 : Math.min(...splits)
}

/**
 * The holder's story as it is on a co-bettor's spot, once for each choice of what he followed. Following everything comes first. `amounts`:
 * what a double may have added there, in bets.
 */
export const followings = (story: PlayedStory, amounts: readonly number[], rules: HouseRules): readonly PlayedStory[] =>
  withOwnDoubles(story, amounts).flatMap((own) => followingsOf(own, rules))

/** A bettor who follows a double chooses the amount. */
const withOwnDoubles = (story: PlayedStory, amounts: readonly number[]): readonly PlayedStory[] =>
  story.hands.reduce<readonly PlayedStory[]>(
    (stories, { actions }, at) =>
      actions.includes('double') ? stories.flatMap((each) => amounts.map((units) => doubledFor(each, at, units))) : stories,
    [story],
  )

const doubledFor = (story: PlayedStory, at: number, units: number): PlayedStory => {
  const hand = story.hands[at] as Hand
  const last = hand.positions.at(-1) ?? -1
  const real = hand.real - doubledBy(hand) + units
  const effects = story.effects.map((effect): ChipEffect => {
    if (effect.kind === 'stake' && effect.units > 0 && effect.position === last) return { ...effect, units }
    return effect.kind === 'take' && effect.position - 1 === last ? { ...effect, units: real } : effect
  })
  return { ...story, hands: story.hands.with(at, { ...hand, real }), effects }
}

const followingsOf = (story: PlayedStory, rules: HouseRules): readonly PlayedStory[] => {
  const stakes = story.effects.filter((effect) => effect.kind === 'stake')
  // If the house's lammer covers only the holder, nobody follows a free bet.
  const mayFollow = (effect: ChipEffect): boolean => rules.freeBetCovers === 'following-bettors' || effect.lammers === 0
  const free = stakes.filter(mayFollow)
  const barred = stakes.filter((effect) => !mayFollow(effect)).map((effect) => effect.position)
  return Array.from({ length: 2 ** free.length }, (_, choice) => {
    const left = new Set([...free.filter((_stake, at) => (choice >> at) & 1).map((effect) => effect.position), ...barred])
    return left.size === 0 ? [story] : isPossible(story, left) ? [without(story, left)] : []
  }).flat()
}

/** No bettor raises a hand on which he has no chips. */
const isPossible = (story: PlayedStory, left: ReadonlySet<number>): boolean =>
  story.hands.every((hand, at) => {
    const doubled = hand.actions.includes('double') || hand.actions.includes('free-double')
    return !left.has(splitBefore(story, at)) || !doubled || left.has(hand.positions.at(-1) ?? -1)
  })

/** The story without the stakes laid before the cards at these positions. */
const without = (story: PlayedStory, left: ReadonlySet<number>): PlayedStory => {
  const hands = story.hands.map((hand, at) => {
    const split = splitBefore(story, at)
    if (left.has(split)) return { ...hand, real: 0, lammers: 0 }
    const last = hand.positions.at(-1) ?? -1
    if (hand.actions.includes('double') && left.has(last)) return { ...hand, real: hand.real - doubledBy(hand) }
    if (hand.actions.includes('free-double') && left.has(last)) return { ...hand, lammers: hand.lammers - 1 }
    return hand
  })
  const effects = story.effects.flatMap((effect) => {
    if (effect.kind === 'stake') return left.has(effect.position) ? [] : [effect]
    const bust = hands.find((hand) => hand.ended === 'bust' && hand.positions.at(-1) === effect.position - 1)
    if (!bust) return [effect]
    return bust.real + bust.lammers > 0 ? [{ ...effect, units: bust.real, lammers: bust.lammers }] : []
  })
  return { ...story, hands, effects }
}

export const withOwnEvenMoney = (story: PlayedStory, timeline: Timeline, bet: number, spotLagMs: number): PlayedStory => {
  const [hand] = story.hands
  if (hand?.ended !== 'natural') return story
  const taken = firstWhole(timeline, spotLagMs)?.amount === 2 * bet
  return { ...story, hands: [{ ...hand, actions: taken ? ['even-money'] : [] }] }
}
