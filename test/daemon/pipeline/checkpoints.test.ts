/** When a checkpoint is taken: between rounds, when nothing is under way, and never so often that a flood would notice. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type SealedCheckpoint, sealCheckpoint } from '../../../src/daemon/journal/checkpoint.ts'
import { checkpoints } from '../../../src/daemon/pipeline/checkpoints.ts'
import { parseState } from '../../../src/daemon/pipeline/state-text.ts'
import { type CoreState, initialCore, stepCore, type Written } from '../../../src/daemon/stations/core.ts'
import type { JournalRecord, RecordBody } from '../../../src/wire/record.ts'
import { turn } from './daemon.ts'
import { playRecords } from './records.ts'

const { context, records } = playRecords('free-bet-european', 3, 8, Number(process.env.SEED ?? 1))
const CODE = 'a'.repeat(64)

/** A journal that counts, a pipe that hands on at once, and what the checkpoints make of it. */
const rig = (keep: (checkpoint: SealedCheckpoint) => Promise<void> = async () => {}) => {
  let n = 0
  let nowMs = 0
  const kept: SealedCheckpoint[] = []
  const named: RecordBody[] = []
  const warnings: string[] = []
  let state: CoreState = initialCore()
  const written = (record: JournalRecord): void => {
    const [next, out] = stepCore(state, record, context)
    state = next
    made.written(out as Written)
  }
  const made = checkpoints({
    head: { kind: 'head', stream: 'q3kf9abc', property: 'demo', pit: 'p1', table: 'bj07', house: 'gld', rulesSha256: '' },
    journal: {
      segmentBytes: () => 0,
      rotate: () => Promise.resolve(),
      head: () => ({ n, crc: n * 7, hash: '' }),
      keep: async (checkpoint) => {
        await keep(checkpoint)
        kept.push(checkpoint)
      },
    },
    recovery: {
      ...{ state, boots: 0, resume: new Map(), unwritten: [], unsure: [], covered: 0, lastMs: 0, said: [], notices: [] },
    },
    code: CODE,
    nowMs: () => nowMs,
    announce: (body) => {
      named.push(body)
      written({ n: ++n, t: 0, ...body })
    },
    warn: (text) => warnings.push(text),
  })
  return {
    ...{ kept, named, warnings, made },
    state: () => state,
    pass: (ms: number) => {
      nowMs += ms
    },
    /** One record through the pipe. */
    hear: (record: JournalRecord = { n: 0, t: 0, kind: 'tick' }) => written({ ...record, n: ++n }),
    /** One that is still under way. */
    append: () => {
      n += 1
      return n
    },
    ticks: (count: number) => {
      for (let each = 0; each < count; each++) written({ n: ++n, t: 0, kind: 'tick' })
    },
  }
}

describe('a checkpoint', () => {
  it('is taken after a hundred records, of the state behind the last of them, and then not for a second', async () => {
    const { made, ticks, named, kept, pass, state } = rig()
    ticks(99)
    made.settled()
    assert.deepEqual(named, [])
    ticks(1)
    const before = state()
    made.settled()
    await turn()
    const expected = sealCheckpoint({ n: 100, crc: 700, from: 101, software: CODE, state: kept[0]?.bytes.toString().split('\n')[1] ?? '' })
    assert.deepEqual(kept, [expected])
    assert.deepEqual(named, [{ kind: 'checkpoint', covers: 100, sha256: expected.sha256 }])
    assert.deepEqual(parseState(expected.bytes.toString().split('\n')[1] ?? ''), { state: before, boots: 0, resume: new Map() })
    ticks(5000)
    pass(999)
    made.settled()
    assert.equal(named.length, 1)
    pass(1)
    made.settled()
    assert.equal(named.length, 2)
  })

  it('is not taken while a record is under way, or a conclusion is not in the journal', () => {
    const { made, ticks, named, append } = rig()
    ticks(200)
    const n = append()
    made.settled()
    assert.deepEqual(named, [])
    made.concluded({ n, t: 0, kind: 'event', envelope: { id: '1', sequence: '1' } })
    made.settled()
    assert.equal(named.length, 1)
  })

  it('is never taken again once the journal refused a conclusion: only a fold from before it would conclude it again', () => {
    const { made, ticks, named } = rig()
    made.concluded(null)
    ticks(1000)
    made.settled()
    assert.deepEqual(named, [])
  })

  it('is not taken while a round is open, but for the beginning of one where no pause came for long', () => {
    const { made, hear, named, ticks, state } = rig()
    const cards = () => state().table.current?.round.cards.length ?? 0
    const next = records[Symbol.iterator]()
    const hearUntil = (isThere: () => boolean) => {
      do hear(next.next().value)
      while (!isThere())
    }
    hearUntil(() => cards() === 2)
    ticks(1000)
    made.settled()
    assert.deepEqual(named, [], 'with a second card more may have been concluded')
    hearUntil(() => cards() === 1)
    made.settled()
    assert.equal(named.length, 1)
  })

  it('reads again from the oldest of the last 256 conclusions', async () => {
    const { made, named, append, kept } = rig()
    for (let said = 1; said <= 700; said++)
      made.concluded({ n: append(), t: 0, kind: 'event', envelope: { id: `${said}`, sequence: `${said}` } })
    made.settled()
    await turn()
    assert.equal(named.length, 1)
    assert.equal(JSON.parse(kept[0]?.bytes.toString().split('\n')[0] ?? '').from, 700 - 255)
  })

  it('that the disk does not take is said once, and tried again a minute later', async () => {
    let full = true
    const { made, ticks, named, kept, warnings, pass } = rig(async () => {
      if (full) throw new Error('ENOSPC: no space left')
    })
    ticks(100)
    made.settled()
    await turn()
    for (let second = 0; second < 59; second++) {
      pass(1000)
      ticks(100)
      made.settled()
    }
    assert.deepEqual(warnings, ['no checkpoint was written: ENOSPC: no space left. The next start takes longer; nothing else is affected'])
    full = false
    pass(1000)
    made.settled()
    await turn()
    assert.deepEqual([named.length, kept.length, warnings.length], [2, 1, 1])
  })

  it('waits for the one before it to be written', async () => {
    let done = () => {}
    const { made, ticks, named, pass } = rig(() => new Promise((resolve) => (done = resolve)))
    ticks(100)
    made.settled()
    pass(10_000)
    ticks(1000)
    made.settled()
    assert.equal(named.length, 1)
    done()
    await turn()
    made.settled()
    assert.equal(named.length, 2)
  })
})
