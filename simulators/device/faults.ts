/**
 * Faults of the line and of the device, as rows: a name, its effect, and its options with unit and range. Each is seeded and small; several
 * are applied in the order in which they are given. The help of `simulate` is printed from this table.
 */
import { DEVICE_ROLES, type DeviceRole } from '../../devices/roles.ts'
import { seededRandom } from '../table/random.ts'
import type { ClockCourse } from './model.ts'

/** What a line fault makes of one line. */
interface Piece {
  /** latin1 text, with its line feed if it still has one. */
  readonly text: string
  /** The line is silent for this long before it. */
  readonly pauseMs: number
}
/** A line fault keeps to itself what it needs between lines (a line held back, old lines). */
export type LineFault = (line: string) => readonly Piece[]

/** What a device fault may do to a device. The rig implements it. */
export interface FaultyDevice {
  /** Hangs up, and plugs in again under the same path after `ms`. */
  unplug(ms: number): void
  /** Says nothing for `ms`. What it would have said is lost, not late. */
  mute(ms: number): void
  /** Takes no byte from the host for `ms`. */
  deafen(ms: number): void
  reboot(ring: 'kept' | 'lost', ms: number): void
  /** Its clock runs like this for `ms`, or until it reboots. */
  upsetClock(course: ClockCourse, ms: number): void
  /** Its sensor sees nothing for `ms`: a reader of cards reads none, of the spots the next main bet that changes stays as it was. */
  blind(ms: number): void
  /** A shoe or a reader of the discards reads its next card twice. */
  readTwice(): void
  /** Changes places with another device: each is then found under the other's path. */
  swap(): void
}

interface FaultRange {
  readonly unit: string
  readonly min: number
  readonly max: number
}

interface RowBase {
  readonly does: string
  readonly rate: FaultRange
  /** The second option, `ms=`, if the fault has a length. */
  readonly ms?: FaultRange & { readonly usual: number }
}
type LineFaultRow = RowBase & { readonly on: 'line'; readonly make: (random: () => number, rate: number, ms: number) => LineFault }
type DeviceFaultRow = RowBase & { readonly on: 'device'; readonly strike: (device: FaultyDevice, ms: number) => void }
export type FaultRow = LineFaultRow | DeviceFaultRow

const LINES: FaultRange = { unit: 'share of lines', min: 0, max: 1 }
const BYTES: FaultRange = { unit: 'share of bytes', min: 0, max: 0.05 }
const SECONDS: FaultRange = { unit: 'chance a second', min: 0, max: 1 }

const now = (text: string): Piece => ({ text, pauseMs: 0 })
const whole = (random: () => number, below: number): number => Math.floor(random() * below)

/** A fault that leaves most lines alone and makes these pieces of the others. */
function sometimes(change: (line: string, random: () => number, ms: number) => readonly Piece[]): LineFaultRow['make'] {
  return (random, rate, ms) => (line) => (random() < rate ? change(line, random, ms) : [now(line)])
}

function flipBits(random: () => number, rate: number): LineFault {
  return (line) => {
    const bytes = Buffer.from(line, 'latin1')
    for (let i = 0; i < bytes.length; i++) if (random() < rate) bytes[i] = (bytes[i] ?? 0) ^ (1 << whole(random, 8))
    return [now(bytes.toString('latin1'))]
  }
}

function reorder(random: () => number, rate: number): LineFault {
  let held: string | undefined
  return (line) => {
    if (held !== undefined) {
      const late = held
      held = undefined
      return [now(line), now(late)]
    }
    if (random() >= rate) return [now(line)]
    held = line
    return []
  }
}

/** An old line is one of the last this many. */
const STALE_LINES = 64

function stale(random: () => number, rate: number): LineFault {
  const old: string[] = []
  return (line) => {
    const again = old.length > 0 && random() < rate ? old[whole(random, old.length)] : undefined
    old.push(line)
    if (old.length > STALE_LINES) old.shift()
    return again === undefined ? [now(line)] : [now(again), now(line)]
  }
}

function garbage(random: () => number): string {
  let text = ''
  for (let left = 1 + whole(random, 200); left > 0; left--) text += String.fromCharCode(whole(random, 256))
  return text
}

/** A fault that strikes single lines. */
const ofLines = (does: string, change: Parameters<typeof sometimes>[0]): LineFaultRow => ({
  on: 'line',
  does,
  rate: LINES,
  make: sometimes(change),
})

/** A fault of the device that lasts; `usual`, ms, where nobody says how long. */
const lasting = (does: string, usual: number, strike: DeviceFaultRow['strike'], min = 1): DeviceFaultRow => ({
  on: 'device',
  does,
  rate: SECONDS,
  ms: { unit: 'ms', min, max: 600_000, usual },
  strike,
})

export const FAULTS = {
  drop: ofLines('the line never arrives', () => []),
  corrupt: { on: 'line', does: 'single bits of its bytes are flipped, the line feed included', rate: BYTES, make: flipBits },
  cut: ofLines('the line breaks off, without a line feed', (line, random) => [now(line.slice(0, whole(random, line.length)))]),
  behead: ofLines('the beginning of the line is missing', (line, random) => [now(line.slice(1 + whole(random, line.length - 1)))]),
  glue: ofLines('its line feed is lost: the next line is glued to it', (line) => [now(line.replace(/\r?\n$/, ''))]),
  double: ofLines('the line arrives twice', (line) => [now(line), now(line)]),
  reorder: { on: 'line', does: 'the line arrives after the next one', rate: LINES, make: reorder },
  stale: { on: 'line', does: `one of the last ${STALE_LINES} lines arrives again before it`, rate: LINES, make: stale },
  delay: {
    ...ofLines('the line and everything after it arrive late', (text, _random, ms) => [{ text, pauseMs: ms }]),
    ms: { unit: 'ms', min: 1, max: 60_000, usual: 300 },
  },
  garbage: ofLines('up to 200 bytes of any kind arrive before it', (line, random) => [now(`${garbage(random)}\n`), now(line)]),
  endless: ofLines('20,000 bytes without a line feed arrive before it', (line, random) => [
    now(String.fromCharCode(0x21 + whole(random, 94)).repeat(20_000)),
    now(line),
  ]),
  nul: ofLines('the line contains a NUL byte somewhere', (line, random) => {
    const at = whole(random, line.length)
    return [now(`${line.slice(0, at)}\0${line.slice(at)}`)]
  }),
  unplug: lasting('the port hangs up, in the middle of whatever it sends, and comes back under its path', 500, (device, ms) =>
    device.unplug(ms),
  ),
  mute: lasting('the device is silent', 5_000, (device, ms) => device.mute(ms)),
  deaf: lasting('the device does not read: what the host writes piles up', 5_000, (device, ms) => device.deafen(ms)),
  reboot: lasting('the device restarts and keeps its ring', 300, (device, ms) => device.reboot('kept', ms), 0),
  amnesia: lasting('the device restarts without its ring and counts from 1 again', 300, (device, ms) => device.reboot('lost', ms), 0),
  freeze: lasting('its clock stands still', 20_000, (device, ms) => device.upsetClock('stopped', ms)),
  race: lasting('its clock runs a thousand times too fast', 20_000, (device, ms) => device.upsetClock('racing', ms)),
  misdate: lasting('its clock runs, but its events are dated by one that stands still', 20_000, (device, ms) =>
    device.upsetClock('misdating', ms),
  ),
  blind: {
    on: 'device',
    does: 'a shoe or a reader of the discards reads no card, a main bet stays as it was; its heartbeat goes on',
    rate: SECONDS,
    ms: { unit: 'ms', min: 1, max: 3_600_000, usual: 300_000 },
    strike: (device, ms) => device.blind(ms),
  },
  twice: {
    on: 'device',
    does: 'a shoe or a reader of the discards reads its next card twice',
    rate: SECONDS,
    strike: (device) => device.readTwice(),
  },
  swap: {
    on: 'device',
    does: 'it changes places with another device: each is found under the other path',
    rate: SECONDS,
    strike: (device) => device.swap(),
  },
} as const satisfies { readonly [name: string]: FaultRow }

export type FaultName = keyof typeof FAULTS

/** One fault as it was asked for. */
export interface FaultSetting {
  readonly name: FaultName
  /** In the unit of its row. */
  readonly rate: number
  /** Default: the row's usual length. */
  readonly ms?: number
  /** Only this device; default all. */
  readonly role?: DeviceRole
  /** `sent`, the default: lines from the device; `heard`: lines from the host. Line faults only. */
  readonly lines?: 'sent' | 'heard'
}

const isFaultName = (name: string): name is FaultName => Object.hasOwn(FAULTS, name)

/** `[shoe:][heard.]name=rate[,ms=N]`: gives the setting, or says what is wrong and what would be right. */
export function parseFault(text: string): FaultSetting | string {
  const match = /^(?:([a-z]+):)?(heard\.)?([A-Za-z]+)=([^,]*)(?:,ms=(.*))?$/.exec(text)
  if (match === null) return `fault "${text}" is not of the form [shoe:][heard.]name=rate[,ms=N], for example drop=0.01`
  const [, role, heard, name = '', rateText = '', msText] = match
  if (role !== undefined && !DEVICE_ROLES.some((each) => each === role)) {
    return `fault "${text}": no device "${role}"; devices are ${DEVICE_ROLES.join(', ')}`
  }
  if (!isFaultName(name)) return `fault "${text}": no fault "${name}"; faults are ${Object.keys(FAULTS).join(', ')}`
  const row: FaultRow = FAULTS[name]
  const rate = inRange(rateText, row.rate)
  if (rate === null) return `fault "${text}": the rate of ${name} is a ${row.rate.unit}, ${row.rate.min} to ${row.rate.max}`
  if (heard !== undefined && row.on !== 'line')
    return `fault "${text}": ${name} befalls the device, not the lines it hears: leave "heard." out`
  if (msText !== undefined && row.ms === undefined) return `fault "${text}": ${name} has no length, leave ms out`
  const ms = msText === undefined || row.ms === undefined ? undefined : inRange(msText, row.ms)
  if (ms === null) return `fault "${text}": ms of ${name} is ${row.ms?.min} to ${row.ms?.max}`
  return {
    name,
    rate,
    ...(ms === undefined ? {} : { ms }),
    ...(role === undefined ? {} : { role: role as DeviceRole }),
    ...(heard === undefined ? {} : { lines: 'heard' }),
  }
}

function inRange(text: string, { min, max }: FaultRange): number | null {
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

/** One line per fault for a help text. */
export function describeFaults(): string {
  const rows = Object.entries(FAULTS) as [FaultName, FaultRow][]
  return rows
    .map(([name, { does, rate, ms }]) => {
      const length = ms === undefined ? '' : `; ms=${ms.min}..${ms.max}, default ${ms.usual}`
      return `  ${name.padEnd(8)} ${does} (${rate.unit}, ${rate.min}..${rate.max}${length})`
    })
    .join('\n')
}

/** The line faults of one device and direction, chained in the order given. Without any, each line is passed on unchanged. */
export function lineFaults(settings: readonly FaultSetting[], role: DeviceRole, lines: 'sent' | 'heard', seed: number): LineFault {
  const chain = settings.flatMap((setting, place) => {
    const row: FaultRow = FAULTS[setting.name]
    if (row.on !== 'line' || !concerns(setting, role) || (setting.lines ?? 'sent') !== lines) return []
    return [row.make(faultRandom(seed, role, lines, place), setting.rate, setting.ms ?? row.ms?.usual ?? 0)]
  })
  return (line) => chain.reduce<readonly Piece[]>((pieces, fault) => pieces.flatMap((piece) => through(fault, piece)), [now(line)])
}

function through(fault: LineFault, { text, pauseMs }: Piece): readonly Piece[] {
  return fault(text).map((piece, index) => (index === 0 ? { ...piece, pauseMs: piece.pauseMs + pauseMs } : piece))
}

/** Called once a second: gives the device faults that strike within it, and when. */
export type DeviceFaultDice = () => readonly { readonly afterMs: number; readonly strike: (device: FaultyDevice) => void }[]

export function deviceFaults(settings: readonly FaultSetting[], role: DeviceRole, seed: number): DeviceFaultDice {
  const dice = settings.flatMap((setting, place) => {
    const row: FaultRow = FAULTS[setting.name]
    if (row.on !== 'device' || !concerns(setting, role)) return []
    const random = faultRandom(seed, role, 'device', place)
    const ms = setting.ms ?? row.ms?.usual ?? 0
    const strike = (device: FaultyDevice) => row.strike(device, ms)
    return [() => ({ strikes: random() < setting.rate, afterMs: Math.floor(random() * 1_000), strike })]
  })
  return () => dice.map((cast) => cast()).filter(({ strikes }) => strikes)
}

function concerns(setting: FaultSetting, role: DeviceRole): boolean {
  return setting.role === undefined || setting.role === role
}

/** Each fault has its own random source, so that adding one leaves the others' moments where they were. */
function faultRandom(seed: number, role: DeviceRole, where: string, place: number): () => number {
  let mixed = seed >>> 0
  for (const code of Buffer.from(`${role} ${where} ${place}`)) mixed = Math.imul(mixed ^ code, 0x01000193) >>> 0
  return seededRandom(mixed)
}
