/**
 * The account of a round that is open, as people of the pit may have it, does not depend on the card that lies face down: the same round is
 * played with different hole cards, and whatever is told of it before the card is turned must be the same, byte for byte. What readers of the
 * journal may have does depend on it, or the comparison would compare nothing.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ScannedCard } from '../../../devices/scan.ts'
import type { RoundView } from '../../../src/engine/view.ts'
import { currentView } from '../../../src/engine/words/table-views.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { accountOf } from '../../../src/wire/account/account.ts'
import type { Sight } from '../../../src/wire/account/phrase.ts'
import { contextFor } from '../../engine/table-play.ts'
import { hear } from '../../engine/told-round.ts'

const CONFIG = { chipEvidence: 'payouts', spots: ['main', 'ins'], collectAfter: 'box-settled' } as const
const CONTEXT = contextFor('gld', HOUSES.gld.rules, { ...CONFIG, spots: [...CONFIG.spots] })
const HOLES = ['9C', 'AC', 'KC', '2C', '7C', '8C']

const isCard = (word: string): boolean => /^[2-9TJQKA][SHDC]$/.test(word)

/** The account after each word; `?` stands for the hole card. */
const accountsWith = (words: string, hole: string, sight: Sight, withView: boolean): readonly string[] => {
  const all = words.replace('?', hole).split(' ')
  return all.map((_, at) => {
    const said = all.slice(0, at + 1)
    let view: RoundView | null = null
    const { events } = hear({ house: 'gld', words: said.join(' '), config: { ...CONFIG, spots: [...CONFIG.spots] } }, (state) => {
      view = currentView(state, CONTEXT)
      return state
    })
    // Events at the end of the input have no cause.
    const messages = events.filter(({ cause, round }) => cause !== '' && round !== null)
    const read = said.filter(isCard) as ScannedCard[]
    return JSON.stringify(accountOf({ messages, view: withView ? view : null, read }, sight))
  })
}

const ROUNDS = [
  { name: 'cards of play', words: '1=1500 2=1500 TH 8C ? 9D 7C TS 6S' },
  { name: 'a card after a hand that a push would have ended', words: '1=1500 TH ? 9D 8S KS' },
  { name: 'a bet on another box, although the dealer may have to draw', words: '1=1500 TH ? 9D 8S 3=1000' },
  { name: 'a natural paid after the check', words: '1=1500 2=1500 TH 4C ? AD 7C TS 1=3700 6S' },
]

describe('what the pit is told of an open round does not depend on the hole card', () => {
  for (const { name, words } of ROUNDS) {
    for (const withView of [true, false]) {
      it(`${name}, ${withView ? 'with state/round' : 'from the events alone'}`, () => {
        const [first = '', ...others] = HOLES
        const told = accountsWith(words, first, 'pit', withView)
        for (const hole of others) assert.deepEqual(accountsWith(words, hole, 'pit', withView), told, hole)
        assert.ok(told.at(-1)?.includes('"hidden"'), told.at(-1))
      })
    }
  }

  it('what readers of the journal are told does', () => {
    for (const { words } of ROUNDS) {
      const [one, other] = ['9C', 'KC'].map((hole) => accountsWith(words, hole, 'all', true))
      assert.notDeepEqual(one, other)
      assert.ok(one?.at(-1)?.includes('"card":"9C"'), one?.at(-1))
    }
  })

  it('and everybody is told once it is turned', () => {
    const words = '1=1500 TH ? 9D 7S 1=0 close'
    assert.notEqual(accountsWith(words, '9C', 'pit', true).at(-1), accountsWith(words, '8C', 'pit', true).at(-1))
  })
})
