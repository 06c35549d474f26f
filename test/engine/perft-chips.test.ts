/**
 * Golden counts of rounds whose chips are followed: the number of stories after every card from the last of the deal on, and at the end. If
 * a rule of play, or of what a chip shows, changes anywhere, a number here changes. The enumerator has confirmed each of them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseId } from '../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import type { Sign } from './enumerator/world.ts'
import { engineSays, enumeratorSays, type SmallCase, signsText } from './small-rounds.ts'

interface Row {
  readonly house: HouseId
  readonly evidence: 'stakes' | 'busts' | 'payouts'
  readonly bets: readonly number[]
  /** In the form of `signsText`: cards, and what the spot of a box shows from there on, `+2` with two lammers. */
  readonly signs: string
  readonly readings: readonly number[]
  /** Readings in which the round is over. */
  readonly over: number
}

const ROWS: readonly Row[] = [
  {
    house: 'free-bet-european',
    evidence: 'stakes',
    bets: [3500],
    signs: 'TD QC TC 1:7000 5H KS 3H 1:7000 2C JD',
    readings: [1, 2, 2, 3, 5, 6],
    over: 6,
  },
  {
    house: 'free-bet-european',
    evidence: 'busts',
    bets: [2500, 3000],
    signs: '4H 6C TS 2C 9H 7D 2S 3C 5S 1:0 9H 2:0',
    readings: [1, 1, 3, 6, 10, 2],
    over: 2,
  },
  {
    house: 'free-bet-european',
    evidence: 'payouts',
    bets: [5000, 3000, 1000],
    signs: '5H 6H 3D 8S JC AS JH 1:10000 2S 3S 3C TD 3:0 KS 2:0 1:0',
    readings: [1, 1, 3, 6, 10, 3],
    over: 2,
  },
  {
    house: 'free-bet-pot-of-gold',
    evidence: 'stakes',
    bets: [10000, 5000],
    signs: '5D 8S JD 5C TC 4H 1:10000+1 5H 1:10000+2 2C KD 1:20000+2 QC KS KD',
    readings: [1, 2, 2, 3, 2, 3, 4],
    over: 2,
  },
  {
    house: 'free-bet-pot-of-gold',
    evidence: 'busts',
    bets: [2000],
    signs: 'TD 9S TD 2H 1:4000 9C 1:6000 QC 1:2000 2S AD 4H 3D',
    readings: [1, 2, 1, 1, 2, 3, 4],
    over: 2,
  },
  {
    house: 'free-bet-pot-of-gold',
    evidence: 'payouts',
    bets: [3000, 3000, 3500],
    signs: 'QC 4H 9D 3S TS 7C 3D 8D 1:6000 4D 1:0 2S TD 2:0 TH 3:0',
    readings: [1, 1, 3, 6, 2],
    over: 2,
  },
  {
    house: 'sevens-prizes',
    evidence: 'stakes',
    bets: [3000],
    signs: '3H 4D 3S 1:6000 2C 7C QD 5D 1:6000 KS 2S AH',
    readings: [1, 2, 3, 5, 6, 8, 7, 8],
    over: 6,
  },
  {
    house: 'sevens-prizes',
    evidence: 'busts',
    bets: [10000, 5000],
    signs: '5D 8S JD 5C TC 1:20000 4H 5H 2C 2:10000 KD 2:0 QC',
    readings: [1, 2, 4, 6, 2, 2],
    over: 2,
  },
  {
    house: 'sevens-prizes',
    evidence: 'payouts',
    bets: [5500, 2000, 6000],
    signs: 'AC 2C QH 3S KS AD 5S 1:13700 2S 2H 8H 3:0 5H AC 2:0',
    readings: [1, 3, 6, 10, 3, 3],
    over: 3,
  },
  {
    house: 'gld',
    evidence: 'stakes',
    bets: [2000],
    signs: 'QC 8S QS 6H 1:4000 8C 8D AC JS 1:4000 6S',
    readings: [1, 2, 1, 3, 6, 5],
    over: 5,
  },
  {
    house: 'gld',
    evidence: 'busts',
    bets: [10000, 5000],
    signs: '5D 8S JD 5C TC 4H 1:20000 5H 2C 1:30000 KD QC',
    readings: [1, 2, 3, 2, 5],
    over: 2,
  },
  {
    house: 'gld',
    evidence: 'payouts',
    bets: [3500, 11000, 4000],
    signs: '2C KH JS AS 2S 9D 2H 4H 1:7000 5C TH 1:10500 9D 3H 2:0 3H JD 7C 3:8000 1:21000',
    readings: [1, 2, 4, 2, 7, 4, 4, 2],
    over: 2,
  },
  {
    house: 'ingo',
    evidence: 'stakes',
    bets: [1500],
    signs: '3H TS 3S 1:3000 KD 9D 6C 1:3000 QC TD',
    readings: [1, 1, 2, 3, 6, 4],
    over: 4,
  },
  {
    house: 'ingo',
    evidence: 'busts',
    bets: [1000, 10500],
    signs: '5S 5D 4C 5C 9S 1:2000 AC 3S TC 2:0 QC 2D 9D',
    readings: [1, 2, 4, 8, 2, 2, 2],
    over: 2,
  },
  {
    house: 'ingo',
    evidence: 'payouts',
    bets: [2000, 2000, 11000],
    signs: '4C 5S TS QS KH 9S JD 2C 3:22000 4H 3S KH QH 3:11000 2:0 1:0',
    readings: [1, 4, 2, 4, 8, 4],
    over: 2,
  },
]

const signOf = (word: string): Sign => {
  const [, box, amount, lammers] = /^(\d):(\d+)(?:\+(\d))?$/.exec(word) ?? []
  return box === undefined ? { card: word } : { box: Number(box) - 1, amount: Number(amount), lammers: Number(lammers ?? 0) }
}

const caseOf = ({ house, evidence, bets, signs }: Row): SmallCase => ({
  house,
  round: { rules: HOUSES[house].rules, bets, evidence, smallestChip: 100 },
  signs: signs.split(' ').map(signOf),
})

describe('golden counts of readings with chips', () => {
  it('stand for every house and every kind of sensors', () => {
    for (const house of HOUSE_IDS) {
      assert.deepEqual(new Set(ROWS.filter((row) => row.house === house).map(({ evidence }) => evidence)).size, 3, house)
    }
  })

  for (const row of ROWS) {
    it(`${row.house}, ${row.bets.length} box${row.bets.length === 1 ? '' : 'es'}, chips known up to ${row.evidence}`, () => {
      assert.equal(signsText(caseOf(row).signs), row.signs)
      const counts = engineSays(caseOf(row)).map(({ readings }) => readings)
      assert.deepEqual(counts, [...row.readings, row.over])
      assert.deepEqual(
        enumeratorSays(caseOf(row)).map(({ readings }) => readings),
        counts,
      )
    })
  }
})
