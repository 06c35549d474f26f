/** What `npm run measure -- differ` calls a difference, and which of two outputs it calls closer to the truth. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstDifference, scoreOf, verdictOf } from './compare.ts'
import { type Heard, type Said, work } from './hear.ts'
import { casesOf } from './streams.ts'

const [first] = casesOf('soak', { seed: 3, rounds: 20, plays: 0, evenings: 0 })
assert.ok(first, 'the soak has a table')
const heard = work(first)
const own = scoreOf(heard, first)

/** The same telling with the first event of this type changed; null: without it. */
const altered = (type: string, change: (data: never) => unknown): Heard => {
  const at = heard.said.findIndex((each) => each.type === type)
  const said: Said[] = [...heard.said]
  const one = said[at]
  assert.ok(one, `${type} was said`)
  said[at] = { ...one, data: change(one.data as never) }
  return { ...heard, said }
}

interface Closed {
  readonly complete: boolean
  readonly boxes: readonly { readonly hands: readonly { readonly cards: readonly string[]; readonly certain: boolean }[] }[]
}

/** Every hand called certain, with a card it never had. */
const withFalseHands = (closed: Closed): Closed => ({
  ...closed,
  boxes: closed.boxes.map((box) => ({ ...box, hands: box.hands.map((hand) => ({ ...hand, certain: true, cards: ['2S', '2S', '2S'] })) })),
})

describe('two tellings of one capture', () => {
  it('of the same engine are the same', () => {
    assert.equal(firstDifference(heard, work(first)), null)
    assert.equal(verdictOf(null, own, own), 'same')
    assert.ok(own.complete > 0 && own.trueHands > 0, JSON.stringify(own))
    assert.equal(own.falseHands + own.falseAmounts + own.accused + own.faults, 0)
  })

  it('differ by no name of a thing, and by no field that one of them does not know', () => {
    const named = altered('round.opened', (data: object) => ({ ...data, roundKey: 'x/1-1', tableColour: 'green' }))
    assert.equal(firstDifference(heard, named), null)
  })

  it('differ where another word is said, and the false one is worse', () => {
    const other = altered('round.closed', withFalseHands)
    const difference = firstDifference(heard, other)
    assert.match(difference?.after ?? '', /^round\.closed .*2S/)
    assert.equal(verdictOf(difference, own, scoreOf(other, first)), 'worse')
    assert.equal(verdictOf(difference, scoreOf(other, first), own), 'better')
  })

  it('differ where the readings do', () => {
    const [reading, ...others] = heard.readings
    const other: Heard = { ...heard, readings: [{ line: reading?.line ?? 0, best: 'another' }, ...others] }
    assert.match(firstDifference(heard, other)?.after ?? '', /another/)
  })

  it('accuse somebody of what nobody did, or name what was done', () => {
    const finding = { finding: 'PAY-SHORT-1', code: 'PAY-SHORT', grade: 'proven', severity: 'money', box: 1 }
    const accusing: Heard = { ...heard, said: [...heard.said, { line: 1, type: 'finding.raised', data: finding }] }
    assert.equal(scoreOf(accusing, first).accused, 1)
    const erred = { ...first, done: [{ code: 'PAY-SHORT', box: 1, round: 1 }] } as const
    assert.deepEqual([scoreOf(accusing, erred).accused, scoreOf(accusing, erred).named], [0, 3])
    const likely = { ...finding, grade: 'likely' }
    const doubted: Heard = { ...heard, said: [...accusing.said, { line: 2, type: 'finding.changed', data: likely }] }
    assert.equal(verdictOf({ line: 2, before: '', after: '' }, scoreOf(accusing, erred), scoreOf(doubted, erred)), 'worse')
  })
})
