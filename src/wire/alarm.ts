/** An alarm as its retained topic carries it. */
import type { Alarm } from '../procedure/alarms.ts'
import { isoTime } from './envelope.ts'
import type { AlarmData } from './payloads.ts'

export const alarmData = (alarm: Alarm): AlarmData => {
  const { state, rev, code, severity, since, round, box, text, remedy, facts, grounds, group, user, note, unverified, until, behind } =
    alarm
  return {
    alarm: alarm.alarm,
    state,
    rev,
    code,
    severity,
    since: isoTime(since),
    round,
    box,
    text,
    remedy,
    facts,
    grounds,
    group,
    user,
    ...(unverified ? { unverified } : {}),
    note: note ?? (behind === null ? null : `behind ${behind}`),
    until: until === null ? null : isoTime(until),
  }
}
