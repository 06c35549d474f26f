/** The check, insurance and even money (docs/findings.md, "Check for blackjack, insurance, even money"). */
import { FBE, GLD, INGO, NEXT, POT, type Scenarios } from './reading-scenario.ts'

/** 18 insured by 500 against an ace. */
const INSURED = '1=1000 TS AD 8S +1000 1.ins=500 +2000 >1.1 +2000 >dealer'
/** Box 1 has 18, box 2 a natural. */
const natural = (up: string): string => `1=1000 2=1000 TS AS ${up} 8S KS`
/** The dealer has this second card under a ten or ace and beats 18. */
const BEATEN = '+3000 >1.1 +2000 >dealer 9D +2000 >-'

export const INSURANCE_SCENARIOS: Scenarios = {
  'PEEK-MISSED': {
    ...POT,
    // The hole card, the fourth, is an ace under a ten.
    words: `1=1000 5S TD 6S AD +2000 >1.1 4S +2000 >- +3000 1=0 ${NEXT}`,
    twin: `1=1000 5S TD 6S TC +2000 >1.1 4S +2000 >dealer +2000 >- +3000 1=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
  },
  'PEEK-FALSE': {
    ...GLD,
    // 20 taken and a natural left, as against a natural; the dealer has a ten and a five.
    words: '1=1000 2=1000 TS AS 5D TC KS TD +3000 1=0 +3000 1=1000 2C 5C 7C 3C 6C 8C +3000 tick tick',
    twin: '1=1000 2=1000 TS AS AD TC KS TD +3000 1=0 +3000 1=1000 2C 5C 7C 3C 6C 8C +3000 tick tick',
    box: null,
    hand: null,
    spot: null,
  },
  'INS-NOT-TAKEN': {
    ...INGO,
    // 18 loses to 20, and no natural.
    words: `${INSURED} 9D +2000 >- +3000 1=0 ${NEXT}`,
    twin: `${INSURED} 9D +2000 >- +3000 1.ins=0 +2000 1=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.ins',
    figures: { moved: 500 },
  },
  'INS-TAKEN-WRONGLY': {
    ...INGO,
    words: `${INSURED} KD +2000 >- +3000 1.ins=0 +3000 1=0 ${NEXT}`,
    twin: `${INSURED} KD +2000 >- +3000 1.ins=1500 +3000 1=0 +3000 1.ins=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.ins',
    figures: { due: 1000, ratio: '2 to 1', base: 500 },
  },
  'INS-MISPAID': {
    ...INGO,
    words: `${INSURED} KD +2000 >- +3000 1.ins=1000 +3000 1=0 +3000 1.ins=0 ${NEXT}`,
    twin: `${INSURED} KD +2000 >- +3000 1.ins=1500 +3000 1=0 +3000 1.ins=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.ins',
    figures: { moved: 500, due: 1000, ratio: '2 to 1', base: 500 },
  },
  'INS-UNRESOLVED-ALL-BUST': {
    ...INGO,
    // 26 busts.
    words: `1=1000 TS AD 6S +1000 1.ins=500 +2000 >1.1 TC 1=0 +2000 >- +3000 1.ins=0 ${NEXT}`,
    twin: `1=1000 TS AD 6S +1000 1.ins=500 +2000 >1.1 TC 1=0 +2000 >dealer 9D +2000 >- +3000 1.ins=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
  },
  'EVEN-NOT-ALLOWED': {
    ...INGO,
    words: `${natural('AD')} +3000 2=2000 ${BEATEN} +3000 1=0 +3000 2=0 ${NEXT}`,
    twin: `${natural('AD')} ${BEATEN} +3000 2=2500 +3000 1=0 +3000 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000, due: 1500, more: 500, ratio: '3 to 2', base: 1000 },
  },
  'EVEN-AFTER-DRAW': {
    ...FBE,
    words: `${natural('TD')} ${BEATEN} +3000 2=2000 +3000 1=0 +3000 2=0 ${NEXT}`,
    twin: `${natural('TD')} +3000 2=2000 ${BEATEN} +3000 1=0 +3000 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000, due: 1500, ratio: '3 to 2', base: 1000 },
  },
}
