/** Rounds that end without a sign: every account of their ends is kept, one is reported, and what the others do not share is uncertain. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { usualPauseMs } from '../../src/engine/accounts/likeliest.ts'
import type { RoundResult, TableEvent } from '../../src/engine/event.ts'
import { candidatesOf } from '../../src/engine/state/open-round.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { reasonText } from '../../src/rules/reasons.ts'
import { contextFor } from './table-play.ts'
import { hear, roundLine } from './told-round.ts'

const bets = { chipEvidence: 'bets' } as const
const told = (words: string) => hear({ house: 'ingo', words, config: bets })

const certainOf = ({ dealer, boxes }: RoundResult): readonly boolean[] => [
  dealer.certain,
  ...boxes.flatMap(({ hands }) => hands.map(({ certain }) => certain)),
]
const isAllCertain = (result: RoundResult): boolean => certainOf(result).every(Boolean)
const isNothingCertain = (result: RoundResult): boolean => certainOf(result).every((certain) => !certain)

/** The cards reported as certain of each round. */
const certainCards = (events: readonly TableEvent[]): readonly string[] =>
  events.flatMap(({ type, data, round }) => (type === 'card.dealt' && data.certain ? [`${round} ${data.card}`] : []))

/** Box 1 stands on 14 against 17 and KD begins the next round, or it hits to 21 against 20 and 9C does. */
const FIRST = '1=2000 9H 1000:TH 1000:5C 8000:7S'
const STOOD = '1 9H 5C [stand] lose: -2000, moved null | dealer TH 7S'
const HIT = '1 9H 5C 7S [hit] win: 2000, moved null | dealer TH KD'
/** TH comes within the lag of the first card, so a bet on another box may still be reported. */
const FIRST_CARDS = ['1-1 9H', '1-1 5C']

describe('a round that may have ended with either of two cards', () => {
  const rows = [
    {
      name: 'with a long pause before the first of them',
      words: `${FIRST} 15000:KD 1000:9C 1000:8D 6000:5S 6000:TC 1=0`,
      lines: [STOOD, '1 KD 8D [stand] win: 2000, moved null | dealer 9C 5S TC'],
    },
    {
      name: 'with a long pause before the second',
      words: `${FIRST} 6000:KD 15000:9C 1000:8D 1000:5S 6000:TC 1=0`,
      lines: [HIT, '1 9C 5S TC [hit] lose: -2000, moved null | dealer 8D'],
    },
  ]
  for (const { name, words, lines } of rows) {
    it(`${name} is reported as the pauses suggest, with nothing certain`, () => {
      const { closed, events } = told(words)
      assert.deepEqual(closed.map(roundLine), lines)
      assert.ok(closed.every(isNothingCertain), 'an account that nothing rules out has another ending')
      assert.deepEqual(certainCards(events), FIRST_CARDS)
      // The first round has two endings. In the other account the second round began elsewhere, so it has no reading from there.
      assert.equal(closed[0]?.readings, 2)
      assert.ok(
        events.every(({ type, data }) => !type.startsWith('hand.') || !('certain' in data) || !data.certain),
        'a decision was called certain',
      )
    })
  }

  it('is reported as certain once a bet shows where it ended', () => {
    const before = told(`${FIRST} 1=2500 KD 1000:9C 1000:8D 6000:5S 6000:TC 1=0 tick`)
    assert.deepEqual(before.closed.map(roundLine), [STOOD, '1 KD 8D [stand] win: 2500, moved null | dealer 9C 5S TC'])
    assert.ok(before.closed.every(isAllCertain), 'one account, one reading')
    assert.equal(before.closed[0]?.ended, 'next-bet')
    const after = told(`${FIRST} KD 1=2500 9C 1000:8D 1000:5S 6000:TC 1=0 tick`)
    assert.equal(roundLine(after.closed[0] as RoundResult), HIT)
    assert.equal(after.closed[0]?.ended, 'next-bet')
    assert.ok(isAllCertain(after.closed[0] as RoundResult), 'a bet that changes is not one in a deal')
  })
})

describe('the usual pause of a deal', () => {
  it('is the one in the middle, however many cards come after it', () => {
    const context = contextFor('ingo', HOUSES.ingo.rules, bets)
    const pauses: number[] = []
    hear({ house: 'ingo', words: '1=2000 9H 1200:TH 800:2C 8000:2D 9000:2S 7000:2H 8000:AS', config: bets }, (state) => {
      if (state.current) pauses.push(usualPauseMs(state.current.round, context))
      return state
    })
    assert.deepEqual(pauses.slice(-5), [1200, 1200, 1200, 1200, 1200])
  })
})

describe('several rounds without a visible end', () => {
  const words = `${FIRST} 15000:KD 1000:9C 1000:8D 6000:5S 6000:TC 15000:TD 1000:TS 1000:JH 7H 1=0`

  it('are all reported, each card once, when the table is empty', () => {
    const { closed } = told(words)
    assert.deepEqual(closed.map(roundLine), [
      STOOD,
      '1 KD 8D [stand] win: 2000, moved null | dealer 9C 5S TC',
      '1 TD JH [stand] win: 2000, moved null | dealer TS 7H',
    ])
    assert.deepEqual(
      closed.map(({ round }) => round),
      ['1-1', '1-2', '1-3'],
    )
    const [first, second, third] = closed.map(({ openedAt, closedAt }) => [openedAt, closedAt])
    assert.ok(first?.[1] === second?.[0] && second?.[1] === third?.[0], 'one ends with the card that begins the next')
  })

  it('are all reported when the shoe is closed or the input ends', () => {
    const lines = told(words).closed.map(roundLine)
    assert.deepEqual(told(words.replace('1=0', 'close')).closed.map(roundLine), lines)
    assert.deepEqual(told(words.replace(' 1=0', '')).closed.map(roundLine), lines)
  })

  it('each ended with the next card, and the last of them with what ended them all', () => {
    const endedIn = (text: string) => told(text).closed.map(({ ended }) => ended)
    assert.deepEqual(endedIn(`${words} tick`), ['next-card', 'next-card', 'table-cleared'])
    assert.deepEqual(endedIn(words.replace('1=0', 'close')), ['next-card', 'next-card', 'shoe-closed'])
    assert.deepEqual(endedIn(words), ['next-card', 'next-card', 'input-ended'])
  })

  it('are reported as incomplete beyond the bound, neither left out nor kept for ever', () => {
    const cards = ['5H', 'TH', '4C', '7S', 'KD', '9C', '8D', '5S', 'TC']
    let most = 0
    const { closed, events } = hear({ house: 'ingo', words: `1=2000 ${`${cards.join(' ')} `.repeat(8)} 1=0`, config: bets }, (state) => {
      most = Math.max(most, state.current ? candidatesOf(state.current).length : 0)
      return state
    })
    assert.ok(most > 2 && most <= 64, `${most} rounds side by side`)
    assert.ok(closed.length > 4, `${closed.length} rounds`)
    const reasons = events.flatMap(({ type, data }) => (type === 'round.incomplete' ? [reasonText(data.why, 'en')] : []))
    assert.ok(reasons.includes('more rounds may have begun unseen than the bound allows'), reasons.join())
    assert.ok(
      closed.every((result) => !result.complete && isNothingCertain(result)),
      'nobody knows where they began',
    )
  })
})

describe('a card that could not be read', () => {
  const whole = '1=2000 9H 1000:TH 1000:5C 8000:7S 15000:KD 1000:9C 1000:8D 6000:5S 6000:TC 15000:TD 1000:TS 1000:JH 7H 1=0'
  const wordsWith = (at: string) => told(whole.replace(at, '??'))
  const completeIn = ({ closed }: ReturnType<typeof told>) => closed.map(({ complete }) => complete)
  const reasonsIn = ({ events }: ReturnType<typeof told>) =>
    events.flatMap(({ type, data }) => (type === 'round.incomplete' ? [`${data.round}: ${reasonText(data.why, 'en')}`] : []))

  it('spoils its own round, but not the rounds before and after it, although none of them shows its end', () => {
    for (const [at, complete, reason] of [
      ['TD', [true, true, false], '1-3: card 1 of the round could not be read'],
      ['JH', [true, true, false], '1-3: card 3 of the round could not be read'],
      ['8D', [true, false, true], '1-2: card 3 of the round could not be read'],
    ] as const) {
      const heard = wordsWith(at)
      assert.deepEqual(completeIn(heard), complete, at)
      assert.deepEqual(reasonsIn(heard), [reason], at)
    }
  })

  it('spoils both rounds if it may end the one or begin the other, and only one if a bet shows whose it is', () => {
    const either = told(`${FIRST} ?? 1000:9C 1000:8D 6000:5S 6000:TC 1=0`)
    assert.deepEqual(completeIn(either), [false, false])
    assert.deepEqual(completeIn(told(`${FIRST} 1=2500 ?? 1000:9C 1000:8D 6000:5S 6000:TC 1=0 tick`)), [true, false])
    const itsLast = told(`${FIRST} ?? 1=2500 9C 1000:8D 1000:5S 6000:TC 1=0 tick`)
    assert.deepEqual(completeIn(itsLast), [false, true])
    assert.deepEqual(reasonsIn(itsLast), ['1-1: card 5 of the round could not be read'])
  })
})

describe('a player found to be away', () => {
  it('when the round may be over: he may have stood, or the house may have played for him', () => {
    const { closed } = hear({ house: 'gld', words: '1=1500 QH KC TS 9D absent1 1=0', config: bets })
    assert.deepEqual(
      closed.map(({ readings, boxes }) => [readings, boxes[0]?.hands[0]?.certain]),
      [[2, false]],
    )
  })

  it('when a push had ended the round: what he drew was his own', () => {
    const { closed } = hear({ house: 'gld', words: '1=1500 3H AC 9H 8C AS 6S absent1 close' })
    assert.deepEqual(closed.map(roundLine), ['1 3H 9H AS 6S [hit,hit,stand] push: 0 | dealer AC 8C'])
  })

  it('had not played if the round goes on: the pointer is at a hand or the dealer, or a card comes', () => {
    const dealt = '1=4000 2=2000 3=2000 9H 4S 8C 9D TS KC 9H 8H absent1'
    for (const played of ['>2.1 >3.1 >dealer >-', '>dealer >-']) {
      const { closed } = hear({ house: 'gld', words: `${dealt} ${played} 1=0 2=0 3=0 1=2000`, config: { chipEvidence: 'stakes' } })
      assert.deepEqual(
        closed.map(({ readings }) => readings),
        [1],
        played,
      )
    }
    let accounts = 0
    hear({ house: 'gld', words: `${dealt} 5C 2=0` }, (state) => {
      accounts = state.current ? candidatesOf(state.current).length : 0
      return state
    })
    assert.equal(accounts, 1, 'box 2 took the 5C and went bust')
  })

  it('is away in every account in which he has not played', () => {
    // Nothing but a push ended the first round, so 9S may be its card as well. In the second round the house plays for the box.
    const { closed } = told('1=2000 TH 1000:9D 1000:6S 8C 15000:5C 1000:6D 1000:9H absent1 TS 1=0')
    assert.deepEqual(
      closed.at(-1)?.boxes.flatMap(({ hands }) => hands.map(({ actions }) => actions)),
      [[]],
    )
  })
})

describe('the pointer', () => {
  it('leaves one account if it names a hand: what another had of the round is forgotten', () => {
    const words = '1=1500 2=5000 7D KS 5D AS 7H QD 1500:2C 800:>1.1 >2.1 >dealer 300:QH >- 1=3000 2=0'
    const { closed } = hear({ house: 'gld', words, config: bets })
    assert.deepEqual(
      closed.map(({ readings }) => readings),
      [2],
    )
  })
})
