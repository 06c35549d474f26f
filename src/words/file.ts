/** A language file: the sentences of one more language by their keys. What it leaves out is said in English. Pure. */
import { catalog, isElsewhere, sentences } from './catalog.ts'
import { namesIn } from './template.ts'
import { LANGUAGES, type Language, type LanguageForm, type Said, saying, type Text } from './text.ts'

export interface LanguageFile extends LanguageForm {
  readonly language: Language
  readonly sentences: { readonly [key: string]: string }
}

const WRONG_LANGUAGE = {
  json: { en: 'is not valid JSON: {why}', de: 'ist kein gültiges JSON: {why}' },
  form: {
    en: 'is no language file: write { "language", "name", "decimal", "sentences" } and nothing else',
    de: 'ist keine Sprachdatei: { "language", "name", "decimal", "sentences" } und sonst nichts',
  },
  language: {
    en: 'has the language {value}: write two or three small letters, such as fr; en and de are built in',
    de: 'hat die Sprache {value}: zwei oder drei kleine Buchstaben, etwa fr; en und de sind eingebaut',
  },
  name: {
    en: 'has no name of the language: 1 to 40 characters, as its speakers write it',
    de: 'hat keinen Namen der Sprache: 1 bis 40 Zeichen, wie man sie dort schreibt',
  },
  decimal: { en: 'has no decimal mark: write "." or ","', de: 'hat kein Dezimalzeichen: "." oder ","' },
  key: {
    en: 'has a sentence with the key {key}, which this program does not have: correct or remove it (npm run words prints all keys)',
    de: 'hat einen Satz mit dem Schlüssel {key}, den dieses Programm nicht hat: berichtigen oder entfernen (npm run words gibt alle aus)',
  },
  sentence: {
    en: 'has no sentence at {key}: write 1 to {most} characters on one line, or remove the key',
    de: 'hat bei {key} keinen Satz: 1 bis {most} Zeichen in einer Zeile, oder den Schlüssel entfernen',
  },
  figure: {
    en: 'names the figure {figure} in {key}, which that sentence does not have: {has}',
    de: 'nennt in {key} die Angabe {figure}, die dieser Satz nicht hat: {has}',
  },
  figures: { en: 'it may name {names}', de: 'er darf {names} nennen' },
  'no-figures': { en: 'it has none', de: 'er hat keine' },
} as const
const wrongLanguage = saying(WRONG_LANGUAGE)
catalog('language', WRONG_LANGUAGE)

const SENTENCE_MAX = 2000
/** `german`: what a translator may leave in from `npm run words`; nobody reads it. */
const KEYS = ['language', 'name', 'decimal', 'sentences', 'german']
const isObject = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 80)

/** The file in this text, or what is wrong with it first. Sentences of tables that this process does not have are not checked. */
export function languageIn(text: string): LanguageFile | Said {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch (error) {
    return wrongLanguage('json', { why: (error as Error).message.slice(0, 120) })
  }
  if (!isObject(file) || !isObject(file.sentences) || Object.keys(file).some((key) => !KEYS.includes(key))) return wrongLanguage('form')
  const { language, name, decimal } = file
  if (typeof language !== 'string' || !/^[a-z]{2,3}$/.test(language) || ['en', 'de'].includes(language))
    return wrongLanguage('language', { value: shown(language) })
  if (typeof name !== 'string' || !/^\P{C}{1,40}$/u.test(name)) return wrongLanguage('name')
  if (decimal !== '.' && decimal !== ',') return wrongLanguage('decimal')
  const [fault] = sentenceFaults(file.sentences)
  if (fault !== undefined) return fault
  return { language, name, decimal, sentences: file.sentences as LanguageFile['sentences'] }
}

/** What is wrong with each of these sentences. */
export function sentenceFaults(own: { readonly [key: string]: unknown }): readonly Said[] {
  const known = sentences()
  return Object.entries(own).flatMap(([key, sentence]) => sentenceFault(key, sentence, known.get(key)) ?? [])
}

function sentenceFault(key: string, sentence: unknown, row: Text | undefined): Said | null {
  if (row === undefined && !isElsewhere(key)) return wrongLanguage('key', { key: shown(key) })
  if (typeof sentence !== 'string' || !new RegExp(`^\\P{C}{1,${SENTENCE_MAX}}$`, 'u').test(sentence) || sentence.trim() === '')
    return wrongLanguage('sentence', { key, most: SENTENCE_MAX })
  if (row === undefined) return null
  const names = namesIn(row.en)
  const strange = namesIn(sentence).find((name) => !names.includes(name))
  if (strange === undefined) return null
  const has = names.length === 0 ? wrongLanguage('no-figures') : wrongLanguage('figures', { names: [...new Set(names)].join(', ') })
  return wrongLanguage('figure', { key, figure: strange, has })
}

/** From now on the language can be spoken: a column more in every table that this process has. */
export function addLanguage({ language, name, decimal, sentences: own }: LanguageFile): void {
  LANGUAGES.set(language, { name, decimal })
  for (const [key, row] of sentences()) {
    const sentence = Object.hasOwn(own, key) ? own[key] : undefined
    if (sentence !== undefined) Object.assign(row, { [language]: sentence })
  }
}

/** The keys that the file has no sentence for. A row that stands in several places needs one at one of them. */
export function missingIn({ sentences: own }: Pick<LanguageFile, 'sentences'>): readonly string[] {
  const all = [...sentences()]
  const said = new Set(all.flatMap(([key, row]) => (Object.hasOwn(own, key) ? [row] : [])))
  return all.flatMap(([key, row]) => {
    if (said.has(row)) return []
    said.add(row)
    return [key]
  })
}
