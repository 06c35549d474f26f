/** The rounds of a table as a list, found by time, round, box, code, amount or dealer; each leads to its felt. */
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { AlarmTitle } from './alarm-line.tsx'
import { hashOf, lastTable, useApp } from './app.ts'
import type { BookTable, FindingMark, RoundPage, RoundSummary, Told } from './book-messages.ts'
import { type Cell, keyOf } from './floor.ts'
import { SeverityIcon } from './icons.tsx'
import { type ListRead, listUpTo } from './list-read.ts'
import { exponentOf } from './messages.ts'
import { notSeenText, rangeText, shared } from './round-result.tsx'
import { lastOver } from './rounds.ts'
import { askedBy, LookedFor, NotUnderstood, SearchForm, SearchHelp } from './rounds-search.tsx'
import { amount, clock, say } from './say.ts'
import type { Search } from './search-words.ts'
import { language } from './settings.ts'
import { clockMs, dayOf, zoneOf } from './times.ts'
import { NotTold, useAnswer, useTold } from './told.tsx'

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
  const { floor } = useApp()
  const cell = floor.cells.value.get(tableKey) ?? null
  const exponent = table?.exponent ?? exponentOf(cell?.house.value ?? null)
  const asked = askedBy(search, exponent)
  const unknown = asked.parts.flatMap((part) => (part.kind === 'unknown' ? [part.typed] : []))
  return (
    <section class="rounds-view">
      <h1>
        {say('history.title', { table: tableKey.split('/').at(-1) ?? '' })} <span class="table-pit">{tableKey.split('/')[1]}</span>
      </h1>
      <a class="night-sheet" href={nightSheetHref()} target="_blank" rel="noopener">
        {say('history.night')}
      </a>
      <SearchForm tableKey={tableKey} keys={keys} search={search} />
      {unknown.length === 0 ? (
        <Answered tableKey={tableKey} search={search} asked={asked} exponent={exponent} cell={cell} />
      ) : (
        <NotUnderstood words={unknown} />
      )}
    </section>
  )
}

/** Of the whole property, for the last gaming day, with times as this browser shows them. */
const nightSheetHref = (): string => {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return `book/report?${new URLSearchParams({ links: 'display', language: language.value, zone: timeZone })}`
}

interface AnsweredProps extends Pick<EveningProps, 'tableKey' | 'search'> {
  readonly asked: Search
  readonly exponent: number
  readonly cell: Cell | null
}

/** Older rounds that a person asked for, behind that page. */
interface Older {
  readonly page: RoundPage
  readonly rounds: readonly RoundSummary[]
  readonly next: string | null
}

function Answered({ tableKey, search, asked, exponent, cell }: AnsweredProps) {
  const { floor, book } = useApp()
  const older = useSignal<Older | null>(null)
  // A round that closed meanwhile belongs at the top. The broker publishes it before the book has stored it. This reads the floor itself,
  // because the table may not have been heard yet when the view is first drawn.
  const newest = useComputed(() => lastOver(floor.cells.value.get(tableKey)?.rounds.value ?? []))
  const { told, isOld } = useAnswer(
    (): Promise<Told<ListRead>> => listUpTo(newest.value, (query) => book.rounds(tableKey, query), asked.query),
    {
      question: `${tableKey}?${search}`,
      by: [exponent, newest.value],
      isBehind: ({ isBehind }) => isBehind,
    },
  )
  const page = told?.kind === 'told' ? told.data.page : null
  const behind = older.value?.page === page ? older.value : null
  const next = behind === null ? (page?.next ?? null) : behind.next
  const more = async (): Promise<void> => {
    if (page === null || next === null) return
    const found = await book.rounds(tableKey, { ...asked.query, before: next })
    if (found.kind === 'told') older.value = { page, rounds: [...(behind?.rounds ?? []), ...found.data.rounds], next: found.data.next }
  }
  return (
    <>
      <LookedFor search={asked} page={isOld ? null : page} exponent={exponent} />
      {isOld ? (
        <p class="book-note" role="status">
          {say('history.searching')}
        </p>
      ) : (
        <NotTold told={told} />
      )}
      <div class={isOld ? 'history-old' : ''} aria-busy={isOld}>
        {page === null ? null : (
          <Found rounds={[...page.rounds, ...(behind?.rounds ?? [])]} isSearch={search !== ''} exponent={exponent} table={tableKey} />
        )}
        {told !== null && told.kind !== 'told' && cell !== null ? <LastTen cell={cell} /> : null}
        {next === null || isOld ? null : (
          <button type="button" class="quiet more-button" onClick={more}>
            {say('history.more')}
          </button>
        )}
      </div>
    </>
  )
}

interface FoundProps {
  readonly rounds: readonly RoundSummary[]
  readonly isSearch: boolean
  readonly exponent: number
  readonly table: string
}

function Found({ rounds, isSearch, exponent, table }: FoundProps) {
  const [first] = rounds
  if (first === undefined) {
    return (
      <div class="history-help" role="status">
        <p>{say(isSearch ? 'history.none' : 'table.noRound')}</p>
        {isSearch ? <SearchHelp /> : null}
      </div>
    )
  }
  return (
    <table class="result history">
      <thead>
        <tr>
          <th scope="col">{say('history.time', { zone: zoneOf(first.openedAt) })}</th>
          <th scope="col">{say('table.round')}</th>
          <th scope="col">{say('table.dealer')}</th>
          <th scope="col">{say('history.boxes')}</th>
          <th scope="col">{say('rounds.houseWon')}</th>
          <th scope="col">{say('rounds.byTheRules')}</th>
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
  const { openedAt, key, dealerId, boxes, houseWon, lagging, leftOut, net, findings, state } = round
  const range = rangeText(net, exponent)
  return (
    <>
      {isNewDay ? (
        <tr class="history-day">
          <th scope="rowgroup" colSpan={7}>
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
          {houseWon === null ? null : shared(houseWon.certain, houseWon.best, exponent)}
          {houseWon?.notSeen ? <small class="calm"> {notSeenText(houseWon.notSeen)}</small> : null}
        </td>
        <td>
          {state === 'closed' ? shared(net.house, net.best, exponent) : say(`roundState.${state}`)}
          {range === '' ? null : <small class="calm"> {range}</small>}
          {leftOut === true ? <small> {say('history.leftOut')}</small> : null}
          {lagging === true ? <small> {say('history.lagging')}</small> : null}
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
                <time>{clock(result.openedAt)}</time> {say('rounds.byTheRules')} {shared(result.net.house, result.net.best, exponent)}
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
