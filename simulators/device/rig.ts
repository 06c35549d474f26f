/**
 * A simulated device on a port: the model, with framing, faults and the pace of the line around it.
 *
 *   sense(scan) -> model -> encode -> faults of sent lines -> pace (11.5 kB/s) -> port.write
 *                  model <- decode <- faults of heard lines <- frame <---------- port.data$
 */
import { type Observable, Subject, type Subscription } from 'rxjs'
import type { Card, ChipStack, KeyPress, PointerPlace, Scan, ShoeState, SpotId } from '../../devices/scan.ts'
import { formatLine, LINE_BYTES_MAX, parseLine } from '../../firmware-bridge/line.ts'
import { decodeBody, encodeBody, type TlpDeviceMessage, type TlpHostMessage } from '../../firmware-bridge/tlp.ts'
import type { DeviceRole } from '../../src/rules/table.ts'
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

/** Starts the device: it says HI and then a heartbeat a second. */
export function startDevice(options: RigOptions): SimulatedDevice {
  const { model, timing } = options
  const { role, serial } = model
  const sentFault: LineFault = options.sent ?? ((line) => [{ text: line, pauseMs: 0 }])
  const heardFault: LineFault = options.heard ?? ((line) => [{ text: line, pauseMs: 0 }])
  const notes$ = new Subject<DeviceNote>()
  const pace: Pace = paced(timing, options.bytesPerSecond ?? 11_500, (text) => void port.write(text))
  const waiting: (() => void)[] = []
  const cancels = new Set<() => void>()
  let port = options.port
  let hearing: Subscription
  let mutedUntilMs = Number.NEGATIVE_INFINITY
  let restarting = false
  let upsets = 0
  let stopped = false

  const note = (what: DeviceNote['what'], text: string) => notes$.next({ role, what, text })

  function later(ms: number, run: () => void): void {
    const cancel = timing.after(ms, () => {
      cancels.delete(cancel)
      run()
    })
    cancels.add(cancel)
  }

  function say(messages: readonly TlpDeviceMessage[]): void {
    if (stopped || restarting || timing.nowMs() < mutedUntilMs) return
    for (const message of messages) {
      const body = encodeBody(message)
      note('sent', body)
      for (const { text, pauseMs } of sentFault(formatLine(body))) pace.send(text, pauseMs)
    }
  }

  function hear(text: string): void {
    if (stopped || restarting) return
    const line = parseLine(text)
    if (line.kind === 'discarded') {
      model.heardBad(line.why === 'too-long' || line.why === 'endless' ? 'long' : 'crc')
      note('heard-bad', `${line.why} ${JSON.stringify(text.slice(0, 60))}`)
      return
    }
    note('heard', line.body)
    const message = decodeBody(line.body)
    // A newer host may ask for something this device does not know: it stays silent. A known verb with wrong fields is refused.
    if (message.kind === 'unknown-verb') return
    if (message.kind === 'malformed') say([{ kind: 'refusal', reason: 'fields', args: [message.verb] }])
    else if (isForDevice(message)) say(model.hear(message))
    if (device.hasRoom) wake()
  }

  function wake(): void {
    for (const ready of waiting.splice(0)) ready()
  }

  /** A new cutter for each port, so that half a line of one connection is not glued to the next connection's. */
  function listen(): Subscription {
    const cut = lineCutter((text) => {
      for (const piece of heardFault(text)) {
        const lines = piece.text.split('\n').filter((line) => line !== '')
        if (piece.pauseMs === 0) for (const line of lines) hear(line)
        else later(piece.pauseMs, () => lines.forEach(hear))
      }
    })
    return port.data$.subscribe(cut)
  }

  function beat(): void {
    say([model.heartbeat()])
    for (const { afterMs, strike } of options.dice?.() ?? []) later(afterMs, () => strike(faults))
    later(HEARTBEAT_MS, beat)
  }

  function plugAgain(ms: number): void {
    const hungUp = port
    later(ms, () => void hungUp.replug().catch((error: unknown) => note('fault', `not plugged in again: ${String(error)}`)))
  }

  const faults: FaultyDevice = {
    unplug(ms) {
      note('fault', `unplugged for ${ms} ms`)
      const torn = pace.tear()
      if (torn !== '') void port.write(torn)
      void port.unplug()
      plugAgain(ms)
    },
    mute(ms) {
      note('fault', `mute for ${ms} ms`)
      mutedUntilMs = Math.max(mutedUntilMs, timing.nowMs() + ms)
      pace.tear()
    },
    deafen(ms) {
      note('fault', `does not read for ${ms} ms`)
      const deaf = port
      deaf.setReading(false)
      later(ms, () => deaf.setReading(true))
    },
    reboot(ring, ms) {
      note('fault', `restarts, ring ${ring}`)
      restarting = true
      pace.tear()
      later(ms, () => {
        restarting = false
        model.reboot(ring)
        say([model.hello()])
        wake()
      })
    },
    upsetClock(course, ms) {
      note('fault', `clock ${course} for ${ms} ms`)
      const own = ++upsets
      model.setClock(course)
      later(ms, () => {
        // A later fault of the clock lasts as long as it says.
        if (own === upsets) model.setClock('right')
      })
    },
    swap() {
      note('fault', 'changes places')
      options.swap?.(device)
    },
  }

  function sense(scan: Scan): boolean {
    if (stopped || restarting) return false
    const messages = model.sense(scan)
    if (messages !== null) say(messages)
    return messages !== null
  }

  const device: SimulatedDevice = {
    role,
    serial,
    model,
    notes$: notes$.asObservable(),
    get bytesOverrun() {
      return pace.bytesOverrun
    },
    sense,
    card: (card) => sense({ kind: 'card', card }),
    cut: () => sense({ kind: 'cut-card' }),
    shoe: (what) => sense({ kind: 'shoe', what }),
    spot: (spot, chips) => sense({ kind: 'spot', spot, rev: 0, chips, amount: 0 }),
    pointer: (place) => sense({ kind: 'pointer', place }),
    key: (press) => sense({ kind: 'key', press }),
    get hasRoom() {
      return model.hasRoom && !restarting
    },
    room() {
      if (stopped || device.hasRoom) return Promise.resolve()
      return new Promise((ready) => waiting.push(ready))
    },
    faults,
    moveTo(next) {
      hearing.unsubscribe()
      pace.tear()
      port = next
      hearing = listen()
    },
    get port() {
      return port
    },
    stop() {
      stopped = true
      hearing.unsubscribe()
      pace.tear()
      for (const cancel of cancels) cancel()
      cancels.clear()
      wake()
      notes$.complete()
    },
  }

  hearing = listen()
  say([model.hello()])
  later(HEARTBEAT_MS, beat)
  return device
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
