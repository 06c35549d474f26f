/** Journal records of simulated rounds, and a context to fold them in: no ports, no files, no clock. */
import assert from 'node:assert/strict'
import { DRIVERS } from '../../../devices/registry.ts'
import type { DeviceRole } from '../../../devices/roles.ts'
import { type CaptureLine, captureLines } from '../../../simulators/table/capture.ts'
import { parseConfig } from '../../../src/base/config/parse.ts'
import type { TableConfig } from '../../../src/base/config/table-config.ts'
import { captureReader } from '../../../src/daemon/pipeline/capture.ts'
import { type CoreContext, coreContext } from '../../../src/daemon/stations/core.ts'
import type { HouseId } from '../../../src/rules/house/house.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { JournalRecord } from '../../../src/wire/record.ts'
import { playedRounds } from '../../engine/table-play.ts'

const yaml = (house: HouseId, boxes: number, more: readonly DeviceRole[]): string => `property: demo
pit: p1
table: bj07
house: ${house}
limits: { min: 1000, max: 50000, unit: 500 }
chips: [100, 500, 2500, 10000]
boxes: ${boxes}
spots: [main]
journal: journal
devices:
  - { name: shoe, driver: tlp, role: shoe, path: /dev/shoe, serial: SH-1 }
  - { name: spots, driver: tlp, role: spots, path: /dev/spots, serial: SP-1 }
  - { name: pointer, driver: tlp, role: pointer, path: /dev/pointer, serial: PT-1 }
${more.map((role) => `  - { name: ${role}, driver: tlp, role: ${role}, path: /dev/${role}, serial: ${role}-1 }\n`).join('')}`

export interface Play {
  readonly config: TableConfig
  readonly context: CoreContext
  /** What the devices said, as a capture has it. */
  readonly lines: readonly CaptureLine[]
  readonly records: readonly JournalRecord[]
}

/** A table with shoe, spots and pointer, and with these devices beside them. */
export const playConfig = (house: HouseId, boxes: number, more: readonly DeviceRole[] = []): TableConfig => {
  const read = parseConfig(yaml(house, boxes, more), {
    dir: '/',
    fileFault: () => null,
    folderFault: () => null,
    drivers: DRIVERS,
    purpose: 'replay',
  })
  assert.ok(read.ok, read.ok ? '' : JSON.stringify(read.problems))
  const [config] = read.tables
  assert.ok(config, 'the configuration has a table')
  return config
}

export const playRecords = (house: HouseId, boxes: number, rounds: number, seed: number): Play => {
  const config = playConfig(house, boxes)
  const played = playedRounds(rounds, seed, HOUSES[house].rules, { boxes, pointer: true })
  const lines = captureLines(played, { baseMs: Date.UTC(2026, 0, 1), deviceNames: { shoe: 'shoe', spots: 'spots', pointer: 'pointer' } })
  return { config, context: coreContext(config), lines, records: recordsOf(lines, config) }
}

export const recordsOf = (lines: readonly CaptureLine[], config: TableConfig): readonly JournalRecord[] => {
  const reader = captureReader(config.devices)
  const records = lines.flatMap((line, index) => {
    const found = reader.line({ ...line, number: index + 1 })
    assert.ok(typeof found !== 'string', String(found))
    return found
  })
  return [...records, ...reader.end()]
}

const closed = (): never => {
  throw new TypeError('a frozen Map or Set was changed')
}

/** Freezes all that can be reached; a frozen Map or Set throws when it is changed. */
export const freezeDeep = <T>(value: T, frozen = new Set<unknown>()): T => {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value
  frozen.add(value)
  if (value instanceof Map || value instanceof Set) {
    for (const name of ['set', 'add', 'delete', 'clear'])
      if (name in value && !Object.hasOwn(value, name)) Object.defineProperty(value, name, { value: closed })
    for (const [key, each] of value.entries()) {
      freezeDeep(key, frozen)
      freezeDeep(each, frozen)
    }
  }
  for (const key of Reflect.ownKeys(value)) freezeDeep(Reflect.get(value, key), frozen)
  return Object.freeze(value)
}
