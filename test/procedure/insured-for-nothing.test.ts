/** Insurance under a card that is no ace: what was laid, and under which card; of a card that nobody could read nothing is said. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Round } from '../../src/engine/evidence/round.ts'
import { sidesOf } from '../../src/engine/lattice/side-settlement.ts'
import { INGO } from './reading-scenario.ts'
import { standingAfter, teller } from './scene.ts'

it('once the deal is read otherwise: the amount and the card that lies up then', () => {
  const table = teller(INGO)
  const { current } = table.tell('1=1000 TS AD 8S +1000 1.ins=500').state.table
  assert.ok(current, 'no round is open')
  // Dealt so the second card is the player's, and the third lies up.
  const round: Round = { ...current.round, cards: current.round.cards.toSpliced(1, 1), misdeal: { code: 'DEAL-EXTRA-CARD', box: null } }
  const wrong = sidesOf({ round, closed: false, context: table.context.table })?.unsettled(0, null)
  assert.deepEqual(wrong, [{ area: 'ins', names: [{ code: 'INS-NO-ACE', expected: {}, seen: { amount: 500, cards: ['8S'] } }] }])
})

it('under a card that nobody could read: it may be an ace', () => {
  assert.deepEqual(standingAfter(INGO, '1=1000 TS 7S TH 1.ins=500 tick tick'), [], 'it may still be taken back')
  assert.deepEqual(standingAfter(INGO, '1=1000 TS 7S TH 1.ins=500 +2000 4D tick tick'), ['INS-NO-ACE proven'])
  assert.deepEqual(standingAfter(INGO, '1=1000 TS ?? TH 1.ins=500 +2000 4D tick tick'), ['CARD-UNREADABLE proven'])
})
