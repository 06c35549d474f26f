/** The table of promises and faults names tests that exist, and silently omits no promise and no fault. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { FAULTS, PROMISES } from '../../../src/tools/documents/fault-matrix.ts'

const ROOT = new URL('../../../', import.meta.url)
/** The name of a test or a group, or a constant that holds one. */
const NAMED = /(?:\b(?:test|it|describe)\(\s*|const NAME = )(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

function namesIn(file: string): readonly string[] {
  const path = new URL(file, ROOT)
  assert.ok(existsSync(path), `${file} is not there`)
  return [...readFileSync(path, 'utf8').matchAll(NAMED)].map(([, , name = '']) => name)
}

for (const { id, proofs } of [...PROMISES, ...FAULTS]) {
  test(`${id}: every test that is named for it exists`, () => {
    assert.ok(proofs.length > 0, `${id} has no test`)
    for (const { file, test: name } of proofs) {
      assert.ok(name.length > 10, `${file}: "${name}" could be the name of any test`)
      assert.ok(
        namesIn(file).some((each) => each.includes(name)),
        `${file} has no test "${name}"`,
      )
    }
  })
}

test('no promise and no fault is left out', () => {
  const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
  assert.deepEqual(
    PROMISES.map(({ id }) => id),
    numbered('P', 9),
  )
  assert.deepEqual(
    FAULTS.map(({ id }) => id),
    numbered('F', 25),
  )
})

test('the README says every promise in its short words, with one of its tests', () => {
  const readme = readFileSync(new URL('README.md', ROOT), 'utf8')
  for (const { id, short, proofs } of PROMISES) {
    assert.ok(
      proofs.some(({ file }) => readme.includes(`- [${short}](${file})`)),
      `README.md: no line of ${id} leads to one of its tests`,
    )
  }
})
