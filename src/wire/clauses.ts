/** The rule that a finding cites, in German. The wire carries it in English; a display that shows German looks the sentence up here. */
import type { Language, Text } from '../procedure/language.ts'
import { fill, readBack } from '../procedure/template.ts'
import { CLAUSES_000 } from './clauses/000.ts'
import { CLAUSES_001 } from './clauses/001.ts'
import { CLAUSES_002 } from './clauses/002.ts'
import { CLAUSES_003 } from './clauses/003.ts'
import { CLAUSES_004 } from './clauses/004.ts'
import { PRACTICE_CLAUSES } from './clauses/practice.ts'

/** A sentence that several documents share is with the first of them; practice comes last. */
export const CLAUSES: { readonly [english: string]: string } = {
  ...CLAUSES_000,
  ...CLAUSES_001,
  ...CLAUSES_002,
  ...CLAUSES_003,
  ...CLAUSES_004,
  ...PRACTICE_CLAUSES,
}

/** What is put together for a rule that the table sets itself, and for a house that this program does not know. */
const MADE: readonly Text[] = [
  {
    en: "Set for this table; the house's own value is {own}.",
    de: 'Für diesen Tisch so festgelegt; der eigene Wert des Hauses ist {own}.',
  },
  { en: 'the rule {rule}', de: 'die Regel {rule}' },
]
const PATTERNS: { readonly [figure: string]: string } = { rule: '[\\w.]+' }

/** `says`: of a clause. null: no German of it is known. */
export const clauseText = (says: string, language: Language): string | null => {
  if (language === 'en') return says
  if (Object.hasOwn(CLAUSES, says)) return CLAUSES[says] ?? null
  for (const { en, de } of MADE) {
    const figures = readBack(en, says, (name) => PATTERNS[name])
    if (figures !== null) return fill(de, (name) => figures.get(name) ?? null)
  }
  return null
}
