/**
 * The host's side of a device of another maker, as one pure machine: it keeps no ring and dates nothing. So the host numbers and dates what it hears,
 * and says what it cannot have heard. Most of these devices only talk; a reader of chips is asked what lies there.
 *
 *   opened ─> up ─> bytes ─> reader ─┬─ event ───> the next number, the time of its arrival
 *                                    ├─ lost, or damage where frames have no numbers ───> a number that is missing
 *                                    └─ repeat, idle ───> counted
 *   opened again, or the daemon began again ─> a number that is missing: what was said meanwhile is gone
 *   it is asked, and silent ─> opened again; it counts as there from its first answer on
 */
import type { Dialect, Heard, Reader } from './dialect.ts'
import { EVENTS_AHEAD_MAX, type Intake, KEEPS_PACE, oneMore, QUIET_MS } from './intake.ts'
import type { IncidentCode, LinkCounter, LinkReport, LinkResume } from './link-state.ts'
import { encodeBody, type TlpEvent } from './tlp.ts'

/** Time between two reports that everything up to now has been heard. A table that waits for more asks, and is answered at once. */
const COMPLETE_MS = 250
const HEALTH_MS = 1000
/** Shortest time between two reports of a loss with no event between them: damage goes on for as long as it likes. */
const LOST_MS = 1000
const INCIDENT_MS = 1000
/** A process that stood still for less has read all in time that a round needs to be told. */
const STOOD_MS = 2000
/** Of what the device sent, so much is journaled with an event. */
const RAW_CHARS_MAX = 96
/** Stands between an event and what the device sent. */
export const RAW_MARK = ' < '

export interface ListenerOptions {
  /** Of the driver; said in place of a firmware. */
  readonly name: string
  /** `none`: the device has no serial number, and is known by its port. */
  readonly serial: string
  readonly resume?: LinkResume | null
  readonly dialect: Dialect
  /** How late it is heard at most, ms: what happened longer ago has been heard. */
  readonly lateMs: number
}

export type ListenerInput = { readonly nowMs: number; readonly wallMs: number; readonly listenedMs: number } & (
  | { readonly kind: 'opened' }
  | { readonly kind: 'closed'; readonly reason: string }
  | { readonly kind: 'data'; readonly bytes: Uint8Array }
  | { readonly kind: 'tick' }
  /** Somebody waits for it. */
  | { readonly kind: 'awaited' }
)

export type ListenerOutput =
  | LinkReport
  | { readonly kind: 'ask'; readonly bytes: string }
  | { readonly kind: 'reopen'; readonly reason: string }

export interface ListenerState {
  readonly options: ListenerOptions
  /** null: the port is closed. */
  readonly reader: Reader | null
  readonly up: boolean | null
  /** It is there on this opening: the port is open, and it has answered if it is asked. */
  readonly isBegun: boolean
  /** When it was last heard, or the port opened; monotonic ms. */
  readonly heardAtMs: number
  /** What it says is another device's. */
  readonly isStranger: boolean
  readonly hasIdentity: boolean
  /** It was heard of before: what it says while nobody listens is lost. */
  readonly isKnown: boolean
  readonly boot: number
  readonly seq: number
  /** Of the last event, Unix ms; never goes back. */
  readonly t: number
  /** When a loss was last told with no event since; null: never, or there was one. */
  readonly lostAtMs: number | null
  /** Up to when this process had listened when it last stood still for long; null: it never did. */
  readonly stoodSinceMs: number | null
  readonly intake: Intake
  readonly completeAtMs: number
  readonly incidentAtMs: Readonly<Partial<Record<IncidentCode, number>>>
  readonly counters: Readonly<Partial<Record<LinkCounter, number>>>
  readonly heardWallMs: number | null
  readonly healthAtMs: number
  readonly isHealthDirty: boolean
}

/** Ignores a `resume` of another serial number. */
export function initialListener(options: ListenerOptions): ListenerState {
  const resume = options.resume?.serial === options.serial ? options.resume : null
  return {
    ...{ options, reader: null, up: null, isBegun: false, heardAtMs: 0, isStranger: false, hasIdentity: false, isKnown: resume !== null },
    ...{ boot: resume?.boot ?? 1, seq: resume?.lastSeq ?? 0, t: 0, lostAtMs: null, stoodSinceMs: null, intake: KEEPS_PACE },
    ...{ completeAtMs: Number.NEGATIVE_INFINITY, incidentAtMs: {}, counters: {}, heardWallMs: null },
    ...{ healthAtMs: Number.NEGATIVE_INFINITY, isHealthDirty: false },
  }
}

interface Step {
  readonly input: ListenerInput
  readonly out: ListenerOutput[]
}

/** Takes one input after another, in the order of their `nowMs`. Deterministic; throws on nothing a device can send. */
export function stepListener(before: ListenerState, input: ListenerInput): readonly [ListenerState, readonly ListenerOutput[]] {
  const step: Step = { input, out: [] }
  return [withHealth(react(before, step), step), step.out]
}

function react(state: ListenerState, step: Step): ListenerState {
  const { input } = step
  switch (input.kind) {
    case 'opened':
      return onOpened(state, step)
    case 'closed':
      return goDown({ ...state, reader: null, isBegun: false }, input.reason, step)
    case 'data':
      return onData(afterStanding(state, step), input.bytes, step)
    case 'tick':
      return complete(endFlood(endSilence(onTime(afterStanding(state, step), step), step), step), COMPLETE_MS, step)
    case 'awaited':
      return complete(state, 0, step)
  }
}

function onOpened(before: ListenerState, step: Step): ListenerState {
  const { dialect } = before.options
  const fresh = { reader: dialect.reader(), isBegun: false, isStranger: false, intake: KEEPS_PACE, heardAtMs: step.input.nowMs }
  const opened = count({ ...before, ...fresh }, 'opened')
  return dialect.silentMs === undefined ? begin(opened, 'the port is open', step) : opened
}

function begin(before: ListenerState, how: string, step: Step): ListenerState {
  const { name, serial } = before.options
  const state = goUp({ ...before, isBegun: true }, before.isKnown ? `${how}; what was said before is gone` : how, step)
  const unheard = before.isKnown ? {} : { unheard: true as const }
  if (!state.hasIdentity) step.out.push({ kind: 'identity', serial, boot: state.boot, firmware: name, continued: true, ...unheard })
  const known = { ...state, hasIdentity: true, isKnown: true }
  return before.isKnown ? lose({ ...known, lostAtMs: null }, 1, step) : known
}

function onData(before: ListenerState, bytes: Uint8Array, step: Step): ListenerState {
  if (before.reader === null) return before
  return before.reader(bytes, step.input.nowMs).reduce((state, heard) => {
    if (heard.kind === 'damage' || heard.kind === 'ask') return onHeard(state, heard, step)
    const answered = state.isBegun ? state : begin(state, 'it answers', step)
    return onHeard({ ...answered, heardAtMs: step.input.nowMs }, heard, step)
  }, before)
}

/** It is dated by when it is read: while this process stood still, nobody could say what came when, or what lay there for a while. */
function afterStanding(state: ListenerState, step: Step): ListenerState {
  const { nowMs, listenedMs } = step.input
  if (!state.isBegun || nowMs - listenedMs <= STOOD_MS || state.stoodSinceMs === listenedMs) return state
  return lose({ ...state, lostAtMs: null, stoodSinceMs: listenedMs }, 1, step)
}

const NO_BYTES = new Uint8Array(0)

function onTime(before: ListenerState, step: Step): ListenerState {
  if (before.reader === null || before.options.dialect.tickMs === undefined) return before
  // What it fails to do says nothing before it was there.
  const heard = before.reader(NO_BYTES, step.input.nowMs).filter(({ kind }) => kind === 'ask' || before.isBegun)
  return heard.reduce((state, each) => onHeard(state, each, step), before)
}

/** The port stays open, but nothing answers. */
function endSilence(state: ListenerState, { input, out }: Step): ListenerState {
  const { silentMs } = state.options.dialect
  if (state.reader === null || silentMs === undefined || input.listenedMs - state.heardAtMs < silentMs) return state
  out.push({ kind: 'reopen', reason: `no valid message for ${Math.round(silentMs / 1000)} s` })
  return { ...state, reader: null }
}

function onHeard(state: ListenerState, heard: Heard, step: Step): ListenerState {
  if (heard.kind === 'ask') {
    step.out.push(heard)
    return state
  }
  if (heard.kind === 'damage') {
    const counted = count(state, heard.why)
    return state.options.dialect.damageLoses && !state.isStranger ? lose(counted, 1, step) : counted
  }
  const told: ListenerState = { ...count(state, 'lines'), heardWallMs: step.input.wallMs }
  if (heard.kind === 'who') return onWho(state, heard.serial, step)
  if (state.isStranger) return count(told, 'not-played')
  // biome-ignore lint/nursery/useExhaustiveSwitchCases: the other kinds have returned above, which the compiler knows.
  switch (heard.kind) {
    case 'repeat':
      return count(told, 'duplicate')
    case 'idle':
      return told
    case 'lost':
      return lose(state, heard.count, step)
    case 'trouble':
      return incident(told, 'device-trouble', `${state.options.name}: ${heard.text}`, step)
    case 'unknown':
      return incident(told, 'unknown-tag', unknownText(heard.tag), step)
    case 'event':
      return onEvent(told, heard, step)
  }
}

const unknownText = (tag: string): string => `no file names ${tag}; enter it in the file of this device`

function onEvent(before: ListenerState, heard: Heard & { readonly kind: 'event' }, step: Step): ListenerState {
  const { wallMs } = step.input
  const intake = oneMore(before.intake, step.input)
  if (before.intake.flood !== null || intake.ahead > EVENTS_AHEAD_MAX) return onFlood({ ...before, intake }, step)
  const state = heard.tag === undefined ? before : incident(before, 'unknown-tag', unknownText(heard.tag), step)
  const { boot, options } = state
  const seq = state.seq + 1
  const t = Math.max(state.t, Math.round(wallMs))
  const message = { ...heard.event, seq, t } as TlpEvent
  const body = `${encodeBody(message)}${RAW_MARK}${printable(heard.raw)}`
  step.out.push({ kind: 'line', serial: options.serial, boot, seq, body, message, offset: 0 })
  return { ...state, intake, seq, t, lostAtMs: null }
}

/** Printable ASCII as it is, any other byte in hexadecimal. */
const printable = (raw: string): string =>
  raw.slice(0, RAW_CHARS_MAX).replace(/[^\x20-\x7e]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

function onWho(state: ListenerState, serial: string, step: Step): ListenerState {
  const { options } = state
  if (serial === options.serial) return state.isStranger ? goUp({ ...state, isStranger: false }, `${serial} answers`, step) : state
  if (state.isStranger) return state
  const text = `${serial} answers where ${options.serial} is configured; its events are ignored`
  step.out.push({ kind: 'stranger', serial })
  return goDown(incident({ ...state, isStranger: true }, 'unknown-serial', text, step), text, step)
}

/** The next `count` numbers stand for what is lost: who reads the journal sees where. */
function lose(state: ListenerState, lost: number, step: Step): ListenerState {
  const { nowMs } = step.input
  if (state.lostAtMs !== null && nowMs < state.lostAtMs + LOST_MS) return state
  const { boot, seq, options } = state
  const to = seq + Math.max(1, lost)
  step.out.push({ kind: 'missing', serial: options.serial, boot, from: seq + 1, to })
  return { ...count(state, 'missing', to - seq), seq: to, lostAtMs: nowMs }
}

/** More events than any table has: they are dropped, and that they are lost is told. */
function onFlood(state: ListenerState, step: Step): ListenerState {
  const { nowMs } = step.input
  const flood = { askedAtMs: nowMs, behindAtMs: nowMs }
  const told = count(lose(state, 1, step), 'let-go')
  const next = { ...told, intake: { ...told.intake, flood } }
  return state.intake.flood === null ? goDown(next, 'it sends more events than any table has', step) : next
}

function endFlood(state: ListenerState, step: Step): ListenerState {
  const { flood } = state.intake
  if (flood === null || step.input.nowMs < flood.behindAtMs + QUIET_MS) return state
  return goUp({ ...state, intake: KEEPS_PACE }, 'it no longer floods', step)
}

function complete(state: ListenerState, everyMs: number, step: Step): ListenerState {
  const { nowMs, wallMs, listenedMs } = step.input
  if (state.up !== true || nowMs < state.completeAtMs + everyMs) return state
  // The silence of one that is asked says nothing of what lies there.
  const heardMs = state.options.dialect.silentMs === undefined ? listenedMs : Math.min(listenedMs, state.heardAtMs)
  step.out.push({ kind: 'complete', at: Math.round(heardMs + wallMs - nowMs) - state.options.lateMs })
  return { ...state, completeAtMs: nowMs }
}

function incident(state: ListenerState, code: IncidentCode, text: string, step: Step): ListenerState {
  const toldAtMs = state.incidentAtMs[code]
  if (toldAtMs !== undefined && step.input.nowMs < toldAtMs + INCIDENT_MS) return count(state, 'incidents-unsaid')
  step.out.push({ kind: 'incident', code, text })
  return { ...state, incidentAtMs: { ...state.incidentAtMs, [code]: step.input.nowMs } }
}

function count(state: ListenerState, counter: LinkCounter, by = 1): ListenerState {
  return { ...state, counters: { ...state.counters, [counter]: (state.counters[counter] ?? 0) + by }, isHealthDirty: true }
}

function goUp(state: ListenerState, reason: string, step: Step): ListenerState {
  if (state.up === true || state.intake.flood !== null) return state
  step.out.push({ kind: 'link', up: true, reason })
  return { ...state, up: true, isHealthDirty: true }
}

function goDown(state: ListenerState, reason: string, step: Step): ListenerState {
  if (state.up === false) return state
  step.out.push({ kind: 'link', up: false, reason })
  return { ...state, up: false, isHealthDirty: true }
}

function withHealth(state: ListenerState, { input, out }: Step): ListenerState {
  if (!state.isHealthDirty || input.nowMs < state.healthAtMs + HEALTH_MS) return state
  const { up, seq, counters, heardWallMs: lastHeardMs } = state
  const none = { deviceErrors: null, ring: null, offsetMs: null, roundTripMs: null }
  out.push({ kind: 'health', up: up === true, lastHeardMs, counters, ...none, lastSeq: seq, ackedSeq: seq, held: 0 })
  return { ...state, healthAtMs: input.nowMs, isHealthDirty: false }
}
