/** A device as a ladder, climbed from the line up as the doctor does. Pure. */
import type { Device } from './messages.ts'

export const RUNGS = ['device.heartbeat', 'device.errors', 'device.serial', 'device.ring', 'device.clock'] as const
export type RungName = (typeof RUNGS)[number]

/** `look`: the rung holds, but somebody should look at it. `open`: unknown. */
export type Stands = 'ok' | 'look' | 'broken' | 'open'

/** If half the ring has not been taken, the disk does not store what the device sends. */
const RING_SHARE_MAX = 0.5

/** If a device is gone, nothing above the line is known. */
export function standOf(rung: RungName, { up, firmware, ringFill, ringSize, clockOffsetMs, errors }: Device): Stands {
  if (!up) return rung === 'device.heartbeat' ? 'broken' : 'open'
  switch (rung) {
    case 'device.heartbeat':
      return 'ok'
    case 'device.errors':
      return [...errors.values()].some((count) => count > 0) ? 'look' : 'ok'
    case 'device.serial':
      return firmware === null ? 'open' : 'ok'
    case 'device.ring':
      if (ringFill === null) return 'open'
      return ringSize !== null && ringFill > RING_SHARE_MAX * ringSize ? 'look' : 'ok'
    case 'device.clock':
      return clockOffsetMs === null ? 'open' : 'ok'
  }
}
