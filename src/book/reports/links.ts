/** How long the devices of a table were connected, from the reports about their links. Pure. */
import type { AskedDevice } from './rows-asked.ts'

export interface DeviceTime {
  /** Links that broke within the span. */
  readonly faults: number
  /** Share of the devices' time, 0 to 1; null: no link was reported. */
  readonly up: number | null
}

/**
 * `events`: those of one stream, in order, including those before `from`, which say how a device stood at that time. A device that was
 * never reported counts as up.
 */
export const deviceTime = (events: readonly AskedDevice[], from: number, to: number): DeviceTime => {
  const links = events.filter(({ kind, device, at }) => kind === 'link' && device !== null && at <= to)
  const downSince = new Map<string, number>()
  const devices = new Set<string>()
  let [downMs, faults] = [0, 0]
  for (const { device, up, at } of links) {
    const name = device ?? ''
    devices.add(name)
    const since = downSince.get(name)
    if (up === 0 && since === undefined) {
      downSince.set(name, at)
      if (at >= from) faults++
    } else if (up === 1 && since !== undefined) {
      downMs += Math.max(0, at - Math.max(since, from))
      downSince.delete(name)
    }
  }
  for (const since of downSince.values()) downMs += Math.max(0, to - Math.max(since, from))
  const wholeMs = devices.size * (to - from)
  return { faults, up: wholeMs > 0 ? 1 - downMs / wholeMs : null }
}
