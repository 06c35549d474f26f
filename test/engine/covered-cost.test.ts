/**
 * Whether a level was true is asked for each box alone, so the costs of the boxes add up and do not multiply. After hands over seven bets
 * at once, a card or a chip costs at most three times what it costs after a hand over one. The test counts boxes matched and judged, which
 * is the same on every machine.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stepTable } from '../../src/engine/fold/table.ts'
import { latticeFor } from '../../src/engine/lattice/growth.ts'
import type { Kept } from '../../src/engine/lattice/shared-answers.ts'
import { initialTable, type TableState } from '../../src/engine/state/table-state.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { contextFor } from './table-play.ts'
import { scanOf } from './told-round.ts'

const BOXES = [1, 2, 3, 4, 5, 6, 7]
const DEAL = ['TH', '9C', '5S', 'JD', '3H', 'KC', '8S', '6D', '6C', '9S', '4S', '2D', 'TS', '7C', '3D']
const DRAWN = ['5H', '4C', '8D', '2H', '9D']

/** How soon a hand is reported after the line before it. Nothing else comes as soon. */
const HAND_MS = 20

/** A hand lies over these bets for a moment, and half of each bet can be seen. */
const handOver = (boxes: readonly number[]): readonly string[] => [
  ...boxes.map((box) => `${HAND_MS}:${box}=1000`),
  ...boxes.map((box) => `${HAND_MS}:${box}=2000`),
]

/** A hand covers these bets twice: while cards are played, and before the first box is paid. */
const wordsWith = (covered: readonly number[]): readonly string[] => [
  ...BOXES.map((box) => `${box}=2000`),
  ...DEAL,
  ...DRAWN.slice(0, 2),
  ...handOver(covered),
  ...DRAWN.slice(2),
  'KD',
  ...handOver(covered),
  '1=4000',
  '2=0',
]

const context = () => contextFor('ingo', HOUSES.ingo.rules, { boxes: BOXES.length, chipEvidence: 'payouts' })

/** How many boxes were matched with a story, or judged by one, in the questions put to the round as it stands. */
const askedIn = (state: TableState, table: ReturnType<typeof context>): number => {
  const round = state.current?.round
  const lattice = round && latticeFor(round, table)
  const known = lattice && (table.workspace.cache('finished boxes').get(lattice) as { readonly kept: Map<string, Kept> } | undefined)
  return [...(known?.kept.values() ?? [])].reduce((sum, { plays, verdicts }) => {
    const matched = plays.flatMap((own) => [...own.values()]).flat().length
    const judged = [...verdicts.values()].reduce((all, own) => all + own.filter((verdict) => verdict !== undefined).length, 0)
    return sum + matched + judged
  }, 0)
}

/** The work at all words except those of the hands themselves. */
const workWith = (covered: readonly number[]): number => {
  const table = context()
  let state = initialTable()
  let at = Date.UTC(2026, 0, 1)
  let work = 0
  for (const [index, word] of wordsWith(covered).entries()) {
    const [, ms = '5000', said = ''] = /^(?:(\d+):)?(.*)$/.exec(word) ?? []
    at += Number(ms)
    state = stepTable(state, { ...scanOf(said), at, cause: `x:X/1/${index + 1}` }, table)[0]
    if (Number(ms) !== HAND_MS) work += askedIn(state, table)
  }
  return work
}

it('after hands over seven bets at once, a card or a chip costs at most three times what it costs after one', () => {
  const [one, seven] = [workWith([4]), workWith(BOXES)]
  assert.ok(one > 0, `one: ${one}`)
  assert.ok(seven <= 3 * one, `one: ${one}, seven: ${seven}`)
})
