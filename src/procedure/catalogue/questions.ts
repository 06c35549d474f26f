/**
 * The one question to ask when several errors explain the evidence. It is about the first of them, so that "yes" confirms that error and
 * "no" rules it out.
 */
import type { Deviation } from '../../engine/deviation.ts'
import type { Text } from '../language.ts'
import { fill } from '../template.ts'
import { CATALOGUE } from './index.ts'
import type { CatalogueRow } from './row.ts'

const RESULT_QUESTIONS: { readonly [result in NonNullable<CatalogueRow['result']>]: Text } = {
  win: { en: 'Did box {box} win?', de: 'Hat Box {box} gewonnen?' },
  lose: { en: 'Did box {box} lose?', de: 'Hat Box {box} verloren?' },
  tie: { en: 'Did box {box} push?', de: 'War Box {box} unentschieden?' },
}
const ACT: Text = { en: 'What was done wrong at box {box}?', de: 'Was wurde an Box {box} falsch gemacht?' }

/** Every question there can be. */
export const QUESTIONS: readonly Text[] = [
  ...Object.values(RESULT_QUESTIONS),
  ACT,
  ...Object.values(CATALOGUE).flatMap(({ question, questionAlone }) => [question, questionAlone].filter((each) => each !== undefined)),
]

type Asked = Pick<Deviation, 'code' | 'box'>

const atBox = ({ en }: Text, { box }: Asked): string => fill(en, () => String(box ?? '?'))

/**
 * The question that separates the first of these from the others; null: the list is empty. It asks for the hand's result if no other error
 * at that box has the same one.
 */
export const questionOf = ([first, ...others]: readonly Asked[]): string | null => {
  if (first === undefined) return null
  const { result, question = ACT } = CATALOGUE[first.code]
  const isPlain = others.every(({ box, code }) => box !== first.box || ![undefined, result].includes(CATALOGUE[code].result))
  return atBox(result !== undefined && isPlain ? RESULT_QUESTIONS[result] : question, first)
}

/** The question that separates an error without rivals from the explanation without any error; null: no question would. */
export const questionAlone = (asked: Asked): string | null => {
  const { question, questionAlone: alone } = CATALOGUE[asked.code]
  if (alone !== undefined) return atBox(alone, asked)
  return question === undefined ? null : questionOf([asked])
}
