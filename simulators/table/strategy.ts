/** A plausible player: simple basic strategy, with a seeded share of odd decisions so that unusual situations occur. */
import { count, pips, rankOf } from './cards.ts'
import { oneOf } from './random.ts'
import type { Decision, PlayedAction, Strategy } from './types.ts'

function pairMove(decision: Decision): PlayedAction | null {
  const split = decision.moves.find((move) => move === 'split' || move === 'free-split')
  const [first] = decision.cards
  if (split === undefined || first === undefined) return null
  const value = pips(first)
  const up = pips(decision.up)
  if (value === 1 || value === 8) return split
  if (value === 10 || value === 5) return null
  if (split === 'free-split') return split
  return up >= 2 && up <= (value === 4 ? 0 : 7) ? split : null
}

function doubleMove(decision: Decision): PlayedAction | null {
  const double = decision.moves.find((move) => move === 'double' || move === 'free-double')
  if (double === undefined || double === 'free-double') return double ?? null
  const { total, soft } = count(decision.cards)
  const up = pips(decision.up)
  if (soft) return total >= 16 && total <= 18 && up >= 4 && up <= 6 ? double : null
  return (total === 11 && up !== 1) || (total === 10 && up >= 2 && up <= 9) || (total === 9 && up >= 3 && up <= 6) ? double : null
}

function standsOn(decision: Decision): boolean {
  const { total, soft } = count(decision.cards)
  const up = pips(decision.up)
  if (soft) return total >= (up === 1 || up >= 9 ? 19 : 18)
  if (total >= 17) return true
  return total >= (up === 2 || up === 3 ? 13 : 12) && up >= 2 && up <= 6
}

const basicStrategy: Strategy = (decision) => {
  const { moves } = decision
  const { total, soft } = count(decision.cards)
  const up = pips(decision.up)
  if (
    moves.includes('surrender') &&
    !soft &&
    (total === 15 || total === 16) &&
    (up >= 9 || up === 1) &&
    rankOf(decision.cards[0] as never) !== '8'
  )
    return 'surrender'
  const better = pairMove(decision) ?? doubleMove(decision)
  if (better !== null) return better
  const wanted: PlayedAction = standsOn(decision) ? 'stand' : 'hit'
  return moves.includes(wanted) ? wanted : wanted === 'stand' ? 'hit' : 'stand'
}

/** Basic strategy, except that a share `odd` (0-1) of the decisions is any legal move. */
export function looseStrategy(odd: number): Strategy {
  return (decision) => {
    // A foolish hit on twenty is kept rare. Otherwise nobody would ever have twenty.
    const isFoolish = count(decision.cards).total >= 19 && decision.random() < 0.7
    return decision.random() < odd && !isFoolish ? oneOf(decision.random, decision.moves) : basicStrategy(decision)
  }
}
