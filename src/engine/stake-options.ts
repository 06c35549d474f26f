/** Stakes that may lie on a spot before their card: the decisions open to the hand that decides next. */
import type { HouseRules } from '../house/rules.ts'
import { isFrozenAce, mayDouble, mayDoubleFree, mayDraw, maySplit, maySplitFree } from './hand.ts'
import type { ChipEffect, Story } from './story.ts'

/** Chip effects of a double or split this story may come to next, at the position of the next card. */
export const stakeOptions = (story: Story, rules: HouseRules): readonly ChipEffect[] => {
  const hand = story.hands[story.active]
  if (!hand || story.pending.length > 0) return []
  const hands = story.hands.length
  const doubles = mayDraw(hand, rules) && !isFrozenAce(hand, rules) && mayDouble(hand, rules)
  const splits = maySplit(hand, hands, rules)
  const free = (doubles && mayDoubleFree(hand, rules)) || (splits && maySplitFree(hand, hands, rules))
  const stake = (units: number, lammers: number): ChipEffect => ({ kind: 'stake', position: story.end, units, lammers })
  return [...(doubles || splits ? [stake(1, 0)] : []), ...(free ? [stake(0, 1)] : [])]
}
