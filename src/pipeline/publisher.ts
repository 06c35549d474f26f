/** What goes to the broker: events as they are concluded, the journal's records, and every retained topic when it changed. */
import type { LinkReport } from '../../firmware-bridge/link-state.ts'
import type { BrokerLink } from '../broker/client.ts'
import type { TableConfig } from '../config/table-config.ts'
import type { TableState } from '../engine/table-state.ts'
import { currentView, tableView } from '../engine/table-views.ts'
import type { Journal } from '../journal/journal.ts'
import type { JournalRecord } from '../journal/record.ts'
import { type Encoded, encodeLog, encodeState, type Message, type StatePlace } from '../wire/envelope.ts'
import type { DeviceStateData, StateData } from '../wire/payloads.ts'
import type { CoreContext, Written } from './core.ts'
import type { Recovered } from './recovery.ts'
import { describeTable, deviceAfter, initialDevice, NO_PACE, paceAfter, paceData } from './states.ts'

export interface PublisherOptions {
  readonly config: TableConfig
  readonly context: CoreContext
  readonly software: string
  readonly boot: number
  readonly journal: Journal
  readonly link: Pick<BrokerLink, 'publish'>
  readonly wallMs: () => number
  /** A line for whoever watches the daemon's standard error. */
  readonly warn: (text: string) => void
  readonly recovered: Recovered
}

export interface Publisher {
  /** Everything a subscriber has to know at the start, and what may not have reached him before. */
  begin(): void
  written(written: Written): void
  report(device: string, report: LinkReport): void
  /** Called now and then: rates grow old without an event. */
  pace(): void
}

export const createPublisher = (options: PublisherOptions): Publisher => {
  const { config, context, software, boot, journal, link, wallMs, warn, recovered } = options
  const devices = new Map(config.devices.map((device) => [device.name, initialDevice(device)]))
  const last = new Map<string, string>()
  let { sequence } = recovered.state
  let counter = 0
  let pace = NO_PACE
  let table: TableState | null = null

  const keep = (encoded: Encoded): Message[] => {
    if (encoded.ok) return [encoded.message]
    warn(`${encoded.refusal.id} is not published: ${encoded.refusal.reason}`)
    return []
  }
  /** A state's message if its data changed since it was last said. */
  const state = (place: StatePlace, data: StateData[keyof StateData]): Message[] => {
    const text = JSON.stringify(data)
    const key = 'name' in place ? `${place.topic}/${place.name}` : place.topic
    if (last.get(key) === text) return []
    last.set(key, text)
    return keep(encodeState(context.name, place, { boot, sequence, counter: ++counter, at: wallMs() }, data as never))
  }
  const describe = () => state({ topic: 'describe' }, describeTable(config, software, devices))
  const tableStates = (now: TableState): Message[] => {
    const round = currentView(now, context.table)
    return [...state({ topic: 'state/table' }, tableView(now, context.table)), ...(round ? state({ topic: 'state/round' }, round) : [])]
  }
  const log = (record: JournalRecord): Message[] => keep(encodeLog(context.name, { boot, sequence }, record))

  return {
    begin() {
      for (const envelope of recovered.unwritten) journal.append({ kind: 'event', envelope }, wallMs())
      const states = config.devices.flatMap(({ name }) =>
        state({ topic: 'state/device/{name}', name }, devices.get(name) as DeviceStateData),
      )
      link.publish([...describe(), ...tableStates(recovered.state.table), ...states, ...recovered.unsure])
    },
    written({ record, table: now, sequence: newest, encoded }) {
      sequence = newest
      const events: Message[] = []
      const logged: Message[] = log(record)
      for (const each of encoded) {
        events.push(...keep(each))
        if (!each.ok) continue
        const envelope = each.envelope as unknown as Extract<JournalRecord, { kind: 'event' }>['envelope']
        const kept = journal.append({ kind: 'event', envelope }, wallMs())
        if (kept) logged.push(...log(kept))
      }
      const changed = now !== table
      table = now
      link.publish([...events, ...(changed ? tableStates(now) : []), ...logged])
      for (const each of encoded) if (each.ok) pace = paceAfter(pace, each.envelope as never)
    },
    report(device, report) {
      const before = devices.get(device)
      if (!before) return
      const after = deviceAfter(before, report)
      devices.set(device, after)
      const known = report.kind === 'identity' ? describe() : []
      if (after !== before) link.publish([...known, ...state({ topic: 'state/device/{name}', name: device }, after)])
    },
    pace() {
      link.publish(state({ topic: 'state/pace' }, paceData(pace, wallMs())))
    },
  }
}
