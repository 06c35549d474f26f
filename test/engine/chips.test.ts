/** What lies on a main spot, row by row: stakes before their cards, bust bets, payments in any order, and what players do themselves. */
import { describe } from 'node:test'
import { checkRows } from './told-round.ts'

describe('stakes', () => {
  checkRows([
    {
      house: 'sevens-prizes',
      name: 'a stake reported just after its card doubled',
      words: '1=1000 5S 9D 6H 9C 1000:1=2000 TD 1=4000',
      lines: ['1 5S 6H 9C [double] win: 2000 | dealer 9D TD'],
    },
    {
      house: 'sevens-prizes',
      name: 'a stake laid long before its card doubled',
      words: '1=1000 5S 9D 6H 1=2000 20000:9C TD 1=4000',
      lines: ['1 5S 6H 9C [double] win: 2000 | dealer 9D TD'],
    },
    {
      house: 'sevens-prizes',
      name: 'a stack read half built is one stake',
      words: '1=1000 5S 9D 6H 1=1500 400:1=2000 9C TD 1=4000',
      lines: ['1 5S 6H 9C [double] win: 2000 | dealer 9D TD'],
    },
    {
      house: 'ingo',
      name: 'a busted split hand is taken while play goes on',
      words: '1=1000 8S 9D 8H 1=2000 4C TD 1=1000 TC 8D 1=2000',
      lines: ['1 8S 4C TD [split,hit] lose | 8H TC [stand] win: 0 | dealer 9D 8D'],
    },
  ])
})

describe('payments', () => {
  checkRows([
    {
      house: 'ingo',
      name: 'a payment in parts',
      words: '1=1000 TS 9D TH 9C 1=1500 1=2000',
      lines: ['1 TS TH [stand] win: 1000 | dealer 9D 9C'],
    },
    {
      house: 'sevens-prizes',
      name: 'a payment read half built',
      words: '1=1000 TS 9D TH 9C 1=1400 300:1=2000',
      lines: ['1 TS TH [stand] win: 1000 | dealer 9D 9C'],
    },
    {
      house: 'ingo',
      name: 'one payment for all hands',
      words: '1=1000 8S 6D 8H 1=2000 TC TD TH 6S 1=4000',
      lines: ['1 8S TC [split,stand] win | 8H TD [stand] win: 2000 | dealer 6D TH 6S'],
    },
    {
      house: 'ingo',
      name: 'hand by hand',
      words: '1=1000 8S 6D 8H 1=2000 TC TD TH 6S 1=3000 1=4000',
      lines: ['1 8S TC [split,stand] win | 8H TD [stand] win: 2000 | dealer 6D TH 6S'],
    },
    {
      house: 'gld',
      name: 'the loser first, then the winner',
      words: '1=1000 8S 9D 8H TC 1=2000 TD 3C TH 1=1000 1=2000',
      lines: ['1 8S TD [split,stand] lose | 8H 3C TH [hit] win: 0 | dealer 9D TC'],
    },
    {
      house: 'sevens-prizes',
      name: 'hand by hand through the sum of what all of them are due, then another box',
      words: '1=1000 2=1000 8S TS TH 8D 9S 1=2000 8C 1=3000 3S 9D 9C 3D 9H 8H 1=4000 1=3000 1=4000 2=2000 2=0 1=0',
      lines: [
        '1 8S 3S 9D [split,split,hit,stand] win | 8C 9C [stand] lose | 8D 3D 9H [hit,stand] win: 1000 | 2 TS 9S [stand] win: 1000 | dealer TH 8H',
      ],
      readings: [2],
    },
    {
      house: 'ingo',
      name: 'short at first and topped up',
      words: '1=1000 TS 9D TH 9C 1=1900 1=2000',
      lines: ['1 TS TH [stand] win: 1000 | dealer 9D 9C'],
    },
    {
      house: 'ingo',
      name: 'a short payment shows in what moved',
      words: '1=1000 TS 9D TH 9C 1=1900',
      lines: ['1 TS TH [stand] win: 1000, moved 900 | dealer 9D 9C'],
    },
    {
      house: 'ingo',
      name: 'a loser paid shows in what moved',
      words: '1=1000 TS 9D 8H TC 1=2000',
      lines: ['1 TS 8H [stand] lose: -1000, moved 1000 | dealer 9D TC'],
    },
  ])
})

describe('what players do themselves', () => {
  checkRows([
    {
      house: 'ingo',
      name: 'both take their tied bets when the table is settled',
      words: '2=1000 1=1000 TS TH 9D 9H 9C TC 2=0 1=0',
      lines: ['1 TS 9H [stand] push: 0 | 2 TH 9C [stand] push: 0 | dealer 9D TC'],
    },
    {
      house: 'ingo',
      name: "a bet on a box already settled is the next round's",
      words: '1=1000 2=1000 TS TH 9D 9H TC 9C 2=2000 2=2500 1=2000 1=0',
      lines: ['1 TS 9H [stand] win: 1000 | 2 TH TC [stand] win: 1000 | dealer 9D 9C'],
    },
    {
      house: 'ingo',
      name: "a tied bet left lying is the next round's bet",
      words: '1=1000 TS 9D 9H TC 2S 3D 4H 5S 9S 1=0',
      lines: ['1 TS 9H [stand] push: 0 | dealer 9D TC', '1 2S 4H [stand] lose: -1000 | dealer 3D 5S 9S'],
    },
  ])
})

describe('chips followed less far', () => {
  checkRows([
    {
      house: 'ingo',
      name: 'bets alone: what moved is not known',
      words: '1=1000 5S 9D 6H 9C TD',
      lines: ['1 5S 6H 9C [hit,stand] win: 1000, moved null | dealer 9D TD'],
      readings: [3],
      config: { chipEvidence: 'bets' },
    },
    {
      house: 'ingo',
      name: 'stakes alone: the double is known',
      words: '1=1000 5S 9D 6H 1=2000 9C TD',
      lines: ['1 5S 6H 9C [double] win: 2000, moved null | dealer 9D TD'],
      config: { chipEvidence: 'stakes' },
    },
  ])
})
