/**
 * P5 with a real process: the memory that the daemon alone holds while a table is played, round after round, in compressed time.
 * MEMORY_ROUNDS=420: an evening of six hours, whose slope is reported; `npm run measure -- faults --only memory`.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MEMORY_TOLD, type Memory, memoryOf } from '../../e2e/memory.ts'
import { startRig } from '../../e2e/rig.ts'
import { freeBetRounds, withoutPauses } from '../../e2e/table.ts'

const SEED = Number(process.env.SEED ?? 7)
const ROUNDS = Number(process.env.MEMORY_ROUNDS ?? 12)
/** Enough rounds for a meaningful slope. */
const ROUNDS_OF_A_SLOPE = 60
const EVERY = Math.max(1, Math.round(ROUNDS / 40))
/** Caches fill at first, so the slope starts after this share. */
const WARM = 1 / 3
const MB = 1_000_000
const HOUR_MS = 3_600_000
const SLOPE_MB_MAX = 1
/** A short run may take no more than this, whatever it keeps. */
const HELD_MB_MAX = 60
const RESIDENT_MB_MAX = 260
/** Table time between two actions. */
const PAUSE_MS_MAX = 1500
const ROUND_MS_MAX = 30_000

interface Sample extends Memory {
  /** Hours of play on the table's own clock. */
  readonly hour: number
}

/** Least squares, MB per hour. */
const slopeOf = (samples: readonly Sample[], of: keyof Memory): number => {
  const mean = (each: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + each(sample), 0) / samples.length
  const [hour, size] = [mean((each) => each.hour), mean((each) => each[of])]
  return mean((each) => (each.hour - hour) * (each[of] - size)) / mean((each) => (each.hour - hour) ** 2) / MB
}

test(`what a daemon holds over ${ROUNDS} rounds (SEED=${SEED})`, { timeout: 120_000 + ROUNDS * ROUND_MS_MAX }, async (t) => {
  const rounds = freeBetRounds(ROUNDS, SEED, { spotLagMs: 0 })
  const rig = await startRig(t)
  const { subscriber } = rig
  const daemon = await rig.startDaemon({ preload: MEMORY_TOLD })
  const memory = memoryOf(daemon)
  await subscriber.close()
  const samples: Sample[] = []
  for (const [index, round] of rounds.entries()) {
    await rig.play(withoutPauses([round], PAUSE_MS_MAX))
    const endMs = round.actions.at(-1)?.atMs ?? 0
    if ((index + 1) % EVERY === 0) samples.push({ ...(await memory()), hour: endMs / HOUR_MS })
  }
  assert.deepEqual(await daemon.end('SIGTERM'), { code: 0, signal: null })
  const last = samples.at(-1) ?? assert.fail('it was looked at')
  const warm = samples.filter(({ hour }) => hour >= last.hour * WARM)
  const [held, resident] = [slopeOf(warm, 'held'), slopeOf(warm, 'resident')]
  t.diagnostic(
    `memory: ${held.toFixed(2)} MB/h held, ${resident.toFixed(2)} MB/h resident over ${last.hour.toFixed(1)} h and ${samples.length} samples; ` +
      `${(last.held / MB).toFixed(1)} MB held and ${(last.resident / MB).toFixed(0)} MB resident in the end`,
  )
  assert.ok(last.held < HELD_MB_MAX * MB, `${last.held} bytes are held`)
  assert.ok(last.resident < RESIDENT_MB_MAX * MB, `${last.resident} bytes are resident`)
  if (ROUNDS >= ROUNDS_OF_A_SLOPE) assert.ok(held < SLOPE_MB_MAX, `${held} MB/h`)
})
