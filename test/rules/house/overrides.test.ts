import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RULE_NAMES, RULES } from '../../../src/rules/house/catalogue.ts'
import { writtenValue } from '../../../src/rules/house/describe.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { applyOverrides } from '../../../src/rules/house/overrides.ts'
import type { HouseRules } from '../../../src/rules/house/rules.ts'

const EUROPEAN = HOUSES['free-bet-european']
const GLD = HOUSES.gld
const SEVENS = HOUSES['sevens-prizes']

const ACCEPTED: readonly { readonly what: string; readonly give: object; readonly expect: Partial<HouseRules> }[] = [
  { what: 'one pack', give: { decks: 1 }, expect: { decks: 1, cutCardFromBackDecks: [0.25, 0.5] } },
  { what: 'eight packs', give: { decks: 8 }, expect: { decks: 8, cutCardFromBackDecks: [1.5, 3] } },
  { what: 'no burn', give: { burn: 0 }, expect: { burn: 0 } },
  {
    what: 'hole card',
    give: { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'] },
    expect: { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'] },
  },
  {
    what: 'hole card and check',
    give: { dealOrder: ['boxes:down', 'dealer:down', 'boxes:up', 'dealer:up'], peek: ['T', 'A'] },
    expect: { peek: ['A', 'T'] },
  },
  { what: 'peek none', give: { peek: 'none' }, expect: { peek: [] } },
  { what: 'peek empty', give: { peek: [] }, expect: { peek: [] } },
  { what: 'soft 17', give: { dealerSoft17: 'hit' }, expect: { dealerSoft17: 'hit' } },
  { what: 'dealer 22', give: { dealer22: 'bust' }, expect: { dealer22: 'bust' } },
  { what: 'six to five', give: { blackjackPay: [6, 5] }, expect: { blackjackPay: [6, 5] } },
  { what: 'even money against a ten', give: { evenMoneyAgainst: ['T'] }, expect: { evenMoneyAgainst: ['T'] } },
  { what: 'no even money', give: { evenMoneyAgainst: [] }, expect: { evenMoneyAgainst: [] } },
  { what: 'doubles on 10 and 11', give: { doubleTotals: [11, 10] }, expect: { doubleTotals: [10, 11] } },
  { what: 'any double', give: { doubleTotals: 'any' }, expect: { doubleTotals: 'any' } },
  { what: 'double after split yes', give: { doubleAfterSplit: 'yes' }, expect: { doubleAfterSplit: 'yes' } },
  { what: 'double after split no', give: { doubleAfterSplit: 'no' }, expect: { doubleAfterSplit: 'no' } },
  { what: 'pairs by value', give: { splitEquality: 'value' }, expect: { splitEquality: 'value' } },
  { what: 'two hands; aces follow', give: { maxHands: 2 }, expect: { maxHands: 2, splitAcesMaxHands: 2 } },
  { what: 'no split', give: { maxHands: 1 }, expect: { maxHands: 1, splitAcesMaxHands: 1 } },
  { what: 'aces three hands', give: { splitAcesMaxHands: 3 }, expect: { splitAcesMaxHands: 3 } },
  { what: 'split dealing', give: { splitDealing: 'together' }, expect: { splitDealing: 'together' } },
  { what: 'no free bets', give: { freeDouble: false, freeSplit: false }, expect: { freeDouble: false, freeSplit: false } },
  {
    what: 'early surrender',
    give: { surrender: 'early', surrenderNotAgainst: ['A', 'T'] },
    expect: { surrender: 'early', surrenderNotAgainst: ['A', 'T'] },
  },
  {
    what: 'late surrender with a hole card',
    give: { surrender: 'late', dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:down'], peek: ['A', 'T'] },
    expect: { surrender: 'late' },
  },
  { what: 'no Push 22', give: { push22: 'none' }, expect: { push22: 'none' } },
  {
    what: 'Push 22 price only',
    give: { push22: { pays: 11 } },
    expect: { push22: { pays: 11, maxPlayerTotal: 'none', losesToDealerBlackjack: true } },
  },
  {
    what: 'Push 22 with a limit',
    give: { push22: { pays: 11, maxPlayerTotal: 29 } },
    expect: { push22: { pays: 11, maxPlayerTotal: 29, losesToDealerBlackjack: true } },
  },
  { what: 'Pot of Gold', give: { potOfGold: [3, 12, 30, 50, 100] }, expect: { potOfGold: [3, 12, 30, 50, 100] } },
  { what: 'no Pot of Gold', give: { potOfGold: 'none' }, expect: { potOfGold: 'none' } },
  { what: 'no sevens', give: { sevens: 'none' }, expect: { sevens: 'none' } },
  { what: 'sevens', give: { sevens: writtenValue('sevens', SEVENS.rules) }, expect: { sevens: SEVENS.rules.sevens } },
  { what: 'busts at settlement', give: { bustTaken: 'at-settlement' }, expect: { bustTaken: 'at-settlement' } },
  { what: 'busts with Push 22', give: { bustTaken: 'at-once-unless-push22' }, expect: { bustTaken: 'at-once-unless-push22' } },
  { what: 'dealer never draws alone', give: { dealerDrawsWhenAllDone: 'never' }, expect: { dealerDrawsWhenAllDone: 'never' } },
  { what: 'dealer always draws', give: { dealerDrawsWhenAllDone: 'always' }, expect: { dealerDrawsWhenAllDone: 'always' } },
  { what: 'no insurance', give: { insurance: 'none' }, expect: { insurance: 'none' } },
]

for (const { what, give, expect } of ACCEPTED) {
  test(`accepts ${what}`, () => {
    const applied = applyOverrides(EUROPEAN, give)
    assert.ok(applied.ok, JSON.stringify(applied))
    for (const [name, value] of Object.entries(expect)) assert.deepEqual(applied.rules[name as keyof HouseRules], value, name)
  })
}

test('a group keeps the fields that were left out, in every house', () => {
  const ins = applyOverrides(GLD, { insurance: { exact: false } })
  assert.ok(ins.ok, 'it is allowed')
  assert.deepEqual(ins.rules.insurance, { ...(GLD.rules.insurance as object), exact: false })
  const pog = applyOverrides(HOUSES['free-bet-pot-of-gold'], { push22: { pays: 8 } })
  assert.ok(pog.ok, 'it is allowed')
  assert.deepEqual(pog.rules.push22, { pays: 8, maxPlayerTotal: 29, losesToDealerBlackjack: true })
  const fresh = applyOverrides(SEVENS, { push22: { pays: 10 } })
  assert.ok(fresh.ok, 'it is allowed')
  assert.deepEqual(fresh.rules.push22, { pays: 10, maxPlayerTotal: 'none', losesToDealerBlackjack: true })
})

test("a house's own values change nothing; the table has stated those on which the document is silent", () => {
  for (const id of HOUSE_IDS) {
    const house = HOUSES[id]
    const all = Object.fromEntries(RULE_NAMES.map((name) => [name, JSON.parse(JSON.stringify(writtenValue(name, house.rules)))]))
    const applied = applyOverrides(house, all)
    const silent = RULE_NAMES.filter((name) => house.table[name].source === 'default')
    assert.deepEqual(applied, { ok: true, rules: house.rules, overridden: silent }, id)
  }
})

test('overridden names what differs, followers included', () => {
  const applied = applyOverrides(EUROPEAN, { burn: 0, maxHands: 2, decks: 6 })
  assert.ok(applied.ok, 'it is allowed')
  assert.deepEqual(applied.overridden, ['burn', 'maxHands', 'splitAcesMaxHands'])
})

const REFUSED: readonly {
  readonly what: string
  readonly house?: typeof GLD
  readonly give: unknown
  readonly path: string
  readonly says: RegExp
}[] = [
  { what: 'no hand at all', give: { maxHands: 0 }, path: 'rules.maxHands', says: /out of range/ },
  { what: 'nine packs', give: { decks: 9 }, path: 'rules.decks', says: /out of range/ },
  { what: 'half a pack', give: { decks: 0.5 }, path: 'rules.decks', says: /out of range/ },
  { what: 'a number as text', give: { decks: '6' }, path: 'rules.decks', says: /not a number/ },
  { what: 'two burn cards', give: { burn: 2 }, path: 'rules.burn', says: /not a known value/ },
  { what: 'a natural that pays nothing', give: { blackjackPay: [0, 2] }, path: 'rules.blackjackPay', says: /not allowed/ },
  { what: 'a price over nothing', give: { blackjackPay: [3, 0] }, path: 'rules.blackjackPay', says: /not allowed/ },
  { what: 'a mistyped name', give: { dealerSoft71: 'hit' }, path: 'rules.dealerSoft71', says: /did you mean dealerSoft17\?/ },
  { what: 'a mistyped value', give: { dealerSoft17: 'stnad' }, path: 'rules.dealerSoft17', says: /did you mean stand\?/ },
  { what: 'a check without a hole card', give: { peek: ['A'] }, path: 'rules.peek', says: /not dealt/ },
  {
    what: 'a hole card taken from a house that checks',
    house: GLD,
    give: { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up'], surrender: 'none' },
    path: 'rules.dealOrder',
    says: /not dealt/,
  },
  {
    what: 'a charlie where a free hand falls with the real one',
    give: { charlie: 5, freeHandsSettle: 'with-the-real-hand' },
    path: 'rules.charlie',
    says: /may still lose with the real one/,
  },
  { what: 'a charlie of four cards', give: { charlie: 4 }, path: 'rules.charlie', says: /not a known value/ },
  {
    what: 'late surrender without a hole card',
    give: { surrender: 'late' },
    path: 'rules.surrender',
    says: /blackjack cannot be ruled out/,
  },
  { what: 'more ace hands than hands', give: { maxHands: 2, splitAcesMaxHands: 3 }, path: 'rules.splitAcesMaxHands', says: /more hands/ },
  { what: 'one pass to the boxes', give: { dealOrder: ['boxes:up', 'dealer:up', 'dealer:down'] }, path: 'rules.dealOrder', says: /twice/ },
  { what: 'no up card', give: { dealOrder: ['boxes:up', 'dealer:down', 'boxes:up'] }, path: 'rules.dealOrder', says: /up card/ },
  {
    what: 'an up card too many',
    give: { dealOrder: ['boxes:up', 'dealer:up', 'boxes:up', 'dealer:up'] },
    path: 'rules.dealOrder',
    says: /exactly once/,
  },
  {
    what: 'a pass to nobody',
    give: { dealOrder: ['boxes:up', 'dealer:up', 'boxes:sideways'] },
    path: 'rules.dealOrder',
    says: /not known/,
  },
  { what: 'holeCard', give: { holeCard: true }, path: 'rules.holeCard', says: /follows from dealOrder/ },
  { what: 'an unknown field of a group', give: { insurance: { payz: [2, 1] } }, path: 'rules.insurance.payz', says: /did you mean pays\?/ },
  {
    what: 'insurance over the whole bet',
    give: { insurance: { ratio: [3, 2] } },
    path: 'rules.insurance.ratio',
    says: /more than the whole/,
  },
  {
    what: 'a total to draw on and not',
    give: { mustDrawTo: 17, noDrawFrom: 17 },
    path: 'rules.mustDrawTo',
    says: /both must and may not draw/,
  },
  { what: 'a double on 22', give: { doubleTotals: [9, 22] }, path: 'rules.doubleTotals[1]', says: /not a known entry/ },
  { what: 'a rank named twice', give: { evenMoneyAgainst: ['A', 'A'] }, path: 'rules.evenMoneyAgainst', says: /twice/ },
  {
    what: 'a cut card outside the shoe',
    give: { decks: 2, cutCardFromBackDecks: [1.5, 3] },
    path: 'rules.cutCardFromBackDecks',
    says: /outside/,
  },
  {
    what: 'lammers counted that nobody gives',
    house: GLD,
    give: { potOfGold: [3, 12, 30, 50, 100] },
    path: 'rules.potOfGold',
    says: /no free bet/,
  },
  { what: 'four prices for five', give: { potOfGold: [3, 12, 30, 50] }, path: 'rules.potOfGold', says: /five/ },
  {
    what: 'another value of a fixed rule',
    give: { blackjackAfterSplit: true },
    path: 'rules.blackjackAfterSplit',
    says: /cannot be changed/,
  },
  { what: 'rules that are a list', give: [], path: 'rules', says: /not a group/ },
  { what: 'rules without a value', give: null, path: 'rules', says: /not a group/ },
]

for (const { what, house, give, path, says } of REFUSED) {
  test(`refuses ${what}`, () => {
    const applied = applyOverrides(house ?? EUROPEAN, give)
    if (applied.ok) return assert.fail('was accepted')
    assert.equal(applied.problems.length, 1, JSON.stringify(applied.problems))
    assert.equal(applied.problems[0]?.path, path)
    assert.match(applied.problems[0]?.problem ?? '', says)
    assert.ok((applied.problems[0]?.allowed.length ?? 0) > 0, `${applied.problems[0]?.allowed.length ?? 0} > 0`)
  })
}

test('all problems come at once', () => {
  const applied = applyOverrides(EUROPEAN, { decks: 0, burn: 'x', peek: ['A'], push22: { pays: 0, foo: 1 }, nonsense: 1 })
  assert.ok(!applied.ok, 'it is refused')
  assert.deepEqual(applied.problems.map((p) => p.path).sort(), [
    'rules.burn',
    'rules.decks',
    'rules.nonsense',
    'rules.peek',
    'rules.push22.foo',
    'rules.push22.pays',
  ])
})

test('no JSON value makes it throw, and what it accepts is a whole set of rules', () => {
  const name = fc.oneof(fc.constantFrom(...RULE_NAMES, '__proto__', 'constructor', 'holeCard'), fc.string())
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom('none', 'any', 'hit', 'early', 'late', true, false, 0, 1, 2, 4),
    fc.array(fc.constantFrom('A', 'T', 'boxes:up', 'dealer:up', 1, 9)),
  )
  const overrides = fc.oneof(
    fc.jsonValue(),
    fc.array(fc.tuple(name, value), { maxLength: 6 }).map((pairs) => JSON.parse(JSON.stringify(Object.fromEntries(pairs)))),
  )
  fc.assert(
    fc.property(fc.constantFrom(...HOUSE_IDS), overrides, (id, given) => {
      const applied = applyOverrides(HOUSES[id], given)
      if (!applied.ok) return assert.ok(applied.problems.length > 0, `${applied.problems.length} > 0`)
      for (const rule of RULE_NAMES)
        assert.ok(RULES[rule].form.read(JSON.parse(JSON.stringify(applied.rules[rule])), applied.rules[rule], rule).ok, rule)
    }),
    { numRuns: 2000 },
  )
  assert.equal(({} as Record<string, unknown>).decks, undefined)
})
