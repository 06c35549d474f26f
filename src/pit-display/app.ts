/** The parts every view uses, put together once by `main.tsx`, and which view is looked at. */
import { computed, type Signal, signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Commands } from './commands.ts'
import type { Floor } from './floor.ts'
import type { Link } from './link.ts'

export type View = { readonly kind: 'wall' } | { readonly kind: 'alarms' } | { readonly kind: 'table'; readonly key: string }

export interface App {
  readonly floor: Floor
  readonly link: Link
  readonly commands: Commands
  /** Monotonic ms, once a second. */
  readonly now: Signal<number>
  /** What is read out to who cannot see it; the newest. */
  readonly spoken: Signal<string>
  /** Messages thrown away because they came too fast. */
  readonly dropped: Signal<number>
}

export const AppContext = createContext<App | null>(null)

export function useApp(): App {
  const app = useContext(AppContext)
  if (app === null) throw new Error('a view stands outside the display')
  return app
}

const KEY = /^[a-z0-9-]{1,32}\/[a-z0-9-]{1,32}\/[a-z0-9-]{1,32}$/

const viewOf = (hash: string): View => {
  const [, kind, ...rest] = hash.split('/')
  const key = rest.join('/')
  if (kind === 'alarms') return { kind: 'alarms' }
  return kind === 'table' && KEY.test(key) ? { kind: 'table', key } : { kind: 'wall' }
}

export const hashOf = (view: View): string => (view.kind === 'table' ? `#/table/${view.key}` : view.kind === 'alarms' ? '#/alarms' : '#/')

const hash = signal(location.hash)
addEventListener('hashchange', () => {
  hash.value = location.hash
})
export const view = computed<View>(() => viewOf(hash.value))
/** The table looked at last. */
export const lastTable = signal<string | null>(null)
export const go = (to: View): void => {
  location.hash = hashOf(to)
}

/** Where an alarm is looked at: the one the list has its focus on. */
export const chosenAlarm = signal<string | null>(null)
