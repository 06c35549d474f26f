/**
 * Example figures for each code, as they may occur at a table, so that the guide for the pit shows the text that people read. Amounts in
 * minor units.
 */

import type { Place } from '../../procedure/catalogue/words.ts'
import type { Figures } from '../../rules/game/error-figures.ts'
import type { FindingCode } from '../../rules/house/finding-code.ts'

export interface Example extends Partial<Place> {
  readonly expected?: Figures
  readonly seen?: Figures
}

const TABLE: Partial<Place> = { box: null, spot: null }
const INS: Partial<Place> = { box: 3, spot: '3.ins' }
const P22: Partial<Place> = { box: 3, spot: '3.p22' }
const POG: Partial<Place> = { box: 3, spot: '3.pog' }
const RACK: Partial<Place> = { box: null, spot: 'rack' }
const due = (amount: number, more: Figures = {}): Figures => ({ amount, ...more })
const moved = (amount: number, more: Figures = {}): Figures => ({ amount, ...more })
const NATURAL = due(3000, { ratio: [3, 2], base: 2000 })

/** One for every code that can be raised. `npm run docs` names the codes without one. */
export const EXAMPLES: { readonly [C in FindingCode]?: Example } = {
  'DECK-CARD-EXCESS': { ...TABLE, expected: { count: 6 }, seen: { count: 7, cards: ['KS'] } },
  'DECK-RANK-EXCESS': { ...TABLE, expected: { count: 24 }, seen: { count: 25, cards: ['A'] } },
  'DECK-SHORT': { ...TABLE, expected: { count: 312 }, seen: { count: 311 } },
  'CARD-UNREADABLE': { ...TABLE, seen: { count: 1, position: 9 } },
  'CUT-CARD-POSITION': { ...TABLE, expected: { total: 156, count: 234 }, seen: { count: 120 } },
  'ROUND-AFTER-CUT-CARD': { ...TABLE },
  'CUT-CARD-NEVER-SEEN': { ...TABLE, expected: { count: 234 }, seen: { count: 235 } },
  'EARLY-SHUFFLE': { ...TABLE, seen: { count: 88 } },
  'SHOE-EXHAUSTED': { ...TABLE },
  'BURN-MISSING': { ...TABLE, expected: { count: 1 } },
  'BURN-EXTRA': { ...TABLE, expected: { count: 1 }, seen: { count: 2 } },
  'BURN-AT-DEALER-CHANGE': { ...TABLE, expected: { count: 0 }, seen: { count: 1 } },
  'SCAN-NO-BETS': { ...TABLE, seen: { cards: ['5D'] } },

  'BET-UNDER-MIN': { expected: due(1000), seen: moved(500) },
  'BET-OVER-MAX': { expected: due(50_000), seen: moved(60_000) },
  'BOX-OVER-MAX': { expected: due(50_000), seen: moved(65_000) },
  'BOX-TOO-MANY-PLAYERS': { expected: { count: 1 }, seen: { count: 2 } },
  'BET-WRONG-UNIT': { expected: { base: 500 }, seen: moved(1200) },
  'BET-LATE': { seen: moved(2000) },
  'BET-CAPPED': { expected: due(2000), seen: moved(4000) },
  'BET-PINCHED': { expected: due(4000), seen: moved(2000) },
  'BET-MOVED': { seen: moved(2000) },
  'BET-SWAPPED': { expected: due(2500, { chips: [{ value: 500, count: 5 }] }), seen: { chips: [{ value: 2500, count: 1 }] } },
  'PAST-POSTED': { expected: due(2000), seen: moved(4000, { base: 2000 }) },
  'SIDE-NO-MAIN': { ...P22, seen: moved(500) },
  'SIDE-LATE': { ...P22, expected: due(0), seen: moved(500) },
  'SIDE-LIMIT': { ...P22, expected: due(10_000, { case: 'at-most' }), seen: moved(20_000) },
  'BET-LEFT-OVER': { seen: moved(2000) },

  'DEAL-EMPTY-BOX': {},
  'DEAL-BOX-SKIPPED': {},
  'DEAL-ONE-CARD-HAND': {},
  'DEAL-EXTRA-CARD': { ...TABLE, expected: { count: 11 }, seen: { cards: ['9C'] } },
  'DEAL-SECOND-DEALER-CARD-EARLY': { ...TABLE },
  'DEAL-HOLE-ORDER': { ...TABLE },
  'DEAL-DEALER-CARD-MISSED': { ...TABLE, expected: { count: 12 } },

  'PEEK-MISSED': { ...TABLE },
  'PEEK-FALSE': { ...TABLE },
  'INS-NO-ACE': { ...INS, seen: moved(1000, { cards: ['KD'] }) },
  'INS-LATE': { ...INS, expected: { case: 'first-third-card' }, seen: moved(1000) },
  'INS-OVER': { ...INS, expected: due(1000), seen: moved(1500) },
  'INS-NOT-HALF': { ...INS, expected: due(1000), seen: moved(500) },
  'INS-UNIT': { ...INS, expected: { base: 500 }, seen: moved(700) },
  'INS-ON-BJ': { ...INS, seen: moved(1000) },
  'INS-TABLE-OVER': { ...TABLE, expected: due(5000), seen: moved(6000) },
  'INS-NOT-TAKEN': { ...INS, seen: moved(1000) },
  'INS-TAKEN-WRONGLY': { ...INS, expected: due(2000, { ratio: [2, 1], base: 1000 }) },
  'INS-MISPAID': { ...INS, expected: due(2000, { ratio: [2, 1], base: 1000 }), seen: moved(1000) },
  'INS-UNRESOLVED-ALL-BUST': { ...INS },
  'EVEN-NOT-ALLOWED': { expected: NATURAL, seen: moved(2000) },
  'EVEN-AFTER-DRAW': { expected: NATURAL, seen: moved(2000) },

  'HIT-ON-21': { expected: { total: 21 }, seen: { total: 21 } },
  'STAND-ON-11': { expected: { total: 11 }, seen: { total: 10 } },
  'DOUBLE-TOTAL': { expected: { totals: [9, 10, 11] }, seen: { total: 8 } },
  'DOUBLE-LATE': { seen: { count: 3 } },
  'DOUBLE-AMOUNT': { expected: due(2000), seen: moved(1000) },
  'DOUBLE-TWO-CARDS': { seen: { count: 2 } },
  'DOUBLE-NO-CARD': {},
  'DOUBLE-ON-BJ': { seen: moved(2000) },
  'SPLIT-NOT-PAIR': { expected: { case: 'rank' }, seen: { cards: ['KS', 'TD'] } },
  'SPLIT-AMOUNT': { expected: due(2000), seen: moved(1000) },
  'SPLIT-TOO-MANY': { expected: { count: 4 }, seen: { count: 5 } },
  'SPLIT-ACES-TOO-MANY': { expected: { count: 3 }, seen: { count: 4 } },
  'SPLIT-ACE-EXTRA-CARD': { hand: 2, seen: { count: 2 } },
  'SPLIT-ACE-DOUBLE': { hand: 2, seen: moved(2000) },
  'SPLIT-DEAL-ORDER': { seen: { case: 'one-after-the-other' } },
  'SURRENDER-NONE': { seen: moved(1000) },
  'SURRENDER-VS-ACE': { seen: moved(1000, { cards: ['AH'] }) },
  'SURRENDER-LATE': { seen: { count: 3 } },
  'SURRENDER-DEALER-BJ': { seen: moved(1000) },
  'SURRENDER-AMOUNT': { expected: due(1000), seen: moved(500) },
  'PLAY-ORDER': { box: 4, seen: { count: 3 } },
  'ABSENT-RULE': { seen: { case: 'stood', total: 13 } },

  'FB-TOKEN-MISSING': {},
  'FB-TOKEN-INELIGIBLE-SPLIT': { seen: { cards: ['KS', 'KD'] } },
  'FB-TOKEN-INELIGIBLE-DOUBLE': { seen: { total: 12, cards: ['7S', '5D'] } },
  'FB-CHARGED': { seen: moved(2000) },
  'FB-TOKEN-SPOT': { ...P22 },
  'FB-TOKEN-NOT-REMOVED': { seen: { count: 1 } },
  'FB-TOKEN-EARLY': {},
  'FB-WIN-UNPAID': { expected: due(4000), seen: moved(2000) },
  'FB-LOSS-CHARGED': { expected: due(2000), seen: moved(4000) },
  'FB-PUSH-PAID': { expected: due(0), seen: moved(2000) },
  'FB-PAID-TOKEN-VALUE': { expected: due(4000), seen: moved(4500) },
  'FB-DEAD-WAGER-TAKEN-EARLY': { seen: moved(2000) },
  'FB-DEAD-WAGER-RETURNED': { seen: moved(2000) },
  'POG-NOT-PICKED-UP': { ...POG, seen: moved(500) },
  'POG-TAKEN-WRONGLY': { ...POG, seen: moved(500) },
  'POG-TOKEN-COUNT': { ...POG, expected: { count: 3 }, seen: { count: 2 } },
  'POG-MISPAID': { ...POG, expected: due(6000, { ratio: [12, 1], base: 500 }), seen: moved(1500) },
  'POG-LOST-HAND-UNPAID': { ...POG, expected: due(1500, { base: 500 }) },
  'POG-ON-DEALER-BJ': { ...POG, seen: moved(500) },

  'DEALER-STOOD-UNDER-17': { ...TABLE, expected: { total: 17 }, seen: { total: 16 } },
  'DEALER-HIT-17': { ...TABLE, expected: { total: 17 }, seen: { total: 17 } },
  'DEALER-SOFT17': { ...TABLE, seen: { case: 'drew' } },
  'DEALER-NO-DRAW-FOR-SIDE': { ...TABLE },
  'DEALER-DREW-NEEDLESSLY': { ...TABLE, seen: { cards: ['9H'] } },
  'DEALER-DREW-EARLY': {},
  'DEALER-TOTAL-MISREAD': { ...TABLE, expected: { total: 20 }, seen: { total: 19 } },

  'BJ-NOT-PAID-AT-ONCE': { expected: NATURAL },
  'BJ-PAID-TOO-EARLY': { seen: moved(3000) },
  'BJ-SHORT': { expected: NATURAL, seen: moved(2000) },
  'BJ-OVER': { expected: NATURAL, seen: moved(4000) },
  'BJ-ON-SPLIT': { hand: 2, expected: due(2000, { ratio: [1, 1], base: 2000 }), seen: moved(3000) },
  'BJ-V-BJ-PAID': { seen: moved(3000) },
  'BJ-V-BJ-TAKEN': { seen: moved(2000) },
  'BJ-LOST-TO-21': { expected: NATURAL },
  'BJ-PUSHED-ON-22': { expected: NATURAL },
  'BJ-CARDS-LEFT-MAIN-TAKEN': { ...P22, seen: moved(500) },

  'PAID-LOSER': { seen: moved(2000) },
  'PAID-PUSH': { seen: moved(2000) },
  'TOOK-WINNER': { expected: due(2000), seen: moved(2000) },
  'TOOK-PUSH': { seen: moved(2000) },
  'WINNER-UNPAID': { expected: due(2000) },
  'LOSER-NOT-TAKEN': { seen: moved(2000) },
  'BUST-NOT-TAKEN': { seen: moved(2000) },
  'LIVE-TAKEN-AS-BUST': { seen: moved(2000, { total: 20 }) },
  'PAY-SHORT': { expected: due(2000), seen: moved(1500) },
  'PAY-OVER': { expected: due(2000), seen: moved(2500) },
  'PAY-TOPPED-UP': { expected: due(2000), seen: moved(2000) },
  'TAKE-PARTIAL': { expected: due(4000), seen: moved(2000) },
  'PAID-DOUBLE-SINGLE': { expected: due(4000), seen: moved(2000) },
  'CO-BETTOR-SKIPPED': { spot: '3.main2', expected: due(1000), seen: moved(0) },
  'CO-BETTOR-SPLIT-SHARE': { spot: '3.main2', expected: due(1000), seen: moved(-1000) },
  'DEALER22-PAID': { seen: moved(2000) },
  'DEALER22-TAKEN': { seen: moved(2000) },
  'P22-UNPAID': { ...P22, expected: due(5500, { ratio: [11, 1], base: 500 }) },
  'P22-MISPAID': { ...P22, expected: due(5500, { ratio: [11, 1], base: 500 }), seen: moved(5000) },
  'P22-PAID-WRONGLY': { ...P22, expected: { total: 23 }, seen: moved(5500) },
  'P22-TAKEN-EARLY': { ...P22, seen: moved(500) },
  'P22-OVER-29': { ...P22, expected: { total: 29 }, seen: moved(5500, { total: 30 }) },
  'PRIZE-MISSED': { expected: due(2000, { ratio: [1, 1], base: 2000 }), seen: { cards: ['7S', '7D'] } },
  'PRIZE-WRONG-TIER': { expected: due(10_000, { ratio: [5, 1], base: 2000 }), seen: moved(2000, { cards: ['7S', '7S'] }) },
  'PRIZE-ON-LOSER': { seen: moved(1000) },
  'PRIZE-EARLY': { seen: moved(1000) },
  'PAY-ORDER': { box: 4, seen: { count: 2 } },
  'PAY-BEFORE-DEALER-DONE': { seen: moved(2000) },
  'ABSENT-WIN-LEFT': { seen: moved(4000) },
  'ROUND-NOT-CLOSED': { ...TABLE, expected: due(2000) },

  'SHOE-ORDER': { ...TABLE, seen: { count: 1_200_000 } },
  'SHOE-SHORTAGE': { ...TABLE, expected: { count: 312 }, seen: { total: 4, count: 40 } },

  'FLOAT-IMBALANCE': { ...RACK, expected: due(-2000), seen: moved(-7000) },
  'FILL-DURING-ROUND': { ...RACK, seen: moved(100_000) },
}
