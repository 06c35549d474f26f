/** The steps for a device, one row each. Pure: facts in, advice out. */
import type { TlpIdentity } from '../../../firmware-bridge/tlp.ts'
import type { DeviceConfig } from '../../rules/table.ts'
import { asIs, joined, type Said, type Text } from '../../words/text.ts'
import { type ClockReading, type ClockSample, clockTodo, clockWords, readClock, tellClock } from './clock.ts'
import { deviceWord as say } from './device-words.ts'
import { sampleOf } from './heard-bytes.ts'
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
  /** `115200 8N1`. */
  readonly line: string
  /** All devices of the table: one may be plugged in where another should be. */
  readonly all: readonly DeviceConfig[]
  readonly standing: Standing
  readonly opened: boolean
  readonly refused: Refusal | null
  /** Other processes that had the port open, too, at the end of a watch in which not all was understood. */
  readonly others: readonly string[]
  /** From the opening to the end of the watch. */
  readonly watchedMs: number
  readonly bytes: number
  /** The first of them. */
  readonly heard: Uint8Array
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

const seconds = (ms: number): string => (ms / 1000).toFixed(1)

/** Why a port did not open, judged by the system's message. `holders` is called if another process has the port. */
export function refusalOf(reason: string, holders: () => readonly string[]): Refusal {
  const why = /permission denied|EACCES|EPERM/i.test(reason)
    ? 'permission'
    : /busy|cannot lock|temporarily unavailable/i.test(reason)
      ? 'busy'
      : 'other'
  return { why, text: reason.replace(/^cannot open \S+: (?:Error:? )*/, ''), holders: why === 'busy' ? holders() : [] }
}

const openTodo = ({ why, holders }: Refusal): Said => {
  switch (why) {
    case 'busy':
      return holders.length === 0 ? say('busy-todo') : say('held-todo', { holders: holders.join(', ') })
    case 'permission':
      return say('permission-todo')
    case 'other':
      return say('open-todo')
  }
}

/** Whoever has the port open without a lock takes bytes away: all of them, or some, which leaves pieces of messages. */
export const sharedTodo = (others: readonly string[], usual: Said): Said =>
  others.length === 0 ? usual : joined(say('shared-todo', { holders: others.join(', ') }), usual)

const newestBad = ({ lastBad }: DeviceFacts): Text | '' =>
  lastBad === null ? '' : say('lines-newest', { why: lastBad.why, sample: JSON.stringify(shapeOf(lastBad.sample)) })
const SAMPLE_SHOWN = 32

/**
 * Share of bad lines in all lines. A good cable has none in a day. Each costs a repetition; if that is damaged as well, a round loses its
 * verdict.
 */
const BAD_SHARE = { warning: 1 / 1000, failure: 1 / 100 }

/** Judges both directions; the worse one decides. */
function judgeLines(facts: DeviceFacts): Judged {
  const { good, bad, badBefore, echoes, lastBad, sent, unheard, others } = facts
  if (good === 0 && echoes > 0) return failed(say('own-echo'), say('loop-todo'))
  if (good === 0) {
    const detail = say('no-line', { bad: bad + badBefore, newest: newestBad(facts), sample: sampleOf(facts.heard, true) })
    return failed(detail, sharedTodo(others, say('lines-todo')))
  }
  const detail = say('lines', {
    ...{ good, bad, newest: newestBad(facts) },
    before: badBefore === 0 ? '' : say('lines-before', { count: badBefore }),
    unheard:
      unheard === 0
        ? ''
        : say('lines-unheard', { count: unheard, sent: sent === 1 ? say('line-sent') : say('lines-sent', { count: sent }) }),
  })
  const share = Math.max(bad / (good + bad), unheard / Math.max(1, sent))
  if (share <= BAD_SHARE.warning) return holds(detail)
  const todo = bad === 0 ? say('unheard-todo') : lastBad?.intact ? say('firmware-todo') : sharedTodo(others, say('damaged-todo'))
  return share > BAD_SHARE.failure ? failed(detail, todo) : warns(detail, todo)
}

/** A damaged line from a shoe still names a card, perhaps a face-down one, so people see only its form, not its content. */
const shapeOf = (sample: string): string => sample.slice(0, SAMPLE_SHOWN).replace(/[?A-Za-z0-9]/g, 'x')

const whoTodo = ({ device, all }: DeviceFacts, { serial, dev: role }: TlpIdentity): Said => {
  const other = all.find((each) => each.serial === serial)
  const { name } = device
  if (other === device) return say('role-todo', { name, role })
  if (other === undefined) return say('serial-todo', { wanted: device.serial, serial, name })
  return say('swapped-todo', { other: other.name })
}

/** Reading this many events is enough to know that a ring can be read. */
export const EVENTS_ENOUGH = 1000

export const waitingIn = (hello: TlpIdentity | null): number => (hello === null ? 0 : hello.hi - hello.lo + 1)

/** Event time is based on the best of the last 16 exchanges, one a second, so at this rate it is at most 16 ms out. */
const DRIFT_PPM_MAX = 1000

const driftText = (drift: ClockReading['drift']): Text => {
  if (drift === null) return say('drift-unknown')
  const { ppm, withinPpm } = drift
  return Math.abs(ppm) <= withinPpm ? say('drift-under', { ppm: withinPpm }) : say('drift', { ppm: `${ppm < 0 ? '' : '+'}${ppm}` })
}

const clockText = ({ offsetMs, wallMs, roundTripMs, drift }: ClockReading): Said =>
  say('clock', { shows: clockWords(tellClock(offsetMs, wallMs)), ms: roundTripMs.toFixed(1), drift: driftText(drift) })

const eventsText = (count: number): Text => (count === 1 ? say('event') : say('events', { count }))

export const DEVICE_RUNGS: readonly Rung<DeviceFacts>[] = [
  {
    name: say('port-there'),
    shows: 'the configured path leads to a serial port, or is the address of a serial server',
    todo: say('port-todo'),
    judge: ({ device, standing }) => {
      if (standing.kind === 'absent') return failed(standing.why)
      if (standing.kind === 'no-port') return failed(say('no-port'))
      if (standing.kind === 'address') return holds(say('server', { host: standing.host, port: standing.port }))
      return holds(standing.realPath === device.path ? say('port-yes') : say('port-leads', { path: standing.realPath }))
    },
  },
  {
    name: say('opens'),
    shows: 'this user may open the port, and no other program is using it; a serial server accepts the connection',
    todo: say('open-todo'),
    judge: ({ opened, refused, line, standing }) => {
      if (standing.kind === 'address') {
        if (opened) return holds(say('server-open', { line }))
        const todo = say('server-todo', { host: standing.host, port: standing.port })
        return failed(refused === null ? say('server-slow') : asIs(refused.text), todo)
      }
      if (refused !== null) return failed(say(REFUSALS[refused.why], { why: refused.text }), openTodo(refused))
      return opened ? holds(say('port-open', { line })) : failed(say('port-slow'))
    },
  },
  {
    name: say('bytes-arrive'),
    shows: 'a device is connected and sends data',
    todo: say('bytes-todo'),
    judge: ({ bytes, watchedMs, ended, others }) => {
      if (bytes === 0)
        return failed(say('no-bytes', { seconds: seconds(watchedMs), behind: behind(ended) }), sharedTodo(others, say('bytes-todo')))
      return holds(watchedMs < 100 ? say('bytes', { count: bytes }) : say('bytes-in', { count: bytes, seconds: seconds(watchedMs) }))
    },
  },
  {
    name: say('lines-valid'),
    shows: 'the device speaks the line protocol; more than 1 line in 1,000 damaged is a warning, more than 1 in 100 a failure',
    todo: say('lines-todo'),
    judge: judgeLines,
  },
  {
    name: say('right-device'),
    shows: 'its serial number and role match the configuration',
    todo: say('device-todo'),
    judge: (facts) => {
      const { hello, device, ended } = facts
      if (hello === null) return failed(say('unidentified', { behind: behind(ended) }))
      const { serial, dev: role, firmware, boot, ids } = hello
      if (serial !== device.serial) return failed(say('other-device', { serial, role, wanted: device.serial }), whoTodo(facts, hello))
      if (role !== device.role) return failed(say('other-role', { serial, role, wanted: device.role }), whoTodo(facts, hello))
      const isUseless = device.chipFile !== undefined && !ids
      const who = say('is-device', { serial, role, firmware, boot, ids: isUseless ? say('no-ids') : ids ? say('tells-ids') : '' })
      return isUseless ? warns(who, say('ids-todo')) : holds(who)
    },
  },
  {
    name: say('events-read'),
    shows: 'the events stored in its ring buffer arrive when requested, in order',
    todo: say('events-todo'),
    judge: ({ hello, read, missing, rejected, ended }) => {
      const waiting = waitingIn(hello)
      const ring = say('ring', { filled: waiting, size: hello?.cap ?? 0 })
      if (rejected !== null) return failed(asIs(rejected), say('wrong-events-todo'))
      if (missing > 0) return failed(say('events-missing', { events: eventsText(missing), ring }))
      if (read < Math.min(waiting, EVENTS_ENOUGH))
        return failed(say('events-short', { read, events: eventsText(waiting), behind: behind(ended), ring }))
      const rest = read > 0 && read < waiting ? say('events-rest') : ''
      const isFull = hello !== null && waiting >= hello.cap
      return holds(
        read === 0 ? say('no-events', { ring }) : say('events-came', { events: eventsText(read), rest, ring }),
        isFull ? say('ring-full-todo') : null,
      )
    },
  },
  {
    name: say('clock-true'),
    shows: "its clock's offset can be measured, and its drift is small",
    todo: say('time-todo'),
    judge: ({ samples, ended }) => {
      if (ended !== null) return failed(say('ended', { why: ended }), say('ended-todo'))
      const clock = readClock(samples)
      if (clock === null) return failed(say('no-time'))
      const { drift, offsetMs, wallMs } = clock
      if (drift !== null && Math.abs(drift.ppm) - drift.withinPpm > DRIFT_PPM_MAX)
        return failed(clockText(clock), say('drift-todo', { most: DRIFT_PPM_MAX }))
      const told = tellClock(offsetMs, wallMs)
      const todo = clockTodo(told)
      return told.kind === 'wrong-here' && todo !== null ? warns(clockText(clock), todo) : holds(clockText(clock), todo)
    },
  },
]

const REFUSALS = { busy: 'refused-busy', permission: 'refused-permission', other: 'refused-other' } as const satisfies {
  readonly [why in Refusal['why']]: string
}

const behind = (ended: string | null): Text | '' => (ended === null ? '' : say('behind', { why: ended }))
