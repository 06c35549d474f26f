/**
 * The searches of one observation share one budget. What it does not reach is in doubt: a smaller one may prove later or never, and never
 * something else; and what is known without a search stays as it is.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type InjectedPlay, inject } from '../../simulators/table/errors/inject.ts'
import type { FindingCode } from '../../src/house/finding-code.ts'
import { playFor } from '../accuracy/errors-measure.ts'
import { daemonOf, type ErrorCell, playOptions } from '../accuracy/errors-table.ts'
import { type Found, tellPlay } from '../accuracy/errors-told.ts'
import type { Daemon } from '../pipeline/heard-play.ts'

const SEED = 41
/** Of a main bet, and of a side bet: that is proven only where no error at the main bets makes it right. */
const CODES = ['FB-WIN-UNPAID', 'INS-MISPAID'] as const
/** Nothing is asked; a few questions; some dozens; all. */
const BUDGETS = [0, 3000, 20_000, Number.POSITIVE_INFINITY]

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

/** What is said of the first such play, by the budget. */
const toldOf = (code: FindingCode): readonly (readonly Found[])[] => {
  const cell = cellOf(code)
  const options = playOptions(cell, code)
  let play: InjectedPlay | null = null
  for (let seed = SEED * 1000; play === null && seed < SEED * 1000 + 200; seed++) play = inject(code, options, seed)
  assert.ok(play, `no play of ${code} from seed ${SEED * 1000} on`)
  const actions = play.rounds.flatMap((round) => round.actions)
  return BUDGETS.map((budget) => tellPlay(actions, searching(daemonOf(cell), budget)).found)
}

/** When this was said to be proven; null: it was not. */
const provenAt = (found: readonly Found[], code: FindingCode): number | null =>
  found.find(({ finding, withdrawn, provenAt: at }) => finding.code === code && !withdrawn && at !== null)?.provenAt ?? null

describe('a budget of searches', () => {
  for (const code of CODES) {
    it(`proves ${code} where all is asked, later or not at all where less is, and nothing else`, () => {
      const told = toldOf(code)
      const whole = told.at(-1) ?? []
      const at = provenAt(whole, code)
      assert.ok(at !== null, `seed ${SEED}: not proven with no bound: ${JSON.stringify(whole)}`)
      for (const [nth, found] of told.entries()) {
        for (const { finding, provenAt: since } of found) {
          if (since === null) continue
          const known = provenAt(whole, finding.code)
          assert.ok(
            known !== null && known <= since,
            `seed ${SEED}, budget ${BUDGETS[nth]}: ${finding.code} proven sooner than with no bound`,
          )
        }
      }
      assert.equal(provenAt(told[0] ?? [], code), null, `seed ${SEED}: proven with nothing asked`)
    })
  }

  it('says the same words of the same play each time', () => {
    assert.deepEqual(toldOf('FB-WIN-UNPAID'), toldOf('FB-WIN-UNPAID'), `seed ${SEED}`)
  })
})
