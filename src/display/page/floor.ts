/**
 * Everything a display knows, one cell per table. Each value is its own signal, so that only what depends on it is drawn again.
 *
 *   topic, payload --decode--> Said --> the table's cell --signals--> views
 *
 * Nothing here opens anything; each call receives the time.
 */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import type { TableView } from '../../engine/view.ts'
import { type Fate, findingsOf, withFate } from '../../wire/alarm-end.ts'
import type { AlarmData, Heard, PaceData, StatusData } from '../../wire/payloads.ts'
import type { Keyed } from '../../wire/stream.ts'
import type { TableName } from '../../wire/topics.ts'
import { Malformed } from './decode.ts'
import { type Device, type House, placeOf, readRound, readSaid, type Said } from './messages.ts'
import { type KeptRound, type Picture, packed, unpacked, withResult, withView } from './rounds.ts'

export interface HeardAlarm extends Keyed<Heard<AlarmData>> {
  readonly table: TableName
  /** Number of the connection that delivered it. */
  readonly connection: number
}

export interface Cell {
  /** `demo/p1/bj07` */
  readonly key: string
  readonly name: TableName
  readonly status: Signal<StatusData | null>
  readonly house: Signal<House | null>
  readonly table: Signal<TableView | null>
  readonly round: Signal<Picture | null>
  readonly pace: Signal<PaceData | null>
  /** Rounds per hour as they were published, oldest first. */
  readonly trail: Signal<readonly number[]>
  readonly devices: Signal<ReadonlyMap<string, Device>>
  readonly alarms: Signal<ReadonlyMap<string, HeardAlarm>>
  /** Alarms closed while this page was open, newest first. */
  readonly closed: Signal<readonly HeardAlarm[]>
  /** The outcome of findings, which tells how an alarm ended. */
  readonly fates: Signal<ReadonlyMap<string, Fate>>
  readonly rounds: Signal<readonly KeptRound[]>
  /** Newest first. */
  readonly events: Signal<readonly Said[]>
  /** Whole seconds of silence, 0 while the data is fresh; null: nothing live was ever received. */
  readonly silentSeconds: ReadonlySignal<number | null>
  /** This display has its broker; what it knows of all tables ends with it. */
  readonly isLinked: ReadonlySignal<boolean>
}

interface Clock {
  /** Monotonic. */
  readonly nowMs: number
  /** Unix ms. */
  readonly wallMs: number
}

export interface Floor {
  readonly cells: ReadonlySignal<ReadonlyMap<string, Cell>>
  /** The alarms of all tables. */
  readonly alarms: ReadonlySignal<readonly HeardAlarm[]>
  /** Messages rejected since the start. */
  readonly malformed: ReadonlySignal<number>
  /** The table whose rounds are kept picture by picture. */
  readonly watched: Signal<string | null>
  readonly isLinked: Signal<boolean>
  take(topic: string, payload: string, isRetained: boolean, clock: Clock): void
  /** Called once a second, because silence grows. */
  tick(clock: Clock): void
  /** A new connection: the broker sends everything retained once more, and what it does not send again is removed. */
  connected(connection: number): void
}

/** A device's heartbeat comes every second, so five are missing by then. */
export const FRESH_MS = 5000
const TABLES_MAX = 400
const ALARMS_MAX = 200
/** As many as a list on a screen shows; the book has all of them. */
const CLOSED_MAX = 50
const EVENTS_MAX = 120
const TRAIL_MAX = 60
/** This long after a table is first heard in a new connection, all its retained alarms have arrived. */
const SWEEP_MS = 5000

/** What only the floor may change. */
interface Inner extends Cell {
  heardAtMs: number | null
  /** When the table was first heard in the present connection; null: not yet. */
  reheardAtMs: number | null
}

const byName = new Intl.Collator('en', { numeric: true })
export const keyOf = ({ property, pit, table }: TableName): string => `${property}/${pit}/${table}`

/** The time by which silence is measured. */
interface Pulse {
  nowMs: number
  /** Changes whenever silence has to be measured again. */
  readonly beat: Signal<number>
}

function newCell(name: TableName, pulse: Pulse, isLinked: ReadonlySignal<boolean>): Inner {
  const cell: Inner = {
    key: keyOf(name),
    name,
    status: signal(null),
    house: signal(null),
    table: signal(null),
    round: signal(null),
    pace: signal(null),
    trail: signal([]),
    devices: signal(new Map()),
    alarms: signal(new Map()),
    closed: signal([]),
    fates: signal(new Map()),
    rounds: signal([]),
    events: signal([]),
    silentSeconds: computed(() => {
      pulse.beat.value
      if (cell.heardAtMs === null) return null
      const silentMs = pulse.nowMs - cell.heardAtMs
      return silentMs < FRESH_MS ? 0 : Math.floor(silentMs / 1000)
    }),
    isLinked,
    heardAtMs: null,
    reheardAtMs: null,
  }
  return cell
}

/** Something of a table was heard that is this old. */
function noteHeard(cell: Inner, pulse: Pulse, ageMs: number): void {
  const { nowMs, beat } = pulse
  const wasSilent = cell.heardAtMs === null || nowMs - cell.heardAtMs >= FRESH_MS
  cell.heardAtMs = Math.max(cell.heardAtMs ?? Number.NEGATIVE_INFINITY, nowMs - ageMs)
  cell.reheardAtMs ??= nowMs
  if (wasSilent) beat.value += 1
}

/** What this connection has not delivered again is removed once all of it has arrived. */
function sweep(cell: Inner, nowMs: number, connection: number): void {
  if (cell.reheardAtMs === null || nowMs - cell.reheardAtMs < SWEEP_MS) return
  const old = [...cell.alarms.peek().values()].filter((alarm) => alarm.connection !== connection)
  for (const { alarm } of old) cell.alarms.value = without(cell.alarms.peek(), alarm)
}

export function createFloor(): Floor {
  const cells = signal<ReadonlyMap<string, Inner>>(new Map())
  const malformed = signal(0)
  const watched = signal<string | null>(null)
  const isLinked = signal(true)
  const pulse: Pulse = { nowMs: 0, beat: signal(0) }
  let connection = 0

  const cellOf = (name: TableName): Inner | null => {
    const known = cells.peek().get(keyOf(name))
    if (known !== undefined || cells.peek().size >= TABLES_MAX) return known ?? null
    const cell = newCell(name, pulse, isLinked)
    cells.value = new Map(cells.peek()).set(cell.key, cell)
    return cell
  }
  const clear = (key: string, topic: string): void => {
    const cell = cells.peek().get(key)
    if (cell === undefined) return
    // A cleared status means that the table has been removed.
    if (topic === 'status') cells.value = without(cells.peek(), key)
    const [kind, id = ''] = topic.split('/')
    if (kind === 'alarm') closeAlarm(cell, id, cell.alarms.peek().get(id))
  }

  return {
    cells: computed(() => new Map([...cells.value].sort(([a], [b]) => byName.compare(a, b)))),
    alarms: computed(() => [...cells.value.values()].flatMap((cell) => [...cell.alarms.value.values()])),
    malformed,
    watched,
    isLinked,
    take(topic, payload, isRetained, { nowMs, wallMs }) {
      const place = placeOf(topic)
      if (place === null) return
      if (payload === '') return clear(keyOf(place.table), place.topic)
      try {
        const said = readSaid(payload)
        const cell = said === null ? null : cellOf(place.table)
        if (said === null || cell === null) return
        pulse.nowMs = nowMs
        // A retained message is as old as its own time says. The error of this clock is unknown, but a message never comes from the future.
        noteHeard(cell, pulse, isRetained ? Math.max(0, wallMs - said.atMs) : 0)
        apply(cell, said, { topic: place.topic, payload, connection, isWatched: watched.peek() === cell.key })
      } catch (error) {
        if (!(error instanceof Malformed)) throw error
        malformed.value += 1
      }
    },
    tick({ nowMs }) {
      pulse.nowMs = nowMs
      pulse.beat.value += 1
      for (const cell of cells.peek().values()) sweep(cell, nowMs, connection)
    },
    connected(number) {
      connection = number
      for (const cell of cells.peek().values()) cell.reheardAtMs = null
    },
  }
}

interface HeardIn {
  readonly topic: string
  readonly payload: string
  readonly connection: number
  readonly isWatched: boolean
}

function apply(cell: Cell, said: Said, { topic, payload, connection, isWatched }: HeardIn): void {
  switch (said.type) {
    case 'status':
      cell.status.value = said.data
      return
    case 'describe':
      cell.house.value = said.data
      return
    case 'state.table':
      cell.table.value = said.data
      return
    case 'state.round': {
      const picture = isWatched ? unpacked(said.data) : packed(said.data, () => readRound(payload))
      cell.round.value = picture
      cell.rounds.value = withView(cell.rounds.peek(), picture, isWatched)
      return
    }
    case 'state.pace':
      cell.pace.value = said.data
      if (said.data.roundsPerHour !== null) cell.trail.value = [...cell.trail.peek(), said.data.roundsPerHour].slice(-TRAIL_MAX)
      return
    case 'state.device':
      cell.devices.value = bounded(new Map(cell.devices.peek()).set(said.data.device, said.data), 32)
      return
    case 'alarm':
      takeAlarm(cell, { ...said.data, table: cell.name, connection }, topic)
      return
    default:
      takeEvent(cell, said, isWatched)
  }
}

function takeAlarm(cell: Cell, alarm: HeardAlarm, topic: string): void {
  if (topic !== `alarm/${alarm.alarm}`) throw new Malformed('names another alarm than its topic')
  if (alarm.state === 'closed') closeAlarm(cell, alarm.alarm, alarm)
  else cell.alarms.value = bounded(new Map(cell.alarms.peek()).set(alarm.alarm, alarm), ALARMS_MAX)
}

/** `last`: the last known state of the alarm; undefined: none. */
function closeAlarm(cell: Cell, id: string, last: HeardAlarm | undefined): void {
  cell.alarms.value = without(cell.alarms.peek(), id)
  const closed = cell.closed.peek()
  // A table first publishes the alarm as closed and then removes it.
  if (last === undefined || closed.some(({ alarm, rev }) => alarm === id && rev === last.rev)) return
  // An alarm that has become a line of another alarm is shown there.
  const elsewhere = new Set([...cell.alarms.peek().values()].flatMap(findingsOf))
  if (findingsOf(last).some((finding) => elsewhere.has(finding))) return
  cell.closed.value = [{ ...last, state: 'closed' as const }, ...closed].slice(0, CLOSED_MAX)
}

type Event = Exclude<Said, { readonly type: 'status' | 'describe' | 'alarm' | `state.${string}` }>

function takeEvent(cell: Cell, said: Event, isWatched: boolean): void {
  if (said.type === 'round.closed' || said.type === 'round.revised') cell.rounds.value = withResult(cell.rounds.peek(), said.data)
  if (said.type === 'finding.raised' || said.type === 'finding.changed' || said.type === 'finding.withdrawn')
    cell.fates.value = withFate(cell.fates.peek(), said)
  // An event that arrives twice is shown once. A repeated event is always a recent one.
  const events = cell.events.peek()
  if (isWatched && !events.some(({ id }) => id === said.id)) cell.events.value = [said, ...events].slice(0, EVENTS_MAX)
}

/** Changes `map` itself: removes the oldest entries beyond `max`. */
function bounded<K, V>(map: Map<K, V>, max: number): ReadonlyMap<K, V> {
  for (const key of map.keys()) {
    if (map.size <= max) break
    map.delete(key)
  }
  return map
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  if (!map.has(key)) return map
  const rest = new Map(map)
  rest.delete(key)
  return rest
}
