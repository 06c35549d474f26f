/** A state comes back from its text as it was, whatever fields the stations put into it; what would not is refused by name. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isKeepable } from '../../../src/daemon/pipeline/checkpoints.ts'
import { parseState, stateText } from '../../../src/daemon/pipeline/state-text.ts'
import { type CoreState, initialCore, stepCore } from '../../../src/daemon/stations/core.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { seeded } from '../journal/fake-disk.ts'
import { playRecords } from './records.ts'

const SEED = Number(process.env.SEED ?? 1)

const again = (value: unknown): unknown => {
  const text = stateText(value)
  assert.ok(!text.includes('\n'), 'it is one line')
  const back = parseState(text)
  assert.equal(stateText(back), text)
  return back
}

describe(`states as text (SEED=${SEED})`, () => {
  for (const house of HOUSE_IDS) {
    it(`${house}: every state that is kept comes back, and going on from it says the same`, () => {
      const random = seeded(SEED)
      let kept = 0
      const { records, context } = playRecords(house, 3, 8, SEED)
      let live: CoreState = initialCore()
      let read: CoreState = live
      for (const record of records) {
        const [next, said] = stepCore(live, record, context)
        const [nextRead, saidRead] = stepCore(read, record, context)
        assert.deepEqual(saidRead.encoded, said.encoded)
        live = next
        // Not each: what only lives on in memory shall be missed, if it is missed, at any time later.
        const isKept = isKeepable(live.table) && random() < 0.3
        read = isKept ? (again(live) as CoreState) : nextRead
        if (!isKept) continue
        assert.deepEqual(read, live)
        kept += live.table.current ? 1000 : 1
      }
      assert.ok(kept > 1000 && kept % 1000 > 1, 'in pauses and at beginnings')
    })
  }

  it('whatever plain values there are come back', () => {
    const values = fc.anything({ withBigInt: true, withMap: true, withSet: true, withObjectString: true })
    fc.assert(
      fc.property(values, (value) => assert.deepEqual(again(value), value)),
      { seed: SEED, numRuns: 2000 },
    )
  })

  it('what is one object is one again, and what is equal and is not one stays two', () => {
    const [card, twin] = [{ code: 7 }, { code: 7 }]
    const cards = [card, card, twin]
    const back = again({ cards, last: cards, of: new Map([[card, new Set([twin])]]) }) as {
      readonly cards: readonly object[]
      readonly last: unknown
      readonly of: ReadonlyMap<object, ReadonlySet<object>>
    }
    const [one, same, other] = back.cards
    assert.ok(one === same && one !== other && back.last === back.cards && one !== undefined && other !== undefined, stateText(back))
    assert.ok(back.of.get(one)?.has(other), stateText(back))
    assert.deepEqual(back.cards, cards)
  })

  it('what JSON loses does not get lost', () => {
    const value = {
      numbers: [-0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e21, 5e-324],
      nothing: undefined,
      large: 2n ** 80n,
      keyed: new Map<unknown, unknown>([[{ a: 1 }, new Set([new Map([[1, undefined]])])]]),
      $: { $: ['map', []] },
      ...JSON.parse('{"__proto__": {"a": 1}}'),
      text: '\n\u2028\ud800"$"',
    }
    assert.deepEqual(again(value), value)
    assert.equal(Object.keys(again(value) as object).join(), Object.keys(value).join())
  })
})

class Hand {
  readonly cards = 2
}
const round: { itself?: unknown } = {}
round.itself = round

const REFUSED: readonly (readonly [what: string, value: unknown, says: RegExp])[] = [
  ['a function', { table: { next: () => 1 } }, /^state\.table\.next is a function/],
  ['an object of a class', { hands: [new Hand()] }, /^state\.hands\.0 is neither a plain object/],
  ['a date', new Date(0), /^state is neither/],
  ['a WeakMap', { known: new WeakMap() }, /^state\.known is neither/],
  ['an array of bytes', { cards: new Uint8Array(2) }, /^state\.cards is neither/],
  ['a Map of a class', { known: new (class extends Map {})() }, /^state\.known is neither/],
  ['a Map with a field', { known: Object.assign(new Map(), { size0: 1 }) }, /^state\.known is neither/],
  ['a list with a field', { cards: Object.assign([1], { total: 1 }) }, /^state\.cards is a list with holes or keys/],
  ['a list with a hole', { cards: Object.assign([], { 1: 2 }) }, /^state\.cards is a list with holes or keys/],
  ['a getter', Object.defineProperty({}, 'total', { get: () => 1, enumerable: true }), /^state\.total is no plain property/],
  ['a hidden field', Object.defineProperty({}, 'total', { value: 1, enumerable: false }), /^state\.total is no plain property/],
  ['a key that is a symbol', { [Symbol('a')]: 1 }, /^state\.Symbol\(a\) is no plain property/],
  ['a symbol', new Map([['a', Symbol('b')]]), /^state\.a is a symbol/],
  ['a circle', round, /is too deep/],
]

for (const [what, value, says] of REFUSED) {
  it(`${what} is refused with its place`, () => {
    assert.throws(
      () => stateText(value),
      (error: Error) => error instanceof TypeError && says.test(error.message),
    )
  })
}

it('a text that was not made of a state is refused', () => {
  for (const text of [
    '{"$":1}',
    '{"$":["map",1]}',
    '{"$":["map",[1]]}',
    '{"$":["date","2026"]}',
    '{"$":[]}',
    '{"$":["bigint","x"]}',
    '{"$":["same",0]}',
    '{',
  ])
    assert.throws(() => parseState(text), /TypeError|SyntaxError/, text)
})
