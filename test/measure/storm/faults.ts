/**
 * What may happen to the table, one row per fault: what is done, which sign shows it, and which alarms it may raise. F1 to F24 are the rows
 * of `docs/reliability.md`.
 */
import type { ClockCourse } from '../../../simulators/device/model.ts'
import type { SimulatedDevice } from '../../../simulators/device/rig.ts'
import type { FakeBroker } from './fake-broker.ts'

export interface World {
  readonly devices: readonly SimulatedDevice[]
  readonly broker: FakeBroker
  readonly random: () => number
  after(ms: number, run: () => void): void
  setDiskFailing(isFailing: boolean): void
  stepClock(ms: number): void
  /**
   * Ends the process, at once or during its next write, and starts it again. `power`: data that the disk had not synced is lost as well.
   */
  end(how: 'power' | 'kill', when: 'now' | 'in-a-write'): void
}

/** One fault that was struck. */
export interface Strike {
  /** How long the fault lasts, ms; 0: it is over at once. */
  readonly lastsMs: number
  /** When the fault becomes visible, ms after the strike; infinite: it may stay hidden. @default 0 */
  readonly fromMs?: number
  /** The affected device. */
  readonly device?: string
}

export interface FaultRow {
  /** null: the fault has no visible effect, or the machine reports when it happened. */
  strike(world: World): Strike | null
  /** Any of these signs shows the fault; `{device}` stands for the affected device. Empty: there is nothing to report. */
  readonly shows: readonly string[]
  /** A shorter fault need not be visible, ms: nothing was lost. */
  readonly hiddenMsMax: number
  /** Signs that the fault may cause, as the beginnings of their names. */
  readonly raises: readonly string[]
}

const one = ({ devices, random }: World): SimulatedDevice => devices[Math.floor(random() * devices.length)] as SimulatedDevice
const span = ({ random }: World, leastMs: number, mostMs: number): number => Math.round(leastMs + random() * (mostMs - leastMs))
const HOSTILE = ['__proto__', '{"a":'.repeat(500), 'x'.repeat(5000), '{"fromSeq":-1,"toSeq":1e99}', '']
const COURSES = ['stopped', 'racing', 'misdating'] as const satisfies readonly ClockCourse[]
const WHENS = ['now', 'in-a-write'] as const
const OF_A_DEVICE = ['down:', 'incident:', 'missing:', 'alarm:']
/** P6. */
export const VISIBLE_MS_MAX = 5000
/** Devices count as away until they have identified themselves, and the broker until it has answered. */
const OF_A_START = ['down:', 'alarm:broker', 'alarm:journal-cut', 'alarm:lagging']
/** Nothing valid is received for 3 s. */
const SILENCE_MS = 3100
/** The connection is lost, and 4 s later this is reported. */
const BROKER_AWAY_MS = 5000

const onDevice = (fault: (device: SimulatedDevice, ms: number) => void, leastMs: number, mostMs: number) => (world: World) => {
  const device = one(world)
  const lastsMs = span(world, leastMs, mostMs)
  fault(device, lastsMs)
  return { lastsMs, device: device.role }
}

const reboot = (ring: 'kept' | 'lost') => (world: World) => {
  const device = one(world)
  const fromMs = span(world, 100, 2000)
  const { hi, ack } = device.model.memory
  device.faults.reboot(ring, fromMs)
  // If the device had sent nothing, nothing is lost; if nothing was acknowledged, the host may not know that something was sent.
  if (ring === 'lost' && hi === 0) return null
  const isKnown = ring === 'kept' || ack > 0
  return { lastsMs: fromMs, fromMs: isKnown ? fromMs : Number.POSITIVE_INFINITY, device: device.role }
}

const ending = (how: 'power' | 'kill') => (world: World) => {
  world.end(how, WHENS[Math.floor(world.random() * WHENS.length)] ?? 'now')
  return null
}

const away = (world: World, leastMs: number, mostMs: number): Strike => {
  const lastsMs = span(world, leastMs, mostMs)
  world.broker.setAway(true)
  world.after(lastsMs, () => world.broker.setAway(false))
  return { lastsMs }
}

const KILLS = 5
const KILLED_EVERY_MS = 3000

export const FAULTS = {
  'F4 unplug': {
    strike: onDevice((device, ms) => device.faults.unplug(ms), 50, 4000),
    shows: ['down:{device}'],
    hiddenMsMax: 0,
    raises: OF_A_DEVICE,
  },
  'F6 reboot': { strike: reboot('kept'), shows: ['identity:{device}'], hiddenMsMax: 0, raises: OF_A_DEVICE },
  'F6 ring-lost': { strike: reboot('lost'), shows: ['incident:{device}'], hiddenMsMax: 0, raises: OF_A_DEVICE },
  'F7 mute': {
    strike: onDevice((device, ms) => device.faults.mute(ms), 1000, 8000),
    shows: ['down:{device}'],
    hiddenMsMax: SILENCE_MS,
    raises: OF_A_DEVICE,
  },
  'F7 deaf': {
    strike: onDevice((device, ms) => device.faults.deafen(ms), 1000, 8000),
    shows: ['down:{device}'],
    hiddenMsMax: Number.POSITIVE_INFINITY,
    raises: OF_A_DEVICE,
  },
  'F8 kill': { strike: ending('kill'), shows: ['birth'], hiddenMsMax: 0, raises: OF_A_START },
  'F9 power': { strike: ending('power'), shows: ['birth'], hiddenMsMax: 0, raises: OF_A_START },
  'F10 disk': {
    strike: (world) => {
      const lastsMs = span(world, 300, 5000)
      world.setDiskFailing(true)
      world.after(lastsMs, () => world.setDiskFailing(false))
      return { lastsMs }
    },
    shows: ['alarm:journal'],
    hiddenMsMax: Number.POSITIVE_INFINITY,
    raises: ['alarm:journal', 'alarm:lagging', 'down:'],
  },
  'F12 broker-away': {
    strike: (world) => away(world, 500, 30_000),
    shows: ['alarm:broker'],
    hiddenMsMax: BROKER_AWAY_MS,
    raises: ['alarm:broker', 'alarm:backlog'],
  },
  'F13 broker-killed': {
    strike: (world) => {
      for (let kill = 0; kill < KILLS; kill++) world.after(kill * KILLED_EVERY_MS, () => void away(world, 50, 1000))
      return { lastsMs: KILLS * KILLED_EVERY_MS }
    },
    shows: ['birth'],
    hiddenMsMax: 0,
    raises: ['alarm:broker', 'alarm:backlog'],
  },
  'F14 broker-forgets': {
    strike: ({ broker }) => {
      broker.forget()
      return { lastsMs: 0 }
    },
    shows: ['birth'],
    hiddenMsMax: 0,
    raises: [],
  },
  'F15 broker-mute': {
    strike: (world) => {
      const lastsMs = span(world, 1000, 12_000)
      world.broker.setMute(true)
      world.after(lastsMs, () => world.broker.setMute(false))
      return { lastsMs }
    },
    shows: ['birth', 'alarm:broker'],
    hiddenMsMax: Number.POSITIVE_INFINITY,
    raises: ['alarm:broker', 'alarm:backlog'],
  },
  'F18 clock': {
    strike: (world) => {
      const size = span(world, 60_000, 7_200_000)
      world.stepClock(world.random() < 0.5 ? -size : size)
      return { lastsMs: 0 }
    },
    shows: ['alarm:clock'],
    hiddenMsMax: 0,
    raises: ['alarm:clock'],
  },
  'F18 device-clock': {
    strike: (world) => {
      const device = one(world)
      const lastsMs = span(world, 500, 30_000)
      const course = COURSES[Math.floor(world.random() * COURSES.length)] ?? 'stopped'
      device.faults.upsetClock(course, lastsMs)
      // Only its next events show that it misdates them.
      return { lastsMs, fromMs: course === 'misdating' ? Number.POSITIVE_INFINITY : 0, device: device.role }
    },
    shows: ['incident:{device}'],
    hiddenMsMax: VISIBLE_MS_MAX,
    raises: OF_A_DEVICE,
  },
  'F20 hostile': {
    strike: ({ broker, random }) => {
      broker.send('casino/v1/demo/p1/bj07/cmd/mallory/replay', HOSTILE[Math.floor(random() * HOSTILE.length)] ?? '')
      return { lastsMs: 0 }
    },
    shows: [],
    hiddenMsMax: 0,
    raises: [],
  },
} as const satisfies { readonly [name: string]: FaultRow }

export type FaultName = keyof typeof FAULTS

/** Bytes and lines that go wrong all the time, F1 to F3. A name of its own, because nothing strikes it. */
export const NOISE = 'F1-F3 lines'
export const raisesOf = (name: string): readonly string[] => (name === NOISE ? OF_A_DEVICE : FAULTS[name as FaultName].raises)
