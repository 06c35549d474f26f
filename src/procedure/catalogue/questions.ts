/**
 * The one question to ask when several errors explain the evidence. It is about the first of them, so that "yes" confirms that error and
 * "no" rules it out.
 */
import type { Deviation } from '../../engine/deviation.ts'
import { isFindingCode } from '../../rules/house/finding-code.ts'
import { catalog } from '../../words/catalog.ts'
import { type Language, type Text, tell } from '../../words/text.ts'
import type { Asked } from '../facts.ts'
import { CATALOGUE } from './index.ts'
import type { CatalogueRow } from './row.ts'

type Result = NonNullable<CatalogueRow['result']>

/** Questions that are of no single error. */
const COMMON: { readonly [about in Result | 'act']: Text } = {
  win: { en: 'Did box {box} win?', de: 'Hat Box {box} gewonnen?' },
  lose: { en: 'Did box {box} lose?', de: 'Hat Box {box} verloren?' },
  tie: { en: 'Did box {box} push?', de: 'War Box {box} unentschieden?' },
  act: { en: 'What was done wrong at box {box}?', de: 'Was wurde an Box {box} falsch gemacht?' },
}
catalog('question', COMMON)

/** Every question there can be. */
export const QUESTIONS: readonly Text[] = [
  ...Object.values(COMMON),
  ...Object.values(CATALOGUE).flatMap(({ question, questionAlone }) => [question, questionAlone].filter((each) => each !== undefined)),
]

type About = Pick<Deviation, 'code' | 'box'>

/**
 * The question that separates the first of these from the others; null: the list is empty. It asks for the hand's result if no other error
 * at that box has the same one.
 */
export const questionOf = ([first, ...others]: readonly About[]): Asked | null => {
  if (first === undefined) return null
  const { code, box } = first
  const { result, question } = CATALOGUE[code]
  const isPlain = others.every((other) => other.box !== box || ![undefined, result].includes(CATALOGUE[other.code].result))
  if (result !== undefined && isPlain) return { about: result, box }
  return { about: question === undefined ? 'act' : code, box }
}

/** The question that separates an error without rivals from the explanation without any error; null: no question would. */
export const questionAlone = ({ code, box }: About): Asked | null => {
  const { question, questionAlone: alone } = CATALOGUE[code]
  if (alone !== undefined) return { about: code, alone: true, box }
  return question === undefined ? null : questionOf([{ code, box }])
}

/** Of a newer table's question, too. */
type Heard = Omit<Asked, 'about'> & { readonly about: string }

const templateOf = ({ about, alone }: Pick<Heard, 'about' | 'alone'>): Text | undefined => {
  if (Object.hasOwn(COMMON, about)) return COMMON[about as keyof typeof COMMON]
  if (!isFindingCode(about)) return undefined
  const { question, questionAlone: whenAlone } = CATALOGUE[about]
  return alone === true ? whenAlone : question
}

/** null: a newer table asks what has no words here. */
export const questionText = ({ box, ...of }: Heard, language: Language = 'en'): string | null => {
  const template = templateOf(of)
  return template === undefined ? null : tell(template, language, { box })
}
