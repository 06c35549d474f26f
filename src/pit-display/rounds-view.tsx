/** The rounds of a table as a list, found by time, round, box, code, amount or dealer; each leads to its felt. */
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AlarmTitle } from './alarm-line.tsx'
import { ALARM_NAMES } from './alarm-names.ts'
import { go, hashOf, lastTable, useApp } from './app.ts'
import {
  type BookTable,
  type FindingMark,
  ROUND_STATES,
  type RoundPage,
  type RoundQuery,
  type RoundSummary,
  type Told,
} from './book-messages.ts'
import { type Cell, keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { type ListRead, listUpTo } from './list-read.ts'
import { exponentOf } from './messages.ts'
import { rangeText, shared } from './round-result.tsx'
import { lastOver } from './rounds.ts'
import { alarmName, amount, clock, say } from './say.ts'
import { queryOf } from './search-words.ts'
import { clockMs, dayOf, zoneOf } from './times.ts'
import { NotTold, useTold } from './told.tsx'

const CODES: ReadonlySet<string> = new Set(Object.keys(ALARM_NAMES))
/** The filters' names in the address; `q`: the words of the search. */
const FIELDS = ['q', 'from', 'to', 'box', 'code', 'amount', 'dealer', 'state'] as const
type Field = (typeof FIELDS)[number]

interface RoundListProps {
  /** `property/pit/table`; null: the table last looked at, or the first one. */
  readonly tableKey: string | null
  readonly search: string
}

export function RoundList({ tableKey, search }: RoundListProps) {
  const { floor, book } = useApp()
  const told = useTold(() => book.tables(), [])
  const tables = told?.kind === 'told' ? told.data : []
  const keys = [...new Set([...floor.cells.value.keys(), ...tables.map(keyOf)])].sort()
  const key = tableKey ?? lastTable.value ?? keys[0] ?? null
  useEffect(() => {
    if (key !== null) lastTable.value = key
  }, [key])
  if (key === null) {
    return (
      <div class="nothing">
        <h1>{say('view.rounds')}</h1>
        <NotTold told={told} />
      </div>
    )
  }
  return <Evening key={key} tableKey={key} keys={keys} search={search} table={tables.find((each) => keyOf(each) === key) ?? null} />
}

interface EveningProps {
  readonly tableKey: string
  readonly keys: readonly string[]
  readonly search: string
  /** null: the book does not know the table, at least not yet. */
  readonly table: BookTable | null
}

function Evening({ tableKey, keys, search, table }: EveningProps) {
  const { floor, book } = useApp()
  const cell = floor.cells.value.get(tableKey) ?? null
  const exponent = table?.exponent ?? exponentOf(cell?.house.value ?? null)
  const query = askedBy(search, exponent)
  const older = useSignal<readonly RoundSummary[]>([])
  const next = useSignal<string | null>(null)
  // A round that closed meanwhile belongs at the top. The broker publishes it before the book has stored it. This reads the floor itself,
  // because the table may not have been heard yet when the view is first drawn.
  const newest = useComputed(() => lastOver(floor.cells.value.get(tableKey)?.rounds.value ?? []))
  const readList = async (): Promise<Told<ListRead>> => {
    const list = await listUpTo(newest.value, (asked) => book.rounds(tableKey, asked), query)
    older.value = []
    next.value = list.kind === 'told' ? list.data.page.next : null
    return list
  }
  const told = useTold(readList, [tableKey, search, exponent, newest.value], ({ isBehind }) => isBehind)
  const more = async (): Promise<void> => {
    const page = await book.rounds(tableKey, { ...query, before: next.peek() ?? '' })
    if (page.kind !== 'told') return
    older.value = [...older.peek(), ...page.data.rounds]
    next.value = page.data.next
  }
  return (
    <section class="rounds-view">
      <h1>
        {say('history.title', { table: tableKey.split('/').at(-1) ?? '' })} <span class="table-pit">{tableKey.split('/')[1]}</span>
      </h1>
      <Search tableKey={tableKey} keys={keys} search={search} />
      <NotTold told={told} />
      {told?.kind === 'told' ? <Found page={told.data.page} older={older.value} exponent={exponent} table={tableKey} /> : null}
      {told !== null && told.kind !== 'told' && cell !== null ? <LastTen cell={cell} /> : null}
      {next.value === null ? null : (
        <button type="button" class="quiet more-button" onClick={more}>
          {say('history.more')}
        </button>
      )}
    </section>
  )
}

/** Filters are exact, so they override the words. */
function askedBy(search: string, exponent: number): RoundQuery {
  const given = new URLSearchParams(search)
  const of = (field: Field): string => given.get(field)?.trim() ?? ''
  const at = (field: Field): string => (Number.isNaN(Date.parse(of(field))) ? '' : new Date(of(field)).toISOString())
  const money = Number(of('amount').replace(',', '.'))
  const filters: RoundQuery = {
    from: at('from'),
    to: at('to'),
    box: of('box'),
    code: of('code').toUpperCase(),
    amount: of('amount') === '' || !Number.isFinite(money) ? '' : String(Math.round(money * 10 ** exponent)),
    dealer: of('dealer').trim(),
    state: of('state'),
  }
  const exact = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  return { ...queryOf(of('q'), { exponent, nowMs: Date.now(), codes: CODES }), ...exact }
}

function Search({ tableKey, keys, search }: Omit<EveningProps, 'table'>) {
  const given = new URLSearchParams(search)
  const find = (event: Event): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const filled = FIELDS.flatMap((field) => {
      const value = String(form.get(field) ?? '').trim()
      return value === '' ? [] : [[field, value]]
    })
    go({ kind: 'rounds', key: tableKey, search: new URLSearchParams(filled).toString() })
  }
  const field = (name: Exclude<Field, 'q' | 'state'>, rest: object = {}) => (
    <label class="choice">
      <span>{say(`history.${name}`)}</span>
      <input name={name} defaultValue={given.get(name) ?? ''} autocomplete="off" {...rest} />
    </label>
  )
  return (
    <search>
      {/* Written anew for each search. */}
      <form key={search} class="filters history-search" onSubmit={find}>
        {keys.length < 2 ? null : (
          <label class="choice">
            <span>{say('alarms.filter.table')}</span>
            <select value={tableKey} onChange={({ currentTarget }) => go({ kind: 'rounds', key: currentTarget.value, search })}>
              {keys.map((key) => (
                <option key={key} value={key}>
                  {key.split('/').slice(1).join(' ')}
                </option>
              ))}
            </select>
          </label>
        )}
        <label class="choice history-words">
          <span>{say('history.search')}</span>
          <input name="q" type="search" defaultValue={given.get('q') ?? ''} placeholder={say('history.search.hint')} maxLength={64} />
        </label>
        <details open={FIELDS.some((name) => name !== 'q' && given.has(name))}>
          <summary>{say('alarms.filter')}</summary>
          <div class="filters">
            {field('from', { type: 'datetime-local' })}
            {field('to', { type: 'datetime-local' })}
            {field('box', { type: 'number', min: 1, max: 16, class: 'short' })}
            {field('code', { list: 'codes', maxLength: 40 })}
            {field('amount', { inputMode: 'decimal', maxLength: 12, class: 'short' })}
            {field('dealer', { maxLength: 64, class: 'short' })}
            <label class="choice">
              <span>{say('alarms.filter.state')}</span>
              <select name="state" defaultValue={given.get('state') ?? ''}>
                <option value="">{say('alarms.filter.all')}</option>
                {ROUND_STATES.map((state) => (
                  <option key={state} value={state} selected={given.get('state') === state}>
                    {say(`roundState.${state}`)}
                  </option>
                ))}
              </select>
            </label>
            <datalist id="codes">
              {[...CODES].map((code) => (
                <option key={code} value={code}>
                  {alarmName(code)}
                </option>
              ))}
            </datalist>
          </div>
        </details>
        <button type="submit" class="primary">
          {say('history.find')}
        </button>
        {search === '' ? null : <a href={hashOf({ kind: 'rounds', key: tableKey, search: '' })}>{say('history.clear')}</a>}
      </form>
    </search>
  )
}

interface FoundProps {
  readonly page: RoundPage
  readonly older: readonly RoundSummary[]
  readonly exponent: number
  readonly table: string
}

function Found({ page, older, exponent, table }: FoundProps) {
  const rounds = [...page.rounds, ...older]
  const [first] = rounds
  if (first === undefined) return <p class="book-note calm">{say('history.none')}</p>
  return (
    <table class="result history">
      <thead>
        <tr>
          <th scope="col">{say('history.time', { zone: zoneOf(first.openedAt) })}</th>
          <th scope="col">{say('table.round')}</th>
          <th scope="col">{say('table.dealer')}</th>
          <th scope="col">{say('history.boxes')}</th>
          <th scope="col">{say('rounds.houseDue')}</th>
          <th scope="col">{say('history.findings')}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round, index) => (
          <Row
            key={round.key}
            round={round}
            exponent={exponent}
            table={table}
            isNewDay={index === 0 || dayOf(rounds[index - 1]?.openedAt ?? '') !== dayOf(round.openedAt)}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly round: RoundSummary
  readonly exponent: number
  readonly table: string
  readonly isNewDay: boolean
}

function Row({ round, exponent, table, isNewDay }: RowProps) {
  const { openedAt, key, dealerId, boxes, net, findings, state } = round
  const range = rangeText(net, exponent)
  return (
    <>
      {isNewDay ? (
        <tr class="history-day">
          <th scope="rowgroup" colSpan={6}>
            {dayOf(openedAt)}
          </th>
        </tr>
      ) : null}
      <tr class={findings.some(({ withdrawn }) => !withdrawn) ? 'has-findings' : ''}>
        <td class="history-time">{clockMs(openedAt)}</td>
        <th scope="row">
          <a href={hashOf({ kind: 'round', table: table.split('/').at(-1) ?? '', key })}>{round.round}</a>
        </th>
        <td>{dealerId ?? '–'}</td>
        <td>{boxes}</td>
        <td>
          {state === 'closed' ? shared(net.house, net.best, exponent) : say(`roundState.${state}`)}
          {range === '' ? null : <small class="calm"> {range}</small>}
        </td>
        <td class="history-findings">
          {findings.map((finding) => (
            <Mark key={finding.finding} finding={finding} exponent={exponent} />
          ))}
        </td>
      </tr>
    </>
  )
}

/** A finding in brief: its sign, name, box and amount. A finding that is over is struck out or marked as corrected. */
export function Mark({ finding, exponent }: { readonly finding: FindingMark; readonly exponent: number }) {
  const { code, severity, box, amount: money, withdrawn, corrected } = finding
  const rest = [...(box === null ? [] : [say('felt.box', { box })]), ...(money === null ? [] : [amount(money, exponent)])].join(', ')
  const over = withdrawn ? say('history.withdrawn') : corrected ? say('history.corrected') : null
  return (
    <span class={`mark ${severity} ${over === null ? '' : 'mark-over'}`}>
      <SeverityIcon severity={severity} isSolid={over === null} />
      <span>
        <AlarmTitle code={code} isOver={withdrawn} /> {rest} {over === null ? null : <small>{over}</small>}
      </span>
    </span>
  )
}

/** The rounds that this page itself has seen. */
function LastTen({ cell }: { readonly cell: Cell }) {
  const rounds = cell.rounds.value.toReversed()
  const exponent = exponentOf(cell.house.value)
  return (
    <section class="last-ten">
      <h2>{say('rounds.title')}</h2>
      {rounds.length === 0 ? <p class="calm">{say('table.noRound')}</p> : null}
      <ul>
        {rounds.map(({ round, roundKey, result }) => (
          <li key={roundKey}>
            <a href={hashOf({ kind: 'table', key: cell.key })}>{round}</a>{' '}
            {result === null ? null : (
              <>
                <time>{clock(result.openedAt)}</time> {say('rounds.houseDue')} {shared(result.net.house, result.net.best, exponent)}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
