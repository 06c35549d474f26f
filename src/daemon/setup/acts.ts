/** What the set-up does outside: listens to devices, tries the broker, walks the doctor's steps. Each ends by itself or when it is told to. */

import { DRIVERS, findDriver } from '../../../devices/registry.ts'
import type { Scan } from '../../../devices/scan.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import type { Said, Text } from '../../words/text.ts'
import { examineBroker } from '../doctor/broker.ts'
import { BROKER_RUNGS } from '../doctor/broker-rungs.ts'
import { examineDevice, type Watch } from '../doctor/device.ts'
import { DEVICE_RUNGS } from '../doctor/device-rungs.ts'
import type { TableWalks } from '../doctor/page.ts'
import { climb, type Step } from '../doctor/rung.ts'
import { examineTalker } from '../doctor/talker.ts'
import { TALKER_RUNGS } from '../doctor/talker-rungs.ts'
import { walkTables } from '../doctor/walk.ts'
import { Refused, refusal } from './refusals.ts'

export interface Clock {
  /** Monotonic, ms. */
  readonly nowMs: () => number
  /** Unix ms. */
  readonly wallMs: () => number
}

interface Asked extends Clock {
  readonly signal: AbortSignal
  readonly onStep: (what: Text | null) => void
}

/** A device of ours answers at once; one that only talks speaks when a card passes. */
const LISTEN_MS = { asked: 1500, talker: 6000 }
/** The whole listening, with the opening: a device that is mute never binds. */
const LISTEN_MS_MAX = 12_000
/** A person goes around the table with a chip. */
const TOUCH_MS_MAX = 600_000
const WALK_MS = 3000
/** No device has it: whatever answers is a stranger, and says who it is. */
const NOBODY = 'set-up-asks'
/** Of the steps for a device those that need no configuration. */
const STEPS_BEFORE_BINDING = 4

export interface Answer {
  readonly steps: readonly Step[]
  /** null: it did not say. */
  readonly serial: string | null
  readonly role: string | null
}

/** @throws Error if there is no such driver */
export async function listenAt(path: string, driver: string, cardFile: string | null, asked: Asked): Promise<Answer> {
  const row = DRIVERS.find(({ name }) => name === driver)
  if (row === undefined) throw new Refused(refusal('no-driver', { name: driver.slice(0, 40) }))
  const { identity } = row.traits
  const device: DeviceConfig = {
    ...{ name: 'asked', driver, role: row.role, path, serial: identity === 'none' ? 'none' : NOBODY },
    ...(cardFile === null ? {} : { cardFile }),
  }
  const signal = AbortSignal.any([asked.signal, AbortSignal.timeout(LISTEN_MS_MAX)])
  const watch: Watch = { ...asked, signal, watchMs: identity === 'asked' ? LISTEN_MS.asked : LISTEN_MS.talker }
  if (identity === 'asked') {
    const facts = await examineDevice(device, [device], watch)
    const { hello } = facts
    return {
      steps: climb(DEVICE_RUNGS.slice(0, STEPS_BEFORE_BINDING), facts),
      ...{ serial: hello?.serial ?? null, role: hello?.dev ?? null },
    }
  }
  const facts = await examineTalker(device, [device], watch)
  // Without a serial number of its own, a valid message is all it can say of itself.
  const isThere = facts.stranger !== null || (identity === 'none' && facts.good > 0)
  return {
    steps: climb(TALKER_RUNGS.slice(0, STEPS_BEFORE_BINDING), facts),
    ...{ serial: facts.stranger ?? (isThere ? 'none' : null), role: row.role },
  }
}

/** Tells every scan of the device until the signal. */
export async function listenToSpots(device: DeviceConfig, onScan: (scan: Scan) => void, asked: Asked): Promise<Said | null> {
  const { traits } = findDriver(device.driver, device.role)
  if (traits.identity !== 'asked') return refusal('spots-untouched', { driver: device.driver })
  const facts = await examineDevice(device, [device], { ...asked, watchMs: TOUCH_MS_MAX, onScan })
  const failed = climb(DEVICE_RUNGS, facts).find(({ state }) => state === 'failed')
  if (asked.signal.aborted || failed === undefined) return null
  return refusal('step', { name: device.name, step: failed.said.name, detail: failed.said.detail, todo: failed.said.todo ?? '' })
}

/** The first address whose steps all hold, or the last one. */
export async function tryBroker(table: TableConfig, asked: Asked): Promise<readonly Step[]> {
  const { mqtt, journal } = table
  const tried: (readonly Step[])[] = []
  for (const url of mqtt?.urls ?? []) {
    if (mqtt === null) break
    const steps = climb(BROKER_RUNGS, await examineBroker(url, mqtt, table, { ...asked, journal }))
    tried.push(steps)
    if (steps.every(({ state }) => state !== 'failed')) break
  }
  return tried.at(-1) ?? []
}

export async function walk(table: TableConfig, asked: Asked): Promise<TableWalks> {
  const { onStep, ...rest } = asked
  const [walks] = await walkTables([table], { ...rest, watchMs: WALK_MS, person: null, onStep: (_name, what) => onStep(what) })
  if (walks === undefined) throw new Refused(refusal('nothing-examined'))
  return walks
}
