/** What surrounds every view: where a person is, whether the display is up to date, and how many alarms need somebody. */
import { useComputed, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isToDo } from '../../wire/alarm-order.ts'
import { Alarms } from './alarms.tsx'
import { hashOf, lastTable, useApp, type View, view } from './app.ts'
import { Icon, SeverityIcon } from './icons.tsx'
import { hint } from './keys.ts'
import { LoginDialog } from './login-dialog.tsx'
import { worst } from './ranking.ts'
import { PastRound } from './round-view.tsx'
import { RoundList } from './rounds-view.tsx'
import { clock, say } from './say.ts'
import { fourColours, isMuted, language } from './settings.ts'
import { SettingsDialog } from './settings-dialog.tsx'
import { isSoundBlocked } from './sound.ts'
import { TableView } from './table.tsx'
import { Wall } from './wall.tsx'

export function Shell() {
  const { floor, link, spoken, loginAsked } = useApp()
  const isOpen = useSignal(false)
  const toDo = useComputed(() => floor.alarms.value.filter(isToDo).length)
  useEffect(() => {
    document.documentElement.lang = language.value
    // Visible on the browser tab when the page itself is not.
    document.title = toDo.value > 0 ? `(${toDo.value}) ${say('app.title')}` : say('app.title')
  }, [language.value, toDo.value])
  const at = view.value
  const isStale = link.state.value.kind !== 'up'
  return (
    <div class={`shell ${isStale ? 'shell-stale' : ''} ${fourColours.value ? 'four-colours' : ''}`}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {say('app.skip')}
      </button>
      <TopBar at={at} openSettings={() => (isOpen.value = true)} />
      <Banner />
      <main id="main" class={`main main-${at.kind}`} tabIndex={-1}>
        <ViewOf {...at} />
      </main>
      <div class="unseen" role="log" aria-live="assertive">
        {spoken}
      </div>
      {isOpen.value ? <SettingsDialog close={() => (isOpen.value = false)} /> : null}
      {link.state.value.kind === 'refused' ? <LoginDialog hadLogin={link.state.value.hadLogin} /> : null}
      {loginAsked.value ? <LoginDialog hadLogin={false} close={() => (loginAsked.value = false)} /> : null}
    </div>
  )
}

function ViewOf(at: View) {
  switch (at.kind) {
    case 'wall':
      return <Wall />
    case 'alarms':
      return <Alarms />
    case 'table':
      return <TableView tableKey={at.key} />
    case 'rounds':
      return <RoundList tableKey={at.key} search={at.search} />
    case 'round':
      return <PastRound key={`${at.table}/${at.key}`} table={at.table} roundKey={at.key} />
  }
}

function TopBar({ at, openSettings }: { readonly at: View; readonly openSettings: () => void }) {
  const { floor, now } = useApp()
  const toDo = useComputed(() => floor.alarms.value.filter(isToDo).length)
  const severity = useComputed(() => worst(floor.alarms.value)?.severity ?? null)
  const time = useComputed(() => {
    now.value
    return clock(Date.now())
  })
  const table = at.kind === 'table' ? at.key : lastTable.value
  return (
    <header class="top">
      <nav class="views" aria-label={say('app.views')}>
        <a href={hashOf({ kind: 'wall' })} aria-current={at.kind === 'wall' ? 'page' : undefined}>
          <Icon name="tables" />
          <span>{say('view.wall')}</span>
        </a>
        {table === null ? null : (
          <a
            class="table-link"
            href={hashOf({ kind: 'table', key: table })}
            aria-current={at.kind === 'table' ? 'page' : undefined}
            title={table.split('/').at(-1)}
          >
            <span>{say('view.table', { table: table.split('/').at(-1) ?? '' })}</span>
          </a>
        )}
        <a
          href={hashOf({ kind: 'alarms' })}
          aria-current={at.kind === 'alarms' ? 'page' : undefined}
          class={toDo.value > 0 ? 'has-alarms' : ''}
        >
          {severity.value === null ? <Icon name="alarm" /> : <SeverityIcon severity={severity.value} isSolid={toDo.value > 0} />}
          <span>{say('view.alarms')}</span>
          {toDo.value > 0 ? <strong class="count">{toDo}</strong> : null}
        </a>
        <a
          href={hashOf({ kind: 'rounds', key: table, search: '' })}
          aria-current={at.kind === 'rounds' || at.kind === 'round' ? 'page' : undefined}
        >
          <Icon name="rounds" />
          <span>{say('view.rounds')}</span>
        </a>
      </nav>
      <div class="top-end">
        <button type="button" class="quiet-button" aria-pressed={!isMuted.value} onClick={() => (isMuted.value = !isMuted.value)}>
          <Icon name={isMuted.value ? 'muted' : 'sound'} />
          <span>{say(isMuted.value ? 'sound.off' : 'sound.on')}</span>
        </button>
        <button type="button" class="quiet-button" onClick={openSettings}>
          <Icon name="settings" />
          <span>{say('settings.title')}</span>
        </button>
        <time class="clock">{time}</time>
      </div>
    </header>
  )
}

/** Only what a person has to know; a working display says nothing about itself. */
function Banner() {
  const { link, floor, dropped, now } = useApp()
  const state = link.state.value
  const malformed = floor.malformed.value
  // Shown as it grows, but not read out every second.
  const since =
    state.kind === 'lost' ? (
      <span aria-hidden="true" class="lost-for">
        {say('link.lost.for', { seconds: Math.max(0, Math.round((now.value - state.atMs) / 1000)) })}
      </span>
    ) : null
  const lines: readonly (readonly [kind: 'stop' | 'warn' | 'note', text: string])[] = [
    ...(state.kind === 'lost' ? [['stop', say('link.lost')] as const] : []),
    ...(state.kind === 'connecting' ? [['note', say('link.connecting')] as const] : []),
    ...(state.kind === 'refused' ? [['warn', say('link.refused')] as const] : []),
    ...(malformed > 0 ? [['warn', say('link.malformed', { count: malformed })] as const] : []),
    ...(dropped.value > 0 ? [['warn', say('link.dropped', { count: dropped.value })] as const] : []),
    ...(hint.value !== null && lastTable.value === null ? [['note', say(hint.value)] as const] : []),
    ...(isSoundBlocked.value && !isMuted.value ? [['note', say('sound.blocked')] as const] : []),
  ]
  return (
    <div class={`banner banner-${state.kind}`} role="status">
      {lines.map(([kind, text]) => (
        <p key={text} class={`banner-line ${kind}-line`}>
          {text} {kind === 'stop' ? since : null}
        </p>
      ))}
    </div>
  )
}
