/** Hands written in one line, for tests of what is due. */

import { cardCode, rankOf } from '../../src/rules/game/cards.ts'
import { type Ended, type Hand, openHand, withAction, withCard } from '../../src/rules/game/hand.ts'
import type { Action } from '../../src/rules/game/outcome.ts'
import type { Money } from '../../src/rules/game/settle.ts'

export const MONEY: Money = { smallestChip: 100, rounding: 'down' }
export const codes = (text: string): number[] => text.split(' ').map((card) => cardCode(card as '5S'))

export interface Held {
  readonly cards: string
  readonly actions?: readonly Action[]
  readonly ended?: Ended
  /** The chips and lammers on it, in bets; default one bet. */
  readonly stake?: readonly [number, number]
  readonly split?: boolean
}

export const handOf = ({ cards, actions = [], ended = 'stand', stake: [real, lammers] = [1, 0], split = false }: Held): Hand => {
  const held = codes(cards).reduce<Hand>((hand, code, position) => withCard(hand, position, rankOf(code)), openHand(real, lammers, split))
  return actions.reduce<Hand>((hand, action) => withAction(hand, action), { ...held, ended })
}

/** The dealer's final hand: its total, or `natural`. */
export const finalOf = (total: number | 'natural') => (total === 'natural' ? { total: 21, blackjack: true } : { total, blackjack: false })
