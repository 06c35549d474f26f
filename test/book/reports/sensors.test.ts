/** What sensors would have bought, at tables without them: against the readings that the same evening has with them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captureLines } from '../../../simulators/table/capture.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { type Bought, sensorsBought } from '../../../src/book/reports/sensors.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { coreContext } from '../../../src/daemon/stations/core.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import { configFor, DEVICE_NAMES } from '../../daemon/pipeline/heard-play.ts'
import { BASE_MS, playedRounds } from '../../engine/table-play.ts'
import { isAll } from '../../runner/rotation.ts'

const SEED = Number(process.env.SEED ?? 5)
const ROUNDS = isAll ? 40 : 20
const BOXES = 3
const { rules } = HOUSES.gld
const ALWAYS = { from: 0, to: Number.POSITIVE_INFINITY }

/** The same rounds at a table with or without a pointer. */
const boughtAt = (pointer: boolean, more: Partial<TableConfig> = {}): Bought => {
  const config = configFor({ house: 'gld', rules, boxes: BOXES, spots: ['main'], spotLagMs: 1500, chipEvidence: 'payouts', ...more })
  const { take, bought } = sensorsBought(coreContext(config), ALWAYS)
  const reader = captureReader(config.devices)
  const played = playedRounds(ROUNDS, SEED, rules, { boxes: BOXES, pointer, chipEvidence: config.chipEvidence })
  for (const line of captureLines(played, { baseMs: BASE_MS, deviceNames: DEVICE_NAMES })) {
    const heard = reader.line({ ...line, number: 1 })
    assert.ok(typeof heard !== 'string', String(heard))
    heard.forEach(take)
  }
  return bought()
}

const settledBy = ({ sensors }: Bought, name: string) => sensors.find(({ sensor }) => sensor === name) ?? assert.fail(name)

test(`a table with a pointer lacks none: it has one reading in every round (seed ${SEED})`, () => {
  const { rounds, oneReading, sensors } = boughtAt(true)
  assert.ok(rounds >= ROUNDS - 2, `${rounds} rounds closed`)
  assert.equal(oneReading, rounds)
  assert.deepEqual(
    sensors.filter(({ without, settled }) => without > 0 || settled > 0),
    [],
  )
})

test(`without one it would have settled every round whose readings are written out, and nothing settles more (seed ${SEED})`, () => {
  const bought = boughtAt(false)
  const open = bought.rounds - bought.oneReading
  assert.ok(open > 3, `${open} rounds with several readings`)
  const pointer = settledBy(bought, 'pointer')
  assert.equal(pointer.without, open)
  for (const { settled, without } of bought.sensors)
    assert.ok(settled <= pointer.settled + 1e-9 && settled <= without, `${settled} of ${without}`)
  assert.ok(pointer.settled > 0.8 * (open - bought.notWritten), `${pointer.settled} of ${open}, ${bought.notWritten} not written out`)
  // Payments are sensed there already.
  assert.equal(settledBy(bought, 'payments').without, 0)
})
