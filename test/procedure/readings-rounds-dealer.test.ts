/** Rounds of several boxes with one error in the deal or in the dealer's draw: what is said of them in the end, and nothing else. */
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { assertStands, type Erred } from './erred.ts'
import { FBE, GLD, INGO, NEXT, POT, SEVENS, waiting } from './reading-scenario.ts'

const ROUNDS: readonly Erred[] = [
  {
    ...POT,
    name: 'a winner paid too much where by other cards a hand alone went bust, whose bet would have gone at once',
    words: `1=2500 2=22000 3=1000 JH 9S 2C 2S JH KC 6H 8D +9000 6D +9000 7C +4000 3=0 +2000 2=44500 +3000 1=5000 +9000 3=5000 +3000 tick tick`,
    // The dealer may have drawn both cards, and taken his 23 for 19: then box 2 has tied, and box 3 has lost.
    stands: ['DEALER-TOTAL-MISREAD one-of null', 'PAST-POSTED one-of 2', 'PAY-OVER one-of 2'],
  },
  {
    ...INGO,
    name: 'a dealer to whom the pointer comes, and who draws, when every hand is bust and no bet lies there any more',
    words: `1=1000 2=1000 TS TH 7D 6S 5D +2000 >1.1 TC 1=0 +2000 >2.1 TD 2=0 +3000 >dealer 9C 5C +2000 >- +3000 tick ${NEXT}`,
    stands: ['DEALER-DREW-NEEDLESSLY proven null'],
  },
  {
    ...POT,
    name: 'a dealer who stood on fourteen, to which thirteen loses and fifteen does not',
    words: `1=2000 2=5500 3=2500 9C JC 9S 8S 2S 2H 4H 5S +600 >1.1 +3800 1=2000,FBx1 +9000 4S >2.1 +9000 AC +2900 >3.1 +4700 KC 3=0 >dealer +2500 AS >- +1000 2=0 1=6000,FBx1 1=6000 +7100 1=0 ${NEXT}`,
    stands: ['DEALER-STOOD-UNDER-17 proven null'],
  },
  {
    ...FBE,
    name: 'a round that tied without a sign, if cards went to an empty box in it',
    words: '2=10500 3=2500 5D 8H 5S JD 7S 9D 9H +9000 7D +9000 5C +20000 7D +7000 2=0 +5000 QD +1000 3S +1000 3H +8000 9S tick tick',
    stands: ['DEAL-EMPTY-BOX likely 1'],
  },
  {
    ...GLD,
    name: 'a card behind bets given up and a natural paid, which is none of the deal',
    words: `1=2500 2=1500 3=1000 TS 7C TS KS 6H 8C AH TS +3000 3=2500 +6000 1=1250 +7000 2=750 +5000 2=0 1=0 +1000 3=1000 +1000 key:relief JC +8000 1=2000 2=2500 +3000 TC +3000 tick tick`,
    stands: ['BURN-AT-DEALER-CHANGE likely null'],
  },
  {
    ...waiting(INGO),
    boxes: 2,
    name: 'an ace that came late to a ten, and makes a natural all the same',
    words: `1=1000 2=1000 5S TH 7D 8S +5000 8C +3000 AC +3000 5D +3000 7S +3000 2=2500 +2000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    stands: ['DEAL-ONE-CARD-HAND likely 2'],
  },
  {
    ...FBE,
    name: 'a card on eighteen that would be of the next round, had his second card begun that one',
    words: `1=5000 2=1500 3=1500 2C 6C 9D QH KH 6D 3D +6000 7C +6000 2=1500,FBx1 +3000 KS TS 2=FBx1 +5000 9S QC 2=0 +6000 4S +9000 9H 3=0 +9000 8S +9000 TC +3000 1=10000 +5000 3=1500 2=4000 +2000 7S 2H 8H +3000 tick tick`,
    stands: ['DEALER-HIT-17 proven null'],
  },
  {
    ...INGO,
    name: "a dealer's second card in the deal: none came while a bust bet still lay",
    words: `1=2000 2=1500 3=4500 KD 7D 6D 8S 6S 9C AC +9000 QS +4100 KC +3000 1=0 +2300 QS 2=0 +9000 2S +5100 3=9000 +1200 3=4500 +6500 1=2500 2=6000 +1900 JS KS 8C +3000 tick tick`,
    stands: ['DEAL-SECOND-DEALER-CARD-EARLY proven null'],
  },
  {
    ...GLD,
    name: 'a round of two boxes while a third waits for cards, and all of it settled before the shoe is heard again',
    words: `1=6000 2=11000 3=4000 8C KD 7H QS QC 5C +9000 TH +4000 3=8000 +700 1=12000 +700 1=6000 2=0 +2800 2=2500 +1600 4S 6C 8H +3000 tick tick`,
    stands: ['DEAL-BOX-SKIPPED proven 2'],
  },
  {
    ...FBE,
    name: 'a Push 22 bet taken where the dealer drew no card for it: with two cards of his beside a stray one it would have won',
    words: `1=2000 1.p22=1000 2=1000 3=2500 6H TS 4S 6C 4H KH 3H +9000 8C +9000 QS +1500 1=0 +5500 9C +1600 2=0 +5100 8C +7300 JD +400 3=0 +5000 1.p22=0 +6000 3=1500 1=3000 2=6000 +2600 KS 8C AS +3000 tick tick`,
    stands: ['DEAL-DEALER-CARD-MISSED one-of null', 'DEALER-NO-DRAW-FOR-SIDE one-of null', 'DEALER-STOOD-UNDER-17 one-of null'],
  },
  {
    ...POT,
    name: 'a round never settled, whose dealer would have nothing to settle had he drawn to 22',
    words: `1=2500 2=4000 3=1500 JC 4H JS AS 2C JD KD 8C +4200 3H +8900 3S +9000 KC 2=0 +6000 3=2000 2=1500 +1900 JH JH 2D +3000 tick tick`,
    stands: ['DEALER-HIT-17 likely null'],
  },
  {
    ...GLD,
    name: 'a round never settled, in which all would tie had one box got its second card late',
    words: `1=2000 2=5500 3=3000 2S 2H 3H 5H 3D AS 4C 9H +400 >1.1 +6400 AC +9000 3D +2400 >2.1 +1700 8C +600 >3.1 +2600 8D +9000 QD 3=0 >dealer +9000 QC +3200 3=5000 +2400 2C 5D TC +3000 tick tick`,
    stands: ['DEAL-ONE-CARD-HAND likely 2'],
  },
  {
    ...GLD,
    name: 'a box passed over in the deal, which of them is told by how the round was settled',
    words: `1=10500 2=10000 3=3000 QD TS KH 7H 5S 9H +7000 3=1500 +4200 1=0 +1100 3=0 +2700 1=3000 3=5500 +900 JC AC 4S +3000 tick tick`,
    stands: ['DEAL-BOX-SKIPPED proven 2'],
  },
  {
    ...GLD,
    name: 'two cards drawn on a soft seventeen, the second of them when it lies open that he had it',
    words: `1=2500 2=10500 3=2500 9C 4S 8H 6S 8S 7C 5C AH +9000 3S +9000 9S 2=0 +3500 4S +9300 7C +9000 4D +3000 3=0 +3300 2=6000 3=3000 +2300 5H KC 4S +3000 tick tick`,
    stands: ['DEALER-SOFT17 proven null'],
  },
  {
    ...INGO,
    name: 'a card drawn on a soft seventeen, and none too early: behind that the players have had none',
    words: `1=10500 2=2000 3=2500 KH JS AD AS KC 4D +1200 5H +9000 6H +6400 JC +9000 8D +1200 3=0 +2200 6D +5600 5D +6700 KH +4700 2=4000 +1700 1=21000 +2800 1=10500 2=0 +5100 1=11000 +2000 2=1000 +1000 3=2500 +2000 2S 7S KH +3000 tick tick`,
    stands: ['DEALER-SOFT17 proven null'],
  },
  {
    ...SEVENS,
    name: "a card of the dealer's between two boxes, of which the second has one card behind it",
    words: `1=10500 2=1500 3=3000 QD 5C 8S TH 4H 6S KC +9000 TD 1=0 +9000 3H +4000 2=3000 +9000 7C +9000 6D +4000 3=0 2=0 +8000 3=2000 2=2000 1=10000 +3000 AD 5H KS 2S JC 4H 5C +3000 tick tick`,
    stands: ['DEALER-DREW-EARLY proven null'],
  },
  {
    ...POT,
    name: 'a card burned at a relief, behind which no Push 22 bet had been taken too early',
    words: `1=2000 1.p22=1500 2=1000 2.p22=500 3=5000 4C AC KH JC JS 3D 7C 5H +8000 1=4000 +7000 TD +4000 9D +9000 TD +9000 2S +2600 2=0 +1100 2.p22=0 1=0 +1000 1.p22=0 +5400 key:relief JC +4400 1=2000 +500 2=10500 1.p22=1000 2.p22=1500 +1500 4H JS AS +3000 tick tick`,
    stands: ['BURN-AT-DEALER-CHANGE likely null'],
  },
  {
    ...waiting(POT),
    name: 'a free hand paid where the bet was just taken and its lammer still lies: no bet of the next round',
    words: `1=4000 2=1000 3=2500 9D 8D JD 5D 9C 6D QD AH +4600 1=4000,FBx1 +9000 6S +4500 QH +8100 AC +6200 TH +3600 3=0 +900 2=0 +760 1=FBx1 +1700 1=4000,FBx1 +500 1=4000 +6400 3=3500 +1500 2=1000 +1200 1=4500 +2000 QS 2H 6C +3000 tick tick`,
    stands: ['DEALER-STOOD-UNDER-17 one-of null', 'DEALER-TOTAL-MISREAD one-of null', 'TOOK-WINNER one-of 3'],
  },
  {
    ...waiting(POT),
    name: 'a Push 22 bet of the next round, behind a soft seventeen that was turned and drawn to by nobody',
    words: `1=3000 1.p22=1500 2=3500 2.p22=1500 3=2000 2S JH KC 6H 8D 6D 7C AH +9000 KC +5000 6D +9000 2H +9000 AC +9000 KS +4000 2S +9000 TC +2000 3=0 +4000 2=0 2.p22=0 +1000 1=0 1.p22=0 +2000 tick 2.p22=500 2=2000 1=5000 1.p22=500 3=4000 +4000 9D 6S 3H 5S KD +3000 tick tick`,
    stands: [
      'DEAL-DEALER-CARD-MISSED one-of null',
      'DEALER-HIT-17 one-of null',
      'DEALER-NO-DRAW-FOR-SIDE one-of null',
      'TOOK-WINNER one-of 3',
    ],
  },
  {
    ...POT,
    name: 'Push 22 paid and collected before a card came with the next dealer, by which others would have taken those before',
    words: `1=3000 2=2000 2.p22=500 3=10500 3.p22=500 8D TS 5C 9S 8D AS QH 3H +1000 2=5000 +5000 1=3000,FBx1 5C +9000 KD +2000 1=FBx1 1.ins=3000 +4000 9S +9000 JH +9000 QS +4000 3=0 +1000 3.p22=6000 2.p22=6000 +1000 1.ins=0 1=0 +4000 3.p22=0 2.p22=0 2=2000 +1000 key:relief JD +4000 1.pog=1000 3=3000 1=5000 +3000 2H AC AH AD QD 5S 9H 2D +3000 tick tick`,
    stands: ['BURN-AT-DEALER-CHANGE likely null'],
  },
  {
    ...POT,
    name: 'a lammer taken behind its card, before the dealer drew to 22, or at the end of a round in which that card had made 22',
    words: `1=11000 2=5000 3=2500 7D JD 3D 2C 9S 4H 8C KH +9000 3=2500,FBx1 +9000 TC 3=2500 +3000 tick +9000 KC +9000 9C 6H AD 6S 6S TS 4C KS +3000 tick`,
    stands: ['FB-TOKEN-EARLY likely 3'],
  },
]

describe('what is said of a round with one error in the deal or the draw', () => {
  for (const round of todays(ROUNDS, 16)) it(round.name, () => assertStands(round))
})
