/** The ladder of a device, a row a rung. Pure: what was found in, what to do out. */
import type { TlpIdentity } from '../../firmware-bridge/tlp.ts'
import type { DeviceConfig } from '../config/table-config.ts'
import { type ClockReading, type ClockSample, clockTodo, clockWords, readClock, tellClock } from './clock.ts'
import type { Standing } from './ports.ts'
import { failed, holds, type Judged, type Rung, warns } from './rung.ts'

/** Why a port does not open. */
export type Refusal = {
  readonly why: 'busy' | 'permission' | 'other'
  readonly text: string
  /** Other processes that have it open. */
  readonly holders: readonly string[]
}

export interface DeviceFacts {
  readonly device: DeviceConfig
  readonly baudRate: number
  /** All devices of the table: one may be where another should be. */
  readonly all: readonly DeviceConfig[]
  readonly standing: Standing
  readonly opened: boolean
  readonly refused: Refusal | null
  /** From the opening to the end of the watch. */
  readonly watchedMs: number
  readonly bytes: number
  readonly good: number
  /** From the first good line on. */
  readonly bad: number
  /** Bad lines before the first good one: the opening cuts a line, and a board that boots says something else. */
  readonly badBefore: number
  /** Lines that only a host says: ours, come back. */
  readonly echoes: number
  /** The newest bad line: its kind, and how it began. `intact`: it came whole, and says what no device may say. */
  readonly lastBad: { readonly why: string; readonly sample: string; readonly intact: boolean } | null
  /** Lines we sent, and those of them that the device says it could not read. */
  readonly sent: number
  readonly unheard: number
  /** As it first said who it is. */
  readonly hello: TlpIdentity | null
  readonly read: number
  readonly missing: number
  /** Events that are not for a device of this role to say, the newest reason. */
  readonly rejected: string | null
  readonly samples: readonly ClockSample[]
  /** Why the connection ended before the watch did. */
  readonly ended: string | null
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** Why a port did not open, by the words of the system that the serial port hands on. `holders` is asked where somebody has it. */
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
        ? 'Another program has the port. End it (a terminal program, another daemon; ModemManager opens every new port).'
        : `Process ${holders.join(', ')} has the port: end it.`
    case 'permission':
      return 'Let this user open serial ports: `sudo usermod -aG dialout USER`, then log in again; a service needs the group in its unit.'
    case 'other':
      return 'Pull the device and plug it in again; where it goes on, try another cable and port, and look what `dmesg` says.'
  }
}

const newestBad = ({ lastBad }: DeviceFacts): string =>
  lastBad === null ? '' : `, the newest: ${lastBad.why}, ${JSON.stringify(shapeOf(lastBad.sample))}`
const SAMPLE_SHOWN = 32

/** Bad lines in all lines. A good cable has none in a day; each costs a repetition, and where that comes damaged as well, a round its verdict. */
const BAD_SHARE = { warning: 1 / 1000, failure: 1 / 100 }

/** Both directions; what is worse decides. */
function judgeLines(facts: DeviceFacts): Judged {
  const { good, bad, badBefore, echoes, lastBad, sent, unheard } = facts
  if (good === 0 && echoes > 0) return failed('what we say comes back, and nothing else', LOOP_TODO)
  if (good === 0) return failed(`no good line, ${badBefore} bad${newestBad(facts)}`)
  const before = badBefore === 0 ? '' : `, ${badBefore} before the first good one`
  const heard = unheard === 0 ? '' : `; the device could not read ${unheard} of the ${count(sent, 'line')} sent to it`
  const detail = `${good} good, ${bad} bad${before}${newestBad(facts)}${heard}`
  const share = Math.max(bad / (good + bad), unheard / Math.max(1, sent))
  if (share <= BAD_SHARE.warning) return holds(detail)
  const todo = bad === 0 ? UNHEARD_TODO : lastBad?.intact ? FIRMWARE_TODO : DAMAGED_TODO
  return share > BAD_SHARE.failure ? failed(detail, todo) : warns(detail, todo)
}

/** A damaged line of a shoe is a card all the same, perhaps one that lies face down: people are shown its form, not what it says. */
const shapeOf = (sample: string): string => sample.slice(0, SAMPLE_SHOWN).replace(/[?A-Za-z0-9]/g, 'x')

const whoTodo = ({ device, all }: DeviceFacts, hello: TlpIdentity): string => {
  const other = all.find(({ serial }) => serial === hello.serial)
  if (other === device) return `Set its role in the configuration (devices, ${device.name}, role) to ${hello.dev}.`
  if (other === undefined) {
    return `Plug in the device ${device.serial}, or write ${hello.serial} as the serial of ${device.name} if this one replaces it.`
  }
  return `This is the table's ${other.name}: cables or paths are swapped. The daemon finds both by their serial numbers; put it right all the same.`
}

export const DAMAGED_TODO = 'Lines arrive damaged: shorten the cable, look at ground and shield, keep it away from motors.'
const UNHEARD_TODO = 'What is sent to the device arrives damaged: look at the wire from the TX of the port to its RX, at ground and shield.'
const FIRMWARE_TODO = 'The line is clean, but its firmware says what no device may say: tell its maker what stands here.'
const LOOP_TODO = 'Sending and receiving are joined: look for a loopback plug, a short between TX and RX, or a converter that echoes.'

/** More of a ring need not be seen to know that it can be read. */
export const EVENTS_ENOUGH = 1000

export const waitingIn = (hello: TlpIdentity | null): number => (hello === null ? 0 : hello.hi - hello.lo + 1)

/** Event time is kept from the best of the last 16 exchanges, one a second: at this rate it is 16 ms out at most. */
const DRIFT_PPM_MAX = 1000

const driftText = (drift: ClockReading['drift']): string => {
  if (drift === null) return 'drift not measured'
  const { ppm, withinPpm } = drift
  return Math.abs(ppm) <= withinPpm ? `drift under ${withinPpm} ppm` : `drift ${ppm < 0 ? '' : '+'}${ppm} ppm`
}

const clockText = ({ offsetMs, wallMs, roundTripMs, drift }: ClockReading): string =>
  `${clockWords(tellClock(offsetMs, wallMs))}; trip ${roundTripMs.toFixed(1)} ms, ${driftText(drift)}`

export const DEVICE_RUNGS: readonly Rung<DeviceFacts>[] = [
  {
    name: 'port is there',
    shows: 'the path of the configuration leads to a serial port',
    todo: 'Plug the device in, and write its path from the list above into the configuration, best the one under /dev/serial/by-id.',
    judge: ({ device, standing }) => {
      if (standing.kind === 'absent') return failed(standing.why)
      if (standing.kind === 'no-port') return failed('what stands there is no serial port')
      return holds(standing.realPath === device.path ? 'yes' : `leads to ${standing.realPath}`)
    },
  },
  {
    name: 'opens',
    shows: 'this user may open it, and nobody else has it',
    todo: openTodo({ why: 'other', text: '', holders: [] }),
    judge: ({ opened, refused, baudRate }) => {
      if (refused !== null) return failed(`${REFUSALS[refused.why]}: ${refused.text}`, openTodo(refused))
      return opened ? holds(`${baudRate} 8N1`) : failed('it did not open in time')
    },
  },
  {
    name: 'bytes arrive',
    shows: 'something is at the other end, and talks',
    todo: "See that the device has power and that its TX reaches the port's RX. A device says a heartbeat every second and answers when asked who it is.",
    judge: ({ bytes, watchedMs, ended }) =>
      bytes > 0
        ? holds(watchedMs < 100 ? `${bytes} bytes` : `${bytes} bytes in ${seconds(watchedMs)}`)
        : failed(`no byte in ${seconds(watchedMs)}${behind(ended)}`),
  },
  {
    name: 'lines are valid',
    shows: 'it speaks the line protocol, and at most one line in 1,000 comes damaged (warning) or in 100 (failure)',
    todo: 'Nothing it says is a line: look at the speed (both ends 115200 8N1), at ground and shield, and whether it is a device of this kind at all.',
    judge: judgeLines,
  },
  {
    name: 'right device',
    shows: 'its serial number and role are those of the configuration',
    todo: 'It sends, but does not say who it is when asked: see that the TX of the port reaches its RX, and which firmware it has.',
    judge: (facts) => {
      const { hello, device, ended } = facts
      if (hello === null) return failed(`it did not say who it is${behind(ended)}`)
      if (hello.serial !== device.serial)
        return failed(`${hello.serial} (${hello.dev}) is here, not ${device.serial}`, whoTodo(facts, hello))
      if (hello.dev !== device.role) return failed(`${hello.serial} is a ${hello.dev}, not a ${device.role}`, whoTodo(facts, hello))
      return holds(`${hello.serial}, ${hello.dev}, firmware ${hello.firmware}, boot ${hello.boot}`)
    },
  },
  {
    name: 'events can be read',
    shows: 'what waits in its ring comes when asked for, in order',
    todo: 'Play goes on, the daemon reports these as missing and the round as incomplete. Lines are lost: look at the cable, or at the firmware.',
    judge: ({ hello, read, missing, rejected, ended }) => {
      const waiting = waitingIn(hello)
      const ring = `ring ${waiting} of ${hello?.cap ?? 0}`
      if (rejected !== null)
        return failed(rejected, 'The firmware says what is not for this role to say: see which firmware belongs to it.')
      if (missing > 0) return failed(`${count(missing, 'event')} of its ring did not come; ${ring}`)
      if (read < Math.min(waiting, EVENTS_ENOUGH)) return failed(`${read} of ${count(waiting, 'event')} came${behind(ended)}; ${ring}`)
      const more = read > 0 && read < waiting ? ' (the rest was not asked for)' : ''
      const full = hello !== null && waiting >= hello.cap
      return holds(
        `${read === 0 ? 'none waits' : `${count(read, 'event')} came`}${more}, ${ring}`,
        full ? 'Its ring is full, it holds everything else back: start the daemon, which reads and acknowledges.' : null,
      )
    },
  },
  {
    name: 'clock runs true',
    shows: "its clock's offset is known, and it neither runs nor lags",
    todo: 'It does not tell the time: the TX of the port must reach its RX, and its firmware must answer TS.',
    judge: ({ samples, ended }) => {
      if (ended !== null)
        return failed(`the connection ended: ${ended}`, 'Look at the plug and the cable, and at the device: it went away.')
      const clock = readClock(samples)
      if (clock === null) return failed('it did not answer one time exchange')
      const { drift, offsetMs, wallMs } = clock
      if (drift !== null && Math.abs(drift.ppm) - drift.withinPpm > DRIFT_PPM_MAX) {
        return failed(
          clockText(clock),
          `More than ${DRIFT_PPM_MAX} ppm puts events of two devices into the wrong order: its oscillator is broken.`,
        )
      }
      const told = tellClock(offsetMs, wallMs)
      const todo = clockTodo(told)
      return told.kind === 'wrong here' && todo !== null ? warns(clockText(clock), todo) : holds(clockText(clock), todo)
    },
  },
]

const REFUSALS: { readonly [why in Refusal['why']]: string } = {
  busy: 'somebody else has it',
  permission: 'this user may not open it',
  other: 'it does not open',
}

const behind = (ended: string | null): string => (ended === null ? '' : `: ${ended}`)
