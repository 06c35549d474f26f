/** When the hands of a split get their second cards. */
import type { Hand, PlayRules } from '../../rules/game/hand.ts'
import type { Node, Run } from './graph.ts'

type Aside = Node['aside']

/**
 * When the next hand of a split may get its second card. `left`: the hand before it. If the order is the error, or is open because of it,
 * there are several ways.
 */
export const asidesOf = (left: Hand, { splitDealing, playError }: PlayRules): readonly Aside[] => {
  if (playError === 'SPLIT-DEAL-ORDER') return [2, 0]
  if (splitDealing === 'sequential') return [0]
  if (left.positions.length < 2) return playError === 'SPLIT-NO-CARD' ? [2, 0] : [2]
  // After a late split each hand gets a card, or the next one its second, or the hand before it is played on first.
  return left.ended === null ? [2, 1, 0] : [1]
}

/** What a split owes. After a late one the hand before has its second card. */
export const owedBy = (left: Hand, aside: Aside): Run['owed'] =>
  aside === 2 ? 'both' : aside === 1 ? 'next' : left.positions.length < 2 ? 'own' : null

/** May a split hand get its second card in its turn? */
export const isServedInTurn = ({ splitDealing, playError }: PlayRules): boolean =>
  splitDealing === 'sequential' || playError === 'SPLIT-DEAL-ORDER' || playError === 'SPLIT-LATE'
