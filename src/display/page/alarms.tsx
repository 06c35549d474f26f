/**
 * All open alarms in the manner of ISA-18.2: those that need somebody come first. A person opens one, acknowledges it, shelves it or closes
 * it, always under a name.
 */
import { type ReadonlySignal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { SEVERITIES } from '../../procedure/finding.ts'
import { isToDo } from '../../wire/alarm-order.ts'
import { ALARM_STATES } from '../../wire/payloads.ts'
import { ActDialog } from './act-dialog.tsx'
import { alarmKey, type Choice, chosenIn } from './alarm-choice.ts'
import { AlarmDetail } from './alarm-detail.tsx'
import { AlarmText, AlarmTitle, RoundId, Suppressed } from './alarm-line.tsx'
import { answerText } from './answer-text.ts'
import { type App, chosenAlarm, useApp } from './app.ts'
import { ClosedAlarms } from './closed-alarms.tsx'
import type { Sent } from './commands.ts'
import { type HeardAlarm, keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { useKeys } from './keys.ts'
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
  const chosen = useChosen(shown)
  const asked = useSignal<{ readonly alarm: HeardAlarm; readonly act: AlarmAct } | null>(null)
  const ask = (act: AlarmAct): void => {
    const alarm = chosen.peek()?.listed.alarm
    if (alarm === undefined || !mayBe(act, alarm)) return
    choose(alarm)
    asked.value = { alarm, act }
  }
  const filter = (part: Partial<Filters>): void => {
    filters.value = { ...filters.peek(), ...part }
    // A person who looks at another list wants to see what stands in it.
    if (chosen.peek()?.at === null) chosenAlarm.value = null
  }
  useKeys((event) => press(event, { shown: shown.peek(), chosen: chosen.peek(), ask }))
  return (
    <section class="alarms-view" aria-label={say('view.alarms')}>
      <h1 class="unseen">{say('view.alarms')}</h1>
      <FilterBar filters={filters.value} set={filter} />
      <p class={`act-answer answer-${commands.last.value?.answer.kind ?? 'none'}`} role="status">
        {lastText(commands.last.value)}
      </p>
      {filters.value.state === 'closed' ? (
        <ClosedAlarms tables={tablesOf(filters.value, floor)} />
      ) : (
        <div class="alarms-both">
          <AlarmList shown={shown} chosen={chosen} />
          {chosen.value === null ? null : <AlarmDetail {...chosen.value} ask={ask} />}
        </div>
      )}
      {asked.value === null ? null : <ActDialog alarm={asked.value.alarm} act={asked.value.act} close={() => (asked.value = null)} />}
    </section>
  )
}

const tablesOf = ({ table }: Filters, { cells }: App['floor']): readonly string[] => (table === 'all' ? [...cells.value.keys()] : [table])

const lastText = (sent: Sent | null): string =>
  sent === null ? '' : answerText(`${say(`act.${sent.act}`)} ${sent.alarm.code}`, sent.answer)

const choose = (alarm: HeardAlarm): void => {
  chosenAlarm.value = alarmKey(alarm)
}

/**
 * The alarm that the details show and the keys act on. It stays chosen until a person chooses another one, whatever arrives, ends or
 * changes its place meanwhile. Only while a page that was just opened fills up is it simply the first of the list.
 */
function useChosen(shown: ReadonlySignal<readonly Listed[]>): ReadonlySignal<Choice | null> {
  const { floor, isFilling } = useApp()
  const last = useRef<Choice | null>(null)
  const chosen = useComputed(() => {
    last.current = chosenIn({ shown: shown.value, all: floor.alarms.value, key: chosenAlarm.value, last: last.current })
    return last.current
  })
  const alarm = chosen.value?.listed.alarm
  const isDue = !isFilling.value
  useLayoutEffect(() => {
    if (alarm === undefined) chosenAlarm.value = null
    else if (isDue) choose(alarm)
  }, [isDue, alarm])
  return chosen
}

interface PressProps {
  readonly shown: readonly Listed[]
  readonly chosen: Choice | null
  readonly ask: (act: AlarmAct) => void
}

function press(event: KeyboardEvent, { shown, chosen, ask }: PressProps): void {
  const act = singleKeys.value ? ACT_KEYS[event.key.toLowerCase()] : undefined
  // The details have arrows of their own, to scroll.
  const isElsewhere = event.target instanceof HTMLElement && event.target.closest('.alarm-detail') !== null
  const to = isElsewhere ? undefined : moveOf(event.key, shown.length, chosen)
  if (to === undefined && act === undefined) return
  event.preventDefault()
  if (act !== undefined) ask(act)
  const next = to === undefined ? undefined : shown[Math.min(shown.length - 1, Math.max(0, to))]
  if (next !== undefined) choose(next.alarm)
}

/** Where a key leads in the list. If the chosen alarm has left it, the next one stands in its place. */
function moveOf(key: string, length: number, chosen: Choice | null): number | undefined {
  const { at = null, wasAt = 0 } = chosen ?? {}
  const moves: { readonly [key: string]: number } = {
    ArrowDown: at === null ? wasAt : at + 1,
    ArrowUp: (at ?? wasAt) - 1,
    Home: 0,
    End: length - 1,
  }
  return Object.hasOwn(moves, key) ? moves[key] : undefined
}

interface ListProps {
  readonly shown: ReadonlySignal<readonly Listed[]>
  readonly chosen: ReadonlySignal<Choice | null>
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
function SomeAlarms({ shown, chosen }: ListProps) {
  const place = useRef<HTMLDivElement>(null)
  const at = chosen.value?.at ?? null
  const active = at === null ? undefined : shown.value[at]
  useEffect(() => {
    place.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus()
  }, [])
  return (
    <div
      class="alarm-list"
      role="listbox"
      tabIndex={0}
      ref={place}
      aria-label={say('alarms.list', { count: shown.value.length })}
      aria-activedescendant={active === undefined ? undefined : idOf(active.alarm)}
    >
      {shown.value.map((listed) => (
        <AlarmRow key={alarmKey(listed.alarm)} listed={listed} isChosen={listed === active} />
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
      onClick={() => choose(alarm)}
    >
      <SeverityIcon severity={alarm.severity} isSolid={isToDo(alarm)} />
      <span class="alarm-severity">{say(`severity.${alarm.severity}`)}</span>
      <span class="alarm-table">
        {alarm.table.table} <RoundId round={alarm.round} />
      </span>
      <span class="alarm-what">
        <AlarmTitle code={alarm.code} /> <AlarmText {...alarm} />
      </span>
      <span class="alarm-state">{say(`alarmState.${alarm.state}`)}</span>
      <time class="alarm-when">{clock(alarm.since)}</time>
      <Suppressed under={under} />
    </div>
  )
}

interface FilterProps {
  readonly filters: Filters
  readonly set: (part: Partial<Filters>) => void
}

function FilterBar({ filters, set }: FilterProps) {
  const { floor } = useApp()
  const tables = useComputed(() => [...floor.cells.value.keys()])
  return (
    <fieldset class="filters">
      <legend class="unseen">{say('alarms.filter')}</legend>
      <Select
        label={say('alarms.filter.state')}
        value={filters.state}
        options={[
          ['all', say('alarms.filter.all')],
          ['open', say('alarms.filter.open')],
          ...ALARM_STATES.map((state) => [state, say(`alarmState.${state}`)] as const),
        ]}
        choose={(state) => set({ state: state as Filters['state'] })}
      />
      <Select
        label={say('alarms.filter.severity')}
        value={filters.severity}
        options={[['all', say('alarms.filter.all')], ...SEVERITIES.map((each) => [each, say(`severity.${each}`)] as const)]}
        choose={(severity) => set({ severity: severity as Filters['severity'] })}
      />
      <Select
        label={say('alarms.filter.table')}
        value={filters.table}
        options={[['all', say('alarms.filter.all')], ...tables.value.map((key) => [key, key.split('/').slice(1).join(' ')] as const)]}
        choose={(table) => set({ table })}
      />
    </fieldset>
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [string, string])[]
  readonly choose: (value: string) => void
}

const Select = ({ label, value, options, choose }: SelectProps) => (
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
