/** The simulated devices of one table on pseudo-terminals under stable paths. */
import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DeviceRole, ROLES, roleRow } from '../../devices/roles.ts'
import { type Area, type ChipStack, type SpotId, STATE_LINES, type StateKind } from '../../devices/scan.ts'
import type { DeviceConfig } from '../../src/rules/table.ts'
import { openPty, type Pty } from '../pty.ts'
import { seededRandom } from '../table/random.ts'
import { CHIP_READER_NAME, startChipReaders } from '../talkers/chip-rig.ts'
import { type SimulatedTalker, startTalker, twinNamed } from '../talkers/rig.ts'
import { deviceFaults, type FaultSetting, lineFaults } from './faults.ts'
import { tlpDevice } from './model.ts'
import type { PlayedDevices } from './player.ts'
import { type DevicePort, type SimulatedDevice, startDevice } from './rig.ts'
import { realTiming, type Timing } from './timing.ts'

/** The serial number of each device, unless another one is given. Its path is its usual name. */
const SERIALS: { readonly [role in Exclude<DeviceRole, StateKind>]: string } = {
  shoe: 'SH-00412',
  spots: 'SP-00007',
  pointer: 'PT-00001',
  badge: 'BG-00001',
  key: 'KY-00001',
  peek: 'PK-00001',
  discards: 'DC-00001',
}
export const serialOf = (role: DeviceRole): string =>
  SERIALS[role as keyof typeof SERIALS] ?? `${STATE_LINES[role as StateKind].verb}-00001`

export interface SimulatedTableOptions {
  /** Folder for the stable paths; created if missing. Left-over links of these devices are removed first. */
  readonly dir: string
  readonly roles: readonly DeviceRole[]
  /** The spots the spot sensors know from the start; default none. */
  readonly spots?: readonly SpotId[]
  /** What lies on them at the start, as the rack's chips do; default nothing. */
  readonly lying?: ReadonlyMap<SpotId, readonly ChipStack[]>
  readonly serials?: { readonly [role in DeviceRole]?: string }
  /** Boot counter at the start, default 1. A table that is started again should have a higher one than before. */
  readonly boot?: number
  /** Events a ring holds, default 512. */
  readonly cap?: number
  readonly faults?: readonly FaultSetting[]
  /** Seed of the faults, default 1. */
  readonly seed?: number
  /** Default 11,500. */
  readonly bytesPerSecond?: number
  readonly timing?: Timing
  /** Readers of chips of another maker in place of the native spots, by their driver: as many as have antennas for the spots. */
  readonly chipReaders?: { readonly driver: string; readonly chips: readonly number[]; readonly faultShare?: number }
  /** A shoe of another maker in place of the native one, by its driver; its own faults befall that share of its messages, default 0. */
  readonly shoe?: { readonly driver: string; readonly faultShare?: number; readonly onFault?: (name: string) => void }
}

export interface SimulatedTable {
  readonly devices: { readonly [role in DeviceRole]?: SimulatedDevice }
  /** All of them, to be played on: the native ones, and a shoe of another maker. */
  readonly played: PlayedDevices
  readonly ptys: { readonly [role in DeviceRole]?: Pty }
  /** As in a table's configuration, with absolute paths. */
  readonly configs: readonly DeviceConfig[]
  /** When a host has asked the readers of chips; at once if there are none. */
  readonly asked: Promise<unknown>
  /** Stops the devices, hangs up and removes the paths. */
  close(): Promise<void>
}

/** Rejects, with nothing left open, if pseudo-terminals are missing or something else is at a device's path. */
export async function startSimulatedDevices(options: SimulatedTableOptions): Promise<SimulatedTable> {
  const { roles, faults = [], seed = 1, timing = realTiming } = options
  const dir = resolve(options.dir)
  cleanDevicePaths(dir)
  const devices: { [role in DeviceRole]?: SimulatedDevice } = {}
  const played: { -readonly [role in DeviceRole]?: PlayedDevices[role] } = {}
  const ptys: { [role in DeviceRole]?: Pty } = {}
  const configs: DeviceConfig[] = []
  const closing: (() => Promise<void>)[] = []
  let asked: Promise<unknown> = Promise.resolve()
  async function close(): Promise<void> {
    for (const device of Object.values(devices)) device.stop()
    await Promise.all([...Object.values(ptys).map((pty) => pty.close()), ...closing.map((end) => end())])
  }

  async function start(role: DeviceRole): Promise<void> {
    if (role === 'spots' && options.chipReaders !== undefined) {
      const readers = await startChipReaders(options.chipReaders, { dir, timing, seed, spots: options.spots ?? [] })
      played.spots = readers.device
      configs.push(...readers.configs)
      closing.push(readers.close)
      asked = readers.asked
      return
    }
    const { name } = roleRow(role)
    const path = join(dir, name)
    const serial = options.serials?.[role] ?? serialOf(role)
    const pty = await openPty({ link: path })
    ptys[role] = pty
    if (role === 'shoe' && options.shoe !== undefined) {
      const { device, config } = startForeignShoe(options.shoe, pty, { path, dir, timing, seed, faults })
      played.shoe = device
      configs.push(config)
      return
    }
    const device = nativeDevice(role, serial, pty, { options, others: () => Object.values(devices) })
    devices[role] = device
    played[role] = device
    configs.push({ name, driver: 'tlp', role, path, serial })
  }

  try {
    for (const role of roles) await start(role)
  } catch (error) {
    await close()
    throw error
  }
  return { devices, played, ptys, configs, asked, close }
}

interface Native {
  readonly options: SimulatedTableOptions
  /** All native devices of the table. */
  readonly others: () => readonly SimulatedDevice[]
}

function nativeDevice(role: DeviceRole, serial: string, port: Pty, { options, others }: Native): SimulatedDevice {
  const { faults = [], seed = 1, timing = realTiming } = options
  return startDevice({
    model: tlpDevice({
      role,
      serial,
      boot: options.boot ?? 1,
      cap: options.cap ?? 512,
      spots: role === 'spots' ? (options.spots ?? []) : [],
      ...(options.lying ? { lying: options.lying } : {}),
      clock: { nowMs: timing.nowMs },
    }),
    port,
    timing,
    sent: lineFaults(faults, role, 'sent', seed),
    heard: lineFaults(faults, role, 'heard', seed),
    dice: deviceFaults(faults, role, seed),
    bytesPerSecond: options.bytesPerSecond ?? 11_500,
    swap: (moving) => swapWithNext(moving, others()),
  })
}

interface Placed extends Required<Pick<SimulatedTableOptions, 'faults' | 'seed' | 'timing'>> {
  readonly dir: string
  readonly path: string
}

/** With its card file beside its path, if it has one. */
function startForeignShoe(
  { driver, faultShare = 0, onFault = () => undefined }: NonNullable<SimulatedTableOptions['shoe']>,
  port: DevicePort,
  { dir, path, timing, seed, faults }: Placed,
): { readonly device: SimulatedTalker; readonly config: DeviceConfig } {
  const twin = twinNamed(driver)
  if (twin === null) throw new Error(`no device of the driver ${driver} is simulated`)
  const random = seededRandom(seed)
  const sent = lineFaults(faults, 'shoe', 'sent', seed)
  const device = startTalker({ twin, port, timing, sent, random, faultShare, onFault })
  const config = { name: ROLES.shoe.name, driver, role: 'shoe' as const, path, serial: twin.serial }
  if (twin.tags === undefined) return { device, config }
  const cardFile = join(dir, 'cards.yaml')
  writeFileSync(cardFile, [...twin.tags].map(([card, tags]) => `${card}: [${tags.join(', ')}]\n`).join(''))
  return { device, config: { ...config, cardFile } }
}

/** Every spot of a table with these boxes and sensed areas, in order of the boxes. */
export function spotIds(boxes: number, areas: readonly (Area | 'rack')[]): SpotId[] {
  const spots: SpotId[] = []
  for (let box = 1; box <= boxes; box++) for (const area of areas) if (area !== 'rack') spots.push(`${box}.${area}`)
  return areas.includes('rack') ? [...spots, 'rack'] : spots
}

/** Both hang up and are found under each other's path. */
function swapWithNext(device: SimulatedDevice, all: readonly SimulatedDevice[]): void {
  const other = all[(all.indexOf(device) + 1) % all.length]
  if (other === undefined || other === device) return
  const [port, otherPort] = [device.port, other.port]
  device.moveTo(otherPort)
  other.moveTo(port)
  for (const moved of [port, otherPort]) void moved.unplug().then(() => moved.replug().catch(() => undefined))
}

/**
 * A path left by a simulator that was killed points at a number that is used again at once, perhaps by another device. So only links into
 * /dev/pts are removed, never anything else.
 */
function cleanDevicePaths(dir: string): void {
  mkdirSync(dir, { recursive: true })
  const readers = readdirSync(dir).filter((name) => CHIP_READER_NAME.test(name))
  for (const name of [...Object.values(ROLES).map((row) => row.name), ...readers]) {
    const path = join(dir, name)
    const stat = lstatSync(path, { throwIfNoEntry: false })
    if (stat === undefined) continue
    if (!stat.isSymbolicLink() || !readlinkSync(path).startsWith('/dev/pts/')) {
      throw new Error(`${path} is in the way and is no link of a simulated device: remove it or choose another folder`)
    }
    rmSync(path)
  }
}
