/** Which alarm comes first, and what may be done to it. Pure. */
import type { AlarmData } from '../wire/payloads.ts'
import { type HeardAlarm, keyOf } from './floor.ts'

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

/** What the order goes by. */
type Ranked = Pick<AlarmData, 'alarm' | 'severity' | 'state' | 'since'>

/** Somebody has to look at it. */
export const isToDo = ({ state }: Pick<AlarmData, 'state'>): boolean => state === 'unacknowledged' || state === 'returned'
/** It stands: a wall shows it. */
const isStanding = (alarm: Pick<AlarmData, 'state'>): boolean => isToDo(alarm) || alarm.state === 'acknowledged'

export const byUrgency = (a: Ranked, b: Ranked): number =>
  Number(isToDo(b)) - Number(isToDo(a)) ||
  SEVERITY_RANKS[a.severity] - SEVERITY_RANKS[b.severity] ||
  STATE_RANKS[a.state] - STATE_RANKS[b.state] ||
  b.since.localeCompare(a.since) ||
  a.alarm.localeCompare(b.alarm)

/** What may be done to an alarm in each state; the table has the last word. */
export const mayBe = (act: AlarmAct, { state }: Pick<AlarmData, 'state'>): boolean =>
  act === 'alarm-ack' ? isToDo({ state }) : state !== 'closed'

/** The one a tile shows; null: none stands. */
export function worst<A extends Ranked>(alarms: Iterable<A>): A | null {
  let found: A | null = null
  for (const alarm of alarms) if (isStanding(alarm) && (found === null || byUrgency(alarm, found) < 0)) found = alarm
  return found
}

export interface Listed {
  readonly alarm: HeardAlarm
  /** What it suppresses. */
  readonly under: readonly HeardAlarm[]
}

/** From an alarm to its cause, to that one's, and so on: a finding, its round's gravest, a device's loss. More steps go in a circle. */
const CAUSES_MAX = 8

/** One line a cause, the most urgent first: what is suppressed stands inside it; where its cause is not among these, it stands by itself. */
export function byCause(alarms: readonly HeardAlarm[]): readonly Listed[] {
  const under = new Map<HeardAlarm, HeardAlarm[]>()
  for (const alarm of alarms) {
    const root = rootOf(alarm, alarms)
    const behind = under.get(root) ?? []
    under.set(root, root === alarm ? behind : [...behind, alarm])
  }
  return [...under].map(([alarm, behind]) => ({ alarm, under: behind.sort(byUrgency) })).sort((a, b) => byUrgency(a.alarm, b.alarm))
}

function rootOf(alarm: HeardAlarm, alarms: readonly HeardAlarm[]): HeardAlarm {
  let root = alarm
  for (let steps = 0; steps < CAUSES_MAX; steps++) {
    const cause = causeOf(root, alarms)
    if (cause === null) return root
    root = cause
  }
  return alarm
}

const NAMED_CAUSE = /^behind (\S+)$/

/** The alarm its note names. Where a person's note stands there instead: the gravest of its round that is not suppressed itself. */
function causeOf(alarm: HeardAlarm, alarms: readonly HeardAlarm[]): HeardAlarm | null {
  if (alarm.state !== 'suppressed') return null
  const here = alarms.filter((other) => other !== alarm && keyOf(other.table) === keyOf(alarm.table))
  const named = NAMED_CAUSE.exec(alarm.note ?? '')?.[1]
  if (named !== undefined) return here.find((other) => other.alarm === named) ?? null
  return here.filter(({ round, state }) => round !== null && round === alarm.round && state !== 'suppressed').sort(byUrgency)[0] ?? null
}
