/**
 * What a device does wrong while its line works: no person can do it, and no round shows it by itself. A sign becomes an incident and an alarm of
 * the device. It accuses nobody and excuses nobody.
 */
import type { TableEvent } from '../engine/event.ts'
import type { DEVICE_ALARMS } from './device-alarms.ts'
import { SILENT_SHOE } from './silent-shoe.ts'
import type { JudgeContext, Sight } from './watch.ts'

export interface DeviceSign {
  readonly device: string
  readonly code: keyof typeof DEVICE_ALARMS
  /** Its alarm, as on the wire. */
  readonly alarm: string
  /** What a person reads; null: it is over. */
  readonly words: { readonly text: string; readonly remedy: string } | null
}

/** What a watch remembers, as plain values, and the signs that begin or end with one observation. */
export interface DeviceWatch<State> {
  readonly initial: State
  step(state: State, sight: Sight, context: JudgeContext): readonly [State, readonly DeviceSign[]]
}

const ROWS = { silentShoe: SILENT_SHOE }
export type DevicesWatched = { readonly [W in keyof typeof ROWS]: (typeof ROWS)[W]['initial'] }
const WATCHES: { readonly [W in keyof DevicesWatched]: DeviceWatch<DevicesWatched[W]> } = ROWS

export const DEVICES_WATCHED: DevicesWatched = { silentShoe: SILENT_SHOE.initial }

export const watchDevices = (
  before: DevicesWatched,
  sight: Sight,
  context: JudgeContext,
): readonly [DevicesWatched, readonly DeviceSign[]] => {
  const [silentShoe, signs] = WATCHES.silentShoe.step(before.silentShoe, sight, context)
  return [{ silentShoe }, signs]
}

/** What the table's events say of signs that begin. */
export const incidentsOf = (signs: readonly DeviceSign[], at: number, cause: string): readonly TableEvent[] =>
  signs.flatMap(({ device, code, words }) =>
    words === null ? [] : [{ type: 'device.incident', at, round: null, cause, data: { device, code, text: words.text } } as const],
  )
