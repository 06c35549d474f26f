/** The rows of `npm run measure -- mutants` still fit the sources, and what a runner prints is understood. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { faultOf, MUTANTS, type Mutant } from './rows.ts'
import { failuresIn, ROOT } from './tree.ts'

describe('the mutants', () => {
  it('are forty, each of a text that its file has once', () => {
    assert.equal(MUTANTS.length, 40)
    assert.deepEqual(
      MUTANTS.flatMap((mutant, at) => (faultOf(mutant, ROOT) === null ? [] : [`row ${at + 1}: ${faultOf(mutant, ROOT)}`])),
      [],
    )
  })

  it('are refused where they change nothing, or nobody knows what', () => {
    const [row] = MUTANTS as readonly [Mutant]
    assert.match(faultOf({ ...row, file: 'src/no-such-file.ts' }, ROOT) ?? '', /there is no/)
    assert.match(faultOf({ ...row, before: 'no such text' }, ROOT) ?? '', /0 times/)
    assert.match(faultOf({ ...row, before: 'const' }, ROOT) ?? '', /\d+ times/)
    assert.match(faultOf({ ...row, after: row.before }, ROOT) ?? '', /nothing changes/)
  })
})

describe('what a runner prints', () => {
  it('names the files that failed', () => {
    const text = '*** test/a/b.test.ts, test/c.test.ts failed\n*** killed after 120 s without an end: the test "x" of test/d.test.ts\n'
    assert.deepEqual(failuresIn(text), { failed: ['test/a/b.test.ts', 'test/c.test.ts', 'test/d.test.ts'], others: [] })
  })

  it('names them where the runner is an older one', () => {
    assert.deepEqual(failuresIn('\ntest at test/engine/a.test.ts:12:3\n✖ it holds\n'), { failed: ['test/engine/a.test.ts'], others: [] })
  })

  it('names a process of several files that ended before its first test', () => {
    assert.deepEqual(failuresIn('*** 2 files: engine/a engine/b failed\n'), { failed: [], others: ['2 files: engine/a engine/b'] })
    assert.deepEqual(failuresIn('*** node 3 left 1 processes running\n3 passed, 0 failed, 0 skipped\n'), { failed: [], others: [] })
  })
})
