/**
 * The device's side of TLP/1 without a port: its state and its answers. Framing, faults and pacing follow it (`rig.ts`). Time comes only
 * from the given clock.
 *
 *   sense(scan) --> ring --> event messages          hear(message) --> the behaviour of its kind --> answers
 */

import type { DeviceRole } from '../../devices/roles.ts'
import type { ChipStack, Scan, SpotId } from '../../devices/scan.ts'
import { proofOf } from '../../firmware-bridge/proof.ts'
import { chipsAmount, type TlpDeviceMessage, type TlpEvent, type TlpHostMessage } from '../../firmware-bridge/tlp.ts'

export interface DeviceOptions {
  readonly role: DeviceRole
  /** As in the table's configuration, `SH-00412`. */
  readonly serial: string
  /** Default `2.3.1`. */
  readonly firmware?: string
  /** Boot counter at the start, default 1. */
  readonly boot?: number
  /** Events the ring holds, 1 or more, default 512. */
  readonly cap?: number
  /** seq of the last event before the start, all of them acknowledged; default 0. */
  readonly lastSeq?: number
  /** The spots this device senses, each of which it can send again from the start. Default none: spots are learnt as they are sensed. */
  readonly spots?: readonly SpotId[]
  /** What lies on them at the start; default nothing. */
  readonly lying?: ReadonlyMap<SpotId, readonly ChipStack[]>
  readonly clock: DeviceClock
  /** The key it proves itself with, 32 bytes; default none: it does not answer a challenge. */
  readonly key?: Uint8Array
  /** It tells the ids of chips. @default no */
  readonly tellsIds?: boolean
  /** What the device answers; default `STANDARD_BEHAVIOURS`. */
  readonly behaviours?: Behaviours
}

interface DeviceClock {
  /** Monotonic ms of the world. */
  nowMs(): number
  /** What the device's own clock shows at the start, ms; after a reboot it begins at 0. Default 0. */
  readonly startMs?: number
  /** How much faster than the world it runs, in millionths; may be negative. Default 0. */
  readonly driftPpm?: number
}

/** It counts milliseconds in 32 bits, as most boards do, and begins again at 0 after 49.7 days. */
const TURN_MS = 2 ** 32

/** `stopped`: it stands still; `racing`: a thousand times too fast; `misdating`: it runs, but events are dated by one that stands still. */
export type ClockCourse = 'right' | 'stopped' | 'racing' | 'misdating'

const RATES: Readonly<Record<ClockCourse, number>> = { right: 1, stopped: 0, racing: 1000, misdating: 1 }

interface SpotLevel {
  readonly rev: number
  readonly chips: readonly ChipStack[]
  readonly ids?: readonly string[]
}

/** What a device remembers. The ring and everything above `counters` survive a power cut, unless the memory itself is lost. */
interface DeviceMemory {
  boot: number
  /** Newest seq; 0: none yet. */
  hi: number
  /** Last acknowledgement seen. */
  ack: number
  /** Events not acknowledged, oldest first, never more than `cap`. */
  ring: TlpEvent[]
  levels: Map<SpotId, SpotLevel>
  /** Spots whose level found no room in the ring; they are sent when there is room again. */
  owed: Set<SpotId>
  /** As in the heartbeat: bad and over-long lines heard, requests for lines that were gone, events refused by a full ring. */
  counters: { crc: number; long: number; gap: number; over: number }
}

interface DeviceSelf {
  readonly role: DeviceRole
  readonly serial: string
  readonly firmware: string
  readonly cap: number
  readonly key: Uint8Array | null
  readonly tellsIds: boolean
  readonly memory: DeviceMemory
  /** The device's own clock, whole ms. */
  clockMs(): number
  /** The clock by which it dates its events: the same one, in a device that works. */
  eventMs(): number
  /** Puts an event in the ring; null when the ring is full. */
  record(scan: Scan): TlpEvent | null
  /** Events for the owed spots, as many as there is room for. */
  settleOwed(): TlpEvent[]
}

type HostKind = TlpHostMessage['kind']
type Answer<Kind extends HostKind> = (
  self: DeviceSelf,
  message: Extract<TlpHostMessage, { readonly kind: Kind }>,
) => readonly TlpDeviceMessage[]
/** What is sent for each kind of host message. A kind that is left out is not answered. */
type Behaviours = { readonly [Kind in HostKind]?: Answer<Kind> }

export interface TlpDevice {
  readonly role: DeviceRole
  readonly serial: string
  readonly memory: Readonly<DeviceMemory>
  /** Whether an event would find room in the ring. */
  readonly hasRoom: boolean
  hello(): TlpDeviceMessage
  heartbeat(): TlpDeviceMessage
  /** What to send, nothing for a spot that must wait for room; null: the ring is full, and nothing was sensed. */
  sense(scan: Scan): readonly TlpDeviceMessage[] | null
  hear(message: TlpHostMessage): readonly TlpDeviceMessage[]
  heardBad(kind: 'crc' | 'long'): void
  /** From now on the clock runs like this. A reboot repairs it. */
  setClock(course: ClockCourse): void
  /** The clock begins again and the boot counter rises. Without its ring the device has forgotten its events and counts from 1. */
  reboot(ring: 'kept' | 'lost'): void
}

/** docs/protocol.md, "Limits and times": at most this many lines for each resend request. */
const RESEND_MAX = 16

function refusal(reason: string, ...args: readonly number[]): TlpDeviceMessage {
  return { kind: 'refusal', reason, args: args.map(String) }
}

const acknowledge: Answer<'ack'> = (self, { seq }) => {
  const { memory } = self
  if (seq > memory.hi) return [refusal('ack', seq)]
  if (seq > memory.ack) memory.ack = seq
  memory.ring = memory.ring.filter((event) => event.seq > memory.ack)
  return self.settleOwed()
}

/** Sends what is still there and refuses the rest by range, so that one request tells the host both. */
const resend: Answer<'resend'> = ({ memory }, { from, to }) => {
  if (to - from >= RESEND_MAX) return [refusal('range', from, to)]
  const lo = memory.ring[0]?.seq ?? memory.hi + 1
  const answers: TlpDeviceMessage[] = []
  if (from < lo) answers.push(refusal('range', from, Math.min(to, lo - 1)))
  answers.push(...memory.ring.filter(({ seq }) => seq >= from && seq <= to))
  if (to > memory.hi) answers.push(refusal('range', Math.max(from, memory.hi + 1), to))
  if (from < lo || to > memory.hi) memory.counters.gap++
  return answers
}

const snapshot: Answer<'snapshot'> = (self) => {
  for (const spot of self.memory.levels.keys()) self.memory.owed.add(spot)
  return self.settleOwed()
}

export const STANDARD_BEHAVIOURS: Behaviours = {
  identify: (self) => [helloOf(self)],
  ack: acknowledge,
  resend,
  time: (self, { n }) => [{ kind: 'time', n, t: self.clockMs() }],
  snapshot,
  challenge: ({ key, serial }, { nonce }) => (key === null ? [] : [{ kind: 'proof', nonce, mac: proofOf(key, serial, nonce) }]),
  // There is nothing to configure in a simulated device.
  configure: () => [],
}

function helloOf({ role, serial, firmware, cap, memory, tellsIds, clockMs }: DeviceSelf): TlpDeviceMessage {
  const { boot, hi, ring } = memory
  return {
    kind: 'hi',
    dev: role,
    serial,
    firmware,
    boot,
    lo: ring[0]?.seq ?? hi + 1,
    hi,
    cap,
    t: clockMs(),
    ...(tellsIds ? { ids: true } : {}),
  }
}

function heartbeatOf({ memory, clockMs }: DeviceSelf): TlpDeviceMessage {
  return { kind: 'heartbeat', t: clockMs(), hi: memory.hi, ack: memory.ack, errors: { ...memory.counters } }
}

/** The event of a scan; a spot's amount is the sum of its chips, whatever the scan says. */
function eventOf(scan: Scan, seq: number, t: number): TlpEvent {
  switch (scan.kind) {
    case 'cut-card':
      return { kind: 'cut', seq, t }
    case 'key':
      return { kind: 'key', seq, t, ...scan.press }
    case 'spot':
      return { ...scan, seq, t, amount: chipsAmount(scan.chips) }
    default:
      return { ...scan, seq, t }
  }
}

/** Revision of a spot as it is seen when the device starts. */
const firstRev = (chips: readonly ChipStack[]): number => (chips.length === 0 ? 0 : 1)

const noErrors = (): DeviceMemory['counters'] => ({ crc: 0, long: 0, gap: 0, over: 0 })

const memoryAtPowerOn = ({ boot = 1, lastSeq = 0, spots = [], lying }: DeviceOptions): DeviceMemory => ({
  ...{ boot, hi: lastSeq, ack: lastSeq, ring: [], owed: new Set(), counters: noErrors() },
  levels: new Map(
    spots.map((spot): [SpotId, SpotLevel] => {
      const chips = lying?.get(spot) ?? []
      return [spot, { rev: firstRev(chips), chips }]
    }),
  ),
})

/** The device's own clock. */
interface Course {
  bootedAtMs: number
  startMs: number
  rate: number
  /** It stands still. */
  stoodMs: number | null
}

function selfOf(options: DeviceOptions, memory: DeviceMemory, course: Course): DeviceSelf {
  const { role, serial, clock, firmware = '2.3.1', cap = 512 } = options
  const drift = 1 + (clock.driftPpm ?? 0) / 1e6
  const self: DeviceSelf = {
    ...{ role, serial, firmware, cap, key: options.key ?? null, tellsIds: options.tellsIds ?? false, memory },
    clockMs: () => Math.round(course.startMs + (clock.nowMs() - course.bootedAtMs) * course.rate * drift) % TURN_MS,
    eventMs: () => course.stoodMs ?? self.clockMs(),
    record(scan) {
      if (memory.ring.length >= cap) return null
      memory.hi++
      const event = eventOf(scan, memory.hi, self.eventMs())
      memory.ring.push(event)
      return event
    },
    settleOwed() {
      const events: TlpEvent[] = []
      for (const spot of [...memory.owed]) {
        const level = memory.levels.get(spot) ?? { rev: 0, chips: [] }
        const event = self.record({ kind: 'spot', spot, ...level, amount: 0 })
        if (event === null) break
        memory.owed.delete(spot)
        events.push(event)
      }
      return events
    },
  }
  return self
}

/** A device as it is after power-on, with an empty ring. It does not send its hello by itself: call `hello()`. */
export function tlpDevice(options: DeviceOptions): TlpDevice {
  const { role, serial, clock, behaviours = STANDARD_BEHAVIOURS } = options
  const memory = memoryAtPowerOn(options)
  const course: Course = { bootedAtMs: clock.nowMs(), startMs: clock.startMs ?? 0, rate: RATES.right, stoodMs: null }
  const self = selfOf(options, memory, course)
  return {
    ...{ role, serial, memory },
    get hasRoom() {
      return memory.ring.length < self.cap
    },
    hello: () => helloOf(self),
    heartbeat: () => heartbeatOf(self),
    sense(scan) {
      if (scan.kind === 'spot') {
        const { chips, ids } = scan
        memory.levels.set(scan.spot, { rev: (memory.levels.get(scan.spot)?.rev ?? 0) + 1, chips, ...(ids ? { ids } : {}) })
        memory.owed.add(scan.spot)
        const events = self.settleOwed()
        if (events.length === 0) memory.counters.over++
        return events
      }
      const event = self.record(scan)
      if (event === null) memory.counters.over++
      return event === null ? null : [event]
    },
    hear(message) {
      const answer = behaviours[message.kind] as Answer<HostKind> | undefined
      return answer?.(self, message) ?? []
    },
    heardBad(kind) {
      memory.counters[kind]++
    },
    setClock(kind) {
      const startMs = self.clockMs()
      Object.assign(course, { startMs, bootedAtMs: clock.nowMs(), rate: RATES[kind], stoodMs: kind === 'misdating' ? startMs : null })
    },
    reboot(ring) {
      memory.boot++
      memory.counters = noErrors()
      Object.assign(course, { rate: RATES.right, stoodMs: null, bootedAtMs: clock.nowMs(), startMs: 0 })
      if (ring === 'kept') return
      Object.assign(memory, { hi: 0, ack: 0, ring: [] })
      memory.owed.clear()
      // The chips lie where they lay. The sensors see them again, with revisions that begin again.
      for (const [spot, level] of memory.levels) memory.levels.set(spot, { ...level, rev: firstRev(level.chips) })
    },
  }
}
