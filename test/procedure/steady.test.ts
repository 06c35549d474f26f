/** What may be a sensor's doing accuses nobody: a level that is back where it was within the spots' lag never changed, one that stays is told. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Table, teller } from './scene.ts'

const INGO: Table = { house: 'ingo' }
const FBE: Table = { house: 'free-bet-european' }

const codesOf = (table: Table, words: string): readonly string[] =>
  teller(table)
    .tell(words)
    .findings.map(({ code }) => code)

/** A hand hides a spot for 0.6 s. */
const hidden = (spot: string, chips: string): string => `${spot}=0 +-400 ${spot}=${chips}`

describe('a hand over a spot', () => {
  it('is no bet laid late, nor a side bet', () => {
    assert.deepEqual(codesOf(INGO, `1=1000 2=1000 TS 8S 7S ${hidden('2', '1000')} TH tick tick`), [])
    assert.deepEqual(codesOf(FBE, `1=1000 1.p22=500 TS 7S TH ${hidden('1.p22', '500')} tick tick`), [])
  })

  it('leaves the bet of before the first card where it was', () => {
    // Hidden 1.1 s after the first card, when what a spot shows may be of before it.
    assert.deepEqual(codesOf(INGO, `1=1000 2=1000 TS +100 ${hidden('2', '1000')} 8S 7S TH tick tick`), [])
    assert.deepEqual(codesOf(FBE, `1=1000 1.p22=500 TS +100 ${hidden('1', '1000')} 7S TH tick tick`), [])
  })

  it('is no side bet laid late where two were over it one after the other', () => {
    const twice = (chips: string) =>
      `1=1000 +3000 1.p22=500 +-900 TS +-900 1.p22=0 +-300 1.p22=500 +-900 1.p22=0 +-400 7S +-900 1.p22=${chips} TH`
    assert.deepEqual(codesOf(FBE, `${twice('500')} tick 4S tick tick`), [])
    assert.deepEqual(codesOf(FBE, `${twice('1000')} tick 4S tick tick`), ['SIDE-LATE'])
  })

  it('is waited for where the bet is seen in part before it and behind it', () => {
    const inPart = '2=500 +-900 2=0 +-700 2=500 +-700 2=1000'
    assert.deepEqual(codesOf(INGO, `1=1000 2=1000 TS +300 ${inPart} 8S 7S TH tick tick`), [])
  })

  it('accuses nobody of a round left open whose boxes it hid', () => {
    const words = `1=2500 2=1500 3=2500 JC 5C +-900 ${hidden('1', '2500')} KH KH 8C 3S 4C +9000 5S +3000 4H +9000 KH tick tick`
    assert.deepEqual(codesOf(INGO, words), [])
  })

  it('pays no co-bettor who follows a double while his bet is seen in part', () => {
    const laid = '1=2000 +-900 1.main2=500 +-800 1.main2=1000 +-300 1.main2=2000'
    const lost = '+2000 1=0 +3000 tick 1.main2=0 +2000 tick'
    assert.deepEqual(codesOf(INGO, `1=1000 1.main2=1000 3D 2H 8D +5000 ${laid} AC +4000 7H +4000 KS ${lost}`), [])
  })

  it('moves nothing in the account of the rack', () => {
    // Both boxes lose; while the bet of box 2 is taken a hand is over that of box 1.
    const taken = 'rack=1000x91 1=0 +-900 2=0 +-700 1=1000 +2000 rack=1000x92 1=0'
    const words = `rack=1000x90 1=1000 2=1000 TS TH TD 6S 7S +2000 >1.1 >2.1 >dealer 9D +2000 >- +3000 ${taken}`
    assert.deepEqual(codesOf(INGO, `${words} +3000 tick tick 1=1000 2C 7C 3C +3000 tick tick`), [])
  })
})

describe('a settlement as quick as a hand over the spot', () => {
  const DEALT = 'rack=500x90 1=2000 2=1500 3=1500 5C 9C 7D 6S AS QS 7S 3S >1.1 +6000 9H +1000 >2.1 +2000 >3.1'
  const PLAYED = `${DEALT} +2000 3=3000 +-700 9C 3C +3000 >3.2 +2000 >dealer 4D +4000 3C +6000 6D >-`

  it('is told under the errors of each way to read its levels: none was paid, or one was taken and the other paid', () => {
    const settled = 'rack=500x93 +-800 3=1500 3=3000 +-500 rack=500x90 +-800 3=0 +3000 tick'
    assert.deepEqual(codesOf({ house: 'gld' }, `${PLAYED} +2000 ${settled}`).toSorted(), ['TOOK-WINNER', 'WINNER-UNPAID'])
  })
})

describe('a stake that is gone', () => {
  // Box 1 has 20 when its bet goes.
  const codes = (words: string) => codesOf(INGO, `1=1000 2=1000 TS TH TD 6S 5S +2000 4C 1=0 ${words}`)

  it('may be put back until a card comes, and is told then, whatever moved elsewhere meanwhile', () => {
    for (const meanwhile of ['', '+-200 3=1000 +-800']) {
      assert.deepEqual(codes(`${meanwhile} +600 tick`), [], meanwhile)
      assert.deepEqual(codes(`${meanwhile} +900 1=1000 +2000 4H tick tick`), [], meanwhile)
      assert.ok(codes(`${meanwhile} +600 4H tick tick`).includes('LIVE-TAKEN-AS-BUST'), meanwhile)
    }
  })
})

describe('a level that stands', () => {
  const laid = '1=1000 TS 7S TH 1.p22=1000'

  it('is told when a card has come and what came before it can be reported no more', () => {
    const table = teller(FBE)
    assert.deepEqual(table.tell(`${laid} tick tick`).findings, [])
    assert.deepEqual(table.tell('4S').findings, [])
    const { findings } = table.tell('tick tick')
    assert.deepEqual(
      findings.map(({ code, spot, seen }) => [code, spot, seen]),
      [['SIDE-LATE', '1.p22', 'side bet of 10.00 after the first card']],
    )
    assert.deepEqual(table.tell('tick tick 5S').findings.length, 1)
  })

  it('is told once, with a hand over it and counted in two parts', () => {
    assert.deepEqual(codesOf(FBE, `${laid} ${hidden('1.p22', '1000')} tick 4S tick tick`), ['SIDE-LATE'])
    const { findings } = teller(FBE).tell('1=1000 TS 7S TH 1.p22=500 +-400 1.p22=1000 4S tick tick')
    assert.deepEqual(
      findings.map(({ seen }) => seen),
      ['side bet of 10.00 after the first card'],
    )
  })

  it('was never there where it is taken back within the lag', () => {
    assert.deepEqual(codesOf(FBE, `${laid} 1.p22=0 tick tick`), [])
  })
})

describe('a co-bettor whose chips are told behind the card they were laid for', () => {
  it('followed the split, and is not accused of riding on the first hand', () => {
    const dealt = '1=6000 1.main2=2000 1.main3=3000 2=1500 7S 4S 5D 7S 8H +6000 1=12000 +700 1.main2=4000'
    const played = 'TC +-443 1.main3=6000 +21000 2H +4500 1=18000 +13000 JD +8000 QC +8000 4H'
    // The first hand loses and the doubled second ties: half of what each of the two others has is taken.
    const settled = '+2600 2=0 +3000 1=12000 +-931 1.main3=3000 1.main2=2000 1.main2=0 1.main3=0 1=0'
    assert.deepEqual(codesOf(INGO, `${dealt} +-500 ${played} ${settled} +3000 1=2500 3C 7C 3C +3000 tick tick`), [])
  })

  it('was paid what that was worth, where another choice would have tied', () => {
    // With a lammer on the double alone his bet would lie on the first hand, which ties; split, one hand ties and one wins.
    const dealt = '1=2000 1.main2=1500 4H 7S 4C +2000 1=2000,FBx1 +1000 5D +-990 1.main2=1500,FBx1 +2900 1=2000,FBx2'
    const played = '+2000 8H +5000 3S +2000 7D +2000 6D +2000 3C 7C'
    const settled = '+3000 1=4000,FBx2 1=4000 +2000 1.main2=3000,FBx1 1.main2=3000 +2000 1.main2=0 1=0'
    const { findings, state } = teller(FBE).tell(`${dealt} ${played} ${settled} +2000 1=1000 2C 7C 3C +3000 tick tick`)
    assert.deepEqual(findings, [])
    assert.deepEqual(state.table.last?.result.boxes[0]?.spots.main2?.best, { staked: 1500, due: 1500, moved: 1500 })
  })
})

describe('a card nobody could read', () => {
  it('is told by its place in the round where it can be of no other', () => {
    const seenIn = (words: string) =>
      teller({ ...INGO, chipEvidence: 'bets' })
        .tell(words)
        .findings.map(({ seen }) => seen)
    assert.deepEqual(seenIn('1=1000 9H TH ??'), ['cards not read: 1 (card 3 of the round)'])
    // The round may have ended with 7S, or have another card.
    assert.deepEqual(seenIn('1=1000 9H TH 5C 7S ??'), ['cards not read: 1'])
  })
})

describe('a pointer that comes after what it belongs to', () => {
  it('is no card too many where the next deal ends the round', () => {
    // At the player 0.7 s behind his card.
    const drawn = '2=1000 6H 5D 6D AH +4000 8H +-300 >2.1 +1000 >dealer +-900 4H +-600 >- +6000'
    assert.deepEqual(codesOf({ house: 'gld', chipEvidence: 'bets' }, `${drawn} 6S tick tick`), [])
  })

  it('is no payment too early where the next deal ends the round', () => {
    // Away from the dealer 0.3 s behind his first payment.
    const paid = '1=10500 2=1000 3D 4C 4H TD 5C >1.1 >2.1 2H 5D >dealer 8S TC +800 2=2000 +-700 >- +-700 1=21000 +1000 1=0 1=6000'
    assert.deepEqual(codesOf({ house: 'sevens-prizes' }, `${paid} +2000 5S tick tick`), [])
  })
})

describe('an error of a group that is proven', () => {
  it('stands on under its name while a sensor may still correct what proves it', () => {
    // Box 2 adds 300 to his bet of 5500 once he has seen cards: with two cards behind it no double. Box 3 doubles, the dealer has 17.
    const dealt = '1=1500 2=5500 3=1500 QH 4S 9S 8S 8H KH 2S 9H'
    const { said } = teller({ house: 'gld' }).tell(`${dealt} 2=5500x1,300x1 tick AC AD 3=3000 8C tick 3=6000 1=3000 2=0 tick tick`)
    const told = said.flatMap(({ type, data }) =>
      type.startsWith('finding.') && 'finding' in data ? [`${type} ${data.finding} ${data.grade}`] : [],
    )
    assert.deepEqual(
      told.filter((each) => each.includes('BET-CAPPED')),
      ['finding.raised BET-CAPPED-1 one-of', 'finding.changed BET-CAPPED-1 proven'],
    )
  })
})
