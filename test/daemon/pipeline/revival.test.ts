/** A daemon that is stopped at any line and goes on from what it wrote down says what it would have said: nothing hangs on what it keeps in memory. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEARCH_WORK } from '../../../src/engine/context.ts'
import { HOUSE_IDS } from '../../../src/rules/house/index.ts'
import { todays } from '../../runner/rotation.ts'
import { reviveEvening } from './revival.ts'

/** Of each house and table; `REVIVALS=10 npm test -- revival` plays more. */
const EVENINGS = Number(process.env.REVIVALS ?? 1)
const SEED = Number(process.env.SEED ?? 1)

/** So small that searches are cut off. */
const FEW = 20_000

const TABLES = [
  { boxes: 3, chipEvidence: 'payouts', pointer: false, rounds: 2, searchWork: SEARCH_WORK },
  { boxes: 4, chipEvidence: 'payouts', pointer: false, rounds: 1, searchWork: FEW },
  { boxes: 3, chipEvidence: 'bets', pointer: false, rounds: 2, searchWork: SEARCH_WORK },
  { boxes: 3, chipEvidence: 'payouts', pointer: true, rounds: 1, searchWork: SEARCH_WORK },
] as const

const EVENINGS_OF = HOUSE_IDS.flatMap((house, nth) => TABLES.map((table, of) => ({ house, table, seedOf: nth * TABLES.length + of })))

/** Two of the twenty a day. */
for (const { house, table, seedOf } of todays(EVENINGS_OF)) {
  const { boxes, chipEvidence, pointer, searchWork } = table
  const sensors = `${chipEvidence}${pointer ? ', the pointer' : ''}`
  test(`${house}, ${boxes} boxes, ${sensors}, ${searchWork} steps: revived before every line it says the same (SEED=${SEED})`, (t) => {
    const played = Array.from({ length: EVENINGS }, (_, evening) =>
      reviveEvening({ ...table, house, seed: (SEED + evening) * EVENINGS_OF.length + seedOf }),
    )
    const errors = played.flatMap((each) => each.errors)
    t.diagnostic(`revived ${played.reduce((sum, { count }) => sum + count, 0)} times; ${errors.join(', ')}`)
    assert.ok(errors.length > 0, 'somebody erred')
  })
}
