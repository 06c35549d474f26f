/**
 * A simulated device on a port: the model, with framing, faults and the pace of the line around it.
 *
 *   sense(scan) -> model -> encode -> faults of sent lines -> pace (11.5 kB/s) -> port.write
 *                  model <- decode <- faults of heard lines <- frame <---------- port.data$
 */
import { type Observable, Subject, Subscription } from 'rxjs'
import type { DeviceRole } from '../../devices/roles.ts'
import type { Card, ChipStack, KeyPress, PointerPlace, Scan, ShoeState, SpotId } from '../../devices/scan.ts'
import { formatLine, LINE_BYTES_MAX, parseLine } from '../../firmware-bridge/line.ts'
import { decodeBody, encodeBody, type TlpDeviceMessage, type TlpHostMessage } from '../../firmware-bridge/tlp.ts'
import type { DeviceFaultDice, FaultyDevice, LineFault } from './faults.ts'
import type { TlpDevice } from './model.ts'
import { type Pace, paced } from './pace.ts'
import type { Timing } from './timing.ts'

/** What a device is plugged into; a `Pty` is one. */
export interface DevicePort {
  readonly data$: Observable<Uint8Array>
  write(bytes: string): Promise<void>
  setReading(on: boolean): void
  unplug(): Promise<void>
  replug(): Promise<void>
}

export interface RigOptions {
  readonly model: TlpDevice
  readonly port: DevicePort
  readonly timing: Timing
  /** Faults of the lines the device sends and hears; default none. */
  readonly sent?: LineFault
  readonly heard?: LineFault
  /** Asked at every heartbeat; default no device faults. */
  readonly dice?: DeviceFaultDice
  /** Default 11,500: what 115200 8N1 carries. */
  readonly bytesPerSecond?: number
  /** Changes places with another device, if there is one. */
  readonly swap?: (device: SimulatedDevice) => void
}

/** What happened to a device, for a log: `sent` and `heard` are message bodies, `fault` names the fault. */
interface DeviceNote {
  readonly role: DeviceRole
  readonly what: 'sent' | 'heard' | 'heard-bad' | 'fault'
  readonly text: string
}

export interface SimulatedDevice {
  readonly role: DeviceRole
  readonly serial: string
  readonly model: TlpDevice
  readonly notes$: Observable<DeviceNote>
  /** Bytes that the line had no time for, because more than 64 kB waited. */
  readonly bytesOverrun: number
  /**
   * All of these return false if nothing was sensed: the ring is full (a shoe then holds its cards back) or the device restarts. Wait for
   * `room()`.
   */
  sense(scan: Scan): boolean
  card(card: Card | '??'): boolean
  cut(): boolean
  shoe(what: ShoeState): boolean
  spot(spot: SpotId, chips: readonly ChipStack[]): boolean
  pointer(at: PointerPlace): boolean
  key(press: KeyPress): boolean
  /** False: the ring is full or the device restarts. */
  readonly hasRoom: boolean
  /** Resolves when something can be sensed again (at once if it can be now), and at `stop`. */
  room(): Promise<void>
  readonly faults: FaultyDevice
  /** From now on the device is plugged into this port. */
  moveTo(port: DevicePort): void
  readonly port: DevicePort
  /** Sends and hears nothing from now on. Leaves the port open. */
  stop(): void
}

const HEARTBEAT_MS = 1_000

/** The device on its port. */
interface Rig {
  readonly options: RigOptions
  readonly sent: LineFault
  readonly heard: LineFault
  readonly notes$: Subject<DeviceNote>
  readonly pace: Pace
  readonly faults: FaultyDevice
  /** Those who wait until something can be sensed again. */
  readonly waiting: (() => void)[]
  readonly cancels: Set<() => void>
  port: DevicePort
  hearing: Subscription
  mutedUntilMs: number
  isRestarting: boolean
  /** Faults of the clock so far. */
  upsets: number
  blindness: Blindness | null
  readsTwice: boolean
  isStopped: boolean
}

/** What its sensor does not see. */
interface Blindness {
  readonly untilMs: number
  /** Of the spots: the one that is not seen, and how it was changed last. */
  spot: SpotId | null
  missed: Scan | null
}

const asIs: LineFault = (line) => [{ text: line, pauseMs: 0 }]

/** Starts the device: it says HI and then a heartbeat a second. */
export function startDevice(options: RigOptions): SimulatedDevice {
  const { model, timing, sent = asIs, heard = asIs } = options
  const rig: Rig = {
    ...{ options, sent, heard, notes$: new Subject<DeviceNote>(), waiting: [], cancels: new Set(), port: options.port },
    ...{ mutedUntilMs: Number.NEGATIVE_INFINITY, isRestarting: false, upsets: 0, blindness: null, readsTwice: false, isStopped: false },
    hearing: Subscription.EMPTY,
    pace: paced(timing, options.bytesPerSecond ?? 11_500, (text) => void rig.port.write(text)),
    get faults() {
      return faults
    },
  }
  const device = deviceOf(rig)
  const faults = faultsOf(rig, device)
  rig.hearing = listen(rig)
  say(rig, [model.hello()])
  later(rig, HEARTBEAT_MS, () => beat(rig))
  return device
}

function deviceOf(rig: Rig): SimulatedDevice {
  const { model } = rig.options
  const { role, serial } = model
  const device: SimulatedDevice = {
    ...{ role, serial, model, notes$: rig.notes$.asObservable() },
    get bytesOverrun() {
      return rig.pace.bytesOverrun
    },
    sense: (scan) => sense(rig, scan),
    card: (card) => sense(rig, { kind: 'card', card }),
    cut: () => sense(rig, { kind: 'cut-card' }),
    shoe: (what) => sense(rig, { kind: 'shoe', what }),
    spot: (spot, chips) => sense(rig, { kind: 'spot', spot, rev: 0, chips, amount: 0 }),
    pointer: (place) => sense(rig, { kind: 'pointer', place }),
    key: (press) => sense(rig, { kind: 'key', press }),
    get hasRoom() {
      return hasRoom(rig)
    },
    room() {
      if (rig.isStopped || hasRoom(rig)) return Promise.resolve()
      return new Promise((ready) => rig.waiting.push(ready))
    },
    get faults() {
      return rig.faults
    },
    moveTo(next) {
      rig.hearing.unsubscribe()
      rig.pace.tear()
      rig.port = next
      rig.hearing = listen(rig)
    },
    get port() {
      return rig.port
    },
    stop() {
      rig.isStopped = true
      rig.hearing.unsubscribe()
      rig.pace.tear()
      for (const cancel of rig.cancels) cancel()
      rig.cancels.clear()
      wake(rig)
      rig.notes$.complete()
    },
  }
  return device
}

function faultsOf(rig: Rig, device: SimulatedDevice): FaultyDevice {
  const { model, timing, swap } = rig.options
  const fault = (text: string): void => note(rig, 'fault', text)
  return {
    unplug(ms) {
      fault(`unplugged for ${ms} ms`)
      const { port, pace } = rig
      const torn = pace.tear()
      if (torn !== '') void port.write(torn)
      void port.unplug()
      later(rig, ms, () => void port.replug().catch((error: unknown) => fault(`not plugged in again: ${String(error)}`)))
    },
    mute(ms) {
      fault(`mute for ${ms} ms`)
      rig.mutedUntilMs = Math.max(rig.mutedUntilMs, timing.nowMs() + ms)
      rig.pace.tear()
    },
    deafen(ms) {
      fault(`does not read for ${ms} ms`)
      const deaf = rig.port
      deaf.setReading(false)
      later(rig, ms, () => deaf.setReading(true))
    },
    reboot(ring, ms) {
      fault(`restarts, ring ${ring}`)
      rig.isRestarting = true
      rig.pace.tear()
      later(rig, ms, () => {
        rig.isRestarting = false
        model.reboot(ring)
        say(rig, [model.hello()])
        wake(rig)
      })
    },
    upsetClock(course, ms) {
      fault(`clock ${course} for ${ms} ms`)
      const own = ++rig.upsets
      model.setClock(course)
      later(rig, ms, () => {
        // A later fault of the clock lasts as long as it says.
        if (own === rig.upsets) model.setClock('right')
      })
    },
    blind(ms) {
      fault(`blind for ${ms} ms`)
      goBlind(rig, ms)
    },
    readTwice() {
      fault('reads the next card twice')
      rig.readsTwice = true
    },
    swap() {
      fault('changes places')
      swap?.(device)
    },
  }
}

/** Whatever changed unseen on a spot is reported at the end. */
function goBlind(rig: Rig, ms: number): void {
  const own: Blindness = { untilMs: rig.options.timing.nowMs() + ms, spot: null, missed: null }
  rig.blindness = own
  later(rig, ms, () => {
    if (rig.blindness !== own) return
    rig.blindness = null
    if (own.missed !== null) sense(rig, own.missed)
  })
}

const note = ({ notes$, options }: Rig, what: DeviceNote['what'], text: string): void =>
  notes$.next({ role: options.model.role, what, text })

const hasRoom = ({ options, isRestarting }: Rig): boolean => options.model.hasRoom && !isRestarting

function later({ options, cancels }: Rig, ms: number, run: () => void): void {
  const cancel = options.timing.after(ms, () => {
    cancels.delete(cancel)
    run()
  })
  cancels.add(cancel)
}

function say(rig: Rig, messages: readonly TlpDeviceMessage[]): void {
  if (rig.isStopped || rig.isRestarting || rig.options.timing.nowMs() < rig.mutedUntilMs) return
  for (const message of messages) {
    const body = encodeBody(message)
    note(rig, 'sent', body)
    for (const { text, pauseMs } of rig.sent(formatLine(body))) rig.pace.send(text, pauseMs)
  }
}

function hear(rig: Rig, text: string): void {
  const { model } = rig.options
  if (rig.isStopped || rig.isRestarting) return
  const line = parseLine(text)
  if (line.kind === 'discarded') {
    model.heardBad(line.why === 'too-long' || line.why === 'endless' ? 'long' : 'crc')
    note(rig, 'heard-bad', `${line.why} ${JSON.stringify(text.slice(0, 60))}`)
    return
  }
  note(rig, 'heard', line.body)
  const message = decodeBody(line.body)
  // A newer host may ask for something this device does not know: it stays silent. A known verb with wrong fields is refused.
  if (message.kind === 'unknown-verb') return
  if (message.kind === 'malformed') say(rig, [{ kind: 'refusal', reason: 'fields', args: [message.verb] }])
  else if (isForDevice(message)) say(rig, model.hear(message))
  if (hasRoom(rig)) wake(rig)
}

function wake({ waiting }: Rig): void {
  for (const ready of waiting.splice(0)) ready()
}

/** A new cutter for each port, so that half a line of one connection is not glued to the next connection's. */
function listen(rig: Rig): Subscription {
  const cut = lineCutter((text) => {
    for (const piece of rig.heard(text)) {
      const lines = piece.text.split('\n').filter((line) => line !== '')
      const hearAll = (): void => {
        for (const line of lines) hear(rig, line)
      }
      if (piece.pauseMs === 0) hearAll()
      else later(rig, piece.pauseMs, hearAll)
    }
  })
  return rig.port.data$.subscribe(cut)
}

function beat(rig: Rig): void {
  const { model, dice } = rig.options
  say(rig, [model.heartbeat()])
  for (const { afterMs, strike } of dice?.() ?? []) later(rig, afterMs, () => strike(rig.faults))
  later(rig, HEARTBEAT_MS, () => beat(rig))
}

function sense(rig: Rig, scan: Scan): boolean {
  if (rig.isStopped || rig.isRestarting) return false
  if (isUnseen(rig, scan)) return true
  const messages = rig.options.model.sense(scan)
  if (messages === null) return false
  say(rig, messages)
  if (isCard(scan) && rig.readsTwice) {
    rig.readsTwice = false
    return sense(rig, scan)
  }
  return true
}

const isCard = (scan: Scan): boolean => scan.kind === 'card' || (scan.kind === 'discard' && scan.card !== null)

function isUnseen({ blindness, options }: Rig, scan: Scan): boolean {
  if (blindness === null || options.timing.nowMs() >= blindness.untilMs) return false
  if (scan.kind !== 'spot') return isCard(scan) || scan.kind === 'cut-card' || scan.kind === 'pointer'
  if (blindness.spot === null && scan.spot.endsWith('.main')) blindness.spot = scan.spot
  if (scan.spot !== blindness.spot) return false
  blindness.missed = scan
  return true
}

const HOST_KINDS: ReadonlySet<string> = new Set<TlpHostMessage['kind']>([
  'identify',
  'ack',
  'resend',
  'time',
  'snapshot',
  'configure',
  'challenge',
])

function isForDevice(message: ReturnType<typeof decodeBody>): message is TlpHostMessage {
  return HOST_KINDS.has(message.kind)
}

/**
 * Bytes -> lines without their LF. A line that never ends is given out in pieces of at most one byte more than a line, which are refused.
 */
function lineCutter(give: (line: string) => void): (bytes: Uint8Array) => void {
  let begun = ''
  return (bytes) => {
    begun += Buffer.from(bytes).toString('latin1')
    for (let end = begun.indexOf('\n'); end >= 0; end = begun.indexOf('\n')) {
      give(begun.slice(0, end))
      begun = begun.slice(end + 1)
    }
    if (begun.length <= LINE_BYTES_MAX) return
    give(begun)
    begun = ''
  }
}
