/** The page of promises and faults leaves none out, each has a test, and the README says every promise. That its links lead somewhere is tested with all pages. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (name: string): string => readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
const TEST = /\]\(\.\.\/(test\/[\w/.-]+\.test\.ts)\)/g

interface Row {
  readonly id: string
  readonly tests: readonly string[]
}
const rows: readonly Row[] = [...read('docs/reliability.md').matchAll(/^\| ([PF]\d+) \|.*$/gm)].map(([line, id = '']) => ({
  id,
  tests: [...line.matchAll(TEST)].map(([, file = '']) => file),
}))

test('no promise and no fault is left out, and each has a test', () => {
  const numbered = (letter: string, count: number) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`)
  assert.deepEqual(
    rows.map(({ id }) => id),
    [...numbered('P', 10), ...numbered('F', 25)],
  )
  assert.deepEqual(
    rows.filter(({ tests }) => tests.length === 0),
    [],
  )
})

test('the README says every promise, with one of its tests', () => {
  const [, promises = ''] = read('README.md').match(/## Promises\n([\s\S]*?)\n## /) ?? []
  for (const { id, tests } of rows.filter((row) => row.id.startsWith('P')))
    assert.ok(
      tests.some((file) => promises.includes(`](${file})`)),
      `README.md: no line of ${id} leads to one of its tests`,
    )
})
