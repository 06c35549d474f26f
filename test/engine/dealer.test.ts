/** The dealer's draw and what makes him draw, row by row; and rounds that end otherwise. */
import { describe } from 'node:test'
import { checkRows } from './told-round.ts'

describe('his draw', () => {
  checkRows([
    {
      house: 'free-bet-pot-of-gold',
      name: 'he draws on soft seventeen',
      words: '1=1000 TS AD 8H 6C 2S 1=0',
      lines: ['1 TS 8H [stand] lose: -1000 | dealer AD 6C 2S'],
    },
    {
      house: 'gld',
      name: 'he stands on soft seventeen',
      words: '1=1000 TS AD 8H 6C 1=2000',
      lines: ['1 TS 8H [stand] win: 1000 | dealer AD 6C'],
    },
    {
      house: 'sevens-prizes',
      name: 'his ace counts eleven: he stands on soft seventeen',
      words: '1=1000 TS AD 8H 6C 1=2000',
      lines: ['1 TS 8H [stand] win: 1000 | dealer AD 6C'],
    },
    {
      house: 'free-bet-european',
      name: 'he draws on sixteen',
      words: '1=1000 TS 6D 8H TC AS 1=2000',
      lines: ['1 TS 8H [stand] win: 1000 | dealer 6D TC AS'],
    },
    {
      house: 'free-bet-european',
      name: 'twenty-two ties',
      words: '1=1000 TS 6D 8H TC 6C 1=0',
      lines: ['1 TS 8H [stand] push: 0 | dealer 6D TC 6C'],
    },
    {
      house: 'sevens-prizes',
      name: 'twenty-two busts',
      words: '1=1000 TS 6D 8H TC 6C 1=2000',
      lines: ['1 TS 8H [stand] win: 1000 | dealer 6D TC 6C'],
    },
  ])
})

describe('what is open makes him draw', () => {
  checkRows([
    {
      house: 'ingo',
      name: 'all bust: he draws no card',
      words: '1=1000 2=1000 TS TH 6D 6S 6H 9C 1=0 KC 2=0',
      lines: ['1 TS 6S 9C [hit] lose: -1000 | 2 TH 6H KC [hit] lose: -1000 | dealer 6D'],
    },
    {
      house: 'ingo',
      name: 'unless the table always has him draw',
      words: '1=1000 TS 6D 6H 9C 1=0 TC TD',
      lines: ['1 TS 6H 9C [hit] lose: -1000 | dealer 6D TC TD'],
      rules: { dealerDrawsWhenAllDone: 'always' },
    },
    {
      house: 'free-bet-european',
      name: 'all bust, Push 22 open: he draws to the end',
      words: '1=1000 1.p22=500 TS 6D 6S 9C 1=0 TC 6H 1.p22=1000',
      lines: ['1 TS 6S 9C [hit] lose: -1000 | dealer 6D TC 6H'],
      sides: ['1.p22 500: 500'],
      config: { spots: ['main', 'p22'] },
    },
    {
      house: 'free-bet-pot-of-gold',
      name: 'all bust, Push 22 open: eleven to one',
      words: '1=1000 1.p22=500 TS 6D 6S TC 9C 1=0 6H 1.p22=6000',
      lines: ['1 TS 6S 9C [hit] lose: -1000 | dealer 6D TC 6H'],
      sides: ['1.p22 500: 5500'],
      config: { spots: ['main', 'p22'] },
    },
    {
      house: 'ingo',
      name: 'all bust, insurance open: one card, and it wins',
      words: '1=1000 TS AD 6S 1.ins=500 9C 1=0 KC 1.ins=1500',
      lines: ['1 TS 6S 9C [hit] lose: -1000 | dealer AD KC'],
      sides: ['1.ins 500: 1000'],
      config: { spots: ['main', 'ins'] },
    },
    {
      house: 'ingo',
      name: 'all bust, insurance open: one card, and it loses',
      words: '1=1000 TS AD 6S 1.ins=500 9C 1=0 5C 1.ins=0',
      lines: ['1 TS 6S 9C [hit] lose: -1000 | dealer AD 5C'],
      sides: ['1.ins 500: -500'],
      config: { spots: ['main', 'ins'] },
    },
  ])
})

describe('his natural', () => {
  checkRows([
    {
      house: 'gld',
      name: 'found at the check it ends the round, a natural ties',
      words: '1=1000 2=1000 TS AS TD 8H KH AC 2=1000 1=0',
      lines: ['1 TS 8H [] lose: -1000 | 2 AS KH [] push: 0 | dealer TD AC'],
    },
    {
      house: 'free-bet-pot-of-gold',
      name: 'found under an ace nobody plays',
      words: '1=1000 TS AD 8H KC 1=0',
      lines: ['1 TS 8H [] lose: -1000 | dealer AD KC'],
    },
    {
      house: 'ingo',
      name: 'without a hole card it takes doubles as well',
      words: '1=1000 5S AD 6H 1=2000 9C KC 1=0',
      lines: ['1 5S 6H 9C [double] lose: -2000 | dealer AD KC'],
    },
  ])
})

describe('rounds that end otherwise', () => {
  checkRows([
    {
      house: 'ingo',
      name: 'with no bet moved the next card opens the next round',
      words: '1=1000 TS TD 9H 9C 3S 4D 5H 6S TS 9H',
      lines: ['1 TS 9H [stand] push: 0 | dealer TD 9C', '1 3S 5H 6S [hit,stand] win: 1000, moved 0 | dealer 4D TS 9H'],
    },
    { house: 'ingo', name: 'the shoe closes', words: '1=1000 TS TD 9H 9C close', lines: ['1 TS 9H [stand] push: 0 | dealer TD 9C'] },
    {
      house: 'ingo',
      name: 'the supervisor voids it: every stake goes back',
      words: '1=1000 TS TD 9H void 1=0',
      lines: ['1 TS 9H [] void: 0, moved null | dealer TD'],
    },
    {
      house: 'ingo',
      name: 'an unread card leaves it incomplete',
      words: '1=1000 TS TD ?? 9C 1=0',
      lines: ['1 TS ?? [stand] null: null | dealer TD 9C'],
      readings: [2],
      complete: false,
    },
    {
      house: 'ingo',
      name: 'the input ends in the middle',
      words: '1=1000 TS TD 9H',
      lines: ['1 TS 9H [] null: null | dealer TD'],
      complete: false,
    },
  ])
})
