/** Hard rounds of house 001, Free Bet with Pot of Gold: settled by hand from its document. */
import type { HardRound } from './hard-round.ts'
import { BEFORE_PLAY } from './pot-of-gold-before-play.ts'
import { DEALER } from './pot-of-gold-dealer.ts'
import { FREE_BETS } from './pot-of-gold-free-bets.ts'

export const ROUNDS: readonly HardRound[] = [...BEFORE_PLAY, ...FREE_BETS, ...DEALER]
