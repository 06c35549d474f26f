/** Whether the cards of a round are those of the one left unsettled before it is asked with each card of it, and of the newest alone. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { inject } from '../../simulators/table/errors/inject.ts'
import type { Round } from '../../src/engine/evidence/round.ts'
import { type AskedEnds, goingOn } from '../../src/engine/facts/continuation.ts'
import { hearPlay } from '../daemon/pipeline/heard-play.ts'
import { playFor } from '../measure/accuracy/errors-measure.ts'
import { daemonOf, type ErrorCell, playOptions } from '../measure/accuracy/errors-table.ts'

const CODE = 'ROUND-NOT-CLOSED'
const SEED = 7001
/** Boxes without a bet, to which the cards may have gone. */
const BOXES = 5

const CELL: ErrorCell = { house: 'ingo', boxes: BOXES, sensors: 'payouts', play: playFor(CODE), prompt: false }

interface Left {
  readonly round: Round
  /** The next one, with each card it got. */
  readonly next: readonly Round[]
}

/** The first round of such a play that was left unsettled, and the one dealt behind it. */
const leftUnsettled = (): Left | null => {
  const options = { ...playOptions(CELL, CODE), occupied: 0.6 }
  for (let seed = SEED; seed < SEED + 300; seed++) {
    const play = inject(CODE, options, seed)
    if (!play) continue
    let id: string | null = null
    let left: Left | null = null
    const actions = play.rounds.flatMap((round) => round.actions)
    hearPlay(actions, daemonOf(CELL), ({ table: { last, current }, said }) => {
      const found = said.find((event) => event.type === 'finding.raised' && event.data.code === CODE)
      if (found && last?.round.id === found.round && current) {
        id = current.round.id
        left = { round: last.round, next: [current.round] }
      } else if (left && current?.round.id === id && current.round.cards.length > (left.next.at(-1)?.cards.length ?? 0)) {
        left = { ...left, next: [...left.next, current.round] }
      }
    })
    if (left !== null && (left as Left).next.length > 3) return left
  }
  return null
}

it('asks of a card once whether the round before ended with it, and comes to the same as if it asked of all at once', () => {
  const left = leftUnsettled()
  assert.ok(left, `no such round from seed ${SEED} on`)
  const { context } = daemonOf(CELL)
  let ends: AskedEnds | null = null
  for (const next of left.next) {
    const now = next.cards.at(-1)?.at ?? 0
    const step = goingOn({ round: left.round, ends }, next, now, context.judge)
    const whole = goingOn({ round: left.round, ends: null }, next, now, context.judge)
    assert.deepEqual(step, whole, `with ${next.cards.length} cards`)
    assert.equal(step.ends.count, next.cards.length, 'all its cards were asked for')
    const again = goingOn({ round: left.round, ends: step.ends }, next, now, context.judge)
    assert.equal(again.ends, step.ends, 'nothing is asked again where no card has come')
    ends = step.ends
  }
})
