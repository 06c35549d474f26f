import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { RULE_NAMES, RULES } from '../../../src/rules/house/catalogue.ts'
import { clauseOf, describeRules, writtenValue } from '../../../src/rules/house/describe.ts'
import { groundsOf, type HouseId, type Rule } from '../../../src/rules/house/house.ts'
import { HOUSE_IDS, HOUSES, houseById } from '../../../src/rules/house/index.ts'
import type { RuleName } from '../../../src/rules/house/rules.ts'
import { STATED } from '../../../src/rules/house/stated.ts'
import expected from './houses.expected.json' with { type: 'json' }

/** Lines of each rule document. */
const DOCUMENT_LINES: { readonly [document: string]: number } = { '000': 279, '001': 145, '002': 61, '003': 64, '004': 68 }

interface Fixed {
  readonly value: unknown
  readonly source: string
  readonly line?: number
}

for (const [id, { document, rules }] of Object.entries(expected)) {
  test(`${id}: every value, source and line is the agreed one`, () => {
    const house = houseById(id)
    assert.ok(house, 'the house is known')
    assert.equal(house.document, document)
    for (const [name, want] of Object.entries(rules) as [RuleName, Fixed][]) {
      assert.deepEqual(writtenValue(name, house.rules), want.value, name)
      assert.equal(house.table[name].source, want.source, name)
      if (want.line !== undefined) assert.equal(house.table[name].clause.line, want.line, name)
    }
  })
}

test('every house has every rule, each with a clause that can be looked up', () => {
  for (const id of HOUSE_IDS) {
    const { table, document, rules } = HOUSES[id]
    assert.deepEqual(new Set(Object.keys(table)), new Set(RULE_NAMES), id)
    for (const name of RULE_NAMES) {
      const { clause, source } = table[name]
      assert.equal(clause.document, source === 'document' ? document : 'practice', `${id} ${name}`)
      assert.ok(clause.section.length > 0 && clause.says.endsWith('.'), `${id} ${name}`)
      const last = DOCUMENT_LINES[document] ?? 0
      if (source === 'document')
        assert.ok(clause.line !== null && clause.line >= 1 && clause.line <= last, `${id} ${name} line ${clause.line}`)
      else assert.equal(clause.line, null, `${id} ${name}`)
      assert.deepEqual(rules[name], table[name].value)
      const fields = (table[name] as Rule<unknown>).fields as { readonly [field: string]: Rule<unknown> } | undefined
      for (const [field, rule] of Object.entries(fields ?? {})) {
        const { value, clause: own } = rule
        assert.deepEqual(value, (rules[name] as unknown as { readonly [field: string]: unknown })[field], `${id} ${name}.${field}`)
        assert.equal(own.document, rule.source === 'document' ? document : 'practice', `${id} ${name}.${field}`)
        assert.equal(own.line === null, rule.source === 'default', `${id} ${name}.${field}`)
      }
    }
  }
})

test('a field of a group rests on its own line', () => {
  const lines = (id: HouseId) => {
    const rule = HOUSES[id].table.insurance
    const fields = ['against', 'ratio', 'min', 'step', 'deadline', 'pays', 'blackjackInsurable', 'raiseOn']
    return fields.map((field) => groundsOf(rule, field).clause.line)
  }
  assert.deepEqual(lines('free-bet-european'), [243, 254, 254, 256, 250, 247, 259, 251])
  assert.deepEqual(lines('free-bet-pot-of-gold'), [48, null, null, null, 48, null, null, null])
  assert.deepEqual(lines('gld'), [46, 46, 46, 46, null, 46, 46, 46])
})

test("every house's own values are accepted by the forms of the catalogue", () => {
  for (const id of HOUSE_IDS) {
    for (const name of RULE_NAMES) {
      const own = HOUSES[id].rules[name]
      const written = JSON.parse(JSON.stringify(writtenValue(name, HOUSES[id].rules)))
      assert.deepEqual(RULES[name].form.read(written, own, name), { ok: true, value: own }, `${id} ${name}`)
    }
  }
})

test('every word a stated rule may have is used by a house or is a choice a document leaves open', () => {
  const open = [
    'cutCardMeasuredFrom',
    'burnAtDealerChange',
    'collectWhen',
    'absentTotalCounts',
    'freeHandsSettle',
    'freeBetCovers',
    'insuranceFor',
    'insuranceStake',
    'push22Hand',
    'surrenderTurn',
    'doubleTotalsCount',
    'charlie',
    'evenMoneyDecidedBy',
    'freeResplit',
    'freeDoubleAfterSplit',
    'dealerAce',
    'dealer22Blackjack',
    'cutRightFirst',
    'cutRightLater',
    'cutRefused',
  ]
  for (const [name, row] of Object.entries(STATED)) {
    const used = HOUSE_IDS.map((id) => JSON.stringify(HOUSES[id].rules[name as RuleName]))
    const unused = row.values.filter((value) => !used.includes(JSON.stringify(value)))
    if (!open.includes(name)) assert.deepEqual(unused, [], name)
  }
})

test('a described rule tells the document, the practice or the table it comes from', () => {
  const house = HOUSES['free-bet-european']
  const told = describeRules(house, { ...house.rules, burn: 0 }, ['burn'])
  assert.equal(Object.keys(told).length, RULE_NAMES.length)
  assert.deepEqual(told.blackjackPay, {
    value: [3, 2],
    source: 'document',
    clause: { document: '000', section: '3', line: 104, says: 'A natural pays three to two.' },
  })
  assert.equal(told.decks.source, 'document')
  assert.equal(told.dealOrder.source, 'default')
  assert.deepEqual(told.burn, {
    value: 0,
    source: 'table',
    clause: { document: 'table', section: 'rules.burn', line: null, says: "Set for this table; the house's own value is 1." },
  })
  assert.equal(told.peek.value, 'none')
  assert.deepEqual(clauseOf(house, 'burn', []), house.table.burn.clause)
  assert.ok(JSON.stringify(told).length < 40_000, 'fits into one message of 64 KiB with the rest of it')
})

test('a field of a group that is written down elsewhere has its own clause', () => {
  const { 'sevens-prizes': sevens, 'free-bet-pot-of-gold': pot } = HOUSES
  const cited = (house: typeof sevens, rule: RuleName, field: string) => {
    const { document, line } = clauseOf(house, rule, [], field)
    return `${document} l.${line}`
  }
  const tiers = ['firstSeven', 'twoSevens', 'twoSuited', 'threeSevens', 'threeSuited', 'onlyWinning']
  assert.deepEqual(
    tiers.map((field) => cited(sevens, 'sevens', field)),
    ['002 l.48', '002 l.50', '002 l.52', '002 l.54', '002 l.56', '002 l.59'],
  )
  for (const field of ['base', 'highestOnly']) assert.equal(cited(sevens, 'sevens', field), 'practice l.null')
  assert.deepEqual([cited(pot, 'push22', 'pays'), cited(pot, 'push22', 'losesToDealerBlackjack')], ['001 l.128', '001 l.47'])
})

test('the house folder stays pure: no Node module, no clock, no chance', () => {
  const folder = new URL('../../../src/rules/house/', import.meta.url)
  for (const file of readdirSync(folder)) {
    const text = readFileSync(new URL(file, folder), 'utf8')
    assert.doesNotMatch(text, /from '(node:|rxjs|mqtt)|Date\.now|Math\.random|process\./, file)
  }
})
