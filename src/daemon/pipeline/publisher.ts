/** What goes to the broker: events as they are concluded, the journal's records, and every retained topic when it has changed. */
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import type { TableConfig } from '../../base/config/table-config.ts'
import { asLogged } from '../../base/records/logged.ts'
import type { HostAlarm, HostWords } from '../../engine/observation.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import { currentView, tableView } from '../../engine/words/table-views.ts'
import { type Alarm, type AlarmBook, openAlarms } from '../../procedure/alarms.ts'
import { withHost } from '../../procedure/faults.ts'
import { alarmData } from '../../wire/alarm.ts'
import { type Encoded, encodeLog, encodeRemoval, encodeState, type Message, type Refusal, type StatePlace } from '../../wire/envelope.ts'
import { discoveryMessage, discoveryOf } from '../../wire/home-assistant.ts'
import type { DeviceStateData, StateData } from '../../wire/payloads.ts'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import type { BrokerLink } from '../broker/link.ts'
import type { Journal } from '../journal/journal.ts'
import type { CoreContext, CoreState, Written } from '../stations/core.ts'
import type { TableClock } from './clock.ts'
import type { Recovered } from './recovery.ts'
import { describeTable, deviceAfter, initialDevice, NO_PACE, paceAfter, paceData } from './states.ts'

/** Where conclusions go. */
export interface Concluding extends Pick<Journal, 'durable'> {
  /** null: the journal accepts no more. */
  append(body: RecordBody): JournalRecord | null
}

export interface PublisherOptions {
  readonly config: TableConfig
  readonly context: CoreContext
  readonly software: string
  readonly boot: number
  /** The journal's name in ids. */
  readonly stream: string
  readonly journal: Concluding
  readonly link: Pick<BrokerLink, 'publish'>
  readonly clock: Pick<TableClock, 'tableMs' | 'wallMs'>
  /** A message that cannot be published. */
  readonly refuse: (refusal: Refusal) => void
  readonly recovered: Recovered
  /** Runs something as soon as the work under way is done and sent. */
  readonly later: (run: () => void) => void
}

export interface Publisher {
  /** Sends everything a subscriber needs at the start, and what may not have reached him before. */
  begin(): void
  /** Sends events at once; states, only the newest of each, and the log follow. */
  written(written: Written): void
  /** Sends what it says of a device at once, but for its health, which follows with `health`. */
  report(device: string, report: LinkReport): void
  /** Called about once a second: sends the health of all devices together. */
  health(): void
  /**
   * The disk accepts no records: shows its alarm in the form the book will have it, because until then the journal has no record of it and
   * no order about it is carried out. null: the disk accepts records again; the alarm is shown until the book has it.
   */
  disk(words: HostWords | null): void
  /** Called from time to time: rates change even without an event. */
  pace(): void
  /** Sends at once what was to follow later: used before the end. */
  flush(): void
}

type Envelope = Extract<JournalRecord, { kind: 'event' }>['envelope']

const DISK: HostAlarm = 'journal'

/** What has been published, and what is to be. */
interface Publication {
  readonly options: PublisherOptions
  readonly devices: Map<string, DeviceStateData>
  /** The data last published, by topic. */
  readonly last: Map<string, string>
  readonly place: { sequence: number; steps: CoreState['numbering']['steps']; counter: number }
  pace: typeof NO_PACE
  table: TableState
  alarms: AlarmBook
  shown: { readonly table: TableState; readonly alarms: AlarmBook }
  isFlushDue: boolean
  /** The disk's alarm, shown ahead of the book. */
  ahead: Alarm | null
  isDiskFailing: boolean
  /** Conclusions for the journal: first those the previous daemon did not write, after the record of this start. */
  concluded: Envelope[]
  /** Records by number: `log` stays in order even if a conclusion is numbered while later lines wait. */
  readonly unlogged: Map<number, JournalRecord>
  nextLogged: number | null
  lastEnlisted: number
}

export const createPublisher = (options: PublisherOptions): Publisher => {
  const { config, link, clock, recovered } = options
  const { numbering, table, judge } = recovered.state
  const own: Publication = {
    options,
    devices: new Map(config.devices.map((device) => [device.name, initialDevice(device)])),
    last: new Map(),
    place: { sequence: numbering.sequence, steps: numbering.steps, counter: 0 },
    ...{ pace: NO_PACE, table, alarms: judge.alarms, shown: { table, alarms: judge.alarms } },
    ...{ isFlushDue: false, ahead: null, isDiskFailing: false, concluded: [...recovered.unwritten] },
    ...{ unlogged: new Map(), nextLogged: null, lastEnlisted: 0 },
  }
  return {
    begin: () => begin(own),
    written: (written) => publishWritten(own, written),
    report: (device, report) => {
      const before = own.devices.get(device)
      if (!before) return
      const after = deviceAfter(before, report)
      own.devices.set(device, after)
      const known = report.kind === 'identity' ? describe(own) : []
      if (after !== before && report.kind !== 'health') link.publish([...known, ...deviceStates(own, [device])])
    },
    health: () => {
      const states = deviceStates(own, own.devices.keys())
      if (states.length > 0) link.publish(states)
    },
    disk: (words) => {
      own.isDiskFailing = words !== null
      if (words === null) return
      own.ahead = withHost(own.alarms, DISK, words, clock.tableMs()).open.find(({ alarm }) => alarm === DISK) ?? null
      link.publish([...tableStates(own), ...(own.ahead ? alarmState(own, own.ahead) : [])])
    },
    pace: () => link.publish(state(own, { topic: 'state/pace' }, paceData(own.pace, clock.tableMs()))),
    flush: () => flush(own),
  }
}

function begin(own: Publication): void {
  const { options, alarms } = own
  const { link, recovered } = options
  const states = deviceStates(own, own.devices.keys())
  // The previous daemon may have ended while the alarm was shown ahead of the book.
  const ended = [own.ahead, ...alarms.open].some((alarm) => alarm?.alarm === DISK) ? [] : without(own, DISK)
  link.publish([
    ...describe(own),
    ...discovery(own),
    ...tableStates(own),
    ...states,
    ...ended,
    ...alarmStates(own, []),
    ...recovered.unsure,
  ])
}

function publishWritten(own: Publication, { record, table: now, judge, numbering, encoded }: Written): void {
  const { options } = own
  own.alarms = judge.alarms
  // Both the alarm and its end have come through the journal.
  if (record.kind === 'host' && record.alarm === DISK && record.words === null && !own.isDiskFailing) own.ahead = null
  Object.assign(own.place, { sequence: numbering.sequence, steps: numbering.steps })
  const isOtherPlate = now.floor.plate !== own.table.floor.plate
  own.table = now
  const messages = encoded.flatMap((each) => keep(own, each)).map((message) => ({ ...message, record: record.n }))
  options.link.publish([...messages, ...(isOtherPlate ? describe(own) : [])])
  enlist(own, record)
  for (const each of encoded) {
    if (!each.ok) continue
    own.concluded.push(each.envelope as unknown as Envelope)
    own.pace = paceAfter(own.pace, each.envelope, now.now)
  }
  if (own.isFlushDue) return
  own.isFlushDue = true
  options.later(() => flush(own))
}

function flush(own: Publication): void {
  const { journal, link } = own.options
  own.isFlushDue = false
  for (const envelope of own.concluded) {
    const record = journal.append({ kind: 'event', envelope })
    if (record) enlist(own, record)
  }
  own.concluded = []
  const { shown: before, table, alarms } = own
  own.shown = { table, alarms }
  const alarming = before.alarms.open === alarms.open ? [] : alarmStates(own, before.alarms.open)
  const changed = before.table !== table || alarming.length > 0
  link.publish([...(changed ? tableStates(own) : []), ...alarming])
  // Publishes only durable records: a power cut may still take away the others, and their numbers would be given again.
  const upTo = own.lastEnlisted
  void journal.durable(upTo).then(
    () => link.publish(logs(own, upTo)),
    () => undefined,
  )
}

// --- messages -------------------------------------------------------------------------------------------------------------

function keep({ options }: Publication, encoded: Encoded): Message[] {
  if (encoded.ok) return [encoded.message]
  options.refuse(encoded.refusal)
  return []
}

/** The message for a state, if its data has changed since it was last published. */
function state(own: Publication, place: StatePlace, data: StateData[keyof StateData]): Message[] {
  const { context, stream, boot, clock } = own.options
  const text = JSON.stringify(data)
  const key = 'name' in place ? `${place.topic}/${place.name}` : place.topic
  if (own.last.get(key) === text) return []
  own.last.set(key, text)
  own.place.counter += 1
  return keep(own, encodeState(context.name, place, { stream, boot, ...own.place, at: clock.wallMs() }, data as never))
}

function describe(own: Publication): Message[] {
  const { config, software } = own.options
  const limits = own.table.floor.plate?.limits ?? config.limits
  return state(own, { topic: 'describe' }, describeTable(config, { software, limits }, own.devices))
}

/** For Home Assistant, where the configuration asks for it. */
function discovery({ options: { config, context, software } }: Publication): Message[] {
  if (config.mqtt?.discovery === undefined) return []
  const devices = config.devices.map(({ name }) => name)
  return [discoveryMessage(context.name, discoveryOf(context.name, devices, software))]
}

/** Of those that have changed since they were last published. */
function deviceStates(own: Publication, names: Iterable<string>): Message[] {
  return [...names].flatMap((name) => state(own, { topic: 'state/device/{name}', name }, own.devices.get(name) as DeviceStateData))
}

function tableStates(own: Publication): Message[] {
  const { table, alarms, ahead, options } = own
  const { context } = options
  const round = currentView(table, context.table)
  const view = {
    ...tableView(table, context.table),
    openAlarms: openAlarms(alarms) + (ahead !== null && alarms.open.every(({ alarm }) => alarm !== DISK) ? 1 : 0),
  }
  return [...state(own, { topic: 'state/table' }, view), ...(round ? state(own, { topic: 'state/round' }, round) : [])]
}

/** Empties an alarm's topic. */
function without({ last, options }: Publication, name: string): Message[] {
  const key = `alarm/{id}/${name}`
  if (last.get(key) === '') return []
  last.set(key, '')
  const message = encodeRemoval(options.context.name, { topic: 'alarm/{id}', name })
  return message ? [message] : []
}

const alarmState = (own: Publication, alarm: Alarm): Message[] => state(own, { topic: 'alarm/{id}', name: alarm.alarm }, alarmData(alarm))

/** Publishes every open alarm on its own topic and empties the topics of those closed since `before`. */
function alarmStates(own: Publication, before: AlarmBook['open']): Message[] {
  const { alarms, ahead } = own
  const isOpen = (name: string): boolean => name === ahead?.alarm || alarms.open.some(({ alarm }) => alarm === name)
  const gone = [...before, ...alarms.closed].filter(({ alarm }) => !isOpen(alarm))
  const removed = [...new Set(gone.map(({ alarm }) => alarm))].flatMap((name) => without(own, name))
  return [...removed, ...alarms.open.flatMap((alarm) => (alarm.alarm === ahead?.alarm ? [] : alarmState(own, alarm)))]
}

function enlist(own: Publication, record: JournalRecord): void {
  own.unlogged.set(record.n, record)
  own.nextLogged ??= record.n
  own.lastEnlisted = record.n
}

function logs(own: Publication, upTo: number): Message[] {
  const { unlogged, options } = own
  const messages: Message[] = []
  for (let next = unlogged.get(own.nextLogged ?? 0); next && next.n <= upTo; next = unlogged.get(next.n + 1)) {
    messages.push(...keep(own, encodeLog(options.context.name, options.stream, asLogged(next))))
    unlogged.delete(next.n)
    own.nextLogged = next.n + 1
  }
  return messages
}
