/** Stakes that may be placed on a spot before their card: the decisions open to the hand that decides next. */

import {
  type Hand,
  isFrozenAce,
  mayDouble,
  mayDoubleFree,
  mayDraw,
  maySplit,
  maySplitFree,
  mayStand,
  type Play,
} from '../../rules/game/hand.ts'
import type { ChipEffect } from '../evidence/chips.ts'
import type { Run } from './graph.ts'
import { doublesUnder, handsOf } from './ways.ts'

/**
 * Chip effects of the doubles and splits that may come next from this hand in play, before the card at `position`. Hands before the one
 * that decides may have stood without a sign, as long as the next has both its cards (003 deals them together).
 */
export const stakeOptions = (run: Run, position: number, play: Pick<Play, 'rules' | 'doubles'>): readonly ChipEffect[] => {
  const { hand, waiting, owed } = run
  if (owed !== null) return []
  const hands = handsOf(run)
  const options: ChipEffect[] = []
  for (const each of [hand, ...waiting.hands]) {
    if (each.ended) continue
    if (each.ranks.length < 2) break
    options.push(...optionsOf(each, hands, position, play))
    if (!mayStand(each, play.rules)) break
  }
  return options
}

const optionsOf = (
  hand: Hand,
  hands: number,
  position: number,
  { rules, doubles: amounts }: Pick<Play, 'rules' | 'doubles'>,
): readonly ChipEffect[] => {
  const isOpen =
    rules.playError === 'SPLIT-ACE-DOUBLE' || rules.playError === 'DOUBLE-ON-BJ' || (mayDraw(hand, rules) && !isFrozenAce(hand, rules))
  const doubles = isOpen && mayDouble(hand, rules)
  const splits = maySplit(hand, hands, rules)
  const free = (isOpen && mayDoubleFree(hand, rules)) || (splits && maySplitFree(hand, hands, rules))
  const stake = (units: number, lammers: number): ChipEffect => ({ kind: 'stake', position, units, lammers })
  const paid = [
    ...(splits ? [1] : []),
    ...(doubles ? doublesUnder(rules, amounts) : []),
    ...(splits && rules.playError === 'SPLIT-AMOUNT' ? [rules.units ?? 1] : []),
  ]
  return [...[...new Set(paid)].map((units) => stake(units, 0)), ...(free ? [stake(0, 1)] : [])]
}
