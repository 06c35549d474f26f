/** What a person chose on this browser, stored in it. Nothing secret is stored. */
import { type Signal, signal } from '@preact/signals'
import { LANGUAGES, type Language } from '../../procedure/language.ts'
import { isId } from '../../wire/topics.ts'
import { userIdOf } from './user-name.ts'

const PREFIX = 'pit-display.'

const stored = (name: string): string | null => {
  try {
    return localStorage.getItem(PREFIX + name)
  } catch {
    // The browser stores nothing, so the choice lasts as long as the page.
    return null
  }
}

const keep = (name: string, value: string): void => {
  try {
    localStorage.setItem(PREFIX + name, value)
  } catch {
    // Nothing can be stored, as above.
  }
}

function choice<T>(name: string, usual: T, read: (text: string) => T | null, write: (value: T) => string): Signal<T> {
  const said = stored(name)
  const chosen = signal<T>((said === null ? null : read(said)) ?? usual)
  let last = chosen.peek()
  chosen.subscribe((value) => {
    if (value === last) return
    last = value
    keep(name, write(value))
  })
  return chosen
}

const yesNo = (name: string, usual: boolean): Signal<boolean> =>
  choice(
    name,
    usual,
    (text) => text === 'yes',
    (value) => (value ? 'yes' : 'no'),
  )
const known = (text: string): Language | null => LANGUAGES.find((each) => each === text) ?? null

export const language = choice<Language>('language', known(navigator.language.slice(0, 2)) ?? 'en', known, (value) => value)
export const isMuted = yesNo('muted', false)
export const fourColours = yesNo('four-colours', false)
export const dealerBelow = yesNo('dealer-below', false)
export const singleKeys = yesNo('single-keys', true)
/** The acting person's name, as they write it. */
export const user = choice<string>(
  'user',
  '',
  (text) => (isId(userIdOf(text)) ? text : null),
  (value) => value,
)
