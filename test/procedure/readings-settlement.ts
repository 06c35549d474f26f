/**
 * Settlement and naturals (docs/findings.md, "Blackjacks" and "Settlement"). Box 2 errs and is settled first, box 1 rightly and after it:
 * until then nobody but the dealer touches chips. Its result contradicts every other total the dealer could have been read with.
 */
import { FBE, INGO, NEXT, NEXT_OF_TWO, POT, type Scenarios, waiting } from './reading-scenario.ts'

const BETS = '1=1000 2=1000'
/** Both stand, the dealer draws this; then the settlement. */
const stand = (drawn: string): string => `+2000 >1.1 >2.1 >dealer ${drawn} +2000 >- +3000`
/** 19 and 18 against 20: both lose. */
const BOTH_LOSE = `${BETS} TS TH TD 9S 8S ${stand('KD')}`
/** 18 and 19 against 17: both win. */
const BOTH_WIN = `${BETS} TS TH TD 8S 9S ${stand('7D')}`
const PAID_1 = '+3000 1=2000 +3000 1=0'
const TAKEN_1 = '+3000 1=0'

/** The same, with a rack; box 2 adds half its bet behind the last card. */
const POSTED = `rack=100000 ${BOTH_WIN} 2=1500`

/** Box 2 doubles 11 and has 20, box 1 has 18, the dealer 17. */
const DOUBLED = `${BETS} TS 6H TD 8S 5S +2000 >1.1 +2000 >2.1 2=2000 +2000 9H +2000 >dealer 7D +2000 >- +3000`

export const SETTLEMENT_SCENARIOS: Scenarios = {
  'PAID-LOSER': {
    ...INGO,
    // What was paid stays for the next round: nobody took the bet of one who lost.
    words: `${BOTH_LOSE} 2=2000 ${TAKEN_1} ${NEXT_OF_TWO}`,
    twin: `${BOTH_LOSE} 2=0 ${TAKEN_1} ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'PAID-PUSH': {
    ...waiting(INGO),
    // 19 and 18 against 18; by no other total of the dealer's would both be paid.
    words: `${BETS} TS TH TD 9S 8S ${stand('8D')} 2=2000 ${PAID_1} +2000 2=0 ${NEXT}`,
    twin: `${BETS} TS TH TD 9S 8S ${stand('8D')} ${PAID_1} +2000 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'TOOK-WINNER': {
    ...waiting(INGO),
    words: `${BOTH_WIN} 2=0 ${PAID_1} ${NEXT}`,
    twin: `${BOTH_WIN} 2=2000 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000, due: 1000 },
  },
  'TOOK-PUSH': {
    ...waiting(INGO),
    // 15 and 18 against 18; by another total of the dealer's box 1 loses as well.
    words: `${BETS} TS TH TD 5S 8S ${stand('8D')} 2=0 ${TAKEN_1} ${NEXT}`,
    twin: `${BETS} TS TH TD 5S 8S ${stand('8D')} ${TAKEN_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'WINNER-UNPAID': {
    ...INGO,
    words: `${BOTH_WIN} ${PAID_1} ${NEXT_OF_TWO}`,
    // 17 against 17: the bet stays.
    twin: `${BOTH_WIN.replace('9S', '7S')} ${PAID_1} ${NEXT_OF_TWO}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { due: 1000 },
  },
  'LOSER-NOT-TAKEN': {
    ...INGO,
    words: `${BOTH_LOSE} ${TAKEN_1} ${NEXT_OF_TWO}`,
    // 20 against 20.
    twin: `${BOTH_LOSE.replace('8S', 'TC')} ${TAKEN_1} ${NEXT_OF_TWO}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'BUST-NOT-TAKEN': {
    ...INGO,
    // Box 1 busts with 26; box 2 draws to 19 and wins against 17. The bust stake still lies when the next round is dealt.
    words: `${BETS} TS TH TD 6S 5S +2000 >1.1 KS +3000 >2.1 4S +2000 >dealer 7D +2000 >- +3000 2=2000 +3000 2=1000 ${NEXT_OF_TWO}`,
    twin: `${BETS} TS TH TD 6S 5S +2000 >1.1 KS 1=0 +2000 >2.1 4S +2000 >dealer 7D +2000 >- +3000 2=2000 +2000 2=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'LIVE-TAKEN-AS-BUST': {
    ...INGO,
    // Box 1 has 20 when its bet goes; box 2 draws to 19 and wins against 17.
    words: `${BETS} TS TH TD 6S 5S +2000 >1.1 4C 1=0 +3000 >2.1 4S +2000 >dealer 7D +2000 >- +3000 2=2000 +2000 2=0 ${NEXT}`,
    twin: `${BETS} TS TH TD 6S 5S +2000 >1.1 KS 1=0 +3000 >2.1 4S +2000 >dealer 7D +2000 >- +3000 2=2000 +2000 2=0 ${NEXT}`,
    rivals: ['BET-PINCHED'],
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000, total: 20 },
  },
  'PAY-SHORT': {
    ...INGO,
    words: `${BOTH_WIN} 2=1500 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${BOTH_WIN} 2=1500 2=2000 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 500, due: 1000 },
  },
  'PAY-OVER': {
    ...INGO,
    words: `${BOTH_WIN} 2=2500 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${BOTH_WIN} 2=2000 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1500, due: 1000 },
  },
  'PAST-POSTED': {
    ...INGO,
    words: `${POSTED} +3000 rack=98500 2=3000 +3000 rack=97500 1=2000 +3000 1=0 2=0 ${NEXT}`,
    // The bet is paid as it lay at the last card; what was laid on it is the next one.
    twin: `${POSTED} +3000 rack=99000 2=2500 +3000 rack=98000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1500, due: 1000, base: 500 },
  },
  'PAY-TOPPED-UP': {
    ...INGO,
    // The rest comes when another box has been settled meanwhile.
    words: `${BOTH_WIN} 2=1500 +3000 1=2000 +3000 2=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `${BOTH_WIN} 2=1500 2=2000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000, due: 1000 },
  },
  'TAKE-PARTIAL': {
    ...INGO,
    words: `${BOTH_LOSE.replace('2=1000', '2=1000x3')} 2=1000 ${TAKEN_1} ${NEXT_OF_TWO}`,
    twin: `${BOTH_LOSE.replace('2=1000', '2=1000x3')} 2=1000 2=0 ${TAKEN_1} ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 2000, due: 3000, more: 1000 },
  },
  'PAID-DOUBLE-SINGLE': {
    ...INGO,
    words: `${DOUBLED} 2=3000 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${DOUBLED} 2=4000 ${PAID_1} 2=0 ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000, due: 2000, more: 1000 },
  },
  'CO-BETTOR-SKIPPED': {
    ...INGO,
    words: `2.main2=1000 ${BOTH_WIN} 2=2000 ${PAID_1} 2=0 2.main2=0 ${NEXT}`,
    twin: `2.main2=1000 ${BOTH_WIN} 2=2000 2.main2=2000 ${PAID_1} 2=0 2.main2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main2',
    figures: { did: 'nothing paid or taken', result: 'won 10.00' },
  },
  'CO-BETTOR-SPLIT-SHARE': {
    ...FBE,
    // The holder splits eights free, the co-bettor rides on the first hand: 18 loses to 20, the second hand has 21 and wins.
    words: `1=1000 1.main2=1000 8S 7S 8H +2000 >1.1 1=1000,FBx1 +2000 TH +2000 >1.2 3H TC +2000 >dealer 4D 9C +2000 >- +3000 1.main2=2000 +3000 1=FBx1 1=1000,FBx1 1=1000 +3000 1=0 1.main2=0 ${NEXT}`,
    twin: `1=1000 1.main2=1000 8S 7S 8H +2000 >1.1 1=1000,FBx1 +2000 TH +2000 >1.2 3H TC +2000 >dealer 4D 9C +2000 >- +3000 1.main2=0 +3000 1=FBx1 1=1000,FBx1 1=1000 +3000 1=0 ${NEXT}`,
    box: 1,
    spot: '1.main2',
    figures: { did: 'paid 10.00', result: 'lost 10.00' },
  },
  'DEALER22-PAID': {
    ...waiting(FBE),
    // A natural waits for the dealer's hand under a ten; 12 ties with 22.
    words: `${BETS} AS TH TD TS 2H +2000 >2.1 >dealer 5D 7D +2000 >- +3000 2=2000 +3000 1=2500 +3000 1=0 2=0 ${NEXT}`,
    twin: `${BETS} AS TH TD TS 2H +2000 >2.1 >dealer 5D 8D +2000 >- +3000 2=2000 +3000 1=2500 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'DEALER22-TAKEN': {
    ...waiting(FBE),
    words: `${BETS} AS TH TD TS 2H +2000 >2.1 >dealer 5D 7D +2000 >- +3000 2=0 +3000 1=2500 +3000 1=0 ${NEXT}`,
    twin: `${BETS} AS TH TD TS 2H +2000 >2.1 >dealer 5D 6D +2000 >- +3000 2=0 +3000 1=2500 +3000 1=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
}

/** Box 1 has 18, box 2 a natural under a ten. */
const NATURAL_UNDER_TEN = `${BETS} TS KS TD 8S AS +2000 >1.1 >dealer`

export const NATURAL_SCENARIOS: Scenarios = {
  'BJ-PAID-TOO-EARLY': {
    ...FBE,
    words: `${BETS} TS KS TD 8S AS +3000 2=2500 +3000 >1.1 >dealer 7D +2000 >- ${PAID_1} 2=0 ${NEXT}`,
    // Under a nine nothing can equal it.
    twin: `${BETS} TS AS 9D 8S KS +3000 2=2500 +3000 >1.1 >dealer 8D +2000 >- ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1500 },
  },
  'BJ-SHORT': {
    ...INGO,
    // Six to five.
    words: `${NATURAL_UNDER_TEN} 7D +2000 >- +3000 2=2200 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${NATURAL_UNDER_TEN} 7D +2000 >- +3000 2=2500 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1200, due: 1500, more: 300, ratio: '3 to 2', base: 1000 },
  },
  'BJ-OVER': {
    ...INGO,
    // More than a chip that is too large to pay 1500 exactly would explain.
    words: `${NATURAL_UNDER_TEN} 7D +2000 >- +3000 2=3500 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${NATURAL_UNDER_TEN} 7D +2000 >- +3000 2=2500 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 2500, due: 1500, more: 1000, ratio: '3 to 2', base: 1000 },
  },
  'BJ-ON-SPLIT': {
    ...INGO,
    // Split aces with 21 and 20, both win against 17: 2000 due, 2500 paid.
    words: `${BETS} TS AS TD 8S AH +2000 >1.1 +2000 >2.1 2=2000 +2000 KS +2000 >2.2 9D +2000 >dealer 7D +2000 >- +3000 2=4500 ${PAID_1} 2=0 ${NEXT}`,
    twin: `${BETS} TS AS TD 8S AH +2000 >1.1 +2000 >2.1 2=2000 +2000 KS +2000 >2.2 9D +2000 >dealer 7D +2000 >- +3000 2=4000 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    spot: '2.main',
    figures: { more: 500 },
  },
  'BJ-V-BJ-PAID': {
    ...waiting(INGO),
    words: `${NATURAL_UNDER_TEN} AD +2000 >- +3000 2=2500 ${TAKEN_1} +3000 2=0 ${NEXT}`,
    twin: `${NATURAL_UNDER_TEN} AD +2000 >- +3000 ${TAKEN_1} +3000 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1500 },
  },
  'BJ-V-BJ-TAKEN': {
    ...waiting(INGO),
    words: `${NATURAL_UNDER_TEN} AD +2000 >- +3000 2=0 ${TAKEN_1} ${NEXT}`,
    twin: `${NATURAL_UNDER_TEN} AD +2000 >- +3000 ${TAKEN_1} +3000 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'BJ-LOST-TO-21': {
    ...INGO,
    words: `${NATURAL_UNDER_TEN} 5D 6D +2000 >- +3000 2=0 ${TAKEN_1} ${NEXT}`,
    twin: `${NATURAL_UNDER_TEN} 5D 6D +2000 >- +3000 2=2500 ${TAKEN_1} +3000 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { due: 1500, ratio: '3 to 2', base: 1000 },
  },
  'BJ-PUSHED-ON-22': {
    ...FBE,
    // The other box ties with 22, the natural does not.
    words: `${NATURAL_UNDER_TEN} 5D 7D +2000 >- +5000 1=0 ${NEXT_OF_TWO}`,
    twin: `${NATURAL_UNDER_TEN} 5D 7D +2000 >- +3000 2=2500 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { due: 1500, ratio: '3 to 2', base: 1000 },
  },
  'BJ-CARDS-LEFT-MAIN-TAKEN': {
    ...POT,
    // Box 1 stands on 18, the dealer has 7 and 5 and draws to 17: Push 22 is lost, but not yet.
    words: `${BETS} 2.p22=500 TS AS 7D 8S KS 5D +3000 2=2500 2.p22=0 +3000 >1.1 >dealer 5H +2000 >- ${PAID_1} 2=0 ${NEXT}`,
    twin: `${BETS} 2.p22=500 TS AS 7D 8S KS 5D +3000 2=2500 +3000 >1.1 >dealer 5H +2000 >- +3000 2.p22=0 ${PAID_1} 2=0 ${NEXT}`,
    box: 2,
    hand: null,
    spot: '2.p22',
    figures: { moved: 500 },
  },
}
