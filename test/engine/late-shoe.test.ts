/** Lines of the shoe and keys that come after cards which left the shoe after them: those cards are not taken for others. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HouseRules } from '../../src/rules/house/rules.ts'
import { hear, roundLine } from './told-round.ts'

const ROUND = 'TS 9H 8S TD 3000:1=0 4000:tick'
const LINE = '1 TS 8S [stand] lose: -1000 | dealer 9H TD'
const UNTOLD = 'incomplete: 1 TS 8S [stand] null: null | dealer 9H TD'
const TABLE = { house: 'ingo', config: { boxes: 1 } } as const

const heard = (words: string, rules: Partial<HouseRules> = {}) => {
  const { events, closed } = hear({ ...TABLE, rules, words })
  const burned = events.flatMap(({ type, data }) => (type === 'card.dealt' && 'to' in data && data.to === 'burn' ? [data.card] : []))
  return { rounds: closed.map((round) => `${round.complete ? '' : 'incomplete: '}${roundLine(round)}`), burned, events }
}

describe('a shoe whose loading is heard late', () => {
  it('is heard in time: its first card is burned', () => {
    const { rounds, burned } = heard(`load 4C 1=1000 ${ROUND}`)
    assert.deepEqual(burned, ['4C'])
    assert.deepEqual(rounds, [LINE])
  })

  it('after its first card, which was the one to burn: none is burned instead of it', () => {
    const { rounds, burned, events } = heard(`<1> 4C 1=1000 -9000:1~load ${ROUND}`)
    assert.deepEqual(burned, [])
    assert.deepEqual(rounds, [LINE])
    assert.equal(events.filter(({ type }) => type === 'shoe.loaded').length, 1)
  })

  it('in the middle of a round: the round goes on and has no complete verdict', () => {
    const { rounds } = heard(`<1> 4C 1=1000 TS 9H -20000:1~load 8S TD 3000:1=0 4000:tick`)
    assert.deepEqual(rounds, [UNTOLD])
  })

  it('before any of its cards: its first card is burned', () => {
    const { burned } = heard(`<1> 1=1000 -500:1~load 4C ${ROUND}`)
    assert.deepEqual(burned, ['4C'])
  })
})

describe('a line from before cards that have been heard', () => {
  const cut = (word: string) => heard(`load 4C 1=1000 TS 9H <7> 8S -5000:7~${word} TD 3000:1=0 4000:tick 1=2000 ${ROUND}`)

  for (const word of ['close', 'void', 'relief'])
    it(`${word}: it neither ends the round nor burns a card of it`, () => {
      const { rounds, burned } = cut(word)
      assert.deepEqual(burned, ['4C'])
      assert.equal(rounds[0], UNTOLD)
    })
})

describe('a relief that is heard late, where a relieved dealer burns a card', () => {
  const burnedWith = (words: string) => heard(words, { burnAtDealerChange: 1 }).burned

  it('of the round in play: the card is burned before the next one', () => {
    const words = `load 4C 1=1000 TS 9H <7> 8S -5000:7~relief TD 3000:1=0 4000:tick 1=1000 KC ${ROUND}`
    assert.deepEqual(burnedWith(words), ['4C', 'KC'])
  })

  it('from before the round in play: the card has been dealt already', () => {
    const words = `load 4C 1=1000 <7> KC TS -15000:7~relief 9H 8S TD 3000:1=0 4000:tick 1=1000 ${ROUND}`
    assert.deepEqual(burnedWith(words), ['4C'])
  })
})

describe('lines of the spots are lost', () => {
  it('while the play goes on: the next round has its own verdict', () => {
    const { rounds } = heard(`load 4C 1=1000 TS <7> 9H 8S TD 3000:1=0 4000:tick 1=1000 ${ROUND}`)
    assert.deepEqual(rounds, [UNTOLD, LINE])
  })

  it('once the play is over: the next round may lack its bet', () => {
    const { rounds } = heard(`load 4C 1=1000 TS 9H 8S TD 3000:<7> 1=0 4000:tick 1=1000 ${ROUND}`)
    assert.deepEqual(rounds, [UNTOLD, UNTOLD])
  })

  it('again, in a round that lacks something already: the next round may lack its bet', () => {
    const { rounds } = heard(`load 4C 1=1000 TS <7> 9H 8S <8> TD 3000:1=0 4000:tick 1=1000 ${ROUND}`)
    assert.deepEqual(rounds, [UNTOLD, UNTOLD])
  })
})
