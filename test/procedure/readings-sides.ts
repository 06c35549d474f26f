/** Push 22, prizes and payments too early (docs/findings.md, "Settlement"). A side bet that errs moves before the main bet is settled. */
import { FBE, INGO, NEXT, POT, type Scenarios, SEVENS, waiting } from './reading-scenario.ts'

/** 18 with Push 22 against 22, and 17 in another order: the main bet ties, Push 22 wins even money. */
const TWENTY_TWO = '1=1000 1.p22=500 8S 9D TD +2000 >1.1 >dealer 7D 6D +2000 >- +3000'
/** The same against 23: the main bet wins, Push 22 loses. */
const TWENTY_THREE = '1=1000 1.p22=500 TS TD 8S +2000 >1.1 >dealer 5D 8D +2000 >- +3000'
const COLLECTED = '+3000 1=0 1.p22=0'

/** Twenty hits; the dealer has 7 and 5 and draws to 22. */
const hitTwenty = (card: string): string => `1=1000 1.p22=500 TS 7S TH 5D +2000 >1.1 ${card} +2000 >dealer KD +2000 >- +3000`

/** Box 2 has a first seven and 17, box 1 has 19, the dealer this second card under a ten. */
const FIRST_SEVEN = '1=1000 2=1000 TS 7H TD 9S TH +2000 >1.1 >2.1 >dealer'

export const SIDE_SCENARIOS: Scenarios = {
  'P22-UNPAID': {
    ...FBE,
    words: `${TWENTY_TWO} 1.p22=0 +3000 1=0 ${NEXT}`,
    twin: `${TWENTY_TWO} 1.p22=1000 ${COLLECTED} ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.p22',
    figures: { due: 500, ratio: '1 to 1', base: 500 },
  },
  'P22-MISPAID': {
    ...FBE,
    words: `${TWENTY_TWO} 1.p22=6000 ${COLLECTED} ${NEXT}`,
    twin: `${TWENTY_TWO} 1.p22=1000 ${COLLECTED} ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.p22',
    figures: { moved: 5500, due: 500, ratio: '1 to 1', base: 500 },
  },
  'P22-PAID-WRONGLY': {
    ...FBE,
    words: `${TWENTY_THREE} 1.p22=1000 +3000 1=2000 ${COLLECTED} ${NEXT}`,
    twin: `${TWENTY_THREE} 1.p22=0 +3000 1=2000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.p22',
    figures: { moved: 500 },
  },
  'P22-TAKEN-EARLY': {
    ...FBE,
    // Box 1 busts with 26, box 2 wins with 18 against 17.
    words: `1=1000 2=1000 1.p22=500 TS TH TD 6S 8S +2000 >1.1 KS 1=0 1.p22=0 +2000 >2.1 >dealer 7D +2000 >- +3000 2=2000 +3000 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 1.p22=500 TS TH TD 6S 8S +2000 >1.1 KS 1=0 +2000 >2.1 >dealer 7D +2000 >- +3000 1.p22=0 +2000 2=2000 +3000 2=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.p22',
    figures: { moved: 500 },
  },
  'P22-OVER-29': {
    ...POT,
    words: `${hitTwenty('TC')} 1.p22=6000 +3000 1=0 1.p22=0 ${NEXT}`,
    // 29 is not above 29: eleven to one.
    twin: `${hitTwenty('9C')} 1.p22=6000 +3000 1=0 1.p22=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.p22',
    figures: { moved: 5500, total: 30, least: 29 },
  },
  'PRIZE-MISSED': {
    ...SEVENS,
    // 17 against a bust: due the bet and half of it.
    words: `${FIRST_SEVEN} 6D 6H +2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `${FIRST_SEVEN} 6D 6H +2000 >- +3000 2=2500 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { cards: '7H', due: 500, ratio: '1 to 2', base: 1000 },
  },
  'PRIZE-WRONG-TIER': {
    ...SEVENS,
    // Two sevens and a six, 20 against 17: even money for sevens of two suits, five to one for those of one.
    words: `1=1000 7S TD 7H +2000 >1.1 6S +2000 >dealer 7D +2000 >- +3000 1=2000 +2000 1=7000 +3000 1=0 ${NEXT}`,
    twin: `1=1000 7S TD 7S +2000 >1.1 6S +2000 >dealer 7D +2000 >- +3000 1=2000 +2000 1=7000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 5000, cards: '7S 7H', due: 1000, ratio: '1 to 1', base: 1000 },
  },
  'PRIZE-ON-LOSER': {
    ...waiting(SEVENS),
    // 17 ties with 17, 19 wins: a tied box gets no prize.
    words: `${FIRST_SEVEN} 7D +2000 >- +3000 2=1500 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `${FIRST_SEVEN} 7D +2000 >- +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 500 },
  },
  'PRIZE-EARLY': {
    ...SEVENS,
    words: `${FIRST_SEVEN.replace('>2.1', '>2.1 +1000 2=1500 +3000')} 6D 6H +2000 >- +3000 2=2500 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `${FIRST_SEVEN} 6D 6H +2000 >- +3000 2=2500 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 500 },
  },
  'PAY-BEFORE-DEALER-DONE': {
    ...INGO,
    // The dealer has 13, then 17; 20 and 19 win either way.
    words: `1=1000 2=1000 TS TH 7D TC 9H +2000 >1.1 >2.1 >dealer 6D +2000 2=2000 +3000 4D +2000 >- +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 TS TH 7D TC 9H +2000 >1.1 >2.1 >dealer 6D +3000 4D +2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
}
