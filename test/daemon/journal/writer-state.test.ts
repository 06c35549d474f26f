/** The journal's writer as a pure machine: what it does next after each input. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stepWriter, type WriterEffect, type WriterInput, type WriterState } from '../../../src/daemon/journal/writer-state.ts'

const EMPTY: WriterState = {
  ...{ firstSegment: 1, firsts: [1], closedBytes: 0, position: 0, bases: new Map(), bytesMax: null },
  ...{ last: { n: 0, crc: 0, hash: '' }, durableN: 0, queued: { records: 0, bytes: 0 } },
  ...{ rotateAfter: null, task: null, failure: null, phase: 'open' },
}
const appended = (n: number): WriterInput => ({ kind: 'appended', last: { n, crc: n, hash: `${n}` }, bytes: 10, baseAt: null })
const written = (n: number, records = 1): WriterInput => ({ kind: 'written', n, records, bytes: 10 * records })

const ROWS: readonly (readonly [what: string, inputs: readonly WriterInput[], effects: readonly string[]])[] = [
  ['a record is written at once', [appended(1)], ['attempt write']],
  [
    'those that come meanwhile wait for the next batch',
    [appended(1), appended(2), written(1)],
    ['attempt write', 'durable 1', 'attempt write'],
  ],
  [
    'a failure pauses, and the same is attempted again',
    [appended(1), { kind: 'failed', reason: 'full' }, { kind: 'waited' }],
    ['attempt write', 'failure full', 'pause', 'attempt write'],
  ],
  [
    'the same failure is told once',
    [appended(1), { kind: 'failed', reason: 'full' }, { kind: 'waited' }, { kind: 'failed', reason: 'full' }],
    ['attempt write', 'failure full', 'pause', 'attempt write', 'pause'],
  ],
  [
    'its end is told',
    [appended(1), { kind: 'failed', reason: 'full' }, { kind: 'waited' }, written(1)],
    ['attempt write', 'failure full', 'pause', 'attempt write', 'failure over', 'durable 1'],
  ],
  [
    'a segment begins after what was appended',
    [appended(1), { kind: 'rotate' }, appended(2), written(1), { kind: 'begun' }],
    ['attempt write', 'durable 1', 'attempt rotate', 'rotated', 'attempt write'],
  ],
  ['an empty segment is not followed by another', [{ kind: 'rotate' }], ['rotated']],
  ['an idle journal stops at once', [{ kind: 'close' }], ['stopped']],
  ['a closing one writes what waits', [appended(1), { kind: 'close' }, written(1)], ['attempt write', 'durable 1', 'stopped']],
  [
    'at the close what waits is attempted once more',
    [appended(1), { kind: 'failed', reason: 'full' }, { kind: 'close' }, { kind: 'failed', reason: 'full' }],
    ['attempt write', 'failure full', 'pause', 'attempt write', 'rotated', 'stopped'],
  ],
  [
    'an attempt under way at the close has another',
    [appended(1), { kind: 'close' }, { kind: 'failed', reason: 'full' }, { kind: 'failed', reason: 'full' }],
    ['attempt write', 'failure full', 'attempt write', 'rotated', 'stopped'],
  ],
]

const textOf = (effect: WriterEffect): string =>
  [
    effect.kind,
    ...('task' in effect ? [effect.task] : 'n' in effect ? [effect.n] : 'reason' in effect ? [effect.reason ?? 'over'] : []),
  ].join(' ')

for (const [what, inputs, effects] of ROWS) {
  test(what, () => {
    let state = EMPTY
    const all: string[] = []
    for (const input of inputs) {
      const [next, done] = stepWriter(state, input)
      state = next
      all.push(...done.map(textOf))
    }
    assert.deepEqual(all, effects)
  })
}
