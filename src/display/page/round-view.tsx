/**
 * A past round on its felt, stepped card by card and chip by chip, back and forth. Next to it: what was published when, the result, and
 * what to hand to surveillance.
 */
import { type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { type Account, accountOf } from '../../wire/account/account.ts'
import { isLoud } from '../../wire/account/phrase.ts'
import { replayed } from '../../wire/account/replayed.ts'
import { Question } from './alarm-detail.tsx'
import { Words } from './alarm-line.tsx'
import { go, hashOf, lastTable, useApp } from './app.ts'
import { disputeHref } from './book.ts'
import type { AlarmStep, BookTable, RoundFull, ToldFinding } from './book-messages.ts'
import { eventText } from './events.ts'
import { Facts } from './facts.tsx'
import { Felt } from './felt.tsx'
import { keyOf } from './floor.ts'
import { Icon } from './icons.tsx'
import { useKeys } from './keys.ts'
import { knownAt } from './known.ts'
import { exponentOf, type Said } from './messages.ts'
import { ResultTable } from './round-result.tsx'
import { Mark } from './rounds-view.tsx'
import { isKey, saidClause, saidOf, say, whole } from './say.ts'
import type { Key } from './strings.ts'
import { clockMs, exactTime } from './times.ts'
import { NotTold, useTold } from './told.tsx'

interface PastRoundProps {
  readonly table: string
  /** `journal/round` */
  readonly roundKey: string
}

/** Finds the table that has the journal, because table names may repeat from pit to pit. */
export function PastRound({ table, roundKey }: PastRoundProps) {
  const { book } = useApp()
  const told = useTold(() => book.tables(), [])
  const stream = roundKey.split('/')[0]
  const named = told?.kind === 'told' ? told.data.filter((each) => each.table === table) : []
  const found = named.find(({ streams }) => streams.some((each) => each.stream === stream)) ?? null
  if (found === null) {
    return (
      <div class="nothing">
        <h1>{say('history.round', { round: roundKey.split('/')[1] ?? '', table })}</h1>
        {told?.kind === 'told' ? <p>{say('history.unknown')}</p> : <NotTold told={told} />}
        <a href={hashOf({ kind: 'rounds', key: null, search: '' })}>{say('history.toList')}</a>
      </div>
    )
  }
  return <Loaded table={found} roundKey={roundKey} />
}

function Loaded({ table, roundKey }: { readonly table: BookTable; readonly roundKey: string }) {
  const { book } = useApp()
  const key = keyOf(table)
  const told = useTold(() => book.round(key, roundKey), [key, roundKey])
  useEffect(() => {
    lastTable.value = key
  }, [key])
  return told?.kind === 'told' ? (
    <Board table={table} round={told.data} />
  ) : (
    <div class="nothing">
      <h1>{say('history.round', { round: roundKey.split('/')[1] ?? '', table: table.table })}</h1>
      <NotTold told={told} />
    </div>
  )
}

interface BoardProps {
  readonly table: BookTable
  readonly round: RoundFull
}

function Board({ table, round }: BoardProps) {
  const { floor } = useApp()
  const { steps, findings, alarms } = round
  // Every card lies where the round finally has it, also at the steps before that was known.
  const views = useMemo(() => replayed(steps), [round])
  const at = useSignal(Math.max(0, steps.length - 1))
  const account = useComputed(() => accountOf({ messages: steps.slice(0, at.value + 1), view: views[at.value] ?? null }, 'pit'))
  const ended = useMemo(() => endedOf(round), [round])
  const house = floor.cells.value.get(keyOf(table))?.house.value ?? null
  const exponent = table.exponent ?? exponentOf(house)
  const boxes = house?.boxes ?? Math.max(7, ...account.value.boxes.map(({ box }) => box))
  return (
    <article class="table-view past-round">
      <Head {...{ table, round }} />
      <div class="table-main">
        <div class="felt-place">
          <Felt account={account.value} house={house} boxes={boxes} exponent={exponent} />
        </div>
        <StepBar {...{ table, round, at }} />
      </div>
      <aside class="table-side">
        <Findings findings={findings} exponent={exponent} />
        <KnownThen account={account.value} />
        <StepList {...{ steps, at, exponent }} />
        <ResultTable account={ended} exponent={exponent} />
        <AlarmSteps steps={alarms} />
        <ForSurveillance {...{ table, round }} />
      </aside>
    </article>
  )
}

/** The round as the book has it at the end: of a round whose events were lost it still has the result. */
const endedOf = ({ result }: RoundFull): Account =>
  accountOf({ messages: result === null ? [] : [{ type: 'round.closed', data: result }] }, 'pit')

function Head({ table, round: { summary } }: BoardProps) {
  const { openedAt, closedAt, dealerId, shoe, readings, certain, state } = summary
  const facts: readonly (readonly [Key, string])[] = [
    ['history.opened', exactTime(openedAt)],
    ['history.closed', closedAt === null ? '–' : clockMs(closedAt)],
    ['table.dealer', dealerId ?? '–'],
    ['table.shoe', String(shoe)],
    ['history.readings', readings === 0 ? '–' : `${whole(readings)}${certain ? '' : '?'}`],
  ]
  return (
    <header class="table-head">
      <h1>
        {say('history.round', { round: summary.round, table: table.table })} <span class="table-pit">{table.pit}</span>
      </h1>
      <p class="table-state">{say(`roundState.${state}`)}</p>
      <a href={hashOf({ kind: 'rounds', key: keyOf(table), search: '' })}>{say('history.toList')}</a>
      <Facts style="facts" facts={facts} />
    </header>
  )
}

interface StepsProps {
  readonly at: Signal<number>
}

type Move = 'first' | 'back' | 'forward' | 'last'
const MOVES: readonly {
  readonly move: Move
  readonly label: Key
  readonly icon: 'older' | 'back' | 'forward' | 'newer'
  readonly key: string
}[] = [
  { move: 'first', label: 'history.first', icon: 'older', key: 'Home' },
  { move: 'back', label: 'rounds.back', icon: 'back', key: 'ArrowLeft' },
  { move: 'forward', label: 'rounds.forward', icon: 'forward', key: 'ArrowRight' },
  { move: 'last', label: 'history.last', icon: 'newer', key: 'End' },
]

function StepBar({ table, round, at }: BoardProps & StepsProps) {
  const { steps } = round
  const last = Math.max(0, steps.length - 1)
  const moved = (move: Move): void => {
    const to = { first: 0, back: at.peek() - 1, forward: at.peek() + 1, last }[move]
    at.value = Math.min(last, Math.max(0, to))
  }
  const toRound = (key: string | null): void => {
    if (key !== null) go({ kind: 'round', table: table.table, key })
  }
  useKeys((event) => {
    const found = MOVES.find(({ key }) => key === event.key)
    if (found === undefined && event.key !== 'PageUp' && event.key !== 'PageDown') return
    event.preventDefault()
    if (found !== undefined) moved(found.move)
    else toRound(event.key === 'PageUp' ? round.previous : round.next)
  })
  return (
    <section class="rounds" aria-label={say('history.board')}>
      <RoundLink label="rounds.older" to={round.previous} table={table.table} />
      <div class="rounds-steps">
        {MOVES.map(({ move, label, icon, key }) => (
          <button
            key={move}
            type="button"
            class="quiet-button"
            aria-label={say(label)}
            title={`${say(label)} (${key})`}
            disabled={steps.length === 0}
            onClick={() => moved(move)}
          >
            <Icon name={icon} />
          </button>
        ))}
      </div>
      <input
        type="range"
        class="step-slider"
        aria-label={say('history.board')}
        min={0}
        max={last}
        value={at.value}
        onInput={({ currentTarget }) => (at.value = Number(currentTarget.value))}
      />
      <p class="rounds-where" aria-live="polite">
        {say('history.step', { step: at.value + 1, of: steps.length })}
      </p>
      <RoundLink label="rounds.newer" to={round.next} table={table.table} />
    </section>
  )
}

const RoundLink = ({ label, to, table }: { readonly label: Key; readonly to: string | null; readonly table: string }) =>
  to === null ? null : (
    <a class="round-link" href={hashOf({ kind: 'round', table, key: to })} title={say(label)}>
      {to.split('/')[1]}
    </a>
  )

/** What the table was sure of at that step. */
function KnownThen({ account }: { readonly account: Account }) {
  const { cards, certain, readings } = knownAt(account)
  const places = account.open.map((at) => (at === 'dealer' ? say('felt.dealer') : say('felt.box', { box: at })))
  const facts: readonly (readonly [Key, string])[] = [
    ['history.cards', say('history.cardsOf', { certain, cards })],
    ['history.open', places.length === 0 ? '–' : places.join(', ')],
    ['history.readings', readings === null ? say('history.untold') : whole(readings)],
  ]
  return (
    <section class="panel known-then" aria-label={say('history.known')}>
      <h2>{say('history.known')}</h2>
      <Facts style="facts" facts={facts} />
    </section>
  )
}

/** Like the moves of a game: one of them is where the board stands, and a person can go to any of them. */
function StepList({ steps, at, exponent }: StepsProps & { readonly steps: readonly Said[]; readonly exponent: number }) {
  const place = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const list = place.current
    const row = list?.children[at.value] as HTMLElement | undefined
    // Scrolls the list only, never the page.
    if (list !== null && row !== undefined) list.scrollTop = row.offsetTop - list.clientHeight / 2
  }, [at.value])
  return (
    <section class="panel panel-events" aria-label={say('history.steps')}>
      <h2>{say('history.steps')}</h2>
      <p class="calm">{say('history.hint')}</p>
      <ol class="events step-list" ref={place}>
        {steps.map((said, index) => (
          <li key={said.id} class={isLoud(said) ? 'loud' : said.type.startsWith('round.') ? 'head' : ''}>
            <button type="button" aria-current={index === at.value ? 'step' : undefined} onClick={() => (at.value = index)}>
              <time>{clockMs(said.atMs)}</time>
              <span>{eventText(said, exponent)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Findings({ findings, exponent }: { readonly findings: readonly ToldFinding[]; readonly exponent: number }) {
  return (
    <section class={`panel ${findings.length === 0 ? 'panel-calm' : ''}`} aria-label={say('history.findings')}>
      <h2>{say('history.findings')}</h2>
      {findings.length === 0 ? <p class="calm">{say('history.noFindings')}</p> : null}
      <ul class="past-findings">
        {findings.map((each) => (
          <li key={each.finding} class={each.severity}>
            <Mark finding={each} exponent={exponent} />
            <p class="calm">{say(each.grade === 'proven' ? 'alarms.proven' : `grade.${each.grade}`)}</p>
            <Question {...each.data} />
            {each.data.seen === null ? null : <Words {...saidOf(each.data, 'seen', each.data.seen)} />}
            {each.data.expected === null ? null : (
              <p>
                {say('history.expected')} <Words {...saidOf(each.data, 'expected', each.data.expected)} />
              </p>
            )}
            <p class="calm">
              <Words {...saidClause(each.data.clause.says)} /> ({`${each.data.clause.document} ${each.data.clause.section}`})
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A newer book may have others. */
const stepName = (step: string): string => {
  const key = `alarmStep.${step}`
  return isKey(key) ? say(key) : step
}

const AlarmSteps = ({ steps }: { readonly steps: readonly AlarmStep[] }) =>
  steps.length === 0 ? null : (
    <section class="panel" aria-label={say('history.alarms')}>
      <h2>{say('history.alarms')}</h2>
      <ol class="events">
        {steps.map(({ alarm, at, step, user, note }) => (
          <li key={`${alarm} ${at} ${step}`}>
            <time>{clockMs(at)}</time>
            <span>
              {say('history.alarmStep', {
                alarm,
                step: stepName(step),
                by: user === null ? null : say('alarms.by', { user }),
                note: note || null,
              })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )

/** The line by which surveillance finds its pictures, and the file for whoever disputes the round. */
function ForSurveillance({ table, round: { summary, steps } }: BoardProps) {
  const { book, session } = useApp()
  const copied = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  const from = summary.openedAt
  const to = summary.closedAt ?? new Date(steps.at(-1)?.atMs ?? from).toISOString()
  const line = say('history.line', { table: keyOf(table), round: summary.key, from: exactTime(from), to: exactTime(to) })
  const copy = async (): Promise<void> => {
    field.current?.select()
    // Except on localhost, browsers offer the clipboard only to encrypted pages. The old way works everywhere.
    if (navigator.clipboard === undefined) document.execCommand('copy')
    else await navigator.clipboard.writeText(line)
    copied.value = true
  }
  const fetchFile = async (event: Event): Promise<void> => {
    // A link sends no login that the page keeps, so after a login it fetches the file itself.
    if (session.user.peek() === null) return
    event.preventDefault()
    const told = await book.dispute(keyOf(table), summary.key)
    if (told.kind !== 'told') return
    const url = URL.createObjectURL(told.data)
    Object.assign(document.createElement('a'), { href: url, download: `${summary.key.replace('/', '-')}.html` }).click()
    URL.revokeObjectURL(url)
  }
  return (
    <section class="panel" aria-label={say('history.surveillance')}>
      <h2>{say('history.surveillance')}</h2>
      <div class="copy-line">
        <input ref={field} readOnly value={line} aria-label={say('history.surveillance')} />
        <button type="button" class="quiet" onClick={copy}>
          <Icon name="copy" /> {say('history.copy')}
        </button>
      </div>
      <p role="status" class="calm">
        {copied.value ? say('history.copied') : ''}
      </p>
      <a href={disputeHref(keyOf(table), summary.key)} target="_blank" rel="noopener" onClick={fetchFile}>
        {say('history.dispute')}
      </a>
    </section>
  )
}
