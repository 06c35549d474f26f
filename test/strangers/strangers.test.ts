/** Situations from life that strangers wrote, with their truth: no innocent is accused, and what is told of them is true. */
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { todays } from '../runner/rotation.ts'
import { judged, situationsIn } from './notation.ts'

const FOLDER = new URL('situations/', import.meta.url)
/** Its situations are told wrongly so far. */
const OPEN = 'open.txt'
/** So are these, and something that did not happen is proven. */
const ACCUSED = 'accused.txt'

/** An eighth of them each day; `npm test -- --all strangers` plays all. */
const TURNS = 8
const files = readdirSync(FOLDER).sort()

for (const file of [
  OPEN,
  ACCUSED,
  ...todays(
    files.filter((name) => name !== OPEN && name !== ACCUSED),
    TURNS,
  ),
]) {
  for (const situation of situationsIn(readFileSync(new URL(file, FOLDER), 'utf8'), file)) {
    test(`${file}: ${situation.name}`, () => {
      const { falsehoods, accused } = judged(situation)
      if (file === ACCUSED) assert.notDeepEqual(accused, [], 'nothing wrong is proven by now: move it to the others')
      else assert.deepEqual(accused, [], 'somebody who did not err is said to have erred, proven')
      if (file === OPEN) assert.notDeepEqual(falsehoods, [], 'told right by now: move it to the others')
      else if (file !== ACCUSED) assert.deepEqual(falsehoods, [])
    })
  }
}
