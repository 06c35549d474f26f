/** Nothing that is published as certain while a round is in play is false, even with faulty sensors. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FAULT_NAMES } from '../../../simulators/table/sensor-faults.ts'
import { isAll, todays } from '../../runner/rotation.ts'
import { checkScene } from './check.ts'
import { sceneOf } from './scene.ts'

/** `TABLES=100 SEED=5 npm test -- --all false-words` plays other tables. */
const TABLES = Number(process.env.TABLES ?? 8)
const SEED = Number(process.env.SEED ?? 97)
/** Of a table; fewer are too few to tell anything. All together there are more. */
const WORDS_MIN = 60
const MEAN_MIN = 100

const tables = [[], FAULT_NAMES].flatMap((faults) => Array.from({ length: TABLES }, (_, number) => ({ number, faults })))
const said: number[] = []
for (const { number, faults } of todays(tables, tables.length)) {
  test(`${faults.length === 0 ? 'in time' : 'with sensors at fault'}, table ${number} (SEED=${SEED})`, (t) => {
    const { words, failures } = checkScene(sceneOf(SEED, number, { faults, pointer: false, pointerLateMs: 0 }))
    said.push(words)
    t.diagnostic(`${words} words for certain`)
    assert.ok(words > WORDS_MIN, `${words} words are too few to tell anything`)
    assert.deepEqual(
      failures.filter(({ kind }) => kind === 'false word'),
      [],
    )
  })
}

if (isAll) {
  test('all together', () => {
    const sum = said.reduce((all, each) => all + each, 0)
    assert.ok(sum > MEAN_MIN * tables.length, `${sum} words of ${tables.length} tables are too few to tell anything`)
  })
}
