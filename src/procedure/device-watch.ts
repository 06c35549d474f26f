/** The watches of devices, and what becomes of their signs (`device-sign.ts`). */
import type { TableEvent } from '../engine/event.ts'
import type { Reason } from '../rules/reasons.ts'
import type { DeviceSign, DeviceWatch } from './device-sign.ts'
import { DISCARDS_WATCH } from './discards-watch.ts'
import { READ_TWICE } from './read-twice.ts'
import { SILENT_SHOE } from './silent-shoe.ts'
import { STUCK_SPOT } from './stuck-spot.ts'
import type { JudgeContext, Sight } from './watch.ts'

const ROWS = { silentShoe: SILENT_SHOE, readTwice: READ_TWICE, stuckSpot: STUCK_SPOT, discards: DISCARDS_WATCH }
export type DevicesWatched = { readonly [W in keyof typeof ROWS]: (typeof ROWS)[W]['initial'] }
const WATCHES: { readonly [W in keyof DevicesWatched]: DeviceWatch<DevicesWatched[W]> } = ROWS

export const DEVICES_WATCHED: DevicesWatched = {
  silentShoe: SILENT_SHOE.initial,
  readTwice: READ_TWICE.initial,
  stuckSpot: STUCK_SPOT.initial,
  discards: DISCARDS_WATCH.initial,
}

export const watchDevices = (
  before: DevicesWatched,
  sight: Sight,
  context: JudgeContext,
): readonly [DevicesWatched, readonly DeviceSign[]] => {
  const [silentShoe, silent] = WATCHES.silentShoe.step(before.silentShoe, sight, context)
  const [readTwice, twice] = WATCHES.readTwice.step(before.readTwice, sight, context)
  const [stuckSpot, stuck] = WATCHES.stuckSpot.step(before.stuckSpot, sight, context)
  const [discards, collected] = WATCHES.discards.step(before.discards, sight, context)
  return [{ silentShoe, readTwice, stuckSpot, discards }, [...silent, ...twice, ...stuck, ...collected]]
}

/** Why nothing in this round is certain; null: the devices give no reason. */
export const doubtOf = ({ readTwice, discards }: DevicesWatched, round: string | null): Reason | null => {
  if (round === null) return null
  if (readTwice.rounds.includes(round)) return { code: 'card-read-twice' }
  return discards.doubted.includes(round) ? { code: 'card-among-discards' } : null
}

/** The rounds whose findings are less certain than before. */
export const newlyDoubted = ({ discards: before }: DevicesWatched, { discards: after }: DevicesWatched): readonly string[] =>
  before.doubted === after.doubted ? [] : after.doubted.filter((round) => !before.doubted.includes(round))

/** What the table's events say of signs that begin. */
export const incidentsOf = (signs: readonly DeviceSign[], at: number, cause: string): readonly TableEvent[] =>
  signs.flatMap(({ device, incident: code, words }) =>
    words === null ? [] : [{ type: 'device.incident', at, round: null, cause, data: { device, code, text: words.text } } as const],
  )
