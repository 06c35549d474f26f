/** An alarm in one line, shown next to a table: a link to its details. */
import { isToDo } from '../../wire/alarm-order.ts'
import { alarmKey } from './alarm-choice.ts'
import { chosenAlarm, hashOf } from './app.ts'
import type { HeardAlarm } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import type { Listed } from './ranking.ts'
import { alarmName, clock, type Said, saidAlarm, say } from './say.ts'

/** An alarm's name, and its code for anybody who looks it up. */
export function AlarmTitle({ code, isOver = false }: { readonly code: string; readonly isOver?: boolean }) {
  const name = alarmName(code)
  const title = name ?? code
  return (
    <>
      <strong class="alarm-name">{isOver ? <s>{title}</s> : title}</strong>
      {name === null ? null : <small class="alarm-code"> {code}</small>}
    </>
  )
}

/** The round that the alarm is about; a device's alarm is about none. */
export const RoundId = ({ round }: { readonly round: string | null }) =>
  round === null ? null : <span class="alarm-round">{say('alarms.roundShort', { round })}</span>

/** The table's words, marked with their language for screen readers. */
export const Words = ({ text, lang }: Said) => (
  <span lang={lang} class="told">
    {text}
  </span>
)

export const AlarmText = (alarm: Parameters<typeof saidAlarm>[0]) => <Words {...saidAlarm(alarm).text} />

/** The alarms that an alarm suppresses, one line each inside it. */
export const Suppressed = ({ under }: { readonly under: readonly HeardAlarm[] }) =>
  under.length === 0 ? null : (
    <span class="alarm-under">
      <span class="alarm-under-head">{say('alarms.under')}</span>
      {under.map((alarm) => (
        <span key={alarmKey(alarm)} class={`alarm-under-line ${alarm.severity}`}>
          <SeverityIcon severity={alarm.severity} />
          <span>
            <AlarmTitle code={alarm.code} /> <AlarmText {...alarm} />
          </span>
        </span>
      ))}
    </span>
  )

export const AlarmLine = ({ listed: { alarm, under } }: { readonly listed: Listed }) => (
  <li class={`alarm-line ${alarm.severity} ${isToDo(alarm) ? 'to-do' : ''}`}>
    <a href={hashOf({ kind: 'alarms' })} onClick={() => (chosenAlarm.value = alarmKey(alarm))}>
      <SeverityIcon severity={alarm.severity} isSolid={isToDo(alarm)} />
      <span class="alarm-what">
        <AlarmTitle code={alarm.code} /> <AlarmText {...alarm} />
      </span>
      <span class="alarm-when">
        <RoundId round={alarm.round} /> {clock(alarm.since)} · {say(`alarmState.${alarm.state}`)}
      </span>
      <Suppressed under={under} />
    </a>
  </li>
)
