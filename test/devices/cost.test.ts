/** The cost of a byte is bounded, whatever comes. Work is counted here; the long form, `npm run measure -- drivers`, takes the time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TALKERS } from '../../devices/registry.ts'
import { costOf, worstOf } from './worst.ts'

const SEED = Number(process.env.SEED ?? 1)
const BYTES = 100_000

for (const talker of TALKERS)
  test(`${talker.name}: no byte enters a checksum more than twice, whatever comes (SEED=${SEED})`, () => {
    for (const text of [...worstOf(talker), { seed: SEED }]) {
      const { bytes, summed } = costOf(talker, text, BYTES)
      assert.ok(summed <= 2 * bytes, `${JSON.stringify(text)}: ${summed} of ${bytes}`)
    }
  })
