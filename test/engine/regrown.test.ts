/**
 * Hands that the chips ruled out are dropped as the cards come. A later report may show that those chips were never there: then the round reads as
 * one that is read anew.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScannedCard, SpotId } from '../../devices/scan.ts'
import { usualSpots } from '../../simulators/device/options.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { isDealt } from '../../src/engine/evidence/round.ts'
import { readRound } from '../../src/engine/lattice/question.ts'
import { HOUSES } from '../../src/rules/house/index.ts'
import { contextFor, foldActions } from './table-play.ts'

const HOUSE = 'free-bet-pot-of-gold'

const card = (atMs: number, read: ScannedCard): TableAction => ({ atMs, device: 'shoe', scan: { kind: 'card', card: read } })
const spot = (atMs: number, id: SpotId, amount: number, lammers = 0): TableAction => {
  const chips = [{ value: amount, count: 1 }, ...(lammers > 0 ? [{ value: 'FB' as const, count: lammers }] : [])]
  return { atMs, device: 'spots', scan: { kind: 'spot', spot: id, rev: 1, chips, amount } }
}

test('a lammer that left for a moment as a card came may have been laid behind it', () => {
  const actions = [
    spot(0, '1.main', 2500),
    spot(0, '2.main', 2500),
    ...(['2C', '3S', '2S', '??', '7H', '3C'] as const).map((read, nth) => card(6000 + nth * 1000, read)),
    card(19_000, '2D'),
    card(58_000, '6H'),
    spot(65_000, '2.main', 2500, 1),
    card(73_000, 'TH'),
    spot(73_000, '2.main', 2500),
    spot(73_400, '2.main', 2500, 1),
  ]
  const context = contextFor(HOUSE, HOUSES[HOUSE].rules, { boxes: 2, spots: usualSpots(HOUSE) })
  let asked = 0
  foldActions(actions, context, ({ current, now }) => {
    if (current === null || !isDealt(current.round, context)) return
    const reader = { context, now, asked: 'any' } as const
    assert.equal(readRound(current.round, reader).count, readRound(structuredClone(current.round), reader).count)
    asked++
  })
  assert.ok(asked > 5, `${asked} times it was asked`)
})
