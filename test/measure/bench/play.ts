/** The devices of a latency run: real lines on pseudo-terminals, each with the time when it was written. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlayingRole } from '../../../devices/roles.ts'
import { parseLine } from '../../../firmware-bridge/line.ts'
import { tlpDevice } from '../../../simulators/device/model.ts'
import { type DevicePort, type SimulatedDevice, startDevice } from '../../../simulators/device/rig.ts'
import { spotIds } from '../../../simulators/device/start.ts'
import { realTiming } from '../../../simulators/device/timing.ts'
import { openPty, type Pty } from '../../../simulators/pty.ts'
import { between, seededRandom } from '../../../simulators/table/random.ts'
import { playTable } from '../../../simulators/table/table.ts'
import type { TableAction } from '../../../simulators/table/types.ts'
import { HOUSES } from '../../../src/rules/house/index.ts'
import type { DeviceConfig } from '../../../src/rules/table.ts'
import { BOXES, CHIPS, HOUSE, LIMITS, SPOTS } from './table.ts'

const ROLES: readonly PlayingRole[] = ['shoe', 'spots', 'pointer']
const SERIALS = { shoe: 'SH-1', spots: 'SP-1', pointer: 'PT-1' } as const
/**
 * Twice the time for which the daemon gathers lines before one acknowledgement, but less than the lags: lines written meanwhile stay within
 * the lags.
 */
const UNTAKEN_MS_MAX = 40
/** What 115200 8N1 carries. */
const BYTES_PER_SECOND = 11_500

const nameOf = (role: PlayingRole, serial: string, seq: number): string => `${role}:${serial}/1/${seq}`

export interface BenchDevices {
  readonly configs: readonly DeviceConfig[]
  readonly devices: { readonly [role in PlayingRole]: SimulatedDevice }
  /** `shoe:SH-1/1/17` -> when the line was first written, ms of this process. */
  readonly writtenAtMs: Map<string, number>
  /**
   * Whether the daemon keeps up, which means that it leaves no line unacknowledged for longer than usual. The bench plays fifty times as
   * fast as a table, so it waits for the daemon, as the pace of a real table always does. If a process is kept from the processor, lines of
   * three devices pile up and reach it out of order, later than the lags of this play allow. No table does that to a daemon.
   */
  keepsUp(): boolean
  close(): Promise<void>
}

export async function benchDevices(folder: string): Promise<BenchDevices> {
  mkdirSync(folder, { recursive: true })
  const writtenAtMs = new Map<string, number>()
  const ptys: Pty[] = []
  const devices = {} as { [role in PlayingRole]: SimulatedDevice }
  const configs: DeviceConfig[] = []
  for (const role of ROLES) {
    const serial = SERIALS[role]
    const path = join(folder, role)
    const pty = await openPty({ link: path })
    ptys.push(pty)
    const model = tlpDevice({
      ...{ role, serial, boot: 1, cap: 512, clock: { nowMs: realTiming.nowMs } },
      spots: role === 'spots' ? spotIds(BOXES, SPOTS) : [],
    })
    const port = timed(pty, (seq, nowMs) => {
      const name = nameOf(role, serial, seq)
      if (!writtenAtMs.has(name)) writtenAtMs.set(name, nowMs)
    })
    devices[role] = startDevice({ model, port, timing: realTiming, bytesPerSecond: BYTES_PER_SECOND })
    configs.push({ name: role, driver: 'tlp', role, path, serial })
  }
  return {
    ...{ configs, devices, writtenAtMs },
    keepsUp: () =>
      ROLES.every((role) => {
        const { serial, model } = devices[role]
        const oldest = model.memory.ring[0]
        const written = oldest === undefined ? undefined : writtenAtMs.get(nameOf(role, serial, oldest.seq))
        return written === undefined || performance.now() - written < UNTAKEN_MS_MAX
      }),
    async close() {
      for (const device of Object.values(devices)) device.stop()
      await Promise.all(ptys.map((pty) => pty.close()))
    },
  }
}

/** Verbs of lines whose first field is a sequence number. Source: TLP/1, events. */
const EVENT = /^(?:C|CUT|SH|S|P|K) (\d+) /

function timed(pty: Pty, seen: (seq: number, nowMs: number) => void): DevicePort {
  return {
    data$: pty.data$,
    setReading: pty.setReading,
    unplug: pty.unplug,
    replug: pty.replug,
    write: (text) => {
      const nowMs = performance.now()
      const written = pty.write(text)
      for (const line of text.split('\n')) {
        const parsed = parseLine(line)
        const seq = parsed.kind === 'line' ? EVENT.exec(parsed.body)?.[1] : undefined
        if (seq !== undefined) seen(Number(seq), nowMs)
      }
      return written
    },
  }
}

/** Endless rounds; chips and pointer are reported at once, in the order of events. */
export function* benchActions(seed: number): Generator<TableAction, never> {
  const table = playTable({
    ...{ rules: HOUSES[HOUSE].rules, limits: LIMITS, chips: CHIPS, boxes: BOXES, spots: SPOTS, pointer: true },
    ...{ random: seededRandom(seed), spotLagMs: 0, pointerLagMs: 0 },
  })
  for (;;) yield* table.next().value.actions
}

/**
 * Calls `write` the given number of times, on average `perSecond` times a second at irregular times, so that nothing in the daemon can fall
 * into step. No line is written until `ready` returns true; resolves with the number of lines that were due before that.
 */
export async function atPace(
  count: number,
  perSecond: number,
  random: () => number,
  write: () => void,
  ready: () => boolean = () => true,
): Promise<number> {
  let dueAtMs = performance.now()
  let held = 0
  for (let written = 0; written < count; written++) {
    dueAtMs += (1000 / perSecond) * between(random, 0.5, 1.5)
    await sleep(Math.max(0, dueAtMs - performance.now()))
    if (!ready()) {
      held += 1
      while (!ready()) await sleep(1)
      dueAtMs = performance.now()
    }
    write()
  }
  return held
}
