/**
 * What a message says to people, in the language they have chosen: made of its facts. Its English is the same, for consumers who make no words of
 * their own; a message without facts, or with those of a newer table, is said in English where its words cannot be read back.
 */
import type { Grade } from '../engine/deviation.ts'
import { alarmWords } from '../procedure/alarm-row.ts'
import { CATALOGUE } from '../procedure/catalogue/index.ts'
import { questionText } from '../procedure/catalogue/questions.ts'
import { lineText, peopleText, wordsInFull } from '../procedure/catalogue/words.ts'
import type { AlarmFacts, Asked, FindingFacts } from '../procedure/facts.ts'
import type { Facts } from '../rules/facts.ts'
import { isFindingCode } from '../rules/house/finding-code.ts'
import type { Language } from '../words/text.ts'
import { faultRow } from './alarm-rows.ts'
import { germanOf, germanQuestion, type Part } from './earlier.ts'

/** A text, and the language it could be said in. */
export interface Said {
  readonly text: string
  readonly lang: Language
}

/** `own` null: no facts say it. `earlier`: its German. */
const inChosen = (language: Language, english: string, own: string | null, earlier: () => string | null): Said => {
  if (language === 'en') return { text: english, lang: 'en' }
  const text = own ?? (language === 'de' ? earlier() : null)
  return text === null ? { text: english, lang: 'en' } : { text, lang: language }
}

const ofFinding = (code: string, facts: FindingFacts | null | undefined, language: Language) =>
  facts && isFindingCode(code) ? wordsInFull(CATALOGUE[code], facts, language) : null

export interface SaidFinding {
  readonly code: string
  readonly facts?: FindingFacts | null | undefined
}

/** What was seen, or what it should have been. */
export const findingIn = (language: Language, { code, facts }: SaidFinding, part: 'seen' | 'expected', english: string): Said =>
  inChosen(language, english, ofFinding(code, facts, language)?.[part] ?? null, () => germanOf(code, part, english))

interface SaidLine extends SaidFinding {
  readonly text: string
  readonly box: number | null
  readonly facts?: AlarmFacts | null | undefined
}

/** One error of a group. */
export const lineIn = (language: Language, { code, text, box, facts }: SaidLine): Said => {
  const words = ofFinding(code, facts, language)
  return inChosen(language, text, words && facts ? lineText(words, { ...facts, box }, language) : null, () => germanOf(code, 'line', text))
}

export interface SaidAlarm {
  readonly code: string
  readonly text: string
  readonly remedy: string | null
  readonly box?: number | null
  readonly grounds?: { readonly grade: Grade } | null
  readonly facts?: AlarmFacts | Facts | null | undefined
}

const isOfFinding = (facts: AlarmFacts | Facts): facts is AlarmFacts => 'moment' in facts

/** null: an alarm without facts, or of a newer table. */
const alarmOwn = (
  language: Language,
  { code, box = null, grounds, facts }: SaidAlarm,
): { readonly text: string; readonly remedy: string } | null => {
  if (!facts) return null
  if (isOfFinding(facts)) {
    const words = ofFinding(code, facts, language)
    return words && { text: peopleText(words, { ...facts, box }, grounds?.grade ?? 'proven', language), remedy: words.remedy }
  }
  const row = faultRow(code)
  return row && alarmWords(row, facts, language)
}

/** An alarm, or a fault of the machine: what happened, and what to do; null: nothing. */
export const alarmIn = (language: Language, alarm: SaidAlarm): { readonly text: Said; readonly remedy: Said | null } => {
  const own = alarmOwn(language, alarm)
  const said = (part: Extract<Part, 'text' | 'remedy'>, english: string): Said =>
    inChosen(language, english, own?.[part] ?? null, () => germanOf(alarm.code, part, english))
  return { text: said('text', alarm.text), remedy: alarm.remedy === null ? null : said('remedy', alarm.remedy) }
}

export interface SaidQuestion {
  readonly question: string | null
  readonly asked?: (Omit<Asked, 'about'> & { readonly about: string }) | null | undefined
}

/** null: nothing is asked. */
export const questionIn = (language: Language, { question, asked }: SaidQuestion): Said | null =>
  question === null ? null : inChosen(language, question, asked ? questionText(asked, language) : null, () => germanQuestion(question))
