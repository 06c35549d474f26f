/** What has happened at the table since this page began to watch it, newest first. */

import { isLoud } from '../../wire/account/phrase.ts'
import { eventText } from './events.ts'
import type { Cell } from './floor.ts'
import { exponentOf } from './messages.ts'
import { clock, say } from './say.ts'

const SHOWN_MAX = 60

export function EventTail({ cell }: { readonly cell: Cell }) {
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
