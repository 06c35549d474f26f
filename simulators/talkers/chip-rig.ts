/** Readers of chips on pseudo-terminals, with the chips of a table: what lies on the spots is answered, or said by itself. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDriver } from '../../devices/registry.ts'
import type { SpotId } from '../../devices/scan.ts'
import type { DeviceConfig } from '../../src/rules/table.ts'
import type { PlayedDevices } from '../device/player.ts'
import type { DevicePort } from '../device/rig.ts'
import type { Timing } from '../device/timing.ts'
import { openPty } from '../pty.ts'
import { seededRandom } from '../table/random.ts'
import { type ChipTray, chipTray } from './chip-tray.ts'
import { type ChipTwin, MUTE, TELL_MS } from './chip-twin.ts'
import { CHIP_TWINS } from './index.ts'
import { whole } from './twin.ts'

export const CHIP_READER_NAME = /^reader-\d+$/
/** An answer takes so long. */
const ANSWER_MS = 10
const RSSI = -40

export interface ChipReaderOptions {
  readonly twin: ChipTwin
  readonly port: DevicePort
  readonly timing: Timing
  readonly antennas: ReadonlyMap<number, SpotId>
  readonly tray: Pick<ChipTray, 'at'>
  /** Share of the messages that one of the device's own faults befalls; default 0. */
  readonly faultShare?: number
  readonly random?: () => number
}

/** Returns what ends it, which leaves the port open, and when it is asked for the first time; at once if it is never asked. */
export function startChipReader({ twin, port, timing, antennas, tray, faultShare = 0, random = () => 1 }: ChipReaderOptions): {
  readonly end: () => void
  readonly asked: Promise<void>
} {
  const faults = Object.values(twin.faults)
  let isOver = false
  const say = (message: string): void => {
    if (message === '' || isOver) return
    const fault = random() < faultShare ? faults[whole(random, faults.length)] : undefined
    void port.write(fault?.change(message, random) ?? message)
  }
  const voice = twin.begin([...antennas.keys()], (antenna) => {
    const spot = antennas.get(antenna)
    return spot === undefined ? [] : tray.at(spot).map((tag) => ({ tag, rssi: RSSI }))
  })
  let wasAsked = (): void => undefined
  const asked = new Promise<void>((resolve) => {
    wasAsked = resolve
  })
  if (voice.hear === MUTE) wasAsked()
  const hearing = port.data$.subscribe((bytes) => {
    const answer = voice.hear(Buffer.from(bytes).toString('latin1'))
    if (answer === '') return
    wasAsked()
    timing.after(ANSWER_MS, () => say(answer))
  })
  const tell = (): void => {
    if (isOver) return
    say(voice.tell(timing.nowMs()))
    timing.after(TELL_MS, tell)
  }
  tell()
  return {
    asked,
    end() {
      isOver = true
      hearing.unsubscribe()
    },
  }
}

export interface ChipReaders {
  readonly device: NonNullable<PlayedDevices['spots']>
  readonly configs: readonly DeviceConfig[]
  /** When a host has asked all of them. */
  readonly asked: Promise<unknown>
  close(): Promise<void>
}

interface Around {
  readonly dir: string
  readonly timing: Timing
  readonly seed: number
  readonly spots: readonly SpotId[]
}

/** As many readers as have antennas for the spots, on `reader-1`, `reader-2`, with the chip file beside them. */
export async function startChipReaders(
  { driver, chips, faultShare = 0 }: { readonly driver: string; readonly chips: readonly number[]; readonly faultShare?: number },
  { dir, timing, seed, spots }: Around,
): Promise<ChipReaders> {
  const twin = CHIP_TWINS.find((each) => each.driver === driver)
  if (twin === undefined) throw new Error(`no reader of the driver ${driver} is simulated`)
  const most = findDriver(driver, 'spots').traits.antennas?.most ?? 1
  const tray = chipTray(chips)
  const chipFile = join(dir, 'chips.yaml')
  writeFileSync(chipFile, [...tray.tags].map(([value, tags]) => `${value}: [${tags.join(', ')}]\n`).join(''))
  const configs: DeviceConfig[] = []
  const closing: (() => Promise<void>)[] = []
  const asked: Promise<void>[] = []
  for (let from = 0; from < spots.length; from += most) {
    const name = `reader-${configs.length + 1}`
    const antennas = new Map(spots.slice(from, from + most).map((spot, at) => [at + 1, spot] as const))
    const path = join(dir, name)
    const pty = await openPty({ link: path })
    const reader = startChipReader({ twin, port: pty, timing, antennas, tray, faultShare, random: seededRandom(seed + configs.length) })
    closing.push(() => {
      reader.end()
      return pty.close()
    })
    asked.push(reader.asked)
    configs.push({ name, driver, role: 'spots', path, serial: twin.serial, chipFile, antennas: Object.fromEntries(antennas) })
  }
  return {
    configs,
    asked: Promise.all(asked),
    device: {
      ...{ hasRoom: true, room: () => Promise.resolve() },
      /** Keys and the rack are nothing to it. */
      sense(scan) {
        if (scan.kind === 'spot' && spots.includes(scan.spot)) tray.lay(scan.spot, scan.chips)
        return true
      },
    },
    close: async () => void (await Promise.all(closing.map((end) => end()))),
  }
}
