/** Errors that another one explains as well: each is told as one of them, or where no error is certain as likely, with the other one's name. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CATALOGUE } from '../../src/procedure/catalogue/index.ts'
import type { FindingData } from '../../src/procedure/finding.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import { todays } from '../runner/rotation.ts'
import { FBE, GLD, INGO, NEXT, NEXT_OF_TWO, POT, SEVENS, waiting } from './reading-scenario.ts'
import { type Table, teller } from './scene.ts'

interface Doubtful extends Table {
  readonly words: string
  /** Each with what its counter-reading names. */
  readonly likely?: { readonly [K in FindingCode]?: RegExp }
  /** An error for certain: one of these. */
  readonly oneOf?: { readonly [K in FindingCode]?: RegExp }
}

const CASES: readonly Doubtful[] = [
  {
    ...FBE,
    boxes: 2,
    // Twenty doubled free is paid the bet alone and 500 more lies there in the end: for the next round, or for the lammer.
    words: `1=2000 2=1000 TS 5H 7S 9S 6C +2000 >1.1 +2000 >2.1 2=1000,FBx1 +2000 9C +2000 >dealer TD +2000 >- +3000 2=2000 +2000 1=4000 +3000 2=2500 +1000 1=4500 +3000 2C 5C 7C 3C 6C +3000 tick tick`,
    oneOf: { 'FB-WIN-UNPAID': /FB-PAID-TOKEN-VALUE/, 'FB-PAID-TOKEN-VALUE': /FB-WIN-UNPAID/ },
  },
  {
    ...GLD,
    // The first card is an ace, the second is up: no natural, so that the insurance goes either way. Or its player took it back, and the dealer dealt right.
    words: `1=1000 TS AD 8S 9D +1000 1.ins=500 +3000 1.ins=0 +2000 >1.1 +2000 >dealer +2000 >- +3000 1=0 ${NEXT}`,
    likely: { 'DEAL-HOLE-ORDER': /./ },
  },
  {
    ...GLD,
    // Half of box 2 is taken before box 1: play may have gone on, and its player have given up.
    words: `1=1000 2=2000 TS TH AD 6H 8S KD +5000 2=1000 +3000 1=0 ${NEXT_OF_TWO}`,
    oneOf: { 'SURRENDER-DEALER-BJ': /PEEK-MISSED/, 'PEEK-MISSED': /SURRENDER-DEALER-BJ/, 'DEAL-ONE-CARD-HAND': /./ },
  },
  {
    ...waiting(FBE),
    // Split eights: 17 ties and 16 on the lammer loses. What is taken is the tied bet, or the lammer's price.
    words: `1=1000 2=1000 TS 8H 7D 9S 8S +2000 >1.1 +2000 >2.1 2=1000,FBx1 +2000 9H +2000 >2.2 3H 5H +2000 >dealer TD +2000 >- +3000 2=FBx1 +1000 2=0 +3000 1=2000 +3000 1=0 ${NEXT}`,
    oneOf: { 'FB-LOSS-CHARGED': /TOOK-PUSH/, 'TOOK-PUSH': /FB-LOSS-CHARGED/, 'DEALER-TOTAL-MISREAD': /./ },
  },
  {
    ...INGO,
    // Split eights: 18 ties and 19 wins. A bet is taken and as much laid beside the other: the tied one was taken, or the win never paid.
    words: `1=1000 8D 9H 8C +2000 >1.1 1=2000 +2000 TH +2000 >1.2 4H 7H +2000 >dealer 9D +2000 >- +3000 1=1000 +3000 1=2000 +3000 1=0 ${NEXT}`,
    oneOf: { 'TOOK-PUSH': /WINNER-UNPAID/, 'WINNER-UNPAID': /TOOK-PUSH/ },
  },
  {
    ...INGO,
    boxes: 2,
    // Box 2 has one card and stands out; or it has two, and the dealer stood on fifteen.
    words: `1=1000 2=1000 TS 9S 7S TH +2000 >1.1 +2000 >dealer 2D 8D +2000 >- +3000 1=2000 +3000 1=0 2=0 ${NEXT}`,
    oneOf: { 'DEAL-ONE-CARD-HAND': /DEALER-STOOD-UNDER-17/, 'DEALER-STOOD-UNDER-17': /DEAL-ONE-CARD-HAND/ },
  },
  {
    ...INGO,
    // He laid a second bet and got no card; or he was paid before the dealer drew, and all of it was taken in the end.
    words: `1=1000 5S TD 6S +2000 >1.1 1=2000 +2000 +2000 >dealer KD +2000 >- +3000 1=0 ${NEXT}`,
    oneOf: { 'DOUBLE-NO-CARD': /PAY-BEFORE-DEALER-DONE/, 'PAY-BEFORE-DEALER-DONE': /DOUBLE-NO-CARD/, 'BET-CAPPED': /DOUBLE-NO-CARD/ },
  },
  {
    ...POT,
    boxes: 1,
    // Nineteen ties with the dealer's 22, and Push 22 is taken; or the hand went bust, and he owed Push 22 a card; or he was dealt none.
    words: `1=1000 1.p22=500 TS 4D 9H 8S +9000 TC +4000 1.p22=0 +3000 1=0 ${NEXT}`,
    oneOf: { 'DEAL-DEALER-CARD-MISSED': /./, 'DEALER-NO-DRAW-FOR-SIDE': /./, 'P22-UNPAID': /./ },
  },
  {
    ...FBE,
    boxes: 1,
    // Told within the lag of the first card: laid in time, and the dealer owed it a card; or laid too late, and given back.
    words: `1=1000 TS +300 1.p22=500 7D 6S +2000 >1.1 TC 1=0 +2000 >- +3000 1.p22=0 ${NEXT}`,
    likely: { 'DEALER-NO-DRAW-FOR-SIDE': /SIDE-LATE at box 1/ },
  },
  {
    ...waiting(GLD),
    // Box 2 was paid too early, box 3 gave up, both lost. With both taken for tied every movement would be the players'.
    words: `1=1000 2=1000 3=1000 TH 4D 7C KH 2C 9D AS TC +9000 TS +2000 1=0 +5000 5C +2000 2=2000 +3000 3=500 +5000 2=0 +1000 3=0 ${NEXT}`,
    likely: { 'DEALER-TOTAL-MISREAD': /another error/ },
  },
  {
    ...SEVENS,
    // Cards came for box 1, which has no bet; or box 3 was passed over, and with the seven the next round began.
    words: `2=1500 3=4000 5S 9D 2H QH 5H 2D 8H +5000 2=3000 +9000 7S +4000 6D +3000 JD 3=0 +9000 8S +9000 3=1500 +3000 tick`,
    likely: { 'DEAL-EMPTY-BOX': /cash or a coupon plays on box 1/ },
  },
  {
    ...waiting(FBE),
    // Box 1 was paid early; or it doubled, won, and was never paid. That it bets anew on those chips tells nothing.
    words: `1=11000 2=1000 3=2000 7H AC 5D 7C 7D JH TC 2=2500 +6000 1=22000 +9000 2D +3000 7S +4000 JS +2000 3=4000 +4000 2=1000 3=2000 +3000 1=22500 +3000 tick`,
    oneOf: { 'PAY-BEFORE-DEALER-DONE': /./, 'WINNER-UNPAID': /./, 'BET-CAPPED': /./, 'DOUBLE-AMOUNT': /./ },
  },
  {
    ...POT,
    // One card too many came behind the deal, or with it play began before the natural was paid: what lies face down tells neither.
    words: `1=2000 2=1000 3=1500 6D JD 8S JC 9C AS 2S 2H TD +3000 2=2500 +9000 KC 1=0 +3000 3=1500,FBx1 9S +9000 9C +4000 3=0 +4000 2=0 ${NEXT}`,
    likely: { 'BJ-NOT-PAID-AT-ONCE': /DEAL-EXTRA-CARD/, 'DEAL-EXTRA-CARD': /./ },
  },
  {
    ...POT,
    // Cards went to box 1, which has no bet, and the ace and queen are of two boxes. The card that shows it begins the next round by the other deal.
    words: '2=3000 3=2500 7C AH 9D 5S QC 7H 8H 3S +5000 2=6000 JC +7000 4D +9000 6H 3=0 +3000 tick',
    likely: { 'BJ-NOT-PAID-AT-ONCE': /DEAL-EMPTY-BOX at box 1/, 'WINNER-UNPAID': /./ },
  },
  {
    ...GLD,
    // Box 2 won and was paid short; or it was never paid, and its player laid more for the next round.
    words: `1=1000 2=1500 3=1000 4S QD QH 4H 8C 8D 7H 2H +9000 JS 1=0 +7000 JC +4000 AC +6000 2=2000 +500 1=2500 +3000 7C +1000 3S 7C JD 5H 4S 5D 7H +3000 tick`,
    oneOf: { 'PAY-SHORT': /WINNER-UNPAID/, 'WINNER-UNPAID': /PAY-SHORT/ },
  },
  {
    ...GLD,
    // With nothing settled box 3 lost and was paid a little; or nobody took its bet, and its player added to it for the next round.
    words: `1=4000 2=1500 3=4000 4D JC QC TH 8D TD 8H JC +7000 AD +9000 TH +1000 1=0 +9000 3=4500 +1000 1=1500 +3000 QH 6H 6S 8C TS 3C 5C AS +3000 tick`,
    oneOf: { 'PAID-LOSER': /LOSER-NOT-TAKEN/, 'LOSER-NOT-TAKEN': /PAID-LOSER/ },
  },
  {
    ...GLD,
    // Both others gave up. Box 1 was paid short; or nothing was settled, and its player laid more.
    words: `1=2000 2=4000 3=1000 9C 5S 6D 8C KS QC JC KD +9000 2=2000 +5000 3=500 +6000 1=3500 +3000 2=0 3=0 +4000 3=2000 2=3000 +3000 JS 2D 3C 4C 5C 6C 7C 8D +3000 tick`,
    oneOf: { 'PAY-SHORT': /WINNER-UNPAID/, 'WINNER-UNPAID': /PAY-SHORT/ },
  },
  {
    ...INGO,
    // The rest came when box 1, which had lost, had bet anew: a second payment; or box 2 was paid short, and its player laid as much himself.
    words: `1=1000 2=1000 TS TH TD 6S 9S +2000 >1.1 >2.1 >dealer 7D +2000 >- +3000 2=1500 +3000 1=0 +3000 1=1500 +3000 2=2000 ${NEXT_OF_TWO}`,
    oneOf: { 'PAY-TOPPED-UP': /PAY-SHORT at box 2/, 'PAY-SHORT': /PAY-TOPPED-UP at box 2/ },
  },
  {
    ...FBE,
    // Box 2 drew on 21, and the dealer draws for the lammer alone; or the lammer's hand went bust as well, and he draws for nobody.
    words: `1=1000 2=1000 3=2000 9D 5S 8C 9S 9H 7H 2S +6000 1=1000,FBx1 +3000 4S +3000 9H +1000 1=FBx1 +3000 4C +3000 9S +3000 QS +1000 2=0 +3000 5D +3000 JS +1000 3=0 +6000 3H +6000 8C +3000 1=0 ${NEXT}`,
    oneOf: {
      'HIT-ON-21': /DEALER-DREW-NEEDLESSLY/,
      'DEALER-DREW-NEEDLESSLY': /HIT-ON-21 at box 2/,
      'DEALER-DREW-EARLY': /./,
    },
  },
  {
    ...GLD,
    // The second ace was paid too early: its price went with the first one's bet, and it is paid anew. Or it doubled, and lost with the three.
    words: `1=5500 2=3000 3H AD 2D 4H AS 6H +4000 5H +6000 2=6000 +1000 7D +1000 KS +2000 2=9000 +6000 3S +9000 2H +9000 7C +4000 2=3000 +2000 2=6000 +2000 1=0 +3000 2=0 ${NEXT}`,
    likely: { 'PAY-BEFORE-DEALER-DONE': /SPLIT-ACE-DOUBLE/, 'SPLIT-ACE-DOUBLE': /the house may let split aces be doubled/ },
  },
  {
    ...FBE,
    // All tied with 22, and the lammers were left; or the dealer drew two cards more, and the next round was dealt with nothing settled.
    words: `1=4000 2=1500 3=2000 3H 8D 9H 2H 3D 9D 3S +4000 1=4000,FBx1 +9000 6H +3000 1=4000,FBx2 +4000 AC +6000 2S +8000 KH +9000 2H +7000 2C +9000 6H +8000 JH +9000 AC TD QC JS AS QC QS +4000 1=4000,FBx3 +9000 3S +3000 8S +9000 5S`,
    likely: { 'ROUND-NOT-CLOSED': /other results/, 'FB-TOKEN-NOT-REMOVED': /./ },
  },
  {
    ...POT,
    // Split eights: the first took a ten and was doubled without a card; or it stood on eighteen and was paid too early, and all was taken in the end.
    words: `1=2000 8S 6D 8D AC +2000 >1.1 1=2000,FBx1 +1000 QS +3000 1=4000,FBx1 +2000 >1.2 KC +3000 QS +1000 1=4000 +1000 >dealer 2S +2000 >- +3000 1=0 ${NEXT}`,
    oneOf: { 'DOUBLE-NO-CARD': /PAY-BEFORE-DEALER-DONE/, 'PAY-BEFORE-DEALER-DONE': /DOUBLE-NO-CARD/, 'BET-CAPPED': /DOUBLE-NO-CARD/ },
  },
  {
    ...FBE,
    // His bet went with the lost second hand; or he was passed over, and took it back.
    words: `1=1000 1.main2=1000 8S 7S 8H +2000 >1.1 1=1000,FBx1 +2000 TH +2000 >1.2 5H KC 1=1000 +2000 >dealer TD +2000 >- +3000 1=2000 +3000 1.main2=0 +3000 1=0 ${NEXT}`,
    oneOf: { 'CO-BETTOR-SPLIT-SHARE': /CO-BETTOR-SKIPPED/, 'CO-BETTOR-SKIPPED': /CO-BETTOR-SPLIT-SHARE/ },
  },
  {
    ...FBE,
    // Two doubled hands win, the second on a lammer besides. One bet is not paid: the double of the first, or the lammer.
    words: `1=2000 6C 6D 6S +2000 >1.1 1=2000,FBx1 AH +2000 1=4000,FBx1 JC +2000 >1.2 AD +1000 1=6000,FBx1 8S +2000 >dealer TS 9S +2000 >- +3000 1=12000,FBx1 1=12000 +3000 1=0 ${NEXT}`,
    oneOf: { 'FB-WIN-UNPAID': /PAID-DOUBLE-SINGLE/, 'PAID-DOUBLE-SINGLE': /FB-WIN-UNPAID/, 'BET-CAPPED': /FB-WIN-UNPAID/ },
  },
  {
    ...INGO,
    // A doubled hand lost, the other ties. Half is taken: of what was lost, or all of it less what the tie was paid; or the tie, and then the rest.
    words: `1=1000 3C 7D 3D +2000 >1.1 1=2000 7C +2000 1=3000 3H +2000 >1.2 4C TC +2000 >dealer 7S 3S +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`,
    oneOf: { 'TAKE-PARTIAL': /PAID-PUSH/, 'PAID-PUSH': /TAKE-PARTIAL/, 'TOOK-PUSH': /./, 'BET-CAPPED': /./ },
  },
  {
    ...FBE,
    // Both of the split nines win. The bet is taken and the lammer paid; or the box is passed over, and its player takes his bet and lays another.
    words: `1=1000 9S 6D 9H +2000 >1.1 1=1000,FBx1 2S +1000 TC +2000 >1.2 KD +2000 >dealer TH +1000 9C +2000 >- +3000 1=FBx1 +1000 1=1000,FBx1 1=1000 +3000 1=0 ${NEXT}`,
    oneOf: { 'TOOK-WINNER': /WINNER-UNPAID/, 'WINNER-UNPAID': /TOOK-WINNER/ },
  },
]

const standing = (table: Table, words: string): readonly FindingData[] => {
  const found = new Map<string, FindingData>()
  for (const { type, data } of teller(table).tell(words).said) {
    if (type === 'finding.raised' || type === 'finding.changed') found.set(data.finding, data)
    if (type === 'finding.withdrawn') found.delete(data.finding)
  }
  return [...found.values()].filter(({ code }) => CATALOGUE[code].severity !== 'info')
}

describe('what another error explains as well', () => {
  for (const { words, likely = {}, oneOf = {}, ...table } of todays(CASES, 16)) {
    const named = { ...likely, ...oneOf }
    const codes = Object.keys(named)
    it(`${codes.join(', ')} with the other name`, () => {
      const found = standing(table, words)
      assert.deepEqual(
        [...new Set(found.map(({ code, grade }) => `${code} ${grade}`))].sort(),
        codes.map((code) => `${code} ${Object.hasOwn(oneOf, code) ? 'one-of' : 'likely'}`).sort(),
      )
      for (const [code, other] of Object.entries(named)) {
        assert.match(found.find((each) => each.code === code)?.counterReading ?? '', other, words)
      }
    })
  }

  it('follows a card behind a round that is over by what may lie face down', () => {
    // Box 2 adds to its bet before it draws; with the dealer's cards unknown it may as well have tied, and bet anew.
    const words = `1=1000 2=1000 3=1000 TH 4D 7C KH 2C 9D AS TC +9000 TS 1=0 2=1300 +2000 5C +5000 3=2000 JD +5000 3=0 +2000 2=300 +3000 2=0 ${NEXT}`
    assert.deepEqual(
      standing(POT, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['BET-CAPPED proven 2'],
    )
  })

  it('tells a natural once, and does not prove again what another deal explained', () => {
    // Box 1 got its second card in its turn, and goes bust.
    const words = `1=2500 2=1500 3=2500 JD 8S JC 9C AS 2S +9000 2S +6000 TD +2000 1=0 +7000 KC 3=0 +4000 9S +5000 2=3000 +2000 2=0 ${NEXT}`
    const table: Table = { ...FBE, rules: '{ burn: 0, blackjackBeforePlay: required }' }
    const told = teller(table)
      .tell(words)
      .said.flatMap(({ type, data }) => (type === 'finding.raised' ? [data.code] : []))
    assert.deepEqual(
      told.filter((code) => code === 'BJ-NOT-PAID-AT-ONCE'),
      ['BJ-NOT-PAID-AT-ONCE'],
      words,
    )
    assert.ok(!standing(table, words).some(({ code, grade }) => code === 'BJ-NOT-PAID-AT-ONCE' && grade === 'proven'), words)
  })

  it('follows a round by an error where it ended only by what may lie face down', () => {
    // Box 2 splits a ten and an eight; by the rules it doubled, went bust, and the dealer may have tied with all others.
    const words = `1=1000 2=1500 3=1000 4S QD QH 4H 8C 8D 7H 2H +9000 JS 1=0 +3000 2=3000 +3000 JC AC +9000 7C +6000 3S +1000 7C +3000 3=2000 +1000 2=4500 +1000 2=6000 +2000 3=0 2=0 ${NEXT}`
    assert.deepEqual(
      standing(GLD, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      // Or the bust double was paid, or the card that bust it was nobody's.
      ['SPLIT-NOT-PAIR one-of 2', 'DEAL-EXTRA-CARD one-of null', 'PAID-LOSER one-of 2'],
    )
  })

  it('knows a double of an amount that is no simple fraction of the bet, which may also have been laid for nothing', () => {
    // A hundred too many on ten thousand, bust and taken.
    const words = `1=10000 2=10500 2S JD 4C JH 3D +5000 1=20100 +2000 JC +1000 1=0 +9000 QS +9000 5H +3000 2=0 ${NEXT_OF_TWO}`
    assert.deepEqual(
      standing(FBE, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['BET-CAPPED one-of 1', 'DOUBLE-AMOUNT one-of 1'],
    )
  })

  it('takes no bet for a live one that went when its hand was bust', () => {
    // Split fours: the first goes bust, and as much is laid when the second has three cards.
    const words = `1=1500 2=1000 8D 4H 5C QD 4S TH +2000 2=1000,FBx1 KH JC +1000 2=FBx1 2H +9000 TC +2000 2=1000,FBx1 7C +1000 2=0 +3000 3S +9000 1=0 ${NEXT}`
    assert.deepEqual(
      standing(POT, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['DOUBLE-LATE proven 2'],
    )
  })

  it('finds a winner left unpaid beside the prize that he was paid', () => {
    // A first seven: 17 against a bust.
    const words = `1=1000 2=1000 TS 7H TD 9S TH +2000 >1.1 >2.1 >dealer 6D 6H +2000 >- +3000 2=1500 +3000 1=2000 +3000 1=0 2=0 ${NEXT}`
    assert.deepEqual(
      standing(SEVENS, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['WINNER-UNPAID proven 2'],
    )
  })

  it('says of two hands on a spot which was settled by another amount', () => {
    // Split eights against nineteen: eighteen loses and twenty-one wins.
    const played = '1=500x2 8D 9H 8C +2000 >1.1 1=500x4 +2000 TH +2000 >1.2 5H 8H +2000 >dealer TD +2000 >- +3000'
    const told = (settled: string) =>
      standing(INGO, `${played} ${settled} +3000 1=0 ${NEXT}`).map(({ code, grade, seen }) => `${code} ${grade}: ${seen}`)
    assert.deepEqual(told('1=500x3 +3000 1=500x5'), ['TAKE-PARTIAL proven: 5.00 taken'])
    assert.deepEqual(told('1=500x2 +3000 1=500x5'), ['PAY-OVER proven: paid 15.00'])
    assert.deepEqual(told('1=500x2 +3000 1=500x3'), ['PAY-SHORT proven: paid 5.00'])
    assert.deepEqual(told('1=500x2 +3000 1=500x4'), [])
  })

  it('waits for the dealer where the last bet was taken as bust, and he has still to draw', () => {
    // Box 3 has 17; had the dealer missed his first card it would have 25, and all were over.
    const dealt = '1=1000 2=1000 3=1000 KD 7D 6D 8S 8S 9C AC +2000 >1.1 QS +1000 1=0 +2000 >2.1 KC +1000 2=0 +2000 >3.1 QS'
    const words = `${dealt} +2400 3=0 +1500 >dealer 2S +3000 JS +2000 >- ${NEXT}`
    assert.deepEqual(
      standing(FBE, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['LIVE-TAKEN-AS-BUST one-of 3', 'BET-PINCHED one-of 3'],
    )
  })

  it('calls a bet taken before its box was paid the less by both names', () => {
    // Split eights, the second doubled free: both win; the chips are taken, then two bets paid.
    const dealt = '1=1000 2=1000 3=1000 TS 8H TD 6D 9S 8S 9D +2000 2=1000,FBx1 +2000 TH +2000 3C +2000 2=1000,FBx2 +2000 9H +4000 QH'
    const words = `${dealt} +1000 KD +3000 3=2000 +1000 2=FBx2 +2000 2=2000,FBx2 +1000 2=2000 +2000 1=2000 +1000 1=0 3=0 2=0 ${NEXT}`
    assert.deepEqual(
      standing(waiting(FBE), words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['FB-WIN-UNPAID one-of 2', 'TOOK-WINNER one-of 2'],
    )
  })

  it('does not take for a payment what others had bet before', () => {
    // Box 1 is paid short, box 3, tied, bets more, then box 1 has as much more as it was paid short.
    const dealt = '1=1000 2=1000 3=1000 KC TS 4S 9S JD 9C JH +9000 3H +5700 8D'
    const words = `${dealt} +5000 2=2000 +2000 1=1500 +5000 3=10000 +800 1=2000 +2000 2C 5C 7C 3C 6C 2H 2D +3000 tick tick`
    assert.deepEqual(
      standing(waiting(FBE), words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      ['PAID-PUSH likely 3', 'PAY-SHORT likely 1'],
    )
  })

  it('finds a card burned at a relief under the bets once the round is settled by the cards behind it', () => {
    const words = `1=1000 key:relief 2C TS TD 9S +2000 >1.1 +2000 >dealer 8D +2000 >- +3000 1=2000 +3000 1=0 ${NEXT}`
    const found = standing(INGO, words)
    assert.deepEqual(
      found.map(({ code, grade }) => `${code} ${grade}`),
      ['BURN-AT-DEALER-CHANGE proven'],
    )
    assert.deepEqual(
      standing(INGO, words.replace('key:relief ', '')).map(({ code }) => code),
      ['DEAL-EXTRA-CARD'],
    )
  })

  it('takes the card before the bets for one burned at a relief, not the bets for late ones', () => {
    // A bet was left lying; two more are laid behind the first card, or one.
    const bets = { two: '1=1000 key:relief 2C +4000 2=1000 +1000 3=1000 +4000', one: '1=1000 key:relief 2C +4000 2=1000 +4000' }
    const told = (words: string) => standing({ ...INGO, boxes: 3 }, words).map(({ code, grade }) => `${code} ${grade}`)
    assert.deepEqual(told(`${bets.two} TS 9S 8S 7D TD 9D 8D tick tick`), ['BURN-AT-DEALER-CHANGE likely'])
    // One may as well be a newcomer's bet for the next round.
    assert.deepEqual(told(`${bets.one} TS 9S 7D TD 9D tick tick`), [])
    assert.deepEqual(told(bets.two.replace('key:relief ', '')), [], 'without a relief they are the next bets')
  })

  it('lets a box give up to which the pointer comes after two in the wrong order', () => {
    const words = `1=1000 2=1000 3=2000 8S TD 9C 6C 8S 6H 7C AC +2000 >2.1 KS +1000 2=0 +2000 >1.1 +2000 1=2000 9D 9D +3000 >1.2 +2000 >3.1 +2000 3=1000 +1000 >dealer +1000 >- +3000 1=4000 +2000 3=0 +2000 1=0 ${NEXT}`
    assert.deepEqual(
      standing(GLD, words).map(({ code, grade, box }) => `${code} ${grade} ${box}`),
      // Both hands of box 1 tied, and as much as they would have won came and went with the rest.
      ['PLAY-ORDER proven 2', 'PAID-PUSH likely 1'],
    )
  })
})
