/** The steps for a device, one row each. Pure: facts in, advice out. */
import type { TlpIdentity } from '../../../firmware-bridge/tlp.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { type ClockReading, type ClockSample, clockTodo, clockWords, readClock, tellClock } from './clock.ts'
import type { Standing } from './ports.ts'
import { failed, holds, type Judged, type Rung, warns } from './rung.ts'

/** Why a port cannot be opened. */
export type Refusal = {
  readonly why: 'busy' | 'permission' | 'other'
  readonly text: string
  /** Other processes that have it open. */
  readonly holders: readonly string[]
}

export interface DeviceFacts {
  readonly device: DeviceConfig
  readonly baudRate: number
  /** All devices of the table: one may be plugged in where another should be. */
  readonly all: readonly DeviceConfig[]
  readonly standing: Standing
  readonly opened: boolean
  readonly refused: Refusal | null
  /** From the opening to the end of the watch. */
  readonly watchedMs: number
  readonly bytes: number
  readonly good: number
  /** Bad lines from the first good line on, and those before it that began like lines. */
  readonly bad: number
  /** Other bad lines before the first good one: the opening cuts a line, and a booting board prints other text. */
  readonly badBefore: number
  /** Lines that only a host sends: our own, echoed. */
  readonly echoes: number
  /** The newest bad line: its kind and its beginning. `intact`: it arrived whole, but says what no device may say. */
  readonly lastBad: { readonly why: string; readonly sample: string; readonly intact: boolean } | null
  /** Lines we sent, and how many of them the device reports it could not read. */
  readonly sent: number
  readonly unheard: number
  /** Its first identification. */
  readonly hello: TlpIdentity | null
  readonly read: number
  readonly missing: number
  /** The newest reason to reject an event that a device of this role may not send. */
  readonly rejected: string | null
  readonly samples: readonly ClockSample[]
  /** Why the connection ended before the watch did. */
  readonly ended: string | null
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Why a port did not open, judged by the system's message. `holders` is called if another process has the port. */
export function refusalOf(reason: string, holders: () => readonly string[]): Refusal {
  const why = /permission denied|EACCES|EPERM/i.test(reason)
    ? 'permission'
    : /busy|cannot lock|temporarily unavailable/i.test(reason)
      ? 'busy'
      : 'other'
  return { why, text: reason.replace(/^cannot open \S+: (?:Error:? )*/, ''), holders: why === 'busy' ? holders() : [] }
}

const openTodo = ({ why, holders }: Refusal): string => {
  switch (why) {
    case 'busy':
      return holders.length === 0
        ? 'Another program is using the port: close it (a terminal program, another daemon, or ModemManager, which opens every new port).'
        : `Process ${holders.join(', ')} is using the port: stop it.`
    case 'permission':
      return 'Allow this user to open serial ports: `sudo usermod -aG dialout USER`, then log in again; for a service, set the group in its unit file.'
    case 'other':
      return 'Unplug the device and plug it in again; if that does not help, try another cable and port, and look at `dmesg`.'
  }
}

const addressTodo = (host: string, port: number): string =>
  `Check that the serial server has power and answers here (\`ping ${host}\`), that it is set to a raw TCP server on port ${port} (not RFC 2217, not telnet), and that no other program is connected to it: most accept one.`

const newestBad = ({ lastBad }: DeviceFacts): string =>
  lastBad === null ? '' : `, most recently: ${lastBad.why}, ${JSON.stringify(shapeOf(lastBad.sample))}`
const SAMPLE_SHOWN = 32

/**
 * Share of bad lines in all lines. A good cable has none in a day. Each costs a repetition; if that is damaged as well, a round loses its
 * verdict.
 */
const BAD_SHARE = { warning: 1 / 1000, failure: 1 / 100 }

/** Judges both directions; the worse one decides. */
function judgeLines(facts: DeviceFacts): Judged {
  const { good, bad, badBefore, echoes, lastBad, sent, unheard } = facts
  if (good === 0 && echoes > 0) return failed('only our own lines come back', LOOP_REMEDY)
  if (good === 0) return failed(`no valid line, ${bad + badBefore} invalid${newestBad(facts)}`)
  const before = badBefore === 0 ? '' : `, ${badBefore} invalid before the first valid one`
  const heard = unheard === 0 ? '' : `; the device could not read ${unheard} of the ${count(sent, 'line')} sent to it`
  const detail = `${good} valid, ${bad} invalid${before}${newestBad(facts)}${heard}`
  const share = Math.max(bad / (good + bad), unheard / Math.max(1, sent))
  if (share <= BAD_SHARE.warning) return holds(detail)
  const todo = bad === 0 ? UNHEARD_REMEDY : lastBad?.intact ? FIRMWARE_REMEDY : DAMAGED_REMEDY
  return share > BAD_SHARE.failure ? failed(detail, todo) : warns(detail, todo)
}

/** A damaged line from a shoe still names a card, perhaps a face-down one, so people see only its form, not its content. */
const shapeOf = (sample: string): string => sample.slice(0, SAMPLE_SHOWN).replace(/[?A-Za-z0-9]/g, 'x')

const whoTodo = ({ device, all }: DeviceFacts, hello: TlpIdentity): string => {
  const other = all.find(({ serial }) => serial === hello.serial)
  if (other === device) return `In the configuration, set the role of device ${device.name} to ${hello.dev}.`
  if (other === undefined) {
    return `Plug in device ${device.serial}; or, if ${hello.serial} replaces it, enter ${hello.serial} as the serial of ${device.name} in the configuration.`
  }
  return `This is the table's device ${other.name}: cables or paths are swapped. The daemon still finds both by their serial numbers, but correct it.`
}

export const DAMAGED_REMEDY = 'Lines arrive damaged: use a shorter cable, check ground and shield, and keep the cable away from motors.'
const UNHEARD_REMEDY = "Lines sent to the device arrive damaged: check the wire from the port's TX to the device's RX, ground and shield."
const FIRMWARE_REMEDY =
  'The cable is fine, but the firmware sends messages that the protocol does not allow: report this line to the manufacturer.'
const IDS_REMEDY = 'Its chipFile has no effect, and no foreign chip is told: install firmware that tells ids, or leave chipFile out.'
const LOOP_REMEDY = 'TX and RX are connected to each other: look for a loopback plug, a short circuit, or a converter that echoes.'

/** Reading this many events is enough to know that a ring can be read. */
export const EVENTS_ENOUGH = 1000

export const waitingIn = (hello: TlpIdentity | null): number => (hello === null ? 0 : hello.hi - hello.lo + 1)

/** Event time is based on the best of the last 16 exchanges, one a second, so at this rate it is at most 16 ms out. */
const DRIFT_PPM_MAX = 1000

const driftText = (drift: ClockReading['drift']): string => {
  if (drift === null) return 'drift not measured'
  const { ppm, withinPpm } = drift
  return Math.abs(ppm) <= withinPpm ? `drift under ${withinPpm} ppm` : `drift ${ppm < 0 ? '' : '+'}${ppm} ppm`
}

const clockText = ({ offsetMs, wallMs, roundTripMs, drift }: ClockReading): string =>
  `${clockWords(tellClock(offsetMs, wallMs))}; round trip ${roundTripMs.toFixed(1)} ms, ${driftText(drift)}`

export const DEVICE_RUNGS: readonly Rung<DeviceFacts>[] = [
  {
    name: 'port is there',
    shows: 'the configured path leads to a serial port, or is the address of a serial server',
    todo: 'Plug the device in, and enter its path from the list above in the configuration, preferably the one under /dev/serial/by-id.',
    judge: ({ device, standing }) => {
      if (standing.kind === 'absent') return failed(standing.why)
      if (standing.kind === 'no-port') return failed('the path is not a serial port')
      if (standing.kind === 'address') return holds(`a serial server: ${standing.host}, port ${standing.port}`)
      return holds(standing.realPath === device.path ? 'yes' : `leads to ${standing.realPath}`)
    },
  },
  {
    name: 'opens',
    shows: 'this user may open the port, and no other program is using it; a serial server accepts the connection',
    todo: openTodo({ why: 'other', text: '', holders: [] }),
    judge: ({ opened, refused, baudRate, standing }) => {
      if (standing.kind === 'address') {
        const todo = addressTodo(standing.host, standing.port)
        if (opened) return holds(`connected; the serial server must be set to ${baudRate} 8N1 itself`)
        return failed(refused === null ? 'connecting to it took too long' : refused.text, todo)
      }
      if (refused !== null) return failed(`${REFUSALS[refused.why]}: ${refused.text}`, openTodo(refused))
      return opened ? holds(`${baudRate} 8N1`) : failed('opening it took too long')
    },
  },
  {
    name: 'bytes arrive',
    shows: 'a device is connected and sends data',
    todo: "Check that the device has power and that its TX is connected to the port's RX. A device sends a heartbeat every second and answers when asked to identify itself.",
    judge: ({ bytes, watchedMs, ended }) =>
      bytes > 0
        ? holds(watchedMs < 100 ? `${bytes} bytes` : `${bytes} bytes in ${seconds(watchedMs)}`)
        : failed(`no data in ${seconds(watchedMs)}${behind(ended)}`),
  },
  {
    name: 'lines are valid',
    shows: 'the device speaks the line protocol; more than 1 line in 1,000 damaged is a warning, more than 1 in 100 a failure',
    todo: 'No line can be read: check the speed (115200 8N1 at both ends), ground and shield, and that this is the right kind of device.',
    judge: judgeLines,
  },
  {
    name: 'right device',
    shows: 'its serial number and role match the configuration',
    todo: "The device sends data but does not identify itself when asked: check that the port's TX is connected to the device's RX, and check its firmware version.",
    judge: (facts) => {
      const { hello, device, ended } = facts
      if (hello === null) return failed(`the device did not identify itself${behind(ended)}`)
      if (hello.serial !== device.serial)
        return failed(`${hello.serial} (${hello.dev}) is connected instead of ${device.serial}`, whoTodo(facts, hello))
      if (hello.dev !== device.role) return failed(`${hello.serial} is a ${hello.dev}, not a ${device.role}`, whoTodo(facts, hello))
      const who = `${hello.serial}, ${hello.dev}, firmware ${hello.firmware}, boot ${hello.boot}`
      if (device.chipFile !== undefined && !hello.ids) return warns(`${who}; it tells no ids of chips`, IDS_REMEDY)
      return holds(`${who}${hello.ids ? ', tells the ids of chips' : ''}`)
    },
  },
  {
    name: 'events can be read',
    shows: 'the events stored in its ring buffer arrive when requested, in order',
    todo: 'Play can go on, but the daemon will report these events as missing and the round as incomplete. Lines are being lost: check the cable and the firmware.',
    judge: ({ hello, read, missing, rejected, ended }) => {
      const waiting = waitingIn(hello)
      const ring = `ring ${waiting} of ${hello?.cap ?? 0}`
      if (rejected !== null)
        return failed(rejected, 'The firmware sends messages that do not belong to this role: install the firmware for this role.')
      if (missing > 0) return failed(`${count(missing, 'event')} in its ring did not arrive; ${ring}`)
      if (read < Math.min(waiting, EVENTS_ENOUGH)) return failed(`${read} of ${count(waiting, 'event')} arrived${behind(ended)}; ${ring}`)
      const more = read > 0 && read < waiting ? ' (the rest was not requested)' : ''
      const full = hello !== null && waiting >= hello.cap
      return holds(
        `${read === 0 ? 'no events waiting' : `${count(read, 'event')} arrived`}${more}, ${ring}`,
        full ? 'The ring is full, so the device holds back new events: start the daemon, which reads and acknowledges them.' : null,
      )
    },
  },
  {
    name: 'clock runs true',
    shows: "its clock's offset can be measured, and its drift is small",
    todo: "The device does not answer time requests: check that the port's TX is connected to its RX, and that its firmware answers TS.",
    judge: ({ samples, ended }) => {
      if (ended !== null) return failed(`the connection ended: ${ended}`, 'The device disconnected: check its plug, cable and power.')
      const clock = readClock(samples)
      if (clock === null) return failed('no time request was answered')
      const { drift, offsetMs, wallMs } = clock
      if (drift !== null && Math.abs(drift.ppm) - drift.withinPpm > DRIFT_PPM_MAX) {
        return failed(
          clockText(clock),
          `A drift of more than ${DRIFT_PPM_MAX} ppm puts the events of two devices in the wrong order: the oscillator is faulty, replace the device.`,
        )
      }
      const told = tellClock(offsetMs, wallMs)
      const todo = clockTodo(told)
      return told.kind === 'wrong-here' && todo !== null ? warns(clockText(clock), todo) : holds(clockText(clock), todo)
    },
  },
]

const REFUSALS: { readonly [why in Refusal['why']]: string } = {
  busy: 'another program is using it',
  permission: 'this user may not open it',
  other: 'it cannot be opened',
}

const behind = (ended: string | null): string => (ended === null ? '' : `: ${ended}`)
