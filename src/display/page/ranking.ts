/** What may be done to an alarm, and which alarm a tile or a line shows. Pure. */
import { byCause as byCauseOf, byUrgency, isToDo, type Listed as ListedOf, type Ranked } from '../../wire/alarm-order.ts'
import type { AlarmData } from '../../wire/payloads.ts'
import { type HeardAlarm, keyOf } from './floor.ts'

export const ALARM_ACTS = ['alarm-ack', 'alarm-shelve', 'alarm-close'] as const
export type AlarmAct = (typeof ALARM_ACTS)[number]

/** The alarm stands, so a wall shows it. */
const isStanding = (alarm: Pick<AlarmData, 'state'>): boolean => isToDo(alarm) || alarm.state === 'acknowledged'

/** What may be done to an alarm in each state; the table decides in the end. */
export const mayBe = (act: AlarmAct, { state }: Pick<AlarmData, 'state'>): boolean =>
  act === 'alarm-ack' ? isToDo({ state }) : state !== 'closed'

/** The alarm that a tile shows; null: none stands. */
export function worst<A extends Ranked>(alarms: Iterable<A>): A | null {
  let found: A | null = null
  for (const alarm of alarms) if (isStanding(alarm) && (found === null || byUrgency(alarm, found) < 0)) found = alarm
  return found
}

export type Listed = ListedOf<HeardAlarm>

export const byCause = (alarms: readonly HeardAlarm[]): readonly Listed[] =>
  byCauseOf(alarms, (one, other) => keyOf(one.table) === keyOf(other.table))
