/** Hard rounds of rule document 003 on doubles and splits: any two cards double, one split, both split hands get their cards at once. */
import type { HardRound } from './hard-round.ts'

export const SPLIT_ROUNDS: readonly HardRound[] = [
  {
    name: 'soft 18, 16, hard twenty and seven may all be doubled; the one that busts has lost both bets before the dealer busts',
    clause: '003 Double l.42, Three ways to beat the dealer l.30',
    instead: 'allows 9 to 11 only, or returns the doubled bust because the dealer busted too',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'double', hands: ['AS 7D 9C: double -> win'], due: { main: { after: 2000 } } },
      2: { bets: { main: 1000 }, decisions: 'double', hands: ['TH 6S 8D: double -> lose'], due: { main: { inPlay: -2000 } } },
      3: { bets: { main: 2500 }, decisions: 'double', hands: ['KC QD AH: double -> win'], due: { main: { after: 5000 } } },
      4: { bets: { main: 1000 }, decisions: 'double', hands: ['4H 3S TD: double -> win'], due: { main: { after: 2000 } } },
    },
    cards: 'AS TH KC 4H | 9S | 7D 6S QD 3S | 5D | 9C | 8D | AH | TD | KH',
    dealer: '9S 5D KH = 24',
    net: -7000,
  },
  {
    name: 'a doubled hand gets one card, thirteen though it be, and the dealer must draw on 16 and ties a doubled twenty',
    clause: '003 Double l.42, l.50-52',
    instead: 'lets the doubled hand go on, or lets the dealer stand on 16',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'double', hands: ['6C 5D 2H: double -> lose'], due: { main: { after: -2000 } } },
      2: { bets: { main: 1500 }, decisions: 'double', hands: ['9H 2C 9D: double -> push'], due: { main: {} } },
    },
    cards: '6C 9H | TS | 5D 2C | 6D | 2H | 9D | 4C',
    dealer: 'TS 6D 4C = 20',
    net: 2000,
  },
  {
    name: 'both split hands get their second card at once, the first hand first, so the double of the first hand takes the third card',
    clause: '003 Split l.44',
    instead: 'finishes the first hand before the second gets its card, which makes the double 21',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split double stand',
        hands: ['8S 3C 9H: split double -> push', '8D TD: stand -> lose'],
        due: { main: { after: -1000 } },
      },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['TS 9D: stand -> lose'], due: { main: { after: -1000 } } },
    },
    cards: '8S TS | 9C | 8D 9D | 7H | 3C TD | 9H | 4D',
    dealer: '9C 7H 4D = 20',
    net: 2000,
  },
  {
    name: 'an eight upon a split eight is drawn to, not split again; its bust is taken in play while the other hand doubles and wins',
    clause: '003 Split l.44 (one split), l.42',
    instead: 'opens a third hand, or nets bust and win at the end; it also draws for the absent player on eleven',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split hit double',
        hands: ['8C 8S TD: split hit -> lose', '8H 3D KC: double -> win'],
        due: { main: { inPlay: -1000, after: 2000 } },
      },
      2: { bets: { main: 1000 }, absent: true, decisions: '', hands: ['6D 5C: -> lose'], due: { main: { after: -1000 } } },
    },
    cards: '8C 6D | TH | 8H 5C | 5S | 8S 3D | TD | KC | 4H',
    dealer: 'TH 5S 4H = 19',
    net: 0,
  },
  {
    name: 'split aces get one card each and no second split: ace and king tie a drawn 21, ace and ace stay twelve; the natural is paid',
    clause: '003 silent on split aces (one card, two hands), l.52',
    instead: 'pays ace and king three to two, lets it beat 21, or lets the two aces play on',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split',
        hands: ['AS KD: split -> push', 'AD AH: -> lose'],
        due: { main: { after: -1000 } },
      },
      2: { bets: { main: 1000 }, decisions: '', hands: ['AC QD: -> blackjack'], due: { main: { before: 1500 } } },
    },
    cards: 'AS AC | 6C | AD QD | 5H | KD AH | TS',
    dealer: '6C 5H TS = 21',
    net: -500,
  },
  {
    name: 'two kings may be split and the ace makes 21 that pays even; king and queen are no pair and stand on twenty',
    clause: '003 Split l.44, l.52',
    instead: 'pays king and ace as a natural, gives one card to tens as to aces, or splits king and queen',
    boxes: {
      1: {
        bets: { main: 1500 },
        decisions: 'split hit',
        hands: ['KS AC: split -> win', 'KD 6H 5C: hit -> win'],
        due: { main: { after: 3000 } },
      },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['KC QS: stand -> push'], due: { main: {} } },
      3: { bets: { main: 1500 }, decisions: '', hands: ['AH JD: -> blackjack'], due: { main: { before: 2200 } } },
    },
    cards: 'KS KC AH | TD | KD QS JD | QH | AC 6H | 5C',
    dealer: 'TD QH = 20',
    net: -5200,
  },
  {
    name: 'a table that splits by value lets king and queen part: nineteen ties, queen and ace win even',
    clause: '003 Split l.44 (pair changed by the table)',
    instead: 'refuses the split, or pays queen and ace as a natural',
    rules: { splitEquality: 'value' },
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split stand',
        hands: ['KC 9D: split stand -> push', 'QS AD: -> win'],
        due: { main: { after: 1000 } },
      },
      2: { bets: { main: 2000 }, decisions: 'stand', hands: ['TC JD: stand -> win'], due: { main: { after: 2000 } } },
    },
    cards: 'KC TC | 9C | QS JD | TH | 9D AD',
    dealer: '9C TH = 19',
    net: -3000,
  },
  {
    name: 'insurance of half the first bet is lost at the check and not raised by the split and the double that follow',
    clause: '003 Insurance l.46, Split l.44, Double l.42, l.50',
    instead: 'keeps insurance open until the dealer has played, asks for half of the stake as split, or draws to soft 17',
    boxes: {
      1: {
        bets: { main: 2000 },
        insurance: { offer: 1000 },
        decisions: 'split double stand',
        hands: ['9S 2C TD: split double -> win', '9D KH: stand -> win'],
        due: { main: { after: 6000 }, ins: { before: -1000 } },
      },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['TC 7H: stand -> push'], due: { main: {} } },
    },
    cards: '9S TC | 6S | 9D 7H | AC | 2C KH | TD',
    dealer: '6S AC = 17',
    net: -5000,
  },
  {
    name: "a bet at the table's maximum may be split and doubled, and the three bets are paid as they lie",
    clause: '003 Double l.42, Split l.44 (equal stakes)',
    instead: 'holds doubled and split stakes to the maximum',
    boxes: {
      1: {
        bets: { main: 50000 },
        decisions: 'split double stand',
        hands: ['7S 4C TH: split double -> win', '7D TC: stand -> push'],
        due: { main: { after: 100000 } },
      },
    },
    cards: '7S | 8C | 7D | 9H | 4C TC | TH',
    dealer: '8C 9H = 17',
    net: -100000,
  },
]
