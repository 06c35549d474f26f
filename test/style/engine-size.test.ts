/** The engine and the rules of play shrink: a change that makes them larger is taken back, or makes something else smaller. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeFiles, withoutComments } from './source.ts'

/** Lines of code, without comments and blank lines. Whoever makes them fewer writes the new number here; nobody raises it. */
const LINES_MAX = 15_335

const isCounted = (path: string): boolean => path.startsWith('src/engine/') || path.startsWith('src/rules/game/')

test('the engine and the rules of play are no larger than they were', () => {
  const files = codeFiles().filter(({ path }) => isCounted(path))
  assert.notEqual(files.length, 0)
  const lines = files.reduce(
    (sum, { text }) =>
      sum +
      withoutComments(text)
        .split('\n')
        .filter((line) => line.trim() !== '').length,
    0,
  )
  assert.equal(lines, LINES_MAX, lines > LINES_MAX ? 'the engine has grown' : 'the engine has become smaller: write the new number here')
})
