/**
 * Free bets and Pot of Gold (docs/findings.md, "Free bets and Pot of Gold"). Box 2 errs where it must be seen who moved chips: box 1 is
 * settled rightly and after it.
 */
import { FBE, NEXT, POT, type Scenarios, waiting } from './reading-scenario.ts'

/** What may be a sensor's doing is waited out. */
const WAITED = '+3000 tick tick'

/** 11 doubled free has this card; the dealer draws to 17, or to what stands here. */
const doubled = (card: string, drawn = 'TD'): string =>
  `1=1000 5S 7D 6S +2000 >1.1 1=1000,FBx1 +2000 ${card} +2000 >dealer ${drawn} +2000 >- +3000`
/** Box 1 has 19; box 2 splits eights free and has 18 and 16 against 17: 1000 due, the lost lammer costs nothing. */
const SPLIT_OF_BOX_2 =
  '1=1000 2=1000 TS 8H 7D 9S 8S +2000 >1.1 +2000 >2.1 2=1000,FBx1 +2000 TH +2000 >2.2 3H 5H +2000 >dealer TD +2000 >- +3000'
/** Box 1 has 20; box 2 doubles eleven free and ties with 19. */
const TIE_OF_BOX_2 = '1=1000 2=1000 TS 5H 9D TH 6S +2000 >1.1 +2000 >2.1 2=1000,FBx1 +2000 8H +2000 >dealer TD +2000 >- +3000'
const PAID_1 = '+3000 1=2000 +3000 1=0'

/** Pot of Gold beside eleven; the hole card makes 17. */
const POT_OF_GOLD = '1=1000 1.pog=500 5S 7D 6S TD'
/** Doubled free to 20, which wins; the lammer goes in front of the Pot of Gold. */
const POT_WON = `${POT_OF_GOLD} +2000 >1.1 1=1000,FBx1 +2000 9S +2000 >dealer +2000 >- +3000 1=3000`
const COLLECTED = '+3000 1=0 1.pog=0'

export const FREE_BET_SCENARIOS: Scenarios = {
  'FB-TOKEN-MISSING': {
    ...FBE,
    // Eights split, as the pointer shows: 18 and 18 win against 17.
    words: `1=1000 8S 7D 8H +2000 >1.1 +2000 TS +2000 >1.2 TC +2000 >dealer TD +2000 >- +3000 1=3000 +3000 1=0 ${NEXT}`,
    twin: `1=1000 8S 7D 8H +2000 >1.1 1=1000,FBx1 +2000 TS +2000 >1.2 TC +2000 >dealer TD +2000 >- +3000 1=3000 +3000 1=0 ${NEXT}`,
    box: 1,
    spot: '1.main',
  },
  'FB-TOKEN-INELIGIBLE-SPLIT': {
    ...FBE,
    words: `1=1000 TS 7D TH +2000 >1.1 1=1000,FBx1 +2000 8S +2000 >1.2 9S ${WAITED}`,
    twin: `1=1000 8S 7D 8H +2000 >1.1 1=1000,FBx1 +2000 TS +2000 >1.2 9S ${WAITED}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { cards: 'TS TH' },
  },
  'FB-TOKEN-INELIGIBLE-DOUBLE': {
    ...FBE,
    // 19 ties with 19.
    words: `1=1000 5S TD 7S +2000 >1.1 1=1000,FBx1 +2000 7H +2000 >dealer 9D +2000 >- +3000 1=1000 +2000 1=0 ${NEXT}`,
    twin: `1=1000 5S TD 6S +2000 >1.1 1=1000,FBx1 +2000 8H +2000 >dealer 9D +2000 >- +3000 1=1000 +2000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { total: 12 },
  },
  'FB-CHARGED': {
    ...FBE,
    words: `1=1000 5S 7D 6S +2000 >1.1 1=2000 +2000 9S +2000 >dealer TD +2000 >- +3000 1=4000 +3000 1=0 ${NEXT}`,
    twin: `${doubled('9S')} 1=3000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'FB-TOKEN-EARLY': {
    ...FBE,
    words: `${doubled('9S +3000 1=1000')} 1=3000 +3000 1=0 ${NEXT}`,
    twin: `${doubled('9S')} 1=3000,FBx1 +1000 1=3000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
  },
  'FB-WIN-UNPAID': {
    ...FBE,
    words: `${doubled('9S')} 1=2000 +3000 1=0 ${NEXT}`,
    twin: `${doubled('9S')} 1=3000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000, due: 2000, more: 1000 },
  },
  'FB-LOSS-CHARGED': {
    ...waiting(FBE),
    // Box 1 collects before box 2: what leaves box 2 then is no dealer's any more.
    words: `${SPLIT_OF_BOX_2} 2=2000,FBx1 +1000 2=1000 ${PAID_1} +3000 2=0 ${NEXT}`,
    twin: `${SPLIT_OF_BOX_2} 2=2000,FBx1 +1000 2=2000 ${PAID_1} +3000 2=0 ${NEXT}`,
    box: 2,
    spot: '2.main',
    figures: { moved: 1000, due: 0, more: 1000 },
  },
  'FB-PUSH-PAID': {
    ...waiting(FBE),
    words: `${TIE_OF_BOX_2} 2=2000 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${TIE_OF_BOX_2} 2=1000 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000, more: 1000 },
  },
  'FB-PAID-TOKEN-VALUE': {
    ...FBE,
    words: `${doubled('9S')} 1=3500 +3000 1=0 ${NEXT}`,
    twin: `${doubled('9S')} 1=3000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 2500, due: 2000 },
  },
  'POG-TAKEN-WRONGLY': {
    ...POT,
    words: `${POT_OF_GOLD} +1000 1.pog=0 +3000 >1.1 1=1000,FBx1 +2000 9S +2000 >dealer +2000 >- +3000 1=3000 +3000 1=0 ${NEXT}`,
    // 16 is open to no free bet: its bet is picked up.
    twin: `1=1000 1.pog=500 TS 7D 6S TD +1000 1.pog=0 +3000 >1.1 4S +2000 >dealer +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.pog',
    figures: { moved: 500 },
  },
  'POG-TOKEN-COUNT': {
    ...POT,
    words: `${POT_WON} 1.pog=500,FBx2 +3000 1.pog=2000 ${COLLECTED} ${NEXT}`,
    twin: `${POT_WON} 1.pog=500,FBx1 +3000 1.pog=2000 ${COLLECTED} ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.pog',
    figures: { count: 2, most: 1 },
  },
  'POG-MISPAID': {
    ...POT,
    // One lammer, paid as two.
    words: `${POT_WON} 1.pog=500,FBx1 +3000 1.pog=6500 ${COLLECTED} ${NEXT}`,
    twin: `${POT_WON} 1.pog=500,FBx1 +3000 1.pog=2000 ${COLLECTED} ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.pog',
    figures: { moved: 6000, due: 1500, ratio: '3 to 1', base: 500 },
  },
  'POG-LOST-HAND-UNPAID': {
    ...POT,
    // 13 loses to 17; its lammer counts all the same.
    words: `${POT_OF_GOLD} +2000 >1.1 1=1000,FBx1 +2000 2S +2000 >dealer +2000 >- +3000 1.pog=0 +2000 1=0 ${NEXT}`,
    twin: `${POT_OF_GOLD} +2000 >1.1 1=1000,FBx1 +2000 2S +2000 >dealer +2000 >- +3000 1.pog=2000 +2000 1=0 ${COLLECTED} ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.pog',
    figures: { base: 500, due: 1500 },
  },
  'POG-ON-DEALER-BJ': {
    ...POT,
    words: `1=1000 1.pog=500 5S TD 6S AD +3000 1=0 ${NEXT}`,
    twin: `1=1000 1.pog=500 5S TD 6S AD +3000 1.pog=0 1=0 ${NEXT}`,
    box: 1,
    hand: null,
    spot: '1.pog',
    figures: { moved: 500 },
  },
}
