/** What does not go as a round usually does: cards without bets, an absence found late, side bets that keep a round open. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkRows, hear, roundLine } from './told-round.ts'

const EUROPEAN = 'free-bet-european'

describe('cards and players out of order', () => {
  checkRows([
    {
      house: 'gld',
      name: 'cards that leave the shoe while no bet lies there open no round, and the next round is reported whole',
      words: '2H 5S 1=1000 TC 9D 8S KD 5C 1=0',
      lines: ['1 TC 8S 5C [hit] lose: -1000 | dealer 9D KD'],
    },
    {
      house: 'ingo',
      name: 'a player found to be away at his turn has no decisions from then on',
      words: '1=5000 2=2000 2H 2C KH 7H 9H absent1 2=4000 JD TC 2=8000 1=0',
      lines: ['1 2H 7H [] lose: -5000 | 2 2C 9H JD [double] win: 4000 | dealer KH TC'],
    },
    {
      house: EUROPEAN,
      name: 'he is away as well if the card before the key might have ended the round',
      words: '1=2000 2=1500 TH TD JC 2H 3S 7D absent2 3C TS 2=0 8D 1=4000 1=0',
      lines: ['1 TH 2H 7D [hit,stand] win: 2000 | 2 TD 3S 3C TS [] lose: -1500 | dealer JC 8D'],
    },
    {
      house: EUROPEAN,
      name: 'a player found to be away when the dealer is done has played',
      readings: [3],
      words: '1=2000 2=1500 TH TD JC 2H 3S 2C 8D 2=0 absent2 1=0',
      lines: ['1 TH 2H [stand] lose: -2000 | 2 TD 3S 2C [hit,stand] lose: -1500 | dealer JC 8D'],
    },
    {
      house: EUROPEAN,
      name: 'a round is not over while its Push 22 bet lies there, and the payment of that bet shows how it went',
      words: `1=5000 2=3000 2.p22=1500 3H 1000:AH 1000:QC 1000:2D 1000:9S 4D 6H JS
        1=0 10000:2D 1000:3S 3000:7D 2.p22=3000 2.p22=0 2=0`,
      lines: ['1 3H 2D 4D 6H JS [hit,hit,hit] lose: -5000 | 2 AH 9S [stand] push: 0 | dealer QC 2D 3S 7D'],
      readings: [3],
      config: { spots: ['main', 'p22'] },
      sides: ['2.p22 1500: 1500'],
    },
    {
      house: EUROPEAN,
      name: 'even money is paid while boxes before it still play',
      readings: [2],
      words: '1=2500 2=1000 3=2000 6H KC AS TS 8D 3H QD 3=4000 2D TH 1=0 5D 7D 2=2000 3=0 2=0',
      lines: ['1 6H 8D 2D TH [hit,hit] lose: -2500 | 2 KC 3H 5D [hit,stand] win: 1000 | 3 AS QD [even-money] win: 2000 | dealer TS 7D'],
    },
  ])

  it('cards drawn after a round was over, before the next bets lie there, are no part of the next deal', () => {
    // A natural was paid and its chips were left lying; all other hands went bust. So 3H and TH are drawn for nobody.
    const { closed } = hear({
      house: 'ingo',
      words: `1=2000 2=3000 AH 5H 7H TS QH 1000:1=5000 7D 1000:2=0 3H 1000:TH 4=3500 1000:3=5500 1000:2=1500
        7H 1000:4S 1000:KD 1000:9H 1000:6C 1000:5S 1000:9C 1000:9S 1000:QD QD 1000:8C 1000:2=3000 1000:3=11000 1000:4=7000 1000:1=10000
        1=0 2=0 3=0 4=0`,
    })
    const [before, , next] = closed
    assert.ok(before && next, 'both rounds are told')
    assert.equal(roundLine(before), '1 AH TS [] blackjack: 3000 | 2 5H QH 7D [hit] lose: -3000 | dealer 7H')
    const hands = '1 7H 5S [stand] win: 5000 | 2 4S 9C [stand] win: 1500 | 3 KD 9S [stand] win: 5500 | 4 9H QD [stand] win: 3500'
    assert.equal(roundLine(next), `${hands} | dealer 6C QD 8C`)
    assert.deepEqual(
      closed.map(({ complete, ended }) => `${ended} ${complete}`),
      ['next-card true', 'next-card false', 'input-ended true'],
    )
  })
})
