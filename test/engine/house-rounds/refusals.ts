/**
 * What a house does not allow: the deal, the decisions that lead there, and as the last word the one that is refused. A program that
 * overlooks the clause lets it pass.
 */
import type { HouseId } from '../../../src/rules/house/house.ts'
import type { HardBox } from './hard-round.ts'

export interface Refusal {
  readonly house: HouseId
  readonly name: string
  readonly clause: string
  readonly cards: string
  /** The cards end because the dealer stopped, and that is what is refused. */
  readonly dealerStopped?: true
  /** One box, or several; `refused` is box 1's last word, or its insurance. */
  readonly boxes: Readonly<Record<number, Pick<HardBox, 'bets' | 'decisions' | 'doubles' | 'insurance' | 'follows' | 'evenMoney'>>>
}

const one = (decisions: string, insurance?: HardBox['insurance']): Refusal['boxes'] => ({
  1: insurance ? { bets: { main: 2000 }, decisions, insurance } : { bets: { main: 2000 }, decisions },
})

const EUROPEAN = 'free-bet-european'
const POT = 'free-bet-pot-of-gold'
const SEVENS = 'sevens-prizes'

export const REFUSALS: readonly Refusal[] = [
  { house: EUROPEAN, name: 'standing on eleven', clause: '000 §3 l.90', cards: '5S 7D 6H | TD', boxes: one('stand') },
  {
    house: EUROPEAN,
    name: 'standing on soft eleven or less after a hit',
    clause: '000 §3 l.90',
    cards: '2S 7D 3H 4C | TD',
    boxes: one('hit stand'),
  },
  { house: EUROPEAN, name: 'splitting king and queen', clause: '000 §4 l.125', cards: 'KS 7D QH 5C 6C', boxes: one('split') },
  {
    house: EUROPEAN,
    name: 'splitting a fourth time',
    clause: '000 §4 l.139',
    cards: '8S 7D 8H 8C 8D 8S',
    boxes: one('free-split free-split free-split free-split'),
  },
  {
    house: EUROPEAN,
    name: 'splitting aces a fourth time',
    clause: '000 §4 l.149',
    cards: 'AS 7D AH AC AD AS 5C 6C 7C TC',
    boxes: one('free-split free-split free-split free-split'),
  },
  { house: EUROPEAN, name: 'doubling three cards', clause: '000 §5 l.194', cards: '2S 7D 3H 5C TD', boxes: one('hit double') },
  {
    house: EUROPEAN,
    name: 'a double for less',
    clause: '000 §5 l.196',
    cards: 'TS 7D 2H 5C TD',
    boxes: { 1: { bets: { main: 2000 }, decisions: 'double', doubles: [1500] } },
  },
  { house: EUROPEAN, name: 'a free double with an ace', clause: '000 §5.1 l.205', cards: 'AS 7D 8H TD', boxes: one('free-double') },
  { house: EUROPEAN, name: 'a free double of twelve', clause: '000 §5.1 l.205', cards: '5S 7D 7H TD', boxes: one('free-double') },
  { house: EUROPEAN, name: 'a free split of tens', clause: '000 §4.1 l.154', cards: 'TS 7D TH 5C 6C', boxes: one('free-split') },
  {
    house: EUROPEAN,
    name: 'giving up a hand',
    clause: '000 silent, practice 58 Pa. Code 672a.2',
    cards: 'TS 7D 6H',
    boxes: one('surrender'),
  },
  { house: EUROPEAN, name: 'insurance over half', clause: '000 §7 l.254', cards: 'TS AD 9H 7C', boxes: one('stand', { offer: 1500 }) },
  {
    house: EUROPEAN,
    name: 'insurance under half the table minimum, or not a multiple of it',
    clause: '000 §7 l.254',
    cards: 'TS AD 9H 7C',
    boxes: one('stand', { offer: 700 }),
  },
  {
    house: EUROPEAN,
    name: 'insurance under half the table minimum',
    clause: '000 §7 l.254',
    cards: 'TS AD 9H 7C',
    boxes: one('stand', { offer: 400 }),
  },
  {
    house: EUROPEAN,
    name: 'insurance after the third card of the round',
    clause: '000 §7 l.250',
    cards: 'TS AD 4H 5C 7C',
    boxes: one('hit stand', { late: 1000 }),
  },
  {
    house: EUROPEAN,
    name: 'a first insurance with a double after the third card of the round',
    clause: '000 §7 l.252',
    cards: '2S 5S AD 3H 6H 7C TC TH',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'hit stand' },
      2: { bets: { main: 1000 }, decisions: 'double', insurance: { atDouble: 500 } },
    },
  },
  {
    house: EUROPEAN,
    name: "half of the neighbour's bet on one's own line",
    clause: '000 §7 l.254',
    cards: 'TS 9S AD 9H 8H 7C',
    boxes: { 1: { bets: { main: 1000 }, decisions: 'stand', insurance: { offer: 1500 } }, 2: { bets: { main: 2000 }, decisions: 'stand' } },
  },
  {
    house: EUROPEAN,
    name: 'a dealer who stops although a natural waits for his whole hand',
    clause: '000 §3 l.118',
    cards: 'AS TD KH 5C',
    dealerStopped: true,
    boxes: one(''),
  },
  {
    house: EUROPEAN,
    name: 'a box with even money that is not offered against a nine',
    clause: '000 §3 l.107',
    cards: 'AS 9D KH TD',
    boxes: { 1: { bets: { main: 2000 }, decisions: 'stand', evenMoney: ['main'] } },
  },
  {
    house: POT,
    name: 'splitting a fourth time',
    clause: '001 Rules of play 4 l.10',
    cards: '8S 7D 8H TD 8C 8D 8S',
    boxes: one('free-split free-split free-split free-split'),
  },
  {
    house: POT,
    name: 'a free double of a soft hand',
    clause: '001 Rules of play 1 l.7',
    cards: 'AS 7D 9H TD 5C',
    boxes: one('free-double'),
  },
  { house: POT, name: 'a free split of tens', clause: '001 Rules of play 2 l.8', cards: 'TS 7D TH TD 5C 6C', boxes: one('free-split') },
  { house: POT, name: 'splitting king and queen', clause: '001 Rules of play 2 l.8', cards: 'KS 7D QH TD 5C 6C', boxes: one('split') },
  { house: POT, name: 'doubling three cards', clause: '001 Rules of play 6 l.12', cards: '2S 7D 3H TD 5C TC', boxes: one('hit double') },
  {
    house: POT,
    name: 'insurance after the check',
    clause: '001 Dealing procedure 3 l.48',
    cards: 'TS AD 5H 7D 2C',
    boxes: one('hit stand', { late: 1000 }),
  },
  {
    house: POT,
    name: 'a second bettor on a box',
    clause: '001 silent, practice',
    cards: 'TS 7D 9H TD',
    boxes: { 1: { bets: { main: 1000, main3: 1000 }, decisions: 'stand' } },
  },
  {
    house: SEVENS,
    name: 'splitting aces a third time',
    clause: '002 Split l.34',
    cards: 'AS 7D AH AC AD 5C 6C TC',
    boxes: one('split split split'),
  },
  {
    house: SEVENS,
    name: 'splitting a fourth time',
    clause: '002 Split l.34',
    cards: '8S 7D 8H 8C 8D 8S',
    boxes: one('split split split split'),
  },
  { house: SEVENS, name: 'drawing to a split ace', clause: '002 Split l.34', cards: 'AS 7D AH AC 5C', boxes: one('split hit') },
  { house: SEVENS, name: 'giving up a hand against an ace', clause: '002 Surrender l.42', cards: 'TS AD 6H 9C', boxes: one('surrender') },
  {
    house: SEVENS,
    name: 'giving up a hand after its third card',
    clause: '002 Surrender l.42',
    cards: '2S TD 6H 7C 9C',
    boxes: one('hit surrender'),
  },
  { house: SEVENS, name: 'insuring a lone natural', clause: '002 Insurance l.38', cards: 'AS AD KH 9C', boxes: one('', { offer: 1000 }) },
  {
    house: SEVENS,
    name: 'counting the bet under a natural towards the insurance',
    clause: '002 Insurance l.38 (A002-3)',
    cards: 'TS AS AD 9H KH 7C',
    boxes: { 1: { bets: { main: 1000 }, decisions: 'stand', insurance: { offer: 1500 } }, 2: { bets: { main: 2000 }, decisions: '' } },
  },
  {
    house: SEVENS,
    name: 'insurance after the first third card',
    clause: '002 Insurance l.38',
    cards: 'TS AD 4H 5C 7C',
    boxes: one('hit stand', { late: 1000 }),
  },
  {
    house: SEVENS,
    name: 'more insurance with a double after the first third card',
    clause: '002 Insurance l.38',
    cards: '2S 5S AD 3H 6H 7C TC TH',
    boxes: {
      1: { bets: { main: 1000 }, decisions: 'hit stand' },
      2: { bets: { main: 1000 }, decisions: 'double', insurance: { offer: 500, atDouble: 500 } },
    },
  },
  {
    house: SEVENS,
    name: 'even money against a ten',
    clause: '002 On the BJ box l.21',
    cards: 'AS TD KH 7C',
    boxes: { 1: { bets: { main: 2000 }, decisions: '', evenMoney: ['main'] } },
  },
  { house: 'gld', name: 'splitting a second time', clause: '003 Splitting l.44', cards: '8S TD 8H 7D 8C 8D', boxes: one('split split') },
  { house: 'gld', name: 'splitting king and queen', clause: '003 Splitting l.44', cards: 'KS TD QH 7D 5C 6C', boxes: one('split') },
  {
    house: 'gld',
    name: 'a double for less',
    clause: '003 Double l.42',
    cards: '6S 9D | 5H TC | 7C | TD',
    boxes: { 1: { bets: { main: 2000 }, decisions: 'double', doubles: [1500] } },
  },
  {
    house: 'gld',
    name: 'giving up a hand after its third card',
    clause: '003 Surrender l.48',
    cards: '2S TD 6H 7D 7C',
    boxes: one('hit surrender'),
  },
  {
    house: 'gld',
    name: 'insuring less than half',
    clause: '003 Insurance l.46',
    cards: 'TS 9D 9H AD',
    boxes: one('stand', { offer: 500 }),
  },
  {
    house: 'gld',
    name: 'insurance once play has begun',
    clause: '003 Insurance l.46',
    cards: '2S 9D 9H AD 7C',
    boxes: one('hit stand', { late: 1000 }),
  },
  {
    house: 'gld',
    name: 'insurance with the double',
    clause: '003 Insurance l.46',
    cards: '6S 9D 5H AD TC',
    boxes: one('double', { offer: 1000, atDouble: 1000 }),
  },
  {
    house: 'gld',
    name: 'even money',
    clause: '003 silent',
    cards: 'AS 9D KH AD',
    boxes: { 1: { bets: { main: 2000 }, decisions: '', evenMoney: ['main'] } },
  },
  { house: 'ingo', name: 'doubling eight', clause: '004 Verdoppelung l.35', cards: '3S 7D 5H TD', boxes: one('double') },
  {
    house: 'ingo',
    name: 'doubling ace and eight as nine',
    clause: '004 Verdoppelung l.35 (A004-1)',
    cards: 'AS 7D 8H TD',
    boxes: one('double'),
  },
  { house: 'ingo', name: 'splitting a second time', clause: '004 Teilen l.55', cards: '8S 7D 8H 8C 8D', boxes: one('split split') },
  { house: 'ingo', name: 'drawing to a split ace', clause: '004 Teilen l.55', cards: 'AS 7D AH 5C 6C TC', boxes: one('split hit') },
  { house: 'ingo', name: 'giving up a hand', clause: '004 silent', cards: 'TS 7D 6H', boxes: one('surrender') },
  {
    house: 'ingo',
    name: 'insuring less than half',
    clause: '004 Versicherung l.59',
    cards: 'TS AD 9H 7C',
    boxes: one('stand', { offer: 500 }),
  },
]
