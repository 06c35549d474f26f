/** The words of the set-up page in the chosen language. What the checks say comes in every language. */
import type { Figures } from '../../../words/text.ts'
import { inChosen } from '../settings.ts'
import { SETUP_STRINGS } from './strings.ts'

export type Word = keyof typeof SETUP_STRINGS

export const say = (key: Word, figures: Figures = {}): string => inChosen(SETUP_STRINGS[key], figures)

export { inChosen as tell } from '../settings.ts'

/** The name of a key of the configuration; one without a row here is told as the file has it. */
export const nameOf = (key: string): string => (key in SETUP_STRINGS ? say(key as Word) : key)
export const roleOf = (role: string): string => (`role.${role}` in SETUP_STRINGS ? say(`role.${role}` as Word) : role)
