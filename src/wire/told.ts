/**
 * What a display says of an alarm or a finding in another language than the wire's. It is made from the code and the English of the
 * message, which is read back into its figures; so it works for records of any age, as long as their words are those of the tables. Of any
 * other text there is only the English.
 */

import type { AlarmRow } from '../procedure/alarm-row.ts'
import { figurePattern, germanFigure } from '../procedure/catalogue/figures.ts'
import { CATALOGUE } from '../procedure/catalogue/index.ts'
import { QUESTIONS } from '../procedure/catalogue/questions.ts'
import type { CatalogueRow, RowWords } from '../procedure/catalogue/row.ts'
import { casesOf, joint, PUT_RIGHT_REMEDY, remediesOf } from '../procedure/catalogue/words.ts'
import { DEVICE_ALARMS } from '../procedure/device-alarms.ts'
import { inEach, type Language, type Text } from '../procedure/language.ts'
import { fill, readBack } from '../procedure/template.ts'
import { isFindingCode } from '../rules/house/finding-code.ts'
import { HOST_ROWS } from './host-rows.ts'

const FAULTS: { readonly [code: string]: AlarmRow } = { ...DEVICE_ALARMS, ...HOST_ROWS }

/** What every alarm that there can be is called. */
export const ALARM_TITLES: { readonly [code: string]: Text } = Object.fromEntries([
  ...Object.entries(CATALOGUE).flatMap(([code, { title, raised }]) => (typeof raised === 'string' ? [[code, title] as const] : [])),
  ...Object.entries(FAULTS).map(([code, { title }]) => [code, title] as const),
])

/** `text`: an alarm's. `line`: an error of a group. The others are of a finding or an alarm. */
export type Part = 'text' | 'line' | 'seen' | 'expected' | 'remedy'

/** The templates that a part of a finding may have been made from. */
const OF_WORDS: { readonly [P in Part]: (words: RowWords) => readonly Text[] } = {
  seen: ({ seen }) => [seen],
  expected: ({ expected }) => [expected],
  remedy: (words) => [...remediesOf(words), PUT_RIGHT_REMEDY],
  line: (words) => [inEach((language) => `{place}: ${besides(words, language)}`)],
  text: (words) =>
    OF_WORDS.remedy(words).map((remedy) => ({
      en: `{place}: [{sure} ]${besides(words, 'en')}. ${remedy.en}`,
      de: `{place}[, {sure}]: ${besides(words, 'de')}. ${remedy.de}`,
    })),
}
const besides = ({ seen, expected }: RowWords, language: Language): string => `${seen[language]}${joint(expected.en)}${expected[language]}`

const PATTERNS: { readonly [figure: string]: string } = { place: '[^:]+?', sure: 'perhaps|likely' }

const ofFinding = (row: CatalogueRow, part: Part): readonly Text[] => [row, ...casesOf(row)].flatMap(OF_WORDS[part])

/** A case is more particular than the row's own words. */
const ofFault = (row: AlarmRow, part: Part): readonly Text[] =>
  part !== 'text' && part !== 'remedy' ? [] : [...Object.values(row.cases ?? {}), row].flatMap((words) => words[part] ?? [])

/** The words that the program puts into figures of the machine's alarms, in English and German. */
const FAULT_FIGURES: readonly (readonly [english: RegExp, german: string])[] = [
  [/^(\d+)\.(\d s)$/, '$1,$2'],
  [/^(\d+) minutes$/, '$1 Minuten'],
  [/\((record|event) (\d+)\)/g, '(Nummer $2)'],
  [/\((record|event)s, some or all from (\d+) to (\d+)\)/g, '(Nummern, einige oder alle von $2 bis $3)'],
  [/^The certificate of the broker /, 'Das Zertifikat des Brokers '],
  [/^The table's own certificate /, 'Das eigene Zertifikat des Tisches '],
]
const germanOfFault = (english: string): string => FAULT_FIGURES.reduce((text, [from, to]) => text.replace(from, to), english)

/** Longer than any text of the tables, so that reading back what a stranger sends takes no time. */
const LENGTH_MAX = 2000

const german = (
  templates: readonly Text[],
  english: string,
  figure: (english: string) => string,
  pattern?: (name: string) => string | undefined,
): string | null => {
  if (english.length > LENGTH_MAX) return null
  for (const { en, de } of templates) {
    const figures = readBack(en, english, pattern)
    if (figures === null) continue
    return fill(de, (name) => {
      const said = figures.get(name)
      return said === undefined ? null : figure(said)
    })
  }
  return null
}

/** null: it can only be said in English. */
export const germanOf = (code: string, part: Part, english: string): string | null => {
  if (isFindingCode(code))
    return german(ofFinding(CATALOGUE[code], part), english, germanFigure, (name) => PATTERNS[name] ?? figurePattern(name))
  const row = Object.hasOwn(FAULTS, code) ? FAULTS[code] : undefined
  return row === undefined ? null : german(ofFault(row, part), english, germanOfFault)
}

/** null: it is no question of the catalogue. */
export const germanQuestion = (english: string): string | null =>
  german(
    QUESTIONS,
    english,
    (box) => box,
    () => '\\d+',
  )
