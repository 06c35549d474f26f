/**
 * Puts one device's numbered events in order: early ones are held, missing ones are requested and at last given up, repeated ones are
 * counted, and those that arrive after they were given up are late. Pure; knows no port and no clock of its own.
 *
 *   released in order ... last | missing run | held | held | missing run | horizon (newest known to exist)
 */
import type { TlpEvent } from './tlp.ts'

/** Early lines held at most. Beyond this the highest is dropped; the device still has it. Source: docs/protocol.md, "Limits and times". */
export const HELD_MAX = 64
/** Events one request may name, and that may be under way at once. Source: docs/protocol.md, "Limits and times". */
export const ASKED_MAX = 16
/** When a missing run is requested, ms after the first request. Source: docs/protocol.md, "Limits and times". */
export const ASK_AT_MS = [0, 150, 300, 600] as const
/** When a missing run is given up: one last wait, as long as the one before it. */
export const GIVE_UP_MS = 1200
/** Bodies kept to tell a repetition from a conflict: as many as a standard ring holds. */
export const RECENT_MAX = 512
/** Ranges given up that may still come late. Beyond this the oldest is forgotten, and its lines count as repetitions. */
const LOST_MAX = 64
/** Refusals remembered until their lines are due. Beyond this the oldest is forgotten, and its events are simply asked for again. */
const REFUSED_MAX = 16

export interface EventLine {
  readonly seq: number
  readonly body: string
  readonly message: TlpEvent
  /** When it was first known to exist, monotonic ms: on its arrival, or when it was found missing. */
  readonly heardAtMs: number
  /** Its own time is not to be used. */
  readonly isMistimed: boolean
}

export interface Range {
  readonly from: number
  readonly to: number
}

/** `asks` counts the requests; `sinceMs` is when the run was first asked for, or, until then, when it was noticed. */
interface Run extends Range {
  readonly sinceMs: number
  readonly asks: number
}

export interface Sequence {
  readonly last: number
  readonly horizon: number
  readonly held: readonly EventLine[]
  readonly runs: readonly Run[]
  readonly recent: readonly (Pick<EventLine, 'seq' | 'body'> | undefined)[]
  readonly lost: readonly Range[]
  readonly refused: readonly Range[]
  /** An event fetched a second time: its content must prove that the numbering continues. */
  readonly probe: number | null
}

export type Arrival = 'taken' | 'late' | 'duplicate' | 'conflict' | 'no-room' | 'proven' | 'disproven'
export type Released = (EventLine & { readonly kind: 'event' }) | (Range & { readonly kind: 'missing' })

/** A sequence that continues after `last`. `lastBody`: the body of event `last`, if it is known. */
export function beginAfter(last: number, lastBody?: string): Sequence {
  const empty: Sequence = { last, horizon: last, held: [], runs: [], recent: [], lost: [], refused: [], probe: null }
  return lastBody === undefined ? empty : { ...empty, recent: remember(empty.recent, { seq: last, body: lastBody }) }
}

function remember(recent: Sequence['recent'], { seq, body }: Pick<EventLine, 'seq' | 'body'>): Sequence['recent'] {
  const copy = recent.length === 0 ? new Array<undefined>(RECENT_MAX).fill(undefined) : recent.slice()
  copy[seq % RECENT_MAX] = { seq, body }
  return copy
}

/** The body of event `seq`, if it is remembered. */
function contentOf({ recent }: Sequence, seq: number): string | undefined {
  const known = recent[seq % RECENT_MAX]
  return known?.seq === seq ? known.body : undefined
}

function within({ from, to }: Range, seq: number): boolean {
  return seq >= from && seq <= to
}

/** Cuts `hole` out of `range`. */
function without(range: Range, hole: Range): Range[] {
  const parts = [
    { from: range.from, to: Math.min(range.to, hole.from - 1) },
    { from: Math.max(range.from, hole.to + 1), to: range.to },
  ]
  return hole.to < range.from || hole.from > range.to ? [range] : parts.filter(({ from, to }) => from <= to)
}

/** Takes in one event line. Releases nothing yet: see `release`. */
export function arrive(sequence: Sequence, line: EventLine, nowMs: number): readonly [Sequence, Arrival] {
  const { seq } = line
  if (seq === sequence.probe) return proveWith(sequence, line, nowMs)
  if (seq <= sequence.last) return arriveAgain(sequence, line)
  const twin = sequence.held.find((other) => other.seq === seq)
  if (twin !== undefined) return [sequence, twin.body === line.body ? 'duplicate' : 'conflict']
  const seen = { ...sequence, horizon: Math.max(sequence.horizon, seq) }
  const isFull = sequence.held.length >= HELD_MAX && seq !== sequence.last + 1
  const highest = sequence.held.at(-1)?.seq ?? 0
  const noticedAtMs = sequence.runs.find((run) => within(run, seq))?.sinceMs ?? line.heardAtMs
  if (isFull && seq > highest) return [extend(sequence, seq, nowMs), 'no-room']
  const kept = isFull ? sequence.held.slice(0, -1) : sequence.held
  const held = [...kept, { ...line, heardAtMs: Math.min(line.heardAtMs, noticedAtMs) }].sort((a, b) => a.seq - b.seq)
  return [reckonRuns({ ...seen, held }, nowMs), 'taken']
}

function arriveAgain(sequence: Sequence, line: EventLine): readonly [Sequence, Arrival] {
  if (sequence.lost.some((range) => within(range, line.seq))) {
    const lost = sequence.lost.flatMap((range) => without(range, { from: line.seq, to: line.seq })).slice(-LOST_MAX)
    return [{ ...sequence, lost, recent: remember(sequence.recent, line) }, 'late']
  }
  const known = contentOf(sequence, line.seq)
  return [sequence, known === undefined || known === line.body ? 'duplicate' : 'conflict']
}

function proveWith(sequence: Sequence, line: EventLine, nowMs: number): readonly [Sequence, Arrival] {
  if (contentOf(sequence, line.seq) !== line.body) return [sequence, 'disproven']
  // The event has arrived, so it is no longer asked for.
  return [reckonRuns({ ...sequence, last: line.seq, probe: null }, nowMs), 'proven']
}

/**
 * Steps back by one so that the last event is fetched again, provided its body is known. Forgets everything held or known beyond it,
 * which may belong to another numbering; the device sends it again.
 */
export function probeLast(sequence: Sequence): Sequence {
  const { last } = sequence
  if (last < 1 || contentOf(sequence, last) === undefined) return sequence
  return { ...sequence, last: last - 1, probe: last, horizon: last, held: [], runs: [], refused: [] }
}

/** The device reports that events up to `hi` exist. */
export function extend(sequence: Sequence, hi: number, nowMs: number): Sequence {
  return hi > sequence.horizon ? reckonRuns({ ...sequence, horizon: hi }, nowMs) : sequence
}

/** The device reports that it cannot send `range`. `onlyAsked`: believe this only for events that were asked for. */
export function refuse(sequence: Sequence, range: Range, onlyAsked: boolean): Sequence {
  const parts = sequence.runs
    .filter(({ asks }) => asks > 0 || !onlyAsked)
    .map(({ from, to }) => ({ from: Math.max(from, range.from), to: Math.min(to, range.to) }))
    .filter(({ from, to }) => from <= to)
  return { ...sequence, refused: [...sequence.refused, ...parts].slice(-REFUSED_MAX) }
}

/** A new connection: no request is under way any more, and missing events count as missing from now. */
export function forgetAsked(sequence: Sequence, nowMs: number): Sequence {
  return reckonRuns({ ...sequence, runs: [], refused: [] }, nowMs)
}

/** Finds what is missing between `last`, the held lines and the horizon; each part keeps its clock. One pass over both, in order. */
function reckonRuns(sequence: Sequence, nowMs: number): Sequence {
  const runs: Run[] = []
  let next = sequence.last + 1
  let place = 0
  const addGap = (to: number): void => {
    if (to < next) return
    while ((sequence.runs[place]?.to ?? Number.POSITIVE_INFINITY) < next) place += 1
    for (let at = place, run = sequence.runs[at]; run !== undefined && run.from <= to; run = sequence.runs[++at]) {
      runs.push({ ...run, from: Math.max(run.from, next), to: Math.min(run.to, to) })
      next = Math.min(run.to, to) + 1
    }
    if (next > to) return
    const newest = runs.at(-1)
    if (newest?.asks === 0 && newest.to === next - 1) runs[runs.length - 1] = { ...newest, to }
    else runs.push({ from: next, to, sinceMs: nowMs, asks: 0 })
  }
  for (const { seq } of sequence.held) {
    addGap(seq - 1)
    next = seq + 1
  }
  addGap(sequence.horizon)
  return { ...sequence, runs }
}

/** Was event `seq` asked for, and has it neither come nor been given up? */
export function isAsked({ runs }: Sequence, seq: number): boolean {
  return runs.some((run) => run.asks > 0 && within(run, seq))
}

/** The requests due now, with at most 16 events under way. Splits a long run where a request ends. `mayBegin`: include new requests. */
export function askDue(sequence: Sequence, nowMs: number, mayBegin = true): readonly [Sequence, Range[]] {
  const asked: Range[] = []
  const runs: Run[] = []
  let room = ASKED_MAX
  for (const run of sequence.runs) {
    const isOld = run.asks > 0
    const to = isOld ? run.to : Math.min(run.to, run.from + room - 1)
    const due = isOld ? ASK_AT_MS[run.asks] : 0
    // There would be no room to hold these events: they would be dropped again on arrival.
    const isBeyond = sequence.held.length >= HELD_MAX && run.from > (sequence.held.at(-1)?.seq ?? 0)
    if (room <= 0 || isBeyond || due === undefined || (isOld ? nowMs < run.sinceMs + due : !mayBegin)) {
      runs.push(run)
    } else {
      asked.push({ from: run.from, to })
      runs.push({ from: run.from, to, sinceMs: isOld ? run.sinceMs : nowMs, asks: run.asks + 1 })
      if (to < run.to) runs.push({ ...run, from: to + 1 })
    }
    room -= to - run.from + 1
  }
  return asked.length === 0 ? [sequence, asked] : [{ ...sequence, runs }, asked]
}

export interface Patience {
  readonly nowMs: number
  /** When the device was last heard. A silent device still has its events; they are asked for when it is back. */
  readonly heardAtMs: number
  /** False if nothing can be asked for (a capture): then time alone decides. */
  readonly canAsk: boolean
}

/** Releases everything that is certain now, in order: held lines that follow on, and missing ones that are given up. */
export function release(sequence: Sequence, patience: Patience): readonly [Sequence, Released[]] {
  return releaseWhile(sequence, (run) => {
    const refused = sequence.refused.find((range) => within(range, run.from))
    if (refused !== undefined) return Math.min(refused.to, run.to)
    const isOver = patience.nowMs >= run.sinceMs + GIVE_UP_MS
    const wasAsked = patience.canAsk ? run.asks > 0 && patience.heardAtMs > run.sinceMs : true
    return isOver && wasAsked ? run.to : null
  })
}

/** Gives up everything missing and releases everything held. */
export function flush(sequence: Sequence): readonly [Sequence, Released[]] {
  return releaseWhile(sequence, (run) => run.to)
}

/** Gives up the first missing run: there is no room to wait for it. */
export function giveUpFirst(sequence: Sequence): readonly [Sequence, Released[]] {
  const first = sequence.runs[0]
  return releaseWhile(sequence, (run) => (run.from === first?.from ? run.to : null))
}

/** `endOf`: how far a run at the front is given up; null while it is still waited for. */
function releaseWhile(sequence: Sequence, endOf: (run: Run) => number | null): readonly [Sequence, Released[]] {
  const out: Released[] = []
  let { last, held, runs, recent, probe } = sequence
  const given: Range[] = []
  for (;;) {
    const [line] = held
    const [run] = runs
    if (line !== undefined && line.seq === last + 1) {
      out.push({ kind: 'event', ...line })
      recent = remember(recent, line)
      held = held.slice(1)
      last = line.seq
      continue
    }
    const end = run === undefined || run.from !== last + 1 ? null : endOf(run)
    if (run === undefined || end === null) break
    // A probe that cannot be fetched is not a missing event: it was released once already.
    const from = run.from === probe ? run.from + 1 : run.from
    if (from <= end) given.push({ from, to: end })
    if (from <= end) pushMissing(out, { from, to: end })
    probe = run.from === probe ? null : probe
    runs = end < run.to ? [{ ...run, from: end + 1 }, ...runs.slice(1)] : runs.slice(1)
    last = end
  }
  if (last === sequence.last) return [sequence, out]
  const refused = sequence.refused.filter(({ to }) => to > last)
  return [{ ...sequence, last, held, runs, recent, probe, refused, lost: [...sequence.lost, ...given].slice(-LOST_MAX) }, out]
}

function pushMissing(out: Released[], { from, to }: Range): void {
  const before = out.at(-1)
  if (before?.kind === 'missing' && before.to === from - 1) out[out.length - 1] = { kind: 'missing', from: before.from, to }
  else out.push({ kind: 'missing', from, to })
}
