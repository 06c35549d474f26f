/**
 * Legal evenings, by every house's rules and by others, with every feature and every spot sensed: the judge has nothing to say above `info`; nor
 * has he of the rounds settled by hand (`engine/house-rounds/hard-rounds.test.ts`).
 * Each house takes one set of sensors a day, another one each day. SEED repeats a run, EVENINGS lengthens it.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { AREAS } from '../../devices/scan.ts'
import { FEATURES, type TableAction } from '../../simulators/table/types.ts'
import type { TableContext } from '../../src/engine/context.ts'
import { stepTable } from '../../src/engine/fold/table.ts'
import { initialTable } from '../../src/engine/state/table-state.ts'
import { HOUSE_IDS, HOUSES } from '../../src/rules/house/index.ts'
import { CHIP_EVIDENCE } from '../../src/rules/table.ts'
import { anyEvening, settingOf, spendEvening } from '../engine/play/evening.ts'
import { BASE_MS, contextFor, LIMITS, playedRounds } from '../engine/table-play.ts'
import { isAll, TODAY } from '../runner/rotation.ts'
import { objector } from './objections.ts'
import { teller } from './scene.ts'

const SEED = Number(process.env.SEED ?? 1)
/** Evenings by any rules: of another seed each day. */
const EVENING_SEED = Number(process.env.SEED ?? TODAY)
const EVENINGS = Number(process.env.EVENINGS ?? (isAll ? 3 : 1))
const SPOTS = [...AREAS, 'rack'] as const

/** What an evening raises above `info`. */
const objectionsTo = (actions: Iterable<TableAction>, table: TableContext): readonly string[] => {
  const { hear, objections } = objector(table)
  let [state, seq] = [initialTable(), 0]
  for (const action of actions) {
    const { scan, atMs, device } = action
    const [after, events] = stepTable(state, { ...scan, at: BASE_MS + atMs, cause: `${device}:X/1/${++seq}` }, table)
    state = after
    hear(after, events, action)
  }
  return objections
}

describe(`legal evenings raise nothing (SEED=${SEED})`, () => {
  for (const [place, house] of HOUSE_IDS.entries()) {
    it(`${house}, with every feature`, () => {
      for (const [at, chipEvidence] of CHIP_EVIDENCE.entries()) {
        if (!isAll && at !== (place + TODAY) % CHIP_EVIDENCE.length) continue
        const { rules } = HOUSES[house]
        const seed = SEED + at
        const played = playedRounds(4, seed, rules, { boxes: 3, spots: SPOTS, chipEvidence, pointer: at % 2 === 0, features: FEATURES })
        const context = contextFor(house, rules, { boxes: 3, spots: SPOTS, chipEvidence })
        assert.deepEqual(
          objectionsTo(
            played.flatMap(({ actions }) => actions),
            context,
          ),
          [],
          `${chipEvidence}, seed ${seed}`,
        )
      }
    })

    it(`${house}, by any rules (SEED=${EVENING_SEED} EVENINGS=${EVENINGS})`, () => {
      const evening = anyEvening.map((drawn) => settingOf(house, drawn))
      fc.assert(
        fc.property(evening, (setting) => {
          const actions = spendEvening(setting).rounds.flatMap(({ played }) => played.actions)
          assert.deepEqual(objectionsTo(actions, { ...setting.context, limits: setting.limits }), [])
        }),
        { seed: EVENING_SEED, numRuns: EVENINGS },
      )
    })
  }

  it('and would raise something with other limits', () => {
    const { rules } = HOUSES.ingo
    const actions = playedRounds(2, SEED, rules, { boxes: 2 }).flatMap((round) => round.actions)
    assert.ok(
      objectionsTo(actions, contextFor('ingo', rules, { limits: { ...LIMITS, min: LIMITS.max + 1, max: 10 * LIMITS.max } })).length > 0,
      'BET-UNDER-MIN',
    )
  })
})

it('a lammer in a round that nobody knows yet to have begun lies on no empty box', () => {
  // The 9D may have bust box 1; box 2 bets, and then 5S is the dealer's of the first round, or the first card of the next.
  const words = '1=1000 TS 7S 8H 9D +3000 2=1000 +2000 5S 6S 7H 5C 4D 3H KH 2=1000,FBx1 tick tick tick'
  const { findings, state } = teller({ house: 'free-bet-european', chipEvidence: 'stakes' }).tell(words)
  assert.ok((state.table.current?.rivals.length ?? 0) > 1, 'more than one account of where the round ended is left')
  assert.deepEqual(findings, [])
})

it('a co-bettor is not skipped whose doubled hand went bust, and who is paid for the first behind the holder', () => {
  const played =
    '1=1000 1.main2=1000 2=1000 QH 9C TH QC 7H +2000 1=2000 1.main2=2000 +500 TD +2000 7C +2000 1=3000 1.main2=3000 +1000 JS +1500 1=1000 1.main2=1000 +3000 9D'
  const paid = '+3000 2=0 +3000 1=2000 +3000 tick 1.main2=2000 +3000 1=0 1.main2=0 +3000 1=1000 2C +3000 tick'
  const { findings } = teller({ house: 'free-bet-european' }).tell(`${played} ${paid}`)
  assert.deepEqual(findings, [])
})
