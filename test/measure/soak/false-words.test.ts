/** Nothing that is published as certain while a round is in play is false, even with faulty sensors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAULT_NAMES } from '../../../simulators/table/sensor-faults.ts'
import { checkScene } from './check.ts'
import { sceneOf } from './scene.ts'

/** `TABLES=100 SEED=5 npm test -- false-words` plays other tables. */
const TABLES = Number(process.env.TABLES ?? 8)
const SEED = Number(process.env.SEED ?? 97)

for (const faults of [[], FAULT_NAMES]) {
  test(`${faults.length === 0 ? 'in time' : 'with sensors at fault'} (SEED=${SEED} TABLES=${TABLES})`, (t) => {
    const told = Array.from({ length: TABLES }, (_, number) =>
      checkScene(sceneOf(SEED, number, { faults, pointer: false, pointerLateMs: 0 })),
    )
    const said = told.reduce((sum, { words }) => sum + words, 0)
    t.diagnostic(`${said} words for certain`)
    assert.ok(said > 100 * TABLES, `${said} words are too few to tell anything`)
    assert.deepEqual(
      told.flatMap(({ failures }) => failures.filter(({ kind }) => kind === 'false word')),
      [],
    )
  })
}
