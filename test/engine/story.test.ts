/** What players may do, row by row: a round written by hand, and how it is read. */
import { describe } from 'node:test'
import { checkRows } from './told-round.ts'

describe('hit and stand', () => {
  checkRows([
    {
      house: 'gld',
      name: 'a hand stands, the dealer stands pat',
      words: '1=1000 TS 8D 9H TC 1=2000',
      lines: ['1 TS 9H [stand] win: 1000 | dealer 8D TC'],
    },
    {
      house: 'free-bet-european',
      name: 'a hit, then the stand that the next card shows',
      words: '1=1000 5S TD 8H 7C 9D 1=2000',
      lines: ['1 5S 8H 7C [hit,stand] win: 1000 | dealer TD 9D'],
    },
    {
      house: 'ingo',
      name: 'a bust is taken at once and ends the round',
      words: '1=1000 TS 6D 6H 8C 1=0',
      lines: ['1 TS 6H 8C [hit] lose: -1000 | dealer 6D'],
    },
    {
      house: 'free-bet-european',
      name: "eleven cannot stand, so the card is the hand's",
      words: '1=1000 5S 9D 6H 9C TD 1=2000',
      lines: ['1 5S 6H 9C [hit,stand] win: 1000 | dealer 9D TD'],
    },
    {
      house: 'sevens-prizes',
      name: 'twenty-one asks for nothing and is no decision',
      words: '1=1000 5S 9D 6H TC TD 1=2000',
      lines: ['1 5S 6H TC [hit] win: 1000 | dealer 9D TD'],
    },
    {
      house: 'ingo',
      name: "the pointer says that the card was the hand's",
      words: '1=1000 7S 9D 7H >1.1 4C >dealer 4D 6S >- 1=0',
      lines: ['1 7S 7H 4C [hit,stand] lose: -1000 | dealer 9D 4D 6S'],
    },
    {
      house: 'ingo',
      name: "the pointer says that the same card was the dealer's",
      words: '1=1000 7S 9D 7H >1.1 >dealer 4C 4D >- 1=0',
      lines: ['1 7S 7H [stand] lose: -1000 | dealer 9D 4C 4D'],
    },
    {
      house: 'free-bet-european',
      name: 'boxes play in order from the first',
      words: '1=1000 2=1000 5S 5C 9D 6H 6C TS 9S TD 2=2000 1=2000',
      lines: ['1 5S 6H TS [hit] win: 1000 | 2 5C 6C 9S [hit,stand] win: 1000 | dealer 9D TD'],
    },
    {
      house: 'free-bet-pot-of-gold',
      name: 'a hard twenty-one may draw where Push 22 speaks of twenty-nine',
      words: '1=1000 7S 9D 6H TC >1.1 8D 9C 1=0',
      lines: ['1 7S 6H 8D 9C [hit,hit] lose: -1000 | dealer 9D TC'],
    },
    {
      house: 'free-bet-european',
      name: "an absent player's hand draws to sixteen",
      words: 'absent1 1=1000 TS 9D 4H 2C TC 1=0',
      lines: ['1 TS 4H 2C TC [] lose: -1000 | dealer 9D'],
    },
    {
      house: 'free-bet-pot-of-gold',
      name: "elsewhere an absent player's hand gets no card",
      words: 'absent1 1=1000 TS 9D 4H 9C 1=0',
      lines: ['1 TS 4H [] lose: -1000 | dealer 9D 9C'],
    },
  ])
})

describe('doubles', () => {
  checkRows([
    {
      house: 'sevens-prizes',
      name: 'the second stake lies there before the one card',
      words: '1=1000 5S 9D 6H 1=2000 9C TD 1=4000',
      lines: ['1 5S 6H 9C [double] win: 2000 | dealer 9D TD'],
    },
    {
      house: 'sevens-prizes',
      name: 'a doubled bust is taken with both stakes',
      words: '1=1000 8S 9D 6H 1=2000 9C 1=0',
      lines: ['1 8S 6H 9C [double] lose: -2000 | dealer 9D'],
    },
    {
      house: 'free-bet-european',
      name: "on the house's lammer the player risks no more",
      words: '1=1000 5S 9D 6H 1=1000+F 2C TD 1=0',
      lines: ['1 5S 6H 2C [free-double] lose: -1000 | dealer 9D TD'],
    },
    {
      house: 'ingo',
      rules: { doubleAmount: 'up-to' },
      name: 'a double for less wins the bet and what was added',
      words: '1=1000 5S 9D 6H 1=1300 9C TD 1=2600',
      lines: ['1 5S 6H 9C [double] win: 1300 | dealer 9D TD'],
    },
    {
      house: 'ingo',
      rules: { doubleAmount: 'up-to', doubleTotals: 'any' },
      name: 'a double for less that goes bust is taken with what was added',
      words: '1=1000 8S 9D 6H 1=1300 TS 1=0',
      lines: ['1 8S 6H TS [double] lose: -1300 | dealer 9D'],
    },
    {
      house: 'free-bet-pot-of-gold',
      name: 'a free double wins twice, the lammer goes last',
      words: '1=1000 5S 9D 6H TC 1=1000+F 9C 1=3000+F 1=3000',
      lines: ['1 5S 6H 9C [free-double] win: 2000 | dealer 9D TC'],
    },
    {
      house: 'free-bet-european',
      name: 'a player who could double free may pay for his double',
      words: '1=1000 5S 9D 6H 1=2000 9C TD 1=4000',
      lines: ['1 5S 6H 9C [double] win: 2000 | dealer 9D TD'],
    },
    {
      house: 'sevens-prizes',
      name: 'a split hand doubles',
      words: '1=1000 8S 9D 8H 1=2000 2C 1=3000 9S TC TD 1=2000',
      lines: ['1 8S 2C 9S [split,double] push | 8H TC [stand] lose: -1000 | dealer 9D TD'],
    },
  ])
})

describe('splits', () => {
  checkRows([
    {
      house: 'sevens-prizes',
      name: 'the first hand is played out before the next gets its card',
      words: '1=1000 8S 9D 8H 1=2000 2C 9S TC TD 1=1000',
      lines: ['1 8S 2C 9S [split,hit,stand] push | 8H TC [stand] lose: -1000 | dealer 9D TD'],
    },
    {
      house: 'gld',
      name: 'both hands get their cards at once',
      words: '1=1000 8S 9D 8H TC 1=2000 TD 3C TH 1=1000 1=2000',
      lines: ['1 8S TD [split,stand] lose | 8H 3C TH [hit] win: 0 | dealer 9D TC'],
    },
    {
      house: 'free-bet-european',
      name: 'a free split costs nothing when both hands lose but the first bet',
      words: '1=1000 8S 9D 8H 1=1000+F TC TH TD 1=0+F 1=0',
      lines: ['1 8S TC [free-split,stand] lose | 8H TH [stand] lose: -1000 | dealer 9D TD'],
    },
    {
      house: 'free-bet-european',
      name: 'four hands on three lammers',
      words: '1=1000 8S 9D 8H 1=1000+F 8C 1=1000+F+F 8D 1=1000+F+F+F TC TD TH TS 6D TC 1=5000+F+F+F 1=5000',
      lines: [
        '1 8S TC [free-split,free-split,free-split,stand] win | 8D TD [stand] win | 8C TH [stand] win | 8H TS [stand] win: 4000 | dealer 9D 6D TC',
      ],
    },
    {
      house: 'sevens-prizes',
      name: 'king and queen are a pair by value',
      words: '1=1000 KS 9D QH 1=2000 TC 9C 9S 1=4000',
      lines: ['1 KS TC [split,stand] win | QH 9C [stand] win: 2000 | dealer 9D 9S'],
    },
    {
      house: 'free-bet-european',
      name: 'king and queen are no pair by rank: the second stake doubled',
      words: '1=1000 KS 9D QH 1=2000 AC 9S 1=4000',
      lines: ['1 KS QH AC [double] win: 2000 | dealer 9D 9S'],
    },
    {
      house: 'ingo',
      name: 'aces split once, one card each, another ace is no pair',
      words: '1=1000 AS 9D AH 1=2000 AC 9C 9S 1=1000 1=2000',
      lines: ['1 AS AC [split] lose | AH 9C [] win: 0 | dealer 9D 9S'],
    },
    {
      house: 'sevens-prizes',
      name: 'aces split to three hands',
      words: '1=1000 AS 9D AH 1=2000 AC 1=3000 5C 9C TC TD 1=2000 1=4000',
      lines: ['1 AS 5C [split,split] lose | AC 9C [] win | AH TC [] win: 1000 | dealer 9D TD'],
    },
    {
      house: 'free-bet-pot-of-gold',
      name: 'aces split to four hands on lammers',
      words: '1=1000 AS 9D AH TC 1=1000+F AC 1=1000+F+F AD 1=1000+F+F+F 9S 9H 9C 8D 1=4000+F+F+F 1=4000',
      lines: ['1 AS 9S [free-split,free-split,free-split] win | AD 9H [] win | AC 9C [] win | AH 8D [] push: 3000 | dealer 9D TC'],
    },
  ])
})

describe('surrender and naturals', () => {
  checkRows([
    {
      house: 'gld',
      name: 'late surrender takes half',
      words: '1=1000 TS 9D 6H 9C 1=500',
      lines: ['1 TS 6H [surrender] surrender: -500 | dealer 9D 9C'],
    },
    {
      house: 'sevens-prizes',
      name: 'early surrender against a ten',
      words: '1=1000 TS TD 6H 1=500',
      lines: ['1 TS 6H [surrender] surrender: -500 | dealer TD'],
    },
    {
      house: 'ingo',
      name: 'a natural is paid at once against a nine',
      words: '1=1000 AS 9D KH 1=2500',
      lines: ['1 AS KH [] blackjack: 1500 | dealer 9D'],
    },
    {
      house: 'ingo',
      name: 'a natural against a ten: one card decides it',
      words: '1=1000 AS TD KH 5C 1=2500',
      lines: ['1 AS KH [] blackjack: 1500 | dealer TD 5C'],
    },
    {
      house: 'free-bet-european',
      name: 'a natural against a ten: he finishes his hand',
      words: '1=1000 AS TD KH 5C 6H 1=2500',
      lines: ['1 AS KH [] blackjack: 1500 | dealer TD 5C 6H'],
    },
    { house: 'free-bet-european', name: 'two naturals tie', words: '1=1000 AS TD KH AC', lines: ['1 AS KH [] push: 0 | dealer TD AC'] },
    {
      house: 'free-bet-european',
      name: 'even money against an ace',
      words: '1=1000 AS AD KH 1=2000',
      lines: ['1 AS KH [even-money] win: 1000 | dealer AD'],
    },
    {
      house: 'sevens-prizes',
      name: 'even money against an ace before his second card',
      words: '1=1000 AS AD KH 1=2000',
      lines: ['1 AS KH [even-money] win: 1000 | dealer AD'],
    },
    {
      house: 'free-bet-pot-of-gold',
      name: 'a natural is paid after the check',
      words: '1=1000 2=1000 AS TS TD KH 9H 9C 1=2500 2=1000',
      lines: ['1 AS KH [] blackjack: 1500 | 2 TS 9H [stand] push: 0 | dealer TD 9C'],
    },
  ])
})
