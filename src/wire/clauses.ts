/** The rule that a finding cites, in the language of a display. The wire carries it in English, which is its key here. */
import { catalog } from '../words/catalog.ts'
import { readBack } from '../words/template.ts'
import { type Language, type Text, type Texts, tell } from '../words/text.ts'
import { CLAUSES_000 } from './clauses/000.ts'
import { CLAUSES_001 } from './clauses/001.ts'
import { CLAUSES_002 } from './clauses/002.ts'
import { CLAUSES_003 } from './clauses/003.ts'
import { CLAUSES_004 } from './clauses/004.ts'
import { PRACTICE_CLAUSES } from './clauses/practice.ts'

/** A sentence that several documents share is with the first of them; practice comes last. */
export const CLAUSES: Texts = Object.fromEntries(
  [CLAUSES_000, CLAUSES_001, CLAUSES_002, CLAUSES_003, CLAUSES_004, PRACTICE_CLAUSES].flatMap((clauses) =>
    Object.entries(clauses).map(([en, de]) => [en, { en, de }] as const),
  ),
)

/** What is put together for a rule that the table sets itself, and for a house that this program does not know. */
const MADE: Texts = {
  own: {
    en: "Set for this table; the house's own value is {own}.",
    de: 'Für diesen Tisch so festgelegt; der eigene Wert des Hauses ist {own}.',
  },
  rule: { en: 'the rule {rule}', de: 'die Regel {rule}' },
}
catalog('clause', { ...CLAUSES, ...MADE })
const PATTERNS: { readonly [figure: string]: string } = { rule: '[\\w.]+' }

/** `says`: of a clause. null: it is known in English alone. */
export const clauseText = (says: string, language: Language): string | null => {
  const clause: Text | undefined = Object.hasOwn(CLAUSES, says) ? CLAUSES[says] : undefined
  if (clause !== undefined) return tell(clause, language)
  if (language === 'en') return says
  for (const row of Object.values(MADE)) {
    const figures = readBack(row.en, says, (name) => PATTERNS[name])
    if (figures !== null) return tell(row, language, Object.fromEntries(figures))
  }
  return null
}
