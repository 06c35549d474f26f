/** Hard rounds of document 000: splits, doubles and lammers, with one bettor and with several; the dealer's part stands beside this file. */
import { DEALER_ROUNDS } from './free-bet-european-dealer.ts'
import { INSURANCE_ROUNDS } from './free-bet-european-insurance.ts'
import type { HardRound } from './hard-round.ts'

const PLAY_ROUNDS: readonly HardRound[] = [
  {
    name: 'a pair splits free to four hands, each new card beside the one it was dealt to, and lammer hands double free',
    clause: '000 §4.1 l.154, l.181; §5.1 l.228',
    instead: 'stops at one free split, plays the fourth eight as a fifth hand, or charges the doubles of lammer hands',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'free-split free-split free-split stand free-double stand free-double',
        hands: [
          '8H TC: free-split free-split free-split stand -> lose',
          '8S 3D 9C: free-double -> win',
          '8C 8H: stand -> lose',
          '8D 2H 7S: free-double -> lose',
        ],
        due: { main: { after: 1000 } },
      },
    },
    cards: '8H | 6S | 8D | 8C 8S TC 3D 9C 8H 2H 7S | 9D 4H',
    dealer: '6S 9D 4H = 19',
    net: -1000,
  },
  {
    name: 'hands on lammers alone win the whole bet for each lammer and cost nothing when they bust or tie',
    clause: '000 §4.1 l.162-170; §5.1 l.212-220',
    instead: 'pays a free double of a free hand once, or takes the bet when a lammer hand busts',
    boxes: {
      1: {
        bets: { main: 2000 },
        decisions: 'free-split free-split free-split hit stand free-double hit free-double',
        hands: [
          '7H 5D 7D: free-split free-split free-split hit stand -> push',
          '7S 4C TD: free-double -> win',
          '7C 6H TH: hit -> lose',
          '7D 2S TS: free-double -> push',
        ],
        due: { main: { after: 4000 } },
      },
    },
    cards: '7H | TC | 7D | 7C 7S 5D 7D 4C TD 6H TH 2S TS | 9S',
    dealer: 'TC 9S = 19',
    net: -4000,
  },
  {
    name: 'the free hand is paid although the real hand before it has busted',
    clause: '000 §4.1 l.162, l.168 (A000-5)',
    instead: 'takes the lammer with the busted bet and pays the free hand nothing',
    boxes: {
      2: {
        bets: { main: 3000 },
        decisions: 'free-split hit free-double',
        hands: ['9C 6S KD: free-split hit -> lose', '9H 2C TD: free-double -> win'],
        due: { main: { inPlay: -3000, after: 6000 } },
      },
    },
    cards: '9C | 5D | 9H | 6S KD 2C TD | TS 3C',
    dealer: '5D TS 3C = 18',
    net: -3000,
  },
  {
    name: 'a lost real hand and a won free hand come to nothing, but the bet behind the first card is lost',
    clause: '000 §4.1 l.162, l.168; §4 l.130 (A000-5)',
    instead: 'pays the bettor who did not split for the second hand too, or takes the real bet without paying the free hand',
    boxes: {
      1: {
        bets: { main: 2000, main2: 1000 },
        decisions: 'free-split stand stand',
        follows: { main2: 'no' },
        hands: ['9C 8D: free-split stand -> lose', '9H TD: stand -> win'],
        due: { main: {}, main2: { after: -1000 } },
      },
    },
    cards: '9C | 7C | 9H | 8D TD | 2D 9S',
    dealer: '7C 2D 9S = 18',
    net: 1000,
  },
  {
    name: 'where a table settles free hands with the real one, a lost real hand leaves the free hand unpaid',
    clause: '000 §4.1 l.168 (A000-5)',
    instead: 'settles each hand by itself although the table has chosen the other reading',
    rules: { freeHandsSettle: 'with-the-real-hand' },
    boxes: {
      1: {
        bets: { main: 2000 },
        decisions: 'free-split stand stand',
        hands: ['9C 8D: free-split stand -> lose', '9H TD: stand -> lose'],
        due: { main: { after: -2000 } },
      },
    },
    cards: '9C | 7C | 9H | 8D TD | 2D 9S',
    dealer: '7C 2D 9S = 18',
    net: 2000,
  },
  {
    name: 'each of three bettors follows a free split or double with a lammer of his own, or stays behind the first card',
    clause: '000 §1 l.14, l.44; §4 l.130; §5.1 l.228 (A000-7)',
    instead: 'lets the lammer of the holder cover all three, or gives the second bettor a stake on the second hand',
    boxes: {
      1: {
        bets: { main: 2000, main2: 1000, main3: 1500 },
        decisions: 'free-split free-double free-double',
        follows: { main2: 'no yes no', main3: 'yes no yes' },
        hands: ['6H 5C 6S: free-split free-double -> lose', '6D 4S TH: free-double -> win'],
        due: { main: { after: 2000 }, main2: { after: -1000 }, main3: { after: 1500 } },
      },
    },
    cards: '6H | 7C | 6D | 5C 6S 4S TH | 5H 6D',
    dealer: '7C 5H 6D = 18',
    net: -2500,
  },
  {
    name: 'a lammer of a co-bettor wins his own bet, and one who stays out of the double wins once',
    clause: '000 §5.1 l.205, l.212; §1 l.44; §3 l.115 (A000-7)',
    instead: 'pays the bettor who did not follow twice, or pays every lammer the bet of the holder',
    boxes: {
      3: {
        bets: { main: 3000, main2: 1000, main3: 1500 },
        decisions: 'free-double',
        follows: { main2: 'yes', main3: 'no' },
        hands: ['6C 4D 9H: free-double -> win'],
        due: { main: { after: 6000 }, main2: { after: 2000 }, main3: { after: 1500 } },
      },
    },
    cards: '6C | 9S | 4D | 9H | 9D',
    dealer: '9S 9D = 18',
    net: -9500,
  },
  {
    name: 'ace and eight make nine with an ace, so the double costs chips; six and three are doubled free',
    clause: '000 §5 l.194; §5.1 l.205',
    instead: 'gives a lammer for ace and eight, and takes two bets for six and three',
    boxes: {
      1: {
        bets: { main: 1000, main2: 1500 },
        decisions: 'double',
        follows: { main2: 'no' },
        hands: ['AH 8C 9D: double -> lose'],
        due: { main: { after: -2000 }, main2: { after: -1500 } },
      },
      3: {
        bets: { main: 1000 },
        decisions: 'free-double',
        hands: ['6H 3D 7S: free-double -> lose'],
        due: { main: { after: -1000 } },
      },
    },
    cards: 'AH 6H | 6S | 8C 3D | 9D | 7S | TD 4C',
    dealer: '6S TD 4C = 20',
    net: 4500,
  },
  {
    name: 'a hand on a lammer alone is doubled with chips when its nine holds an ace: the chips win and lose like a bet',
    clause: '000 §4.1 l.178; §5 l.196; §5.1 l.228',
    instead: 'doubles the lammer free, loses nothing with it, or forbids chips on a free hand',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'free-split stand double',
        hands: ['8H TC: free-split stand -> lose', '8D AD 2C: double -> win'],
        due: { main: { after: 1000 } },
      },
      2: {
        bets: { main: 2000 },
        decisions: 'free-split free-double double',
        hands: ['8C 3H TS: free-split free-double -> win', '8S AH 7D: double -> lose'],
        due: { main: { after: 2000 } },
      },
    },
    cards: '8H 8C | 5D | 8D 8S | TC AD 2C | 3H TS AH 7D | 6C 9H',
    dealer: '5D 6C 9H = 20',
    net: -3000,
  },
  {
    name: 'kings split for money, king and queen do not split, and a split king with an ace ties a drawn 21',
    clause: '000 §4 l.125, l.142; §4.1 l.154; §3 l.82',
    instead: 'splits kings on a lammer, splits king and queen, or pays the split ace and king three to two',
    boxes: {
      1: {
        bets: { main: 1000 },
        decisions: 'split hit',
        hands: ['KH AC: split -> push', 'KD 5S 9C: hit -> lose'],
        due: { main: { inPlay: -1000 } },
      },
      2: {
        bets: { main: 2000 },
        decisions: 'stand',
        hands: ['KS QD: stand -> lose'],
        due: { main: { after: -2000 } },
      },
      3: {
        bets: { main: 1000 },
        decisions: '',
        hands: ['AD JH: -> blackjack'],
        due: { main: { after: 1500 } },
      },
    },
    cards: 'KH KS AD | TC | KD QD JH | AC | 5S 9C | 4D 7H',
    dealer: 'TC 4D 7H = 21',
    net: 1500,
  },
  {
    name: 'where a table splits by value, king and queen split, and still for money',
    clause: '000 §4 l.125; §4.1 l.154 (A000-4)',
    instead: 'gives the lammer because the two are no pair by rank',
    rules: { splitEquality: 'value' },
    boxes: {
      4: {
        bets: { main: 1000 },
        decisions: 'split stand stand',
        hands: ['KH 8C: split stand -> lose', 'QD 7D: stand -> lose'],
        due: { main: { after: -2000 } },
      },
    },
    cards: 'KH | 7S | QD | 8C 7D | 2H TS',
    dealer: '7S 2H TS = 19',
    net: 2000,
  },
  {
    name: 'queens split again for money, a king beside a queen does not, and a bettor may join at the second split',
    clause: '000 §4 l.125, l.130, l.136, l.139; §3 l.98',
    instead: 'splits the king dealt to a queen, pays the split ace as a natural, or moves the second bettor to the last hand',
    boxes: {
      1: {
        bets: { main: 1000, main2: 1500 },
        decisions: 'split split stand double',
        follows: { main2: 'no yes no' },
        hands: ['QH KC: split split stand -> win', 'QS AH: -> win', 'QD 2C 9D: double -> win'],
        due: { main: { after: 4000 }, main2: { after: 3000 } },
      },
    },
    cards: 'QH | 9H | QD | QS KC AH 2C 9D | 8C',
    dealer: '9H 8C = 17',
    net: -7000,
  },
  {
    name: 'a bet behind the first split card is lost with that card, whatever the second hand does',
    clause: '000 §4 l.126, l.130; §3 l.87',
    instead: 'gives the unsplit bet a part in both hands, or moves it to the hand that is still good',
    boxes: {
      2: {
        bets: { main: 1000, main2: 2000, main3: 1000 },
        decisions: 'split hit stand',
        follows: { main2: 'no', main3: 'yes' },
        hands: ['KC 6D 9S: split hit -> lose', 'KD 9C: stand -> win'],
        due: {
          main: { inPlay: -1000, after: 1000 },
          main2: { inPlay: -2000 },
          main3: { inPlay: -1000, after: 1000 },
        },
      },
    },
    cards: 'KC | 6H | KD | 6D 9S 9C | 7C 5D',
    dealer: '6H 7C 5D = 18',
    net: 2000,
  },
  {
    name: 'aces split to four bets with one card each; a fifth ace stays as twelve and ace with king pays even',
    clause: '000 §4.1 l.184, l.187, l.192',
    instead: 'gives a pair of aces a third card, splits once only, or pays a split 21 as a natural',
    boxes: {
      1: {
        bets: { main: 2000 },
        decisions: 'free-split free-split free-split',
        hands: ['AH 7C: free-split free-split free-split -> push', 'AS AD: -> lose', 'AC KD: -> win', 'AD 5H: -> lose'],
        due: { main: { after: 2000 } },
      },
    },
    cards: 'AH | 8S | AD | AC AS 7C AD KD 5H | TC',
    dealer: '8S TC = 18',
    net: -2000,
  },
  {
    name: 'eleven or less must take a card, a three-card nine has no double, 21 takes none, and an ace on a double counts best',
    clause: '000 §3 l.90; §5 l.199; §5.1 l.205',
    instead: 'lets five stand, doubles on three cards, offers soft 21 a card, or counts eight, two and ace as eleven',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'hit hit hit', hands: ['2C 3D 4H 2S TD: hit hit hit -> push'], due: { main: {} } },
      2: { bets: { main: 1500 }, decisions: 'hit', hands: ['AH 4C 6D: hit -> push'], due: { main: {} } },
      3: {
        bets: { main: 1000 },
        decisions: 'free-double',
        hands: ['9H 2D AD: free-double -> lose'],
        due: { main: { after: -1000 } },
      },
      4: { bets: { main: 2000 }, decisions: 'free-double', hands: ['8S 2H AS: free-double -> push'], due: { main: {} } },
    },
    cards: '2C AH 9H 8S | 7C | 3D 4C 2D 2H | 4H 2S TD | 6D | AD | AS | 9D 5H',
    dealer: '7C 9D 5H = 21',
    net: 1000,
  },
  {
    name: 'an absent player draws to a best total of 16, does not split, does not double, and soft 17 stands',
    clause: '000 §1 l.38, l.57 (A000-9)',
    instead: 'leaves two cards as they are, splits the eights, doubles the eleven, or draws to soft 17',
    boxes: {
      1: { bets: { main: 1000 }, absent: true, decisions: '', hands: ['AC 5C TD 4C: -> win'], due: { main: { after: 1000 } } },
      2: { bets: { main: 1500 }, absent: true, decisions: '', hands: ['AD 6C: -> lose'], due: { main: { after: -1500 } } },
      3: { bets: { main: 2000 }, absent: true, decisions: '', hands: ['8H 8D 5S: -> win'], due: { main: { after: 2000 } } },
      4: { bets: { main: 2500 }, absent: true, decisions: '', hands: ['6D 5H 5D 9C: -> lose'], due: { main: { inPlay: -2500 } } },
    },
    cards: 'AC AD 8H 6D | 9S | 5C 6C 8D 5H | TD 4C | 5S | 5D 9C | TH',
    dealer: '9S TH = 19',
    net: 1000,
  },
  {
    name: 'where a table counts an absent hand hard, soft 17 and soft 20 both draw',
    clause: '000 §1 l.38 (A000-9)',
    instead: 'stands on soft 17 although the table counts the ace as one',
    rules: { absentTotalCounts: 'hard' },
    boxes: {
      1: { bets: { main: 1000 }, absent: true, decisions: '', hands: ['AC 6C 3C 9D: -> push'], due: { main: {} } },
    },
    cards: 'AC | 9S | 6C | 3C 9D | TH',
    dealer: '9S TH = 19',
    net: 0,
  },
  {
    name: 'while the holder is away the second bettor of his box may stand on fourteen',
    clause: '000 §1 l.47',
    instead: 'draws the box to 16 although somebody is there to decide, or calls the stand an error',
    boxes: {
      1: {
        bets: { main: 1000, main2: 1500 },
        absent: true,
        decisions: 'stand',
        hands: ['TC 4D: -> win'],
        due: { main: { after: 1000 }, main2: { after: 1500 } },
      },
      2: { bets: { main: 1000 }, decisions: 'stand', hands: ['TH 7C: stand -> win'], due: { main: { after: 1000 } } },
    },
    cards: 'TC TH | 6S | 4D 7C | TD 9H',
    dealer: '6S TD 9H = 25',
    net: -3500,
  },
  {
    name: 'absent aces are not split and tie a dealer 22; an absent natural waits and is paid in full',
    clause: '000 §1 l.38, l.57; §3 l.84, l.118',
    instead: 'splits the aces, pays 17 against 22, or lets the natural tie it',
    boxes: {
      1: { bets: { main: 1000 }, absent: true, decisions: '', hands: ['AH AC 5D: -> push'], due: { main: {} } },
      2: { bets: { main: 2000 }, absent: true, decisions: '', hands: ['AD KC: -> blackjack'], due: { main: { after: 3000 } } },
    },
    cards: 'AH AD | TS | AC KC | 5D | 2C TH',
    dealer: 'TS 2C TH = 22',
    net: -3000,
  },
]

export const ROUNDS: readonly HardRound[] = [...PLAY_ROUNDS, ...DEALER_ROUNDS, ...INSURANCE_ROUNDS]
