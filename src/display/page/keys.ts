/** Keyboard shortcuts, while no part of a view uses the keys itself. */
import { signal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { go, lastTable, view } from './app.ts'
import { isMuted, singleKeys } from './settings.ts'
import type { Key } from './strings.ts'

/** The list that a person reads; each view defines what its keys do. */
export const KEY_LIST: readonly { readonly keys: readonly string[]; readonly does: Key }[] = [
  { keys: ['1', '2', '3', '4'], does: 'keys.views' },
  { keys: ['Esc'], does: 'keys.back' },
  { keys: ['← ↑ → ↓'], does: 'keys.move' },
  { keys: ['←', '→'], does: 'keys.step' },
  { keys: ['PgUp', 'PgDn'], does: 'keys.rounds' },
  { keys: ['End'], does: 'keys.live' },
  { keys: ['A', 'S', 'C'], does: 'keys.alarm' },
  { keys: ['R'], does: 'keys.ruling' },
  { keys: ['M'], does: 'keys.mute' },
]

/** A field or a dialog takes the key, or the browser does. */
const isTaken = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof HTMLElement && (target.closest('dialog') !== null || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName)))

/** Gives a part of the page the keys for as long as it is drawn, wherever the focus is. */
export function useKeys(press: (event: KeyboardEvent) => void): void {
  const newest = useRef(press)
  newest.current = press
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (!isTaken(event)) newest.current(event)
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** Why the last key press did nothing. */
export const hint = signal<Key | null>(null)

const ACTIONS: { readonly [key: string]: () => void } = {
  '1': () => go({ kind: 'wall' }),
  '2': () => {
    const key = lastTable.peek()
    if (key === null) hint.value = 'keys.noTable'
    else go({ kind: 'table', key })
  },
  '3': () => go({ kind: 'alarms' }),
  '4': () => go({ kind: 'rounds', key: lastTable.peek(), search: '' }),
  m: () => (isMuted.value = !isMuted.peek()),
}

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (isTaken(event)) return
    hint.value = null
    if (event.key === 'Escape' && view.peek().kind !== 'wall') go({ kind: 'wall' })
    else if (singleKeys.peek()) ACTIONS[event.key.toLowerCase()]?.()
  })
}
