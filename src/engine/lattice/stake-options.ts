/** Stakes that may lie on a spot before their card: the decisions open to the hand that decides next. */
import type { ChipEffect } from '../evidence/chips.ts'
import {
  type Hand,
  isFrozenAce,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  type PlayRules,
} from '../game/hand.ts'
import type { Run } from './graph.ts'
import { handsOf } from './ways.ts'

/**
 * Chip effects of a double or split this hand in play may come to next, before the card at `position`. Hands before the one that decides
 * may have stood without a sign, as long as the next has both its cards (003 deals them together).
 */
export const stakeOptions = (run: Run, position: number, rules: PlayRules): readonly ChipEffect[] => {
  const { hand, waiting, owed } = run
  if (owed !== null) return []
  const hands = handsOf(run)
  const options: ChipEffect[] = []
  for (const each of [hand, ...waiting.hands]) {
    if (each.ended) continue
    if (each.ranks.length < 2) break
    options.push(...optionsOf(each, hands, position, rules))
    if (!mayStand(each, rules)) break
  }
  return options
}

const optionsOf = (hand: Hand, hands: number, position: number, rules: PlayRules): readonly ChipEffect[] => {
  const isOpen =
    rules.playError === 'SPLIT-ACE-DOUBLE' || rules.playError === 'DOUBLE-ON-BJ' || (mayDraw(hand, rules) && !isFrozenAce(hand, rules))
  const doubles = isOpen && mayDouble(hand, rules)
  const splits = maySplit(hand, hands, rules)
  const free = (isOpen && mayDoubleFree(hand, rules)) || (splits && maySplitFree(hand, hands, rules))
  const odd = (doubles && rules.playError === 'DOUBLE-AMOUNT') || (splits && rules.playError === 'SPLIT-AMOUNT')
  const stake = (units: number, lammers: number): ChipEffect => ({ kind: 'stake', position, units, lammers })
  return [...(doubles || splits ? [stake(1, 0)] : []), ...(odd ? [stake(rules.units ?? 1, 0)] : []), ...(free ? [stake(0, 1)] : [])]
}
