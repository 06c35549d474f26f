/** The parts that every view uses, put together once by `main.tsx`, and the current view. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Book } from './book.ts'
import type { Commands } from './commands.ts'
import type { Floor } from './floor.ts'
import type { Link } from './link.ts'
import type { Session } from './session.ts'

export type View =
  | { readonly kind: 'wall' }
  | { readonly kind: 'alarms' }
  | { readonly kind: 'table'; readonly key: string }
  /** `key` null: no particular table. `search`: the search, as the part of the address after `?`. */
  | { readonly kind: 'rounds'; readonly key: string | null; readonly search: string }
  /** `table` lacks property and pit. The journal in `key`, which is `journal/round`, distinguishes tables of the same name. */
  | { readonly kind: 'round'; readonly table: string; readonly key: string }

export interface App {
  readonly floor: Floor
  readonly link: Link
  readonly session: Session
  readonly commands: Commands
  readonly book: Book
  /** Somebody wants to log in before any login is required. */
  readonly loginAsked: Signal<boolean>
  /** Monotonic ms, once a second. */
  readonly now: Signal<number>
  /** The newest text for screen readers to read out. */
  readonly spoken: Signal<string>
  /** Messages thrown away because they came too fast. */
  readonly dropped: Signal<number>
  /** The page was just opened, and what the broker retains is still arriving. */
  readonly isFilling: ReadonlySignal<boolean>
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a view stands outside the display')
  return app
}

const KEY = /^[a-z0-9-]{1,32}\/[a-z0-9-]{1,32}\/[a-z0-9-]{1,32}$/

/** `#/bj07/3kf9/1-217` */
const ROUND = /^#\/([a-z0-9-]{1,32})\/([a-z0-9]{1,32}\/[\w-]{1,32})$/

/** Only a round's address has three parts. */
function viewOf(hash: string): View {
  const [, table, key] = ROUND.exec(hash) ?? []
  if (table !== undefined && key !== undefined) return { kind: 'round', table, key }
  const [path = '', search = ''] = hash.split('?', 2)
  const [, kind, ...rest] = path.split('/')
  const place = rest.join('/')
  if (kind === 'alarms') return { kind: 'alarms' }
  if (kind === 'rounds') return { kind: 'rounds', key: KEY.test(place) ? place : null, search }
  return kind === 'table' && KEY.test(place) ? { kind: 'table', key: place } : { kind: 'wall' }
}

export function hashOf(view: View): string {
  switch (view.kind) {
    case 'wall':
      return '#/'
    case 'alarms':
      return '#/alarms'
    case 'table':
      return `#/table/${view.key}`
    case 'rounds':
      return `#/rounds${view.key === null ? '' : `/${view.key}`}${view.search === '' ? '' : `?${view.search}`}`
    case 'round':
      return `#/${view.table}/${view.key}`
  }
}

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})
export const view = computed<View>(() => viewOf(hash.value))
/** The table last looked at. */
export const lastTable = signal<string | null>(null)
export const go = (to: View): void => {
  location.hash = hashOf(to)
}

/** The alarm chosen in the list, which the details show. */
export const chosenAlarm = signal<string | null>(null)
