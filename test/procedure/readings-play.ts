/**
 * Options of the players (docs/findings.md, "Options of the players"). The pointer names the hand a card goes to. Where it is disputed what
 * an irregular hand is due, the round ties or is lost either way, or ends in play.
 */
import { FBE, GLD, INGO, NEXT, NEXT_OF_TWO, POT, type Scenarios, SEVENS, waiting } from './reading-scenario.ts'

/** What may be a sensor's doing is waited out. */
const WAITED = '+3000 tick tick'

/** Box 1 has this and 19 in the end, as the dealer has: the bet ties. */
const TIED = '+2000 >dealer 9D +2000 >- +3000 1=0'
/** Box 1 loses to 20. */
const LOST = '+2000 >dealer KD +2000 >- +3000 1=0'

/** The dealer goes bust against a bet of 2000. */
const WON_DOUBLED = '+2000 >dealer 5D +2000 9D +2000 >- +3000 1=4000 +3000 1=0'

/** His two cards are 19. */
const LOST_TO_19 = '+2000 >dealer +2000 >- +3000 1=0'

/** Eights against a six, the stake for a second hand laid. */
const EIGHTS = '1=1000 8S 6D 8H +2000 >1.1 1=2000 +2000'
/** Aces against a six, the stake for a second hand laid. */
const ACES = '1=1000 AS 6D AH +2000 >1.1 1=2000 +2000'

/** Box 1 has this for 2000, box 2 loses; what is left of box 1 after its surrender is its next bet. */
const GIVEN_UP = '+3000 >2.1 +2000 >dealer 9D +2000 >- +3000 2=0'

export const PLAY_SCENARIOS: Scenarios = {
  'HIT-ON-21': {
    ...FBE,
    // Soft 21, and a hard 21 with the ten: it wins either way.
    words: `1=1000 AS 7D 4S +2000 >1.1 6S +2000 TS +2000 >dealer TD +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`,
    twin: `1=1000 AS 7D 4S +2000 >1.1 5S +2000 TS +2000 >dealer TD +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: null,
    figures: { total: 21, least: 21 },
  },
  'STAND-ON-11': {
    ...FBE,
    words: `1=1000 5S TD 6S +2000 >1.1 ${LOST} ${NEXT}`,
    twin: `1=1000 5S TD 7S +2000 >1.1 ${LOST} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: null,
    figures: { total: 11, least: 11 },
  },
  'DOUBLE-TOTAL': {
    ...INGO,
    words: `1=1000 TS TD 2S +2000 >1.1 1=2000 +2000 7S ${TIED} ${NEXT}`,
    twin: `1=1000 8S TD 2S +2000 >1.1 1=2000 +2000 9S ${TIED} ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { total: 12 },
  },
  'DOUBLE-LATE': {
    ...SEVENS,
    words: `1=1000 2S TD 3S +2000 >1.1 5S +3000 1=2000 +2000 9S ${TIED} ${NEXT}`,
    twin: `1=1000 5S TD 5H +2000 >1.1 1=2000 +2000 9S ${TIED} ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { count: 3 },
  },
  'DOUBLE-AMOUNT': {
    ...INGO,
    words: `1=1000 5S TD 6S +2000 >1.1 1=1500 +3000 8S +2000 >dealer 8D +2000 >- +3000 1=3000 +3000 1=0 ${NEXT}`,
    twin: `1=1000 5S TD 6S +2000 >1.1 1=1500 1=2000 +2000 8S +2000 >dealer 8D +2000 >- +3000 1=4000 +3000 1=0 ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 500, due: 1000 },
  },
  'DOUBLE-TWO-CARDS': {
    ...INGO,
    words: `1=1000 5S TD 6S +2000 >1.1 1=2000 +2000 2S +2000 6H ${LOST} ${NEXT}`,
    twin: `1=1000 5S TD 6S +2000 >1.1 1=2000 +2000 2S ${LOST} ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 1,
    spot: null,
    figures: { count: 2 },
  },
  'DOUBLE-NO-CARD': {
    ...INGO,
    // A lost hand may as well have been paid early, and all of it taken in the end.
    words: `1=1000 5S TD 6S +2000 >1.1 1=2000 +2000 ${WON_DOUBLED} ${NEXT}`,
    twin: `1=1000 5S TD 6S +2000 >1.1 1=2000 +2000 8S ${WON_DOUBLED} ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 1,
    spot: null,
  },
  'DOUBLE-ON-BJ': {
    ...SEVENS,
    words: `1=1000 2=1000 AS TH TD TS 8H +2000 >1.1 1=2000 +2000 8S +2000 >2.1 ${WAITED}`,
    twin: `1=1000 2=1000 AS TH TD 9S 8H +2000 >1.1 1=2000 +2000 8S +2000 >2.1 ${WAITED}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'DOUBLE-AFTER-SPLIT': {
    ...INGO,
    rules: '{ burn: 0, doubleAfterSplit: no }',
    // The card of the double makes 21 of eleven, and the dealer goes bust.
    words: `${EIGHTS} 3S +2000 1=3000 +2000 TS +2000 >1.2 TC +2000 >dealer 9D +2000 TD +2000 >- +3000 1=6000 +3000 1=0 ${NEXT}`,
    twin: `${EIGHTS} 3S +2000 TS +2000 >1.2 TC +2000 >dealer 9D +2000 TD +2000 >- +3000 1=4000 +3000 1=0 ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'SPLIT-NOT-PAIR': {
    ...GLD,
    words: `1=1000 2=1000 KS TH 9D QH 8H 6D +2000 >1.1 1=2000 +2000 9S 8S +2000 >1.2 3S +2000 >2.1 ${WAITED}`,
    twin: `1=1000 2=1000 KS TH 9D KH 8H 6D +2000 >1.1 1=2000 +2000 9S 8S +2000 >1.2 3S +2000 >2.1 ${WAITED}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { cards: 'KS QH' },
  },
  'SPLIT-LATE': {
    ...INGO,
    // 21 wins against 17 and sixteen loses.
    words: `1=1000 6S 9D 6H +2000 >1.1 AS +3000 1=2000 +2000 4S +2000 >1.2 TS +2000 >dealer 8D +2000 >- +3000 1=1000 +3000 1=2000 +3000 1=0 ${NEXT}`,
    twin: `1=1000 6S 9D 6H +2000 >1.1 1=2000 +2000 AS +2000 4S +2000 >1.2 TS +2000 >dealer 8D +2000 >- +3000 1=1000 +3000 1=2000 +3000 1=0 ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000, count: 3 },
  },
  'SPLIT-AMOUNT': {
    ...INGO,
    words: `1=1000 8S 6D 8H +2000 >1.1 1=1500 +3000 TS +2000 >1.2 TC ${WAITED}`,
    twin: `${EIGHTS} TS +2000 >1.2 TC ${WAITED}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 500, due: 1000 },
  },
  'SPLIT-TOO-MANY': {
    ...INGO,
    words: `${EIGHTS} 8C +2000 1=3000 +2000 TS +2000 >1.2 TC +2000 >1.3 TH ${WAITED}`,
    twin: `${EIGHTS} 8C +2000 4S +2000 >1.2 TC ${WAITED}`,
    box: 1,
    spot: '1.main',
    figures: { count: 3, most: 2 },
  },
  'SPLIT-ACES-TOO-MANY': {
    ...SEVENS,
    words: `${ACES} AC +2000 1=3000 +2000 AD +2000 1=4000 +2000 5S +2000 >1.2 6S +2000 >1.3 7S +2000 >1.4 8S ${WAITED}`,
    twin: `${ACES} AC +2000 1=3000 +2000 AD +2000 >1.2 6S +2000 >1.3 7S ${WAITED}`,
    box: 1,
    spot: '1.main',
    figures: { count: 4, most: 3 },
  },
  'SPLIT-ACE-EXTRA-CARD': {
    ...INGO,
    words: `${ACES} 5S +2000 4S +2000 >1.2 9S ${WAITED}`,
    twin: `${ACES} 5S +2000 >1.2 9S ${WAITED}`,
    box: 1,
    hand: 1,
    spot: null,
    figures: { count: 2 },
  },
  'SPLIT-ACE-DOUBLE': {
    ...SEVENS,
    words: `${ACES} 5S +2000 1=3000 +2000 4S +2000 >1.2 9S ${WAITED}`,
    twin: `${EIGHTS} 3S +2000 1=3000 +2000 4S +2000 >1.2 9S ${WAITED}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'SPLIT-DEAL-ORDER': {
    ...GLD,
    // The first hand busts with 23 before the second has its card. By the house's order it would have 13, and the second 20 against 19.
    words: `1=1000 8S 9D 8H TD +2000 >1.1 1=2000 +2000 5S TC 1=1000 +3000 >1.2 2S ${LOST_TO_19} ${NEXT}`,
    twin: `1=1000 8S 9D 8H TD +2000 >1.1 1=2000 +2000 5S 2S TC 1=1000 +3000 >1.2 ${LOST_TO_19} ${NEXT}`,
    box: 1,
    spot: null,
  },
  'SPLIT-NO-CARD': {
    ...INGO,
    // Nineteen is paid, and the eight of one card loses.
    words: `${EIGHTS} AS +2000 >1.2 +2000 >dealer TD +2000 2D +2000 >- +3000 1=1000 +3000 1=2000 +3000 1=0 ${NEXT}`,
    twin: `${EIGHTS} AS +2000 >1.2 5S +2000 >dealer TD +2000 2D +2000 >- +3000 1=1000 +3000 1=2000 +3000 1=0 ${NEXT}`,
    rivals: ['BET-CAPPED'],
    box: 1,
    hand: 2,
    spot: null,
    figures: { cards: '8H' },
  },
  'SURRENDER-NONE': {
    ...INGO,
    // The other half is left to a hand that loses.
    words: `1=2000 TS TD 6H +2000 >1.1 +1000 1=1000 +2000 >dealer KD +2000 >- ${NEXT}`,
    twin: `1=2000 TS TD 6H +2000 >1.1 ${LOST} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'SURRENDER-VS-ACE': {
    ...SEVENS,
    words: `1=2000 2=1000 TS TH AD 6H 8S +2000 >1.1 +1000 1=1000 ${GIVEN_UP} ${NEXT}`,
    twin: `1=2000 2=1000 TS TH TD 6H 8S +2000 >1.1 +1000 1=1000 ${GIVEN_UP} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 1000 },
  },
  'SURRENDER-LATE': {
    ...SEVENS,
    words: `1=2000 2=1000 TS TH TD 2H 4S +2000 >1.1 3S +3000 1=1000 ${GIVEN_UP} ${NEXT}`,
    twin: `1=2000 2=1000 TS TH TD 2H 4S +2000 >1.1 +1000 1=1000 ${GIVEN_UP.replace('>2.1', '>2.1 3S')} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { count: 3 },
  },
  'SURRENDER-DEALER-BJ': {
    ...waiting(GLD),
    // Box 2 loses its whole bet to the natural that the check has found. Had play gone on it would have been given up before box 1 was taken; left
    // lying, its player would touch it after box 3 was.
    words: `1=1000 2=2000 3=1000 TS TH TC AD 6H 8S 9H KD +5000 1=0 +3000 2=1000 +3000 3=0 ${NEXT_OF_TWO}`,
    twin: `1=1000 2=2000 3=1000 TS TH TC AD 6H 8S 9H KD +5000 1=0 +3000 2=0 +3000 3=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: '2.main',
    figures: { moved: 1000 },
  },
  'SURRENDER-AMOUNT': {
    ...SEVENS,
    words: `1=2000 2=1000 TS TH TD 6H 8S +2000 >1.1 +1000 1=1500 ${GIVEN_UP} ${NEXT}`,
    twin: `1=2000 2=1000 TS TH TD 6H 8S +2000 >1.1 +1000 1=1000 ${GIVEN_UP} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: '1.main',
    figures: { moved: 500, due: 1000 },
  },
  'PLAY-ORDER': {
    ...POT,
    // 20 and 19 against 17, whoever plays first.
    words: `1=1000 2=1000 TS TH 7D 6S 5S TC +2000 >2.1 4S +2000 >1.1 4C +2000 >dealer +2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    twin: `1=1000 2=1000 TS TH 7D 6S 5S TC +2000 >1.1 4S +2000 >2.1 4C +2000 >dealer +2000 >- +3000 2=2000 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    box: 2,
    hand: 1,
    spot: null,
    figures: { count: 1 },
  },
  'ABSENT-RULE': {
    ...FBE,
    words: `key:absent:1 1=1000 TS TD 3S +2000 >1.1 ${LOST} ${NEXT}`,
    twin: `key:absent:1 1=1000 TS TD 7S +2000 >1.1 ${LOST} ${NEXT}`,
    box: 1,
    hand: 1,
    spot: null,
    case: 'stood',
    figures: { total: 13 },
  },
}
