/** One row per alarm that is of no finding: what it is called, what happened and what to do, in English and German. */
import type { Facts } from '../rules/facts.ts'
import { fill } from '../words/template.ts'
import { type Language, type Text, tell } from '../words/text.ts'
import { figureText } from './catalogue/figures.ts'

export interface AlarmWords {
  readonly text: Text
  readonly remedy: Text
}

/** Texts are templates (`src/words/text.ts`); the German names the same figures as the English. */
export interface AlarmRow extends AlarmWords {
  /** 8 to 80 characters without a full stop. */
  readonly title: Text
  /** Words that replace the row's own in particular cases. */
  readonly cases?: { readonly [which: string]: Partial<AlarmWords> }
}

export type AlarmRows = { readonly [code: string]: AlarmRow }

/** The words of an alarm, made of its facts. */
export const alarmWords = (row: AlarmRow, facts: Facts, language: Language = 'en'): { readonly [P in keyof AlarmWords]: string } => {
  const own = facts.case !== undefined && row.cases && Object.hasOwn(row.cases, facts.case) ? row.cases[facts.case] : undefined
  const { text, remedy } = { ...row, ...own }
  const said = (of: Text): string => fill(tell(of, language), (name) => figureText(name, facts.figures, { language, exponent: 0 }))
  return { text: said(text), remedy: said(remedy) }
}

/** The English that the wire carries, and the facts it is made of. `which`: a case of the row. */
export const wordsIn =
  <C extends string>(rows: { readonly [code in C]: AlarmRow }) =>
  (code: C, figures: Facts['figures'] = {}, which?: string) => {
    const facts: Facts = { ...(which === undefined ? {} : { case: which }), figures }
    return { code, ...alarmWords(rows[code], facts), facts }
  }
