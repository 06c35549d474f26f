/**
 * An error that the dealer put right is as credible as a player who lays chips on a tied bet and takes them away again. If every story
 * needs the one or the other, both are reported.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkRows, hear } from './told-round.ts'

/** 18 and 19. If the 2H is the dealer's, he has 24, and both are paid. If it went to box 2, he has 22, and both tie. */
const DEALT = '1=5000 2=2000 9D 5C 2C 9S 3S TC 2H TD JD 1000:2=4000 300:2=0'

describe('a payment that the dealer may have put right', () => {
  checkRows([
    {
      name: 'a chip too many, taken back: no player need have laid a bet in vain',
      house: 'free-bet-european',
      words: `${DEALT} 1200:1=10100 1200:1=10000 1500:1=0`,
      lines: ['1 9D 9S [stand] win: 5000 | 2 5C 3S TC [hit,stand] win: 2000 | dealer 2C 2H TD JD'],
      readings: [2],
    },
    {
      name: 'paid as due: nothing was put right, and no player laid a bet in vain',
      house: 'free-bet-european',
      words: `${DEALT} 1200:1=10000 2500:1=0`,
      lines: ['1 9D 9S [stand] win: 5000 | 2 5C 3S TC [hit,stand] win: 2000 | dealer 2C 2H TD JD'],
      readings: [2],
    },
  ])
})

/** Which hand the cards went to is not seen: 21 and 14 against 18, or 17 and 18. */
const SPLIT = '1=3500 6H AC 6D 1=7000 AD QD 4H 5S 3D 7S 2700:1=3500 1750:1=10500'

describe('chips that come to a settled bet', () => {
  it('may be an overpayment: the round stays open until it shows whose they are', () => {
    assert.deepEqual(hear({ house: 'ingo', words: `${SPLIT} tick` }).closed[0]?.ended, 'input-ended')
  })

  it('may have been one if as much is taken back: the result of the round is not certain', () => {
    const { closed, revised } = hear({ house: 'ingo', words: `${SPLIT} 1850:1=7000 480:1=0 5700:1=3500 TH` })
    const [round] = closed
    assert.equal(revised.length, 0)
    assert.deepEqual([round?.readings, round?.boxes[0]?.spots.main?.due, round?.boxes[0]?.spots.main?.moved], [3, null, null])
    assert.deepEqual([round?.net.from, round?.net.to], [0, 3500])
  })

  it('are a bet if the next card comes', () => {
    const [round] = hear({ house: 'ingo', words: `${SPLIT} TH 9C` }).closed
    assert.deepEqual([round?.ended, round?.boxes[0]?.spots.main?.due], ['next-card', -3500])
  })
})

describe('an overpayment that was taken back', () => {
  checkRows([
    {
      name: 'after which the player collects what he won, and no more',
      house: 'ingo',
      words: '1=1000 9D TC 9S 7D 2000:1=3000 1600:1=2000 1600:1=1000 5000:1=0 tick',
      lines: ['1 9D 9S [stand] win: 1000 | dealer TC 7D'],
    },
  ])
})
