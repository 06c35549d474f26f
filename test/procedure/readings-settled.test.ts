/** Rounds in which several hands of a spot, a lammer or a bust bet leave one error alone to explain how it was settled or dealt. */
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { assertStands, type Erred } from './erred.ts'
import { FBE, GLD, INGO, NEXT, POT, SEVENS, waiting } from './reading-scenario.ts'

/** Box 2 splits sevens against the dealer's 18: 17 loses, and 20, doubled, wins with the prize of two sevens. */
const PRIZED =
  '1=1000 2=2000 3=3000 5C 7S 4D 2H QC 7D TH +4700 1=2000 KC 1=0 +2700 2=4000 +700 QS +9000 3S +1400 2=6000 +600 TD +6200 2H +9000 KH +9000 4C +1800 3=0'

const ROUNDS: readonly Erred[] = [
  {
    ...SEVENS,
    name: 'a natural paid at once, and what it won collected within the lag: its bet is as it was, and was paid',
    words: '1=1000 2=1000 AS 5S 7S TS 6H +1000 1=2500 1=1000 +1000 2D tick tick',
    stands: [],
  },
  {
    ...SEVENS,
    name: 'a loser of four hands taken in part, and the winners beside it paid as due: its player may have taken the chips',
    words: `1=2500 2=2000 3=2000 2S 8D KD 8S JD 8H JS +300 8H +4000 2=4000 8D +2000 2=6000 +8000 3S +3000 2=8000 TS +9000 TH +6000 8S +1000 2=10000 9S +4000 4H 2S +5000 AS +9000 6D +9000 QD +3000 3=4000 2=8200 +1400 2=12200 +500 2=14200 +500 1=5000 +2000 2=2000 3=2000 1=2500 +3000 AD TS 7C AD +3000 tick tick`,
    stands: ['BET-PINCHED one-of 2', 'TAKE-PARTIAL one-of 2'],
  },
  {
    ...SEVENS,
    name: 'a winner taken with the loser beside it, while the prize is paid on the empty spot',
    words: `${PRIZED} 2=0 2=2000 +2700 2=0 +3200 2=3000 1=3000 3=2000 +3000 8H 6C 8S 2C +3000 tick tick`,
    stands: ['TOOK-WINNER proven 2'],
  },
  {
    ...SEVENS,
    name: 'a winner paid short beside the loser that is taken: paid before the draw the bet would have been settled by no movement after it',
    words: `${PRIZED} 2=4000 2=9500 +2700 2=0 +3200 3=3000 2=2000 1=1000 +3000 8H 6C 8S 2C +3000 tick tick`,
    stands: ['PAY-SHORT proven 2'],
  },
  {
    ...INGO,
    name: 'a bust bet left lying in a round whose first card may be one too many of the last: without it the others begin no legal one',
    words: `1=3000 2=1500 3=10500 TC JH TD 8D 8S AD AH +400 3=26250 +500 2=3750 +4500 KS +3000 2=0 3=10500 +4200 2=1500 +2800 3H 6H KC 4C 9H TH 9S +6100 JS +9000 JD +9000 9D +2200 3=21000 +2600 2=3000 +2300 1=0 +2400 2=1500 3=0 +4800 3=1500 1=2000 +1600 KD 9C 5S 4S 9D TD JC +3000 tick tick`,
    stands: ['BUST-NOT-TAKEN likely 1'],
  },
  {
    ...GLD,
    name: 'as much left of two lost hands as a single one is, or one bet of the double beside it',
    words: `1=5500 2=4000 3=5000 8D 4D 5S KS 8D 3H KS 2S +2000 >1.1 1=11000 +2000 8H 2S +2000 >1.2 +2000 1=16500 3C +2000 >2.1 2H 5H +2000 >3.1 +1000 3=2500 +2000 >dealer 9D +2000 >- +3000 2=0 +2500 1=5500 +2900 3=0 +2900 2=6000 +2000 3=1500 +1500 5S 5S +500 8C +3000 tick tick`,
    stands: ['BET-CAPPED one-of 1', 'LOSER-NOT-TAKEN one-of 1', 'TAKE-PARTIAL one-of 1'],
  },
  {
    ...waiting(FBE),
    name: 'a natural paid one to one behind the draw: had he drawn too early, even money would have been too late all the same',
    words: `1=3500 2=10000 3=2500 9S AC 2S QS +300 5H JH 3D +4900 9D +2000 1=0 +9000 8S +3500 6H +1600 4C +9000 4H +2700 3=5000 +2000 2=20000 +4200 2=0 +1400 1=3000 2=2000 +1200 6S 4H 2D +3000 tick tick`,
    stands: ['EVEN-AFTER-DRAW proven 2'],
  },
  {
    ...INGO,
    name: 'a split ace and ten paid like a natural: where both hands win, the stake of one of them would have been taken besides',
    words: `1=1500 2=8000 3=5500 AC AD +300 3H 9D +300 8D AC QC +6500 2=16000 TS +9000 5H +6600 5D +9000 2C +9000 6C +3100 3=11000 2=8000 +1800 2=20000 +2300 1=3000 +1400 1=0 2=0 ${NEXT}`,
    stands: ['BJ-ON-SPLIT proven 2'],
  },
  {
    ...INGO,
    name: 'the same beside a fifteen that wins: if it lost, its stake would have been left lying besides',
    words: `1=2500 2=1000 3=20000 2C AS 3H 9C +300 AC +300 AD 6H +3500 QH +5900 9D 1=0 +5900 2=2000 +5000 QH +6900 4C +9000 QD +4100 2D +4000 3S +9000 8C +3600 3=40000 +500 2=3500 +500 2=4500 +1300 2=1000 3=0 ${NEXT}`,
    stands: ['BJ-ON-SPLIT proven 2'],
  },
  {
    ...GLD,
    name: 'a split hand paid short beside one that lost: of two that lost none would be paid such an amount',
    words: `1=3000 2=10000 3=5500 5D 8H QD KC 7D 8C JH JD +7100 5D +8900 AH +5300 2=20000 +4600 QH +600 6D +9000 7C +5800 2=10000 2=19500 +2300 1=0 +3700 1=2000 +700 9D 8D 5S 3S +3000 tick tick`,
    stands: ['PAY-SHORT proven 2'],
  },
  {
    ...SEVENS,
    name: 'a winning hand of two unpaid, or both of them: by either story the box was passed over',
    words: `1=5000 2=2000 3=2000 6D +700 8H 6H +700 QS 7C 8H +500 7D +9000 QD +400 1=0 +3300 2=4000 +6400 8D +1500 2H +9000 TS +9000 9S 3=0 +9000 7S +1700 2=2000 +5800 3=3000 1=1000 +1900 QD +500 JC 8S +3000 tick tick`,
    stands: ['WINNER-UNPAID proven 2'],
  },
  {
    ...POT,
    name: 'a lammer paid another amount when the bet beside it was taken: more than is due, and no bet of the next round',
    words: `1=1500 2=1500 3=2000 QS AS +400 7S +700 JD +500 3C AD +700 4D KS +7100 QS 1=0 +5300 2=1500,FBx1 6S +9000 TS +3400 3=2000,FBx1 +5400 7S +3900 3=0 2=FBx1 +2900 2=1900,FBx1 2=1900 +800 2=0 ${NEXT}`,
    stands: ['FB-PAID-TOKEN-VALUE proven 2'],
  },
  {
    ...POT,
    name: 'a free double paid another amount behind a bust bet that the dealer took: no player had collected or bet anew',
    words: `1=3000 2=1000 3=2500 7H 2H +900 KC +300 9C JC 8S 6H +400 8D +6800 2=1000,FBx1 +1900 AD +9000 9D 3=0 +6300 2=2500,FBx1 2=2500 +1500 2=0 +6000 3=1500 2=1500 +1100 4D 4C TC +3000 tick tick`,
    stands: ['FB-PAID-TOKEN-VALUE proven 2'],
  },
  {
    ...FBE,
    name: 'a lost bet taken but for a part, behind the lammer of a tied one: the dealer was settling, and no player took it',
    words: `1=5500 2=10000 3=2500 4H 8H AD 2S 2C 9D AH +6500 QH +6600 3=2500,FBx1 +3500 QS +8800 TD +9000 QH +9000 9D +1700 3=2500 +600 2=500 1=0 +2800 2=0 +600 3=0 ${NEXT}`,
    stands: ['TAKE-PARTIAL proven 2'],
  },
  {
    ...POT,
    name: 'a dealer who took his up card last of all: what he took for his hole card is open then, or of the box with one card',
    words: `1=2000 2=1000 3=4000 8H 3S JC 4D 6H TH 3S +300 7S +2900 2S +3900 AS +9000 5H +5400 2=1000,FBx1 +600 6H +6600 KC +3800 2=0 +400 3=0 +3700 3=2000 2=3000 +2700 3D +400 3S +500 KS +3000 tick tick`,
    stands: ['DEAL-DEALER-CARD-MISSED proven null'],
  },
  {
    ...SEVENS,
    name: 'a split ace and ten paid like a natural when the other hand was paid: no chips that its player laid',
    words: `1=1500 2=2000 3=1500 AS 2D 8H 7C AC 4S KC +3000 1=3000 5S +9000 KS +9000 5S +9000 2H +1700 9S 2=0 +7000 7S +2700 TS +2900 3=3000 1=4500 +2000 1=6750 +2000 1=1500 +300 3=0 +2000 3=1000 2=1500 +1500 9H TD JH +3000 tick tick`,
    stands: ['BET-CAPPED one-of 1', 'BJ-ON-SPLIT one-of 1'],
  },
  {
    ...FBE,
    name: 'a double paid as a single bet, or a stake laid for nothing; no first hand paid before the second one, whose lammer goes when that is bust',
    words: `1=5500 2=3000 3=3000 5S 7C 8D AS 3C 7H AC +9000 TC +7000 2=3000,FBx1 +9000 AH +2000 2=6000,FBx1 +5000 2D +2000 9C +8000 TD +1500 2=6000 +8000 6D +4000 3=6000 +2600 2=9000 +1300 1=11000 +2100 2=0 +900 3=0 +400 1=5500 +3400 2=1000 +1800 3=3500 +3000 2C 3H 7C 4D 5D 3C 9D +3000 tick tick`,
    stands: ['BET-CAPPED one-of 2', 'PAID-DOUBLE-SINGLE one-of 2'],
  },
  {
    ...SEVENS,
    name: 'a double after three cards, whose stake goes with the other: no prize paid early, which would lie there',
    words: `1=2500 2=3000 3=1000 AH 7H 7S 2S 9H JC 7S +9000 3=2000 +9000 5D +9000 KC +2000 3=1000 +9000 2S +5000 5S +3000 3=2000 +9000 8H +2300 3=0 +9000 KS +9000 3C +4000 JS +9000 2=7500 +1000 1=5000 +3800 1=2500 +4400 3=1000 +3000 2C 3H 7C 4D 5D 3C 9D +3000 tick tick`,
    stands: ['BET-CAPPED one-of 3', 'DOUBLE-LATE one-of 3'],
  },
  {
    ...POT,
    name: 'a lost bet of which a part lies there: the dealer took the rest, or its player did',
    words: `1=2000 2=3000 3=2000 2H 4S 5S TH QS KS QD TS +9000 1=4000 +9000 4S +9000 8H +1700 2=0 +9000 JC +1000 3=0 +8000 1=2000 +5000 2=11000 +600 3=2000 +1300 6S 6H KS AS 6S 6H TC 9H +3000 tick tick`,
    stands: ['BET-CAPPED one-of 1', 'LOSER-NOT-TAKEN one-of 1', 'TAKE-PARTIAL one-of 1'],
  },
  {
    ...INGO,
    boxes: 2,
    name: 'a natural that waits unpaid, and one card drawn for it: no hand need have been taken for bust',
    words: `1=1000 2=1000 AS 2H 8C KH 6H +4000 6D +2000 8S +1000 2=0 +2000 2C +4000 1=2500 +3000 1=1000 +3000 2=3000 +3000 2C 5C 7C 3C 6C +3000 tick`,
    stands: [
      'BET-PINCHED one-of 2',
      'DEAL-DEALER-CARD-MISSED one-of null',
      'DEAL-ONE-CARD-HAND one-of 1',
      'DEALER-DREW-EARLY one-of null',
      'DEALER-DREW-NEEDLESSLY one-of null',
      'LIVE-TAKEN-AS-BUST one-of 2',
    ],
  },
]

describe('what is said of a spot settled wrongly once', () => {
  for (const round of todays(ROUNDS, 16)) it(round.name, () => assertStands(round))
})
