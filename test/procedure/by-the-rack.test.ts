/** What only the rack decides: whether the dealer moved the chips of a spot or its player did. Each row stands beside one that the rack clears. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { FBE, INGO, NEXT_OF_TWO, POT } from './reading-scenario.ts'
import { standingAfter, type Table } from './scene.ts'

interface Row {
  readonly name: string
  readonly words: string
  /** Codes with their grades, in order. */
  readonly found: readonly string[]
  readonly table?: Table
}

/** Box 1 ties with the dealer's 18, box 2 has 19; box 2 is paid and the rack has followed. */
const TIED = 'rack=100000 1=1000 2=1000 TS TH 7D 8S 9S >1.1 +2000 >2.1 +2000 >dealer 5D 6C >- +3000 rack=99000 2=2000 +4000'
/** Box 1 insures 18 by 500 against an ace; both boxes lose to the dealer's 21, and box 2 has. */
const INSURED = 'rack=100000 1=1000 2=1000 TS TH AD 8S 7S +1000 1.ins=500 +6000 5D 5C +3000 rack=101000 2=0 +3000'

/** Box 1 has 20 and wins 1000, box 2 has 17 and loses, box 3 has 20 and wins 2000 against 19. */
const THREE = 'rack=100000 1=1000 2=2000 3=2000 TS TH KS 9D TD 7S QD >1.1 +2000 >2.1 +2000 >3.1 +2000 >dealer KD >- +3000'
/** Box 1 splits eights on a lammer, the first hand goes bust and is parked, the second ties with 22 as box 2 does; Push 22 lies on box 1. */
const PARKED =
  'rack=83500 1=1000 2=1000 1.p22=500 8D 9S TS 8C TD 2H >1.1 1=1000,FBx1 4D KC +1000 1.ins=1000 1=FBx1 >1.2 +3000 JC >2.1 +3000 >dealer JD >- +3000'

/** A free split that the co-bettor of box 1 does not follow: eighteen wins against seventeen and is paid, the second hand went bust. */
const SPLIT =
  'rack=100000 1=1000 1.main2=1000 8S 7S 8H +2000 >1.1 1=1000,FBx1 +2000 TH +2000 >1.2 5H KC 1=1000 +2000 >dealer TD >- +3000 rack=99000 1=2000'

/** Box 1 busts and is swept; box 2 has 17 and loses to the dealer's 20, and to nobody else is anything due. */
const ONE_LOST = 'rack=100000 1=1000 2=1000 TS TH KS 6D 7S >1.1 +2000 9C +1000 rack=101000 1=0 +2000 >2.1 +2000 >dealer QD >- +4000'
/** The same by the order of the deal; had the dealer taken his first card when all others had theirs, box 2 would tie with 17. */
const LOST_OR_TIED = 'rack=100000 1=1000 2=1000 9S JS TH 7D 7C >1.1 +2000 8S +1000 rack=101000 1=0 +2000 >2.1 +2000 >dealer KD >- +4000'

/** Both stand and the dealer draws one card; box 2 is settled first, and players collect as soon as their box is. */
const drawn = (card: string): string => `+2000 >1.1 >2.1 >dealer ${card} +2000 >- +3000`
/** 19 and 18 against 18. */
const SECOND_TIES = `rack=100000 1=1000 2=1000 TS TH TD 9S 8S ${drawn('8D')}`
/** 18 and 19 against 17. */
const BOTH_WIN = `rack=100000 1=1000 2=1000 TS TH TD 8S 9S ${drawn('7D')}`
/** 19 and 18 against 20. */
const BOTH_LOSE = `rack=100000 1=1000 2=1000 TS TH TD 9S 8S ${drawn('KD')}`
const withoutRack = (words: string): string => words.replaceAll(/rack=\d+ /g, '')
/** A winner is raised by half his bet behind the last card and paid as he lies then; a loser is raised and taken. */
const RAISED_WINNER = `${BOTH_WIN} 2=1500 +3000 rack=98500 2=3000 +3000 rack=97500 1=2000 +3000 1=0 2=1000`
const RAISED_LOSER = `${BOTH_LOSE} 2=1500 +3000 rack=101500 2=0 +3000 rack=102500 1=0 +3000 2=1000`
const FIRST_PAID = '+3000 rack=98000 1=2000 +3000 1=0'

const ROWS: readonly Row[] = [
  {
    name: 'a tie is paid out of the rack before the other box is settled',
    words: `${SECOND_TIES} rack=99000 2=2000 ${FIRST_PAID} ${NEXT_OF_TWO}`,
    found: ['PAID-PUSH proven'],
  },
  {
    name: 'its player lays as much on it before the other box is settled',
    words: `${SECOND_TIES} 2=2000 +3000 rack=99000 1=2000 +3000 1=0 ${NEXT_OF_TWO}`,
    found: [],
  },
  {
    name: 'a winner goes to the rack before the other box is settled',
    words: `${BOTH_WIN} rack=101000 2=0 +3000 rack=100000 1=2000 +3000 1=0 2=1000 ${NEXT_OF_TWO}`,
    found: ['TOOK-WINNER proven'],
  },
  {
    name: 'its player takes it back unpaid before the other box is settled, while the rack lies still',
    words: `${BOTH_WIN} 2=0 +3000 rack=99000 1=2000 +3000 1=0 2=1000 ${NEXT_OF_TWO}`,
    found: ['WINNER-UNPAID proven'],
  },
  {
    name: 'its player collects what he was paid before the other box is settled',
    words: `${BOTH_WIN} rack=99000 2=2000 +1000 2=0 ${FIRST_PAID} 2=1000 ${NEXT_OF_TWO}`,
    found: [],
  },
  { name: 'a tie is paid out of the rack', words: `${TIED} rack=98000 1=2000 +4000 2=0 +4000 1=1000`, found: ['PAID-PUSH proven'] },
  { name: 'its player lays as much on it himself', words: `${TIED} 1=2000 +4000 2=0`, found: [] },
  { name: 'a tie goes to the rack', words: `${TIED} rack=100000 1=0 +4000 2=0`, found: ['TOOK-PUSH proven'] },
  { name: 'its player takes it back', words: `${TIED} 1=0 +4000 2=0`, found: [] },
  {
    name: 'nobody knows whose it was where a payment of the same amount is taken back at once',
    words: `${TIED} rack=100000 1=0 rack=99000 +4000 2=0`,
    found: [],
  },
  { name: 'the dealer changes the chips of a tie', words: `${TIED} rack=100000 1=0 rack=99000 1=500x2 +4000 2=0`, found: [] },
  { name: 'chips bought at the table come to an empty spot', words: `${TIED} 2=0 +4000 rack=98000 2=1000`, found: [] },
  {
    name: 'a co-bettor who did not follow the split takes his bet back unpaid',
    words: `${SPLIT} +3000 1.main2=0 +3000 1=0`,
    found: ['CO-BETTOR-SKIPPED proven'],
    table: FBE,
  },
  {
    name: 'his bet goes to the rack, as the lost second hand would',
    words: `${SPLIT} +3000 rack=100000 1.main2=0 +3000 1=0`,
    found: ['CO-BETTOR-SPLIT-SHARE proven'],
    table: FBE,
  },
  {
    name: 'his bet went to the rack, and he has bet anew before the next card',
    words: `${SPLIT} +3000 rack=100000 1.main2=0 +3000 1=0 +3000 1.main2=1500`,
    found: ['CO-BETTOR-SPLIT-SHARE proven'],
    table: FBE,
  },
  { name: 'he is paid as the first hand', words: `${SPLIT} +3000 rack=98000 1.main2=2000 +3000 1.main2=0 1=0`, found: [], table: FBE },
  {
    name: 'two split hands tie with 22, and one bet is paid: for the chips of the first or for the lammer of the second',
    words:
      'rack=100000 1=1500 2=1000 9D TS 8H 9H 9S 4H >1.1 1=1500,FBx1 2D +2000 >1.2 TS +2000 >2.1 +2000 >dealer TD >- +3000 rack=98500 1=3000,FBx1 1=3000 +3000 2=0 1=0',
    found: ['FB-PUSH-PAID one-of', 'DEALER22-PAID one-of'],
    table: POT,
  },
  { name: 'a winner is raised behind the last card', words: `${RAISED_WINNER} ${NEXT_OF_TWO}`, found: ['PAST-POSTED proven'] },
  {
    name: 'he may also be paid too much in two parts where no rack tells',
    words: `${withoutRack(RAISED_WINNER)} ${NEXT_OF_TWO}`,
    found: ['PAY-OVER one-of', 'PAST-POSTED one-of'],
  },
  {
    name: 'a winner is raised by his whole bet just before he is paid',
    words: `${BOTH_WIN} 2=2000 rack=98000 2=4000 +3000 rack=97000 1=2000 +3000 1=0 2=1000 ${NEXT_OF_TWO}`,
    found: ['PAST-POSTED proven'],
  },
  {
    name: 'he is paid as he lay at the last card, and what he laid is his next bet',
    words: `${BOTH_WIN} 2=2000 +3000 rack=99000 2=3000 +3000 rack=98000 1=2000 +3000 1=0 2=1000 ${NEXT_OF_TWO}`,
    found: [],
  },
  { name: 'a loser is raised behind the last card', words: `${RAISED_LOSER} ${NEXT_OF_TWO}`, found: ['PAST-POSTED proven'] },
  {
    name: 'he may also have been paid, and have collected all of it at once, where no rack tells',
    words: `${withoutRack(RAISED_LOSER)} ${NEXT_OF_TWO}`,
    found: ['PAID-LOSER one-of', 'PAST-POSTED one-of'],
  },
  {
    name: 'what comes to a tie behind the last card is its next bet',
    words: `${SECOND_TIES} 2=1500 +3000 rack=99000 1=2000 +3000 1=0 ${NEXT_OF_TWO}`,
    found: [],
  },
  { name: 'the only lost bet goes back to its player', words: `${ONE_LOST} 2=0`, found: ['LOSER-NOT-TAKEN proven'] },
  {
    name: 'the bet that goes back to its player would be a tie in another deal of the cards',
    words: `${LOST_OR_TIED} 2=0`,
    found: ['LOSER-NOT-TAKEN one-of', 'DEAL-DEALER-CARD-MISSED one-of'],
  },
  { name: 'it goes to the rack', words: `${ONE_LOST} rack=102000 2=0`, found: [] },
  { name: 'lost insurance goes back to its player', words: `${INSURED} 1.ins=0 +3000 rack=102000 1=0`, found: ['INS-NOT-TAKEN proven'] },
  { name: 'lost insurance goes to the rack', words: `${INSURED} rack=101500 1.ins=0 +3000 rack=102500 1=0`, found: [] },
  {
    name: 'a rack that has told of no movement in the round tells of none',
    words: `${INSURED.replace('rack=101000', '+1000')} 1.ins=0 +3000 1=0`,
    found: [],
  },
  {
    name: 'a rack that was away tells of none',
    words: `${TIED} down:spots up:spots rack=98000 1=2000 +4000 2=0 +4000 1=1000`,
    found: [],
  },
  {
    name: 'the first payment takes a chip too many out of it',
    words: `${THREE} rack=97900 3=4000 2=0 rack=99900 1=2000 rack=98900 +4000 3=0 1=0`,
    found: ['FLOAT-IMBALANCE proven'],
  },
  {
    name: 'the last payment out of it is read half at first',
    words: `${THREE} rack=98000 3=4000 2=0 rack=100000 1=2000 rack=98900 rack=99000 +4000 3=0 1=0`,
    found: [],
  },
  {
    name: 'it is first heard of while the dealer settles, and read half',
    words: `${THREE.replace('rack=100000 ', '')} 3=4000 rack=86000 rack=96000 2=0 rack=98000 1=1500 rack=97000 1=2000 1=1500 1=2000 +4000 3=0 1=0`,
    found: [],
  },
  { name: 'it balances', words: `${THREE} rack=98000 3=4000 2=0 rack=100000 1=2000 rack=99000 +4000 3=0 1=0`, found: [] },
  {
    name: 'it is filled while boxes play, and a side bet of the next round is laid',
    words: 'rack=100000 1=1000 TS 7D 8S +2000 rack=300000 +4000 KD +3000 rack=299000 1=2000 +4000 1.p22=500',
    found: ['FILL-DURING-ROUND proven'],
    table: FBE,
  },
  {
    name: 'a parked wager goes back to its player beside a Push 22 bet, while others collect',
    words: `${PARKED} 1=0 +3000 rack=78000 1.p22=6000 +3000 2=0 1.ins=0`,
    found: ['FB-DEAD-WAGER-RETURNED proven'],
    table: POT,
  },
  {
    name: 'it goes to the rack',
    words: `${PARKED} 1=0 +3000 rack=78000 1.p22=6000 +3000 2=0 rack=79000 1.ins=0`,
    found: [],
    table: POT,
  },
  {
    name: 'a split that was paid for goes bust, and its second hand is split on a lammer after that',
    words:
      'rack=100000 1=1000 7C 8D 7D 9C >1.1 1=2000 +2000 KH +2000 8H +1000 rack=101000 1=1000 +2000 >1.2 7H +2000 1=1000,FBx1 +2000 TH +2000 >1.3 +2000 JC +2000 >dealer +2000 >- +4000 1=1000 +4000 1=0 +2000',
    found: ['FB-CHARGED proven'],
    table: POT,
  },
  {
    name: 'a rack that has followed so far is believed, though bets may lie where nobody senses them',
    words: `${TIED} rack=98000 1=2000 +4000 2=0 +4000 1=1000`,
    found: ['PAID-PUSH proven'],
    table: { ...INGO, spots: 'main, rack' },
  },
]

describe('by the rack', () => {
  for (const { name, words, found, table = INGO } of todays(ROWS, 3)) {
    it(name, () => {
      assert.deepEqual(standingAfter(table, `${words} ${NEXT_OF_TWO} +3000 tick tick`), found, words)
    })
  }
})
