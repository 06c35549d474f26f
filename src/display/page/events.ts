/** What happened, in one line. */
import { phraseOf } from '../../wire/account/phrase.ts'
import type { Said } from './messages.ts'
import { phrased } from './say.ts'

/** `exponent`: decimals of the table's currency. */
export const eventText = (said: Said, exponent: number): string => {
  const phrase = phraseOf(said, 'pit')
  return phrase === null ? said.type : phrased(phrase, exponent)
}
