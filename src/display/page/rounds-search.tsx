/** The search for rounds: words and filters, what they were taken for, and what can be searched. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { ScannedCard } from '../../../devices/scan.ts'
import { cardText } from '../../wire/account/text.ts'
import { ALARM_TITLES } from '../../wire/alarm-rows.ts'
import { go, hashOf } from './app.ts'
import { ROUND_STATES, type RoundPage, type RoundQuery } from './book-messages.ts'
import { alarmName, amount, clock, say } from './say.ts'
import { codesNamed, type Part, type Search, searchOf } from './search-words.ts'
import { dayOf } from './times.ts'

/** The filters' names in the address; `q`: the words of the search. */
const FIELDS = ['q', 'from', 'to', 'box', 'code', 'amount', 'dealer', 'state'] as const
type Field = (typeof FIELDS)[number]

/** Perhaps of a table that is newer than this display. */
const CODE = /^[A-Z0-9]+(?:-[A-Z0-9]+)+$/
const DEALER = /^[\w.-]{1,64}$/
const AMOUNT = /^\d{1,9}(?:[.,]\d+)?$/

/** The search of an address. Filters are exact, so they override the words. */
export function askedBy(search: string, exponent: number): Search {
  const given = new URLSearchParams(search)
  const of = (field: Field): string => given.get(field)?.trim() ?? ''
  const at = (field: Field): string => (Number.isNaN(Date.parse(of(field))) ? '' : new Date(of(field)).toISOString())
  const { query, parts } = searchOf(of('q'), { exponent, nowMs: Date.now(), names: ALARM_TITLES })
  const codes = codesNamed(of('code'), ALARM_TITLES)
  const newer = of('code').toUpperCase()
  const filters: RoundQuery = {
    from: at('from'),
    to: at('to'),
    box: of('box'),
    code: codes.length === 0 && CODE.test(newer) ? newer : codes.join(),
    amount: AMOUNT.test(of('amount')) ? String(Math.round(Number(of('amount').replace(',', '.')) * 10 ** exponent)) : '',
    dealer: DEALER.test(of('dealer')) ? of('dealer') : '',
    state: of('state'),
  }
  const exact = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''))
  const wrong = (['code', 'amount', 'dealer'] as const).flatMap((name): Part[] =>
    of(name) === '' || filters[name] !== '' ? [] : [{ kind: 'unknown', text: of(name), typed: of(name) }],
  )
  return { query: { ...query, ...exact }, parts: [...parts, ...wrong] }
}

interface FormProps {
  readonly tableKey: string
  readonly keys: readonly string[]
  readonly search: string
}

export function SearchForm({ tableKey, keys, search }: FormProps) {
  const place = useRef<HTMLFormElement>(null)
  const wasSent = useRef(false)
  // Whoever has searched may want to say it more exactly.
  useLayoutEffect(() => {
    if (wasSent.current) place.current?.querySelector<HTMLInputElement>('input[name="q"]')?.focus()
    wasSent.current = false
  }, [search])
  const given = new URLSearchParams(search)
  const find = (event: Event): void => {
    event.preventDefault()
    const form = new FormData(event.currentTarget as HTMLFormElement)
    const filled = FIELDS.flatMap((field) => {
      const value = String(form.get(field) ?? '').trim()
      return value === '' ? [] : [[field, value]]
    })
    wasSent.current = true
    go({ kind: 'rounds', key: tableKey, search: new URLSearchParams(filled).toString() })
  }
  return (
    <search>
      {/* Written anew for each search. */}
      <form key={search} ref={place} class="filters history-search" onSubmit={find}>
        {keys.length < 2 ? null : <TableChoice tableKey={tableKey} keys={keys} search={search} />}
        <label class="choice history-words">
          <span>{say('history.search')}</span>
          <input name="q" type="search" defaultValue={given.get('q') ?? ''} placeholder={say('history.search.hint')} maxLength={64} />
        </label>
        <Filters given={given} />
        <button type="submit" class="primary">
          {say('history.find')}
        </button>
        {search === '' ? null : <a href={hashOf({ kind: 'rounds', key: tableKey, search: '' })}>{say('history.clear')}</a>}
      </form>
    </search>
  )
}

const TableChoice = ({ tableKey, keys, search }: FormProps) => (
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
)

/** `given`: the search of the address. */
function Filters({ given }: { readonly given: URLSearchParams }) {
  const field = (name: Exclude<Field, 'q' | 'state'>, rest: object = {}) => (
    <label class="choice">
      <span>{say(`history.${name}`)}</span>
      <input name={name} defaultValue={given.get(name) ?? ''} autocomplete="off" {...rest} />
    </label>
  )
  return (
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
          {Object.keys(ALARM_TITLES).map((code) => (
            <option key={code} value={code}>
              {alarmName(code)}
            </option>
          ))}
        </datalist>
      </div>
    </details>
  )
}

interface LookedForProps {
  readonly search: Search
  /** null: there is no answer yet. */
  readonly page: RoundPage | null
  readonly exponent: number
}

/** What the words were taken for, and since when the book has looked. */
export function LookedFor({ search: { query, parts }, page, exponent }: LookedForProps) {
  const { from, to } = query
  const time = from === undefined || to === undefined ? [] : [spanText(from, to)]
  const since = page?.searched.from ?? null
  const looked = [...time, ...parts.flatMap((part) => meaningText(part, exponent) ?? [])]
  if (looked.length === 0 && since === null) return null
  return (
    <p class="history-looked calm">
      {looked.length === 0 ? null : say('history.lookedFor', { what: looked.join(' · ') })}{' '}
      {since === null || from !== undefined ? null : say('history.since', { day: dayOf(since) })}
    </p>
  )
}

/** `2026-11-21 22:15:00 – 22:15:59` */
const spanText = (from: string, to: string): string =>
  `${dayOf(from)} ${clock(from)} – ${dayOf(from) === dayOf(to) ? '' : `${dayOf(to)} `}${clock(to)}`

/** More names than these are counted. */
const NAMES_MAX = 3

/** null: it is said elsewhere. */
function meaningText(part: Part, exponent: number): string | null {
  switch (part.kind) {
    case 'clock':
    case 'day':
    case 'unknown':
      return null
    case 'box':
      return say('felt.box', { box: part.box })
    case 'dealer':
      return say('history.ofDealer', { dealer: part.dealer })
    case 'amount':
      return say('history.ofAmount', { amount: amount(part.minor, exponent) })
    case 'state':
      return say(`roundState.${part.state}`)
    case 'result':
      return say(`result.${part.result}`)
    case 'card':
      return part.card.length === 2 ? cardText(part.card as ScannedCard) : say(RANK_NAMES[part.card] ?? 'rank.A')
    case 'codes': {
      const names = part.codes.slice(0, NAMES_MAX).map((code) => `“${alarmName(code) ?? code}”`)
      const more = part.codes.length - names.length
      return [...names, ...(more > 0 ? [say('alarms.more', { count: more })] : [])].join(` ${say('history.or')} `)
    }
    case 'text':
      return `“${part.text}”`
  }
}

const RANK_NAMES: { readonly [rank: string]: 'rank.A' | 'rank.J' | 'rank.Q' | 'rank.K' } = {
  A: 'rank.A',
  J: 'rank.J',
  Q: 'rank.Q',
  K: 'rank.K',
}

export const NotUnderstood = ({ words }: { readonly words: readonly string[] }) => (
  <div class="history-help" role="status">
    <p class="warn-word">{say('history.unknownWords', { words: words.map((word) => `“${word}”`).join(', ') })}</p>
    <SearchHelp />
  </div>
)

const HELP = ['time', 'day', 'place', 'finding', 'result', 'card'] as const

export const SearchHelp = () => (
  <>
    <p>{say('history.help')}</p>
    <ul>
      {HELP.map((each) => (
        <li key={each}>{say(`history.help.${each}`)}</li>
      ))}
    </ul>
  </>
)
