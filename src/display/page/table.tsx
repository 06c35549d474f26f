/** One table: the felt as it is or was, what is still open about it, its alarms, its events and its devices. */

import { type ReadonlySignal, type Signal, useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { RoundView, SeenCard } from '../../engine/view.ts'
import { type Account, accountOf, dealtToDealer, facesOf } from '../../wire/account/account.ts'
import { isLoud } from '../../wire/account/phrase.ts'
import { cardText } from '../../wire/account/text.ts'
import type { Keyed } from '../../wire/stream.ts'
import { AlarmLine } from './alarm-line.tsx'
import { hashOf, lastTable, useApp } from './app.ts'
import { Devices } from './devices.tsx'
import { eventText } from './events.ts'
import { Facts } from './facts.tsx'
import { Felt } from './felt.tsx'
import type { Cell } from './floor.ts'
import { Icon } from './icons.tsx'
import { useKeys } from './keys.ts'
import { exponentOf } from './messages.ts'
import { byCause } from './ranking.ts'
import { ResultTable } from './round-result.tsx'
import { type Moment, resultOf } from './rounds.ts'
import { Rounds } from './rounds-bar.tsx'
import { RulingDialog } from './ruling-dialog.tsx'
import { amount, cardWords, clock, say, whole } from './say.ts'
import { dealerBelow, singleKeys } from './settings.ts'
import { freshText, pastText, standingOf, stateText } from './standing.ts'
import type { Key } from './strings.ts'

export function TableView({ tableKey }: { readonly tableKey: string }) {
  const { floor } = useApp()
  const cell = floor.cells.value.get(tableKey)
  useEffect(() => {
    floor.watched.value = tableKey
    lastTable.value = tableKey
    return () => {
      floor.watched.value = null
    }
  }, [floor, tableKey])
  if (cell === undefined) return <h1 class="nothing">{say('table.unknown')}</h1>
  return <Known key={tableKey} cell={cell} />
}

function Known({ cell }: { readonly cell: Cell }) {
  const moment = useSignal<Moment | null>(null)
  const view = useComputed(() => viewAt(cell, moment.value))
  const account = useComputed(() => accountAt(cell, view.value))
  const standing = useComputed(() => standingOf(cell))
  return (
    <article class={`table-view table-${standing.value} ${moment.value === null ? '' : 'table-past'}`}>
      <Head cell={cell} view={view} moment={moment} />
      <div class="table-main">
        <FeltPlace cell={cell} account={account} moment={moment} />
        <Rounds cell={cell} moment={moment} />
      </div>
      <aside class="table-side">
        <TableAlarms cell={cell} />
        <OpenHands account={account} />
        <Result cell={cell} account={account} />
        <EventTail cell={cell} />
        <Devices cell={cell} />
      </aside>
    </article>
  )
}

function viewAt(cell: Cell, moment: Moment | null): Keyed<RoundView> | null {
  const live = cell.round.value?.view() ?? null
  if (moment === null) return live
  const kept = cell.rounds.value.find(({ roundKey }) => roundKey === moment.roundKey) ?? cell.rounds.value[0]
  return kept?.views[Math.min(moment.step, kept.views.length - 1)]?.view() ?? live
}

/** Only a watched table's results are received. */
function accountAt({ rounds, house }: Cell, view: Keyed<RoundView> | null): Account | null {
  if (view === null) return null
  const data = resultOf(rounds.value, view)
  const dealerDealt = dealtToDealer(house.value?.dealOrder ?? [])
  return accountOf({ messages: data === null ? [] : [{ type: 'round.closed', data }], view, dealerDealt: dealerDealt || 1 }, 'pit')
}

interface AccountProps {
  readonly cell: Cell
  readonly account: ReadonlySignal<Account | null>
}

const Result = ({ cell, account }: AccountProps) =>
  account.value === null ? null : <ResultTable account={account.value} exponent={exponentOf(cell.house.value)} />

interface MomentProps {
  readonly cell: Cell
  readonly view: ReadonlySignal<RoundView | null>
  readonly moment: Signal<Moment | null>
}

function FeltPlace({ cell, account, moment }: AccountProps & Pick<MomentProps, 'moment'>) {
  const silent = useComputed(() => (standingOf(cell) === 'live' || moment.value !== null ? '' : freshText(cell)))
  const boxes = cell.house.value?.boxes ?? Math.max(7, ...(account.value?.boxes.map(({ box }) => box) ?? []))
  return (
    <div class="felt-place">
      <Felt account={account.value} house={cell.house.value} boxes={boxes} />
      {silent.value === '' ? null : <p class="felt-stale">{silent}</p>}
      <button
        type="button"
        class={`quiet-button felt-turn ${dealerBelow.value ? 'above' : 'below'}`}
        aria-label={say('table.turn')}
        title={say('table.turn')}
        onClick={() => (dealerBelow.value = !dealerBelow.value)}
      >
        <Icon name="turn" />
      </button>
    </div>
  )
}

/** At a past moment, shows what was published then, and the present state of the table itself, which has moved on. */
function Head({ cell, view, moment }: MomentProps) {
  const past = moment.value === null ? null : view.value
  const state = past === null ? stateText(cell) : pastText(past)
  const fresh = past === null ? freshText(cell) : [say('fresh.past'), ...(standingOf(cell) === 'live' ? [] : [freshText(cell)])].join(', ')
  const table = cell.table.value
  const limits = cell.house.value?.limits
  const exponent = exponentOf(cell.house.value)
  const cutCard = past === null && table?.cutCardSeen ? ` · ${say('table.cutCard')}` : ''
  const shoe = past?.shoe ?? table?.shoe
  const facts: readonly (readonly [Key, string])[] = [
    ['table.round', past?.round ?? cell.round.value?.round ?? '–'],
    ['table.dealer', (past ?? table)?.dealerId ?? '–'],
    ['table.shoe', shoe === undefined ? '–' : `${shoe}${cutCard}`],
    ['table.cardsOut', past !== null || table === null ? '–' : whole(table.cardsOut)],
    ['table.roundsPerHour', cell.pace.value?.roundsPerHour == null ? '–' : whole(cell.pace.value.roundsPerHour)],
    ['table.handsPerHour', cell.pace.value?.handsPerHour == null ? '–' : whole(cell.pace.value.handsPerHour)],
    ['table.limits', limits === undefined ? '–' : `${amount(limits.min, exponent)}–${amount(limits.max, exponent)}`],
    ['table.house', cell.house.value?.house ?? '–'],
  ]
  return (
    <header class="table-head">
      <h1>
        {cell.name.table} <span class="table-pit">{cell.name.pit}</span>
      </h1>
      <p class="table-state">{state}</p>
      <p class="table-fresh">
        <span class="fresh-dot" />
        <span>{fresh}</span>
      </p>
      <RulingPlace cell={cell} />
      <Facts style="facts" facts={facts} />
    </header>
  )
}

/** Opens the dialog for a ruling, and says what became of the last one. */
function RulingPlace({ cell }: { readonly cell: Cell }) {
  const isOpen = useSignal(false)
  const last = useSignal('')
  useKeys((event) => {
    if (!singleKeys.peek() || event.key.toLowerCase() !== 'r') return
    event.preventDefault()
    isOpen.value = true
  })
  return (
    <>
      <button type="button" class="quiet-button" title={`${say('ruling.open')} (R)`} onClick={() => (isOpen.value = true)}>
        <Icon name="ruling" />
        <span>{say('ruling.open')}</span>
      </button>
      <p class="act-answer" role="status">
        {last}
      </p>
      {isOpen.value ? <RulingDialog cell={cell} close={() => (isOpen.value = false)} done={(text) => (last.value = text)} /> : null}
    </>
  )
}

/** Shown next to a table; the list of alarms has the rest. */
const LINES_MAX = 5

function TableAlarms({ cell }: { readonly cell: Cell }) {
  const alarms = useComputed(() => byCause([...cell.alarms.value.values()]))
  const more = alarms.value.length - LINES_MAX
  return (
    <section class={`panel ${alarms.value.length === 0 ? 'panel-calm' : ''}`} aria-label={say('view.alarms')}>
      <h2>{say('view.alarms')}</h2>
      {alarms.value.length === 0 ? (
        <p class="calm">{say('alarms.none')}</p>
      ) : (
        <ul class="alarm-lines">
          {alarms.value.slice(0, LINES_MAX).map((listed) => (
            <AlarmLine key={listed.alarm.alarm} listed={listed} />
          ))}
        </ul>
      )}
      {more > 0 ? <a href={hashOf({ kind: 'alarms' })}>{say('alarms.more', { count: more })}</a> : null}
    </section>
  )
}

const SHOWN_MAX = 60

function EventTail({ cell }: { readonly cell: Cell }) {
  const events = cell.events.value
  const exponent = exponentOf(cell.house.value)
  return (
    <section class="panel panel-events" aria-label={say('events.title')}>
      <h2>{say('events.title')}</h2>
      {events.length === 0 ? <p class="calm">{say('events.none')}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ol class="events" tabIndex={0} aria-label={say('events.title')}>
        {events.slice(0, SHOWN_MAX).map((said) => (
          <li key={said.id} class={isLoud(said) ? 'loud' : said.type.startsWith('round.') ? 'head' : ''}>
            <time>{clock(said.atMs)}</time>
            <span>{eventText(said, exponent)}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function OpenHands({ account }: { readonly account: ReadonlySignal<Account | null> }) {
  const round = account.value
  if (round === null) return null
  const open = round.boxes.flatMap(({ box, hands }) =>
    hands.flatMap((hand) => (hand.certain ? [] : [{ box, hand, isOnly: hands.length === 1 }])),
  )
  return (
    <section class={`panel ${open.length === 0 ? 'panel-calm' : ''}`} aria-label={say('open.title')}>
      <h2>{say('open.title')}</h2>
      {round.complete ? null : <p class="warn-word">{say('table.incomplete')}</p>}
      {open.length === 0 ? (
        <p class="calm">{say('open.none')}</p>
      ) : (
        <>
          <p class="calm">{say('open.readings', { count: whole(round.readings) })}</p>
          <ul class="open-hands">
            {open.map(({ box, hand, isOnly }) => (
              <li key={`${box}.${hand.hand}`}>
                <span class="open-box">{isOnly ? say('felt.box', { box }) : say('felt.boxHand', { box, hand: hand.hand })}</span>
                <Cards cards={facesOf(hand)} />
                {hand.alternatives.map((cards) => (
                  <span key={cards.join()} class="open-else">
                    {say('felt.or', { cards: '' })}
                    <Cards cards={cards} />
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const Cards = ({ cards }: { readonly cards: readonly SeenCard[] }) => (
  <span class="cards-text">
    <span class="unseen">{cards.map(cardWords).join(', ')}</span>
    {cards.map((card, index) => (
      <span key={index} aria-hidden="true" class={`card-text suit-${card.length === 2 ? card[1] : 'none'}`}>
        {cardText(card)}
      </span>
    ))}
  </span>
)
