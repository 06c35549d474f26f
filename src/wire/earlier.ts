/**
 * The German of records that say no facts, as earlier versions wrote them: their English is read back into its figures, as long as its words are
 * those of the tables. Of any other text there is only the English.
 */

import type { AlarmRow } from '../procedure/alarm-row.ts'
import { CATALOGUE } from '../procedure/catalogue/index.ts'
import { QUESTIONS } from '../procedure/catalogue/questions.ts'
import type { CatalogueRow, RowWords } from '../procedure/catalogue/row.ts'
import { besideOf, casesOf, remediesOf } from '../procedure/catalogue/words.ts'
import { isFindingCode } from '../rules/house/finding-code.ts'
import { fill, readBack } from '../words/template.ts'
import { type Text, tell } from '../words/text.ts'
import { faultRow } from './alarm-rows.ts'

/** `text`: an alarm's. `line`: an error of a group. The others are of a finding or an alarm. */
export type Part = 'text' | 'line' | 'seen' | 'expected' | 'remedy'

/** The templates that a part of a finding may have been made from. */
const OF_WORDS: { readonly [P in Part]: (words: RowWords) => readonly Text[] } = {
  seen: ({ seen }) => [seen],
  expected: ({ expected }) => [expected],
  remedy: remediesOf,
  line: (words) => [{ en: `{place}: ${besides(words, 'en')}`, de: `{place}: ${besides(words, 'de')}` }],
  text: (words) =>
    remediesOf(words).map((remedy) => ({
      en: `{place}: [{sure} ]${besides(words, 'en')}. ${remedy.en}`,
      de: `{place}[, {sure}]: ${besides(words, 'de')}. ${remedy.de}`,
    })),
}
const besides = ({ seen, expected }: RowWords, language: 'en' | 'de'): string =>
  tell(besideOf(expected.en), language, { seen: seen[language], expected: expected[language] })

const MONEY = '-?\\d+(?:\\.\\d+)?'
const PATTERNS: { readonly [figure: string]: string } = {
  ...{ place: '[^:]+?', sure: 'perhaps|likely' },
  ...{ due: MONEY, moved: MONEY, more: MONEY, base: MONEY },
}

/** The words of a finding's figures and places. */
const OF_FINDING: Replacements = [
  [/(\d)\.(\d)/g, '$1,$2'],
  [/^(\d+) to (\d+)$/, '$1 zu $2'],
  [/^paid (.+)$/, '$1 ausgezahlt'],
  [/^(.+) taken$/, '$1 eingezogen'],
  [/^nothing paid or taken$/, 'nichts ausgezahlt oder eingezogen'],
  [/^won (.+)$/, 'gewann $1'],
  [/^lost (.+)$/, 'verlor $1'],
  [/^tied$/, 'ging unentschieden aus'],
  [/ chip of /g, ' Jeton zu '],
  [/ chips of /g, ' Jetons zu '],
  [/ lammers?\b/g, ' Lammer'],
  [/ more(?=,|$)/g, ' mehr'],
  [/ less(?=,|$)/g, ' weniger'],
  [/^perhaps$/, 'vielleicht'],
  [/^likely$/, 'wahrscheinlich'],
  [/^Rack$/, 'Jetonbestand'],
  [/^Table$/, 'Tisch'],
  [/, hand /, ', Hand '],
  [/, second bettor$/, ', zweiter Spieler'],
  [/, third bettor$/, ', dritter Spieler'],
  [/, insurance$/, ', Versicherung'],
]
/** The words that the program put into figures of the machine's alarms. */
const OF_FAULT: Replacements = [
  [/^(\d+)\.(\d s)$/, '$1,$2'],
  [/^(\d+) minutes$/, '$1 Minuten'],
  [/\((record|event) (\d+)\)/g, '(Nummer $2)'],
  [/\((record|event)s, some or all from (\d+) to (\d+)\)/g, '(Nummern, einige oder alle von $2 bis $3)'],
  [/^The certificate of the broker /, 'Das Zertifikat des Brokers '],
  [/^The table's own certificate /, 'Das eigene Zertifikat des Tisches '],
]
type Replacements = readonly (readonly [english: RegExp, german: string])[]

const ofFinding = (row: CatalogueRow, part: Part): readonly Text[] => [row, ...casesOf(row)].flatMap(OF_WORDS[part])

/** A case is more particular than the row's own words. */
const ofFault = (row: AlarmRow, part: Part): readonly Text[] =>
  part !== 'text' && part !== 'remedy' ? [] : [...Object.values(row.cases ?? {}), row].flatMap((words) => words[part] ?? [])

/** Longer than any text of the tables, so that reading back what a stranger sends takes no time. */
const LENGTH_MAX = 2000

const german = (
  templates: readonly Text[],
  english: string,
  replacements: Replacements,
  pattern?: (name: string) => string | undefined,
): string | null => {
  if (english.length > LENGTH_MAX) return null
  for (const { en, de } of templates) {
    const figures = readBack(en, english, pattern)
    if (figures === null) continue
    return fill(de, (name) => {
      const figure = figures.get(name)
      return figure === undefined ? null : replacements.reduce((text, [from, to]) => text.replace(from, to), figure)
    })
  }
  return null
}

/** null: it can only be said in English. */
export const germanOf = (code: string, part: Part, english: string): string | null => {
  if (isFindingCode(code)) return german(ofFinding(CATALOGUE[code], part), english, OF_FINDING, (name) => PATTERNS[name])
  const row = faultRow(code)
  return row === null ? null : german(ofFault(row, part), english, OF_FAULT)
}

/** null: it is no question of the catalogue. */
export const germanQuestion = (english: string): string | null => german(QUESTIONS, english, [], () => '\\d+')
