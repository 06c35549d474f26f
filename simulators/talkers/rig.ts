/** A twin on a port: what it senses is said at once, or lost while nobody listens. */
import type { Scan } from '../../devices/scan.ts'
import type { LineFault } from '../device/faults.ts'
import type { PlayedDevices } from '../device/player.ts'
import type { DevicePort } from '../device/rig.ts'
import type { Timing } from '../device/timing.ts'
import { TWINS } from './index.ts'
import { type Twin, whole } from './twin.ts'

export interface TalkerOptions {
  readonly twin: Twin
  readonly port: DevicePort
  readonly timing: Timing
  /** Faults of the line; default none. */
  readonly sent?: LineFault
  /** Share of the messages that one of the device's own faults befalls; default 0. */
  readonly faultShare?: number
  readonly random?: () => number
  /** A fault, by its name. */
  readonly onFault?: (name: string) => void
}

export type SimulatedTalker = NonNullable<PlayedDevices['shoe']> & {
  readonly twin: Twin
  readonly port: DevicePort
}

export const twinNamed = (driver: string): Twin | null => TWINS.find((twin) => twin.driver === driver) ?? null

export function startTalker({ twin, port, timing, sent, faultShare = 0, random = () => 1, onFault }: TalkerOptions): SimulatedTalker {
  const voice = twin.begin()
  const faults = Object.entries(twin.faults)
  const say = (text: string): void => {
    for (const { text: piece, pauseMs } of sent?.(text) ?? [{ text, pauseMs: 0 }]) {
      if (pauseMs === 0) void port.write(piece)
      else timing.after(pauseMs, () => void port.write(piece))
    }
  }
  const upset = (message: string): string => {
    const fault = random() < faultShare ? faults[whole(random, faults.length)] : undefined
    if (fault === undefined) return message
    onFault?.(fault[0])
    return fault[1].change(message, random)
  }
  say(twin.hello)
  return {
    ...{ twin, port, hasRoom: true, room: () => Promise.resolve() },
    /** What it has no word for is nothing to it. */
    sense(scan: Scan) {
      const message = voice(scan)
      if (message !== null) say(scan.kind === 'card' ? upset(message) : message)
      return true
    },
  }
}
