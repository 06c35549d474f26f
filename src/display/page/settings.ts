/** What a person chose on this browser, stored in it. Nothing secret is stored. */
import { computed, type Signal, signal } from '@preact/signals'
import { isId } from '../../wire/topics.ts'
import { addLanguage, type LanguageFile } from '../../words/file.ts'
import { type Figures, LANGUAGES, type Language, type LanguageForm, type Text, tell } from '../../words/text.ts'
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

/** What is offered here: the languages of the program, and those of the server's files. */
export const languages = signal<readonly (readonly [Language, LanguageForm])[]>([...LANGUAGES])
/** Empty: nobody has chosen. */
export const chosenLanguage = choice<Language>(
  'language',
  '',
  (text) => text,
  (value) => value,
)
/** The one that a person has chosen, or the browser's first that is offered. */
export const language = computed<Language>(() => {
  const wanted = [chosenLanguage.value, ...navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '')]
  return wanted.find((each) => languages.value.some(([offered]) => offered === each)) ?? 'en'
})
/** A text in that language. Views that call this are drawn again when it changes. */
export const inChosen = (text: Text, figures?: Figures): string => tell(text, language.value, figures)

/** Adds the languages of the server's files; a server without any has English and German. Never rejects. */
export async function askForLanguages(): Promise<void> {
  const answer = await fetch('languages.json').catch(() => null)
  const files = answer?.ok ? ((await answer.json().catch(() => [])) as readonly LanguageFile[]) : []
  for (const file of files) addLanguage(file)
  if (files.length > 0) languages.value = [...LANGUAGES]
}

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
