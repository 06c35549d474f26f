/**
 * The present state of one table, from what it publishes: `(live, envelope) -> live`. Pure; `live-lines.ts` lays it out.
 *
 *   state/round -----> the felt
 *   ev/*, describe --> screen.ts --> the last events
 *   alarm/* ---------> what is open, what was closed
 *   state/device ----> the line of devices
 */

import { type Entry, isSaid } from '../../base/terminal/line.ts'
import type { RoundView, TableView } from '../../engine/view.ts'
import { accountOf } from '../../wire/account/account.ts'
import type { DeviceStateData, PaceData, StatusData } from '../../wire/payloads.ts'
import type { AnyEnvelope } from '../../wire/receive.ts'
import { type Alarms, closedAlarm, hearAlarms, noAlarms } from './alarms.ts'
import { closedLines } from './closed.ts'
import { blankScreen, type Screen, show } from './screen.ts'

export interface LiveEvent {
  readonly entry: Entry
  /**
   * A finding that has an alarm or may get one. If there is room for alarms, it is not shown among the events, because it may yet be
   * withdrawn.
   */
  readonly isAlarming: boolean
}

export interface Live {
  /** What is played at the table, and where to listen and look. */
  readonly title: string
  readonly links: readonly string[]
  /** Help for the keys, next to the devices; empty: there are no keys. */
  readonly keys: string
  /** The reply to a key press, in place of the devices. */
  readonly answer: string | null
  /** The table itself, all its alarms, or what the keys do. */
  readonly page: 'table' | 'alarms' | 'help'
  /** The first line shown of a page that is longer than the screen. */
  readonly from: number
  /** The page about the keys. */
  readonly help: readonly Entry[]
  readonly screen: Screen
  /** Newest last. */
  readonly events: readonly LiveEvent[]
  readonly alarms: Alarms
  readonly house: string | null
  readonly status: StatusData['state'] | null
  readonly round: RoundView | null
  readonly table: TableView | null
  readonly pace: PaceData | null
  readonly devices: ReadonlyMap<string, DeviceStateData>
}

/** More than the tallest terminal shows. */
const EVENTS_MAX = 200
/** A configuration has at most this many. */
const DEVICES_MAX = 16

export const blankLive = (title: string, links: readonly string[]): Live => ({
  title,
  links,
  keys: '',
  answer: null,
  page: 'table',
  from: 0,
  help: [],
  screen: blankScreen,
  events: [],
  alarms: noAlarms,
  house: null,
  status: null,
  round: null,
  table: null,
  pace: null,
  devices: new Map(),
})

/** Another page, from its beginning; the table, if this one is shown already. */
export const turnedTo = (live: Live, page: Live['page']): Live => ({
  ...live,
  page: live.page === page ? 'table' : page,
  from: 0,
  answer: null,
})

/** Adds the watching program's own notices to the events. */
export const told = (live: Live, entries: readonly Entry[]): Live => {
  const said = entries.filter(isSaid)
  return said.length === 0 ? live : withEvents(live, said.map(untold))
}

const untold = (entry: Entry): LiveEvent => ({ entry, isAlarming: false })
const withEvents = (live: Live, events: readonly LiveEvent[]): Live => ({ ...live, events: [...live.events, ...events].slice(-EVENTS_MAX) })

export const hear = (live: Live, envelope: AnyEnvelope): Live => {
  const [screen, lines] = show(live.screen, envelope)
  const events = withoutTable(envelope, lines, screen).filter(isSaid).map(untold)
  const last = events.at(-1)
  // The finding's own line comes last, after any waiting lines.
  const tagged = isAlarming(envelope) && last !== undefined ? [...events.slice(0, -1), { ...last, isAlarming: true }] : events
  const next = { ...live, screen, alarms: hearAlarms(live.alarms, envelope) }
  return withState(tagged.length === 0 ? next : withEvents(next, tagged), envelope)
}

const isAlarming = (envelope: AnyEnvelope): boolean =>
  (envelope.type === 'finding.raised' || envelope.type === 'finding.changed' || envelope.type === 'finding.withdrawn') &&
  envelope.data.severity !== 'info'

/** Handles the empty topic of this alarm. */
export const hearGone = (live: Live, alarm: string): Live => ({ ...live, alarms: closedAlarm(live.alarms, alarm) })

/** The felt shows the results, so the first line is enough for a closed round. */
const withoutTable = (envelope: AnyEnvelope, lines: readonly Entry[], { exponent }: Screen): readonly Entry[] => {
  if (envelope.type !== 'round.closed' && envelope.type !== 'round.revised') return lines
  const table = closedLines(accountOf({ messages: [envelope] }, 'pit'), 'closed', exponent)
  return lines.slice(0, lines.length - table.length + 1)
}

const withState = (live: Live, envelope: AnyEnvelope): Live => {
  switch (envelope.type) {
    case 'status':
      return { ...live, status: envelope.data.state }
    case 'describe':
      return { ...live, house: envelope.data.house }
    case 'state.round':
      return { ...live, round: envelope.data }
    case 'state.table':
      return { ...live, table: envelope.data }
    case 'state.pace':
      return { ...live, pace: envelope.data }
    case 'state.device': {
      const { device } = envelope.data
      const isKnown = live.devices.has(device) || live.devices.size < DEVICES_MAX
      return isKnown ? { ...live, devices: new Map(live.devices).set(device, envelope.data) } : live
    }
    default:
      return live
  }
}
