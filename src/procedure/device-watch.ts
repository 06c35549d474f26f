/**
 * What a device does wrong while its line works: no person can do it, and no round shows it by itself. A sign becomes an incident and an alarm of
 * the device. It accuses nobody and excuses nobody.
 */
import type { TableEvent } from '../engine/event.ts'
import type { HostWords } from '../engine/observation.ts'
import { READ_TWICE } from './read-twice.ts'
import { SILENT_SHOE } from './silent-shoe.ts'
import type { JudgeContext, Sight } from './watch.ts'

export interface DeviceSign {
  readonly device: string
  /** Its code as an incident. */
  readonly incident: string
  /** Its own alarm, as on the wire, which ends with the sign; null: the device's incident, which has no end to be seen. */
  readonly alarm: string | null
  /** What a person reads; null: it is over. */
  readonly words: HostWords | null
}

/** What a watch remembers, as plain values, and the signs that begin or end with one observation. */
export interface DeviceWatch<State> {
  readonly initial: State
  step(state: State, sight: Sight, context: JudgeContext): readonly [State, readonly DeviceSign[]]
}

const ROWS = { silentShoe: SILENT_SHOE, readTwice: READ_TWICE }
export type DevicesWatched = { readonly [W in keyof typeof ROWS]: (typeof ROWS)[W]['initial'] }
const WATCHES: { readonly [W in keyof DevicesWatched]: DeviceWatch<DevicesWatched[W]> } = ROWS

export const DEVICES_WATCHED: DevicesWatched = { silentShoe: SILENT_SHOE.initial, readTwice: READ_TWICE.initial }

export const watchDevices = (
  before: DevicesWatched,
  sight: Sight,
  context: JudgeContext,
): readonly [DevicesWatched, readonly DeviceSign[]] => {
  const [silentShoe, silent] = WATCHES.silentShoe.step(before.silentShoe, sight, context)
  const [readTwice, twice] = WATCHES.readTwice.step(before.readTwice, sight, context)
  return [{ silentShoe, readTwice }, [...silent, ...twice]]
}

/** What the table's events say of signs that begin. */
export const incidentsOf = (signs: readonly DeviceSign[], at: number, cause: string): readonly TableEvent[] =>
  signs.flatMap(({ device, incident: code, words }) =>
    words === null ? [] : [{ type: 'device.incident', at, round: null, cause, data: { device, code, text: words.text } } as const],
  )
