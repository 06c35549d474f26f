/**
 * Once somebody has erred, something reported as certain of a hand may no longer be in every reading. Then it is reported again as
 * uncertain. That nothing is taken back where nobody erred, the evenings show.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inject } from '../../simulators/table/errors/inject.ts'
import type { TableAction } from '../../simulators/table/types.ts'
import { type Daemon, hearPlay } from '../daemon/pipeline/heard-play.ts'
import { daemonOf, type ErrorCell, playOptions } from '../measure/accuracy/errors-table.ts'

interface TakenBack {
  readonly line: number
  readonly what: string
  /** An error had been reported by then. */
  readonly isErring: boolean
}

/** What was reported of hands as certain first and then as uncertain. */
const takenBack = (actions: readonly TableAction[], daemon: Daemon): readonly TakenBack[] => {
  const certain = new Set<string>()
  const found: TakenBack[] = []
  hearPlay(actions, daemon, ({ table, events, line }) => {
    for (const { type, round, data } of events) {
      if (!type.startsWith('hand.')) continue
      const { certain: isCertain, ...said } = data as { readonly certain: boolean }
      const what = `${round} ${type} ${JSON.stringify(said)}`
      if (isCertain) certain.add(what)
      else if (certain.delete(what)) found.push({ line, what, isErring: (table.deviations.get(round ?? '') ?? []).length > 0 })
    }
  })
  return found
}

const cellOf = (house: ErrorCell['house'], play: ErrorCell['play']): ErrorCell => ({
  house,
  boxes: 3,
  sensors: 'payouts',
  play,
  prompt: false,
})

describe('what was reported as certain', () => {
  it('is taken back once somebody is known to have erred and another reading differs', () => {
    const cell = cellOf('free-bet-european', 'main')
    const play = inject('DEALER-STOOD-UNDER-17', playOptions(cell, 'DEALER-STOOD-UNDER-17'), 6000)
    assert.ok(play, 'seed 6000 has a play')
    const found = takenBack(
      play.rounds.flatMap(({ actions }) => actions),
      daemonOf(cell),
    )
    assert.ok(found.length > 0, 'something is taken back')
    for (const { what, line, isErring } of found) assert.ok(isErring, `line ${line}: ${what}`)
  })
})
