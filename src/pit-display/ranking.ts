/** Which alarm comes first, and what may be done to it. Pure. */
import type { AlarmData } from '../wire/payloads.ts'

export const ALARM_ACTS = ['alarm-ack', 'alarm-shelve', 'alarm-close'] as const
export type AlarmAct = (typeof ALARM_ACTS)[number]

const SEVERITY_RANKS: { readonly [severity in AlarmData['severity']]: number } = { stop: 0, money: 1, procedure: 2, info: 3 }
/** Shelved and suppressed alarms ask nothing of anybody now. */
const STATE_RANKS: { readonly [state in AlarmData['state']]: number } = {
  unacknowledged: 0,
  returned: 1,
  acknowledged: 2,
  shelved: 3,
  suppressed: 4,
  closed: 5,
}

/** Somebody has to look at it. */
export const isToDo = ({ state }: Pick<AlarmData, 'state'>): boolean => state === 'unacknowledged' || state === 'returned'
/** It stands: a wall shows it. */
const isStanding = (alarm: Pick<AlarmData, 'state'>): boolean => isToDo(alarm) || alarm.state === 'acknowledged'

export const byUrgency = (a: AlarmData, b: AlarmData): number =>
  Number(isToDo(b)) - Number(isToDo(a)) ||
  SEVERITY_RANKS[a.severity] - SEVERITY_RANKS[b.severity] ||
  STATE_RANKS[a.state] - STATE_RANKS[b.state] ||
  b.since.localeCompare(a.since) ||
  a.alarm.localeCompare(b.alarm)

/** What may be done to an alarm in each state; the table has the last word. */
export const mayBe = (act: AlarmAct, { state }: Pick<AlarmData, 'state'>): boolean =>
  act === 'alarm-ack' ? isToDo({ state }) : state !== 'closed'

/** The one a tile shows; null: none stands. */
export function worst<A extends AlarmData>(alarms: Iterable<A>): A | null {
  let found: A | null = null
  for (const alarm of alarms) if (isStanding(alarm) && (found === null || byUrgency(alarm, found) < 0)) found = alarm
  return found
}
