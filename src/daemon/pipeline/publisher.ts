/** What goes to the broker: events as they are concluded, the journal's records, and every retained topic when it has changed. */
import type { LinkReport } from '../../../firmware-bridge/link-state.ts'
import type { HostAlarm, HostWords } from '../../engine/observation.ts'
import type { TableState } from '../../engine/state/table-state.ts'
import { currentView, tableView } from '../../engine/words/table-views.ts'
import { type Alarm, type AlarmBook, openAlarms } from '../../procedure/alarms.ts'
import { withHost } from '../../procedure/faults.ts'
import { alarmData } from '../../wire/alarm.ts'
import { type Encoded, encodeLog, encodeRemoval, encodeState, type Message, type Refusal, type StatePlace } from '../../wire/envelope.ts'
import type { DeviceStateData, StateData } from '../../wire/payloads.ts'
import type { JournalRecord, RecordBody } from '../../wire/record.ts'
import type { BrokerLink } from '../broker/link.ts'
import type { TableConfig } from '../config/table-config.ts'
import type { Journal } from '../journal/journal.ts'
import { asLogged } from '../journal/logged.ts'
import type { CoreContext, Written } from '../stations/core.ts'
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
  report(device: string, report: LinkReport): void
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

export const createPublisher = (options: PublisherOptions): Publisher => {
  const { config, context, software, boot, stream, journal, link, clock, refuse, recovered, later } = options
  const devices = new Map(config.devices.map((device) => [device.name, initialDevice(device)]))
  const last = new Map<string, string>()
  let { sequence, steps } = recovered.state.numbering
  let counter = 0
  let pace = NO_PACE
  let table: TableState = recovered.state.table
  let { alarms } = recovered.state.judge
  let shown: { readonly table: TableState; readonly alarms: AlarmBook } = { table, alarms }
  let isFlushDue = false
  /** The disk's alarm, shown ahead of the book. */
  let ahead: Alarm | null = null
  let isDiskFailing = false
  /** Conclusions for the journal: first those the previous daemon did not write, after the record of this start. */
  let concluded: Envelope[] = [...recovered.unwritten]
  /** Records by number: `log` stays in order even if a conclusion is numbered while later lines wait. */
  const unlogged = new Map<number, JournalRecord>()
  let nextLogged: number | null = null
  let lastEnlisted = 0

  const keep = (encoded: Encoded): Message[] => {
    if (encoded.ok) return [encoded.message]
    refuse(encoded.refusal)
    return []
  }
  /** The message for a state, if its data has changed since it was last published. */
  const state = (place: StatePlace, data: StateData[keyof StateData]): Message[] => {
    const text = JSON.stringify(data)
    const key = 'name' in place ? `${place.topic}/${place.name}` : place.topic
    if (last.get(key) === text) return []
    last.set(key, text)
    return keep(encodeState(context.name, place, { stream, boot, sequence, steps, counter: ++counter, at: clock.wallMs() }, data as never))
  }
  const describe = () =>
    state({ topic: 'describe' }, describeTable(config, { software, limits: table.plate?.limits ?? config.limits }, devices))
  const tableStates = (): Message[] => {
    const round = currentView(table, context.table)
    const view = {
      ...tableView(table, context.table),
      openAlarms: openAlarms(alarms) + (ahead !== null && alarms.open.every(({ alarm }) => alarm !== DISK) ? 1 : 0),
    }
    return [...state({ topic: 'state/table' }, view), ...(round ? state({ topic: 'state/round' }, round) : [])]
  }
  /** Empties an alarm's topic. */
  const without = (name: string): Message[] => {
    const key = `alarm/{id}/${name}`
    if (last.get(key) === '') return []
    last.set(key, '')
    const message = encodeRemoval(context.name, { topic: 'alarm/{id}', name })
    return message ? [message] : []
  }
  const alarmState = (alarm: Alarm) => state({ topic: 'alarm/{id}', name: alarm.alarm }, alarmData(alarm))
  /** Publishes every open alarm on its own topic and empties the topics of those closed since `before`. */
  const alarmStates = (before: AlarmBook['open']): Message[] => {
    const isOpen = (name: string): boolean => name === ahead?.alarm || alarms.open.some(({ alarm }) => alarm === name)
    const gone = [...before, ...alarms.closed].filter(({ alarm }) => !isOpen(alarm))
    const removed = [...new Set(gone.map(({ alarm }) => alarm))].flatMap(without)
    return [...removed, ...alarms.open.flatMap((alarm) => (alarm.alarm === ahead?.alarm ? [] : alarmState(alarm)))]
  }
  const enlist = (record: JournalRecord) => {
    unlogged.set(record.n, record)
    nextLogged ??= record.n
    lastEnlisted = record.n
  }
  const logs = (upTo: number): Message[] => {
    const messages: Message[] = []
    for (let next = unlogged.get(nextLogged ?? 0); next && next.n <= upTo; next = unlogged.get(next.n + 1)) {
      messages.push(...keep(encodeLog(context.name, stream, asLogged(next))))
      unlogged.delete(next.n)
      nextLogged = next.n + 1
    }
    return messages
  }
  const conclude = (envelopes: readonly Envelope[]) => {
    for (const envelope of envelopes) {
      const record = journal.append({ kind: 'event', envelope })
      if (record) enlist(record)
    }
  }
  const flush = () => {
    isFlushDue = false
    conclude(concluded)
    concluded = []
    const before = shown
    shown = { table, alarms }
    const alarming = before.alarms.open === alarms.open ? [] : alarmStates(before.alarms.open)
    const changed = before.table !== table || alarming.length > 0
    link.publish([...(changed ? tableStates() : []), ...alarming])
    tellLog(lastEnlisted)
  }
  /** Publishes only durable records: a power cut may still take away the others, and their numbers would be given again. */
  const tellLog = (upTo: number) =>
    void journal.durable(upTo).then(
      () => link.publish(logs(upTo)),
      () => undefined,
    )

  return {
    begin() {
      const states = config.devices.flatMap(({ name }) =>
        state({ topic: 'state/device/{name}', name }, devices.get(name) as DeviceStateData),
      )
      // The previous daemon may have ended while the alarm was shown ahead of the book.
      const ended = [ahead, ...alarms.open].some((alarm) => alarm?.alarm === DISK) ? [] : without(DISK)
      const isOpen = (id: string): boolean => alarms.open.some(({ alarm }) => alarm === id)
      const gone = recovered.gone.map((finding) => finding.toLowerCase()).flatMap((id) => (isOpen(id) ? [] : without(id)))
      link.publish([...describe(), ...tableStates(), ...states, ...ended, ...gone, ...alarmStates([]), ...recovered.unsure])
    },
    written({ record, table: now, judge, numbering, encoded }) {
      alarms = judge.alarms
      // Both the alarm and its end have come through the journal.
      if (record.kind === 'host' && record.alarm === DISK && record.words === null && !isDiskFailing) ahead = null
      sequence = numbering.sequence
      steps = numbering.steps
      const isOtherPlate = now.plate !== table.plate
      table = now
      const said = encoded.flatMap(keep).map((message) => ({ ...message, record: record.n }))
      link.publish([...said, ...(isOtherPlate ? describe() : [])])
      enlist(record)
      for (const each of encoded) {
        if (!each.ok) continue
        concluded.push(each.envelope as unknown as Envelope)
        pace = paceAfter(pace, each.envelope, now.now)
      }
      if (isFlushDue) return
      isFlushDue = true
      later(flush)
    },
    report(device, report) {
      const before = devices.get(device)
      if (!before) return
      const after = deviceAfter(before, report)
      devices.set(device, after)
      const known = report.kind === 'identity' ? describe() : []
      if (after !== before) link.publish([...known, ...state({ topic: 'state/device/{name}', name: device }, after)])
    },
    disk(words) {
      isDiskFailing = words !== null
      if (words === null) return
      ahead = withHost(alarms, DISK, words, clock.tableMs()).open.find(({ alarm }) => alarm === DISK) ?? null
      link.publish([...tableStates(), ...(ahead ? alarmState(ahead) : [])])
    },
    pace() {
      link.publish(state({ topic: 'state/pace' }, paceData(pace, clock.tableMs())))
    },
    flush,
  }
}
