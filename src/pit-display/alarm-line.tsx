/** An alarm in a line, as it stands beside a table: a link to all about it. */
import { chosenAlarm, hashOf } from './app.ts'
import { type HeardAlarm, keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { isToDo } from './ranking.ts'
import { alarmName, clock, say } from './say.ts'

export const alarmKey = (alarm: HeardAlarm): string => `${keyOf(alarm.table)}/${alarm.alarm}`

/** What it is called in this language, then the table's own words, which are English to whoever hears them read. */
export function AlarmText({ alarm, text }: { readonly alarm: Pick<HeardAlarm, 'code'>; readonly text: string }) {
  const name = alarmName(alarm.code)
  return (
    <>
      {name === null ? null : `${name} `}
      <span lang="en" class={name === null ? '' : 'told'}>
        {text}
      </span>
    </>
  )
}

export const AlarmLine = ({ alarm }: { readonly alarm: HeardAlarm }) => (
  <li class={`alarm-line ${alarm.severity} ${isToDo(alarm) ? 'to-do' : ''}`}>
    <a href={hashOf({ kind: 'alarms' })} onClick={() => (chosenAlarm.value = alarmKey(alarm))}>
      <SeverityIcon severity={alarm.severity} isSolid={isToDo(alarm)} />
      <span class="alarm-what">
        <strong>{alarm.code}</strong> <AlarmText alarm={alarm} text={alarm.text} />
      </span>
      <span class="alarm-when">
        {clock(alarm.since)} · {say(`alarmState.${alarm.state}`)}
      </span>
    </a>
  </li>
)
