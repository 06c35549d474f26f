/** What may befall the table, a row a fault. */
import type { SimulatedDevice } from '../../simulators/device/rig.ts'
import type { FakeBroker } from './fake-broker.ts'

export interface World {
  readonly devices: readonly SimulatedDevice[]
  readonly broker: FakeBroker
  readonly random: () => number
  after(ms: number, run: () => void): void
  setDiskFailing(isFailing: boolean): void
  stepClock(ms: number): void
  /** Takes the power from the process and its disk, and starts it again. */
  cutPower(): void
}

const one = ({ devices, random }: World): SimulatedDevice => devices[Math.floor(random() * devices.length)] as SimulatedDevice
const span = ({ random }: World, leastMs: number, mostMs: number): number => Math.round(leastMs + random() * (mostMs - leastMs))
const HOSTILE = ['__proto__', '{"a":'.repeat(500), 'x'.repeat(5000), '{"fromSeq":-1,"toSeq":1e99}', '']

/** Keys: the rows of docs of promises and faults, F1 to F24. */
export const FAULTS: { readonly [name: string]: (world: World) => void } = {
  'F4 unplug': (world) => one(world).faults.unplug(span(world, 50, 4000)),
  'F6 reboot': (world) => one(world).faults.reboot('kept', span(world, 100, 2000)),
  'F7 mute': (world) => one(world).faults.mute(span(world, 1000, 8000)),
  'F7 deaf': (world) => one(world).faults.deafen(span(world, 1000, 8000)),
  'F9 power': (world) => world.cutPower(),
  'F10 disk': (world) => {
    world.setDiskFailing(true)
    world.after(span(world, 300, 5000), () => world.setDiskFailing(false))
  },
  'F12 broker-away': (world) => {
    world.broker.setAway(true)
    world.after(span(world, 500, 30_000), () => world.broker.setAway(false))
  },
  'F14 broker-forgets': (world) => world.broker.forget(),
  'F15 broker-mute': (world) => {
    world.broker.setMute(true)
    world.after(span(world, 1000, 12_000), () => world.broker.setMute(false))
  },
  'F18 clock': (world) => world.stepClock(span(world, -7_200_000, 7_200_000)),
  'F20 hostile': ({ broker, random }) =>
    broker.send('casino/v1/demo/p1/bj07/cmd/mallory/replay', HOSTILE[Math.floor(random() * HOSTILE.length)] ?? ''),
}
