/** Stakes that may lie on a spot before their card: the decisions open to the hand that decides next. */
import type { HouseRules } from '../house/rules.ts'
import { type Hand, isFrozenAce, mayDouble, mayDoubleFree, mayDraw, maySplit, maySplitFree, mayStand } from './hand.ts'
import type { ChipEffect, Story } from './story.ts'

/**
 * Chip effects of a double or split this story may come to next, at the position of the next card. Hands before the one that decides may
 * have stood without a sign, as long as the next has both its cards (003 deals them together).
 */
export const stakeOptions = (story: Story, rules: HouseRules): readonly ChipEffect[] => {
  if (story.pending.length > 0) return []
  const options: ChipEffect[] = []
  for (const hand of story.hands.slice(story.active)) {
    if (hand.ended) continue
    if (hand.ranks.length < 2) break
    options.push(...optionsOf(hand, story, rules))
    if (!mayStand(hand, rules)) break
  }
  return options
}

const optionsOf = (hand: Hand, story: Story, rules: HouseRules): readonly ChipEffect[] => {
  const hands = story.hands.length
  const doubles = mayDraw(hand, rules) && !isFrozenAce(hand, rules) && mayDouble(hand, rules)
  const splits = maySplit(hand, hands, rules)
  const free = (doubles && mayDoubleFree(hand, rules)) || (splits && maySplitFree(hand, hands, rules))
  const stake = (units: number, lammers: number): ChipEffect => ({ kind: 'stake', position: story.end, units, lammers })
  return [...(doubles || splits ? [stake(1, 0)] : []), ...(free ? [stake(0, 1)] : [])]
}
