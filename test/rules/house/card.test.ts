import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { formatCard, formatDiff } from '../../../src/rules/house/card.ts'
import { RULE_NAMES } from '../../../src/rules/house/catalogue.ts'
import { HOUSE_IDS, HOUSES } from '../../../src/rules/house/index.ts'
import { nearest } from '../../../src/rules/house/nearest.ts'
import { bundled } from '../../runner/bundled.ts'

const COMMAND = await bundled('src/tools/houses.ts')
const run = (...words: string[]) => spawnSync(process.execPath, [COMMAND, ...words], { encoding: 'utf8' })

test('a card shows every rule with its value and clause, in aligned columns', () => {
  for (const id of HOUSE_IDS) {
    const lines = formatCard(HOUSES[id]).split('\n')
    for (const name of RULE_NAMES)
      assert.ok(
        lines.some((line) => line.startsWith(`  ${name} `) || line.startsWith(`  ${name}.`)),
        `${id} ${name}`,
      )
    const columns = new Set(lines.filter((line) => line.startsWith('  ')).map((line) => line.search(/ {2}(practice: |00\d ")/)))
    assert.equal([...columns].filter((at) => at < 0).length, 0, `${id}: a line without clause`)
  }
})

test('the difference of two houses names exactly the rules that differ', () => {
  assert.equal(formatDiff(HOUSES.gld, HOUSES.gld), 'No rule differs.\n')
  const text = formatDiff(HOUSES.gld, HOUSES.ingo)
  assert.match(text, /\n {2}surrender +late +003 "Playing the game: Surrender" line 48 +none /)
  assert.match(text, /\n {2}insurance\.deadline +before-check /)
  assert.doesNotMatch(text, /\n {2}blackjackPay /)
})

test('the command prints a card, answers --help, and ends with 64 on wrong usage', () => {
  const card = run('gld')
  assert.equal(card.status, 0)
  assert.match(card.stdout, /^gld: GLD rule book \(rule document 003\)/)
  const help = run('--help')
  assert.deepEqual([help.status, help.stderr], [0, ''])
  assert.match(help.stdout, /--diff HOUSE HOUSE/)
  const typo = run('glb')
  assert.equal(typo.status, 64)
  assert.match(typo.stderr, /did you mean gld\?/)
  assert.equal(run('--diff', 'gld').status, 64)
})

test('the nearest known word is offered only when it can be meant', () => {
  assert.equal(nearest('doubelTotals', RULE_NAMES), 'doubleTotals')
  assert.equal(nearest('decs', RULE_NAMES), 'decks')
  assert.equal(nearest('completelyDifferent', ['decks']), null)
  assert.equal(nearest('', ['decks']), null)
})
