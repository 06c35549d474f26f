/** Rounds of several boxes with one error in play: what is said of them in the end, and nothing else. */
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { assertStands, type Erred } from './erred.ts'
import { FBE, GLD, INGO, NEXT, POT, SEVENS, waiting } from './reading-scenario.ts'

const ROUNDS: readonly Erred[] = [
  {
    ...FBE,
    name: 'a double for chips on three cards, and no lammer that may not lie there: one was laid on eleven',
    words: `1=1000 2=2500 3=6000 TS 5D 2H TC 9D TD 2D +7000 2=5000 +6400 JS +1300 2=0 +4000 3=6000,FBx1 +9000 4D +5400 9H +2400 3=12000,FBx1 +9000 TH +900 3=FBx1 +9000 9S +3000 3=FBx2 +9000 8D +9000 KC +3200 3=0 +900 1=0 ${NEXT}`,
    stands: ['BET-CAPPED one-of 3', 'DOUBLE-LATE one-of 3'],
  },
  {
    ...FBE,
    name: 'a free double without its card behind a split hand that went bust: a lammer came later, so none was swept alone',
    words: `1=1000 2=2500 3=6000 TS 5D 2H TC 9D TD 2D +7000 2=5000 +6400 JS +1300 2=0 +4000 3=6000,FBx1 +9000 4D +5400 9H +7200 TH +1000 3=FBx1 +5100 9S +2000 3=FBx2 +9000 8D +3500 3=0 +2000 1=2000 +9000 3=5000 +600 2=1000 +2200 KC 5C 3D +3000 tick tick`,
    stands: ['DOUBLE-NO-CARD proven 3'],
  },
  {
    ...FBE,
    name: 'an eight and a queen split for chips, and the pair that came of it on a lammer',
    words: `1=3500 2=11000 3=1500 4C QS 8C JC QC 2H QH +9000 8D +1000 1=0 +3000 5S +5700 3=3000 +800 8C +1700 3=3000,FBx1 +4400 2D +2300 3=3000,FBx2 +9000 5D +3000 tick tick`,
    stands: ['SPLIT-NOT-PAIR proven 3'],
  },
  {
    ...POT,
    name: 'a ten and a four split behind a tie that the hole card proves to be none',
    words: `1=1500 2=21500 3=1500 6H JC 2C 4S 2D 4D 3H 8C +4000 8S +5700 2=43000 +200 9H +9000 TH +9000 2H +4000 4H +5500 9S +9000 8C +3000 2=0 +2000 1=0 +3000 tick tick`,
    stands: ['SPLIT-NOT-PAIR proven 2'],
  },
  {
    ...POT,
    name: 'a double on three cards behind a tie that the hole card proves to be none: the next round would have lost bets as it was dealt',
    words: `1=3000 2=5500 3=2000 KC 5H 3C JC QH 7D 2C 3D +9000 7S +9000 TC +4000 3=4000 +9000 QH +1000 3=0 +9000 JS +6000 2=11000 +2000 1=6000 +2600 2=5500 +300 1=3000 +3400 3=2000 +2700 6C 5C 5S +3000 tick tick`,
    stands: ['BET-CAPPED one-of 3', 'DOUBLE-LATE one-of 3'],
  },
  {
    ...POT,
    name: 'a three and a four split where all may have tied before: the cards since may be for nobody',
    words: `1=2000 2=5500 3=3000 2S 2H 3H 5H 3D AS 4C 9H +9000 AC +9000 3D +9000 8C +3500 3=6000 +6500 8D +3500 3=6000,FBx1 +2900 QD +7000 QC +7000 2C +9000 5D +4800 3=3000,FBx1 +900 3=3000 +1600 1=0 +2700 3=0 +4000 1=1000 +1900 3=2000 +3000 TC 5C 5S +3000 tick tick`,
    stands: ['SPLIT-NOT-PAIR likely 3'],
  },
  {
    ...GLD,
    name: 'a third hand beside split ones, where else the dealer would have left two bust bets lying one after the other',
    words: `1=5000 2=2000 3=11000 8H TH JS 5S 8D 3C QC 2H +4000 1=10000 +3000 8S +600 8H +4300 1=15000 +6300 8S +1300 8D +9000 3S +2400 9D +4000 3=22000 +900 2=0 +1400 1=0 +2000 3=0 ${NEXT}`,
    stands: ['SPLIT-TOO-MANY proven 1'],
  },
  {
    ...FBE,
    name: 'a pair split without its lammer, and one of its hands doubled with one; or drawn to, and then split with it',
    words: `1=15000 2=5500 3=3000 3C TC KH 7D 3D 3S 8C +8000 7C +2500 1=15000,FBx1 +1500 3H +6000 4C +7000 TC +6000 KC +1500 2=0 +5000 7S +9000 3C +3300 3=6000 +1000 1=0 +2500 3=0 ${NEXT}`,
    stands: ['FB-TOKEN-MISSING one-of 1', 'SPLIT-LATE one-of 1'],
  },
  {
    ...POT,
    boxes: 2,
    name: 'the bet of a hand alone left lying when it went bust: no Push 22 bet keeps it there',
    words: `1=1000 2=1000 TS TH TD 6S 5S 7D +2000 >1.1 KS +3000 >2.1 4S +2000 >dealer +2000 >- +3000 2=2000 +3000 1=0 +2000 2=0 ${NEXT}`,
    stands: ['BUST-NOT-TAKEN proven 1'],
  },
  {
    ...FBE,
    name: 'a lammer taken while its hand waits, and no lost bet left lying because of it',
    words: `1=3000 2=3000 3=10500 AC 2D 2S KS 3C 8H 6D +5100 TS +4800 QC 1=0 +2900 2=3000,FBx1 +9000 6D 2=3000 +3400 5D +6300 QD 3=0 +9000 3D +7900 6C +1600 2=0 +7500 1=1000 2=11000 3=2500 +2600 QD 3S 3H +3000 tick tick`,
    stands: ['FB-TOKEN-EARLY proven 2'],
  },
  {
    ...POT,
    name: 'a lammer taken before the dealer has drawn',
    words: `1=3000 2=1000 3=1500 9C 6D 7C 9H 7H 7C 3C 2S +9000 QC 1=0 +6200 AC +7500 QC 2=0 +3400 3=1500,FBx1 +1900 6C 3=1500 +9000 5H QC +4200 3=4500 +1800 3=1500 +3300 2=2000 1=2000 +1700 6H 5C 7H +3000 tick tick`,
    stands: ['FB-TOKEN-EARLY proven 3'],
  },
  {
    ...waiting(POT),
    name: 'a tied hand taken while the pointer has yet to come to the next box, behind the last card',
    words: `1=10500 2=10000 3=3000 JS QD TS KH 7H 5S 9H JC +1200 >1.1 +900 >2.1 +5200 AC +6800 4S +3300 2=0 >3.1 +2700 >dealer >- +2100 3=0 1=0 +4500 1=1000 2=3500 3=5000 +1700 8D 8C 9S +3000 tick tick`,
    stands: ['BET-PINCHED one-of 2', 'LIVE-TAKEN-AS-BUST one-of 2'],
  },
  {
    ...FBE,
    name: 'a split hand paid while the other one waits for its card, or doubled and left lying bust',
    words: `1=1500 2=1500 3=8000 8H 5S 6C KH 8H 4S 8H +3000 1=1500,FBx1 5H +9000 7C +3300 1=3000,FBx1 +1300 KD +5300 2=1500,FBx1 +6000 AH +9000 9H 3=0 +4200 AD +1700 2=0 1=0 ${NEXT}`,
    stands: ['BET-CAPPED one-of 1', 'BUST-NOT-TAKEN one-of 1', 'PAY-BEFORE-DEALER-DONE one-of 1'],
  },
  {
    ...SEVENS,
    name: 'two cards on a double of nine with a seven, whose prize would be half as much',
    words: `1=3000 2=1000 3=8000 KD 7S 6H 6S AH 2S 4C +2300 1=7500 +3300 2=2000 +5700 JC +9000 QC +3000 2=0 +5000 6C +3000 8S +4000 KH +6000 3=16000 +5000 2=4000 +2000 9D 2C 4D +3000 tick tick`,
    stands: ['BET-CAPPED one-of 2', 'DOUBLE-TWO-CARDS one-of 2'],
  },
  {
    ...INGO,
    name: 'the bet of one split hand swept while it lived, and the other one played on',
    words: `1=1500 2=1500 3=8000 8H 5S 6C KH 8H 4S 8H +3000 1=3000 +9000 5H +2700 7C +2800 1=1500 +9000 KD +5000 AH +9000 9H +2000 3=0 +4000 AD +2000 2=0 +1000 1=0 ${NEXT}`,
    stands: ['BET-PINCHED one-of 1', 'LIVE-TAKEN-AS-BUST one-of 1'],
  },
  {
    ...SEVENS,
    name: 'chips laid on a natural in play, of an amount that nobody pays for one',
    words: `1=10500 2=3500 3=2000 TC 2D 5C QC AS 2S TH +3000 1=10800 +5000 QS +9000 2S +6700 3=1000 +3800 KS +3000 2=0 +3000 1=26500 +3600 3=0 +1800 2=2500 3=1500 +1400 8H 4C 2C +3000 tick tick`,
    stands: ['BET-CAPPED likely 1'],
  },
  {
    ...GLD,
    name: 'chips taken off a bet for which the dealer draws: given up for as little he would have had none to draw for',
    words: `1=6000 2=3500 3=2000 TD TC 2D 5C QC AS 2S TH +3000 2=8700 +4700 1=5700 +9000 QS +9000 2S +8500 KS +3500 3=0 +8000 8H +5300 1=11700 +2500 1=6000 2=0 +3200 3=2500 2=1500 +2200 4C 2C 7D +3000 tick tick`,
    stands: ['BET-PINCHED likely 1'],
  },
  {
    ...GLD,
    name: 'two cards on a double, and not two hands of a split swept at once while both lived',
    words: `1=1000 2=3500 3=5500 2H 3S 6H JH 2H 3H QS 7D +3200 1=2000 +2500 2D 6S +4600 6H KC 1=1000 +3200 2=7000 9S +9000 9C 2=0 +4000 AD +6600 1=0 +6100 2=3500 1=10000 +1000 9S 5S KD +3000 tick tick`,
    stands: ['BET-CAPPED one-of 2', 'DOUBLE-TWO-CARDS one-of 2'],
  },
  {
    ...INGO,
    name: 'a live hand swept in the turn of the last player, before the dealer has drawn',
    words: `1=5500 2=2000 3=3000 JD 2H AC AH AD QD 5S +7000 9H +9000 2D +9000 AD +3000 3=0 +4000 AS +3000 tick`,
    stands: ['BET-PINCHED one-of 3', 'LIVE-TAKEN-AS-BUST one-of 3'],
  },
  {
    ...INGO,
    name: 'a co-bettor who raised the first hand of a split alone, which lost, and is left as the second, which tied',
    words: `1=1000 1.main2=1000 8S TS 8H +2000 >1.1 1=2000 3H +2000 1=3000 1.main2=2000 2C +2000 >1.2 9H 3C +2000 >dealer TD +2000 >- +3000 1=1000 +3000 1=0 1=1000 +2000 2C 3H 7C 4D 5D 3C +3000 tick tick`,
    stands: ['CO-BETTOR-SPLIT-SHARE proven 1'],
  },
  {
    ...POT,
    name: 'a lammer left behind one hand taken and another paid for it, within the lag: as if the bet had never moved',
    words: `1=2500 2=2000 3=3500 9D 8D JD 5D 9C 6D QD AH +1000 >1.1 +2000 1=2500,FBx1 6S +2000 >1.2 +9000 QH +3000 >2.1 >3.1 >dealer +9000 AC +4000 TH >- +2000 3=7000 2=0 1=FBx1 1=2500,FBx1 +8000 2=10000 +4000 QS 2H 6C +3000 tick tick`,
    stands: ['FB-TOKEN-NOT-REMOVED proven 1'],
  },
  {
    ...SEVENS,
    boxes: 2,
    name: 'a bet taken before the dealer drew, and no other left on the table: he draws all the same',
    words: `1=1000 2=1000 TS 9H KD 7S TH +2000 >1.1 9C 1=0 +2000 >2.1 +3000 2=0 +1000 >dealer +5000 5D 8D +2000 >- ${NEXT}`,
    stands: ['BET-PINCHED one-of 2', 'LIVE-TAKEN-AS-BUST one-of 2'],
  },
  {
    ...SEVENS,
    name: 'too much laid to split queens that may have tied before: an odd bet for the next round would then be less of one later',
    words: `1=2000 2=11000 3=10500 JS JH QH KD 3C 2C QC +9000 KS 1=0 +9000 AH +9000 TD +2000 2=0 +4000 3=21300 +2000 5D +9000 8D +2000 3=10800 +9000 5S +7000 5S +9000 4C +9000 5H +4000 3=21600 +3000 3=10500 +2000 1=1000 2=1000 +3000 TC 8D 3S 3D 8C 8C 9D +3000 tick`,
    stands: ['SPLIT-AMOUNT proven 3'],
  },
  {
    ...SEVENS,
    name: 'the same amount laid on queens that tied, and with it bets on the other boxes: an odd bet for the next round',
    words: `1=2000 2=11000 3=10500 JS JH QH KD 3C 2C QC +9000 KS 1=0 +9000 AH +9000 TD +2000 2=0 +4000 3=21300 +2000 1=2000 2=1000 +3000 TC 8D 3S 3D 8C 8C 9D +3000 tick tick`,
    stands: ['BET-WRONG-UNIT likely 3'],
  },
]

describe('what is said of a round with one error in play', () => {
  for (const round of todays(ROUNDS, 16)) it(round.name, () => assertStands(round))
})
