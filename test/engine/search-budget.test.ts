/**
 * The searches of one observation share one budget. What the budget does not reach is in doubt: a smaller budget may prove an error later,
 * or never, but it proves no other error. What is known without a search stays as it is.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type InjectedPlay, inject } from '../../simulators/table/errors/inject.ts'
import type { FindingCode } from '../../src/rules/house/finding-code.ts'
import type { Daemon } from '../daemon/pipeline/heard-play.ts'
import { playFor } from '../measure/accuracy/errors-measure.ts'
import { daemonOf, type ErrorCell, playOptions } from '../measure/accuracy/errors-table.ts'
import { type Found, tellPlay } from '../measure/accuracy/errors-told.ts'
import { isAll } from '../runner/rotation.ts'

const SEED = 41
/** An error at a main bet and one at a side bet. The second is proven only if no error at the main bets explains it. */
const CODES = ['FB-WIN-UNPAID', 'INS-MISPAID'] as const
/** Budgets for no question, a few questions, some dozens, and all. */
const BUDGETS = isAll ? [0, 3000, 20_000, Number.POSITIVE_INFINITY] : [0, 3000, Number.POSITIVE_INFINITY]

const cellOf = (code: FindingCode): ErrorCell => ({
  house: 'free-bet-european',
  boxes: 3,
  sensors: 'payouts',
  play: playFor(code),
  prompt: false,
})

const searching = ({ context, devices }: Daemon, searchWork: number): Daemon => ({
  context: { ...context, table: { ...context.table, searchWork }, judge: { ...context.judge, searchWork } },
  devices,
})

/** What is found in the first such play, by budget; told anew each time. */
const tellAll = (code: FindingCode): readonly (readonly Found[])[] => {
  const cell = cellOf(code)
  const options = playOptions(cell, code)
  let play: InjectedPlay | null = null
  for (let seed = SEED * 1000; play === null && seed < SEED * 1000 + 200; seed++) play = inject(code, options, seed)
  assert.ok(play, `no play of ${code} from seed ${SEED * 1000} on`)
  const actions = play.rounds.flatMap((round) => round.actions)
  return BUDGETS.map((budget) => tellPlay(actions, searching(daemonOf(cell), budget)).found)
}

const told = new Map<FindingCode, ReturnType<typeof tellAll>>()
const toldOf = (code: FindingCode): ReturnType<typeof tellAll> => {
  const known = told.get(code) ?? tellAll(code)
  told.set(code, known)
  return known
}

/** When this error was reported as proven; null: it was not. */
const provenAt = (found: readonly Found[], code: FindingCode): number | null =>
  found.find(({ finding, withdrawn, provenAt: at }) => finding.code === code && !withdrawn && at !== null)?.provenAt ?? null

describe('a budget of searches', () => {
  for (const code of CODES) {
    it(`proves ${code} with no bound, later or never with less, and nothing else`, () => {
      const budgets = toldOf(code)
      const whole = budgets.at(-1) ?? []
      const at = provenAt(whole, code)
      assert.ok(at !== null, `seed ${SEED}: not proven with no bound: ${JSON.stringify(whole)}`)
      for (const [nth, found] of budgets.entries()) {
        for (const { finding, provenAt: since } of found) {
          if (since === null) continue
          const known = provenAt(whole, finding.code)
          assert.ok(
            known !== null && known <= since,
            `seed ${SEED}, budget ${BUDGETS[nth]}: ${finding.code} proven sooner than with no bound`,
          )
        }
      }
      assert.equal(provenAt(budgets[0] ?? [], code), null, `seed ${SEED}: proven with nothing asked`)
    })
  }

  it('gives the same report of the same play each time', () => {
    assert.deepEqual(tellAll('FB-WIN-UNPAID'), toldOf('FB-WIN-UNPAID'), `seed ${SEED}`)
  })
})
