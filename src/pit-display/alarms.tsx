/**
 * All open alarms in the manner of ISA-18.2: those that need somebody come first. A person opens one, acknowledges it, shelves it or closes
 * it, always under a name.
 */
import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { SEVERITIES } from '../procedure/finding.ts'
import { isToDo } from '../wire/alarm-order.ts'
import { ALARM_STATES } from '../wire/payloads.ts'
import { ActDialog } from './act-dialog.tsx'
import { AlarmDetail } from './alarm-detail.tsx'
import { AlarmText, AlarmTitle, alarmKey, Suppressed } from './alarm-line.tsx'
import { answerText } from './answer-text.ts'
import { type App, chosenAlarm, useApp } from './app.ts'
import { ClosedAlarms } from './closed-alarms.tsx'
import type { Sent } from './commands.ts'
import { type HeardAlarm, keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { type AlarmAct, byCause, type Listed, mayBe } from './ranking.ts'
import { clock, say } from './say.ts'
import { singleKeys } from './settings.ts'
import { freshText, standingOf } from './standing.ts'

interface Filters {
  readonly state: 'all' | 'open' | (typeof ALARM_STATES)[number]
  readonly severity: 'all' | (typeof SEVERITIES)[number]
  readonly table: string
}

const fits = (alarm: HeardAlarm, { state, severity, table }: Filters): boolean =>
  (state === 'all' || alarm.state === state || (state === 'open' && isToDo(alarm))) &&
  (severity === 'all' || alarm.severity === severity) &&
  (table === 'all' || keyOf(alarm.table) === table)

const ACT_KEYS: { readonly [key: string]: AlarmAct } = { a: 'alarm-ack', s: 'alarm-shelve', c: 'alarm-close' }
export function Alarms() {
  const { floor, commands } = useApp()
  const filters = useSignal<Filters>({ state: 'all', severity: 'all', table: 'all' })
  const shown = useComputed(() => byCause(floor.alarms.value.filter((alarm) => fits(alarm, filters.value))))
  const chosen = useComputed(() => shown.value.find(({ alarm }) => alarmKey(alarm) === chosenAlarm.value) ?? shown.value[0] ?? null)
  const asked = useSignal<{ readonly alarm: HeardAlarm; readonly act: AlarmAct } | null>(null)
  const ask = (act: AlarmAct): void => {
    const alarm = chosen.value?.alarm
    if (alarm !== undefined && mayBe(act, alarm)) asked.value = { alarm, act }
  }
  return (
    <section class="alarms-view" aria-label={say('view.alarms')}>
      <h1 class="unseen">{say('view.alarms')}</h1>
      <FilterBar filters={filters} />
      <p class={`act-answer answer-${commands.last.value?.answer.kind ?? 'none'}`} role="status">
        {lastText(commands.last.value)}
      </p>
      {filters.value.state === 'closed' ? (
        <ClosedAlarms tables={tablesOf(filters.value, floor)} />
      ) : (
        <div class="alarms-both">
          <AlarmList shown={shown} chosen={chosen} ask={ask} />
          {chosen.value === null ? null : <AlarmDetail listed={chosen.value} ask={ask} />}
        </div>
      )}
      {asked.value === null ? null : <ActDialog alarm={asked.value.alarm} act={asked.value.act} close={() => (asked.value = null)} />}
    </section>
  )
}

const tablesOf = ({ table }: Filters, { cells }: App['floor']): readonly string[] => (table === 'all' ? [...cells.value.keys()] : [table])

const lastText = (sent: Sent | null): string =>
  sent === null ? '' : answerText(`${say(`act.${sent.act}`)} ${sent.alarm.code}`, sent.answer)

interface ListProps {
  readonly shown: ReadonlySignal<readonly Listed[]>
  readonly chosen: ReadonlySignal<Listed | null>
  readonly ask: (act: AlarmAct) => void
}

function AlarmList(props: ListProps) {
  const { floor } = useApp()
  if (props.shown.value.length > 0) return <SomeAlarms {...props} />
  const isFiltered = floor.alarms.value.length > 0
  return (
    <div class="nothing">
      <h2>{say(isFiltered ? 'alarms.noneHere' : 'alarms.none')}</h2>
      <p>{say(isFiltered ? 'alarms.noneHere.hint' : 'alarms.none.hint')}</p>
    </div>
  )
}

/** One stop of the Tab key; arrows move inside it. It takes the focus if nothing else has it. */
function SomeAlarms({ shown, chosen, ask }: ListProps) {
  const place = useRef<HTMLDivElement>(null)
  const at = chosen.value === null ? -1 : shown.value.indexOf(chosen.value)
  useEffect(() => {
    place.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])

  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { length } = shown.value
    const moves: { readonly [key: string]: number } = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: length - 1 }
    const to = moves[event.key]
    const act = singleKeys.value ? ACT_KEYS[event.key.toLowerCase()] : undefined
    if (to === undefined && act === undefined) return
    event.preventDefault()
    if (act !== undefined) ask(act)
    const next = to === undefined ? undefined : shown.value[Math.min(length - 1, Math.max(0, to))]
    if (next !== undefined) chosenAlarm.value = alarmKey(next.alarm)
  }
  return (
    <div
      class="alarm-list"
      role="listbox"
      tabIndex={0}
      ref={place}
      aria-label={say('alarms.list', { count: shown.value.length })}
      aria-activedescendant={chosen.value === null ? undefined : idOf(chosen.value.alarm)}
      onKeyDown={press}
    >
      {shown.value.map((listed) => (
        <AlarmRow key={alarmKey(listed.alarm)} listed={listed} isChosen={listed === chosen.value} />
      ))}
    </div>
  )
}

const idOf = (alarm: HeardAlarm): string => `alarm-${alarmKey(alarm).replaceAll('/', '_')}`

function AlarmRow({ listed: { alarm, under }, isChosen }: { readonly listed: Listed; readonly isChosen: boolean }) {
  const { floor } = useApp()
  const cell = floor.cells.value.get(keyOf(alarm.table))
  const silent = useComputed(() => (cell === undefined || standingOf(cell) === 'live' ? '' : freshText(cell)))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names its chosen option
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
    <div
      id={idOf(alarm)}
      role="option"
      aria-selected={isChosen}
      class={`alarm-row ${alarm.severity} state-${alarm.state} ${isToDo(alarm) ? 'to-do' : ''} ${silent.value === '' ? '' : 'stale'}`}
      onClick={() => (chosenAlarm.value = alarmKey(alarm))}
    >
      <SeverityIcon severity={alarm.severity} isSolid={isToDo(alarm)} />
      <span class="alarm-severity">{say(`severity.${alarm.severity}`)}</span>
      <span class="alarm-table">{alarm.table.table}</span>
      <span class="alarm-what">
        <AlarmTitle code={alarm.code} /> <AlarmText text={alarm.text} />
      </span>
      <span class="alarm-state">{say(`alarmState.${alarm.state}`)}</span>
      <time class="alarm-when">{clock(alarm.since)}</time>
      <Suppressed under={under} />
    </div>
  )
}

function FilterBar({ filters }: { readonly filters: Signal<Filters> }) {
  const { floor } = useApp()
  const tables = useComputed(() => [...floor.cells.value.keys()])
  const set = (part: Partial<Filters>): void => {
    filters.value = { ...filters.value, ...part }
  }
  return (
    <fieldset class="filters">
      <legend class="unseen">{say('alarms.filter')}</legend>
      <Choice
        label={say('alarms.filter.state')}
        value={filters.value.state}
        options={[
          ['all', say('alarms.filter.all')],
          ['open', say('alarms.filter.open')],
          ...ALARM_STATES.map((state) => [state, say(`alarmState.${state}`)] as const),
        ]}
        choose={(state) => set({ state: state as Filters['state'] })}
      />
      <Choice
        label={say('alarms.filter.severity')}
        value={filters.value.severity}
        options={[['all', say('alarms.filter.all')], ...SEVERITIES.map((each) => [each, say(`severity.${each}`)] as const)]}
        choose={(severity) => set({ severity: severity as Filters['severity'] })}
      />
      <Choice
        label={say('alarms.filter.table')}
        value={filters.value.table}
        options={[['all', say('alarms.filter.all')], ...tables.value.map((key) => [key, key.split('/').slice(1).join(' ')] as const)]}
        choose={(table) => set({ table })}
      />
    </fieldset>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly choose: (value: string) => void
}

const Choice = ({ label, value, options, choose }: ChoiceProps) => (
  <label class="choice">
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {options.map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
