/**
 * Hard rounds of rule document 004 on several players of one box: the holder decides for all. Who adds nothing to a double has the one
 * card for his single bet; who adds nothing to a split plays the first hand alone.
 */
import type { HardRound } from './hard-round.ts'

export const CO_BETTOR_ROUNDS: readonly HardRound[] = [
  {
    name: 'a natural pays every bettor of the box on his own bet, each rounded by itself',
    clause: '004 Box oder Hand l.63, Black Jack l.21',
    instead: 'rounds the sum of the box, which is 50 more for each odd bet',
    boxes: {
      1: {
        bets: { main: 1500, main2: 1500, main3: 2500 },
        decisions: '',
        hands: ['AS KC: -> blackjack'],
        due: { main: { before: 2200 }, main2: { before: 2200 }, main3: { before: 3700 } },
      },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['TH 9H: stand -> win'], due: { main: { after: 1000 } } },
    },
    cards: 'AS TH | 8D | KC 9H | TS',
    dealer: '8D TS = 18',
    net: -9100,
  },
  {
    name: 'a table that rounds up does so for every bettor of the box; with nobody left the dealer keeps his one card',
    clause: '004 Black Jack l.21, Box oder Hand l.63',
    instead: 'pays one bettor down and one up, or draws',
    rounding: 'up',
    boxes: {
      1: {
        bets: { main: 1500, main2: 2500 },
        decisions: '',
        hands: ['AD QS: -> blackjack'],
        due: { main: { before: 2300 }, main2: { before: 3800 } },
      },
      2: { bets: { main: 1000 }, decisions: 'hit', hands: ['TD 5C 7H: hit -> lose'], due: { main: { inPlay: -1000 } } },
    },
    cards: 'AD TD | 4H | QS 5C | 7H',
    dealer: '4H = 4',
    net: -5100,
  },
  {
    name: 'the double binds everybody to its one card: who adds wins or loses double, who does not wins or loses his single bet',
    clause: '004 Box oder Hand l.63, Verdoppeln l.35 (A004-3)',
    instead: 'doubles every bet of the box, or lets the bettor who did not add draw on',
    boxes: {
      1: {
        bets: { main: 2000, main2: 1000, main3: 1500 },
        decisions: 'double',
        follows: { main2: 'no', main3: 'yes' },
        hands: ['6D 5C 9H: double -> win'],
        due: { main: { after: 4000 }, main2: { after: 1000 }, main3: { after: 3000 } },
      },
      2: {
        bets: { main: 1000, main2: 1000, main3: 2000 },
        decisions: 'double',
        follows: { main2: 'yes', main3: 'no' },
        hands: ['5S 5H 3D: double -> lose'],
        due: { main: { after: -2000 }, main2: { after: -2000 }, main3: { after: -2000 } },
      },
    },
    cards: '6D 5S | 7H | 5C 5H | 9H | 3D | TD',
    dealer: '7H TD = 17',
    net: -2000,
  },
  {
    name: 'who does not add to the split loses with the first hand while the second wins doubled for the others, or singly for who did not double',
    clause: '004 Box oder Hand l.63, Teilen l.55 (A004-3)',
    instead: 'spreads the bet over both hands, or plays it with the better or the last one',
    boxes: {
      1: {
        bets: { main: 1000, main2: 2000, main3: 1000 },
        decisions: 'split stand double',
        follows: { main2: 'no no', main3: 'yes no' },
        hands: ['8S TC: split stand -> lose', '8D 3H TD: double -> win'],
        due: { main: { after: 1000 }, main2: { after: -2000 }, main3: {} },
      },
    },
    cards: '8S | 9C | 8D | TC 3H TD | TH',
    dealer: '9C TH = 19',
    net: 1000,
  },
  {
    name: 'a bust of the first hand takes the bet that did not follow the split at once; a bust of the second leaves it in',
    clause: '004 Black Jack l.29, Box oder Hand l.63 (A004-3)',
    instead: 'lets the bet ride on whichever hand is left, or takes it with either bust',
    boxes: {
      1: {
        bets: { main: 1000, main2: 1000, main3: 1000 },
        decisions: 'split hit stand',
        follows: { main2: 'no', main3: 'yes' },
        hands: ['9S 5C TH: split hit -> lose', '9D TS: stand -> win'],
        due: { main: { inPlay: -1000, after: 1000 }, main2: { inPlay: -1000 }, main3: { inPlay: -1000, after: 1000 } },
      },
      2: {
        bets: { main: 1000, main2: 2000 },
        decisions: 'split stand hit',
        follows: { main2: 'no' },
        hands: ['KD 9H: split stand -> win', 'QS 4C JH: hit -> lose'],
        due: { main: { inPlay: -1000, after: 1000 }, main2: { after: 2000 } },
      },
    },
    cards: '9S KD | 8H | 9D QS | 5C TH TS | 9H 4C JH | QD',
    dealer: '8H QD = 18',
    net: -1000,
  },
  {
    name: 'a bet that rides on the first hand may be doubled there though it did not follow the split',
    clause: '004 Box oder Hand l.63, Verdoppeln l.35 (A004-3)',
    instead: 'counts the chips added for the double as the missing stake of the second hand',
    boxes: {
      1: {
        bets: { main: 1000, main2: 1000, main3: 1500 },
        decisions: 'split double stand',
        follows: { main2: 'no yes', main3: 'yes yes' },
        hands: ['6C 5H TS: split double -> win', '6D TD: stand -> lose'],
        due: { main: { after: 1000 }, main2: { after: 2000 }, main3: { after: 1500 } },
      },
    },
    cards: '6C | 8C | 6D | 5H TS TD | TH',
    dealer: '8C TH = 18',
    net: -4500,
  },
  {
    name: 'the bets of a box may come to the maximum of the table together; the doubles of all three are paid though they exceed it',
    clause: '004 Box oder Hand l.63, Verdoppeln l.35',
    instead: 'holds doubled stakes to the maximum, or ties when the dealer has 22',
    boxes: {
      1: {
        bets: { main: 20000, main2: 20000, main3: 10000 },
        decisions: 'double',
        follows: { main2: 'yes', main3: 'yes' },
        hands: ['5H 6D KS: double -> win'],
        due: { main: { after: 40000 }, main2: { after: 40000 }, main3: { after: 20000 } },
      },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['TC 2H: stand -> win'], due: { main: { after: 1000 } } },
    },
    cards: '5H TC | 5C | 6D 2H | KS | TD 7D',
    dealer: '5C TD 7D = 22',
    net: -101000,
  },
  {
    name: "the late natural takes the doubled bets of who followed and the single one of who did not; every bettor's natural ties",
    clause: '004 Black Jack l.21, Box oder Hand l.63 (silent on doubled stakes: all lost)',
    instead: 'takes each bettor for the stake of the holder, or ties only his natural',
    boxes: {
      1: {
        bets: { main: 1000, main2: 1500 },
        decisions: 'double',
        follows: { main2: 'no' },
        hands: ['7C 4S TH: double -> lose'],
        due: { main: { after: -2000 }, main2: { after: -1500 } },
      },
      2: {
        bets: { main: 1000, main2: 2000 },
        decisions: 'split',
        follows: { main2: 'yes' },
        hands: ['AS 9D: split -> lose', 'AC KD: -> lose'],
        due: { main: { after: -2000 }, main2: { after: -4000 } },
      },
      3: { bets: { main: 1500, main2: 1000 }, decisions: '', hands: ['JC AH: -> push'], due: { main: {}, main2: {} } },
    },
    cards: '7C AS JC | KH | 4S AC AH | TH | 9D KD | AD',
    dealer: 'KH AD = 21',
    net: 9500,
  },
  {
    name: 'who bets on the box of an absent holder keeps its two cards with him and wins when the dealer busts',
    clause: '004 Box oder Hand l.63 (the holder alone decides; silent on absent players)',
    instead: 'lets the second bettor decide for the box, or draws to 16',
    boxes: {
      4: {
        bets: { main: 1000, main2: 1500 },
        absent: true,
        decisions: '',
        hands: ['6H 5D: -> win'],
        due: { main: { after: 1000 }, main2: { after: 1500 } },
      },
      6: { bets: { main: 1000 }, decisions: 'double', hands: ['9S 2D AC: double -> win'], due: { main: { after: 2000 } } },
    },
    cards: '6H 9S | 6C | 5D 2D | AC | TD KC',
    dealer: '6C TD KC = 26',
    net: -4500,
  },
  {
    name: 'where a table allows a second split, who followed the first only has a bet on the first hand and on the last',
    clause: '004 Box oder Hand l.63, Teilen l.55 (A004-3; hands changed by the table)',
    instead: 'moves his bets to the first two hands, or lets the bust between them take one',
    rules: { maxHands: 3 },
    boxes: {
      1: {
        bets: { main: 1000, main2: 1000, main3: 2000 },
        decisions: 'split split stand hit stand',
        follows: { main2: 'yes no', main3: 'no no' },
        hands: ['TS 9C: split split stand -> win', 'KD 6C 8H: hit -> lose', 'QH 7S: stand -> push'],
        due: { main: { inPlay: -1000, after: 1000 }, main2: { after: 1000 }, main3: { after: 2000 } },
      },
    },
    cards: 'TS | 7D | QH | KD 9C 6C 8H 7S | TH',
    dealer: '7D TH = 17',
    net: -3000,
  },
]
