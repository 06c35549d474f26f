/** The words of the pit display, in English, so that a terminal describes an alarm just as the display does. */

import { clean, type Piece, piece } from '../../base/terminal/line.ts'
import type { GRADES } from '../../procedure/finding.ts'
import { ALARM_TITLES } from '../../wire/alarm-rows.ts'
import { type Figures, tell } from '../../words/text.ts'
import { type Key, STRINGS } from '../page/strings.ts'

export const say = (key: Key, names: Figures = {}): string => tell(STRINGS[key], 'en', names)

/** `proven`, `one of several`, `likely`. */
export const gradeText = (grade: (typeof GRADES)[number]): string => say(`grade.${grade}`)

/** An alarm's name, and its code for anybody who looks it up. */
export const titleOf = (code: string): readonly Piece[] => {
  const name = Object.hasOwn(ALARM_TITLES, code) ? ALARM_TITLES[code]?.en : undefined
  return name === undefined ? [piece(clean(code), 'strong')] : [piece(name, 'strong'), piece(` ${clean(code)}`, 'faint')]
}
