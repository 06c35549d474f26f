/**
 * A hand over a bet hides its chips for less than the spots' lag. It takes no box out of the round, takes no stake and lays no new bet. A
 * real movement that is just as quick is another reading. exact.test.ts compares this with the enumerator; this file tests what the table
 * reports.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { hear, roundLine } from './told-round.ts'

const told = (words: string) => hear({ house: 'ingo', words }).closed.map(roundLine)

describe('a hand over a bet for a moment', () => {
  const deal = (covered: string) => `1=2000 2=2000 TH ${covered} 500:9C 500:8D 500:9S 500:7C`
  const rest = '5H 1=0 2=4000 2=0'

  it('leaves its box in the round, whether it comes before or after the end of the lag', () => {
    const plain = told(`${deal('')} ${rest}`)
    assert.equal(plain.length, 1)
    for (const covered of ['300:1=0 900:1=2000', '1200:1=0 900:1=2000', '1450:2=0 1400:2=2000']) {
      assert.deepEqual(told(`${deal(covered)} ${rest}`), plain, covered)
    }
  })

  it('leaves every card uncertain that may be dealt past its box', () => {
    const words = '1=2000 2=2000 TH 300:2=0 500:9C 500:8D 100:2=2000 500:7C 5H'
    const dealt = hear({ house: 'ingo', words }).events.flatMap(({ type, data }) => (type === 'card.dealt' ? [data] : []))
    assert.deepEqual(
      dealt.slice(0, 4).map(({ card, certain }) => [card, certain]),
      [
        ['TH', true],
        ['9C', false],
        ['8D', false],
        ['7C', true],
      ],
    )
  })

  it('reports nothing as certainly taken while the deal goes on past its box', () => {
    const covered = '800:KS 0:2=0 600:2D 120:2=11000 500:6D 0:2=1000 460:2=11000 420:9H'
    const said = hear({ house: 'ingo', config: { chipEvidence: 'stakes' }, words: `1=10500 2=11000 7D ${covered} QH 7H 2=0 1=0` }).events
    const certain = said.filter(({ type, data }) => type.startsWith('chips.') && 'certain' in data && data.certain)
    assert.deepEqual(certain, [])
  })

  it('ends no round that lacks a card while the only bet may come back', () => {
    const { closed } = hear({ house: 'gld', words: '1=2000 TH 500:<3> 500:7S 0:1=0 600:AS 100:1=2000 1100:8D 3C 1=0 2=1000' })
    assert.deepEqual(closed.map(roundLine), ['1 TH AS [] null: null | dealer 7S 8D'])
  })

  it('takes no stake and begins no round while cards are played', () => {
    const plain = told(`${deal('')} ${rest}`)
    for (const covered of ['2=0 1200:2=2000', '1=0 300:1=2000']) assert.deepEqual(told(`${deal('')} ${covered} ${rest}`), plain, covered)
  })

  it('is no evidence: nothing is reported because of it, and nothing is taken', () => {
    const said = (covered: string) =>
      hear({ house: 'ingo', words: `${deal('')} 2C ${covered} ${rest}` }).events.flatMap(({ type, data }) =>
        type === 'round.closed' ? [] : [[type, data]],
      )
    const plain = said('')
    for (const covered of ['300:2=1500 600:2=2000', '300:1=0 600:1=2000']) assert.deepEqual(said(covered), plain, covered)
  })

  it('is no surrender, and does not make it certain that a player stood', () => {
    const certain = (covered: string) => {
      const words = `1=2000 2=2000 TH 9S 8H 6C 5D 7D ${covered} 5S 4C 2=0 1=0`
      return hear({ house: 'gld', config: { chipEvidence: 'stakes' }, words }).events.flatMap(({ type, data }) =>
        'certain' in data && data.certain ? [[type, data]] : [],
      )
    }
    const plain = certain('')
    for (const covered of ['1=1000 600:1=2000', '2=1000 600:2=2000', '1=1500 600:1=2000']) {
      assert.deepEqual(certain(covered), plain, covered)
    }
  })

  it('leaves the bet as it was if it comes in the deal and goes after the lag of the first card', () => {
    const won = (covered: string) =>
      hear({ house: 'ingo', words: `1=2000 JH 660:6S 760:KD ${covered} 7400:3D 6200:2D 7300:AD 5700:QC 5900:1=4000 1=0` }).closed[0]
    const plain = won('')
    assert.deepEqual(plain?.boxes[0]?.spots.main?.best, { staked: 2000, due: 2000, moved: 2000 })
    assert.deepEqual(won('0:1=1500 0:1=0 260:1=1500 45:1=2000')?.boxes, plain?.boxes)
  })

  it('drops no account of a round that began after an unseen end', () => {
    const config = { chipEvidence: 'bets' as const, spots: ['main' as const] }
    const rounds = (covered: string, back: string) => {
      const words = `1=1000 JH 900:3S 1800:2H 14000:4H 11000:5C 24000:3C 30000:3S 13000:2H 13000:QC 17000:7H 1190:8C ${covered} 600:AS ${back} 14000:JD`
      return hear({ house: 'sevens-prizes', config, words: `${words} 13000:3H 1600:QS 1100:9S 9000:1=0 5000:1=1500` }).closed.map(roundLine)
    }
    const plain = rounds('', '')
    assert.equal(plain.length, 3)
    assert.deepEqual(rounds('0:1=0', '110:1=1000'), plain)
  })

  it('over an unpaid win is not a player collecting after a tie, and a payment next to it is no bet of the next round', () => {
    const certain = (covered: string, back: string) => {
      const words = `1=2000 2=3000 KS 6S 2D JS KD 4H QS JC ${covered} 400:2=6000 ${back} 300:1=4000 300:1=0 400:2=0 1=1000`
      return hear({ house: 'free-bet-european', words }).closed.map(({ closedAt, dealer, boxes }) => [
        closedAt,
        dealer.certain,
        boxes.flatMap(({ hands }) => hands.map((hand) => hand.certain)),
      ])
    }
    // The dealer went bust, or the second box drew his first card and all tied at 22: its chips were paid, or are a bet.
    const plain = certain('', '')
    assert.ok(plain.length === 1 && plain[0]?.[1] === false, JSON.stringify(plain))
    assert.deepEqual(certain('0:1=0', '0:1=2000'), plain)
  })

  it('is not the same as a bet that stays away', () => {
    const [line] = told(`${deal('1200:1=0 5000:1=2000')} ${rest}`)
    assert.ok(!line?.startsWith('1 '), line)
  })

  it('may be a real movement: a stake taken and a new bet laid just as quickly is a reading', () => {
    // Bust, taken, and the next bet laid within the lag.
    const { closed } = hear({ house: 'ingo', words: '1=2000 TH 8D 6C TC 400:1=0 900:1=2000 7000:5S 5D 5C' })
    assert.deepEqual(closed.map(roundLine)[0], '1 TH 6C TC [hit] lose: -2000 | dealer 8D')
  })
})

describe('hands over some bets while others go and come as quickly', () => {
  it('leave each box its own story', () => {
    // Boxes 1 and 2 lose, and bet anew at once; hands lie over 3 and 4, which win.
    const settled = '1=0 800:1=2000 3000:2=0 300:3=1500 200:3=2000 300:2=2000 3000:4=1500 300:4=2000 3=4000 4=4000'
    assert.deepEqual(told(`1=2000 2=2000 3=2000 4=2000 TH JH QH KH 8D 7C 7D 9S 9H TS ${settled}`), [
      '1 TH 7C [stand] lose: -2000 | 2 JH 7D [stand] lose: -2000 | 3 QH 9S [stand] win: 2000 | 4 KH 9H [stand] win: 2000 | dealer 8D TS',
    ])
  })
})

describe('a hand over a lammer that was laid just before', () => {
  it('lets the round go on with the next card', () => {
    // Box 1 doubles six and four free and gets KH, box 2 goes bust; 2H and QH are the dealer's.
    const dealt = '1=2000 2=1000 6S 1000:KC 1000:9D 1000:4S 1000:5D 3000:1=2000+F 100:KH 500:TC 300:2=0'
    const heard = (covered: string, back: string) => {
      const words = `${dealt} 400:2H ${covered} 600:tick ${back} 500:QH 3000:1=0 2=1500 1=2000`
      return hear({ house: 'free-bet-european', config: { chipEvidence: 'busts' }, words }).closed.map(roundLine)
    }
    const plain = heard('', '')
    assert.ok(plain[0]?.endsWith('dealer 9D 2H QH'), plain.join())
    assert.deepEqual(heard('0:1=2000', '0:1=2000+F'), plain)
  })
})

describe('a hand over a bet, before it can be known to be one', () => {
  const deal = '1=3000 2=6000 7C 1000:JS 1000:KD 1000:AH 1000:5D 8C'

  it('rules out no account of where the round ended', () => {
    const heard = (covered: string, back: string) =>
      hear({ house: 'ingo', config: { chipEvidence: 'busts' }, words: `${deal} 6C ${covered} 200:1=0 ${back} 3S 9C 1=0 2=0 1=5000` }).closed
    const lines = heard('300:2=5500', '300:2=6000').map(roundLine)
    assert.deepEqual(lines, heard('', '').map(roundLine))
    assert.ok(lines[0]?.startsWith('1 7C AH 8C 6C [hit,hit] lose: -3000'), lines[0])
  })

  it('keeps the dealer drawing if it lies over a lammer: that lammer was not collected', () => {
    // Box 1 has 21 on a free double; KC breaks box 2, or would be the dealer's 20 if the lammer were gone.
    const dealt = '1=2000 2=1500 3S JH JD 8C 6D JD 10:1=2000+F 2500:KC 300:2=0'
    const heard = (covered: string, back: string) =>
      hear({ house: 'free-bet-european', words: `${dealt} ${covered} 300:5C ${back} 500:2D 2000:1=6000 1=0 2=3000` }).closed.map(roundLine)
    const plain = heard('', '')
    assert.deepEqual(heard('10:1=2000', '300:1=2000+F'), plain)
    assert.ok(plain.length === 1 && plain[0]?.endsWith('dealer JD 5C 2D'), plain.join())
  })

  it('rules out no card if it lies over a bet that has just got a lammer', () => {
    // TH breaks box 1; box 2 doubles free, and its bet is read in part, with the lammer, until after the card.
    const dealt = '1=3000 2=3000 7D 9S KC 9S 2H 2500:TH 400:1=0'
    const heard = (halved: string, whole: string) =>
      hear({
        house: 'free-bet-european',
        config: { chipEvidence: 'busts' },
        words: `${dealt} 1700:${halved} 170:2D ${whole} 2500:8D 3000:2=0 3000:1=1000 500:2=1000`,
      }).closed.map(roundLine)
    const plain = heard('2=3000+F', '')
    assert.deepEqual(heard('2=2500+F', '100:2=3000+F'), plain)
    assert.ok(plain.length === 1 && plain[0]?.endsWith('dealer KC 8D'), plain.join())
  })

  it('rules out no account if another bet is read in part meanwhile', () => {
    // KC breaks box 1, or was the dealer's 20 and 9S began a round. Box 2 doubles; box 3 surrenders while a hand is over the doubled bet.
    const heard = (halved: string) =>
      hear({
        house: 'gld',
        config: { chipEvidence: 'stakes' },
        words: `1=1500 2=1500 3=2000 TH AH 9C 6H 4S 6C 5S 4C KC 2=3000 150:9S 2500:${halved} 6S 7C 1=0 2=0 3=0 1=1000`,
      }).closed.map(roundLine)
    const plain = heard('3=1000')
    assert.deepEqual(heard('3=500 10:2=2500 700:3=1000 20:2=3000'), plain)
    assert.ok(plain.length === 1 && plain[0]?.includes('surrender'), plain.join())
  })

  it('rules out no card if another hand was over the same bet in the deal', () => {
    // KH breaks box 2, or was the dealer's 20 and JC began a round; box 3 has doubled.
    const heard = (dealt: string, doubled: string) =>
      hear({
        house: 'sevens-prizes',
        config: { chipEvidence: 'busts', spotLagMs: 600 },
        words: `1=2000 2=2000 3=1500 4=2000 7D 6D 9H 4S ${dealt} JH QD 7S 2S KH KH 800:2=0 3=3000 ${doubled} 6C 4C 9S 4=0 3=0 1=0 1=1000`,
      }).closed.map(roundLine)
    const plain = heard('', 'JC')
    assert.deepEqual(heard('0:1=0 130:1=2000', 'JC 0:1=1500 270:1=2000'), plain)
    assert.ok(plain.length === 1 && plain[0]?.endsWith('dealer JH 4C 9S'), plain.join())
  })

  it('is no decision of a player who is away', () => {
    const away = (covered: string, back: string) =>
      hear({ house: 'ingo', words: `1=2500 6D 1000:4S 1000:9C ${covered} 100:absent1 ${back} 1000:JS 1=0` }).closed
    const [plain, covered] = [away('', ''), away('200:1=0', '200:1=2500')]
    assert.deepEqual(covered.map(roundLine), plain.map(roundLine))
    assert.deepEqual(plain[0]?.boxes[0]?.hands[0]?.actions, [])
  })
})

describe('a stake that is taken just before the rest of its box is paid', () => {
  it('is no stack of chips read in part', () => {
    // The free hand with its double is bust. The other hand wins, is paid within the lag, and is collected at once.
    const deal = '1=2500 7S 5C 7H QD 1=2500+F KD QS 2000:1=5000+F 400:QC JH'
    const { closed } = hear({ house: 'free-bet-pot-of-gold', words: `${deal} 200:1=2500 1000:1=5000 0:1=0` })
    assert.deepEqual(closed.map(roundLine), ['1 7S KD [free-split,stand] win | 7H QS QC [double] lose: 0 | dealer 5C QD JH'])
  })
})

describe('a hand over the bet of another bettor of the box', () => {
  it('leaves his bet to be settled as due', () => {
    for (const covered of ['', '300:1.main2=1500 600:1.main2=2000', '300:1.main2=0 600:1.main2=2000']) {
      const words = `1=2000 1.main2=2000 TH 8D 6C ${covered} TC 300:1=0 200:1.main2=0`
      const [closed] = hear({ house: 'ingo', config: { spots: ['main', 'main2'] }, words }).closed
      assert.deepEqual(closed?.boxes[0]?.spots.main2?.best, { staked: 2000, due: -2000, moved: -2000 }, covered)
    }
  })

  it('leaves him the even money that he takes after it: then nobody waits for the dealer', () => {
    const rounds = (covered: string) => {
      const words = `1=2000 1.main2=2000 AH AS ${covered} KD 1=4000 300:1.main2=4000 1000:1=0 300:1.main2=0 3000:1=1000 8S 9C 7C`
      return hear({ house: 'sevens-prizes', config: { spots: ['main', 'main2'] }, words }).closed.map(roundLine)
    }
    const plain = rounds('')
    assert.ok(plain[0]?.endsWith('dealer AS'), plain.join())
    for (const covered of ['300:1.main2=0 600:1.main2=2000', '300:1.main2=500 600:1.main2=2000'])
      assert.deepEqual(rounds(covered), plain, covered)
  })

  it('takes nothing off the stake of the double that he lays after it, whether he loses or ties', () => {
    const main2 = (covered: string, dealer: string) => {
      const words = `1=2000 1.main2=2000 5H 8D 6C ${covered} 1=4000 300:1.main2=4000 9C ${dealer} 3000:1=0 400:1.main2=0`
      return hear({ house: 'ingo', config: { spots: ['main', 'main2'] }, words }).closed[0]?.boxes[0]?.spots.main2
    }
    for (const covered of ['', '300:1.main2=0 600:1.main2=2000', '300:1.main2=1500 600:1.main2=2000']) {
      assert.deepEqual(main2(covered, '3C KC')?.best, { staked: 4000, due: -4000, moved: -4000 }, covered)
      assert.deepEqual(main2(covered, '2C KC')?.best, { staked: 4000, due: 0, moved: 0 }, covered)
    }
  })
})

describe('a payment of insurance that is read in part at first', () => {
  it('is no further stake, and is reported as it was', () => {
    const ins = { spots: ['main', 'ins'] } as const
    for (const half of ['', '300:1.ins=2500']) {
      const words = `1=2000 2D 1000:AD 1000:KS 1.ins=1000 500:1.ins=0 500:1.ins=1000 KC 300:1=0 ${half} 400:1.ins=3000 1.ins=0`
      const [closed] = hear({ house: 'ingo', config: ins, words }).closed
      assert.deepEqual(closed?.boxes[0]?.spots.ins?.best, { staked: 1000, due: 2000, moved: 2000 }, half)
    }
  })
})

describe('a bet laid late while a hand hides the only other one', () => {
  const next = '1=1000 2=1000 2C 5C 7C 3C 6C'
  const covered = '700:2=0 400:1=1000 600:TH 300:2=1000'

  it('may be the next round’s: the box is not passed over', () => {
    const { closed, events } = hear({ house: 'ingo', words: `2=1000 TS ${covered} 8S >2.1 >dealer 9S >- 2=0 ${next}` })
    const certain = events.flatMap(({ type, data }) => (type === 'card.dealt' && 'certain' in data && data.certain ? [data] : []))
    assert.ok(!certain.some((said) => 'card' in said && said.card === '8S' && said.to === 'dealer'), 'the 8S may be box 2’s')
    assert.equal(closed.map(roundLine)[0], '2 TS 8S [stand] lose: -1000 | dealer TH 9S')
  })

  it('may have lain there before the first card: the box is dealt in', () => {
    const { closed } = hear({ house: 'ingo', words: `2=1000 TS ${covered} 8S 8C 9H >1.1 >2.1 >dealer 9S >- 2=2000 1=2000 1=0 2=0 ${next}` })
    assert.equal(closed.map(roundLine)[0], '1 TS 8C [stand] win: 1000 | 2 TH 9H [stand] win: 1000 | dealer 8S 9S')
  })
})

describe('a bet reported just after the first card', () => {
  const settled = '3=2000 2=6000 1=0 2=0 3=0'

  it('is dealt in though a hand lies over it at once', () => {
    const heard = (covered: string, back: string) =>
      told(`1=2000 2=2000 TH 400:3=1000 700:9C ${covered} 900:8D ${back} 700:7S 8H 9H TD KC 1=4000 2=4000 3=2000 1=0 2=0 3=0`)
    const plain = heard('', '')
    assert.ok(plain.length === 1 && plain[0]?.includes('3 8D TD [stand] win'), plain.join())
    assert.deepEqual(heard('300:3=0', '0:3=1000'), plain)
  })

  it('is dealt in though another player surrenders before it has all its cards', () => {
    const heard = (inDeal: string, behind: string) =>
      hear({
        house: 'sevens-prizes',
        words: `1=3000 2=3000 4D 400:3=1000 900:QS 8D 2C 8H ${inDeal} 4S JD ${behind} 3H AS 7D 2D QD ${settled}`,
      }).closed.map(roundLine)
    const plain = heard('', '3000:1=1500')
    assert.ok(plain.length === 1 && plain[0]?.includes('3 8D JD [stand] win'), plain.join())
    assert.deepEqual(heard('3000:1=1500', ''), plain)
  })
})
