/**
 * What can be proven of a small round by the enumerator of stories with one deviation. Each row was first settled by hand from the houses'
 * documents. Signs are written as in `5S 1:2000+1`: a card, or what box 1 shows from there on, with its lammers. The bets lie there before.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { judgeRound, LISTED } from './enumerator/errors.ts'
import type { Sign } from './enumerator/world.ts'

interface Row {
  readonly name: string
  readonly house: HouseId
  readonly bets: readonly number[]
  readonly signs: string
  /** `CODE@box from sign`; 0 is the first card, and the number of signs stands for the end of the round. */
  readonly proven: readonly string[]
  /** The deviations that remain possible if nothing is proven; none: a legal story remains. */
  readonly possible?: readonly string[]
}

const signsOf = (text: string): readonly Sign[] =>
  text.split(' ').map((word): Sign => {
    const [, box, amount, lammers = '0'] = /^(\d):(\d+)(?:\+(\d+))?$/.exec(word) ?? []
    return box === undefined ? { card: word } : { box: Number(box) - 1, amount: Number(amount), lammers: Number(lammers) }
  })

const ROWS: readonly Row[] = [
  { name: 'a winner paid', house: 'ingo', bets: [1000], signs: 'TS 9D KS 8C 1:2000 1:0', proven: [], possible: [] },
  // More may come until the player has collected.
  { name: 'a winner paid short', house: 'ingo', bets: [1000], signs: 'TS 9D KS 8C 1:1500 1:0', proven: ['PAY-SHORT@1 from 5'] },
  // Chips on a bet are a player's until the hand is settled.
  { name: 'a winner paid too much', house: 'ingo', bets: [1000], signs: 'TS 9D KS 8C 1:2100 1:0', proven: ['PAY-OVER@1 from 5'] },
  {
    name: 'a loser paid, or his bet raised after the last card and taken as it lay',
    house: 'ingo',
    bets: [1000],
    signs: 'TS TD 6S KC 1:2000 1:0',
    proven: [],
    possible: ['PAID-LOSER@1', 'PAST-POSTED@1'],
  },
  // No player has his chips back before all are settled, so chips that go were taken.
  {
    name: 'a lost bet raised after the last card and taken as it lay',
    house: 'ingo',
    bets: [1000, 1000],
    signs: 'TS TH TD 9S 8S KD 2:1500 2:0 1:0',
    proven: ['PAST-POSTED@2 from 7'],
  },
  {
    name: 'a winning bet raised after the last card and paid as it lay, or paid too much in two parts',
    house: 'ingo',
    bets: [1000],
    signs: 'TS 9D KS 8C 1:1500 1:3000 1:0',
    proven: [],
    possible: ['PAST-POSTED@1', 'PAY-OVER@1'],
  },
  {
    name: 'a natural raised after the last card and paid as it lay, or paid too much in two parts',
    house: 'ingo',
    bets: [1000],
    signs: 'AS TD KS 8C 1:1400 1:3500 1:0',
    proven: [],
    possible: ['BJ-OVER@1', 'PAST-POSTED@1'],
  },
  {
    name: 'as many chips as the bet laid on a winner and paid with it, which may also be his payment and his next bet',
    house: 'ingo',
    bets: [1000],
    signs: 'TS 9D KS 8C 1:2000 1:4000 1:0',
    proven: [],
    possible: [],
  },
  {
    name: 'chips laid on a tie after the last card: the next bet',
    house: 'ingo',
    bets: [1000],
    signs: 'TS 8D 8S KC 1:1500 1:0',
    proven: [],
    possible: [],
  },
  {
    name: 'chips laid on a winner after the last card, who is paid by the first amount, or paid too much in two parts',
    house: 'ingo',
    bets: [1000],
    signs: 'TS 9D KS 8C 1:1500 1:2500 1:0',
    proven: [],
    possible: ['BET-CAPPED@1', 'PAY-OVER@1'],
  },
  {
    name: 'a loser paid, or a winner if the dealer had his card last in the deal',
    house: 'ingo',
    bets: [1000],
    signs: 'TS 9D 7S KC 1:2000 1:0',
    proven: [],
    possible: ['DEAL-DEALER-CARD-MISSED@', 'PAID-LOSER@1', 'PAST-POSTED@1'],
  },
  { name: 'the dealer draws on 17', house: 'ingo', bets: [1000], signs: 'TS 9D KS 8C 5H 1:2000 1:0', proven: ['DEALER-HIT-17@ from 5'] },
  {
    name: 'the dealer stands on 16',
    house: 'ingo',
    bets: [1000],
    signs: 'TS 6D KS TC 1:2000 1:0',
    proven: ['DEALER-STOOD-UNDER-17@ from 5'],
  },
  {
    name: 'chips on a bet after its cards',
    house: 'gld',
    bets: [1000, 1000],
    signs: 'TS 9D 2C KS 9H TD 1:1300 8C 2:0 1:2300',
    proven: ['BET-CAPPED@1 from 8'],
  },
  {
    name: 'a bet doubled on eleven while another box lacks its second card, or raised while cards are dealt',
    house: 'sevens-prizes',
    bets: [1500, 5500, 2500],
    signs: '4D QD 5C 7C 7S TS 1:3000 7D 6D 3:5000 2S 2H AH 3:0 1:0',
    proven: [],
    possible: ['BET-CAPPED@1', 'DEAL-ONE-CARD-HAND@3'],
  },
  {
    name: 'a winner with a prize taken, or passed over together with its prize while its player takes his bet and lays another',
    house: 'sevens-prizes',
    bets: [2500, 2000, 2000],
    signs: '2S 7C 2C KS JS 4C KD KD 1:0 2:4000 JC TS 3:0 2D JD 2:0 2:1000 2:0',
    proven: [],
    possible: ['TOOK-WINNER@2', 'WINNER-UNPAID@2'],
  },
  {
    name: 'a split ace and ten paid like a natural, or ties of a dealer who drew while the other ace waited for its card',
    house: 'free-bet-european',
    bets: [1000, 2500, 6000],
    signs: 'TS 5D AC 4D 9D TD AH 2:5000 JS 2:0 3:6000+1 TC 9H TH 9S 3:15000+1 3:21000+1 3:21000 1:2000 1:0 3:6000',
    proven: [],
    possible: ['BJ-ON-SPLIT@3', 'DEALER-DREW-EARLY@'],
  },
  {
    name: 'a loser paid, or a winner if the dealer drew while the double waited for its card',
    house: 'ingo',
    bets: [1000, 1000],
    signs: 'TS 5S 2D 9H 6S 2C 2:2000 7S TS 8C 2:4000 1:2000 2:0',
    proven: [],
    possible: ['DEAL-SECOND-DEALER-CARD-EARLY@', 'DEALER-DREW-EARLY@', 'PAID-LOSER@2', 'PAST-POSTED@2'],
  },
  {
    name: 'half of a bet given up too late, or in time after a second card of the dealer, who stops on it',
    house: 'sevens-prizes',
    bets: [3000, 3000, 3500],
    signs: '3D JS 8C 9D JC AC 6H 2:7500 5C 1:1500 QD 3:0 2:0 1:0 3:3000',
    proven: [],
    possible: ['BET-PINCHED@1', 'DEAL-SECOND-DEALER-CARD-EARLY@', 'SURRENDER-LATE@1'],
  },
  {
    name: 'a winner unpaid, or a dealer who read his total too high, paid two boxes and took it back',
    house: 'ingo',
    bets: [1000, 1000, 1000],
    signs: '9D 2C KC 6S 4C 6C TC 8C 2C 7H 8H 3:2000 1:2000 3:0 2:0 1:1000 3:1500 2:2500',
    proven: [],
    possible: [],
  },
  {
    name: 'the bet of two winners taken and the lammer paid, or the box passed over and its bet laid anew',
    house: 'free-bet-european',
    bets: [1000],
    signs: '9S 6D 9H 1:1000+1 2S TC KD TH 9C 1:0+1 1:1000+1 1:1000 1:0',
    proven: [],
    possible: ['TOOK-WINNER@1', 'WINNER-UNPAID@1'],
  },
  {
    name: 'a natural paid even money while the box before it plays, or doubled',
    house: 'sevens-prizes',
    bets: [1000, 1000],
    signs: '6C AC JS KD QD 2:2000 1:500 3H 9C 2:0',
    proven: [],
    possible: ['DOUBLE-ON-BJ@2', 'EVEN-NOT-ALLOWED@2'],
  },
  {
    name: 'half of a bet given up, or half of a lost bet left lying and added to for the next round',
    house: 'free-bet-pot-of-gold',
    bets: [1500, 6000, 2500],
    signs: '9H JD 7S QD 7C 2S JS KS AC 2:3000 3:0 1:0 2:3500 1:2000 3:6000',
    proven: [],
    possible: ['SURRENDER-NONE@2', 'TAKE-PARTIAL@2'],
  },
  {
    name: 'a winner unpaid, or a tie after which two cards came for nobody before the next bets',
    house: 'ingo',
    bets: [1000, 3500, 1000],
    signs: '7C TH 4D 7C KH 2C 9D AS TC 2:0 TS 3:0 5C JD 3:1000 2:3000',
    proven: [],
    possible: ['SCAN-NO-BETS@', 'WINNER-UNPAID@1'],
  },
  {
    // If the check was missed, it would be another error.
    name: "a natural paid although the check found the dealer's natural, or would have",
    house: 'gld',
    bets: [2000, 10500, 6000],
    signs: '5D TS AH JS JH 7C TH AC 3:15000 2:0 1:0 3:6000',
    proven: ['BJ-V-BJ-PAID@3 from 9'],
  },
  // Five and three may have been split as well, until both stakes go with the dealer on 17.
  {
    name: 'doubled on eight, or raised by as much again',
    house: 'ingo',
    bets: [1000],
    signs: '5S 9D 3S 1:2000 9C 8C 1:0',
    proven: [],
    possible: ['BET-CAPPED@1', 'DOUBLE-TOTAL@1'],
  },
  {
    name: 'a bet stolen, or swept as bust',
    house: 'ingo',
    bets: [1000, 1000],
    signs: 'TS TH 9D 9S 8S 1:0 8C 2:2000 2:0',
    proven: [],
    possible: ['BET-PINCHED@1', 'LIVE-TAKEN-AS-BUST@1'],
  },
  { name: 'a natural paid 6:5', house: 'ingo', bets: [1000], signs: 'AS 9D KS 1:2200 1:0', proven: ['BJ-SHORT@1 from 4'] },
  {
    name: 'the same, or left unpaid, as long as the chips lie there',
    house: 'ingo',
    bets: [1000],
    signs: 'AS 9D KS 1:2200',
    proven: [],
    possible: ['BJ-SHORT@1', 'WINNER-UNPAID@1'],
  },
  {
    name: 'a loser never taken in a round in which nothing was settled, so its end was not seen',
    house: 'ingo',
    bets: [1000, 1000],
    signs: '6C 7C 3S JC TS 6H 8D',
    proven: [],
    possible: ['LOSER-NOT-TAKEN@1'],
  },
  {
    name: 'a natural paid while the dealer may equal it',
    house: 'sevens-prizes',
    bets: [1000],
    signs: 'AS TD KS 1:2500 8C 1:0',
    // Until it is collected the chips may be the player's, and the payment still to come.
    proven: ['BJ-PAID-TOO-EARLY@1 from 5'],
  },
  { name: 'even money if it is offered', house: 'free-bet-european', bets: [1000], signs: 'AS TD KS 1:2000', proven: [], possible: [] },
  {
    name: 'a winner paid short after all others, or passed over while his player lays more',
    house: 'gld',
    bets: [2500, 8000, 5000],
    signs: '9D 2H 3D 2H 4H 5S TD KD 7H JC TC 3:0 3D TH 2:16000 1:4500 3:6000',
    proven: [],
    possible: ['PAY-SHORT@1', 'WINNER-UNPAID@1'],
  },
  {
    name: 'the same, collected: nobody takes back what he has laid',
    house: 'gld',
    bets: [2500, 8000, 5000],
    signs: '9D 2H 3D 2H 4H 5S TD KD 7H JC TC 3:0 3D TH 2:16000 1:4500 1:0 3:6000',
    proven: ['PAY-SHORT@1 from 16'],
  },
  {
    name: 'another amount laid on a split hand and taken with all of it: a double, or a bet raised and swept as it lay',
    house: 'gld',
    bets: [5500, 4000, 5000],
    signs: '8D 4D 5S KS 8D 3H KS 2S 1:11000 8H 2S 1:16200 3C 2H 5H 3:2500 9D 2:0 1:0 3:0 2:2000',
    proven: [],
    possible: ['BET-CAPPED@1', 'DOUBLE-AMOUNT@1'],
  },
  {
    name: 'a dealer who draws when all went bust, or a card for nobody after a tied bet was collected',
    house: 'free-bet-pot-of-gold',
    bets: [5500, 1500, 1000],
    signs: 'QC 5D QS 5S 6D 5D 9S 7H 2D 5C 1:0 5H 2C 8H 2:0 KC 3:0 KC 1:2500 2:2500 3:1500',
    proven: [],
    possible: ['DEALER-DREW-NEEDLESSLY@', 'SCAN-NO-BETS@'],
  },
  { name: 'even money if it is not', house: 'ingo', bets: [1000], signs: 'AS TD KS 1:2000', proven: ['EVEN-NOT-ALLOWED@1 from 4'] },
  {
    name: 'a bust stake that lies until the settlement',
    house: 'ingo',
    bets: [1000, 1000],
    signs: 'TS 9D 6D 6S TD KC 8H TC 2:2000 1:0',
    proven: ['BUST-NOT-TAKEN@1 from 9'],
  },
  {
    name: 'half of a bet taken against a natural found at the check, between two whole ones',
    house: 'gld',
    bets: [1000, 1000, 1000],
    signs: 'TS TH TC AD 6H 8S 9H KD 1:0 2:500 3:0',
    // Of names that fit the same chips the closest counts.
    proven: ['SURRENDER-DEALER-BJ@2 from 10'],
  },
  {
    name: 'a prize paid in play, the rest at its time',
    house: 'sevens-prizes',
    bets: [1000],
    signs: '7S TD TC 1:1500 6D 6H 1:2500 1:0',
    // Of a raised bet the prize would still be due.
    proven: ['PRIZE-EARLY@1 from 7'],
  },
]

describe('what can be proven of a small round', () => {
  for (const { name, house, bets, signs, proven, possible } of ROWS) {
    it(`${house}: ${name}`, () => {
      const judged = judgeRound({ rules: HOUSES[house].rules, bets, evidence: 'payouts', smallestChip: 100 }, signsOf(signs))
      assert.deepEqual(
        [...judged.proven].map(([error, from]) => `${error} from ${from}`),
        proven,
      )
      if (possible) assert.deepEqual([...judged.possible].sort(), [...possible].sort())
      // Cards for nobody are listed next to what else explains the signs, and are no error in the play of a round.
      const listed = [...judged.possible].filter((error) => error !== 'SCAN-NO-BETS@')
      for (const error of listed) assert.ok(LISTED.has(error.split('@')[0] ?? ''), `${error} is not said to be listed`)
    })
  }
})
