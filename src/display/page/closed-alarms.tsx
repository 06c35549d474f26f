/** Closed alarms: those the book holds of the last day or, without a book, those closed while this page was open. */
import { type AlarmEnd, endOf } from '../../wire/alarm-end.ts'
import { AlarmTitle, Words } from './alarm-line.tsx'
import { hashOf, useApp } from './app.ts'
import type { PastAlarm, Told } from './book-messages.ts'
import { keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { type Said, saidAlarm, saidOf, say } from './say.ts'
import { exactTime } from './times.ts'
import { NotTold, useTold } from './told.tsx'

/** Long enough for the whole evening, at any time during it. */
const LOOKED_BACK_MS = 24 * 60 * 60 * 1000
/** One query per table; in a property with more tables, a person has to choose one. */
const TABLES_MAX = 40

interface ClosedLine {
  readonly id: string
  readonly table: string
  readonly code: string
  readonly severity: PastAlarm['severity']
  /** In the language of the moment. */
  readonly said: () => Said
  readonly roundKey: string | null
  readonly end: AlarmEnd
  /** ISO 8601 */
  readonly at: string
  readonly by: string | null
  readonly note: string | null
}

/** `tables`: keys of the tables whose alarms are shown. */
export function ClosedAlarms({ tables }: { readonly tables: readonly string[] }) {
  const { floor, book } = useApp()
  const asked = tables.slice(0, TABLES_MAX)
  const cells = asked.flatMap((key) => floor.cells.value.get(key) ?? [])
  const heard = cells.flatMap(({ closed, fates }) => closed.value.map((alarm) => ({ alarm, end: endOf(alarm, fates.value) })))
  const told = useTold(async () => {
    const from = new Date(Date.now() - LOOKED_BACK_MS).toISOString()
    const all = await Promise.all(asked.map(async (key) => lined(key, await book.alarms(key, from))))
    return merged(all)
  }, [asked.join(), heard.length])
  const lines =
    told?.kind === 'told'
      ? told.data
      : heard.map(({ alarm, end }): ClosedLine => {
          const { table, code, severity, roundKey, since, user, note } = alarm
          return {
            id: `${keyOf(table)}/${alarm.alarm}/${alarm.rev}`,
            table: table.table,
            code,
            severity,
            said: () => saidAlarm(alarm).text,
            roundKey,
            end,
            at: since,
            by: user,
            note,
          }
        })
  return (
    <section class="closed-alarms" aria-label={say('alarms.closed')}>
      <h2>{say(told?.kind === 'told' ? 'alarms.closed.day' : 'alarms.closed')}</h2>
      <NotTold told={told} />
      {lines.length === 0 && told !== null ? <p class="calm">{say('alarms.closed.none')}</p> : null}
      <ul>
        {lines.map((line) => (
          <ClosedRow key={line.id} {...line} />
        ))}
      </ul>
    </section>
  )
}

function ClosedRow({ table, code, severity, said, roundKey, end, at, by, note }: ClosedLine) {
  const round = roundKey?.includes('/') ? roundKey : null
  return (
    <li class={severity ?? 'info'}>
      <SeverityIcon severity={severity ?? 'info'} isSolid={false} />
      <span class="alarm-what">
        <AlarmTitle code={code} /> <Words {...said()} />
      </span>
      <span class="calm">
        {[
          table,
          exactTime(at),
          say(`alarmEnd.${end}`),
          ...(by === null ? [] : [say('alarms.by', { user: by })]),
          ...(note ? [note] : []),
        ].join(' · ')}{' '}
        {round === null ? null : (
          <a href={hashOf({ kind: 'round', table, key: round })}>{say('alarms.openRound', { round: round.split('/')[1] ?? '' })}</a>
        )}
      </span>
    </li>
  )
}

/** How the alarm ended, from its last decisive step; somebody may have seen the alarm before or after it. */
function endIn(steps: PastAlarm['steps']): AlarmEnd {
  const last = steps.findLast(({ step }) => step === 'withdrawn' || step === 'returned' || step === 'closed')?.step
  return last === 'withdrawn' ? 'withdrawn' : last === 'returned' ? 'corrected' : 'closed'
}

const lined = (key: string, told: Told<readonly PastAlarm[]>): Told<readonly ClosedLine[]> =>
  told.kind !== 'told'
    ? told
    : {
        kind: 'told',
        data: told.data.flatMap((alarm) => {
          const last = alarm.steps.at(-1)
          if (alarm.state !== 'closed' || last === undefined) return []
          const { severity, key: roundKey } = alarm
          const code = alarm.code ?? alarm.alarm
          const own = { id: `${key}/${alarm.alarm}/${last.at}`, table: key.split('/').at(-1) ?? '', code }
          return [
            {
              ...own,
              severity,
              said: () => saidOf({ code, facts: alarm.facts }, 'seen', alarm.text ?? ''),
              roundKey,
              end: endIn(alarm.steps),
              at: last.at,
              by: last.user,
              note: last.note,
            },
          ]
        }),
      }

/** Newest first; if one table's answer is missing, its reason stands for all. */
function merged(all: readonly Told<readonly ClosedLine[]>[]): Told<readonly ClosedLine[]> {
  const missing = all.find((each) => each.kind !== 'told')
  if (missing !== undefined) return missing
  const lines = all.flatMap((each) => (each.kind === 'told' ? each.data : []))
  return { kind: 'told', data: lines.sort((a, b) => b.at.localeCompare(a.at)) }
}
