/** What a player does with a hand, and what becomes of it. */
export const ACTIONS = ['hit', 'stand', 'double', 'free-double', 'split', 'free-split', 'surrender', 'even-money'] as const
export type Action = (typeof ACTIONS)[number]
export const OUTCOMES = ['win', 'lose', 'push', 'blackjack', 'surrender', 'void'] as const
export type Outcome = (typeof OUTCOMES)[number]
