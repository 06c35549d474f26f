/** The device's side of a reader of dealers' badges: what it says while a badge lies there, and the faults that such readers are known for. */
import type { DevicePort } from '../device/rig.ts'
import type { Timing } from '../device/timing.ts'
import { whole } from './twin.ts'

export interface BadgeFault {
  readonly does: string
  /** What arrives instead of the message. */
  readonly change: (message: string, random: () => number) => string
}

export interface BadgeTwin {
  /** As in the table's configuration. */
  readonly driver: string
  readonly serial: 'none'
  /** What it says at once, and again and again, while the badge of this number lies there. */
  readonly say: (badge: string) => string
  readonly everyMs: number
  readonly faults: { readonly [name: string]: BadgeFault }
  /** Its badge file: the numbers of each dealer's badges. */
  readonly badges: ReadonlyMap<string, readonly string[]>
}

export interface BadgeReaderOptions {
  readonly twin: BadgeTwin
  readonly port: Pick<DevicePort, 'write'>
  readonly timing: Timing
  /** Share of the messages that one of the device's own faults befalls; default 0. */
  readonly faultShare?: number
  readonly random?: () => number
}

export interface SimulatedBadgeReader {
  /** Lays a badge there in place of what lay there; null: it is taken away. */
  lay(badge: string | null): void
  /** Leaves the port open. */
  end(): void
}

export function startBadgeReader({ twin, port, timing, faultShare = 0, random = () => 1 }: BadgeReaderOptions): SimulatedBadgeReader {
  const faults = Object.values(twin.faults)
  let cancel = (): void => undefined
  const say = (badge: string): void => {
    const message = twin.say(badge)
    const fault = random() < faultShare ? faults[whole(random, faults.length)] : undefined
    void port.write(fault?.change(message, random) ?? message)
    cancel = timing.after(twin.everyMs, () => say(badge))
  }
  return {
    lay(badge) {
      cancel()
      if (badge !== null) say(badge)
    },
    end: () => cancel(),
  }
}
