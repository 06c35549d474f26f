/** A lattice that reaches its bound is reported: its round is incomplete, nothing of it is certain, and the next round is whole again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { TableEvent } from '../../src/engine/event.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { reasonText } from '../../src/rules/reasons.ts'
import { contextFor, foldActions, playedRounds } from './table-play.ts'

const BOXES = 7
const SEED = 3
/** More than one box of an ordinary round needs, but fewer than seven do. */
const NODES_MAX = 60

it('a round whose lattice reaches its bound is reported as incomplete, and never closed as if it were whole', () => {
  const { rules } = HOUSES['free-bet-european']
  const rounds = playedRounds(6, SEED, rules, { boxes: BOXES, chipEvidence: 'bets', pointer: false })
  const context = { ...contextFor('free-bet-european', rules, { boxes: BOXES, chipEvidence: 'bets' }), nodesMax: NODES_MAX }
  const events: TableEvent[] = []
  foldActions(
    rounds.flatMap(({ actions }) => actions),
    context,
    (_, said) => events.push(...said),
  )
  const reasons = events.flatMap((event) => (event.type === 'round.incomplete' ? [reasonText(event.data.why, 'en')] : []))
  assert.ok(reasons.includes('more readings than the bound allows'), `said: ${[...new Set(reasons)].join('; ')}`)
  const closed = events.flatMap((event) => (event.type === 'round.closed' ? [event.data] : []))
  const incomplete = new Set(events.flatMap((event) => (event.type === 'round.incomplete' ? [event.round] : [])))
  assert.ok(closed.length > 0, 'no round closed')
  for (const result of closed) {
    if (!incomplete.has(result.round)) continue
    assert.equal(result.complete, false, result.round)
    assert.ok(!result.boxes.some(({ hands }) => hands.some(({ certain }) => certain)), `${result.round} is certain of a hand`)
  }
})
