/**
 * Hard rounds of ingo, rule document 004. The dealer has one card until all have played, so his natural comes last and takes what lies
 * there by then; a natural waits for it only behind an ace or a ten.
 */
import type { HardRound } from './hard-round.ts'
import { CO_BETTOR_ROUNDS } from './ingo-co-bettors.ts'
import { INSURANCE_ROUNDS } from './ingo-insurance.ts'

export const ROUNDS: readonly HardRound[] = [
  ...INSURANCE_ROUNDS,
  ...CO_BETTOR_ROUNDS,
  {
    name: 'five cards that have won are paid before the dealer shows his natural, which takes the hand beside them',
    clause: '004 Black Jack l.21, and a table rule',
    instead: 'takes the five cards too, as a natural takes everything else',
    rules: { charlie: 5 },
    boxes: {
      1: { bets: { main: 1500 }, decisions: 'hit hit hit', hands: ['AS 2H 3D 2C 6C: hit hit hit -> win'], due: { main: { inPlay: 1500 } } },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['TS KH: stand -> lose'], due: { main: { after: -1000 } } },
    },
    cards: 'AS TS | AD | 2H KH | 3D 2C 6C | TC',
    dealer: 'AD TC = 21',
    net: -500,
  },
  {
    name: 'a natural that the dealer cannot equal is paid at once, down to a whole chip; with the other box bust he draws no card',
    clause: '004 Black Jack l.21, l.29',
    instead: 'holds the natural back, pays 2,250 in chips of 100, or draws against nobody',
    boxes: {
      1: { bets: { main: 1500 }, decisions: '', hands: ['AS KD: -> blackjack'], due: { main: { before: 2200 } } },
      3: { bets: { main: 1000 }, decisions: 'hit', hands: ['TH 6C 9D: hit -> lose'], due: { main: { inPlay: -1000 } } },
    },
    cards: 'AS TH | 9S | KD 6C | 9D',
    dealer: '9S = 9',
    net: -1200,
  },
  {
    name: 'behind a ten a natural waits for the second dealer card; where nothing else is open that card is enough',
    clause: '004 Black Jack l.19-21',
    instead: 'pays it before play, offers even money, closes without a card, or makes the dealer draw on to 17',
    boxes: {
      2: { bets: { main: 1000 }, decisions: '', hands: ['AH QC: -> blackjack'], due: { main: { after: 1500 } } },
      4: { bets: { main: 1000 }, decisions: 'hit', hands: ['TD 5S 8C: hit -> lose'], due: { main: { inPlay: -1000 } } },
    },
    cards: 'AH TD | TS | QC 5S | 8C | 5D',
    dealer: 'TS 5D = 15',
    net: -500,
  },
  {
    name: 'the dealer who plays on with only a natural open is right too, and the 21 he draws does not equal it',
    clause: '004 Black Jack l.21, l.25',
    instead: 'takes the third card for one too many, or ties the natural with 21',
    boxes: {
      1: { bets: { main: 2500 }, decisions: '', hands: ['AC JD: -> blackjack'], due: { main: { after: 3700 } } },
      2: { bets: { main: 1000 }, decisions: 'hit', hands: ['TC 4S TD: hit -> lose'], due: { main: { inPlay: -1000 } } },
    },
    cards: 'AC TC | KH | JD 4S | TD | 5D 6C',
    dealer: 'KH 5D 6C = 21',
    net: -2700,
  },
  {
    name: 'an ace behind the ten takes doubled and split stakes and 21 in three cards; only the natural ties',
    clause: '004 Black Jack l.21, Teilen l.55 (silent on doubled stakes: all lost)',
    instead: 'takes first bets only, ties split 21 with the natural, or takes the natural as well',
    boxes: {
      1: { bets: { main: 1000 }, decisions: '', hands: ['AS QD: -> push'], due: { main: {} } },
      2: { bets: { main: 1000 }, decisions: 'double', hands: ['6S 5H TC: double -> lose'], due: { main: { after: -2000 } } },
      3: {
        bets: { main: 2000 },
        decisions: 'split stand',
        hands: ['KH AC: split -> lose', 'QS 9D: stand -> lose'],
        due: { main: { after: -4000 } },
      },
      4: { bets: { main: 1000 }, decisions: 'hit', hands: ['7C 7D 7S: hit -> lose'], due: { main: { after: -1000 } } },
    },
    cards: 'AS 6S KH 7C | TH | QD 5H QS 7D | TC | AC 9D | 7S | AD',
    dealer: 'TH AD = 21',
    net: 7000,
  },
  {
    name: 'split aces get one card each: ace and king tie a drawn 21, two aces stay twelve; a natural beside them was paid at once',
    clause: '004 Teilen l.55, Black Jack l.21',
    instead: 'pays ace and king three to two, splits aces again, or draws to twelve',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split',
        hands: ['AH KS: split -> push', 'AD 5C: -> lose'],
        due: { main: { after: -1000 } },
      },
      2: { bets: { main: 1500 }, decisions: '', hands: ['AC TD: -> blackjack'], due: { main: { before: 2200 } } },
      3: {
        bets: { main: 1000 },
        decisions: 'split',
        hands: ['AS AD: split -> lose', 'AC QH: -> push'],
        due: { main: { after: -1000 } },
      },
    },
    cards: 'AH AC AS | 6D | AD TD AC | KS 5C | AD QH | 5S TC',
    dealer: '6D 5S TC = 21',
    net: -200,
  },
  {
    name: 'nine, ten and eleven are doubled, a pair of fives as ten and split hands too; a doubled hand gets one card, low as it be',
    clause: '004 Verdoppeln l.35 (after a split: silent, yes)',
    instead: 'lets a doubled thirteen draw on, allows no double after a split, or counts the tie of a doubled hand as a loss',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'double', hands: ['5S 4D AC: double -> win'], due: { main: { after: 2000 } } },
      2: { bets: { main: 1000 }, decisions: 'double', hands: ['6H 4C 3S: double -> lose'], due: { main: { after: -2000 } } },
      3: {
        bets: { main: 1000 },
        decisions: 'split double double',
        hands: ['8S 3D TC: split double -> win', '8H 2C 9S: double -> push'],
        due: { main: { after: 2000 } },
      },
      4: { bets: { main: 1000 }, decisions: 'double', hands: ['5C 5D QC: double -> win'], due: { main: { after: 2000 } } },
    },
    cards: '5S 6H 8S 5C | 9H | 4D 4C 8H 5D | AC | 3S | 3D TC 2C 9S | QC | TD',
    dealer: '9H TD = 19',
    net: -4000,
  },
  {
    name: 'a table that lets the ace count one for the double doubles ace-eight and ace-nine; the card is then counted at its best',
    clause: '004 Black Jack l.15, Verdoppeln l.35 (A004-1, the switch)',
    instead: 'refuses soft totals, or holds the ace at one when it is settled',
    rules: { doubleTotalsCount: 'either' },
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'double', hands: ['AS 8D TC: double -> win'], due: { main: { after: 2000 } } },
      2: { bets: { main: 1000 }, decisions: 'double', hands: ['AH 9C 2D: double -> lose'], due: { main: { after: -2000 } } },
      3: { bets: { main: 1000 }, decisions: 'double', hands: ['8C AC AD: double -> win'], due: { main: { after: 2000 } } },
    },
    cards: 'AS AH 8C | 8H | 8D 9C AC | TC | 2D | AD | TS',
    dealer: '8H TS = 18',
    net: -2000,
  },
  {
    name: 'ten and jack are a pair of one value, queens a pair of pictures; the king that follows is not split again and the ace pays even',
    clause: '004 Teilen l.55',
    instead: 'splits equal ranks only, opens a third hand, or pays queen and ace as a natural',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split stand hit stand',
        hands: ['TS KC: split stand -> win', 'JD 6H 4S: hit stand -> win'],
        due: { main: { after: 2000 } },
      },
      2: {
        bets: { main: 1500 },
        decisions: 'split stand',
        hands: ['QC AH: split -> win', 'QD 7S: stand -> push'],
        due: { main: { after: 1500 } },
      },
    },
    cards: 'TS QC | 7D | JD QD | KC 6H 4S | AH 7S | TH',
    dealer: '7D TH = 17',
    net: -3500,
  },
  {
    name: 'a bust has lost at once, though the dealer busts at 22; five may stand and soft 17 may draw',
    clause: '004 Black Jack l.23-29',
    instead: 'returns the bust, ties on 22, or makes five draw',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'hit', hands: ['TS 6D TH: hit -> lose'], due: { main: { inPlay: -1000 } } },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['2C 3D: stand -> win'], due: { main: { after: 1000 } } },
      3: { bets: { main: 1000 }, decisions: 'hit', hands: ['AC 6S 4D: hit -> win'], due: { main: { after: 1000 } } },
    },
    cards: 'TS 2C AC | 2D | 6D 3D 6S | TH | 4D | KD TC',
    dealer: '2D KD TC = 22',
    net: -1000,
  },
  {
    name: 'the dealer stands on a soft 17 in three cards; the choice of what an ace counts is not his',
    clause: '004 Black Jack l.15, l.25',
    instead: 'draws on until the 17 is hard',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'stand', hands: ['9D 9C: stand -> win'], due: { main: { after: 1000 } } },
      2: { bets: { main: 1000 }, decisions: 'hit stand', hands: ['6D 5S 6H: hit stand -> push'], due: { main: {} } },
      3: { bets: { main: 2000 }, decisions: 'stand', hands: ['TD 6C: stand -> lose'], due: { main: { after: -2000 } } },
    },
    cards: '9D 6D TD | 4C | 9C 5S 6C | 6H | 2S AD',
    dealer: '4C 2S AD = 17',
    net: 1000,
  },
  {
    name: 'an absent player keeps his two cards, while the dealer draws on a hard 14 and a hard 16',
    clause: '004 silent on absent players (Queensland 2010 r.35), Black Jack l.25-27',
    instead: 'draws to 16 for the eleven, or lets the dealer stand on 16',
    boxes: {
      2: { bets: { main: 1500 }, absent: true, decisions: '', hands: ['6H 5D: -> lose'], due: { main: { after: -1500 } } },
      3: { bets: { main: 1000 }, decisions: 'stand', hands: ['9S QD: stand -> lose'], due: { main: { after: -1000 } } },
      5: { bets: { main: 2000 }, decisions: 'stand', hands: ['JS KH: stand -> push'], due: { main: {} } },
    },
    cards: '6H 9S JS | 3C | 5D QD KH | AD KD 2S 4S',
    dealer: '3C AD KD 2S 4S = 20',
    net: 2500,
  },
]
