/**
 * Insurance by when it lies there: laid when its time is past, and left when the check has decided it. Each row stands beside a legal one.
 * Nothing is due on what is laid too late.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { FBE, GLD, INGO, NEXT, NEXT_OF_TWO, POT, SEVENS } from './reading-scenario.ts'
import { standingAfter, type Table, teller } from './scene.ts'

interface Row {
  readonly name: string
  readonly table: Table
  readonly words: string
  readonly found: readonly string[]
}

/** 13 insured by 500 against an ace; the hole card, dealt first, is a nine. */
const CHECKED = '1=1000 TS 9D 3S AD +1000 1.ins=500 +4000'
/** The same where the ace is dealt first, and the nine after the second card of the box. */
const CHECKED_LAST = '1=1000 TS AD 3S 9D +1000 1.ins=500 +4000'
/** The six after 12 and 20 makes the box 18, or the dealer's soft 17, with which the round is over. */
const PERHAPS_OVER = '1=1000 2=1000 QS TH AD 2S QD +4000 6D +4000'
/** Box 2, insured by 500 against an ace, lays as much again in its turn. */
const RAISED = '1=1000 2=1000 QS 2D AD 3S 4H +2000 2.ins=500 +4000 5C +4000 2.ins=1000'

const WHILE = 'tick tick tick tick'
/** 18 against an ace; the dealer turns a natural. */
const NATURAL = `1=1000 TS AD 8S ${WHILE} >1.1 +3000 tick >dealer KD`
/** Insurance of 500 is paid, and the bet is taken. */
const PAID = `1.ins=500 ${WHILE} 1.ins=1500 ${WHILE} 1=0 ${WHILE} 1.ins=0`
/** The dealer beats 18 with a natural that his check has shown. */
const FOUND = `1=1000 TS KD 8S AD ${WHILE} 1=0 ${WHILE}`
/** 11 insured by 500; box 2 has 17. */
const INSURED_11 = '1=1000 2=1000 6S 9S AD 5S 8S +1000 1.ins=500 +3000 >1.1'
/** 13 and 12; box 1 doubles. */
const DOUBLED_13 = `1=1000 2=1000 TS 9S AD 3S 3D ${WHILE} >1.1 1=2000 +2000 5C ${WHILE} >2.1`
/** Eights split on a lammer, the first hand busts. */
const BUST = '1=1000 2=1000 8S TD AS 8H 9D 9H +4000 >1.1 1=1000,FBx1 +4000 6S +2000 TC'
/** Nobody has a free bet; box 1 hits 13. */
const NO_LAMMER = '1=1000 2=1000 TS TD AS 3S 6D 9H +4000 4S +4000'

/** 16 against an ace; insurance comes after the card of play, and one more card behind it. The rack holds lammers. */
const AFTER_A_CARD = 'rack=500x90,FBx40 1=1000 TS AD 4S 7C +6000 2H +3000 1.ins=500 +2500 4H'
const SETTLED = 'rack=500x91,FBx40 +1000 1=2000 rack=500x89,FBx40 +5000 1=0 +5000 tick'

const LATE = ['INS-LATE proven']
const LATE_OR_MISPAID = ['INS-LATE one-of', 'INS-MISPAID one-of']

const ROWS: readonly Row[] = [
  {
    name: 'it is laid after a card, and goes with the next line',
    table: POT,
    words: `${AFTER_A_CARD} +5000 1.ins=0 ${SETTLED}`,
    found: LATE,
  },
  {
    name: 'the same, withdrawn before a card rests on it',
    table: POT,
    words: `${AFTER_A_CARD.replace(' 4H', '')} 1.ins=0 +3000 4H +5000 1=2000 rack=500x88,FBx40 +5000 1=0 +5000 tick`,
    found: [],
  },
  { name: 'it lies there when play begins', table: GLD, words: `${CHECKED} 5S +4000 +4000 1=0`, found: ['INS-NOT-TAKEN proven'] },
  { name: 'the same with the ace dealt first', table: POT, words: `${CHECKED_LAST} 5S +4000 +4000`, found: ['INS-NOT-TAKEN proven'] },
  { name: 'it is taken before play', table: GLD, words: `${CHECKED} 1.ins=0 +3000 5S +4000 1=0 ${NEXT}`, found: [] },
  { name: 'the spot tells late that it was', table: GLD, words: `${CHECKED} 5S 1.ins=0 +4000 1=0 ${NEXT}`, found: [] },
  {
    name: 'where nobody checks it waits for the second card',
    table: FBE,
    words: '1=1000 TS AD 3S +1000 1.ins=500 +4000 5S +4000',
    found: [],
  },
  {
    name: 'it is laid after a card of play, whoever has that',
    table: SEVENS,
    words: `${PERHAPS_OVER} 2.ins=500 +4000 tick 5D +2000 tick`,
    found: ['INS-LATE proven'],
  },
  {
    name: 'it may still be taken back',
    table: SEVENS,
    words: `${PERHAPS_OVER} 2.ins=500 +4000 tick`,
    found: [],
  },
  {
    name: 'it is taken back before anything rests on it',
    table: SEVENS,
    words: `${PERHAPS_OVER} 2.ins=500 +4000 2.ins=0 5D +2000 tick`,
    found: [],
  },
  { name: 'it is laid before', table: SEVENS, words: `${PERHAPS_OVER.replace('6D', '2.ins=500 +4000 6D')} +4000 tick`, found: [] },
  { name: 'more of it is laid with a double whose stake is told of later', table: FBE, words: `${RAISED} 2=2000 6D +4000`, found: [] },
  { name: 'more of it is laid with no double', table: FBE, words: `${RAISED} +4000 6D +4000`, found: ['INS-LATE proven'] },
  {
    name: 'what comes to it then may be its payment',
    table: SEVENS,
    words: `1=1000 2=1000 QS TH AD 2S QD +2000 2.ins=500 +4000 KD +4000 2.ins=1500 +3000 1=0 2=0 +3000 2.ins=0 ${NEXT_OF_TWO}`,
    found: [],
  },
  {
    name: '004 l.59: it is laid when the dealer has shown his natural, and paid',
    table: INGO,
    words: `${NATURAL} ${WHILE} ${PAID} ${NEXT}`,
    found: LATE,
  },
  { name: 'before it is paid', table: INGO, words: `${NATURAL} ${WHILE} 1.ins=500`, found: LATE },
  {
    name: 'with no pointer',
    table: INGO,
    words: `${NATURAL.replace('>1.1', '').replace('>dealer', '')} ${WHILE} ${PAID} ${NEXT}`,
    found: LATE,
  },
  {
    name: 'it is laid before his second card',
    table: INGO,
    words: `${NATURAL.replace('KD', `1.ins=500 ${WHILE} KD`)} ${WHILE} 1.ins=1500 ${WHILE} 1=0 +3000 1.ins=0 ${NEXT}`,
    found: [],
  },
  { name: 'it was, and the spot tells it late', table: INGO, words: `${NATURAL} ${PAID} ${NEXT}`, found: [] },
  {
    name: 'it is laid after a double',
    table: INGO,
    words: `1=1000 6S AD 5S +3000 >1.1 1=2000 TC +3000 1.ins=1000 +3000 >dealer KD ${WHILE} 1.ins=3000 ${WHILE} 1=0 +3000 1.ins=0 ${NEXT}`,
    found: [],
  },
  {
    name: 'more of it is laid when he has shown his natural, and paid with it',
    table: INGO,
    words: `1=2000 TS AD 8S 1.ins=500 1.ins=1000 ${WHILE} >1.1 +3000 >dealer KD ${WHILE} 1.ins=1500 ${WHILE} 1.ins=4500 ${WHILE} 1=0 +3000 1.ins=0 ${NEXT}`,
    found: LATE_OR_MISPAID,
  },
  {
    name: 'it is laid and paid when the lost bet is taken, and the round is over',
    table: INGO,
    words: `${NATURAL} ${WHILE} 1=0 ${WHILE} ${PAID} ${NEXT}`,
    found: ['INS-LATE likely'],
  },
  {
    name: 'chips are laid there then, and put where they belong',
    table: INGO,
    words: `${NATURAL} ${WHILE} 1=0 ${WHILE} 1.ins=1000 ${WHILE} 1.ins=0 ${NEXT}`,
    found: [],
  },
  {
    name: 'the same when the check has shown it (001 l.48)',
    table: POT,
    words: `${FOUND.replace('KD 8S AD', 'AD 8S KD')} ${PAID} ${NEXT}`,
    found: ['INS-LATE likely'],
  },
  {
    name: 'the check has shown it, and one of two boxes is taken',
    table: POT,
    words: `1=1000 2=1000 TS AS AD 8S KS KD ${WHILE} 1=0 ${WHILE} ${PAID.replace(' 1=0', '')} +3000 2=0 ${NEXT}`,
    found: LATE,
  },
  {
    name: '000 l.251: more of it is laid with a double',
    table: FBE,
    words: `${INSURED_11} 1=1000,FBx1 +2000 1.ins=1000 TC +4000 >2.1`,
    found: ['INS-OVER proven'],
  },
  {
    name: '000 l.251: more of it is laid before the stake it goes with',
    table: FBE,
    words: `${RAISED} +5000 tick 2=2000 6D +4000 tick`,
    found: [],
  },
  {
    name: 'or when the card of the stake is out',
    table: FBE,
    words: `${RAISED.replace('2.ins=1000', '2=2000 +2000 6D +4000 2.ins=1000')} +4000 >dealer 9D +4000 tick`,
    found: [],
  },
  {
    name: 'more of it is laid long after',
    table: FBE,
    words: `${INSURED_11.replace('5S 8S', '5S 2D')} 1=2000 +2000 TC +3000 >2.1 +3000 2S +3000 2H +3000 1.ins=1000 +3000 3C`,
    found: ['FB-CHARGED proven', 'INS-LATE proven'],
  },
  {
    name: '000 l.250: the first of it comes after a double, when the next box plays',
    table: FBE,
    words: `${DOUBLED_13} 1.ins=1000 ${WHILE} 4D tick tick`,
    found: LATE,
  },
  {
    name: 'and is paid with no line between',
    table: FBE,
    words: `${DOUBLED_13} 1.ins=1000 >dealer KD 1.ins=3000 ${WHILE} 2=0 1=0 +3000 1.ins=0 ${NEXT_OF_TWO}`,
    found: LATE,
  },
  {
    name: 'the first of it comes when the dealer of a doubled box has shown his natural',
    table: FBE,
    words: `1=1000 TS AD 3S ${WHILE} >1.1 1=2000 ${WHILE} 5C ${WHILE} >dealer KD ${WHILE} 1.ins=1000 ${WHILE} 1.ins=3000 ${WHILE} 1=0 +3000 1.ins=0 ${NEXT}`,
    found: LATE,
  },
  {
    name: 'with the double of the first box, before the third cards',
    table: FBE,
    words: `1=1000 TS AD 3S ${WHILE} >1.1 1=2000 1.ins=1000 ${WHILE} 5C ${WHILE} >dealer KD ${WHILE} 1.ins=3000 ${WHILE} 1=0 +3000 1.ins=0 ${NEXT}`,
    found: [],
  },
  {
    name: 'it comes when the dealer has drawn, wherever he began; what was laid before may be late only if he began earlier',
    table: { ...INGO, spots: 'main, main2, main3, ins, rack' },
    words: `1=3000 2=2500 3=6000 TD 9D AH AH AC 7H QS +9000 2S +2000 1.ins=1500 +2000 3.ins=3000 +9000 2H +9000 QH +4000 KC +4000
      2.ins=1200 ${WHILE} 3.ins=0 3=15000 3=0 ${WHILE} 2.ins=0 2=5000 2=0 1.ins=0 1=7500 1=0 ${NEXT}`,
    found: LATE,
  },
  {
    name: '001 l.48: it comes in play, and no free bet is at the table',
    table: POT,
    words: `${NO_LAMMER} 2.ins=500 +5000 5D`,
    found: LATE,
  },
  {
    name: '001 l.70: it may be the busted wager of a free split',
    table: POT,
    words: `${BUST} +1000 1=FBx1 1.ins=1000 +5000 5D`,
    found: [],
  },
]

/** Whoever is paid on what was laid too late: it was no stake, and nothing was due on it. */
const LATE_AND_PAID: readonly Pick<Row, 'table' | 'words'>[] = [
  { table: INGO, words: `${NATURAL} ${WHILE} ${PAID} ${NEXT}` },
  { table: FBE, words: `${NATURAL} ${WHILE} ${PAID} ${NEXT}` },
  { table: SEVENS, words: `${NATURAL} ${WHILE} ${PAID} ${NEXT}` },
]

describe('insurance', () => {
  for (const { name, table, words, found } of todays(ROWS, 3)) {
    it(name, () => assert.deepEqual(standingAfter(table, `${words} +3000 tick tick`), found, words))
  }

  for (const { table, words } of todays(LATE_AND_PAID, 3)) {
    it(`${table.house}: laid too late it is no stake, and nothing is due on it`, () => {
      const closed = teller(table)
        .tell(words)
        .said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
      const { staked, due } = closed[0]?.boxes[0]?.spots.ins ?? {}
      assert.deepEqual({ staked, due }, { staked: 0, due: 0 })
    })
  }
})
