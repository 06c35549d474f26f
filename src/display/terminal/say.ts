/** The words of the pit display, in English, so that a terminal describes an alarm just as the display does. */

import { clean, type Piece, piece } from '../../base/terminal/line.ts'
import type { GRADES } from '../../procedure/finding.ts'
import { filled, type Names } from '../../wire/account/phrases.ts'
import { ALARM_TITLES } from '../../wire/told.ts'
import { type Key, STRINGS } from '../page/strings.ts'

export const say = (key: Key, names: Names = {}): string => filled(STRINGS[key].en, names)

/** `proven`, `one of several`, `likely`. */
export const gradeText = (grade: (typeof GRADES)[number]): string => say(`grade.${grade}`)

/** An alarm's name, and its code for anybody who looks it up. */
export const titleOf = (code: string): readonly Piece[] => {
  const name = Object.hasOwn(ALARM_TITLES, code) ? ALARM_TITLES[code]?.en : undefined
  return name === undefined ? [piece(clean(code), 'strong')] : [piece(name, 'strong'), piece(` ${clean(code)}`, 'faint')]
}
