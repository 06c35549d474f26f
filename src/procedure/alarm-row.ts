/** One row per alarm that is of no finding: what it is called, what happened and what to do, in English and German. */
import type { Text } from './language.ts'
import { fill } from './template.ts'

export interface AlarmWords {
  readonly text: Text
  readonly remedy: Text
}

/** Texts are templates (`template.ts`); the German names the same figures as the English. */
export interface AlarmRow extends AlarmWords {
  /** 8 to 80 characters without a full stop. */
  readonly title: Text
  /** Words that replace the row's own in particular cases. */
  readonly cases?: { readonly [which: string]: Partial<AlarmWords> }
}

export type AlarmRows = { readonly [code: string]: AlarmRow }

/** The English that the wire carries. `which`: a case of the row. */
export const wordsIn =
  <C extends string>(rows: { readonly [code in C]: AlarmRow }) =>
  (code: C, figures: { readonly [name: string]: string | number } = {}, which?: string) => {
    const row = rows[code]
    const { text, remedy } = { ...row, ...(which && row.cases?.[which]) }
    const said = ({ en }: Text): string => fill(en, (name) => (Object.hasOwn(figures, name) ? String(figures[name]) : null))
    return { code, text: said(text), remedy: said(remedy) }
  }
