/**
 * Burn card, bets and the initial deal (docs/findings.md, its first three sections). The pointer rests during the deal: what comes before
 * it names a hand is of the deal. The cards are such that no other card could be the one too many or too few: another story would have the
 * settlement wrong.
 */
import { FBE, GLD, INGO, NEXT, type Scenarios } from './reading-scenario.ts'

const PAID = '+2000 >- +3000 1=2000 +3000 1=0'
const BOTH_PAID = '+2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0'

/** 17 and 18 before 2000 and 1000; box 2 plays while something happens to the bet of box 1; the dealer has 20. */
const twoPlay = (meanwhile: string): string =>
  `1=1000x2 2=1000 TS TH TD 7S 5S +2000 >1.1 +2000 >2.1 ${meanwhile} 3S +2000 >dealer KD +2000 >- +3000 2=0 +2000 1=0`

/** 18 with Push 22 against 19: both bets lose. */
const LOST_WITH_SIDE = '1=1000 1.p22=500 TS TD 8S +2000 >1.1 >dealer 9D +2000 >- +3000 1=0'

export const BET_SCENARIOS: Scenarios = {
  'BURN-MISSING': {
    ...INGO,
    rules: '{ burn: 1 }',
    // 20 against 17. With the first card burned it would be 11 against 16, and no dealer may stand there.
    words: `LOAD 1=1000 TS 7S TH +2000 >1.1 +2000 >dealer 4D 6D ${PAID} ${NEXT}`,
    twin: `LOAD 1=1000 2S TS 7S TH +2000 >1.1 +2000 >dealer 4D 6D ${PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { most: 1 },
  },
  'BET-LATE': {
    ...INGO,
    // Behind the lag of the first card; box 3 gets its own all the same and ties.
    words: `1=1000 2=1000 TS TH +2000 3=1000 8H TD 8S 9S 9D +2000 >1.1 >2.1 >3.1 >dealer 7D ${BOTH_PAID} 3=0 ${NEXT}`,
    // It is the bet of the next round.
    twin: `1=1000 2=1000 TS TH +2000 3=1000 TD 8S 9S +2000 >1.1 >2.1 >dealer 7D ${BOTH_PAID} +3000 1=1000 2C 5C 7C 3C 6C +3000 tick tick`,
    box: 3,
    hand: null,
    spot: '3.main',
    figures: { moved: 1000 },
  },
  'BET-CAPPED': {
    ...INGO,
    words: `${twoPlay('1=1000x2,500 +3000')} ${NEXT}`,
    twin: `${twoPlay('+3000')} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 2500, due: 2000 },
  },
  'BET-PINCHED': {
    ...INGO,
    words: `${twoPlay('1=1000,500 +3000')} ${NEXT}`,
    twin: `${twoPlay('+3000')} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1500, due: 2000 },
  },
  'BET-MOVED': {
    ...INGO,
    words: `${twoPlay('1=0 2=1000x3 +3000')} ${NEXT}`,
    twin: `${twoPlay('+3000')} ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 2000 },
  },
  'BET-LEFT-OVER': {
    ...FBE,
    words: `${LOST_WITH_SIDE} ${NEXT}`,
    twin: `${LOST_WITH_SIDE} 1.p22=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.p22',
    figures: { moved: 500 },
  },
}

export const DEAL_SCENARIOS: Scenarios = {
  'DEAL-EMPTY-BOX': {
    ...INGO,
    boxes: 2,
    // Cash that nobody noted may play there.
    grade: 'likely',
    // 20 against 17; nobody has bet on box 2.
    words: `1=1000 TS 5S 7S TH 6S +2000 >1.1 +2000 >dealer TD ${PAID} ${NEXT}`,
    twin: `1=1000 2=1000 TS 5S 7S TH 6S +2000 >1.1 +2000 >2.1 +2000 >dealer TD +2000 >- +3000 2=0 +3000 1=2000 +3000 1=0 ${NEXT}`,
    box: 2,
    hand: null,
    spot: null,
  },
  'DEAL-BOX-SKIPPED': {
    ...INGO,
    boxes: 2,
    // 20 against 17; the bet on box 2 is never played.
    words: `1=1000 2=1000 TS 7S TH +2000 >1.1 +2000 >dealer TD ${PAID} 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 2=0 +2000 TS 7S TH +2000 >1.1 +2000 >dealer TD ${PAID} ${NEXT}`,
    box: 2,
    hand: null,
    spot: null,
  },
  'DEAL-ONE-CARD-HAND': {
    ...INGO,
    boxes: 2,
    // Box 2 has its second card in its turn: 21 and 20 against 17. With the ten of box 1 it would bust, and box 1 have 11.
    words: `1=1000 2=1000 3S TH 7H 8D +2000 >1.1 TC +2000 >2.1 KH +2000 >dealer TS ${BOTH_PAID} ${NEXT}`,
    twin: `1=1000 2=1000 3S TH 7H 8D KH +2000 >1.1 TC +2000 >2.1 +2000 >dealer TS ${BOTH_PAID} ${NEXT}`,
    box: 2,
    hand: 1,
    spot: null,
  },
  'DEAL-EXTRA-CARD': {
    ...INGO,
    // 20 against 17: with any other card too many box 1 would have less than the dealer, and if it were his second he would have 21.
    words: `1=1000 TS 7S TH 4S +2000 >1.1 +2000 >dealer TD ${PAID} ${NEXT}`,
    twin: `1=1000 TS 7S TH +2000 >1.1 +2000 >dealer TD ${PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { most: 3 },
  },
  'DEAL-SECOND-DEALER-CARD-EARLY': {
    ...INGO,
    // The dealer has his 17 before box 1 draws to 19.
    words: `1=1000 TS 7S 5H TD +2000 >1.1 4S ${PAID} ${NEXT}`,
    twin: `1=1000 TS 7S 5H +2000 >1.1 4S +2000 >dealer TD ${PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
  },
  'DEAL-HOLE-ORDER': {
    ...GLD,
    // Insurance is laid against the first card, an ace, though the second is up; on the natural it is paid.
    words: `1=1000 TS AD 8S KD +1000 1.ins=500 +3000 1=0 +3000 1.ins=1500 +3000 1.ins=0 ${NEXT}`,
    twin: `1=1000 TS KD 8S AD +1000 1.ins=500 +3000 1=0 +3000 1.ins=1500 +3000 1.ins=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    first: ['INS-NO-ACE'],
  },
  'DEAL-DEALER-CARD-MISSED': {
    ...INGO,
    boxes: 2,
    // 21 and 17 against 22. With the third card the dealer's box 1 would bust with 24.
    words: `1=1000 2=1000 5S 7H 7S KC 6H +2000 >1.1 9D +2000 >2.1 +2000 >dealer QC 6S ${BOTH_PAID} ${NEXT}`,
    twin: `1=1000 2=1000 5S 7H 6H 7S KC +2000 >1.1 9D +2000 >2.1 +2000 >dealer QC 6S ${BOTH_PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { most: 5 },
  },
}
