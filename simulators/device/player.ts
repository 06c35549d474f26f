/** Plays a table's actions on its devices, in real time or faster. */
import type { DeviceRole } from '../../devices/roles.ts'
import type { TableAction } from '../table/types.ts'
import type { SimulatedDevice } from './rig.ts'
import { realTiming, type Timing } from './timing.ts'

export interface PlayOptions {
  /** Times real time, above 0; Infinity: as fast as the devices take it. Default 1. */
  readonly speed?: number
  /** Ends the play at the next action. */
  readonly signal?: AbortSignal
  readonly timing?: Timing
  /** Called for each action as it is sensed. */
  readonly onAction?: (action: TableAction) => void
}

export interface PlayReport {
  readonly played: number
  /** Actions of devices that are not there. */
  readonly skipped: number
  /** How long the table stood still because a ring was full, a device restarted or this process had no time, ms of real time. */
  readonly heldMs: number
}

/**
 * If an action is later than this, the process was busy. What is still to come keeps its distance, or events of two devices would lose
 * their order.
 */
const LATE_MS_MAX = 10

export type PlayedDevices = { readonly [role in DeviceRole]?: Pick<SimulatedDevice, 'sense' | 'hasRoom' | 'room'> }

/**
 * An action that a full device cannot take waits, and everything after it waits as well: a stopped shoe stops the table. The time of the
 * first action counts as now. Resolves when everything is played, a device is stopped, or `signal` aborts.
 */
export async function playActions(
  actions: AsyncIterable<TableAction> | Iterable<TableAction>,
  devices: PlayedDevices,
  options: PlayOptions = {},
): Promise<PlayReport> {
  const { speed = 1, signal, timing = realTiming, onAction } = options
  if (!(speed > 0)) throw new RangeError(`speed ${speed} is not above 0`)
  const aborted = whenAborted(signal)
  let originMs: number | undefined
  let played = 0
  let skipped = 0
  let heldMs = 0
  for await (const action of actions) {
    if (signal?.aborted) break
    const device = devices[action.device]
    if (device === undefined) {
      skipped++
      continue
    }
    originMs ??= timing.nowMs() - action.atMs / speed
    const atMs = originMs + heldMs + action.atMs / speed
    await sleep(timing, atMs - timing.nowMs(), signal)
    const lateMs = timing.nowMs() - atMs
    const dueMs = lateMs > LATE_MS_MAX ? atMs : timing.nowMs()
    while (!device.hasRoom && !signal?.aborted) await Promise.race([device.room(), aborted.promise])
    if (signal?.aborted || !device.sense(action.scan)) break
    heldMs += timing.nowMs() - dueMs
    played++
    onAction?.(action)
  }
  aborted.forget()
  return { played, skipped, heldMs }
}

function sleep(timing: Timing, ms: number, signal: AbortSignal | undefined): Promise<void> {
  if (ms <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const cancel = timing.after(ms, () => {
      signal?.removeEventListener('abort', stop)
      resolve()
    })
    const stop = (): void => {
      cancel()
      resolve()
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** One listener for the whole play, however many waits it ends. */
function whenAborted(signal: AbortSignal | undefined): { readonly promise: Promise<void>; forget(): void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  signal?.addEventListener('abort', resolve, { once: true })
  return { promise, forget: () => signal?.removeEventListener('abort', resolve) }
}
