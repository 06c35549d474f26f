/** Chips that the dealer left on the box of an absent player: the next round is told as it was dealt, past them or to them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FBE } from './reading-scenario.ts'
import { teller } from './scene.ts'

const TABLE = { ...FBE, boxes: 2 }
/** Box 1, whose player is away, wins 20 against 17 and is paid; box 2 loses and bets anew. */
const LEFT = 'key:absent:1 1=1000 2=1000 TS 9S 7S TH 7H +3000 TD +3000 2=0 +2000 1=2000 +3000'

const closed = (words: string) => {
  const { said, findings } = teller(TABLE).tell(words)
  const rounds = said.flatMap((each) => (each.type === 'round.closed' ? [each.data] : []))
  return {
    hands: rounds.map(({ boxes }) =>
      boxes.flatMap(({ box, hands }) => hands.map(({ cards, certain }) => `${box}: ${cards.join(' ')}${certain ? '' : ' ?'}`)),
    ),
    complete: rounds.every(({ complete }) => complete),
    found: findings.map(({ code, spot, grade }) => `${code} ${spot} ${grade}`),
  }
}

describe('chips left on the box of an absent player', () => {
  const past = `${LEFT} 2=1000 TC 6C 9H +3000 KS 5H +3000 2=0`

  it('are no bet where the next round is dealt past them', () => {
    const { hands, complete, found } = closed(`${past} +3000 2=1000 3C 4C 5C +3000 tick`)
    assert.deepEqual(hands.slice(0, 2), [['1: TS TH', '2: 9S 7H'], ['2: TC 9H']])
    assert.ok(complete, 'both rounds have a complete verdict')
    assert.deepEqual(found, ['ABSENT-WIN-LEFT 1.main proven'], 'once, and nobody else erred')
  })

  it('are none in the round after that either', () => {
    const { hands, found } = closed(`${past} +3000 2=1000 TC 7C KC +3000 TD +3000 2=2000 +3000 2=0 +3000 2=1000 3D 4D 5D +3000 tick`)
    assert.deepEqual(hands[2], ['2: TC KC'])
    assert.deepEqual(found, ['ABSENT-WIN-LEFT 1.main proven'])
  })

  it('are one where the dealer takes them for one', () => {
    const { hands, found } = closed(
      `${LEFT} 2=1000 TC 6C 9C KS 5H +3000 8D +3000 TD +3000 1=4000 +3000 1=0 +3000 2=2000 3C 4C 5C +3000 tick`,
    )
    assert.deepEqual(hands[1], ['1: TC KS', '2: 6C 5H 8D'])
    assert.deepEqual(found, ['ABSENT-WIN-LEFT 1.main proven'])
  })

  it('are none of those that were laid anew where his bet was lost', () => {
    const lost = 'key:absent:1 1=1000 2=1000 TS 9S 9D 8H 7H +3000 TD +3000 2=0 1=0 +3000 1=1500 1.p22=500 2=1000'
    const { hands, found } = closed(
      `${lost} TC 6C 9C KS 5H +3000 8D +3000 TD +3000 1.p22=0 1=3000 +3000 1=0 +3000 2=2000 3C 4C 5C +3000 tick`,
    )
    assert.deepEqual(hands[1], ['1: TC KS', '2: 6C 5H 8D'])
    assert.deepEqual(found, [])
  })

  it('are one where the player is back, or more was laid upon them', () => {
    for (const [own, paid] of [
      ['key:present:1', '1=4000'],
      ['1=3000', '1=6000'],
    ]) {
      const { hands } = closed(
        `${LEFT} ${own} 2=1000 TC 6C 9C KS 5H +3000 8D +3000 TD +3000 ${paid} +3000 1=0 +3000 2=2000 3C 4C 5C +3000 tick`,
      )
      assert.deepEqual(hands[1], ['1: TC KS', '2: 6C 5H 8D'], own)
    }
  })
})
