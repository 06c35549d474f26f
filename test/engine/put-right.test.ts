/**
 * What a dealer put right costs no more than a player who lays chips on a tied bet and takes them away again: where no story does without the one or
 * the other, both are told.
 */
import { describe } from 'node:test'
import { checkRows } from './told-round.ts'

/** 18 and 19. With the 2H the dealer has 24, and both are paid; where it went to box 2 he has 22, and both tie. */
const DEALT = '1=5000 2=2000 9D 5C 2C 9S 3S TC 2H TD JD 1000:2=4000 300:2=0'

describe('a payment that the dealer may have put right', () => {
  checkRows([
    {
      name: 'a chip too much, taken back: nobody has to have laid a bet in vain',
      house: 'free-bet-european',
      words: `${DEALT} 1200:1=10100 1200:1=10000 1500:1=0`,
      lines: ['1 9D 9S [stand] win: 5000 | 2 5C 3S TC [hit,stand] win: 2000 | dealer 2C 2H TD JD'],
      readings: [2],
    },
    {
      name: 'paid as due: nothing was put right, and nobody laid a bet in vain',
      house: 'free-bet-european',
      words: `${DEALT} 1200:1=10000 2500:1=0`,
      lines: ['1 9D 9S [stand] win: 5000 | 2 5C 3S TC [hit,stand] win: 2000 | dealer 2C 2H TD JD'],
      readings: [2],
    },
  ])
})
