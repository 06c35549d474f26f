/**
 * The dealer's hand (docs/findings.md, "Dealer's hand"). Where the pointer stands when a card comes, the card lies; what the boxes win is
 * the same either way.
 */
import { INGO, NEXT, POT, type Scenarios } from './reading-scenario.ts'

/** Box 1 has 20, box 2 has 19; both are paid and collect. */
const TWO_BOXES = (up: string): string => `1=1000 2=1000 TS TH ${up} TC 9H +2000 >1.1 >2.1 >dealer`
const BOTH_PAID = '+2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0'

export const DEALER_SCENARIOS: Scenarios = {
  'DEALER-STOOD-UNDER-17': {
    ...INGO,
    words: `${TWO_BOXES('7D')} 9D ${BOTH_PAID} ${NEXT}`,
    twin: `${TWO_BOXES('7D')} TD ${BOTH_PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { total: 16, least: 17 },
  },
  'DEALER-HIT-17': {
    ...INGO,
    // The card on 17 does not count.
    words: `${TWO_BOXES('TD').replace('TC 9H', '9H TC')} 7D 4D ${BOTH_PAID} ${NEXT}`,
    twin: `${TWO_BOXES('TD').replace('TC 9H', '9H TC')} 3D 4D ${BOTH_PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { total: 17, least: 17 },
  },
  'DEALER-SOFT17': {
    ...INGO,
    words: `${TWO_BOXES('6D')} AD 2D ${BOTH_PAID} ${NEXT}`,
    // A soft 16 draws to 18.
    twin: `${TWO_BOXES('5D')} AD 2D ${BOTH_PAID} ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    case: 'drew',
  },
  'DEALER-NO-DRAW-FOR-SIDE': {
    ...POT,
    // The only hand busts with 26; the dealer has 12, and 17 with a card.
    words: `1=1000 1.p22=500 TS 7D 6S 5D +2000 >1.1 TC +2000 >- +3000 1.p22=0 1=0 ${NEXT}`,
    twin: `1=1000 1.p22=500 TS 7D 6S 5D +2000 >1.1 TC +2000 >dealer 5H +2000 >- +3000 1.p22=0 1=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
  },
  'DEALER-DREW-NEEDLESSLY': {
    ...INGO,
    // Box 2 has a natural, paid at once, whose chips stay; box 1 busts with 26, so that nothing is open. In the twin it has 20.
    words: `1=1000 2=1000 TS AH 7D 6S TH +2000 2=2500 +2000 >1.1 TC 1=0 +3000 >dealer TD +2000 >- +3000 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 TS AH 7D 6S TH +2000 2=2500 +2000 >1.1 4C +3000 >dealer TD +2000 >- +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { cards: 'TD' },
  },
  'DEALER-DREW-EARLY': {
    ...INGO,
    // Box 2 doubles eleven when the dealer has his 17: 20 wins, as does box 1.
    words: `1=1000 2=1000 TS 6H 7D TC 5H +2000 >1.1 >dealer TD +2000 >2.1 2=2000 +2000 9H +2000 >- +3000 2=4000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 TS 6H 7D TC 5H +2000 >1.1 >2.1 2=2000 +2000 9H +2000 >dealer TD +2000 >- +3000 2=4000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
  },
  'DEALER-TOTAL-MISREAD': {
    ...INGO,
    // 18 left, 19 paid, 17 taken: right against 18, and against no other total. He has 20.
    words: `1=1000 2=1000 3=1000 TS TH TC TD 8S 9S 7S +2000 >1.1 >2.1 >3.1 >dealer KD +2000 >- +3000 2=2000 +3000 3=0 +3000 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 3=1000 TS TH TC TD 8S 9S 7S +2000 >1.1 >2.1 >3.1 >dealer 8D +2000 >- +3000 2=2000 +3000 3=0 +3000 2=0 ${NEXT}`,
    box: null,
    hand: null,
    spot: null,
    figures: { total: 18, least: 20 },
  },
}
