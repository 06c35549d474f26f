/** Rounds of several boxes, one bet of which was settled wrongly, or none: what is said of them in the end, and nothing else. */
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { assertStands, type Erred } from './erred.ts'
import { FBE, GLD, INGO, NEXT, POT, SEVENS, waiting } from './reading-scenario.ts'

const ROUNDS: readonly Erred[] = [
  {
    ...SEVENS,
    name: 'as many chips as one of its hands would win behind a box that lost or tied: paid, and laid by no player',
    words: `1=20000 2=5500 3=3000 3C TC KH 7D 3D 3S 8C +7000 1=40000 +5000 7C +2000 1=60000 +9000 3H +9000 4C +5000 TC +9000 KC +1000 2=0 +7000 7S +6000 3C +4000 3=6000 +1000 1=100000 +1000 1=0 +500 3=0 ${NEXT}`,
    stands: ['PAID-LOSER proven 1'],
  },
  {
    ...POT,
    boxes: 2,
    name: 'the same with a Push 22 bet, under which the cards wait: no error',
    words: `1=1000 1.p22=500 2=1000 TS TH TD 6S 5S 7D +2000 >1.1 KS +3000 >2.1 4S +2000 >dealer +2000 >- +3000 2=2000 +3000 1=0 1.p22=0 +2000 2=0 ${NEXT}`,
    stands: [],
  },
  {
    ...POT,
    boxes: 2,
    name: 'the same of a split hand beside one that a lammer carries: its bet is laid aside, no error',
    words: `1=1000 2=1000 8S TH TD 8H 9S 7D +2000 >1.1 1=1000,FBx1 +2000 6S +2000 KS +3000 >1.2 TC +2000 >2.1 +2000 >dealer +2000 >- +3000 2=2000 +3000 1=2000,FBx1 +2000 1=1000 +2000 2=0 1=0 ${NEXT}`,
    stands: [],
  },
  {
    ...INGO,
    name: 'a next round dealt with nothing settled while the pointer stands at the dealer, who had 17: nobody draws that many',
    words: `1=1000 2=1000 TS 8S 7S TH 8H +2000 >1.1 >2.1 >dealer TD +5000 5S 6S 9D 5H 6H +2000 >1.1 +2000 >2.1 +3000 tick`,
    stands: ['ROUND-NOT-CLOSED proven null'],
  },
  {
    ...POT,
    name: 'cards of a round begun with nothing settled: no dealer drew them behind three that went bust, whose bets would be gone',
    words: `1=2000 2=5500 3=3000 TH 9C AC 2D 2S KS 3C 8H +9000 6D +7000 TS +9000 QC +4000 6D 5D QD 3D 6C 9C TC 8C +3000 4D +3000 1=0 +1000 2=0 +1000 3=0 +3000 tick`,
    stands: ['ROUND-NOT-CLOSED proven null'],
  },
  {
    ...POT,
    name: 'a bet left lying that lost, or went bust in a house where it may wait',
    words: `1=3000 2=5000 3=7500 5D QH QC JC 6D 4S 6D 7H +6600 1=3000,FBx1 +9000 8D +5900 JH 3=0 +6500 1=9000,FBx1 1=9000 +1000 1=0 +2400 1=5000 3=2000 +1300 8H 9S 2D +3000 tick tick`,
    stands: ['LOSER-NOT-TAKEN proven 2'],
  },
  {
    ...GLD,
    name: 'a part of a lost bet taken while the dealer settles, and by no player',
    words: `1=2000 2=1000 3=2500 9C QC 5D QH QC JC 6D 4S +9000 3=5000 6D +9000 7H +2500 3=0 +3000 2=500 +3000 1=0 +3100 2=0 +3600 3=2000 2=5000 1=2000 +1400 8D JH 8H +3000 tick tick`,
    stands: ['TAKE-PARTIAL proven 2'],
  },
  {
    ...INGO,
    boxes: 2,
    name: 'a winner left unpaid behind whom a bet is laid anew where one went bust',
    words: `1=1000 2=1000 TS TH 8D TC 6S +3000 KC +2000 2=0 +3000 9C +5000 2=2000 +3000 2C 7C 3C 4D 5D +3000 tick tick`,
    stands: ['WINNER-UNPAID proven 1'],
  },
  {
    ...SEVENS,
    name: 'a double that won and was never paid, and no payment before the boxes in front of it had played',
    words: `1=3000 2=3000 3=3000 8H AH KS 4H 9S 7C AH +2000 3=7500 +7000 2=6000 +6000 AS +2000 JS +5000 2H +7000 9H +4000 1=6000 +2000 3=0 +2000 1=0 +3000 1=1000 +2000 3=3000 +3000 5D TS 3D +3000 tick tick`,
    stands: ['WINNER-UNPAID proven 2'],
  },
  {
    ...INGO,
    name: 'a natural left unpaid against 21, whose player laid a little more, or that was paid too little',
    words: `1=6500 2=2500 3=1000 AS TH 6S KD KS 3C QC +9000 5S +9000 6D 3=0 +5100 4D +9000 7H +3000 2=0 +9600 1=7000 2=4000 3=11000 +2100 KC 6C KC +3000 tick tick`,
    stands: ['BJ-LOST-TO-21 one-of 1', 'BJ-SHORT one-of 1'],
  },
  {
    ...waiting(FBE),
    name: 'a natural left unpaid on 22, whose player laid less than its price when the others had collected',
    words: `1=1000 2=1000 3=2000 KC AH 4S KC 5H KC 7C +2400 5C +5900 3=2000,FBx1 +9000 8H +9000 3S +1300 9S +2200 3=2000 +2100 1=0 +4100 2=1500 1=6000 +1800 4S 7C 4D +3000 tick tick`,
    stands: ['BJ-PUSHED-ON-22 proven 2'],
  },
  {
    ...waiting(SEVENS),
    name: 'a tie with a first card of seven paid as a bet: for one seven the prize would be half as much',
    words: `1=1000 2=1000 TS 7H TD 9S TC +2000 >1.1 >2.1 >dealer 7D +2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    stands: ['PAID-PUSH proven 2'],
  },
  {
    ...waiting(INGO),
    name: 'a short payment that still lies there, after which the dealer paid another box',
    words: `1=2000 2=2000 TS TD 7D 9H JS +5000 TC +5000 2=3000 +4000 1=4000 +4000 1=0 +3000 tick`,
    stands: ['PAY-SHORT proven 2'],
  },
  {
    ...waiting(INGO),
    name: 'as much laid behind all payments: short, or never paid and its player bets more',
    words: `1=2000 2=2000 TS TD 7D 9H JS +5000 TC +5000 1=4000 +4000 2=3000 +4000 1=0 +3000 tick`,
    stands: ['PAY-SHORT one-of 2', 'WINNER-UNPAID one-of 2'],
  },
  {
    ...waiting(INGO),
    name: 'a hand taken that had won, and not as if it had gone bust in its turn',
    words: `1=2000 2=2000 TS TD 7D 9H JS +5000 TC +5000 2=4000 +4000 1=0 +4000 2=0 ${NEXT}`,
    stands: ['TOOK-WINNER one-of 1', 'WINNER-UNPAID one-of 1'],
  },
  {
    ...GLD,
    name: 'the pointer at box 1 in a round dealt with nothing settled, box 3 having played before the dealer: nobody out of turn',
    words: `1=2000 2=1000 3=6000 QS JD 2H AC AH AD QD 5S +3000 2=2500 1=5000 +1000 >3.1 +2000 >dealer +4000 9H +9000 2D +3000 3=6500 +2000 AD AS TC 9H 6D QH 3H 6S +1000 2=6250 >1.1 +2000 1=10000 +3000 tick`,
    // Of box 3 nobody took what it had lost.
    stands: ['LOSER-NOT-TAKEN one-of 3', 'PAID-LOSER one-of 3'],
  },
  {
    ...POT,
    spots: 'main',
    name: 'chips on one bet of a round that tied without a sign, for the next or for a split within it: nobody is accused while both are left',
    words: `1=2000 2=5500 3=3000 2S 2H QD 5H 3D AS QC 9H +9000 AC +9000 3D +9000 8C +4000 3=6400 +6000 8D +9000 3H +9000 4C +3000 tick`,
    stands: [],
  },
  {
    ...FBE,
    boxes: 2,
    name: 'Push 22 taken with its hand, and every other bet gone: the dealer draws for it all the same',
    words: `1=1000 1.p22=500 2=1000 TS 6H QS 6D TH +9000 8H +2000 1=0 1.p22=0 +9000 KH +2000 2=0 +4000 tick 7S +3000 tick ${NEXT}`,
    stands: ['P22-TAKEN-EARLY proven 1'],
  },
  {
    ...INGO,
    boxes: 2,
    name: 'a bet laid anew on a box that went bust while another plays: it is the next one',
    words: `1=1000 2=1000 TS 8S 7D KH 6S +4000 9S +2000 1=0 +4000 1=1000 +4000 5C +9000 KD +3000 tick`,
    stands: [],
  },
  {
    ...INGO,
    boxes: 2,
    name: 'a bet laid anew there while the dealer draws',
    words: `1=1000 2=1000 TS 8S 7D KH 6S +4000 9S +2000 1=0 +4000 5C +3000 1=1000 +6000 KD +3000 tick`,
    stands: [],
  },
  {
    ...INGO,
    boxes: 2,
    name: 'a larger one laid anew there before the others are settled: it is of the next round',
    words: `1=1000 2=1000 TS 8S 7D KH 6S +4000 9S +2000 1=0 +4000 5C +9000 KD +3000 1=4000 +3000 tick 2=2000 +3000 2=1000 +3000 2C 5C 7C 3C 6C +3000 tick`,
    stands: [],
  },
  {
    ...FBE,
    boxes: 1,
    name: 'the bet of the first of two winners taken, and one paid beside it: one fact, whichever of them he passed over',
    words: `1=1000 9D QH 9H +2000 >1.1 +2000 1=1000,FBx1 2S +2000 TC +2000 >1.2 KD +2000 >dealer 3C TS >- +3000 1=FBx1 +2000 1=1000,FBx1 +500 1=1000 +3000 1=0 ${NEXT}`,
    stands: ['TOOK-WINNER one-of 1', 'WINNER-UNPAID one-of 1'],
  },
]

describe('what is said of a round settled wrongly, or without an error', () => {
  for (const round of todays(ROUNDS, 16)) it(round.name, () => assertStands(round))
})
