/** F18 over a real process: the computer's clock is set back a minute in the middle of rounds, and nobody is accused by it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { tableTimeOf } from '../../src/wire/record.ts'
import { assertReplayed, startRig } from './rig.ts'
import { faultsOf } from './subscriber.ts'
import { freeBetRounds, readJournal, withoutPauses } from './table.ts'

const SEED = Number(process.env.SEED ?? 7)
const ROUNDS = 3
const STEP_MS = -60_000
const CLOCK = join(import.meta.dirname, 'settable-clock.mjs')

test('a clock that is set back a minute twice is told, and accuses no faultless dealer', async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const rounds = freeBetRounds(ROUNDS, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const daemon = await rig.startDaemon({ preload: CLOCK })
  for (const [index, round] of rounds.entries()) {
    const actions = withoutPauses([round])
    const middle = Math.floor(actions.length / 2)
    await rig.play(actions.slice(0, middle))
    // In play, while a bet and a card on either side of it are compared.
    if (index < 2) {
      const from = subscriber.frames.length
      daemon.signal('SIGUSR2')
      await subscriber.hears('the alarm', ({ topic, said }) => topic === 'alarm/clock' && said?.data.code === 'CLOCK-SET', from)
    }
    await rig.play(actions.slice(middle))
  }
  await rig.closeShoe(ROUNDS)
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  await subscriber.sees('status', ({ data }) => data.state === 'stopped')

  await t.test('no finding was raised, and every round is told whole', () => {
    assert.deepEqual(subscriber.events('ev/procedure'), [])
    for (const { type, data } of subscriber.events('ev/round')) if (type === 'round.closed') assert.equal(data.complete, true)
    assert.deepEqual(faultsOf(subscriber), [])
  })

  const records = readJournal(rig.journal)
  await t.test('the journal keeps the wall clock as it was, and beside it a time that never falls', () => {
    const steps = records.flatMap((record) => (record.kind === 'clock' ? [record.stepMs] : []))
    assert.deepEqual(
      steps.map((stepMs) => Math.round(stepMs / 1000)),
      [STEP_MS / 1000, STEP_MS / 1000],
    )
    for (const [index, record] of records.entries()) {
      const before = records[index - 1] ?? record
      assert.ok(tableTimeOf(record) >= tableTimeOf(before), `record ${record.n}`)
    }
    const [first, last] = [records[0], records.at(-1)]
    assert.ok(first && last && last.t < first.t && tableTimeOf(last) > tableTimeOf(first), 'the wall clock ends before it began')
  })

  await t.test('people read the wall clock as it was set from then on', () => {
    const last = subscriber.events('ev/round').at(-1)
    const line = records.findLast(({ kind }) => kind === 'line')
    assert.ok(last && line && Math.abs(Date.parse(last.time) - line.t) < 10_000, `${last?.time} ${line?.t}`)
  })

  await t.test('a replay of the journal says the same, byte for byte', () => assertReplayed(rig))
})
