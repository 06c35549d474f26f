/**
 * The alarms of one table from its messages: what is open, what was closed this evening, and how it ended. Pure; `alarm-lines.ts` lays them
 * out.
 */
import { type AlarmEnd, endOf, type Fate, findingsOf, withFate } from '../../wire/alarm-end.ts'
import type { AlarmData } from '../../wire/payloads.ts'
import type { AnyEnvelope } from '../../wire/receive.ts'

export interface Money {
  /** ISO 4217; empty until the table has published it. */
  readonly currency: string
  readonly exponent: number
}

export interface Alarms {
  readonly money: Money
  readonly open: ReadonlyMap<string, AlarmData>
  /** The last known state of each, newest first. */
  readonly closed: readonly AlarmData[]
  readonly fates: ReadonlyMap<string, Fate>
}

/** Used until a table publishes its currency. */
const USUAL_EXPONENT = 2
/** A table has fewer open alarms; any beyond this number are not shown. */
const OPEN_MAX = 200
/** As many as the pit display lists. */
const CLOSED_MAX = 50

export const noAlarms: Alarms = { money: { currency: '', exponent: USUAL_EXPONENT }, open: new Map(), closed: [], fates: new Map() }

export function hearAlarms(alarms: Alarms, envelope: AnyEnvelope): Alarms {
  switch (envelope.type) {
    case 'describe': {
      const { currency, exponent } = envelope.data
      return { ...alarms, money: { currency, exponent } }
    }
    case 'alarm': {
      const { data } = envelope
      if (data.state === 'closed') return closedAlarm(withOpen(alarms, data), data.alarm)
      return withOpen(alarms, data)
    }
    case 'finding.raised':
    case 'finding.changed':
    case 'finding.withdrawn':
      return { ...alarms, fates: withFate(alarms.fates, envelope) }
    default:
      return alarms
  }
}

const withOpen = (alarms: Alarms, data: AlarmData): Alarms =>
  alarms.open.has(data.alarm) || alarms.open.size < OPEN_MAX ? { ...alarms, open: new Map(alarms.open).set(data.alarm, data) } : alarms

/** Handles an empty alarm topic. An alarm that has become a line of another alarm is not closed: it is shown there. */
export function closedAlarm(alarms: Alarms, id: string): Alarms {
  const last = alarms.open.get(id)
  if (last === undefined) return alarms
  const open = new Map(alarms.open)
  open.delete(id)
  const elsewhere = new Set([...open.values()].flatMap(findingsOf))
  const isMoved = findingsOf(last).some((finding) => elsewhere.has(finding))
  return { ...alarms, open, closed: isMoved ? alarms.closed : [last, ...alarms.closed].slice(0, CLOSED_MAX) }
}

/** How it ended; null: it is still open. */
export const endOfAlarm = ({ open, fates }: Alarms, alarm: AlarmData): AlarmEnd | null =>
  open.get(alarm.alarm) === alarm && alarm.state !== 'returned' ? null : endOf(alarm, fates)
